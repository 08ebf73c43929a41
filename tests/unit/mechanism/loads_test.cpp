// The forces of a conserving step in two parts (takt::Loads), in natural coordinates: what has a
// potential does the work that the potential gives, at any velocity; both parts add up to f; and their
// stiffnesses are their derivatives.                                                    001 (7)
#include <gtest/gtest.h>

#include <random>

#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::mechanism {
namespace {

struct LoadedModel {
  const char* name;
  const char* model;
  std::vector<std::string> set;
};
void PrintTo(const LoadedModel& m, std::ostream* out) { *out << m.name; }

class NaturalLoads : public testing::TestWithParam<LoadedModel> {
 protected:
  io::OpenModel open = io::open_model(GetParam().model, GetParam().set, "natural:");
  const EquationsOfMotion& eom = *open.system;
  const Shape& shape = eom.shape();
  const Loads& loads = *eom.conservative()->loads();
  std::unique_ptr<Scratch> scratch = eom.make_scratch();
  Excitation u = open.mechanism->excitation_at(0.4);
  Vector z = Vector::Constant(shape.nz, 0.1);
  Vector none = Vector::Zero(shape.nv), rows = Vector::Zero(shape.ng);

  Vector random(unsigned seed, double size) const {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    return Vector::NullaryExpr(shape.nq, [&] { return uniform(generator); });
  }
  Point point(const Vector& q, const Vector& v) const { return {q, v, none, rows, z, u}; }
  Vector load(const Vector& q, const Vector& v) const {
    Vector f = Vector::Constant(shape.nv, 1e30);
    loads.load(point(q, v), f, *scratch);
    return f;
  }
  template <class Get>
  auto between(const Vector& q0, const Vector& q1, const Vector& v, Get get) const {
    const Vector q = 0.5 * (q0 + q1);
    const Point middle = point(q, v);
    return get(Between{q0, q1, u, u, middle});
  }
  Vector conservative(const Vector& q0, const Vector& q1, const Vector& v) const {
    return between(q0, q1, v, [&](const Between& b) {
      Vector f = Vector::Constant(shape.nv, 1e30);
      loads.conservative_force(b, f, *scratch);
      return f;
    });
  }
  template <class Add> Matrix matrix(Add add) const {
    Terms t = make_terms(shape);
    add(t.K);
    return t.K.to_matrix();
  }
  Matrix load_stiffness(const Vector& q, const Vector& v, double c) const {
    return matrix([&](auto& K) { loads.add_load_stiffness(point(q, v), c, K, *scratch); });
  }
  Matrix conservative_stiffness(const Vector& q0, const Vector& q1, const Vector& v) const {
    return between(q0, q1, v, [&](const Between& b) {
      return matrix([&](auto& K) { loads.conservative_stiffness(b, K, *scratch); });
    });
  }
  double potential(const Vector& q) const { return eom.potential(point(q, none), *scratch); }
};

TEST_P(NaturalLoads, ConservativePartDoesWhatThePotentialSaysAtAnyVelocity) {
  for (const double apart : {1e-4, 0.02}) {
    const Vector q0 = open.start.q + random(1, 0.02), q1 = q0 + random(2, apart);
    for (const double speed : {0.0, 2.0}) {
      const Vector f = conservative(q0, q1, random(3, speed));
      const double V0 = potential(q0), V1 = potential(q1);
      const double size = f.cwiseProduct(q1 - q0).cwiseAbs().sum() + std::abs(V0);
      EXPECT_NEAR(f.dot(q1 - q0), V0 - V1, 1e-12 * size) << apart << " " << speed;
    }
  }
}

TEST_P(NaturalLoads, BothPartsAddUp) {
  const Vector q = open.start.q + random(4, 0.01), v = open.start.v + random(5, 1);
  Terms t = make_terms(shape);
  eom.evaluate(point(q, v), Term::f | Term::K, t, *scratch);
  const Vector f = conservative(q, q, v) + load(q, v);
  EXPECT_LE((f - t.f).cwiseAbs().maxCoeff(), 1e-11 * (1 + t.f.cwiseAbs().maxCoeff()));
  const Matrix K = conservative_stiffness(q, q, v) + load_stiffness(q, v, 0.5);
  EXPECT_LE((K - 0.5 * t.K.to_matrix()).norm(), 1e-11 * (1 + t.K.values().norm()));
}

TEST_P(NaturalLoads, StiffnessesAreDerivatives) {
  const Vector q0 = open.start.q + random(6, 0.01), q1 = q0 + random(7, 1e-4),
               v = open.start.v + random(8, 1);
  Matrix of_load(shape.nv, shape.nv), of_potential(shape.nv, shape.nv);
  constexpr double h = 1e-6;
  for (Index i = 0; i < shape.nq; ++i) {
    Vector above = q1, below = q1;
    above[i] += h;
    below[i] -= h;
    of_load.col(i) = (load(below, v) - load(above, v)) / (2 * h);
    of_potential.col(i) = (conservative(q0, below, v) - conservative(q0, above, v)) / (2 * h);
  }
  const Matrix K_load = load_stiffness(q1, v, 1);
  EXPECT_LE((K_load - of_load).norm(), 1e-5 * (of_load.norm() + 1));
  // Of the turning of a force, half of that in the middle is counted: not exact.
  EXPECT_LE((conservative_stiffness(q0, q1, v) - of_potential).norm(), 1e-2 * of_potential.norm());
}

INSTANTIATE_TEST_SUITE_P(Models, NaturalLoads,
                         testing::Values(LoadedModel{"wishbone", "double-wishbone-corner", {}},
                                         LoadedModel{"squeezer", "squeezer-mechanism", {}},
                                         LoadedModel{"governor", "flyball-governor", {}},
                                         LoadedModel{"iltis_on_a_plane", "iltis", {"road=flat"}},
                                         LoadedModel{
                                             "iltis_on_stairs", "iltis", {"load_at=centre"}},
                                         LoadedModel{"truck", "truck-trailer", {}}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace takt::mechanism
