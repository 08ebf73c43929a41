// Set-up of the force elements, and evaluation of the measures that their laws depend on.
// tree_laws.cpp computes the forces.
#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/mechanism/tree/bushing.hpp"
#include "takt/mechanism/tree/plan_view.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

using element::MeasureKind;

LawMeasure TreeMechanism::law_measure(const ModelMeasure& m, const Force& f) const {
  LawMeasure out;
  const auto between = [&](const Attachment& a, const Attachment& b) {
    out.ends = ends_of(groups_, link_of(a.body), on_link(a), link_of(b.body), on_link(b));
  };
  if (m.joint < 0) {
    out.row = {m.measure.kind, m.measure.i, m.measure.j, m.measure.L, 0, -1, false};
    between(m.measure.a, m.measure.b);
    return out;
  }
  const Joint& joint = model_->joints[at(m.joint)];
  const auto motions = motions_of(joint);
  const Place p = place_of(m.joint, m.component);
  const bool simple = p.v >= 0 || (p.q < 0 && m.component < static_cast<int>(motions.size()) &&
                                   element::velocities_of(motions[at(m.component)].kind) == 1);
  if (!simple)
    throw Error(
        "force '" + f.name + "' acts on a coordinate that joint '" + joint.name + "' does not have",
        f.where, "name a joint with a simple coordinate: revolute, prismatic, screw");
  if (p.q >= 0) {
    out.q = p.q;
    out.v = p.v;
    out.ends.columns.push_back({p.v, groups_.of_column[at(p.v)], 0});
    return out;
  }
  const element::MotionKind kind = motions[at(m.component)].kind;
  if (kind == element::MotionKind::Tz)
    out.row.kind = MeasureKind::along;
  else if (kind == element::MotionKind::Rz || kind == element::MotionKind::Hz)
    out.row.kind = MeasureKind::angle;
  else
    throw Error("force '" + f.name + "' acts on joint '" + joint.name + "', which closes a loop",
                f.where, "write `cut: false` at joint '" + joint.name + "'");
  out.row.i = 2;
  between(joint.inboard, joint.outboard);
  return out;
}

namespace {

bool same(const LawMeasure& a, const LawMeasure& b) {
  const MeasureRow &x = a.row, &y = b.row;
  if (a.q >= 0 || b.q >= 0 || a.local != b.local || x.kind != y.kind || x.i != y.i || x.j != y.j ||
      x.L != y.L)
    return false;
  for (int side = 0; side < 2; ++side)
    if (a.ends.link[side] != b.ends.link[side] || a.ends.frame[side].p != b.ends.frame[side].p ||
        a.ends.frame[side].R != b.ends.frame[side].R)
      return false;
  return true;
}

// Three measures along x, y and z of one frame to one point.
bool is_bushing(const Force& f) {
  if (f.measures.size() != 3) return false;
  for (int i = 0; i < 3; ++i) {
    const ModelMeasure& m = f.measures[at(i)];
    const element::Measure &a = m.measure, &b = f.measures[0].measure;
    if (m.joint >= 0 || a.kind != MeasureKind::along || a.i != i || a.a.body != b.a.body ||
        a.b.body != b.b.body || a.a.frame.p != b.a.frame.p || a.a.frame.R != b.a.frame.R ||
        a.b.frame.p != b.b.frame.p)
      return false;
  }
  return true;
}

// The first measures are position and heading of a frame on the ground, and the law has no force
// along them (plan_view.hpp).
bool is_plan_view(const Force& f, const LawElement& e) {
  if (e.measures.size() < PlanView::measures || e.acts.empty() ||
      e.acts.front() < PlanView::measures)
    return false;
  const element::Attachment &origin = f.measures[0].measure.a, &frame = f.measures[0].measure.b;
  if (origin.body != 0 || origin.frame.p != Vec3::Zero() || origin.frame.R != Mat3::Identity())
    return false;
  for (int m = 0; m < PlanView::measures; ++m) {
    const ModelMeasure& on = f.measures[at(m)];
    const element::Measure& x = on.measure;
    const bool place = m < 2;
    if (on.joint >= 0 || x.kind != (place ? MeasureKind::difference : MeasureKind::dot) ||
        x.i != m % 2 || (!place && x.j != 0) || x.a.body != 0 || x.a.frame.p != origin.frame.p ||
        x.a.frame.R != origin.frame.R || x.b.body != frame.body || x.b.frame.p != frame.frame.p ||
        x.b.frame.R != frame.frame.R)
      return false;
  }
  return true;
}

}  // namespace

