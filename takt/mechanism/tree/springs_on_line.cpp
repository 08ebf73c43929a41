#include "takt/mechanism/tree/springs_on_line.hpp"

#include <algorithm>

#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

constexpr int only_measure[] = {0};

bool same_line(const LawMeasure& a, const LawMeasure& b) {
  const MeasureRow &x = a.row, &y = b.row;
  if (x.kind != y.kind || x.i != y.i || x.j != y.j || x.L != y.L) return false;
  for (int side = 0; side < 2; ++side)
    if (a.ends.link[side] != b.ends.link[side] || a.ends.frame[side].p != b.ends.frame[side].p ||
        a.ends.frame[side].R != b.ends.frame[side].R)
      return false;
  return true;
}

}  // namespace

bool SpringsOnLine::serves(const Force& f, const List<LawMeasure>& measures) noexcept {
  return f.law->states() == 0 && measures.size() == 1 && !measures[0].is_coordinate() &&
         PointPairMeasure::serves(measures[0].row.kind);
}

SpringsOnLine::SpringsOnLine(LawOfForce law, LawMeasure measure)
    : laws_{law}, measure_(std::move(measure)) {}

bool SpringsOnLine::join(const LawOfForce& law, const LawMeasure& measure) {
  if (!same_line(measure_, measure)) return false;
  laws_.push_back(law);
  return true;
}

void SpringsOnLine::add_entries(ElementEntries& to) const { append(to.K, pairs_of(measure_.ends)); }

bool SpringsOnLine::in_K() const noexcept {
  return std::any_of(laws_.begin(), laws_.end(),
                     [](const LawOfForce& of) { return !of.force->explicit_only; });
}

void SpringsOnLine::find_places(const Shape& shape) {
  measure_.K_place = places_in(*shape.K, pairs_of(measure_.ends));
}

void SpringsOnLine::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                             TreeWork& w) const noexcept {
  const Ends& ends = measure_.ends;
  const MeasureRow& row = measure_.row;
  const int n = ends.columns.count();
  PointPairMeasure& line = w.line[0];
  PointPairColumn* columns = w.columns_of_line(0);
  const bool derived = K != nullptr || (need & Term::C);
  line.place(row.kind, row.i, row.L, ends, w.world, derived, columns);
  line.move(ends, w.world);
  const double s = line.value(), ds = line.rate();
  const element::LawIn in{&s, &ds, nullptr, w.u, w.du};
  bool stiff = false;
  double Q = 0, Q_stiff = 0, Q_s = 0, Q_ds = 0;  // Q of all; the others only of those in K and C
  for (const LawOfForce& of : laws_) {
    pick_signals(*of.force, p, w);
    of.law().force(in, w.law);
    Q += w.law.Q[0];
    if (!derived || !of.stiff(need)) continue;
    of.law().derivatives(in, w.law);
    Q_stiff += w.law.Q[0];
    Q_s += w.law.Q_s[0][0];
    Q_ds += w.law.Q_ds[0][0];
    stiff = true;
  }
  double* G = w.G.data();
  for (int k = 0; k < n; ++k) G[k] = line.by(columns[k]);
  if (need & Term::f)
    for (int k = 0; k < n; ++k) out.f[ends.columns[k].column] += Q * G[k];
  if (!stiff) return;
  const int* place = measure_.K_place.data();
  double* const by_q = K != nullptr ? K->values().data() : nullptr;
  double* const by_v = (need & Term::C) && Q_ds != 0 ? out.C.values().data() : nullptr;
  if (by_q) line.pairs(ends, w.world, columns, ToSquare{place, n, by_q, -Q_stiff});
  for (int k = 0; k < n; ++k, place += n) {
    double x = Q_s * G[k];
    if (by_q && Q_ds != 0) x += Q_ds * line.rate_by(ends.columns[k], columns[k], w.world);
    const double dx = Q_ds * G[k];
    for (int j = 0; by_q && j < n; ++j) by_q[place[j]] -= G[j] * x;
    for (int j = 0; by_v && j < n; ++j) by_v[place[j]] -= G[j] * dx;
  }
}

void SpringsOnLine::measure(const Point& p, TreeWork& w) const noexcept {
  measure_.evaluate(0, measure_.ends.columns.count(), p, false, w);
}

void SpringsOnLine::add_force(const Point& p, Vector& f, TreeWork& w) const noexcept {
  measure(p, w);
  for (const LawOfForce& of : laws_) {
    of.law().force(of.in(p, w), w.law);
    for (int k = 0; k < measure_.ends.columns.count(); ++k)
      f[measure_.ends.columns[k].column] += w.law.Q[0] * w.G(0, k);
  }
}

void SpringsOnLine::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  bool measured = false;
  for (const LawOfForce& of : laws_) {
    if (!of.varies()) continue;
    if (!measured) measure(p, w);
    measured = true;
    of.law().by_time(of.in_for_by_time(p, w), w.law);
    for (int k = 0; k < measure_.ends.columns.count(); ++k)
      out.f_t[measure_.ends.columns[k].column] += w.law.Q_t[0] * w.G(0, k);
  }
}

void SpringsOnLine::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  measure(p, w);
  for (const LawOfForce& of : laws_) visitor.law(of.index, of.law(), of.in(p, w), only_measure);
}

void SpringsOnLine::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  measure(p, w);
  for (const LawOfForce& of : laws_) {
    of.law().force(of.in(p, w), w.law);
    const double Q = w.law.Q[0];
    to.between(of.force->measures[0], Q * w.line[0].wrench_on(0), Q * w.line[0].wrench_on(1));
  }
}

}  // namespace takt::mechanism
