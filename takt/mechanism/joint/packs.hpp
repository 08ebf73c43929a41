// The motions of a tree in world axes and all terms of its inertia, by the kernels of packs_data.hpp.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "takt/base/aligned.hpp"
#include "takt/mechanism/joint/packs_data.hpp"
#include "takt/mechanism/joint/world.hpp"

namespace takt::mechanism {

namespace kernel {
struct Kernels;
}

class Ways;

class Packs {  // const and shared; the workspace belongs to the caller
 public:
  Packs() = default;
  // `loads`: groups body forces act on, one by one; -1: ground.
  Packs(const Tree&, const Groups&, std::span<const int> loads);

  class Workspace {
   public:
    explicit Workspace(const Packs&);
    void forget() noexcept { placed_ = false; }

   private:
    friend class Packs;
    std::unique_ptr<std::byte[]> bytes_;
    void* memory_ = nullptr;
    std::vector<double> q_;  // where all was placed,
    bool placed_ = false;    // if it was, and if the world shows poses and columns of it
    bool poses_shown_ = false, columns_shown_ = false;
  };

  // R, p, S, V; with `rates` also A and psi, A without gravity. `a` may be null: zero. The workspace
  // knows them, and the world shows what is asked for: always the same world with one workspace.
  // Where q is that of the last call, bit by bit, nothing is placed anew: a projection changes
  // velocities alone, and a step starts where the last one ended.
  struct Shown {
    bool places = true, rates = true;  // R, p and S; V, A and psi
    bool columns = true;               // false: neither S nor psi, and psi is not even found
  };
  void motions(const double* q, const double* v, const double* a, bool rates, Shown, World&,
               Workspace&) const noexcept;

  // After motions: begin, put all loads (null: none), and gather. M, K and C get the entries of entries() only,
  // f gets -(bias + gravity) and what the loads push.
  using Wanted = kernel::InertiaWanted;
  void begin(const double* v, const Wanted&, Workspace&) const noexcept;
  void put(int load, const kernel::Load*, Workspace&) const noexcept;
  void gather(const Wanted&, Workspace&) const noexcept;

  // Elements push the nodes of these groups; wrenches are six values a group about o, and six zeros
  // behind the last.
  void feel(std::span<const int> groups);
  // After motions: f gets what the wrenches push. After begin with f wanted, which needs rates: with
  // the inertia forces.
  void project(const double* wrench, bool inertia, Vector& f, Workspace&) const noexcept;
  // Nodes side by side: below two the recursions of single links are faster.
  double filling() const noexcept;

  // After motions, with rates for gamma.
  void rows(const Ways&, const kernel::WayWanted&, Workspace&) const noexcept;
  int lanes() const noexcept;
  struct Lane {
    int index, lane;
  };
  Lane node_of(int group) const;     // -1: ground
  Lane column_of(int column) const;  // of the tree

  // (row, column) of every entry, in the order `gather` visits them.
  std::vector<std::pair<int, int>> entries() const;

 private:
  const kernel::Kernels* kernels_ = nullptr;
  std::vector<kernel::Pack> packs_;
  AlignedVector<double> constants_;
  int columns_ = 0, slots_ = 0;
  std::size_t nq_ = 0;
  struct Seat {
    int slot = -1, lane = 0;  // lane -1: all
  };
  std::vector<Seat> seat_;  // by load
  // The floating link whose place is o: R, p and where its coordinates begin.
  Frame floating_;
  int floating_q_ = -1;

  struct Builder;
  kernel::PackTree tree() const noexcept {
    return {static_cast<int>(packs_.size()), columns_, slots_, packs_.data(), constants_.data()};
  }
};

}  // namespace takt::mechanism
