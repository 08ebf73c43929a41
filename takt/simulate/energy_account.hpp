// Where the energy of a run went.
//
//   E_n - E_0  =  inputs  +  dissipated  +  method
//
// The first two are the integrals of PowerFlow along the numerical states; the rest is what the method
// added, or took where it is negative. The integrals are those of cubics through four neighbouring
// states, of fourth order for steps of any length. The same with every second state says how well they
// are known: where forces set in within a step, no better than that.
#pragma once

#include <array>
#include <cstdint>

#include "takt/simulate/power_flow.hpp"

namespace takt {

// Weights of samples at t[0], ..., t[n-1] in the integral from a to b of the polynomial through them;
// n <= 4.
void integral_weights(const double* t, std::size_t n, double a, double b, double* weight) noexcept;

// The integral of several y(t), by cubics through the four nearest samples.
class PowerIntegral {
 public:
  static constexpr std::size_t kinds = 2;
  using Values = std::array<double, kinds>;

  void add(double t, const Values& y) noexcept;  // t ascending
  void interrupt() noexcept;  // the next sample has nothing to do with the last one
  Values total() const noexcept;

 private:
  Values over(int from) const noexcept;  // the interval between samples `from` and the next one

  int count_ = 0;      // of the last samples
  bool full_ = false;  // there were four: the intervals before the last one are in the sum
  std::array<double, 4> t_{};
  std::array<Values, 4> y_{};
  Values sum_{};
};

struct EnergyParts {  // J
  double inputs = 0, dissipated = 0, method = 0;
  double resolution = 0;    // to which they are told apart
  double most_kinetic = 0;  // the largest kinetic energy so far
  // Of `method`: by projections onto the constraints. From some of the steps only where `about`.
  double projections = 0;
  bool projected = false, about = false;

  // The method has changed the energy by more than a share of what was in motion, and by more than
  // the books could have missed.
  bool noteworthy() const noexcept;
};

class EnergyAccount {  // trivially copyable: checkpoints carry it
 public:
  // The states of a run in order, its start first; the same time again is ignored.
  void add(double t, double kinetic, double total, const PowerFlow&) noexcept;
  // The state was put elsewhere from outside; that counts as an input.
  void jump(double t, double kinetic, double total, const PowerFlow&) noexcept;
  void add_projection(double energy) noexcept { projections_ += energy; }
  EnergyParts parts() const noexcept;

 private:
  PowerIntegral fine_, coarse_;
  std::int64_t samples_ = 0;
  PowerFlow flow_;  // of the last sample
  double t_ = 0, first_ = 0, last_ = 0, jumped_ = 0, most_kinetic_ = 0, apart_ = 0, largest_ = 0,
         projections_ = 0;
};

}  // namespace takt
