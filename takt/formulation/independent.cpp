#include "takt/formulation/independent.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt {
namespace {

// For each row the smallest row index of its group; rows that share a column are in one group.
List<int> group_rows(const linear::Pattern& p) {
  List<int> root(p.rows), of_column(p.cols, -1);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[i] != i) i = root[i];
    return i;
  };
  linear::each_entry(p, [&](int i, int j, int) {
    int& first = of_column[j];
    if (first < 0)
      first = i;
    else
      root[std::max(find(i), find(first))] = std::min(find(i), find(first));
  });
  for (int i = 0; i < root.count(); ++i) root[i] = find(i);
  return root;
}

void orthonormalise(Matrix& A) noexcept {
  const Index n = A.rows();
  const auto dot = [&](Index i, Index j) {
    double s = 0;
    for (Index k = 0; k < n; ++k) s += A(k, i) * A(k, j);
    return s;
  };
  for (Index j = 0; j < A.cols(); ++j) {
    for (int twice = 0; twice < 2; ++twice)
      for (Index i = 0; i < j; ++i) {
        const double s = dot(i, j);
        for (Index k = 0; k < n; ++k) A(k, j) -= s * A(k, i);
      }
    const double length = 1 / std::sqrt(dot(j, j));
    for (Index k = 0; k < n; ++k) A(k, j) *= length;
  }
}

}  // namespace

Independent::Independent(const linear::SharedPattern& G, const linear::SharedPattern& structure,
                         Basis basis)
    : n_(G->cols), basis_(basis) {
  const linear::Pattern& p = structure ? *structure : *G;
  const List<int> root = group_rows(p);
  List<int> group_of(p.rows, -1), column_in(p.cols, -1);
  for (int i = 0; i < static_cast<int>(p.rows); ++i) {
    int& g = group_of[root[i]];
    if (g < 0) {
      g = groups_.count();
      groups_.emplace_back();
    }
    groups_[g].rows.push_back(i);
  }
  linear::each_entry(p, [&](int i, int j, int) { column_in[j] = group_of[root[i]]; });
  for (int j = 0; j < static_cast<int>(p.cols); ++j)
    (column_in[j] < 0 ? alone_ : groups_[column_in[j]].cols).push_back(j);
  for (Group& g : groups_) {
    for (int j : g.cols)
      for (int i : g.rows) g.place.push_back(linear::place_of(*G, i, j));
    g.G = g.W = Matrix::Zero(g.rows.count(), g.cols.count());
    g.row.resize(g.rows.size());
    g.col.resize(g.cols.size());
    g.y = Vector::Zero(g.G.rows());
  }
}

void Independent::count(const linear::Patterned& G) {
  freedom_ = 0;
  for (Group& g : groups_) {
    g.rank = eliminate(g, G);
    g.first = freedom_;
    freedom_ += g.free();
    g.GD = Matrix::Zero(g.rank, g.rank);
    g.X = Matrix::Zero(g.rank, g.free());
    g.N = g.R = Matrix::Zero(g.G.cols(), g.free());
    g.D = Matrix::Zero(g.G.cols(), g.rank);
    g.factor.analyse(g.rank, linear::DenseFactor::Kind::lu);
    g.transposed.analyse(g.rank, linear::DenseFactor::Kind::lu);
  }
  freedom_ += alone_.count();
  TR_ = Matrix::Zero(n_, freedom_);
}

