#include "takt/mechanism/tree/joint_tree.hpp"

#include <algorithm>
#include <cmath>

#include "takt/model/signals.hpp"

namespace takt::mechanism {
namespace {

using element::MotionKind;

struct Aligned {
  LinkKind kind;
  Mat3 axes;  // turns z to the axis of the motion
};

Aligned align(MotionKind k) noexcept {
  Mat3 x_to_z, y_to_z;  // cyclic permutations of the axes, so that they are rotations
  x_to_z << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  y_to_z << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  switch (k) {
    case MotionKind::Tx: return {LinkKind::Tz, x_to_z};
    case MotionKind::Ty: return {LinkKind::Tz, y_to_z};
    case MotionKind::Tz: return {LinkKind::Tz, Mat3::Identity()};
    case MotionKind::Rx: return {LinkKind::Rz, x_to_z};
    case MotionKind::Ry: return {LinkKind::Rz, y_to_z};
    case MotionKind::Rz: return {LinkKind::Rz, Mat3::Identity()};
    case MotionKind::Hz: return {LinkKind::Hz, Mat3::Identity()};
    case MotionKind::T3: return {LinkKind::T3, Mat3::Identity()};
    case MotionKind::Q: return {LinkKind::Q, Mat3::Identity()};
    case MotionKind::general_length:
    case MotionKind::general_angle: return {LinkKind::General, Mat3::Identity()};
  }
  return {LinkKind::Rz, Mat3::Identity()};
}

class Builder {
 public:
  Builder(const Model& m, const Topology& t) : m_(m), t_(t) {
    out_.seat.resize(m.bodies.size());
    out_.places.resize(m.joints.size());
  }

  LinksOfModel build() {
    for (int k = 1; k < t_.order.count(); ++k) add(t_.order[k]);
    if (out_.drives.count() == out_.tree.nv) keep_rows();
    if (!out_.drives.empty()) put_driven_last();
    return std::move(out_);
  }

 private:
  void add(int b) {
    const auto& to = t_.to[b];
    const Joint& joint = m_.joints[to.joint];
    const auto motions = motions_of(joint);
    const Attachment& near = to.reversed ? joint.outboard : joint.inboard;
    const Attachment& far = to.reversed ? joint.inboard : joint.outboard;
    Seat at = out_.seat[to.parent];
    at.frame = at.frame * near.frame;  // the joint's frame; each motion below moves it
    auto& places = out_.places[to.joint];
    places.resize(motions.size());
    if (joint.motion) follow(at, joint, motions, to.reversed, places);
    for (std::size_t k = 0; k < motions.size() && !joint.motion; ++k) {
      const std::size_t i = to.reversed && inverts(joint) ? motions.size() - 1 - k : k;
      const bool floating = motions[i].kind == MotionKind::T3 && i + 1 < motions.size() &&
                            motions[i + 1].kind == MotionKind::Q;
      places[i] = {out_.tree.nq, out_.tree.nv};
      if (floating) places[i + 1] = {out_.tree.nq + 3, out_.tree.nv + 3};
      move(at, joint, motions[i], to.reversed && inverts(joint), floating);
      if (floating) ++k;
    }
    if (joint.driven_by >= 0 && freedoms(joint) == 1 && is_smooth(m_, joint.driven_by)) {
      out_.tree.links.back().driven = true;
      out_.drives.push_back({to.joint, joint.driven_by});
    }
    at.frame = at.frame * far.frame.inverse();
    out_.seat[b] = at;
    if (at.link >= 0) put_inertia(m_.bodies[b], at);
  }

  // A step needs an unknown: if every coordinate is driven, rows drive them.
  void keep_rows() {
    out_.drives.clear();
    for (Link& l : out_.tree.links) l.driven = false;
  }

  // Renumbers the coordinates: unknowns in the order of the links, then the driven ones.
  void put_driven_last() {
    List<int> q(out_.tree.nq), v(out_.tree.nv);  // new number of each
    int next_q = 0, next_v = 0;
    for (const bool driven : {false, true})
      for (const Link& l : out_.tree.links) {
        if (l.driven != driven) continue;
        for (int k = 0; k < nq_of(l); ++k) q[l.q + k] = next_q++;
        for (int k = 0; k < nv_of(l); ++k) v[l.v + k] = next_v++;
      }
    for (Link& l : out_.tree.links) l.q = q[l.q], l.v = v[l.v];
    for (auto& of_joint : out_.places)
      for (LinksOfModel::Place& p : of_joint) p = {q[p.q], v[p.v]};
    const auto reorder = [](std::vector<std::string>& x, const List<int>& to) {
      List<std::string> sorted(x.size());
      for (int i = 0; i < to.count(); ++i)
        sorted[to[i]] = std::move(x[static_cast<std::size_t>(i)]);
      x = std::move(sorted);
    };
    reorder(out_.q_names, q);
    reorder(out_.q_units, q);
    reorder(out_.v_names, v);
    reorder(out_.v_units, v);
    std::sort(out_.drives.begin(), out_.drives.end(), [&](const auto& a, const auto& b) {
      return out_.places[a.joint][0].q < out_.places[b.joint][0].q;
    });
  }

