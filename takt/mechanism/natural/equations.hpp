// The equations of motion in natural coordinates, as plain arrays over points and vectors
// ("entities", three coordinates each).
//
//   M constant, M_ab 1_3 between entities         f = sum over measures (ds/dx)' Q(s, s')
//   bilinear rows  g = c (A.B - target(u)),  A = A0 + sum a_e x_e,  B = B0 + sum b_e x_e
//     G_e = c (a_e B + b_e A)    Gv_q_e = c (a_e B' + b_e A')    gamma = c (2 A'.B' - target'')
//     d(G' lambda)/dq = lambda c (a_e b_f + b_e a_f) 1_3, constant blocks
//   sum rows       g = sum factor s(y) - target - u: measures of carriers y affine in x, by the
//                  chain rule; if angles make the sum many-valued, the value nearest to zero
//   turning rows   g = (y_a cos u - x_a sin u).x_b = sin(angle - u): a driven angle, valid for any
//                  number of turns
//   rolling        see Rolling
//
// The same equations are made twice: over the coordinates of the mechanism (the whole space), and
// over four entities for each separate body (the torn space), where G' lambda and f give the forces
// that joints transmit.
//
// Terms used: x entities, y carriers (points and axes of bodies), ' rate.
//                                                      Garcia de Jalon and Bayo 1994, ch. 2, 4, 6
#pragma once

#include <array>

#include "takt/base/list.hpp"
#include "takt/element/force/body_force.hpp"
#include "takt/element/force/law.hpp"
#include "takt/element/measure.hpp"
#include "takt/eom/equations_of_motion.hpp"

