// Reads the sections `forces`, `signals` and `road`. Their keys come from the catalogues of
// elements.
#include <algorithm>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/reader.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/model_file/source.hpp"

namespace takt::io::model_file {
namespace {

using element::Attach;
using element::Key;
using element::KeyKind;

template <class Entries>
const auto& entry_of(const Entries& entries, const char* kind, const Field& f) {
  const std::string name = f.text();
  for (const auto& e : entries)
    if (e.name == name) return e;
  const std::vector<std::string> known = names_of(entries);
  f.fail("unknown " + std::string(kind) + " type '" + name + "'",
         did_you_mean(name, known, "there are " + join(known, ", ")));
}

// The types that have all the keys which are given.
template <class Entries>
std::vector<std::string> types_for(const Entries& entries, const Item& item) {
  std::vector<std::string> all;
  for (const auto& e : entries) {
    const bool has_all = std::all_of(
        item.node->map.begin(), item.node->map.end(), [&](const YamlNode::Entry& given) {
          return std::any_of(e.keys.begin(), e.keys.end(),
                             [&](const Key& k) { return k.name == given.key; });
        });
    if (has_all) all.push_back("type: " + std::string(e.name));
  }
  return all;
}

// The type determines which other keys are allowed; `likely` are those that the given keys fit.
Field type_of(const Item& item, const std::vector<std::string>& likely = {}) {
  if (item.node->kind != YamlNode::Kind::map) Fields(*item.node, item, {"type"});  // throws
  if (const YamlNode* type = item.node->find("type")) return {*type, item, "type"};
  throw Error("the key 'type' is missing", item.where(item.node->mark),
              likely.empty() || likely.size() > 3 ? "takt list shows the types there are"
                                                  : "did you mean " + join(likely, " or ") + "?");
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t i = text.find(what); i != std::string::npos;
       i = text.find(what, i + with.size()))
    text.replace(i, what.size(), with);
  return text;
}

// The catalogue gives units for rotations. On a translation, forces, lengths and masses take the place
// of torques, angles and inertias.
std::string sliding_unit(std::string_view unit) {
  return replaced(replaced(replaced(std::string(unit), "N m", "N"), "rad", "m"), "kg*m^2", "kg");
}

// Unit of the coefficient k of a polynomial curve: y / x^k.
std::string coefficient_unit(const std::string& x, const std::string& y, std::size_t k) {
  if (k == 0) return y;
  std::string unit = y.empty() ? "rad" : y;
  for (std::size_t i = 0; i < k && !x.empty(); ++i)
    unit += "/" + replaced(x, "/", "*");  // dividing by m/s gives /m*s
  return unit;
}

std::vector<double> polynomial(const Field& f, const std::string& x, const std::string& y) {
  std::vector<double> c;
  for (const Field& k : f.list()) c.push_back(k.number(coefficient_unit(x, y, c.size())));
  if (c.empty() || c.size() > 20) f.fail("a polynomial has 1 to 20 coefficients", "");
  return c;
}

// The contents of a file that a key names, preceded by its name and a line break. The file is
// beside the file that names it, or comes with the program. A built-in model does not read the
// disk.
std::string named_text(const Field& f) {
  namespace fs = std::filesystem;
  const std::string name = f.text(), from = f.node().mark.file ? *f.node().mark.file : "";
  const std::string path = (fs::path(from).parent_path() / name).lexically_normal().string();
  std::error_code none;
  const bool on_disk = fs::is_regular_file(from, none);
  const ShippedFile* shipped = find_shipped_file(fs::path(name).lexically_normal().string());
  if (shipped != nullptr && !(on_disk && fs::is_regular_file(path, none)))
    return name + "\n" + std::string(shipped->text);
  if (fs::is_regular_file(path, none)) return name + "\n" + read_text_file(path, f.where());
  const std::vector<std::string> known = names_of(shipped_files());
  f.fail("there is no file '" + path + "'",
         did_you_mean(name, known,
                      "paths are relative to the file that names them; with the program come " +
                          join(known, ", ")));
}

}  // namespace

