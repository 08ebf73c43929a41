#include "takt/model/check.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <queue>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/model/builder.hpp"

namespace takt {
namespace {

bool finite(const Frame& f) { return f.R.allFinite() && f.p.allFinite(); }

// Six digits are enough to recognise a value in a message.
std::string rounded(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

const std::string& place_in_file(const Written& value, const std::string& otherwise) {
  return value.where.empty() ? otherwise : value.where;
}

}  // namespace

void check_body(const Body& b, const std::string& where) {
  if (!std::isfinite(b.mass) || !b.centre.allFinite() || !b.inertia.allFinite() ||
      !finite(b.design))
    throw Error("mass, com, inertia or pose is not finite", where, "give finite numbers");
  if (b.mass < 0)
    throw Error("the mass is negative: " +
                    (b.mass_written.text.empty() ? number(b.mass) + " kg" : b.mass_written.text),
                place_in_file(b.mass_written, where),
                "give a positive mass, or 0 for a massless part");
  const double size = b.inertia.cwiseAbs().maxCoeff();
  if ((b.inertia - b.inertia.transpose()).cwiseAbs().maxCoeff() > 1e-9 * size)
    throw Error("the inertia is not symmetric", where, "write Ixx, Iyy, Izz, Ixy, Ixz, Iyz");
  if (size == 0) return;
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(b.inertia, Eigen::EigenvaluesOnly);
  const Vec3& I = principal.eigenvalues();  // ascending
  if (I[0] < -1e-9 * size)
    throw Error("the inertia is not positive: its principal moments are " + rounded(I[0]) + ", " +
                    rounded(I[1]) + ", " + rounded(I[2]) + " kg m^2",
                where, "products of inertia are Ixy = -sum of m x y; check their signs and sizes");
  if (I[0] + I[1] < I[2] * (1 - 1e-6))
    throw Error("the inertia violates the triangle inequality: " + rounded(I[0]) + " + " +
                    rounded(I[1]) + " < " + rounded(I[2]) + " kg m^2",
                where, "no body has a principal moment above the sum of the other two");
}

void check_joint(const Model& m, const Joint& j, const std::string& where) {
  if (j.inboard.body == j.outboard.body)
    throw Error("the joint connects body '" + m.bodies[j.inboard.body].name + "' with itself",
                place_in_file(j.outboard_written, where), "name two bodies");
  if (!finite(j.inboard.frame) || !finite(j.outboard.frame) || !std::isfinite(j.pitch))
    throw Error("the joint's frame or pitch is not finite", where, "give finite numbers");
  if (j.type->has_pitch && j.pitch == 0)
    throw Error("the pitch of the screw is zero", where,
                "write pitch: 2 mm, the advance of one turn, or use a revolute joint");
  const auto general = [](const element::JointMotion& m) { return element::is_general(m.kind); };
  const bool moves = std::any_of(j.type->tree.begin(), j.type->tree.end(), general);
  if (moves != (j.motion != nullptr) ||
      (moves && j.motion->coordinates() != static_cast<int>(j.type->tree.size())))
    throw Error("a " + std::string(j.type->name) + " joint " +
                    (moves ? "has no Motion of " + std::to_string(j.type->tree.size()) +
                                 (j.type->tree.size() == 1 ? " coordinate" : " coordinates")
                           : std::string("has motions of its own and takes no other")),
                where, moves ? "set Joint::motion" : "leave Joint::motion empty");
  if (j.cardan && j.type->cardan.empty())
    throw Error("a " + std::string(j.type->name) + " joint has no Cardan angles", where,
                "rotation: cardan is for spherical and free joints");
}

void check_constraint(const Model& m, const Constraint& c, const std::string& where) {
  using Kind = Constraint::Kind;
  if (!std::isfinite(c.length) || !finite(c.a.frame) || !finite(c.b.frame))
    throw Error("a length or place is not finite", where, "give finite numbers");
  if (c.kind == Kind::wheel_rail) {
    const std::string_view type = c.joint < 0 ? "" : m.joints[c.joint].type->name;
    if (type != "vehicle_body")
      throw Error("a wheel on a rail needs the joint of its wheelset", where,
                  "name a joint of type vehicle_body between ground and the wheelset");
    return;
  }
  if (c.kind == Kind::coupler) {
    if (c.terms.empty())
      throw Error("the coupler has no terms", where, "write terms: {joint: factor, ...}");
    return;
  }
  if (c.kind != Kind::rolling && c.a.body == c.b.body)
    throw Error("both ends are on body '" + m.bodies[c.a.body].name + "'", where,
                "name two bodies");
  if ((c.kind == Kind::distance || c.kind == Kind::rolling) && !(c.length > 0))
    throw Error(c.kind == Kind::distance ? "the distance is " + number(c.length) + " m"
                                         : "the radius is " + number(c.length) + " m",
                where,
                c.kind == Kind::distance ? "points that coincide need a spherical joint"
                                         : "give a positive radius");
}

void check_connected(const Model& m) {
  List<List<int>> next(m.bodies.size());
  for (const Joint& j : m.joints) {
    next[j.inboard.body].push_back(j.outboard.body);
    next[j.outboard.body].push_back(j.inboard.body);
  }
  List<bool> reached(m.bodies.size());
  std::queue<int> open;
  open.push(0);
  reached[0] = true;
  while (!open.empty()) {
    for (int b : next[open.front()])
      if (!reached[b]) {
        reached[b] = true;
        open.push(b);
      }
    open.pop();
  }
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    if (reached[i]) continue;
    const Body& b = m.bodies[i];
    throw Error(
        next[i].empty() ? "the body has no joint" : "the body is not connected to ground by joints",
        place_of(b.where, "body", b.name),
        "a body that floats has a free joint: " + b.name +
            "_free: {type: free, between: [ground, " + b.name + "]}");
  }
}

}  // namespace takt
