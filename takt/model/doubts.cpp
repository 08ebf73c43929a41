#include "takt/model/doubts.hpp"

#include <cstdio>

#include "takt/model/builder.hpp"

namespace takt {
namespace {

std::string in_brackets(const Vec3& p) {
  char text[96];
  const Vec3 x = p.unaryExpr([](double v) { return v == 0 ? 0 : v; });  // no -0
  std::snprintf(text, sizeof text, "[%.4g, %.4g, %.4g]", x[0], x[1], x[2]);
  return text;
}

}  // namespace

std::vector<Doubt> doubts(const Model& m) {
  std::vector<Doubt> all;
  for (std::size_t b = 1; b < m.bodies.size(); ++b) {
    const Body& body = m.bodies[b];
    if (body.centre_given || !(body.mass > 0) || !body.centre.isZero(0)) continue;
    Vec3 middle = Vec3::Zero();
    int joints = 0;
    bool at_origin = false;
    for (const Joint& j : m.joints)
      for (const Attachment* a : {&j.inboard, &j.outboard}) {
        if (a->body != static_cast<int>(b)) continue;
        middle += a->frame.p;
        ++joints;
        at_origin = at_origin || a->frame.p.norm() < 1e-12;
      }
    if (joints == 0 || at_origin) continue;
    middle /= joints;
    all.push_back({"no centre of mass is given for body '" + body.name +
                       "': it is taken at the body's origin, where none of its joints is",
                   place_of(body.where, "body", body.name),
                   "write com: [x, y, z], as " +
                       in_brackets(middle.isZero(1e-12) ? Vec3(Vec3::Zero()) : middle) +
                       (middle.isZero(1e-12) ? " if it is meant there"
                                             : " for the middle of its joints, or [0, 0, 0] if it "
                                               "is meant there")});
  }
  return all;
}

}  // namespace takt
