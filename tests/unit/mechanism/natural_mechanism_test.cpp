// Poses, energies and reactions of bodies of mechanisms in natural coordinates, and what these
// mechanisms refuse.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

#include "natural_catalogue.hpp"
#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/method/refusal.hpp"

namespace takt::mechanism {
namespace {

struct Solved {  // a state on the constraints with random velocities, accelerations and multipliers
  std::shared_ptr<const Mechanism> mechanism;
  std::unique_ptr<Scratch> scratch;
  Excitation u;
  State s;
  Terms t;
  std::vector<Motion> bodies;

  explicit Solved(const std::shared_ptr<const Model>& model)
      : mechanism(compile_natural(model)), scratch(mechanism->make_scratch()),
        s(mechanism->initial()), t(make_terms(mechanism->shape())), bodies(model->bodies.size()) {
    const Shape& shape = mechanism->shape();
    u = {Vector::Zero(shape.nu), Vector::Zero(shape.nu), Vector::Zero(shape.nu)};
    mechanism->excite(0, {}, u);
    evaluate();
    const Matrix G = t.G.to_matrix();
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const Vector any = Vector::NullaryExpr(shape.nv, [&] { return uniform(generator); });
    s.v = any;
    if (shape.ng > 0) s.v -= G.completeOrthogonalDecomposition().solve(G * any + t.gI);
    evaluate();
    Matrix A = Matrix::Zero(shape.nv + shape.ng, shape.nv + shape.ng);
    A.topLeftCorner(shape.nv, shape.nv) = t.M.to_matrix();
    A.topRightCorner(shape.nv, shape.ng) = G.transpose();
    A.bottomLeftCorner(shape.ng, shape.nv) = G;
    Vector b(shape.nv + shape.ng);
    b << t.f, -t.gamma;
    const Vector x = A.completeOrthogonalDecomposition().solve(b);
    EXPECT_LE((A * x - b).norm(), 1e-8 * (1 + b.norm()));
    s.a = x.head(shape.nv);
    s.lambda = x.tail(shape.ng);
    mechanism->motions(point(), bodies, *scratch);
  }
  Point point() const { return {s.q, s.v, s.a, s.lambda, s.z, u}; }
  void evaluate() { mechanism->evaluate(point(), all_terms, t, *scratch); }
};

class NaturalBodies : public testing::TestWithParam<Case> {};

TEST_P(NaturalBodies, MoveAsTheCoordinatesDo) {
  const Solved x(GetParam().model);
  const State back = x.mechanism->state_of(x.bodies, 0);
  EXPECT_LE(max_norm(back.q - x.s.q), 1e-12);
  EXPECT_LE(max_norm(back.v - x.s.v), 1e-11);
  EXPECT_LE(max_norm(back.a - x.s.a), 1e-8 * (1 + max_norm(x.s.a)));
  for (std::size_t b = 1; b < x.bodies.size(); ++b) {
    const Frame& design = GetParam().model->bodies[b].design;
    EXPECT_LE((x.bodies[b].p - design.p).norm(), 1e-12) << b;
    EXPECT_LE((x.bodies[b].R - design.R).norm(), 1e-12) << b;
  }
}

TEST_P(NaturalBodies, HaveTheEnergyOfRigidBodies) {
  const Solved x(GetParam().model);
  double T = 0, V = 0;
  for (std::size_t b = 1; b < x.bodies.size(); ++b) {
    const Body& body = GetParam().model->bodies[b];
    const Motion c = x.bodies[b].of({Mat3::Identity(), body.centre});
    const Vec3 w = c.R.transpose() * c.w;
    T += 0.5 * body.mass * c.v.squaredNorm() + 0.5 * w.dot(body.inertia * w);
    V -= body.mass * GetParam().model->gravity.dot(c.p);
  }
  EXPECT_NEAR(0.5 * x.s.v.dot(x.t.M.to_matrix() * x.s.v), T, GetParam().exactness * T + 1e-12);
  EXPECT_NEAR(x.mechanism->potential(x.point(), *x.scratch), V, 1e-10 * (1 + std::abs(V)));
}

// m a = m g + F,  I w' + w x I w = M about the centre, of what the joints transmit.
TEST_P(NaturalBodies, AreBalancedByReactions) {
  if (!GetParam().determinate) return;
  const Model& model = *GetParam().model;
  const Solved x(GetParam().model);
  std::vector<Vec6> wrench(model.joints.size());
  std::vector<Vec6> of_constraints(x.mechanism->model().constraints.size());
  x.mechanism->reactions(x.point(), wrench, of_constraints, *x.scratch);
  for (std::size_t b = 1; b < x.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    const Motion c = x.bodies[b].of({Mat3::Identity(), body.centre});
    const Mat3 I = c.R * body.inertia * c.R.transpose();
    Vec3 F = body.mass * (model.gravity - c.dv);
    Vec3 M = -I * c.dw - rotation::cross(c.w, I * c.w);
    double size = F.norm() + M.norm();
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      const Joint& joint = model.joints[j];
      const Frame in{x.bodies[static_cast<std::size_t>(joint.inboard.body)].R,
                     x.bodies[static_cast<std::size_t>(joint.inboard.body)].p};
      const Mat3 R = in.R * joint.inboard.frame.R;
      const Motion out =
          x.bodies[static_cast<std::size_t>(joint.outboard.body)].of(joint.outboard.frame);
      for (int side : {0, 1}) {
        if (b != static_cast<std::size_t>(side ? joint.outboard.body : joint.inboard.body))
          continue;
        const Vec3 f = (side ? 1 : -1) * (R * wrench[j].tail<3>()),
                   m = (side ? 1 : -1) * (R * wrench[j].head<3>());
        F += f;
        M += m + rotation::cross(out.p - c.p, f);
        size += f.norm() + m.norm();
      }
    }
    EXPECT_LE(F.norm(), GetParam().exactness * size) << body.name << " " << F.transpose();
    EXPECT_LE(M.norm(), GetParam().exactness * size) << body.name << " " << M.transpose();
  }
}

// A joint transmits nothing along its freedoms.
TEST_P(NaturalBodies, TransmitNothingAlongFreedoms) {
  const Model& model = *GetParam().model;
  const Solved x(GetParam().model);
  std::vector<Vec6> wrench(model.joints.size());
  std::vector<Vec6> of_constraints(x.mechanism->model().constraints.size());
  x.mechanism->reactions(x.point(), wrench, of_constraints, *x.scratch);
  double size = 1;
  for (const Vec6& w : wrench) size = std::max(size, w.norm());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const std::string_view type = model.joints[j].type->name;
    const Vec6& w = wrench[j];
    const bool driven = model.joints[j].driven_by >= 0;
    const double tolerance = GetParam().exactness * size;
    double along = 0;
    if (type == "spherical") along = w.head<3>().norm();
    if (type == "free") along = w.norm();
    if (type == "revolute") along = driven ? 0 : std::abs(w[2]);
    if (type == "prismatic") along = driven ? 0 : std::abs(w[5]);
    if (type == "cylindrical") along = std::hypot(w[2], w[5]);
    if (type == "planar") along = std::hypot(w[2], w[3], w[4]);
    if (type == "universal") along = std::abs(w[0]);
    if (type == "screw") along = std::abs(w[2] + model.joints[j].pitch / (2 * M_PI) * w[5]);
    EXPECT_LE(along, tolerance) << model.joints[j].name;
  }
}

