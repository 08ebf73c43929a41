#include "takt/mechanism/natural/equation_sources.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/force/inertial.hpp"

namespace takt::mechanism::natural {
namespace {

using element::Measure;
using element::MeasureKind;
using element::MotionKind;

CarrierSum difference(const Carrier& from, const Carrier& to) { return {{1, to}, {-1, from}}; }

// The row measure = target (+ u).
RowSource row_of(const Measure& m, const std::string& name, double target = 0, int signal = -1) {
  RowSource r;
  r.names = {name};
  r.measure = m;
  r.target = target;
  r.signal = signal;
  if (signal >= 0) r.drive = Drive::offset;
  switch (m.kind) {
    case MeasureKind::difference:
      r.A = difference(origin_of(m.a), origin_of(m.b));
      r.component = m.i;
      break;
    case MeasureKind::along:
      r.A = {{1, axis_of(m.a, m.i)}};
      r.B = difference(origin_of(m.a), origin_of(m.b));
      break;
    case MeasureKind::dot:
      r.A = {{1, axis_of(m.a, m.i)}};
      r.B = {{1, axis_of(m.b, m.j)}};
      break;
    case MeasureKind::half_square:
      r.A = r.B = difference(origin_of(m.a), origin_of(m.b));
      r.scale = 1 / (2 * m.L);
      r.target = m.L * m.L;
      r.length = m.L;
      if (signal >= 0) r.drive = Drive::length;
      break;
    default:
      r.kind = RowSource::Kind::sum;
      r.uses = {{m, 1, false}};
      r.drive = Drive::none;
  }
  return r;
}

Measure measure_of(const Joint& j, MeasureKind kind, int i, int k = 0) {
  return {kind, j.inboard, j.outboard, i, k, 1};
}

// A frame with permuted axes: its x and y are the axes i and j of the old frame.
Attachment turned(Attachment a, int i, int j) {
  Mat3 R;
  R.col(0) = a.frame.R.col(i);
  R.col(1) = a.frame.R.col(j);
  R.col(2) = rotation::cross(R.col(0), R.col(1));
  a.frame.R = R;
  return a;
}

// A coordinate of a joint as a measure.
UseSource coordinate_of(const Joint& j, int component, const std::string& user,
                        const std::string& where) {
  auto motions = j.cardan && !j.type->cardan.empty() ? j.type->cardan : j.type->tree;
  int left = component;
  for (const element::JointMotion& m : motions) {
    const int n = element::coordinates_of(m.kind);
    if (left >= n) {
      left -= n;
      continue;
    }
    const bool one_turn = std::count_if(motions.begin(), motions.end(), [](const auto& k) {
                            return k.kind == MotionKind::Rx || k.kind == MotionKind::Ry ||
                                   k.kind == MotionKind::Rz || k.kind == MotionKind::Q;
                          }) == 1;
    const bool universal = j.type->turns_about_x_then_y();
    switch (m.kind) {
      case MotionKind::Tx: return {measure_of(j, MeasureKind::along, 0), 1, false};
      case MotionKind::Ty: return {measure_of(j, MeasureKind::along, 1), 1, false};
      case MotionKind::Tz: return {measure_of(j, MeasureKind::along, 2), 1, false};
      case MotionKind::T3: return {measure_of(j, MeasureKind::along, left), 1, false};
      case MotionKind::Hz: {
        const double L = j.pitch / (2 * M_PI);
        if (L == 0) return {measure_of(j, MeasureKind::angle, 2), 1, false};
        return {measure_of(j, MeasureKind::along, 2), 1 / L, false};  // valid for several turns
      }
      case MotionKind::Rz:
        if (one_turn) return {measure_of(j, MeasureKind::angle, 2), 1, false};
        break;
      case MotionKind::Rx:  // R = Rx(a) Ry(b): y_b = (0, cos a, sin a) in the inboard frame
        if (universal)
          return {{MeasureKind::angle, turned(j.inboard, 1, 2), turned(j.outboard, 1, 2), 2, 2, 1},
                  1,
                  false};
        break;
      case MotionKind::Ry:  // x_a = (cos b, 0, sin b) in the outboard frame
        if (universal)
          return {{MeasureKind::angle, turned(j.outboard, 0, 2), turned(j.inboard, 0, 1), 2, 2, 1},
                  1,
                  false};
        break;
      default: break;
    }
    break;
  }
  throw Error("'" + user + "' uses an angle of joint '" + j.name + "', a " +
                  std::string(j.type->name) + " joint, which natural coordinates do not have",
              where, "run this model in joint coordinates, or measure between two frames");
}

// The largest number of which all factors are integer multiples; 0 if there is none or it is too
// small.
double common_measure(const List<double>& factors) {
  double g = 0, largest = 0;
  for (double f : factors) largest = std::max(largest, std::abs(f));
  for (double f : factors) {
    double a = std::max(g, std::abs(f)), b = std::min(g, std::abs(f));
    while (b > 1e-9 * largest) {
      const double r = std::abs(std::remainder(a, b));
      a = b;
      b = r;
    }
    g = a;
  }
  return g > 1e-3 * largest ? g : 0;
}

class Collector {
 public:
  Collector(const Model& model, const Topology& topology, const Parts& parts,
            const List<Shared>& shared)
      : model_(model), topology_(topology), parts_(parts), shared_(shared) {}

