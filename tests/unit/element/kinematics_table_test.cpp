// Tables of suspensions: cubics are reproduced, derivatives agree with differences, the functions stay
// twice continuously differentiable over nodes and borders; and what files are refused.
#include "takt/element/joint/kinematics_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "takt/base/error.hpp"

namespace takt::element {
namespace {

using Function = std::function<double(double, double)>;

EvenSpline spline_of(const Function& f, EvenAxis x, EvenAxis y) {
  std::vector<double> values;
  for (int i = 0; i < x.count; ++i)
    for (int j = 0; j < y.count; ++j)
      for (const double scale : {1.0, -2.0})  // two functions
        values.push_back(scale * f(x.start + x.step * i, y.start + y.step * j));
  return {x, y, 2, values};
}

double cubic(double x, double y) {
  return (1 - 2 * x + 0.5 * x * x - 3 * x * x * x) * (0.3 + y - y * y + 2 * y * y * y);
}
double smooth(double x, double y) { return std::sin(2 * x + y) + 0.3 * std::cos(x - 2 * y); }

const EvenAxis axis_x{-0.5, 0.25, 6}, axis_y{-0.2, 0.1, 5};

TEST(EvenSpline, ReproducesCubicsAndTheirDerivatives) {
  const EvenSpline s = spline_of(cubic, axis_x, axis_y);
  const auto P = [](double x) { return 1 - 2 * x + 0.5 * x * x - 3 * x * x * x; };
  const auto dP = [](double x) { return -2 + x - 9 * x * x; };
  const auto ddQ = [](double y) { return -2 + 12 * y; };
  for (const double x : {-0.5, -0.31, 0.0, 0.4, 0.75})
    for (const double y : {-0.2, -0.07, 0.13, 0.2}) {
      PoseFunction f, g;
      s.at(x, y, 0, f);
      s.at(x, y, 1, g);
      EXPECT_NEAR(f.y, cubic(x, y), 1e-13);
      EXPECT_NEAR(g.y, -2 * cubic(x, y), 1e-13);
      EXPECT_NEAR(f.ddd[0][1][1], dP(x) * ddQ(y), 1e-9);
      EXPECT_NEAR(f.ddd[1][1][1], 12 * P(x), 1e-8);
    }
}

TEST(EvenSpline, DerivativesAgreeWithDifferencesInsideAndBeyond) {
  const EvenSpline s = spline_of(smooth, axis_x, axis_y);
  constexpr double h = 1e-5;
  for (const double x : {-0.7, -0.31, 0.1, 0.9})
    for (const double y : {-0.3, -0.07, 0.13, 0.33}) {
      PoseFunction f, side[2][2];
      s.at(x, y, 0, f);
      for (int sign = 0; sign < 2; ++sign) {
        s.at(x + (sign == 0 ? -h : h), y, 0, side[0][sign]);
        s.at(x, y + (sign == 0 ? -h : h), 0, side[1][sign]);
      }
      for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR((side[k][1].y - side[k][0].y) / (2 * h), f.d[k], 1e-8);
        for (int i = 0; i < 2; ++i) {
          EXPECT_NEAR((side[k][1].d[i] - side[k][0].d[i]) / (2 * h), f.dd[i][k], 1e-7);
          for (int j = 0; j < 2; ++j)
            EXPECT_NEAR((side[k][1].dd[i][j] - side[k][0].dd[i][j]) / (2 * h), f.ddd[i][j][k],
                        1e-6);
        }
      }
    }
}

TEST(EvenSpline, IsTwiceContinuousOverNodesAndBorders) {
  const EvenSpline s = spline_of(smooth, axis_x, axis_y);
  constexpr double h = 1e-9;
  for (const double x : {-0.5, -0.25, 0.0, 0.5, 0.75})
    for (const double y : {-0.2, -0.1, 0.2}) {
      PoseFunction a, b;
      s.at(x - h, y - h, 0, a);
      s.at(x + h, y + h, 0, b);
      EXPECT_NEAR(a.y, b.y, 1e-7);
      for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(a.d[i], b.d[i], 1e-7);
        for (int j = 0; j < 2; ++j) EXPECT_NEAR(a.dd[i][j], b.dd[i][j], 1e-6);
      }
    }
}

// All functions at once, their number odd, with and without third derivatives.
TEST(EvenSpline, GivesAllFunctionsAtOnce) {
  for (const EvenAxis& y : {axis_y, EvenAxis{0, 1, 1}}) {
    std::vector<double> values;
    for (int i = 0; i < axis_x.count; ++i)
      for (int j = 0; j < y.count; ++j)
        for (int m = 0; m < 3; ++m)
          values.push_back(smooth(axis_x.start + axis_x.step * i + m, y.start + y.step * j));
    const EvenSpline s(axis_x, y, 3, values);
    PoseFunction all[3], second[3];
    s.all(s.along_x(0.31), s.along_y(0.07), 3, all);
    s.all(s.along_x(0.31), s.along_y(0.07), 2, second);
    for (int m = 0; m < 3; ++m) {
      PoseFunction one;
      s.at(0.31, 0.07, m, one);
      EXPECT_NE(one.y, 0);
      EXPECT_EQ(all[m].y, one.y);
      EXPECT_EQ(second[m].y, one.y);
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(all[m].d[i], one.d[i]);
        EXPECT_EQ(second[m].d[i], one.d[i]);
        for (int j = 0; j < 2; ++j) {
          EXPECT_EQ(all[m].dd[i][j], one.dd[i][j]);
          EXPECT_EQ(second[m].dd[i][j], one.dd[i][j]);
          for (int k = 0; k < 2; ++k) EXPECT_EQ(all[m].ddd[i][j][k], one.ddd[i][j][k]);
        }
      }
    }
  }
}

