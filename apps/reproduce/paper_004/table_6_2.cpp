#include "apps/reproduce/paper_004/table_6_2.hpp"

namespace takt::reproduce::paper_004 {
namespace {

constexpr PrintedRow printed_6_2[] = {
    {0.01, "Baum(0,0)", "*", "*"},
    {0.01, "Baum(12,70)", ".51", ".25e-1"},
    {0.01, "S-full", ".72e-5", ".63e-6"},
    {0.01, "S-both", ".31e-1", ".68e-5"},
    {0.01, "S-both²", ".20e-3", ".68e-6"},
    {0.01, "S-vel", ".60e-14", ".78e-2"},
    {0.01, "S-pos", ".73", ".28e-2"},
    {0.001, "Baum(0,0)", ".66e-4", ".56e-4"},
    {0.001, "Baum(12,70)", ".60e-3", ".38e-4"},
    {0.001, "S-full", ".39e-10", ".53e-11"},
    {0.001, "S-both", ".41e-4", ".46e-11"},
    {0.001, "S-both²", ".20e-9", ".78e-15"},
    {0.001, "S-vel", ".43e-14", ".58e-4"},
    {0.001, "S-pos", ".44e-2", ".88e-10"},
};

constexpr FixedStepTable fixed_6_2 = {
    "004-table-6.2",
    "Maximum drifts for Case II",
    "Two-link arm, end at height sin²(t/2), to 10 s; Heun; maxima over step ends; * blew up.",
    "two-link-sine",
    10,
    printed_6_2};

}  // namespace

std::vector<DriftRow> table_6_2() { return run_rows(fixed_6_2); }
Report report_table_6_2() { return report(fixed_6_2); }

}  // namespace takt::reproduce::paper_004
