#include "takt/simulate/engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "takt/base/error.hpp"
#include "takt/base/flush_to_zero.hpp"
#include "takt/base/memory.hpp"
#include "takt/base/text.hpp"
#include "takt/method/refusal.hpp"
#include "takt/simulate/events.hpp"
#include "takt/simulate/keeper.hpp"
#include "takt/simulate/step_failure.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt {
namespace {

constexpr double most_steps = 9e15;  // beyond, n h is no longer exact

void check_step(double h) {
  if (!std::isfinite(h) || h <= 0)
    throw Error("the step must be a positive, finite time, not " + number(h) + " s", "step",
                "write --step 1ms, for example", Fault::usage);
}

// Which terms belong to K and C is decided once, here. It concerns methods with steps of one length that
// use K and C; methods for residuals iterate with the derivative of everything.
std::shared_ptr<const EquationsOfMotion> for_steps_of(
    const Composition& c, std::shared_ptr<const EquationsOfMotion> system, const State& start,
    std::span<const double> inputs) {
  const StepDependent* const by_step = system->step_dependent();
  if (by_step == nullptr || !c.partitioned()) return system;
  check_step(c.method.step);
  return by_step->for_step(c.method.step, start, inputs);
}

}  // namespace

struct Engine::Parts {
  Composition composition;
  std::shared_ptr<const EquationsOfMotion> system;
  Evaluator eval;
  std::unique_ptr<Formulation> formulation;
  std::unique_ptr<Integrator> integrator;
  std::unique_ptr<Stabiliser> stabiliser;
  std::unique_ptr<Keeper> keeper;  // null if nothing is kept
  std::unique_ptr<Events> events;  // null if no discontinuities are located
  State now, next;
  double t0 = 0, until = 0;
  std::size_t input_count = 0;
  std::int64_t count = 0;
  Status ended = Status::ok;  // status of the last step
  double last = 0;            // length of the last accepted step
  Cost cost;
  std::vector<double> unstarted;  // memory of the integrator before its first step

  Parts(std::shared_ptr<const EquationsOfMotion> s, const Method& method, const State& start,
        const SetUp& set_up)
      : composition(compose(method)),
        system(for_steps_of(composition, std::move(s), start, set_up.inputs)),
        eval(*system, set_up.storage, composition.jacobian), now(start), t0(start.t),
        until(set_up.until), input_count(static_cast<std::size_t>(system->shape().inputs)),
        last(method.step) {
    check_step(method.step);
    if (!(until > t0))
      throw Error("the end of the run, " + number(until) + " s, is not after its start", "until",
                  "write --until 10s, for example", Fault::usage);
    if (!composition.adaptive() && method.step > (until - t0) * (1 + 1e-12))
      throw Error("the step, " + number(method.step) + " s, is longer than the run, " +
                      number(until - t0) + " s",
                  "step", "choose a step that fits into the run", Fault::usage);
    if (std::isfinite(until) && (until - t0) / method.step > most_steps)
      throw Error("a step of " + number(method.step) + " s makes more steps than can be counted",
                  "step", "choose a longer step or a shorter run", Fault::usage);
    require_valid(composition, &system->shape());
    std::copy_n(set_up.inputs.begin(), std::min(set_up.inputs.size(), eval.inputs().size()),
                eval.inputs().begin());
    require_consistent(*system, now, set_up.inputs);
    complete(*system, now, set_up.inputs);
    next = now;
    const double h = method.step;
    if (system->keeping() != nullptr) keeper = std::make_unique<Keeper>(*system, composition, now);
    formulation = composition.formulation->make(eval, composition.formulation_settings,
                                                composition.context());
    formulation->prepare(now);
    integrator = composition.integrator->make(eval, *formulation, composition.integrator_settings,
                                              {h, composition.matrix});
    stabiliser =
        composition.implicit_invariant()
            ? make_implicit_invariant(eval, composition.formulation_settings.number("invariant"))
        : composition.formulation->closes
            ? make_dependent_coordinates(eval, *formulation)
            : make_projection(eval, composition.projection, *formulation);
    integrator->prepare(now, h);
    rehearse(h);
    if (!Events::wanted(*system, composition)) return;
    events = std::make_unique<Events>(*system, composition, now);
    integrator->watch(events.get());
  }

  // Makes one step as a trial, to measure its cost and to touch every buffer. Its result is
  // discarded.
  void rehearse(double h) {
    const std::span<double> memory = integrator->memory();
    const std::vector<double> before(memory.begin(), memory.end());
    const double part = composition.adaptive() ? 1e-3 * h : h;
    eval.counters() = Counters{};  // operations of the set-up do not count
    if (composition.adaptive()) memory[0] = part;
    integrator->step(now, next, {part, now.t + part}, *stabiliser);
    const Counters& c = eval.counters();
    cost = {c.evaluations, c.factorisations, c.solves, composition.bounded()};
    eval.counters() = Counters{};
    std::copy(before.begin(), before.end(), memory.begin());
    integrator->forget();
    unstarted = before;
    next = now;
  }

