#include "takt/mechanism/modules.hpp"

#include <numeric>
#include <string>

#include "takt/base/error.hpp"

namespace takt::mechanism {
namespace {

struct Tie {  // an element that forces two bodies into the same module
  int a, b;
  std::string by;
};

std::vector<Tie> ties_of(const Model& m) {
  std::vector<Tie> ties;
  const auto tie = [&](int a, int b, const std::string& by) {
    if (a != 0 && b != 0 && a != b) ties.push_back({a, b, by});
  };
  const auto outboard = [&](int joint) { return m.joints[joint].outboard.body; };
  for (const Joint& j : m.joints)
    if (!j.module) tie(j.inboard.body, j.outboard.body, "joint '" + j.name + "'");
  for (const Constraint& c : m.constraints) {
    const std::string by = "constraint '" + c.name + "'";
    tie(c.a.body, c.b.body, by);
    for (const Constraint::Term& t : c.terms)
      tie(outboard(c.terms[0].joint), outboard(t.joint), by);
  }
  for (const Force& f : m.forces) {
    int first = 0;
    const auto touch = [&](int body) {
      if (first == 0) first = body;
      tie(first, body, "force '" + f.name + "'");
    };
    for (const ModelMeasure& s : f.measures) {
      if (s.joint >= 0) {
        touch(outboard(s.joint));
        touch(m.joints[s.joint].inboard.body);
      } else {
        touch(s.measure.a.body);
        touch(s.measure.b.body);
      }
    }
  }
  return ties;
}

// For each body: the first body of its connected part. The tie with index `without` is ignored.
std::vector<int> joined(const Model& m, const std::vector<Tie>& ties, std::size_t without) {
  std::vector<int> root(m.bodies.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int b) {
    while (root[b] != b) b = root[b] = root[root[b]];
    return b;
  };
  for (std::size_t k = 0; k < ties.size(); ++k) {
    if (k == without) continue;
    const int a = find(ties[k].a), b = find(ties[k].b);
    if (a != b) root[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t b = 0; b < root.size(); ++b) root[b] = find(static_cast<int>(b));
  return root;
}

}  // namespace

std::vector<int> modules_of(const Model& m) {
  bool any = false;
  for (const Joint& j : m.joints) any = any || j.module;
  if (!any) return {};
  const std::vector<Tie> ties = ties_of(m);
  const std::vector<int> root = joined(m, ties, ties.size());
  for (const Joint& j : m.joints) {
    if (!j.module || root[j.inboard.body] != root[j.outboard.body]) continue;
    std::string by = "other parts";
    for (std::size_t k = 0; k < ties.size(); ++k) {
      const std::vector<int> less = joined(m, ties, k);
      if (less[j.inboard.body] == less[j.outboard.body]) continue;
      by = ties[k].by;
      break;
    }
    throw Error("joint '" + j.name + "' joins modules, but " + by + " holds them together as well",
                j.where,
                "let nothing else reach from one module to the other, or leave "
                "`module: true` out");
  }
  std::vector<int> module(m.bodies.size(), 0), seen;
  for (std::size_t b = 1; b < root.size(); ++b) {
    std::size_t k = 0;
    while (k < seen.size() && seen[k] != root[b]) ++k;
    if (k == seen.size()) seen.push_back(root[b]);
    module[b] = static_cast<int>(k);
  }
  return module;
}

}  // namespace takt::mechanism
