// Every body force of the catalogue, tyres on every road: derivatives compared with differences,
// potentials, and basic behaviour of tyres.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact_samples.hpp"
#include "rolling_wheel.hpp"
#include "sample_values.hpp"
#include "takt/base/error.hpp"
#include "takt/element/tyre/tyre_calspan.hpp"

namespace takt::element {
namespace {

// The shipped tyre, as high as the others.
std::string high_tyre() {
  std::string text = sedan_tyre();
  const std::string radius = "= 0.344";
  return text.replace(text.find(radius), radius.size(), "= 0.36");
}

struct Sample {
  std::string name;
  Texts texts;
  std::string road = "flat";
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> list{
        {"point_force", {}},
        {"point_force", {{"in", "body"}}},
        {"torque", {}},
        {"torque", {{"in", "body"}}},
        {"rotor", {{"inertia", "3"}, {"spin", "40"}}},
        {"drag", {{"coefficient", "0.4"}, {"area", "2"}, {"wind", "[1, 2, 0]"}}}};
    const Texts tyre{{"radius", "0.36"}, {"stiffness", "4.6e5"}};
    for (const auto& [road, made] : sample_roads())
      for (const char* type : {"tyre_radial", "tyre_calspan"})
        for (const char* law : {"auto", "plane", "potential", "nearest"}) {
          Texts texts = tyre;
          texts["law"] = law;
          if (std::string_view(law) == "nearest" && road != "polyline") continue;
          list.push_back({type, texts, road});
          texts["damping"] = "800";
          if (std::string_view(type) == "tyre_calspan") {
            texts["load_at"] = "contact";
            texts["AF3"] = "0.01";
            texts["B2"] = "0.001";
          }
          list.push_back({type, texts, road});
        }
    for (const auto& [road, made] : sample_roads())
      for (const char* type : {"tyre_tmeasy", "tyre_pac2002"})
        for (const char* damping : {"0", "800"}) {
          const bool first = std::string_view(damping) == "0";
          Texts texts{{"file", high_tyre() + (first ? "" : combined_slip_lines)},
                      {"mirror", first ? "true" : "false"}};
          if (std::string_view(type) == "tyre_tmeasy") {
            texts = tyre;
            texts["damping"] = damping;
            texts["load"] = "4000";
            if (first) texts["family"] = "truck";
          }
          list.push_back({type, texts, road});
        }
    for (const auto& [texts, road] : road_contacts()) list.push_back({"road_contact", texts, road});
    return list;
  }();
  return all;
}

TEST(BodyForces, EveryEntryHasASample) {
  for (const ForceEntry& e : forces()) {
    if (e.attach != Attach::body) continue;
    EXPECT_TRUE(e.body_force && !e.law) << e.name;
    EXPECT_TRUE(std::any_of(samples().begin(), samples().end(), [&e](const Sample& s) {
      return s.name == e.name;
    })) << e.name;
  }
}

Mat3 turn(const Vec3& Theta) { return rotation::matrix_of(rotation::exp(Theta)); }

struct Place {
  BodyForceIn in;
  double u[3] = {}, z[body_force_states] = {};
};

// A wheel that leans a little, close above the road, axis z to the left, or anything else.
Place random_place(Random& random, const Road& road) {
  Place place;
  BodyForceIn& in = place.in;
  const auto vector = [&random](double size) {
    return Vec3(random(-size, size), random(-size, size), random(-size, size));
  };
  in.R = turn(vector(0.3)) * turn(Vec3(-M_PI / 2, 0, 0)) * turn(Vec3(0, 0, random(-3, 3)));
  in.p = Vec3(random(0, 3), random(-1, 1), 0);
  in.p[2] = road.at(in.p[0], in.p[1]).z + random(0.33, 0.365);
  in.v = vector(2) + Vec3(random(-6, 6), 0, 0);
  if (random(0, 1) < 0.2) in.v *= 0.1;
  in.w = vector(2);
  for (double& x : place.u) x = random(-100, 100);
  // Of tyres that slip: rolling either way, sliding, locked, at a standstill.
  const double how = random(0, 1);
  const Vec3 axis = in.R.col(2), forward = rotation::cross(axis, Vec3::UnitZ());
  if (how < 0.6) in.w += axis * (in.v.dot(forward) / 0.35 * random(0.5, 1.5));
  if (how > 0.9) in.v *= 1e-4, in.w *= 1e-4;
  for (double& x : place.z) x = random(-0.02, 0.02);
  return place;
}

class EveryBodyForce : public testing::TestWithParam<std::size_t> {
 protected:
  const Sample& sample = samples()[GetParam()];
  std::shared_ptr<const Road> road = sample_roads().at(sample.road);
  std::shared_ptr<const BodyForce> force = make_body_force(sample.name, sample.texts, road);