  // The inputs belong to the time of the state, so they advance with it.
  void move_inputs(double passed) noexcept {
    double* const values = eval.inputs().data();
    for (std::size_t i = 0; i < input_count; ++i) values[i] += passed * values[input_count + i];
  }

  std::span<double> inputs() noexcept { return eval.inputs().first(input_count); }
  std::span<double> input_rates() noexcept {
    return eval.inputs().subspan(input_count, input_count);
  }
  std::span<double> kept() noexcept {
    return eval.inputs().last(static_cast<std::size_t>(system->shape().kept));
  }
  // The two below are not inlined: most models keep nothing, and in a step of a few hundred
  // instructions the registers saved for their sake would be seen.
  [[gnu::noinline]] void renew_kept() noexcept {
    if (keeper->before_step(now, count, {inputs(), input_rates()}, kept()) &&
        composition.adaptive())
      integrator->forget();
  }
  [[gnu::noinline]] void follow_kept(double passed) noexcept {
    keeper->after_step(now, passed, {inputs(), input_rates()}, kept());
  }

  // Of a method that chooses its steps: the end of the run, or the next instant of a controller.
  double limit() const noexcept { return keeper ? std::min(until, keeper->next_instant()) : until; }

  [[gnu::noinline]] void locate(StepReport& report) noexcept {
    if (report.status != Status::ok) return;
    if (!events->after_step(now, next, limit(), *integrator, *stabiliser, eval.counters())) return;
    report.t = next.t;
    report.h = next.t - now.t;
  }

  StepTarget target() const noexcept {
    if (composition.adaptive()) {
      double end = limit();
      if (events) end = std::min(end, events->next_stop());
      return {end - now.t, end};
    }
    const double h = composition.method.step;
    const double t_end = t0 + static_cast<double>(count + 1) * h;
    if (t_end < until - 1e-9 * h) return {h, t_end};
    if (t_end <= until + 1e-9 * h) return {h, until};
    return {until - now.t, until};  // the last step is shortened
  }
};

