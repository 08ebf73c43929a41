// Reads constraints of type wheel_rail, and references to them.
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io::model_file {

// A wheel on its rail: the keys of the contact, the joint of the wheelset, and the distance
// travelled as a signal.
void Reader::read_wheel_rail(const Item& item, Constraint& c) {
  using element::WheelRail;
  std::vector<std::string> known{"type", "joint", "distance"};
  for (const element::Key& k : WheelRail::keys) known.emplace_back(k.name);
  const Fields f = Fields::of(item, std::move(known));
  c.name = item.name;
  c.where = item.at();
  c.kind = Constraint::Kind::wheel_rail;
  c.joint = joint_of(f.get("joint"));
  c.driven_by = signal_of(f.get("distance"), "m");
  const Joint& j = b_.model().joints[c.joint];
  c.b = j.outboard;
  const GivenValues given = values_of(f, WheelRail::keys, false, false);
  const KeyedValues values(WheelRail::keys, given, b_.model().road, f.where());
  try {
    c.wheel_rail = WheelRail::make(values, b_.in_drawing(j.inboard).p[0]);
  } catch (const Error& e) {
    throw Error(e.what(), f.where(), e.hint);
  }
}

int Reader::wheel_rail_of(const Field& f) const {
  const std::string name = f.text();
  const int i = find(f.item(), &ModelBuilder::find_constraint, name);
  if (i >= 0 && b_.model().constraints[i].wheel_rail != nullptr) return i;
  f.fail(i < 0 ? "unknown constraint '" + name + "'"
               : "constraint '" + name + "' is no contact of a wheel",
         did_you_mean(name, part_names(b_.model().constraints),
                      "name a constraint of type wheel_rail"));
}

}  // namespace takt::io::model_file
