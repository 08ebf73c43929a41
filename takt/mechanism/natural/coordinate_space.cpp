// The two coordinate spaces of natural coordinates: the coordinates of the mechanism (whole), and
// four separate entities for each body (torn). Also the masses and weights in these spaces.
#include <algorithm>
#include <cmath>
#include <map>

#include "takt/linear/entries.hpp"
#include "takt/mechanism/natural/layout.hpp"

namespace takt::mechanism::natural {
namespace {

// Ground does not move: its carriers are constants.
Weighted grounded(const Parts& parts, const Carrier& c) {
  Weighted w;
  w.constant = parts.in_part(c);
  return w;
}

void put(Weighted& w, int entity, double c) {
  if (c == 0) return;
  w.entity[w.count] = entity;
  w.c[w.count] = c;
  ++w.count;
}

}  // namespace

Space whole_space(const Parts& parts) {
  return {parts.places, true, [&parts](const Carrier& c) {
            if (!parts.of(c.body).moves()) return grounded(parts, c);
            Weighted w;
            const Vec4 coefficients = parts.coefficients(c);
            const List<Slot>& slots = parts.of(c.body).slots;
            for (int a = 0; a < slots.count(); ++a) {
              const Entity& e = parts.entities[slots[a].entity];
              const double k = coefficients[a];
              if (e.constant)
                w.constant += k * e.value;
              else
                put(w, e.place, k);
            }
            return w;
          }};
}

Space torn_space(const Model& model, const Parts& parts) {
  return {4 * model.bodies.count(), false, [&parts](const Carrier& c) {
            if (!parts.of(c.body).moves()) return grounded(parts, c);
            Weighted w;
            const Vec4 coefficients = parts.coefficients(c);
            for (int a = 0; a < parts.of(c.body).slots.count(); ++a)
              put(w, 4 * c.body + a, coefficients[a]);
            return w;
          }};
}

namespace {

Mat4 second_moment(const Body& b, const Frame& in_part) {
  const Vec3 c = in_part * b.centre;
  const Mat3 J =
      in_part.R * (0.5 * b.inertia.trace() * Mat3::Identity() - b.inertia) * in_part.R.transpose();
  Mat4 S;
  S.topLeftCorner<3, 3>() = J + b.mass * c * c.transpose();
  S.topRightCorner<3, 1>() = b.mass * c;
  S.bottomLeftCorner<1, 3>() = b.mass * c.transpose();
  S(3, 3) = b.mass;
  return S;
}

}  // namespace

void add_masses(const Model& model, const Parts& parts, bool torn, Equations& e) {
  std::map<std::pair<int, int>, double> masses;
  e.weight = Vector::Zero(3 * e.entities);
  for (const Part& part : parts.all) {
    if (!part.has_entities()) continue;
    Mat4 rest = part.mass_of_slots;  // the mass of the part minus that of its other bodies
    for (int k = part.bodies.count(); k-- > 0;) {
      const int b = part.bodies[k];
      const Body& body = model.bodies[b];
      Mat4 m = part.to_slots * second_moment(body, parts.placed[b]) * part.to_slots.transpose();
      if (k == 0) m = rest;
      rest -= m;
      const Vec4 centre = parts.coefficients({b, true, body.centre, -1});
      for (int i = 0; i < part.slots.count(); ++i) {
        const Entity& x = parts.entities[part.slots[i].entity];
        const int at = torn ? 4 * b + i : x.place;
        const Vec3 weight = (body.mass * centre[i]) * model.gravity;
        if (!torn && x.constant) {
          e.potential0 -= weight.dot(x.value);
          continue;
        }
        e.weight.segment<3>(3 * at) += weight;
        for (int j = 0; j < part.slots.count(); ++j) {
          const Entity& y = parts.entities[part.slots[j].entity];
          if (torn || !y.constant) masses[{torn ? 4 * b + j : y.place, at}] += m(i, j);
        }
      }
    }
  }
  auto negligible = [&](int i, int j, double m) {
    return i != j && std::abs(m) <= 1e-14 * std::sqrt(masses[{i, i}] * masses[{j, j}]);
  };
  std::vector<std::pair<int, int>> entries;
  for (const auto& [at, m] : masses) {  // keys are (column, row): the order of the pattern
    if (negligible(at.first, at.second, m)) continue;
    e.masses.push_back({at.second, at.first, m});
    for (int c = 0; c < 3; ++c) entries.emplace_back(3 * at.second + c, 3 * at.first + c);
  }
  if (torn) return;
  e.M = linear::pattern_of(3 * e.entities, 3 * e.entities, entries);
  linear::Patterned M(e.M);
  for (const Mass& m : e.masses)
    for (int c = 0; c < 3; ++c) M.values()[linear::place_of(*e.M, 3 * m.e + c, 3 * m.f + c)] = m.m;
  e.M_values = M.values();
}

}  // namespace takt::mechanism::natural
