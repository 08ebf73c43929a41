// The equations and unknowns of the residual form, their order in F and y, and the pattern of its
// matrix.
//
//   q' - v + G' eta            = 0      or  M (q' - v) + G' eta, q' - v + M^-1 G' eta   000 (9a)
//   v' + G' mu - a             = 0      or  M (v' + G' mu) - f + G' lambda          002 (9), (10)
//   z' - e                     = 0
//   G v + gI [+ P g]           = 0      or  G (v' + G' mu) + gamma + V (G v + gI) + P g
//   g                          = 0      rows at velocity level: eta = 0
//   G v + gI                   = 0      with mu only
//
// Terms used: y = (q, v, z, lambda, eta, mu), the last three if the formulation has them; a = M^-1
// (f - G' lambda). eta corrects positions, 002 (7), 004 (3.3); mu corrects velocities, 004 (4.8).
// Both are zero up to discretisation errors, so their products with derivatives of G are left out
// of the matrix (ERRATA 002.10). For redundant rows the equations are lambda = eta = mu = 0.
#pragma once

#include "takt/formulation/independent_rows.hpp"
#include "takt/formulation/mass_blocks.hpp"

namespace takt {

enum class Formalism : std::uint8_t { explicit_, residual };  // 002 (2), (3)
// level of the constraints enforced by lambda
enum class ClosedAt : std::uint8_t { nowhere, acceleration, velocity };

struct ResidualOptions {
  Formalism formalism = Formalism::explicit_;
  ClosedAt closed_at = ClosedAt::nowhere;
  bool positions = false;    // eta: g = 0
  bool velocities = false;   // mu: G v + gI = 0 in addition to closed_at == acceleration
  bool mass_metric = false;  // eta weighted with M^-1, ERRATA 002.13
  double baumgarte_velocity = 0, baumgarte_position = 0;  // V, P
  double baumgarte_velocity_row = 0;                      // V for rows at velocity level
};

// The first index of each block in y, and of its equation in F.
struct ResidualLayout {
  Index nv = 0, nz = 0, ng = 0;
  int q = 0, v = 0, z = 0, lambda = 0, eta = 0, mu = 0, size = 0;
  bool has_lambda = false, has_eta = false, has_mu = false;

  ResidualLayout(const Shape&, const ResidualOptions&);
};

// The entries of the terms that can differ from zero.
struct TermStructures {
  linear::SharedPattern M, K_full, C, G, Gv_q, f_lambda, f_z, e_q, e_v, e_z;

  explicit TermStructures(const Shape&);
};

class ResidualStructure {
 public:
  ResidualStructure(const Shape&, const ResidualOptions&, const TermStructures&, const MassBlocks&,
                    const IndependentRows&);

  linear::SharedPattern whole, leading;  // of dF/dy + alpha dF/dy', of dF/dy'
};

// Adds blocks to a larger matrix, at indices found once. Entries outside its pattern are ignored.
class BlockCopy {
 public:
  BlockCopy() = default;
  BlockCopy(const linear::Pattern& block, const linear::Pattern& J, int first_row, int first_col,
            bool transposed = false);
  // Only the rows at position level of a block of constraints.
  BlockCopy(const linear::Pattern& block, const linear::Pattern& J, int first_row, int first_col,
            const List<RowLevel>&);
  void add(double s, const linear::Patterned& block, linear::Patterned& J) const noexcept {
    for (int k = 0; k < from_.count(); ++k) J.values()[to_[k]] += s * block.values()[from_[k]];
  }

 private:
  List<int> from_, to_;
};

}  // namespace takt
