// The matrix of an implicit step, T = sum c_i A_i + G' diag(w) G. It is assembled and factorised
// with a fixed sparsity pattern and order, so the number of operations is fixed and the heap is not
// used.
//
// Terms used: A_i are square matrices with patterns of their own (M, C, K, ...); w >= 0;
// 003 = Dopico et al., IRK real time. For a reasonable step size the symmetric part of T is
// positive definite; so pivots stay on the diagonal.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/linear/patterned.hpp"
#include "takt/linear/saddle.hpp"

namespace takt::linear {

class Tangent {
 public:
  // `structure`, `G_structure`: the entries of full patterns that can differ from zero; null means
  // all entries.
  Tangent(std::vector<SharedPattern> parts, SharedPattern structure, SharedPattern G,
          SharedPattern G_structure, Storage, Counters&);
  ~Tangent();
  Tangent(const Tangent&) = delete;
  Tangent& operator=(const Tangent&) = delete;

  void set_zero() noexcept;
  void add(std::size_t part, double c, const Patterned& A) noexcept;      // T += c A
  void add_gram(double c, const Vector& w, const Patterned& G) noexcept;  // T += c G' diag(w) G
  // T += c G' diag(w) H, where H has the pattern of G: the index-1 tangent of 003 (21).
  void add_product(double c, const Vector& w, const Patterned& G, const Patterned& H) noexcept;
  Status factorise() noexcept;                         // does not change T
  void solve(Vector& x) noexcept { solve(x.data()); }  // x <- T^-1 x
  void solve(double* x) noexcept;
  void multiply_add(double s, const Vector& x, Vector& y) const noexcept;  // y += s T x

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace takt::linear
