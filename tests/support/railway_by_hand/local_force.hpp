// A force that depends and acts on a few coordinates only, with its derivatives by dual numbers.
//
// To define a force, derive `struct X : DualForce<X, n, m>` and write one template,
//
//   template <class T> void law(const Seen<T>&, std::array<T, n>& Q) const noexcept
//
// where Q are the generalised forces on n coordinates, initially zero. It may use m multipliers.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::by_hand {

class LocalForce {
 public:
  static constexpr int most = 12;  // coordinates on which one force may depend
  virtual ~LocalForce() = default;

  const std::vector<int>& columns() const noexcept { return columns_; }  // -1: fixed at zero
  const std::vector<int>& rows() const noexcept { return rows_; }        // of multipliers

  // Matrices by columns.
  virtual void force(const Point&, double* Q) const noexcept = 0;
  virtual void by_position(const Point&, double* Q_q) const noexcept = 0;
  virtual void by_velocity(const Point&, double* Q_v) const noexcept = 0;
  virtual void by_multiplier(const Point&, double* Q_lambda) const noexcept = 0;
  virtual void along_velocity(const Point&, double* Q_q_v) const noexcept = 0;
  virtual double potential(const Point&) const noexcept { return 0; }

 protected:
  LocalForce(std::vector<int> columns, std::vector<int> rows)
      : columns_(std::move(columns)), rows_(std::move(rows)) {}

 private:
  std::vector<int> columns_, rows_;
};

template <class Self, int n, int m = 0> class DualForce : public LocalForce {
  static_assert(n <= most);

 public:
  template <class T> struct Seen {
    std::array<T, n> q, v;
    std::array<T, std::max(m, 1)> lambda;
    const Excitation& u;
  };

  void force(const Point& p, double* Q) const noexcept final {
    const std::array<double, n> f = law_of(seen<double>(p));
    std::copy(f.begin(), f.end(), Q);
  }
  void by_position(const Point& p, double* D) const noexcept final {
    Seen<Dual<n>> s = seen<Dual<n>>(p);
    for (int k = 0; k < n; ++k) s.q[k].d[k] = 1;
    write<n>(law_of(s), D);
  }
  void by_velocity(const Point& p, double* D) const noexcept final {
    Seen<Dual<n>> s = seen<Dual<n>>(p);
    for (int k = 0; k < n; ++k) s.v[k].d[k] = 1;
    write<n>(law_of(s), D);
  }
  void by_multiplier(const Point& p, double* D) const noexcept final {
    if constexpr (m > 0) {
      Seen<Dual<m>> s = seen<Dual<m>>(p);
      for (int k = 0; k < m; ++k) s.lambda[k].d[k] = 1;
      write<m>(law_of(s), D);
    }
  }
  void along_velocity(const Point& p, double* D) const noexcept final {
    Seen<Dual<1>> s = seen<Dual<1>>(p);
    for (int k = 0; k < n; ++k) s.q[k].d[0] = s.v[k].v;
    write<1>(law_of(s), D);
  }

 protected:
  explicit DualForce(const std::array<int, n>& columns, const std::array<int, m>& rows = {})
      : LocalForce({columns.begin(), columns.end()}, {rows.begin(), rows.end()}) {}

  template <class T> Seen<T> seen(const Point& p) const noexcept {
    Seen<T> s{{}, {}, {}, p.u};
    for (std::size_t k = 0; k < n; ++k)
      if (const int j = columns()[k]; j >= 0) {
        s.q[k] = p.q[j];
        s.v[k] = p.v[j];
      }
    if constexpr (m > 0)
      for (std::size_t k = 0; k < m; ++k) s.lambda[k] = p.lambda[rows()[k]];
    return s;
  }

 private:
  template <class T> std::array<T, n> law_of(const Seen<T>& s) const noexcept {
    std::array<T, n> Q{};
    static_cast<const Self&>(*this).law(s, Q);
    return Q;
  }
  template <int variables>
  static void write(const std::array<Dual<variables>, n>& Q, double* D) noexcept {
    for (int k = 0; k < variables; ++k)
      for (int i = 0; i < n; ++i) *D++ = Q[static_cast<std::size_t>(i)].d[k];
  }
};

}  // namespace takt::by_hand
