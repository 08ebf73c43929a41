// The general motions of a tree (element/joint/motion.hpp), which are computed before the kernels run,
// once per state.
#pragma once

#include <vector>

#include "takt/base/list.hpp"
#include "takt/mechanism/tree/tree.hpp"

namespace takt::mechanism {

class MotionPoints {
 public:
  using Memory = std::vector<element::MotionPoint>;

  MotionPoints() = default;
  explicit MotionPoints(const Tree& tree) : of_link_(tree.links.size(), -1) {
    for (int i = 0; i < tree.links.count(); ++i) {
      const Link& l = tree.links[i];
      if (l.kind != LinkKind::General) continue;
      of_link_[i] = moved_.count();
      moved_.push_back({l.motion, l.q, l.backwards});
    }
  }

  int of_link(int link) const noexcept { return of_link_[link]; }  // -1: its motion is not general
  Memory make_memory() const { return Memory(moved_.size()); }
  // `curvature`: with S_i,jk, which only K needs.
  const double* fill(const double* q, bool curvature, Memory& out) const noexcept {
    for (int i = 0; i < moved_.count(); ++i) {
      element::MotionPoint& m = out[static_cast<std::size_t>(i)];
      if (curvature)
        moved_[i].motion->at(q + moved_[i].q, m);
      else
        moved_[i].motion->without_curvature(q + moved_[i].q, m);
      if (moved_[i].backwards) element::invert(moved_[i].motion->coordinates(), m);
    }
    return numbers(out);
  }
  // For the kernels: PointValue in batched_tree_data.hpp.
  static const double* numbers(const Memory& m) noexcept {
    return m.empty() ? nullptr : m.front().R.data();
  }

 private:
  struct Moved {
    std::shared_ptr<const element::Motion> motion;
    int q;
    bool backwards;
  };
  List<Moved> moved_;
  List<int> of_link_;
};

}  // namespace takt::mechanism
