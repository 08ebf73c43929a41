#include "web/page/json.hpp"

#include <array>

#include "takt/io/results/json.hpp"
#include "takt/model/mesh.hpp"
#include "takt/scene/projection.hpp"

namespace takt::web {
namespace {

using Json = nlohmann::ordered_json;
using io::number_or_null;

Json numbers(std::span<const double> values) {
  Json list = Json::array();
  for (const double x : values) list.push_back(number_or_null(x));
  return list;
}

Json of(const Vec3& v) { return numbers({v.data(), 3}); }

Json of(const Frame& f) {
  const rotation::Quaternion q = rotation::quaternion_of(f.R);
  return numbers(std::array{f.p[0], f.p[1], f.p[2], q[0], q[1], q[2], q[3]});
}

Json of(const List<Vec3>& points) {
  Json list = Json::array();
  for (const Vec3& p : points)
    for (int i = 0; i < 3; ++i) list.push_back(number_or_null(p[i]));
  return list;
}

void add_line(Json& object, int line) {
  if (line > 0) object["line"] = line;
}

constexpr const char* shape_kinds[] = {"box",  "cylinder", "sphere", "capsule", "tube",
                                       "cone", "wheel",    "line",   "mesh"};
constexpr const char* parts[] = {"own", "body", "glass", "tyre", "frame", "light"};
constexpr const char* link_kinds[] = {"spring", "damper",   "spring_damper", "rod",
                                      "cable",  "actuator", "bushing"};
constexpr const char* surface_kinds[] = {"road", "rail", "plane"};
constexpr const char* styles[] = {"line", "points", "both", "bars", "area"};

template <class Names, class Kind> const char* name(const Names& names, Kind kind) {
  return names[static_cast<std::size_t>(kind)];
}

Json of(const scene::Shape& s) {
  Json j{{"kind", name(shape_kinds, s.kind)}, {"size", numbers(s.size)}, {"pose", of(s.frame)}};
  if (s.mesh != nullptr) {
    j["points"] = of(s.mesh->points);
    Json corners = Json::array();
    for (const auto& t : s.mesh->triangles)
      for (const int corner : t) corners.push_back(corner);
    j["triangles"] = std::move(corners);
  }
  if (s.part != scene::Shape::Part::own) j["part"] = name(parts, s.part);
  return j;
}

Json of(const scene::Body& b) {
  Json shapes = Json::array(), frames = Json::array();
  for (const scene::Shape& s : b.shapes) shapes.push_back(of(s));
  for (const scene::NamedFrame& f : b.frames)
    frames.push_back({{"name", f.name}, {"pose", of(f.frame)}});
  Json j{{"name", b.name},
         {"pose", of(b.pose)},
         {"shapes", std::move(shapes)},
         {"frames", std::move(frames)},
         {"automatic", b.automatic}};
  add_line(j, b.line);
  return j;
}

Json of(const scene::End& e) { return {{"body", e.body}, {"pose", of(e.frame)}}; }

Json of(const scene::Joint& joint) {
  Json axes = Json::array();
  for (const scene::Joint::Axis& a : joint.axes)
    axes.push_back({{"kind", a.turns ? "turn" : "slide"}, {"direction", of(a.direction)}});
  Json j{{"name", joint.name},           {"type", joint.type},
         {"inboard", of(joint.inboard)}, {"outboard", of(joint.outboard)},
         {"axes", std::move(axes)},      {"cut", joint.cut},
         {"driven", joint.driven},       {"reaction", "reaction." + joint.name}};
  add_line(j, joint.line);
  return j;
}

Json of(const scene::Link& l) {
  Json j{{"name", l.name},
         {"kind", name(link_kinds, l.kind)},
         {"a", {{"body", l.body_a}, {"p", of(l.a)}}},
         {"b", {{"body", l.body_b}, {"p", of(l.b)}}}};
  if (l.has_force) j["force"] = "force." + l.name;
  add_line(j, l.line);
  return j;
}

Json of(const scene::Arrow& a) {
  Json j{{"name", a.name},
         {"body", a.body},
         {"p", of(a.p)},
         {"force", "force." + a.name},
         {"direction", of(a.direction)},
         {"axes", a.in_world ? "world" : "body"}};
  add_line(j, a.line);
  return j;
}

Json of(const scene::Surface& s) {
  Json j{{"name", s.name}, {"kind", name(surface_kinds, s.kind)}};
  const auto points = [](const std::vector<Vec3>& all) {
    Json list = Json::array();
    for (const Vec3& p : all)
      for (int i = 0; i < 3; ++i) list.push_back(number_or_null(p[i]));
    return list;
  };
  j["points"] = points(s.points);
  j["triangles"] = s.triangles;
  if (!s.lines.empty()) {
    Json lines = Json::array();
    for (const auto& line : s.lines) lines.push_back(points(line));
    j["lines"] = std::move(lines);
  }
  return j;
}

// --- sections ------------------------------------------------------------------------------------

template <class Section> Json titled(const char* type, const Section& s) {
  Json j{{"type", type}, {"id", s.id}, {"title", s.title}};
  if (!s.note.empty()) j["note"] = s.note;
  return j;
}

void add_tone(Json& j, Tone tone) {
  constexpr const char* tones[] = {"", "good", "warn", "bad"};
  if (tone != Tone::neutral) j["tone"] = name(tones, tone);
}

Json section(const SceneSection& s) {
  Json j = titled("scene", s);
  j["scene"] = to_json(s.scene);
  if (!s.table.empty()) j["table"] = s.table;
  return j;
}

Json section(const SignalsSection& s) {
  Json j = titled("signals", s);
  j["tables"] = s.tables;
  Json plots = Json::array();
  for (const SignalsSection::Plot& p : s.plots) {
    Json plot{{"title", p.title}, {"columns", p.columns}};
    if (p.log) plot["log"] = true;
    if (p.upper) plot["upper"] = true;
    Json marks = Json::array();
    for (const SignalsSection::Mark& m : p.marks)
      marks.push_back({{"y", number_or_null(m.y)}, {"text", m.text}});
    if (!marks.empty()) plot["marks"] = std::move(marks);
    plots.push_back(std::move(plot));
  }
  j["plots"] = std::move(plots);
  return j;
}

Json of(const Axis& a) {
  Json j{{"label", a.label}, {"unit", a.unit}};
  if (a.log) j["log"] = true;
  return j;
}

Json of(const Curve& c) {
  Json j{
      {"name", c.name}, {"x", numbers(c.x)}, {"y", numbers(c.y)}, {"style", name(styles, c.style)}};
  if (c.dashed) j["dashed"] = true;
  if (!c.labels.empty()) j["labels"] = c.labels;
  return j;
}

template <class List> Json each(const List& list) {
  Json all = Json::array();
  for (const auto& x : list) all.push_back(of(x));
  return all;
}

Json section(const ChartSection& s) {
  Json j = titled("chart", s);
  j["x"] = of(s.x);
  j["y"] = of(s.y);
  j["curves"] = each(s.curves);
  Json marks = Json::array();
  for (const ChartSection::Mark& m : s.marks) {
    Json mark = Json::object();
    if (m.x) mark["x"] = number_or_null(*m.x);
    if (m.y) mark["y"] = number_or_null(*m.y);
    mark["text"] = m.text;
    marks.push_back(std::move(mark));
  }
  if (!marks.empty()) j["marks"] = std::move(marks);
  if (s.equal) j["equal"] = true;
  return j;
}

Json section(const CasesSection& s) {
  Json j = titled("cases", s), columns = Json::array();
  for (const CasesSection::Column& c : s.columns) {
    Json column{{"name", c.name}, {"metric", c.metric}, {"values", numbers(c.values)}};
    if (!c.words.empty()) column["words"] = c.words;
    columns.push_back(std::move(column));
  }
  j["columns"] = std::move(columns);
  j["cases"] = s.cases;
  j["failed"] = s.failed;
  j["commands"] = s.commands;
  return j;
}

Json section(const TableSection& s) {
  Json j = titled("table", s);
  j["columns"] = s.columns;
  j["rows"] = s.rows;
  if (!s.best.empty()) j["best"] = s.best;
  return j;
}

Json section(const StatementsSection& s) {
  Json j = titled("statements", s), rows = Json::array();
  for (const StatementsSection::Row& r : s.rows)
    rows.push_back({{"from", r.from},
                    {"statement", r.statement},
                    {"measured", r.measured},
                    {"holds", r.holds},
                    {"why", r.why}});
  j["rows"] = std::move(rows);
  return j;
}

Json section(const TextSection& s) {
  Json j = titled("text", s);
  j["text"] = s.text;
  return j;
}

Json section(const SourceSection& s) {
  Json j = titled("source", s);
  j["text"] = s.text;
  j["name"] = s.name;
  j["settings"] = s.settings;
  return j;
}

Json section(const LinksSection& s) {
  Json j = titled("links", s), rows = Json::array();
  for (const LinksSection::Row& r : s.rows) {
    Json row{{"href", r.href}, {"title", r.title}, {"text", r.text}};
    add_tone(row, r.tone);
    rows.push_back(std::move(row));
  }
  j["rows"] = std::move(rows);
  return j;
}

void replace_all(std::string& text, std::string_view old, std::string_view by) {
  std::size_t at = text.find(old);
  if (at == std::string::npos) return;
  std::string out;
  std::size_t done = 0;
  for (; at != std::string::npos; at = text.find(old, done)) {
    out.append(text, done, at - done).append(by);
    done = at + old.size();
  }
  text = out.append(text, done);
}

}  // namespace

Json to_json(const scene::Scene& s) {
  // The page begins with the view of the drawing.
  const scene::Projection view = scene::projection_of(s, s.gravity);
  return {{"bodies", each(s.bodies)},       {"joints", each(s.joints)},
          {"links", each(s.links)},         {"arrows", each(s.arrows)},
          {"surfaces", each(s.surfaces)},   {"main", s.main},
          {"size", number_or_null(s.size)}, {"up", of(view.up)},
          {"towards", of(view.towards())}};
}

Json to_json(const Page& p, const Json& tables) {
  Json j{{"takt", 1}, {"kind", p.kind}, {"title", p.title}};
  if (!p.subtitle.empty()) j["subtitle"] = p.subtitle;
  if (!p.method.empty()) j["method"] = {{"text", p.method}, {"explained", p.method_explained}};
  j["warnings"] = p.warnings;
  Json cards = Json::array();
  for (const Card& c : p.cards) {
    Json card{{"label", c.label}, {"value", c.value}};
    if (!c.note.empty()) card["note"] = c.note;
    add_tone(card, c.tone);
    cards.push_back(std::move(card));
  }
  j["cards"] = std::move(cards);
  Json sections = Json::array();
  for (const Section& any : p.sections)
    sections.push_back(std::visit([](const auto& s) { return section(s); }, any));
  j["sections"] = std::move(sections);
  if (p.opens_at) j["opensAt"] = number_or_null(*p.opens_at);
  j["made"] = {{"version", p.version}, {"command", p.command}};
  if (!p.run_command.empty()) j["made"]["run"] = p.run_command;
  j["tables"] = tables;
  return j;
}

std::string for_script(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  replace_all(text, "<", "\\u003c");
  replace_all(text, "\xE2\x80\xA8", "\\u2028");
  replace_all(text, "\xE2\x80\xA9", "\\u2029");
  return text;
}

std::string for_element(std::string_view given) {
  std::string text(given);
  replace_all(text, "&", "&amp;");
  replace_all(text, "<", "&lt;");
  replace_all(text, ">", "&gt;");
  return text;
}

}  // namespace takt::web