Index Independent::eliminate(Group& g, const linear::Patterned& G) noexcept {
  double* w = g.W.data();
  for (int k = 0; k < g.place.count(); ++k) w[k] = g.place[k] < 0 ? 0 : G.values()[g.place[k]];
  std::iota(g.row.begin(), g.row.end(), 0);
  std::iota(g.col.begin(), g.col.end(), 0);
  const Index rows = g.W.rows(), cols = g.W.cols(), most = std::min(rows, cols);
  for (Index k = 0; k < most; ++k) {
    Index pr = k, pc = k;
    double best = 0;
    for (Index j = k; j < cols; ++j)
      for (Index i = k; i < rows; ++i) {
        const double a = std::abs(g.W(g.row[i], g.col[j]));
        if (a > best) {
          best = a;
          pr = i;
          pc = j;
        }
      }
    if (k == 0) g.first_pivot = best;
    if (!(best > linear::dependent_pivot * g.first_pivot)) return k;
    g.last_pivot = best;
    std::swap(g.row[k], g.row[pr]);
    std::swap(g.col[k], g.col[pc]);
    const int r = g.row[k], c = g.col[k];
    for (Index i = k + 1; i < rows; ++i) {
      const double l = g.W(g.row[i], c) / g.W(r, c);
      if (l == 0) continue;
      for (Index j = k + 1; j < cols; ++j) g.W(g.row[i], g.col[j]) -= l * g.W(r, g.col[j]);
    }
  }
  return most;
}

