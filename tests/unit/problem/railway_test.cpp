// The vehicles of paper 002 (Arnold, Fuchs, Fuehrer) besides their derivatives: structure,
// equilibrium, energy, and a run with an independent integrator.
#include <gtest/gtest.h>

#include <chrono>

#include "implicit_euler.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/railway_by_hand/track.hpp"

namespace takt::problem {
namespace {

// dF/dy of the index-2 form with y = (q, v, lambda, eta):
//   q' - v + G' eta,   v' - M^-1 (f - G' lambda),   G v + gI,   g,
// d(G' eta)/dq left out.                                                        ERRATA 002.10
TEST(TrainCarriage, HasTheStructureOfThePaper) {
  const auto eom = system_of("train-carriage");
  const Shape& s = eom->shape();
  EXPECT_EQ(s.nv, 41);
  EXPECT_EQ(s.ng, 8);
  EXPECT_EQ(s.M->size(), 25 + 6 * 36);
  EXPECT_EQ(s.K->size(), 649);
  EXPECT_EQ(s.C->size(), 649);
  EXPECT_EQ(s.G->size(), 48);
  EXPECT_EQ(s.f_lambda->size(), 48);
  const linear::SharedPattern dynamic[] = {s.M, s.K, s.C, s.K_full, s.K_lambda};
  EXPECT_EQ(linear::union_of(dynamic)->size(), 649);  // M^-1, block by block, adds nothing
  const Index kinematic = s.nv + s.nv + s.G->size();
  const Index accelerations = s.K->size() + s.C->size() + s.f_lambda->size();
  EXPECT_EQ(kinematic + accelerations + s.Gv_q->size() + s.G->size() + s.G->size(), 1620);

  linear::Patterned G(s.G), by_lambda(s.f_lambda);
  G.values().setOnes();
  by_lambda.values().setOnes();
  EXPECT_EQ(by_lambda.to_matrix(), G.to_matrix().transpose());
  // Figure 3: the rows of the car body see the bogies but no wheelset.
  linear::Patterned K(s.K);
  K.values().setOnes();
  const Matrix body = K.to_matrix().topRows(5);
  EXPECT_EQ(body.leftCols(11).minCoeff(), 1);
  EXPECT_EQ(body.middleCols(11, 12).maxCoeff(), 0);
  EXPECT_EQ(body.middleCols(23, 6).minCoeff(), 1);
  EXPECT_EQ(body.rightCols(12).maxCoeff(), 0);
  EXPECT_EQ(eom->names().q[5], "bogie1.x");
  EXPECT_EQ(eom->names().q[23], "bogie2.x");
  EXPECT_EQ(eom->names().q[40], "wheelset22.pitch");
}

TEST(TrainCarriage, StartsInEquilibrium) {
  const auto eom = system_of("train-carriage");
  State s = eom->initial();
  complete(*eom, s);
  const Terms t = terms_at(*eom, s);
  EXPECT_LE(max_norm(t.f - t.G.to_matrix().transpose() * s.lambda), 2e-8);
  EXPECT_NEAR(-s.lambda.sum(), (32000 + 2 * 2615 + 4 * 1813) * 9.81, 1e-8);
}

TEST(PassengerCar, StartsInEquilibriumWithASteadyRack) {
  const auto eom = system_of("passenger-car");
  EXPECT_EQ(eom->shape().nv, 34);
  const State s = eom->initial();
  Terms t = sized_terms(eom->shape());
  Excitation u = excitation_at(*eom, 0);
  u.du.setZero();
  eom->evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u}, Term::f, t, *eom->make_scratch());
  EXPECT_LE(max_norm(t.f), 1e-10);
}

TEST(TestRig, StartsInEquilibrium) {
  const auto eom = system_of("test-rig");
  EXPECT_LE(max_norm(terms_at(*eom, eom->initial()).f), 1e-10);
}

// At rest the forces on the first `rows` coordinates are those of the potential; wheels on rails or
// roads have other forces too.
void expect_forces_of_the_potential(const std::string& name, std::vector<Index> rows) {
  const auto eom = system_of(name);
  for (State s : points_of(*eom, sizes_of(name))) {
    s.t = 0;
    s.v.setZero();
    Excitation u = excitation_at(*eom, 0);
    u.du.setZero();  // the rack stands
    Terms t = sized_terms(eom->shape());
    eom->evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u}, Term::f, t, *eom->make_scratch());
    for (const Index i : rows) {
      const double h = 1e-6;
      const auto V = [&](double d) {
        return potential_at(*eom, moved(*eom, s, d * Vector::Unit(s.q.size(), i)));
      };
      const double slope = (8 * (V(h) - V(-h)) - (V(2 * h) - V(-2 * h))) / (12 * h);
      EXPECT_NEAR(t.f[i], -slope, 4e-4 + 1e-7 * std::abs(slope)) << name << " " << i;
    }
  }
}

