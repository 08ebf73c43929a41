#include "takt/simulate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "takt/simulate/monitor.hpp"

namespace takt {
namespace {

constexpr double margin = 0.01;  // of a step that is shortened: how far before t* it ends
constexpr double reaches[] = {0.02, 0.05};  // how far behind its end t* is then looked for
constexpr double exact = 1e-10;             // width of the last bracket, as a part of the step
constexpr double touch = 0.05;  // a minimum below this part of the values at both ends is looked at
constexpr double far = 3;       // values that could at most change by a third of themselves
constexpr int most_rounds = 20, most_pushes = 8;

// Signals that are given by samples treat times so close as equal (element/signal/samples.hpp).
double before_kink(double t) noexcept { return 1e-11 * (1 + std::abs(t)); }

double shortest(double t) noexcept {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t));
}

double side_of(double value) noexcept { return value >= 0 ? 1 : -1; }

}  // namespace

bool Events::wanted(const EquationsOfMotion& system, const Composition& c) {
  return system.switching() != nullptr && c.adaptive() && c.integrator_settings.knows("events") &&
         c.integrator_settings.flag("events");
}

Events::Events(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), switching_(*system.switching()), eval_(system),
      formulation_(make_observer(eval_, c, start)),
      of_residual_(c.integrator->asks.has(Form::residual)),
      rtol_(c.integrator_settings.number("rtol")),
      atol_(c.integrator_settings.given("atol") ? c.integrator_settings.number("atol")
                                                : 0.1 * rtol_),
      n_(static_cast<std::size_t>(switching_.switches())), all_(n_ + 1),
      memory_(fields * all_ + 2, 0.0), probe_(start), low_(n_, 0.0), middle_(low_), high_(low_),
      end_(low_), crossing_(n_, 0), aimed_at_(n_, 0) {
  const Shape& s = system.shape();
  u_ = {Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.integrals)};
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  later_ = rates_;
  size_ = Vector::Zero(s.nv);
  look(start, low_);  // touches every buffer
  formulation_->acceleration_form()->rates(Slot::start, start, rates_);
}

void Events::forget() noexcept { std::fill(memory_.begin(), memory_.end(), 0.0); }

// A function that is not located changes its side with its value, others when they are located.
void Events::keep(const std::vector<double>& values, bool all_sides) noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    of(value, i) = values[i];
    if (all_sides || of(pause, i) > 0) of(side, i) = side_of(values[i]);
  }
}

void Events::follow(const std::vector<double>& values, double h) noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    const double now = h > 0 ? (values[i] - of(value, i)) / h : HUGE_VAL;
    of(bend, i) = std::abs(now - of(rate, i)) / h;  // not finite until two steps are known
    of(rate, i) = now;
  }
}

bool Events::far_from_all(double h) const noexcept {
  for (std::size_t i = 0; i < n_; ++i) {
    const double most = (std::abs(of(rate, i)) + of(bend, i) * h) * h;
    if (!(std::abs(of(value, i)) > far * most)) return false;
  }
  return true;
}

std::vector<SwitchCount> Events::located() const { return by_name(switching_, row(count)); }
std::vector<SwitchCount> Events::chattering() const { return by_name(switching_, row(pauses)); }

void Events::look(const State& s, std::vector<double>& values) noexcept {
  eval_.excite(s.t, u_);
  switching_.switch_values(s.t, {s.q, s.v, s.a, s.lambda, s.z, u_}, values, eval_.scratch());
}

bool Events::look(const Integrator& path, double t, std::vector<double>& values) noexcept {
  if (!path.interpolate(t, probe_)) return false;
  probe_.t = t;
  look(probe_, values);
  return true;
}

bool Events::any_passed(const std::vector<double>& values) noexcept {
  bool any = false;
  for (std::size_t i = 0; i < n_; ++i) {
    const bool passed = of(pause, i) == 0 && other_side(i, values) && std::abs(values[i]) > atol_;
    crossing_[i] = passed ? 1 : 0;
    any = any || passed;
  }
  return any;
}

