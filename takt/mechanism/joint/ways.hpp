// Rows that measure the way between two points along axes of the first end: those of cut hinges, and
// points on lines and planes. Nothing but the axis differs between the rows of one pair of ends, so
// all else is found once, and pairs of ends side by side (kernel_ways.hpp). First order only: line.hpp
// has their curvature.
//
//   s_i = x_i.d,   ds_i/dq_k = x_i.t_k
//   s_i'' - ds_i/dq q'' = x_i.(d'' + 2 d' x w + d x w' + w x (w x d))
//
// Terms used: d = p_b - p_a; x_i an axis on a; t_k the motion by q_k at p_b, whichever end it moves
// (against it where that is a, whose axes turn with it); w, w' of a; d' and d'' with q'' = 0.
#pragma once

#include <span>
#include <vector>

#include "takt/mechanism/joint/packs.hpp"
#include "takt/mechanism/joint/pull.hpp"

namespace takt::mechanism {

class Ways {
 public:
  static constexpr std::size_t most_rows = 3;  // between two ends: one an axis

  struct Row {
    int axis = 0;  // of the first end
    int row = 0;   // of g
    double offset = 0;
    const int* G_place = nullptr;  // of the columns of the ends
  };
  struct Way {
    const Ends* ends;
    std::vector<Row> rows;
  };
  Ways() = default;
  Ways(std::span<const Way>, const Packs&);

  kernel::WayList data() const noexcept {
    return {static_cast<int>(packs_.size()), packs_.data(), columns_.data(), constants_.data()};
  }

 private:
  void add(std::span<const Way>, const Packs&);

  std::vector<kernel::WayPack> packs_;
  std::vector<kernel::WayColumn> columns_;
  AlignedVector<double> constants_;
};

}  // namespace takt::mechanism
