// General motions: their derivatives against differences; the equations of motion of joints that move
// by functions against those of the same joints of the catalogue, and against closed forms.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <random>

#include "takt/element/joint/motion.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/model/geometry.hpp"
#include "takt/model/joint_components.hpp"
#include "tests/support/random_models.hpp"

namespace takt::test {
namespace {

using element::MotionPoint;
using element::PoseFunction;

Vec6 bracket(const Vec6& a, const Vec6& b) {
  Vec6 r;
  r << rotation::cross(a.head<3>(), b.head<3>()),
      rotation::cross(a.tail<3>(), b.head<3>()) + rotation::cross(a.head<3>(), b.tail<3>());
  return r;
}

using At = std::function<void(const double*, MotionPoint&)>;

// S from differences of the pose, its derivatives from differences of S and S_i,j.
void expect_derivatives(int n, const At& at, const double* q, const char* what) {
  SCOPED_TRACE(std::string(what) + " of " + std::to_string(n));
  constexpr double h = 1e-5, eps = 1e-9;
  MotionPoint m;
  at(q, m);
  EXPECT_NEAR((m.R.transpose() * m.R - Mat3::Identity()).norm(), 0, 1e-14);
  for (int j = 0; j < n; ++j) {
    MotionPoint side[2];
    for (int s = 0; s < 2; ++s) {
      double x[3] = {};
      for (int i = 0; i < n; ++i) x[i] = q[i] + (i == j ? (s == 0 ? -h : h) : 0);
      at(x, side[s]);
    }
    const Mat3 W = m.R.transpose() * (side[1].R - side[0].R) / (2 * h);
    Vec6 S;
    S << W(2, 1), W(0, 2), W(1, 0), m.R.transpose() * (side[1].p - side[0].p) / (2 * h);
    EXPECT_LT((S - m.S[j]).norm(), eps) << "S " << j;
    for (int i = 0; i < n; ++i) {
      EXPECT_LT(((side[1].S[i] - side[0].S[i]) / (2 * h) - m.dS[i][j]).norm(), eps) << i << j;
      EXPECT_LT((m.dS[i][j] - m.dS[j][i] - bracket(m.S[i], m.S[j])).norm(), 1e-13) << i << j;
      for (int k = 0; k < n; ++k)
        EXPECT_LT(((side[1].dS[i][k] - side[0].dS[i][k]) / (2 * h) - m.ddS[i][k][j]).norm(), eps)
            << i << k << j;
    }
  }
}

TEST(GeneralMotion, DerivativesAgreeWithDifferences) {
  const double q[3] = {0.4, -0.7, 0.3};
  for (int n = 1; n <= element::max_motion_coordinates; ++n) {
    const auto wavy = std::make_shared<WavyMotion>(n, 5u + n);
    const element::MirroredMotion mirror(wavy);
    expect_derivatives(
        n, [&](const double* x, MotionPoint& m) { wavy->at(x, m); }, q, "motion");
    expect_derivatives(
        n, [&](const double* x, MotionPoint& m) { mirror.at(x, m); }, q, "mirror");
    expect_derivatives(
        n,
        [&](const double* x, MotionPoint& m) {
          wavy->at(x, m);
          element::invert(n, m);
        },
        q, "inverse");
  }
}

TEST(GeneralMotion, CoordinatesAndRatesAreFoundFromPosesAndTwists) {
  for (int n = 1; n <= element::max_motion_coordinates; ++n) {
    const auto motion = std::make_shared<WavyMotion>(n, 23u + n);
    const double q[3] = {0.2, -0.1, 0.15}, v[3] = {1.5, -0.4, 0.8};
    MotionPoint m;
    motion->at(q, m);
    Joint j;
    j.type = WavyJoint::with(n);
    j.motion = motion;
    const Frame in{roll_pitch_yaw({0.1, 0.2, 0.3}), {1, 2, 3}};
    const std::vector<double> found = drawn_coordinates(j, in, in * Frame{m.R, m.p});
    ASSERT_EQ(std::ssize(found), n);
    Vec6 twist = Vec6::Zero();
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(found[static_cast<std::size_t>(i)], q[i], 1e-12);
      twist += v[i] * m.S[i];
    }
    double rates[3];
    element::find_rates(*motion, q, twist, rates);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(rates[i], v[i], 1e-12);
  }
}

TEST(GeneralMotion, TheMirroredJointGivesTheMirroredPose) {
  const auto wavy = std::make_shared<WavyMotion>(2, 9u);
  const element::MirroredMotion mirrored(wavy);
  const double q[2] = {0.5, -0.3};
  MotionPoint a, b;
  wavy->at(q, a);
  mirrored.at(q, b);
  const Frame drawn{roll_pitch_yaw({0.3, -0.4, 0.7}), {0.2, 0.5, -0.3}};
  for (int k = 0; k < 3; ++k) {
    Reflection mirror;
    mirror.S[k] = -1;
    const Frame reflected = mirror.of(drawn, turned_joint(WavyJoint::of_two));
    const Frame want = mirror.of_body(drawn * Frame{a.R, a.p} * drawn.inverse());
    const Frame is = reflected * Frame{b.R, b.p} * reflected.inverse();
    EXPECT_NEAR((is.R - want.R).norm() + (is.p - want.p).norm(), 0, 1e-14);
  }
}

// The motions of the catalogue written as functions: revolute, screw, cylindrical and planar joints.
class PlainMotion final : public element::Motion {
 public:
  // by[f][i]: slope of function f (x y z, angles about z x y) by coordinate i
  explicit PlainMotion(std::vector<std::array<double, 6>> by) : by_(std::move(by)) {}
  int coordinates() const noexcept override { return static_cast<int>(by_.size()); }
  void at(const double* q, MotionPoint& out) const noexcept override {
    PoseFunction of[6];
    for (std::size_t i = 0; i < by_.size(); ++i)
      for (std::size_t f = 0; f < 6; ++f) {
        of[f].y += by_[i][f] * q[i];
        of[f].d[i] = by_[i][f];
      }
    element::set_point(of, coordinates(), out);
  }

