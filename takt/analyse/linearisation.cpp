#include "takt/analyse/linearisation.hpp"

#include <cmath>
#include <functional>

#include "takt/analyse/modes.hpp"
#include "takt/analyse/neighbourhood.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::analyse {
namespace {

constexpr double size_of_change = 1e-5;  // m, rad, and their rates: central differences
// Rates of inputs enter at most quadratically, their second derivatives linearly: central differences of
// any size are exact, and large ones have less round-off.
constexpr double size_of_rate = 1e-3, size_of_acceleration = 1;

// What a change of x or of an input does to the rates of X, to the outputs, and to (dq, dv, dz).
struct Effects {
  Vector rates, outputs, state;
};
using Effect = std::function<Effects(const Vector& x, const InputChange&)>;

// The same per unit of change, one column for each change.
struct Response {
  Matrix rates, outputs, state;

  Response(Index n, Index p, Index size, Index changes)
      : rates(Matrix::Zero(n, changes)), outputs(Matrix::Zero(p, changes)),
        state(Matrix::Zero(size, changes)) {}
  void set(Index k, const Effects& ahead, const Effects& back, double d) {
    rates.col(k) = (ahead.rates - back.rates) / (2 * d);
    outputs.col(k) = (ahead.outputs - back.outputs) / (2 * d);
    state.col(k) = (ahead.state - back.state) / (2 * d);
  }
};

// Central differences about a state.
class Differentiation {
 public:
  Differentiation(const Neighbourhood& near, const State& at, const LinearisationTask& task)
      : near_(near), at_(at), task_(task) {}

  Response by_states(const Effect& effect) const {
    const Index n = near_.size(), nz = at_.z.size();
    Response out = blank(n);
    for (Index k = 0; k < n; ++k) {
      const double d = size_of_change * (k < n - nz ? 1 : 1 + std::abs(at_.z[k - (n - nz)]));
      const Vector x = d * Vector::Unit(n, k);
      out.set(k, effect(x, {}), effect(-x, {}), d);
    }
    return out;
  }
  // By the inputs (order 0), their rates (1) or their second derivatives (2).
  Response by_inputs(int order, const Effect& effect) const {
    Response out = blank(static_cast<Index>(task_.inputs.size()));
    const Vector none = Vector::Zero(near_.size());
    for (Index j = 0; j < out.rates.cols(); ++j) {
      const Index input = task_.inputs[j];
      const double d = order == 0   ? size_of_change * (1 + std::abs(task_.values[input]))
                       : order == 1 ? size_of_rate
                                    : size_of_acceleration;
      out.set(j, effect(none, {input, order, d}), effect(none, {input, order, -d}), d);
    }
    return out;
  }

 private:
  Response blank(Index changes) const {
    return {near_.size(), static_cast<Index>(task_.outputs.size()), 2 * at_.v.size() + at_.z.size(),
            changes};
  }

  const Neighbourhood& near_;
  const State& at_;
  const LinearisationTask& task_;
};

// The rates of X, the outputs and the state for a change of x or of an input.
class NearMotion {
 public:
  NearMotion(Neighbourhood& near, const EquationsOfMotion& system, const State& at,
             const LinearisationTask& task)
      : near_(near), at_(at), task_(task), turning_(turning_of_increments(system, at.v)),
        all_(system.names().outputs.size()) {}

  Effects operator()(const Vector& x, const InputChange& change) {
    Vector dq;
    const State s = near_.state(x, change, dq);
    const Rates& rates = near_.rates(s);
    Effects c;
    c.rates.resize(near_.size());
    c.rates << near_.basis().R_p.transpose() * (s.v + turning_ * dq),
        near_.basis().R.transpose() * rates.dv, rates.dz;
    near_.outputs(s, all_);
    c.outputs.resize(static_cast<Index>(task_.outputs.size()));
    for (Index i = 0; i < c.outputs.size(); ++i) c.outputs[i] = all_[task_.outputs[i]];
    c.state.resize(2 * s.v.size() + s.z.size());
    c.state << dq, s.v - at_.v, s.z - at_.z;
    return c;
  }

 private:
  Neighbourhood& near_;
  const State& at_;
  const LinearisationTask& task_;
  Matrix turning_;
  std::vector<double> all_;
};

}  // namespace

