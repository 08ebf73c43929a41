// The iteration matrix of a corrector: when it is computed, kept or updated, and its factorisation.
//                                                                           002 sections 2.3, 3
//
// What triggers what (ERRATA 002.5). `slow` means that the corrector fails or converges too slowly,
// `new` that the matrix is computed from its source (closed form or differences):
//
//   alpha left [0.6, 1/0.6] alpha_old    update if the refresh allows it, else new
//   slow with an old matrix              extended_b: update; else new
//   slow with an updated matrix          new, in the same step: h is not reduced
//   slow with a new matrix over Omega    new, column by column; Omega grows and is regrouped
//   slow with a new complete matrix      no better matrix exists: h must be reduced
//
// An update is J = K + alpha dF/dy' [+ sum D_i (u_i - u_i0)] with K = J - alpha dF/dy' of the last
// differences and dF/dy' at the new point.                                            002 (23)-(26)
#pragma once

#include <optional>

#include "takt/jacobian/input_derivatives.hpp"
#include "takt/linear/general_factor.hpp"

namespace takt {

class CorrectorMatrix {
 public:
  enum class Provided : std::uint8_t { kept, made, singular };

  CorrectorMatrix(ResidualForm&, Counters&, const MatrixChoice&);

  void prepare(const CorrectorPoint&);       // once, at set-up; decides memory_size()
  std::size_t memory_size() const noexcept;  // in doubles
  void use(std::span<double> memory) noexcept;
  // Chooses the pivots for a first matrix, at set-up, because the search allocates. With `keep`
  // (bounded steps) pivots and pattern stay the same for the whole run.
  void choose_pivots(const CorrectorPoint&, bool keep) noexcept;
  void reload() noexcept;  // the memory was restored from outside: factorises the matrix in it

  // Before a corrector iteration: requests another matrix if alpha has changed too much.
  void request_for(double alpha) noexcept;
  void request_new() noexcept;     // in any case
  void request_update() noexcept;  // if the refresh has one
  // Computes what was requested; the point contains F of the predictor.
  Provided provide(const CorrectorPoint&) noexcept;
  // The corrector is slow: requests a better matrix; false if there is none.
  bool request_better() noexcept;
  void end_attempt() noexcept;  // the attempt is over: the matrix counts as old

  // x <- c J^-1 x with c = 2 / (1 + alpha / alpha_old).                                    002 (18)
  void solve(double alpha, Vector& x) noexcept;

  double alpha_of_matrix() const noexcept { return memory_[alpha_old]; }
  const linear::Pattern& stored() const noexcept { return *maker_.stored(); }
  std::span<const double> values() const noexcept { return part(J_); }

 private:
  enum class Age : std::uint8_t { none, old, updated, sparse, complete };
  enum class Request : std::uint8_t { keep, update, differences, every_column };
  enum Slot : std::size_t { age_of_matrix, alpha_old, has_pivots, has_D, slots };
  struct Part {  // a range of the memory, behind the slots
    std::size_t at = 0, size = 0;
  };

  Age age() const noexcept { return static_cast<Age>(static_cast<int>(memory_[age_of_matrix])); }
  void set_age(Age a) noexcept { memory_[age_of_matrix] = static_cast<double>(a); }
  std::span<double> part(Part p) const noexcept { return memory_.subspan(p.at, p.size); }
  void lay_out(std::size_t inputs) noexcept;
  void add_leading(const CorrectorPoint&, double factor, double* to) noexcept;
  void update(const CorrectorPoint&) noexcept;
  bool difference(const CorrectorPoint&, bool every_column) noexcept;
  bool take_pattern(bool other);
  void reload_pivots(bool other);
  Status factorise() noexcept;

  ResidualForm& form_;
  Counters& counters_;
  MatrixChoice choice_;
  MatrixMaker maker_;
  std::optional<InputDerivatives> inputs_;
  linear::GeneralFactor factor_;
  linear::Patterned work_, leading_;
  Vector used_, chosen_for_;  // values in the pattern used(); those for which pivots were chosen
  Request request_ = Request::keep;
  std::span<double> memory_;
  Part omega_, J_, pivots_, K_, u0_, D_;
};

}  // namespace takt