bool Events::any_crossed(const std::vector<double>& values) const noexcept {
  for (std::size_t i = 0; i < n_; ++i)
    if (crossing_[i] != 0 && other_side(i, values)) return true;
  return false;
}

void Events::before_step(const State& now, std::span<const double> inputs) noexcept {
  std::copy(inputs.begin(), inputs.end(), eval_.inputs().begin());
  eval_.inputs_hold_at(now.t);
  planned_ = 0;
  aimed_ = false;
  kink_ = of(pause, n_) > 0 ? HUGE_VAL : switching_.next_kink(now.t + 2 * before_kink(now.t));
  if (known() == 1) return;
  known() = 1;
  look(now, low_);
  follow(low_, 0);
  keep(low_, true);
}

double Events::next_stop() const noexcept { return kink_ - before_kink(kink_); }

double Events::end_of_step(double t0, double t1, const Integrator& path) noexcept {
  if (planned_ == 0) planned_ = t1 - t0;
  const double end = std::min(t1, next_stop());
  Bracket b{};
  if (n_ == 0 || far_from_all(end - t0)) return end;
  std::copy_n(row(value).begin(), n_, low_.begin());
  if (misses() >= most_misses || !find(path, t0, end, b)) return end;
  refine(path, margin * (b.hi - t0), b);
  const double aim = t0 + (1 - margin) * (b.hi - t0);
  // A crossing at the very start: no step ends before it. after_step() locates it.
  if (aim - t0 < 1e-6 * (t1 - t0) || aim - t0 < 4 * shortest(t0)) return end;
  aimed_ = true;
  aimed_at_ = crossing_;
  return aim;
}

bool Events::find(const Integrator& path, double t0, double t1, Bracket& b) noexcept {
  const double middle = 0.5 * (t0 + t1);
  if (!look(path, middle, middle_)) return false;
  if (any_passed(middle_)) {
    high_.swap(middle_);
    b = {t0, middle};
    return true;
  }
  look(path, t1, high_);
  if (any_passed(high_)) {
    low_.swap(middle_);
    b = {middle, t1};
    return true;
  }
  const double part = likely_touch();
  if (part < 0) return false;
  const double t = t0 + part * (t1 - t0);
  look(path, t, high_);
  if (!any_passed(high_)) return false;
  if (part > 0.5) low_.swap(middle_);
  b = {part > 0.5 ? middle : t0, t};
  return true;
}

// The parabola through both ends and the middle (low_, middle_, high_) of each function: where the
// deepest of those that come close to zero has its minimum.
double Events::likely_touch() const noexcept {
  double part = -1, deepest = touch;
  for (std::size_t i = 0; i < n_; ++i) {
    if (of(pause, i) > 0) continue;
    const double s = of(side, i), g0 = s * low_[i], g = s * middle_[i], g1 = s * high_[i];
    const double a = 2 * (g0 - 2 * g + g1), b = 4 * g - 3 * g0 - g1;
    if (!(a > 0) || !(b < 0) || !(-b < 2 * a)) continue;
    const double depth = (g0 - b * b / (4 * a)) / std::max(g0, g1);
    if (depth >= deepest) continue;
    deepest = depth;
    part = -b / (2 * a);
  }
  return part;
}

