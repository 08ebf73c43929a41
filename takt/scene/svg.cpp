#include "takt/scene/svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "takt/scene/coverage.hpp"
#include "takt/scene/strokes.hpp"

namespace takt::scene {
namespace {

constexpr double margin = 46, most_height = 700, least_height = 260;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        // XML has no control characters but these.
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

class Paper {
 public:
  Paper(const Scene& scene, const SvgOptions& options)
      : scene_(scene), options_(options), view_(projection_of(scene, options.gravity)),
        cover_(fit()) {}

  std::string svg();

 private:
  Coverage fit();
  void draw_pieces();
  void draw_symbols();
  void draw_joint(const Joint&);
  void draw_ground(const Vec2& at);
  void draw_axes();
  void draw_labels();

  Vec2 on_paper(const Vec3& p) const {
    const Vec3 v = view_(p);
    return {x0_ + scale_ * v[0], y0_ - scale_ * v[1]};
  }
  // A joint inside of its own bar is shown, but not one far behind.
  bool hidden(const Vec3& p, int body_a, int body_b) const {
    const std::optional<Coverage::Front> front = cover_.front_at(on_paper(p));
    if (!front) return false;
    const bool own = front->owner >= 0 && (front->owner == body_a || front->owner == body_b);
    return front->depth > view_(p)[2] + std::min(0.08 * scene_.size, (own ? 40 : 16) / scale_);
  }
  bool hidden(const Joint& j) const {
    return hidden(world(j.inboard).p, j.inboard.body, j.outboard.body);
  }
  Frame world(const End& e) const {
    return scene_.bodies[static_cast<std::size_t>(e.body)].pose * e.frame;
  }
  void path(const std::vector<Vec2>& points, bool closed, const std::string& attributes) {
    if (points.size() < 2) return;
    std::string d = "M" + px(points[0][0]) + " " + px(points[0][1]);
    for (std::size_t k = 1; k < points.size(); ++k)
      d += "L" + px(points[k][0]) + " " + px(points[k][1]);
    out_ += "<path " + attributes + " d=\"" + d + (closed ? "Z" : "") + "\"/>\n";
  }
  void line(const Vec2& a, const Vec2& b, const std::string& attributes) {
    path({a, b}, false, attributes);
  }
  void circle(const Vec2& at, double r, const std::string& attributes) {
    out_ += "<circle " + attributes + " cx=\"" + px(at[0]) + "\" cy=\"" + px(at[1]) + "\" r=\"" +
            px(r) + "\"/>\n";
  }

