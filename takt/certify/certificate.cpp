#include "takt/certify/certificate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <set>

#include "takt/base/error.hpp"
#include "takt/certify/unconverged.hpp"
#include "takt/realtime/steps_of_period.hpp"
#include "takt/simulate/drift_bound.hpp"

namespace takt::certify {
namespace {

std::int64_t monotonic() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The same work each time, a few microseconds. Any time above the usual is noise of the machine.
double fixed_work(double x) noexcept {
  for (int i = 0; i < 3000; ++i) x = x * 0.999999 + 1e-7;
  return x;
}

// Least number of steps at which the drift bound is sampled, if the run has as many steps.
constexpr std::int64_t some = 200;

constexpr std::int64_t points_of_course = 1000;

class Certifier {
 public:
  Certifier(const io::OpenModel& model, const Method& method, const CertifyOptions& o)
      : model_(model), method_(method), o_(o), clock_(o.clock ? o.clock : monotonic) {
    c_.model = model.name;
    c_.method = to_string(method);
    c_.step = method.step;
    c_.period = o.period;
    c_.until = o.until;
    c_.inputs = model.system->names().inputs;
    c_.constrained = model.system->shape().ng > 0;
  }

  Certificate go() {
    run_through();
    run_again();
    look_closely();
    if (interrupted()) c_.status = Status::interrupted;
    return std::move(c_);
  }

 private:
  Engine fresh() const { return Engine(model_.system, method_, model_.start, {.until = o_.until}); }
  bool interrupted() const { return o_.interrupt != nullptr && o_.interrupt->load(); }
  void tell(double share) const {
    if (o_.progress) o_.progress(share);
  }

  // The first run makes steps and nothing else: it measures time, heap calls and counters.
  void run_through() {
    Engine sim = fresh();
    const Composition& composition = sim.composition();
    c_.cost = sim.cost();
    c_.adaptive = composition.adaptive();
    c_.timing.steps_per_period =
        c_.adaptive ? 1 : realtime::steps_of_period(o_.period, method_.step);
    const std::int64_t planned =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(o_.until / method_.step));
    next_saved_ = 0;
    spacing_ = std::max<std::int64_t>(1, planned / std::max(1, o_.states));
    const std::int64_t begin = monotonic();
    std::int64_t in_period = 0, spent = 0;
    if (watched()) c_.heap_calls = 0;
    while (!sim.done()) {
      if (interrupted()) {
        c_.status = Status::interrupted;
        break;
      }
      save_now_and_then(sim);
      const Counters before = sim.counters();
      const double t = sim.state().t;
      if (c_.heap_calls) o_.heap->arm();
      const std::int64_t from = clock_();
      const StepReport report = sim.step();
      const std::int64_t to = clock_();
      if (c_.heap_calls) *c_.heap_calls += o_.heap->disarm();
      if (report.status != Status::ok) {
        c_.status = report.status;
        c_.failure = sim.failure();
        break;
      }
      ++c_.steps;
      spent += to - from;
      if (++in_period == c_.timing.steps_per_period) {
        c_.timing.periods.add(spent);
        spent = in_period = 0;
      }
      const std::int64_t still = clock_();
      control_ = fixed_work(control_);
      c_.timing.control.add(clock_() - still);
      if (!sim.done() || report.h > 0.999 * method_.step) compare_counters(before, sim, t);
      if (c_.steps % 64 == 0) {
        const double used = 1e-9 * static_cast<double>(monotonic() - begin);
        tell(0.4 * sim.state().t / o_.until);
        if (used > o_.run_seconds) {
          c_.cut = true;
          break;
        }
      }
    }
    c_.through = c_.status != Status::interrupted;
    c_.t_end = sim.state().t;
    c_.hash = state_hash(sim.state());
    c_.unconverged = sim.counters().unconverged;
  }

  // A heap watch is there, and it notices an allocation.
  bool watched() const {
    if (o_.heap == nullptr || o_.heap->arm == nullptr) return false;
    void* (*volatile take)(std::size_t) = std::malloc;  // not to be optimised away
    void (*volatile give)(void*) = std::free;
    o_.heap->arm();
    give(take(16));
    return o_.heap->disarm() >= 2;
  }

