// Which rows and forces a model has in natural coordinates, in terms of carriers: what is written
// before entities are numbered.
//
// Couplers of angles hold over any number of turns: where the factors of the angles have a common
// measure p, the row is the sum on its turn (of 2 pi p) nearest to zero; where they have none, the
// row starts at velocity level, sum factor s' = u'.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/natural/equations.hpp"
#include "takt/mechanism/natural/parts.hpp"

namespace takt::mechanism::natural {

struct SignedCarrier {
  double sign = 1;
  Carrier carrier;
};
using CarrierSum = std::vector<SignedCarrier>;

struct UseSource {
  element::Measure measure;
  double factor = 1;
  bool turning = false;
};

// A joint that transmits what a row does to carriers of its measure's frame a or b.
struct Transmitted {
  int joint = 0;
  bool by_b = true;
  double sign = 1;  // -1: those carriers are on the inboard side
};

struct RowSource {
  enum class Kind { bilinear, sum, rolling } kind = Kind::bilinear;
  std::vector<std::string> names;  // three of rolling, else one
  CarrierSum A, B;                 // bilinear
  int component = -1;
  double scale = 1, target = 0, length = 0;
  Drive drive = Drive::none;
  int signal = -1;
  std::vector<UseSource> uses;  // sum
  double period = 0;
  bool velocity_level = false;
  Attachment wheel;    // rolling: radius is `length`, height is `target`
  double balance = 1;  // factor in `scale` that evens out light and heavy rows
  // How the row shows in reactions.
  element::Measure measure;
  std::vector<Transmitted> transmitted;
  int rod = -1, link = -1, drives = -1;  // the constraint, body or joint whose force by name it is
};

struct ForceSource {
  int force = 0;  // of the model
  std::vector<UseSource> uses;
};

struct MasslessLink {  // where a body that constraints replace is, from what it connects
  int body = 0;
  Carrier from, to, axis;
  bool has_axis = false;
  Vec3 local_from, local_to, local_axis;  // in the body
};

struct Sources {
  std::vector<RowSource> rows;
  std::vector<ForceSource> forces;
  std::vector<MasslessLink> links;
};

// All but the rows that keep parts rigid. Throws Error: what cannot be said in natural coordinates.
Sources sources_of(const Model&, const Topology&, const Parts&, const std::vector<Shared>&);
// The rows that keep parts rigid, once the entities are complete.
std::vector<RowSource> rigid_rows(const Model&, const Parts&);
std::vector<Carrier> carriers_in(const Model&, const Sources&);

}  // namespace takt::mechanism::natural
