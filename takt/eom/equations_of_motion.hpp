// The seam: everything above it (formulations, integrators, stabilisers) sees a mechanism only
// through EquationsOfMotion; hand-written problems and compiled mechanisms look the same.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/base/downcast.hpp"  // of a Scratch
#include "takt/eom/state.hpp"
#include "takt/eom/terms.hpp"
#include "takt/linear/saddle.hpp"

namespace takt {

// The point of evaluation carries everything a term may depend on.
struct Point {
  const Vector &q, &v, &a, &lambda, &z;
  const Excitation& u;
};

// A row is a position constraint g(q, u) = 0, or starts at velocity level, G v + gI = 0
// (rolling without slip; 004 section 4).
enum class RowLevel : std::uint8_t { position, velocity };

// Auxiliary states of one element, which no others couple to: e_z has blocks of them only.
struct StateBlock {
  Index first = 0, count = 0;  // count <= 2
};

struct Shape {
  std::string_view coordinates;  // of a mechanism: "joint" or "natural"; others have their own
  Index nq = 0, nv = 0, ng = 0, nz = 0, nu = 0, inputs = 0, outputs = 0;
  linear::Rank mass_rank = linear::Rank::full;  // deficient: massless parts
  bool constant_mass = false;
  bool quadratic_constraints = false;    // the midpoint is an exact discrete gradient (001)
  bool conservative = false;             // conservative() is there
  bool plain_coordinates = true;         // q' = v and q (+) dq = q + dq
  std::vector<RowLevel> row_level;       // one per constraint row
  std::vector<StateBlock> stiff_states;  // those that implicit methods solve for
  Need analytic = nothing;               // terms in closed form; the rest come by differences
  // Patterns of the matrices; a null pattern means full (M, G, K, C, ...) or empty (f_lambda).
  linear::SharedPattern M, G, K, C, K_lambda, K_full, Gv_q, f_lambda, f_z, e_q, e_v, e_z;
  // Where small matrices are stored full: which entries of M, K, C, K_lambda and K_full together,
  // and of G, can ever differ from zero. Null: all that the patterns hold.
  linear::SharedPattern structure, G_structure;

  // Where the system is made of modules that are solved each on its own: which one each velocity
  // belongs to. Rows that touch two of them are hooks between them.
  std::vector<int> module;

  // Forces depend on multipliers (creep, joint friction).
  bool loaded() const noexcept { return f_lambda != nullptr && !f_lambda->empty(); }
  bool has_velocity_rows() const noexcept {
    for (RowLevel l : row_level)
      if (l == RowLevel::velocity) return true;
    return false;
  }
};

// An external signal: whoever runs the simulation sets it.
struct Input {
  std::string name, unit;
  double standard = 0;                  // before anybody sets it
  double least = -1e300, most = 1e300;  // values beyond are clamped
  bool interpolated = false;            // between two values that arrive: a line, else the last one
};

struct Names {
  std::vector<std::string> q, v, z, rows, outputs, output_units;
  std::vector<std::string> q_units, v_units;  // "m", "rad/s"; empty where nobody knows
  std::vector<Input> inputs;
};

// What a system may need as workspace. One per Evaluator, so that systems are const and shared.
class Scratch {
 public:
  virtual ~Scratch() = default;
  // A step has computed new positions: what is known of the last ones is not compared with them.
  // Whether no bit of them differs is chance, and a step shall not take less time by chance.
  virtual void moved() noexcept {}
};

// The O(N) formalisms of a tree.                                                   002 (2), (3)
class Recursive {
 public:
  virtual ~Recursive() = default;
  virtual void acceleration(const Point&, const Vector& extra, Vector& a,
                            Scratch&) const noexcept = 0;  // a = M^-1 (f + extra)
  virtual void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
                       Scratch&) const noexcept = 0;  // r = M a - f - extra
};

// The two ends of a step, and the point between them: q = (q0 + q1)/2, v = (q1 - q0)/h.
struct Between {
  const Vector &q0, &q1;
  const Excitation &u0, &u1;
  const Point& middle;
};

// What an energy-conserving step needs, of systems with a constant mass matrix.    001 (7), (11)
class Conservative {
 public:
  virtual ~Conservative() = default;
  // Conservative forces: f . (q1 - q0) = -(V(q1) - V(q0)), exactly; all others at the middle.
  virtual void discrete_force(const Between&, Vector& f, Scratch&) const noexcept = 0;
  // K = -df/dq1 at the velocity of the middle. Where forces set in between both ends, nothing at
  // the middle knows of it.
  virtual void discrete_stiffness(const Between&, linear::Patterned& K,
                                  Scratch&) const noexcept = 0;
  // G (q1 - q0) = g(q1) - g(q0) at the excitation of the middle, exactly, row by row.
  virtual void discrete_jacobian(const Between&, linear::Patterned& G, Scratch&) const noexcept = 0;
};

