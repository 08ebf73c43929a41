#include "apps/reproduce/paper_002/convoy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/machine_code/step_trace.hpp"
#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_002/form_at_start.hpp"
#include "apps/reproduce/runs.hpp"
#include "takt/linear/column_groups.hpp"
#include "takt/linear/general_factor.hpp"

namespace takt::reproduce::paper_002 {
namespace {

constexpr int lengths[] = {1, 2, 5, 25, 50};
constexpr int longest_dense = 5;  // its work grows with the square of the length, and more
constexpr double convoy_until = 5, patience = 600;  // s
constexpr double most_growth = 1.2;                 // exponent of the cost over n
constexpr std::string_view convoy_standard = "dense+on_demand",
                           convoy_grouped = "grouped+partitioned";

double instructions_of(const std::function<void()>& work) {
  work();  // what is done only once
  const auto count = machine_code::trace(work, patience);
  return count.complete() ? static_cast<double>(count.instructions)
                          : std::numeric_limits<double>::quiet_NaN();
}

bool is_dense(std::string_view jacobian) { return jacobian.starts_with("dense"); }

std::vector<const ConvoyRun*> of(const std::vector<ConvoyRun>& runs, std::string_view jacobian) {
  std::vector<const ConvoyRun*> chosen;
  for (const ConvoyRun& r : runs)
    if (r.jacobian == jacobian) chosen.push_back(&r);
  return chosen;
}

// Exponent of the cost of a step over the number of coordinates.
double growth(const std::vector<ConvoyRun>& runs, std::string_view jacobian) {
  std::vector<double> n, cost;
  for (const ConvoyRun* r : of(runs, jacobian)) {
    n.push_back(static_cast<double>(r->of.coordinates));
    cost.push_back(r->instructions());
  }
  return order(n, cost);
}

std::string millions(double x) { return rounded(1e-6 * x, 3); }

void check_growth(Writer& w, const std::vector<ConvoyRun>& runs) {
  const double exponent = growth(runs, convoy_grouped), dense = growth(runs, convoy_standard);
  const auto chosen = of(runs, convoy_grouped);
  const std::string uncounted =
      std::isnan(exponent) ? "instructions cannot be counted on this machine" : "";
  w.check({by_us,
           "With groups and (24) the cost of a step grows no faster than n^1.2, from 41 to 2050 "
           "coordinates.",
           "like n^" + rounded(exponent, 3) + ": from " + millions(chosen[0]->instructions()) +
               " to " + millions(chosen.back()->instructions()) + " million instructions.",
           exponent <= most_growth, "groups and (24): n^" + rounded(exponent, 3), uncounted});
  w.check({by_us,
           "With dense differences it grows at least like n^1.8 (only their evaluations of the "
           "residual are counted).",
           "like n^" + rounded(dense, 3) + ".", dense >= 1.8, "dense: n^" + rounded(dense, 3),
           uncounted});
}

void check_savings(Writer& w, const std::vector<ConvoyRun>& runs) {
  const auto dense = of(runs, convoy_standard), grouped = of(runs, convoy_grouped);
  std::vector<double> gain;
  std::string text;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    gain.push_back(dense[i]->instructions() / grouped[i]->instructions());
    text += (i == 0 ? "" : ", ") + rounded(gain.back(), 2);
  }
  w.check({said_in("section 4.2.1"),
           "The savings are larger for higher problem dimensions (here: with the length of the "
           "train).",
           "a step with dense differences costs " + text + " times one with groups and (24), for " +
               std::to_string(dense.front()->carriages) + " to " +
               std::to_string(dense.back()->carriages) + " carriages.",
           std::is_sorted(gain.begin(), gain.end()) && gain.back() > gain.front(),
           "savings grow with the length"});
  int most = 0;
  for (const ConvoyRun* r : grouped)
    if (r->carriages >= 5) most = std::max(most, r->of.groups);
  w.check({by_us,
           "The number of groups does not grow with the train, because a carriage touches its "
           "neighbours only (here: from 5 carriages on it is the same).",
           std::to_string(grouped[2]->of.groups) + " for 5 carriages, at most " +
               std::to_string(most) + " for more; one has " +
               std::to_string(grouped[0]->of.groups) + ".",
           most == grouped[2]->of.groups, "groups do not grow in number"});
  int failed = 0;
  for (const ConvoyRun& r : runs) failed += r.finished ? 0 : 1;
  w.check({by_us, "Every run reaches 5 s.", std::to_string(failed) + " do not.", failed == 0,
           "all runs finish"});
}

}  // namespace

Campaign convoy(int carriages) {
  Campaign c;
  c.model = "convoy";
  c.formulation = "ggl";
  c.until = convoy_until;
  c.starts = 1;
  c.set = {{"N", carriages}};
  c.look = false;
  return c;
}

