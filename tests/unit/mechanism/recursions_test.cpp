// The recursive algorithms against each other and a slow reference by poses and dense matrices only.
#include "takt/mechanism/tree/recursions.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <random>

#include "takt/base/instruction_set.hpp"

namespace takt::mechanism {
namespace {
class Random {
 public:
  explicit Random(unsigned seed) : rng_(seed) {}
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  Vec3 vec() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Vector vector(int n) {
    Vector x(n);
    for (double& e : x) e = uniform(-1, 1);
    return x;
  }
  rotation::Quaternion quaternion() {
    return rotation::Quaternion(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
        .normalized();
  }
  LinkInertia inertia() {
    LinkInertia b;
    b.m = uniform(0.5, 2);
    const Vec3 c = 0.3 * vec();
    Mat3 J = Mat3::Zero();  // of three point masses, so that it is one a body can have
    for (int k = 0; k < 3; ++k) {
      const Vec3 r = 0.4 * vec() + Vec3::Constant(0.1 * k);
      J += b.m / 3 * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    b.h = b.m * c;
    b.I = J + b.m * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
    return b;
  }

 private:
  std::mt19937 rng_;
};

void number(Tree& t) {
  t.nq = t.nv = 0;
  for (Link& l : t.links) {
    l.q = t.nq, l.v = t.nv;
    t.nq += nq_of(l), t.nv += nv_of(l);
  }
}

// Parents are chosen among the last link and its ancestors: subtrees stay contiguous.
Tree random_tree(Random& r, int n, const std::vector<LinkKind>& kinds) {
  Tree t;
  for (int i = 0; i < n; ++i) {
    Link l;
    l.parent = i - 1;
    for (int up = r.below(2) * r.below(4); up > 0 && l.parent >= 0; --up)
      l.parent = t.links[static_cast<std::size_t>(l.parent)].parent;
    l.kind = kinds[static_cast<std::size_t>(r.below(static_cast<int>(kinds.size())))];
    l.place = {rotation::matrix_of(r.quaternion()), r.vec()};
    if (r.below(4) == 0) l.place.R = Mat3::Identity();
    if (r.below(6) == 0) l.place.R = rotation::matrix_of(rotation::exp({0, 0, r.uniform(-3, 3)}));
    l.pitch_per_radian = r.uniform(-0.5, 0.5);
    l.inertia = r.inertia();
    t.links.push_back(l);
  }
  number(t);
  return t;
}

Tree chained(Tree t) {
  for (std::size_t i = 0; i < t.links.size(); ++i) t.links[i].parent = static_cast<int>(i) - 1;
  return t;
}

const std::vector<LinkKind> all_kinds{LinkKind::Rz, LinkKind::Tz, LinkKind::Hz,
                                      LinkKind::T3, LinkKind::Q,  LinkKind::Free};
const std::vector<LinkKind> only_rz{LinkKind::Rz};

int quaternion_at(const Link& l) {
  return l.kind == LinkKind::Q ? l.q : l.kind == LinkKind::Free ? l.q + 3 : -1;
}

Vector random_positions(Random& r, const Tree& t) {
  Vector q = 3 * r.vector(t.nq);
  for (const Link& l : t.links)
    if (quaternion_at(l) >= 0) q.segment<4>(quaternion_at(l)) = r.quaternion();
  return q;
}

// q after the time h with constant v.
Vector moved(const Tree& t, const Vector& q, const Vector& v, double h) {
  Vector out = q;
  for (const Link& l : t.links) {
    const int at = quaternion_at(l), w = l.kind == LinkKind::Free ? l.v + 3 : l.v;
    const int straight = l.kind == LinkKind::Free ? 3 : at >= 0 ? 0 : nq_of(l);
    out.segment(l.q, straight) += h * v.segment(l.v, straight);
    if (at >= 0)
      out.segment<4>(at) =
          rotation::retract(rotation::Quaternion(q.segment<4>(at)), Vec3(h * v.segment<3>(w)));
  }
  return out;
}

struct Reference {
  std::vector<Frame> pose;
  std::vector<Eigen::Matrix<double, 6, Eigen::Dynamic>> J;  // (w, v of the origin), ground axes

  Reference(const Tree& t, const Vector& q) {
    for (const Link& l : t.links) {
      const double* x = q.data() + l.q;
      const Frame parent = l.parent < 0 ? Frame{} : pose[static_cast<std::size_t>(l.parent)];
      const Frame in = parent * l.place;
      Frame j;
      const rotation::Quaternion turn = rotation::exp({0, 0, x[0]});
      switch (l.kind) {
        case LinkKind::Rz: j.R = rotation::matrix_of(turn); break;
        case LinkKind::Tz: j.p[2] = x[0]; break;
        case LinkKind::Hz:
          j = {rotation::matrix_of(turn), {0, 0, l.pitch_per_radian * x[0]}};
          break;
        case LinkKind::T3: j.p = {x[0], x[1], x[2]}; break;
        case LinkKind::Q: j.R = rotation::matrix_of({x[0], x[1], x[2], x[3]}); break;
        case LinkKind::Free:
          j = {rotation::matrix_of({x[3], x[4], x[5], x[6]}), {x[0], x[1], x[2]}};
        default: break;  // General: in general_motion_test.cpp
      }
      const Frame here = in * j;
      Eigen::Matrix<double, 6, Eigen::Dynamic> K = Matrix::Zero(6, t.nv);
      if (l.parent >= 0) {
        K = J[static_cast<std::size_t>(l.parent)];
        K.bottomRows<3>() -= rotation::skew(here.p - parent.p) * K.topRows<3>();
      }
      const Vec3 z = in.R.col(2);
      switch (l.kind) {
        case LinkKind::Rz: K.col(l.v).head<3>() = z; break;
        case LinkKind::Tz: K.col(l.v).tail<3>() = z; break;
        case LinkKind::Hz: K.col(l.v) << z, l.pitch_per_radian * z; break;
        case LinkKind::T3: K.block<3, 3>(3, l.v) = in.R; break;
        case LinkKind::Q: K.block<3, 3>(0, l.v) = here.R; break;
        case LinkKind::Free: K.block<3, 3>(3, l.v) = in.R; K.block<3, 3>(0, l.v + 3) = here.R;
        default: break;
      }
      pose.push_back(here);
      J.push_back(K);
    }
  }
};

Vector reference_inverse(const Tree& t, const Vector& q, const Vector& v, const Vector& a,
                         const std::vector<Vec6>& external, const Vec3& g) {
  const Reference now(t, q);
  const double h = 2e-3, weight[3] = {3.0 / 4, -3.0 / 20, 1.0 / 60};  // sixth order
  std::vector<Vec6> rate(t.links.size(), Vec6::Zero());
  for (int k = 1; k <= 3; ++k) {
    const Reference plus(t, moved(t, q, v, k * h)), minus(t, moved(t, q, v, -k * h));
    for (std::size_t i = 0; i < rate.size(); ++i)
      rate[i] += weight[k - 1] / h * ((plus.J[i] - minus.J[i]) * v);
  }
  Vector tau = Vector::Zero(t.nv);
  for (std::size_t i = 0; i < t.links.size(); ++i) {
    const LinkInertia& b = t.links[i].inertia;
    const Mat3 &R = now.pose[i].R, I = R * b.I * R.transpose();
    const Vec3 s = R * b.h;
    const Vec6 motion = now.J[i] * v, acc = now.J[i] * a + rate[i];
    const Vec3 w = motion.head<3>(), dw = acc.head<3>(), dv = acc.tail<3>() - g;
    Vec6 force;
    force << I * dw + w.cross(I * w) + s.cross(dv), b.m * dv + dw.cross(s) + w.cross(w.cross(s));
    if (!external.empty()) {
      force.head<3>() -= R * external[i].head<3>();
      force.tail<3>() -= R * external[i].tail<3>();
    }
    tau += now.J[i].transpose() * force;
  }
  return tau;
}

double kinetic(const Tree& t, const Vector& q, const Vector& v) {
  const Reference now(t, q);
  double T = 0;
  for (std::size_t i = 0; i < t.links.size(); ++i) {
    const LinkInertia& b = t.links[i].inertia;
    const Mat3 Rt = now.pose[i].R.transpose();
    const Vec6 motion = now.J[i] * v;
    const Vec3 w = Rt * motion.head<3>(), u = Rt * motion.tail<3>();
    T += 0.5 * (b.m * u.squaredNorm() + w.dot(b.I * w)) + u.dot(w.cross(b.h));
  }
  return T;
}

double potential(const Tree& t, const Vector& q, const Vec3& g) {
  const Reference now(t, q);
  double V = 0;
  for (std::size_t i = 0; i < t.links.size(); ++i)
    V -= g.dot(t.links[i].inertia.m * now.pose[i].p + now.pose[i].R * t.links[i].inertia.h);
  return V;
}

double distance(const Vector& x, const Vector& y) {  // relative
  return (x - y).lpNorm<Eigen::Infinity>() / (1 + y.lpNorm<Eigen::Infinity>());
}

struct TreeCase {
  Tree tree;
  Recursions recursions;
  std::unique_ptr<Recursions::Workspace> work;
  Vector q, v, tau;
  std::vector<Vec6> external;
  Vec3 g;

  TreeCase(Random& r, Tree t) : tree(std::move(t)), recursions(tree) {
    work = recursions.make_workspace();
    q = random_positions(r, tree);
    v = r.vector(tree.nv);
    tau = 5 * r.vector(tree.nv);
    for (std::size_t i = 0; i < tree.links.size(); ++i) external.emplace_back(r.vector(6));
    g = 9.81 * r.vec();
  }
  Vector inverse(const Vector& a, const Vec6* e) const {
    Vector out(tree.nv);
    recursions.inverse_dynamics(q.data(), v.data(), a.data(), e, g, out.data(), *work);
    return out;
  }
  Vector forward(const Vec6* e) {
    Vector out(tree.nv);
    EXPECT_TRUE(
        recursions.forward_dynamics(q.data(), v.data(), tau.data(), e, g, out.data(), *work));
    return out;
  }
  linear::Patterned mass() {
    linear::Patterned M(mass_pattern(tree));
    M.values().setConstant(std::nan(""));
    recursions.mass_matrix(q.data(), M, *work);
    return M;
  }
};

void check_against_each_other(TreeCase& c) {
  const Vector a = c.forward(c.external.data());
  const Vector back = c.inverse(a, c.external.data());
  // tau is a small difference of forces where a is large: measure with those
  const double scale = 1 + a.lpNorm<Eigen::Infinity>();
  EXPECT_LT((back - c.tau).lpNorm<Eigen::Infinity>() / scale, 1e-12 * c.tree.nv);
  const Matrix M = c.mass().to_matrix();
  EXPECT_EQ((M - M.transpose()).norm(), 0);
  const Vector x = M * a + c.inverse(Vector::Zero(c.tree.nv), c.external.data());
  EXPECT_LT((x - back).lpNorm<Eigen::Infinity>() / scale, 1e-12 * c.tree.nv);
  EXPECT_EQ(Eigen::LLT<Matrix>(M).info(), Eigen::Success);
}

TEST(Recursions, AgreeWithEachOther) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed);
    TreeCase c(r, random_tree(r, 1 + r.below(14), seed % 3 == 0 ? only_rz : all_kinds));
    check_against_each_other(c);
  }
}

TEST(Recursions, AgreeWithJacobiansInGroundAxes) {
  for (unsigned seed = 100; seed <= 140; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed);
    TreeCase c(r, random_tree(r, 1 + r.below(8), seed % 3 == 0 ? only_rz : all_kinds));
    const Vector a = r.vector(c.tree.nv);
    const Vector with = reference_inverse(c.tree, c.q, c.v, a, c.external, c.g);
    const Vector without = reference_inverse(c.tree, c.q, c.v, a, {}, c.g);
    EXPECT_LT(distance(c.inverse(a, c.external.data()), with), 1e-9);
    EXPECT_LT(distance(c.inverse(a, nullptr), without), 1e-9);
    const double T = kinetic(c.tree, c.q, c.v);
    EXPECT_NEAR(c.v.dot(c.mass().to_matrix() * c.v) / 2, T, 1e-12 * (1 + T) * c.tree.nv);
  }
}

