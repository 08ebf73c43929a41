#include "takt/mechanism/joint/room.hpp"

#include <limits>
#include <string>

#include "takt/base/error.hpp"
#include "takt/base/memory.hpp"

namespace takt::mechanism {

void require_room(const Tree& tree) {
  constexpr double bytes_of_entry = 64;
  constexpr const char* instead =
      "use natural coordinates, whose matrices are sparse: --method natural:index1+heun+s_both2, "
      "for "
      "example; or fewer bodies in one chain";
  std::vector<double> above(tree.links.size(), 0);  // velocities up to and with a link
  double entries = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& l = tree.links[i];
    const double own = nv_of(l.kind),
                 before = l.parent >= 0 ? above[static_cast<std::size_t>(l.parent)] : 0;
    above[i] = before + own;
    entries += own * (2 * before + own);
  }
  const double n = tree.nv;
  const std::string count = std::to_string(tree.nv), size = count + " x " + count;
  const std::string matrix = "the mass matrix of " + count + " joint coordinates";
  require_memory(matrix, size, bytes_of_entry * entries, instead);
  if (n * n > std::numeric_limits<int>::max() && entries > 0.6 * n * n)
    throw Error(matrix + ", " + size + ", has more entries than can be numbered", "set-up", instead,
                Fault::other);
}

}  // namespace takt::mechanism
