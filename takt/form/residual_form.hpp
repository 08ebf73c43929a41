// F(y, y', u) = 0: which y_{n+1}?
//
// Asked by BDF and backward Euler, 002 (8)-(13). The excitation is an argument of its own, because
// the extended partitioned update 002 (26) perturbs it at fixed y. The iteration matrix is
//
//   J = dF/dy + alpha dF/dy'                                                             002 (15)
//
// and both parts are known apart, because the partitioned updates 002 (23)-(25) keep the first while
// alpha changes.
#pragma once

#include <span>
#include <string>

#include "takt/eom/evaluator.hpp"

namespace takt {

class ResidualForm {
 public:
  virtual ~ResidualForm() = default;
  virtual Index size() const noexcept = 0;  // of y and of F
  // y and y' to start from; the state has its accelerations and multipliers.
  virtual void pack(const State&, Vector& y, Vector& dy) const noexcept = 0;
  virtual void unpack(const Vector& y, const Vector& dy, State&) const noexcept = 0;  // all but t

  virtual void excite(double t, Excitation&) noexcept = 0;
  virtual void residual(const Vector& y, const Vector& dy, const Excitation&,
                        Vector& F) noexcept = 0;

  // Where J can differ from zero; a full pattern when the system does not say. Holds the pattern of
  // dF/dy'.
  virtual const linear::SharedPattern& structure() const noexcept = 0;
  virtual const linear::SharedPattern& leading_structure() const noexcept = 0;  // of dF/dy'
  virtual void leading_block(const Vector& y, const Excitation&,
                             linear::Patterned& F_dy) noexcept = 0;  // 002 (23)
  // dF/dy written down, in the pattern structure(); false where only differences can give it.
  virtual bool has_jacobian() const noexcept = 0;
  virtual void jacobian(const Vector& y, const Vector& dy, const Excitation&,
                        linear::Patterned& F_y) noexcept = 0;

  // The columns of J that are blocks the residual holds anyway (those of eta: G'), not differenced;
  // written with the values of the last residual(). Pattern as J's own, which holds structure().
  virtual std::span<const int> known_columns() const noexcept { return {}; }
  virtual void write_known_columns(linear::Patterned& /*J*/) noexcept {}

  // 1 where a component counts in norms (q, v, z), 0 where not (multipliers).
  virtual const Vector& counts() const noexcept = 0;
  // How far a constraint row that was left out as redundant is from being met, at the last
  // residual(), and which is worst: large where rows have become independent since the start.
  virtual double left_out(Index& /*row*/) const noexcept { return 0; }
  // For messages only: "v of hinge_2", "multiplier of hinge_2.x".
  virtual std::string component(Index i) const = 0;
};

}  // namespace takt
