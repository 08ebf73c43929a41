#include "takt/mechanism/tree/world_motion.hpp"

#include <algorithm>

namespace takt::mechanism {

Groups::Groups(const Tree& tree) : of_column(tree.nv), of_link(tree.links.size()) {
  for (int i = 0; i < tree.links.count(); ++i) {
    const Link& link = tree.links[i];
    int parent = link.parent < 0 ? -1 : of_link[link.parent];
    const auto add = [&](int first, int count, bool last) {
      for (int k = 0; k < count; ++k) of_column[first + k] = all.count();
      const bool bent = link.kind == LinkKind::General;
      all.push_back({parent, i, first, count, last, bent ? bends : -1});
      if (bent) bends += count * count;
      parent = all.count() - 1;
    };
    if (link.kind == LinkKind::Free) {
      add(link.v, 3, false);
      add(link.v + 3, 3, true);
      if (floating < 0 && link.parent < 0) floating = i;
    } else {
      add(link.v, nv_of(link), true);
      if (floating < 0 && link.parent < 0 && link.kind == LinkKind::T3) floating = i;
    }
    of_link[i] = parent;
  }
  // If several links translate freely from ground (T3), o is the origin of the world. An origin
  // that moves with one of these bodies would add round-off to the positions of the others;
  // difference quotients by its coordinates would then show forces between the bodies that do not
  // exist.
  const auto floats = [](const Link& l) { return l.parent < 0 && l.kind == LinkKind::T3; };
  if (std::count_if(tree.links.begin(), tree.links.end(), floats) > 1) floating = -1;
}

List<int> Groups::path(int link) const {
  List<int> columns;
  for (int g = link < 0 ? -1 : of_link[link]; g >= 0; g = all[g].parent)
    for (int k = all[g].count; k-- > 0;) columns.push_back(all[g].first + k);
  std::reverse(columns.begin(), columns.end());
  return columns;
}

}  // namespace takt::mechanism
