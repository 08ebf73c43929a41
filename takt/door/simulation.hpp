// A simulation: a model, a method and a state that moves in time. Handles to inputs, outputs, bodies and
// joints are looked up once by name. Using them, as step() does, needs no heap, no lock and no
// exception: they are safe in real time.
//
//   takt::Simulation sim(takt::load("iltis"), {.step = 1e-3, .until = 8});
//   auto chassis = sim.body("chassis");
//   while (!sim.done())
//     if (!sim.step()) { std::puts(sim.failure().c_str()); break; }
//   std::printf("%g m\n", chassis.pose().position.x());
//
// Handles belong to their simulation: they stay valid when it is moved or its parameters change, and
// end with it.
#pragma once

#include <Eigen/Geometry>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/base/types.hpp"
#include "takt/door/loaded_model.hpp"
#include "takt/eom/state.hpp"

namespace takt {

// Axes and points as in the columns body.<name>.* and reaction.<joint>.* of result files.
struct Pose {                                          // of the centre of mass
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m, world
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};
struct Twist {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   // m/s of the centre of mass, world axes
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  // rad/s, body axes
};
struct Wrench {  // in the frame of the joint
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
};

struct SimulationOptions {
  std::string method = {};  // empty: the model's, else the default for this kind of system
  double step = 0;          // s; 0: the model's, else 1 ms
  double until = 0;         // s; 0: the model's usual end. Infinity: no end
  bool assemble = false;    // move the initial state to the constraints in any case
};

namespace door {
struct Parts;  // all that a simulation owns; handles point to it
}

class InputHandle {  // of the model: external signals
 public:
  InputHandle& operator=(double value) noexcept;
  void set_rate(double per_second) noexcept;  // how it changes during the steps to come
  double value() const noexcept;
  operator double() const noexcept { return value(); }

 private:
  friend class Simulation;
  InputHandle(door::Parts& p, std::size_t i) : parts_(&p), index_(i) {}
  door::Parts* parts_;
  std::size_t index_;
};

class OutputHandle {  // a declared output of the model, at the state of the simulation
 public:
  double value() const noexcept;
  operator double() const noexcept { return value(); }

 private:
  friend class Simulation;
  OutputHandle(door::Parts& p, std::size_t i) : parts_(&p), index_(i) {}
  door::Parts* parts_;
  std::size_t index_;
};

class BodyHandle {
 public:
  Pose pose() const noexcept;
  Twist twist() const noexcept;
  Twist acceleration() const noexcept;  // m/s^2 and rad/s^2, axes as those of the twist
  // A point fixed on the body, given in the body's own frame: where it is in the world.
  Eigen::Vector3d point(const Eigen::Vector3d& local) const noexcept;
  // d(velocity of that point)/dv, 3 x nv. Allocates.
  Matrix point_jacobian(const Eigen::Vector3d& local) const;

 private:
  friend class Simulation;
  BodyHandle(door::Parts& p, std::size_t i, std::size_t c) : parts_(&p), body_(i), column_(c) {}
  door::Parts* parts_;
  std::size_t body_, column_;  // of the model; among the observed columns
};

class JointHandle {
 public:
  Wrench reaction() const noexcept;  // on the outboard body

