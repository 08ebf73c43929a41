#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "takt/base/text.hpp"
#include "takt/certify/certificate_text.hpp"
#include "takt/io/terminal/energy_report.hpp"
#include "takt/io/terminal/report_text.hpp"

namespace takt::certify {
namespace {

using io::grouped;
using io::seconds_in_words;
using io::short_number;

std::string time_of(double ns) { return seconds_in_words(ns * 1e-9); }
std::string at(double t) { return fmt::format("t = {} s", short_number(t, 4)); }

// A run that was not interrupted counts as made, even if the work after it was interrupted.
Finding run_of(const Certificate& c) {
  if (c.status == Status::ok || (c.status == Status::interrupted && c.through)) {
    std::string says = fmt::format("{} steps to {}", grouped(c.steps), at(c.t_end));
    if (c.status == Status::interrupted)
      return {Verdict::open, "run", says + ", none failed; then it was interrupted", {}};
    if (!c.cut) return {Verdict::holds, "run", says + ", none failed", {}};
    return {Verdict::open,
            "run",
            says + ", none failed",
            {fmt::format("cut there: the whole run to {} would take too long to look at",
                         seconds_in_words(c.until))}};
  }
  Finding f{
      c.status == Status::interrupted ? Verdict::open : Verdict::fails,
      "run",
      fmt::format("{} after {}, {} steps", to_string(c.status), at(c.t_end), grouped(c.steps)),
      {}};
  if (!c.failure.empty()) f.details.push_back(c.failure);
  return f;
}

Finding cost_of(const Certificate& c) {
  Finding f{Verdict::holds, "cost", io::cost_text(c.cost), {}};
  if (!c.cost.bounded) {
    f.verdict = Verdict::fails;
    f.details.push_back(c.adaptive ? "it chooses its steps and repeats them"
                                   : "it iterates until a tolerance is reached: give it passes=2");
  }
  if (!c.work.at.empty()) {
    const auto by = [](auto member) {
      return [member](const InstructionCount& a, const InstructionCount& b) {
        return a.*member < b.*member;
      };
    };
    const auto [least, most] = std::minmax_element(c.work.at.begin(), c.work.at.end(),
                                                   by(&InstructionCount::instructions));
    const auto flops =
        std::max_element(c.work.at.begin(), c.work.at.end(), by(&InstructionCount::flops))->flops;
    f.details.push_back(
        fmt::format("{} floating-point operations in {} instructions, counted one "
                    "by one",
                    grouped(flops), grouped(most->instructions)));
    const double more =
        100 *
        (static_cast<double>(most->instructions) / static_cast<double>(least->instructions) - 1);
    if (c.work.at.size() > 1)
      f.details.push_back(fmt::format("the most of {} states is {} % above the least",
                                      c.work.at.size(), short_number(more, 2)));
  } else {
    f.details.push_back("instructions and flops not available: " + c.work.why_not);
  }
  return f;
}

Finding counters_of(const Certificate& c) {
  if (c.adaptive) return {Verdict::open, "counters", "steps of different length, not compared", {}};
  if (c.steps == 0) return {Verdict::open, "counters", "no step was completed", {}};
  if (c.off_cost == 0) return {Verdict::holds, "counters", "every step did exactly that", {}};
  const std::string first = ", first at " + at(c.first_off);
  if (c.above_cost == 0)
    return {Verdict::holds,
            "counters",
            fmt::format("no step did more; {} did less{}", grouped(c.off_cost), first),
            {}};
  return {c.cost.bounded ? Verdict::fails : Verdict::open,
          "counters",
          fmt::format("{} of {} steps did more work than announced before the first step{}",
                      grouped(c.above_cost), grouped(c.steps), first),
          {}};
}

Finding heap_of(const Certificate& c) {
  if (!c.heap_calls) return {Verdict::open, "heap", "not watched in this build", {}};
  if (c.steps == 0) return {Verdict::open, "heap", "no step was completed", {}};
  if (*c.heap_calls == 0)
    return {
        Verdict::holds,
        "heap",
        fmt::format("no heap call in {} steps (a test allocation was detected, so the check works)",
                    grouped(c.steps)),
        {}};
  return {Verdict::fails,
          "heap",
          fmt::format("{} heap calls in {} steps", grouped(*c.heap_calls), grouped(c.steps)),
          {}};
}

Finding deadline_of(const Certificate& c) {
  const Histogram &p = c.timing.periods, &control = c.timing.control;
  if (p.count() == 0) return {Verdict::open, "deadline", "no period was completed", {}};
  const double T = c.period * 1e9, late = p.quantile(0.9999);
  const auto share = [&](double ns) { return short_number(100 * ns / T, 3) + " %"; };
  Finding f{Verdict::holds, "deadline", "", {}};
  if (c.in_time()) {
    f.says = fmt::format("99.99 % of the periods end within {}: {} of {} is left", time_of(late),
                         share(T - late), seconds_in_words(c.period));
  } else {
    f.verdict = Verdict::fails;
    f.says = fmt::format("99.99 % of the periods end within {}, not within {}", time_of(late),
                         seconds_in_words(c.period));
  }
  const int n = c.timing.steps_per_period;
  f.details.push_back(fmt::format(
      "{}: mean {}, 50 % {}, 99 % {}, slowest {}", n == 1 ? "one step" : fmt::format("{} steps", n),
      time_of(p.mean()), time_of(p.quantile(0.5)), time_of(p.quantile(0.99)), time_of(p.max())));
  if (p.max() > T)
    f.details.push_back(
        "the slowest period was too long; only a real-time system can tell whether the machine or "
        "the step causes it (see takt realtime --doctor)");
  f.details.push_back(fmt::format(
      "the machine: fixed work of {} beside each step, 99.99 % {}, "
      "slowest {}",
      time_of(control.quantile(0.5)), time_of(control.quantile(0.9999)), time_of(control.max())));
  return f;
}

std::string unknown_radius(const Certificate& c) {
  for (const Radius& r : c.radii)
    if (!r.known()) return r.why_not;
  return c.status == Status::interrupted ? "interrupted" : "the run ended too early";
}

std::string growth(double radius, double h) {
  const double rate = std::log(radius) / h;
  return rate > 0 ? fmt::format(", doubles in {} s", short_number(std::log(2) / rate)) : "";
}

Finding stability_of(const Certificate& c) {
  const Radius* r = c.worst_along();
  if (r == nullptr) return {Verdict::open, "stability", "not available: " + unknown_radius(c), {}};
  Finding f{Verdict::holds, "stability", "", {}};
  const auto number = [](double x) { return fmt::format("{:.6f}", x); };
  const std::string radius = number(r->along) + " at " + at(r->t);
  switch (r->grows_along()) {
    case Answer::yes:
      f.verdict = Verdict::fails;
      f.says = fmt::format("the step lets changes grow: spectral radius {}{}", radius,
                           growth(r->along, c.step));
      break;
    case Answer::not_known:
      f.verdict = Verdict::open;
      f.says = fmt::format(
          "not known: the spectral radius is {}, and larger differences change it by {}; there is "
          "a contact or a kink",
          radius, short_number(r->noise, 2));
      break;
    case Answer::no:
      f.says = "stable, small changes grow no faster than in the motion itself: spectral radius " +
               radius;
      break;
  }
  if (r->has_motion)
    f.details.push_back(fmt::format("the motion itself: {}; the mode is mostly {}",
                                    number(r->motion), r->mostly.empty() ? "no one" : r->mostly));
  const auto known =
      std::count_if(c.radii.begin(), c.radii.end(), [](const Radius& x) { return x.known(); });
  f.details.push_back(
      fmt::format("along the constraints, at {} states, frozen in time: an "
                  "indication, not a proof",
                  known));
  if (const auto unknown = static_cast<std::int64_t>(c.radii.size()) - known; unknown > 0)
    f.details.push_back(fmt::format("not at {} more: {}", unknown, unknown_radius(c)));
  if (!c.taken_out.empty()) f.details.push_back("neutral, left out: " + join(c.taken_out, ", "));
  return f;
}

Finding across_of(const Certificate& c) {
  const Radius* r = c.worst_across();
  if (r == nullptr) return {Verdict::open, "violations", "not available: " + unknown_radius(c), {}};
  if (r->grows_across())
    return {Verdict::fails,
            "violations",
            fmt::format("a violated constraint gets worse: spectral radius {:.6f} across the "
                        "constraints at {}{}",
                        r->across, at(r->t), growth(r->across, c.step)),
            {}};
  const double lasts = r->time_constant(c.step);
  if (!r->repairs(c.step)) {
    const std::string what =
        std::isfinite(lasts)
            ? fmt::format("a violated constraint takes {} s to fall to 1/e", short_number(lasts))
            : std::string("the method does not reduce violations of constraints");
    return {
        Verdict::fails,
        "violations",
        fmt::format("{}: spectral radius {:.6f} across the constraints at {}; drift accumulates",
                    what, r->across, at(r->t)),
        {"add a stabilisation: one_step, s_both2, tangent"}};
  }
  Finding f{Verdict::holds,
            "violations",
            fmt::format("at most {} of a violated constraint is left after a step (spectral radius "
                        "across)",
                        r->across < 1e-9   ? "1e-9"
                        : r->across > 0.99 ? fmt::format("{:.6f}", r->across)
                                           : short_number(r->across)),
            {}};
  if (lasts > c.step)
    f.details.push_back(fmt::format("it falls to 1/e in {}", seconds_in_words(lasts)));
  return f;
}

// Says why there are no results of the second run.
std::string not_looked_at(const Certificate& c) {
  return c.status == Status::interrupted
             ? fmt::format("not checked: interrupted after {} of {} steps of the second run",
                           grouped(c.steps_again), grouped(c.steps))
         : c.steps == 0 ? "not checked: no step was completed"
                        : fmt::format("a second run made {} of {} steps", grouped(c.steps_again),
                                      grouped(c.steps));
}

Finding drift_of(const Certificate& c) {
  constexpr double round_off = 1e-14;  // the bound holds for exact arithmetic
  if (!c.looked_at()) return {Verdict::open, "drift", not_looked_at(c), {}};
  Finding f{Verdict::holds, "drift", "", {}};
  const std::string measured =
      fmt::format("{} of positions, {} of velocities", short_number(c.drift.position),
                  short_number(c.drift.velocity));
  const std::string halves =
      fmt::format("positions: {} in the first half of the run, {} in all",
                  short_number(c.drift_first_half.position), short_number(c.drift.position));
  if (!c.bound) {
    f.verdict = Verdict::open;
    f.says = "no bound: " + c.why_no_bound;
    f.details = {"measured: " + measured, halves};
    return f;
  }
  const Bound& b = *c.bound;
  const std::string limit = b.estimate ? "estimate" : "bound";
  for (const auto& line : io::bound_lines(b, c.drift.position, {}))
    f.details.push_back(line.second);
  const std::string velocities = c.drift.velocity < round_off
                                     ? "velocities: round-off"
                                     : "velocities: " + short_number(c.drift.velocity);
  if (!b.holds) {
    f.verdict = Verdict::fails;
    f.says = "nothing is promised: the step is too long for condition (13)";
    f.details.push_back("measured: " + measured);
    f.details.push_back(halves);
  } else if (c.drift.position > b.limit + round_off) {
    f.verdict = Verdict::fails;
    f.says = fmt::format("{} is above the {} {}", short_number(c.drift.position), limit,
                         short_number(b.limit));
    f.details.push_back(halves);
  } else if (b.limit < round_off) {
    f.says = fmt::format("{}: round-off; the {} {} is below round-off, too",
                         short_number(c.drift.position), limit, short_number(b.limit));
    f.details.push_back(velocities);
  } else {
    f.says = fmt::format("{} stays below the {} {} (ratio {})", short_number(c.drift.position),
                         limit, short_number(b.limit), short_number(c.drift.position / b.limit, 2));
    f.details.push_back(velocities);
  }
  return f;
}

// The part of the energy error that comes from Newton iterations that ended before they converged.
std::string of_unconverged(const Certificate& c) {
  if (c.unconverged == 0) return "nothing from unconverged iterations";
  const std::string steps =
      fmt::format("{} steps whose iteration had not converged", grouped(c.unconverged));
  if (!c.energy.unconverged)
    return fmt::format("the part caused by {} is not known: {}", steps, c.why_not_unconverged);
  return fmt::format("{:+.4g} J of it from {}, against the same steps converged",
                     *c.energy.unconverged, steps);
}

Finding energy_of(const Certificate& c) {
  if (!c.looked_at()) return {Verdict::open, "energy", not_looked_at(c), {}};
  // Limits as shares of the kinetic energy. Energy that a method adds creates motion and grows;
  // energy that it loses only slows the motion down.
  constexpr double may_add = 1e-2, may_lose = 5e-2;
  // Steps: motion in so few steps says nothing about the manoeuvre
  constexpr std::int64_t few = 10;
  const EnergyBalance& e = c.energy;
  // Values below the resolution of the energy balance are round-off and are printed as 0 J.
  const auto joule = [&](double x) {
    return std::abs(x) <= std::max(e.resolution, 1e-12 * e.size) ? std::string("0 J")
                                                                 : fmt::format("{:+.4g} J", x);
  };
  const bool exact = e.resolution <= 1e-12 * e.size;
  Finding f{Verdict::holds, "energy", "", {}};
  const double share = e.size > 0 ? std::abs(e.method) / e.size : 0;
  const bool much = share > (e.method > 0 ? may_add : may_lose);
  const std::string of =
      fmt::format("{} % of {} J in motion", short_number(100 * share, 2), short_number(e.size));
  const bool told = std::abs(e.method) > 10 * e.resolution;
  if (c.steps < few || (much && !told) || e.resolution > may_add * e.size)
    f.verdict = Verdict::open;
  if (much && told && c.steps >= few) f.verdict = Verdict::fails;
  if (std::abs(e.method) <= std::max(e.resolution, 1e-12 * e.size)) {
    f.says =
        exact ? "the method keeps the energy to round-off"
              : fmt::format("the method keeps the energy to {} J", short_number(e.resolution, 2));
  } else {
    f.says = fmt::format("the method {} {} J: {}", e.method < 0 ? "dissipates" : "adds",
                         short_number(std::abs(e.method), 4), of);
  }
  if (f.verdict == Verdict::open)
    f.details.push_back(c.steps < few
                            ? fmt::format("{} steps are too few to judge it by", c.steps)
                            : std::string("the steps are too long to distinguish this error from "
                                          "the energy that inputs and dissipation exchange"));
  // Powers are differences of potentials: where there is no power, they leave round-off.
  const auto part = [&](double x) { return joule(std::abs(x) <= 1e-9 * e.size ? 0 : x); };
  f.details.push_back(fmt::format("change {} = inputs {}, dissipated {}, method {}",
                                  joule(e.change()), part(e.inputs), part(e.dissipated),
                                  joule(e.method)));
  f.details.push_back(fmt::format("known to {}; error of the method at any time at most {} J",
                                  exact ? "round-off" : short_number(e.resolution, 2) + " J",
                                  short_number(e.largest_method)));
  f.details.push_back(of_unconverged(c));
  return f;
}

Finding repeats_of(const Certificate& c) {
  const std::string hash = fmt::format("{:016x}", c.hash);
  if (c.status != Status::ok && c.status != Status::interrupted)
    return {Verdict::open, "repeats", "the run did not end", {}};
  // A second run that stops where the first one went on does not repeat it.
  const bool stopped_early = c.status == Status::ok && c.steps > 0 && c.steps_again < c.steps;
  if (!c.looked_at() && !stopped_early) return {Verdict::open, "repeats", not_looked_at(c), {}};
  if (c.repeats())
    return {Verdict::holds,
            "repeats",
            fmt::format("state hash {}, the same when saved and restored half way", hash),
            {}};
  return {
      Verdict::fails,
      "repeats",
      fmt::format("a second run ended in another state: hashes {} and {:016x}", hash, c.hash_again),
      {}};
}

}  // namespace

std::vector<Finding> findings(const Certificate& c) {
  std::vector<Finding> all{run_of(c),      deadline_of(c), cost_of(c),
                           counters_of(c), heap_of(c),     stability_of(c)};
  if (c.constrained) {
    all.push_back(across_of(c));
    all.push_back(drift_of(c));
  }
  all.push_back(energy_of(c));
  all.push_back(repeats_of(c));
  std::stable_sort(all.begin(), all.end(),
                   [](const Finding& a, const Finding& b) { return a.verdict < b.verdict; });
  return all;
}

}  // namespace takt::certify
