// The states near a given one that fulfil the constraints, by coordinates x of the motions that the
// constraints allow and by changes of the inputs; and the exact rates there (index 1).
#pragma once

#include <memory>

#include "takt/analyse/input_accelerations.hpp"
#include "takt/analyse/tangent_space.hpp"
#include "takt/base/error.hpp"
#include "takt/base/list.hpp"
#include "takt/formulation/index1.hpp"
#include "takt/linear/decomposition/least_squares.hpp"

namespace takt::analyse {

// A change of input number `input` (-1: none): of its value (order 0), u' (1) or u'' (2).
struct InputChange {
  Index input = -1;
  int order = 0;
  double size = 0;
};

class Neighbourhood {
 public:
  Neighbourhood(const EquationsOfMotion& system, const State& at, std::span<const double> values)
      : system_(system), at_(at), eval_(system_) {
    set_inputs(values);
    constraints_ = constraints_at(eval_, at);
    chart_ = chart(constraints_, system.shape().nv, 1);
    values_.assign(eval_.inputs().begin(), eval_.inputs().end());
    formulation_ = make_index1(eval_, {});
    formulation_->prepare(at);
    const Shape& s = system.shape();
    rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  }

  Index positions() const noexcept { return chart_.R_p.cols(); }
  Index velocities() const noexcept { return chart_.R.cols(); }
  Index size() const noexcept { return positions() + velocities() + system_.shape().nz; }
  const Chart& basis() const noexcept { return chart_; }

  // The state of coordinates x for changed inputs; dq is the increment of q that leads there.
  State state(const Vector& x, const InputChange& c, Vector& dq) {
    List<double> values = values_;
    system_.accelerations().assign(system_.accelerations().size(), 0);
    if (c.input >= 0 && c.order < 2) values[c.input + c.order * system_.shape().inputs] += c.size;
    if (c.input >= 0 && c.order == 2) system_.accelerations()[c.input] = c.size;
    set_inputs(values);
    State s = at_;
    dq = chart_.R_p * x.head(positions());
    close_positions(s, dq);
    s.v = at_.v + chart_.R * x.segment(positions(), velocities());
    close_velocities(s);
    s.z = at_.z + x.tail(system_.shape().nz);
    return s;
  }

  // The exact rates at such a state.
  const Rates& rates(const State& s) {
    if (formulation_->acceleration_form()->rates(Slot::start, s, rates_) != Status::ok ||
        !rates_.dv.allFinite() || !rates_.dz.allFinite())
      throw Error("the accelerations near this state are not finite", "linearise",
                  "move the mechanism to another state first");
    return rates_;
  }
  void outputs(const State& s, std::vector<double>& out) {  // after rates
    const Point p{s.q, s.v, rates_.dv, rates_.lambda, s.z, eval_.excitation(Slot::start)};
    system_.outputs(p, out, eval_.scratch());
  }

 private:
  static constexpr double closed = 1e-13;  // residual of a constraint after Newton's method

  void set_inputs(std::span<const double> values) {
    std::copy_n(values.begin(), std::min(values.size(), eval_.inputs().size()),
                eval_.inputs().begin());
  }

  // Newton's method with the Jacobian of the given state: dq changes in its row space only.
  void close_positions(State& s, Vector& dq) {
    for (int pass = 0; pass < 30; ++pass) {
      system_.retract(at_.q, dq, s.q);
      if (constraints_.G_p.rows() == 0) return;
      eval_.place(Slot::start, s);
      const Vector g = position_part(eval_.at(Slot::start, Term::g | Term::G).g);
      if (max_norm(g) < closed * (1 + max_norm(s.q))) return;
      dq -= linear::least_squares(constraints_.G_p, g);
    }
    not_closed();
  }
  void close_velocities(State& s) {
    if (constraints_.G.rows() == 0) return;
    for (int pass = 0; pass < 30; ++pass) {
      eval_.place(Slot::start, s);
      const Terms& t = eval_.at(Slot::start, Term::G | Term::gI);
      Vector rest = t.gI;
      t.G.multiply_add(1, s.v, rest);
      if (max_norm(rest) < closed * (1 + max_norm(s.v))) return;
      s.v -= linear::least_squares(constraints_.G, rest);
    }
    not_closed();
  }
  Vector position_part(const Vector& g) const {
    Vector out(constraints_.G_p.rows());
    Index n = 0;
    for (Index i = 0; i < g.size(); ++i)
      if (system_.shape().row_level[i] == RowLevel::position) out[n++] = g[i];
    return out;
  }
  [[noreturn]] static void not_closed() {
    throw Error("the constraints cannot be satisfied near this state", "linearise",
                "start from a state whose loops are closed (takt check shows the residuals)");
  }

  WithInputAccelerations system_;
  State at_;
  Evaluator eval_;
  Constraints constraints_;
  Chart chart_;
  List<double> values_;
  std::unique_ptr<Formulation> formulation_;
  Rates rates_;
};

}  // namespace takt::analyse