 private:
  std::vector<std::array<double, 6>> by_;
};

struct SomeTerms {
  Matrix M, K, C, K_full;
  Vector f, a;
};

SomeTerms terms_of(const mechanism::Mechanism& m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  State s = m.initial();
  for (Vector* x : {&s.q, &s.v, &s.a})
    for (double& e : *x) e = unit(random);
  for (double& e : s.z) e = unit(random);
  const Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  Terms t = make_terms(m.shape());
  const auto scratch = m.make_scratch();
  m.evaluate(p, Term::M | Term::f | Term::K | Term::C | Term::K_full, t, *scratch);
  Vector a(m.shape().nv);
  m.recursive()->acceleration(p, Vector::Zero(m.shape().nv), a, *scratch);
  return {t.M.to_matrix(), t.K.to_matrix(), t.C.to_matrix(), t.K_full.to_matrix(), t.f, a};
}

TEST(GeneralMotion, ReproducesTheJointsOfTheCatalogue) {
  struct Case {
    const element::JointEntry* type;
    std::vector<std::array<double, 6>> by;
  };
  const double L = 0.8 / (2 * M_PI);
  const Case cases[] = {
      {&element::Revolute::entry, {{0, 0, 0, 1, 0, 0}}},
      {&element::Prismatic::entry, {{0, 0, 1, 0, 0, 0}}},
      {&element::Screw::entry, {{0, 0, L, 1, 0, 0}}},
      {&element::Cylindrical::entry, {{0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}}},
      {&element::Planar::entry, {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}}}};
  for (const Case& c : cases)
    for (unsigned seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(std::string(c.type->name) + " seed " + std::to_string(seed));
      const auto plain = random_model({seed, 4, 0, true, false, false});
      for (Joint& j : plain->joints) {
        j.type = c.type;
        j.pitch = c.type->has_pitch ? 0.8 : 0;
      }
      const auto general = std::make_shared<Model>(*plain);
      for (int i = 0; i < general->joints.count(); i += 2) {
        general->joints[i].type = WavyJoint::with(static_cast<int>(c.by.size()));
        general->joints[i].pitch = 0;
        general->joints[i].motion = std::make_shared<PlainMotion>(c.by);
      }
      const SomeTerms x = terms_of(*mechanism::compile_tree(plain), seed),
                      y = terms_of(*mechanism::compile_tree(general), seed);
      const auto near = [](const Matrix& is, const Matrix& want, const char* what) {
        EXPECT_LT((is - want).cwiseAbs().maxCoeff() / (1 + want.cwiseAbs().maxCoeff()), 1e-12)
            << what;
      };
      near(y.M, x.M, "M");
      near(y.f, x.f, "f");
      near(y.K, x.K, "K");
      near(y.C, x.C, "C");
      near(y.K_full, x.K_full, "K_full");
      near(y.a, x.a, "acceleration");
      if (testing::Test::HasFailure()) return;
    }
}