TEST(Recursions, PowerIsTheRateOfEnergy) {
  for (unsigned seed = 200; seed <= 215; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed);
    TreeCase c(r, random_tree(r, 1 + r.below(8), all_kinds));
    const Vector a = c.forward(nullptr);
    const double h = 1e-4, size = 1 + a.squaredNorm();
    const auto energy = [&](double s) {  // v changes by a, q by the mean of v
      const Vector q = moved(c.tree, c.q, c.v + s / 2 * a, s);
      return kinetic(c.tree, q, c.v + s * a) + potential(c.tree, q, c.g);
    };
    EXPECT_NEAR((energy(h) - energy(-h)) / (2 * h), c.tau.dot(c.v), 1e-5 * size);
  }
}

TEST(Recursions, SparsityIsThatOfTheTree) {
  for (unsigned seed = 300; seed <= 310; ++seed) {
    Random r(seed);
    TreeCase c(r, random_tree(r, 10, all_kinds));
    const linear::Patterned M = c.mass();
    EXPECT_TRUE(M.values().allFinite());
    Matrix together = Matrix::Zero(c.tree.nv, c.tree.nv);  // velocities that move the same link
    for (const auto& J : Reference(c.tree, c.q).J) {
      const Vector moves = (J.colwise().norm().array() > 0).cast<double>();
      together += moves * moves.transpose();
    }
    const Index expected = (together.array() > 0).count();
    EXPECT_EQ(M.pattern().size(), expected);
    EXPECT_EQ(M.pattern().full, expected == together.size());
  }
}

