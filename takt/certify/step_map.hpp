// The map of one step about a state of a run, and how much its largest eigenvalue lets small changes
// grow: along the constraints, and across them.
//
//   along    changes that the constraints allow, and whatever else the method carries from step to
//            step (accelerations, multipliers, memory). Shifts along symmetries are taken out, and
//            speeds along them that nothing resists (eigenvalue one). The ends of a step have
//            different tangent spaces: one is turned into the other by the nearest rotation.
//   across   (g, h (G v + gI)) after a step over (g, h (G v + gI)) before it: how a violation goes on.
//   motion   as `along`, but sixteen steps of a sixteenth: what the motion itself does. Changes that
//            grow there grow in every good method.
//
// Central differences of the step that runs, so every formulation and every integrator is seen as it
// is. Frozen in time: eigenvalues below one at each of some states are an indication, not a proof.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/certify/symmetries.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::certify {

enum class Answer { no, not_known, yes };

struct Radius {
  double t = 0;                              // where
  double along = 0, across = 0, motion = 0;  // spectral radii
  double noise = 0;                          // of `along`, from two sizes of the differences
  double angle = 0;                          // of the largest eigenvalue along, rad per step
  std::string mostly;                        // the coordinates of its mode that move most
  bool has_across = false, has_motion = false;
  std::string why_not;  // not empty: there are no numbers at this state
  bool known() const noexcept { return why_not.empty(); }

  // The method lets something grow that the motion does not. Not known where the two sizes of the
  // differences disagree by as much: a contact or a kink is there.
  Answer grows_along() const noexcept;
  bool grows_across() const noexcept;
  // s in which steps of length h bring a violation to 1/e; infinity: they do not.
  double time_constant(double h) const noexcept;
  bool repairs(double h) const noexcept;  // a violation, within seconds
};

class StepMap {
 public:
  // Throws Error as Simulation does.
  StepMap(std::shared_ptr<const EquationsOfMotion>, const Method&, const State& start);

  // Why there is no map of one step; empty: there is one.
  const std::string& why_not() const noexcept { return why_not_; }

  // `saved`: by Simulation::save of a simulation with this method.
  Radius radius(std::span<const std::byte> saved);
  // What was taken out at the last state.
  const std::vector<Symmetry>& taken_out() const noexcept { return symmetries_; }

 private:
  Matrix differences(Simulation&, std::span<const std::byte>, int steps, const Matrix& columns,
                     double size, Matrix* violation);
  std::vector<double> after(Simulation&, std::span<const std::byte>, int steps,
                            const Vector& change, double size, bool& ok);
  void place(Simulation&, const std::vector<double>&, std::int64_t count);
  std::string mode(const Eigen::VectorXcd&, const State&);

  std::shared_ptr<const EquationsOfMotion> system_;
  Method method_;
  bool starts_anew_ = false;  // multi-step: what it remembers is made of the state
  Simulation step_, motion_;
  std::vector<std::byte> motion_unstarted_;
  Evaluator eval_;
  std::vector<Symmetry> symmetries_;
  std::string why_not_;
};

}  // namespace takt::certify
