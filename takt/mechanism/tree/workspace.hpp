// The workspace of a mechanism in joint coordinates, and helpers that add second derivatives to
// matrices. Private to this folder.
#pragma once

#include <memory>

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/tree/driven_coordinates.hpp"
#include "takt/mechanism/tree/point_pair_measure.hpp"
#include "takt/mechanism/tree/tree_inertia.hpp"

namespace takt::mechanism {

struct TreeWork final : Mechanism::Common {
  TreeWork(const JointTree&, const LoopRows&, const ForceElements&, const TreeInertia&,
           const Shape& of_all, const DrivenCoordinates&);
  void moved() noexcept override { batches.forget(); }

  DrivenCoordinates::Work driven;
  WorldMotion world;
  BatchedTree::Workspace batches;
  std::unique_ptr<Recursions::Workspace> recursions;
  linear::Patterned K;                                 // used if only K v is wanted
  linear::Patterned whole_K, whole_C, whole_K_lambda;  // if some forces are explicit only
  linear::Patterned mass;
  Vector tau;
  List<double> wrench;     // of elements: six values for each group, then six zeros
  List<Vec6> body_wrench;  // by body, for reactions
  List<TrackCache> tracks;

  // Of one row or element, by measure.
  PointPairMeasure line[element::law_measures];
  MeasureGradient gradient[element::law_measures];
  PointPairColumn* columns_of_line(int m) noexcept {
    return line_columns.data() + m * most_columns;
  }
  const PointPairColumn* columns_of_line(int m) const noexcept {
    return line_columns.data() + m * most_columns;
  }
  double s[element::law_measures], ds[element::law_measures];
  // Measure x column. Row-major, because loops run along rows.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> G, Gd;
  List<double> by_q, by_v;  // a row of derivatives by the columns of an element
  double u[element::law_signals], du[element::law_signals], ddu[element::law_signals];
  element::LawOut law;
  element::BodyForceOut body_force;

 private:
  int most_columns;  // of one measure or law
  List<PointPairColumn> line_columns;
};

// Adds value by value to a matrix. The places are listed in the order of the calls, which never
// changes.
struct ToMatrix {
  const int* next;
  double* values;
  double sign = 1;
  void operator()(int, int, double x) noexcept { values[*next++] += sign * x; }
};
struct ToSquare {  // the same for pairs in any order: (j, k) at place[k n + j]
  const int* place;
  int n;
  double* values;
  double sign = 1;
  void operator()(int j, int k, double x) noexcept { values[place[k * n + j]] += sign * x; }
};
struct ToProduct {  // y += A w without storing A
  double* y;
  const double* w;
  double sign = 1;
  void operator()(int j, int k, double x) noexcept { y[j] += sign * x * w[k]; }
};

// Calls sink(j, k, dG_j/dq_k) for all pairs of columns, where G_j = ds/dq_j.
template <class Sink>
void gradient_pairs(const Ends& e, const WorldMotion& w, const MeasureGradient& gradient,
                    Sink&& sink) {
  for (const Ends::Column& k : e.columns) {
    const Vec6& S_k = w.S(k.column);
    const Vec6 turned[2] = {gradient.D[0][k.side] * S_k, gradient.D[1][k.side] * S_k};
    // Gamma . (S_k x S_j) = -S_j . (S_k x* Gamma)
    const Vec6 carried = turned[k.side] - cross_force(S_k, gradient.Gamma[k.side]);
    for (const Ends::Column& j : e.columns) {
      const bool moves = j.side == k.side && k.group <= j.group;
      double x = w.S(j.column).dot(moves ? carried : turned[j.side]);
      if (k.bends >= 0 && j.group == k.group) x += gradient.Gamma[k.side].dot(bend_of(w, j, k));
      sink(j.column, k.column, x);
    }
  }
}

// d(s')/dq_k
inline double rate_by(const Ends& e, const WorldMotion& w, const MeasureGradient& gradient,
                      const Ends::Column& k) noexcept {
  const Vec6& S = w.S(k.column);
  const Vec6 V[2] = {w.twist(e.group[0]), w.twist(e.group[1])};
  const Vec6 turned0 = gradient.D[0][k.side] * S, turned1 = gradient.D[1][k.side] * S;
  return V[0].dot(turned0) + V[1].dot(turned1) +
         gradient.Gamma[k.side].dot(cross_motion(S, V[k.side]) + w.psi(k.column));
}

inline double rate_of(const Ends& e, const WorldMotion& w,
                      const MeasureGradient& gradient) noexcept {
  return gradient.Gamma[0].dot(w.twist(e.group[0])) + gradient.Gamma[1].dot(w.twist(e.group[1]));
}

}  // namespace takt::mechanism