TEST(Recursions, VelocitiesInAnyOrder) {
  for (unsigned seed = 400; seed <= 412; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed);
    Tree t = random_tree(r, 8, seed % 2 == 0 ? only_rz : all_kinds);
    if (seed % 4 == 0) t = chained(t);
    int q = 0, v = 0;
    for (std::size_t i = t.links.size(); i-- > 0;) {
      t.links[i].q = q, t.links[i].v = v;
      q += nq_of(t.links[i]), v += nv_of(t.links[i]);
    }
    TreeCase c(r, t);
    check_against_each_other(c);
    const Vector a = r.vector(c.tree.nv);
    const Vector expected = reference_inverse(c.tree, c.q, c.v, a, {}, c.g);
    EXPECT_LT(distance(c.inverse(a, nullptr), expected), 1e-9);
  }
}

TEST(Recursions, MasslessLinksBetweenOthers) {
  for (unsigned seed = 500; seed <= 520; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed);
    Tree t = chained(random_tree(r, 6, seed % 2 == 0 ? only_rz : all_kinds));
    t.links[1].kind = LinkKind::Rz, t.links[1].inertia = {};
    t.links[2].kind = LinkKind::Tz, t.links[2].inertia = {};
    t.links[3].kind = LinkKind::Rz;
    number(t);
    TreeCase c(r, t);
    check_against_each_other(c);
  }
}

