// What the compiled mechanisms share: signals, sensors, reports, and the names of a model.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/model/model.hpp"

namespace takt::mechanism {

enum class Coordinates : std::uint8_t { joint, natural };

class Mechanism : public EquationsOfMotion, public Observable, public Energetic {
 public:
  explicit Mechanism(std::shared_ptr<const Model>);

  const Model& model() const noexcept { return *model_; }
  virtual Coordinates coordinates() const noexcept = 0;

  // Pose, twist and acceleration (from p.a) of every body of the model, ground included.
  virtual void motions(const Point&, std::span<Motion>, Scratch&) const noexcept = 0;
  struct CoordinateValue {
    double q = 0, dq = 0;
  };
  // A coordinate of a joint of the model, whichever the mechanism's own coordinates are. Angles
  // of joints that are no coordinates are in (-pi, pi].
  virtual CoordinateValue coordinate(const Point&, int joint, int component,
                                     std::span<const Motion>, Scratch&) const noexcept = 0;
  // What joint j of the model transmits: (M, F) on the outboard body at the joint's outboard frame,
  // in the axes of the inboard frame. Needs p.a and p.lambda.
  virtual void reactions(const Point&, std::span<Vec6>, Scratch&) const noexcept = 0;
  // Where in q, v the coordinates of a joint are, -1 where it has none of its own.
  struct Place {
    int q = -1, v = -1;
  };
  virtual Place place_of(int joint, int component) const noexcept = 0;
  // A state whose bodies are nearest to these poses and twists (of every body of the model): to
  // start one set of coordinates from the other.
  virtual State state_of(std::span<const Motion>, double t) const = 0;

  // EquationsOfMotion
  void standard_inputs(std::span<double>) const noexcept final;
  void excite(double t, std::span<const double> inputs, Excitation&) const noexcept final;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept final;
  const Observable* observable() const noexcept final { return this; }
  const Energetic* energetic() const noexcept final { return this; }
  const Shape& shape() const noexcept final { return shape_; }
  const Names& names() const noexcept final { return names_; }
  // Observable
  std::vector<std::string> columns(Observe) const final;
  void observe(Observe, const Point&, std::span<double>, Scratch&) const noexcept final;

  // Energetic
  std::string name_of(const ElementPower&) const final;
  std::string unit_of(const ElementPower&) const final;

  // The value force.<name> shows of a force element.
  double force_report(int force, const Point&, std::span<const Motion>, Scratch&) const noexcept;
  // What a row does, as one number: the tension of a rod, or the force or torque that drives a joint,
  // on its outboard body along its coordinate. With M v' = f - G' lambda it is
  //   factor lambda,   of rods with rows in d.d: factor lambda |d|
  struct RowForce {
    enum class Of : std::uint8_t { constraint, body, joint } of = Of::constraint;
    int index = 0;  // of the model
    int row = 0;
    double factor = 1;
    bool by_length = false;
    Attachment a, b;  // ends of a rod
  };
  std::span<const RowForce> row_forces() const noexcept { return row_forces_; }
  double row_force(const RowForce&, const Point&, std::span<const Motion>) const noexcept;
  double measure_value(const ModelMeasure&, const Point&, std::span<const Motion>, Scratch&,
                       double* rate) const noexcept;

 protected:
  std::shared_ptr<const Model> model_;
  Shape shape_;
  Names names_;
  // Once all rows are known: finds what outputs show of them. Throws Error: a body that is no rod.
  void find_row_outputs();
  const std::string& name_of(const RowForce&) const noexcept;

  std::vector<int> first_state_;  // of each force, in z
  std::vector<int> multiplier_;   // of each force: the row whose multiplier it sees, or -1
  std::vector<RowForce> row_forces_;
  std::vector<int> row_force_of_;  // of each output: among row_forces_, or -1
  std::vector<int> row_columns_;   // of row_forces_: those with a column force.<name> of their own
  std::vector<int> signal_order_;  // each after those it uses
  // Workspace every mechanism's Scratch derives from.
  struct Common : Scratch {
    std::vector<Motion> bodies;
    std::vector<Vec6> wrenches;
  };
};

// Throws Error: what of the model cannot be compiled, where, and what to write instead.
std::shared_ptr<const Mechanism> compile(std::shared_ptr<const Model>, Coordinates);
std::shared_ptr<const Mechanism> compile_joint(std::shared_ptr<const Model>);
std::shared_ptr<const Mechanism> compile_natural(std::shared_ptr<const Model>);

}  // namespace takt::mechanism
