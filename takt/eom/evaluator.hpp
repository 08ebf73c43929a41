// The only cache: three named places of evaluation, each knowing what has been computed there.
//
// Formulation and stabiliser share one Evaluator, so that a matrix, or the factorised saddle
// [M G'; G 0], that one of them asked for is there for the other (000 section 3.3: "interleaved in
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
  std::int64_t for_derivatives = 0;   // those of them that differences needed
  std::array<std::int64_t, term_count> terms{};
  std::int64_t iterations = 0;
  // Of residual forms, 002 Tables 1-3: #fc is the sum of the first two.
  std::int64_t residuals = 0;               // #fcw: those of the corrector
  std::int64_t residuals_for_jacobian = 0;  // those differences needed
  std::int64_t jacobian_evaluations = 0;    // #Je
  std::int64_t jacobian_updates = 0;        // cheap ones, (24)-(26)
  std::int64_t column_groups = 0;           // of the last grouped Jacobian
  std::int64_t most_iterations = 0;         // of one step
  std::int64_t unconverged = 0;             // steps whose last increment was above the tolerance
  double unconverged_energy = 0;  // J: what their residuals did along their last increments
  std::int64_t rejected = 0;      // steps tried and refused by the error test
};

// start: the state a step begins with; end: the new state; stage: anything between.
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

  void place(Slot, const State&) noexcept;  // forgets what was known there
  const Terms& at(Slot, Need) noexcept;     // computes only what is missing
  // The state there has another velocity and acceleration: M, g, G and gI stay.
  void change_rates(Slot, const State&) noexcept;
  const Excitation& excitation(Slot) const noexcept;
  Point point(Slot) const noexcept;

  // [M G'; G 0] of the slot, factorised on first use; status() says how that went.
  linear::Saddle& mass_saddle(Slot) noexcept;

  const EquationsOfMotion& system() const noexcept { return system_; }
  const Shape& shape() const noexcept { return shape_; }
  linear::Storage storage() const noexcept { return storage_; }
  // Values of the external signals, then their rates: at the time of every state that is placed, or
  // at t0 alone, from where they go along their rates.
  std::span<double> inputs() noexcept {
    return {inputs_.data(), static_cast<std::size_t>(inputs_.size())};
  }
  void inputs_hold_at(double t0) noexcept { inputs_at_ = t0; }
  void excite(double t, Excitation&) noexcept;
  // q (+) dq as a step computes it: where it ends is a new place.
  void retract(const Vector& q, const Vector& dq, Vector& out) noexcept {
    system_.retract(q, dq, out);
    scratch_->moved();
  }
  Scratch& scratch() noexcept { return *scratch_; }
  Counters& counters() noexcept { return counters_; }
  const Counters& counters() const noexcept { return counters_; }

 private:
  struct Place;

  const EquationsOfMotion& system_;
  const Shape& shape_;
  linear::Storage storage_;
  Need closed_form_;  // terms the system itself computes; the others come by differences
  Vector inputs_, moved_;
  double inputs_at_ = std::numeric_limits<double>::quiet_NaN();  // NaN: always
  Counters counters_;
  std::unique_ptr<Scratch> scratch_;
  std::array<std::unique_ptr<Place>, 3> places_;
  std::unique_ptr<Differences> differences_;
};

// Terms with the shapes and patterns of a system.
Terms make_terms(const Shape&);

}  // namespace takt
