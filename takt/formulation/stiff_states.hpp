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
  void add_to_right_side(double h, Blocks, Vector& r) noexcept;
  // In: the increment of velocities. Out: dz / h of the stiff states; others stay.
  void rates(double h, Blocks, const Vector& dv, Vector& dz) noexcept;

 private:
  static constexpr int most = 2;
  struct Column {  // of an element: which velocity, where its entries are
    int v;
    std::array<int, most> f_z, e_q, e_v;  // in the values; -1: none
  };
  struct Block {
    int first, count;                             // states
    std::array<std::array<int, most>, most> e_z;  // in the values; -1: none
    std::vector<Column> columns;
    struct Run {  // of velocities that follow each other: columns first .. first + count
      int first, count;
    };
    std::vector<Run> runs;
    std::vector<int> place;  // in A: of the first of each run, column by column
    std::array<std::array<double, most>, most> N;  // (I - h e_z)^-1 h
    std::array<double, most> free;                 // N (e + [drift] h e_q v_n)
  };
  void solve_blocks(double h, Blocks) noexcept;

  Evaluator& eval_;
  std::vector<Block> blocks_;
  std::vector<double> f_z_[most];  // of one block
  linear::SharedPattern pattern_;
};

}  // namespace takt
