// The iteration matrix of a corrector: made, kept, cheaply updated, factorised.   002 section 2.3, 3
//
// What happens when (ERRATA 002.5; `slow` means the corrector fails or converges too slowly):
//
//   alpha left [0.6, 1/0.6] alpha_old    update where the refresh allows it, else differences
//   slow with an old matrix              extended_b: update; else differences
//   slow with an updated one             differences, in the same step: h is not cut
//   slow with a fresh one over Omega     every column, Omega grows, regroup
//   slow with a fresh complete one       nothing better: h must be cut
//
// An update is J = K + alpha dF/dy' [+ sum D_i (u_i - u_i0)] with K = J - alpha dF/dy' of the last
// differences and dF/dy' at the new point.                                             002 (23)-(26)
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
  // Pivots of a first matrix, at set-up, because the search needs the heap. Bounded steps keep them,
  // and the pattern, whatever comes.
  void choose_pivots(const CorrectorPoint&, bool keep) noexcept;
  void reload() noexcept;  // the memory has come from outside: factorises what it holds

  void ask(double alpha) noexcept;  // before a corrector with this alpha
  void demand() noexcept;           // a new one, whatever the old one is like
  void demand_update() noexcept;    // a cheap one, where the refresh has any
  Provided provide(
      const CorrectorPoint&) noexcept;  // what was asked for; F of the predictor is there
  bool complain() noexcept;             // slow: false when there is nothing better
  void settle() noexcept;               // the attempt is over: the matrix is old
  void forget_matrix() noexcept;

  // x <- c J^-1 x with c = 2 / (1 + alpha / alpha_old).                                    002 (18)
  void solve(double alpha, Vector& x) noexcept;

  double alpha_of_matrix() const noexcept { return memory_[alpha_old]; }
  const linear::Pattern& stored() const noexcept { return *maker_.stored(); }
  std::span<const double> values() const noexcept { return part(J_); }

 private:
  enum class Age : std::uint8_t { none, old, updated, sparse, complete };
  enum class Wanted : std::uint8_t { keep, update, differences, every_column };
  enum Slot : std::size_t { age_of_matrix, alpha_old, has_pivots, has_D, slots };
  struct Part {  // of the memory, behind the slots
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
  Vector used_, chosen_for_;  // values of used entries; those the pivots were chosen for
  Wanted wanted_ = Wanted::keep;
  std::span<double> memory_;
  Part omega_, J_, pivots_, K_, u0_, D_;
};

}  // namespace takt
