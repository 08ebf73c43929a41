#include "takt/mechanism/joint/world.hpp"

#include <algorithm>
#include <cmath>

namespace takt::mechanism {
namespace {

std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

Mat3 turn_z(const Mat3& R, double q) noexcept {
  const double c = std::cos(q), s = std::sin(q);
  Mat3 out;
  out.col(0) = c * R.col(0) + s * R.col(1);
  out.col(1) = c * R.col(1) - s * R.col(0);
  out.col(2) = R.col(2);
  return out;
}

Vec6 rotation_about(const Vec3& axis, const Vec3& through) noexcept {
  Vec6 S;
  S << axis, rotation::cross(through, axis);
  return S;
}

Vec6 translation_along(const Vec3& axis) noexcept {
  Vec6 S;
  S << Vec3::Zero(), axis;
  return S;
}

}  // namespace

Groups::Groups(const Tree& tree) : of_column(at(tree.nv)), of_link(tree.links.size()) {
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    int parent = link.parent < 0 ? -1 : of_link[at(link.parent)];
    const auto add = [&](int first, int count, bool last) {
      for (int k = 0; k < count; ++k) of_column[at(first + k)] = static_cast<int>(all.size());
      all.push_back({parent, static_cast<int>(i), first, count, last});
      parent = static_cast<int>(all.size()) - 1;
    };
    if (link.kind == LinkKind::Free) {
      add(link.v, 3, false);
      add(link.v + 3, 3, true);
      if (floating < 0 && link.parent < 0) floating = static_cast<int>(i);
    } else {
      add(link.v, nv_of(link.kind), true);
      if (floating < 0 && link.parent < 0 && link.kind == LinkKind::T3)
        floating = static_cast<int>(i);
    }
    of_link[i] = parent;
  }
}

std::vector<int> Groups::path(int link) const {
  std::vector<int> columns;
  for (int g = link < 0 ? -1 : of_link[at(link)]; g >= 0; g = all[at(g)].parent)
    for (int k = all[at(g)].count; k-- > 0;) columns.push_back(all[at(g)].first + k);
  std::reverse(columns.begin(), columns.end());
  return columns;
}

World::World(const Tree& tree, const Groups& groups)
    : R(tree.links.size()), p(tree.links.size()), S(at(tree.nv)), V(groups.all.size()),
      A(groups.all.size()), psi(at(tree.nv)), phi(at(tree.nv)), chi(at(tree.nv)) {}

void World::place(const Tree& tree, const Groups& groups, const double* q) noexcept {
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    Mat3 base = link.place.R;
    Vec3 origin = link.place.p;
    if (link.parent >= 0) {
      origin = R[at(link.parent)] * origin + p[at(link.parent)];
      base = R[at(link.parent)] * base;
    }
    const double* x = q + link.q;
    switch (link.kind) {
      case LinkKind::Rz: R[i] = turn_z(base, x[0]); break;
      case LinkKind::Tz:
        R[i] = base;
        origin += x[0] * base.col(2);
        break;
      case LinkKind::Hz:
        R[i] = turn_z(base, x[0]);
        origin += link.pitch_per_radian * x[0] * base.col(2);
        break;
      case LinkKind::T3:
        R[i] = base;
        origin += base * Vec3(x[0], x[1], x[2]);
        break;
      case LinkKind::Q:
        R[i] = base * rotation::matrix_of(Eigen::Map<const rotation::Quaternion>(x));
        break;
      case LinkKind::Free:
        R[i] = base * rotation::matrix_of(Eigen::Map<const rotation::Quaternion>(x + 3));
        origin += base * Vec3(x[0], x[1], x[2]);
        break;
    }
    p[i] = origin;
  }
  o = groups.floating < 0 ? Vec3(Vec3::Zero()) : p[at(groups.floating)];
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const Vec3 r = p[i] - o;
    Vec6* s = S.data() + link.v;
    const auto inboard = [&]() -> Mat3 {
      return link.parent < 0 ? link.place.R : Mat3(R[at(link.parent)] * link.place.R);
    };
    switch (link.kind) {
      case LinkKind::Rz: s[0] = rotation_about(R[i].col(2), r); break;
      case LinkKind::Tz: s[0] = translation_along(R[i].col(2)); break;
      case LinkKind::Hz:
        s[0] = rotation_about(R[i].col(2), r);
        s[0].tail<3>() += link.pitch_per_radian * R[i].col(2);
        break;
      case LinkKind::T3:
        for (int k = 0; k < 3; ++k) s[k] = translation_along(R[i].col(k));
        break;
      case LinkKind::Q:
        for (int k = 0; k < 3; ++k) s[k] = rotation_about(R[i].col(k), r);
        break;
      case LinkKind::Free: {
        const Mat3 E = inboard();
        for (int k = 0; k < 3; ++k) s[k] = translation_along(E.col(k));
        for (int k = 0; k < 3; ++k) s[3 + k] = rotation_about(R[i].col(k), r);
        break;
      }
    }
  }
}

void World::move(const Groups& groups, const double* v) noexcept {
  for (std::size_t g = 0; g < groups.all.size(); ++g) {
    const Group& group = groups.all[g];
    V[g] = twist(group.parent);
    for (int k = group.first; k < group.first + group.count; ++k) V[g] += v[k] * S[at(k)];
  }
}

void World::accelerate(const Groups& groups, const double* v, const double* a,
                       const Vec6& base) noexcept {
  for (std::size_t g = 0; g < groups.all.size(); ++g) {
    const Group& group = groups.all[g];
    A[g] = acceleration(group.parent, base);
    Vec6 own = Vec6::Zero();
    for (int k = group.first; k < group.first + group.count; ++k) {
      own += v[k] * S[at(k)];
      if (a != nullptr) A[g] += a[k] * S[at(k)];
    }
    A[g] += cross_motion(V[g], own);
  }
}

void World::differentiate(const Groups& groups, const Vec6& base) noexcept {
  for (std::size_t g = 0; g < groups.all.size(); ++g) {
    const Group& group = groups.all[g];
    const Vec6 V_p = twist(group.parent), A_p = acceleration(group.parent, base);
    for (int k = group.first; k < group.first + group.count; ++k) {
      psi[at(k)] = cross_motion(V_p, S[at(k)]);
      phi[at(k)] = cross_motion(A_p, S[at(k)]) + cross_motion(V_p, psi[at(k)]);
      chi[at(k)] = psi[at(k)] + cross_motion(V[g], S[at(k)]);
    }
  }
}

}  // namespace takt::mechanism
