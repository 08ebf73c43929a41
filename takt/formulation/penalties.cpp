#include "takt/formulation/penalties.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {
namespace {

constexpr double softest = 2;  // alpha s below this: more than ten passes for six digits

// Rounds up to two digits.
double round_up(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::ceil(x / unit) * unit;
}

// Row i of G as a column.
void row_of(const linear::Patterned& G, Index i, Vector& x) {
  Vector unit = Vector::Zero(G.rows());
  unit[i] = 1;
  x.setZero();
  G.multiply_transposed_add(1, unit, x);
}

}  // namespace

std::unique_ptr<linear::Tangent> make_tangent(Evaluator& eval, Term stiffness,
                                              const linear::SharedPattern& of_states,
                                              bool with_full) {
  const Shape& s = eval.shape();
  const Terms t = make_terms(s);
  const linear::Patterned& K = stiffness == Term::K_full ? t.K_full : t.K;
  std::vector parts{t.M.shared_pattern(), t.C.shared_pattern(), K.shared_pattern()};
  if (of_states) parts.push_back(of_states);
  if (with_full) parts.push_back(t.K_full.shared_pattern());
  return std::make_unique<linear::Tangent>(std::move(parts), s.structure, t.G.shared_pattern(),
                                           s.G_structure, eval.storage(), eval.counters());
}

void constraint_violation(const Shape& shape, const Terms& t, const Vector& v, double dv_dq,
                          Vector& phi) noexcept {
  if (!shape.has_velocity_rows()) {
    copy(t.g, phi);
    return;
  }
  copy(t.gI, phi);
  t.G.multiply_add(1, v, phi);
  for (Index i = 0; i < phi.size(); ++i)
    phi[i] = shape.row_level[i] == RowLevel::position ? t.g[i] : phi[i] / dv_dq;
}

void choose_penalties(double given, bool multipliers, linear::Tangent& T, const Terms& t,
                      Vector& alpha) {
  const Index ng = t.G.rows(), n = t.G.cols();
  if (ng == 0) return;
  // T0 is singular if there are massless parts; T0 + r G'G is regular, and 1/s becomes 1/s + r.
  Vector x = Vector::Zero(n), y = Vector::Zero(n);
  double trace = 0;
  for (Index i = 0; i < n; ++i) {
    x.setZero();
    y.setZero();
    x[i] = 1;
    T.multiply_add(1, x, y);
    trace += std::abs(y[i]);
  }
  const double r = trace / std::max(t.G.trace_of_gram(), 1e-300);
  T.add_gram(r, Vector::Ones(ng), t.G);
  if (T.factorise() != Status::ok)
    throw Error("the matrix of the step is singular at the start", "initial state",
                "give every coordinate some inertia");
  Vector stiff = Vector::Zero(ng);  // 1/s + r
  double mean = 0;
  for (Index i = 0; i < ng; ++i) {
    row_of(t.G, i, x);
    y = x;
    T.solve(x);
    const double s = x.dot(y);
    stiff[i] = s > 0 ? 1 / s : 0;
    mean += stiff[i] / static_cast<double>(ng);
  }
  double hardest = 0;
  for (Index i = 0; i < ng; ++i) {
    if (stiff[i] == 0) stiff[i] = mean;  // the gradient of this row is zero here
    hardest = std::max(hardest, stiff[i] - r);
    alpha[i] = given > 0 ? given : automatic_reduction * stiff[i];
  }
  if (multipliers && given > 0 && given < softest * hardest)
    throw Error("the penalty alpha=" + number(given) +
                    " is too soft for this step: a pass would leave " +
                    number(std::round(100 / (1 + given / hardest))) + " % of a violation",
                "method",
                "write alpha=" + number(round_up(1e3 * hardest)) +
                    " or more (it must grow like 1/h^2), or leave alpha out");
}

}  // namespace takt
