// Every analytic term of every shipped problem compared with differences of the others.
//
// Differences are central, of fourth order: F' = (8 (F(h) - F(-h)) - (F(2h) - F(-2h))) / (12 h).
// An entry of a matrix may differ by `tolerance` times the largest entry of its column, plus
// rounding: 1e-12 times the largest entry of the matrix, and 1e-15 / h times the largest entry of
// F, or its noise if that is known.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <functional>
#include <string>

#include "points.hpp"

namespace takt::problem {
namespace {

constexpr double tolerance = 1e-9;

using Quantity = std::function<Vector(const State&)>;
using Motion = std::function<State(double)>;  // the state at a displacement along one direction

struct Slope {
  Vector value;
  double size = 0;  // largest |F| met
};

Slope slope(const Quantity& F, const Motion& along, double h) {
  const Vector p1 = F(along(h)), m1 = F(along(-h)), p2 = F(along(2 * h)), m2 = F(along(-2 * h));
  return {(8 * (p1 - m1) - (p2 - m2)) / (12 * h), std::max(max_norm(p2), max_norm(m2))};
}

class Report {  // fails the test, and leaves the largest relative difference in its record (XML)
 public:
  ~Report() {
    testing::Test::RecordProperty("largest_relative_difference",
                                  std::to_string(worst_ * 1e12) + "e-12 " + where_);
  }
  void compare(const std::string& what, const Matrix& analytic, const Matrix& difference,
               double size, double h) {
    ASSERT_EQ(analytic.rows(), difference.rows()) << what;
    ASSERT_EQ(analytic.cols(), difference.cols()) << what;
    if (analytic.size() == 0) return;
    const double all = difference.cwiseAbs().maxCoeff();
    for (Index j = 0; j < analytic.cols(); ++j) {
      const double column = difference.col(j).cwiseAbs().maxCoeff();
      const double rounding = 1e-12 * all + std::max(1e-15 * size, noise) / h;
      for (Index i = 0; i < analytic.rows(); ++i) {
        const double error = std::abs(analytic(i, j) - difference(i, j));
        EXPECT_LE(error, tolerance * column + rounding)
            << what << "(" << i << "," << j << "): analytic " << analytic(i, j) << ", difference "
            << difference(i, j);
        if (column > 1e-3 * all && error > worst_ * column) {
          worst_ = error / column;
          where_ = what;
        }
      }
    }
  }

  double noise = 0;

 private:
  double worst_ = 0;
  std::string where_;
};

class EveryProblem : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const EquationsOfMotion> eom_ = system_of(GetParam());
  const EquationsOfMotion& eom = *eom_;
  const Shape& shape = eom.shape();
  Sizes size = sizes_of(GetParam());
  double step = size.step;
  std::vector<State> points = points_of(eom, size);
  Report report;

  Motion along_q(const State& s, Index j) const {
    return [this, s, j](double h) { return moved(eom, s, h * Vector::Unit(shape.nv, j)); };
  }
  template <Vector State::*part> static Motion along(const State& s, Index j) {
    return [s, j](double h) {
      State x = s;
      (x.*part)[j] += h;
      return x;
    };
  }
  static Motion in_time(const State& s) {
    return [s](double h) {
      State x = s;
      x.t += h;
      return x;
    };
  }

