// The workspace of TreeMechanism, and helpers that add second derivatives to matrices. Private to
// this folder.
#pragma once

#include <limits>

#include "takt/mechanism/tree/tree_mechanism.hpp"

namespace takt::mechanism {

// The terms that need second derivatives of a row; offset_rows.hpp computes the other terms.
inline constexpr Need second_order = Term::Gv_q | Term::K_lambda | Term::K_full | Term::K_lambda_v;

struct TreeMechanism::Work : Mechanism::Common {
  explicit Work(const TreeMechanism&);
  void moved() noexcept override { batches.forget(); }

  WorldMotion world;
  BatchedTree::Workspace batches;
  linear::Patterned K;                        // used if only K v is wanted
  std::size_t most_columns = 1;               // of one measure or law
  std::vector<PointPairColumn> line_columns;  // of one element, most_columns for each measure
  std::unique_ptr<Recursions::Workspace> recursions;
  Vector tau;
  std::vector<double> wrench;  // of elements: six values for each group, then six zeros
  linear::Patterned mass;
  PointPairMeasure line[element::law_measures];
  MeasureGradient gradient[element::law_measures];
  // Of one element: measure x column. Row-major, because loops run along rows.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> G, Gd;
  std::vector<double> by_q, by_v;  // a row of derivatives by the columns of an element
  double s[element::law_measures], ds[element::law_measures];
  double u[element::law_signals], du[element::law_signals], ddu[element::law_signals];
  struct Track {  // cache of the track y_t at the last s
    double s = std::numeric_limits<double>::quiet_NaN();
    element::Smooth y;
  };
  std::vector<Track> tracks;
  element::LawOut law;
  element::BodyForceOut body_force;
  std::vector<Vec6> body_wrench;  // by body, for reactions
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
  std::size_t n;
  double* values;
  double sign = 1;
  void operator()(int j, int k, double x) noexcept { values[place[at(k) * n + at(j)]] += sign * x; }
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
      sink(j.column, k.column, w.S(j.column).dot(moves ? carried : turned[j.side]));
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