  Vec6 wrench(const BodyForceIn& in) const {
    BodyForceOut out;
    force->force(in, out);
    return out.wrench;
  }
  static BodyForceIn moved(BodyForceIn in, int k, double h) {
    Vec3 d = Vec3::Zero();
    d[k % 3] = h;
    if (k < 3) in.R = turn(d) * in.R;
    if (k >= 3 && k < 6) in.p += d;
    if (k >= 6 && k < 9) in.w += d;
    if (k >= 9) in.v += d;
    return in;
  }
};

// The wrench, and the rates of the states.
using Answer = Eigen::Matrix<double, 6 + body_force_states, 1>;

TEST_P(EveryBodyForce, DerivativesAreThoseOfTheForce) {
  Random random;
  int touching = 0, compared = 0;
  const int Z = force->states();
  const auto answer = [&](const BodyForceIn& in) {
    BodyForceOut out;
    force->force(in, out);
    Answer a = Answer::Zero();
    a.head<6>() = out.wrench;
    for (int k = 0; k < Z; ++k) a[6 + k] = 1e3 * out.e[k];
    return a;
  };
  for (int round = 0; round < 150; ++round) {
    Place place = random_place(random, *road);
    place.in.u = place.u;
    place.in.z = place.z;
    BodyForceOut out;
    out.by_place.setConstant(99);  // must be overwritten
    out.by_twist.setConstant(99);
    if (Z > 0) {
      for (int k = 0; k < state_pairs; ++k) {
        out.by_z[k].setConstant(99);
        out.e_place[k].setConstant(99);
        out.e_twist[k].setConstant(99);
      }
      for (auto& row : out.e_z) row[0] = row[1] = 99;
    }
    force->derivatives(place.in, out);
    const Answer here = answer(place.in);
    const double scale = 1 + here.norm();
    if (force->report(place.in) > 0) ++touching;
    constexpr double h = 1e-6;
    for (int k = 0; k < 12 + Z; ++k) {
      Answer exact = Answer::Zero();
      if (k < 12) {
        exact.head<6>() = k < 6 ? out.by_place.col(k) : out.by_twist.col(k - 6);
        for (int z = 0; z < Z; ++z)
          exact[6 + z] =
              1e3 * (k < 6 ? out.e_place[z / 2](z % 2, k) : out.e_twist[z / 2](z % 2, k - 6));
      } else {
        const int y = k - 12;
        exact.head<6>() = out.by_z[y / 2].col(y % 2);
        for (int z = y / 2 * 2; z < std::min(Z, y / 2 * 2 + 2); ++z)
          exact[6 + z] = 1e3 * out.e_z[z][y % 2];
      }
      const auto at = [&](double step) {
        if (k < 12) return answer(moved(place.in, k, step));
        Place beside = place;
        beside.z[k - 12] += step;
        BodyForceIn in = place.in;
        in.z = beside.z;
        return answer(in);
      };
      const Answer up = at(h), down = at(-h);
      // No kink between: both one-sided differences agree, or the point is left out.
      if (((up - here) - (here - down)).norm() > 1e-3 * (up - down).norm() + 1e-9 * scale) continue;
      const Answer wide = (up - down) / (2 * h), narrow = (at(h / 2) - at(-h / 2)) / h;
      if ((wide - narrow).norm() > 1e-4 * (scale + wide.norm())) continue;  // as little
      ++compared;
      EXPECT_LT((exact - (4 * narrow - wide) / 3).norm(), 2e-5 * (scale + exact.norm()))
          << "column " << k << " round " << round;
    }
  }
  EXPECT_GT(touching, 60);
  EXPECT_GT(compared, 150 * (12 + Z) * 0.95);
}

TEST_P(EveryBodyForce, ShowsWhatItsSignSays) {
  const ForceEntry& entry = find(forces(), sample.name);
  Random random;
  for (int round = 0; round < 100; ++round) {
    Place place = random_place(random, *road);
    place.in.u = place.u;
    place.in.z = place.z;
    const double shown = force->report(place.in);
    const Vec6 W = wrench(place.in);
    EXPECT_GE(shown, 0) << entry.sign;
    if (entry.sign.starts_with("the size")) {
      EXPECT_NEAR(shown, entry.unit == "N" ? W.tail<3>().norm() : W.head<3>().norm(),
                  1e-9 * (1 + shown))
          << entry.name;
    } else {
      EXPECT_TRUE(entry.sign.starts_with("the normal load")) << entry.name;
      if (shown == 0) {  // in the air
        EXPECT_EQ(W.norm(), 0) << entry.name;
      }
    }
  }
}

TEST_P(EveryBodyForce, BothAtOnceAreTheSameBits) {
  Random random;
  for (int round = 0; round < 50; ++round) {
    Place place = random_place(random, *road);
    place.in.u = place.u;
    place.in.z = place.z;
    BodyForceOut apart, together;
    force->force(place.in, apart);
    force->derivatives(place.in, apart);
    together.wrench.setConstant(99);
    for (double& e : together.e) e = 99;
    force->force_and_derivatives(place.in, together);
    EXPECT_EQ(together.wrench, apart.wrench);
    EXPECT_EQ(together.by_place, apart.by_place);
    EXPECT_EQ(together.by_twist, apart.by_twist);
    for (int z = 0; z < force->states(); ++z) EXPECT_EQ(together.e[z], apart.e[z]);
  }
}

TEST_P(EveryBodyForce, PotentialHasTheForceAsItsGradient) {
  if (!force->conservative()) return;
  Random random;
  for (int round = 0; round < 100; ++round) {
    Place place = random_place(random, *road);
    place.in.u = place.u;
    const Vec6 f = wrench(place.in);
    constexpr double h = 1e-7;  // short compared with the penetration of a contact
    for (int k = 0; k < 6; ++k) {
      const auto rise = [&](double step) {
        return (force->potential(moved(place.in, k, step)) -
                force->potential(moved(place.in, k, -step))) /
               (2 * step);
      };
      // Extrapolated: where a contact just begins, its stiffness changes much within a step.
      const double slope = (4 * rise(h / 2) - rise(h)) / 3;
      EXPECT_NEAR(f[k], -slope, 1e-5 * (10 + f.norm()));
    }
    BodyForceIn faster = place.in;
    faster.v += Vec3(1, 2, 3);
    EXPECT_EQ(f, wrench(faster));
  }
}

INSTANTIATE_TEST_SUITE_P(Sample, EveryBodyForce, testing::Range<std::size_t>(0, samples().size()),
                         [](const auto& it) {
                           const Sample& s = samples()[it.param];
                           std::string name = s.name + "_" + s.road;
                           for (const char* key : {"law", "shape", "friction_law"})
                             if (s.texts.contains(key)) name += "_" + s.texts.at(key);
                           return name + "_" + std::to_string(it.param);
                         });

// A wheel at speed (vx, vy) that leans by `camber` about x, deflected so that it carries `load`.
BodyForceIn wheel(double load, double vx, double vy, double camber = 0) {
  BodyForceIn in;
  in.R = turn(Vec3(camber, 0, 0)) * turn(Vec3(-M_PI / 2, 0, 0));
  in.p = Vec3(0, 0, 0.364325 - load / 460000);
  in.v = Vec3(vx, vy, 0);
  return in;
}

std::shared_ptr<const BodyForce> iltis_tyre(std::shared_ptr<const Road> road, Texts more = {}) {
  more.insert({{"radius", "0.364325"}, {"stiffness", "460000"}});
  return make_body_force("tyre_calspan", more, std::move(road));
}

Vec6 wrench_of(const BodyForce& f, const BodyForceIn& in) {
  BodyForceOut out;
  f.force(in, out);
  return out.wrench;
}

TEST(TyreCalspan, HasThePublishedStiffnesses) {
  const auto tyre = iltis_tyre(make_road("flat", {}));
  struct Row {
    double load, cornering, camber, trail;
  };
  for (const Row& r : {Row{3829.6, 41641, 6925, 0.06553}, Row{3593.6, 40162, 6600, 0.06142}}) {
    EXPECT_NEAR(tyre->report(wheel(r.load, 20, 0)), r.load, 1e-6);
    const double small = 1e-5;
    const Vec6 slip = wrench_of(*tyre, wheel(r.load, 20, 20 * small));
    EXPECT_NEAR(slip[4] / small, -r.cornering, r.cornering * 2e-3);
    EXPECT_NEAR(slip[2] / -slip[4], r.trail, 2e-4);  // Mz = -trail Fy: turns into the slip
    const Vec6 camber = wrench_of(*tyre, wheel(r.load, 20, 0, small));
    EXPECT_NEAR(camber[4] / small, -r.camber, r.camber * 5e-3);
    // Lateral damper of the linear set: cornering / speed.
    BodyForceOut out;
    tyre->derivatives(wheel(r.load, 20, 0), out);
    EXPECT_NEAR(out.by_twist(4, 4), -r.cornering / 20, r.cornering / 20 * 2e-3);
  }
}

TEST(TyreCalspan, PushesBackAndSaturates) {
  const auto tyre = iltis_tyre(make_road("flat", {}));
  for (const double vx : {10.0, -10.0, 0.5, 0.0})
    for (const double vy : {3.0, -3.0}) {
      const Vec6 f = wrench_of(*tyre, wheel(3800, vx, vy));
      EXPECT_LT(f[4] * vy, 0) << vx << " " << vy;
      EXPECT_NEAR(f[5], 3800, 1e-6);
    }
  const double peak = (-.464e-4 * 3800 + 1.216 + 2.18e-11 * 3800 * 3800) * 1.0274 * 3800;
  EXPECT_NEAR(wrench_of(*tyre, wheel(3800, 1, 8))[4], -peak, 1e-6);
  // The side force acts at the road: its torque about the wheel centre.
  const double height = 0.364325 - 3800.0 / 460000;
  EXPECT_NEAR(wrench_of(*tyre, wheel(3800, 1, 8))[0], -height * peak, 1e-6);
}

TEST(TyreCalspan, IsSmoothAndZeroAtRest) {
  const auto tyre = iltis_tyre(make_road("flat", {}));
  EXPECT_EQ(wrench_of(*tyre, wheel(3800, 0, 0, 0.05)).head<5>().norm(), 0);
  for (double v = -2; v < 2; v += 1e-3) {
    const double step = wrench_of(*tyre, wheel(3800, v + 1e-3, 0.05, 0.05))[4] -
                        wrench_of(*tyre, wheel(3800, v, 0.05, 0.05))[4];
    EXPECT_LT(std::abs(step), 10);
  }
}

TEST(TyreCalspan, SlidesOnIceAndStandsGreatLoads) {
  const auto dry = iltis_tyre(make_road("flat", {}));
  const auto ice = iltis_tyre(make_road("flat", {{"patches", "[[-1, 1, -1, 1, 0.1]]"}}));
  EXPECT_NEAR(wrench_of(*ice, wheel(3800, 1, 8))[4], wrench_of(*dry, wheel(3800, 1, 8))[4] / 10,
              1e-6);
  for (double load = 1000; load < 1.2e5; load += 1000) {
    const double side = wrench_of(*dry, wheel(load, 10, 1))[4];
    EXPECT_LT(side, 0) << load;
    EXPECT_GT(side, -2e4) << load;
  }
}

TEST(TyreRadial, FollowsThePublishedLaws) {
  const auto road = make_road("bump", {});
  const Texts numbers{{"radius", "0.36"}, {"stiffness", "460000"}};
  BodyForceIn in = wheel(0, 5, 0);
  in.p = Vec3(2, 0.6, 0);
  const RoadPoint p = road->at(2, 0.6);
  in.p[2] = p.z + 0.35;
  const double k = 460000, s = p.z_x;
  const auto plane = make_body_force("tyre_radial", numbers, road);
  EXPECT_NEAR(plane->report(in), k * 0.01 / std::sqrt(1 + s * s), 1e-6);
  EXPECT_NEAR(wrench_of(*plane, in)[3], -k * 0.01 * s / (1 + s * s), 1e-6);
  Texts texts = numbers;
  texts["law"] = "potential";
  const auto potential = make_body_force("tyre_radial", texts, road);
  EXPECT_NEAR(wrench_of(*potential, in)[3], -k * 0.01 * s, 1e-6);
  EXPECT_NEAR(wrench_of(*potential, in)[5], k * 0.01, 1e-6);
  EXPECT_NEAR(potential->potential(in), k * 0.01 * 0.01 / 2, 1e-9);
  in.p[2] = p.z + 0.3601;
  EXPECT_EQ(wrench_of(*plane, in).norm(), 0);
  EXPECT_EQ(plane->report(in), 0);
  texts["law"] = "nearest";
  EXPECT_THROW(make_body_force("tyre_radial", texts, road), Error);
}

TEST(TyreRadial, RollsOverEdges) {
  const auto road = make_road("polyline", {{"points", "[[0, 0], [0.02, -0.125]]"}});
  const auto tyre =
      make_body_force("tyre_radial", {{"radius", "0.36"}, {"stiffness", "460000"}}, road);
  BodyForceIn in = wheel(0, 5, 0);
  in.p = Vec3(0.1, 0, std::sqrt(0.35 * 0.35 - 0.01));  // 0.35 m from the edge, beyond it
  const Vec6 f = wrench_of(*tyre, in);
  EXPECT_NEAR(f.tail<3>().norm(), 4600, 1e-6);
  EXPECT_NEAR(f[3] / f[5], 0.1 / in.p[2], 1e-9);
}

}  // namespace
}  // namespace takt::element
