#include "takt/linear/elimination_tree.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "takt/linear/front_data.hpp"

namespace takt::linear {
namespace {

using Lists = List<List<int>>;

struct OpenFront {
  List<int> unknowns, rows;  // rows: the neighbours eliminated later, unsorted
};

// The cost of a front in cycles, with constants measured on the cases of bench/linear_bench.cpp.
// Each pivot has to wait for the one before; rows are processed in whole vectors.
double cost_of(int width, int below) {
  constexpr double start = 60, pivot = 22, scalar = 1.5, arithmetic = 0.6, update = 45;
  double cost = 0;
  while (width > 0) {
    const int chunks = (width + front::widest - 1) / front::widest,
              w = (width + chunks - 1) / chunks;
    const int rows = below + width - w, vectors = (rows + front::padding - 1) / front::padding;
    cost += start + pivot * w + scalar * w * w * w / 3;
    if (rows > 0) cost += update + arithmetic * vectors * w * (w + 1 + rows);
    width -= w;
  }
  return cost;
}

enum class Wish { least_degree, first, last };

// Symbolic elimination on the graph. Of unknowns with equal degree, the last one is eliminated
// first: in a tree numbered from its root this is a leaf. Neighbours with the same neighbours as
// the eliminated unknown join its front. Returns no fronts if the cost exceeds the limit.
List<OpenFront> eliminate(Lists near, Wish wish, double limit) {
  const int n = near.count();
  using Key = std::pair<int, int>;
  const auto key = [&](int i) {
    const int degree = static_cast<int>(near[i].size());
    return Key{wish == Wish::least_degree ? degree : 0, wish == Wish::first ? i : n - 1 - i};
  };
  const auto unknown = [&](const Key& k) {
    return wish == Wish::first ? k.second : n - 1 - k.second;
  };
  std::set<Key> waiting;
  for (int i = 0; i < n; ++i) waiting.insert(key(i));
  List<OpenFront> fronts;
  List<int> merged;
  double cost = 0;
  while (!waiting.empty()) {
    const int p = unknown(*waiting.begin());
    waiting.erase(waiting.begin());
    OpenFront f{{p}, {}};
    const List<int> seen = std::move(near[p]);
    for (int i : seen) {
      waiting.erase(key(i));
      List<int>& mine = near[i];
      merged.clear();
      std::set_union(mine.begin(), mine.end(), seen.begin(), seen.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](int k) { return k == i || k == p; });
      mine = merged;
      (mine.size() + 1 == seen.size() ? f.unknowns : f.rows).push_back(i);
    }
    List<int> gone = f.unknowns;
    std::sort(gone.begin(), gone.end());
    for (int i : f.rows) {
      std::erase_if(near[i],
                    [&](int k) { return std::binary_search(gone.begin(), gone.end(), k); });
      waiting.insert(key(i));
    }
    cost += cost_of(f.unknowns.count(), f.rows.count());
    if (cost > limit) return {};
    fronts.push_back(std::move(f));
  }
  return fronts;
}

constexpr int nobody = -1;

class Merging {
 public:
  Merging(List<OpenFront> fronts, int n) : front_(std::move(fronts)), owner_(n) {
    for (int f = 0; f < front_.count(); ++f)
      for (int i : front_[f].unknowns) owner_[i] = f;
    for (const OpenFront& f : front_) {  // the parent owns that row of f which is eliminated first
      int parent = nobody;
      for (int i : f.rows)
        if (parent == nobody || owner_[i] < parent) parent = owner_[i];
      parent_.push_back(parent);
    }
  }

  // Merges a front with its parent if the additional zeros cost less than a separate front.
  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int f = 0; f < front_.count(); ++f) {
        if (front_[f].unknowns.empty() || parent(f) == nobody) continue;
        OpenFront &child = front_[f], &above = front_[parent(f)];
        const int w = size(child.unknowns), v = size(above.unknowns), below = size(above.rows);
        if (cost_of(v + w, below) >= cost_of(w, size(child.rows)) + cost_of(v, below)) continue;
        child.unknowns.insert(child.unknowns.end(), above.unknowns.begin(), above.unknowns.end());
        above.unknowns = std::move(child.unknowns);
        child.unknowns.clear();
        changed = true;
      }
    }
  }

  // Orders the fronts depth first, children before parents. Divides fronts that are too wide for
  // the kernels into parts of nearly equal width.
  EliminationTree tree() {
    const int n = owner_.count();
    Lists children(front_.size());
    List<int> todo, visit;
    for (int f = 0; f < front_.count(); ++f) {
      if (front_[f].unknowns.empty()) continue;
      const int p = parent(f);
      (p == nobody ? todo : children[p]).push_back(f);
    }
    while (!todo.empty()) {  // parents before children; reversed below
      visit.push_back(todo.back());
      todo.pop_back();
      for (int c : children[visit.back()]) todo.push_back(c);
    }
    std::reverse(visit.begin(), visit.end());
    for (OpenFront& f : front_)  // any order is correct; this one keeps neighbours close in memory
      std::sort(f.unknowns.begin(), f.unknowns.end());
    EliminationTree t;
    List<int> position(n);
    for (int f : visit)
      for (int i : front_[f].unknowns) {
        position[i] = size(t.order);
        t.order.push_back(i);
      }
    int first = 0;
    for (int f : visit) {
      List<int> rows;
      for (int i : front_[f].rows) rows.push_back(position[i]);
      std::sort(rows.begin(), rows.end());
      const int end = first + size(front_[f].unknowns);
      t.cost += cost_of(end - first, size(rows));
      while (first < end) {
        const int parts = (end - first + front::widest - 1) / front::widest;
        const int width = (end - first + parts - 1) / parts;
        EliminationTree::Group g{first, width, {}};
        for (int i = first + width; i < end; ++i) g.rows.push_back(i);
        g.rows.insert(g.rows.end(), rows.begin(), rows.end());
        t.groups.push_back(std::move(g));
        first += width;
      }
    }
    return t;
  }

 private:
  static int size(const List<int>& v) { return v.count(); }
  int parent(std::size_t f) {  // skips empty fronts, which have been merged with their parents
    int p = parent_[f];
    while (p != nobody && front_[p].unknowns.empty()) p = parent_[p];
    return parent_[f] = p;
  }

  List<OpenFront> front_;
  List<int> owner_, parent_;
};

}  // namespace

EliminationTree make_elimination_tree(const Lists& neighbours, Storage storage) {
  const int n = neighbours.count();
  if (storage == Storage::dense) {
    OpenFront all;
    for (int i = 0; i < n; ++i) all.unknowns.push_back(i);
    return Merging(n > 0 ? List<OpenFront>{all} : List<OpenFront>{}, n).tree();
  }
  EliminationTree best;
  double limit = std::numeric_limits<double>::infinity();
  for (Wish wish : {Wish::least_degree, Wish::last, Wish::first}) {
    List<OpenFront> fronts = eliminate(neighbours, wish, limit);
    if (fronts.empty()) continue;
    Merging merging(std::move(fronts), n);
    merging.run();
    EliminationTree t = merging.tree();
    if (best.order.empty() || t.cost < best.cost) best = std::move(t);
    limit = 3 * best.cost;  // we assume that merging fronts never saves more than this factor
  }
  return best;
}

}  // namespace takt::linear