TEST(Vehicles, ForcesAtRestAreThoseOfThePotential) {
  expect_forces_of_the_potential("train-carriage",
                                 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 23, 24, 25, 26, 27, 28});
  expect_forces_of_the_potential("passenger-car", {0, 1, 2, 3, 4, 5, 8, 15, 22, 29});
  expect_forces_of_the_potential("test-rig", {0, 1, 2, 3, 4, 5});
}

// With the stamp at rest the rig only loses energy: f . v + dV/dt + v' M' v / 2 <= 0.
TEST(TestRig, LosesEnergy) {
  const auto eom = system_of("test-rig");
  for (State s : points_of(*eom, sizes_of("test-rig"))) {
    s.t = 0;
    if (max_norm(s.v) == 0) continue;
    const double h = 1e-5;
    const auto energy = [&](double tau) {
      const State x = moved(*eom, s, tau * s.v);
      return potential_at(*eom, x) + 0.5 * s.v.dot(terms_at(*eom, x).M.to_matrix() * s.v);
    };
    EXPECT_LT(terms_at(*eom, s).f.dot(s.v) + (energy(h) - energy(-h)) / (2 * h), -1e-2);
  }
}

TEST(Track, IsTwiceContinuouslyDifferentiable) {
  const by_hand::Track track(3);
  for (const double s : {20.0, 40.0, 60.0, 160.0}) {
    const by_hand::Jet below = track(s - 1e-9), above = track(s + 1e-9);
    EXPECT_NEAR(below.y, above.y, 1e-9);
    EXPECT_NEAR(below.d1, above.d1, 1e-9);
    EXPECT_NEAR(below.d2, above.d2, 1e-9);
  }
  for (double s = 5; s < 200; s += 7.3) {
    const double h = 1e-3;
    const by_hand::Jet y = track(s), below = track(s - h), above = track(s + h);
    EXPECT_NEAR(y.d1, (above.y - below.y) / (2 * h), 1e-8);
    EXPECT_NEAR(y.d2, (above.d1 - below.d1) / (2 * h), 1e-8);
    EXPECT_NEAR(y.d3, (above.d2 - below.d2) / (2 * h), 1e-7);
  }
  EXPECT_EQ(by_hand::Track(0)(500).y, 3);
  EXPECT_EQ(by_hand::Track(3)(19).y, 0);
}

TEST(TrainCarriage, ChangesLines) {
  const auto eom = system_of("train-carriage");
  ImplicitEuler stepper(*eom);
  State s = eom->initial();
  complete(*eom, s);
  std::vector<double> out(5);
  const auto scratch = eom->make_scratch();
  double widest = 0, lightest = 1e9, sideways = 0;
  while (s.t < 6.5 - 1e-9) {
    ASSERT_GT(stepper.step(s, 2.5e-3), 0) << s.t;
    const Excitation u = excitation_at(*eom, s.t);
    eom->outputs(Point{s.q, s.v, s.a, s.lambda, s.z, u}, out, *scratch);
    sideways = std::max(sideways, std::abs(out[0]));
    for (int k = 1; k < 5; ++k) widest = std::max(widest, std::abs(out[k]));
    lightest = std::min(lightest, -s.lambda.maxCoeff());
  }
  EXPECT_NEAR(s.q[0], 3, 0.03);
  EXPECT_GT(widest, 5e-3);  // the track moves the wheelsets, the flanges hold them
  EXPECT_LT(widest, 15e-3);
  EXPECT_GT(lightest, 2e4);
  EXPECT_GT(sideways, 1.2);  // V^2 times the largest curvature, 3 (2 pi)/100^2 1/m, is 1.7 m/s^2
  EXPECT_LT(sideways, 3.5);
}

TEST(PassengerCar, ChangesLanes) {
  const auto eom = system_of("passenger-car");
  ImplicitEuler stepper(*eom);
  State s = eom->initial();
  double sideways = 0, roll = 0;
  while (s.t < 2 - 1e-9) {
    ASSERT_GT(stepper.step(s, 1e-3), 0) << s.t;
    sideways = std::max(sideways, std::abs(s.a[1]));
    roll = std::max(roll, std::abs(s.q[4]));
  }
  EXPECT_GT(sideways, 1.5);
  EXPECT_LT(sideways, 4);
  EXPECT_LT(roll, 0.1);
  EXPECT_LT(std::abs(s.v[0]), 1);  // its speed is held
}

TEST(Burn, TakesTimeAndChangesNothing) {
  for (const char* name : {"train-carriage", "passenger-car"}) {
    const std::vector<std::string> burn{"burn=200"};
    const auto plain = system_of(name), slow = io::open_model(name, burn).system;
    for (const State& s : points_of(*plain, sizes_of(name))) {
      const Vector f = terms_at(*plain, s).f;
      const auto start = std::chrono::steady_clock::now();
      const Terms t = terms_at(*slow, s);
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - start;
      EXPECT_EQ(t.f, f);
      EXPECT_GT(took.count(), 60);
    }
  }
}

}  // namespace
}  // namespace takt::problem
