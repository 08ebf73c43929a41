// Solves the saddle-point systems of constrained motion. G may have redundant rows.
//
//   [ A  B' ] [ x ]   [ b ]
//   [ G  0  ] [ y ] = [ c ]          B = G in a symmetric system; 000 (6b) is not symmetric
//
// Terms used: 000 = Burgermeister, Arnold, Esterl; S = G A^-1 B', S_rho = S + rho I,
// rho = 1e-8 tr(S)/ng. S_rho is factorised once, then exactly 3 proximal sweeps
// y <- y + S_rho^-1 (r - S y) are made from y = 0. They give the exact solution if S is regular and
// the least-norm solution if rows are redundant, with a fixed number of operations.
// A null A means the identity. The pattern of A must contain the diagonal.
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
enum class Symmetry : std::uint8_t { definite, general };  // of A; `definite` requires B = G

class Saddle {
 public:
  virtual ~Saddle() = default;
  // B is the transposed upper right block.
  virtual Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept = 0;
  // In: b in x, c in y. Out: the solution. x and y must have their final sizes.
  virtual void solve(Vector& x, Vector& y) noexcept = 0;
  virtual void solve_upper(Vector& x) noexcept = 0;  // x <- A^-1 x
  virtual void multipliers(Vector& y) noexcept = 0;  // y <- S^-1 y, by proximal sweeps
  // The smallest x (in the norm of A) with G x = c:  y <- S^-1 c,  x <- A^-1 B' y.
  virtual void least_norm(Vector& c_to_y, Vector& x) noexcept = 0;
  Status status() const noexcept { return status_; }

  static constexpr int sweeps = 3;
  static constexpr double relative_rho = 1e-8;

 protected:
  Status status_ = Status::ok;
};

// Storage::automatic chooses the dense solver for full patterns and for few unknowns. For larger
// systems it chooses elimination front by front if G has few rows, otherwise the sparse solver with
// a fixed ordering (limits: thresholds.hpp).
// A null pattern of A says that A will always be the identity. Rank::deficient: A may be singular
// outside the null space of G; then it is augmented by r G'G. `module`, if given, holds a module
// number for each unknown of x; the system is then solved module by module (modular_saddle.cpp).
enum class Rank : std::uint8_t { full, deficient };  // of A
std::unique_ptr<Saddle> make_saddle(SharedPattern A, SharedPattern B, SharedPattern G, Symmetry,
                                    Storage, Counters&, Rank = Rank::full,
                                    std::span<const int> module = {});

}  // namespace takt::linear