Engine::Engine(std::shared_ptr<const EquationsOfMotion> system, const Method& method,
               const State& start, const SetUp& set_up) {
  const double n = static_cast<double>(system->shape().nv),
               rows = static_cast<double>(system->shape().ng);
  try {
    parts_ = std::make_unique<Parts>(std::move(system), method, start, set_up);
  } catch (const std::bad_alloc&) {
    throw Error(
        "memory ran out while " + to_string(method) + " was set up: a full matrix of " + number(n) +
            " coordinates and " + number(rows) + " rows has " +
            bytes_in_words(sizeof(double) * (n + rows) * (n + rows)),
        "set-up",
        "natural coordinates have sparse matrices (--method natural:...); of a tree ode with "
        "an explicit integrator, as ode+rk4, needs no matrix at all",
        Fault::other);
  }
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

StepReport Engine::step() noexcept {
  Parts& p = *parts_;
  const FlushToZero guard;
  if (p.keeper) p.renew_kept();
  p.eval.inputs_hold_at(p.now.t);
  if (p.events) p.events->before_step(p.now, p.eval.inputs());
  StepReport report = p.integrator->step(p.now, p.next, p.target(), *p.stabiliser);
  if (!is_motion(p.next) || !finite_signals(p.eval.excitation(Slot::start)) ||
      !finite_signals(p.eval.excitation(Slot::end)))
    report.status = Status::not_finite;
  if (p.events) p.locate(report);
  p.ended = report.status;
  const double begin = p.now.t;
  if (report.status != Status::ok) {
    p.integrator->forget();
    if (p.keeper) p.keeper->undo(p.kept());
    return report;
  }
  swap(p.now, p.next);
  p.last = p.now.t - begin;
  ++p.count;
  if (p.now.t > p.until && interpolate(p.until, p.next)) {
    swap(p.now, p.next);
    report.t = p.until;
  }
  p.move_inputs(p.now.t - begin);
  if (p.keeper) p.follow_kept(p.now.t - begin);
  return report;
}

std::string Engine::failure() const {
  const Parts& p = *parts_;
  if (p.ended == Status::ok) return "";
  std::string lost = lost_signal().sentence();
  if (!lost.empty()) return lost;
  const std::string known = p.integrator->failure();
  const std::string text =
      known.empty() ? describe_failure(p.ended, p.now, p.next, p.system->names(), p.eval.counters())
                    : known;
  const std::vector<SwitchCount> chatter = chattering();
  return chatter.empty() ? text
                         : text + "\n  " + chatter.front().name +
                               " chatters: its discontinuities follow each other within two steps";
}

std::vector<SwitchCount> Engine::located() const {
  return parts_->events ? parts_->events->located() : std::vector<SwitchCount>();
}
std::vector<SwitchCount> Engine::chattering() const {
  return parts_->events ? parts_->events->chattering() : std::vector<SwitchCount>();
}
bool Engine::locates() const noexcept { return parts_->events != nullptr; }

LostSignal Engine::lost_signal() const {
  Parts& p = *parts_;
  if (p.ended == Status::ok) return {};
  // A step uses signals up to its end only; an adaptive method may have tried longer steps.
  const double h = p.composition.adaptive() ? 10 * p.last : p.composition.method.step;
  return find_lost_signal(*p.system, p.eval, std::max(p.t0, p.now.t - h), p.now.t + h);
}

double Engine::until() const noexcept { return parts_->until; }
bool Engine::done() const noexcept { return parts_->now.t >= parts_->until; }
const State& Engine::state() const noexcept { return parts_->now; }

bool Engine::interpolate(double t, State& out) noexcept {
  Parts& p = *parts_;
  out = p.now;
  if (!p.integrator->interpolate(t, out)) return false;
  const Counters before = p.eval.counters();  // for output only: not counted
  p.stabiliser->correct(out, {true, true}, false);
  p.eval.counters() = before;
  return true;
}

std::span<double> Engine::inputs() noexcept { return parts_->inputs(); }
std::span<double> Engine::input_rates() noexcept { return parts_->input_rates(); }
std::span<const double> Engine::kept() const noexcept { return parts_->kept(); }
// Correcting dependent coordinates does not count as a projection.
const Vector* Engine::projected_q() const noexcept {
  const bool projects = parts_->stabiliser->active() && !parts_->composition.formulation->closes;
  return projects ? &parts_->stabiliser->moved_q() : nullptr;
}
const Vector* Engine::projected_v() const noexcept {
  return projected_q() != nullptr ? &parts_->stabiliser->moved_v() : nullptr;
}
Cost Engine::cost() const noexcept { return parts_->cost; }
void Engine::count_on_from(const Counters& c) noexcept { parts_->eval.counters() = c; }
const Counters& Engine::counters() const noexcept { return parts_->eval.counters(); }
std::int64_t Engine::steps() const noexcept { return parts_->count; }
const Composition& Engine::composition() const noexcept { return parts_->composition; }
const EquationsOfMotion& Engine::system() const noexcept { return *parts_->system; }

namespace {

template <class Visit> void each_survivor(auto& p, Visit visit) {
  visit(&p.now.t, 1);
  for (auto* x : {&p.now.q, &p.now.v, &p.now.a, &p.now.lambda, &p.now.z})
    visit(x->data(), static_cast<std::size_t>(x->size()));
  // External signals, their rates and the kept values.
  const auto inputs = p.eval.inputs();
  visit(inputs.data(), inputs.size());
  const auto formulation = p.formulation->memory(), integrator = p.integrator->memory();
  visit(formulation.data(), formulation.size());
  visit(integrator.data(), integrator.size());
  if (p.events) visit(p.events->memory().data(), p.events->memory().size());
  if (p.keeper) visit(p.keeper->memory().data(), p.keeper->memory().size());
}

}  // namespace

std::size_t Engine::memory_size() const noexcept {
  std::size_t size = sizeof(std::int64_t);
  each_survivor(*parts_, [&](const double*, std::size_t n) { size += n * sizeof(double); });
  return size;
}

bool Engine::save(std::span<std::byte> out) const noexcept {
  if (out.size() != memory_size()) return false;
  std::byte* to = out.data();
  std::memcpy(to, &parts_->count, sizeof parts_->count);
  to += sizeof parts_->count;
  each_survivor(*parts_, [&](const double* x, std::size_t n) {
    if (n > 0) std::memcpy(to, x, n * sizeof(double));
    to += n * sizeof(double);
  });
  return true;
}

bool Engine::restore(std::span<const std::byte> in) noexcept {
  if (in.size() != memory_size()) return false;
  const std::byte* from = in.data();
  std::memcpy(&parts_->count, from, sizeof parts_->count);
  from += sizeof parts_->count;
  each_survivor(*parts_, [&](double* x, std::size_t n) {
    if (n > 0) std::memcpy(x, from, n * sizeof(double));
    from += n * sizeof(double);
  });
  parts_->ended = Status::ok;
  parts_->integrator->forget();
  return true;
}

void Engine::adopt(const State& state, std::int64_t steps, std::span<const double> kept) noexcept {
  Parts& p = *parts_;
  p.now = state;  // sizes are equal: no heap
  p.count = steps;
  if (kept.size() == p.kept().size()) std::copy(kept.begin(), kept.end(), p.kept().begin());
  p.ended = Status::ok;
  std::copy(p.unstarted.begin(), p.unstarted.end(), p.integrator->memory().begin());
  p.integrator->forget();
  if (p.events) p.events->forget();
  if (p.keeper) p.keeper->adopt(state.t);
}

}  // namespace takt