ConvoyPieces convoy_pieces(int carriages) {
  FormAtStart start(convoy(carriages));
  ResidualForm& form = start.form();
  const Index n = form.size();
  Vector y(n), dy(n), F(n);
  form.pack(start.state(), y, dy);
  const Excitation u = start.excitation();
  linear::Patterned F_y(form.structure());
  ConvoyPieces p{};
  p.coordinates = start.velocities();
  p.unknowns = n;
  const std::vector<int> known(form.known_columns().begin(), form.known_columns().end());
  p.groups = linear::group_columns(*form.structure(), known).count();
  p.residual = instructions_of([&] { form.residual(y, dy, u, F); });
  form.jacobian(y, dy, u, F_y);
  linear::GeneralFactor factor;
  factor.analyse(*form.structure());
  // The corrector's matrix is dF/dy + alpha dF/dy'. alpha does not change what is done; here it is
  // put on all of the diagonal, so that there is something to factorise.
  const linear::Pattern& pattern = *form.structure();
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.col_start[j]; k < pattern.col_start[j + 1]; ++k)
      if (pattern.row[k] == j) F_y.values()[k] += 1e3;
  p.factorisation = instructions_of([&] { factor.factorise(F_y.values()); });
  p.solve = instructions_of([&] { factor.solve(F); });
  return p;
}

double ConvoyRun::instructions() const {
  double sum = calls * of.residual;
  if (!is_dense(jacobian)) sum += factorisations * of.factorisation + solves * of.solve;
  return sum;
}

ConvoyRun convoy_run(std::string_view jacobian, int carriages, const ConvoyPieces& pieces) {
  const Campaign c = convoy(carriages);
  Engine simulation = start(c, system_of(c), jacobian, c.first_step);
  std::int64_t steps = 0;
  while (!simulation.done() && simulation.step().status == Status::ok) ++steps;
  const Counters& n = simulation.counters();
  const auto per_step = [&](std::int64_t x) {
    return static_cast<double>(x) / static_cast<double>(std::max<std::int64_t>(1, steps));
  };
  return {jacobian,
          carriages,
          pieces,
          per_step(n.residuals + n.residuals_for_jacobian),
          per_step(n.factorisations),
          per_step(n.solves),
          simulation.done()};
}

Report report_convoy() {
  std::vector<ConvoyRun> runs;
  for (const int carriages : lengths) {
    const ConvoyPieces pieces = convoy_pieces(carriages);
    for (const std::string_view jacobian : {convoy_standard, convoy_grouped})
      if (!is_dense(jacobian) || carriages <= longest_dense)
        runs.push_back(convoy_run(jacobian, carriages, pieces));
  }
  Writer w(
      "A train of N carriages of Table 1 that touch by buffers (model convoy), 5 s, GGL with BDF, "
      "ATOL = RTOL = 1e-4, first step 1 ms. Numbers are per step. Instructions are counted, in "
      "millions: those of one residual, factorisation and solution, times how often the run does "
      "each; of dense differences the residuals only.");
  Table shown{"",
              {"N", "n", "Jacobian", "groups", "#fc", "factorised", "solved", "residual",
               "factorise", "solve", "step"},
              {}};
  Table filed{"002-convoy",
              {"N", "coordinates", "unknowns", "jacobian", "groups", "fc", "factorisations",
               "solves", "residual", "factorisation", "solve", "step"},
              {}};
  for (const ConvoyRun& r : runs) {
    const bool grouped = r.jacobian == convoy_grouped;
    shown.rows.push_back(
        {std::to_string(r.carriages), std::to_string(r.of.coordinates), std::string(r.jacobian),
         grouped ? std::to_string(r.of.groups) : "", rounded(r.calls, 3),
         rounded(r.factorisations, 2), rounded(r.solves, 3), millions(r.of.residual),
         is_dense(r.jacobian) ? "" : millions(r.of.factorisation),
         is_dense(r.jacobian) ? "" : millions(r.of.solve), millions(r.instructions())});
    filed.rows.push_back({std::to_string(r.carriages), std::to_string(r.of.coordinates),
                          std::to_string(r.of.unknowns), std::string(r.jacobian),
                          std::to_string(r.of.groups), csv(r.calls), csv(r.factorisations),
                          csv(r.solves), csv(r.of.residual), csv(r.of.factorisation),
                          csv(r.of.solve), csv(r.instructions())});
  }
  w.table(shown);
  w.file(filed);
  w.chart(chart_with_slopes("Instructions of a step over the size of the train",
                            "Dashed: fitted; the slope is the exponent of the growth.",
                            logarithmic_axis("coordinates"), logarithmic_axis("instructions"),
                            filed, {{"coordinates", "step", {"jacobian"}, "", as_both}}));
  check_growth(w, runs);
  check_savings(w, runs);
  return w.finish("A long train");
}

}  // namespace takt::reproduce::paper_002
