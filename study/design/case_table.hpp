// The cases of a study. Case i is a function of the study and i alone: nothing is stored.
//
// Samples vary slowest, then lists and grids in the order of the file, inputs, methods, and steps fastest: cases
// that share a compiled model follow each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/design/study.hpp"

namespace takt::study {

inline constexpr std::int64_t most_cases = 10'000'000;

struct Case {
  std::int64_t index = 0;
  std::vector<std::string> cells;   // of the parameters, as tables have them
  std::vector<std::string> set;     // path=value: of the study, then of the case
  std::string inputs, method;       // empty: the model's
  double step = 0;                  // 0: the model's
};

class CaseTable {
 public:
  explicit CaseTable(const Study&);  // throws Error: too many cases, with their number

  const Study& study() const noexcept { return *study_; }
  std::int64_t count() const noexcept { return count_; }
  Case at(std::int64_t index) const;
  // What distinguishes cases: parameters, and inputs, method, step where the study lists them.
  const std::vector<std::string>& columns() const noexcept { return columns_; }
  std::vector<std::string> cells(const Case&) const;  // of these columns

  // The sample of a case, and for the design `sensitivity` its block (of d + 2 samples) and place in it: 0 is A,
  // 1 is B, 2 + k is A with column k of B.
  std::int64_t sample_of(std::int64_t index) const noexcept { return index / per_sample_; }
  std::int64_t samples() const noexcept { return samples_; }
  std::int64_t per_sample() const noexcept { return per_sample_; }

 private:
  double share(std::int64_t sample, int dimension) const noexcept;  // in (0, 1)

  const Study* study_;
  std::int64_t samples_ = 1, per_sample_ = 1, count_ = 1;
  int dimensions_ = 0;
  std::vector<std::string> columns_;
};

}  // namespace takt::study
