// Recursions over a tree, link by link: forward dynamics, inverse dynamics and mass matrix.
//
//   a   = M^-1 (tau - bias - gravity + external)   articulated bodies, O(N)   Featherstone, ch. 7
//   tau = M a + bias + gravity - external          Newton-Euler, O(N)         Featherstone, ch. 5
//   M                                              composite bodies           Featherstone, ch. 6
//
// R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008. Two choices differ from the book:
// accelerations are those of the links' origins (not spatial ones), so that linear velocities are
// never needed; and links turn about z by successive screws about x and z, which makes the
// transformation of an articulated inertia cheap (McMillan and Orin, IEEE Trans. SMC 25, 1995).
//
// Terms used: q, v as in tree.hpp, tau and a in the order of v; external[i] = (T about the origin
// of link i, F), in its axes; gravity in ground axes.
#pragma once

#include <memory>

#include "takt/mechanism/tree/tree.hpp"

namespace takt::mechanism {

class Recursions {  // const and shared; each caller has its own workspace
 public:
  explicit Recursions(const Tree&);

  class Workspace {
   public:
    ~Workspace();

   private:
    friend class Recursions;
    struct Memory;
    explicit Workspace(std::unique_ptr<Memory>);
    std::unique_ptr<Memory> memory_;
  };
  std::unique_ptr<Workspace> make_workspace() const;

  // Returns false if an articulated inertia is singular or NaN; then do not use a. `external` may
  // be null here and below.
  bool forward_dynamics(const double* q, const double* v, const double* tau, const Vec6* external,
                        const Vec3& gravity, double* a, Workspace&) const noexcept;
  void inverse_dynamics(const double* q, const double* v, const double* a, const Vec6* external,
                        const Vec3& gravity, double* tau, Workspace&) const noexcept;
  // M has mass_pattern(tree); both triangles are filled. `points`: the general motions at q
  // (MotionPoints) where they are known already, else null.
  void mass_matrix(const double* q, linear::Patterned& M, Workspace&,
                   const double* points = nullptr) const noexcept;

 private:
  struct Constants;
  std::shared_ptr<const Constants> constants_;
};

}  // namespace takt::mechanism
