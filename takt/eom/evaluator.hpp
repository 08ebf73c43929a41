// The cache of evaluated terms: three named slots, each with a state and the terms computed there.
//
// Formulation and stabiliser share one Evaluator. A matrix, or the factorised saddle [M G'; G 0],
// that one of them has requested is then available to the other (000 section 3.3: "interleaved in
// an appropriate order, only very few additional evaluations").
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/linear/saddle.hpp"

namespace takt {

class Differences;

struct Counters : linear::Counters {  // factorisations, solves
  std::int64_t evaluations = 0;       // calls of evaluate
  std::int64_t for_derivatives = 0;   // of those: for derivative terms by differences
  std::array<std::int64_t, term_count> terms{};
  std::int64_t iterations = 0;
  // Of residual forms, as in 002 Tables 1-3: #fc is the sum of the next two.
  std::int64_t residuals = 0;               // #fcw: evaluated by the corrector
  std::int64_t residuals_for_jacobian = 0;  // evaluated for Jacobians by differences
  std::int64_t jacobian_evaluations = 0;    // #Je
  std::int64_t jacobian_updates = 0;        // cheap updates, (24)-(26)
  std::int64_t column_groups = 0;           // number of groups of the last grouped Jacobian
  std::int64_t most_iterations = 0;         // largest number in one step
  std::int64_t unconverged = 0;             // steps whose last increment was above the tolerance
  double unconverged_energy = 0;  // J: work of their last residual along their last increment
  std::int64_t rejected = 0;      // steps tried and refused by the error test
  // Discontinuities (eom/switching.hpp): located, where a step ends; seen between two steps only.
  std::int64_t events = 0, crossings = 0;
  std::int64_t chatters = 0;  // how often a function chattered and was left alone for a while
};

// start: the state at the start of a step; end: the new state; stage: any state between.
enum class Slot : std::uint8_t { start, end, stage };

// Where derivatives come from.
enum class JacobianSource : std::uint8_t { analytic, differences };

class Evaluator {
 public:
  Evaluator(const EquationsOfMotion&, linear::Storage = linear::Storage::automatic,
            JacobianSource = JacobianSource::analytic);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  void place(Slot, const State&) noexcept;  // and clears the cached terms of the slot
  const Terms& at(Slot, Need) noexcept;     // computes only what is missing
  // Replaces velocity and acceleration in the slot. M, g, G and gI remain valid.
  void change_rates(Slot, const State&) noexcept;
  const Excitation& excitation(Slot) const noexcept;
  Point point(Slot) const noexcept;

  // The saddle [M G'; G 0] of the slot, factorised on first use; its status() tells whether that
  // worked.
  linear::Saddle& mass_saddle(Slot) noexcept;

  const EquationsOfMotion& system() const noexcept { return system_; }
  const Shape& shape() const noexcept { return shape_; }
  linear::Storage storage() const noexcept { return storage_; }
  // Values of the external signals, then their rates, then the kept values. They hold at the time of every state that is
  // placed. After inputs_hold_at(t0) they hold at t0 and are extrapolated from there with their
  // rates.
  std::span<double> inputs() noexcept {
    return {inputs_.data(), static_cast<std::size_t>(inputs_.size())};
  }
  void inputs_hold_at(double t0) noexcept { inputs_at_ = t0; }
  void excite(double t, Excitation&) noexcept;
  // q (+) dq within a step. Tells the workspace that the positions are new.
  void retract(const Vector& q, const Vector& dq, Vector& out) noexcept {
    system_.retract(q, dq, out);
    scratch_->moved();
  }
  Scratch& scratch() noexcept { return *scratch_; }
  Counters& counters() noexcept { return counters_; }
  const Counters& counters() const noexcept { return counters_; }

 private:
  struct SlotCache;
  SlotCache& cache(Slot slot) const noexcept { return *slots_[static_cast<std::size_t>(slot)]; }

  const EquationsOfMotion& system_;
  const Shape& shape_;
  linear::Storage storage_;
  // terms the system computes in closed form; the others are computed by differences
  Need closed_form_;
  Vector inputs_, moved_;
  double inputs_at_ = std::numeric_limits<double>::quiet_NaN();  // NaN: at the time of every state
  Counters counters_;
  std::unique_ptr<Scratch> scratch_;
  std::array<std::unique_ptr<SlotCache>, 3> slots_;
  std::unique_ptr<Differences> differences_;
};

// Zero terms with the sizes and patterns of a system.
Terms make_terms(const Shape&);

}  // namespace takt
