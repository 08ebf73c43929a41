#include "web/report/run_findings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "takt/io/terminal/energy_report.hpp"
#include "takt/io/terminal/report_text.hpp"

namespace takt::web {
namespace {

using io::grouped;
using io::seconds_in_words;
using io::short_number;

constexpr double round_off = 1e-14;

std::string how_many(std::int64_t n, const std::string& one, const std::string& many) {
  return grouped(n) + " " + (n == 1 ? one : many);
}

std::string reason(Status status) {
  switch (status) {
    case Status::ok: return "";
    case Status::not_converged: return "an iteration did not converge";
    case Status::singular: return "a matrix became singular";
    case Status::not_finite: return "the motion blew up";
    case Status::late: return "it was late";
    case Status::interrupted: return "it was interrupted";
    case Status::no_answer: return "the controller did not answer";
  }
  return "";
}

bool exceeds(const Bound& b, double drift) { return drift > b.limit + round_off; }

Card speed(const Summary& s) {
  const double x = s.realtime_factor();
  return {"real-time factor", (x >= 100 ? grouped(std::llround(x)) : short_number(x)) + " ×",
          seconds_in_words(s.simulated) + " in " + seconds_in_words(s.cpu_s) +
              " of processor time, " + seconds_in_words(s.wall_s) + " in all",
          x <= 0   ? Tone::neutral
          : x >= 1 ? Tone::good
                   : Tone::warn};
}

Card mean_step(const Summary& s, double step) {
  const Histogram& h = s.step_time;
  return {"one step", seconds_in_words(h.mean() * 1e-9),
          "mean of " + how_many(s.steps, "step", "steps") +
              (step > 0 ? " of " + seconds_in_words(step)
                        : "; " + how_many(s.counters.rejected, "was rejected", "were rejected")) +
              "; 99 % below " + seconds_in_words(h.quantile(0.99) * 1e-9)};
}

Card slowest_step(const Summary& s, double step) {
  const double slowest = s.step_time.max() * 1e-9;
  Card card{"slowest step", seconds_in_words(slowest), ""};
  if (step <= 0) return card;
  const bool late = slowest > step;
  card.note = late ? "longer than the step of " + seconds_in_words(step)
                   : fmt::format("{} % of the step", short_number(100 * slowest / step, 2));
  card.tone = late ? Tone::warn : Tone::good;
  return card;
}

Card drift(const Summary& s) {
  Card card{"largest drift", short_number(s.max_drift.position),
            "of positions; of velocities " + short_number(s.max_drift.velocity)};
  if (!s.bound) return card;
  const Bound& b = *s.bound;
  if (!b.holds) {
    card.note += "; no bound: its condition does not hold";
    card.tone = Tone::warn;
  } else {
    card.note += (b.estimate ? "; estimated were " : "; promised were ") + short_number(b.limit);
    card.tone = exceeds(b, s.max_drift.position) ? Tone::bad : Tone::good;
  }
  return card;
}

Card energy(const Summary& s) {
  const EnergyParts& p = s.energy;
  return {"energy", short_number(s.energy_final - s.energy_initial) + " J",
          "from " + short_number(s.energy_initial, 6) + " J to " + short_number(s.energy_final, 6) +
              " J: inputs " + short_number(p.inputs) + " J, elements " +
              short_number(p.dissipated) + " J, method " + short_number(p.method) + " J"};
}

Card energy_of_method(const Summary& s) {
  const EnergyParts& p = s.energy;
  const double size =
      std::max({std::abs(s.energy_initial), std::abs(s.energy_final), p.most_kinetic});
  std::string note =
      "known to " + (p.resolution <= 1e-12 * size ? std::string("round-off")
                                                  : short_number(p.resolution, 2) + " J");
  if (p.most_kinetic > 0)
    note += fmt::format("; {} % of the largest kinetic energy",
                        short_number(100 * std::abs(p.method) / p.most_kinetic));
  return {"energy by the method", short_number(p.method) + " J", note,
          p.noteworthy() ? Tone::warn : Tone::good};
}

// What is missing in steps that did not converge; some methods do not know it.
std::string worth(const Counters& c) {
  return c.unconverged_energy > 0 ? ", worth at most " + short_number(c.unconverged_energy) + " J"
                                  : std::string();
}

Card iterations(const Summary& s) {
  const Counters& c = s.counters;
  return {"iterations", short_number(double(c.iterations) / double(s.steps)),
          fmt::format("per step, at most {}; not converged in {}{}", c.most_iterations,
                      how_many(c.unconverged, "step", "steps"), worth(c)),
          s.unconverged_matters() ? Tone::warn : Tone::good};
}

}  // namespace

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::vector<std::string> warnings_of(const Summary& s) {
  std::vector<std::string> list;
  if (s.status != Status::ok)
    list.push_back("The run did not reach its end: " + reason(s.status) + " after " +
                   how_many(s.steps, "step", "steps") + ", at t = " + short_number(s.t_end, 9) +
                   " s. The report shows what there is up to then." +
                   (s.failure.empty() ? "" : " " + capitalised(s.failure)));
  const io::EnergyOfRun e = io::energy_of(s);
  if (e.parts.noteworthy()) list.push_back(capitalised(io::energy_warning(e.parts)));
  if (s.bound && s.bound->holds && exceeds(*s.bound, s.max_drift.position))
    list.push_back("Positions drifted by " + short_number(s.max_drift.position) + ", beyond the " +
                   (s.bound->estimate ? "estimate" : "bound") + " of " +
                   short_number(s.bound->limit));
  else if (s.bound && !s.bound->holds)
    list.emplace_back(
        "There is no bound of the drift: its condition does not hold; a smaller step helps");
  const Counters& c = s.counters;
  if (s.unconverged_matters())
    list.push_back("The iteration did not converge in " + how_many(c.unconverged, "step", "steps") +
                   worth(c));
  for (const SwitchCount& x : s.chattering)
    list.push_back(x.name + " chattered and was left to the error control " +
                   how_many(x.count, "time", "times"));
  if (s.controller.clamped > 0)
    list.push_back(how_many(s.controller.clamped, "value", "values") +
                   " of the controller were beyond the range of their input, and clamped");
  if (s.controller.not_finite > 0)
    list.push_back(how_many(s.controller.not_finite, "value", "values") +
                   " of the controller were not finite, and not used");
  return list;
}

std::vector<Card> cards_of(const Summary& s, double step) {
  std::vector<Card> cards;
  if (s.status != Status::ok)
    cards.push_back({"status", std::string(to_string(s.status)),
                     "at t = " + short_number(s.t_end, 9) + " s: " + reason(s.status), Tone::bad});
  cards.push_back(speed(s));
  if (s.steps > 0) {
    cards.push_back(mean_step(s, step));
    cards.push_back(slowest_step(s, step));
  }
  const std::string cost = io::cost_text(s.cost);  // ... (bounded)
  cards.push_back({"cost of a step", s.cost.bounded ? "bounded" : "not bounded",
                   cost.substr(0, cost.rfind(" ("))});
  if (s.counters.most_iterations > 0 && s.steps > 0) cards.push_back(iterations(s));
  if (s.max_drift.position > 0 || s.max_drift.velocity > 0 || s.bound) cards.push_back(drift(s));
  cards.push_back(energy(s));
  if (std::isfinite(s.energy.method)) cards.push_back(energy_of_method(s));
  return cards;
}

std::vector<Card> cards_of(const DataTable& series) {
  std::vector<Card> cards;
  const auto find = [&](const char* name) -> const std::vector<double>* {
    for (const DataTable::Column& c : series.columns)
      if (c.name == name && !c.values.empty()) return &c.values;
    return nullptr;
  };
  const auto largest = [](const std::vector<double>& values) {
    double most = 0;
    for (const double x : values) most = std::fmax(most, std::abs(x));
    return most;
  };
  if (const auto* t = find("t"))
    cards.push_back(
        {"simulated", seconds_in_words(t->back() - t->front()),
         how_many(series.thinned.value_or(static_cast<std::int64_t>(t->size())), "row", "rows")});
  if (const auto* g = find("drift.position")) {
    const auto* v = find("drift.velocity");
    cards.push_back(
        {"largest drift", short_number(largest(*g)),
         "of positions" + (v == nullptr ? "" : "; of velocities " + short_number(largest(*v)))});
  }
  if (const auto* e = find("energy.total"))
    cards.push_back({"energy", short_number(e->back() - e->front()) + " J",
                     "from " + short_number(e->front(), 6) + " J to " + short_number(e->back(), 6) +
                         " J in the rows of the file"});
  return cards;
}

}  // namespace takt::web
