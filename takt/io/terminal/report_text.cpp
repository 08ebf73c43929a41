#include "takt/io/terminal/report_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "takt/io/terminal/energy_report.hpp"

namespace takt::io {
namespace {

constexpr std::size_t label_width = 16;

class Lines {
 public:
  explicit Lines(const Style& style) : style_(style) {}
  void add(std::string_view label, const std::string& text) {
    out += "  " + style_.faint(padded(std::string(label), label_width)) + text + "\n";
  }
  std::string out;

 private:
  const Style& style_;
};

std::string simulated(const Summary& s, const ReportContext& c) {
  std::string text = seconds_in_words(s.simulated) + " in " + grouped(s.steps) +
                     (s.steps == 1 ? " step" : " steps");
  if (!c.adaptive) return text + " of " + seconds_in_words(c.step);
  return text + fmt::format(" (mean {}), {} rejected",
                            seconds_in_words(s.steps > 0 ? s.simulated / double(s.steps) : 0),
                            grouped(s.counters.rejected));
}

std::string speed(const Summary& s) {
  const double x = s.realtime_factor();
  const std::string factor = x >= 100 ? grouped(std::llround(x)) : short_number(x);
  return fmt::format("{} × real time ({} in steps, {} in all)", factor, seconds_in_words(s.cpu_s),
                     seconds_in_words(s.wall_s));
}

// Newton passes per step, and the steps in which they did not converge.
std::string iterations(const Summary& s, const Style& style) {
  const Counters& c = s.counters;
  std::string text =
      fmt::format("{} per step, at most {}", short_number(double(c.iterations) / double(s.steps)),
                  c.most_iterations);
  if (c.unconverged == 0) return text;
  const std::string note = fmt::format("; not converged in {} steps", grouped(c.unconverged)) +
                           (c.unconverged_energy > 0  // some methods do not know it
                                ? ", worth at most " + short_number(c.unconverged_energy) + " J"
                                : std::string());
  return text + (s.unconverged_matters() ? style.bad(note) : note);
}

std::string switches(const Summary& s, const Style& style) {
  const bool located = s.counters.events > 0;
  std::string text =
      crossed_text(located ? s.counters.events : s.counters.crossings, s.switches, located);
  if (!s.chattering.empty())
    text += style.bad("; " + s.chattering.front().name + " chatters, left to the error control " +
                      grouped(s.chattering.front().count) +
                      (s.chattering.front().count == 1 ? " time" : " times"));
  return text;
}

std::string microseconds(double ns) {
  const double us = ns * 1e-3;
  return us >= 1000 ? grouped(std::llround(us)) : short_number(us);
}

std::string step_time(const Histogram& h) {
  return fmt::format("mean {} µs, 99 % below {} µs, slowest {} µs", microseconds(h.mean()),
                     microseconds(h.quantile(0.99)), microseconds(h.max()));
}

std::string controller_text(const ControllerCounts& c, const Style& style) {
  std::string text = grouped(c.answers) + (c.answers == 1 ? " answer" : " answers"), wrong;
  const auto add = [&](std::int64_t n, const char* what) {
    if (n > 0) wrong += "; " + grouped(n) + (n == 1 ? " value " : " values ") + what;
  };
  add(c.clamped, "clamped to the range");
  add(c.not_finite, "not finite, not used");
  return text + (wrong.empty() ? "" : style.bad(wrong));
}

}  // namespace

std::string crossed_text(std::int64_t count, const std::vector<SwitchCount>& by_name,
                         bool located) {
  constexpr std::size_t most_names = 3;
  std::string names;
  for (std::size_t i = 0; i < by_name.size() && i < most_names; ++i)
    names += (i > 0 ? ", " : "") + by_name[i].name + " " + grouped(by_name[i].count);
  if (by_name.size() > most_names) names += ", ...";
  return grouped(count) + (located ? " located" : " crossed by steps") + " (" + names + ")";
}

std::string cost_text(const Cost& c) {
  const auto count = [](long long n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  return count(c.evaluations, "evaluation") + ", " + count(c.factorisations, "factorisation") +
         ", " + count(c.solves, "solve") + (c.bounded ? " (bounded)" : " or more (not bounded)");
}

std::string report_text(const Summary& s, const ReportContext& c, const Style& style) {
  Lines lines(style);
  lines.out = style.strong(s.model) + "  " + s.method +
              (c.method_from.empty() ? "" : "  " + style.faint("(" + c.method_from + ")")) + "\n\n";
  if (s.status != Status::ok)
    lines.add("stopped", style.bad(std::string(to_string(s.status))) +
                             fmt::format(" at t = {} s", short_number(s.t_end, 9)));
  lines.add("simulated", simulated(s, c));
  lines.add("speed", speed(s));
  lines.add("one step", step_time(s.step_time));
  lines.add("cost of a step", cost_text(s.cost));
  if (!c.implicit.empty()) lines.add("implicit: auto", c.implicit);
  if (s.counters.most_iterations > 0 && s.steps > 0) lines.add("iterations", iterations(s, style));
  if (s.counters.events + s.counters.crossings > 0) lines.add("switches", switches(s, style));
  if (s.final_state.lambda.size() > 0) {
    lines.add("largest drift",
              fmt::format("position {}, velocity {}", short_number(s.max_drift.position),
                          short_number(s.max_drift.velocity)));
    if (s.bound)
      for (const auto& [label, text] : bound_lines(*s.bound, s.max_drift.position, style))
        lines.add(label, text);
  }
  if (s.controller.answers > 0) lines.add("controller", controller_text(s.controller, style));
  for (const auto& [label, text] : energy_lines(energy_of(s), style)) lines.add(label, text);
  for (const WrittenFile& f : c.files)
    lines.add("results", fmt::format("{}  {}", f.path,
                                     style.faint(fmt::format("{} {}", grouped(f.rows),
                                                             f.rows == 1 ? "row" : "rows"))));
  if (!c.report.empty())
    lines.add(c.files.empty() ? "results" : "", c.report + "  " + style.faint("report"));
  if (!c.try_next.empty()) lines.out += "\n  Another method: " + style.strong(c.try_next) + "\n";
  return lines.out;
}

}  // namespace takt::io
