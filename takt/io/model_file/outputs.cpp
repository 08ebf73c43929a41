// Reads the section `outputs`: sensors and other quantities that are written to the results. The keys
// come from the catalogue of outputs.
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/reader.hpp"
#include "takt/io/results/force_meaning.hpp"
#include "takt/model/output_catalogue.hpp"

namespace takt::io::model_file {
namespace {

using Of = OutputEntry::Of;

int axis_of(const Field& f) {
  const std::string word = f.word({"x", "y", "z"});
  return word[0] - 'x';
}

// "N" of "N|N m", or its second part for rotations.
std::string unit_of(std::string_view unit, bool turns) {
  const std::size_t bar = unit.find('|');
  if (bar == std::string_view::npos) return std::string(unit);
  return std::string(turns ? unit.substr(bar + 1) : unit.substr(0, bar));
}

}  // namespace

// A force element; or the drive force of a driven joint, the force in a rod, or the magnitude of the
// force that another joint transmits.
void Reader::force_by_name(const Field& f, Output& o) const {
  const Model& m = b_.model();
  const std::string name = f.text();
  if (o.number = find(f.item(), &ModelBuilder::find_force, name); o.number >= 0) {
    o.unit = meaning_of_force(m, m.forces[o.number].name).unit;
    o.part = Output::Part::force;
    return;
  }
  if (o.number = find(f.item(), &ModelBuilder::find_joint, name); o.number >= 0) {
    o.part = Output::Part::joint;
    const Joint& j = m.joints[o.number];
    const auto all = coordinates_of(*j.type, j.cardan);
    o.unit = unit_of(o.type->unit, j.driven_by >= 0 && !all.empty() && !all[0].length);
    return;
  }
  if (o.number = find(f.item(), &ModelBuilder::find_constraint, name); o.number >= 0) {
    o.part = Output::Part::constraint;
    if (m.constraints[o.number].kind != Constraint::Kind::distance)
      f.fail("'" + name + "' is not a distance constraint; only these have a single force",
             "write reaction: " + name + " with a component");
    return;
  }
  if (o.number = find(f.item(), &ModelBuilder::find_body, name); o.number >= 0) {
    o.part = Output::Part::body;
    const Body& b = m.bodies[o.number];
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

// A joint, or a constraint whose force acts at its ends.
void Reader::carrier_by_name(const Field& f, Output& o) const {
  const Model& m = b_.model();
  const std::string name = f.text();
  o.part = Output::Part::joint;
  if (o.number = find(f.item(), &ModelBuilder::find_joint, name); o.number >= 0) return;
  o.part = Output::Part::constraint;
  if (o.number = find(f.item(), &ModelBuilder::find_constraint, name); o.number >= 0) {
    const Constraint::Kind kind = m.constraints[o.number].kind;
    if (kind == Constraint::Kind::coupler)
      f.fail("'" + name + "' couples coordinates of joints, so it has no force at a place",
             "name one of its joints; --record lambda shows its multiplier");
    if (kind == Constraint::Kind::wheel_rail)
      f.fail("'" + name + "' is a contact of wheel and rail, whose force is a multiplier",
             "--record lambda shows it");
    return;
  }
  std::vector<std::string> known = part_names(m.joints);
  for (const std::string& more : part_names(m.constraints)) known.push_back(more);
  if (find(f.item(), &ModelBuilder::find_force, name) >= 0)
    f.fail("'" + name + "' is a force element and not a joint, a rod or a constraint",
           "write force: " + name);
  f.fail("unknown joint or constraint '" + name + "'",
         did_you_mean(name, known, "name a joint, a rod or a constraint"));
}

int Reader::force_element(const Field& f) const {
  const std::string name = f.text();
  const int i = find(f.item(), &ModelBuilder::find_force, name);
  if (i < 0 && find(f.item(), &ModelBuilder::find_joint, name) >= 0)
    f.fail("'" + name + "' is a joint, and '" + f.key() + "' is of a force element",
           "name one of the section forces");
  if (i < 0)
    f.fail("unknown force '" + name + "'",
           did_you_mean(name, part_names(b_.model().forces), "name one of the section forces"));
  return i;
}

List<int> Reader::bodies_of(const Field& f) const {
  List<int> all;
  if (f.is_scalar() && f.text() == "all") {
    for (int b = 1; b < b_.model().bodies.count(); ++b) all.push_back(b);
  } else if (f.is_scalar()) {
    all.push_back(body_of(f));
  } else {
    for (const Field& one : f.list()) {
      const int b = body_of(one);
      for (const int before : all)
        if (before == b) one.fail("body '" + one.text() + "' is named twice", "name it once");
      all.push_back(b);
    }
  }
  double mass = 0;
  for (const int b : all) mass += b_.model().bodies[b].mass;
  if (mass == 0)
    f.fail(all.empty() ? "no body is named" : "these bodies have no mass",
           "name bodies with mass, or write all");
  return all;
}

void Reader::read_output_target(const Field& f, const Fields& all, Output& o) const {
  const OutputEntry& e = *o.type;
  switch (e.of) {
    case Of::frame: o.frame = attachment(f); break;
    case Of::two_frames: {
      const std::vector<Field> ends = f.list();
      if (ends.size() != 2)
        f.fail("'" + std::string(e.key) + "' needs two frames", "write [a.frame, b.frame]");
      o.measure.measure.kind = e.measure;
      o.measure.measure.a = attachment(ends[0]);
      o.measure.measure.b = attachment(ends[1]);
      break;
    }
    case Of::coordinate: {
      const JointCoordinate q = coordinate_of(f, all.find("component"));
      o.measure.joint = q.joint;
      o.measure.component = q.component;
      o.unit = unit_of(e.unit, !is_length(b_.model().joints[q.joint], q.component));
      break;
    }
    case Of::anything_with_force: force_by_name(f, o); break;
    case Of::force_element: o.number = force_element(f); break;
    case Of::joint_or_constraint: carrier_by_name(f, o); break;
    case Of::bodies: o.bodies = bodies_of(f); break;
    case Of::signal: {
      const std::string name = f.text();
      o.number = find(f.item(), &ModelBuilder::find_signal, name);
      if (o.number < 0)
        f.fail("unknown signal '" + name + "'", did_you_mean(name, part_names(b_.model().signals),
                                                             "name one of the section signals"));
      break;
    }
    case Of::wheel_rail: o.number = wheel_rail_of(f); break;
  }
}

namespace {

// A key that the output needs, with what it may be.
Field needed(const Fields& f, const char* key, const std::string& what) {
  if (!f.has(key))
    throw Error("the key '" + std::string(key) + "' is missing", f.where(),
                "add " + std::string(key) + ": " + what);
  return f.get(key);
}

}  // namespace

void Reader::read_output_options(const Fields& f, Output& o) const {
  const unsigned takes = o.type->options;
  for (const OutputOption& option : output_options())
    if (const auto k = f.find(option.key); k && (takes & option.options) == 0)
      k->fail(
          "'" + std::string(option.key) + "' has no meaning for '" + std::string(o.type->key) + "'",
          "leave it out");
  if (takes & OutputEntry::axis) o.index = axis_of(needed(f, "axis", "x, y or z"));
  if (const auto i = f.find("axis"); i && (takes & OutputEntry::axis_or_z) != 0)
    o.measure.measure.i = axis_of(*i);
  if (const auto rate = f.find("rate"); rate && rate->flag()) {
    o.rate = true;
    o.unit += "/s";
  }
  if (takes & OutputEntry::wrench_part) {
    const std::vector<std::string> words(std::begin(wrench_parts), std::end(wrench_parts));
    const std::string word = needed(f, "component", "Fx, Fy, Fz, Mx, My or Mz").word(words);
    while (words[static_cast<std::size_t>(o.index)] != word) ++o.index;
    o.unit = unit_of(o.type->unit, o.index >= 3);
  }
  if (const auto axes = f.find("axes")) {
    const std::string word = axes->word({"joint", "body", "world"});
    o.axes = word == "joint"  ? Output::Axes::joint
             : word == "body" ? Output::Axes::body
                              : Output::Axes::world;
  }
  if (takes & OutputEntry::needs_relative) needed(f, "relative_to", "a body or body.frame");
  for (const char* key : {"relative_to", "about"})
    if (const auto to = f.find(key)) {
      o.reference = attachment(*to);
      o.relative = true;
    }
}

void Reader::read_output(const Item& item) {
  std::vector<std::string> keys;
  for (const OutputEntry& e : output_entries()) keys.emplace_back(e.key);
  std::vector<std::string> known = keys;
  for (const OutputOption& option : output_options()) known.emplace_back(option.key);
  for (const char* k : {"unit", "scale", "offset"}) known.emplace_back(k);
  const Fields f = Fields::of(item, known);
  f.require_one_of(keys);
  Output o;
  o.name = item.name;
  o.where = item.at();
  for (const OutputEntry& e : output_entries())
    if (const auto target = f.find(e.key)) {
      o.type = &e;
      o.unit = unit_of(e.unit, false);
      read_output_target(*target, f, o);
    }
  read_output_options(f, o);
  if (const auto unit = f.find("unit")) o.unit = unit->text();
  if (const auto scale = f.find("scale")) o.scale = scale->number("*");
  if (const auto offset = f.find("offset")) o.offset = offset->number("*");
  b_.output(std::move(o));
}

}  // namespace takt::io::model_file
