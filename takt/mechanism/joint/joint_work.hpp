// The workspace of JointMechanism and the loops that scatter derivatives. Private to the folder.
#pragma once

#include <limits>

#include "takt/mechanism/joint/joint_mechanism.hpp"

namespace takt::mechanism {

// What needs the curvature of a row; ways.hpp serves the rest.
inline constexpr Need second_order = Term::Gv_q | Term::K_lambda | Term::K_full | Term::K_lambda_v;

struct JointMechanism::Work : Mechanism::Common {
  explicit Work(const JointMechanism&);
  void moved() noexcept override { packs.forget(); }

  World world;
  Packs::Workspace packs;
  linear::Patterned K;                   // where only K v is asked for
  std::size_t most_columns = 1;          // of one measure
  std::vector<LineColumn> line_columns;  // of one element, measure by measure
  std::unique_ptr<Recursions::Workspace> recursions;
  Vector tau;
  std::vector<double> wrench;  // of elements, six a group and six zeros
  linear::Patterned mass;
  Line line[element::law_measures];
  Pull pull[element::law_measures];
  // Of one element: measure x column. Rows are what loops run over.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> G, Gd;
  std::vector<double> by_q, by_v;  // of a row of derivatives: by columns
  double s[element::law_measures], ds[element::law_measures];
  double u[element::law_signals], du[element::law_signals], ddu[element::law_signals];
  struct Track {  // y_t where it was asked for last
    double s = std::numeric_limits<double>::quiet_NaN();
    element::Smooth y;
  };
  std::vector<Track> tracks;
  element::LawOut law;
  element::BodyForceOut body_force;
  std::vector<Vec6> body_wrench;  // by body, for reactions
};

// y += value, value by value, at places found once; the loops never change their order.
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
struct ToProduct {  // y += A w without A
  double* y;
  const double* w;
  double sign = 1;
  void operator()(int j, int k, double x) noexcept { y[j] += sign * x * w[k]; }
};

// dG_j/dq_k of a pull, for all pairs of its columns.
template <class Sink>
void pull_pairs(const Ends& e, const World& w, const Pull& pull, Sink&& sink) {
  for (const Ends::Column& k : e.columns) {
    const Vec6& S_k = w.S(k.column);
    const Vec6 turned[2] = {pull.D[0][k.side] * S_k, pull.D[1][k.side] * S_k};
    // Gamma . (S_k x S_j) = -S_j . (S_k x* Gamma)
    const Vec6 carried = turned[k.side] - cross_force(S_k, pull.Gamma[k.side]);
    for (const Ends::Column& j : e.columns) {
      const bool moves = j.side == k.side && k.group <= j.group;
      sink(j.column, k.column, w.S(j.column).dot(moves ? carried : turned[j.side]));
    }
  }
}

// d(s')/dq_k of a pull.
inline double rate_by(const Ends& e, const World& w, const Pull& pull,
                      const Ends::Column& k) noexcept {
  const Vec6& S = w.S(k.column);
  const Vec6 V[2] = {w.twist(e.group[0]), w.twist(e.group[1])};
  const Vec6 turned0 = pull.D[0][k.side] * S, turned1 = pull.D[1][k.side] * S;
  return V[0].dot(turned0) + V[1].dot(turned1) +
         pull.Gamma[k.side].dot(cross_motion(S, V[k.side]) + w.psi(k.column));
}

inline double rate_of(const Ends& e, const World& w, const Pull& pull) noexcept {
  return pull.Gamma[0].dot(w.twist(e.group[0])) + pull.Gamma[1].dot(w.twist(e.group[1]));
}

}  // namespace takt::mechanism
