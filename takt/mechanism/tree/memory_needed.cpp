#include "takt/mechanism/tree/memory_needed.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "takt/base/error.hpp"
#include "takt/base/memory.hpp"

namespace takt::mechanism {

void require_memory_of(const Tree& tree) {
  constexpr double bytes_of_entry = 64;
  constexpr int longest_chain = 20'000;      // links: set-up follows a chain by recursive calls
  List<double> above(tree.links.size(), 0);  // velocities from ground to a link, included
  List<int> depth(tree.links.size(), 1);
  double entries = 0;
  int deepest = 0;
  for (int i = 0; i < tree.links.count(); ++i) {
    const Link& l = tree.links[i];
    const bool hangs = l.parent >= 0;
    const double own = nv_of(l), before = hangs ? above[l.parent] : 0;
    above[i] = before + own;
    if (hangs) depth[i] = depth[l.parent] + 1;
    deepest = std::max(deepest, depth[i]);
    entries += own * (2 * before + own);
  }
  const double n = tree.nv;
  const std::string count = std::to_string(tree.nv), size = count + " x " + count;
  const std::string matrix = "the mass matrix of " + count + " joint coordinates";
  const std::string instead =
      "it grows with the square of a chain's length: use fewer bodies in one chain, or several "
      "chains side by side, whose matrix is sparse; natural coordinates find their start in joint "
      "coordinates, too";
  require_memory(matrix, size, bytes_of_entry * entries, instead);
  if (deepest > longest_chain || (n * n > std::numeric_limits<int>::max() && entries > 0.6 * n * n))
    throw Error(matrix + ", " + size + ", with a chain of " + std::to_string(deepest) +
                    " bodies, is more than set-up can follow",
                "set-up", instead, Fault::other);
}

}  // namespace takt::mechanism
