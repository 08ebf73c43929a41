#include "apps/reproduce/paper_000/figure_11.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"

namespace takt::reproduce::paper_000 {
namespace {

std::pair<double, double> range(const std::vector<double>& x) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  return {*low, *high};
}

}  // namespace

Figure11 figure_11(double until) {
  Case stiff = truck("spring", spring_method, truck_step, until);
  stiff.with.emplace_back("c=2e7");
  stiff.with.emplace_back("d=2e4");
  return {couple(truck("spring", spring_method, truck_step, until)), couple(stiff),
          couple(truck("joint", vedyna(200, 1e4), truck_step, until))};
}

Report report_figure_11() {
  const Figure11 f = figure_11();
  Writer w(
      "Size of the force in the hitch on the course of figure 10, h = 1 ms. The stiff spring has "
      "100 "
      "times the stiffness and the same damper, as a force coupling needs it for a small defect.");
  Table shown{"",
              {"coupling", "least in kN", "greatest in kN", "largest defect in m",
               "rms of the force's rate in kN/s"},
              {}};
  Table filed{"000-figure-11", {"t", "spring", "stiff spring", "constraint"}, {}};
  const Coupling* all[] = {&f.spring, &f.stiff_spring, &f.constraint};
  const char* names[] = {"spring", "stiff spring", "constraint"};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [low, high] = range(all[k]->force);
    shown.rows.push_back({names[k], rounded(1e-3 * low, 4), rounded(1e-3 * high, 4),
                          scientific(all[k]->largest), rounded(1e-3 * unrest(*all[k]), 3)});
  }
  for (std::size_t i = 0; i < f.spring.t.size(); ++i) {
    std::vector<std::string> row{csv(f.spring.t[i])};
    for (const Coupling* c : all) row.push_back(i < c->force.size() ? csv(c->force[i]) : "");
    filed.rows.push_back(std::move(row));
  }
  w.table(shown);
  w.file(filed);
  w.chart(chart("Force in the hitch", "As figure 11 of the paper, with our truck.", time_axis("t"),
                linear_axis("force", "N"), filed, columns_over(filed, "t")));
  const auto swing = [](const Coupling& c) {
    const auto [low, high] = range(c.force);
    return high - low;
  };
  const double calmer = unrest(f.spring) / unrest(f.constraint);
  const double smaller = swing(f.spring) / swing(f.constraint);
  w.check({said_in("section 4.3"), "Oscillations of the coupling forces are reduced.",
           "the force of the spring changes " + as_ratio(calmer) +
               " times as fast as that of the constraint, that of the stiff spring " +
               as_ratio(unrest(f.stiff_spring) / unrest(f.constraint)) + " times.",
           calmer > 1 && unrest(f.stiff_spring) > unrest(f.constraint),
           "forces oscillate less with the constraint"});
  w.check({said_in("section 4.3"),
           "The amplitude of the coupling forces is reduced to reasonable values.",
           "the force of the spring spans " + as_ratio(smaller) + " times that of the constraint.",
           smaller > 1, "their amplitude is smaller with the constraint"});
  return w.finish("Force in the hitch");
}

}  // namespace takt::reproduce::paper_000
