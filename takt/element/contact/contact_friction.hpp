// Friction at a point of contact, in two laws.
//
//   smooth    F = -mu N v / sqrt(v^2 + vs^2)
//   bristle   F = -mu N P (z/s + b z'),   z' = v - |v| z/s,   b = c/(1 + c |v|)
//
// Terms used: v sliding velocity of the point, tangential; N load; vs slip speed; z deflection of
// the bristles at the point, a vector of three states in the axes of `from`; s deflection at which
// they slide, c their damping; P projects to the tangent plane, n its normal. While it slides,
// |z| = s and F = -mu N v/|v|. At rest z holds any F up to mu N, without creep. In the smooth law a
// load below mu N moves the point slowly: with vs at 0.7 mu N, slower with less load.
//
// With the energy mu N z^2/(2 s) the bristles supply no power for any motion of the normal if N is
// constant. Where n turns in the axes of `from`, z leaves the tangent plane and is replaced by new
// deflection: a ball that rolls slips by about s for each radian. |v| is written
// sqrt(v^2 + e^2) - e, which has a derivative at v = 0. Without contact z decays.
//                                              LuGre: Canudas de Wit et al., IEEE TAC 40 (1995)
#pragma once

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

struct ContactFriction {
  bool bristles = false;
  double slip_speed = 0.01, deflection = 1e-4, damping = 2;

  static constexpr double decay = 100;  // 1/s, decay of z without contact

  template <class T> struct At {
    Triple<T> force, rate;           // F, z'
    double force_z = 0, rate_z = 0;  // F_z = force_z P, z'_z = rate_z
  };
  template <class T>
  At<T> at(const Triple<T>& v, const T& limit, const Triple<T>& n, const double* z) const noexcept {
    using std::sqrt;
    const T square = dot(v, v);
    At<T> out;
    if (!bristles) {
      out.force = (-limit / sqrt(square + slip_speed * slip_speed)) * v;
      return out;
    }
    constexpr double e = 1e-6;  // m/s
    const T speed = sqrt(square + e * e) - e;
    const Triple<T> bent{T(z[0] / deflection), T(z[1] / deflection), T(z[2] / deflection)};
    out.rate = v - speed * bent;
    const T b = damping / (1 + damping * speed);
    const Triple<T> sum = bent + b * out.rate;
    out.force = (-limit) * (sum - dot(sum, n) * n);
    out.force_z = -value_of(limit) / deflection * (1 - value_of(b) * value_of(speed));
    out.rate_z = -value_of(speed) / deflection;
    return out;
  }

  static constexpr Key law_key{
      "friction_law",
      KeyKind::word,
      "",
      "smooth",
      "smooth: creeps slowly under load; bristle: holds at rest, with three states for each point",
      "smooth|bristle"};
  static constexpr Key slip_key{"slip_speed",
                                KeyKind::number,
                                "m/s",
                                "0.01",
                                "smooth: sliding speed at which friction is 0.7 of its full value",
                                ">0"};
  static constexpr Key bristle_key{"bristle",
                                   KeyKind::number,
                                   "m",
                                   "0.0001",
                                   "bristle: displacement at which it begins to slide",
                                   ">0"};
  static constexpr Key damping_key{
      "bristle_damping",
      KeyKind::number,
      "s/m",
      "2",
      "bristle: damping: friction per speed of deflection, divided by mu N",
      ">=0"};
  static ContactFriction from(const Values& v) {
    const bool bristles = v.word("friction_law") == "bristle";
    for (const char* key : {"slip_speed", "bristle", "bristle_damping"})
      if (v.given(key) && bristles == (std::string_view(key) == "slip_speed"))
        throw Error(
            "'" + std::string(key) + "' is not used with friction_law: " + v.word("friction_law"),
            "",
            bristles ? "leave it out, or write friction_law: smooth" : "add friction_law: bristle");
    return {bristles, v.number("slip_speed"), v.number("bristle"), v.number("bristle_damping")};
  }
};

}  // namespace takt::element
