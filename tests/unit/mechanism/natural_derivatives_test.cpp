// Every term of mechanisms in natural coordinates compared with differences of the others, also at
// points off the constraints: central differences of fourth order, in all directions.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <random>

#include "natural_catalogue.hpp"
#include "takt/eom/evaluator.hpp"

namespace takt::mechanism {
namespace {

class NaturalDerivatives : public testing::TestWithParam<Case> {
 protected:
  std::shared_ptr<const Mechanism> mechanism = compile_natural(GetParam().model);
  const Mechanism& eom = *mechanism;
  const Shape& shape = eom.shape();
  std::unique_ptr<Scratch> scratch = eom.make_scratch();
  std::vector<State> points = some_points();

  std::vector<State> some_points() const {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    auto random = [&](Index n, double scale) {
      return Vector(Vector::NullaryExpr(n, [&] { return scale * uniform(generator); }));
    };
    std::vector<State> out{eom.initial()};
    for (int k = 0; k < 2; ++k) {
      State s = eom.initial();
      s.t = 0.37;
      s.q += random(shape.nq, 0.1);
      s.v = random(shape.nv, 1);
      s.a = random(shape.nv, 3);
      s.lambda = random(shape.ng, 10);
      s.z = random(shape.nz, 1);
      out.push_back(s);
    }
    return out;
  }

  Terms at(const State& s, Need need = all_terms) const {
    Terms t = make_terms(shape);
    for (linear::Patterned* A :
         {&t.M, &t.K, &t.C, &t.K_lambda, &t.K_full, &t.G, &t.Gv_q, &t.f_z, &t.e_q, &t.e_v, &t.e_z})
      A->values().setConstant(1e30);
    for (Vector* x :
         {&t.f, &t.K_v, &t.K_lambda_v, &t.g, &t.gI, &t.gamma, &t.e, &t.f_t, &t.e_t, &t.lambda_t})
      x->setConstant(1e30);
    Excitation u{Vector::Zero(shape.nu), Vector::Zero(shape.nu), Vector::Zero(shape.nu)};
    eom.excite(s.t, {}, u);
    eom.evaluate(Point{s.q, s.v, s.a, s.lambda, s.z, u}, need, t, *scratch);
    return t;
  }

