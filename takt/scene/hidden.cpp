#include "takt/scene/hidden.hpp"

#include <algorithm>
#include <cmath>

namespace takt::scene {
namespace {

struct Plane {
  Vec3 n;
  double d;
  double operator()(const Vec3& p) const { return n.dot(p) - d; }
};

enum class Side { on, behind, before, both };

class Sorter {
 public:
  Sorter(const Vec3& towards, double small) : towards_(towards), small_(small) {}

  void sort(std::vector<Piece> pieces, int level = 0) {
    if (pieces.empty()) return;
    const int chosen = best(pieces);
    if (chosen < 0 || level > 2000) {  // only lines: the nearest last
      std::stable_sort(pieces.begin(), pieces.end(),
                       [&](const Piece& a, const Piece& b) { return depth(a) < depth(b); });
      std::move(pieces.begin(), pieces.end(), std::back_inserter(sorted));
      return;
    }
    const Plane plane = plane_of(pieces[static_cast<std::size_t>(chosen)]);
    std::vector<Piece> behind, before, flat, lines;
    for (Piece& p : pieces) {
      switch (side_of(p, plane)) {
        case Side::on: (p.corners.size() == 2 ? lines : flat).push_back(std::move(p)); break;
        case Side::behind: behind.push_back(std::move(p)); break;
        case Side::before: before.push_back(std::move(p)); break;
        case Side::both: split(p, plane, behind, before); break;
      }
    }
    pieces = {};
    const bool towards_eye = plane.n.dot(towards_) > 0;
    sort(std::move(towards_eye ? behind : before), level + 1);
    for (std::vector<Piece>* in : {&flat, &lines})
      std::move(in->begin(), in->end(), std::back_inserter(sorted));
    sort(std::move(towards_eye ? before : behind), level + 1);
  }

  std::vector<Piece> sorted;

 private:
  double depth(const Piece& p) const {
    Vec3 middle = Vec3::Zero();
    for (const Vec3& c : p.corners) middle += c / static_cast<double>(p.corners.size());
    return middle.dot(towards_);
  }
  static Plane plane_of(const Piece& p) { return {p.normal, p.normal.dot(p.corners[0])}; }

  Side side_of(const Piece& p, const Plane& plane) const {
    bool behind = false, before = false;
    for (const Vec3& c : p.corners) {
      const double h = plane(c);
      behind |= h < -small_;
      before |= h > small_;
    }
    if (behind && before) return Side::both;
    return behind ? Side::behind : before ? Side::before : Side::on;
  }

  // Of a few polygons the one that splits the fewest others.
  int best(const std::vector<Piece>& pieces) const {
    int chosen = -1;
    double least = 1e300;
    const std::size_t tried = 12, stride = std::max<std::size_t>(1, pieces.size() / tried);
    for (std::size_t first = 0; first < stride && chosen < 0; ++first)
      for (std::size_t k = first; k < pieces.size(); k += stride) {
        if (pieces[k].corners.size() < 3) continue;
        const Plane plane = plane_of(pieces[k]);
        double splits = 0, behind = 0, before = 0;
        for (const Piece& p : pieces) switch (side_of(p, plane)) {
            case Side::both: ++splits; break;
            case Side::behind: ++behind; break;
            case Side::before: ++before; break;
            case Side::on: break;
          }
        const double cost = 8 * splits + std::abs(behind - before);
        if (cost < least) least = cost, chosen = static_cast<int>(k);
      }
    return chosen;
  }

  void split(const Piece& p, const Plane& plane, std::vector<Piece>& behind,
             std::vector<Piece>& before) const {
    Piece part[2];
    for (Piece& x : part) x.style = p.style, x.normal = p.normal;
    const std::size_t n = p.corners.size();
    const bool line = n == 2;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3 &a = p.corners[k], &b = p.corners[(k + 1) % n];
      const double ha = plane(a), hb = plane(b);
      const bool edge = !line && p.edges[k];
      const auto add = [&](int side, const Vec3& x, bool drawn) {
        part[side].corners.push_back(x);
        part[side].edges.push_back(drawn);
      };
      if (ha <= small_) add(0, a, edge);
      if (ha >= -small_) add(1, a, edge);
      if ((line && k == 1) || !((ha < -small_ && hb > small_) || (ha > small_ && hb < -small_)))
        continue;
      const Vec3 x = a + ha / (ha - hb) * (b - a);
      // The part that continues to b keeps the edge; the cut itself is none.
      add(0, x, ha > 0 && edge);
      add(1, x, ha < 0 && edge);
    }
    // A side that ends on the plane begins the cut.
    for (int side = 0; side < 2; ++side) {
      Piece& x = part[side];
      const std::size_t m = x.corners.size();
      for (std::size_t k = 0; k < m && !line; ++k)
        if (std::abs(plane(x.corners[k])) <= small_ &&
            std::abs(plane(x.corners[(k + 1) % m])) <= small_)
          x.edges[k] = false;
    }
    const std::size_t least = line ? 2 : 3;
    if (part[0].corners.size() >= least) behind.push_back(std::move(part[0]));
    if (part[1].corners.size() >= least) before.push_back(std::move(part[1]));
  }

  Vec3 towards_;
  double small_;
};

}  // namespace

std::vector<Piece> back_to_front(std::vector<Piece> pieces, const Vec3& towards, double small) {
  Sorter sorter(towards, small);
  sorter.sort(std::move(pieces));
  return std::move(sorter.sorted);
}

}  // namespace takt::scene
