// Abrupt forces over a step: their work, their tangent, and their linearisation in a Newton pass,
// in both sets of coordinates.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::mechanism {
namespace {

constexpr const char* two_arms_on_stops = R"(
takt: 1
bodies:
  upper: {mass: 2 kg, com: [0.5, 0, 0], inertia: [0.01, 0.2, 0.2]}
  lower: {mass: 1 kg, com: [1.4, 0, 0], inertia: [0.01, 0.1, 0.1]}
joints:
  shoulder: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: y}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: y}
forces:
  stop: {type: bump_stop, from: {body: ground, at: [1.2, 0, -0.6]}, to: {body: lower, at: [1.4, 0, 0]},
         stiffness: 2e4 N/m, length: 0.66 m}
  rebound: {type: bump_stop, from: ground, to: {body: lower, at: [1.8, 0, 0]}, stiffness: 3e3 N/m,
            length: 1.75 m, width: 2 mm, side: above}
)";

class AbruptForces : public testing::TestWithParam<Coordinates> {
 protected:
  std::shared_ptr<const Mechanism> eom =
      compile(std::make_shared<Model>(io::read_model(two_arms_on_stops, "stops.yaml")), GetParam());
  const Abrupt* forces = eom->abrupt();
  std::unique_ptr<Scratch> scratch = eom->make_scratch();
  Excitation u{Vector::Zero(0), Vector::Zero(0), Vector::Zero(0)};
  State s0 = start_of(*eom);

  Point at(const State& s) const { return {s.q, s.v, s.a, s.lambda, s.z, u}; }
  State moved(double size) const {
    State s = s0;
    Vector dq(eom->shape().nv);
    for (Index i = 0; i < dq.size(); ++i) dq[i] = size * std::sin(1.3 * static_cast<double>(i + 1));
    eom->retract(s0.q, dq, s.q);
    return s;
  }
  Vector kept(const State& s) const {
    Vector k(forces->record_size());
    forces->record(at(s), k, *scratch);
    return k;
  }
  struct Pair {
    Vector over, there;
  };
  Pair forces_at(const State& s, const Vector& k) const {
    Pair p{Vector::Zero(eom->shape().nv), Vector::Zero(eom->shape().nv)};
    forces->step_force(at(s), k, p.over, p.there, *scratch);
    return p;
  }
};

TEST_P(AbruptForces, AreThere) {
  ASSERT_NE(forces, nullptr);
  const Pair here = forces_at(s0, kept(s0));
  EXPECT_GT(max_norm(here.there), 100);  // both stops touch
  // A step that goes nowhere: the other half is the acceleration at its start.
  EXPECT_LT(max_norm(here.over - 0.5 * here.there), 1e-6 * max_norm(here.there));
}

// The error of (G0 + G1)/2 dq against the change of the measure is of third order.
TEST_P(AbruptForces, DoTheWorkOfTheirPotential) {
  double last = 0;
  for (const double size : {0.04, 0.02, 0.01}) {
    const State s1 = moved(size);
    const Vector over = forces_at(s1, kept(s0)).over + 0.5 * forces_at(s0, kept(s0)).there;
    Vector dq = s1.q - s0.q;  // plain coordinates
    // Gravity has a part in the potential that is not theirs.
    const double V0 = eom->potential(at(s0), *scratch), V1 = eom->potential(at(s1), *scratch);
    const auto weightless = [&](const State& s) {
      double V = 0;
      std::vector<Motion> bodies(eom->model().bodies.size());
      eom->motions(at(s), bodies, *scratch);
      for (std::size_t b = 1; b < bodies.size(); ++b) {
        const Body& body = eom->model().bodies[b];
        V -= body.mass * eom->model().gravity.dot(bodies[b].of({Mat3::Identity(), body.centre}).p);
      }
      return V;
    };
    const double dV = V1 - V0 - (weightless(s1) - weightless(s0));
    const double error = std::abs(over.dot(dq) + dV);
    if (last > 0) {
      EXPECT_LT(error, 0.2 * last + 1e-12 * std::abs(V0));
    }
    last = error;
  }
}

TEST_P(AbruptForces, HaveTheTangentTheySay) {
  const Vector k = kept(s0);
  const State s1 = moved(0.03);
  const double c = 1.7, h = 1e-6;
  linear::Patterned K = make_terms(eom->shape()).C;
  K.set_zero();
  forces->add_step_stiffness(at(s1), k, c, K, *scratch);
  const Matrix said = K.to_matrix();
  const Vector trial = kept(s1), here = forces_at(s1, k).over;
  Matrix by_differences(said.rows(), said.cols());
  for (Index j = 0; j < said.cols(); ++j) {
    Vector r[2];
    for (int side = 0; side < 2; ++side) {
      State s = s1;
      eom->retract(s1.q, (side == 0 ? -h : h) * Vector::Unit(said.cols(), j), s.q);
      const Pair p = forces_at(s, k);
      r[side] = c * p.over - p.there;
    }
    by_differences.col(j) = -(r[1] - r[0]) / (2 * h);
    // A Newton pass expects the change that the force has along its measure.
    Vector ahead(said.cols());
    forces->linear_step_force(k, trial, Vector::Zero(said.cols()), ahead);
    EXPECT_LT(max_norm(ahead - here), 1e-9 * max_norm(here));
  }
  const double size = by_differences.cwiseAbs().maxCoeff();
  EXPECT_LT((said - by_differences).cwiseAbs().maxCoeff(), 1e-5 * size);
}

INSTANTIATE_TEST_SUITE_P(InBothCoordinates, AbruptForces,
                         testing::Values(Coordinates::joint, Coordinates::natural),
                         [](const auto& x) {
                           return x.param == Coordinates::joint ? "joint" : "natural";
                         });

}  // namespace
}  // namespace takt::mechanism