  const Scene& scene_;
  const SvgOptions& options_;
  Projection view_;
  double scale_ = 1, x0_ = 0, y0_ = 0, width_ = 0, height_ = 0;
  Coverage cover_;
  std::vector<Box2> taken_;
  std::string out_;
};

// The scale at which all bodies, joints and links, and the road near to them, are on the paper.
Coverage Paper::fit() {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  const auto add = [&](const Vec3& p) {
    const Vec3 v = view_(p);
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  };
  // Links are as thick as they must be on the paper, so only their ends count.
  Scene solid = scene_;
  solid.links.clear();
  for (const Piece& p : drawing_of(solid, view_, 1).pieces)
    for (const Vec3& c : p.corners) add(c);
  for (const Link& l : scene_.links) {
    add(scene_.bodies[static_cast<std::size_t>(l.body_a)].pose * l.a);
    add(scene_.bodies[static_cast<std::size_t>(l.body_b)].pose * l.b);
  }
  for (std::size_t b = 1; b < scene_.bodies.size(); ++b) add(scene_.bodies[b].pose.p);
  for (const Joint& j : scene_.joints) add(world(j.outboard).p);
  if (!(high[0] >= low[0])) low.setConstant(-1), high.setConstant(1);
  const double w = std::max(high[0] - low[0], 1e-9), h = std::max(high[1] - low[1], 1e-9);
  width_ = options_.width;
  scale_ = std::min((width_ - 2 * margin) / w, (most_height - 2 * margin) / h);
  height_ = std::max(scale_ * h + 2 * margin, least_height);
  x0_ = width_ / 2 - scale_ * (low[0] + high[0]) / 2;
  y0_ = height_ / 2 + scale_ * (low[1] + high[1]) / 2;
  return {width_, height_};
}

// Pieces of which nothing is seen are left out.
void Paper::draw_pieces() {
  Drawing d = drawing_of(scene_, view_, scale_);
  const std::vector<Piece> sorted =
      back_to_front(std::move(d.pieces), view_.towards(), 1e-6 * std::max(scene_.size, 1e-9));
  const auto style_of = [&](const Piece& p) -> const Style& {
    return d.styles[static_cast<std::size_t>(p.style)];
  };
  const auto corners_of = [&](const Piece& p) {
    std::vector<Vec2> corners;
    for (const Vec3& c : p.corners) corners.push_back(on_paper(c));
    return corners;
  };
  std::vector<bool> shown(sorted.size());
  for (std::size_t k = sorted.size(); k-- > 0;) {
    const Style& s = style_of(sorted[k]);
    std::vector<double> depth;
    for (const Vec3& c : sorted[k].corners) depth.push_back(view_(c)[2]);
    const bool opaque = s.kind != Style::Kind::line && s.kind != Style::Kind::grid;
    shown[k] = cover_.add(corners_of(sorted[k]), depth, s.owner, opaque);
  }
  Strokes strokes;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (!shown[k]) continue;
    const std::vector<Vec2> corners = corners_of(sorted[k]);
    strokes.add(style_of(sorted[k]), corners);
    if (corners.size() > 2) strokes.add_edges(corners, sorted[k].edges);
  }
  out_ += strokes.text();
}

// Hatching below a point that is fixed.
void Paper::draw_ground(const Vec2& at) {
  const double w = 11, y = at[1] + 9;
  std::vector<Vec2> foot{at, {at[0] - 7, y}, {at[0] + 7, y}};
  path(foot, true, "class=\"f\"");
  line({at[0] - w, y}, {at[0] + w, y}, "class=\"s\"");
  for (int k = 0; k < 5; ++k) {
    const double x = at[0] - w + 5 * k + 1;
    line({x, y + 5}, {x + 4, y}, "class=\"h\"");
  }
}

void Paper::draw_joint(const Joint& j) {
  const Frame inboard = world(j.inboard);
  const Vec2 at = on_paper(inboard.p);
  const bool many = scene_.joints.size() > 24;
  const double r = many ? 3 : 4.5, reach = many ? 11 : 17;
  const std::string kind = j.cut ? "c" : "j";
  int turns = 0;
  for (const Joint::Axis& a : j.axes) turns += a.turns ? 1 : 0;
  if (turns < 3)  // a ball turns about all axes
    for (const Joint::Axis& a : j.axes) {
      const Vec3 v = view_(inboard.R * a.direction);
      const Vec2 along = reach * Vec2(v[0], -v[1]);
      if (along.norm() < 1) continue;
      line(at - along, at + along, "class=\"" + kind + (a.turns ? " t\"" : "\""));
      if (a.turns) continue;
      const Vec2 n = along.normalized(), side(-n[1], n[0]);
      for (const double sign : {1.0, -1.0}) {
        const Vec2 tip = at + sign * along;
        path({Vec2(tip - sign * 5 * n + 3 * side), tip, Vec2(tip - sign * 5 * n - 3 * side)}, false,
             "class=\"" + kind + "\"");
      }
    }
  circle(at, r, "class=\"" + kind + " o" + (j.driven ? " d\"" : "\""));
  if (turns >= 3) circle(at, 0.4 * r, "class=\"" + kind + " d\"");
  if (j.cut) {
    const double x = 0.75 * r;
    line(at + Vec2(-x, -x), at + Vec2(x, x), "class=\"c\"");
    line(at + Vec2(-x, x), at + Vec2(x, -x), "class=\"c\"");
  }
}

void Paper::draw_symbols() {
  const auto floats = [](const Joint& j) { return j.axes.size() > 4; };
  const auto on_ground = [&](int body) { return body == 0; };
  std::vector<Vec2> feet;
  const auto foot = [&](const Vec3& p, int body) {
    if (hidden(p, 0, body)) return;
    const Vec2 at = on_paper(p);
    for (const Vec2& f : feet)
      if ((f - at).norm() < 12) return;
    feet.push_back(at);
    draw_ground(at);
  };
  if (scene_.surfaces.empty()) {
    for (const Joint& j : scene_.joints)
      if (!floats(j) && (on_ground(j.inboard.body) || on_ground(j.outboard.body)))
        foot(world(j.inboard).p, std::max(j.inboard.body, j.outboard.body));
    for (const Link& l : scene_.links) {
      if (on_ground(l.body_a)) foot(l.a, l.body_b);
      if (on_ground(l.body_b)) foot(l.b, l.body_a);
    }
  }
  for (const Joint& j : scene_.joints) {
    if (floats(j) || j.axes.empty() || hidden(j)) continue;
    draw_joint(j);
    const Vec2 at = on_paper(world(j.inboard).p);
    taken_.push_back({at[0] - 6, at[1] - 6, at[0] + 6, at[1] + 6});
  }
  for (const Link& l : scene_.links) {
    const Vec3 a = scene_.bodies[static_cast<std::size_t>(l.body_a)].pose * l.a;
    const Vec3 b = scene_.bodies[static_cast<std::size_t>(l.body_b)].pose * l.b;
    if ((b - a).norm() < 1e-3 * scene_.size && !hidden(a, l.body_a, l.body_b))
      circle(on_paper(a), 3.5, "class=\"b\"");
  }
}

// x, y, z in a corner.
void Paper::draw_axes() {
  const Vec2 at(30, height_ - 30);
  constexpr const char* names[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    const Vec3 v = view_(Vec3::Unit(k));
    const Vec2 d(v[0], -v[1]);
    line(at, at + 20 * d, std::string("class=\"a") + names[k] + "\"");
    const Vec2 name = at + 27 * d;
    if (d.norm() > 0.2)
      out_ += "<text class=\"k\" text-anchor=\"middle\" x=\"" + px(name[0]) + "\" y=\"" +
              px(name[1] + 4) + "\">" + names[k] + "</text>\n";
  }
}

void Paper::draw_labels() {
  std::vector<Label> labels;
  const std::size_t many = 13;
  const std::vector<Coverage::Seen> seen = cover_.seen(static_cast<int>(scene_.bodies.size()));
  for (std::size_t b = 1; b < scene_.bodies.size(); ++b)
    if (seen[b].area > 15)
      labels.push_back({.text = scene_.bodies[b].name, .at = seen[b].at, .of_body = true});
  if (labels.size() > many) {  // only the first of each word: fl.wheel, but not fr.wheel
    std::vector<std::string> words;
    std::erase_if(labels, [&](const Label& l) {
      std::string word = l.text.substr(l.text.rfind('.') + 1);
      while (!word.empty() && word.back() >= '0' && word.back() <= '9') word.pop_back();
      if (std::find(words.begin(), words.end(), word) != words.end()) return true;
      words.push_back(word);
      return false;
    });
  }
  if (scene_.bodies.size() <= 9) {
    for (const Joint& j : scene_.joints) {
      const bool same = std::any_of(scene_.bodies.begin(), scene_.bodies.end(),
                                    [&](const Body& b) { return b.name == j.name; });
      if (j.axes.size() <= 4 && !same && !hidden(j))
        labels.push_back({.text = j.name, .at = on_paper(world(j.inboard).p)});
    }
    for (const Body& b : scene_.bodies)
      for (const NamedFrame& f : b.frames) {
        const Vec2 at = on_paper(b.pose * f.frame.p);
        circle(at, 1.8, "class=\"p\"");
        const bool taken = std::any_of(labels.begin(), labels.end(),
                                       [&](const Label& l) { return (l.at - at).norm() < 3; });
        if (!taken) labels.push_back({.text = f.name, .at = at});
      }
  }
  place(labels, taken_, {4, 4, width_ - 4, height_ - 4});
  for (const Label& l : labels) {
    if (!l.placed) continue;
    const Vec2 near(std::clamp(l.at[0], l.box.x0, l.box.x1),
                    std::clamp(l.at[1], l.box.y0, l.box.y1));
    if (l.leader) line(l.at, near, "class=\"l\"");
    out_ += std::string("<text class=\"") + (l.of_body ? "n" : "k") + "\" x=\"" + px(l.box.x0 + 2) +
            "\" y=\"" + px(l.box.y1 - 0.22 * l.font() - 1) + "\">" + escaped(l.text) + "</text>\n";
  }
}

std::string Paper::svg() {
  out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + px(width_) + " " +
         px(height_) + "\" role=\"img\">\n<title>" + escaped(options_.title) + "</title>\n<desc>" +
         escaped(options_.description) + "</desc>\n";
  out_ += R"(<style>
svg{fill:none;stroke-width:1;stroke-linejoin:round;stroke-linecap:round}
text{font-family:Inter,"Helvetica Neue",Arial,sans-serif;paint-order:stroke;stroke:#fff;stroke-opacity:.8;stroke-width:3}
.n{font-size:13px;fill:#1f2933}.k{font-size:11px;fill:#56616b}
.e{stroke:#1d2329;stroke-opacity:.75;stroke-width:.8}
.q{fill-opacity:.85}
.r0{fill:#d3d4d1;stroke:#d3d4d1}.r1{fill:#e2e3e0;stroke:#e2e3e0}.r2{fill:#eeefec;stroke:#eeefec}.r3{fill:#f5f5f3;stroke:#f5f5f3}.r4{fill:#fbfbfa;stroke:#fbfbfa}
.g{stroke:#66707a;stroke-opacity:.45;stroke-width:.6}
.j{stroke:#0b6e4f;stroke-width:1.3}.c{stroke:#c2410c;stroke-width:1.3}
.t{stroke-dasharray:7 2 1.5 2}.o{fill:#fff}.j.d{fill:#0b6e4f}.c.d{fill:#c2410c}
.b{fill:#4a4f57;stroke:#22262b}.p{fill:#1f2933}
.f{fill:#fff;stroke:#66707a}.s{stroke:#66707a;stroke-width:1.4}.h{stroke:#66707a;stroke-width:.8}
.ax{stroke:#d1495b;stroke-width:1.6}.ay{stroke:#3a9e5c;stroke-width:1.6}.az{stroke:#3b7dd8;stroke-width:1.6}
.l{stroke:#66707a;stroke-width:.7}
@media (prefers-color-scheme:dark){text{stroke:#15191e}.n,.p{fill:#e6e9ec}.k{fill:#a8b2bc}.e{stroke:#05070a}
.j{stroke:#5fd0a5}.j.d{fill:#5fd0a5}.c{stroke:#ff9f68}.c.d{fill:#ff9f68}.o,.f{fill:#15191e}
.g,.f,.s,.h,.l{stroke:#9aa5b1}
.r0{fill:#14181c;stroke:#14181c}.r1{fill:#1b2026;stroke:#1b2026}.r2{fill:#242a31;stroke:#242a31}.r3{fill:#2c333b;stroke:#2c333b}.r4{fill:#353d46;stroke:#353d46}}
</style>
)";
  draw_pieces();
  draw_symbols();
  draw_labels();
  draw_axes();
  return out_ + "</svg>\n";
}

}  // namespace

std::string to_svg(const Scene& scene, const SvgOptions& options) {
  return Paper(scene, options).svg();
}

}  // namespace takt::scene
