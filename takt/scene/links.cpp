// The links and arrows of a scene. What a force looks like follows from how it is attached and from
// what its law does: a spring answers to the distance, a damper to its rate.
#include <algorithm>
#include <cmath>

#include "takt/element/catalogue.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/parts.hpp"

namespace takt::scene {
namespace {

using element::Attach;

// The values of the signals of a force.
struct Values {
  double u[element::body_force_signals + 1] = {}, du[element::body_force_signals + 1] = {};
};

Values signals_of(const Situation& s, const Force& f) {
  static_assert(element::law_signals <= element::body_force_signals);
  Values v;
  for (int k = 0; k < std::min(f.signals.count(), element::body_force_signals); ++k) {
    v.u[k] = s.u.u[f.signals[k]];
    v.du[k] = s.u.du[f.signals[k]];
  }
  return v;
}

// Laws are asked at lengths and rates around the present ones, because a stop or a degressive damper
// may give nothing right there.
Link::Kind kind_of(Situation& s, const Force& f) {
  if (f.attach == Attach::three || f.attach == Attach::six) return Link::Kind::bushing;
  if (f.law->signals() > 0) return Link::Kind::actuator;
  const Values v = signals_of(s, f);
  const double z[element::law_states] = {};
  double x[element::law_measures] = {}, dx[element::law_measures] = {};
  for (int k = 0; k < f.measures.count(); ++k)
    x[k] = s.mechanism.measure_value(f.measures[k], s.point(), s.bodies, *s.scratch, &dx[k]);
  const auto force = [&](double length, double rate) {
    x[0] = length;
    dx[0] = rate;
    element::LawOut out;
    f.law->force({x, dx, z, v.u, v.du}, out);
    return out.Q[0];
  };
  const double length = x[0];
  const double rest = force(length, 0);
  bool springs = false, damps = false;
  for (const double part : {-0.5, -0.1, 0.1, 0.5}) {
    springs |= force(length * (1 + part), 0) != rest;
    damps |= force(length, part) != rest ||
             force(length * (1 + part), -0.1) != force(length * (1 + part), 0.1);
  }
  if (springs && damps) return Link::Kind::spring_damper;
  return damps                  ? Link::Kind::damper
         : springs || rest == 0 ? Link::Kind::spring
                                : Link::Kind::actuator;
}

Link between(const Situation& s, const std::string& name, const Attachment& a,
             const Attachment& b) {
  Link link{.name = name, .body_a = a.body, .body_b = b.body};
  link.a = s.from_centre(a);
  link.b = s.from_centre(b);
  link.has_force = s.has_column(name);
  return link;
}

bool acts_between_frames(const Force& f) {
  if (f.law == nullptr || f.measures.empty() || f.measures[0].joint >= 0) return false;
  switch (f.attach) {
    case Attach::points:
    case Attach::axis:
    case Attach::three:
    case Attach::six:
    case Attach::any: return true;
    default: return false;
  }
}

const element::ForceEntry* entry_of(const std::string& type) {
  for (const element::ForceEntry& e : element::forces())
    if (e.name == type) return &e;
  return nullptr;
}

struct Pull {
  Vec3 force = Vec3::Zero();  // in the axes of the frame from which it is seen
  bool turns = false;         // with its body
};

// The force of a body force now; where it is zero, with signals of one.
Pull pull_of(const Situation& s, const Force& f, const Motion& on) {
  Values v = signals_of(s, f);
  int z = 0;
  for (const Force& other : s.model.forces) {
    if (&other == &f) break;
    z += other.body_force != nullptr ? other.body_force->states() : other.law->states();
  }
  element::BodyForceIn in{on.R, on.p, on.w, on.v, s.state.z.data() + z, v.u, v.du};
  const auto force = [&](const Mat3& R) {
    in.R = R;
    element::BodyForceOut out;
    f.body_force->force(in, out);
    return Vec3(out.wrench.tail<3>());
  };
  Pull pull{force(on.R)};
  if (!(pull.force.norm() > 0) && f.body_force->signals() > 0 && !f.body_force->on_road()) {
    std::fill_n(v.u, element::body_force_signals, 1.0);
    pull.force = force(on.R);
  }
  const Mat3 turn = rotation::matrix_of(rotation::exp(Vec3(0.3, 0.4, 0.5)));
  const Vec3 after = force(turn * on.R);
  pull.turns = (after - turn * pull.force).norm() < 1e-6 * pull.force.norm();
  return pull;
}

}  // namespace

std::vector<Link> links_of(Situation& s) {
  std::vector<Link> all;
  for (const Force& f : s.model.forces) {
    if (!acts_between_frames(f)) continue;
    const element::Measure& m = f.measures[0].measure;
    Link link = between(s, f.name, m.a, m.b);
    link.kind = kind_of(s, f);
    link.line = line_of(s.model, f.where);
    all.push_back(std::move(link));
  }
  for (const Constraint& c : s.model.constraints) {
    if (c.kind != Constraint::Kind::distance) continue;
    Link link = between(s, c.name, c.a, c.b);
    link.kind = Link::Kind::rod;
    link.line = line_of(s.model, c.where);
    all.push_back(std::move(link));
  }
  for (const mechanism::Topology::Rod& rod : s.topology.rods) {
    const Constraint& c = s.topology.extra[rod.extra];
    const takt::Body& body = s.model.bodies[rod.body];
    Link link = between(s, body.name, c.a, c.b);
    link.kind = Link::Kind::rod;
    link.line = line_of(s.model, body.where);
    all.push_back(std::move(link));
  }
  return all;
}

std::vector<Arrow> arrows_of(Situation& s) {
  std::vector<Arrow> all;
  for (const Force& f : s.model.forces) {
    if (f.body_force == nullptr) continue;
    const element::ForceEntry* entry = entry_of(f.type);
    if (entry == nullptr || entry->unit != "N" || !s.has_column(f.name)) continue;
    Arrow arrow{.name = f.name, .body = f.on.body, .p = s.from_centre(f.on)};
    arrow.line = line_of(s.model, f.where);
    const Motion on = s.of(f.on), from = s.of(f.from);
    if (f.body_force->on_road() || f.body_force->rolling_radius() > 0) {
      arrow.direction = Vec3::UnitZ();  // the load
    } else {
      const Pull pull = pull_of(s, f, f.between_bodies() ? on.seen_from(from) : on);
      Vec3 along = f.between_bodies() ? Vec3(from.R * pull.force) : pull.force;
      if (!(along.norm() > 0)) along = f.between_bodies() ? Vec3(on.p - from.p) : -on.v;
      if (!(along.norm() > 0)) along = Vec3::UnitX();
      arrow.in_world = !pull.turns || f.between_bodies();
      arrow.direction = along.normalized();
      if (!arrow.in_world) arrow.direction = s.bodies[f.on.body].R.transpose() * arrow.direction;
    }
    all.push_back(std::move(arrow));
  }
  return all;
}

}  // namespace takt::scene
