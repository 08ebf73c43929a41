// Derivatives of inverse dynamics tau = M a + bias + gravity of a tree, recursively.
//
// With composite inertias I^c, B^c and forces F^c of the subtree of a column's group:
//   dtau_j/dq_k = S_j . (S_k x* F_k + I_k phi_k + B_k psi_k)         k below j
//   dtau_j/dq_k = S_j . (I_j phi_k + B_j psi_k)                      k above j or in its group
//   dtau_j/dv_k = S_j . (B S_k + I chi_k)                            of the deeper of the two
//   B psi = I (psi x V) + psi x* (I V) + V x* (I psi)
//
// Terms used: as in world.hpp.                                   Singh, Russell, Wensing 2022
#pragma once

#include "takt/mechanism/joint/world.hpp"

namespace takt::mechanism {

class InertiaDerivatives {
 public:
  InertiaDerivatives(const Tree&, const Groups&);

  // Composite I, B, F from V, A (gravity in A) of the world.
  void gather(const World&) noexcept;

  // sink(row, column, value) for every pair with one group above or equal to the other, in an order
  // that never changes.
  template <class Sink> void by_position(const World& w, Sink&& sink) const noexcept {
    pairs(
        w,
        [&](int k, const Composite& c, Lower& l) {
          const std::size_t i = static_cast<std::size_t>(k);
          l.inner = c.I * w.phi[i] + c.B * w.psi[i];
          l.outer = l.inner + cross_force(w.S[i], c.F);
          l.by_first.noalias() = c.I * w.S[i];
          l.by_second.noalias() = c.B.transpose() * w.S[i];
        },
        w.phi, w.psi, sink);
  }
  template <class Sink> void by_velocity(const World& w, Sink&& sink) const noexcept {
    pairs(
        w,
        [&](int k, const Composite& c, Lower& l) {
          const std::size_t i = static_cast<std::size_t>(k);
          l.inner = l.outer = c.B * w.S[i] + c.I * w.chi[i];
          l.by_first.noalias() = c.I * w.S[i];
          l.by_second.noalias() = c.B.transpose() * w.S[i];
        },
        w.chi, w.S, sink);
  }

 private:
  struct Composite {
    Mat6 I, B;
    Vec6 F;
  };
  struct Lower {
    Vec6 inner, outer, by_first, by_second;
  };

  template <class Prepare, class Sink>
  void pairs(const World& w, Prepare&& prepare, const std::vector<Vec6>& first,
             const std::vector<Vec6>& second, Sink&& sink) const noexcept {
    for (std::size_t g = 0; g < groups_.all.size(); ++g) {
      const Group& group = groups_.all[g];
      for (int k = group.first; k < group.first + group.count; ++k) {
        Lower l;
        prepare(k, composite_[g], l);
        for (int j = group.first; j < group.first + group.count; ++j)
          sink(j, k, w.S[static_cast<std::size_t>(j)].dot(l.inner));
        for (int a = group.parent; a >= 0; a = groups_.all[static_cast<std::size_t>(a)].parent) {
          const Group& above = groups_.all[static_cast<std::size_t>(a)];
          for (int j = above.first; j < above.first + above.count; ++j) {
            const std::size_t i = static_cast<std::size_t>(j);
            sink(j, k, w.S[i].dot(l.outer));
            sink(k, j, l.by_first.dot(first[i]) + l.by_second.dot(second[i]));
          }
        }
      }
    }
  }

  const Tree& tree_;
  const Groups& groups_;
  std::vector<Composite> composite_;
};

// The 6 x 6 inertia of a link about o, world axes.
Mat6 world_inertia(const LinkInertia&, const Mat3& R, const Vec3& from_o) noexcept;

}  // namespace takt::mechanism
