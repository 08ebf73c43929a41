// The columns of a result file: their names, units and descriptions, and their values in a sample.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/io/results/result_column.hpp"
#include "takt/simulate/run.hpp"

namespace takt::mechanism {
class Mechanism;
}

namespace takt::io {

// Optional columns, beyond those that are always written.
struct Record {
  bool lambda = false, accelerations = false;
  bool forces = false, reactions = false, bodies = false;  // for mechanisms only

  std::vector<Observe> observed() const;
};

// Parses a list like `lambda,forces`. Throws Error: unknown, or only for mechanisms.
Record parse_record(std::string_view text, bool mechanism);

class Columns {
 public:
  explicit Columns(const Names&, const Record& = {}, const Observable* = nullptr);
  // Of rows that exist already; fill() is not for them.
  explicit Columns(std::span<const ResultColumn>);

  const std::vector<std::string>& names() const noexcept { return names_; }
  // SI, as "m/s^2"; "1" for pure numbers, empty if not known. One for each name.
  const std::vector<std::string>& units() const noexcept { return units_; }
  const std::vector<std::string>& descriptions() const noexcept { return descriptions_; }
  void fill(const Sample&, std::span<double> row) const noexcept;

 private:
  void add(const std::string& name, const std::string& unit, const std::string& description);
  void add_observed(const std::string& name, const mechanism::Mechanism*);

  std::vector<std::string> names_, units_, descriptions_;
  Record record_;
  std::vector<int> driven_;  // the signals of driven coordinates
};

}  // namespace takt::io