element::Curve curve_of(const Field& f, std::string_view unit) {
  const std::size_t arrow = unit.find('>');
  const std::string x(unit.substr(0, arrow)), y(unit.substr(arrow + 1));
  if (f.is_scalar()) return element::Curve::linear(f.number(coefficient_unit(x, y, 1)));
  const Fields c =
      f.map({"slope", "from", "value", "polynomial", "breaks", "polynomials", "table"});
  c.require_one_of({"slope", "polynomial", "polynomials", "table"});
  try {
    if (const auto slope = c.find("slope")) {
      const auto from = c.find("from"), value = c.find("value");
      return element::Curve::linear(slope->number(coefficient_unit(x, y, 1)),
                                    value ? value->number(y) : 0, from ? from->number(x) : 0);
    }
    if (const auto p = c.find("polynomial"))
      return element::Curve::polynomial(polynomial(*p, x, y));
    if (const auto pieces = c.find("polynomials")) {
      std::vector<std::vector<double>> all;
      for (const Field& p : pieces->list()) all.push_back(polynomial(p, x, y));
      const std::vector<double> breaks = c.get("breaks").numbers(x);
      if (all.size() != breaks.size() + 1)
        pieces->fail(std::to_string(breaks.size()) + " breaks need " +
                         std::to_string(breaks.size() + 1) + " polynomials, not " +
                         std::to_string(all.size()),
                     "write breaks: [b1, b2], polynomials: [[..], [..], [..]]");
      return element::Curve::pieces(breaks, all);
    }
    std::vector<double> xs, ys;
    for (const Field& row : c.get("table").list()) {
      const std::vector<Field> xy = row.list();
      if (xy.size() != 2) row.fail("a row of the table has two numbers", "write [x, y]");
      xs.push_back(xy[0].number(x));
      ys.push_back(xy[1].number(y));
    }
    return element::Curve::table(xs, ys);
  } catch (const Error& e) {
    if (!e.where.empty()) throw;
    f.fail(e.what(), e.hint);
  }
}

std::optional<double> Reader::plain_number(const Field& f, const std::string& unit) const {
  if (!f.is_scalar()) return {};
  const std::string text = f.text();
  if (find(f.item(), &ModelBuilder::find_signal, text) >= 0) return {};
  if (!takt::io::model_file::value_of(text).number || !holds_one_value(f.node().text)) return {};
  return f.number(unit);
}

void Reader::refuse_signal(const Field& f) const {
  if (!f.is_scalar()) return;
  const std::string name = f.text();
  if (find(f.item(), &ModelBuilder::find_signal, name) < 0) return;
  f.fail(
      "'" + f.key() + "' is a constant, and '" + name + "' is a signal, which changes with time",
      f.item().kind == "force"
          ? "write a number; to follow a signal at a joint use type: pi_controller with target: " +
                name
          : "write a number");
}

Setting Reader::value_of_key(const Field& f, const Key& key, const std::string& unit) {
  switch (key.kind) {
    case KeyKind::number: refuse_signal(f); return f.number(unit);
    case KeyKind::vector: return f.vector(unit);
    case KeyKind::curve: refuse_signal(f); return curve_of(f, unit);
    case KeyKind::matrix:
    case KeyKind::table: return f.rows(unit.empty() ? "*" : unit);
    case KeyKind::text:
      if (key.allowed == "file") return named_text(f);
      return key.allowed.starts_with("formula") ? f.formula() : f.text();
    case KeyKind::word: return f.text();
    case KeyKind::flag: return f.flag();
    case KeyKind::varying:
      if (const auto x = plain_number(f, unit)) return *x;
      [[fallthrough]];
    case KeyKind::signal: {
      const int s = signal_of(f, unit.empty() ? "*" : unit);
      return b_.model().signals[s].name;
    }
  }
  return false;
}

GivenValues Reader::values_of(const Fields& f, std::span<const Key> keys, bool sliding, bool any) {
  GivenValues values;
  for (const Key& key : keys) {
    const auto field = f.find(key.name);
    if (!field) {
      if (!key.standard.empty()) continue;
      throw Error("the key '" + std::string(key.name) + "' is missing", f.where(),
                  "add " + std::string(key.name) + ": " + std::string(key.meaning) +
                      (key.unit.empty() ? "" : ", in " + element::unit_in_words(key)));
    }
    std::string_view in = key.unit;
    if (const std::string_view chooser = element::unit_chooser(key); !chooser.empty())
      in = element::unit_with(key, keys, f.has(chooser) ? f.get(chooser).text() : "");
    std::string unit = sliding ? sliding_unit(in) : std::string(in);
    if (any && unit.empty() && key.kind == KeyKind::number) unit = "*";
    Setting value = value_of_key(*field, key, unit);
    check_setting(key, value, field->where());
    values.emplace(std::string(key.name), std::move(value));
  }
  return values;
}