// A bead on the parabola z = c x^2, x its coordinate:
//   (1 + 4 c^2 x^2) x'' + 4 c^2 x x'^2 + 2 g c x = 0
class Parabola final : public element::Motion {
 public:
  static constexpr double c = 0.6;
  int coordinates() const noexcept override { return 1; }
  void at(const double* q, MotionPoint& out) const noexcept override {
    PoseFunction of[6];
    of[0].y = *q;
    of[0].d[0] = 1;
    of[2].y = c * *q * *q;
    of[2].d[0] = 2 * c * *q;
    of[2].dd[0][0] = 2 * c;
    element::set_point(of, 1, out);
  }
};

std::shared_ptr<Model> bead() {
  auto model = std::make_shared<Model>();
  model->gravity = {0, 0, -9.81};
  Body b;
  b.name = "bead";
  b.mass = 1.7;
  b.inertia = 0.1 * Mat3::Identity();
  model->bodies.push_back(b);
  Joint j;
  j.name = "wire";
  j.type = &WavyJoint::of_one;
  j.inboard.body = 0;
  j.outboard.body = 1;
  j.motion = std::make_shared<Parabola>();
  model->joints.push_back(j);
  return model;
}

TEST(GeneralMotion, ABeadOnAParabolaHasItsClosedForm) {
  const auto m = mechanism::compile_tree(bead());
  const auto scratch = m->make_scratch();
  const Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  Terms t = make_terms(m->shape());
  constexpr double c = Parabola::c, g = 9.81;
  for (const double x : {-0.8, 0.0, 0.3, 1.1})
    for (const double v : {-2.0, 0.5}) {
      State s = m->initial();
      s.q[0] = x, s.v[0] = v;
      const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
      m->evaluate(p, Term::M | Term::f | Term::K | Term::C, t, *scratch);
      const double m2 = 1 + 4 * c * c * x * x, f = -4 * c * c * x * v * v - 2 * g * c * x;
      EXPECT_NEAR(t.M.to_matrix()(0, 0), 1.7 * m2, 1e-14);
      EXPECT_NEAR(t.f[0], 1.7 * f, 1e-13);
      EXPECT_NEAR(t.K.to_matrix()(0, 0), 1.7 * (4 * c * c * v * v + 2 * g * c), 1e-13);
      EXPECT_NEAR(t.C.to_matrix()(0, 0), 1.7 * 8 * c * c * x * v, 1e-13);
      Vector a(1);
      m->recursive()->acceleration(p, Vector::Zero(1), a, *scratch);
      EXPECT_NEAR(a[0], f / m2, 1e-13);
    }
}

