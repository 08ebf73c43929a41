// Chooses the entities of the parts: first points and axes that two parts share at a joint, then
// the points and vectors that each part needs in addition.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "takt/linear/decomposition/eigenpairs.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/mechanism/natural/rigid_parts.hpp"

namespace takt::mechanism::natural {
namespace {

// The smallest angle (its sine) between a new direction and the directions a part has, and the
// smallest distance of two of its points, relative to its size. With smaller values the
// coefficients become large and M ill-conditioned.
constexpr double least_sine = 0.1, least_distance = 0.05;
constexpr double same = 1e-9;

// The component of the unit vector d that is normal to all the directions.
Vec3 residual(const List<Vec3>& directions, Vec3 d) {
  List<Vec3> normal;
  for (const Vec3& e : directions) {
    Vec3 r = e;
    for (int pass = 0; pass < 2; ++pass)
      for (const Vec3& n : normal) r -= n.dot(r) * n;
    normal.push_back(r.normalized());
  }
  for (int pass = 0; pass < 2; ++pass)
    for (const Vec3& n : normal) d -= n.dot(d) * n;
  return d;
}

// The slot of a part that is this point, or this axis with either sign (`sense`); -1 if there is
// none.
int find(const Part& part, bool point, const Vec3& local, double& sense) {
  for (int a = 0; a < part.slots.count(); ++a) {
    const Slot& s = part.slots[a];
    if (s.point != point) continue;
    for (double sign : {1.0, -1.0}) {
      if (point && sign < 0) continue;
      if ((s.local - sign * local).norm() > same * (point ? part.size + local.norm() : 1)) continue;
      sense = sign;
      return a;
    }
  }
  return -1;
}

bool fits(const Part& part, bool point, const Vec3& local) {
  if (part.slots.size() >= 4) return false;
  if (part.slots.size() == 3 && part.base() < 0 && !point) return false;
  Vec3 d = local;
  if (point) {
    const int b = part.base();
    if (b < 0) return true;
    d -= part.slots[b].local;
    for (const Slot& s : part.slots)
      if (s.point && (s.local - local).norm() < least_distance * part.size) return false;
  }
  return residual(part.directions(), d.normalized()).norm() > least_sine;
}

class Sharing {
 public:
  explicit Sharing(Parts& parts) : parts_(parts) {}

  // Makes the carriers a and b of two parts one entity if both parts can carry it; returns whether
  // it did.
  bool join(const Carrier& a, const Carrier& b, const std::string& name, int* slots) {
    const Carrier* side[2] = {&a, &b};
    int slot[2] = {-1, -1};
    double sense[2] = {1, 1};
    for (int k : {0, 1}) {
      const Part& part = parts_.of(side[k]->body);
      if (part.moves()) slot[k] = find(part, a.point, parts_.in_part(*side[k]), sense[k]);
    }
    const double turned = slot[0] >= 0 ? sense[0] : sense[1];
    if (slot[0] >= 0 && slot[1] >= 0 && sense[0] != sense[1]) return false;
    for (int k : {0, 1}) {
      const Part& part = parts_.of(side[k]->body);
      if (part.moves() && slot[k] < 0 && !fits(part, a.point, turned * parts_.in_part(*side[k])))
        return false;
    }
    int entity[2];
    for (int k : {0, 1}) {
      const Part& part = parts_.of(side[k]->body);
      if (!part.moves())
        entity[k] = constant(a.point, turned * parts_.in_part(*side[k]));
      else
        entity[k] = slot[k] < 0 ? fresh(a.point) : part.slots[slot[k]].entity;
    }
    for (int k : {0, 1})  // a part cannot carry one entity in two slots
      if (slot[k] < 0 && carries(side[k]->body, entity[1 - k])) return false;
    const int joined = merge(entity[0], entity[1]);
    if (joined < 0) return false;
    for (int k : {0, 1}) {
      Part& part = parts_.of(side[k]->body);
      if (!part.moves()) continue;
      if (slot[k] < 0) {
        slot[k] = part.slots.count();
        part.slots.push_back({a.point, turned * parts_.in_part(*side[k]), joined, name});
        parts_.entities[joined].carried_by.emplace_back(parts_.of_body[side[k]->body], slot[k]);
      }
      slots[k] = slot[k];
    }
    return true;
  }

