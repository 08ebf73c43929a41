#include "takt/certify/screening.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace takt::certify {

std::vector<std::size_t> spread(std::size_t n) {
  std::size_t stride = std::max<std::size_t>(1, static_cast<std::size_t>(0.618 * double(n)));
  while (n > 0 && std::gcd(stride, n) != 1) ++stride;
  std::vector<std::size_t> order(n);
  for (std::size_t k = 0; k < n; ++k) order[k] = k * stride % n;
  return order;
}

std::vector<Screened> in_fronts(std::vector<Screened> rest, double accuracy) {
  std::vector<Screened> order;
  std::sort(rest.begin(), rest.end(), [](const Screened& a, const Screened& b) {
    return a.share != b.share ? a.share < b.share : a.error < b.error;
  });
  while (!rest.empty()) {
    std::vector<Screened> front, behind;
    double best = std::numeric_limits<double>::infinity();
    for (const Screened& s : rest) {
      (s.error < best ? front : behind).push_back(s);
      best = std::min(best, s.error);
    }
    // Within a front, those that meet the accuracy come first.
    std::stable_sort(front.begin(), front.end(), [&](const Screened& a, const Screened& b) {
      return (a.error > accuracy) < (b.error > accuracy);
    });
    order.insert(order.end(), front.begin(), front.end());
    rest = std::move(behind);
  }
  return order;
}

}  // namespace takt::certify
