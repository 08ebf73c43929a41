// Linearises one step of a method about a state of a run, and computes by how much its largest
// eigenvalue lets small changes grow: along the constraints and across them.
//
//   along    changes that the constraints allow, and all else that the method carries from step to
//            step (accelerations, multipliers, memory). Shifts along symmetries are removed, and so
//            are speeds along them that nothing resists (eigenvalue one). The two ends of a step
//            have different tangent spaces: one is turned into the other by the nearest rotation.
//   across   (g, h (G v + gI)) after a step over (g, h (G v + gI)) before it: decay of a violation.
//   motion   as `along`, but with sixteen steps of a sixteenth of the length: the motion itself.
//            Changes that grow there grow in every good method.
//
// The derivatives are central differences of the step itself, so every formulation and integrator
// is covered without special code. The state is frozen: eigenvalues below one at some states are an
// indication of stability, not a proof.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/certify/symmetries.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::certify {

enum class Answer { no, not_known, yes };

struct Radius {
  double t = 0;                              // s
  double along = 0, across = 0, motion = 0;  // spectral radii
  double noise = 0;                          // of `along`, from two sizes of the differences
  double angle = 0;                          // of the largest eigenvalue along, rad per step
  std::string mostly;                        // the coordinates that move most in its mode
  bool has_across = false, has_motion = false;
  std::string why_not;  // not empty: there are no values at this state
  bool known() const noexcept { return why_not.empty(); }

  // The method lets a change grow that the motion itself does not. Not known if the two sizes of
  // the differences disagree by as much as the growth: there is a contact or a kink.
  Answer grows_along() const noexcept;
  bool grows_across() const noexcept;
  // s in which steps of length h reduce a violation to 1/e; infinity: they do not reduce it.
  double time_constant(double h) const noexcept;
  bool repairs(double h) const noexcept;  // reduces a violation within seconds
};

class StepMap {
 public:
  // Throws Error as Engine does.
  StepMap(std::shared_ptr<const EquationsOfMotion>, const Method&, const State& start);

  // Why the map cannot be computed; empty: it can.
  const std::string& why_not() const noexcept { return why_not_; }

  // `saved`: written by Engine::save of a simulation with this method.
  Radius radius(std::span<const std::byte> saved);
  // The symmetries that were removed at the last state.
  const std::vector<Symmetry>& taken_out() const noexcept { return symmetries_; }

 private:
  Matrix differences(Engine&, std::span<const std::byte>, int steps, const Matrix& columns,
                     double size, Matrix* violation);
  std::vector<double> after(Engine&, std::span<const std::byte>, int steps, const Vector& change,
                            double size, bool& ok);
  void place(Engine&, const std::vector<double>&, std::int64_t count);
  std::string mode(const Eigen::VectorXcd&, const State&);

  std::shared_ptr<const EquationsOfMotion> system_;
  Method method_;
  bool starts_anew_ = false;  // multi-step: its memory is rebuilt from the state
  Engine step_, motion_;
  std::vector<std::byte> motion_unstarted_;
  Evaluator eval_;
  std::vector<Symmetry> symmetries_;
  std::string why_not_;
};

}  // namespace takt::certify