Status Independent::choose(const linear::Patterned& G) noexcept {
  for (Group& g : groups_) {
    const bool regular =
        eliminate(g, G) == g.rank && g.last_pivot > linear::last_good_pivot * g.first_pivot;
    if (g.rank > 0 && !regular) return Status::singular;
    if (!selects()) {
      const Status status = factorise(g, G, true, true);
      if (status != Status::ok) return status;
      span(g);
    }
    const Status status = factorise(g, G, true, selects());
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

// N from the null vectors of the partition, D from the rows of G; both are made orthonormal.
void Independent::span(Group& g) noexcept {
  for (Index j = 0; j < g.free(); ++j)
    for (Index k = 0; k < g.R.rows(); ++k) g.N(k, j) = g.R(k, j);
  for (Index i = 0; i < g.rank; ++i)
    for (Index k = 0; k < g.D.rows(); ++k) g.D(k, i) = g.G(g.row[i], k);
  orthonormalise(g.N);
  orthonormalise(g.D);
}

Status Independent::factorise(const linear::Patterned& G, bool with_R) noexcept {
  for (Group& g : groups_) {
    const Status status = factorise(g, G, with_R, selects());
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

Status Independent::factorise(Group& g, const linear::Patterned& G, bool with_R,
                              bool selects) noexcept {
  double* to = g.G.data();
  for (int k = 0; k < g.place.count(); ++k) to[k] = g.place[k] < 0 ? 0 : G.values()[g.place[k]];
  const Index n = g.G.cols(), f = g.free();
  const auto product = [&](const Matrix& A, Index i, Index j) {
    double s = 0;
    for (Index k = 0; k < n; ++k) s += g.G(g.row[i], k) * A(k, j);
    return s;
  };
  for (Index j = 0; j < g.rank; ++j)
    for (Index i = 0; i < g.rank; ++i)
      g.GD(i, j) = selects ? g.G(g.row[i], g.col[j]) : product(g.D, i, j);
  std::copy(g.GD.data(), g.GD.data() + g.GD.size(), g.factor.values());
  const Status status = g.factor.factorise();
  if (status != Status::ok || !with_R) return status;
  for (Index j = 0; j < f; ++j)
    for (Index i = 0; i < g.rank; ++i)
      g.X(i, j) = selects ? g.G(g.row[i], g.col[g.rank + j]) : product(g.N, i, j);
  g.factor.solve(g.X.data(), f);
  if (selects) {
    for (Index j = 0; j < f; ++j) {
      for (Index k = 0; k < f; ++k) g.R(g.col[g.rank + k], j) = k == j ? 1 : 0;
      for (Index i = 0; i < g.rank; ++i) g.R(g.col[i], j) = -g.X(i, j);
    }
    return status;
  }
  for (Index j = 0; j < f; ++j)
    for (Index k = 0; k < n; ++k) {
      double s = g.N(k, j);
      for (Index i = 0; i < g.rank; ++i) s -= g.D(k, i) * g.X(i, j);
      g.R(k, j) = s;
    }
  return status;
}

void Independent::dependent(const Vector& violation, Vector& dx) noexcept {
  dx.setZero();
  for (Group& g : groups_) {
    for (Index i = 0; i < g.rank; ++i) g.y[i] = violation[g.rows[g.row[i]]];
    g.factor.solve(g.y.data(), 1);
    for (Index i = 0; i < g.rank; ++i) {
      if (selects()) {
        dx[g.cols[g.col[i]]] = g.y[i];
      } else {
        for (int k = 0; k < g.cols.count(); ++k) dx[g.cols[k]] += g.D(k, i) * g.y[i];
      }
    }
  }
}

void Independent::multipliers(const Vector& force, Vector& lambda) noexcept {
  lambda.setZero();
  for (Group& g : groups_) {
    double* A = g.transposed.values();
    for (Index j = 0; j < g.rank; ++j)
      for (Index i = 0; i < g.rank; ++i) A[j * g.rank + i] = g.GD(j, i);
    if (g.transposed.factorise() != Status::ok) continue;
    for (Index i = 0; i < g.rank; ++i) {
      g.y[i] = selects() ? force[g.cols[g.col[i]]] : 0;
      for (std::size_t k = 0; !selects() && k < g.cols.size(); ++k)
        g.y[i] += g.D(k, i) * force[g.cols[k]];
    }
    g.transposed.solve(g.y.data(), 1);
    for (Index i = 0; i < g.rank; ++i) lambda[g.rows[g.row[i]]] = g.y[i];
  }
}

void Independent::independent_part(const Vector& x, Vector& w) const noexcept {
  Index last = freedom_ - alone_.count();
  for (const Group& g : groups_)
    for (Index j = 0; j < g.free(); ++j) {
      double s = selects() ? x[g.cols[g.col[g.rank + j]]] : 0;
      for (std::size_t k = 0; !selects() && k < g.cols.size(); ++k) s += g.N(k, j) * x[g.cols[k]];
      w[g.first + j] = s;
    }
  for (int j : alone_) w[last++] = x[j];
}

void Independent::expand(const Vector& w, Vector& x) const noexcept {
  Index last = freedom_ - alone_.count();
  for (const Group& g : groups_)
    for (int k = 0; k < g.cols.count(); ++k) {
      double s = 0;
      for (Index j = 0; j < g.free(); ++j) s += g.R(k, j) * w[g.first + j];
      x[g.cols[k]] = s;
    }
  for (int j : alone_) x[j] = w[last++];
}

void Independent::reduce(const Vector& x, Vector& w) const noexcept {
  Index last = freedom_ - alone_.count();
  for (const Group& g : groups_)
    for (Index j = 0; j < g.free(); ++j) {
      double s = 0;
      for (int k = 0; k < g.cols.count(); ++k) s += g.R(k, j) * x[g.cols[k]];
      w[g.first + j] = s;
    }
  for (int j : alone_) w[last++] = x[j];
}

void Independent::reduce(const Matrix& T, double* out) noexcept {
  const Index f = freedom_, free = f - alone_.count();
  const auto column = [&](Index j) { return TR_.data() + j * n_; };
  for (const Group& g : groups_)  // T R, column by column
    for (Index j = 0; j < g.free(); ++j) {
      double* to = column(g.first + j);
      for (Index k = 0; k < n_; ++k) to[k] = 0;
      for (int c = 0; c < g.cols.count(); ++c) {
        const double r = g.R(c, j);
        if (r == 0) continue;
        const double* from = T.data() + g.cols[c] * n_;
        for (Index k = 0; k < n_; ++k) to[k] += r * from[k];
      }
    }
  for (int a = 0; a < alone_.count(); ++a) {
    const double* from = T.data() + alone_[a] * n_;
    double* to = column(free + a);
    for (Index k = 0; k < n_; ++k) to[k] = from[k];
  }
  for (Index j = 0; j < f; ++j) {  // R' (T R)
    const double* from = column(j);
    double* o = out + j * f;
    for (const Group& g : groups_)
      for (Index i = 0; i < g.free(); ++i) {
        double s = 0;
        const double* r = g.R.data() + i * g.R.rows();
        for (int k = 0; k < g.cols.count(); ++k) s += r[k] * from[g.cols[k]];
        o[g.first + i] = s;
      }
    for (int a = 0; a < alone_.count(); ++a) o[free + a] = from[alone_[a]];
  }
}

}  // namespace takt