  void compare_counters(const Counters& before, const Engine& sim, double t) {
    if (c_.adaptive) return;
    const Counters& now = sim.counters();
    const std::int64_t did[] = {now.evaluations - before.evaluations,
                                now.factorisations - before.factorisations,
                                now.solves - before.solves};
    const std::int64_t said[] = {c_.cost.evaluations, c_.cost.factorisations, c_.cost.solves};
    bool above = false, off = false;
    for (int k = 0; k < 3; ++k) {
      above = above || did[k] > said[k];
      off = off || did[k] != said[k];
    }
    if (off && c_.off_cost == 0) c_.first_off = t;
    c_.above_cost += above ? 1 : 0;
    c_.off_cost += off ? 1 : 0;
  }

  void save_now_and_then(const Engine& sim) {
    if (c_.steps != next_saved_ || static_cast<int>(saved_.size()) >= o_.states) return;
    // The first state is saved after one step, when the memory of the method is filled.
    next_saved_ = next_saved_ == 0 ? std::min<std::int64_t>(1, spacing_) : next_saved_ + spacing_;
    if (c_.steps == 0 && spacing_ > 1) return;
    saved_.emplace_back(sim.memory_size());
    sim.save(saved_.back());
  }

  // The second run repeats the same steps and observes everything. Half way the simulation is
  // saved, and restored in another one.
  void run_again() {
    c_.why_no_bound = "the run was interrupted before it was looked at";
    if (!c_.through) return;
    Engine sim = fresh();
    Monitor monitor(*model_.system, sim.composition(), sim.state());
    EnergyMeter meter(*model_.system, method_.step);
    Unconverged unconverged(model_, method_, o_.until, o_.run_seconds);
    const Shape& shape = model_.system->shape();
    const std::string why_no_bound = takt::why_no_bound(sim.composition(), shape);
    std::optional<DriftBound> bound;
    if (why_no_bound.empty())
      bound.emplace(*model_.system, method_.step, 0.5 * (sim.state().t + o_.until));
    const std::int64_t every = 1 + c_.steps / some;
    const std::int64_t half = c_.steps / 2;
    Drift lately;  // since the last point of the course
    const auto drift = [&] {
      monitor.evaluate(sim.state());
      const Drift& d = monitor.drift();
      lately.position = std::max(lately.position, d.position);
      lately.velocity = std::max(lately.velocity, d.velocity);
      c_.drift.position = std::max(c_.drift.position, d.position);
      c_.drift.velocity = std::max(c_.drift.velocity, d.velocity);
    };
    drift();
    meter.look(sim.state(), monitor.flow());
    State before = sim.state();
    for (std::int64_t k = 0; k < c_.steps && !interrupted(); ++k) {
      if (k == half) change_horses(sim);
      before = sim.state();
      const double curvature = monitor.curvature();
      if (c_.unconverged > 0) unconverged.before(sim);
      if (sim.step().status != Status::ok) break;
      ++c_.steps_again;
      if (c_.unconverged > 0) unconverged.after(sim, meter);
      const bool sampled = bound && (k % every == 0 || bound->wants(k, curvature));
      if (sampled) bound->sample(before, sim.state());
      drift();
      if (k < half) c_.drift_first_half = c_.drift;
      if ((k + 1) % (1 + c_.steps / points_of_course) == 0 || k + 1 == c_.steps) {
        c_.course.t.push_back(sim.state().t);
        c_.course.position.push_back(lately.position);
        c_.course.velocity.push_back(lately.velocity);
        lately = {};
      }
      meter.look(sim.state(), monitor.flow());
      if (k % 64 == 0) tell(0.4 + 0.3 * static_cast<double>(k) / static_cast<double>(c_.steps));
    }
    c_.energy = meter.book();
    c_.course.energy = meter.course(points_of_course);
    c_.energy.unconverged = unconverged.energy();
    c_.why_not_unconverged = unconverged.why_not();
    c_.hash_again = state_hash(sim.state());
    if (!c_.looked_at()) return;
    c_.why_no_bound = why_no_bound;
    if (bound) c_.bound = bound->bound();
  }

