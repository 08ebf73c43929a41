// Eliminates stiff auxiliary states z from the linear system of an implicit step.
//
// The step solves for an increment du of velocities or of positions. It changes q by cq du, v by
// cv du, and the states by
//
//   dz = w (rho + (cq e_q + cv e_v) du + e_z dz)   =>   dz = N rho + N E du,
//   N = (I - w e_z)^-1 w,   E = cq e_q + cv e_v
//
// In the equations of motion f(z) + f_z dz replaces f(z): f_z N E is subtracted from the matrix of
// the step, f_z N rho is added to its right side. The integrators use it with these values:
//
//   linear-implicit Euler    du = dv, w = h,               rho = e + [drift] h (e_q v_n + e_t)
//   structural integrators   du = dq, w of position_form,  rho = e + (reached - z)/w
//   SDIRK                    du = dv, w = gh,              rho of 003 (23), for the states
//
// Why not explicitly: a state that acts as a spring, such as the deflection of a tyre at
// standstill, would gain energy in every step, and sliding bristles of a friction model would need
// steps of microseconds. e_z has one small block for each element, so the only fill-in are the
// products of the columns of one element.
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

  bool any() const noexcept { return !groups_.empty(); }
  static bool solved(Blocks b, const Shape& s) noexcept {
    return b.states && !s.stiff_states.empty();
  }
  static Need needs(const Shape& s) noexcept {
    return s.stiff_states.empty() ? nothing : Term::f_z | Term::e | Term::e_qvz;
  }
  // f_z N E has this pattern; null without stiff states.
  const linear::SharedPattern& pattern() const noexcept { return pattern_; }
  // From now on add_product() adds to matrices of this pattern, which must contain pattern().
  void place_in(const linear::Pattern& A);

  // Called once for each matrix. N and N E are computed from `rates`, f_z is taken from `forces`;
  // these may belong to different points.
  void eliminate(const Terms& forces, const Terms& rates, double w, double cq, double cv) noexcept;
  void add_product(double c, linear::Patterned& A) noexcept;  // A += c f_z N E, A as in place_in()
  const linear::Patterned& product() noexcept;                // f_z N E; not after place_in()
  // Then for any number of right sides: N rho, its force, and dz of the stiff states. dz of all
  // other states is not changed.
  void set_free(const Vector& rho) noexcept;
  void add_force(double c, Vector& r) const noexcept;        // r += c f_z N rho
  void change(const Vector& du, Vector& dz) const noexcept;  // dz = N rho + N E du

  // The same for a trial of a structural step: eliminates and computes N rho; follow() then adds
  // the change of z for dq = -x.
  void eliminate_trial(const Terms& forces, const Terms& rates, const Sensitivity&,
                       const Vector& z) noexcept;
  void follow(const Vector& x, Vector& z) noexcept;
  // The same for implicit Runge-Kutta steps: eliminates; add_stage() then computes N rho of a stage
  // and adds its force.
  void eliminate_stages(const Terms& at, double gh) noexcept { eliminate(at, at, gh, gh, 1); }
  void add_stage(const Terms& at, double gh, const StageResidual&, Vector& dv) noexcept;

 private:
  static constexpr int most = 2;
  using Two = Eigen::Matrix<double, most, 1>;
  struct Column {  // one velocity that moves an element, and the indices of its entries
    int v;
    std::array<int, most> f_z, e_q, e_v;  // indices in the values; -1: no entry
    // Index of the two entries of e_q and of e_v if it is the same and they are adjacent; else -1.
    int pair;
  };
  // The states of one element.
  struct Block {
    int first, count;                             // states
    std::array<std::array<int, most>, most> e_z;  // indices in the values; -1: no entry
    List<Column> columns;
    // Index of the first entry of f_z if the entries of all columns are contiguous; else -1, and
    // their values are copied to `gathered`.
    std::array<int, most> f_z;
    std::array<List<double>, most> gathered;
    Two N_x, N_y;  // columns of N
    Two free;      // N rho
  };
  static constexpr std::size_t side_by_side = 2;
  // Elements that depend on the same velocities, such as the tyres of a twin wheel. Their products
  // are summed before they are added to the matrix.
  struct VelocityGroup {
    List<Block> blocks;
    List<int> v;
    List<stiff_product::Run> runs;  // column by column
    List<double> NE;                // N E, for the states of all blocks
    // f_z of each state over the columns; set by eliminate()
    const double* f_z[most * side_by_side] = {};
  };
  List<VelocityGroup> groups_;
  linear::SharedPattern pattern_;
  linear::Patterned product_;
  Vector rho_, dx_, dz_;
  const stiff_product::Kernels* kernels_;
};

}  // namespace takt