// Regula falsi for the first function that changes, then a look beside it on the other side: if the
// estimate is good, the bracket becomes a thousandth; else it is halved.
void Events::refine(const Integrator& path, double width, Bracket& b) noexcept {
  const auto divide = [&](double t) {
    if (!(t > b.lo && t < b.hi)) return;
    look(path, t, middle_);
    if (any_crossed(middle_)) {
      b.hi = t;
      high_.swap(middle_);
    } else {
      b.lo = t;
      low_.swap(middle_);
    }
  };
  for (int k = 0; k < most_rounds && b.hi - b.lo > width; ++k) {
    const double before = b.hi - b.lo;
    double part = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      if (crossing_[i] == 0 || !other_side(i, high_)) continue;
      const double g0 = std::abs(low_[i]), g1 = std::abs(high_[i]);
      // low_ may have the other side too, by round-off, where a step has just crossed
      const double at = side_of(low_[i]) == of(side, i) && g0 + g1 > 0 ? g0 / (g0 + g1) : 0;
      part = std::min(part, at);
    }
    const double beside = std::max(0.4 * width, 1e-3 * before);
    const double t = std::clamp(b.lo + part * before, b.lo + 0.5 * beside, b.hi - 0.5 * beside);
    divide(t);
    divide(b.hi == t ? b.hi - beside : b.lo + beside);
    if (b.hi - b.lo > 0.5 * before) divide(0.5 * (b.lo + b.hi));
  }
}

// Puts the state at t, on the constraints, into probe_ and its values into end_. It moves on by
// `width` and more until a sign has changed, but not beyond `until`; `surely`: it has to be at t.
bool Events::cross(double t, double until, double width, bool surely, const Integrator& path,
                   Stabiliser& stabiliser) noexcept {
  for (int k = 0; k < most_pushes; ++k, t += width, width *= 8) {
    t = std::min(t, until);
    if (!path.interpolate(t, probe_)) return false;
    probe_.t = t;
    if (stabiliser.correct(probe_, {true, true}, false) != Status::ok) return false;
    look(probe_, end_);
    if (surely || t == until || any_crossed(end_)) return true;
  }
  return true;
}

bool Events::after_step(const State& from, State& next, double until, Integrator& path,
                        Stabiliser& stabiliser, Counters& counters) noexcept {
  age();
  const double end = std::min(next.t, until), h = end - from.t;
  if (next.t <= until)
    look(next, end_);
  else
    look(path, until, end_);
  const bool passed = any_passed(end_);
  const bool at_kink = kink_ - end < 1.5 * before_kink(kink_) && kink_ <= until + shortest(until);
  const double width = std::max(exact * h, shortest(end));
  Bracket b{};
  bool found = false;
  if (passed || misses() >= most_misses) {  // end_of_step() did not look into it
    std::copy_n(row(value).begin(), n_, low_.begin());
    found = find(path, from.t, end, b);
  } else if (aimed_) {
    std::copy(end_.begin(), end_.end(), low_.begin());
    for (const double part : reaches) {
      const double beyond = std::min({end + part * h, until, at_kink ? end : next_stop()});
      if (!(beyond > end) || !look(path, beyond, high_) || !any_passed(high_)) continue;
      found = true;
      b = {end, beyond};
      break;
    }
  }
  const bool missed = aimed_ && !found && !passed;
  misses() = missed ? misses() + 1 : 0;
  for (std::size_t i = 0; i < n_ && missed; ++i)
    if (aimed_at_[i] != 0) watch_for_chatter(i, counters);
  if (found) refine(path, width, b);
  const bool by_time = at_kink && !found;
  if (!(found || passed || by_time)) {
    watch_for_flips(counters);
    follow(end_, h);
    keep(end_, false);
    return false;
  }
  if ((found || by_time) &&
      !cross(by_time ? kink_ : b.hi, until, width, by_time, path, stabiliser)) {
    look(next, end_);
    follow(end_, h);
    keep(end_, false);
    return false;
  }
  if (found || by_time) {
    // No step is short enough for what would be left to `until`.
    next.t = until - probe_.t < 4 * shortest(until) ? until : probe_.t;
    copy(probe_.q, next.q);
    copy(probe_.v, next.v);
    copy(probe_.z, next.z);
  }
  if (!found) any_passed(end_);
  note(counters, by_time);
  path.restart(std::max(first_step(next, counters), 16 * shortest(next.t)));
  return true;
}

void Events::age() noexcept {
  for (std::size_t i = 0; i < all_; ++i) {
    of(since, i) += 1;
    if (of(pause, i) > 0) of(pause, i) -= 1;
  }
}

