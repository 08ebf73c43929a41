// The strut whose length is a table over travel and steering: its forces on both coordinates are those
// of its tension, and agree with differences of its potential; and what is refused.
#include "takt/element/force/guided_strut.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sample_values.hpp"
#include "takt/base/error.hpp"

namespace takt::element {
namespace {

class JointValues final : public Values {
 public:
  JointValues(Texts texts, int coordinates)
      : of_(GuidedStrut::entry.keys, std::move(texts)), coordinates_(coordinates) {}
  bool given(std::string_view key) const override { return of_.given(key); }
  double number(std::string_view key) const override { return of_.number(key); }
  Vec3 vector(std::string_view key) const override { return of_.vector(key); }
  Curve curve(std::string_view key) const override { return of_.curve(key); }
  std::vector<std::vector<double>> matrix(std::string_view key) const override {
    return of_.matrix(key);
  }
  std::string word(std::string_view key) const override { return of_.word(key); }
  bool flag(std::string_view key) const override { return of_.flag(key); }
  std::shared_ptr<const Road> road() const override { return of_.road(); }
  int measures() const override { return coordinates_; }

 private:
  SampleValues of_;
  int coordinates_;
};

double length(double travel, double steer) {
  return 0.44 - 0.6 * travel - 0.3 * travel * travel - 0.4 * steer * steer + 0.2 * travel * steer;
}

std::string file(bool steered) {
  std::string text = "t.csv\ntravel,shock";
  text += steered ? ",steer\n" : "\n";
  for (int j = 0; j < (steered ? 5 : 1); ++j)
    for (int i = 0; i < 6; ++i) {
      const double z = 0.04 * (i - 3), s = steered ? 0.02 * (j - 2) : 0.0;
      text += std::to_string(z) + "," + std::to_string(length(z, s)) +
              (steered ? "," + std::to_string(s) : "") + "\n";
    }
  return text;
}

std::shared_ptr<const Law> strut(bool steered, Texts more = {}) {
  Texts texts{{"file", file(steered)},
              {"column", "shock"},
              {"stiffness", "2e4"},
              {"length", "0.4"},
              {"damping", "900"}};
  texts.merge(more);
  return GuidedStrut::make(JointValues(texts, steered ? 2 : 1));
}

TEST(GuidedStrut, ActsOnTravelAndSteeringByItsLength) {
  const auto law = strut(true);
  ASSERT_EQ(law->measures(), 2);
  const double s[2] = {0.03, 0.013}, ds[2] = {0.4, -0.2};
  const double by[2] = {-0.6 - 0.6 * s[0] + 0.2 * s[1], -0.8 * s[1] + 0.2 * s[0]};
  const double rate = by[0] * ds[0] + by[1] * ds[1];
  const double T = 2e4 * (length(s[0], s[1]) - 0.4) + 900 * rate;
  LawOut out;
  law->force({s, ds}, out);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(out.Q[i], -T * by[i], 2e-3 * std::abs(T)) << i;
  EXPECT_NEAR(law->report({s, ds}), T, 2e-3 * std::abs(T));
}

TEST(GuidedStrut, ItsDerivativesAgreeWithDifferences) {
  const auto law = strut(true);
  constexpr double h = 1e-6;
  for (const double travel : {-0.15, -0.03, 0.05, 0.1})
    for (const double steer : {-0.05, 0.01, 0.03}) {
      double s[2] = {travel, steer}, ds[2] = {0.4, -0.2};
      LawOut out;
      out.Q[0] = 17, out.Q[1] = -3;  // derivatives() leaves the forces alone
      law->derivatives({s, ds}, out);
      EXPECT_EQ(out.Q[0], 17);
      EXPECT_EQ(out.Q[1], -3);
      for (int j = 0; j < 2; ++j)
        for (double* x : {s, ds}) {
          const double here = x[j];
          LawOut side[2];
          double V[2];
          for (int k = 0; k < 2; ++k) {
            x[j] = here + (k == 0 ? -h : h);
            law->force({s, ds}, side[k]);
            const double still[2] = {0, 0};
            V[k] = law->potential({s, still});
          }
          x[j] = here;
          for (int i = 0; i < 2; ++i) {
            const double slope = (side[1].Q[i] - side[0].Q[i]) / (2 * h);
            EXPECT_NEAR(x == s ? out.Q_s[i][j] : out.Q_ds[i][j], slope, 1e-3) << i << j;
          }
          if (x != s) continue;
          const double still[2] = {0, 0};
          law->force({s, still}, side[0]);
          EXPECT_NEAR(side[0].Q[j], -(V[1] - V[0]) / (2 * h), 1e-4);
        }
    }
}

TEST(GuidedStrut, ATableOfOneCoordinateIsThePolynomial) {
  const auto table = strut(false);
  const auto polynomial = GuidedStrut::make(JointValues({{"lengths", "[0.44, -0.6, -0.3]"},
                                                         {"stiffness", "2e4"},
                                                         {"length", "0.4"},
                                                         {"damping", "900"}},
                                                        1));
  const double s = 0.037, ds = -0.3;
  LawOut a, b;
  table->force({&s, &ds}, a);
  polynomial->force({&s, &ds}, b);
  EXPECT_NEAR(a.Q[0], b.Q[0], 0.1);  // the file has six digits
  table->derivatives({&s, &ds}, a);
  polynomial->derivatives({&s, &ds}, b);
  EXPECT_NEAR(a.Q_ds[0][0], b.Q_ds[0][0], 0.1);
}

void expect_refused(const Texts& texts, int coordinates, const std::string& what) {
  try {
    GuidedStrut::make(JointValues(texts, coordinates));
    FAIL() << "not refused: " << what;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    EXPECT_FALSE(e.hint.empty());
  }
}

TEST(GuidedStrut, SaysWhatOfItsLengthIsMissing) {
  expect_refused({}, 1, "neither 'lengths' nor 'file'");
  expect_refused({{"lengths", "[1]"}, {"file", file(false)}}, 1, "both 'lengths' and 'file'");
  expect_refused({{"file", file(false)}}, 1, "'column' is missing");
  expect_refused({{"file", file(false)}, {"column", "shok"}}, 1, "no column 'shok'");
  expect_refused({{"file", file(true)}, {"column", "shock"}}, 1, "column 'steer'");
  expect_refused({{"file", file(false)}, {"column", "shock"}}, 2, "no column 'steer'");
  expect_refused({{"lengths", "[1]"}}, 3, "one or two coordinates");
}

}  // namespace
}  // namespace takt::element
