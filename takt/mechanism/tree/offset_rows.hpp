// Constraint rows that measure the offset between two points along axes of the first end: rows of
// cut joints, and of points on lines and planes. The rows of one pair of ends differ only in the
// axis, so all else is computed once; several pairs are processed in SIMD lanes
// (kernel_offset_rows.hpp). Values and first derivatives only: point_pair_measure.hpp computes the
// second derivatives.
//
//   s_i = x_i.d,   ds_i/dq_k = x_i.t_k
//   s_i'' - ds_i/dq q'' = x_i.(d'' + 2 d' x w + d x w' + w x (w x d))
//
// Terms used: d = p_b - p_a; x_i an axis on a; t_k the velocity at p_b for a unit of q_k', negative
// if q_k moves a (the axes of a turn with it, so p_b is the right point for both ends); w, w' the
// angular velocity and acceleration of a; d' and d'' are taken with q'' = 0.
#pragma once

#include <span>
#include <vector>

#include "takt/mechanism/tree/batched_tree.hpp"
#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

class OffsetRows {
 public:
  static constexpr std::size_t most_rows = 3;  // between two ends: one for each axis

  struct Row {
    int axis = 0;  // of the first end
    int row = 0;   // index in g
    double offset = 0;
    const int* G_place = nullptr;  // for each column of the ends: the index of its value in G
  };
  struct OffsetPair {
    const Ends* ends;
    std::vector<Row> rows;
  };
  OffsetRows() = default;
  OffsetRows(std::span<const OffsetPair>, const BatchedTree&);

  kernel::OffsetList data() const noexcept {
    return {static_cast<int>(batches_.size()), batches_.data(), columns_.data(), constants_.data()};
  }

 private:
  void add(std::span<const OffsetPair>, const BatchedTree&);

  std::vector<kernel::OffsetBatch> batches_;
  std::vector<kernel::OffsetColumn> columns_;
  AlignedVector<double> constants_;
};

}  // namespace takt::mechanism