// The multipliers of light and heavy rows together come out of the regularised saddle.
TEST_P(NaturalBodies, AccelerateAsTheSaddleSays) {
  const Solved x(GetParam().model);
  Evaluator eval(*x.mechanism);
  eval.place(Slot::start, x.s);
  const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
  Vector a = t.f, lambda = -t.gamma;
  linear::Saddle& saddle = eval.mass_saddle(Slot::start);
  ASSERT_EQ(saddle.status(), Status::ok);
  saddle.solve(a, lambda);
  EXPECT_LE(max_norm(a - x.s.a), GetParam().exactness * (9.81 + max_norm(x.s.a)));
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, NaturalBodies, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

TEST(NaturalMechanism, SharesPointsAndAxes) {
  const auto names = compile_natural(four_bar().model)->names();
  EXPECT_EQ(names.q[0], "crank.B.x");  // A is ground; the axes are all constant
  EXPECT_EQ(compile_natural(four_bar().model)->shape().quadratic_constraints, true);
  const auto balls = compile_natural(chain("", "spherical", "spherical", 6).model);
  EXPECT_EQ(balls->shape().nv, 3 + 2 * 3 + 3 * 3);  // B; two vectors; three vectors
}

// Bodies turned about their joints by given angles, the rest left where it is.
std::vector<Motion> turned(const Model& model, const std::vector<std::pair<int, double>>& angles) {
  std::vector<Motion> out(model.bodies.size());
  for (std::size_t b = 0; b < out.size(); ++b) {
    out[b].R = model.bodies[b].design.R;
    out[b].p = model.bodies[b].design.p;
  }
  for (const auto& [j, angle] : angles) {
    const Joint& joint = model.joints[static_cast<std::size_t>(j)];
    const bool screw = joint.type->name == "screw";
    const Frame moved =
        joint.inboard.frame *
        Frame{turn({0, 0, angle}), {0, 0, screw ? angle * joint.pitch / (2 * M_PI) : 0}} *
        joint.outboard.frame.inverse();
    out[static_cast<std::size_t>(joint.outboard.body)].R = moved.R;
    out[static_cast<std::size_t>(joint.outboard.body)].p = moved.p;
  }
  return out;
}

double worst_row(const Mechanism& m, const State& s) {
  Terms t = make_terms(m.shape());
  Excitation u{Vector::Zero(m.shape().nu), Vector::Zero(m.shape().nu), Vector::Zero(m.shape().nu)};
  m.excite(s.t, {}, u);
  m.evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u}, Term::g, t, *m.make_scratch());
  return max_norm(t.g);
}

