// Saddle-point systems by a sparse LU of the whole matrix.
#include <cmath>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/schur_complement.hpp"
#include "takt/linear/sparse_factor.hpp"

namespace takt::linear {
namespace {

// The matrix is [A B'; G -rho I]. S itself is not formed: it would have much fill-in.
//
// Unknowns are eliminated from the last to the first (leaves of a tree before its root), each row
// as soon as all its unknowns are eliminated. Pivots are then Schur complements of A and S, and
// never single entries of G, which can become zero as bodies turn.                     Vanderbei
// 1995
List<int> order_of(const Pattern& G) {
  const int n = static_cast<int>(G.cols), m = static_cast<int>(G.rows);
  List<int> waits(m, 0);  // for each row: unknowns that are not yet eliminated
  each_entry(G, [&](int i, int, int) { ++waits[i]; });
  List<int> order;
  for (int i = 0; i < m; ++i)
    if (waits[i] == 0) order.push_back(n + i);
  for (int k = n; k-- > 0;) {
    order.push_back(k);
    each_in_column(G, k, [&](int i, int) {
      if (--waits[i] == 0) order.push_back(n + i);
    });
  }
  return order;
}

class SparseSaddle final : public Saddle {
 public:
  SparseSaddle(const SharedPattern& A, const SharedPattern& B, const SharedPattern& G,
               Counters& counters)
      : n_(G->cols), m_(G->rows), counters_(counters), A_(A), whole_(assemble(*A, *B, *G)) {
    work_ = Vector::Zero(n_ + m_);
    b_ = Vector::Zero(n_ + m_);
    upper_.analyse(*A_.shared_pattern());
    factor_.analyse(whole_.pattern(), order_of(*G));
  }

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    const StageScope timed(Stage::factorise);
    if (A != nullptr) {
      A_.values() = A->values();
    } else {
      A_.set_zero();
      for (int k : A_diagonal_) A_.values()[k] = 1;
    }
    whole_.set_zero();
    scatter(A_, A_place_);
    scatter(B, B_place_);
    scatter(G, G_place_);
    double trace = 0;  // of G diag(A)^-1 G': the size of S without forming it
    for (Index k = 0; k < G.values().size(); ++k) {
      const double d = std::abs(A_.values()[A_diagonal_[G_column_[k]]]);
      if (d > 0) trace += G.values()[k] * G.values()[k] / d;
    }
    rho_ = m_ == 0 ? 0 : trace > 0 ? relative_rho * trace / static_cast<double>(m_) : 1.0;
    for (int k : rho_place_) whole_.values()[k] = -rho_;
    ++counters_.factorisations;
    upper_known_ = m_ == 0;
    if (m_ == 0) return status_ = upper_.factorise(A_.values());
    if (!upper_allocated_) upper_.factorise(A_.values());  // at set-up: solve_upper() needs no heap
    upper_allocated_ = true;
    return status_ = factor_.factorise(whole_.values());
  }

  void solve(Vector& x, Vector& y) noexcept override {
    if (m_ == 0) {
      solve_upper(x);
      return;
    }
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    proximal_sweeps(factor_, rho_, b_, work_, x, y);
  }

  // Most methods never ask for it, so A alone is factorised at the first call.
  void solve_upper(Vector& x) noexcept override {
    if (!upper_known_) {
      const StageScope timed(Stage::factorise);
      ++counters_.factorisations;
      const Status status = upper_.factorise(A_.values());
      if (status != Status::ok) status_ = status;
      upper_known_ = true;
    }
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    upper_.solve(x);
  }

  void multipliers(Vector& y) noexcept override {  // [A B'; G 0][x; -y+] = [0; y], S y+ = y
    least_norm(y, x_);
  }

  void least_norm(Vector& y, Vector& x) noexcept override {
    x.setZero();
    solve(x, y);
    for (Index i = 0; i < m_; ++i) y[i] = -y[i];
  }

 private:
  SharedPattern assemble(const Pattern& A, const Pattern& B, const Pattern& G);

  void scatter(const Patterned& part, const List<int>& place) noexcept {
    for (Index k = 0; k < part.values().size(); ++k) whole_.values()[place[k]] += part.values()[k];
  }

  Index n_, m_;
  Counters& counters_;
  List<int> A_place_, B_place_, G_place_, rho_place_, A_diagonal_, G_column_;
  Patterned A_, whole_;
  bool upper_known_ = false, upper_allocated_ = false;  // the factors of A
  SparseFactor upper_{SparseFactor::Pivots::diagonal}, factor_{SparseFactor::Pivots::diagonal};
  Vector work_, b_, x_ = Vector::Zero(n_);
  double rho_ = 0;
};

SharedPattern SparseSaddle::assemble(const Pattern& A, const Pattern& B, const Pattern& G) {
  const int n = static_cast<int>(n_), m = static_cast<int>(m_);
  List<std::pair<int, int>> all;
  each_entry(A, [&](int i, int j, int) { all.emplace_back(i, j); });
  each_entry(B, [&](int i, int j, int) { all.emplace_back(j, i + n); });
  each_entry(G, [&](int i, int j, int) { all.emplace_back(i + n, j); });
  for (int i = 0; i < m; ++i) all.emplace_back(n + i, n + i);
  SharedPattern whole = pattern_of(n + m, n + m, all);
  each_entry(A, [&](int i, int j, int) { A_place_.push_back(place_of(*whole, i, j)); });
  each_entry(B, [&](int i, int j, int) { B_place_.push_back(place_of(*whole, j, i + n)); });
  each_entry(G, [&](int i, int j, int) {
    G_place_.push_back(place_of(*whole, i + n, j));
    G_column_.push_back(j);
  });
  for (int i = 0; i < m; ++i) rho_place_.push_back(place_of(*whole, n + i, n + i));
  for (int j = 0; j < n; ++j) A_diagonal_.push_back(place_of(A, j, j));
  return whole;
}

}  // namespace

std::unique_ptr<Saddle> make_sparse_saddle(const SharedPattern& A, const SharedPattern& B,
                                           const SharedPattern& G, Counters& counters) {
  return std::make_unique<SparseSaddle>(A, B, G, counters);
}

}  // namespace takt::linear
