#include "takt/simulate/run.hpp"

#include <bit>
#include <chrono>
#include <cmath>
#include <ctime>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_samples = 1e9;

std::int64_t nanoseconds(Clock::duration d) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(d).count();
}

// What this thread has computed, in s: on a busy machine less than what has passed.
double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

constexpr Index largest_bound = 16;  // coordinates and rows

bool is_one_step(const Projection& p) {
  return p.sequential && p.levels.q && p.levels.v && p.metric == Metric::mass &&
         p.at == Where::start && p.newton == 1 && p.relax == 1 && p.bounded();
}

class Run {
 public:
  Run(Simulation& simulation, const RunOptions& options, std::span<Sink* const> sinks)
      : sim_(simulation), o_(options), sinks_(sinks),
        monitor_(simulation.system(), simulation.composition(), simulation.state()),
        before_(simulation.state()), sample_(simulation.state()) {
    for (Observe what : o_.observe) monitor_.observe(what);
    const Composition& c = simulation.composition();
    adaptive_ = c.adaptive();
    if (adaptive_ && o_.every > 0 && !sinks.empty() && o_.until / o_.every > most_samples)
      throw Error(
          "a sample every " + number(o_.every) + " s makes more than a thousand million rows",
          "every", "choose a longer time between samples", Fault::usage);
    // The bound takes many derivatives along the run: of large systems that would cost more than the
    // run itself.
    const Shape& shape = simulation.system().shape();
    if (o_.bound && shape.ng > 0 && shape.nv + shape.ng <= largest_bound &&
        is_one_step(c.projection))
      bound_.emplace(simulation.system());
    if (o_.every > 0 && !adaptive_)
      stride_ = std::max<std::int64_t>(1, std::llround(o_.every / c.method.step));
  }

  Summary go() {
    s_.method = to_string(sim_.composition().method);
    s_.cost = sim_.cost();
    const double t0 = sim_.state().t;
    const auto begin = Clock::now();
    look(sim_.state());
    s_.energy_initial = monitor_.energy().total();
    give(sim_.state());
    while (!sim_.done() && s_.status == Status::ok) advance(t0);
    s_.wall_s = static_cast<double>(nanoseconds(Clock::now() - begin)) * 1e-9;
    finish(t0);
    return std::move(s_);
  }

 private:
  void advance(double t0) {
    if (interrupted()) {
      s_.status = Status::interrupted;
      return;
    }
    if (bound_) before_ = sim_.state();
    const double computed = thread_seconds();
    const auto begin = Clock::now();
    const StepReport report = sim_.step();
    const auto end = Clock::now();
    s_.cpu_s += thread_seconds() - computed;
    s_.step_time.add(nanoseconds(end - begin));
    s_.status = report.status;
    if (report.status != Status::ok) {
      s_.failure = sim_.failure();
      return;
    }
    ++s_.steps;
    const State& now = sim_.state();
    if (bound_) bound_->sample(before_, now, sim_.composition().method.step);
    if (adaptive_ && o_.every > 0 && !sinks_.empty()) between(t0, now.t);
    const bool due = o_.every <= 0 || (!adaptive_ && s_.steps % stride_ == 0) || sim_.done();
    if (due || o_.look_every_step) look(now);
    if (due) give(now);
    if (o_.progress && end - told_ > std::chrono::milliseconds(50)) {
      told_ = end;
      o_.progress(now.t);
    }
  }

  bool interrupted() const {
    return o_.interrupt != nullptr && o_.interrupt->load(std::memory_order_relaxed);
  }

  // Samples on the grid inside the last step, by dense output; the end is a sample of its own.
  void between(double t0, double t) {
    while (!interrupted()) {
      const double at = t0 + static_cast<double>(next_sample_) * o_.every;
      if (at >= t || at >= o_.until - 1e-9 * o_.every) break;
      if (sim_.interpolate(at, sample_)) {
        monitor_.look(sample_);
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

  void look(const State& state) {
    monitor_.look(state);
    const Drift& d = monitor_.drift();
    s_.max_drift.position = std::max(s_.max_drift.position, d.position);
    s_.max_drift.velocity = std::max(s_.max_drift.velocity, d.velocity);
    s_.max_drift.acceleration = std::max(s_.max_drift.acceleration, d.acceleration);
    if (s_.steps > 0)
      s_.energy_max_change =
          std::max(s_.energy_max_change, std::abs(monitor_.energy().total() - s_.energy_initial));
  }

  void give(const State& state) {
    given_ = state.t;
    for (Sink* sink : sinks_) sink->take({state, monitor_});
  }

  void finish(double t0) {
    const State& now = sim_.state();
    monitor_.look(now);
    s_.energy_final = monitor_.energy().total();
    s_.outputs = monitor_.outputs();
    if (given_ != now.t) give(now);  // a run that ends early keeps its last good state
    s_.t_end = now.t;
    s_.simulated = now.t - t0;
    s_.counters = sim_.counters();
    s_.final_state = now;
    s_.names = sim_.system().names();
    s_.state_hash = state_hash(now);
    if (bound_)
      s_.bound = Bound{bound_->C0(), bound_->C1(), bound_->C2(), bound_->limit(), bound_->holds()};
    for (Sink* sink : sinks_) sink->close();
  }

  Simulation& sim_;
  const RunOptions& o_;
  std::span<Sink* const> sinks_;
  Monitor monitor_;
  State before_, sample_;
  std::optional<DriftBound> bound_;
  bool adaptive_ = false;
  double given_ = -1;  // time of the last sample
  Clock::time_point told_ = Clock::now();
  std::int64_t stride_ = 1, next_sample_ = 1;
  Summary s_;
};

}  // namespace

Summary run(Simulation& simulation, const RunOptions& options, std::span<Sink* const> sinks) {
  return Run(simulation, options, sinks).go();
}

// FNV-1a over the bits of t, q, v, z.
std::uint64_t state_hash(const State& s) noexcept {
  std::uint64_t hash = 14695981039346656037ull;
  const auto add = [&](double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (int k = 0; k < 64; k += 8) hash = (hash ^ ((bits >> k) & 0xff)) * 1099511628211ull;
  };
  add(s.t);
  for (const Vector* x : {&s.q, &s.v, &s.z})
    for (Index i = 0; i < x->size(); ++i) add((*x)[i]);
  return hash;
}

}  // namespace takt
