#include "takt/certify/choice.hpp"

#include <algorithm>
#include <limits>

#include "takt/certify/certificate_text.hpp"

namespace takt::certify {

void mark_frontier(List<Trial>& all) {
  double best = std::numeric_limits<double>::infinity();
  for (Trial& t : all) {
    t.frontier = t.status == Status::ok && t.error < best;
    if (t.frontier) best = t.error;
  }
}

int take(const List<Trial>& all, double nothing) {
  constexpr double much_better = 0.5;
  int taken = -1;
  double cheap = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Trial& t = all[i];
    if (!t.meets) continue;
    if (taken < 0) cheap = std::max(t.usual + nothing, 1.25 * t.usual);
    if (t.usual > cheap) continue;
    if (taken < 0 || t.error < much_better * all[taken].error) taken = static_cast<int>(i);
  }
  return taken;
}

int nearest(const List<Trial>& all, double longest) {
  int found = -1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Trial& t = all[i];
    if (t.status != Status::ok || t.usual > longest) continue;
    if (found < 0 || t.error < all[found].error) found = static_cast<int>(i);
  }
  return found;
}

std::vector<std::string> what_is_red(const io::OpenModel& model, const Method& method,
                                     const CertifyOptions& o) {
  std::vector<std::string> red;
  for (const Finding& f : findings(certify(model, method, o)))
    if (f.verdict == Verdict::fails) red.push_back(f.key + ": " + f.says);
  return red;
}

}  // namespace takt::certify
