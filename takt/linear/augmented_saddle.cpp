// Saddle-point systems whose A may be singular outside the null space of G, as with massless
// bodies.
//
//   (A + r G'G) x + B' y = b + r G' c,   G x = c       has the solution of the system with A
//   S^-1 = (G (A + r G'G)^-1 B')^-1 - r                for multipliers() and least_norm(), B = G
//
// Terms used: r = tr A / tr G G', so that A and r G'G have the same size.
#include <algorithm>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/ldlt_factor.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/schur_complement.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {
namespace {

// The entries of G row by row.
List<List<std::pair<int, int>>> by_row(const Pattern& G) {
  List<List<std::pair<int, int>>> rows(G.rows);
  each_entry(G, [&](int i, int j, int k) { rows[i].emplace_back(j, k); });
  return rows;
}

// Solves with [A G'; G -rho I] = L D L', A definite.
class DefiniteSaddle final : public Saddle {
 public:
  DefiniteSaddle(const Pattern& A, const Pattern& G, Counters& counters)
      : n_(static_cast<int>(G.cols)), m_(static_cast<int>(G.rows)), counters_(counters) {
    const auto add = [&](int row, int col, const double* const* from, int index) {
      entries_.push_back({row, col});
      values_.push_back({from, index});
    };
    const auto rows = by_row(A);
    for (int i = 0; i < n_; ++i)
      for (const auto& [j, index] : rows[i])
        if (i <= j) add(i, j, &A_, index);
    for (int i = 0; i < n_; ++i) diagonal_.push_back(place_of(A, i, i));
    const auto below = by_row(G);
    for (int i = 0; i < m_; ++i) {
      for (const auto& [j, index] : below[i]) {
        add(j, n_ + i, &G_, index);
        column_.emplace_back(index, j);
      }
      add(n_ + i, n_ + i, &minus_rho_, 0);
    }
    factor_.analyse(n_ + m_, n_, entries_);
    b_ = work_ = Vector::Zero(n_ + m_);
    x_ = Vector::Zero(n_);
  }

  Status factorise(const Patterned* A, const Patterned&, const Patterned& G) noexcept override {
    const StageScope timed(Stage::factorise);
    A_ = A->values().data();
    G_ = G.values().data();
    double trace = 0;  // of G diag(A)^-1 G': the size of S without forming it
    for (const auto& [index, j] : column_) trace += G_[index] * G_[index] / A_[diagonal_[j]];
    rho_ = trace > 0 ? relative_rho * trace / m_ : 1.0;
    minus_ = -rho_;
    ++counters_.factorisations;
    return status_ = factor_.factorise([&](int e) {
      const auto& [from, index] = values_[e];
      return (*from)[index];
    });
  }
  void solve(Vector& x, Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    proximal_sweeps(factor_, rho_, b_, work_, x, y);
  }
  void solve_upper(Vector&) noexcept override {}  // AugmentedSaddle never calls it
  void multipliers(Vector& y) noexcept override { least_norm(y, x_); }
  void least_norm(Vector& y, Vector& x) noexcept override {
    x.setZero();
    solve(x, y);
    for (int i = 0; i < m_; ++i) y[i] = -y[i];
  }

 private:
  int n_, m_;
  Counters& counters_;
  List<LdltFactor::Entry> entries_;
  List<std::pair<const double* const*, int>> values_;  // array and index for each entry
  List<int> diagonal_;                                 // indices of the diagonal of A
  List<std::pair<int, int>> column_;                   // index and column of values of G
  LdltFactor factor_;
  const double *A_ = nullptr, *G_ = nullptr;
  double rho_ = 0, minus_ = 0;
  const double* minus_rho_ = &minus_;
  Vector b_, work_, x_;
};

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
    const bool dense = storage == Storage::dense ||
                       (storage == Storage::automatic && (G->full || G->cols <= largest_dense));
    if (dense || symmetry == Symmetry::general)
      inner_ = make_saddle(sum_.pattern(), B, G, symmetry, storage, counters);
    else
      inner_ = std::make_unique<DefiniteSaddle>(*sum_.pattern(), *G, counters);
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
  List<int> diagonal_;  // indices of the diagonal of A
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
