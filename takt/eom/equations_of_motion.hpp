// The interface to a mechanism. Formulations, integrators and stabilisers use a mechanism only
// through EquationsOfMotion, so that hand-written problems and compiled mechanisms look the same to
// them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/base/downcast.hpp"  // systems cast their Scratch with it
#include "takt/eom/state.hpp"
#include "takt/eom/terms.hpp"
#include "takt/linear/saddle.hpp"

namespace takt {

// The point of evaluation: everything a term may depend on.
struct Point {
  const Vector &q, &v, &a, &lambda, &z;
  const Excitation& u;
};

// Level of a constraint row: a position constraint g(q, u) = 0, or one that exists only at velocity
// level, G v + gI = 0 (rolling without slip; 004 section 4).
enum class RowLevel : std::uint8_t { position, velocity };

// Auxiliary states of one element that are not coupled to those of other elements: e_z has one
// block for each such element.
struct StateBlock {
  Index first = 0, count = 0;  // count <= 2
};

struct Shape {
  // "joint" or "natural" for mechanisms; hand-written problems have their own names
  std::string_view coordinates;
  Index nq = 0, nv = 0, ng = 0, nz = 0, nu = 0, inputs = 0, outputs = 0;
  Index kept = 0, integrals = 0;  // the number of Names::kept, and of the integrals among them
  linear::Rank mass_rank = linear::Rank::full;  // deficient if there are massless parts
  bool constant_mass = false;
  bool quadratic_constraints = false;  // the midpoint is an exact discrete gradient (001)
  bool conservative = false;           // conservative() is not null
  bool plain_coordinates = true;       // q' = v and q (+) dq = q + dq
  List<RowLevel> row_level;            // one per constraint row
  List<StateBlock> stiff_states;       // states that implicit methods solve for
  Need analytic = nothing;  // terms in closed form; the others are computed by differences
  // Patterns of the matrices; a null pattern means full (M, G, K, C, ...) or empty (f_lambda).
  linear::SharedPattern M, G, K, C, K_lambda, K_full, Gv_q, f_lambda, f_z, e_q, e_v, e_z;
  // For small matrices that are stored full: the entries of M, K, C, K_lambda and K_full together,
  // and of G, that can ever differ from zero. Null: all entries of the pattern.
  linear::SharedPattern structure, G_structure;

  // If the system consists of modules that are solved one by one: the module of each velocity.
  // Constraint rows that involve two modules are the hooks between them.
  List<int> module;

  // True if forces depend on multipliers (creep, joint friction).
  bool loaded() const noexcept { return f_lambda != nullptr && !f_lambda->empty(); }
  bool has_velocity_rows() const noexcept {
    for (RowLevel l : row_level)
      if (l == RowLevel::velocity) return true;
    return false;
  }
};

// An external signal. The caller of the simulation sets its value.
struct Input {
  std::string name, unit;
  double standard = 0;                  // value until the caller sets one
  double least = -1e300, most = 1e300;  // values outside are clamped
  // between two values: linear interpolation if true, else the last value
  bool interpolated = false;
};

// A value that a run keeps from step to step beside the state: what a controller inside of the system
// computes once a period and holds or smooths, or an integral over the steps.
struct KeptValue {
  std::string name;     // of the signal or the output
  double standard = 0;  // at the start
  double period = 0;    // s; 0: an integral
};

// A coordinate that a signal prescribes: it is no unknown, but results show it.
struct DrivenCoordinate {
  std::string name, q_unit, v_unit;
  int signal = 0;  // its index in the excitation
};

struct Names {
  List<std::string> q, v, z, rows, outputs, output_units;
  List<std::string> q_units, v_units;  // "m", "rad/s"; empty where unknown
  List<Input> inputs;
  List<KeptValue> kept;  // held ones first, then integrals
  List<DrivenCoordinate> driven;
};

// Workspace of a system. Each Evaluator has its own, so that systems are const and can be shared.
class Scratch {
 public:
  virtual ~Scratch() = default;
  // A step has computed new positions, so results cached for the last positions become invalid
  // without a comparison. If the cache compared positions, equal bits by chance would make a step
  // faster, and the time of a step must not depend on chance.
  virtual void moved() noexcept {}
};

// The O(N) formalisms of a mechanism with tree structure.                           002 (2), (3)
class Recursive {
 public:
  virtual ~Recursive() = default;
  virtual void acceleration(const Point&, const Vector& extra, Vector& a,
                            Scratch&) const noexcept = 0;  // a = M^-1 (f + extra)
  virtual void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
                       Scratch&) const noexcept = 0;  // r = M a - f - extra
};

