#include "takt/analyse/solver_failure.hpp"

#include "takt/method/composition.hpp"
#include "takt/method/default_method.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::analyse {
namespace {

std::string what_happened(const Summary& summary) {
  if (summary.lost_signal) return "the solver failed: a signal is no number";
  switch (summary.status) {
    case Status::not_converged: return "the solver failed: an iteration did not converge";
    case Status::singular: return "the solver failed: a matrix became singular";
    case Status::not_finite: return "the solver failed: the motion blew up";
    case Status::interrupted: return "interrupted";
    case Status::late: return "the run was late";
    case Status::no_answer: return "no answer came";
    case Status::ok: break;
  }
  return "stopped";
}

// Which loops cannot be closed at the end of the next step; empty if they all can.
std::string unreachable(const Summary& s, const Method& m, const EquationsOfMotion& system) {
  if (s.status != Status::not_converged || s.lost_signal || system.shape().ng == 0) return "";
  State next = s.final_state;
  next.t += m.step;
  try {
    assemble(system, next);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

std::string remedy(const Summary& s, const Method& m, bool beyond_reach) {
  if (s.status == Status::interrupted) return "";
  if (s.status == Status::no_answer)
    return "start the controller within --timeout; it copies the period of the outputs it answers "
           "(docs/protocol.md)";
  if (s.lost_signal)
    return "look for a division by zero, or a root or logarithm of a negative number, in the "
           "signal; or stop before";
  if (beyond_reach)
    return "the motion asked for leads out of the mechanism's reach: change the signal that drives "
           "it, or stop before";
  if (s.status == Status::singular && compose(m).formulation->closes)
    return "no independent coordinates can be chosen there, constraints have become dependent: use "
           "ali3 in place of " +
           m.formulation.name + ", which passes such configurations";
  if (s.status == Status::singular)
    return "a configuration where constraints depend on each other: look at the last rows, start "
           "elsewhere, or step over it with another --step";
  const Composition c = compose(m);
  if (s.status == Status::not_converged && c.adaptive())
    return "the steps became too small to go on: a larger rtol, if it is near round-off; or look "
           "at "
           "the last rows for a jump";
  if (s.status == Status::not_converged && c.iterates())
    return "a smaller --step" +
           std::string(c.projection.none() && !c.formulation->closes
                           ? ", or hold velocities on the constraints: --method '" + to_string(m) +
                                 "+tangent'"
                           : "");
  if (s.status == Status::not_converged && !c.projection.bounded())
    return "a larger tolerance, if it is near round-off; or a smaller --step";
  const bool unstabilised = c.projection.none() && c.formulation->baumgarte > 0 &&
                            !c.formulation_settings.given("baumgarte") && !c.implicit_invariant() &&
                            s.final_state.lambda.size() > 0;
  if (unstabilised)
    return "nothing holds this method on the constraints: add a stabilisation, --method '" +
           to_string(m) + "+s_both2'; or a smaller --step";
  if (!c.adaptive() && !c.integrator->uses_jacobian)
    return "a smaller --step, or a method for stiff systems: --method '" +
           stiff_method(s.final_state.lambda.size() > 0) + "'";
  return "a smaller --step, or another method (takt list methods)";
}

}  // namespace

Error stopped(const Summary& s, const Method& m, const EquationsOfMotion& system,
              const std::vector<io::WrittenFile>& files, const std::string& report) {
  std::string text = what_happened(s) + "\n  last good time: " + io::short_number(s.t_end, 9) +
                     " s, after " + io::grouped(s.steps) + (s.steps == 1 ? " step" : " steps");
  if (!s.failure.empty()) text += "\n  " + s.failure;
  const std::string beyond = unreachable(s, m, system);
  if (!beyond.empty()) text += "\n  at the next step " + beyond;
  for (const io::WrittenFile& f : files)
    text += "\n  results up to there: " + f.path + ", " + io::grouped(f.rows) + " rows";
  if (!report.empty()) text += "\n  report up to there: " + report;
  return {text, "method " + to_string(m), remedy(s, m, !beyond.empty()), Fault::other};
}

}  // namespace takt::analyse