TEST(NaturalMechanism, HoldsAnglesOverManyTurns) {
  Build m;
  const int u = m.signal([](double t) { return element::SignalValue{3 * t, 3, 0}; });
  const int a = m.body("a", 1, {0, 0, 0.1}, solid), b = m.body("b", 1, {1, 0, 0.1}, solid),
            c = m.body("c", 1, {2, 0, 0.1}, solid);
  const int A = m.joint("A", "revolute", 0, a, along({0, 0, 0}, ey)),
            B = m.joint("B", "revolute", 0, b, along({1, 0, 0}, ey)),
            C = m.joint("C", "screw", 0, c, along({2, 0, 0}, ey));
  m.model->joints[static_cast<std::size_t>(A)].driven_by = u;
  m.model->joints[static_cast<std::size_t>(C)].pitch = 0.1;
  m.constraint("gear", Constraint::Kind::coupler).terms = {{A, 0, 2}, {B, 0, -3}};
  m.constraint("thread", Constraint::Kind::coupler).terms = {{A, 0, 1}, {C, 0, 0.5}};
  const auto mechanism = compile_natural(m.model);
  for (RowLevel level : mechanism->shape().row_level) EXPECT_EQ(level, RowLevel::position);
  for (double t = 0; t < 10; t += 0.17) {
    const State s = mechanism->state_of(turned(*m.model, {{A, 3 * t}, {B, 2 * t}, {C, -6 * t}}), t);
    EXPECT_LE(worst_row(*mechanism, s), 1e-12) << t;
    const State off =
        mechanism->state_of(turned(*m.model, {{A, 3 * t}, {B, 2 * t + 0.01}, {C, -6 * t}}), t);
    EXPECT_NEAR(worst_row(*mechanism, off), 0.03, 1e-9) << t;
  }
}

TEST(NaturalMechanism, LeavesExplicitForcesOutOfK) {
  Build m;
  const int b = m.body("b", 1, {1, 0, 0}, solid);
  m.joint("A", "spherical", 0, b, {});
  const Attachment top{0, at({1, 0, 2})}, tip = m.on(b, at({1, 0, 0}));
  m.force("spring", std::make_shared<Spring>(100, 5, 1.5),
          {between(element::MeasureKind::distance, top, tip)});
  for (bool left_out : {false, true}) {
    m.model->forces[0].explicit_only = left_out;
    const Solved x(m.model);
    EXPECT_EQ(x.t.K.values().isZero(0), left_out);
    EXPECT_EQ(x.t.C.values().isZero(0), left_out);
    EXPECT_FALSE(x.t.K_full.values().isZero(0));
    EXPECT_NEAR(x.mechanism->potential(x.point(), *x.scratch), 0.5 * 100 * 0.25, 1e-12);
  }
}