 private:
  int fresh(bool point) {
    parts_.entities.push_back({point, false, Vec3::Zero(), -1, {}});
    return parts_.entities.count() - 1;
  }
  int constant(bool point, const Vec3& value) {
    const int e = fresh(point);
    parts_.entities[e].constant = true;
    parts_.entities[e].value = value;
    return e;
  }
  bool carries(int body, int e) const {
    const List<Slot>& slots = parts_.of(body).slots;
    return std::any_of(slots.begin(), slots.end(), [&](const Slot& s) { return s.entity == e; });
  }
  // Merges two entities. Returns -1 if a part would carry the result twice, or if two constants
  // differ. The entity with fewer carriers is merged into the other, which is faster: an axis
  // common to a whole planar mechanism is merged once for each joint.
  int merge(int a, int b) {
    if (a == b) return a;
    if (entity(a).carried_by.size() < entity(b).carried_by.size()) std::swap(a, b);
    Entity &A = entity(a), &B = entity(b);
    if (A.constant && B.constant && (A.value - B.value).norm() > same * (1 + A.value.norm()))
      return -1;
    for (const auto& [part, slot] : B.carried_by)
      if (carries(parts_.all[part].root, a)) return -1;
    for (const auto& [part, slot] : B.carried_by) {
      parts_.all[part].slots[slot].entity = a;
      A.carried_by.emplace_back(part, slot);
    }
    B.carried_by.clear();
    if (B.constant && !A.constant) {
      A.constant = true;
      A.value = B.value;
    }
    return a;
  }
  Entity& entity(int e) { return parts_.entities[e]; }

