// Saddle-point systems whose A may be singular where G is not: massless parts.
//
//   (A + r G'G) x + B' y = b + r G' c,   G x = c       has the solution of the system with A
//   S^-1 = (G (A + r G'G)^-1 B')^-1 - r                the multipliers of x alone, for B = G
//
// Terms used: r = tr A / tr G G', so that both parts have the same size.
#include <algorithm>

#include "takt/linear/saddle_kinds.hpp"

namespace takt::linear {
namespace {

// The entries of G row by row.
std::vector<std::vector<std::pair<int, int>>> by_row(const Pattern& G) {
  std::vector<std::vector<std::pair<int, int>>> rows(static_cast<std::size_t>(G.rows));
  for (Index k = 0; k < G.cols; ++k) {
    if (G.full) {
      for (Index r = 0; r < G.rows; ++r)
        rows[static_cast<std::size_t>(r)].emplace_back(static_cast<int>(k),
                                                       static_cast<int>(k * G.rows + r));
      continue;
    }
    for (int i = G.col_start[static_cast<std::size_t>(k)];
         i < G.col_start[static_cast<std::size_t>(k + 1)]; ++i)
      rows[static_cast<std::size_t>(G.row[static_cast<std::size_t>(i)])].emplace_back(
          static_cast<int>(k), i);
  }
  return rows;
}

int place_in(const Pattern& p, int row, int col) {
  if (p.full) return static_cast<int>(col * p.rows + row);
  const auto first = p.row.begin() + p.col_start[static_cast<std::size_t>(col)];
  const auto last = p.row.begin() + p.col_start[static_cast<std::size_t>(col + 1)];
  return static_cast<int>(std::lower_bound(first, last, row) - p.row.begin());
}

class AugmentedSaddle final : public Saddle {
 public:
  AugmentedSaddle(const SharedPattern& A, const SharedPattern& B, const SharedPattern& G,
                  Symmetry symmetry, Storage storage, Counters& counters)
      : G_(G), c_(Vector::Zero(G->rows)) {
    const auto rows = by_row(*G);
    std::vector<std::pair<int, int>> entries;
    for (const auto& row : rows)
      for (const auto& [i, vi] : row)
        for (const auto& [j, vj] : row) entries.emplace_back(i, j);
    const SharedPattern gram = pattern_of(G->cols, G->cols, entries);
    sum_ = PatternedSum({A, gram});
    augmented_ = Patterned(sum_.pattern());
    for (const auto& row : rows)
      for (const auto& [i, vi] : row)
        for (const auto& [j, vj] : row)
          products_.push_back({vi, vj, place_in(*sum_.pattern(), i, j)});
    inner_ = make_saddle(sum_.pattern(), B, G, symmetry, storage, counters);
  }

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    sum_.set(0, *A, augmented_);
    double trace = 0;
    const Pattern& p = A->pattern();
    for (Index k = 0; k < p.cols; ++k)
      trace += A->values()[place_in(p, static_cast<int>(k), static_cast<int>(k))];
    const double gram = G.trace_of_gram();
    r_ = gram > 0 ? std::max(trace, 1e-300) / gram : 0;
    for (const Product& x : products_)
      augmented_.values()[x.to] += r_ * G.values()[x.first] * G.values()[x.second];
    G_.values() = G.values();
    status_ = inner_->factorise(&augmented_, B, G);
    return status_;
  }
  void solve(Vector& x, Vector& y) noexcept override {
    G_.multiply_transposed_add(r_, y, x);
    inner_->solve(x, y);
  }
  void solve_upper(Vector& x) noexcept override { inner_->solve_upper(x); }
  void multipliers(Vector& y) noexcept override {
    c_ = y;
    inner_->multipliers(y);
    for (Index i = 0; i < y.size(); ++i) y[i] -= r_ * c_[i];
  }
  void least_norm(Vector& c_to_y, Vector& x) noexcept override {
    c_ = c_to_y;
    inner_->least_norm(c_to_y, x);
    for (Index i = 0; i < c_.size(); ++i) c_to_y[i] -= r_ * c_[i];
  }

 private:
  struct Product {
    int first, second, to;
  };
  std::vector<Product> products_;
  PatternedSum sum_;
  Patterned augmented_, G_;
  Vector c_;
  std::unique_ptr<Saddle> inner_;
  double r_ = 0;
};

}  // namespace

std::unique_ptr<Saddle> make_augmented_saddle(const SharedPattern& A, const SharedPattern& B,
                                              const SharedPattern& G, Symmetry symmetry,
                                              Storage storage, Counters& counters) {
  return std::make_unique<AugmentedSaddle>(A, B, G, symmetry, storage, counters);
}

}  // namespace takt::linear
