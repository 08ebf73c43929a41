// Roads of waves, slopes, random unevenness and measured grids.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "sample_values.hpp"
#include "takt/base/error.hpp"
#include "takt/element/road/grid_file.hpp"

namespace takt::element {
namespace {

TEST(SineRoad, HasItsWavesAndAnEarlierLeftSide) {
  const auto road = make_road(
      "sine", {{"amplitude", "0.03"}, {"wavelength", "4"}, {"phase", "1"}, {"start", "2"}});
  for (double x = 4; x < 30; x += 0.37) {
    const double k = 2 * std::numbers::pi / 4;
    EXPECT_NEAR(road->at(x, 0.7).z, 0.03 * std::sin(k * (x - 2)), 1e-14);
    EXPECT_NEAR(road->at(x, -0.7).z, 0.03 * std::sin(k * (x - 2) - 1), 1e-14);
  }
  EXPECT_EQ(road->at(1.9, 0.7).z, 0);
  EXPECT_EQ(road->wavelength(), 4);
}

TEST(SlopeRoad, IsAPlane) {
  const auto road = make_road("slope", {{"grade", "0.1"}, {"cross", "0.02"}});
  EXPECT_NEAR(road->at(-5, 2).z, -0.5 + 0.04, 1e-15);
  const auto later = make_road("slope", {{"grade", "0.1"}, {"start", "10"}, {"blend", "4"}});
  EXPECT_EQ(later->at(9, 0).z, 0);
  EXPECT_NEAR(later->at(20, 0).z, 1, 1e-15);
}

// The mean square of the unevenness in a band of spatial frequencies, by a Fourier sum over the period.
double band(const Road& road, double length, double y, double low, double high) {
  constexpr double dx = 0.02;
  const int n = static_cast<int>(std::lround(length / dx));
  std::vector<double> z(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) z[static_cast<std::size_t>(k)] = road.at(length + k * dx, y).z;
  double sum = 0;
  for (int i = static_cast<int>(std::ceil(low * length)); i <= high * length; ++i) {
    std::complex<double> c = 0, at = 1;
    const std::complex<double> turn = std::polar(1.0, -2 * std::numbers::pi * i / n);
    for (int k = 0; k < n; ++k, at *= turn) c += z[static_cast<std::size_t>(k)] * at;
    sum += 2 * std::norm(c / static_cast<double>(n));
  }
  return sum;
}

TEST(RandomRoad, HasTheSpectrumOfItsClass) {
  constexpr double length = 50;
  for (const auto& [name, G0] : {std::pair{"A", 16e-6}, {"C", 256e-6}, {"D", 1024e-6}}) {
    const auto road = make_road("iso8608", {{"class", name}, {"length", "50"}});
    for (const auto& [low, high] : {std::pair{0.03, 0.1}, {0.1, 0.5}, {0.5, 2.5}}) {
      // sum of G(n) dn over the lines in the band
      double wanted = 0;
      for (int i = static_cast<int>(std::ceil(low * length)); i <= high * length; ++i)
        wanted += G0 * 0.01 / std::pow(i / length, 2) / length;
      EXPECT_NEAR(band(*road, length, 1, low, high) / wanted, 1, 0.01) << name << " " << low;
    }
  }
}

TEST(RandomRoad, IsRepeatableAndDifferentOnBothSides) {
  const auto a = make_road("iso8608", {{"seed", "3"}}), b = make_road("iso8608", {{"seed", "3"}});
  const auto other = make_road("iso8608", {{"seed", "4"}});
  const auto same = make_road("iso8608", {{"seed", "3"}, {"tracks", "same"}});
  int equal = 0;
  for (double x = 10; x < 400; x += 7.3) {
    EXPECT_EQ(a->at(x, 1).z, b->at(x, 1).z);
    EXPECT_EQ(same->at(x, 1).z, same->at(x, -1).z);
    EXPECT_NEAR(a->at(x, 1).z, a->at(x + 500, 1).z, 1e-10);  // it repeats
    equal += a->at(x, 1).z == a->at(x, -1).z || a->at(x, 1).z == other->at(x, 1).z;
  }
  EXPECT_EQ(equal, 0);
  EXPECT_THROW(make_road("iso8608", {{"seed", "0.5"}}), Error);
  EXPECT_THROW(make_road("iso8608", {{"length", "5"}}), Error);
}

TEST(GridFile, IsAGrid) {
  const GridFile g =
      parse_grid("x\\y, -1, 0, 1\r\n# measured\n2, 0, 0.01, 0\n2.5, 0, 0.02, 0.01\n", "lane.csv");
  EXPECT_EQ(g.start_x, 2);
  EXPECT_EQ(g.step_x, 0.5);
  EXPECT_EQ(g.start_y, -1);
  EXPECT_EQ(g.step_y, 1);
  const auto road =
      make_road("grid", {{"file", "lane.csv\ny;-1;0;1\n2;0;0.01;0\n2.5;0;0.02;0.01"}});
  EXPECT_NEAR(road->at(2.5, 0).z, 0.02, 1e-15);
  EXPECT_NEAR(road->at(2, 0).z, 0.01, 1e-15);
}

TEST(GridFile, SaysWhatIsWrongAndWhere) {
  const auto wrong = [](const char* text) -> std::string {
    try {
      parse_grid(text, "lane.csv");
    } catch (const Error& e) {
      return e.where + " " + e.what();
    }
    return "";
  };
  EXPECT_EQ(wrong("y,0,1\n0,1\n"), "lane.csv:2 the line has 2 cells, the first line 3");
  EXPECT_EQ(wrong("y,0,1\n0,1,x\n"), "lane.csv:2 'x' is not a finite number");
  EXPECT_EQ(wrong("y,0,1\n0,1,nan\n"), "lane.csv:2 'nan' is not a finite number");
  EXPECT_EQ(
      wrong("y,0,1,3\n0,1,2,3\n1,1,2,3\n"),
      "lane.csv the positions y are not ascending in equal steps: 1 is where 1.5 is expected");
  EXPECT_EQ(wrong(""), "lane.csv a grid needs two positions x or more");
}

}  // namespace
}  // namespace takt::element