 private:
  friend class Simulation;
  JointHandle(door::Parts& p, std::size_t c) : parts_(&p), column_(c) {}
  door::Parts* parts_;
  std::size_t column_;
};

struct EnergyNow {
  double kinetic = 0, potential = 0;  // J
  double total() const noexcept { return kinetic + potential; }
};
struct DriftNow {  // maximum norms of the constraints and their first two derivatives
  double position = 0, velocity = 0, acceleration = 0;
};

class Simulation {
 public:
  // Throws Error: a method that does not fit, a start that is not consistent.
  explicit Simulation(const LoadedModel&, const SimulationOptions& = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // False: the step failed, the state is the last good one, and failure() says why.
  bool step() noexcept;
  bool step(int count) noexcept;  // stops at the first that fails, or at the end
  bool done() const noexcept;     // `until` is reached
  Status status() const noexcept;
  std::string failure() const;

  double time() const noexcept;
  const State& state() const noexcept;  // q, v, and all else a step carries on
  std::int64_t steps() const noexcept;
  std::string method() const;  // spelled out
  double step_length() const noexcept;

  // By name, `yaw` or `out.yaw` for an output. Throw Error with a suggestion.
  InputHandle input(std::string_view name);
  OutputHandle output(std::string_view name);
  BodyHandle body(std::string_view name);
  JointHandle joint(std::string_view name);

  EnergyNow energy() const noexcept;
  DriftNow drift() const noexcept;

  // M a + h(q, v) = G' (-lambda): terms of the equations of motion at the state. These allocate.
  Matrix mass_matrix() const;
  Vector bias_forces() const;                      // h = -f: all that is not M a or a constraint
  Matrix constraint_jacobian() const;              // G
  Vector inverse_dynamics(const Vector& a) const;  // generalised forces for this acceleration
  Vector constraints() const;                      // g
  Matrix stiffness_matrix() const;                 // K = -df/dq, as implicit methods take it
  Matrix damping_matrix() const;                   // C = -df/dv, likewise
  // The same at other positions and velocities, whether or not they fulfil the constraints: M a + h, and
  // the acceleration under additional generalised forces, on the constraints.
  Vector inverse_dynamics(const Vector& q, const Vector& v, const Vector& a) const;
  Vector forward_dynamics(const Vector& q, const Vector& v, const Vector& forces) const;

  // Checked: throws Error where sizes do not fit or the state violates the constraints.
  void set_state(const Vector& q, const Vector& v);
  // Everything that survives a step: a restored simulation repeats its bits.
  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte>);  // throws Error: memory of another model or method
  // Other parameters from the next step on; state, inputs and time go on. Throws Error, and then
  // nothing has changed. Allocates.
  void change(const Parameters&);

 private:
  friend struct door::Parts;
  friend door::Parts& door_of(Simulation&) noexcept;
  std::unique_ptr<door::Parts> parts_;
};

// A whole run with files and a summary, as `takt run` makes it.
struct RunFiles {
  std::vector<std::string> files = {};  // FILE.csv, FILE.h5
  double every = 0;                     // s between rows; 0: every step
  std::string record = {};              // "lambda,accelerations,forces,reactions,bodies"
};
struct RunResult {
  Status status = Status::ok;
  std::string failure;
  double t_end = 0;
  std::int64_t steps = 0;
  double realtime_factor = 0;  // simulated seconds per second of computing
  DriftNow max_drift;
  double energy_initial = 0, energy_final = 0;                         // J
  double energy_inputs = 0, energy_dissipated = 0, energy_method = 0;  // its change, split
  std::string text, json;                                              // as takt run prints them
};
RunResult run(Simulation&, const RunFiles& = {});

// Small motions about the present state, on the constraints, with changes du of the inputs:
//   x' = A x + B du,   dy = C x + D du + D_rate du' + D_acceleration du''
//   (dq, dv, dz) = state_of_x x + state_of_input du + state_of_rate du'
// x = (coordinates, velocities, auxiliary states) of the motions that the constraints allow, without
// what moves at once with an input that drives a joint. So x stays continuous where du jumps, and the
// response is exact for every du(t). D_rate and D_acceleration are zero unless an output shows a
// velocity, an acceleration or a force that such an input causes directly.
//   of the step:   x(n+1) = A x(n) + B du(n),   dy(n) = C x(n)
// du(n) is held during the step; the last entries of x(n) are du(n-1), which the state at the start of
// the step fulfils. dy(n) is read before du(n) is set. analyse/linearisation.hpp has the equations.
struct Linear {
  Matrix A, B, C, D;
  Matrix D_rate, D_acceleration;                     // zero for a step
  Matrix state_of_x, state_of_input, state_of_rate;  // rows: q, v, z
  Matrix position_basis, velocity_basis;             // orthonormal: dq and dv for du = 0
  double step = 0;                                   // s; 0: continuous
};
enum class LinearOf { motion, step };
Linear linearise(Simulation&, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& outputs, LinearOf = LinearOf::motion);

// The nearest state of rest or of steady motion: moves the simulation there. Throws Error.
void move_to_equilibrium(Simulation&);

// Eigenvalues of small motions about the present state, 1/s, by ascending frequency.
std::vector<std::complex<double>> modes(Simulation&);

}  // namespace takt
