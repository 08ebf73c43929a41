// Base of laws without states that are written once for numbers and dual numbers: derive
// `class X : public DualLaw<X, n>` and write
//
//   template <class T> void law(const Seen<T>&, std::array<T, n>& Q) const noexcept
//
// Q is zero before the call.
#pragma once

#include <array>

#include "takt/element/force/law.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

template <class Self, int n> class DualLaw : public Law {
  static_assert(n <= law_measures);

 public:
  template <class T> struct Seen {
    std::array<T, n> s, ds;
    T lambda;
    const double *u, *du;
    const Smooth* track;
  };

  int measures() const noexcept final { return n; }
  void force(const LawIn& in, LawOut& out) const noexcept final {
    const std::array<double, n> Q = law_of(seen<double>(in));
    for (std::size_t i = 0; i < n; ++i) out.Q[i] = Q[i];
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept final {
    using Dn = Dual<n>;
    Seen<Dn> by_s = seen<Dn>(in), by_ds = seen<Dn>(in);
    for (std::size_t k = 0; k < n; ++k) by_s.s[k].d[k] = by_ds.ds[k].d[k] = 1;
    Seen<Dual<1>> by_lambda = seen<Dual<1>>(in);
    by_lambda.lambda.d[0] = 1;
    const std::array<Dn, n> Q_s = law_of(by_s), Q_ds = law_of(by_ds);
    const std::array<Dual<1>, n> Q_lambda = law_of(by_lambda);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        out.Q_s[i][k] = Q_s[i].d[k];
        out.Q_ds[i][k] = Q_ds[i].d[k];
      }
      out.Q_lambda[i] = Q_lambda[i].d[0];
    }
  }

 protected:
  template <class T> static Seen<T> seen(const LawIn& in) noexcept {
    Seen<T> x{{}, {}, T(in.lambda), in.u, in.du, in.track};
    for (std::size_t k = 0; k < n; ++k) {
      x.s[k] = T(in.s[k]);
      x.ds[k] = T(in.ds[k]);
    }
    return x;
  }

 private:
  template <class T> std::array<T, n> law_of(const Seen<T>& x) const noexcept {
    std::array<T, n> Q{};
    static_cast<const Self&>(*this).law(x, Q);
    return Q;
  }
};

// A function of x, given by its value and slope at x; x may be a dual number.
template <class T> T with_slope(const T& x, double value, double slope) noexcept {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return chain(x, value, slope);
}

}  // namespace takt::element