// Both ends of a step and the midpoint: q = (q0 + q1)/2, v = (q1 - q0)/h.
struct Between {
  const Vector &q0, &q1;
  const Excitation &u0, &u1;
  const Point& middle;
};

// The forces of a system in two parts, for energy-conserving steps that take those without a potential
// at the ends:
//
//   f = Q_c(q_n, q_{n+1}) + ((Q_nc)_n + (Q_nc)_{n+1})/2                                     001 (7)
class Loads {
 public:
  virtual ~Loads() = default;
  // Q_c: the conservative part of Conservative::discrete_force, and K = -dQ_c/dq1.
  virtual void conservative_force(const Between&, Vector& f, Scratch&) const noexcept = 0;
  virtual void conservative_stiffness(const Between&, linear::Patterned& K,
                                      Scratch&) const noexcept = 0;
  // Q_nc at a point: everything else that is in f, also the dampers of elements whose springs have a
  // potential. Its derivative by v is that of f, because potentials do not depend on v.
  virtual void load(const Point&, Vector& f, Scratch&) const noexcept = 0;
  virtual void add_load_stiffness(const Point&, double c, linear::Patterned& K,
                                  Scratch&) const noexcept = 0;  // K -= c dQ_nc/dq
};

// Terms of an energy-conserving step, for systems with a constant mass matrix.     001 (7), (11)
class Conservative {
 public:
  virtual ~Conservative() = default;
  // Conservative forces fulfil f . (q1 - q0) = -(V(q1) - V(q0)) exactly; all other forces are
  // evaluated at the midpoint.
  virtual void discrete_force(const Between&, Vector& f, Scratch&) const noexcept = 0;
  // K = -df/dq1 at the velocity of the midpoint. The derivative at the midpoint would not do: it
  // does not show a force that sets in between both ends (a contact, a stop).
  virtual void discrete_stiffness(const Between&, linear::Patterned& K,
                                  Scratch&) const noexcept = 0;
  // G (q1 - q0) = g(q1) - g(q0) at the excitation of the middle, exactly, row by row.
  virtual void discrete_jacobian(const Between&, linear::Patterned& G, Scratch&) const noexcept = 0;
  // Null: all forces have a potential.
  virtual const Loads* loads() const noexcept { return nullptr; }
};

// Forces whose potential has a kink or bends strongly within a step: bump stops, springs with
// kinked characteristics. If they are evaluated at the ends of a step only, any integration rule
// creates or loses energy. Averaged over the step they do not. Half of the acceleration they cause
// at the start of the step is known there; the force to add is the step force
//
//   G1' Q1 / 2 + (G0 + G1)'/2 (Q - (Q0 + Q1)/2),   Q (s1 - s0) = -(V(s1) - V(s0))
//
// Terms used: s the measure of a force (its elongation), G = ds/dq, V its potential, Q0 and Q1 the
// force at both ends, Q its discrete gradient.
class Abrupt {
 public:
  virtual ~Abrupt() = default;
  // Records s and G of all these forces at a point; record_size() numbers.
  virtual Index record_size() const noexcept = 0;
  virtual void record(const Point&, Vector& record, Scratch&) const noexcept = 0;
  // The step force, and the end force G1' Q1, which f contains at the end of the step. `start` is
  // the record of the start.
  virtual void step_force(const Point& end, const Vector& start, Vector& force, Vector& end_force,
                          Scratch&) const noexcept = 0;
  // The step force that is expected after a Newton pass from a trial end by dq: linear in dq.
  // `trial` is the record of the trial end.
  virtual void linear_step_force(const Vector& start, const Vector& trial, const Vector& dq,
                                 Vector& force) const noexcept = 0;
  // K -= c d(step force)/dq1 - d(end force)/dq; K has the pattern of C.
  virtual void add_step_stiffness(const Point& end, const Vector& start, double c,
                                  linear::Patterned& K, Scratch&) const noexcept = 0;
};

// What a mechanism can write beside its state: `--record forces,reactions,bodies`.
enum class Observe : std::uint8_t { forces, reactions, bodies };

class Observable {
 public:
  virtual ~Observable() = default;
  virtual std::vector<std::string> columns(Observe) const = 0;  // "force.spring", ...
  virtual void observe(Observe, const Point&, std::span<double>, Scratch&) const noexcept = 0;
};

// Energy stored in the elements of a mechanism, and the power they supply or dissipate. Constraints
// are not included.
struct ElementPower {
  double potential = 0;   // J: same value as EquationsOfMotion::potential
  double inputs = 0;      // W: supplied by signals, drives and controllers
  double dissipated = 0;  // W: of dampers, friction, tyres; negative if energy is dissipated
  // The largest force or torque of an element: its value, the element, and the direction within it.
  double largest = 0;
  int element = -1, direction = 0;
};

