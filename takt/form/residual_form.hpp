// The residual form: the step solves F(y, y', u) = 0 for y_{n+1}.
//
// Used by BDF and backward Euler, 002 (8)-(13). The excitation u is an argument of its own, because
// the extended partitioned update 002 (26) perturbs it at fixed y. The iteration matrix is
//
//   J = dF/dy + alpha dF/dy'                                                             002 (15)
//
// Both parts are available separately, because the partitioned updates 002 (23)-(25) keep the first
// while alpha changes.
#pragma once

#include <span>
#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

class ResidualForm {
 public:
  virtual ~ResidualForm() = default;
  virtual Index size() const noexcept = 0;  // of y and of F
  // y and y' of a state that has its accelerations and multipliers.
  virtual void pack(const State&, Vector& y, Vector& dy) const noexcept = 0;
  virtual void unpack(const Vector& y, const Vector& dy, State&) const noexcept = 0;  // all but t

  virtual void excite(double t, Excitation&) noexcept = 0;
  virtual void residual(const Vector& y, const Vector& dy, const Excitation&,
                        Vector& F) noexcept = 0;

  // The pattern of J; full if the system does not provide one. It contains the pattern of dF/dy'.
  virtual const linear::SharedPattern& structure() const noexcept = 0;
  virtual const linear::SharedPattern& leading_structure() const noexcept = 0;  // of dF/dy'
  virtual void leading_block(const Vector& y, const Excitation&,
                             linear::Patterned& F_dy) noexcept = 0;  // 002 (23)
  // jacobian(): dF/dy in closed form, in the pattern structure(). has_jacobian() is false if dF/dy
  // can only be computed by differences.
  virtual bool has_jacobian() const noexcept = 0;
  virtual void jacobian(const Vector& y, const Vector& dy, const Excitation&,
                        linear::Patterned& F_y) noexcept = 0;

  // Columns of J that need no differences, because the residual computes these blocks anyway (the
  // columns of eta are G'). They are written with the values of the last residual(). The pattern of
  // J contains structure().
  virtual std::span<const int> known_columns() const noexcept { return {}; }
  virtual void write_known_columns(linear::Patterned& /*J*/) noexcept {}

  // 1 where a component counts in norms (q, v, z), 0 where not (multipliers).
  virtual const Vector& counts() const noexcept = 0;
  // The largest violation, at the last residual(), of the constraint rows that were left out as
  // redundant, and its row. It becomes large if rows that were redundant at the start become
  // independent.
  virtual double left_out(Index& /*row*/) const noexcept { return 0; }
  // For messages only: "v of hinge_2", "multiplier of hinge_2.x".
  virtual std::string component(Index i) const = 0;
};

}  // namespace takt