  Sources collect() {
    int extra = 0;
    for (int b = 1; b < model_.bodies.count(); ++b)
      if (topology_.eliminated[b]) extra = replaced(b, extra);
    for (int j = 0; j < model_.joints.count(); ++j) joint(j);
    for (int c = 0; c < model_.constraints.count(); ++c) {
      constraint(c);
      if (model_.constraints[c].kind == Constraint::Kind::distance) out_.rows.back().rod = c;
    }
    for (int f = 0; f < model_.forces.count(); ++f) force(f);
    return std::move(out_);
  }

 private:
  bool solid(int body) const { return !parts_.of(body).replaced; }
  bool apart(const Joint& j) const {
    return parts_.of_body[j.inboard.body] != parts_.of_body[j.outboard.body];
  }
  void require_solid(const Attachment& a, const std::string& user, const std::string& where) const {
    if (!solid(a.body))
      throw Error("'" + user + "' is attached to body '" + model_.bodies[a.body].name +
                      "', which has no mass and is replaced by constraints",
                  where, "give the body mass, or attach to a neighbour");
  }

  // Adds the constraints that replace a massless rod or link; `extra` is the first one. Returns the
  // first constraint of the next body. The joints are in the order of the ends: a revolute comes
  // first.
  int replaced(int b, int extra) {
    const Body& body = model_.bodies[b];
    List<int> at;
    for (int j = 0; j < model_.joints.count(); ++j)
      if (model_.joints[j].inboard.body == b || model_.joints[j].outboard.body == b)
        at.push_back(j);
    if (model_.joints[at[1]].type->is_hinge()) std::swap(at[0], at[1]);
    Attachment in[2], other[2];
    bool outboard[2];
    for (int k : {0, 1}) {
      const Joint& joint = model_.joints[at[k]];
      outboard[k] = joint.inboard.body == b;  // the neighbour is outboard
      in[k] = outboard[k] ? joint.inboard : joint.outboard;
      other[k] = outboard[k] ? joint.outboard : joint.inboard;
      require_solid(other[k], joint.name, joint.where);
    }
    const Vec3 P0 = in[0].frame.p, P1 = in[1].frame.p;
    if (P0 == P1)
      throw Error("the joints of body '" + body.name + "', which has no mass, are at one point",
                  body.where, "join its neighbours directly");
    bool link = false;
    for (const int first = extra; extra < topology_.extra.count(); ++extra) {
      const Constraint& c = topology_.extra[extra];
      const bool plane = c.kind == Constraint::Kind::point_on_plane;
      if (!plane && extra > first) break;  // this one belongs to the next body
      link = link || plane;
      RowSource r = row_of({plane ? MeasureKind::along : MeasureKind::half_square, c.a, c.b, 2, 2,
                            plane ? 1 : c.length},
                           c.name, plane ? c.length : 0);
      if (!plane) r.link = b;
      for (int k : {0, 1}) r.transmitted.push_back({at[k], k == 1, outboard[k] ? 1.0 : -1.0});
      out_.rows.push_back(std::move(r));
    }
    out_.links.push_back({b, origin_of(other[0]), origin_of(other[1]), axis_of(other[0], 2), link,
                          P0, P1, in[0].frame.R.col(2)});
    return extra;
  }

  void joint(int index) {
    const Joint& j = model_.joints[index];
    if (!apart(j) || !solid(j.inboard.body) || !solid(j.outboard.body)) return;
    const Shared& s = shared_[index];
    auto add = [&](RowSource r) {
      r.transmitted.push_back({index, true, 1});
      out_.rows.push_back(std::move(r));
    };
    for (const element::CutRow& c : j.type->cut) {
      if (c.kind == MeasureKind::difference && s.point) continue;
      if (c.kind == MeasureKind::dot && c.i == 2 && s.axis) continue;
      Measure m = measure_of(j, c.kind, c.i, c.j);
      if (c.kind == MeasureKind::screw) m.L = j.pitch / (2 * M_PI);
      if (c.kind == MeasureKind::screw && j.pitch == 0) m = measure_of(j, MeasureKind::along, 2);
      add(row_of(m, j.name + "." + std::string(c.name)));
    }
    if (j.driven_by < 0) return;
    if (j.type->tree.size() != 1 || element::coordinates_of(j.type->tree[0].kind) != 1)
      throw Error("joint '" + j.name + "' is driven but has not one coordinate", j.where,
                  "drive a revolute, prismatic or screw joint");
    const MotionKind kind = j.type->tree[0].kind;
    if (kind == MotionKind::Tz) {
      RowSource along =
          row_of(measure_of(j, MeasureKind::along, 2), j.name + ".drive", 0, j.driven_by);
      along.drives = index;
      add(along);
      return;
    }
    RowSource r;
    r.kind = RowSource::Kind::sum;
    r.names = {j.name + ".drive"};
    r.measure = measure_of(j, MeasureKind::angle, 2);
    r.uses = {{r.measure, 1, true}};
    r.signal = j.driven_by;
    r.drives = index;
    add(r);
  }

