// Basic types used in all folders: sizes, vectors, and the status of a step.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace takt {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// What a step reports. Stepping never throws; setting up throws Error (base/error.hpp).
enum class Status : std::uint8_t {
  ok,
  not_converged,
  singular,
  not_finite,
  late,
  interrupted,
  no_answer
};

constexpr std::string_view to_string(Status s) noexcept {
  switch (s) {
    case Status::ok: return "ok";
    case Status::not_converged: return "not_converged";
    case Status::singular: return "singular";
    case Status::not_finite: return "not_finite";
    case Status::late: return "late";
    case Status::interrupted: return "interrupted";
    case Status::no_answer: return "no_answer";
  }
  return "ok";
}

// The largest absolute value; 0 for an empty vector. NaN if any entry is, so that callers notice it.
inline double max_norm(const Vector& x) noexcept {
  double m = 0;
  for (Index i = 0; i < x.size(); ++i) {
    const double a = x[i] < 0 ? -x[i] : x[i];
    if (a <= m) continue;
    m = a;
    if (a != a) break;
  }
  return m;
}

// to = from, for vectors that already have their size. A plain loop: for the few entries of a
// mechanism the general assignment of Eigen costs more than the copy itself.
inline void copy(const Vector& from, Vector& to) noexcept {
  const double* x = from.data();
  double* y = to.data();
  for (Index i = 0, n = from.size(); i < n; ++i) y[i] = x[i];
}

}  // namespace takt
