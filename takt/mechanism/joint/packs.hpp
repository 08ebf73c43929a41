// The motions of a tree in world axes and all terms of its inertia, by the kernels of packs_data.hpp.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "takt/mechanism/joint/packs_data.hpp"
#include "takt/mechanism/joint/world.hpp"

namespace takt::mechanism {

namespace kernel {
struct Kernels;
}

class Packs {  // const and shared; the workspace belongs to the caller
 public:
  Packs() = default;
  // `loads`: groups body forces act on, one by one; -1: ground.
  Packs(const Tree&, const Groups&, std::span<const int> loads);

  class Workspace {
   public:
    explicit Workspace(const Packs&);

   private:
    friend class Packs;
    std::unique_ptr<std::byte[]> bytes_;
    void* memory_ = nullptr;
  };

  // R, p, S, V of the world; with `rates` also A and psi, A without gravity. `a` may be null: zero.
  void motions(const double* q, const double* v, const double* a, bool rates, World&,
               Workspace&) const noexcept;

  // After motions: begin, put all loads (null: none), and gather. M, K and C get the entries of entries() only,
  // f gets -(bias + gravity) and what the loads push.
  using Wanted = kernel::InertiaWanted;
  void begin(const double* v, const Wanted&, Workspace&) const noexcept;
  void put(int load, const kernel::Load*, Workspace&) const noexcept;
  void gather(const Wanted&, Workspace&) const noexcept;

  // (row, column) of every entry, in the order `gather` visits them.
  std::vector<std::pair<int, int>> entries() const;

 private:
  const kernel::Kernels* kernels_ = nullptr;
  std::vector<kernel::Pack> packs_;
  std::vector<double> constants_;
  int columns_ = 0, slots_ = 0;
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
