// Stiff auxiliary states within a linear-implicit Euler step, eliminated from it.
//
//   dz = h (e + e_q dq + e_v dv + e_z dz),   dq = [drift] h v_n + [stiffness] h dv
//   =>  dz = N (e + [drift] h e_q v_n + E dv),   N = (I - h e_z)^-1 h,   E = e_v + [stiffness] h e_q
//
// With it f(z) + f_z dz stands in the equations of motion instead of f(z):
//
//   A -= h f_z N E,   r += h f_z N (e + [drift] h e_q v_n)
//
// Treated explicitly a spring that is a state, as the deflections of tyres at standstill, would gain
// energy in every step. e_z has small blocks, one per element, so nothing is filled in but products
// of an element's own columns. Rows that keep no damping (J3, explicit) treat z explicitly.
//
// Terms used: A, r and the brackets as in linear_implicit.hpp; all terms at the start of the step.
#pragma once

#include <array>

#include "takt/form/velocity_form.hpp"
#include "takt/formulation/stiff_product.hpp"

namespace takt {

class StiffStates {
 public:
  explicit StiffStates(Evaluator&);

  static bool solved(Blocks b, const Shape& s) noexcept {
    return b.states && !s.stiff_states.empty();
  }
  // f_z N E has this pattern; null without stiff states.
  const linear::SharedPattern& pattern() const noexcept { return pattern_; }
  void place_in(const linear::Pattern& A);  // whose entries hold those of the product
  void add_product(double h, Blocks, linear::Patterned& A) noexcept;  // A -= h f_z N E
  // After add_product, with the same h. In rates dv is the increment of velocities, and dz becomes
  // dz / h of the stiff states; others stay.
  void add_to_right_side(double h, Vector& r) const noexcept;
  void rates(double h, const Vector& dv, Vector& dz) const noexcept;

 private:
  static constexpr int most = 2;
  using Two = Eigen::Matrix<double, most, 1>;
  struct Column {  // of an element: which velocity, where its entries are
    int v;
    std::array<int, most> f_z, e_q, e_v;  // in the values; -1: none
    int pair;  // those of e_q and of e_v, where they stand alike and together; else -1
  };
  // Of an element.
  struct Block {
    int first, count;                             // states
    std::array<std::array<int, most>, most> e_z;  // in the values; -1: none
    std::vector<Column> columns;
    std::array<int, most> f_z;  // where those of all columns begin, one after the other; else -1
    std::array<std::vector<double>, most> gathered;  // f_z, where they do not
    Two free;                                        // N (e + [drift] h e_q v_n)
  };
  static constexpr std::size_t side_by_side = 2;
  // Elements moved by the same velocities, as the tyres of a twin wheel: their products are summed
  // before they are added.
  struct Team {
    std::vector<Block> blocks;
    std::vector<int> v;
    std::vector<stiff_product::Run> runs;         // column by column
    std::vector<double> NE;                       // with the states of all blocks
    const double* f_z[most * side_by_side] = {};  // of a state over the columns, once solved
  };
  void solve(double h, Blocks, const Terms&, Team&) noexcept;

  Evaluator& eval_;
  std::vector<Team> teams_;
  linear::SharedPattern pattern_;
  const stiff_product::Kernels* kernels_;
};

}  // namespace takt
