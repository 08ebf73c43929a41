// Reads the sections `joints` and `constraints`.
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io::model_file {
namespace {

const element::JointEntry& joint_type(const Field& f) {
  const std::string name = f.text();
  if (const element::JointEntry* e = element::find_joint(name)) return *e;
  std::vector<std::string> known;
  for (const element::JointEntry* e : element::joints) known.emplace_back(e->name);
  f.fail("unknown joint type '" + name + "'",
         did_you_mean(name, known, "there are " + join(known, ", ")));
}

std::vector<Field> two(const Field& f, const std::string& hint) {
  std::vector<Field> all = f.list();
  if (all.size() != 2) f.fail("'" + f.key() + "' does not have two entries", hint);
  return all;
}

}  // namespace

void Reader::attach_joint(const Fields& f, Joint& j) const {
  const std::vector<Field> ends = two(f.get("between"), "write between: [inboard, outboard]");
  bool framed[2] = {};
  const Attachment a = reference(ends[0], framed[0]), b = reference(ends[1], framed[1]);
  j.outboard_written.where = ends[1].where();
  const element::JointEntry& type = *j.type;
  bool turned = false;
  Mat3 axes = Mat3::Identity();
  if (type.axis2 >= 0) {
    const Field first = f.get("axis"), second = f.get("axis2");
    const Vec3 d1 = first.direction(), d2 = second.direction();
    if (std::abs(d1.dot(d2)) > 1e-6)
      second.fail("'axis2' is not normal to 'axis'", "the two axes of the joint are normal");
    axes = axes_along(d1, type.axis, d2, type.axis2);
    turned = true;
  } else {
    if (const auto axis2 = f.find("axis2"))
      axis2->fail("a " + std::string(type.name) + " joint has no second axis", "leave 'axis2' out");
    axes = axes_of(f, "axis", type.axis, 0, turned);
  }
  const Vec3 flips = turned_joint(type);
  const auto place = f.find("at");
  if (place && (framed[0] || framed[1]))
    place->fail("'between' names a frame already, and 'at' is given too", "keep one of them");
  const bool own_frames = type.between_body_frames && !place && !framed[0] && !framed[1];
  if ((framed[0] && framed[1]) || own_frames) {
    // The frames of the bodies are used as they are; the axes are given relative to them.
    const bool odd = f.item().context->reflection.odd();
    const auto on_frame = [&](Attachment side) {
      Mat3 R = axes;
      if (odd) R = turned_frame.asDiagonal() * R * flips.asDiagonal();
      side.frame.R = side.frame.R * R;
      return side;
    };
    j.inboard = on_frame(a);
    j.outboard = on_frame(b);
    return;
  }
  if (!place && !framed[0] && !framed[1])
    throw Error("the position of the joint is missing", f.where(),
                "write at: [x, y, z] in the common coordinates of the model file (design "
                "position), or name frames in between");
  const Frame drawn =
      drawn_frame(place ? *place : ends[framed[0] ? 0 : 1], turned ? &axes : nullptr, flips);
  j.inboard = b_.on(a.body, drawn);
  j.outboard = b_.on(b.body, drawn);
}

// The motion that the keys of the joint's type describe.
void Reader::read_motion(const Fields& f, Joint& j) {
  const std::span<const element::Key> keys = j.type->keys;
  const KeyedValues values(keys, values_of(f, keys, false, false), b_.model().road, f.where());
  try {
    j.motion = j.type->motion(values);
  } catch (const Error& e) {
    throw Error(e.what(), e.where.empty() ? f.where() : e.where, e.hint);
  }
  if (f.item().context->reflection.odd())
    j.motion = std::make_shared<element::MirroredMotion>(j.motion);
}

void Reader::read_joint(const Item& item) {
  std::vector<std::string> known{"type",     "between", "at",  "axis",   "axis2", "x",
                                 "rotation", "pitch",   "cut", "driven", "rows",  "module"};
  if (const YamlNode* type = item.node->find("type"))
    if (const element::JointEntry* e = element::find_joint(Field(*type, item, "type").text()))
      for (const element::Key& key : e->keys) known.emplace_back(key.name);
  const Fields f = Fields::of(item, std::move(known));
  Joint j;
  j.name = item.name;
  j.where = item.at();
  j.type = &joint_type(f.get("type"));
  attach_joint(f, j);
  if (j.type->motion != nullptr) read_motion(f, j);
  if (const auto pitch = f.find("pitch")) {
    if (!j.type->has_pitch) pitch->fail("only a screw has a pitch", "leave 'pitch' out");
    j.pitch = pitch->number("m");
    if (item.context->reflection.odd()) j.pitch = -j.pitch;
  } else if (j.type->has_pitch) {
    f.get("pitch");  // throws
  }
  if (const auto rotation = f.find("rotation"))
    j.cardan = rotation->word({"quaternion", "cardan"}) == "cardan";
  if (const auto cut = f.find("cut")) j.cut = cut->flag();
  if (const auto rows = f.find("rows")) j.world_rows = rows->word({"inboard", "world"}) == "world";
  if (const auto module = f.find("module"); module && holds(item, module->node())) {
    if (!j.type->is_ball())
      module->fail("a " + std::string(j.type->name) + " joint cannot join modules",
                   "couple them by a spherical joint: only its constraints keep the matrices of "
                   "the modules separate");
    if (j.cut == false)
      module->fail("a joint between modules is a loop constraint and cannot be part of the tree",
                   "leave `cut: false` out");
    j.module = j.world_rows = true;
    j.cut = true;
  }
  if (const auto driven = f.find("driven")) {
    const std::vector<JointComponent> q = coordinates_of(*j.type, j.cardan);
    if (q.size() != 1)
      driven->fail("a " + std::string(j.type->name) + " joint has " + std::to_string(q.size()) +
                       " coordinates and cannot be driven",
                   "drive a revolute, prismatic or screw joint");
    j.driven_by = signal_of(*driven, q[0].length ? "m" : "rad");
  }
  b_.joint(std::move(j));
}

void Reader::read_constraint(const Item& item) {
  using Kind = Constraint::Kind;
  const std::vector<std::string> types = {"distance", "point_on_line", "point_on_plane",
                                          "gear",     "coupler",       "rack",
                                          "rolling",  "wheel_rail"};
  if (const YamlNode* kind = item.node->find("type");
      kind != nullptr && Field(*kind, item, "type").text() == "wheel_rail") {
    Constraint wheel;
    read_wheel_rail(item, wheel);
    b_.constraint(std::move(wheel));
    return;
  }
  const Fields f = Fields::of(
      item, {"type", "from", "to", "length", "driven", "line", "plane", "axis", "point", "offset",
             "joints", "ratio", "terms", "rotation", "translation", "radius", "wheel", "height"});
  Constraint c;
  c.name = item.name;
  c.where = item.at();
  const std::string type = f.get("type").word(types);
  // Checks that only keys of this type are given.
  const auto only = [&](std::vector<std::string> keys) {
    keys.emplace_back("type");
    Fields::of(item, std::move(keys));
  };
  // A frame with z along the key `axis`, a direction of the drawing.
  const auto with_axis = [&](const char* key) {
    Attachment a = attachment(f.get(key));
    if (const auto axis = f.find("axis")) {
      const Frame turned =
          item.context->reflection.of({axes_along(axis->direction()), Vec3::Zero()}, turned_frame);
      a = b_.on(a.body, {turned.R, b_.in_drawing(a).p});
    }
    return a;
  };
  const auto term = [&](const Field& joint, double factor) {
    const JointCoordinate q = coordinate_of(joint, {});
    c.terms.push_back({q.joint, q.component, factor});
  };
  std::string_view unit = "m";
  if (type == "distance") {
    only({"from", "to", "length", "driven"});
    c.a = attachment(f.get("from"));
    c.b = attachment(f.get("to"));
    const auto length = f.find("length");
    c.length = length ? length->number("m") : (b_.in_drawing(c.b).p - b_.in_drawing(c.a).p).norm();
  } else if (type == "point_on_line" || type == "point_on_plane") {
    const bool line = type == "point_on_line";
    only(line ? std::vector<std::string>{"line", "axis", "point"}
              : std::vector<std::string>{"plane", "axis", "point", "offset", "driven"});
    c.kind = line ? Kind::point_on_line : Kind::point_on_plane;
    c.a = with_axis(line ? "line" : "plane");
    c.b = attachment(f.get("point"));
    if (const auto offset = f.find("offset")) c.length = offset->number("m");
  } else if (type == "gear") {
    only({"joints", "ratio", "offset", "driven"});
    c.kind = Kind::coupler;
    const std::vector<Field> joints = two(f.get("joints"), "write joints: [a, b]");
    term(joints[0], 1);
    term(joints[1], -f.get("ratio").number("*"));
  } else if (type == "coupler") {
    only({"terms", "offset", "driven"});
    c.kind = Kind::coupler;
    for (const Field& t : f.get("terms").entries()) {
      YamlNode name;
      name.kind = YamlNode::Kind::scalar;
      name.text = t.key();
      name.mark = t.node().mark;
      term(Field(name, item, "terms"), t.number("*"));
    }
  } else if (type == "rack") {
    only({"rotation", "translation", "radius", "offset", "driven"});
    c.kind = Kind::coupler;
    term(f.get("translation"), 1);
    term(f.get("rotation"), -f.get("radius").number("m"));
  } else {
    only({"wheel", "axis", "radius", "height"});
    c.kind = Kind::rolling;
    c.b = with_axis("wheel");
    c.length = f.get("radius").number("m");
    if (const auto height = f.find("height")) c.a.frame.p[2] = height->number("m");
  }
  if (c.kind == Kind::coupler) {
    unit = "*";
    if (const auto offset = f.find("offset")) c.length = offset->number(unit);
  }
  if (const auto driven = f.find("driven")) c.driven_by = signal_of(*driven, unit);
  b_.constraint(std::move(c));
}

}  // namespace takt::io::model_file
