#include "takt/analyse/linearisation.hpp"

#include <cmath>
#include <functional>

#include "takt/analyse/inspect.hpp"
#include "takt/analyse/modes.hpp"
#include "takt/analyse/tangent_space.hpp"
#include "takt/base/error.hpp"
#include "takt/formulation/index1.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::analyse {
namespace {

constexpr double size_of_change = 1e-5;  // m, rad, and their rates: central differences
constexpr double closed = 1e-13;         // residual of a constraint after Newton's method

// States near a given one that satisfy the constraints, by the coordinates x and the inputs.
class Neighbourhood {
 public:
  Neighbourhood(const EquationsOfMotion& system, const State& at, std::span<const double> values)
      : system_(system), at_(at), eval_(system) {
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

  // The state of coordinates x when input number `input` (-1: none) has changed by `du`; dq is the
  // increment of q that leads there.
  State state(const Vector& x, Index input, double du, Vector& dq) {
    std::vector<double> values = values_;
    if (input >= 0) values[static_cast<std::size_t>(input)] += du;
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
      if (system_.shape().row_level[static_cast<std::size_t>(i)] == RowLevel::position)
        out[n++] = g[i];
    return out;
  }
  [[noreturn]] static void not_closed() {
    throw Error("the constraints cannot be satisfied near this state", "linearise",
                "start from a state whose loops are closed (takt check shows the residuals)");
  }

  const EquationsOfMotion& system_;
  State at_;
  Evaluator eval_;
  Constraints constraints_;
  Chart chart_;
  std::vector<double> values_;
  std::unique_ptr<Formulation> formulation_;
  Rates rates_;
};

// What a change of x or of an input does: the columns of A and B, and of C and D.
struct Columns {
  Vector rate, outputs;
};
using Effect = std::function<Columns(const Vector& x, Index input, double du)>;

Linearisation differences(const Neighbourhood& near, const State& at, const LinearisationTask& task,
                          const Effect& effect) {
  const Index n = near.size(), nz = at.z.size();
  Linearisation out;
  out.R_p = near.basis().R_p;
  out.R = near.basis().R;
  const Index m = static_cast<Index>(task.inputs.size()),
              p = static_cast<Index>(task.outputs.size());
  out.A = Matrix::Zero(n, n), out.B = Matrix::Zero(n, m);
  out.C = Matrix::Zero(p, n), out.D = Matrix::Zero(p, m);
  const auto column = [&](const Vector& x, Index input, double d, auto&& rate, auto&& outputs) {
    const Columns ahead = effect(x, input, d), back = effect(-x, input, -d);
    rate = (ahead.rate - back.rate) / (2 * d);
    for (Index i = 0; i < p; ++i) {
      const Index k = task.outputs[static_cast<std::size_t>(i)];
      outputs[i] = (ahead.outputs[k] - back.outputs[k]) / (2 * d);
    }
  };
  for (Index k = 0; k < n; ++k) {
    const double d = size_of_change * (k < n - nz ? 1 : 1 + std::abs(at.z[k - (n - nz)]));
    Vector x = Vector::Zero(n);
    x[k] = d;
    column(x, -1, d, out.A.col(k), out.C.col(k));
  }
  for (Index j = 0; j < m; ++j) {
    const Index input = task.inputs[static_cast<std::size_t>(j)];
    const double d = size_of_change * (1 + std::abs(task.values[static_cast<std::size_t>(input)]));
    column(Vector::Zero(n), input, d, out.B.col(j), out.D.col(j));
  }
  return out;
}

Columns motion_of(Neighbourhood& near, const EquationsOfMotion& system, const Matrix& turning,
                  const Vector& x, Index input, double du) {
  Vector dq;
  const State s = near.state(x, input, du, dq);
  const Rates& rates = near.rates(s);
  Columns c;
  c.rate.resize(near.size());
  c.rate << near.basis().R_p.transpose() * (s.v + turning * dq),
      near.basis().R.transpose() * rates.dv, rates.dz;
  std::vector<double> outputs(system.names().outputs.size());
  near.outputs(s, outputs);
  c.outputs = Eigen::Map<const Vector>(outputs.data(), static_cast<Index>(outputs.size()));
  return c;
}

}  // namespace

Linearisation linearise(const EquationsOfMotion& system, const State& at,
                        const LinearisationTask& task) {
  Neighbourhood near(system, at, task.values);
  const Matrix turning = turning_of_increments(system, at.v);
  return differences(near, at, task, [&](const Vector& x, Index input, double du) {
    return motion_of(near, system, turning, x, input, du);
  });
}

Linearisation linearise_step(Engine& engine, const LinearisationTask& task) {
  if (engine.composition().integrator->asks.has(Form::residual))
    throw Error("a step of a multi-step method depends on steps before it, not on the state alone",
                "linearise", "take the linear system of the motion, or a one-step method",
                Fault::usage);
  const EquationsOfMotion& system = engine.system();
  const State at = engine.state();
  const std::int64_t count = engine.steps();
  std::vector<std::byte> memory(engine.memory_size());
  engine.save(memory);
  Neighbourhood near(system, at, task.values);
  const Matrix turning = turning_of_increments(system, at.v);

  // One step from a state, with the inputs held.
  const auto after = [&](const State& s, Index input, double du) {
    engine.restore(memory);
    std::vector<double> held(task.values.begin(), task.values.end());
    if (input >= 0) {
      engine.inputs()[static_cast<std::size_t>(input)] += du;
      held[static_cast<std::size_t>(input)] += du;
    }
    State complete_state = s;
    complete(system, complete_state, held);
    engine.adopt(complete_state, count);
    const Status status = engine.step().status;
    const State end = engine.state();
    engine.restore(memory);
    if (status != Status::ok)
      throw Error("a step from a state near this one fails: " + std::string(to_string(status)),
                  "linearise", "move the mechanism to another state, or take a shorter step");
    return end;
  };
  const State end = after(at, -1, 0);
  Evaluator eval(system);
  const Chart there = chart(constraints_at(eval, end), system.shape().nv, 1);
  const Matrix to_start = carried_over(there, near.basis());
  const IncrementOf increment(system, end.q);

  return differences(near, at, task, [&](const Vector& x, Index input, double du) {
    Columns c = motion_of(near, system, turning, x, input, du);  // its outputs
    Vector dq;
    const State s = after(near.state(x, input, du, dq), input, du);
    Matrix change(2 * s.v.size(), 1);
    change << increment(s.q - end.q), s.v - end.v;
    c.rate << to_start * there.coordinates(change), s.z - end.z;
    return c;
  });
}

}  // namespace takt::analyse
