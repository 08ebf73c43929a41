// Drawings: what is in front, what is hidden, and that no name can bring in markup.
#include "takt/scene/svg.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cctype>
#include <string_view>

#include "models.hpp"
#include "takt/scene/coverage.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/hidden.hpp"
#include "takt/scene/surfaces.hpp"

namespace takt::test {
namespace {

using scene::Piece;
using scene::Vec2;

// Why a text is no well-formed XML; empty if it is. Knows what drawings are made of: elements,
// attributes in double quotes, texts, the five entities.
std::string why_not_xml(std::string_view text) {
  std::vector<std::string> open;
  const auto plain = [](std::string_view x) -> std::string {
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (x[k] == '<') return "a bare <";
      if (static_cast<unsigned char>(x[k]) < 0x20 && x[k] != '\n' && x[k] != '\t')
        return "a control character";
      if (x[k] != '&') continue;
      bool known = false;
      for (const char* e : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
        known |= x.substr(k).starts_with(e);
      if (!known) return "a bare &";
    }
    return "";
  };
  while (!text.empty()) {
    const std::size_t begin = text.find('<');
    if (const std::string why = plain(text.substr(0, begin)); !why.empty()) return why;
    if (begin == text.npos) break;
    text.remove_prefix(begin + 1);
    const std::size_t end = text.find('>');
    if (end == text.npos) return "a tag that does not end";
    std::string_view tag = text.substr(0, end);
    text.remove_prefix(end + 1);
    const bool closes = tag.starts_with('/'), alone = tag.ends_with('/');
    if (closes) tag.remove_prefix(1);
    if (alone) tag.remove_suffix(1);
    std::size_t name = 0;
    while (name < tag.size() && std::isalpha(static_cast<unsigned char>(tag[name])) != 0) ++name;
    if (name == 0) return "a tag without a name";
    if (closes) {
      if (open.empty() || open.back() != tag) return "an end of " + std::string(tag);
      open.pop_back();
      continue;
    }
    std::string_view rest = tag.substr(name);
    while (!rest.empty()) {
      const std::size_t equals = rest.find("=\"");
      if (!rest.starts_with(' ') || equals == rest.npos)
        return "an attribute in " + std::string(tag);
      const std::size_t quote = rest.find('"', equals + 2);
      if (quote == rest.npos) return "an open quote";
      if (const std::string why = plain(rest.substr(equals + 2, quote - equals - 2)); !why.empty())
        return why;
      rest.remove_prefix(quote + 1);
    }
    if (!alone) open.emplace_back(tag.substr(0, name));
  }
  return open.empty() ? "" : "no end of " + open.back();
}

TEST(WhyNotXml, FindsFaults) {
  EXPECT_EQ(why_not_xml("<a b=\"1\"><c/>x &amp; y</a>"), "");
  for (const char* wrong :
       {"<a>", "<a></b>", "<a>&</a>", "<a b=1></a>", "<a b=\"<\"></a>", "a < b"})
    EXPECT_NE(why_not_xml(wrong), "") << wrong;
}

class SvgOf : public testing::TestWithParam<std::string> {};

TEST_P(SvgOf, IsWellFormedAndSmall) {
  const io::OpenModel open = io::open_model(GetParam());
  scene::Scene s = scene::describe(*open.mechanism, open.start);
  scene::add_surfaces(s, open.mechanism->model());
  const std::string svg =
      scene::to_svg(s, {"title", "what it is", open.mechanism->model().gravity});
  EXPECT_EQ(why_not_xml(svg), "");
  EXPECT_EQ(svg.find("nan"), svg.npos);
  EXPECT_EQ(svg.find("inf"), svg.npos);
  EXPECT_GT(svg.size(), 3000u);
  EXPECT_LT(svg.size(), 150'000u);
  EXPECT_EQ(svg, scene::to_svg(s, {"title", "what it is", open.mechanism->model().gravity}));
}

INSTANTIATE_TEST_SUITE_P(All, SvgOf, testing::ValuesIn(all_mechanisms()),
                         [](const auto& i) { return name_of_mechanism(i.param); });

TEST(Svg, EscapesHostileNames) {
  const io::OpenModel open = io::open_model("four-bar");
  scene::Scene s = scene::describe(*open.mechanism, open.start);
  const std::string hostile = "</text><script>alert(\"1\")</script>&x'\x01";
  s.bodies[1].name = hostile;
  s.joints[1].name = hostile;
  const std::string svg = scene::to_svg(s, {hostile, hostile});
  EXPECT_EQ(why_not_xml(svg), "");
  EXPECT_EQ(svg.find("<script"), svg.npos);
  EXPECT_NE(svg.find("&lt;script&gt;alert(&quot;1&quot;)"), svg.npos);
}

TEST(Svg, OfNothingIsADrawing) {
  scene::Scene s;
  s.bodies.push_back({.name = "ground", .pose = {}, .shapes = {}, .frames = {}});
  EXPECT_EQ(why_not_xml(scene::to_svg(s, {})), "");
}

Piece square(double x, double y, double z, double half, int style) {
  Piece p;
  for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    p.corners.push_back({x + half * a, y + half * b, z});
  p.edges.assign(4, true);
  p.style = style;
  p.normal = Vec3::UnitZ();
  return p;
}

TEST(Hidden, WhatIsInFrontComesLast) {
  // Their middles are in another order than they themselves.
  Piece steep = square(0, 0, 0, 1, 7);
  for (Vec3& c : steep.corners) c[2] = 3 * c[0];
  steep.normal = Vec3(-3, 0, 1).normalized();
  const std::vector<Piece> sorted = scene::back_to_front(
      {square(0, 0, 5, 0.5, 1), steep, square(0, 0, -5, 4, 2)}, Vec3::UnitZ(), 1e-9);
  EXPECT_EQ(sorted.front().style, 2);
  EXPECT_EQ(sorted.back().style, 1);
}

TEST(Hidden, WhatCrossesIsSplit) {
  Piece upright = square(0, 0, 0, 1, 1);
  for (Vec3& c : upright.corners) c = {0, c[1], c[0]};
  upright.normal = Vec3::UnitX();
  const Piece line{{{-2, 0, 0.5}, {2, 0, 0.5}}, {false, false}, 3, Vec3::Zero()};
  const std::vector<Piece> sorted =
      scene::back_to_front({square(0, 0, 0, 1, 2), upright, line}, Vec3(1, 1, 1), 1e-9);
  double areas[4] = {};
  for (const Piece& p : sorted) {
    Vec3 n = Vec3::Zero();
    for (std::size_t k = 0; k < p.corners.size(); ++k)
      n += p.corners[k].cross(p.corners[(k + 1) % p.corners.size()]) / 2;
    areas[p.style] += p.corners.size() == 2 ? (p.corners[1] - p.corners[0]).norm() : n.norm();
  }
  EXPECT_GT(sorted.size(), 4u);
  EXPECT_NEAR(areas[1], 4, 1e-9);
  EXPECT_NEAR(areas[2], 4, 1e-9);
  EXPECT_NEAR(areas[3], 4, 1e-9);
}

TEST(Coverage, SeesOnlyWhatIsNotCovered) {
  scene::Coverage cover(100, 100);
  const std::vector<Vec2> large{{10, 10}, {60, 10}, {60, 60}, {10, 60}};
  const std::vector<Vec2> small{{20, 20}, {30, 20}, {30, 30}, {20, 30}};
  const std::vector<Vec2> beside{{50, 50}, {80, 50}, {80, 80}, {50, 80}};
  const std::vector<double> near(4, 2.0), far(4, 1.0);
  EXPECT_TRUE(cover.add(large, near, 0, true));
  EXPECT_FALSE(cover.add(small, far, 1, true));
  EXPECT_TRUE(cover.add(beside, far, 2, true));
  EXPECT_FALSE(cover.add({{20, 20}, {40, 40}}, {1, 1}, -1, false));
  EXPECT_TRUE(cover.add({{20, 20}, {40, 90}}, {1, 1}, -1, false));
  EXPECT_EQ(cover.front_at({55, 55})->depth, 2.0);
  EXPECT_EQ(cover.front_at({70, 70})->owner, 2);
  EXPECT_FALSE(cover.front_at({5, 5}).has_value());
  const auto seen = cover.seen(3);
  EXPECT_NEAR(seen[0].area, 2500, 60);
  EXPECT_EQ(seen[1].area, 0);
  EXPECT_NEAR(seen[2].area, 800, 40);
  EXPECT_NEAR((seen[0].at - Vec2(35, 35)).norm(), 0, 1);
}

TEST(Labels, DoNotLieOnEachOther) {
  std::vector<scene::Label> labels;
  for (int k = 0; k < 6; ++k)
    labels.push_back({.text = "body" + std::to_string(k), .at = {200.0 + k, 200}, .of_body = true});
  scene::place(labels, {}, {0, 0, 400, 400});
  for (const scene::Label& a : labels) {
    EXPECT_TRUE(a.placed);
    for (const scene::Label& b : labels)
      EXPECT_TRUE(&a == &b || a.box.common(b.box) < 1) << a.text << " " << b.text;
  }
}

}  // namespace
}  // namespace takt::test
