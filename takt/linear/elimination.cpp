#include "takt/linear/elimination.hpp"

#include <algorithm>

#include "takt/base/instruction_set.hpp"
#include "takt/linear/elimination_tree.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/front_data.hpp"

namespace takt::linear {
namespace {

using front::Front;
using front::Update;

int padded(int rows) { return (rows + front::padding - 1) / front::padding * front::padding; }

List<List<int>> neighbours_of(const Pattern& p) {
  List<List<int>> near(p.cols);
  each_entry(p, [&](int i, int j, int) {
    if (i == j) return;
    near[i].push_back(j);
    near[j].push_back(i);
  });
  for (List<int>& v : near) {
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  }
  return near;
}

struct Run {  // rows that are consecutive both in the source and in the destination
  int from, to, length;
};

}  // namespace

struct Elimination::Schedule {
  const front::Kernels* kernels = TAKT_BEST_KERNELS(front);
  List<int> order;
  List<Front> fronts;
  List<Update> updates;
  List<int> rows, owner;  // owner: the front that eliminates each position
  List<int> position;     // the position of each unknown in the order of elimination
  int lower = 0;
  Index size = 0;
  Vector values, x, window;
  front::Plan plan{};

  Schedule(const Pattern& p, Storage storage) {
    const EliminationTree tree = make_elimination_tree(neighbours_of(p), storage);
    order = tree.order;
    lay_out(tree);
    for (int f = 0; f < fronts.count(); ++f) set_updates(f);
    plan = {fronts.count(), lower,         fronts.data(), updates.data(),
            rows.data(),    values.data(), x.data(),      window.data()};
  }

  void lay_out(const EliminationTree& tree) {
    const int n = order.count();
    position.resize(order.size());
    for (int i = 0; i < n; ++i) position[order[i]] = i;
    int most = 0;
    for (const EliminationTree::Group& g : tree.groups) {
      const int below = g.rows.count(), all = padded(below);
      Front f{g.first, g.width, below, all, 0, 0, 0, rows.count(), 0, 0};
      f.D = lower;
      f.L = f.D + g.width * g.width;
      lower = f.L + all * g.width;
      most = std::max(most, all);
      rows.insert(rows.end(), g.rows.begin(), g.rows.end());
      rows.resize(rows.count() + all - below, n);  // padding: x[n] is zero
      owner.insert(owner.end(), g.width, fronts.count());
      fronts.push_back(f);
    }
    size = lower;
    for (Front& f : fronts) {
      f.U = static_cast<int>(size);
      size += f.padded * f.width;
    }
    values = Vector::Zero(size + front::slack);
    x = Vector::Zero(n + front::slack);
    window = Vector::Zero(most + front::slack);
  }

  int row_in(const Front& f, int row) const {  // index of a position among the rows of a front
    const auto first = rows.begin() + f.rows, last = first + f.below;
    return static_cast<int>(std::lower_bound(first, last, row) - first);
  }

  // Lists the updates of later fronts by L U' of this front. Each front that owns some of the rows
  // gets an update of its diagonal block, and of its L and U for the rows that are eliminated
  // later.
  void set_updates(int index) {
    Front& f = fronts[index];
    f.update = updates.count();
    for (int begin = 0; begin < f.below;) {
      const Front& to = fronts[owner[rows[f.rows + begin]]];
      int end = begin;
      while (end < f.below && rows[f.rows + end] < to.first + to.width) ++end;
      const List<Run> columns = runs(f, begin, end, [&](int r) { return r - to.first; });
      const List<Run> behind = runs(f, end, f.below, [&](int r) { return row_in(to, r); });
      for (const Run& c : columns) {
        for (const Run& r : columns) add_update(f, r, c, to.D, to.width, f.L, f.U);
        for (const Run& r : behind) {
          add_update(f, r, c, to.L, to.padded, f.L, f.U);
          add_update(f, r, c, to.U, to.padded, f.U, f.L);
        }
      }
      begin = end;
    }
    f.updates = updates.count() - f.update;
  }
  template <class Place> List<Run> runs(const Front& f, int begin, int end, Place place) const {
    List<Run> all;
    for (int i = begin; i < end; ++i) {
      const int to = place(rows[f.rows + i]);
      if (all.empty() || all.back().to + all.back().length != to) all.push_back({i, to, 0});
      ++all.back().length;
    }
    return all;
  }
  void add_update(const Front& f, const Run& r, const Run& c, int block, int stride, int A, int B) {
    updates.push_back({block + r.to + c.to * stride, A + r.from, B + c.from, stride, f.padded,
                       r.length, c.length, f.width});
  }

  int place(int row, int column) const {
    const int i = position[row], j = position[column];
    const Front& f = fronts[owner[std::min(i, j)]];
    const int end = f.first + f.width;
    if (i < end && j < end) return f.D + i - f.first + (j - f.first) * f.width;
    return i > j ? f.L + row_in(f, i) + (j - f.first) * f.padded
                 : f.U + row_in(f, j) * f.width + i - f.first;
  }
};

Elimination::Elimination(const Pattern& p, Storage storage)
    : schedule_(std::make_unique<Schedule>(p, storage)) {}
Elimination::~Elimination() = default;

Index Elimination::size() const noexcept { return schedule_->size; }
Index Elimination::lower_size() const noexcept { return schedule_->lower; }
int Elimination::place(int i, int j) const { return schedule_->place(i, j); }
const front::Kernels& Elimination::kernels() const noexcept { return *schedule_->kernels; }

Status Elimination::factorise(const double* T, const double* S) noexcept {
  return schedule_->kernels->factorise(schedule_->plan, T, S) ? Status::ok : Status::singular;
}

void Elimination::solve(double* x) noexcept {
  Schedule& s = *schedule_;
  const std::size_t n = s.order.size();
  const int* order = s.order.data();
  double* y = s.plan.x;
  for (std::size_t i = 0; i < n; ++i) y[i] = x[order[i]];
  s.kernels->solve(s.plan);
  for (std::size_t i = 0; i < n; ++i) x[order[i]] = y[i];
}

void Elimination::multiply_add(const double* T, const double* S, double s, const double* x,
                               double* y) noexcept {
  const Schedule& c = *schedule_;
  const int* order = c.order.data();
  for (const Front& f : c.fronts) {
    const int *mine = order + f.first, *row = c.rows.data() + f.rows;
    for (int j = 0; j < f.width; ++j) {
      const double factor = s * x[mine[j]];
      for (int i = 0; i < f.width; ++i) {
        const int k = f.D + i + j * f.width;
        y[mine[i]] += (S != nullptr ? T[k] + S[k] : T[k]) * factor;
      }
      double sum = 0;
      for (int i = 0; i < f.below; ++i) {
        const int k = f.L + i + j * f.padded, u = f.U + j + i * f.width, other = order[row[i]];
        const double symmetric = S != nullptr ? S[k] : 0;
        y[other] += (T[k] + symmetric) * factor;
        sum += (T[u] + symmetric) * x[other];
      }
      y[mine[j]] += s * sum;
    }
  }
}

}  // namespace takt::linear
