#include "takt/integrator/bdf_failure.hpp"

#include <cstdio>

namespace takt {
namespace {

// largest accepted residual of a redundant row: m, m/s or m/s^2
constexpr double widest_gap = 1e-3;
constexpr double constraint_round_off = 1e-9;  // constraint residuals below this are round-off
// m/s^2; a velocity constraint whose residual grows faster than this within a step has jumped.
constexpr double fastest = 1e6;

std::string rounded(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

}  // namespace

void Trouble::meet(const Corrector& c, const BdfPlan& plan) noexcept {
  k = plan.k;
  h = plan.h;
  residual = c.predicted_constraint();
  constraint = c.worst_constraint();
}

void Trouble::meet_error_failure(const Corrector& c, const WeightedNorm& norm,
                                 const BdfPlan& plan) noexcept {
  meet(c, plan);
  ++error_failures;
  worst = norm.worst(c.e);
}

void Trouble::meet_corrector_failure(const Corrector& c, const WeightedNorm& norm,
                                     const BdfPlan& plan, bool is_singular) noexcept {
  meet(c, plan);
  if (is_singular) {
    ++singular;
    worst = norm.worst(c.F());
  } else {
    ++corrector_failures;
    worst = norm.worst(c.increment());
  }
}

bool Trouble::jumps() const noexcept {
  return constraint >= 0 && residual > constraint_round_off && residual > fastest * h;
}

bool Trouble::look_for_open_rows(const ResidualForm& form, double kept) noexcept {
  Index row = -1;
  const double open = form.left_out(row);
  // The residual was evaluated before the last pass, when all rows were still open, the redundant
  // ones as much as the others.
  if (!(open > std::max(widest_gap, 100 * kept))) return false;
  open_row = row;
  gap = open;
  return true;
}

Status Trouble::status() const noexcept {
  return open_row >= 0 || singular > error_failures + corrector_failures ? Status::singular
                                                                         : Status::not_converged;
}

std::string BdfFailure::text(const ResidualForm& form, const std::vector<std::string>* rows) const {
  if (!there_) return "";
  const Trouble& x = trouble_;
  const std::string where = "at t = " + rounded(t_, 9) + " s, order " + std::to_string(x.k) +
                            ", step " + rounded(x.h, 3) + " s";
  if (x.open_row >= 0) {
    const auto row = static_cast<std::size_t>(x.open_row);
    return "a constraint that was redundant at the start no longer is: " +
           (rows != nullptr && row < rows->size() ? (*rows)[row] : "row " + std::to_string(row)) +
           " is open by " + rounded(x.gap, 3) + " " + where;
  }
  if (x.jumps())
    return "a constraint on velocities jumps by " + rounded(x.residual, 3) + " " + where + ": " +
           form.component(x.constraint) +
           "\n  its input has a kink there (continuous, but not its derivative): use one with "
           "continuous velocity and acceleration";
  const std::string what = x.status() == Status::singular ? "the iteration matrix is singular"
                           : x.corrector_failures >= x.error_failures
                               ? "the corrector does not converge"
                               : "the error test fails for ever smaller steps";
  return what + " " + where + "; worst: " + (x.worst >= 0 ? form.component(x.worst) : "unknown");
}

}  // namespace takt
