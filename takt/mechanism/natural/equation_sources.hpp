// Lists the rows and forces of a model in natural coordinates, written in carriers (points and axes
// of bodies), before the entities are numbered. layout.hpp turns them into equations.
//
// Couplers of angles hold over any number of turns. If all factors of the angles are integer
// multiples of a number p, the row is the remainder of the sum modulo 2 pi p that is nearest to
// zero. If there is no such p, the row starts at velocity level, sum factor s' = u'.
#pragma once

#include <string>

#include "takt/base/list.hpp"
#include "takt/mechanism/natural/equations.hpp"
#include "takt/mechanism/natural/rigid_parts.hpp"

namespace takt::mechanism::natural {

struct SignedCarrier {
  double sign = 1;
  Carrier carrier;
};
using CarrierSum = List<SignedCarrier>;

struct UseSource {
  element::Measure measure;
  double factor = 1;
  bool turning = false;
};

// A joint that transmits the force of a row on the carriers of frame a or b of the row's measure; or,
// if `joint` is negative, the constraint whose row it is.
struct Transmitted {
  int joint = 0;
  bool by_b = true;
  double sign = 1;  // -1: these carriers are on the inboard side
  int constraint = -1;
};

struct RowSource {
  enum class Kind { bilinear, sum, rolling } kind = Kind::bilinear;
  List<std::string> names;  // three for rolling, else one
  CarrierSum A, B;          // bilinear
  int component = -1;
  double scale = 1, target = 0, length = 0;
  Drive drive = Drive::none;
  int signal = -1;
  List<UseSource> uses;  // sum
  double period = 0;
  bool velocity_level = false;
  Attachment wheel;    // rolling: radius is `length`, height is `target`
  double balance = 1;  // the factor of `scale` that balances rows of light and heavy bodies
  // For reactions.
  element::Measure measure;
  List<Transmitted> transmitted;
  // The constraint, body or joint whose output is the force of this row; or -1.
  int rod = -1, link = -1, drives = -1;
};

struct ForceSource {
  int force = 0;  // index in the model
  List<UseSource> uses;
};

// Gives the pose of a body that is replaced by constraints, from its neighbours.
struct MasslessLink {
  int body = 0;
  Carrier from, to, axis;
  bool has_axis = false;
  Vec3 local_from, local_to, local_axis;  // in the body
};

struct Sources {
  List<RowSource> rows;
  List<ForceSource> forces;
  List<MasslessLink> links;
};

// All sources except the rows that keep parts rigid. Throws Error if natural coordinates cannot
// describe an element of the model.
Sources sources_of(const Model&, const Topology&, const Parts&, const List<Shared>&);
// The rows that keep parts rigid, once the entities are complete.
List<RowSource> rigid_rows(const Model&, const Parts&);
List<Carrier> carriers_in(const Model&, const Sources&);

}  // namespace takt::mechanism::natural