class Energetic {
 public:
  virtual ~Energetic() = default;
  virtual void power(const Point&, ElementPower&, Scratch&) const noexcept = 0;
  // Of systems with coordinates that are no unknowns (Names::driven): the kinetic energy of all, where
  // v'Mv/2 is that of the unknowns alone; and the power with which they are driven, without lambda . gI,
  // which contains what constraint rows need. The power needs p.a.
  virtual double kinetic_with_drives(const Point&, Scratch&) const noexcept { return 0; }
  virtual double power_of_drives(const Point&, Scratch&) const noexcept { return 0; }
  // Name and unit of the largest force, for example "force.spring" and "N m".
  virtual std::string name_of(const ElementPower&) const = 0;
  virtual std::string unit_of(const ElementPower&) const = 0;
};

// Computes kept values (KeptValue): those of controllers, and the rates of integrals.
class Keeping {
 public:
  virtual ~Keeping() = default;
  // The value that is kept from t on. `u`, `outputs` and the kept values are those of the instant
  // before.
  virtual double held(Index kept, double t, const Excitation& u, std::span<const double> outputs,
                      std::span<const double> before) const noexcept = 0;
  virtual void rates_of_integrals(const Point&, std::span<double>, Scratch&) const noexcept = 0;
};

class EquationsOfMotion;

// A system that keeps terms in K and C only where they are stiff in the steps it runs with (partitioned
// methods).                                                              000 section 1, [24], [25]
class StepDependent {
 public:
  virtual ~StepDependent() = default;
  // The same system, with the terms that steps of h from this start need. `inputs` as for excite().
  virtual std::shared_ptr<const EquationsOfMotion> for_step(
      double h, const State& start, std::span<const double> inputs) const = 0;
};

// What a constraint row means to the user, for messages.
struct RowMeaning {
  std::string element;  // "joint 'D'", "constraint 'rod'"
  std::string part;     // of the element: "direction x", "drive"; empty if it has one row only
  std::string gap;      // what is open: "the loop through 'rocker' at joint 'D'"
  std::string unit = "m";
};

class Switching;  // switching.hpp: where the equations are not smooth

class EquationsOfMotion {  // immutable, shared between threads
 public:
  virtual ~EquationsOfMotion() = default;
  virtual const Shape& shape() const noexcept = 0;
  virtual const Names& names() const noexcept = 0;
  virtual State initial() const = 0;
  virtual RowMeaning meaning_of_row(Index row) const {
    const std::string name = "row '" + names().rows[row] + "'";
    return {name, "", name};
  }
  virtual std::unique_ptr<Scratch> make_scratch() const { return std::make_unique<Scratch>(); }

  // The values of the external signals until the caller sets them.
  virtual void standard_inputs(std::span<double>) const noexcept {}
  // u, u', u'' at time t; `inputs` are the values of external signals, then their rates, then the kept
  // values.
  virtual void excite(double t, std::span<const double> inputs, Excitation&) const noexcept = 0;
  // Computes the requested terms and must not write any others.
  virtual void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept = 0;

  // retract: q (+) dq. increment_rate: the rate of dq that corresponds to the velocity v at q (+)
  // dq (dexp^-1, Munthe-Kaas).
  virtual void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept {
    out = q + dq;
  }
  virtual void increment_rate(const Vector& /*dq*/, const Vector& v, Vector& out) const noexcept {
    out = v;
  }
  // The reference size of each coordinate increment in relative error tests.
  virtual void magnitude(const Vector& q, Vector& out) const noexcept { out = q.cwiseAbs(); }

  // For the energy balance, at u(t).
  virtual double potential(const Point&, Scratch&) const noexcept = 0;
  virtual void outputs(const Point&, std::span<double>, Scratch&) const noexcept {}

  virtual const Recursive* recursive() const noexcept { return nullptr; }
  virtual const Conservative* conservative() const noexcept { return nullptr; }
  virtual const Abrupt* abrupt() const noexcept { return nullptr; }
  virtual const Keeping* keeping() const noexcept { return nullptr; }
  virtual const Observable* observable() const noexcept { return nullptr; }
  virtual const Switching* switching() const noexcept { return nullptr; }
  // Null: K and C are the same for all steps.
  virtual const StepDependent* step_dependent() const noexcept { return nullptr; }
  // Null: simulate/power_flow.hpp computes the powers from f, V, M and the constraint rows.
  virtual const Energetic* energetic() const noexcept { return nullptr; }
};

}  // namespace takt