void Reader::attach_force(const Fields& f, Attach attach, ForceSpec& force) {
  switch (attach) {
    case Attach::points:
    case Attach::frames:
    case Attach::three:
    case Attach::six: {
      const bool anywhere = attach == Attach::three || attach == Attach::six;
      const auto at = anywhere ? f.find("at") : std::optional<Field>();
      force.from = attachment(f.get("from"), at);
      force.to = attachment(f.get("to"), at);
      break;
    }
    case Attach::axis:
      force.from = attachment(f.get("from"));
      force.to = attachment(f.get("to"));
      if (const auto axis = f.find("axis")) {
        const Frame turned = f.item().context->reflection.of(
            {axes_along(axis->direction()), Vec3::Zero()}, turned_frame);
        force.from = b_.on(force.from.body, {turned.R, b_.in_drawing(force.from).p});
      }
      break;
    case Attach::joint:
      force.joints.push_back(coordinate_of(f.get("joint"), f.find("component")));
      break;
    case Attach::whole_joint: {
      const Field joint = f.get("joint");
      const int whole = find(f.item(), &ModelBuilder::find_joint, joint.text());
      if (whole < 0 || f.has("component")) return attach_force(f, Attach::joint, force);
      const Joint& j = b_.model().joints[whole];
      const int count = static_cast<int>(coordinates_of(*j.type, j.cardan).size());
      for (int k = 0; k < count; ++k) force.joints.push_back({whole, k});
      break;
    }
    case Attach::axle:
    case Attach::two_joints: {
      if (attach == Attach::axle) force.on = attachment(f.get("on"), f.find("at"));
      const Field joints = f.get("joints");
      for (const Field& j : joints.list()) force.joints.push_back(coordinate_of(j, {}));
      if (force.joints.size() != 2) joints.fail("the force acts on two joints", "write [a, b]");
      break;
    }
    case Attach::all:
      for (const Field& j : f.get("joints").list()) force.joints.push_back({joint_of(j), 0});
      break;
    case Attach::wheel_rail: force.wheel_rail = wheel_rail_of(f.get("contact")); break;
    case Attach::vehicle:
    case Attach::body: force.on = attachment(f.get("on"), f.find("at")); break;
    case Attach::any: attach_anywhere(f, force); break;
  }
  if (attach == Attach::points || attach == Attach::frames || attach == Attach::axis ||
      attach == Attach::three || attach == Attach::six)
    if (force.from.body == force.to.body)
      f.get("to").fail("the force acts between two points of one body", "name two bodies");
}

void Reader::attach_anywhere(const Fields& f, ForceSpec& force) {
  f.require_one_of({"joint", "from"});
  if (f.has("joint")) {
    attach_force(f, Attach::joint, force);
    for (const char* key : {"to", "axis"})
      if (f.has(key))
        f.get(key).fail("'" + std::string(key) + "' belongs to 'from'", "leave it out");
  } else {
    force.along_axis = f.has("axis");
    attach_force(f, force.along_axis ? Attach::axis : Attach::points, force);
  }
  if (const auto reads = f.find("reads")) {
    for (const Field& j : reads->list()) force.reads.push_back(coordinate_of(j, {}));
    if (force.reads.size() > 2)
      reads->fail("a law reads at most two other coordinates", "write [a, b]");
  }
}

void Reader::read_force(const Item& item) {
  const Field type = type_of(item);
  const element::ForceEntry& entry = entry_of(element::forces(), "force", type);
  const auto places = element::keys_of(entry.attach);
  std::vector<std::string> known(places.begin(), places.end());
  for (const Key& k : entry.keys) known.emplace_back(k.name);
  known.insert(known.end(), {"type", "implicit"});
  const Fields f = Fields::of(item, std::move(known));
  ForceSpec force;
  force.name = item.name;
  force.where = item.at();
  force.type = entry.name;
  attach_force(f, entry.attach, force);
  if (element::has_formulas(entry.attach)) force.prefixes = prefixes_of(item);
  if (const auto implicit = f.find("implicit")) {
    const std::string word = implicit->word({"true", "false", "auto"});
    force.implicit = word == "auto"   ? ForceSpec::Implicit::by_step
                     : word == "true" ? ForceSpec::Implicit::yes
                                      : ForceSpec::Implicit::no;
  }
  bool sliding = false;
  if (!force.joints.empty() &&
      (entry.attach == Attach::joint || entry.attach == Attach::whole_joint ||
       entry.attach == Attach::two_joints)) {
    const Joint& j = b_.model().joints[force.joints[0].joint];
    sliding = coordinates_of(*j.type, j.cardan)[force.joints[0].component].length;
  }
  force.values = values_of(f, entry.keys, sliding, false);
  b_.force(force);
}

