// The points at which tests evaluate the problems, and the terms there.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/print.hpp"
#include "tests/support/railway_by_hand/by_hand.hpp"

namespace takt::problem {

inline Terms sized_terms(const Shape& s) {
  Terms t = make_terms(s);
  // Terms that are asked for must be overwritten, whatever their values were.
  for (linear::Patterned* A : {&t.M, &t.K, &t.C, &t.K_lambda, &t.K_full, &t.G, &t.Gv_q, &t.f_lambda,
                               &t.f_z, &t.e_q, &t.e_v, &t.e_z})
    A->values().setConstant(1e30);
  for (Vector* x : {&t.f, &t.K_v, &t.K_lambda_v, &t.g, &t.gI, &t.gamma, &t.e}) x->setConstant(1e30);
  return t;
}

inline Excitation excitation_at(const EquationsOfMotion& eom, double t) {
  const Index nu = eom.shape().nu;
  Excitation u{Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  eom.excite(t, {}, u);
  return u;
}

inline Terms terms_at(const EquationsOfMotion& eom, const State& s) {
  Terms out = sized_terms(eom.shape());
  const Excitation u = excitation_at(eom, s.t);
  const auto scratch = eom.make_scratch();
  eom.evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u}, all_terms, out, *scratch);
  return out;
}

inline double potential_at(const EquationsOfMotion& eom, const State& s) {
  const Excitation u = excitation_at(eom, s.t);
  const auto scratch = eom.make_scratch();
  return eom.potential(Point{s.q, s.v, s.a, s.lambda, s.z, u}, *scratch);
}

inline State moved(const EquationsOfMotion& eom, State s, const Vector& dq) {
  Vector q = s.q;
  eom.retract(s.q, dq, q);
  s.q = q;
  return s;
}

// A problem, or one of the vehicles of paper 002: its model file, or the version written by hand.
inline std::shared_ptr<const EquationsOfMotion> system_of(const std::string& name) {
  constexpr std::string_view by_hand = "-by-hand";
  if (name.ends_with(by_hand)) return by_hand::make(name.substr(0, name.size() - by_hand.size()));
  if (find_problem(name) != nullptr) return make_problem(name);
  return io::open_model(name, {}).system;
}

inline std::vector<std::string> vehicles() {
  return {"train-carriage",         "passenger-car",         "test-rig",
          "train-carriage-by-hand", "passenger-car-by-hand", "test-rig-by-hand"};
}

// Magnitudes with which every term of a problem matters while its geometry stays valid.
struct Sizes {
  double q = 0.1, v = 1, a = 10, lambda = 10, z = 1;
  double step = 1e-3;  // of the differences by q and t; times the size of v, by v
  // Rounding error of forces that are a stiffness times a difference of positions.
  double noise = 0;
  double later = 0;  // s between points, for systems that travel a distance
  double way = 0;    // m: distance travelled, whose rounding error affects the constraints
};
inline Sizes sizes_of(std::string_view name) {
  if (name == "squeezer") return {0.05, 1000, 1e5, 100, 1};
  if (name == "car-axle") return {0.05, 1, 100, 500, 1, 3e-4};
  if (name == "heavy-top") return {0.3, 50, 100, 1000, 1};
  if (name == "two-link-parabola" || name == "two-link-sine") return {0.3, 3, 30, 300, 1};
  // Profiles, stops and friction change within a millimetre, so the differences must be small. By
  // hand, positions are relative from body to body; in the model relative to one body, up to 22 m
  // away.
  if (name == "train-carriage") return {4e-3, 0.2, 1, 5e4, 1, 2e-6, 2e-8, 0.7, 100};
  if (name == "train-carriage-by-hand") return {4e-3, 0.2, 1, 5e4, 1, 2e-6, 4e-9, 0.7, 100};
  if (name.starts_with("passenger-car")) return {4e-3, 0.2, 1, 0, 1, 2e-6, 4e-9};
  if (name.starts_with("test-rig")) return {4e-3, 0.2, 1, 0, 1, 1e-4, 1e-9};
  return {0.2, 2, 10, 10, 1};
}

inline bool conserves(std::string_view name) {
  return !name.starts_with("train-carriage") && !name.starts_with("passenger-car") &&
         !name.starts_with("test-rig");
}

inline std::vector<State> points_of(const EquationsOfMotion& eom, const Sizes& size) {
  std::mt19937 generator(20240607);
  std::uniform_real_distribution<double> uniform(-1, 1);
  auto random = [&](Index n, double scale) {
    return Vector(Vector::NullaryExpr(n, [&] { return scale * uniform(generator); }));
  };
  const Shape& s = eom.shape();
  State start = eom.initial();
  if (s.f_lambda && !s.f_lambda->empty()) complete(eom, start);  // so that the wheels carry a load
  std::vector<State> points{start};
  for (int k = 0; k < 5; ++k) {
    State x = moved(eom, eom.initial(), random(s.nv, size.q));
    x.t = 0.37 + k * size.later;
    x.v = random(s.nv, size.v);
    x.a = random(s.nv, size.a);
    x.lambda = random(s.ng, size.lambda);
    x.z = random(s.nz, size.z);
    points.push_back(x);
  }
  return points;
}

}  // namespace takt::problem
