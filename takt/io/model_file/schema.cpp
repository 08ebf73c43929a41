#include "takt/io/model_file/schema.hpp"

#include "takt/base/choice.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/io/model_file/schema_output.hpp"
#include "takt/io/model_file/schema_words.hpp"

namespace takt::io {
namespace {

using namespace schema_words;
using element::Attach;
using element::Key;
using element::KeyKind;

std::string meaning_of(const Key& key) {
  std::string text(key.meaning);
  if (!key.unit.empty()) text += " [" + element::unit_in_words(key) + "]";
  if (!key.standard.empty() && key.standard != "none")
    text += "; default " + std::string(key.standard);
  return text;
}

Json value_of(const Key& key) {
  const std::string text = meaning_of(key);
  switch (key.kind) {
    case KeyKind::number: return ref("number", text);
    case KeyKind::vector: return ref("vector", text);
    case KeyKind::curve: return ref("curve", text);
    case KeyKind::matrix:
    case KeyKind::table: return ref("rows", text);
    case KeyKind::flag: return ref("flag", text);
    case KeyKind::signal:
    case KeyKind::varying: return ref("signal", text);
    case KeyKind::text: return described({{"type", "string"}}, text);
    case KeyKind::word:
      if (key.allowed.empty()) return described({{"type", "string"}}, text);
      // A parameter may supply the word.
      return described({{"anyOf", {one_word(split(key.allowed, '|')), ref("expression")}}}, text);
  }
  return {};
}

// One alternative for each entry; the key `type` selects it.
template <class Entry>
Json alternative(const Entry& e, Json properties, std::vector<std::string> required) {
  properties["type"] = {{"const", std::string(e.name)}};
  required.insert(required.begin(), "type");
  for (const Key& key : e.keys) {
    properties[std::string(key.name)] = value_of(key);
    if (key.standard.empty()) required.emplace_back(key.name);
  }
  return described(element_of(std::move(properties), std::move(required)), e.summary);
}

Json attach_keys(Attach attach) {
  switch (attach) {
    case Attach::points:
    case Attach::frames: return {{"from", ref("place")}, {"to", ref("place")}};
    case Attach::axis:
      return {{"from", ref("place")}, {"to", ref("place")}, {"axis", ref("direction")}};
    case Attach::three:
    case Attach::six: return {{"from", ref("place")}, {"to", ref("place")}, {"at", ref("point")}};
    case Attach::joint:
    case Attach::whole_joint: return {{"joint", ref("name")}, {"component", ref("name")}};
    case Attach::two_joints: return {{"joints", list_of(ref("name"), 2, 2)}};
    case Attach::all: return {{"joints", list_of(ref("name"), 1)}};
    case Attach::wheel_rail: return {{"contact", ref("name", "a constraint of type wheel_rail")}};
    case Attach::vehicle:
    case Attach::body: return {{"on", ref("place")}, {"at", ref("point")}};
    case Attach::axle:
      return {{"on", ref("place")}, {"at", ref("point")}, {"joints", list_of(ref("name"), 2, 2)}};
    case Attach::any:
      return {{"from", ref("place")},     {"to", ref("place")},
              {"axis", ref("direction")}, {"joint", ref("name")},
              {"component", ref("name")}, {"reads", list_of(ref("name"), 1, 2)}};
  }
  return Json::object();
}

std::vector<std::string> attach_required(Attach attach) {
  switch (attach) {
    case Attach::points:
    case Attach::frames:
    case Attach::axis:
    case Attach::three:
    case Attach::six: return {"from", "to"};
    case Attach::joint:
    case Attach::whole_joint: return {"joint"};
    case Attach::two_joints:
    case Attach::all: return {"joints"};
    case Attach::wheel_rail: return {"contact"};
    case Attach::vehicle:
    case Attach::body: return {"on"};
    case Attach::axle: return {"on", "joints"};
    case Attach::any: return {};  // joint, or from and to
  }
  return {};
}

Json forces() {
  Json all = Json::array();
  for (const element::ForceEntry& e : element::forces()) {
    Json keys = attach_keys(e.attach);
    keys["implicit"] = described(
        {{"anyOf", {ref("flag"), one_word({"auto"})}}},
        "false: left out of linear-implicit Jacobians; auto: if it is not stiff in the step that "
        "runs; default true");
    all.push_back(alternative(e, std::move(keys), attach_required(e.attach)));
  }
  return {{"anyOf", std::move(all)}};
}

template <class Entries> Json alternatives(const Entries& entries) {
  Json all = Json::array();
  for (const auto& e : entries) all.push_back(alternative(e, Json::object(), {}));
  return all;
}

Json joint() {
  std::vector<std::string> types;
  std::string text;
  for (const element::JointEntry* e : element::joints) {
    types.emplace_back(e->name);
    text += (text.empty() ? "" : "; ") + std::string(e->name) + ": " + std::string(e->summary);
  }
  Json joint = element_of(
      {{"type", described({{"anyOf", {one_word(types), ref("expression")}}}, text)},
       {"between", described(list_of(ref("name"), 2, 2), "inboard, outboard: body or body.frame")},
       {"at", ref("point", "where it is in the drawing")},
       {"axis", ref("direction", "in the drawing; default z")},
       {"axis2", ref("direction", "second axis of a universal joint, fixed in the outboard body")},
       {"x", ref("direction", "of the joint's x axis; default chosen")},
       {"rotation",
        one_word({"quaternion", "cardan"}, "coordinates of a rotation; default quaternion")},
       {"pitch", ref("number", "advance of a screw per turn [m]")},
       {"cut", ref("flag", "true: closes a loop, false: is part of the tree; default found")},
       {"rows", one_word({"inboard", "world"}, "axes of the rows of a cut joint; default inboard")},
       {"module", ref("when", "true: joins modules that are solved each on its own")},
       {"driven", ref("signal", "prescribes the joint's only coordinate")}},
      {"type", "between"});
  for (const element::JointEntry* e : element::joints)
    for (const Key& key : e->keys) joint["properties"][std::string(key.name)] = value_of(key);
  return joint;
}

Json wheel_rail() {
  Json properties{
      {"type", {{"const", "wheel_rail"}}},
      {"joint", ref("name", "of the wheelset, a vehicle_body")},
      {"distance", ref("signal", "distance from which its coordinate x is counted [m]")}};
  std::vector<std::string> required{"type", "joint", "distance"};
  for (const Key& key : element::WheelRail::keys) {
    properties[std::string(key.name)] = value_of(key);
    if (key.standard.empty()) required.emplace_back(key.name);
  }
  return described(element_of(std::move(properties), std::move(required)), "a wheel on its rail");
}

Json constraint() {
  Json others = element_of(
      {{"type", one_word({"distance", "point_on_line", "point_on_plane", "gear", "coupler", "rack",
                          "rolling"})},
       {"from", ref("place", "distance: one end")},
       {"to", ref("place", "distance: other end")},
       {"length", ref("number", "of a distance [m]; default as drawn")},
       {"driven", ref("signal", "added to the length or offset")},
       {"line", ref("place", "point_on_line: frame whose axis is the line")},
       {"plane", ref("place", "point_on_plane: frame whose axis is the normal")},
       {"axis", ref("direction", "of the line, of the plane's normal, of the wheel; default z")},
       {"point", ref("place", "what stays on the line or plane")},
       {"offset", ref("number", "of the plane, in m; of coordinates, in their unit; default 0")},
       {"joints", described(list_of(ref("name"), 2, 2), "gear: a, b with a = ratio b")},
       {"ratio", ref("number", "gear: turns of a per turn of b")},
       {"terms", named(ref("number"), "coupler: joint or joint.component to factor")},
       {"rotation", ref("name", "rack: joint that turns")},
       {"translation", ref("name", "rack: joint that slides")},
       {"radius", ref("number", "of the pinion or the wheel [m]")},
       {"wheel", ref("place", "rolling: centre of the wheel")},
       {"height", ref("number", "rolling: z of the plane [m]; default 0")}},
      {"type"});
  return {{"anyOf", {std::move(others), wheel_rail()}}};
}

Json shape_properties() {
  const auto round = [](std::string_view text, bool tube = false) {
    Json p{{"radius", ref("number")}, {"length", ref("number")}};
    std::vector<std::string> required{"radius", "length"};
    if (tube) p["inner"] = ref("number"), required.emplace_back("inner");
    return described(object(std::move(p), std::move(required)), text);
  };
  return {{"box", ref("vector", "edges along x, y, z [m]")},
          {"cylinder", round("{radius, length} [m]")},
          {"sphere", ref("number", "radius [m]")},
          {"line", described(list_of(ref("vector"), 2, 2), "two points, for pictures [m]")},
          {"capsule", round("{radius, length}, length without the round ends [m]")},
          {"cone", round("{radius, length}, its base is at the origin [m]")},
          {"tube", round("{radius, inner, length} [m]", true)},
          {"mesh", {{"type", "string"}, {"description", "file .stl or .obj, in m"}}},
          {"scale", ref("number", "of a mesh: 0.001 for a file in mm; default 1")},
          {"at", ref("vector", "origin of the shape, in the body's frame [m]; default [0, 0, 0]")},
          {"axis", ref("direction", "of its z; default z")},
          {"x", ref("direction", "of its x; default chosen")},
          {"rpy", ref("vector", "roll, pitch, yaw, in place of axis and x [rad]")},
          {"part", one_word({"body", "glass", "tyre", "frame", "light"},
                            "colour in pictures; a cylinder that is a `tyre` is drawn as a wheel; "
                            "default that of the body")}};
}

Json body() {
  const Json frame = {{"anyOf",
                       {ref("vector"), object({{"at", ref("vector")},
                                               {"axis", ref("direction")},
                                               {"z", ref("direction")},
                                               {"x", ref("direction")},
                                               {"rpy", ref("vector")}},
                                              {"at"})}}};
  const Json cylinder =
      object({{"radius", ref("number")}, {"length", ref("number")}, {"axis", ref("direction")}},
             {"radius", "length"});
  return element_of(
      {{"mass", ref("number", "0 for a massless part [kg]")},
       {"com", ref("vector", "centre of mass, in the body's frame [m]; default origin")},
       {"inertia", ref("rows",
                       "about the centre of mass: [Ixx, Iyy, Izz], [Ixx, Iyy, Izz, Ixy, "
                       "Ixz, Iyz] or 3 rows [kg m^2]")},
       {"density", ref("number", "mass, com and inertia from the shapes [kg/m^3]")},
       {"uniform", described(object({{"rod", list_of(ref("vector"), 2, 2)},
                                     {"box", ref("vector")},
                                     {"cylinder", cylinder},
                                     {"sphere", ref("number")},
                                     {"radius", ref("number", "of a rod [m]")}}),
                             "centre of mass and inertia of a uniform body")},
       {"pose", described(object({{"at", ref("vector")},
                                  {"rpy", ref("vector")},
                                  {"axis", ref("direction")},
                                  {"x", ref("direction")}}),
                          "the body's own frame in the drawing; default that of the drawing")},
       {"frames", named(frame, "named frames on the body, in its own frame")},
       {"points", named(frame, "the same as frames")},
       {"shape", ref("shape", "for density and pictures")},
       {"shapes", described(list_of(ref("shape")), "several of them")}});
}

Json initial_values(std::string_view text) {
  return named({{"anyOf", {ref("number"), named(ref("number"), "by component")}}}, text);
}

Json initial() {
  return object({{"q", initial_values("joint coordinates that are kept")},
                 {"v", initial_values("joint velocities that are kept")},
                 {"guess", initial_values("joint coordinates the assembly may change")},
                 {"equilibrium", ref("flag", "start at rest of all forces")},
                 {"speed", ref("number", "along x, wheels rolling [m/s]")},
                 {"assemble", ref("flag", "close the loops before the start; default true")}});
}

Json parameter() {
  return {
      {"anyOf",
       {ref("number"),
        {{"type", "boolean"}},
        object({{"value", described({{"anyOf", {ref("number"), {{"type", "boolean"}}}}},
                                    "number, word or expression; --set changes it")},
                {"min", ref("number", "smallest value allowed")},
                {"max", ref("number", "largest value allowed")},
                {"unit", described({{"type", "string"}}, "of bare numbers; else SI")},
                {"allowed", described(list_of({{"anyOf", {ref("number"), {{"type", "boolean"}}}}}),
                                      "list of the values or words that are allowed")},
                {"description", {{"type", "string"}}}},
               {"value"})}}};
}

Json definitions() {
  Json d = Json::object();
  d["number"] = {{"type", {"number", "string"}},
                 {"description", "a number in SI, one with a unit (5 N/mm), or ${expression}"}};
  d["expression"] = {{"type", "string"}, {"pattern", "\\$\\{.*\\}"}};
  d["name"] = {{"type", {"string", "number"}}};
  d["flag"] = {{"anyOf", {{{"type", "boolean"}}, ref("expression")}}};
  d["vector"] = list_of(ref("number"), 3, 3);
  d["direction"] = {
      {"anyOf", {one_word({"x", "y", "z", "-x", "-y", "-z"}), ref("vector"), ref("expression")}}};
  d["rows"] = list_of({{"anyOf", {ref("number"), list_of(ref("number"))}}}, 1);
  d["point"] = {{"anyOf", {ref("vector"), {{"type", "string"}}}},
                {"description", "[x, y, z] in the drawing, or body.frame"}};
  d["place"] = {{"anyOf",
                 {{{"type", "string"}},
                  object({{"body", ref("name")},
                          {"at", ref("point")},
                          {"axis", ref("direction")},
                          {"x", ref("direction")},
                          {"rpy", ref("vector")}},
                         {"body"})}},
                {"description", "body, body.frame, or a place in the drawing on a body"}};
  d["curve"] = {{"anyOf",
                 {ref("number"), object({{"slope", ref("number")},
                                         {"from", ref("number")},
                                         {"value", ref("number")},
                                         {"polynomial", list_of(ref("number"))},
                                         {"breaks", list_of(ref("number"))},
                                         {"polynomials", list_of(list_of(ref("number")))},
                                         {"table", list_of(list_of(ref("number"), 2, 2))}})}}};
  d["when"] = {{"type", {"object", "string", "boolean"}},
               {"description", "{parameter: word or words}, or ${condition}"}};
  d["repeat"] = named(list_of(ref("number"), 2, 2), "index: [first, last]");
  Json signals = alternatives(element::signals());
  signals.insert(signals.begin(), ref("number"));
  d["signal"] = {{"anyOf", std::move(signals)},
                 {"description", "a signal's name, a number, a formula of t, or a signal"}};
  d["road"] = {{"anyOf", alternatives(element::roads())}};
  d["shape"] = object(shape_properties());
  d["body"] = body();
  d["joint"] = joint();
  d["constraint"] = constraint();
  d["force"] = forces();
  d["output"] = output_schema();
  d["initial"] = initial();
  d["parameter"] = parameter();
  d["instance"] = element_of(
      {{"template", ref("name", "its name")},
       {"with", named(ref("number"), "values of its parameters")},
       {"mirror",
        one_word({"none", "x", "y", "z"}, "reflected at the plane x, y or z = 0; default none")}},
      {"template"});
  return d;
}

Json sections() {
  return {{"parameters", named(ref("parameter"), "numbers and words used as ${name}")},
          {"bodies", named(ref("body"), "rigid bodies; 'ground' is fixed")},
          {"joints", named(ref("joint"), "what connects bodies")},
          {"constraints", named(ref("constraint"), "constraints that are no joints")},
          {"forces", named(ref("force"), "force elements")},
          {"signals", named(ref("signal"), "functions of time and inputs")},
          {"initial", ref("initial", "positions and velocities at the start")},
          {"instances", named(ref("instance"), "templates put to use")},
          {"outputs", named(ref("output"), "what is written as out.<name>")}};
}

}  // namespace

std::string model_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "Takt model"},
              {"description", "A mechanism: bodies, joints, forces. SI units unless written."}};
  Json p = {
      {"takt", {{"const", 1}, {"description", "version of the format; the first key"}}},
      {"name", described({{"type", "string"}}, "of the model; default that of the file")},
      {"description", described({{"type", "string"}}, "one sentence for takt list")},
      {"include", described({{"anyOf", {{{"type", "string"}}, list_of({{"type", "string"}})}}},
                            "other files, read first")},
      {"gravity",
       {{"anyOf", {ref("vector"), ref("number")}},
        {"description", "vector, or a number along -z [m/s^2]; default [0, 0, -9.81]"}}}};
  Json part = sections();
  Json in_template = part;
  in_template["description"] = {{"type", "string"}};
  p["templates"] = named(object(in_template), "parts to be used several times");
  p.update(part);
  p["road"] = described({{"anyOf", {ref("road"), {{"type", "string"}}}}}, "what tyres roll on");
  p["roads"] = named(ref("road"), "roads to choose from");
  p["experiment"] = described(
      object({{"until", ref("number", "end of the run [s]")},
              {"step", ref("number", "length of a step [s]; default 1 ms")},
              {"inputs",
               {{"type", "string"},
                {"description", "CSV file with the column t and columns named after inputs"}}},
              {"method",
               {{"type", {"string", "object", "array"}},
                {"description",
                 "a method, or a list of {when: condition, use: method}: the first "
                 "that holds"}}}}),
      "how long it runs, with what step and method");
  Json whole = object(std::move(p), {"takt"});
  schema.update(whole);
  schema["definitions"] = definitions();
  return schema.dump(2) + "\n";
}

}  // namespace takt::io