// Reactions of a joint with a general motion do no work on it.
TEST(GeneralMotion, ReactionsDoNoWorkOnTheMotion) {
  const auto model = random_model({4, 3, 0, true, false, false});
  for (int b = 0; b < 3; ++b) {
    Joint& j = model->joints[b];
    j.inboard.body = b;
    j.outboard.body = b + 1;
    j.type = WavyJoint::with(b + 1);
    j.motion = std::make_shared<WavyMotion>(b + 1, 3u + b);
  }
  Force push;  // on a coordinate of the second and the third joint
  push.name = "push";
  push.type = "test";
  push.law = std::make_shared<LinearLaw>(2);
  push.measures = {{{}, 1, 1}, {{}, 2, 0}};
  model->forces.push_back(push);
  const auto m = mechanism::compile_tree(model);
  const auto scratch = m->make_scratch();
  State s = m->initial();
  for (Index i = 0; i < s.q.size(); ++i) s.q[i] = 0.1 * static_cast<double>(i), s.v[i] = 0.3;
  const Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  m->recursive()->acceleration(p, Vector::Zero(s.v.size()), s.a, *scratch);
  std::vector<Vec6> on(3), of_constraints;
  m->reactions(p, on, of_constraints, *scratch);
  for (int j = 0, first = 0; j < 3; first += ++j) {
    MotionPoint at;
    model->joints[j].motion->at(s.q.data() + first, at);
    Vec6 W;  // in the axes of the moved frame
    W << at.R.transpose() * on[static_cast<std::size_t>(j)].head<3>(),
        at.R.transpose() * on[static_cast<std::size_t>(j)].tail<3>();
    EXPECT_GT(W.norm(), 1);
    for (int i = 0; i <= j; ++i) EXPECT_NEAR(W.dot(at.S[i]), 0, 1e-11 * W.norm()) << j << i;
  }
}

// The curvature of the motions is computed when K asks for it, also where f was computed before at the
// same place.
TEST(GeneralMotion, KFollowsAfterFAtTheSamePlace) {
  const auto m = mechanism::compile_tree(random_model({9, 4, 0, false, false, true}));
  State s = m->initial();
  for (Index i = 0; i < s.v.size(); ++i) s.v[i] = 0.3 + 0.1 * static_cast<double>(i);
  const Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  Terms fresh = make_terms(m->shape()), after = make_terms(m->shape());
  const auto one = m->make_scratch(), other = m->make_scratch();
  m->evaluate(p, Term::f | Term::K, fresh, *one);
  m->evaluate(p, Term::f, after, *other);
  m->evaluate(p, Term::K, after, *other);
  EXPECT_GT(fresh.K.to_matrix().norm(), 1);
  EXPECT_EQ(fresh.K.to_matrix(), after.K.to_matrix());
  m->evaluate(p, Term::K_full, fresh, *one);
  m->evaluate(p, Term::f, after, *other);
  m->evaluate(p, Term::K_full, after, *other);
  EXPECT_EQ(fresh.K_full.to_matrix(), after.K_full.to_matrix());
}

TEST(GeneralMotion, TheStateOfMotionsIsFound) {
  const auto model = random_model({9, 4, 0, false, false, true});
  const auto m = mechanism::compile_tree(model);
  const auto scratch = m->make_scratch();
  State s = m->initial();
  Vector dq(m->shape().nv);
  for (Index i = 0; i < dq.size(); ++i) dq[i] = 0.05 * static_cast<double>(i % 4) - 0.07;
  m->retract(State(s).q, dq, s.q);
  s.v = 3 * dq;
  const Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  std::vector<takt::Motion> bodies(model->bodies.size());
  m->motions({s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  const State found = m->state_of(bodies, 0);
  EXPECT_LT((found.q - s.q).norm(), 1e-11);
  EXPECT_LT((found.v - s.v).norm(), 1e-11);
}

void expect_refusal(const std::function<void()>& what, const std::string& text) {
  try {
    what();
    FAIL() << "not refused";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what();
    EXPECT_FALSE(e.hint.empty());
  }
}

TEST(GeneralMotion, NaturalCoordinatesAndLoopsThroughItAreRefused) {
  expect_refusal([] { mechanism::compile_natural(bead()); }, "natural");
  expect_refusal(
      [] {
        const auto model = bead();
        Joint twice = model->joints[0];
        twice.name = "again";
        model->joints.push_back(twice);
        mechanism::compile_tree(model);
      },
      "would close a loop");
}

}  // namespace
}  // namespace takt::test
