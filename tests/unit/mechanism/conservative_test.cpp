// Discrete gradients of mechanisms in natural coordinates. Between any two configurations, on or
// off the constraints, conservative forces do the work that their potential gives, and constraints
// change as their matrix says; if the ends coincide, both are those of evaluate. The stiffness is
// the derivative of the force, also if a stop or a tyre is in contact at one end only.
#include <gtest/gtest.h>

#include <random>

#include "natural_catalogue.hpp"
#include "takt/element/force/anti_roll_bar.hpp"
#include "takt/element/force/bump_stop.hpp"
#include "takt/element/force/bushing.hpp"
#include "takt/element/force/spring_damper.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "tests/support/random_models.hpp"

namespace takt::mechanism {
namespace {

using element::Curve;

struct Pairing {  // two configurations, and the velocity and excitation between them
  Vector q0, q1, v;
};

class Steps {
 public:
  explicit Steps(std::shared_ptr<const Mechanism> m, State start)
      : eom(*m), shape(eom.shape()), u{Vector::Zero(shape.nu), Vector::Zero(shape.nu),
                                       Vector::Zero(shape.nu)},
        mechanism_(std::move(m)), start_(std::move(start)), scratch_(eom.make_scratch()) {
    std::vector<double> inputs(static_cast<std::size_t>(shape.inputs));
    eom.standard_inputs(inputs);
    eom.excite(0.4, inputs, u);
    start_.z = Vector::Constant(shape.nz, 0.1);
  }
  explicit Steps(const std::shared_ptr<const Mechanism>& m) : Steps(m, m->initial()) {}

  const Mechanism& eom;
  const Shape& shape;
  Excitation u;

  Pairing pair(unsigned seed, double off, double apart, double speed = 0) const {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto random = [&] {
      return Vector(Vector::NullaryExpr(shape.nq, [&] { return uniform(generator); }));
    };
    Pairing p;
    p.q0 = start_.q + off * random();
    p.q1 = p.q0 + apart * random();
    p.v = speed * random();
    return p;
  }
  Point point(const Vector& q, const Vector& v) const {
    return {q, v, start_.a, start_.lambda, start_.z, u};
  }
  Vector force(const Pairing& p) const {
    const Vector q = 0.5 * (p.q0 + p.q1);
    const Point middle = point(q, p.v);
    Vector f = Vector::Constant(shape.nv, 1e30);
    eom.conservative()->discrete_force({p.q0, p.q1, u, u, middle}, f, *scratch_);
    return f;
  }
  Matrix jacobian(const Pairing& p) const {
    const Vector q = 0.5 * (p.q0 + p.q1);
    const Point middle = point(q, p.v);
    Terms t = make_terms(shape);
    t.G.values().setConstant(1e30);
    eom.conservative()->discrete_jacobian({p.q0, p.q1, u, u, middle}, t.G, *scratch_);
    return t.G.to_matrix();
  }
  Matrix stiffness(const Pairing& p) const {
    const Vector q = 0.5 * (p.q0 + p.q1);
    const Point middle = point(q, p.v);
    Terms t = make_terms(shape);
    t.K.values().setConstant(1e30);
    eom.conservative()->discrete_stiffness({p.q0, p.q1, u, u, middle}, t.K, *scratch_);
    return t.K.to_matrix();
  }
  void stiffness_is_the_derivative_of_the_force(const Pairing& p, double near) const {
    const Matrix K = stiffness(p);
    Matrix differences(shape.nv, shape.nv);
    constexpr double h = 1e-6;
    for (Index i = 0; i < shape.nq; ++i) {
      Pairing above = p, below = p;
      above.q1[i] += h;
      below.q1[i] -= h;
      differences.col(i) = (force(below) - force(above)) / (2 * h);
    }
    EXPECT_LE((K - differences).norm(), near * differences.norm());
  }
  double potential(const Vector& q) const {
    const Vector rest = Vector::Zero(shape.nv);
    return eom.potential(point(q, rest), *scratch_);
  }
  Terms at(const Vector& q, const Vector& v) const {
    Terms t = make_terms(shape);
    eom.evaluate(point(q, v), Term::f | Term::g | Term::G | Term::K, t, *scratch_);
    return t;
  }

