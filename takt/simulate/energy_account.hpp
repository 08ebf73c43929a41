// The energy balance of a run:
//
//   E_n - E_0  =  inputs  +  dissipated  +  method
//
// The first two are the integrals of PowerFlow along the computed states; the rest is the energy
// that the method added, or removed if it is negative. The integrals use cubic polynomials through
// four neighbouring states, of fourth order for steps of any length. A second integral with every
// second state shows how accurate they are; if forces set in within a step, the accuracy is limited
// by that.
#pragma once

#include <array>
#include <cstdint>

#include "takt/simulate/power_flow.hpp"

namespace takt {

// The weights of samples at t[0], ..., t[n-1] in the integral from a to b of the polynomial through
// them; n <= 4.
void integral_weights(const double* t, std::size_t n, double a, double b, double* weight) noexcept;

// The integrals of several y(t), by cubic polynomials through the four nearest samples.
class PowerIntegral {
 public:
  static constexpr std::size_t kinds = 2;
  using Values = std::array<double, kinds>;

  void add(double t, const Values& y) noexcept;  // t ascending
  void interrupt() noexcept;                     // the next sample does not continue the last one
  Values total() const noexcept;

 private:
  Values over(int from) const noexcept;  // over the interval from sample `from` to the next one

  int count_ = 0;      // number of stored samples
  bool full_ = false;  // sum_ contains the intervals before the last one
  std::array<double, 4> t_{};
  std::array<Values, 4> y_{};
  Values sum_{};
};

struct EnergyParts {  // J
  double inputs = 0, dissipated = 0, method = 0;
  double resolution = 0;    // accuracy of the three parts
  double most_kinetic = 0;  // the largest kinetic energy so far
  // The part of `method` that is due to projections onto the constraints. If `about`, it is
  // extrapolated from some of the steps.
  double projections = 0;
  bool projected = false, about = false;

  // True if the method has changed the energy by more than 1 % of the largest kinetic energy, and
  // by more than the resolution of the balance.
  bool noteworthy() const noexcept;
};

class EnergyAccount {  // trivially copyable, because checkpoints contain it
 public:
  // Adds the states of a run in order, beginning with its start; a repeated time is ignored.
  void add(double t, double kinetic, double total, const PowerFlow&) noexcept;
  // The state was changed from outside; the difference counts as an input.
  void jump(double t, double kinetic, double total, const PowerFlow&) noexcept;
  void add_projection(double energy) noexcept { projections_ += energy; }
  EnergyParts parts() const noexcept;

 private:
  PowerIntegral fine_, coarse_;
  std::int64_t samples_ = 0;
  PowerFlow flow_;  // at the last sample
  double t_ = 0, first_ = 0, last_ = 0, jumped_ = 0, most_kinetic_ = 0, apart_ = 0, largest_ = 0,
         projections_ = 0;
};

}  // namespace takt
