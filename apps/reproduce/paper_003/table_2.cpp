#include "apps/reproduce/paper_003/table_2.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/printed_numbers.hpp"

namespace takt::reproduce::paper_003 {
namespace {

constexpr std::string_view none = "---";
constexpr double least_iterations = 2.0,
                 most_iterations = 3.0;  // per step at 10 ms; paper 2.3, 2.4

struct PrintedMethod {
  std::string_view name, method;
  bool trapezoidal;
  PrintedRow2 rows[3];
};
constexpr PrintedMethod printed[] = {
    {"GLB+SDIRK",
     "global+sdirk2",
     false,
     {{"1e-3", none, none, none},
      {"1e-2", none, none, none},
      {"1e-4", "6705.13", "427199", "0.001"}}},
    {"GLB+TR",
     "global+trapezoidal",
     true,
     {{"1e-3", "133.48", "57832", ""},
      {"1e-2", "5.39", "1909", ""},
      {"1.75e-2", "3.82", "1462", "2.094"}}},
    {"TPL+SDIRK",
     "topological+sdirk2",
     false,
     {{"1e-3", "15.54", "15492", ""},
      {"1e-2", "4.39", "4748", ""},
      {"1e-2", "4.39", "4748", "1.822"}}},
    {"TPL+TR",
     "topological+trapezoidal",
     true,
     {{"1e-3", "4.11", "8796", ""},
      {"1e-2", "0.92", "1876", ""},
      {"2.5e-2", "0.72", "1468", "11.111"}}},
    {"HYB+SDIRK",
     "hybrid+sdirk2",
     false,
     {{"1e-3", "16.35", "11538", ""},
      {"1e-2", none, none, ""},
      {"7.5e-3", "4.33", "3835", "1.848"}}},
    {"HYB+TR",
     "hybrid+trapezoidal",
     true,
     {{"1e-3", "5.75", "9238", ""},
      {"1e-2", "1.02", "1839", ""},
      {"3.5e-2", "0.57", "1003", "14.035"}}},
};

std::string per_iteration(double cpu, double iterations) {
  return rounded(1e6 * cpu / iterations, 3);
}

std::string paper_per_iteration(const PrintedRow2& p) {
  if (p.cpu == none) return std::string(none);
  return per_iteration(Printed{p.cpu}.value(), Printed{p.iterations}.value());
}

std::string in_ms(double step) { return rounded(1e3 * step, 3); }

Table shown(const std::vector<Table2Method>& methods) {
  Table t{"",
          {"", "step", "CPU s", "iter.", "us/it.", "x rt", "ours, ms", "CPU s", "iter.", "us/it.",
           "x rt", "outcome"},
          {}};
  for (const Table2Method& m : methods)
    for (const Table2Row& r : m.rows) {
      const PrintedRow2& p = r.printed;
      std::vector<std::string> row = {std::string(m.name),    std::string(p.step),
                                      std::string(p.cpu),     std::string(p.iterations),
                                      paper_per_iteration(p), std::string(p.realtime)};
      if (r.step > 0) {
        const Summary& s = r.ride.summary;
        const auto iterations = static_cast<double>(s.counters.iterations);
        for (const std::string& cell :
             {in_ms(r.step), rounded(r.ride.cpu, 3), std::to_string(s.counters.iterations),
              per_iteration(r.ride.cpu, iterations), rounded(r.ride.realtime_factor(), 3),
              stairs::outcome(r.ride)})
          row.push_back(cell);
      } else {
        row.insert(row.end(), {"-", "-", "-", "-", "-", "none is stable"});
      }
      t.rows.push_back(std::move(row));
    }
  return t;
}

Table shown_steps(const std::vector<Table2Method>& methods) {
  Table t{"",
          {"at 10 ms", "iter. per step", "worst step", "not converged", "safe, ms", "x rt",
           "largest, ms", "paper's largest"},
          {}};
  for (const Table2Method& m : methods) {
    const Summary& s = m.rows[1].ride.summary;
    t.rows.push_back({std::string(m.name), rounded(iterations_per_step(s), 3),
                      std::to_string(s.counters.most_iterations),
                      std::to_string(s.counters.unconverged), in_ms(m.safe),
                      m.safe > 0 ? rounded(m.at_safe.realtime_factor(), 3) : "-",
                      in_ms(m.rows[2].step), in_ms(Printed{m.rows[2].printed.step}.value())});
  }
  return t;
}

Table filed(const std::vector<Table2Method>& methods) {
  Table t{"003-table-2",
          {"method", "paper.step", "paper.cpu", "paper.iterations", "takt.step", "takt.cpu",
           "takt.iterations", "takt.steps", "takt.outcome"},
          {}};
  for (const Table2Method& m : methods)
    for (const Table2Row& r : m.rows) {
      const PrintedRow2& p = r.printed;
      const Summary& s = r.ride.summary;
      t.rows.push_back({std::string(m.name), std::string(p.step), std::string(p.cpu),
                        std::string(p.iterations), csv(r.step), csv(r.ride.cpu),
                        std::to_string(s.counters.iterations), std::to_string(s.steps),
                        r.step > 0 ? stairs::outcome(r.ride) : "none"});
    }
  return t;
}

void check_iterations(Writer& w, const std::vector<Table2Method>& methods) {
  double least = 1e300, most = 0;
  std::int64_t worst = 0;
  for (const Table2Method& m : methods) {
    if (!m.trapezoidal) continue;
    const Summary& s = m.rows[1].ride.summary;
    least = std::min(least, iterations_per_step(s));
    most = std::max(most, iterations_per_step(s));
    worst = std::max(worst, s.counters.most_iterations);
  }
  w.check({"The trapezoidal rule needs 2.3 to 2.4 iterations per step at 10 ms (here: 2 to 3).",
           rounded(least, 3) + " to " + rounded(most, 3) + ", the worst step " +
               std::to_string(worst) + ".",
           least >= least_iterations && most <= most_iterations,
           rounded(least, 3) + " to " + rounded(most, 3) +
               " iterations per step at 10 ms, the worst " + std::to_string(worst)});
}

// Methods come in pairs: first SDIRK, then TR.
void check_pairs(Writer& w, const std::vector<Table2Method>& methods) {
  double steps = 1e300, safe = 1e300, least = 1e300, most = 0, dearest = 1e300;
  for (std::size_t i = 0; i + 1 < methods.size(); i += 2) {
    const Table2Method &stages = methods[i], &rule = methods[i + 1];
    steps = std::min(steps, rule.rows[2].step / stages.rows[2].step);
    safe = std::min(safe, rule.safe / stages.safe);
    const double gain = stages.at_safe.cpu / rule.at_safe.cpu;
    least = std::min(least, gain), most = std::max(most, gain);
    const auto cost = [](const stairs::Ride& r) {
      return r.cpu / static_cast<double>(r.summary.counters.iterations);
    };
    dearest = std::min(dearest, cost(stages.rows[0].ride) / cost(rule.rows[0].ride));
  }
  w.check({"TR methods are more stable than their SDIRK counterparts: they reach larger steps.",
           "at least " + rounded(steps, 3) + " times larger by bisection, and " + rounded(safe, 3) +
               " times up to where every millisecond is stable.",
           steps > 1 && safe > 1, "TR reaches at least " + rounded(safe, 2) + " times the step"});
  w.check(
      {"TR methods are more efficient, in speed by about one order of magnitude (here: at least "
       "3 times, each at its safe step).",
       "by " + rounded(least, 2) + " to " + rounded(most, 2) + " times.", least >= 3,
       "TR is " + rounded(least, 2) + " to " + rounded(most, 2) + " times as fast"});
  w.check({"The cost per iteration is lower for TR than for SDIRK (at 1 ms).",
           "one of SDIRK costs at least " + rounded(dearest, 3) + " times as much.", dearest > 1,
           "an SDIRK iteration costs at least " + rounded(dearest, 3) + " times one of TR"});
}

}  // namespace

double iterations_per_step(const Summary& s) {
  return static_cast<double>(s.counters.iterations) /
         static_cast<double>(std::max<std::int64_t>(1, s.steps));
}

std::vector<Table2Method> table_2() {
  std::vector<Table2Method> methods;
  for (const PrintedMethod& p : printed) {
    const double safe = stairs::safe_step(p.method);
    Table2Method m{p.name, p.method, p.trapezoidal, {}, safe, {}};
    if (safe > 0) m.at_safe = stairs::timed_ride(p.method, safe);
    for (const std::size_t i : {0, 1}) {
      const double step = Printed{p.rows[i].step}.value();
      m.rows.push_back({p.rows[i], step, stairs::timed_ride(p.method, step)});
    }
    stairs::LargestStep largest = stairs::largest_stable_step(p.method);
    if (largest.step > 0) largest.ride = stairs::timed_ride(p.method, largest.step);
    m.rows.push_back({p.rows[2], largest.step, std::move(largest.ride)});
    methods.push_back(std::move(m));
  }
  return methods;
}

Report report_table_2() {
  const auto methods = table_2();
  Writer w(
      "Iltis up a ramp and down four stairs, 8 s from 5 m/s. Left the paper's numbers (Athlon XP, "
      "1.4 GHz), right ours (processor time, this machine); the last row of a method is at the "
      "largest stable step, the paper's and ours. A run arrives when at 8 s it is within 0.5 m of "
      "the reference in x and within 5 mm in z; the reference is the hybrid method at 0.25 ms. "
      "Road and car are public data, not the paper's.");
  w.table(shown(methods));
  w.table(shown_steps(methods));
  w.paragraph(
      "safe: every whole millisecond up to it arrives; largest: found by bisection over multiples "
      "of 0.5 ms up to 50 ms, so partly by luck. They differ because stability has no sharp bound "
      "here: the car "
      "bounces on stops of 1e7 N/m, and on the stairs the roll of a symmetric car grows from "
      "round-off. That GLB+SDIRK fails at 1 ms is not reproducible with public data and not "
      "asserted.");
  w.file(filed(methods));
  check_iterations(w, methods);
  check_pairs(w, methods);
  std::string at_10_ms;
  for (const Table2Method& m : methods)
    if (m.trapezoidal)
      at_10_ms += (at_10_ms.empty() ? "" : ", ") + std::string(m.name) + " " +
                  stairs::outcome(m.rows[1].ride);
  return w.finish("Trapezoidal rule (TR) against SDIRK",
                  "at 10 ms, where the paper's three runs with TR are good, of ours " + at_10_ms);
}

}  // namespace takt::reproduce::paper_003
