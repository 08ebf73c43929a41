// Saddle-point systems whose A may be singular outside the null space of G, as with massless
// bodies.
//
//   (A + r G'G) x + B' y = b + r G' c,   G x = c       has the solution of the system with A
//   S^-1 = (G (A + r G'G)^-1 B')^-1 - r                for multipliers() and least_norm(), B = G
//
// Terms used: r = tr A / tr G G', so that A and r G'G have the same size. The system with A + r G'G
// is regular; make_saddle chooses its solver.
#include <algorithm>

#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"

namespace takt::linear {
namespace {

// The entries of G row by row.
List<List<std::pair<int, int>>> by_row(const Pattern& G) {
  List<List<std::pair<int, int>>> rows(G.rows);
  each_entry(G, [&](int i, int j, int k) { rows[i].emplace_back(j, k); });
  return rows;
}

class AugmentedSaddle final : public Saddle {
 public:
  AugmentedSaddle(const SharedPattern& A, const SharedPattern& B, const SharedPattern& G,
                  Symmetry symmetry, Storage storage, Counters& counters)
      : G_(G), c_(Vector::Zero(G->rows)) {
    const auto rows = by_row(*G);
    List<std::pair<int, int>> entries;
    for (const auto& row : rows)
      for (const auto& [i, vi] : row)
        for (const auto& [j, vj] : row) entries.emplace_back(i, j);
    const SharedPattern gram = pattern_of(G->cols, G->cols, entries);
    sum_ = PatternedSum({A, gram});
    augmented_ = Patterned(sum_.pattern());
    for (const auto& row : rows)
      for (const auto& [i, vi] : row)
        for (const auto& [j, vj] : row)
          products_.push_back({vi, vj, place_of(*sum_.pattern(), i, j)});
    for (int j = 0; j < A->cols; ++j)
      if (const int k = place_of(*A, j, j); k >= 0) diagonal_.push_back(k);
    inner_ = make_saddle(sum_.pattern(), B, G, symmetry, storage, counters);
  }

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    sum_.set(0, *A, augmented_);
    double trace = 0;
    for (int k : diagonal_) trace += A->values()[k];
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
  void solve_upper(Vector& x) noexcept override {  // A may be regular in the null space of G only
    c_.setZero();
    solve(x, c_);
  }
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
  List<Product> products_;
  List<int> diagonal_;  // places of the diagonal of A
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
