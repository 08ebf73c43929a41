#include "apps/reproduce/paper_004/fixed_step.hpp"

#include <cmath>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_004/stabilisations.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_004 {
namespace {

std::string ratio(Printed printed, double ours, bool blew_up) {
  if (printed.blow_up() || blew_up) return "";
  if (printed.round_off()) return "eps";
  return as_ratio(ours / printed.value());
}

Table shown(const std::vector<DriftRow>& rows) {
  Table t{"",
          {"h", "stabilisation", "velocity paper", "ours", "ratio", "position paper", "ours",
           "ratio", "agrees"},
          {}};
  for (const DriftRow& r : rows) {
    const Printed v{r.printed.velocity}, q{r.printed.position};
    const auto ours = [&](double x) { return r.blew_up ? std::string("*") : scientific(x); };
    const bool agrees = r.velocity_agrees() && r.position_agrees();
    t.rows.push_back({csv(r.printed.step), std::string(r.printed.stabilisation),
                      std::string(v.text), ours(r.velocity), ratio(v, r.velocity, r.blew_up),
                      std::string(q.text), ours(r.position), ratio(q, r.position, r.blew_up),
                      (agrees ? "✓ " : "✗ ") + (r.blew_up ? rounded(r.t_end, 3) + " s" : "")});
  }
  return t;
}

Table filed(std::string_view id, const std::vector<DriftRow>& rows) {
  Table t{std::string(id),
          {"h", "stabilisation", "paper.velocity", "takt.velocity", "paper.position",
           "takt.position", "takt.t_end"},
          {}};
  for (const DriftRow& r : rows)
    t.rows.push_back({csv(r.printed.step), std::string(r.printed.stabilisation),
                      std::string(r.printed.velocity), r.blew_up ? "*" : csv(r.velocity),
                      std::string(r.printed.position), r.blew_up ? "*" : csv(r.position),
                      csv(r.t_end)});
  return t;
}

struct Tally {  // counts the entries that agree
  int all = 0, agree = 0;
  double worst = 1;  // the ratio farthest from 1
  void add(bool agrees) { ++all, agree += agrees ? 1 : 0; }
  std::string text() const { return std::to_string(agree) + " of " + std::to_string(all); }
  bool full() const { return agree == all; }
};

}  // namespace

std::vector<DriftRow> run_rows(const FixedStepTable& table) {
  std::vector<DriftRow> rows;
  for (const PrintedRow& p : table.printed) {
    const Summary s =
        simulate({std::string(table.model), method(p.stabilisation, "heun"), p.step, table.until});
    rows.push_back({p, s.max_drift.velocity, s.max_drift.position, blew_up(s), s.t_end});
  }
  return rows;
}

Report report(const FixedStepTable& table) {
  const std::vector<DriftRow> rows = run_rows(table);
  Writer w(table.how);
  w.table(shown(rows));
  const Table t = filed(table.id, rows);
  w.file(t);
  for (const std::string level : {"position", "velocity"}) {
    const std::string paper = "paper." + level, ours = "takt." + level;
    w.chart(chart("Largest drift of " + level + " over the step", "Dashed: printed in the paper.",
                  step_axis(), logarithmic_axis("largest drift"), t,
                  {{"h", ours, {"stabilisation"}, "", as_both},
                   {"h", paper, {"stabilisation"}, "paper", as_points, true}}));
  }
  const std::string_view place = table.id.substr(4);  // "table-6.1" of 004
  Tally drifts, zeros, blown;
  for (const DriftRow& r : rows)
    for (const bool velocity : {true, false}) {
      const Printed p{velocity ? r.printed.velocity : r.printed.position};
      const bool agrees = velocity ? r.velocity_agrees() : r.position_agrees();
      (p.blow_up() || r.blew_up ? blown : p.round_off() ? zeros : drifts).add(agrees);
      if (p.blow_up() || r.blew_up || p.round_off()) continue;
      const double x = (velocity ? r.velocity : r.position) / p.value();
      if (std::abs(std::log(x)) > std::abs(std::log(drifts.worst))) drifts.worst = x;
    }
  w.check({said_in(place),
           "Printed drifts above 1e-13: ours inside the printed digits widened by 5 %.",
           drifts.text() + "; the ratio farthest from 1 is " + rounded(drifts.worst, 3) + ".",
           drifts.full(), drifts.text() + " printed drifts met"});
  w.check({said_in(place), "Printed drifts at round-off (eps): ours below 1e-13 too.",
           zeros.text() + ".", zeros.full(), zeros.text() + " at round-off"});
  w.check({said_in(place), "Solutions that blow up (*) in the paper blow up here, and no others.",
           blown.text() + " entries.", blown.full(), blown.text() + " blow-ups"});
  return w.finish(table.title);
}

}  // namespace takt::reproduce::paper_004
