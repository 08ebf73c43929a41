// The rigid parts of a model in natural coordinates, and the entities (points and vectors) whose
// coordinates describe them.
//
// Bodies welded together are one part. A part carries up to four entities, points and vectors fixed
// on it; every point and axis of the part is an affine combination of them,
//
//   y = sum_a c_a x_a,     B c = [Y; 1] for a point, [Y; 0] for an axis,     B = [X_a; 1 or 0]
//
// with constant c. Entities are shared: the point of a spherical joint, or the axis of a revolute,
// is one triple of coordinates of both parts, and a constant if one of them is ground. A part
// without inertia about some axis, and with nothing attached off this axis, carries fewer than four
// entities. A massless part carries the entities that its attachments need, without mass. Massless
// rods and links carry no entities: constraints replace them (takt/mechanism/topology.hpp).
//
// Terms used: X, Y in the axes of the part; x, y in the world; J second moment of mass about the
// centre, J = 1/2 tr(I) 1 - I.    Garcia de Jalon and Bayo 1994, ch. 2 and 4
#pragma once

#include <string>
#include <utility>

#include "takt/base/list.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/model/model.hpp"

namespace takt::mechanism::natural {

using Vec4 = Eigen::Matrix<double, 4, 1>;
using Mat4 = Eigen::Matrix<double, 4, 4>;

// A point or an axis fixed on a body. If `slot` >= 0, it is that entity of the body's part instead.
struct Carrier {
  int body = 0;
  bool point = true;
  Vec3 local = Vec3::Zero();  // in the body
  int slot = -1;
};

inline Carrier origin_of(const Attachment& a) { return {a.body, true, a.frame.p, -1}; }
inline Carrier axis_of(const Attachment& a, int i) { return {a.body, false, a.frame.R.col(i), -1}; }

struct Slot {
  bool point = true;
  Vec3 local = Vec3::Zero();  // in the part
  int entity = -1;
  std::string name;
};

struct Part {
  int root = 0;           // the body whose frame and name the part uses
  bool replaced = false;  // replaced by constraints
  List<int> bodies;       // the root first, then outwards along welds
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // J
  double size = 1;             // radius of gyration; if massless, the distance of its joints
  List<Slot> slots;
  Eigen::Matrix<double, 4, 4> to_slots = Mat4::Zero();  // c = to_slots [Y; 1 or 0]
  Mat4 mass_of_slots = Mat4::Zero();

  bool moves() const noexcept { return root != 0; }
  bool has_entities() const noexcept { return moves() && !replaced; }
  int base() const noexcept;      // the first point among the slots, or -1
  List<Vec3> directions() const;  // unit, independent
};

struct Entity {
  bool point = true, constant = false;
  Vec3 value = Vec3::Zero();             // if constant
  int place = -1;                        // index of its triple of coordinates
  List<std::pair<int, int>> carried_by;  // part, slot
};

struct Weld {               // an edge of a part's tree of welds
  int joint, inner, outer;  // `inner` is nearer to the root
};

struct Parts {
  List<Part> all;  // [0] is ground
  List<int> of_body;
  List<Frame> placed;  // the frame of each body in its part
  List<Weld> welds;
  List<Entity> entities;
  int places = 0;  // number of triples of coordinates

  const Part& of(int body) const { return all[of_body[body]]; }
  Part& of(int body) { return all[of_body[body]]; }
  Vec3 in_part(const Carrier& c) const;
  // The coefficients of a carrier in the slots of its part.
  Vec4 coefficients(const Carrier& c) const;
};

// The entities that the two parts of a joint share.
struct Shared {
  bool point = false, axis = false;
  int point_slot[2] = {-1, -1}, axis_slot[2] = {-1, -1};  // on the inboard and outboard part
};

Parts weld(const Model&, const Topology&);  // parts without slots
List<Shared> share(const Model&, Parts&);   // entities at joints, one entry per joint
// Adds the entities that inertia and these carriers need in addition to the shared ones, and
// numbers all entities.
void complete(Parts&, const List<Carrier>& needed);
// Whether M may be singular: without the rows, some coordinates could move without inertia.
bool lacks_inertia(const Parts&);

}  // namespace takt::mechanism::natural
