// What Newton passes that ended early did to the energy of a run.
//
//   sum of  E(the step as it was)  -  E(the same step from the same state, converged)
//
// over the steps whose last increment was above the tolerance. Those that need more than the passes
// given here are not known, nor is a run with such a step in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "takt/certify/energy_book.hpp"
#include "takt/io/open_model.hpp"

namespace takt::certify {

class Unconverged {
 public:
  // `seconds`: of computing; when they are over nothing is known.
  Unconverged(const io::OpenModel&, const Method&, double until, double seconds);

  void before(const Simulation&);               // a step is to be made
  void after(const Simulation&, EnergyMeter&);  // it was made

  std::optional<double> energy() const;  // J
  const std::string& why_not() const noexcept { return why_not_; }

 private:
  std::optional<Simulation> more_;  // the same method with more passes
  std::vector<std::byte> saved_;
  std::int64_t counted_ = 0;  // steps that had not converged, before this one
  double sum_ = 0, seconds_ = 0;
  std::string why_not_;
};

}  // namespace takt::certify
