#include "takt/simulate/run.hpp"

#include <chrono>
#include <cmath>
#include <cstring>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/base/thread_seconds.hpp"
#include "takt/simulate/checkpoint.hpp"
#include "takt/simulate/run_memory.hpp"
#include "takt/simulate/step_failure.hpp"
#include "takt/simulate/sum_of_counters.hpp"

namespace takt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_samples = 1e9;

std::int64_t nanoseconds(Clock::duration d) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(d).count();
}

// The energy change by projections is computed in every step of small systems, in every eighth of others.
constexpr Index few_velocities = 12;
constexpr std::int64_t steps_a_look = 8;
// For systems with more velocities the powers are computed in every second step only: for all
// elements they take a third of the time of a cheap step.
constexpr Index many_elements = 24;

class Run {
 public:
  Run(Engine& simulation, const RunOptions& options, std::span<Sink* const> sinks,
      const Checkpoints& checkpoints)
      : sim_(simulation), o_(options), sinks_(sinks), c_(checkpoints),
        monitor_(simulation.system(), simulation.composition(), simulation.state()),
        before_(simulation.state()), sample_(simulation.state()) {
    if (!std::isfinite(sim_.until()) && o_.interrupt == nullptr)
      throw Error("the run has no end", "until", "give the simulation a finite `until`",
                  Fault::usage);
    for (Observe what : o_.observe) monitor_.observe(what);
    if (o_.controller != nullptr && simulation.composition().adaptive())
      throw Error("a controller has a period, and " + to_string(simulation.composition().method) +
                      " chooses its own steps",
                  "method", "use a method with a fixed step", Fault::usage);
    const Composition& c = simulation.composition();
    adaptive_ = c.adaptive();
    if (adaptive_ && o_.every > 0 && !sinks.empty() && sim_.until() / o_.every > most_samples)
      throw Error(
          "a sample every " + number(o_.every) + " s makes more than a thousand million rows",
          "every", "choose a longer time between samples", Fault::usage);
    const Shape& shape = simulation.system().shape();
    if (o_.bound && why_no_bound(c, shape).empty()) {
      const double t0 = c_.resume.empty() ? simulation.state().t : memory_of(c_.resume).t0;
      bound_.emplace(simulation.system(), c.method.step, 0.5 * (t0 + sim_.until()));
    }
    const Switching* switching = simulation.system().switching();
    if (switching != nullptr && switching->switches() > 0 && !sim_.locates() && o_.look_every_step)
      crossings_.emplace(*switching);
    look_at_power_ = shape.nv <= many_elements ? 1 : 2;
    look_at_projection_ = shape.nv <= few_velocities ? 1 : steps_a_look;
    if (o_.every > 0 && !adaptive_)
      stride_ = std::max<std::int64_t>(1, std::llround(o_.every / c.method.step));
  }

  Summary go() {
    s_.method = to_string(sim_.composition().method);
    s_.cost = sim_.cost();
    begin_ = Clock::now();
    if (c_.resume.empty())
      start();
    else
      go_on();
    while (!sim_.done() && s_.status == Status::ok) advance(t0_);
    // An interrupted run saves a checkpoint here. A failed run does not: it would fail again.
    if (s_.status == Status::interrupted && complete_ && !sim_.done()) save_checkpoint();
    s_.wall_s += wall();
    finish(t0_);
    return std::move(s_);
  }

 private:
  void start() {
    t0_ = sim_.state().t;
    look(sim_.state());
    s_.energy_initial = monitor_.energy().total();
    give(sim_.state());
  }

  void go_on() {
    require_checkpoint(c_.resume, sim_, sim_.until());
    const RunMemory m = memory_of(c_.resume);
    sim_.restore(c_.resume.subspan(sizeof m + size_of_counts(sim_)));
    t0_ = m.t0;
    given_ = m.given;
    next_sample_ = m.next_sample;
    s_.steps = m.steps;
    s_.wall_s = m.wall_s;
    s_.cpu_s = m.cpu_s;
    s_.energy_initial = m.energy_initial;
    s_.energy_max_change = m.energy_max_change;
    s_.max_drift = m.max_drift;
    s_.step_time = m.step_time;
    // so that sums are added in the same order as without interruption
    sim_.count_on_from(m.counters);
    if (crossings_) {
      const std::span<double> counts = crossings_->counts();
      std::memcpy(counts.data(), c_.resume.data() + sizeof m, counts.size_bytes());
    }
    account_ = m.energy;
    if (bound_) bound_->go_on_from(m.bound);
    checkpoints_saved_ = checkpoints_before(sim_.state().t);
    monitor_.evaluate(sim_.state());
    if (crossings_) monitor_.count_crossings(*crossings_, sim_.state());
  }

