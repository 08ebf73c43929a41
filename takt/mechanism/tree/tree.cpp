#include "takt/mechanism/tree/tree.hpp"

#include <utility>

namespace takt::mechanism {

linear::SharedPattern mass_pattern(const Tree& tree) {
  List<int> above(tree.links.size());  // number of velocities of the links above
  Index size = 0;
  for (int i = 0; i < tree.links.count(); ++i) {
    const Link& l = tree.links[i];
    if (l.parent >= 0) {
      above[i] = above[l.parent] + nv_of(tree.links[l.parent]);
    }
    size += nv_of(l) * (2 * above[i] + nv_of(l));
  }
  if (size == Index{tree.nv} * tree.nv) return linear::full_pattern(tree.nv, tree.nv);
  std::vector<std::pair<int, int>> entries;
  entries.reserve(size);
  const auto add = [&](const Link& a, const Link& b) {
    for (int i = a.v; i < a.v + nv_of(a); ++i)
      for (int j = b.v; j < b.v + nv_of(b); ++j) {
        entries.emplace_back(i, j);
        if (&a != &b) entries.emplace_back(j, i);
      }
  };
  for (const Link& l : tree.links) {
    add(l, l);
    for (int p = l.parent; p >= 0;) {
      const Link& up = tree.links[p];
      add(l, up);
      p = up.parent;
    }
  }
  return linear::pattern_of(tree.nv, tree.nv, std::move(entries));
}

}  // namespace takt::mechanism
