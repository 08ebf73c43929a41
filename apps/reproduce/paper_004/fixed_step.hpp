// Tables 6.1 and 6.2 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts of the two-link arm with
// Heun's method and constant steps. The drift is the maximum over the ends of steps, after
// stabilisation (ERRATA 004.1).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "apps/reproduce/printed_numbers.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_004 {

struct PrintedRow {  // as in the paper: velocity first (ERRATA 004.7)
  double step;
  std::string_view stabilisation;  // the paper's name
  std::string_view velocity, position;
};

struct DriftRow {
  PrintedRow printed;
  double velocity, position;  // ours
  bool blew_up;
  double t_end;

  bool velocity_agrees() const { return Printed{printed.velocity}.matches(velocity, blew_up); }
  bool position_agrees() const { return Printed{printed.position}.matches(position, blew_up); }
};

struct FixedStepTable {
  std::string_view id, title, how, model;
  double until;
  std::span<const PrintedRow> printed;
};

std::vector<DriftRow> run_rows(const FixedStepTable&);
Report report(const FixedStepTable&);

}  // namespace takt::reproduce::paper_004
