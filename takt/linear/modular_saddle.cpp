// Saddle-point systems solved module by module. Modules are connected by hooks only: rows of G with
// entries in two or more modules. No entry of A couples two modules.      000 section 4.3, Fig. 9
//
//   [ A_i  B_i'  E_i' ] [ x_i ]   [ b_i ]        module i has rows of its own (B_i, G_i) and a
//   [ G_i              ] [ y_i ] = [ c_i ]        part of the hooks (H_i below, E_i above)
//   [ H_i              ] [ mu  ]   [ d   ]        sum of H_i x_i over the modules = d
//
// Each module factorises its own matrix. It computes the motion H_i x_i of its hook points without
// hook forces, and its interface inertia W_i = H_i X_i, the motion of these points for a unit of
// each hook force, X_i = (own matrix)^-1 E_i'. The hook forces mu follow from
// (sum of W_i) mu = sum of H_i x_i - d; each module then adds -X_i mu. Only the small sum of the
// W_i combines data of several modules. Entries of A between modules must be zero; they are not
// read.
#include <algorithm>

#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/schur_complement.hpp"

namespace takt::linear {
namespace {

// A part of a matrix: selected rows and columns, and the indices of their values in the whole
// matrix.
class Part {
 public:
  Part() = default;
  Part(const Pattern& whole, const List<int>& row_to, const List<int>& col_to, Index rows,
       Index cols) {
    List<std::pair<int, int>> entries;
    each_entry(whole, [&](int i, int j, int) {
      if (row_to[i] >= 0 && col_to[j] >= 0) entries.emplace_back(row_to[i], col_to[j]);
    });
    const SharedPattern sparse = pattern_of(rows, cols, std::move(entries));
    values_ = Patterned(sparse->size() == rows * cols ? full_pattern(rows, cols) : sparse);
    each_entry(whole, [&](int i, int j, int place) {
      if (row_to[i] >= 0 && col_to[j] >= 0) from_.push_back(place);
    });  // columns and rows keep their order, so the values of the part keep their order too
  }
  void take(const Patterned& whole) noexcept {
    for (int k = 0; k < from_.count(); ++k) values_.values()[k] = whole.values()[from_[k]];
  }
  const Patterned& values() const noexcept { return values_; }
  const SharedPattern& pattern() const noexcept { return values_.shared_pattern(); }

 private:
  Patterned values_;
  List<int> from_;
};

struct Module {
  List<int> columns, rows;  // indices of x_i and y_i in the whole system
  Part A, B, G, H, E;
  std::unique_ptr<Saddle> own;
  Matrix X, Y;  // x_i and y_i for a unit of each hook force
  Vector x, y;
};

class ModularSaddle final : public Saddle {
 public:
  ModularSaddle(const SharedPattern& A, const SharedPattern& B, const SharedPattern& G,
                Symmetry symmetry, Storage storage, Counters& counters, Rank rank,
                std::span<const int> module)
      : counters_(counters) {
    const int count = 1 + *std::max_element(module.begin(), module.end());
    List<int> of_row(G->rows, -1);  // the module of each row, or -2 for a hook
    for (const Pattern* rows : {G.get(), B.get()})
      each_entry(*rows, [&](int i, int j, int) {
        int& owner = of_row[i];
        owner = owner == -1 || owner == module[j] ? module[j] : -2;
      });
    List<int> hook_to(of_row.size(), -1);
    for (int i = 0; i < of_row.count(); ++i) {
      if (of_row[i] == -1) of_row[i] = 0;  // a row of zeros
      if (of_row[i] != -2) continue;
      hook_to[i] = hooks_.count();
      hooks_.push_back(i);
    }
    const Index h = hooks_.count();
    modules_.resize(count);
    for (int m = 0; m < count; ++m) {
      Module& part = modules_[m];
      List<int> col_to(module.size(), -1), row_to(of_row.size(), -1);
      for (int j = 0; j < static_cast<int>(module.size()); ++j)
        if (module[j] == m) {
          col_to[j] = part.columns.count();
          part.columns.push_back(j);
        }
      for (int i = 0; i < of_row.count(); ++i)
        if (of_row[i] == m) {
          row_to[i] = part.rows.count();
          part.rows.push_back(i);
        }
      const Index n = part.columns.count();
      const Index own_rows = part.rows.count();
      if (A != nullptr) part.A = Part(*A, col_to, col_to, n, n);
      part.B = Part(*B, row_to, col_to, own_rows, n);
      part.G = Part(*G, row_to, col_to, own_rows, n);
      part.E = Part(*B, hook_to, col_to, h, n);
      part.H = Part(*G, hook_to, col_to, h, n);
      part.own = make_saddle(A == nullptr ? nullptr : part.A.pattern(), part.B.pattern(),
                             part.G.pattern(), symmetry, storage, counters, rank);
      part.X = Matrix::Zero(n, h);
      part.Y = Matrix::Zero(own_rows, h);
      part.x = Vector::Zero(n);
      part.y = Vector::Zero(own_rows);
    }
    W_ = std::make_unique<SchurComplement>(h, symmetry);
    unit_ = mu_ = Vector::Zero(h);
    zero_ = Vector::Zero(G->cols);
  }

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    status_ = Status::ok;
    Matrix& W = W_->S();
    const Index h = W.rows();
    W.setZero();
    for (Module& m : modules_) {
      if (A != nullptr) m.A.take(*A);
      m.B.take(B);
      m.G.take(G);
      m.E.take(B);
      m.H.take(G);
      const Status own =
          m.own->factorise(A == nullptr ? nullptr : &m.A.values(), m.B.values(), m.G.values());
      if (own != Status::ok) return status_ = own;
      for (Index k = 0; k < h; ++k) {
        unit_.setZero();
        unit_[k] = 1;
        m.x.setZero();
        m.y.setZero();
        m.E.values().multiply_transposed_add(1, unit_, m.x);
        m.own->solve(m.x, m.y);
        m.X.col(k) = m.x;
        m.Y.col(k) = m.y;
        mu_.setZero();
        m.H.values().multiply_add(1, m.x, mu_);
        for (Index i = 0; i < h; ++i) W(i, k) += mu_[i];
      }
    }
    if (h == 0) return status_;
    ++counters_.factorisations;
    return status_ = W_->factorise();
  }

