#include "takt/model/doubts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "takt/base/time_text.hpp"
#include "takt/model/builder.hpp"

namespace takt {
namespace {

std::string in_brackets(const Vec3& p) {
  char text[96];
  const Vec3 x = p.unaryExpr([](double v) { return v == 0 ? 0 : v; });  // no -0
  std::snprintf(text, sizeof text, "[%.4g, %.4g, %.4g]", x[0], x[1], x[2]);
  return text;
}

std::string three_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

// A mass m that meets a spring k leaves it after pi sqrt(m/k). Fewer than five steps of it miss the
// height of the impact.
void short_contacts(const Model& m, double step, std::vector<Doubt>& all) {
  constexpr double enough_steps = 5;
  if (!(step > 0)) return;
  for (const Force& f : m.forces) {
    const double k = f.body_force != nullptr ? f.body_force->contact_stiffness() : 0;
    if (!(k > 0)) continue;
    double mass = 1e300;  // of the lighter body
    for (const Attachment* a : {&f.on, &f.from})
      if (a->body > 0 && m.bodies[a->body].mass > 0) mass = std::min(mass, m.bodies[a->body].mass);
    const double time = std::numbers::pi * std::sqrt(mass / k), most = enough_steps * step;
    if (mass == 1e300 || time >= most) continue;
    const double better = round_step(time / enough_steps);
    const double softer = mass * std::numbers::pi * std::numbers::pi / (most * most);
    all.push_back({"an impact in the contact '" + f.name + "' lasts about " + time_text(time) +
                       ", which is less than five steps of " + time_text(step),
                   place_of(f.where, "force", f.name),
                   "write --step " + time_word(better) + ", or step: " + time_text(better) +
                       " under experiment, or a stiffness of " + three_digits(softer) +
                       " N/m or less"});
  }
}

}  // namespace

std::vector<Doubt> doubts(const Model& m, double step) {
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
  short_contacts(m, step, all);
  return all;
}

}  // namespace takt
