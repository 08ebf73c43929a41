// Saddle-point systems whose A may be singular outside the null space of G, as with massless
// bodies.
//
//   (A + r G'G) x + B' y = b + r G' c,   G x = c       has the solution of the system with A
//   S^-1 = (G (A + r G'G)^-1 B')^-1 - r                for multipliers() and least_norm(), B = G
//
// Terms used: r = tr A / tr G G', so that A and r G'G have the same size.
//
// Sparse systems are factorised as [A + r G'G, G'; G, -rho I] = L D L' from the last unknown to the
// first (leaves before roots), each row as soon as all its unknowns are eliminated. Pivots are then
// Schur complements of definite blocks and never single entries of G, which can become zero as
// bodies turn. So the order found at set-up stays good for all values.
//                                                 Vanderbei 1995; Davis, Algorithm 849 (LDL), 2005
#include <algorithm>
#include <cmath>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {
namespace {

// The entries of G row by row.
std::vector<std::vector<std::pair<int, int>>> by_row(const Pattern& G) {
  std::vector<std::vector<std::pair<int, int>>> rows(at(G.rows));
  each_entry(G, [&](int i, int j, int k) { rows[at(i)].emplace_back(j, k); });
  return rows;
}

// Sparse L D L' of a symmetric matrix. The caller numbers the unknowns in any order.
class LdltFactor {
 public:
  struct Entry {  // an entry of the upper triangle or the diagonal, listed in any order
    int row, col;
  };
  // The unknowns from n on are multipliers, one for each row of G.
  void analyse(int size, int n, const std::vector<Entry>& entries) {
    size_ = size;
    const std::vector<int> order = order_of(n, entries);
    place_.assign(at(size), 0);
    for (int k = 0; k < size; ++k) place_[at(order[at(k)])] = k;
    std::vector<std::vector<std::pair<int, int>>> columns(at(size));
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const int i = place_[at(entries[e].row)], j = place_[at(entries[e].col)];
      columns[at(std::max(i, j))].emplace_back(std::min(i, j), static_cast<int>(e));
    }
    start_ = {0};
    for (const auto& column : columns) {
      for (const auto& [i, e] : column) {
        row_.push_back(i);
        entry_.push_back(e);
      }
      start_.push_back(static_cast<int>(row_.size()));
    }
    parent_.assign(at(size), -1);
    flag_.assign(at(size), -1);
    filled_.assign(at(size), 0);
    for (int k = 0; k < size; ++k) {
      flag_[at(k)] = k;
      for (int p = start_[at(k)]; p < start_[at(k + 1)]; ++p)
        for (int i = row_[at(p)]; flag_[at(i)] != k; i = parent_[at(i)]) {
          if (parent_[at(i)] < 0) parent_[at(i)] = k;
          ++filled_[at(i)];
          flag_[at(i)] = k;
        }
    }
    L_start_ = {0};
    for (int k = 0; k < size; ++k) L_start_.push_back(L_start_.back() + filled_[at(k)]);
    L_row_.assign(at(L_start_.back()), 0);
    L_ = Vector::Zero(L_start_.back());
    D_ = y_ = Vector::Zero(size);
    path_.assign(at(size), 0);
  }

  template <class Values> Status factorise(const Values& value_of) noexcept {
    for (int k = 0; k < size_; ++k) {
      y_[k] = 0;
      int top = size_;
      flag_[at(k)] = k;
      filled_[at(k)] = 0;
      for (int p = start_[at(k)]; p < start_[at(k + 1)]; ++p) {
        int i = row_[at(p)], length = 0;
        y_[i] += value_of(entry_[at(p)]);
        for (; flag_[at(i)] != k; i = parent_[at(i)]) {
          path_[at(length++)] = i;
          flag_[at(i)] = k;
        }
        while (length > 0) path_[at(--top)] = path_[at(--length)];
      }
      D_[k] = y_[k];
      y_[k] = 0;
      for (; top < size_; ++top) {
        const int i = path_[at(top)];
        const double yi = y_[i];
        y_[i] = 0;
        int p = L_start_[at(i)];
        for (const int end = p + filled_[at(i)]; p < end; ++p) y_[L_row_[at(p)]] -= L_[p] * yi;
        const double l = yi / D_[i];
        D_[k] -= l * yi;
        L_row_[at(p)] = k;
        L_[p] = l;
        ++filled_[at(i)];
      }
      if (!(std::abs(D_[k]) > 0)) return Status::singular;
    }
    return Status::ok;
  }

