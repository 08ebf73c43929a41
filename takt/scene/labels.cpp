#include "takt/scene/labels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace takt::scene {

double Box2::common(const Box2& o) const {
  const double x = std::min(x1, o.x1) - std::max(x0, o.x0);
  const double y = std::min(y1, o.y1) - std::max(y0, o.y0);
  return x > 0 && y > 0 ? x * y : 0;
}

double Label::width() const {
  // Bytes that continue a character of UTF-8 take no room.
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return 0.58 * font() * static_cast<double>(letters) + 4;
}

namespace {

constexpr double no_leader = 22;  // px: nearer labels need none

Box2 box_at(const Label& l, const Vec2& middle) {
  const double w = l.width() / 2, h = 0.6 * l.font();
  return {middle[0] - w, middle[1] - h, middle[0] + w, middle[1] + h};
}

}  // namespace

void place(std::vector<Label>& labels, std::vector<Box2> taken, const Box2& paper) {
  std::vector<Label*> order;
  for (const bool bodies : {true, false})
    for (Label& l : labels)
      if (l.of_body == bodies && !l.text.empty()) order.push_back(&l);
  const auto covered = [&](const Box2& box) {
    double area = 0;
    for (const Label* o : order)
      if (o->placed) area += box.common(o->box);
    return area;
  };
  for (Label* l : order) {
    double least = 1e300;
    Box2 best;
    double best_way = 0;
    for (const double way : {14.0, 24.0, 38.0, 56.0, 80.0, 110.0})
      for (int k = 0; k < 12; ++k) {
        const double angle = (2 * k + 1) * std::numbers::pi / 12;
        const Vec2 d(std::cos(angle), -std::sin(angle));
        // The edge of the text that is turned to the point is `way` from it.
        const Vec2 middle = l->at + way * d + Vec2(0.5 * l->width() * d[0], 0);
        const Box2 box = box_at(*l, middle);
        if (box.x0 < paper.x0 || box.x1 > paper.x1 || box.y0 < paper.y0 || box.y1 > paper.y1)
          continue;
        double cost = 6 * way;
        for (const Box2& t : taken) cost += 3 * box.common(t);
        cost += 60 * covered(box);
        if (cost < least) least = cost, best = box, best_way = way;
      }
    // A name over another name cannot be read.
    if (least > 1e299 || covered(best) > 0.02 * (best.x1 - best.x0) * (best.y1 - best.y0)) continue;
    l->box = best;
    l->placed = true;
    l->leader = best_way > no_leader;
  }
}

}  // namespace takt::scene