TEST(Recursions, SingularInertiaIsReported) {
  Random r(600);
  const auto expect_singular = [&](const Tree& tree) {
    TreeCase c(r, tree);
    Vector a(tree.nv);
    EXPECT_FALSE(c.recursions.forward_dynamics(c.q.data(), c.v.data(), c.tau.data(), nullptr, c.g,
                                               a.data(), *c.work));
  };
  for (const LinkKind kind : all_kinds) {
    Tree t = random_tree(r, 4, only_rz);
    t.links[3].kind = kind, t.links[3].inertia = {};
    number(t);
    expect_singular(t);
  }
  Tree t = chained(random_tree(r, 2, only_rz));  // about the same line as the link it carries
  t.links[0].inertia = {};
  t.links[1].place = {rotation::matrix_of(rotation::exp({0, 0, 1})), {0, 0, 1}};
  expect_singular(t);
}

TEST(Recursions, LargeAngles) {  // beyond what the polynomials take
  Random r(650);
  for (const double size : {1e3, 4e5, 1e7}) {
    TreeCase c(r, random_tree(r, 7, {LinkKind::Rz, LinkKind::Hz}));
    for (Link& l : c.tree.links) l.pitch_per_radian = 0;
    c.recursions = Recursions(c.tree);
    c.q *= size;
    const double T = kinetic(c.tree, c.q, c.v);
    EXPECT_NEAR(c.v.dot(c.mass().to_matrix() * c.v) / 2, T, 1e-15 * size * (1 + T) + 1e-12);
    check_against_each_other(c);
  }
}

TEST(Recursions, InstructionSetsAgree) {
  for (unsigned seed = 660; seed <= 670; ++seed) {
    Random r(seed);
    TreeCase c(r, random_tree(r, 12, all_kinds));
    const Vector a = c.forward(nullptr), M = c.mass().values();
    instruction_set() = InstructionSet::baseline;
    c.recursions = Recursions(c.tree);
    instruction_set() = best_instruction_set();
    EXPECT_LT(distance(c.forward(nullptr), a), 1e-10);
    EXPECT_LT(distance(c.mass().values(), M), 1e-13);
  }
}

TEST(Recursions, LongChain) {
  Random r(700);
  Tree t = chained(random_tree(r, 1000, only_rz));
  for (Link& l : t.links) l.place.p *= 0.1;
  TreeCase c(r, t);
  c.v *= 0.01;  // the end would whirl
  EXPECT_LT(distance(c.inverse(c.forward(nullptr), nullptr), c.tau), 1e-9);
}

}  // namespace
}  // namespace takt::mechanism
