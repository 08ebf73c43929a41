// Resolves references in a model file: names of bodies, frames, joints and signals, and places in
// the drawing.
#include <Eigen/Geometry>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/signal/expression.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io::model_file {
namespace {

// Names as the element may write them: without the prefix of its context.
std::vector<std::string> seen_from(const Item& item, std::vector<std::string> names) {
  const std::string& prefix = item.context->prefix;
  if (!prefix.empty())
    for (std::string& n : names)
      if (n.starts_with(prefix)) n.erase(0, prefix.size());
  return names;
}

}  // namespace

std::vector<std::string> prefixes_of(const Item& item) {
  std::vector<std::string> all;
  for (const Context* c = item.context.get(); c != nullptr; c = c->outer.get())
    all.push_back(c->prefix);
  return all;
}

// Names may contain "-", so "a-b" is a formula only if it consists of names of signals.
bool Reader::is_formula(const Item& item, const std::string& text) const {
  if (text == "t" || text.starts_with("-")) return true;
  if (text.find_first_of("()+*/^ ") != std::string::npos) return true;
  if (text.find('-') == std::string::npos) return false;
  for (const std::string& name : element::Expression::names_in(text))
    if (name != "t" && find(item, &ModelBuilder::find_signal, name) < 0) return false;
  return true;
}

int Reader::find(const Item& item, int (ModelBuilder::*by_name)(std::string_view) const noexcept,
                 const std::string& name) const {
  for (const Context* c = item.context.get(); c != nullptr; c = c->outer.get())
    if (const int i = (b_.*by_name)(c->prefix + name); i >= 0) return i;
  return -1;
}

int Reader::body_of(const Field& f) const {
  const std::string name = f.text();
  const int i = find(f.item(), &ModelBuilder::find_body, name);
  if (i < 0)
    f.fail("unknown body '" + name + "'",
           did_you_mean(name, seen_from(f.item(), part_names(b_.model().bodies)),
                        "bodies are given in the section bodies, the fixed one is 'ground'"));
  return i;
}

int Reader::joint_of(const Field& f) const {
  const std::string name = f.text();
  const int i = find(f.item(), &ModelBuilder::find_joint, name);
  if (i < 0)
    f.fail("unknown joint '" + name + "'",
           did_you_mean(name, seen_from(f.item(), part_names(b_.model().joints)),
                        "joints are given in the section joints"));
  return i;
}

int Reader::require_unit(int signal, const Field& use, std::string_view unit) const {
  const auto own = signal_units_.find(signal);
  if (own == signal_units_.end() || unit == "*" || fits(own->second, dimension_of(unit)))
    return signal;
  const std::string& name = b_.model().signals[signal].name;
  use.fail("the signal '" + name + "' is in " + unit_of_dimension(own->second) + " where " +
               quantity_in_words(unit) + " is expected ('" + use.key() + "')",
           unit.empty() ? "give its values without a unit"
                        : "give its values in " + std::string(unit) + ", or name another signal");
}

int Reader::signal_of(const Field& f, std::string_view unit) {
  const Item& of = f.item();
  const std::string own = (of.name.empty() ? of.kind : of.name) + "." + f.key();
  if (f.is_map()) {
    Item inner = f.item();
    inner.kind = "signal";
    inner.name = own;
    inner.mark = f.node().mark;
    inner.node = std::shared_ptr<const YamlNode>(std::shared_ptr<void>(), &f.node());
    read_signal(inner);
    return require_unit(b_.find_signal(own), f, unit);
  }
  const std::string text = f.text();
  if (const int named = find(f.item(), &ModelBuilder::find_signal, text); named >= 0)
    return require_unit(named, f, unit);
  const Value v = value_of(text);
  if (v.number && holds_one_value(f.node().text))
    return b_.signal(own, "constant", {{"value", f.number(unit)}}, to_string(f.node().mark));
  if (is_formula(of, text))
    return b_.signal(own, "expression", {{"text", f.formula()}}, to_string(f.node().mark),
                     prefixes_of(of));
  f.fail("unknown signal '" + text + "'",
         did_you_mean(text, seen_from(f.item(), part_names(b_.model().signals)),
                      "name a signal, or write a number, a formula or {type: ...}"));
}

JointCoordinate Reader::coordinate_of(const Field& f, const std::optional<Field>& component) const {
  std::string name = f.text(), part = component ? component->text() : "";
  int joint = find(f.item(), &ModelBuilder::find_joint, name);
  if (const std::size_t dot = name.rfind('.');
      joint < 0 && dot != std::string::npos && !component) {
    joint = find(f.item(), &ModelBuilder::find_joint, name.substr(0, dot));
    part = name.substr(dot + 1);
  }
  if (joint < 0) joint_of(f);  // throws
  const Joint& j = b_.model().joints[joint];
  const std::vector<JointComponent> all = coordinates_of(*j.type, j.cardan);
  const Field& at_fault = component ? *component : f;
  const int i = require_component(j, all, part, at_fault.where());
  if (all[i].quaternion)
    at_fault.fail("coordinate '" + part + "' is part of a quaternion and cannot be used alone",
                  "write rotation: cardan in joint '" + j.name + "'");
  return {joint, i};
}