  // Column by column along q, v or z.
  void check(const std::string& what, const Matrix& analytic, const Quantity& F,
             const std::function<Motion(Index)>& direction, double h) {
    Matrix columns(analytic.rows(), analytic.cols());
    double size_of_F = 0;
    for (Index j = 0; j < analytic.cols(); ++j) {
      const Slope s = slope(F, direction(j), h);
      columns.col(j) = s.value;
      size_of_F = std::max(size_of_F, s.size);
    }
    report.compare(what, analytic, columns, size_of_F, h);
  }
  Quantity term(const std::function<Vector(const Terms&, const State&)>& pick) const {
    return [this, pick](const State& s) { return pick(terms_at(eom, s), s); };
  }
  Vector position_rows(Vector x) const {
    for (Index i = 0; i < x.size(); ++i)
      if (shape.row_level[static_cast<std::size_t>(i)] == RowLevel::velocity) x[i] = 0;
    return x;
  }
};

TEST_P(EveryProblem, NamesFitTheSizes) {
  const Names& n = eom.names();
  auto size_is = [](const auto& names, Index wanted) { return std::ssize(names) == wanted; };
  EXPECT_TRUE(size_is(n.q, shape.nq));
  EXPECT_TRUE(size_is(n.v, shape.nv));
  EXPECT_TRUE(size_is(n.z, shape.nz));
  EXPECT_TRUE(size_is(n.rows, shape.ng));
  EXPECT_TRUE(size_is(n.outputs, shape.outputs));
  EXPECT_TRUE(size_is(shape.row_level, shape.ng));
  const State s = eom.initial();
  EXPECT_EQ(s.q.size(), shape.nq);
  EXPECT_EQ(s.v.size(), shape.nv);
  EXPECT_EQ(s.lambda.size(), shape.ng);
  EXPECT_EQ(s.z.size(), shape.nz);
}

TEST_P(EveryProblem, StartsConsistently) {
  const Terms t = terms_at(eom, eom.initial());
  EXPECT_LE(max_norm(t.g), 1e-15);
  const Vector rate = t.G.to_matrix() * eom.initial().v + t.gI;
  EXPECT_LE(max_norm(rate), 1e-15);
}

TEST_P(EveryProblem, ConstraintTerms) {
  for (const State& s : points) {
    const Terms here = terms_at(eom, s);
    const Quantity g = term([](const Terms& t, const State&) { return t.g; });
    const Quantity rate =
        term([](const Terms& t, const State& x) { return Vector(t.G.to_matrix() * x.v + t.gI); });
    report.noise = 1e-18 * size.way;
    Matrix G = here.G.to_matrix();
    for (Index i = 0; i < shape.ng; ++i)
      if (shape.row_level[static_cast<std::size_t>(i)] == RowLevel::velocity) G.row(i).setZero();
    check(
        "G", G, g, [&](Index j) { return along_q(s, j); }, step);

    const Slope dg = slope(g, in_time(s), step);
    report.compare("gI", position_rows(here.gI), dg.value, dg.size, step);

    report.noise = 1e-15 * size.way;
    check(
        "Gv_q", here.Gv_q.to_matrix(), rate, [&](Index j) { return along_q(s, j); }, step);

    const double h = step / std::max(1.0, max_norm(s.v));
    const Motion fly = [&](double tau) {
      State x = moved(eom, s, tau * s.v);
      x.t += tau;
      return x;
    };
    const Slope drate = slope(rate, fly, h);
    report.compare("gamma", here.gamma, drate.value, drate.size, h);
  }
}

TEST_P(EveryProblem, ForceTerms) {
  for (const State& s : points) {
    const Terms here = terms_at(eom, s);
    const Quantity minus_f = term([](const Terms& t, const State&) { return Vector(-t.f); });
    const Quantity reaction = term([](const Terms& t, const State& x) {
      return Vector(t.G.to_matrix().transpose() * x.lambda);
    });
    const Quantity balance = term([](const Terms& t, const State& x) {
      return Vector(t.M.to_matrix() * x.a - t.f + t.G.to_matrix().transpose() * x.lambda);
    });
    auto q = [&](Index j) { return along_q(s, j); };
    report.noise = size.noise;
    check("K", here.K.to_matrix(), minus_f, q, step);
    check("K_lambda", here.K_lambda.to_matrix(), reaction, q, step);
    check("K_full", here.K_full.to_matrix(), balance, q, step);
    check(
        "C", here.C.to_matrix(), minus_f, [&](Index j) { return along<&State::v>(s, j); },
        step * size.v);
    if (!here.f_lambda.pattern().empty())
      check(
          "f_lambda", here.f_lambda.to_matrix(),
          term([](const Terms& t, const State&) { return t.f; }),
          [&](Index j) { return along<&State::lambda>(s, j); }, step * size.lambda);
    const double stiffest =
        here.K.to_matrix().cwiseAbs().maxCoeff();  // N for a metre: of preloads too
    // Laws may take the difference themselves, to both sides over 1e-5 s; what sees u'' is left out.
    const auto by_time = [&](const char* what, const Vector& said, const Quantity& F, double sign) {
      const Slope x = slope(F, in_time(s), 1e-4);
      EXPECT_LE(max_norm(said - sign * x.value),
                1e-6 * (max_norm(x.value) + x.size) + 1e-15 * stiffest / 1e-5)
          << what;
    };
    if ((shape.analytic & Term::f_t) && GetParam() != "pendulum-chain")
      by_time("f_t", here.f_t, minus_f, -1);
    if (shape.analytic & Term::lambda_t) by_time("lambda_t", here.lambda_t, reaction, 1);
    report.compare("K_v", here.K_v, here.K.to_matrix() * s.v, 0, step);
    report.compare("K_lambda_v", here.K_lambda_v, here.K_lambda.to_matrix() * s.v, 0, step);

    const Matrix M = here.M.to_matrix();
    EXPECT_EQ(M, M.transpose());
    EXPECT_EQ(M.llt().info(), Eigen::Success);
    if (shape.constant_mass) {
      EXPECT_EQ(M, terms_at(eom, points.front()).M.to_matrix());
    }
  }
}

TEST_P(EveryProblem, AuxiliaryTerms) {
  for (const State& s : points) {
    const Terms here = terms_at(eom, s);
    const Quantity e = term([](const Terms& t, const State&) { return t.e; });
    const Quantity f = term([](const Terms& t, const State&) { return t.f; });
    auto z = [&](Index j) { return along<&State::z>(s, j); };
    check("f_z", here.f_z.to_matrix(), f, z, step);
    check("e_z", here.e_z.to_matrix(), e, z, step);
    check(
        "e_v", here.e_v.to_matrix(), e, [&](Index j) { return along<&State::v>(s, j); }, step);
    check(
        "e_q", here.e_q.to_matrix(), e, [&](Index j) { return along_q(s, j); }, step);
  }
}

TEST_P(EveryProblem, Excitation) {
  for (State s : points) {
    s.t += 0.05;  // signals may set in at the start
    const takt::Excitation here = excitation_at(eom, s.t);
    auto u = [&](const State& x) { return excitation_at(eom, x.t).u; };
    auto du = [&](const State& x) { return excitation_at(eom, x.t).du; };
    const Slope first = slope(u, in_time(s), step), second = slope(du, in_time(s), step);
    report.compare("du", here.du, first.value, first.size, step);
    report.compare("ddu", here.ddu, second.value, second.size, step);
  }
}

// retract(q, Theta + eps rate) and retract(retract(q, Theta), eps v) leave with the same velocity.
TEST_P(EveryProblem, IncrementRate) {
  for (const State& s : points)
    for (const double scale : {0.0, 1e-6, 0.05, 0.3, 2.0}) {
      const Vector Theta = scale * s.a / std::max(1.0, max_norm(s.a));
      const Vector v = s.v / std::max(1.0, max_norm(s.v));
      Vector rate = v;
      eom.increment_rate(Theta, v, rate);
      const State there = moved(eom, s, Theta);
      auto q = [](const State& x) { return x.q; };
      const Slope chart = slope(
          q, [&](double eps) { return moved(eom, s, Theta + eps * rate); }, step);
      const Slope path = slope(
          q, [&](double eps) { return moved(eom, there, eps * v); }, step);
      report.compare("increment_rate", chart.value, path.value, 1 + path.size, step);

      State aliased = s;
      eom.retract(aliased.q, Theta, aliased.q);
      EXPECT_EQ(aliased.q, there.q);
    }
}

// The O(N) formalisms give what M and f say.
TEST_P(EveryProblem, Recursions) {
  const Recursive* tree = eom.recursive();
  if (!tree) return;
  const auto scratch = eom.make_scratch();
  for (const State& s : points) {
    const Terms here = terms_at(eom, s);
    const Excitation u = excitation_at(eom, s.t);
    const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
    const Matrix M = here.M.to_matrix();
    const Vector extra = 0.3 * here.f.reverse() + s.v;
    Vector a = Vector::Constant(shape.nv, 1e30), r = a;
    tree->acceleration(p, extra, a, *scratch);
    EXPECT_LE(max_norm(M * a - here.f - extra),
              size.noise + 1e-11 * (max_norm(here.f) + (M.cwiseAbs() * a.cwiseAbs()).maxCoeff()));
    tree->balance(p, s.a, extra, r, *scratch);
    EXPECT_LE(max_norm(M * s.a - here.f - extra - r),
              size.noise + 1e-12 * (max_norm(here.f) + (M.cwiseAbs() * s.a.cwiseAbs()).maxCoeff()));
  }
}

// dV/dt = -f . v - v' M' v / 2 at fixed u: f has no other power than that of the potential and of
// the inertia forces. The controller of the track and the motor of the crank are switched off; vehicles lose energy at every
// point (railway_test looks at theirs).
TEST_P(EveryProblem, PotentialBalancesPower) {
  if (!conserves(GetParam())) return;
  std::shared_ptr<const EquationsOfMotion> other;
  if (GetParam() == "circular-track") other = make_problem(GetParam(), {{"k_p", 0}, {"k_i", 0}});
  if (GetParam() == "light-crank") other = make_problem(GetParam(), {{"D", 0}});
  const EquationsOfMotion& system = other ? *other : eom;
  for (const State& s : points) {
    const double h = step / std::max(1.0, max_norm(s.v));
    const Motion fly = [&](double tau) { return moved(system, s, tau * s.v); };
    const Quantity energies = [&](const State& x) {
      const Matrix M = terms_at(system, x).M.to_matrix();
      return Vector(Vector::Constant(1, potential_at(system, x) + 0.5 * x.v.dot(M * x.v)));
    };
    const Slope rate = slope(energies, fly, h);
    const Vector power = Vector::Constant(1, -terms_at(system, s).f.dot(s.v));
    const double terms = terms_at(system, s).f.cwiseProduct(s.v).cwiseAbs().sum();
    EXPECT_NEAR(power[0], rate.value[0], tolerance * terms + 1e-15 * rate.size / h);
  }
}

TEST_P(EveryProblem, DiscreteGradients) {
  const Conservative* c = eom.conservative();
  if (!c) return;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vector &q0 = points[i - 1].q, &q1 = points[i].q;
    Terms t = sized_terms(shape);
    State middle = points[i];
    middle.q = 0.5 * (q0 + q1);
    middle.v.setZero();
    const auto scratch = eom.make_scratch();
    const Excitation u{Vector::Zero(shape.nu), Vector::Zero(shape.nu), Vector::Zero(shape.nu)};
    const Point m{middle.q, middle.v, middle.a, middle.lambda, middle.z, u};
    c->discrete_force({q0, q1, u, u, m}, t.f, *scratch);
    EXPECT_NEAR(t.f.dot(q1 - q0), potential_at(eom, points[i - 1]) - potential_at(eom, points[i]),
                1e-14);
    c->discrete_stiffness({q0, q1, u, u, m}, t.K, *scratch);
    for (Index k = 0; k < shape.nq; ++k) {
      Vector above = q1, f = t.f;
      above[k] += 1e-3;  // forces are linear
      c->discrete_force({q0, above, u, u, m}, f, *scratch);
      EXPECT_LE(max_norm((t.f - f) / 1e-3 - t.K.to_matrix().col(k)), 1e-11);
    }
    if (shape.ng == 0) continue;
    c->discrete_jacobian({q0, q1, u, u, m}, t.G, *scratch);
    const Vector difference = terms_at(eom, points[i]).g - terms_at(eom, points[i - 1]).g;
    EXPECT_LE(max_norm(t.G.to_matrix() * (q1 - q0) - difference), 1e-15);
    c->discrete_jacobian({q0, q0, u, u, m}, t.G, *scratch);  // where they meet, the gradient itself
    EXPECT_LE((t.G.to_matrix() - terms_at(eom, points[i - 1]).G.to_matrix()).norm(), 1e-15);
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const ProblemEntry& p : problems()) names.emplace_back(p.name);
  for (const std::string& name : vehicles()) names.push_back(name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Problems, EveryProblem, testing::ValuesIn(all_names()),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace takt::problem
