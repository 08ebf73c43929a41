// Energy error of a run that is due to Newton iterations that ended before they converged.
//
//   sum of  E(the step as it was made)  -  E(the same step from the same state, converged)
//
// over the steps whose last increment was above the tolerance. If a step does not converge with the
// larger number of passes that is used here either, the energy error of the run is not known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "takt/certify/energy_balance.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::certify {

class Unconverged {
 public:
  // `seconds`: of computing; after that the energy error is not known.
  Unconverged(const io::OpenModel&, const Method&, double until, double seconds);

  void before(const Engine&);               // call before a step
  void after(const Engine&, EnergyMeter&);  // call after it

  std::optional<double> energy() const;  // J
  const std::string& why_not() const noexcept { return why_not_; }

 private:
  std::optional<Engine> more_;  // the same method with more passes
  std::vector<std::byte> saved_;
  std::int64_t counted_ = 0;  // steps that had not converged before this step
  double sum_ = 0, seconds_ = 0;
  std::string why_not_;
};

}  // namespace takt::certify
