#include "apps/reproduce/paper_004/table_6_1.hpp"

namespace takt::reproduce::paper_004 {
namespace {

constexpr PrintedRow printed_6_1[] = {
    {0.01, "Baum(0,0)", ".33e-2", ".17e-2"},
    {0.01, "Baum(12,70)", ".72e-2", ".14e-2"},
    {0.01, "S-full", ".12e-7", ".61e-9"},
    {0.01, "S-both", ".16e-3", ".39e-9"},
    {0.01, "S-both²", ".67e-8", ".15e-13"},
    {0.01, "S-vel", ".36e-14", ".84e-3"},
    {0.01, "S-pos", "*", "*"},
    {0.001, "Baum(0,0)", ".32e-4", ".17e-4"},
    {0.001, "Baum(12,70)", ".70e-4", ".14e-4"},
    {0.001, "S-full", ".15e-13", ".40e-14"},
    {0.001, "S-both", ".16e-6", ".39e-14"},
    {0.001, "S-both²", ".18e-13", ".31e-14"},
    {0.001, "S-vel", ".36e-14", ".81e-5"},
    {0.001, "S-pos", ".48e-2", ".76e-11"},
};

constexpr FixedStepTable fixed_6_1 = {
    "004-table-6.1",
    "Maximum drifts for Case I",
    "Two-link arm, end on a parabola, to 40 s; Heun; maxima over step ends; * blew up.",
    "two-link-parabola",
    40,
    printed_6_1};

}  // namespace

std::vector<DriftRow> table_6_1() { return run_rows(fixed_6_1); }
Report report_table_6_1() { return report(fixed_6_1); }

}  // namespace takt::reproduce::paper_004