  void solve(Vector& x) noexcept {
    for (int i = 0; i < size_; ++i) y_[place_[at(i)]] = x[i];
    for (int k = 0; k < size_; ++k)
      for (int p = L_start_[at(k)]; p < L_start_[at(k + 1)]; ++p)
        y_[L_row_[at(p)]] -= L_[p] * y_[k];
    for (int k = size_; k-- > 0;) {
      y_[k] /= D_[k];
      for (int p = L_start_[at(k)]; p < L_start_[at(k + 1)]; ++p)
        y_[k] -= L_[p] * y_[L_row_[at(p)]];
    }
    for (int i = 0; i < size_; ++i) x[i] = y_[place_[at(i)]];
  }

 private:
  std::vector<int> order_of(int n, const std::vector<Entry>& entries) const {
    std::vector<std::vector<int>> rows_of(at(n));
    std::vector<int> waits(at(size_), 0);  // for each row of G: unknowns not yet eliminated
    for (const Entry& e : entries) {
      const auto [k, i] = std::minmax(e.row, e.col);
      if (k >= n || i < n) continue;
      rows_of[at(k)].push_back(i);
      ++waits[at(i)];
    }
    std::vector<int> order;
    for (int i = n; i < size_; ++i)
      if (waits[at(i)] == 0) order.push_back(i);
    for (int k = n; k-- > 0;) {
      order.push_back(k);
      for (int i : rows_of[at(k)])
        if (--waits[at(i)] == 0) order.push_back(i);
    }
    return order;
  }

  int size_ = 0;
  std::vector<int> place_, start_, row_, entry_, parent_, flag_, filled_, L_start_, L_row_, path_;
  Vector L_, D_, y_;
};

// Solves with [A G'; G -rho I], A definite. The proximal sweeps are those of sparse_saddle.cpp.
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
      for (const auto& [j, index] : rows[at(i)])
        if (i <= j) add(i, j, &A_, index);
    for (int i = 0; i < n_; ++i) diagonal_.push_back(place_of(A, i, i));
    const auto below = by_row(G);
    for (int i = 0; i < m_; ++i) {
      for (const auto& [j, index] : below[at(i)]) {
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
    for (const auto& [index, j] : column_) trace += G_[index] * G_[index] / A_[diagonal_[at(j)]];
    rho_ = trace > 0 ? relative_rho * trace / m_ : 1.0;
    minus_ = -rho_;
    ++counters_.factorisations;
    return status_ = factor_.factorise([&](int e) {
      const auto& [from, index] = values_[at(e)];
      return (*from)[index];
    });
  }
  void solve(Vector& x, Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    b_.head(n_) = x;
    b_.tail(m_) = y;
    y.setZero();
    for (int k = 0; k < sweeps; ++k) {
      work_ = b_;
      work_.tail(m_) -= rho_ * y;
      factor_.solve(work_);
      y = work_.tail(m_);
    }
    x = work_.head(n_);
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
  std::vector<LdltFactor::Entry> entries_;
  std::vector<std::pair<const double* const*, int>> values_;  // array and index for each entry
  std::vector<int> diagonal_;                                 // indices of the diagonal of A
  std::vector<std::pair<int, int>> column_;                   // index and column of values of G
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
          products_.push_back({vi, vj, place_of(*sum_.pattern(), i, j)});
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
    const Pattern& p = A->pattern();
    for (Index k = 0; k < p.cols; ++k)
      trace += A->values()[place_of(p, static_cast<int>(k), static_cast<int>(k))];
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
