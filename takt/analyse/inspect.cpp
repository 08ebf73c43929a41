#include "takt/analyse/inspect.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

Matrix rows_at(Evaluator& eval, const State& s) {
  eval.place(Slot::start, s);
  return eval.at(Slot::start, Term::G).G.to_matrix();
}

// The largest rank of G at states a small distance away, in some tangent directions. A rank that is
// lost at the start shows there with singular values of the order of this distance; a larger
// tolerance separates them from the residual of the closure.
Index largest_rank_nearby(const EquationsOfMotion& eom, const State& start, const RowSpace& rows) {
  constexpr double distance = 5e-3, closed = 1e-10, tolerance = 1e-6;
  const Index n = eom.shape().nv;
  Evaluator eval(eom);
  Index rank = rows.rank();
  for (int attempt = 1; attempt <= 3; ++attempt) {
    Vector dq(n);
    for (Index k = 0; k < n; ++k) dq[k] = std::sin(1.7 * attempt + 2.3 * static_cast<double>(k));
    rows.to_null_space(dq);
    const double size = max_norm(dq);
    if (!(size > 1e-9)) continue;
    State s = start;
    dq *= distance / size;
    eom.retract(start.q, dq, s.q);
    try {
      const Fixed none(n, false);
      s = close_loops(eom, s, none, none);
    } catch (const Error&) {
      continue;  // no consistent state in this direction; try another one
    }
    if (!(residual(eom, s).position < closed)) continue;
    rank = std::max(rank, RowSpace(rows_at(eval, s), tolerance).rank());
  }
  return rank;
}

}  // namespace

std::string row_name(const EquationsOfMotion& eom, Index row) {
  const RowMeaning p = eom.meaning_of_row(row);
  return p.part.empty() ? p.element : p.element + " " + p.part;
}

Inspection inspect(const EquationsOfMotion& eom, const State& start) {
  const Shape& shape = eom.shape();
  Inspection out;
  out.freedoms = shape.nv;
  if (shape.ng == 0) return out;
  Evaluator eval(eom);
  const RowSpace rows(rows_at(eval, start));
  out.rank = out.rank_nearby = rows.rank();
  out.freedoms = shape.nv - rows.rank();
  for (Index row : rows.dependent()) {
    Redundant r{row_name(eom, row), {}};
    for (Index other : rows.behind(row)) {
      const std::string element = eom.meaning_of_row(other).element;
      if (std::find(r.with.begin(), r.with.end(), element) == r.with.end())
        r.with.push_back(element);
    }
    out.redundant.push_back(std::move(r));
  }
  if (!out.redundant.empty()) out.rank_nearby = largest_rank_nearby(eom, start, rows);
  out.residual = residual(eom, start);
  return out;
}

int rows_of(const Constraint& c) noexcept {
  switch (c.kind) {
    case Constraint::Kind::point_on_line: return 2;
    case Constraint::Kind::rolling: return 3;
    default: return 1;
  }
}

int gruebler(const Model& model, const mechanism::Topology& topology) {
  int freedoms = 0;
  for (std::size_t b = 1; b < model.bodies.size(); ++b)
    if (!topology.eliminated[b]) freedoms += 6;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (topology.replaced[j]) continue;
    const Joint& joint = model.joints[j];
    freedoms -= 6 - mechanism::freedoms(joint);
    if (joint.driven_by >= 0) --freedoms;
  }
  for (const auto* list : {&model.constraints, &topology.extra})
    for (const Constraint& c : *list) freedoms -= rows_of(c);
  return freedoms;
}

MassAndCentre mass_and_centre(const mechanism::Mechanism& m, const State& s) {
  const auto& bodies = m.model().bodies;
  std::vector<Motion> motions(bodies.size());
  Evaluator eval(m);
  eval.place(Slot::start, s);
  m.motions(eval.point(Slot::start), motions, eval.scratch());
  MassAndCentre out;
  Vec3 moment = Vec3::Zero();
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    out.mass += bodies[b].mass;
    moment += bodies[b].mass * (motions[b].p + motions[b].R * bodies[b].centre);
  }
  if (out.mass > 0) out.centre = moment / out.mass;
  return out;
}

}  // namespace takt
