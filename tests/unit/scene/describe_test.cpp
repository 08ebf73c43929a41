// The scene of every mechanism that comes with the program is where its equations say it is.
#include "takt/scene/describe.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <stdexcept>

#include "models.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/model/mesh.hpp"
#include "takt/scene/surfaces.hpp"

namespace takt::test {
namespace {

using scene::Scene;

class SceneOf : public testing::TestWithParam<std::string> {
 protected:
  io::OpenModel open = io::open_model(GetParam());
  const mechanism::Mechanism& mechanism = *open.mechanism;
  const Model& model = mechanism.model();
  Scene seen = scene::describe(mechanism, open.start);

  Frame pose(int body) const { return seen.bodies[static_cast<std::size_t>(body)].pose; }
  Vec3 world(int body, const Vec3& p) const { return pose(body) * p; }
  double near() const { return 1e-7 * seen.size; }
};

bool finite(const Frame& f) { return f.R.allFinite() && f.p.allFinite(); }

TEST_P(SceneOf, IsFiniteAndEveryMassHasAShape) {
  ASSERT_EQ(seen.bodies.size(), model.bodies.size());
  EXPECT_TRUE(std::isfinite(seen.size) && seen.size > 0);
  EXPECT_GT(seen.main, 0);
  scene::add_surfaces(seen, model);
  for (std::size_t b = 0; b < seen.bodies.size(); ++b) {
    const scene::Body& body = seen.bodies[b];
    EXPECT_TRUE(finite(body.pose)) << body.name;
    EXPECT_NEAR(body.pose.R.determinant(), 1, 1e-9);
    EXPECT_TRUE(b == 0 || !(model.bodies[b].mass > 0) || !body.shapes.empty()) << body.name;
    EXPECT_EQ(body.automatic, b > 0 && model.bodies[b].shapes.empty()) << body.name;
    for (const scene::Shape& s : body.shapes) {
      EXPECT_TRUE(finite(s.frame)) << body.name;
      EXPECT_NEAR(s.frame.R.determinant(), 1, 1e-9) << body.name;
      for (const double x : s.size)
        EXPECT_TRUE(std::isfinite(x) && (x > 0 || s.kind == scene::Shape::Kind::line)) << body.name;
      EXPECT_EQ(s.mesh != nullptr, s.kind == scene::Shape::Kind::mesh);
      if (s.mesh == nullptr) continue;
      for (const Vec3& p : s.mesh->points) EXPECT_TRUE(p.allFinite()) << body.name;
    }
  }
  for (const scene::Arrow& a : seen.arrows) {
    EXPECT_TRUE(a.p.allFinite()) << a.name;
    EXPECT_NEAR(a.direction.norm(), 1, 1e-9) << a.name;
  }
  for (const scene::Surface& s : seen.surfaces) {
    for (const Vec3& p : s.points) EXPECT_TRUE(p.allFinite());
    for (const int t : s.triangles) EXPECT_LT(static_cast<std::size_t>(t), s.points.size());
  }
}

TEST_P(SceneOf, HasThePosesOfTheColumnsOfResults) {
  const auto scratch = mechanism.make_scratch();
  const State& s = open.start;
  const Excitation u = mechanism.excitation_at(s.t);
  std::vector<double> columns(mechanism.columns(Observe::bodies).size());
  mechanism.observe(Observe::bodies, {s.q, s.v, s.a, s.lambda, s.z, u}, columns, *scratch);
  const std::vector<Frame> poses = scene::poses(mechanism, s);
  constexpr std::size_t each = 13;  // x y z, qw qx qy qz, velocities
  ASSERT_EQ(columns.size(), each * (seen.bodies.size() - 1));
  for (std::size_t b = 1; b < seen.bodies.size(); ++b) {
    const double* at = columns.data() + each * (b - 1);
    const Mat3 R = rotation::matrix_of({at[3], at[4], at[5], at[6]});
    EXPECT_LT((seen.bodies[b].pose.p - Vec3(at[0], at[1], at[2])).norm(), 1e-12);
    EXPECT_LT((seen.bodies[b].pose.R - R).norm(), 1e-12);
    EXPECT_EQ(poses[b].p, seen.bodies[b].pose.p);
  }
}

TEST_P(SceneOf, HasLinksAsLongAsTheirForcesMeasure) {
  const auto scratch = mechanism.make_scratch();
  const State& s = open.start;
  const Excitation u = mechanism.excitation_at(s.t);
  List<Motion> bodies(model.bodies.size());
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  mechanism.motions(p, bodies, *scratch);
  for (const scene::Link& l : seen.links) {
    const Vec3 d = world(l.body_b, l.b) - world(l.body_a, l.a);
    ASSERT_TRUE(d.allFinite()) << l.name;
    for (const Force& f : model.forces) {
      if (f.name != l.name) continue;
      double rate = 0;
      const double measured = mechanism.measure_value(f.measures[0], p, bodies, *scratch, &rate);
      const Mat3 R = bodies[f.measures[0].measure.a.body].R * f.measures[0].measure.a.frame.R;
      double drawn = d.norm();
      if (f.measures[0].measure.kind == element::MeasureKind::along)
        drawn = R.col(f.measures[0].measure.i).dot(d);
      EXPECT_NEAR(measured, drawn, 1e-9) << l.name;
    }
    for (const Constraint& c : model.constraints)
      if (c.name == l.name && c.driven_by < 0) {
        EXPECT_NEAR(d.norm(), c.length, near()) << l.name;
      }
  }
}

TEST_P(SceneOf, HasJointsThatMeet) {
  for (const scene::Joint& j : seen.joints) {
    const Vec3 apart =
        world(j.outboard.body, j.outboard.frame.p) - world(j.inboard.body, j.inboard.frame.p);
    Vec3 beside = apart;
    std::size_t slides = 0;
    for (const scene::Joint::Axis& a : j.axes) {
      EXPECT_NEAR(a.direction.norm(), 1, 1e-9) << j.name;
      if (a.turns) continue;
      ++slides;
      const Vec3 along = pose(j.inboard.body).R * (j.inboard.frame.R * a.direction);
      beside -= beside.dot(along) * along;
    }
    EXPECT_TRUE(slides == 3 || beside.norm() < near()) << j.name << " " << beside.norm();
  }
}

INSTANTIATE_TEST_SUITE_P(All, SceneOf, testing::ValuesIn(all_mechanisms()),
                         [](const auto& i) { return name_of_mechanism(i.param); });

const scene::Joint& joint(const Scene& s, const std::string& name) {
  for (const scene::Joint& j : s.joints)
    if (j.name == name) return j;
  throw std::out_of_range(name);
}

const scene::Link& link(const Scene& s, const std::string& name) {
  for (const scene::Link& l : s.links)
    if (l.name == name) return l;
  throw std::out_of_range(name);
}

const scene::Body& body(const Scene& s, const std::string& name) {
  for (const scene::Body& b : s.bodies)
    if (b.name == name) return b;
  throw std::out_of_range(name);
}

Scene scene_of(const std::string& name) {
  const io::OpenModel open = io::open_model(name);
  return scene::describe(*open.mechanism, open.start);
}

TEST(Describe, FindsWhatForcesLookLike) {
  using Kind = scene::Link::Kind;
  const Scene iltis = scene_of("iltis");
  EXPECT_EQ(link(iltis, "fl.shock_absorber").kind, Kind::spring_damper);
  EXPECT_EQ(link(iltis, "fl.leaf_spring").kind, Kind::spring);
  EXPECT_EQ(link(iltis, "fl.tie_rod").kind, Kind::rod);
  EXPECT_TRUE(link(iltis, "fl.tie_rod").has_force);
  const Scene squeezer = scene_of("squeezer-mechanism"), train = scene_of("train-carriage");
  EXPECT_EQ(link(squeezer, "spring").kind, Kind::spring);
  EXPECT_EQ(link(train, "primary111").kind, Kind::bushing);
  // A massless body that is a rod.
  const Scene corner = scene_of("double-wishbone-corner");
  EXPECT_EQ(link(corner, "left.tie_rod").kind, Kind::rod);
  EXPECT_EQ(iltis.bodies[static_cast<std::size_t>(iltis.main)].name, "chassis");
}

TEST(Describe, MarksCutsAndDrives) {
  const Scene bar = scene_of("four-bar");
  int cuts = 0;
  for (const scene::Joint& j : bar.joints) cuts += j.cut ? 1 : 0;
  EXPECT_EQ(cuts, 1);
  const Scene rods = scene_of("shaken-rods");
  EXPECT_TRUE(joint(rods, "lift").driven);
  EXPECT_FALSE(joint(rods, "j1").driven);
}

// Each coordinate of a joint of the tree, moved a little, moves its outboard frame about or along the
// axis that is drawn for it.
void expect_axes(const std::string& name, const std::vector<std::string>& set, int least) {
  const io::OpenModel open = io::open_model(name, set);
  const mechanism::Mechanism& m = *open.mechanism;
  const Model& model = m.model();
  const Scene seen = scene::describe(m, open.start);
  const auto relative = [&](const State& s, const Joint& j) {
    const std::vector<Frame> at = scene::poses(m, s);
    const auto frame = [&](const Attachment& a) {
      return at[static_cast<std::size_t>(a.body)] *
             Frame{a.frame.R, a.frame.p - model.bodies[a.body].centre};
    };
    return frame(j.inboard).inverse() * frame(j.outboard);
  };
  int looked_at = 0;
  for (int k = 0; k < model.joints.count(); ++k) {
    const Joint& j = model.joints[k];
    const scene::Joint& drawn = seen.joints[static_cast<std::size_t>(k)];
    if (drawn.axes.size() > 2) continue;
    for (std::size_t c = 0; c < drawn.axes.size(); ++c) {
      const int place = m.place_of(k, static_cast<int>(c)).q;
      if (place < 0) continue;
      constexpr double step = 1e-6;
      State before = open.start, after = open.start;
      before.q[place] -= step;
      after.q[place] += step;
      const Frame a = relative(before, j), b = relative(after, j);
      const Mat3 turn = (b.R * a.R.transpose() - Mat3::Identity()) / (2 * step);
      const Vec3 w(turn(2, 1), turn(0, 2), turn(1, 0)), v = (b.p - a.p) / (2 * step);
      EXPECT_EQ(drawn.axes[c].turns, w.norm() > v.norm()) << j.name;
      const Vec3 along = drawn.axes[c].turns ? w : v;
      EXPECT_LT((drawn.axes[c].direction - along.normalized()).norm(), 1e-5) << j.name << " " << c;
      ++looked_at;
    }
  }
  EXPECT_GE(looked_at, least) << name;
}

TEST(Describe, DrawsAxesAlongWhichJointsMove) {
  expect_axes("slider-crank", {"q.crank=0.7"}, 3);
  expect_axes("stewart-platform", {}, 8);
  expect_axes("iltis", {}, 10);
  expect_axes("iltis", {"suspension=table", "rack=10mm", "manoeuvre=ramp"}, 8);
}

TEST(Describe, GivesABallThreeAxes) {
  EXPECT_EQ(joint(scene_of("slider-crank"), "B").axes.size(), 3u);
}

TEST(Describe, DrawsTyresAsWheels) {
  const Scene iltis = scene_of("iltis"), sedan = scene_of("sedan"),
              truck = scene_of("truck-trailer");
  const scene::Shape& w = body(iltis, "fl.wheel").shapes.at(0);
  EXPECT_EQ(w.kind, scene::Shape::Kind::wheel);
  EXPECT_NEAR(w.size[0], 0.364325, 1e-9);  // of its cylinder
  EXPECT_NEAR(std::abs(w.frame.R(1, 2)), 1, 1e-12);
  // The sizes of tyres without a cylinder, and of twins on one body.
  EXPECT_NEAR(body(sedan, "fl.wheel").shapes.at(0).size[0], 0.32, 1e-12);
  const std::vector<scene::Shape>& twins = body(truck, "rear1.l.wheel").shapes;
  ASSERT_EQ(twins.size(), 2u);
  EXPECT_NEAR(std::abs(twins[0].frame.p[1] - twins[1].frame.p[1]), 2 * 0.16764, 1e-9);
  EXPECT_NEAR(twins[0].size[1], 0.3048, 1e-9);
}

TEST(Describe, KnowsTheLinesOfTheText) {
  const std::string text =
      "takt: 1\nname: line\nbodies:\n  arm: {mass: 1 kg, com: [1, 0, 0]}\n"
      "joints:\n  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}\n";
  const Model m = io::read_model(text, "line.yaml");
  const io::OpenModel open = io::open_model(m);
  const Scene s = scene::describe(*open.mechanism, open.start);
  EXPECT_EQ(body(s, "arm").line, 4);
  EXPECT_EQ(joint(s, "hinge").line, 6);
  EXPECT_EQ(scene::line_of(m, "other.yaml:3:1"), 0);
  EXPECT_EQ(scene::line_of(m, ""), 0);
}

TEST(Describe, IsTheSameInNaturalCoordinates) {
  const std::vector<std::string> set;
  const io::OpenModel open = io::open_model("four-bar", set, "natural:index1+heun+s_both2");
  const Scene s = scene::describe(*open.mechanism, open.start), other = scene_of("four-bar");
  ASSERT_EQ(s.bodies.size(), other.bodies.size());
  for (std::size_t b = 0; b < s.bodies.size(); ++b)
    EXPECT_LT((s.bodies[b].pose.p - other.bodies[b].pose.p).norm(), 1e-9);
  for (std::size_t j = 0; j < s.joints.size(); ++j) EXPECT_EQ(s.joints[j].cut, other.joints[j].cut);
}

TEST(Describe, TakesColoursFromTheModel) {
  const Model m = io::read_model(
      "takt: 1\nbodies:\n  b:\n    mass: 1 kg\n    shapes:\n"
      "      - {box: [1, 1, 1], part: glass}\n      - {sphere: 0.1}\n"
      "      - {cylinder: {radius: 0.3, length: 0.2}, axis: y, part: tyre}\n"
      "joints:\n  j: {type: free, between: [ground, b]}\n",
      "b.yaml");
  EXPECT_EQ(m.bodies[1].shapes[0].part, Shape3::Part::glass);
  EXPECT_EQ(m.bodies[1].shapes[1].part, Shape3::Part::own);
  const io::OpenModel open = io::open_model(m);
  const Scene s = scene::describe(*open.mechanism, open.start);
  EXPECT_EQ(s.bodies[1].shapes[0].part, scene::Shape::Part::glass);
  EXPECT_EQ(s.bodies[1].shapes[2].kind, scene::Shape::Kind::wheel);
}

}  // namespace
}  // namespace takt::test