namespace takt::mechanism::natural {

using Places = std::array<int, 3>;  // indices of three values of a Patterned; -1: not stored

enum class Drive : std::uint8_t {
  none,
  offset,  // target + u
  length,  // (L + u)^2 instead of L^2
};

struct Bilinear {
  int row = 0, first = 0, count = 0;  // first and count: its terms in Equations::terms
  int component = -1;                 // >= 0: g = c A_component, linear
  Vec3 A0 = Vec3::Zero(), B0 = Vec3::Zero();
  double scale = 1, target = 0;
  Drive drive = Drive::none;
  int signal = -1;
  double length = 0;
};
struct BilinearTerm {
  int entity = 0;
  double a = 0, b = 0;
  Places at{-1, -1, -1};  // in G and Gv_q
};
struct BilinearCurvature {  // K_lambda += lambda h 1_3
  int row = 0;
  double h = 0;
  Places at{-1, -1, -1};
};

inline constexpr int use_entities = 8;                                     // two bodies, at most
inline constexpr int use_carriers = 5;                                     // at most
inline constexpr int law_entities = use_entities * element::law_measures;  // at most
inline constexpr int law_carriers = use_carriers * element::law_measures;  // at most

// A carrier: constant + sum of weighted entities.
struct Combination {
  Vec3 constant = Vec3::Zero();
  int first = 0, count = 0;  // in Equations::weights
};
struct Weight {
  int entity = 0;
  int listed = 0;  // index of the entity in the list of the row or force that uses the carrier
  double c = 0;
};

// A measure as a function of carriers. Measures depend on two points only through their difference:
// the difference is one carrier and replaces the second point; the first point is set to zero.
struct Use {
  element::MeasureKind kind = element::MeasureKind::distance;
  bool turning = false;  // sin(angle - u) instead of the measure
  int i = 0;
  double L = 1, factor = 1;
  int carriers = 0;
  std::array<int, use_carriers> carrier{};   // indices in Equations::carriers
  std::array<int, use_carriers> argument{};  // which argument of the measure each carrier is
  int origin = -1;                           // the argument that is zero
  // For rows only.
  int first = 0, count = 0;        // its entities in Equations::listed
  int at_G = 0, at_curvature = 0;  // first of `count` and of `count`^2 Equations::places
};

struct Sum {
  int row = 0, first = 0, count = 0;  // first and count: in Equations::uses
  double target = 0, period = 0;      // period 0: the sum is single-valued
  int signal = -1;
  bool velocity_level = false;
};

// A wheel with axis z on the plane z = height (004 section 4, takt/problem/rolling_disc.hpp):
//   s = sqrt(x_z^2 + y_z^2), w_x = -r x_z / s, w_y = -r y_z / s,   x, y axes of the wheel
//   0 = p_z - height - r s,   0 = horizontal part of p' + w_x x' + w_y y'
// so that the matrix [1, w_x 1, w_y 1] over (p, x, y) contains all three rows.
struct Rolling {
  int row = 0, first = 0, count = 0;  // first and count: its entities in Equations::listed
  Vec3 constant[3];                   // of p, x, y
  double c[3][4] = {};                // weights of the entities in p, x, y
  double radius = 0, height = 0;
  int at_G = 0, at_curvature = 0;
};

// Consecutive entities of a law whose values are consecutive in the columns of K and C too.
struct Run {
  int at = 0;                // index of the first value in the first of the three columns
  int first = 0, count = 0;  // entities of the law
};
struct RunsOfColumn {
  int first = 0, count = 0;  // in Equations::runs
  int stride = 0;            // from one of the three columns to the next
};

struct LawForce {
  const element::Law* law = nullptr;
  bool has_potential = false;           // at rest Q is minus the gradient of the potential
  int first = 0, count = 0;             // in Equations::uses
  int first_carrier = 0, carriers = 0;  // all carriers of its uses, each once
  int first_entity = 0, entities = 0;   // in Equations::listed
  int state = 0, states = 0;            // index of the first state in z, and how many
  std::array<int, element::law_signals> signal{};
  int signals = 0;
  bool explicit_only = false;
  int at = 0, at_z = 0;  // first in Equations::places for K and C; for f_z, e_q and e_v
  int columns = 0;       // first in Equations::columns: one for each entity
};

struct FrameForce {
  const element::BodyForce* force = nullptr;
  bool has_potential = false;  // at rest F is minus the gradient by the position of the frame
  int first_carrier = 0;       // the frame's origin and its axes x and y
  int first_entity = 0, entities = 0;
  int state = 0, states = 0;
  std::array<int, element::body_force_signals> signal{};
  int signals = 0;
  bool explicit_only = false;
  int at = 0, at_z = 0;
};

// A body force between two bodies, seen from a frame of the other one.
struct PairForce {
  const element::BodyForce* force = nullptr;
  int first_carrier = 0;  // origin and axes x, y of the frame it acts on, then those of `from`
  int first_entity = 0, entities = 0;
  int state = 0, states = 0;
  std::array<int, element::body_force_signals> signal{};
  int signals = 0;
  bool explicit_only = false;
  int at = 0, at_z = 0;
};

struct Mass {  // the entry of M for two entities
  int e = 0, f = 0;
  double m = 0;
};

struct Equations {
  int entities = 0, rows = 0, states = 0;
  List<Bilinear> bilinear;
  List<BilinearTerm> terms;
  List<BilinearCurvature> curvature;
  List<Use> uses;
  List<Combination> carriers;
  List<Weight> weights;
  List<int> listed;
  List<Sum> sums;
  List<Rolling> rolling;
  List<LawForce> laws;
  List<RunsOfColumn> columns;
  List<Run> runs;
  List<FrameForce> frame_forces;
  List<PairForce> pair_forces;
  List<Mass> masses;
  Vector weight;          // gravity
  double potential0 = 0;  // gravity potential of constant entities
  List<Places> places;
  List<int> e_z_places;  // for the states of each force, row by row
  // Only for the whole space.
  linear::SharedPattern M, G, K, K_lambda, f_z, e_q, e_z;
  Vector M_values;
};

// rows.cpp
void evaluate_rows(const Equations&, const Point&, Need, Terms&) noexcept;
// Bilinear and rolling rows only; sum rows are set to zero.
void fill_middle_rows(const Equations&, const Point&, linear::Patterned& G) noexcept;
void add_reaction(const Equations&, const Point&, Vector& y) noexcept;  // y += G' lambda
void add_curvature(const Equations&, const Point&, linear::Patterned& K_lambda) noexcept;

// forces.cpp
struct Forces {  // null: not wanted. f, z' = e and their derivatives; K = -df/dq, C = -df/dv
  Vector *f = nullptr, *e = nullptr;
  linear::Patterned *K = nullptr, *C = nullptr, *f_z = nullptr, *e_q = nullptr, *e_v = nullptr,
                    *e_z = nullptr;
  linear::Patterned* K_all = nullptr;  // K including forces marked explicit_only
};
// Sets f and e; adds to the matrices, because several forces can have the same places.
void evaluate_forces(const Equations&, const Point&, const Forces&) noexcept;
void add_stiffness_product(const Equations&, const Point&, Vector& y) noexcept;  // y += K v
void evaluate_by_time(const Equations&, const Point&, Terms&) noexcept;          // f_t and e_t
double potential(const Equations&, const Point&) noexcept;
// Sets all members but `element`. Returns the element with the largest force: its law or body
// force.
const void* power(const Equations&, const Point&, ElementPower&) noexcept;
void steady(const Equations&, const Point&, Vector& z) noexcept;

// between.cpp: discrete gradients (takt/element/discrete_gradient.hpp)
void discrete_forces(const Equations&, const Between&, Vector& f) noexcept;
void discrete_stiffness(const Equations&, const Between&, linear::Patterned& K) noexcept;
void discrete_rows(const Equations&, const Between&, linear::Patterned& G) noexcept;

// loads.cpp: the functions of takt::Loads
void conservative_forces(const Equations&, const Between&, Vector& f) noexcept;
void conservative_stiffness(const Equations&, const Between&, linear::Patterned& K) noexcept;
void loads_at(const Equations&, const Point&, Vector& f) noexcept;
void add_load_stiffness(const Equations&, const Point&, double c, linear::Patterned& K) noexcept;

// abrupt.cpp: the functions of takt::Abrupt
Index abrupt_record_size(const Equations&) noexcept;
void record_abrupt(const Equations&, const Point&, double* record) noexcept;
void abrupt_linear_step_force(const Equations&, const double* start, const double* trial,
                              const Vector& dq, Vector& force) noexcept;
void abrupt_step_force(const Equations&, const Point&, const double* start, Vector& force,
                       Vector& end_force) noexcept;
void add_abrupt_stiffness(const Equations&, const Point&, const double* start, double c,
                          linear::Patterned& K) noexcept;

// The chain rule of one use: s, s', D = ds/dx, R = ds'/dx, curve = v'Hv, H = d2s/dx2.
struct Chain {
  double s = 0, ds = 0, curve = 0;
  std::array<Vec3, use_entities> D, R;
};
using Blocks = std::array<std::array<Mat3, use_entities>, use_entities>;
enum class Depth { gradient, rate, curvature };  // computes D; also R and curve; also H
void chain(const Equations&, const Use&, const double* x, const double* v, double phase, Depth,
           Chain&, Blocks*) noexcept;

}  // namespace takt::mechanism::natural
