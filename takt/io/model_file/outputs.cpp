// Reads the section `outputs`: sensors and other quantities that are written to the results.
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io::model_file {
namespace {

using OutputKind = Output::Kind;

struct OutputKey {
  const char* name;
  OutputKind kind;
  const char* unit;
  bool has_axis;
};

constexpr OutputKey frame_keys[] = {
    {"position", OutputKind::position, "m", true},
    {"velocity", OutputKind::velocity, "m/s", true},
    {"acceleration", OutputKind::acceleration, "m/s^2", true},
    {"accelerometer", OutputKind::accelerometer, "m/s^2", true},
    {"gyro", OutputKind::gyro, "rad/s", true},
    {"angular_speed", OutputKind::angular_speed, "rad/s", true},
    {"roll", OutputKind::roll, "rad", false},
    {"pitch", OutputKind::pitch, "rad", false},
    {"yaw", OutputKind::yaw, "rad", false},
};

int axis_of(const Field& f) {
  const std::string word = f.word({"x", "y", "z"});
  return word[0] - 'x';
}

}  // namespace

// Outputs of forces that do not belong to a force element: the drive force of a driven joint, the
// force in a rod, or the magnitude of the force that another joint transmits.
void Reader::force_by_name(const Field& f, const std::string& name, Output& o) const {
  const Model& m = b_.model();
  o.unit = "N";
  if (o.index = find(f.item(), &ModelBuilder::find_joint, name); o.index >= 0) {
    const Joint& j = m.joints[o.index];
    o.kind = j.driven_by >= 0 ? OutputKind::drive : OutputKind::reaction;
    const auto all = coordinates_of(*j.type, j.cardan);
    if (j.driven_by >= 0 && !all.empty() && !all[0].length) o.unit = "N m";
    return;
  }
  if (o.index = find(f.item(), &ModelBuilder::find_constraint, name); o.index >= 0) {
    o.kind = OutputKind::rod;
    if (m.constraints[o.index].kind != Constraint::Kind::distance)
      f.fail("'" + name + "' is not a distance constraint; only these have a single force",
             "--record lambda shows the multipliers of every constraint");
    return;
  }
  if (o.index = find(f.item(), &ModelBuilder::find_body, name); o.index >= 0) {
    o.kind = OutputKind::link;
    const Body& b = m.bodies[o.index];
    if (b.mass != 0 || !b.inertia.isZero())
      f.fail("body '" + name + "' has mass, so the force is not the same along it",
             "name one of its joints, or a rod without mass");
    return;
  }
  std::vector<std::string> known = part_names(m.forces);
  for (const auto& more : {part_names(m.joints), part_names(m.constraints)})
    known.insert(known.end(), more.begin(), more.end());
  f.fail("unknown force '" + name + "'",
         did_you_mean(name, known, "name a force, a rod or a joint"));
}

void Reader::read_output(const Item& item) {
  std::vector<std::string> kinds;
  for (const OutputKey& k : frame_keys) kinds.emplace_back(k.name);
  for (const char* k : {"angle", "distance", "along", "coordinate", "coordinate_rate", "force",
                        "signal", "contact"})
    kinds.emplace_back(k);
  std::vector<std::string> known = kinds;
  for (const char* k : {"axis", "component", "rate", "relative_to", "unit", "scale", "offset"})
    known.emplace_back(k);
  const Fields f = Fields::of(item, known);
  f.require_one_of(kinds);
  const auto refuse = [&](const char* key, const char* what) {
    if (const auto k = f.find(key))
      k->fail("'" + std::string(key) + "' has no meaning for " + what, "leave it out");
  };
  Output o;
  o.name = item.name;
  o.where = item.at();
  bool axis = false, component = false, rate = false;
  for (const OutputKey& k : frame_keys)
    if (const auto frame = f.find(k.name)) {
      o.kind = k.kind;
      o.unit = k.unit;
      o.frame = attachment(*frame);
      axis = k.has_axis;
      if (axis) o.index = axis_of(f.get("axis"));
      if (const auto to = f.find("relative_to")) {
        if (o.kind != OutputKind::position && o.kind != OutputKind::velocity)
          refuse("relative_to", "this kind of output");
        o.reference = attachment(*to);
        o.relative = true;
      }
    }
  if (!f.find("position") && !f.find("velocity")) refuse("relative_to", "this kind of output");
  for (const auto& [key, kind] : {std::pair{"angle", element::MeasureKind::angle},
                                  std::pair{"distance", element::MeasureKind::distance},
                                  std::pair{"along", element::MeasureKind::along}})
    if (const auto pair = f.find(key)) {
      const std::vector<Field> ends = pair->list();
      if (ends.size() != 2)
        pair->fail("'" + std::string(key) + "' needs two frames", "write [a.frame, b.frame]");
      o.measure.measure.kind = kind;
      o.measure.measure.a = attachment(ends[0]);
      o.measure.measure.b = attachment(ends[1]);
      if (kind == element::MeasureKind::along) {
        axis = true;
        if (const auto i = f.find("axis")) o.measure.measure.i = axis_of(*i);
      }
      const auto as_rate = f.find("rate");
      rate = true;
      const bool is_rate = as_rate && as_rate->flag();
      o.kind = is_rate ? OutputKind::measure_rate : OutputKind::measure;
      o.unit = kind == element::MeasureKind::angle ? "rad" : "m";
      if (is_rate) o.unit += "/s";
    }
  for (const bool rates : {false, true})
    if (const auto joint = f.find(rates ? "coordinate_rate" : "coordinate")) {
      component = true;
      o.kind = rates ? OutputKind::coordinate_rate : OutputKind::coordinate;
      const JointCoordinate q = coordinate_of(*joint, f.find("component"));
      o.measure.joint = q.joint;
      o.measure.component = o.index = q.component;
      const Joint& j = b_.model().joints[q.joint];
      o.unit = coordinates_of(*j.type, j.cardan)[q.component].length ? "m" : "rad";
      if (rates) o.unit += "/s";
    }
  if (const auto force = f.find("force")) {
    o.kind = OutputKind::force;
    const std::string name = force->text();
    o.index = find(item, &ModelBuilder::find_force, name);
    if (o.index < 0) force_by_name(*force, name, o);
  }
  if (const auto signal = f.find("signal")) {
    o.kind = OutputKind::signal;
    const std::string name = signal->text();
    o.index = find(item, &ModelBuilder::find_signal, name);
    if (o.index < 0)
      signal->fail(
          "unknown signal '" + name + "'",
          did_you_mean(name, part_names(b_.model().signals), "name one of the section signals"));
  }
  if (const auto contact = f.find("contact")) {
    o.kind = OutputKind::contact;
    o.unit = "m";
    o.index = contact_of(*contact);
  }
  if (!axis) refuse("axis", "this kind of output");
  if (!component) refuse("component", "this kind of output");
  if (!rate) refuse("rate", "this kind of output");
  if (const auto unit = f.find("unit")) o.unit = unit->text();
  if (const auto scale = f.find("scale")) o.scale = scale->number("*");
  if (const auto offset = f.find("offset")) o.offset = offset->number("*");
  b_.output(std::move(o));
}

}  // namespace takt::io::model_file