std::string table(bool steered, int travels = 5) {
  std::string text =
      std::string("wheel,travel,camber,x,y,z,yaw,roll,pitch") + (steered ? ",steer\n" : "\n");
  for (int j = 0; j < (steered ? 4 : 1); ++j)
    for (int i = 0; i < travels; ++i) {
      const double z = 0.02 * (i - 2), s = steered ? 0.01 * (j - 1) : 0.0;
      text += "left," + std::to_string(z) + ",9," + std::to_string(0.1 * z * z) + "," +
              std::to_string(0.2 * z) + "," + std::to_string(z) + "," +
              std::to_string(0.5 * z + 3 * s) + "," + std::to_string(-0.3 * z) + ",0" +
              (steered ? "," + std::to_string(s) : "") + "\n";
    }
  return text;
}

TEST(KinematicsTable, ReadsTravelAndSteering) {
  MotionPoint m;
  const double q[2] = {0.03, 0.005};
  const auto one = KinematicsTable::parse(table(false), "t.csv", "", false);
  EXPECT_EQ(one->coordinates(), 1);
  one->at(q, m);
  EXPECT_NEAR((m.p - Vec3(0.1 * 9e-4, 0.006, 0.03)).norm(), 0, 1e-6);
  EXPECT_NEAR(std::atan2(-m.R(0, 1), m.R(1, 1)), 0.015, 1e-9);
  const auto two = KinematicsTable::parse(table(true), "t.csv", "left", true);
  EXPECT_EQ(two->coordinates(), 2);
  two->at(q, m);
  EXPECT_NEAR(std::atan2(-m.R(0, 1), m.R(1, 1)), 0.015 + 0.015, 1e-9);
  EXPECT_NEAR(m.R(2, 1), std::sin(-0.009), 1e-9);
}

// Without the curvature the rest is the same, bit for bit, of mirrored motions too.
TEST(KinematicsTable, GivesPoseAndColumnsWithoutCurvature) {
  const double q[2] = {0.013, 0.004};
  for (const bool steered : {false, true}) {
    const auto table_of = KinematicsTable::parse(table(steered), "t.csv", "", steered);
    const MirroredMotion image(table_of);
    for (const Motion* motion : {table_of.get(), static_cast<const Motion*>(&image)}) {
      MotionPoint all, some;
      motion->at(q, all);
      motion->without_curvature(q, some);
      EXPECT_EQ(all.R, some.R);
      EXPECT_EQ(all.p, some.p);
      for (int i = 0; i < motion->coordinates(); ++i) {
        EXPECT_EQ(all.S[i], some.S[i]);
        for (int j = 0; j < motion->coordinates(); ++j) EXPECT_EQ(all.dS[i][j], some.dS[i][j]);
      }
    }
  }
}

void expect_refused(const std::string& text, const std::string& wheel, bool steered,
                    const std::string& what, const std::string& where) {
  try {
    KinematicsTable::parse(text, "t.csv", wheel, steered);
    FAIL() << "not refused: " << what;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    EXPECT_EQ(e.where, where) << e.what();
    EXPECT_FALSE(e.hint.empty());
  }
}

TEST(KinematicsTable, SaysWhatIsWrongWithAFileAndWhere) {
  expect_refused("", "", false, "empty", "t.csv");
  expect_refused("travel,x,y,z,yaw,roll\n", "", false, "no column 'pitch'", "t.csv:1");
  expect_refused(table(false), "", true, "no column 'steer'", "t.csv:1");
  expect_refused(table(true), "", false, "column 'steer'", "t.csv:1");
  expect_refused(table(false) + "left,1,2\n", "", false, "3 cells", "t.csv:7");
  expect_refused(table(false) + "left,0.06,9,a,0,0,0,0,0\n", "", false, "'a' is not a", "t.csv:7");
  expect_refused(table(false) + "left,0.07,9,0,0,0,0,0,0\n", "", false, "equal steps", "t.csv");
  expect_refused(table(false) + "left,0.04,9,0,0,0,0,0,0\n", "", false, "given twice", "t.csv:7");
  expect_refused(table(true) + "left,0.06,9,0,0,0,0,0,0,0.02\n", "", true, "is missing", "t.csv");
  expect_refused(table(false) + "right,0,9,0,0,0,0,0,0\n", "", false, "wheels left, right",
                 "t.csv");
  expect_refused(table(false), "lift", false, "no wheel 'lift'", "t.csv");
  expect_refused(table(false, 3), "", false, "3 values of travel", "t.csv");
}

}  // namespace
}  // namespace takt::element