std::optional<Dimension> Reader::dimension_of_signal(const Fields& f,
                                                     std::span<const Key> keys) const {
  std::optional<Dimension> all;
  const auto take = [&](const Field& value, const std::optional<Dimension>& one) {
    if (!one) return;
    if (all && !fits(*one, *all))
      value.fail("'" + value.key() + "' is in " + unit_of_dimension(*one) + ", but other values " +
                     "of this signal are in " + unit_of_dimension(*all),
                 "give all of them in one unit");
    all = one;
  };
  for (const Key& key : keys) {
    const auto field = f.find(key.name);
    if (!field || !key.unit.empty()) continue;
    if (key.kind == KeyKind::number) take(*field, field->dimension());
    if (key.kind == KeyKind::text && key.name == "unit") {
      const Value v = takt::io::model_file::value_of("1 " + field->text());
      if (v.dimension) take(*field, v.dimension);  // else a word for people
    }
    if (key.kind == KeyKind::table)
      for (const Field& row : field->list()) {
        if (!row.is_list() || row.node().list.size() != 2) continue;
        const std::vector<Field> point = row.list();
        (void)point[0].number("s");
        take(point[1], point[1].dimension());
      }
  }
  return all;
}

void Reader::read_signal(const Item& item) {
  if (item.node->kind == YamlNode::Kind::scalar) {
    const Field f(*item.node, item, "signal");
    const Value v = takt::io::model_file::value_of(f.text());
    if (v.number && holds_one_value(item.node->text)) {
      const int s = b_.signal(item.name, "constant", {{"value", f.number("*")}}, item.at());
      if (const auto unit = f.dimension()) signal_units_[s] = *unit;
    } else {
      b_.signal(item.name, "expression", {{"text", f.formula()}}, item.at(), prefixes_of(item));
    }
    return;
  }
  const Field type = type_of(item, types_for(element::signals(), item));
  const element::SignalEntry& entry = entry_of(element::signals(), "signal", type);
  std::vector<std::string> known{"type"};
  for (const Key& k : entry.keys) known.emplace_back(k.name);
  const Fields f = Fields::of(item, std::move(known));
  const int s = b_.signal(item.name, entry.name, values_of(f, entry.keys, false, true), item.at(),
                          prefixes_of(item));
  if (const auto unit = dimension_of_signal(f, entry.keys)) signal_units_[s] = *unit;
}

void Reader::read_road() {
  const auto wanted = source_.single.find("road");
  const YamlNode::Entry* road = wanted == source_.single.end() ? nullptr : &wanted->second;
  if (road == nullptr && source_.roads.size() == 1) road = &source_.roads[0];
  if (road == nullptr) {
    if (source_.roads.empty()) return;
    throw Error("there are several roads", to_string(source_.roads[1].mark) + " roads",
                "say which one is used: road: " + source_.roads[0].key);
  }
  Item item{"road", "", road->mark, road->value, all_.scope, all_.context};
  if (road->value->kind == YamlNode::Kind::scalar) {
    const Field name(*road->value, item, "road");
    const std::string text = name.text();
    std::vector<std::string> known = names_of(element::roads());
    for (const YamlNode::Entry& r : source_.roads) {
      known.insert(known.begin(), r.key);
      if (r.key == text) item = {"road", r.key, r.mark, r.value, all_.scope, all_.context};
    }
    if (item.name.empty()) {  // a type of road that needs no keys
      for (const element::RoadEntry& e : element::roads())
        if (e.name == text) return b_.road(e.name, {}, item.at());
      name.fail("unknown road '" + text + "'",
                did_you_mean(text, known, "there are " + join(known, ", ")));
    }
  }
  const Field type = type_of(item, types_for(element::roads(), item));
  const element::RoadEntry& entry = entry_of(element::roads(), "road", type);
  std::vector<std::string> keys{"type"};
  for (const Key& k : entry.keys) keys.emplace_back(k.name);
  const Fields f = Fields::of(item, std::move(keys));
  b_.road(entry.name, values_of(f, entry.keys, false, false), item.at());
}

}  // namespace takt::io::model_file