  void change_horses(Engine& sim) {
    std::vector<std::byte> bytes(sim.memory_size());
    sim.save(bytes);
    sim = fresh();
    sim.restore(bytes);
  }

  // One step from each of the saved states: its eigenvalues and its instructions.
  void look_closely() {
    c_.work.why_not = interrupted() ? "interrupted" : "the run ended too early";
    if (saved_.empty() || interrupted()) return;
    StepMap map(model_.system, method_, model_.start);
    std::set<std::string> names;
    for (std::size_t k = 0; k < saved_.size() && !interrupted(); ++k) {
      tell(0.7 + 0.1 * static_cast<double>(k) / static_cast<double>(saved_.size()));
      c_.radii.push_back(map.radius(saved_[k]));
      for (const Symmetry& s : map.taken_out())
        if (names.insert(s.name).second) c_.taken_out.push_back(s.name);
      if (!map.why_not().empty()) break;
    }
    count_instructions();
  }

  void count_instructions() {
    if (!o_.count_instructions) {
      c_.work.why_not = "not asked for";
      return;
    }
    c_.work.why_not = interrupted() ? "interrupted" : "there was no time";
    Engine sim = fresh();
    const std::int64_t begin = monotonic();
    for (std::size_t k = 0; k < saved_.size() && !interrupted(); ++k) {
      tell(0.8 + 0.2 * static_cast<double>(k) / static_cast<double>(saved_.size()));
      const double used = 1e-9 * static_cast<double>(monotonic() - begin);
      const double each = k > 0 ? used / static_cast<double>(k) : 0;
      if (used + each > o_.count_seconds) break;
      sim.restore(saved_[k]);
      sim.step();  // the first step after a restore does work that later steps do not do
      const InstructionCount t =
          o_.count_instructions([&] { sim.step(); }, o_.count_seconds - used);
      if (!t.complete()) {
        if (c_.work.at.empty()) c_.work.why_not = t.why_not;
        break;
      }
      c_.work.at.push_back(t);
    }
  }

  const io::OpenModel& model_;
  Method method_;
  const CertifyOptions& o_;
  std::function<std::int64_t()> clock_;
  Certificate c_;
  std::vector<std::vector<std::byte>> saved_;
  std::int64_t next_saved_ = 0, spacing_ = 1;
  volatile double control_ = 1;
};

}  // namespace

// The state where the method lets changes grow most beyond the motion itself. A state where they
// grow comes before one where that is not known.
const Radius* Certificate::worst_along() const noexcept {
  // Of the differences. Of radii that agree to this, the first is shown.
  constexpr double round_off = 1e-7;
  const Radius* worst = nullptr;
  const auto beyond = [](const Radius& r) {
    return r.along - (r.has_motion ? std::max(1.0, r.motion) : 1.0);
  };
  for (const Radius& r : radii) {
    if (!r.known()) continue;
    if (worst == nullptr || r.grows_along() > worst->grows_along() ||
        (r.grows_along() == worst->grows_along() && beyond(r) > beyond(*worst) + round_off))
      worst = &r;
  }
  return worst;
}

const Radius* Certificate::worst_across() const noexcept {
  const Radius* worst = nullptr;
  for (const Radius& r : radii)
    if (r.known() && r.has_across && (worst == nullptr || r.across > worst->across)) worst = &r;
  return worst;
}

bool Certificate::in_time() const noexcept {
  return timing.periods.quantile(0.9999) * 1e-9 <= period;
}

bool Certificate::breaks_budget() const noexcept {
  return !cost.bounded || !in_time() || above_cost > 0 || heap_calls.value_or(0) > 0;
}

Certificate certify(const io::OpenModel& model, const Method& method, const CertifyOptions& o) {
  if (!(o.period > 0))
    throw Error("the period must be a positive time", "period", "write --period 1ms, for example",
                Fault::usage);
  return Certifier(model, method, o).go();
}

}  // namespace takt::certify
