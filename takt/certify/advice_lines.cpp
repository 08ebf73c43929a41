// What a user copies from the advice: a command, and lines of a model file.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "takt/certify/advisor.hpp"

namespace takt::certify {
namespace {

// As a shell reads it back.
std::string quoted(const std::string& word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-+=.,:/%@").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word)
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  return out + "'";
}

}  // namespace

std::string command_of(const Advice& a, const Trial& t) {
  std::string out = "takt run " + quoted(a.source);
  for (const std::string& s : a.set) out += " --set " + quoted(s);
  return out + fmt::format(" --method {} --step {:.10g}ms", quoted(t.method), t.step * 1e3);
}

std::string lines_to_paste(const Advice& a, const Trial& t) {
  if (!a.in_a_file || !a.set.empty()) return {};
  return fmt::format("experiment:\n  until: {:.10g} s\n  step: {:.10g} ms\n  method: \"{}\"\n",
                     a.usual_until, t.step * 1e3, t.method);
}

}  // namespace takt::certify
