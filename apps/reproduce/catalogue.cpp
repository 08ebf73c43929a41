#include "apps/reproduce/catalogue.hpp"

#include "apps/reproduce/handling.hpp"
#include "apps/reproduce/paper_000/figure_1.hpp"
#include "apps/reproduce/paper_000/figure_10.hpp"
#include "apps/reproduce/paper_000/figure_11.hpp"
#include "apps/reproduce/paper_000/figure_3.hpp"
#include "apps/reproduce/paper_000/figure_5.hpp"
#include "apps/reproduce/paper_000/figure_6.hpp"
#include "apps/reproduce/paper_000/figure_7.hpp"
#include "apps/reproduce/paper_000/figure_8.hpp"
#include "apps/reproduce/paper_000/srm.hpp"
#include "apps/reproduce/paper_001/figures_2_and_3.hpp"
#include "apps/reproduce/paper_001/figures_4_to_6.hpp"
#include "apps/reproduce/paper_001/figures_9_and_10.hpp"
#include "apps/reproduce/paper_002/convoy.hpp"
#include "apps/reproduce/paper_002/discontinuities.hpp"
#include "apps/reproduce/paper_002/figure_1.hpp"
#include "apps/reproduce/paper_002/figure_7.hpp"
#include "apps/reproduce/paper_002/figures_3_to_5.hpp"
#include "apps/reproduce/paper_002/table_1.hpp"
#include "apps/reproduce/paper_002/table_2.hpp"
#include "apps/reproduce/paper_002/table_3.hpp"
#include "apps/reproduce/paper_003/structural.hpp"
#include "apps/reproduce/paper_003/table_2.hpp"
#include "apps/reproduce/paper_004/figure_2_1.hpp"
#include "apps/reproduce/paper_004/figures_6.hpp"
#include "apps/reproduce/paper_004/table_6_1.hpp"
#include "apps/reproduce/paper_004/table_6_2.hpp"
#include "apps/reproduce/paper_004/table_6_3.hpp"
#include "apps/reproduce/paper_004/table_6_4.hpp"
#include "apps/reproduce/paper_004/unequal_masses.hpp"

namespace takt::reproduce {
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
    {"000-figure-10", "Truck and trailer: defect of the hitch",
     "By a spring and by a constraint on a winding course.", paper_000::report_figure_10},
    {"000-figure-11", "Truck and trailer: force in the hitch",
     "The same course; springs soft and stiff against the constraint.",
     paper_000::report_figure_11},
    {"000-srm", "Sequential regularisation beside the other stabilisations",
     "Named by the paper without a table: car axle, and truck with trailer.",
     paper_000::report_srm},
    {"001-figure-2", "Pendulum without projections: velocity constraints",
     "The augmented Lagrangian with the trapezoidal rule drifts off.", paper_001::report_figure_2},
    {"001-figure-3", "Pendulum without projections: energy", "It grows in an uncontrolled manner.",
     paper_001::report_figure_3},
    {"001-figure-4", "Projections against conserving: velocity constraints",
     "Projections fulfil them better.", paper_001::report_figure_4},
    {"001-figure-5", "Projections against conserving: acceleration constraints",
     "Projections fulfil them better.", paper_001::report_figure_5},
    {"001-figure-6", "Projections against conserving: energy",
     "Conserved exactly, or dissipated a little.", paper_001::report_figure_6},
    {"001-figure-9", "Iltis on stairs: projections against conserving",
     "The car's height at 10 ms in natural coordinates.", paper_001::report_figure_9},
    {"001-figure-10", "Iltis on stairs: conserving with projections",
     "The second Figure 9: both ways to stabilise together.", paper_001::report_figure_10},
    {"002-convoy", "Long trains: how the cost grows with their size",
     "Ours: 41 N coordinates, groups and updates against dense differences, by counted work.",
     paper_002::report_convoy},
    {"002-discontinuities", "Stops: steps that end at them",
     "Ours: work over error with located kinks and without, on a bouncing mass and a four-bar.",
     paper_002::report_discontinuities},
    {"002-figure-1", "Axle on a stamp: partitioned and extended updates",
     "What the updates (24) and (26) make of a moving stamp.", paper_002::report_figure_1},
    {"002-figure-3", "Train carriage: structure of its matrix",
     "98 unknowns, 1620 entries, and which bodies they couple.", paper_002::report_figure_3},
    {"002-figure-4", "Train carriage: groups of columns",
     "Columns that one difference quotient gives together.", paper_002::report_figure_4},
    {"002-figure-5", "Train carriage: the matrix by groups", "Each group of columns as one column.",
     paper_002::report_figure_5},
    {"002-figure-7", "Chain of pendulums: when matrices are made",
     "Differences and cheap updates over the excitation.", paper_002::report_figure_7},
    {"002-table-1", "Train carriage: groups and partitioned updates",
     "Half the function calls for the same motion.", paper_002::report_table_1},
    {"002-table-2", "Chain of pendulums: extended updates",
     "Fewer matrices, in medians over first steps.", paper_002::report_table_2},
    {"002-table-3", "Passenger car: partitioned and extended updates",
     "A star in which groups alone save nothing.", paper_002::report_table_3},
    {"003-structural", "Iltis on stairs: structural integrators",
     "Dissipative ones against the trapezoidal rule.", paper_003::report_structural},
    {"003-table-2", "Iltis on stairs: trapezoidal rule against SDIRK",
     "Time, iterations and largest steps of three formulations.", paper_003::report_table_2},
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
    {"004-unequal-masses", "Projection with G' or with M^-1 G'",
     "Ours: a light crank under a heavy slider, and three masses in free flight.",
     paper_004::report_unequal_masses},
    {"handling", "Iltis and truck: step steer and steady cornering",
     "Understeer, yaw-rate gain and response after ISO 4138 and ISO 7401.", report_handling},
};

}  // namespace

std::span<const Entry> experiments() noexcept { return entries; }

const Entry* find(std::string_view id) noexcept {
  for (const Entry& e : entries)
    if (e.id == id) return &e;
  return nullptr;
}

}  // namespace takt::reproduce
