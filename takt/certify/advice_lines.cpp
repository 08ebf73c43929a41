// The lines of an advice that a user copies: a command, and the `experiment:` block of a model
// file.
#include <fmt/format.h>

#include "takt/base/shell_word.hpp"
#include "takt/certify/advisor.hpp"

namespace takt::certify {

std::string command_of(const Advice& a, const Trial& t) {
  std::string out = "takt run " + shell_word(a.source);
  for (const std::string& s : a.set) out += " --set " + shell_word(s);
  return out + fmt::format(" --method {} --step {:.10g}ms", shell_word(t.method), t.step * 1e3);
}

std::string lines_to_paste(const Advice& a, const Trial& t) {
  if (!a.in_a_file || !a.set.empty()) return {};
  return fmt::format("experiment:\n  until: {:.10g} s\n  step: {:.10g} ms\n  method: \"{}\"\n",
                     a.usual_until, t.step * 1e3, t.method);
}

}  // namespace takt::certify
