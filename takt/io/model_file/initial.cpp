// Reads the section `initial`: positions and velocities at the start.
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io::model_file {
namespace {

using Start = std::vector<std::pair<std::string, double>>;

void put(Start& all, const std::string& name, double value) {
  for (auto& [known, old] : all)
    if (known == name) {
      old = value;  // the including file overrides the included one
      return;
    }
  all.emplace_back(name, value);
}

bool given(const Start& all, const std::string& name) {
  for (const auto& [known, value] : all)
    if (known == name) return true;
  return false;
}

}  // namespace

void Reader::initial_values(const Field& joints, bool rates, Start Joint::*into) {
  for (const Field& value : joints.entries()) {
    YamlNode name;
    name.kind = YamlNode::Kind::scalar;
    name.text = value.key();
    name.mark = value.node().mark;
    const int number = joint_of(Field(name, value.item(), joints.key()));
    Joint& j = b_.model().joints[number];
    const std::vector<JointComponent> known =
        rates ? velocities_of(*j.type, j.cardan) : coordinates_of(*j.type, j.cardan);
    const auto one = [&](const std::string& component, const Field& f) {
      const int i = require_component(j, known, component, f.where());
      const bool length = known[i].length;
      put(j.*into, known[i].name,
          f.number(rates ? (length ? "m/s" : "rad/s") : (length ? "m" : "rad")));
    };
    if (value.is_map())
      for (const Field& part : value.entries()) one(part.key(), part);
    else
      one("", value);
  }
}

void Reader::read_initial(const Item& item) {
  const bool whole = item.context->outer == nullptr;
  const Fields f(
      *item.node, item,
      whole ? std::vector<std::string>{"q", "v", "guess", "equilibrium", "speed", "assemble"}
            : std::vector<std::string>{"q", "v", "guess"});
  if (const auto q = f.find("q")) initial_values(*q, false, &Joint::q0);
  if (const auto v = f.find("v")) initial_values(*v, true, &Joint::v0);
  if (const auto guess = f.find("guess")) initial_values(*guess, false, &Joint::guess);
  Initial& initial = b_.model().initial;
  if (const auto e = f.find("equilibrium")) initial.equilibrium = e->flag();
  if (const auto s = f.find("speed")) initial.speed = s->number("m/s");
  if (const auto a = f.find("assemble")) initial.assemble = a->flag();
}

// If the two frames of a joint do not coincide in the drawing, the joint starts in the position
// that the drawing shows.
void Reader::guess_from_drawing() {
  for (Joint& j : b_.model().joints) {
    const Frame a = b_.in_drawing(j.inboard), b = b_.in_drawing(j.outboard);
    if ((a.p - b.p).norm() < 1e-12 && (a.R - b.R).norm() < 1e-12) continue;
    const std::vector<JointComponent> known = coordinates_of(*j.type, j.cardan);
    const std::vector<double> drawn = drawn_coordinates(j, a, b);
    bool rotated = false;  // all four components of a quaternion come from one source
    for (const JointComponent& k : known)
      rotated = rotated || (k.quaternion && (given(j.q0, k.name) || given(j.guess, k.name)));
    for (std::size_t i = 0; i < known.size() && i < drawn.size(); ++i) {
      const std::string& name = known[i].name;
      if (given(j.q0, name) || given(j.guess, name) || (known[i].quaternion && rotated)) continue;
      if (std::isfinite(drawn[i])) j.guess.emplace_back(name, drawn[i]);
    }
  }
}

}  // namespace takt::io::model_file
