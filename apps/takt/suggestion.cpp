#include "suggestion.hpp"

#include <vector>

#include "takt/base/shell_word.hpp"
#include "takt/io/model_file/inputs.hpp"
#include "takt/method/default_method.hpp"
#include "takt/method/refusal.hpp"

namespace takt::app {
namespace {

// The default of the system's kind, then others of that kind: where an explicit method would need
// shorter steps than these, only implicit ones.
std::vector<std::string> candidates(const EquationsOfMotion& system, const State& start,
                                    double step) {
  const DefaultMethod& kind = default_kind(system, start, step);
  const bool loops = system.shape().ng > 0;
  if (kind.kind == "loaded") return {"ggl+bdf", "index2+bdf"};
  if (kind.kind == "smooth" && loops)
    return {"index1+heun+s_both2", "index2+linear_implicit_euler(J2)+one_step"};
  if (kind.kind == "smooth") return {"ode+rk4", "ode+linear_implicit_euler(J2)"};
  std::vector<std::string> all{std::string(loops ? kind.loops : kind.tree)};
  for (const DefaultMethod& other : default_methods())
    if (other.kind == "springy" || other.kind == "damped")
      all.emplace_back(loops ? other.loops : other.tree);
  return all;
}

}  // namespace

std::string another_method(const io::OpenModel& model, const SameRun& same, std::string_view method,
                           double step) {
  if (method.starts_with("joint:")) method.remove_prefix(6);  // the usual coordinates
  for (const std::string& other : candidates(*model.system, model.start, step)) {
    const Composition c = compose(parse_method(other));
    if (to_string(c.method) == method || !refusal(c, &model.system->shape()).empty()) continue;
    std::string command = "takt run " + shell_word(model.source);
    for (const std::string& s : same.set)
      command += io::names_input_file(s.substr(0, s.find('=')))
                     ? " --inputs " + shell_word(s.substr(s.find('=') + 1))
                     : " --set " + shell_word(s);
    for (const std::string& channel : same.io) command += " --io " + shell_word(channel);
    if (!same.period.empty()) command += " --period " + shell_word(same.period);
    if (!same.timeout.empty()) command += " --timeout " + shell_word(same.timeout);
    if (same.assemble) command += " --assemble";
    if (!same.step.empty()) command += " --step " + shell_word(same.step);
    if (!same.until.empty()) command += " --until " + shell_word(same.until);
    return command + " --method " + shell_word(other);
  }
  return {};
}

}  // namespace takt::app