Linearisation linearise(const EquationsOfMotion& system, const State& at,
                        const LinearisationTask& task) {
  Neighbourhood near(system, at, task.values);
  const Differentiation d(near, at, task);
  NearMotion motion(near, system, at, task);
  const Effect effect = std::ref(motion);
  const Response x = d.by_states(effect), u = d.by_inputs(0, effect), rate = d.by_inputs(1, effect),
                 acceleration = d.by_inputs(2, effect);
  const Matrix& B_2 = acceleration.rates;
  const Matrix E = x.rates * B_2 + rate.rates;
  Linearisation out;
  out.A = x.rates;
  out.B = u.rates + out.A * E;
  out.C = x.outputs;
  out.D = u.outputs + out.C * E;
  out.D_rate = rate.outputs + out.C * B_2;
  out.D_acceleration = acceleration.outputs;
  out.S = x.state;
  out.S_u = u.state + out.S * E;
  out.S_rate = rate.state + out.S * B_2;
  out.R_p = near.basis().R_p;
  out.R = near.basis().R;
  return out;
}

namespace {

// The change of X over a step of the engine, which it leaves as it was.
class StepFrom {
 public:
  StepFrom(Engine& engine, const LinearisationTask& task, const Neighbourhood& near)
      : engine_(engine), values_(task.values.begin(), task.values.end()),
        memory_(engine.memory_size()), count_(engine.steps()), near_(near) {
    engine.save(memory_);
    end_ = after(engine.state(), {}, {});
    Evaluator eval(engine.system());
    there_ = chart(constraints_at(eval, end_), engine.system().shape().nv, 1);
    to_start_ = carried_over(there_, near.basis());
    increment_ = std::make_unique<IncrementOf>(engine.system(), end_.q);
  }

  // From a state that is consistent with the inputs changed by `before`, with inputs changed by `now`
  // in the step.
  Vector operator()(const State& from, const InputChange& before, const InputChange& now) {
    const State s = after(from, before, now);
    Matrix change(2 * s.v.size(), 1);
    change << (*increment_)(s.q - end_.q), s.v - end_.v;
    Vector X(near_.size());
    X << to_start_ * there_.coordinates(change), s.z - end_.z;
    return X;
  }

 private:
  State after(const State& from, const InputChange& before, const InputChange& now) {
    engine_.restore(memory_);
    List<double> held = values_;
    if (before.input >= 0) held[before.input] += before.size;
    State s = from;
    complete(engine_.system(), s, held);
    if (now.input >= 0) engine_.inputs()[now.input] += now.size;
    engine_.adopt(s, count_);
    const Status status = engine_.step().status;
    State end = engine_.state();
    engine_.restore(memory_);
    if (status != Status::ok)
      throw Error("a step from a state near this one fails: " + std::string(to_string(status)),
                  "linearise", "move the mechanism to another state, or take a shorter step");
    return end;
  }

  Engine& engine_;
  List<double> values_;
  std::vector<std::byte> memory_;
  std::int64_t count_;
  const Neighbourhood& near_;
  State end_;
  Chart there_;
  Matrix to_start_;
  std::unique_ptr<IncrementOf> increment_;
};

}  // namespace

Linearisation linearise_step(Engine& engine, const LinearisationTask& task) {
  if (engine.composition().integrator->asks.has(Form::residual))
    throw Error("a step of a multi-step method depends on steps before it, not on the state alone",
                "linearise", "take the linear system of the motion, or a one-step method",
                Fault::usage);
  const State at = engine.state();
  Neighbourhood near(engine.system(), at, task.values);
  const Differentiation d(near, at, task);
  NearMotion motion(near, engine.system(), at, task);
  StepFrom step(engine, task, near);
  const Effect from_state = [&](const Vector& x, const InputChange& before) {
    Effects c = motion(x, before);
    Vector dq;
    c.rates = step(near.state(x, before, dq), before, {});
    return c;
  };
  const Effect with_input = [&](const Vector&, const InputChange& now) {
    return Effects{step(at, {}, now), Vector::Zero(static_cast<Index>(task.outputs.size())),
                   Vector::Zero(2 * at.v.size() + at.z.size())};
  };
  const Response x = d.by_states(from_state), last = d.by_inputs(0, from_state),
                 now = d.by_inputs(0, with_input);
  const Index n = x.rates.cols(), m = now.rates.cols(), p = x.outputs.rows(), s = x.state.rows();
  Linearisation out;
  out.A = Matrix::Zero(n + m, n + m), out.B = Matrix::Zero(n + m, m);
  out.A.topRows(n) << x.rates, last.rates;
  out.B << now.rates, Matrix::Identity(m, m);
  out.C.resize(p, n + m), out.S.resize(s, n + m);
  out.C << x.outputs, last.outputs;
  out.S << x.state, last.state;
  out.D = out.D_rate = out.D_acceleration = Matrix::Zero(p, m);
  out.S_u = out.S_rate = Matrix::Zero(s, m);
  out.R_p = near.basis().R_p;
  out.R = near.basis().R;
  return out;
}

}  // namespace takt::analyse