void TreeMechanism::add_forces() {
  for (std::size_t i = 0; i < model_->forces.size(); ++i) {
    const Force& f = model_->forces[i];
    if (f.body_force != nullptr) {
      BodyElement e;
      e.force = static_cast<int>(i);
      e.z = first_state_[i];
      e.link = link_of(f.on.body);
      e.group = e.link < 0 ? -1 : groups_.of_link[at(e.link)];
      e.frame = on_link(f.on);
      e.columns = groups_.path(e.link);
      body_forces_.push_back(std::move(e));
      continue;
    }
    LawElement e;
    e.force = static_cast<int>(i);
    e.z = first_state_[i];
    for (const ModelMeasure& m : f.measures) {
      e.measures.push_back(law_measure(m, f));
      for (const Ends::Column& c : e.measures.back().ends.columns) {
        const auto found = std::find(e.columns.begin(), e.columns.end(), c.column);
        e.measures.back().local.push_back(static_cast<int>(found - e.columns.begin()));
        if (found == e.columns.end()) e.columns.push_back(c.column);
      }
    }
    for (int m = 0; m < static_cast<int>(e.measures.size()); ++m)
      if (f.law->acts_on(m)) {
        e.acts.push_back(m);
        for (int k : e.measures[at(m)].local)
          if (std::find(e.pushed.begin(), e.pushed.end(), k) == e.pushed.end())
            e.pushed.push_back(k);
      }
    std::sort(e.pushed.begin(), e.pushed.end());
    const LawMeasure& only = e.measures[0];
    if (f.law->states() == 0) {
      e.spring = e.measures.size() == 1 && only.q < 0 && PointPairMeasure::serves(only.row.kind);
      e.coordinates = std::all_of(e.measures.begin(), e.measures.end(),
                                  [](const LawMeasure& m) { return m.q >= 0; });
      e.bushing = is_bushing(f);
    }
    e.plan_view = is_plan_view(f, e);
    if (e.spring) {
      const auto first = std::find_if(laws_.rbegin(), laws_.rend(),
                                      [](const LawElement& x) { return x.on_line > 0; });
      if (first != laws_.rend() && first->spring && same(first->measures[0], e.measures[0])) {
        ++first->on_line;
        e.on_line = 0;
      }
    }
    if (f.contact >= 0)
      for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const ContactRow& c = contacts_[k];
        if (c.constraint != f.contact) continue;
        multiplier_[i] = e.multiplier = c.row;
        if (f.signals[0] == c.signal) e.contact = static_cast<int>(k);
      }
    // Consecutive laws often have the same measures, such as the driver models of one vehicle.
    const auto general = [](const LawElement& x) {
      return !x.spring && !x.coordinates && !x.bushing;
    };
    if (!laws_.empty() && general(laws_.back()) && general(e) &&
        laws_.back().plan_view == e.plan_view) {
      const LawElement& before = laws_.back();
      for (std::size_t m = 0; m < std::min(before.measures.size(), e.measures.size()); ++m)
        e.measures[m].again =
            same(before.measures[m], e.measures[m]) && before.columns.size() >= e.columns.size();
    }
    laws_.push_back(std::move(e));
  }
}

void TreeMechanism::pick_signals(const Force& f, const Point& p, Work& w) noexcept {
  for (std::size_t k = 0; k < f.signals.size(); ++k) {
    w.u[k] = p.u.u[f.signals[k]];
    w.du[k] = p.u.du[f.signals[k]];
  }
}

// Computes the measures, their rates and G; with `derivatives` also Gd and the second derivatives.
void TreeMechanism::law_inputs(const LawElement& e, const Point& p, Work& w, bool derivatives,
                               bool in_turn) const noexcept {
  pick_signals(model_->forces[at(e.force)], p, w);
  const Index U = static_cast<Index>(e.columns.size());
  const bool look = e.plan_view && !(in_turn && e.measures[0].again);
  for (std::size_t m = 0; m < e.measures.size(); ++m) {
    const LawMeasure& measure = e.measures[m];
    if (in_turn && measure.again) continue;
    const Index row = static_cast<Index>(m);
    for (Index k = 0; k < U; ++k) w.G(row, k) = w.Gd(row, k) = 0;
    if (e.plan_view && m < PlanView::measures) continue;
    if (measure.q >= 0) {
      w.s[m] = p.q[measure.q];
      w.ds[m] = p.v[measure.v];
      w.G(row, measure.local[0]) = 1;
      continue;
    }
    const MeasureRow& r = measure.row;
    const Ends& ends = measure.ends;
    if (PointPairMeasure::serves(r.kind)) {
      PointPairMeasure& line = w.line[m];
      PointPairColumn* columns = w.line_columns.data() + m * w.most_columns;
      line.place(r.kind, r.i, r.L, ends, w.world, derivatives, columns);
      line.move(ends, w.world);
      w.s[m] = line.value();
      w.ds[m] = line.rate();
      for (std::size_t k = 0; k < ends.columns.size(); ++k) {
        w.G(row, measure.local[k]) += line.by(columns[k]);
        if (derivatives)
          w.Gd(row, measure.local[k]) += line.rate_by(ends.columns[k], columns[k], w.world);
      }
      continue;
    }
    MeasureGradient& x = w.gradient[m];
    measure_gradient(r.kind, r.i, r.j, r.L,
                     pose_of(w.world, measure.ends.link[0], measure.ends.frame[0]),
                     pose_of(w.world, measure.ends.link[1], measure.ends.frame[1]), derivatives, x);
    w.s[m] = x.s;
    w.ds[m] = rate_of(measure.ends, w.world, x);
    for (std::size_t k = 0; k < measure.ends.columns.size(); ++k) {
      const Ends::Column& c = measure.ends.columns[k];
      w.G(row, measure.local[k]) += x.Gamma[c.side].dot(w.world.S(c.column));
      if (derivatives) w.Gd(row, measure.local[k]) += rate_by(measure.ends, w.world, x, c);
    }
  }
  if (look)  // its columns are the first columns of the element
    PlanView::look(e.measures[0].ends, w.world, derivatives, w.s, w.ds, w.G.data(), w.Gd.data(),
                   w.G.outerStride());
}

}  // namespace takt::mechanism
