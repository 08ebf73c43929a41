#include "takt/mechanism/natural/rigid_parts.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"

namespace takt::mechanism::natural {

int Part::base() const noexcept {
  for (int a = 0; a < slots.count(); ++a)
    if (slots[a].point) return a;
  return -1;
}

List<Vec3> Part::directions() const {
  List<Vec3> out;
  const int b = base();
  for (int a = 0; a < slots.count(); ++a) {
    if (a == b) continue;
    const Vec3 d = slots[a].point ? Vec3(slots[a].local - slots[b].local) : slots[a].local;
    out.push_back(d.normalized());
  }
  return out;
}

Vec3 Parts::in_part(const Carrier& c) const {
  const Frame& f = placed[c.body];
  return c.point ? Vec3(f * c.local) : Vec3(f.R * c.local);
}

Vec4 Parts::coefficients(const Carrier& c) const {
  if (c.slot >= 0) return Vec4::Unit(c.slot);
  const Vec3 Y = in_part(c);
  Vec4 h;
  h << Y, (c.point ? 1.0 : 0.0);
  Vec4 w = of(c.body).to_slots * h;
  // Set coefficients that are zero but for rounding to zero, so that they do not enlarge the
  // patterns.
  const double size = 1 + w.cwiseAbs().maxCoeff();
  for (double& x : w) {
    if (std::abs(x) < 1e-13 * size) x = 0;
    if (std::abs(x - 1) < 1e-13 * size) x = 1;
  }
  return w;
}

namespace {

Mat3 second_moment(const Mat3& inertia) {
  return 0.5 * inertia.trace() * Mat3::Identity() - inertia;
}

// Mass, centre and J of all bodies of a part together, in the axes of the part.
void gather_inertia(const Model& model, const Parts& parts, Part& part) {
  Vec3 first = Vec3::Zero();
  for (int b : part.bodies) {
    const Body& body = model.bodies[b];
    part.mass += body.mass;
    first += body.mass * (parts.placed[b] * body.centre);
  }
  if (part.mass > 0) part.centre = first / part.mass;
  for (int b : part.bodies) {
    const Body& body = model.bodies[b];
    const Frame& f = parts.placed[b];
    const Vec3 r = f * body.centre - part.centre;
    part.second +=
        f.R * second_moment(body.inertia) * f.R.transpose() + body.mass * r * r.transpose();
  }
  const Body& named = model.bodies[part.root];
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(part.second);
  const double largest = eigen.eigenvalues().cwiseAbs().maxCoeff();
  if (eigen.eigenvalues()[0] < -1e-9 * largest)
    throw Error("the inertia of body '" + named.name + "' belongs to no distribution of mass",
                named.where, "the largest principal inertia is at most the sum of the others");
  // Set eigenvalues that are zero but for rounding to zero: rods and plates then need fewer
  // entities.
  const Vec3 cleaned =
      (eigen.eigenvalues().array() < 1e-9 * largest).select(0, eigen.eigenvalues());
  part.second = eigen.eigenvectors() * cleaned.asDiagonal() * eigen.eigenvectors().transpose();
  if (part.mass > 0 && largest > 0) part.size = std::sqrt(cleaned.sum() / part.mass);
}

// Sets the size of massless parts to the distance of their joints.
void measure_massless(const Model& model, Parts& parts) {
  for (Part& part : parts.all) {
    if (part.mass > 0) continue;
    List<Vec3> at;
    for (const Joint& j : model.joints)
      for (const Attachment* a : {&j.inboard, &j.outboard})
        if (&parts.of(a->body) == &part) at.push_back(parts.in_part(origin_of(*a)));
    double extent = 0;
    for (const Vec3& p : at) extent = std::max(extent, (p - at.front()).norm());
    if (extent > 0) part.size = extent;
  }
}

}  // namespace

Parts weld(const Model& model, const Topology& topology) {
  Parts parts;
  const int n = model.bodies.count();
  parts.of_body.assign(n, -1);
  parts.placed.assign(n, Frame{});
  List<List<int>> welds(n);
  for (int j = 0; j < model.joints.count(); ++j) {
    const Joint& joint = model.joints[j];
    if (!joint.type->is_weld()) continue;
    welds[joint.inboard.body].push_back(j);
    welds[joint.outboard.body].push_back(j);
  }
  for (int root = 0; root < n; ++root) {
    if (parts.of_body[root] >= 0) continue;
    const int index = parts.all.count();
    Part part;
    part.root = root;
    part.bodies.push_back(part.root);
    part.replaced = topology.eliminated[root];
    parts.of_body[root] = index;
    for (int k = 0; k < part.bodies.count(); ++k) {
      const int inner = part.bodies[k];
      for (int j : welds[inner]) {
        const Joint& joint = model.joints[j];
        const bool out = joint.inboard.body == inner;
        const Attachment &here = out ? joint.inboard : joint.outboard,
                         &there = out ? joint.outboard : joint.inboard;
        if (parts.of_body[there.body] >= 0) continue;
        parts.of_body[there.body] = index;
        parts.placed[there.body] = parts.placed[inner] * here.frame * there.frame.inverse();
        parts.welds.push_back({j, inner, there.body});
        part.bodies.push_back(there.body);
      }
    }
    if (root != 0) gather_inertia(model, parts, part);
    parts.all.push_back(std::move(part));
  }
  measure_massless(model, parts);
  return parts;
}

}  // namespace takt::mechanism::natural
