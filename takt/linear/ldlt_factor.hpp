// Sparse L D L' of the symmetric matrix [A G'; G -rho I], A definite. Its unknowns are eliminated
// from the last to the first (leaves before roots), each row as soon as all its unknowns are
// eliminated. Pivots are then Schur complements of definite blocks and never single entries of G,
// which can become zero as bodies turn. So the order found at set-up stays good for all values.
//                                                 Vanderbei 1995; Davis, Algorithm 849 (LDL), 2005
//
// Why not KLU, which does the same as LU (sparse_saddle.cpp): for the Iltis in natural coordinates
// (123 unknowns, 109 rows) a factorisation and a solve take 1.58 million instructions here and 2.96
// million there, with three solves 2.26 and 3.71 million.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "takt/base/list.hpp"
#include "takt/base/types.hpp"

namespace takt::linear {

class LdltFactor {
 public:
  struct Entry {  // an entry of the upper triangle or the diagonal, listed in any order
    int row, col;
  };
  // The unknowns from n on are multipliers, one for each row of G.
  void analyse(int size, int n, const List<Entry>& entries) {
    size_ = size;
    const List<int> order = order_of(n, entries);
    place_.assign(size, 0);
    for (int k = 0; k < size; ++k) place_[order[k]] = k;
    List<List<std::pair<int, int>>> columns(size);
    for (int e = 0; e < entries.count(); ++e) {
      const int i = place_[entries[e].row], j = place_[entries[e].col];
      columns[std::max(i, j)].emplace_back(std::min(i, j), e);
    }
    start_ = {0};
    for (const auto& column : columns) {
      for (const auto& [i, e] : column) {
        row_.push_back(i);
        entry_.push_back(e);
      }
      start_.push_back(row_.count());
    }
    parent_.assign(size, -1);
    flag_.assign(size, -1);
    filled_.assign(size, 0);
    for (int k = 0; k < size; ++k) {
      flag_[k] = k;
      for (int p = start_[k]; p < start_[k + 1]; ++p)
        for (int i = row_[p]; flag_[i] != k; i = parent_[i]) {
          if (parent_[i] < 0) parent_[i] = k;
          ++filled_[i];
          flag_[i] = k;
        }
    }
    L_start_ = {0};
    for (int k = 0; k < size; ++k) L_start_.push_back(L_start_.back() + filled_[k]);
    L_row_.assign(L_start_.back(), 0);
    L_ = Vector::Zero(L_start_.back());
    D_ = y_ = Vector::Zero(size);
    path_.assign(size, 0);
  }

  template <class Values> Status factorise(const Values& value_of) noexcept {
    for (int k = 0; k < size_; ++k) {
      y_[k] = 0;
      int top = size_;
      flag_[k] = k;
      filled_[k] = 0;
      for (int p = start_[k]; p < start_[k + 1]; ++p) {
        int i = row_[p], length = 0;
        y_[i] += value_of(entry_[p]);
        for (; flag_[i] != k; i = parent_[i]) {
          path_[length++] = i;
          flag_[i] = k;
        }
        while (length > 0) path_[--top] = path_[--length];
      }
      D_[k] = y_[k];
      y_[k] = 0;
      for (; top < size_; ++top) {
        const int i = path_[top];
        const double yi = y_[i];
        y_[i] = 0;
        int p = L_start_[i];
        for (const int end = p + filled_[i]; p < end; ++p) y_[L_row_[p]] -= L_[p] * yi;
        const double l = yi / D_[i];
        D_[k] -= l * yi;
        L_row_[p] = k;
        L_[p] = l;
        ++filled_[i];
      }
      if (!(std::abs(D_[k]) > 0)) return Status::singular;
    }
    return Status::ok;
  }

  void solve(Vector& x) noexcept {
    for (int i = 0; i < size_; ++i) y_[place_[i]] = x[i];
    for (int k = 0; k < size_; ++k)
      for (int p = L_start_[k]; p < L_start_[k + 1]; ++p) y_[L_row_[p]] -= L_[p] * y_[k];
    for (int k = size_; k-- > 0;) {
      y_[k] /= D_[k];
      for (int p = L_start_[k]; p < L_start_[k + 1]; ++p) y_[k] -= L_[p] * y_[L_row_[p]];
    }
    for (int i = 0; i < size_; ++i) x[i] = y_[place_[i]];
  }

 private:
  List<int> order_of(int n, const List<Entry>& entries) const {
    List<List<int>> rows_of(n);
    List<int> waits(size_, 0);  // for each row of G: unknowns not yet eliminated
    for (const Entry& e : entries) {
      const auto [k, i] = std::minmax(e.row, e.col);
      if (k >= n || i < n) continue;
      rows_of[k].push_back(i);
      ++waits[i];
    }
    List<int> order;
    for (int i = n; i < size_; ++i)
      if (waits[i] == 0) order.push_back(i);
    for (int k = n; k-- > 0;) {
      order.push_back(k);
      for (int i : rows_of[k])
        if (--waits[i] == 0) order.push_back(i);
    }
    return order;
  }

  int size_ = 0;
  List<int> place_, start_, row_, entry_, parent_, flag_, filled_, L_start_, L_row_, path_;
  Vector L_, D_, y_;
};

}  // namespace takt::linear
