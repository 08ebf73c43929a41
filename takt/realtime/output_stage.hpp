// Computes the outputs at the end of a period without allocation: the same values as a Monitor, and
// nothing else.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt::realtime {

class OutputStage {
 public:
  OutputStage(const EquationsOfMotion&, const Composition&, const State& start);

  // For this state, with these values of the external signals and their rates.
  std::span<const double> at(const State&, std::span<const double> inputs,
                             std::span<const double> rates) noexcept;

 private:
  const EquationsOfMotion& system_;
  Evaluator eval_;
  std::unique_ptr<Formulation> formulation_;  // null: the state itself holds a and lambda
  Rates rates_;
  std::vector<double> outputs_;
};

}  // namespace takt::realtime
