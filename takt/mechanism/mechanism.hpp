// Base class of the compiled mechanisms (joint and natural coordinates). It holds what both share:
// signals, sensors, reports and the names of the model. compile() makes one from a model.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/eom/equations_of_motion.hpp"
#include "takt/eom/switching.hpp"
#include "takt/mechanism/stiff_forces.hpp"
#include "takt/model/model.hpp"

namespace takt::mechanism {

struct JointTree;

enum class Coordinates : std::uint8_t { joint, natural };

class Mechanism : public EquationsOfMotion,
                  public Observable,
                  public Energetic,
                  public Keeping,
                  public StepDependent,
                  public Switching {
 public:
  explicit Mechanism(std::shared_ptr<const Model>);

  const Model& model() const noexcept { return *model_; }
  virtual Coordinates coordinates() const noexcept = 0;
  // The spanning tree whose joint coordinates these are (tree/joint_tree.hpp); null in natural
  // coordinates.
  virtual const JointTree* tree() const noexcept { return nullptr; }

  // Pose, twist and acceleration (from p.a) of every body of the model, ground included.
  virtual void motions(const Point&, std::span<Motion>, Scratch&) const noexcept = 0;
  struct CoordinateValue {
    double q = 0, dq = 0;
  };
  // A coordinate of a joint of the model, for any choice of the mechanism's own coordinates. An
  // angle that is not one of these coordinates is in (-pi, pi].
  virtual CoordinateValue coordinate(const Point&, int joint, int component,
                                     std::span<const Motion>, Scratch&) const noexcept = 0;
  // The wrench (M, F) that each joint of the model transmits to its outboard body, at the joint's
  // outboard frame, in the axes of the inboard frame; and the wrench of each constraint on its end b,
  // there, in world axes (zero for couplers and wheels on rails). Needs p.a and p.lambda.
  virtual void reactions(const Point&, std::span<Vec6> joints, std::span<Vec6> constraints,
                         Scratch&) const noexcept = 0;
  // The indices of a joint's coordinate in q and v; -1 if q or v does not contain it.
  struct Place {
    int q = -1, v = -1;
  };
  virtual Place place_of(int joint, int component) const noexcept = 0;
  // A state whose bodies are nearest to the given poses and twists of all bodies of the model. Used
  // to start from a state in other coordinates.
  virtual State state_of(std::span<const Motion>, double t) const = 0;
  // The force or torque along its coordinate that drives a joint which is no unknown (Names::driven).
  // Needs p.a and p.lambda.
  virtual double drive_force(int /*joint*/, const Point&, Scratch&) const noexcept { return 0; }

  // EquationsOfMotion
  void standard_inputs(std::span<double>) const noexcept final;
  void excite(double t, std::span<const double> inputs, Excitation&) const noexcept final;
  // u, u', u'' with the default values of external signals, for set-up: it allocates.
  Excitation excitation_at(double t) const;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept final;
  const Observable* observable() const noexcept final { return this; }
  const Energetic* energetic() const noexcept final { return this; }
  const Keeping* keeping() const noexcept final { return shape_.kept > 0 ? this : nullptr; }
  const StepDependent* step_dependent() const noexcept final;  // if a force says implicit: auto
  const Switching* switching() const noexcept final {
    return names_of_switches_.empty() && !any_kinks_ ? nullptr : this;
  }
  const Shape& shape() const noexcept final { return shape_; }
  const Names& names() const noexcept final { return names_; }
  // Observable
  std::vector<std::string> columns(Observe) const final;
  void observe(Observe, const Point&, std::span<double>, Scratch&) const noexcept final;

  // Keeping
  double held(Index kept, double t, const Excitation&, std::span<const double> outputs,
              std::span<const double> before) const noexcept final;
  void rates_of_integrals(const Point&, std::span<double>, Scratch&) const noexcept final;
  // Switching: the functions of forces, then those of signals.
  Index switches() const noexcept final { return names_of_switches_.count(); }
  std::string name_of_switch(Index i) const final { return names_of_switches_[i]; }
  void switch_values(double t, const Point&, std::span<double>, Scratch&) const noexcept final;
  double next_kink(double t) const noexcept final;
  // Energetic
  std::string name_of(const ElementPower&) const final;
  std::string unit_of(const ElementPower&) const final;

  // StepDependent: compiles the model anew, with each such force in K and C or not.
  std::shared_ptr<const EquationsOfMotion> for_step(double h, const State& start,
                                                    std::span<const double> inputs) const final;
  // How stiff the forces with implicit: auto are in steps of h from this start.
  std::vector<StiffForce> judge_forces(double h, const State& start,
                                       std::span<const double> inputs = {}) const;

  // The value of the output force.<name> of a force element, and the power with which it drives the
  // bodies.
  double force_report(int force, const Point&, std::span<const Motion>, Scratch&) const noexcept;
  double force_power(int force, const Point&, std::span<const Motion>, Scratch&) const noexcept;
  // The force of a constraint row as one number: the tension of a rod, or the force or torque that
  // drives a joint, on its outboard body along its coordinate. With M v' = f - G' lambda it is
  //   factor lambda,   for rods whose row is a function of d.d: factor lambda |d|
  // A driven joint that is no unknown has no row: drive_force() gives its force.
  struct RowForce {
    enum class Of : std::uint8_t { constraint, body, joint } of = Of::constraint;
    int index = 0;  // index of the constraint, body or joint in the model
    static constexpr int no_row = -1;
    int row = 0;
    double factor = 1;
    bool by_length = false;  // multiply by |d|
    Attachment a, b;         // ends of a rod
  };
  std::span<const RowForce> row_forces() const noexcept { return row_forces_; }
  double row_force(const RowForce&, const Point&, std::span<const Motion>, Scratch&) const noexcept;
  double measure_value(const ModelMeasure&, const Point&, std::span<const Motion>, Scratch&,
                       double* rate) const noexcept;

  // The Scratch of every mechanism derives from this workspace.
  struct Common : Scratch {
    explicit Common(const Model& m)
        : bodies(m.bodies.size()), wrenches(m.joints.size()), constraints(m.constraints.size()) {}
    List<Motion> bodies;
    List<Vec6> wrenches, constraints;  // of joints, and of constraints
  };

 protected:
  class View;  // what outputs read
  std::shared_ptr<const Model> model_;
  Shape shape_;
  Names names_;
  // Finds the rows whose forces are outputs. Call it when row_forces_ is complete. Throws Error if
  // an output names a body that is not a rod.
  void find_row_outputs();
  const std::string& name_of(const RowForce&) const noexcept;

  List<int> first_state_;  // for each force: the index of its first state in z
  List<int> multiplier_;   // for each force: the row whose multiplier it depends on, or -1
  List<RowForce> row_forces_;
  List<int> row_force_of_;  // for each output: its index in row_forces_, or -1
  List<int> row_columns_;   // the row_forces_ that have a column force.<name> of their own
  List<int> integral_of_;   // for each output: its index among the integrals, or -1
  struct Held {
    int signal, part;  // of what is kept of it
  };
  List<Held> held_;         // of the sampled signals
  List<int> signal_order_;  // each signal after those it depends on

 private:
  void find_switches();

  List<int> switching_forces_, switching_signals_;
  List<std::string> names_of_switches_;
  struct JointCoordinate {
    int joint, component;
  };
  List<JointCoordinate> switching_coordinates_;
  bool any_kinks_ = false;           // of signals, at known times
  bool switches_on_bodies_ = false;  // some function depends on more than joint coordinates

  template <class OnBody, class OnLaw>
  double at_force(int force, const Point&, std::span<const Motion>, Scratch&, OnBody,
                  OnLaw) const noexcept;
  void slopes_of_force(int force, const Point&, std::span<const Motion>, Scratch&, element::LawOut&,
                       element::BodyForceOut&) const noexcept;  // one of the two, by the force
  Vector rates_of_force(int force, const Point&, std::span<const Motion>, Scratch&) const;
};

// Throws Error, which tells what in the model cannot be compiled, where, and what to write instead.
std::shared_ptr<const Mechanism> compile(std::shared_ptr<const Model>, Coordinates);
std::shared_ptr<const Mechanism> compile_tree(std::shared_ptr<const Model>);
std::shared_ptr<const Mechanism> compile_natural(std::shared_ptr<const Model>);

}  // namespace takt::mechanism