  // If the tree passes a joint from outboard to inboard, a joint of simple motions is inverted, so
  // that its coordinates keep their meaning. Joints with T3 or Q are not inverted: their
  // coordinates then describe the body farther from ground relative to the nearer one.
  static bool inverts(const Joint& joint) noexcept {
    for (const element::JointMotion& motion : motions_of(joint))
      if (motion.kind == MotionKind::T3 || motion.kind == MotionKind::Q) return false;
    return true;
  }

  // All coordinates of a general motion move one link.
  void follow(Seat& at, const Joint& joint, std::span<const element::JointMotion> motions,
              bool backwards, List<LinksOfModel::Place>& places) {
    Link link;
    link.parent = at.link;
    link.kind = LinkKind::General;
    link.place = at.frame;
    link.motion = joint.motion;
    link.backwards = backwards;
    link.q = out_.tree.nq;
    link.v = out_.tree.nv;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      places[i] = {out_.tree.nq++, out_.tree.nv++};
      name(joint, motions[i], link.kind);
    }
    at.link = static_cast<int>(out_.tree.links.size());
    at.frame = {};
    out_.tree.links.push_back(link);
  }

  void move(Seat& at, const Joint& joint, const element::JointMotion& motion, bool backwards,
            bool floating) {
    Aligned to_z = align(motion.kind);
    if (backwards) {  // the same motion about or along -z is the inverse motion
      Mat3 flip = Mat3::Identity();
      flip(1, 1) = flip(2, 2) = -1;
      to_z.axes = to_z.axes * flip;
    }
    Link link;
    link.parent = at.link;
    link.kind = floating ? LinkKind::Free : to_z.kind;
    link.place = at.frame * Frame{to_z.axes, Vec3::Zero()};
    link.pitch_per_radian = joint.pitch / (2 * M_PI);
    link.q = out_.tree.nq;
    link.v = out_.tree.nv;
    out_.tree.nq += nq_of(link);
    out_.tree.nv += nv_of(link);
    name(joint, motion, link.kind);
    at.link = static_cast<int>(out_.tree.links.size());
    at.frame = Frame{to_z.axes.transpose(), Vec3::Zero()};
    out_.tree.links.push_back(link);
  }

  void name(const Joint& joint, const element::JointMotion& motion, LinkKind kind) {
    const auto add = [&](std::vector<std::string>& to, std::initializer_list<const char*> parts) {
      for (const char* part : parts) to.push_back(joint.name + "." + part);
    };
    const auto measure_in = [&](const char* unit, int nq, const char* rate, int nv) {
      out_.q_units.insert(out_.q_units.end(), nq, unit);
      out_.v_units.insert(out_.v_units.end(), nv, rate);
    };
    if (kind == LinkKind::T3 || kind == LinkKind::Free) {
      add(out_.q_names, {"x", "y", "z"});
      add(out_.v_names, {"vx", "vy", "vz"});
      measure_in("m", 3, "m/s", 3);
    }
    if (kind == LinkKind::Q || kind == LinkKind::Free) {
      add(out_.q_names, {"qw", "qx", "qy", "qz"});
      add(out_.v_names, {"wx", "wy", "wz"});
      measure_in("1", 4, "rad/s", 3);
    }
    if (kind != LinkKind::T3 && kind != LinkKind::Q && kind != LinkKind::Free) {
      const std::string full =
          motion.name.empty() ? joint.name : joint.name + "." + std::string(motion.name);
      out_.q_names.push_back(full);
      out_.v_names.push_back(full);
      const bool slides = element::slides(motion.kind);
      measure_in(slides ? "m" : "rad", 1, slides ? "m/s" : "rad/s", 1);
    }
  }

  void put_inertia(const Body& body, const Seat& at) {
    LinkInertia& to = out_.tree.links[at.link].inertia;
    const Vec3 c = at.frame * body.centre;
    const Mat3 I = at.frame.R * body.inertia * at.frame.R.transpose();
    to.m += body.mass;
    to.h += body.mass * c;
    to.I += I + body.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  }

  const Model& m_;
  const Topology& t_;
  LinksOfModel out_;
};

}  // namespace

JointTree::JointTree(const Model& m) : JointTree(m, find_topology(m)) {}

JointTree::JointTree(const Model& m, Topology t)
    : LinksOfModel(Builder(m, t).build()), model(m), topology(std::move(t)), groups(tree) {}

int JointTree::drive_of(int joint) const noexcept {
  for (int k = 0; k < drives.count(); ++k)
    if (drives[k].joint == joint) return k;
  return -1;
}

JointTree::Place JointTree::place_of(int joint, int component) const noexcept {
  const List<Place>& of_motions = places[joint];
  const auto motions = motions_of(model.joints[joint]);
  int first = 0;  // first coordinate of motion k
  for (int k = 0; k < of_motions.count(); ++k) {
    const MotionKind kind = motions[k].kind;
    const int count = element::coordinates_of(kind), i = component - first;
    if (i < count) return {of_motions[k].q + i, kind == MotionKind::Q ? -1 : of_motions[k].v + i};
    first += count;
  }
  return {};
}

}  // namespace takt::mechanism
