// What a row of results holds: the names of its columns, and their values in a sample.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/simulate/run.hpp"

namespace takt::mechanism {
class Mechanism;
}

namespace takt::io {

// What may be recorded beyond the columns that are always there.
struct Record {
  bool lambda = false, accelerations = false;
  bool forces = false, reactions = false, bodies = false;  // of mechanisms

  std::vector<Observe> observed() const;
};

// From `lambda,forces`. Throws Error: unknown, or only for mechanisms.
Record parse_record(std::string_view text, bool mechanism);

class Columns {
 public:
  explicit Columns(const Names&, const Record& = {}, const Observable* = nullptr);

  const std::vector<std::string>& names() const noexcept { return names_; }
  // SI, as "m/s^2"; "1" of pure numbers, empty where it is not known. One for each name.
  const std::vector<std::string>& units() const noexcept { return units_; }
  const std::vector<std::string>& descriptions() const noexcept { return descriptions_; }
  void fill(const Sample&, std::span<double> row) const noexcept;

 private:
  void add(const std::string& name, const std::string& unit, const std::string& description);
  void add_observed(const std::string& name, const mechanism::Mechanism*);

  std::vector<std::string> names_, units_, descriptions_;
  Record record_;
};

}  // namespace takt::io
