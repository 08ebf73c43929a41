// Checks whether this machine can keep deadlines: its settings, what to change, and how late
// wake-ups really are.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "takt/io/terminal/style.hpp"
#include "takt/realtime/privileges.hpp"
#include "takt/simulate/histogram.hpp"

namespace takt::realtime {

enum class Verdict : std::uint8_t { good, bad, unknown };

struct Check {
  std::string name, found;
  Verdict verdict = Verdict::unknown;
  std::string remedy;  // what to do if it is not good
};

struct Diagnosis {
  Host host;
  std::vector<Check> checks;
  Histogram wake_up;  // ns
  double period = 1e-3;

  bool good() const;  // no check is bad
};

// Measures wake-ups every ms for `seconds`, with the scheduler that a loop would get.
Diagnosis examine(const Wanted&, double seconds);

std::string diagnosis_text(const Diagnosis&, const io::Style&);
nlohmann::ordered_json to_json(const Diagnosis&);

}  // namespace takt::realtime