  void solve(Vector& x, Vector& y) noexcept override {
    for (int k = 0; k < hooks_.count(); ++k) mu_[k] = -y[hooks_[k]];
    for (Module& m : modules_) {
      take(m, x, y);
      m.own->solve(m.x, m.y);
      m.H.values().multiply_add(1, m.x, mu_);
    }
    if (mu_.size() > 0) W_->solve(mu_);
    for (Module& m : modules_) {
      for (Index k = 0; k < mu_.size(); ++k) {
        m.x -= mu_[k] * m.X.col(k);
        m.y -= mu_[k] * m.Y.col(k);
      }
      put(m, x, y);
    }
    for (int k = 0; k < hooks_.count(); ++k) y[hooks_[k]] = mu_[k];
  }

  void solve_upper(Vector& x) noexcept override {
    for (Module& m : modules_) {
      for (int k = 0; k < m.columns.count(); ++k) m.x[k] = x[m.columns[k]];
      m.own->solve_upper(m.x);
      for (int k = 0; k < m.columns.count(); ++k) x[m.columns[k]] = m.x[k];
    }
  }

  // With b = 0 the system gives S y = -c and x = -A^-1 B' y.
  void multipliers(Vector& y) noexcept override {
    zero_.setZero();
    least_norm(y, zero_);
  }
  void least_norm(Vector& y, Vector& x) noexcept override {
    x.setZero();
    solve(x, y);
    for (Index i = 0; i < y.size(); ++i) y[i] = -y[i];
  }

 private:
  static void take(Module& m, const Vector& x, const Vector& y) noexcept {
    for (int k = 0; k < m.columns.count(); ++k) m.x[k] = x[m.columns[k]];
    for (int k = 0; k < m.rows.count(); ++k) m.y[k] = y[m.rows[k]];
  }
  static void put(const Module& m, Vector& x, Vector& y) noexcept {
    for (int k = 0; k < m.columns.count(); ++k) x[m.columns[k]] = m.x[k];
    for (int k = 0; k < m.rows.count(); ++k) y[m.rows[k]] = m.y[k];
  }

  Counters& counters_;
  List<Module> modules_;
  List<int> hooks_;                     // indices of the hooks among the rows of G
  std::unique_ptr<SchurComplement> W_;  // sum of H_i X_i
  Vector unit_, mu_, zero_;
};

}  // namespace

std::unique_ptr<Saddle> make_modular_saddle(const SharedPattern& A, const SharedPattern& B,
                                            const SharedPattern& G, Symmetry symmetry,
                                            Storage storage, Counters& counters, Rank rank,
                                            std::span<const int> module) {
  return std::make_unique<ModularSaddle>(A, B, G, symmetry, storage, counters, rank, module);
}

}  // namespace takt::linear