bool Reader::find_reference(const Field& f, Attachment& found, bool& has_frame) const {
  const std::string name = f.text();
  const std::size_t dot = name.rfind('.');
  for (const Context* c = f.item().context.get(); c != nullptr; c = c->outer.get()) {
    if (const int body = b_.find_body(c->prefix + name); body >= 0) {
      found = {body, {}};
      has_frame = false;
      return true;
    }
    if (dot == std::string::npos) continue;
    const int body = b_.find_body(c->prefix + name.substr(0, dot));
    if (body < 0) continue;
    Frame made;
    const Frame* frame = b_.find_frame(body, name.substr(dot + 1), made);
    if (frame == nullptr) {
      std::vector<std::string> known = part_names(b_.model().bodies[body].frames);
      known.insert(known.end(), {"origin", "com"});
      f.fail(
          "body '" + b_.model().bodies[body].name + "' has no frame '" + name.substr(dot + 1) + "'",
          did_you_mean(name.substr(dot + 1), known, "it has " + join(known, ", ")));
    }
    found = {body, *frame};
    has_frame = true;
    return true;
  }
  return false;
}

Attachment Reader::reference(const Field& f, bool& has_frame) const {
  Attachment a;
  if (!find_reference(f, a, has_frame)) {
    const std::string name = f.text();
    std::vector<std::string> known = part_names(b_.model().bodies);
    for (const Body& body : b_.model().bodies)
      for (const NamedFrame& frame : body.frames) known.push_back(body.name + "." + frame.name);
    f.fail("unknown body '" + name + "'",
           did_you_mean(name, seen_from(f.item(), std::move(known)),
                        "write body or body.frame; the fixed body is 'ground'"));
  }
  return a;
}

// Axes from the keys `direction`, x and rpy; `given` tells whether any of them is present.
Mat3 Reader::axes_of(const Fields& f, const char* direction, int axis, int second, bool& given) {
  given = false;
  if (const auto rpy = f.find("rpy")) {
    f.exclude("rpy", direction);
    f.exclude("rpy", "x");
    given = true;
    return roll_pitch_yaw(rpy->vector("rad"));
  }
  const auto a = f.find(direction), x = f.find("x");
  if (!a && !x) return Mat3::Identity();
  given = true;
  const Vec3 along = a ? a->direction() : Vec3(Vec3::Unit(axis));
  if (!x) return axes_along(along, axis);
  const Vec3 hint = x->direction();
  if (along.cross(hint).norm() < 1e-6)
    x->fail("'x' is parallel to '" + std::string(direction) + "'", "give another direction");
  return axes_along(along, axis, hint, second);
}

Frame Reader::drawn_frame(const Field& f, const Mat3* axes, const Vec3& turned) const {
  const Reflection& mirror = f.item().context->reflection;
  Frame at_origin;
  if (axes != nullptr) at_origin.R = *axes;
  const Mat3 own = mirror.of(at_origin, turned).R;
  if (!f.is_scalar()) return {own, mirror * f.vector("m")};
  bool has_frame = false;
  const Frame named = b_.in_drawing(reference(f, has_frame));  // is reflected already
  if (axes != nullptr) return {own, named.p};
  Mat3 R = named.R;
  if (mirror.odd()) R = R * turned_frame.cwiseProduct(turned).asDiagonal();
  return {R, named.p};
}

Attachment Reader::attachment(const Field& f, const std::optional<Field>& at) const {
  if (!f.is_map()) {
    bool has_frame = false;
    Attachment a = reference(f, has_frame);
    if (!at) return a;
    if (has_frame)
      at->fail("'" + f.key() + "' names a frame already, and 'at' is given too",
               "keep one of them");
    return b_.on(a.body, drawn_frame(*at, nullptr, turned_frame));
  }
  const Fields fields = f.map({"body", "at", "axis", "x", "rpy"});
  const int body = body_of(fields.get("body"));
  bool turned = false;
  const Mat3 axes = axes_of(fields, "axis", 2, 0, turned);
  const std::optional<Field> own = fields.find("at");
  if (!own && !turned) return {body, {}};
  if (!own) throw Error("the key 'at' is missing", fields.where(), "add at: [x, y, z]");
  return b_.on(body, drawn_frame(*own, turned ? &axes : nullptr, turned_frame));
}

}  // namespace takt::io::model_file