void Events::note(Counters& counters, bool at_kink) noexcept {
  for (std::size_t i = 0; i < n_; ++i)
    if (crossing_[i] != 0 && other_side(i, end_)) {
      note_one(i, counters);
      of(side, i) = side_of(end_[i]);
    }
  follow(end_, 0);
  keep(end_, false);
  if (at_kink) note_one(n_, counters);
}

void Events::note_one(std::size_t i, Counters& counters) noexcept {
  of(count, i) += 1;
  ++counters.events;
  watch_for_chatter(i, counters);
}

void Events::watch_for_chatter(std::size_t i, Counters& counters) noexcept {
  of(streak, i) = of(since, i) <= chatter_steps ? of(streak, i) + 1 : 0;
  of(since, i) = 0;
  if (of(streak, i) < chatter_most) return;
  of(streak, i) = 0;
  of(pause, i) = chatter_pause * std::exp2(std::min(of(pauses, i), 10.0));
  of(pauses, i) += 1;
  ++counters.chatters;
}

// Sliding friction without any smoothing keeps its speed within the tolerance: its sign changes in
// nearly every step, and none of these changes is certain.
void Events::watch_for_flips(Counters& counters) noexcept {
  for (std::size_t i = 0; i < n_; ++i)
    if (of(pause, i) == 0 && of(since, i) > 0 && side_of(end_[i]) != side_of(of(value, i)))
      watch_for_chatter(i, counters);
}

// sqrt of the mean square of scale * rates in units of the tolerance.
double Events::norm(const Rates& r, double scale, const State& s) noexcept {
  double sum = 0;
  const auto add = [&](double rate, double size) {
    const double x = scale * rate / (atol_ + rtol_ * size);
    sum += x * x;
  };
  for (Index i = 0; i < r.dq.size(); ++i) add(r.dq[i], size_[i]);
  for (Index i = 0; i < r.dv.size(); ++i) add(r.dv[i], std::abs(s.v[i]));
  for (Index i = 0; i < r.dz.size(); ++i) add(r.dz[i], std::abs(s.z[i]));
  const auto n = static_cast<double>(r.dq.size() + r.dv.size() + r.dz.size());
  return std::sqrt(sum / std::max(n, 1.0));
}

// Computes accelerations and multipliers behind the discontinuity, and the step to start with: by
// the second derivative of the state for bdf, whose first step has order 1, by the first two for dopri5.
//                                  Hairer, Norsett, Wanner: Solving ODEs I, section II.4
double Events::first_step(State& s, Counters& counters) noexcept {
  AccelerationForm& form = *formulation_->acceleration_form();
  const std::int64_t before = eval_.counters().evaluations;
  const double most = std::max(planned_, shortest(s.t)), apart = 1e-4 * most;
  double h = most;
  if (form.rates(Slot::start, s, rates_) == Status::ok) {
    copy(rates_.dv, s.a);
    copy(rates_.lambda, s.lambda);
    system_.magnitude(s.q, size_);
    const double first = norm(rates_, 1, s);
    probe_.t = s.t + apart;
    later_.dq = apart * rates_.dq;
    system_.retract(s.q, later_.dq, probe_.q);
    probe_.v = s.v + apart * rates_.dv;
    probe_.z = s.z + apart * rates_.dz;
    if (form.rates(Slot::start, probe_, later_) == Status::ok) {
      later_.dq -= rates_.dq;
      later_.dv -= rates_.dv;
      later_.dz -= rates_.dz;
      const double second = norm(later_, 1 / apart, s);
      if (of_residual_)
        h = std::min(most, std::sqrt(0.02 / second));
      else
        h = std::min(most, std::pow(0.01 / std::max(first, second), 0.2));
    }
  }
  const std::int64_t made = eval_.counters().evaluations - before;
  counters.evaluations += made;
  if (of_residual_) counters.residuals += made;
  return h;
}

}  // namespace takt
