// Stiff auxiliary states, eliminated from an implicit step.
//
// A step changes an unknown u (its increment of velocities or of positions) and with it
// q by cq du, v by cv du, the rate e of the states by e_q, e_v, e_z, and the states themselves by
//
//   dz = w (rho + (cq e_q + cv e_v) du + e_z dz)   =>   dz = N rho + N E du,
//   N = (I - w e_z)^-1 w,   E = cq e_q + cv e_v
//
// With it f(z) + f_z dz stands in the equations of motion instead of f(z): the matrix of the step
// loses f_z N E, its right side gains f_z N rho. Who asks for what:
//
//   linear-implicit Euler    du = dv, w = h,               rho = e + [drift] h (e_q v_n + e_t)
//   structural integrators   du = dq, w of position_form,  rho = e + (reached - z)/w
//   SDIRK                    du = dv, w = gh,              rho of 003 (23), for the states
//
// Treated explicitly a spring that is a state, as the deflections of tyres at standstill, would gain
// energy in every step, and bristles that slide would need steps of microseconds. e_z has small
// blocks, one per element, so nothing is filled in but products of an element's own columns.
#pragma once

#include <array>

#include "takt/form/linearised_form.hpp"
#include "takt/form/position_form.hpp"
#include "takt/form/velocity_form.hpp"
#include "takt/formulation/stiff_product.hpp"

namespace takt {

class StiffStates {
 public:
  explicit StiffStates(Evaluator&);

  bool any() const noexcept { return !teams_.empty(); }
  static bool solved(Blocks b, const Shape& s) noexcept {
    return b.states && !s.stiff_states.empty();
  }
  static Need needs(const Shape& s) noexcept {
    return s.stiff_states.empty() ? nothing : Term::f_z | Term::e | Term::e_qvz;
  }
  // f_z N E has this pattern; null without stiff states.
  const linear::SharedPattern& pattern() const noexcept { return pattern_; }
  // From now on products go into a matrix of this pattern, which holds that of the product.
  void place_in(const linear::Pattern& A);

  // Once for a matrix: N and N E from the rates, f_z from the forces, which may be elsewhere.
  void eliminate(const Terms& forces, const Terms& rates, double w, double cq, double cv) noexcept;
  void add_product(double c, linear::Patterned& A) noexcept;  // A += c f_z N E, where it is placed
  const linear::Patterned& product() noexcept;                // f_z N E; not placed elsewhere
  // Then, for any number of right sides: N rho, what it does to forces, and dz of the stiff states;
  // those of others stay as they are.
  void set_free(const Vector& rho) noexcept;
  void add_force(double c, Vector& r) const noexcept;        // r += c f_z N rho
  void change(const Vector& du, Vector& dz) const noexcept;  // dz = N rho + N E du

  // The same for a trial z of a structural step: elimination and N rho; then z for dq = -x.
  void eliminate_trial(const Terms& forces, const Terms& rates, const Sensitivity&,
                       const Vector& z) noexcept;
  void follow(const Vector& x, Vector& z) noexcept;
  // And for implicit Runge-Kutta steps: elimination; then N rho of a stage and its forces.
  void eliminate_stages(const Terms& at, double gh) noexcept { eliminate(at, at, gh, gh, 1); }
  void add_stage(const Terms& at, double gh, const StageResidual&, Vector& dv) noexcept;

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
    Two N_x, N_y;                                    // columns of N
    Two free;                                        // N rho
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
  std::vector<Team> teams_;
  linear::SharedPattern pattern_;
  linear::Patterned product_;
  Vector rho_, dx_, dz_;
  const stiff_product::Kernels* kernels_;
};

}  // namespace takt