  using Quantity = std::function<Vector(const Terms&, const State&)>;
  using Path = std::function<State(double)>;
  Vector slope(const Quantity& F, const Path& path) const {
    const double h = 1e-3;
    auto value = [&](double x) {
      const State s = path(x);
      return F(at(s), s);
    };
    return (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h);
  }
  static void near(const char* what, const Matrix& analytic, const Matrix& difference) {
    ASSERT_EQ(analytic.rows(), difference.rows()) << what;
    if (analytic.size() == 0) return;
    const double size = 1 + difference.cwiseAbs().maxCoeff();
    EXPECT_LE((analytic - difference).cwiseAbs().maxCoeff(), 1e-8 * size) << what << "\n"
                                                                          << analytic << "\n\n"
                                                                          << difference;
  }
  void check(const char* what, const Matrix& analytic, const Quantity& F, const State& s,
             Vector State::*part) const {
    Matrix D(analytic.rows(), analytic.cols());
    for (Index j = 0; j < analytic.cols(); ++j)
      D.col(j) = slope(F, [&](double h) {
        State x = s;
        (x.*part)[j] += h;
        return x;
      });
    near(what, analytic, D);
  }
};

TEST_P(NaturalDerivatives, OfRows) {
  for (const State& s : points) {
    const Terms t = at(s);
    Matrix G = t.G.to_matrix();
    Vector gI = t.gI;
    for (Index i = 0; i < shape.ng; ++i)
      if (shape.row_level[static_cast<std::size_t>(i)] == RowLevel::velocity) {
        G.row(i).setZero();
        gI[i] = 0;
        EXPECT_EQ(t.g[i], 0);
      }
    check(
        "G", G, [](const Terms& x, const State&) { return x.g; }, s, &State::q);
    const Quantity rate = [](const Terms& x, const State& y) {
      return Vector(x.G.to_matrix() * y.v + x.gI);
    };
    check("Gv_q", t.Gv_q.to_matrix(), rate, s, &State::q);
    near("gI", gI,
         slope([](const Terms& x, const State&) { return x.g; },
               [&](double h) {
                 State x = s;
                 x.t += h;
                 return x;
               }));
    near("gamma", t.gamma, slope(rate, [&](double h) {
           State x = s;
           x.t += h;
           x.q += h * s.v;
           return x;
         }));
    check(
        "K_lambda", t.K_lambda.to_matrix(),
        [](const Terms& x, const State& y) {
          return Vector(x.G.to_matrix().transpose() * y.lambda);
        },
        s, &State::q);
    near("K_lambda_v", t.K_lambda_v, t.K_lambda.to_matrix() * s.v);
  }
}

TEST_P(NaturalDerivatives, OfForces) {
  for (const State& s : points) {
    const Terms t = at(s);
    const Quantity minus_f = [](const Terms& x, const State&) { return Vector(-x.f); };
    const Quantity f = [](const Terms& x, const State&) { return x.f; };
    const Quantity e = [](const Terms& x, const State&) { return x.e; };
    check("K", t.K.to_matrix(), minus_f, s, &State::q);
    check("C", t.C.to_matrix(), minus_f, s, &State::v);
    near("K_v", t.K_v, t.K.to_matrix() * s.v);
    check(
        "K_full", t.K_full.to_matrix(),
        [](const Terms& x, const State& y) {
          return Vector(x.M.to_matrix() * y.a - x.f + x.G.to_matrix().transpose() * y.lambda);
        },
        s, &State::q);
    check("f_z", t.f_z.to_matrix(), f, s, &State::z);
    check("e_q", t.e_q.to_matrix(), e, s, &State::q);
    check("e_v", t.e_v.to_matrix(), e, s, &State::v);
    check("e_z", t.e_z.to_matrix(), e, s, &State::z);
    const auto later = [&](double h) {
      State x = s;
      x.t += h;
      return x;
    };
    near("f_t", t.f_t, slope(f, later));
    near("e_t", t.e_t, slope(e, later));
    if (shape.analytic & Term::lambda_t)
      near("lambda_t", t.lambda_t,
           slope([](const Terms& x,
                    const State& y) { return Vector(x.G.to_matrix().transpose() * y.lambda); },
                 later));
  }
}

TEST_P(NaturalDerivatives, OneByOneAsTogether) {
  const State& s = points.back();
  const Terms all = at(s);
  for (int k = 0; k < term_count; ++k) {
    const Terms one = at(s, Need(1u << k));
    auto same = [&](Term term, const Vector& a, const Vector& b) {
      const Vector untouched = Vector::Constant(b.size(), 1e30);
      EXPECT_EQ(b, (1u << k) == static_cast<std::uint32_t>(term) ? a : untouched)
          << term_names[static_cast<std::size_t>(k)];
    };
    same(Term::f, all.f, one.f);
    same(Term::g, all.g, one.g);
    same(Term::G, all.G.values(), one.G.values());
    same(Term::gI, all.gI, one.gI);
    same(Term::gamma, all.gamma, one.gamma);
    same(Term::K, all.K.values(), one.K.values());
    same(Term::C, all.C.values(), one.C.values());
    same(Term::K_lambda, all.K_lambda.values(), one.K_lambda.values());
    same(Term::K_v, all.K_v, one.K_v);
    same(Term::K_lambda_v, all.K_lambda_v, one.K_lambda_v);
    same(Term::K_full, all.K_full.values(), one.K_full.values());
    same(Term::Gv_q, all.Gv_q.values(), one.Gv_q.values());
    same(Term::f_z, all.f_z.values(), one.f_z.values());
    same(Term::e, all.e, one.e);
    same(Term::e_qvz, all.e_q.values(), one.e_q.values());
    same(Term::e_qvz, all.e_v.values(), one.e_v.values());
    same(Term::e_qvz, all.e_z.values(), one.e_z.values());
    same(Term::f_t, all.f_t, one.f_t);
    same(Term::f_t, all.e_t, one.e_t);
    same(Term::lambda_t, all.lambda_t, one.lambda_t);
  }
}

TEST_P(NaturalDerivatives, FreedomsAndRedundancy) {
  State s = eom.initial();
  const Terms t = at(s);
  const Vector start = t.g;
  if (shape.nu == 0) {
    EXPECT_LE(max_norm(start), 1e-12);
  }
  const Eigen::JacobiSVD<Matrix> svd(t.G.to_matrix(), Eigen::ComputeFullV);
  Index rank = 0;
  while (rank < svd.singularValues().size() &&
         svd.singularValues()[rank] > 1e-9 * svd.singularValues()[0])
    ++rank;
  EXPECT_EQ(shape.nv - rank, GetParam().freedoms);
  EXPECT_EQ(shape.ng - rank, GetParam().redundant);
  // All that may move has inertia; massless parts have coordinates without.
  const Eigen::SelfAdjointEigenSolver<Matrix> all(t.M.to_matrix());
  const bool singular = all.eigenvalues()[0] < 1e-12 * all.eigenvalues()[shape.nv - 1];
  EXPECT_EQ(singular, shape.mass_rank == linear::Rank::deficient);
  if (GetParam().freedoms > 0) {
    const Matrix N = svd.matrixV().rightCols(shape.nv - rank);
    const Eigen::SelfAdjointEigenSolver<Matrix> free(N.transpose() * t.M.to_matrix() * N);
    EXPECT_GT(free.eigenvalues()[0], 1e-6 * free.eigenvalues()[shape.nv - rank - 1]);
  }
  for (const auto& names : {eom.names().q, eom.names().rows}) {
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(names[i], names[j]);
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, NaturalDerivatives, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace takt::mechanism