  void forces_do_what_the_potential_says() const {
    for (const double apart : {1e-8, 1e-4, 0.02, 0.1})
      for (unsigned seed : {1u, 2u, 3u}) {
        const Pairing p = pair(seed, 0.05, apart);
        const Vector f = force(p);
        const double V0 = potential(p.q0), V1 = potential(p.q1);
        const double size = f.cwiseProduct(p.q1 - p.q0).cwiseAbs().sum() + std::abs(V0);
        EXPECT_NEAR(f.dot(p.q1 - p.q0), V0 - V1, 1e-12 * size) << "apart " << apart;
      }
  }
  void rows_change_as_their_matrix_says() const {
    for (const double apart : {1e-8, 1e-4, 0.02, 0.1}) {
      const Pairing p = pair(5, 0.05, apart, 1);
      const Matrix G = jacobian(p);
      const Vector change = at(p.q1, p.v).g - at(p.q0, p.v).g, moved = G * (p.q1 - p.q0);
      for (Index i = 0; i < shape.ng; ++i)
        if (shape.row_level[static_cast<std::size_t>(i)] == RowLevel::position) {
          EXPECT_NEAR(moved[i], change[i], 1e-13 * std::max(1.0, G.row(i).norm()))
              << eom.names().rows[static_cast<std::size_t>(i)] << " apart " << apart;
        }
    }
  }
  void ends_that_meet_give_what_evaluate_gives() const {
    for (const double apart : {0.0, 1e-5}) {  // the difference is of second order
      const Pairing p = pair(9, 0.05, apart, 1);
      const Terms t = at(0.5 * (p.q0 + p.q1), p.v);
      const double near = apart > 0 ? 1e-7 : 0;
      EXPECT_LE(max_norm(force(p) - t.f), (1e-12 + near) * (1 + max_norm(t.f))) << apart;
      EXPECT_LE((stiffness(p) - 0.5 * t.K.to_matrix()).norm(),
                (apart > 0 ? 1e-3 : 1e-12) * (1 + t.K.values().norm()))
          << apart;
      if (shape.ng > 0) {
        EXPECT_LE((jacobian(p) - t.G.to_matrix()).norm(), (1e-13 + near) * t.G.values().norm())
            << apart;
      }
    }
  }

