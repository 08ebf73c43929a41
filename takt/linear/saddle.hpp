// Saddle-point systems of constrained motion, for redundant rows too.
//
//   [ A  B' ] [ x ]   [ b ]
//   [ G  0  ] [ y ] = [ c ]          B = G wherever the system is symmetric; 000 (6b) is not
//
// Terms used: S = G A^-1 B', S_rho = S + rho I, rho = 1e-8 tr(S)/ng. S_rho is factorised once, then
// exactly 3 proximal sweeps y <- y + S_rho^-1 (r - S y) from y = 0 are made: the exact solution
// where S is regular, the least-norm one where rows are redundant, at a fixed count.
// A null A is the identity. The pattern of A must hold the diagonal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

struct Counters {
  std::int64_t factorisations = 0, solves = 0;
};

enum class Storage : std::uint8_t { automatic, dense, sparse };
enum class Symmetry : std::uint8_t { definite, general };  // of A; definite needs B = G

class Saddle {
 public:
  virtual ~Saddle() = default;
  // B is the transposed upper right block.
  virtual Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept = 0;
  // In: b in x, c in y. Out: the solution. x and y must have their final sizes.
  virtual void solve(Vector& x, Vector& y) noexcept = 0;
  virtual void solve_upper(Vector& x) noexcept = 0;  // x <- A^-1 x
  virtual void multipliers(Vector& y) noexcept = 0;  // y <- S^-1 y (proximal)
  // The smallest x (in the norm of A) with G x = c:  y <- S^-1 c,  x <- A^-1 B' y.
  virtual void least_norm(Vector& c_to_y, Vector& x) noexcept = 0;
  Status status() const noexcept { return status_; }

  static constexpr int sweeps = 3;
  static constexpr double relative_rho = 1e-8;

 protected:
  Status status_ = Status::ok;
};

// Dense for full patterns and up to 16 unknowns, sparse with a fixed ordering above, front by front
// where there are few rows (bench/linear), unless said.
// A null pattern of A: it will always be the identity. A that may be singular off the null space of G
// is augmented by r G'G. With `module`, one number for each unknown of x, the system is solved module
// by module (modular_saddle.cpp).
enum class Rank : std::uint8_t { full, deficient };  // of A
std::unique_ptr<Saddle> make_saddle(SharedPattern A, SharedPattern B, SharedPattern G, Symmetry,
                                    Storage, Counters&, Rank = Rank::full,
                                    std::span<const int> module = {});

}  // namespace takt::linear