// Forces whose potential bends within a step: stops, springs with kinks. Taken at the ends of a step
// they create energy or lose it, whatever the rule; over the step as a whole they do not. Half of what
// they do at the start is an acceleration there, which is known. To that comes
//
//   over = G1' Q1 / 2 + (G0 + G1)'/2 (Q - (Q0 + Q1)/2),   Q (s1 - s0) = -(V(s1) - V(s0))
//
// Terms used: s the measure of a force, G = ds/dq, V its potential, Q0 and Q1 the force at both ends.
class Abrupt {
 public:
  virtual ~Abrupt() = default;
  virtual Index kept() const noexcept = 0;  // how many numbers tell where a step began
  virtual void leave(const Point& start, Vector& kept, Scratch&) const noexcept = 0;
  // What a Newton pass takes `over` for that goes from `trial` (as left) by dq: its linear part.
  virtual void ahead(const Vector& kept, const Vector& trial, const Vector& dq,
                     Vector& over) const noexcept = 0;
  // `there` = G1' Q1: the same forces at the end itself, as they are in f.
  virtual void arrive(const Point& end, const Vector& kept, Vector& over, Vector& there,
                      Scratch&) const noexcept = 0;
  // K -= c d(over)/dq1 - d(there)/dq; K has the pattern of C.
  virtual void stiffen(const Point& end, const Vector& kept, double c, linear::Patterned& K,
                       Scratch&) const noexcept = 0;
};

// What a mechanism can show beside its state: `--record forces,reactions,bodies`.
enum class Observe : std::uint8_t { forces, reactions, bodies };

class Observable {
 public:
  virtual ~Observable() = default;
  virtual std::vector<std::string> columns(Observe) const = 0;  // "force.spring", ...
  virtual void observe(Observe, const Point&, std::span<double>, Scratch&) const noexcept = 0;
};

// What the elements of a mechanism store, bring in and take out, beside its constraints.
struct ElementPower {
  double potential = 0;   // J: the same as EquationsOfMotion::potential
  double inputs = 0;      // W: of signals, drives and controllers
  double dissipated = 0;  // W: of dampers, friction, tyres; negative where energy is taken out
  // The largest force or torque of an element: which one, and in which of its directions.
  double largest = 0;
  int element = -1, direction = 0;
};

class Energetic {
 public:
  virtual ~Energetic() = default;
  virtual void power(const Point&, ElementPower&, Scratch&) const noexcept = 0;
  // "force.spring" and "N m", of the largest.
  virtual std::string name_of(const ElementPower&) const = 0;
  virtual std::string unit_of(const ElementPower&) const = 0;
};

class EquationsOfMotion {  // immutable, shared between threads
 public:
  virtual ~EquationsOfMotion() = default;
  virtual const Shape& shape() const noexcept = 0;
  virtual const Names& names() const noexcept = 0;
  virtual State initial() const = 0;
  virtual std::unique_ptr<Scratch> make_scratch() const { return std::make_unique<Scratch>(); }

  // What the external signals are before anybody sets them.
  virtual void standard_inputs(std::span<double>) const noexcept {}
  // u, u', u'' at time t; `inputs` are the values of external signals, then their rates.
  virtual void excite(double t, std::span<const double> inputs, Excitation&) const noexcept = 0;
  // Fills the terms asked for; may fill no others.
  virtual void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept = 0;

  // q (+) dq, and the rate of dq that gives the velocity v at q (+) dq (dexp^-1, Munthe-Kaas).
  virtual void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept {
    out = q + dq;
  }
  virtual void increment_rate(const Vector& /*dq*/, const Vector& v, Vector& out) const noexcept {
    out = v;
  }
  // The size an increment of each coordinate is measured against in relative error tests.
  virtual void magnitude(const Vector& q, Vector& out) const noexcept { out = q.cwiseAbs(); }

  // For the energy balance, at u(t).
  virtual double potential(const Point&, Scratch&) const noexcept = 0;
  virtual void outputs(const Point&, std::span<double>, Scratch&) const noexcept {}

  virtual const Recursive* recursive() const noexcept { return nullptr; }
  virtual const Conservative* conservative() const noexcept { return nullptr; }
  virtual const Abrupt* abrupt() const noexcept { return nullptr; }
  virtual const Observable* observable() const noexcept { return nullptr; }
  // Null: the powers are found from f, V, M and the rows (takt/simulate/power_flow.hpp).
  virtual const Energetic* energetic() const noexcept { return nullptr; }
};

}  // namespace takt