// A spring pulls on the arm: the pin gives what is missing.
TEST(NaturalMechanism, ReactionsKnowOfForces) {
  Build m;
  const int b = m.body("b", 2, {1, 0, 0}, solid);
  m.joint("A", "spherical", 0, b, {});
  const Attachment top{0, at({1, 0, 2})}, tip = m.on(b, at({1, 0, 0}));
  m.force("spring", std::make_shared<Spring>(100, 0, 2 - 2 * 9.81 / 100),
          {between(element::MeasureKind::distance, top, tip)});
  const auto mechanism = compile_natural(m.model);
  const auto scratch = mechanism->make_scratch();
  const State s = mechanism->initial();
  const Excitation none{Vector(0), Vector(0), Vector(0)};
  std::vector<Vec6> wrench(1);
  std::vector<Vec6> of_constraints(mechanism->model().constraints.size());
  mechanism->reactions(Point{s.q, s.v, s.a, s.lambda, s.z, none}, wrench, of_constraints, *scratch);
  EXPECT_LE(wrench[0].norm(), 1e-12);  // hangs in balance
}

TEST(NaturalMechanism, RefusesWhatItCannotSay) {
  auto refusal = [](const std::shared_ptr<const Model>& model) -> std::string {
    try {
      compile_natural(model);
    } catch (const Error& e) {
      EXPECT_FALSE(e.hint.empty());
      return e.what();
    }
    return "";
  };
  Build lever;
  const int b = lever.body("lever", 0, {1, 0, 0}, Vec3::Zero());
  lever.joint("A", "revolute", 0, b, {});
  EXPECT_EQ(refusal(lever.model), "body 'lever' has no mass and carries none");
  Build ball;
  const int c = ball.body("b", 1, {1, 0, 0}, solid);
  const int A = ball.joint("A", "spherical", 0, c, {});
  ball.force("spring", std::make_shared<Spring>(1, 0, 0), {coordinate_of(A)});
  EXPECT_NE(refusal(ball.model).find("joint 'A', a spherical joint"), std::string::npos);
  Case loaded = massless();
  Model model = *loaded.model;
  Force f;
  f.name = "pull";
  f.law = std::make_shared<Spring>(1, 0, 0);
  f.measures = {between(element::MeasureKind::distance, {0, {}}, {3, {}})};
  model.forces.push_back(f);
  EXPECT_NE(refusal(std::make_shared<Model>(model)).find("body 'rod'"), std::string::npos);
  Build flat;
  flat.joint("loose", "free", 0, flat.body("flat", 1, {0, 0, 0}, {1, 1, 3}), {});
  EXPECT_NE(refusal(flat.model).find("no distribution of mass"), std::string::npos);
}

// Linear in the number of loops: patterns and values per loop stay the same.
TEST(NaturalMechanism, IsSparse) {
  auto ladder = [](int loops) {
    Build m;
    int left = m.body("l0", 1, {0, 0, 0.5}, solid);
    m.joint("A0", "revolute", 0, left, along({0, 0, 0}, ey));
    for (int k = 1; k <= loops; ++k) {
      const std::string n = std::to_string(k);
      const double x = k;
      const int right = m.body("r" + n, 1, {x, 0, 0.5}, solid),
                bar = m.body("b" + n, 1, {x - 0.5, 0, 1}, solid);
      m.joint("A" + n, "revolute", 0, right, along({x, 0, 0}, ey));
      m.joint("B" + n, "revolute", left, bar, along({x - 1, 0, 1}, ey));
      m.joint("C" + n, "revolute", bar, right, along({x, 0, 1}, ey));
      left = right;
    }
    return compile_natural(m.model);
  };
  auto values = [&](int loops) {
    const auto m = ladder(loops);
    return m->shape().M->size() + m->shape().G->size() + m->shape().K_full->size();
  };
  EXPECT_EQ(values(30) - values(20), values(20) - values(10));
}

}  // namespace
}  // namespace takt::mechanism
