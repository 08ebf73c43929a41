#include "takt/stabilise/full_curvature.hpp"

#include "takt/linear/entries.hpp"

namespace takt {
namespace {

using linear::Pattern;
using Entries = List<std::pair<int, int>>;

Entries shifted(const Pattern& p, Index down, Index right) {
  Entries entries;
  linear::each_entry(p, [&](int i, int j, int) {
    entries.emplace_back(static_cast<int>(i + down), static_cast<int>(j + right));
  });
  return entries;
}

List<int> places(const Pattern& p, const Entries& entries) {
  List<int> at;
  for (const auto& [i, j] : entries) at.push_back(linear::place_of(p, i, j));
  return at;
}

void put(const linear::Patterned& from, const List<int>& at, linear::Patterned& to) noexcept {
  for (int k = 0; k < at.count(); ++k) to.values()[at[k]] = from.values()[k];
}

}  // namespace

FullCurvature::FullCurvature(Evaluator& eval, Metric metric) : eval_(eval), metric_(metric) {
  const Shape& s = eval.shape();
  const Terms t = make_terms(s);
  const Entries G_up = shifted(t.G.pattern(), 0, 0), G_low = shifted(t.G.pattern(), s.ng, s.nv),
                B = shifted(t.Gv_q.pattern(), s.ng, 0), M_up = shifted(t.M.pattern(), 0, 0),
                M_low = shifted(t.M.pattern(), s.nv, s.nv);
  Entries all = G_up;
  all.insert(all.end(), G_low.begin(), G_low.end());
  all.insert(all.end(), B.begin(), B.end());
  H_ = linear::Patterned(linear::pattern_of(2 * s.ng, 2 * s.nv, all));
  upper_ = places(H_.pattern(), G_up);
  lower_ = places(H_.pattern(), G_low);
  left_ = places(H_.pattern(), B);
  Entries mass = M_up;
  mass.insert(mass.end(), M_low.begin(), M_low.end());
  if (metric == Metric::mass) {
    A_ = linear::Patterned(linear::pattern_of(2 * s.nv, 2 * s.nv, mass));
    M_upper_ = places(A_.pattern(), M_up);
    M_lower_ = places(A_.pattern(), M_low);
  }
  const linear::SharedPattern H = H_.shared_pattern();
  saddle_ = linear::make_saddle(metric == Metric::mass ? A_.shared_pattern() : nullptr, H, H,
                                linear::Symmetry::definite, eval.storage(), eval.counters(),
                                metric == Metric::mass ? s.mass_rank : linear::Rank::full);
  violation_ = Vector::Zero(2 * s.ng);
  move_ = Vector::Zero(2 * s.nv);
}

Status FullCurvature::apply(const Terms& t, const Vector& g, const Vector& gv, Vector& dq,
                            Vector& dv) noexcept {
  const Shape& s = eval_.shape();
  put(t.G, upper_, H_);
  put(t.G, lower_, H_);
  put(t.Gv_q, left_, H_);
  if (s.has_velocity_rows())  // rows at velocity level: zero rows get zero multipliers
    for (int k = 0; k < upper_.count(); ++k) {
      const int row = H_.pattern().row[upper_[k]];
      if (s.row_level[row] == RowLevel::velocity) H_.values()[upper_[k]] = 0;
    }
  if (metric_ == Metric::mass) {
    put(t.M, M_upper_, A_);
    put(t.M, M_lower_, A_);
  }
  const Status status = saddle_->factorise(metric_ == Metric::mass ? &A_ : nullptr, H_, H_);
  violation_.head(s.ng) = g;
  violation_.tail(s.ng) = gv;
  saddle_->least_norm(violation_, move_);
  dq = move_.head(s.nv);
  dv = move_.tail(s.nv);
  return status;
}

}  // namespace takt
