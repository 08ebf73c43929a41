// F(y, y', u) = 0: which y_{n+1}?
//
// Asked by BDF and backward Euler. The excitation is an argument of its own, because the extended
// partitioned update 002 (26) perturbs it at fixed y.
#pragma once

#include <span>

#include "takt/eom/evaluator.hpp"

namespace takt {

class ResidualForm {
 public:
  virtual ~ResidualForm() = default;
  virtual Index size() const noexcept = 0;
  virtual void excite(double t, Excitation&) noexcept = 0;
  virtual void residual(const Vector& y, const Vector& dy, const Excitation&,
                        Vector& F) noexcept = 0;
  virtual const linear::Pattern& pattern() const noexcept = 0;  // of dF/dy + alpha dF/dy'
  // False when only differences can give it.
  virtual bool jacobian(const Vector& y, const Vector& dy, const Excitation&, double alpha,
                        linear::Patterned& J) noexcept = 0;
  virtual void leading_block(const Vector& y, const Excitation&,
                             linear::Patterned& F_dy) noexcept = 0;  // dF/dy', 002 (23)
  virtual std::span<const bool> error_mask()
      const noexcept = 0;  // q, v, z count; multipliers do not
  virtual void increment_scale(const Vector& y, Vector& typical) const noexcept = 0;
  virtual void pack(const State&, Vector& y) const noexcept = 0;
  virtual void unpack(const Vector& y, State&) const noexcept = 0;
};

}  // namespace takt