 private:
  std::shared_ptr<const Mechanism> mechanism_;
  State start_;
  std::unique_ptr<Scratch> scratch_;
};

// ---- the catalogue of mechanisms: rows of every kind

class ConservativeRows : public testing::TestWithParam<Case> {};
TEST_P(ConservativeRows, ChangeAsTheirMatrixSays) {
  const Steps steps(compile_natural(GetParam().model));
  steps.rows_change_as_their_matrix_says();
  steps.ends_that_meet_give_what_evaluate_gives();
}
INSTANTIATE_TEST_SUITE_P(Mechanisms, ConservativeRows, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

// ---- what is shipped

struct Shipped {
  const char* name;
  const char* model;
  std::vector<std::string> set;
  double forward = 0;  // along x, where the road is not level
};
void PrintTo(const Shipped& s, std::ostream* out) { *out << s.name; }

class ConservativeModels : public testing::TestWithParam<Shipped> {
 protected:
  io::OpenModel open = io::open_model(GetParam().model, GetParam().set, "natural:");
  Steps steps{open.mechanism, moved()};

  State moved() const {
    if (GetParam().forward == 0) return open.start;
    Evaluator eval(*open.system);
    eval.place(Slot::start, open.start);
    std::vector<Motion> bodies(open.mechanism->model().bodies.size());
    open.mechanism->motions(eval.point(Slot::start), bodies, eval.scratch());
    for (Motion& b : bodies) b.p[0] += GetParam().forward;
    return open.mechanism->state_of(bodies, 0);
  }
};

TEST_P(ConservativeModels, ForcesDoWhatThePotentialSays) {
  steps.forces_do_what_the_potential_says();
}
TEST_P(ConservativeModels, RowsChangeAsTheirMatrixSays) {
  steps.rows_change_as_their_matrix_says();
}
TEST_P(ConservativeModels, EndsThatMeetGiveWhatEvaluateGives) {
  steps.ends_that_meet_give_what_evaluate_gives();
}
TEST_P(ConservativeModels, StiffnessIsTheDerivativeOfTheForce) {
  // Of the turning of a force, half of that in the middle is counted: not exact.
  steps.stiffness_is_the_derivative_of_the_force(steps.pair(2, 0, 1e-4), 1e-2);
}
const std::string centre = "load_at=centre";  // else the load has a moment without a potential
INSTANTIATE_TEST_SUITE_P(
    Models, ConservativeModels,
    testing::Values(
        Shipped{"bricard", "bricard", {}, 0}, Shipped{"chain", "chain", {}, 0},
        Shipped{"wishbone", "double-wishbone-corner", {}, 0},
        Shipped{"governor", "flyball-governor", {}, 0}, Shipped{"four_bar", "four-bar", {}, 0},
        Shipped{"n_four_bar", "n-four-bar", {}, 0}, Shipped{"pendulum", "simple-pendulum", {}, 0},
        Shipped{"slider_crank", "slider-crank", {}, 0},
        Shipped{"squeezer", "squeezer-mechanism", {}, 0},
        Shipped{"stewart", "stewart-platform", {}, 0}, Shipped{"tree", "tree", {}, 0},
        Shipped{"iltis", "iltis", {centre}, 0},
        Shipped{"iltis_with_imposed_spin", "iltis", {centre, "spin=imposed"}, 0},
        Shipped{"iltis_up_the_ramp", "iltis", {centre}, 9},
        Shipped{"iltis_down_the_stairs", "iltis", {centre}, 18.1},
        Shipped{"iltis_on_a_plane", "iltis", {centre, "road=flat"}, 0},
        Shipped{"iltis_on_a_bump", "iltis", {centre, "road=bump", "tyre=potential"}, 6}),
    [](const auto& one) { return std::string(one.param.name); });

// Tyres of 8 mm deflection that leave the road or land on it within the step, while the vehicle
// goes forward: at the start, and over the edge of a step.
TEST(Conservative, TyresBeginAndEndContactWithinTheStep) {
  const io::OpenModel open = io::open_model("iltis", std::vector{centre}, "natural:");
  const std::vector<Motion> rest(open.mechanism->model().bodies.size());
  const auto along = [&](const Vec3& d) {
    std::vector<Motion> moved = rest;
    for (Motion& b : moved) b.p = d;
    return Vector(open.mechanism->state_of(moved, 0).q - open.mechanism->state_of(rest, 0).q);
  };
  const Vector x = along(Vec3::UnitX()), z = along(Vec3::UnitZ());
  const Steps steps(open.mechanism, open.start);
  for (const auto& [up0, up1] : {std::pair{0.0, 0.015}, {0.015, 0.0}, {0.007, 0.0085}})
    for (const double forward : {0.0, 6.3, 16.1}) {  // level; rising; front wheels over the edge
      Pairing p = steps.pair(6, 0, 1e-3);
      const Vector there = forward * x + (forward > 16 ? 0.74 : 0.0) * z;
      p.q0 += there + up0 * z;
      p.q1 += there + up1 * z + 0.05 * x;
      const Vector f = steps.force(p);
      const double V0 = steps.potential(p.q0), V1 = steps.potential(p.q1);
      EXPECT_NEAR(f.dot(p.q1 - p.q0), V0 - V1, 1e-12 * (std::abs(V0) + std::abs(V1)));
      steps.stiffness_is_the_derivative_of_the_force(p, 5e-5);
      // On the level nothing pushes along the way.
      if (forward == 0) {
        EXPECT_NEAR(f.dot(x), 0, 1e-6);
      }
    }
}

// ---- random trees and loops with springs of every kind

// Of an angle: the same after a turn, wherever the turn is counted.
class Periodic final : public element::Law {
 public:
  explicit Periodic(double damping) : c_(damping) {}
  void force(const element::LawIn& in, element::LawOut& out) const noexcept override {
    out.Q[0] = -15 * std::sin(in.s[0]) - c_ * in.ds[0];
  }
  void derivatives(const element::LawIn& in, element::LawOut& out) const noexcept override {
    out.Q_s[0][0] = -15 * std::cos(in.s[0]);
    out.Q_ds[0][0] = -c_;
  }
  double potential(const element::LawIn& in) const noexcept override {
    return 15 * (1 - std::cos(in.s[0]));
  }

 private:
  double c_;
};

std::shared_ptr<Model> sprung(unsigned seed, double damping) {
  auto model = test::random_model({seed, 5, 1, true, false});
  // Laws below have one, two or six measures.
  std::erase_if(model->forces,
                [](const Force& f) { return f.law == nullptr || f.measures.size() == 3; });
  for (Force& f : model->forces) {
    const Curve damper = Curve::linear(damping);
    if (f.name == "angle")
      f.law = std::make_shared<Periodic>(damping);
    else if (f.measures.size() == 1)
      f.law = std::make_shared<element::SpringDamper>(Curve::polynomial({-3, 20, 5, -2}), damper);
    else if (f.measures.size() == 2)
      f.law = std::make_shared<element::AntiRollBar>(30, damping, -0.7);
    else
      f.law =
          std::make_shared<element::Bushing>(Mat6(Mat6::Identity() * 40 + Mat6::Ones()),
                                             Mat6(damping * Mat6::Identity()), Vec6::Constant(2));
  }
  for (std::size_t k = 0; k < model->forces.size(); ++k)
    if (model->forces[k].name == "distance") {
      Force stop = model->forces[k];
      stop.name = "stop";
      stop.law = std::make_shared<element::BumpStop>(500, 2, 0.3, damping, false);
      model->forces.push_back(stop);
      break;
    }
  return model;
}

std::shared_ptr<const Model> unsprung(unsigned seed) {
  return test::random_model({seed, 5, 1, true, false});
}

class ConservativeRandom : public testing::TestWithParam<unsigned> {};

TEST_P(ConservativeRandom, SpringsKeepEnergy) {
  for (const double damping : {0.0, 3.0}) {  // at zero rates dampers do nothing
    const Steps steps(compile_natural(sprung(GetParam(), damping)));
    steps.forces_do_what_the_potential_says();
    steps.rows_change_as_their_matrix_says();
    steps.ends_that_meet_give_what_evaluate_gives();
  }
}

TEST_P(ConservativeRandom, DampersTakeEnergy) {
  const Steps steps(compile_natural(sprung(GetParam(), 3)));
  for (const double apart : {1e-3, 0.1}) {
    Pairing p = steps.pair(4, 0.05, apart);
    p.v = (p.q1 - p.q0) / 0.01;
    const double dV = steps.potential(p.q1) - steps.potential(p.q0);
    EXPECT_LT(steps.force(p).dot(p.q1 - p.q0) + dV, 0) << apart;
  }
}

// What no coordinates can see: all forces act as in the middle, with the measures of both ends.
TEST_P(ConservativeRandom, WithoutPotentialTheMiddleCounts) {
  Steps(compile_natural(unsprung(GetParam()))).ends_that_meet_give_what_evaluate_gives();
}

std::vector<unsigned> seeds() {  // the first whose joints can all be said in natural coordinates
  std::vector<unsigned> fit;
  for (unsigned seed = 1; fit.size() < 15; ++seed) try {
      compile_natural(sprung(seed, 0));
      compile_natural(unsprung(seed));
      fit.push_back(seed);
    } catch (const Error&) {
      // a joint that natural coordinates do not have
    }
  return fit;
}
INSTANTIATE_TEST_SUITE_P(Seeds, ConservativeRandom, testing::ValuesIn(seeds()));

// Stops that are touched at one end of the step only, or all the way, and springs.
TEST(Conservative, StopsBeginAndEndContactWithinTheStep) {
  using element::MeasureKind;
  for (const bool above : {false, true})
    for (const double width : {0.0, 4e-3}) {
      Build m;
      const int a = m.body("a", 2, {0.5, 0, 0.1}, solid);
      m.joint("A", "free", 0, a, {});
      const Attachment p = m.on(0, at({0.1, 0.1, 0.3}, turn({0.2, 0.4, 0}))),
                       q = m.on(a, at({0.9, -0.3, 0.1}, turn({0.3, 0.2, 0.2})));
      const double far = (Vec3(0.9, -0.3, 0.1) - Vec3(0.1, 0.1, 0.3)).norm();
      const Curve shock = Curve::polynomial({-4.0092e4, 2.8397e5, -6.7061e5, 5.2796e5});
      m.force("stop", std::make_shared<element::BumpStop>(1e7, far, width, 0, above),
              {between(MeasureKind::distance, p, q)});
      m.force("shock", std::make_shared<element::SpringDamper>(shock, Curve::linear(900)),
              {between(MeasureKind::along, p, q)});
      const Steps steps(compile_natural(m.model));
      int touched = 0;
      for (unsigned seed = 1; seed < 9; ++seed) {
        const Pairing x = steps.pair(seed, 2e-3, 4e-3);
        const double V0 = steps.potential(x.q0), V1 = steps.potential(x.q1);
        const double size = std::abs(V0) + std::abs(V1);
        EXPECT_NEAR(steps.force(x).dot(x.q1 - x.q0), V0 - V1, 1e-12 * size);
        steps.stiffness_is_the_derivative_of_the_force(x, 1e-5);
        touched += steps.stiffness(x).cwiseAbs().maxCoeff() > 1e5;
      }
      EXPECT_GE(touched, 2);
    }
}

// Forces between bodies that nothing holds keep their momenta from step to step.
TEST(Conservative, ForcesBetweenFreeBodiesKeepMomenta) {
  Build m;
  m.model->gravity.setZero();
  const int a = m.body("a", 2, {0.5, 0, 0.1}, solid), b = m.body("b", 1, {1.5, 0.2, 0}, solid);
  m.joint("A", "free", 0, a, {});
  m.joint("B", "free", 0, b, {});
  using element::MeasureKind;
  const Attachment p = m.on(a, at({0.7, 0.1, 0.3}, turn({0.2, 0.4, 0}))),
                   q = m.on(b, at({1.2, -0.3, 0.1}, turn({0.3, 0.2, 0.2})));
  m.force("spring", std::make_shared<Spring>(300, 0, 0.4), {between(MeasureKind::distance, p, q)});
  m.force("torsion", std::make_shared<Spring>(70, 0, 0.1), {between(MeasureKind::angle, p, q)});
  m.force("slide", std::make_shared<Spring>(50, 0, 0.1), {between(MeasureKind::along, p, q)});
  const std::shared_ptr<const Mechanism> free = compile_natural(m.model);
  const Steps steps(free);
  std::vector<Motion> shifted(3);
  for (std::size_t k = 0; k < 3; ++k) shifted[k].p = Vec3(1, 2, 3);
  const Vector shift = free->state_of(shifted, 0).q - free->state_of(std::vector<Motion>(3), 0).q;
  for (const double apart : {1e-6, 1e-2, 0.2}) {
    const Pairing x = steps.pair(3, 0.05, apart);
    const Vector f = steps.force(x), middle = 0.5 * (x.q0 + x.q1);
    Vec3 moment = Vec3::Zero();  // points and vectors turn alike
    for (Index e = 0; e < steps.shape.nq; e += 3)
      moment += rotation::cross(middle.segment<3>(e), f.segment<3>(e));
    EXPECT_GT(max_norm(f), 1);
    EXPECT_LE(moment.norm(), 1e-13 * f.norm()) << apart;
    EXPECT_LE(std::abs(f.dot(shift)), 1e-13 * f.norm()) << apart;
  }
}

}  // namespace
}  // namespace takt::mechanism
