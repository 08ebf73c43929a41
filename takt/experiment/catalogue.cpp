#include "takt/experiment/catalogue.hpp"

#include "takt/experiment/paper_000/figure_1.hpp"
#include "takt/experiment/paper_000/figure_3.hpp"
#include "takt/experiment/paper_000/figure_5.hpp"
#include "takt/experiment/paper_000/figure_6.hpp"
#include "takt/experiment/paper_000/figure_7.hpp"
#include "takt/experiment/paper_000/figure_8.hpp"
#include "takt/experiment/paper_004/figure_2_1.hpp"
#include "takt/experiment/paper_004/figures_6.hpp"
#include "takt/experiment/paper_004/table_6_1.hpp"
#include "takt/experiment/paper_004/table_6_2.hpp"
#include "takt/experiment/paper_004/table_6_3.hpp"
#include "takt/experiment/paper_004/table_6_4.hpp"

namespace takt::experiment {
namespace {

constexpr Entry entries[] = {
    {"000-figure-1", "Stability domains",
     "Where explicit and linear-implicit Euler are stable on a test equation.",
     paper_000::report_figure_1},
    {"000-figure-3", "Drift-off on the circular track",
     "A mass leaves its track unless its position is projected.", paper_000::report_figure_3},
    {"000-figure-5", "Car axle: drift over time",
     "Six methods at 10 ms: unstabilised ones drift off.", paper_000::report_figure_5},
    {"000-figure-6", "Car axle: maximum drift over the step",
     "Orders 1 to 4 of the drift, and its bound.", paper_000::report_figure_6},
    {"000-figure-7", "Car axle: explicit and linear-implicit Euler",
     "Explicit Euler is unstable for every step.", paper_000::report_figure_7},
    {"000-figure-8", "Car axle: global error over the step",
     "What projection does for the accuracy.", paper_000::report_figure_8},
    {"004-figure-2.1", "Error of the solution over gamma",
     "Baumgarte's parameter has an optimum; that of the invariant form is safe.",
     paper_004::report_figure_2_1},
    {"004-figure-6.2", "Path of the two-link arm, Case I", "The free end slides along a parabola.",
     paper_004::report_figure_6_2},
    {"004-figure-6.3", "Path of the two-link arm, Case II",
     "The free end has a height given in time; forces peak.", paper_004::report_figure_6_3},
    {"004-figure-6.4", "Components of the squeezing mechanism", "Seven angles to 0.3 s.",
     paper_004::report_figure_6_4},
    {"004-table-6.1", "Maximum drifts for Case I", "Seven stabilisations with Heun's method.",
     paper_004::report_table_6_1},
    {"004-table-6.2", "Maximum drifts for Case II", "Seven stabilisations with Heun's method.",
     paper_004::report_table_6_2},
    {"004-table-6.3", "Case II under DOPRI5", "Drifts and numbers of steps with error control.",
     paper_004::report_table_6_3},
    {"004-table-6.4", "The squeezing mechanism under DOPRI5",
     "Drifts and numbers of steps with error control.", paper_004::report_table_6_4},
};

}  // namespace

std::span<const Entry> experiments() noexcept { return entries; }

const Entry* find(std::string_view id) noexcept {
  for (const Entry& e : entries)
    if (e.id == id) return &e;
  return nullptr;
}

}  // namespace takt::experiment
