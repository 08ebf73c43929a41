#include "takt/linear/tangent.hpp"

#include <algorithm>
#include <map>

#include "takt/linear/elimination.hpp"

namespace takt::linear {
namespace {

using Entry = std::pair<int, int>;

std::size_t at(Index i) noexcept { return static_cast<std::size_t>(i); }

template <class Visit>
void each_entry(const Pattern& p, Visit visit) {  // visit(row, column, place)
  for (int j = 0, k = 0; j < p.cols; ++j) {
    if (p.full)
      for (int i = 0; i < p.rows; ++i) visit(i, j, k++);
    else
      for (; k < p.col_start[at(j) + 1]; ++k) visit(p.row[at(k)], j, k);
  }
}

int place_of(const Pattern& p, int i, int j) {
  if (p.full) return static_cast<int>(j * p.rows + i);
  const auto first = p.row.begin() + p.col_start[at(j)],
             last = p.row.begin() + p.col_start[at(j) + 1];
  return static_cast<int>(std::lower_bound(first, last, i) - p.row.begin());
}

// The entries of a stored matrix that count.
const Pattern& counting(const Pattern& stored, const SharedPattern& structure) {
  return stored.full && structure != nullptr ? *structure : stored;
}

struct Places {  // sum[to[k]] += c part[from[k]]
  bool same = false;
  std::vector<int> from, to;
};

struct Rows {  // of G with entries in the same columns
  std::vector<int> row;
  int columns = 0, count = 0;
  std::vector<int> from;  // place in G of entry a of row r: from[r columns + a]
  std::vector<int> to;    // place in T of columns a and b: to[b columns + a]
};

}  // namespace

struct Tangent::Parts {
  Counters& counters;
  SharedPattern pattern;
  Vector T;  // and a zero behind the last
  std::vector<Places> places;
  std::vector<Rows> rows;
  Vector left, right;
  std::unique_ptr<Elimination> elimination;

  Parts(const std::vector<SharedPattern>& stored, const SharedPattern& structure,
        const SharedPattern& G, const SharedPattern& G_structure, Storage storage, Counters& c)
      : counters(c) {
    const Index n = stored.empty() ? G->cols : stored.front()->cols;
    std::map<std::vector<int>, std::vector<int>> alike;  // columns and the rows that have them
    if (G != nullptr) {
      std::vector<std::vector<int>> columns(at(G->rows));
      each_entry(counting(*G, G_structure),
                 [&](int i, int j, int) { columns[at(i)].push_back(j); });
      for (int i = 0; i < G->rows; ++i)
        if (!columns[at(i)].empty()) alike[columns[at(i)]].push_back(i);
    }
    set_pattern(n, stored, structure, alike);
    for (const SharedPattern& p : stored) set_places(*p, counting(*p, structure));
    for (const auto& [columns, row] : alike) set_rows(*G, columns, row);
    T = Vector::Zero(pattern->size() + 1);
    elimination = std::make_unique<Elimination>(*pattern, storage);
  }

  void set_pattern(Index n, const std::vector<SharedPattern>& stored,
                   const SharedPattern& structure,
                   const std::map<std::vector<int>, std::vector<int>>& alike) {
    std::vector<Entry> entries;
    for (const SharedPattern& p : stored)
      each_entry(counting(*p, structure), [&](int i, int j, int) { entries.emplace_back(i, j); });
    for (const auto& [columns, row] : alike)
      for (int i : columns)
        for (int j : columns) entries.emplace_back(i, j);
    pattern = pattern_of(n, n, std::move(entries));
    if (pattern->size() == n * n) pattern = full_pattern(n, n);
  }

  void set_places(const Pattern& stored, const Pattern& entries) {
    Places p;
    each_entry(entries, [&](int i, int j, int) {
      p.from.push_back(place_of(stored, i, j));
      p.to.push_back(place_of(*pattern, i, j));
    });
    p.same = p.from == p.to && static_cast<Index>(p.to.size()) == pattern->size() &&
             stored.size() == pattern->size();
    places.push_back(std::move(p));
  }

  void set_rows(const Pattern& G, const std::vector<int>& columns, const std::vector<int>& row) {
    Rows r;
    r.row = row;
    r.columns = static_cast<int>(columns.size());
    r.count = static_cast<int>(row.size());
    for (int i : row)
      for (int j : columns) r.from.push_back(place_of(G, i, j));
    for (int j : columns)
      for (int i : columns) r.to.push_back(place_of(*pattern, i, j));
    left = Vector::Zero(std::max<Index>(left.size(), r.columns));
    right = left;
    rows.push_back(std::move(r));
  }
};

Tangent::Tangent(std::vector<SharedPattern> parts, SharedPattern structure, SharedPattern G,
                 SharedPattern G_structure, Storage storage, Counters& counters)
    : parts_(std::make_unique<Parts>(parts, structure, G, G_structure, storage, counters)) {}
Tangent::~Tangent() = default;

void Tangent::set_zero() noexcept { parts_->T.setZero(); }

void Tangent::add(std::size_t part, double c, const Patterned& A) noexcept {
  const Places& p = parts_->places[part];
  Vector& T = parts_->T;
  if (p.same) {
    T.head(T.size() - 1) += c * A.values();
    return;
  }
  const int *from = p.from.data(), *to = p.to.data();
  const double* a = A.values().data();
  double* t = T.data();
  for (std::size_t k = 0, n = p.from.size(); k < n; ++k) t[to[k]] += c * a[from[k]];
}

void Tangent::add_gram(double c, const Vector& w, const Patterned& G) noexcept {
  add_product(c, w, G, G);
}

void Tangent::add_product(double c, const Vector& w, const Patterned& G,
                          const Patterned& H) noexcept {
  Parts& p = *parts_;
  const double *g = G.values().data(), *h = H.values().data();
  double *left = p.left.data(), *right = p.right.data(), *T = p.T.data();
  for (const Rows& r : p.rows) {
    const int* from = r.from.data();
    for (int i = 0; i < r.count; ++i, from += r.columns) {
      const double factor = c * w[r.row[at(i)]];
      for (int a = 0; a < r.columns; ++a) {
        left[a] = g[from[a]];
        right[a] = factor * h[from[a]];
      }
      const int* to = r.to.data();
      for (int b = 0; b < r.columns; ++b)
        for (int a = 0; a < r.columns; ++a) T[*to++] += left[a] * right[b];
    }
  }
}

Status Tangent::factorise() noexcept {
  ++parts_->counters.factorisations;
  return parts_->elimination->factorise(parts_->T.data());
}

void Tangent::solve(Vector& x) noexcept {
  ++parts_->counters.solves;
  parts_->elimination->solve(x.data());
}

void Tangent::multiply_add(double s, const Vector& x, Vector& y) const noexcept {
  const Pattern& p = *parts_->pattern;
  const double* T = parts_->T.data();
  double* out = y.data();
  for (Index j = 0; j < p.cols; ++j) {
    const double factor = s * x[j];
    if (p.full) {
      for (Index i = 0; i < p.rows; ++i) out[i] += *T++ * factor;
      continue;
    }
    const int* row = p.row.data() + p.col_start[at(j)];
    for (int k = p.col_start[at(j) + 1] - p.col_start[at(j)]; k > 0; --k)
      out[*row++] += *T++ * factor;
  }
}

}  // namespace takt::linear
