#include "takt/scene/strokes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace takt::scene {
namespace {

long tenths(double x) { return std::lround(10 * x); }

std::string text_of(long tenths) { return px(0.1 * static_cast<double>(tenths)); }

std::string place_of(long x, long y) { return "M" + text_of(x) + " " + text_of(y); }

std::string hex(const Style& s) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "#";
  for (const double x : {s.red, s.green, s.blue}) {
    const long v = std::lround(255 * std::clamp(x, 0.0, 1.0));
    out += digits[v / 16];
    out += digits[v % 16];
  }
  return out;
}

std::string look_of(const Style& s) {
  const std::string filled = "fill=\"" + hex(s) + "\" stroke=\"" + hex(s) + "\"";
  switch (s.kind) {
    case Style::Kind::grid: return "class=\"g\"";
    case Style::Kind::line: return "stroke=\"" + hex(s) + "\" stroke-width=\"" + px(s.width) + "\"";
    case Style::Kind::glass: return "class=\"q\" " + filled;
    case Style::Kind::ground: return "class=\"r" + std::to_string(s.shade) + "\"";
    case Style::Kind::face: break;
  }
  return filled;
}

}  // namespace

std::string px(double x) {
  char text[32];
  const double rounded = std::round(10 * x) / 10;
  const auto end = std::to_chars(text, text + sizeof text, rounded == 0 ? 0.0 : rounded).ptr;
  return {text, end};
}

void Strokes::add(const Style& s, const std::vector<Vec2>& corners) {
  begin(look_of(s));
  go(corners, corners.size() > 2);
}

void Strokes::add_edges(const std::vector<Vec2>& corners, const std::vector<bool>& edges) {
  const std::size_t n = corners.size();
  std::size_t first = 0;  // after a side that is not drawn
  while (first < n && edges[(first + n - 1) % n]) ++first;
  if (first == n) {
    begin("class=\"e\"");
    go(corners, true);
    return;
  }
  std::vector<Vec2> chain;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = (first + i) % n, next = (k + 1) % n;
    if (!edges[k]) continue;
    if (chain.empty()) chain.push_back(corners[k]);
    chain.push_back(corners[next]);
    if (edges[next] && i + 1 < n) continue;
    begin("class=\"e\"");
    go(chain, false);
    chain.clear();
  }
}

std::string Strokes::text() {
  begin("");
  return std::move(out_);
}

void Strokes::begin(const std::string& look) {
  if (look == look_) return;
  if (!d_.empty()) out_ += "<path " + look_ + " d=\"" + d_ + "\"/>\n";
  d_.clear();
  last_.clear();
  look_ = look;
}

void Strokes::go(const std::vector<Vec2>& p, bool closed) {
  long x = tenths(p[0][0]), y = tenths(p[0][1]);
  if (place_of(x, y) != last_) d_ += place_of(x, y) + "l";
  for (std::size_t k = 1; k < p.size(); ++k) {
    const long to_x = tenths(p[k][0]), to_y = tenths(p[k][1]);
    step(to_x - x);
    step(to_y - y);
    x = to_x, y = to_y;
  }
  last_ = closed ? "" : place_of(x, y);
  if (closed) d_ += "z";
}

// A relative coordinate, whose sign also separates it from what is before.
void Strokes::step(long t) {
  std::string text = text_of(t);
  if (text.starts_with("0.")) text.erase(0, 1);
  if (text.starts_with("-0.")) text.erase(1, 1);
  if (text[0] != '-' && !d_.empty() && d_.back() != 'l') d_ += ' ';
  d_ += text;
}

}  // namespace takt::scene
