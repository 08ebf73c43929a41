// The terms of the equations of motion, at the state of a simulation and at others.
#include "takt/base/text.hpp"
#include "takt/door/parts.hpp"

namespace takt {
namespace {

void require_sizes(const State& s, const Vector& q, const Vector& v, const Vector& last,
                   const char* where, const char* what) {
  const auto count = [](Index n) { return number(static_cast<double>(n)); };
  if (q.size() != s.q.size() || v.size() != s.v.size())
    throw Error("a state has " + count(s.q.size()) + " coordinates and " + count(s.v.size()) +
                    " velocities, not " + count(q.size()) + " and " + count(v.size()),
                where, "take state().q and state().v as a pattern", Fault::usage);
  if (last.size() != s.v.size())
    throw Error(std::string(what) + " of " + count(last.size()) +
                    " numbers is given, and there are " + count(s.v.size()) + " velocities",
                where, "give one for each velocity", Fault::usage);
}

Evaluator& place_at(const door::Parts& parts, const Vector& q, const Vector& v) {
  parts.place();  // inputs and kept values
  State s = parts.live->engine.state();
  s.q = q;
  s.v = v;
  parts.live->eval.place(Slot::start, s);
  parts.moved = false;  // the workspace holds the motions of another state now
  return parts.live->eval;
}

}  // namespace

Matrix Simulation::mass_matrix() const {
  parts_->place();
  return parts_->live->eval.at(Slot::start, Term::M).M.to_matrix();
}
Vector Simulation::bias_forces() const {
  parts_->place();
  return -parts_->live->eval.at(Slot::start, Term::f).f;
}
Matrix Simulation::constraint_jacobian() const {
  parts_->place();
  const Shape& shape = parts_->live->eval.shape();
  if (shape.ng == 0) return Matrix::Zero(0, shape.nv);
  return parts_->live->eval.at(Slot::start, Term::G).G.to_matrix();
}
Vector Simulation::constraints() const {
  parts_->place();
  return parts_->live->eval.at(Slot::start, Term::g).g;
}
Matrix Simulation::stiffness_matrix() const {
  parts_->place();
  return parts_->live->eval.at(Slot::start, Term::K).K.to_matrix();
}
Matrix Simulation::damping_matrix() const {
  parts_->place();
  return parts_->live->eval.at(Slot::start, Term::C).C.to_matrix();
}

Vector Simulation::inverse_dynamics(const Vector& a) const {
  const State& s = state();
  return inverse_dynamics(s.q, s.v, a);
}

Vector Simulation::inverse_dynamics(const Vector& q, const Vector& v, const Vector& a) const {
  require_sizes(state(), q, v, a, "inverse_dynamics", "an acceleration");
  const Terms& t = place_at(*parts_, q, v).at(Slot::start, Term::M | Term::f);
  Vector r = -t.f;
  t.M.multiply_add(1, a, r);
  return r;
}

// [M G'; G 0] (a, lambda) = (f + forces, -gamma). Where forces depend on multipliers (creep), those of the
// state of the simulation are used.
Vector Simulation::forward_dynamics(const Vector& q, const Vector& v, const Vector& forces) const {
  require_sizes(state(), q, v, forces, "forward_dynamics", "a list of forces");
  Evaluator& eval = place_at(*parts_, q, v);
  const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
  Vector a = t.f + forces, lambda = -t.gamma;
  linear::Saddle& saddle = eval.mass_saddle(Slot::start);
  if (saddle.status() != Status::ok)
    throw Error("the mass matrix is singular there", "forward_dynamics",
                "give what moves a mass or an inertia", Fault::other);
  saddle.solve(a, lambda);
  return a;
}

}  // namespace takt
