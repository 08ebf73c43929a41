#include "takt/mechanism/tree/ends.hpp"

#include <algorithm>

namespace takt::mechanism {

Ends ends_of(const Groups& groups, int link_a, const Frame& a, int link_b, const Frame& b) {
  Ends e;
  const int links[2] = {link_a, link_b};
  e.frame[0] = a;
  e.frame[1] = b;
  e.straight = link_a >= 0 && a.R.isIdentity(0);
  List<int> paths[2];
  for (int side = 0; side < 2; ++side) {
    e.link[side] = links[side];
    e.group[side] = links[side] < 0 ? -1 : groups.of_link[links[side]];
    paths[side] = groups.path(links[side]);
  }
  int common = 0;
  while (common < std::min(paths[0].count(), paths[1].count()) &&
         paths[0][common] == paths[1][common])
    ++common;
  for (int side = 0; side < 2; ++side)
    for (int k = common; k < paths[side].count(); ++k) {
      const int column = paths[side][k], g = groups.of_column[column];
      const Group& group = groups.all[g];
      const int own = column - group.first;
      const bool bent = group.bends >= 0;
      e.columns.push_back({column, g, side, bent ? group.bends + own * group.count : -1, own});
      e.bent |= bent;
    }
  return e;
}

}  // namespace takt::mechanism