  Parts& parts_;
};

}  // namespace

List<Shared> share(const Model& model, Parts& parts) {
  List<Shared> out(model.joints.size());
  Sharing sharing(parts);
  auto usable = [&](const Joint& j) {
    const Part &a = parts.of(j.inboard.body), &b = parts.of(j.outboard.body);
    return &a != &b && !a.replaced && !b.replaced;
  };
  // Points before axes: a shared point saves three rows, a shared axis two.
  for (int k = 0; k < model.joints.count(); ++k) {
    const Joint& j = model.joints[k];
    if (usable(j) && j.type->shares_point)
      out[k].point =
          sharing.join(origin_of(j.inboard), origin_of(j.outboard), j.name, out[k].point_slot);
  }
  for (int k = 0; k < model.joints.count(); ++k) {
    const Joint& j = model.joints[k];
    if (usable(j) && j.type->shares_axis)
      out[k].axis =
          sharing.join(axis_of(j.inboard, 2), axis_of(j.outboard, 2), "", out[k].axis_slot);
  }
  return out;
}

namespace {

void add_slot(Parts& parts, int p, bool point, const Vec3& local, std::string name) {
  Part& part = parts.all[p];
  parts.entities.push_back({point, false, Vec3::Zero(), -1, {{p, part.slots.count()}}});
  part.slots.push_back({point, local, parts.entities.count() - 1, std::move(name)});
}

// Adds unit vectors normal to the directions of the part, until every wanted direction is a
// combination of its directions.
void span(Parts& parts, int p, const List<Vec3>& wanted) {
  for (;;) {
    Vec3 best = Vec3::Zero();
    const List<Vec3> have = parts.all[p].directions();
    if (have.size() == 3) return;
    for (const Vec3& w : wanted) {
      const Vec3 r = residual(have, w);
      if (r.norm() > best.norm() * (1 + 1e-9)) best = r;
    }
    if (best.norm() < 1e-10) return;
    add_slot(parts, p, false, best.normalized(), "");
  }
}

Mat4 homogeneous(double mass, const Vec3& centre, const Mat3& second) {
  Mat4 S;
  S.topLeftCorner<3, 3>() = second + mass * centre * centre.transpose();
  S.topRightCorner<3, 1>() = mass * centre;
  S.bottomLeftCorner<1, 3>() = mass * centre.transpose();
  S(3, 3) = mass;
  return S;
}

void map_to_slots(Part& part) {
  Eigen::MatrixXd B(4, part.slots.size());
  for (int a = 0; a < part.slots.count(); ++a)
    B.col(static_cast<Index>(a)) << part.slots[a].local, (part.slots[a].point ? 1.0 : 0.0);
  part.to_slots.setZero();
  const Eigen::MatrixXd inverse = linear::pseudo_inverse(B);
  part.to_slots.topRows(inverse.rows()) = inverse;
  part.mass_of_slots =
      part.to_slots * homogeneous(part.mass, part.centre, part.second) * part.to_slots.transpose();
}

// lacks_inertia() for one part. Coordinates that are constant, or that another part with full
// inertia also carries, are not counted.
bool lacks_inertia(const Parts& parts, const Part& part) {
  List<int> own;
  for (int a = 0; a < part.slots.count(); ++a) {
    const Entity& e = parts.entities[part.slots[a].entity];
    bool held = e.constant;
    for (const auto& [other, slot] : e.carried_by) {
      const Part& o = parts.all[other];
      if (held) break;
      if (&o == &part || o.mass <= 0) continue;
      const Eigen::SelfAdjointEigenSolver<Mat3> eigen(o.second);
      held = eigen.eigenvalues()[0] > 0;
    }
    if (!held) own.push_back(a);
  }
  const Index n = static_cast<Index>(own.size());
  if (n == 0) return false;
  Eigen::MatrixXd M(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) M(i, j) = part.mass_of_slots(own[i], own[j]);
  return linear::least_eigenvalue(M) <= 1e-12 * part.mass_of_slots.cwiseAbs().maxCoeff();
}

// The mean of the points among these carriers; the origin if there are none.
Vec3 middle(const Parts& parts, const List<Carrier>& carriers) {
  Vec3 sum = Vec3::Zero();
  int n = 0;
  for (const Carrier& c : carriers) {
    if (!c.point) continue;
    sum += parts.in_part(c);
    ++n;
  }
  return n > 0 ? Vec3(sum / n) : sum;
}

}  // namespace

bool lacks_inertia(const Parts& parts) {
  return std::any_of(parts.all.begin(), parts.all.end(),
                     [&](const Part& p) { return p.has_entities() && lacks_inertia(parts, p); });
}

void complete(Parts& parts, const List<Carrier>& needed) {
  List<List<Carrier>> of_part(parts.all.size());
  for (const Carrier& c : needed) of_part[parts.of_body[c.body]].push_back(c);
  for (int p = 1; p < parts.all.count(); ++p) {
    Part& part = parts.all[p];
    if (part.replaced) continue;
    if (part.mass <= 0) part.centre = middle(parts, of_part[p]);
    if (part.base() < 0) add_slot(parts, p, true, part.centre, "centre");
    const Vec3 base = part.slots[part.base()].local;
    List<Vec3> wanted;
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(part.second);
    // With full inertia any three directions will do, so we use the axes of the body: eigenvectors
    // of equal eigenvalues are arbitrary.
    const bool full = eigen.eigenvalues()[0] > 0;
    for (int i = 0; i < 3; ++i) {
      if (full)
        wanted.emplace_back(Vec3::Unit(i));
      else if (eigen.eigenvalues()[i] > 0)
        wanted.emplace_back(eigen.eigenvectors().col(i));
    }
    auto want_point = [&](const Vec3& P) {
      const double far = (P - base).norm();
      if (far > 1e-9 * part.size) wanted.emplace_back((P - base) / far);
    };
    if (part.mass > 0) want_point(part.centre);
    for (const Carrier& c : of_part[p])
      c.point ? want_point(parts.in_part(c)) : wanted.push_back(parts.in_part(c).normalized());
    span(parts, p, wanted);
    map_to_slots(part);
  }
  // Number in the order of the parts, so that neighbours in the mechanism are neighbours in q.
  for (Part& part : parts.all) {
    static constexpr const char* letters[] = {"u", "v", "w"};
    int vectors = 0;
    for (Slot& s : part.slots) {
      Entity& e = parts.entities[s.entity];
      if (!s.point) s.name = letters[vectors++];
      if (e.place < 0 && !e.constant) e.place = parts.places++;
    }
  }
}

}  // namespace takt::mechanism::natural