  void constraint(int index) {
    const Constraint& c = model_.constraints[index];
    if (c.kind == Constraint::Kind::coupler) return coupler(c);
    require_solid(c.a, c.name, c.where);
    require_solid(c.b, c.name, c.where);
    auto add = [&](MeasureKind kind, int i, const std::string& name, double target, int signal) {
      RowSource r = row_of({kind, c.a, c.b, i, 2, c.length}, name, target, signal);
      r.transmitted.push_back({-1, true, 1, index});
      out_.rows.push_back(std::move(r));
    };
    switch (c.kind) {
      case Constraint::Kind::distance:
        if (c.length <= 0)
          throw Error("the distance '" + c.name + "' is not positive", c.where,
                      "use a spherical joint for points that coincide");
        add(MeasureKind::half_square, 2, c.name, 0, c.driven_by);
        break;
      case Constraint::Kind::point_on_line:
        add(MeasureKind::along, 0, c.name + ".x", 0, -1);
        add(MeasureKind::along, 1, c.name + ".y", 0, -1);
        break;
      case Constraint::Kind::point_on_plane:
        add(MeasureKind::along, 2, c.name, c.length, c.driven_by);
        break;
      default: {
        RowSource r;
        r.kind = RowSource::Kind::rolling;
        r.names = {c.name + ".contact", c.name + ".slip_x", c.name + ".slip_y"};
        r.wheel = c.b;
        r.length = c.length;
        r.target = c.a.frame.p[2];
        r.transmitted.push_back({-1, true, 1, index});
        out_.rows.push_back(r);
      }
    }
  }

  void coupler(const Constraint& c) {
    RowSource r;
    r.kind = RowSource::Kind::sum;
    r.names = {c.name};
    r.target = c.length;
    r.signal = c.driven_by;
    List<double> angles;
    for (const Constraint::Term& t : c.terms) {
      const Joint& j = model_.joints[t.joint];
      require_solid(j.inboard, c.name, c.where);
      require_solid(j.outboard, c.name, c.where);
      UseSource use = coordinate_of(j, t.component, c.name, c.where);
      use.factor *= t.factor;
      if (use.measure.kind == MeasureKind::angle && use.factor != 0) angles.push_back(use.factor);
      r.uses.push_back(use);
    }
    if (!angles.empty()) {
      r.period = 2 * M_PI * common_measure(angles);
      r.velocity_level = r.period == 0;
    }
    out_.rows.push_back(r);
  }

  void force(int index) {
    const Force& f = model_.forces[index];
    if (const auto* law = dynamic_cast<const element::Inertial*>(f.law.get());
        law != nullptr && law->inertia() != 0)
      throw Error("'" + f.name +
                      "' has a rotor, whose inertia is on a joint coordinate; natural coordinates "
                      "have none",
                  f.where,
                  "leave natural: out; or leave `inertia` out, give the rotor a body and a joint, "
                  "and couple both joints by a constraint of type gear");
    ForceSource s;
    s.force = index;
    if (f.body_force) require_solid(f.on, f.name, f.where);
    if (f.between_bodies()) require_solid(f.from, f.name, f.where);
    for (const ModelMeasure& m : f.measures) {
      UseSource use;
      if (m.joint >= 0)
        use = coordinate_of(model_.joints[m.joint], m.component, f.name, f.where);
      else
        use.measure = m.measure;
      require_solid(use.measure.a, f.name, f.where);
      require_solid(use.measure.b, f.name, f.where);
      s.uses.push_back(use);
    }
    out_.forces.push_back(std::move(s));
  }

  const Model& model_;
  const Topology& topology_;
  const Parts& parts_;
  const List<Shared>& shared_;
  Sources out_;
};

}  // namespace

Sources sources_of(const Model& model, const Topology& topology, const Parts& parts,
                   const List<Shared>& shared) {
  return Collector(model, topology, parts, shared).collect();
}

}  // namespace takt::mechanism::natural
