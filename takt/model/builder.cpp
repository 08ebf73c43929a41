// ModelBuilder: bodies, joints, constraints, forces, road, outputs and initial values. The signals
// are in builder_signals.cpp.
#include "takt/model/builder.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/element/signal/expression.hpp"
#include "takt/model/builder_parts.hpp"
#include "takt/model/check.hpp"
#include "takt/model/joint_components.hpp"
#include "takt/model/output_catalogue.hpp"

namespace takt {
namespace {

class Level final : public element::Road {  // the road of a model that names none
 public:
  element::RoadPoint at(double, double) const noexcept override { return {}; }
};

ModelMeasure between(element::MeasureKind kind, int i, const ForceSpec& f) {
  return {{kind, f.from, f.to, i, 2, 1}, -1, 0};
}

// The measures that a law gets when it is attached in this way.
std::vector<ModelMeasure> measures_of(element::Attach attach, const ForceSpec& f, const Model& m) {
  using element::Attach, element::MeasureKind;
  std::vector<ModelMeasure> all;
  switch (attach) {
    case Attach::points: all.push_back(between(MeasureKind::distance, 2, f)); break;
    case Attach::axis: all.push_back(between(MeasureKind::along, 2, f)); break;
    case Attach::three:
      for (int i = 0; i < 3; ++i) all.push_back(between(MeasureKind::along, i, f));
      break;
    case Attach::six:
      for (int i = 0; i < 3; ++i) all.push_back(between(MeasureKind::along, i, f));
      for (int i = 0; i < 3; ++i) all.push_back(between(MeasureKind::twist, i, f));
      break;
    case Attach::joint:
    case Attach::whole_joint:
    case Attach::two_joints:
      for (const JointCoordinate& j : f.joints) all.push_back({{}, j.joint, j.component});
      break;
    case Attach::all:
    case Attach::wheel_rail: {
      const auto add = [&](int joint) {
        const Joint& j = m.joints[joint];
        const int n = static_cast<int>(coordinates_of(*j.type, j.cardan).size());
        for (int k = 0; k < n; ++k) all.push_back({{}, joint, k});
      };
      if (attach == Attach::wheel_rail) add(m.constraints[f.wheel_rail].joint);
      for (const JointCoordinate& j : f.joints) add(j.joint);
      break;
    }
    case Attach::vehicle:
    case Attach::axle:
      for (int i = 0; i < 2; ++i)
        all.push_back({{MeasureKind::difference, {}, f.on, i, 2, 1}, -1, 0});
      for (int i = 0; i < 2; ++i) all.push_back({{MeasureKind::dot, {}, f.on, i, 0, 1}, -1, 0});
      for (const JointCoordinate& j : f.joints) all.push_back({{}, j.joint, j.component});
      break;
    case Attach::any:
      if (f.joints.empty())
        all.push_back(between(f.along_axis ? MeasureKind::along : MeasureKind::distance, 2, f));
      for (const JointCoordinate& j : f.joints) all.push_back({{}, j.joint, j.component});
      for (const JointCoordinate& j : f.reads) all.push_back({{}, j.joint, j.component});
      break;
    case Attach::body:
    case Attach::frames: break;
  }
  return all;
}

}  // namespace

std::string place_of(const std::string& where, std::string_view kind, std::string_view name) {
  return (where.empty() ? "" : where + " ") + std::string(kind) + " '" + std::string(name) + "'";
}

ModelBuilder::ModelBuilder(std::string name) {
  model_.name = std::move(name);
  model_.road = std::make_shared<Level>();
}

int ModelBuilder::add_name(Numbers& all, const char* kind, const std::string& name,
                           const std::string& where, std::size_t number) {
  if (name.empty()) throw Error(std::string("a ") + kind + " has no name", where, "");
  if (!all.emplace(name, static_cast<int>(number)).second)
    throw Error("there are two of this name", place_of(where, kind, name),
                "names are unique: rename one of them");
  return static_cast<int>(number);
}

int ModelBuilder::body_of(std::string_view name) const {
  const int i = find_body(name);
  if (i < 0)
    throw Error("unknown body '" + std::string(name) + "'", "",
                did_you_mean(name, names(model_.bodies)));
  return i;
}

int ModelBuilder::body(Body b) {
  const std::string place = place_of(b.where, "body", b.name);
  check_body(b, place);
  for (std::size_t i = 0; i < b.frames.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (b.frames[i].name == b.frames[k].name)
        throw Error("there are two frames '" + b.frames[i].name + "'", place, "rename one of them");
  if (b.name == "ground" && !ground_given_) {
    model_.bodies[0] = std::move(b);  // frames and shapes of ground
    ground_given_ = true;
    return 0;
  }
  const int number = add_name(bodies_, "body", b.name, b.where, model_.bodies.size());
  model_.bodies.push_back(std::move(b));
  return number;
}

int ModelBuilder::joint(Joint j) {
  check_joint(model_, j, place_of(j.where, "joint", j.name));
  const int number = add_name(joints_, "joint", j.name, j.where, model_.joints.size());
  model_.joints.push_back(std::move(j));
  return number;
}

int ModelBuilder::joint(std::string name, std::string_view type, std::string_view inboard,
                        std::string_view outboard, const Frame& drawing) {
  Joint j;
  j.name = std::move(name);
  j.type = element::find_joint(type);
  if (j.type == nullptr) {
    std::vector<std::string> known;
    for (const element::JointEntry* e : element::joints) known.emplace_back(e->name);
    throw Error("unknown joint '" + std::string(type) + "'", place_of("", "joint", j.name),
                did_you_mean(type, known, "there are " + join(known, ", ")));
  }
  j.inboard = on(inboard, drawing);
  j.outboard = on(outboard, drawing);
  return joint(std::move(j));
}

int ModelBuilder::constraint(Constraint c) {
  check_constraint(model_, c, place_of(c.where, "constraint", c.name));
  const int number =
      add_name(constraints_, "constraint", c.name, c.where, model_.constraints.size());
  model_.constraints.push_back(std::move(c));
  return number;
}

int ModelBuilder::signal(Signal s) {
  const int number = add_name(signals_, "signal", s.name, s.where, model_.signals.size());
  model_.signals.push_back(std::move(s));
  return number;
}

std::vector<std::string> ModelBuilder::signals_in(const element::ForceEntry& entry,
                                                  const ForceSpec& spec,
                                                  std::vector<int>& signals) const {
  std::vector<std::string> found;
  for (const element::Key& key : entry.keys) {
    const auto text = spec.values.find(key.name);
    if (key.allowed != "formula" || text == spec.values.end() ||
        !std::holds_alternative<std::string>(text->second))
      continue;
    for (const std::string& name :
         element::Expression::names_in(std::get<std::string>(text->second))) {
      const auto& own = element::formula_names;
      if (std::find(std::begin(own), std::end(own), name) != std::end(own) ||
          std::find(found.begin(), found.end(), name) != found.end())
        continue;
      std::vector<std::string> prefixes = spec.prefixes;
      if (prefixes.empty()) prefixes.emplace_back();
      for (const std::string& prefix : prefixes)
        if (const int s = find_signal(prefix + name); s >= 0) {
          found.push_back(name);
          signals.push_back(s);
          break;
        }
    }
  }
  return found;
}

int ModelBuilder::force(const ForceSpec& spec) {
  const std::string place = place_of(spec.where, "force", spec.name);
  const element::ForceEntry& entry = entry_of(element::forces(), "force", spec.type, place);
  const bool touches = entry.attach == element::Attach::wheel_rail;
  if (touches && (spec.wheel_rail < 0 || model_.constraints[spec.wheel_rail].wheel_rail == nullptr))
    throw Error("the force belongs to no wheel on a rail", place,
                "name a constraint of type wheel_rail");
  Force f;
  std::vector<std::string> others;  // signals that formulas name
  if (element::has_formulas(entry.attach)) others = signals_in(entry, spec, f.signals);
  KeyedValues values(entry.keys, spec.values, model_.road, place,
                     touches ? model_.constraints[spec.wheel_rail].wheel_rail : nullptr, others);
  f.name = spec.name;
  f.where = spec.where;
  f.type = spec.type;
  f.attach = entry.attach;
  f.explicit_only = spec.implicit == ForceSpec::Implicit::no;
  f.by_step = spec.implicit == ForceSpec::Implicit::by_step;
  f.on = f.between_bodies() ? spec.to : spec.on;
  if (f.between_bodies()) f.from = spec.from;
  if (touches) f.wheel_rail = spec.wheel_rail;
  f.measures = measures_of(entry.attach, spec, model_);
  values.set_measures(static_cast<int>(f.measures.size()));
  try {
    if (entry.body_force != nullptr)
      f.body_force = entry.body_force(values);
    else
      f.law = entry.law(values);
  } catch (const element::ExpressionError& e) {
    throw Error(std::string(e.what()) + " (" + e.where + ")", place,
                e.unknown.empty() ? e.hint
                                  : did_you_mean(e.unknown, names(model_.signals),
                                                 "a formula may use s, v, s1, v1, s2, v2, z, z2, "
                                                 "pi, e and signals by name"));
  } catch (const Error& e) {
    throw Error(e.what(), place, e.hint);
  }
  if (f.law != nullptr && f.law->measures() != f.measures.count())
    throw Error("the force acts on " + std::to_string(f.law->measures()) + " coordinates, not " +
                    std::to_string(f.measures.size()),
                place, "");
  for (const element::Key& key : entry.keys)
    if (key.kind == element::KeyKind::signal)
      f.signals.push_back(signal_of(values.signal(key.name),
                                    spec.name + "." + std::string(key.name), place, spec.where));
    else if (key.kind == element::KeyKind::varying && values.varies(key.name))
      f.signals.push_back(varying_of(key, values, place));
  if (f.body_force != nullptr && f.body_force->on_road() && model_.road_friction >= 0)
    f.signals.push_back(model_.road_friction);
  const int number = add_name(forces_, "force", f.name, f.where, model_.forces.size());
  model_.forces.push_back(std::move(f));
  return number;
}

void ModelBuilder::road(std::string_view type, const GivenValues& given, std::string where) {
  const std::string place = place_of(where, "road", type);
  const element::RoadEntry& entry = entry_of(element::roads(), "road", type, place);
  const KeyedValues values(entry.keys, given, model_.road, place);
  model_.road = made(entry, values, place);
  model_.road_friction = -1;
  for (const element::Key& key : entry.keys)
    if (key.name == "friction" && values.varies(key.name))
      model_.road_friction = varying_of(key, values, place);
}

int ModelBuilder::output(Output o) {
  const int number = add_name(outputs_, "output", o.name, o.where, model_.outputs.size());
  model_.outputs.push_back(std::move(o));
  return number;
}

int ModelBuilder::output_position(std::string name, const Attachment& frame, int axis) {
  Output o;
  o.name = std::move(name);
  o.type = &output_entry("position");
  o.unit = "m";
  o.frame = frame;
  o.index = axis;
  return output(std::move(o));
}

Joint& ModelBuilder::joint_of(std::string_view name) {
  const int i = find_joint(name);
  if (i < 0)
    throw Error("unknown joint '" + std::string(name) + "'", "initial",
                did_you_mean(name, names(model_.joints)));
  return model_.joints[i];
}

namespace {

void add_start(std::vector<std::pair<std::string, double>>& to, const Joint& j,
               const std::vector<JointComponent>& known, std::string_view component, double value) {
  const int i = require_component(j, known, component, "initial");
  if (!std::isfinite(value))
    throw Error("the initial value is not finite", "initial joint '" + j.name + "'", "");
  to.emplace_back(known[i].name, value);
}

}  // namespace

void ModelBuilder::start_position(std::string_view joint, std::string_view component,
                                  double value) {
  Joint& j = joint_of(joint);
  add_start(j.q0, j, coordinates_of(*j.type, j.cardan), component, value);
}

void ModelBuilder::start_velocity(std::string_view joint, std::string_view component,
                                  double value) {
  Joint& j = joint_of(joint);
  add_start(j.v0, j, velocities_of(*j.type, j.cardan), component, value);
}

void ModelBuilder::guess_position(std::string_view joint, std::string_view component,
                                  double value) {
  Joint& j = joint_of(joint);
  add_start(j.guess, j, coordinates_of(*j.type, j.cardan), component, value);
}

const Frame* ModelBuilder::find_frame(int body, std::string_view name, Frame& made) const {
  const Body& b = model_.bodies[body];
  for (const NamedFrame& f : b.frames)
    if (f.name == name) return &f.frame;
  if (name != "origin" && name != "com") return nullptr;
  made = Frame{Mat3::Identity(), name == "com" ? b.centre : Vec3(Vec3::Zero())};
  return &made;
}

Attachment ModelBuilder::on(std::string_view reference) const {
  if (const int body = find_body(reference); body >= 0) return {body, {}};
  const std::size_t dot = reference.rfind('.');
  if (dot == std::string_view::npos) body_of(reference);  // throws
  const int body = body_of(reference.substr(0, dot));
  Frame made;
  const Frame* frame = find_frame(body, reference.substr(dot + 1), made);
  if (frame == nullptr)
    throw Error("body '" + std::string(reference.substr(0, dot)) + "' has no frame '" +
                    std::string(reference.substr(dot + 1)) + "'",
                "", did_you_mean(reference.substr(dot + 1), names(model_.bodies[body].frames)));
  return {body, *frame};
}

Attachment ModelBuilder::on(std::string_view body, const Frame& drawing) const {
  return on(body_of(body), drawing);
}

Attachment ModelBuilder::on(int body, const Frame& drawing) const {
  return {body, model_.bodies[body].design.inverse() * drawing};
}

Frame ModelBuilder::in_drawing(const Attachment& a) const {
  return model_.bodies[a.body].design * a.frame;
}

Model ModelBuilder::build() {
  if (model_.bodies.size() < 2)
    throw Error("the model has no bodies", model_.file.empty() ? model_.name : model_.file,
                "add a section bodies");
  link_formulas();
  link_sampled();
  check_connected(model_);
  return std::move(model_);
}

}  // namespace takt