  void save_checkpoint() {
    if (!c_.keep) return;
    RunMemory m{};
    m.t = sim_.state().t;
    m.t0 = t0_;
    m.given = given_;
    m.next_sample = next_sample_;
    m.steps = s_.steps;
    m.wall_s = s_.wall_s + wall();
    m.cpu_s = s_.cpu_s;
    m.energy_initial = s_.energy_initial;
    m.energy_max_change = s_.energy_max_change;
    m.max_drift = s_.max_drift;
    m.step_time = s_.step_time;
    m.counters = s_.counters;
    m.counters += sim_.counters();
    m.energy = account_;
    if (bound_) m.bound = bound_->memory();
    memory_.assign(sizeof m + size_of_counts(sim_) + sim_.memory_size(), std::byte{});
    std::memcpy(memory_.data(), &m, sizeof m);
    if (crossings_)
      std::memcpy(memory_.data() + sizeof m, crossings_->counts().data(),
                  crossings_->counts().size_bytes());
    sim_.save(std::span(memory_).subspan(sizeof m + size_of_counts(sim_)));
    c_.keep(memory_);
  }

  // The number of checkpoints that were due up to t.
  std::int64_t checkpoints_before(double t) const {
    return c_.every > 0 ? static_cast<std::int64_t>((t - t0_) / c_.every + 1e-9) : 0;
  }

  double wall() const { return static_cast<double>(nanoseconds(Clock::now() - begin_)) * 1e-9; }

  void advance(double t0) {
    if (interrupted()) {
      s_.status = Status::interrupted;
      return;
    }
    if (o_.controller != nullptr && s_.steps % o_.control_every == 0 && !ask_controller()) return;
    const bool bound_due = bound_ && bound_->wants(s_.steps, monitor_.curvature());
    if (bound_due || !sim_.kept().empty()) before_ = sim_.state();
    const double begin_of_step = sim_.state().t;
    kept_before_.assign(sim_.kept().begin(), sim_.kept().end());
    const std::int64_t events = sim_.counters().events;
    const StepReport report = o_.time_steps ? timed_step() : sim_.step();
    s_.status = report.status;
    if (report.status != Status::ok) {
      s_.failure = sim_.failure();
      s_.lost_signal = !sim_.lost_signal().name.empty();
      return;
    }
    if (held_jumped()) look_at_jump(before_);
    ++s_.steps;
    const State& now = sim_.state();
    if (bound_due) bound_->sample(before_, now);
    look_before_projection(now);
    if (sim_.counters().events > events) look_before_event(begin_of_step, now.t);
    if (adaptive_ && o_.every > 0 && !sinks_.empty()) between(t0, begin_of_step, now.t);
    const bool due = o_.every <= 0 || (!adaptive_ && s_.steps % stride_ == 0) || sim_.done();
    if (due || o_.look_every_step) look(now);
    if (due) give(now);
    if (const std::int64_t n = checkpoints_before(now.t);
        n > checkpoints_saved_ && complete_ && !sim_.done()) {
      checkpoints_saved_ = n;
      save_checkpoint();
    }
    if (!o_.progress) return;
    if (const auto time = Clock::now(); time - told_ > std::chrono::milliseconds(50)) {
      told_ = time;
      o_.progress(now.t);
    }
  }

  StepReport timed_step() {
    const double computed = thread_seconds();
    const auto begin = Clock::now();
    const StepReport report = sim_.step();
    const auto end = Clock::now();
    s_.cpu_s += thread_seconds() - computed;
    s_.step_time.add(nanoseconds(end - begin));
    return report;
  }

