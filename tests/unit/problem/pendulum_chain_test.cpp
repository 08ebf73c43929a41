// The chain of pendulums, beyond the tests of all problems: other lengths, damping, and long chains
// that do not assemble M.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "points.hpp"
#include "takt/base/error.hpp"

namespace takt::problem {
namespace {

State random_state(const EquationsOfMotion& eom, double size) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  State s = eom.initial();
  s.t = 3.3;
  for (Vector* x : {&s.q, &s.v, &s.a})
    *x = Vector::NullaryExpr(s.q.size(), [&] { return size * uniform(generator); });
  return s;
}

TEST(PendulumChain, SolvesForTensionsInsteadOfTheMassMatrix) {
  for (const int N : {1, 2, 3, 40, 300})
    for (const double size : {0.01, 3.0}) {
      const auto eom = make_problem("pendulum-chain", {{"N", N}, {"damping", 0.5}});
      const State s = random_state(*eom, size);
      const Terms t = terms_at(*eom, s);
      const Excitation u = excitation_at(*eom, s.t);
      const auto scratch = eom->make_scratch();
      const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
      const Vector extra = 10 * s.a;
      Vector a = Vector::Zero(N);
      eom->recursive()->acceleration(p, extra, a, *scratch);
      const Vector exact = t.M.to_matrix().llt().solve(t.f + extra);
      EXPECT_LE(max_norm(a - exact), 1e-9 * (1 + max_norm(exact))) << N << " " << size;
    }
}

TEST(PendulumChain, DampingIsProportionalToTheMass) {
  const auto plain = make_problem("pendulum-chain", {{"N", 9}});
  const auto damped = make_problem("pendulum-chain", {{"N", 9}, {"damping", 0.5}});
  const State s = random_state(*plain, 1);
  const Excitation u = excitation_at(*plain, s.t);
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  const auto scratch = plain->make_scratch();
  Vector a = Vector::Zero(9), b = a;
  plain->recursive()->acceleration(p, Vector::Zero(9), a, *scratch);
  damped->recursive()->acceleration(p, Vector::Zero(9), b, *scratch);
  EXPECT_LE(max_norm(b - a + 0.5 * s.v), 1e-13 * max_norm(a));

  Evaluator closed(*damped),
      differenced(*damped, linear::Storage::automatic, JacobianSource::differences);
  const Need need = Term::K | Term::C | Term::K_full | Term::K_v;
  closed.place(Slot::start, s);
  differenced.place(Slot::start, s);
  const Terms &x = closed.at(Slot::start, need), &y = differenced.at(Slot::start, need);
  EXPECT_LE(max_norm(x.K.values() - y.K.values()), 1e-6);
  EXPECT_LE(max_norm(x.C.values() - y.C.values()), 1e-6);
  EXPECT_LE(max_norm(x.K_full.values() - y.K_full.values()), 1e-6);
  EXPECT_LE(max_norm(x.K_v - y.K_v), 1e-6);
}

TEST(PendulumChain, NeedsNoMatrixWhenLong) {
  const Index N = 4096;
  const auto eom = make_problem("pendulum-chain", {{"N", static_cast<double>(N)}});
  const State s = random_state(*eom, 0.02);
  const Excitation u = excitation_at(*eom, s.t);
  const auto scratch = eom->make_scratch();
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  const Vector none = Vector::Zero(N);
  Vector a = none, r = none;
  eom->recursive()->acceleration(p, none, a, *scratch);
  eom->recursive()->balance(p, a, none, r, *scratch);
  EXPECT_LE(max_norm(r), 1e-9 * 9.81 * static_cast<double>(N));  // of the weight of the chain
  EXPECT_GT(max_norm(a), 1);
}

TEST(PendulumChain, HangsStillUnderASteadySupport) {
  const auto eom = make_problem("pendulum-chain", {{"x_amplitude", 0}, {"y_amplitude", 0}});
  EXPECT_EQ(max_norm(terms_at(*eom, eom->initial()).f), 0);
  EXPECT_THROW(make_problem("pendulum-chain", {{"N", 2.5}}), Error);
}

}  // namespace
}  // namespace takt::problem
