// Constraint rows that are measures between the same two ends: those of a cut joint, a rod, a point
// on a line or plane, a rolling wheel. Their terms g, G, gI, gamma and the second derivatives.
//
//   g = s - offset - u(signal)
//
// Rows along an axis of the first end, the most frequent ones, are also in OffsetRows, which
// computes their values and first derivatives for several blocks at once.
#pragma once

#include "takt/base/list.hpp"
#include "takt/eom/equations_of_motion.hpp"
#include "takt/mechanism/tree/measure_gradient.hpp"

namespace takt::mechanism {

struct TreeWork;

// The terms that need second derivatives of a row; offset_rows.hpp computes the other terms.
inline constexpr Need second_order = Term::Gv_q | Term::K_lambda | Term::K_full | Term::K_lambda_v;

struct MeasureRow {
  element::MeasureKind kind = element::MeasureKind::distance;
  int i = 2, j = 2;
  double L = 1;
  double offset = 0;
  int signal = -1;
  bool wrap = false;  // an angle: reduce the residual to [-pi, pi]
  bool idle = false;  // zero for all q of the tree, such as parallel axes in a planar loop
};

struct RowBlock {
  int joint = -1, constraint = -1;  // index in the model, or -1
  int extra = -1;                   // index in Topology::extra, or -1
  Ends ends;
  List<MeasureRow> rows;
  bool rolling = false;  // then rows[0] is the height; two rows at velocity level follow
  int first = 0, count = 0;
  List<int> along;    // rows that are also in OffsetRows
  List<int> others;   // all other rows that are not idle
  List<int> G_place;  // by row and column of `ends`; -1 for idle rows
  List<int> K_place;  // by pair of columns

  const MeasureRow& measure_of(int row) const noexcept { return rows[rolling ? 0 : row]; }
  bool idle(int row) const noexcept { return !rolling && rows[row].idle; }
  const int* G_places(int row) const noexcept {
    return G_place.data() + row * ends.columns.count();
  }

  void sort_rows();  // fills `along` and `others`

  // The rows `others`; with second derivatives all rows that are not idle.
  void evaluate(const Point&, Need, Terms&, TreeWork&) const noexcept;
  void gradient(int row, bool curvature, const WorldMotion&, MeasureGradient&) const noexcept;

 private:
  struct RowValue {
    double s, gamma;  // gamma without the part of the signal
  };
  void evaluate_row(int row, const Point&, Need, Terms&, TreeWork&) const noexcept;
  RowValue evaluate_line(int row, const Point&, Need, Terms&, TreeWork&) const noexcept;
  RowValue evaluate_gradient(int row, const Point&, Need, Terms&, TreeWork&) const noexcept;
};

}  // namespace takt::mechanism