  // Shows the outputs of the present state to the controller and sets the inputs that it answers. An
  // interpolated input reaches its new value at the end of the period, as in the real-time loop;
  // values that are not finite are not used.
  bool ask_controller() {
    if (!o_.look_every_step) look(sim_.state());
    const std::span<double> values = sim_.inputs(), rates = sim_.input_rates();
    wanted_.assign(values.begin(), values.end());
    if (!o_.controller->answer(s_.steps / o_.control_every, sim_.state().t, monitor_.outputs(),
                               wanted_)) {
      s_.status = interrupted() ? Status::interrupted : Status::no_answer;
      s_.failure = o_.controller->failure();
      return false;
    }
    ++s_.controller.answers;
    bool jumped = false;
    const List<Input>& known = sim_.system().names().inputs;
    const double period = static_cast<double>(o_.control_every) * sim_.composition().method.step;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(wanted_[i])) {
        ++s_.controller.not_finite;
        continue;
      }
      const double x = std::clamp(wanted_[i], known[i].least, known[i].most);
      if (x != wanted_[i]) ++s_.controller.clamped;
      jumped = jumped || (!known[i].interpolated && x != values[i]);
      rates[i] = known[i].interpolated ? (x - values[i]) / period : 0;
      if (!known[i].interpolated) values[i] = x;
    }
    if (jumped) look_at_jump(sim_.state());
    return true;
  }

  // A controller inside of the model has computed another value at the start of the step.
  bool held_jumped() const {
    const std::size_t held =
        sim_.kept().size() - static_cast<std::size_t>(sim_.system().shape().integrals);
    return !std::equal(kept_before_.begin(), kept_before_.begin() + static_cast<long>(held),
                       sim_.kept().begin());
  }

  // Inputs have jumped at this state. If a potential depends on them, the energy came from outside.
  void look_at_jump(const State& state) {
    if (!o_.look_every_step) return;
    monitor_.set_inputs(sim_.inputs(), sim_.input_rates(), sim_.kept());
    monitor_.evaluate(state);
    account_.jump(state.t, monitor_.energy().kinetic, monitor_.energy().total(), monitor_.flow());
  }

  bool interrupted() const {
    return o_.interrupt != nullptr && o_.interrupt->load(std::memory_order_relaxed);
  }

  // Samples on the output grid within the last step, by dense output. The end of the run is a
  // separate sample.
  void between(double t0, double begin, double t) {
    while (true) {
      const double at = t0 + static_cast<double>(next_sample_) * o_.every;
      if (at >= t || at >= sim_.until() - 1e-9 * o_.every) break;
      complete_ = !interrupted();
      if (!complete_) break;
      if (sim_.interpolate(at, sample_)) {
        set_kept_at((at - begin) / (t - begin));
        monitor_.evaluate(sample_);
        give(sample_);
      }
      ++next_sample_;
    }
    if (t0 + static_cast<double>(next_sample_) * o_.every == t && !sim_.done()) {
      look(sim_.state());
      give(sim_.state());
      ++next_sample_;
    }
  }

  // Kept values within the last step: controllers hold theirs, integrals are straight lines.
  void set_kept_at(double part) {
    kept_sample_.assign(sim_.kept().begin(), sim_.kept().end());
    const auto integrals = static_cast<std::size_t>(sim_.system().shape().integrals);
    for (std::size_t i = kept_sample_.size() - integrals; i < kept_sample_.size(); ++i)
      kept_sample_[i] = kept_before_[i] + part * (kept_sample_[i] - kept_before_[i]);
    monitor_.set_kept(kept_sample_);
  }

  // The step ends just behind a discontinuity, where powers may jump: the energy account gets a sample
  // before it and begins anew behind it.
  void look_before_event(double begin, double t) {
    const double h = t - begin, apart = std::min(0.5 * h, std::max(1e-7 * h, 4e-11 * (1 + t)));
    if (!o_.look_every_step || !sim_.interpolate(t - apart, sample_)) return;
    monitor_.set_inputs(sim_.inputs(), sim_.input_rates(), sim_.kept());
    monitor_.evaluate(sample_);
    account_.add(sample_.t, monitor_.energy().kinetic, monitor_.energy().total(), monitor_.flow());
    behind_event_ = true;
  }

  void look(const State& state) {
    const bool with_power = s_.steps % look_at_power_ == 0 || adaptive_;
    monitor_.set_inputs(sim_.inputs(), sim_.input_rates(), sim_.kept());
    monitor_.evaluate(state, with_power);
    if (crossings_) s_.counters.crossings += monitor_.count_crossings(*crossings_, state);
    const Drift& d = monitor_.drift();
    s_.max_drift.position = std::max(s_.max_drift.position, d.position);
    s_.max_drift.velocity = std::max(s_.max_drift.velocity, d.velocity);
    s_.max_drift.acceleration = std::max(s_.max_drift.acceleration, d.acceleration);
    const double kinetic = monitor_.energy().kinetic, total = monitor_.energy().total();
    if (behind_event_)
      account_.jump(state.t, kinetic, total, monitor_.flow());
    else if (with_power)
      account_.add(state.t, kinetic, total, monitor_.flow());
    behind_event_ = false;
    if (unprojected_)
      account_.add_projection(static_cast<double>(look_at_projection_) *
                              (monitor_.energy().total() - *unprojected_));
    unprojected_.reset();
    if (!monitor_.in_range() && s_.status == Status::ok) {
      s_.status = Status::not_finite;
      s_.failure = describe_excess(state.t, monitor_.out_of_range());
    }
    if (s_.steps > 0)
      s_.energy_max_change =
          std::max(s_.energy_max_change, std::abs(monitor_.energy().total() - s_.energy_initial));
  }

  // Computes the energy that the last step would have without its projections.
  void look_before_projection(const State& now) {
    const Vector* dq = sim_.projected_q();
    if (dq != nullptr && s_.steps % look_at_projection_ == 0)
      unprojected_ = monitor_.energy_beside(now, *dq, *sim_.projected_v());
  }

  void give(const State& state) {
    given_ = state.t;
    counted_ = s_.counters;
    counted_ += sim_.counters();
    for (Sink* sink : sinks_) sink->take({state, monitor_, &counted_, &account_});
  }

  void finish(double t0) {
    const State& now = sim_.state();
    monitor_.evaluate(now);
    s_.energy_final = monitor_.energy().total();
    account_.add(now.t, monitor_.energy().kinetic, s_.energy_final, monitor_.flow());
    s_.energy = account_.parts();
    s_.energy.projected = sim_.projected_q() != nullptr;
    s_.energy.about = look_at_projection_ > 1;
    s_.outputs = monitor_.outputs();
    s_.final_driven = monitor_.driven();
    if (given_ != now.t) give(now);  // also if the run ends early: its last good state
    s_.t_end = now.t;
    s_.simulated = now.t - t0;
    s_.counters += sim_.counters();
    s_.switches =
        crossings_ ? by_name(*sim_.system().switching(), crossings_->counts()) : sim_.located();
    s_.chattering = sim_.chattering();
    s_.final_state = now;
    s_.names = sim_.system().names();
    s_.state_hash = state_hash(now);
    if (bound_) s_.bound = bound_->bound();
    for (Sink* sink : sinks_) sink->end(s_), sink->close();
  }

  Engine& sim_;
  const RunOptions& o_;
  std::span<Sink* const> sinks_;
  const Checkpoints& c_;
  Monitor monitor_;
  State before_, sample_;
  std::optional<DriftBound> bound_;
  std::optional<Crossings> crossings_;  // if the method does not locate them
  EnergyAccount account_;
  Counters counted_;                                         // up to the last sample
  std::int64_t look_at_projection_ = 1, look_at_power_ = 1;  // steps
  std::vector<double> wanted_;                               // inputs that a controller answers
  std::vector<double> kept_before_, kept_sample_;  // kept values: before a step, at a sample
  std::optional<double> unprojected_;  // energy before the projections of this step, if computed
  bool adaptive_ = false, behind_event_ = false;
  double t0_ = 0;
  double given_ = -1;     // time of the last sample
  bool complete_ = true;  // all samples up to now were passed to the sinks
  Clock::time_point begin_, told_ = Clock::now();
  std::int64_t checkpoints_saved_ = 0;  // number of checkpoints saved
  std::vector<std::byte> memory_;
  std::int64_t stride_ = 1, next_sample_ = 1;
  Summary s_;
};

}  // namespace

Summary run(Engine& simulation, const RunOptions& options, std::span<Sink* const> sinks) {
  return Run(simulation, options, sinks, {}).go();
}

Summary run(Engine& simulation, const RunOptions& options, std::span<Sink* const> sinks,
            const Checkpoints& checkpoints) {
  return Run(simulation, options, sinks, checkpoints).go();
}

}  // namespace takt
