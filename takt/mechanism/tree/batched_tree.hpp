// Computes the motions of a tree in world axes and all inertia terms (M, f, K, C). It groups nodes
// of equal kind into batches and calls the kernels of batched_tree_data.hpp, one SIMD lane for each
// node.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "takt/base/aligned.hpp"
#include "takt/mechanism/tree/batched_tree_data.hpp"
#include "takt/mechanism/tree/motion_points.hpp"
#include "takt/mechanism/tree/world_motion.hpp"

namespace takt::mechanism {

namespace kernel {
struct Kernels;
}

class OffsetRows;

class BatchedTree {  // const and shared after set-up; each caller has its own workspace
 public:
  BatchedTree() = default;
  // `loads`: for each body force the group it acts on; -1: ground.
  BatchedTree(const Tree&, const Groups&, std::span<const int> loads);

  class Workspace {
   public:
    explicit Workspace(const BatchedTree&);
    void forget() noexcept { placed_ = false; }

   private:
    friend class BatchedTree;
    std::unique_ptr<std::byte[]> bytes_;
    void* memory_ = nullptr;
    std::vector<double> q_;                             // the q of the cached poses and columns
    MotionPoints::Memory points_;                       // of this q
    bool placed_ = false;                               // the cache is valid
    bool curved_ = false;                               // points_ have their S_i,jk
    bool poses_shown_ = false, columns_shown_ = false;  // already copied to the WorldMotion
  };

  // Computes R, p, S, V; with `rates` also A and psi, A without gravity. A null `a` means zero. The
  // results stay in the workspace; `Shown` selects what is copied to the WorldMotion. Use each
  // workspace with one WorldMotion only.
  // If q equals that of the last call bit by bit, poses are not computed again: a projection
  // changes only velocities, and a step starts where the last one ended.
  struct Shown {
    bool places = true, rates = true;  // R, p and S; V, A and psi
    bool columns = true;               // false: neither S nor psi, and psi is not computed
    bool curvature = false;  // what K needs of general motions; it is computed, not copied
  };
  void motions(const double* q, const double* v, const double* a, bool rates, Shown, WorldMotion&,
               Workspace&) const noexcept;

  // The general motions at q if motions() was last called there, else null.
  const double* points_at(const double* q, const Workspace&) const noexcept;

  // After motions(): call begin(), put() for each load (null: no load), then gather(). Only the
  // entries listed by entries() are written to M, K and C. f becomes -(bias + gravity) plus the
  // forces of the loads.
  using Wanted = kernel::InertiaWanted;
  void begin(const double* v, const Wanted&, Workspace&) const noexcept;
  void put(int load, const kernel::Load*, Workspace&) const noexcept;
  void gather(const Wanted&, Workspace&) const noexcept;

  // Says on which groups elements can act with a wrench. The array of wrenches for project() has
  // six values for each group, about o, and six zeros after the last group.
  void set_wrench_groups(std::span<const int> groups);
  // After motions(): adds the generalised forces of the wrenches to f. With `inertia` also those of
  // the inertia forces; this needs begin() with f wanted, after motions() with rates.
  void project(const double* wrench, bool inertia, Vector& f, Workspace&) const noexcept;
  // Mean number of nodes in a batch. Below two, the recursions link by link are faster.
  double filling() const noexcept;

  // After motions(); gamma needs rates.
  void rows(const OffsetRows&, const kernel::OffsetRowsWanted&, Workspace&) const noexcept;
  int lanes() const noexcept;
  struct Lane {
    int index, lane;
  };
  Lane node_of(int group) const;     // group -1: ground
  Lane column_of(int column) const;  // of a column of the tree

  // (row, column) of every entry, in the order in which gather() visits them.
  std::vector<std::pair<int, int>> entries() const;

 private:
  const kernel::Kernels* kernels_ = nullptr;
  List<kernel::Batch> batches_;
  AlignedVector<double> constants_;
  int columns_ = 0, slots_ = 0, bends_ = 0;
  std::size_t nq_ = 0;
  MotionPoints points_;
  struct LoadSlot {
    int slot = -1, lane = 0;  // lane -1: all lanes
  };
  List<LoadSlot> load_slots_;  // by load
  // The floating link whose position is the origin o: its inboard frame and its first coordinate.
  Frame floating_;
  int floating_q_ = -1;

  struct Builder;
  kernel::BatchedNodes tree() const noexcept {
    return {batches_.count(), columns_, slots_, batches_.data(), constants_.data(), bends_};
  }
};

}  // namespace takt::mechanism
