#include "takt/mechanism/joint/room.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/memory.hpp"

namespace takt::mechanism {

void require_room(const Tree& tree, bool matrices) {
  constexpr double bytes_of_entry = 64;
  constexpr const char* instead =
      "use natural coordinates, whose matrices are sparse: --method natural:index1+heun+s_both2, "
      "for "
      "example; or fewer bodies in one chain";
  constexpr int longest_chain = 20'000;             // links
  std::vector<double> above(tree.links.size(), 0);  // velocities up to and with a link
  double entries = 0;
  std::vector<int> depth(tree.links.size(), 1);
  int deepest = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& l = tree.links[i];
    const double own = nv_of(l.kind),
                 before = l.parent >= 0 ? above[static_cast<std::size_t>(l.parent)] : 0;
    above[i] = before + own;
    if (l.parent >= 0) depth[i] = depth[static_cast<std::size_t>(l.parent)] + 1;
    deepest = std::max(deepest, depth[i]);
    entries += own * (2 * before + own);
  }
  if (!matrices) {
    if (deepest <= longest_chain) return;
    throw Error("a chain of " + std::to_string(deepest) + " bodies is too long: at most " +
                    std::to_string(longest_chain) + " can be followed",
                "set-up", "use fewer bodies in one chain", Fault::other);
  }
  const double n = tree.nv;
  const std::string count = std::to_string(tree.nv), size = count + " x " + count;
  const std::string matrix = "the mass matrix of " + count + " joint coordinates";
  require_memory(matrix, size, bytes_of_entry * entries, instead);
  if (deepest > longest_chain)
    throw Error(matrix + ", " + size + ", belongs to a chain of " + std::to_string(deepest) +
                    " bodies, of which at most " + std::to_string(longest_chain) +
                    " can be followed",
                "set-up", "use fewer bodies in one chain", Fault::other);
  if (n * n > std::numeric_limits<int>::max() && entries > 0.6 * n * n)
    throw Error(matrix + ", " + size + ", has more entries than can be numbered", "set-up", instead,
                Fault::other);
}

}  // namespace takt::mechanism
