// Computes the outputs of a state without allocation: the same values as a Monitor, and nothing else.
// The real-time loop does so at the end of a period, the engine for controllers inside of the model.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt {

class OutputStage {
 public:
  OutputStage(const EquationsOfMotion&, const Composition&, const State& start);

  // For this state, with these values of the external signals, their rates, and kept values.
  std::span<const double> at(const State&, std::span<const double> inputs,
                             std::span<const double> rates, std::span<const double> kept) noexcept;
  // After at(): all signals at that state.
  const Excitation& excitation() const noexcept { return eval_.excitation(Slot::start); }
  // The rates of the integrals at a state.
  void rates_of_integrals(const State&, std::span<const double> inputs,
                          std::span<const double> rates, std::span<const double> kept,
                          std::span<double> out) noexcept;

 private:
  void set(std::span<const double> inputs, std::span<const double> rates,
           std::span<const double> kept) noexcept;

  const EquationsOfMotion& system_;
  Evaluator eval_;
  std::unique_ptr<Formulation> formulation_;  // null: the state itself holds a and lambda
  Rates rates_;
  std::vector<double> outputs_;
};

}  // namespace takt
