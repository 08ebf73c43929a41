// Residuals F(y, y', u), on every problem with plain coordinates and on mechanisms: both formalisms
// are equivalent, they vanish for a consistent motion, and their matrices are their derivatives.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "takt/formulation/catalogue.hpp"
#include "takt/linear/entries.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/models.hpp"
#include "tests/support/residuals.hpp"
#include "tests/support/systems.hpp"
#include "tests/unit/problem/points.hpp"

namespace takt::test {
namespace {

struct Case {
  std::string model, coordinates;
  std::shared_ptr<const EquationsOfMotion> system;
  State start;

  Case(const std::string& name, const std::string& in) : model(name), coordinates(in) {
    if (in.empty()) {
      system = problem::make_problem(name);
      start = system->initial();
    } else {
      const io::OpenModel open = io::open_model(name, {}, in + ":index1+heun");
      system = open.system;
      start = open.start;
    }
    complete(*system, start);
  }
};

std::vector<std::pair<std::string, std::string>> all_models() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const problem::ProblemEntry& e : problem::problems())
    if (problem::make_problem(e.name)->shape().plain_coordinates)
      out.emplace_back(std::string(e.name), "");
  for (const char* name : {"four-bar", "squeezer-mechanism", "chain", "bricard", "train-carriage",
                           "passenger-car", "test-rig"})
    out.emplace_back(name, "joint");
  for (const char* name : {"four-bar", "stewart-platform"}) out.emplace_back(name, "natural");
  return out;
}

std::vector<Choice> choices(const Shape& s) {
  std::vector<Choice> out;
  for (const char* formalism : {"explicit", "residual"}) {
    const auto add = [&](const char* name, std::vector<std::pair<std::string, std::string>> o) {
      o.emplace_back("formalism", formalism);
      out.push_back(Choice{name, o});
    };
    // Explicit formalisms, and weights of mass, need a mass matrix that can be solved with.
    const bool regular = s.mass_rank == linear::Rank::full;
    if (!regular && formalism == std::string("explicit")) continue;
    if (s.ng == 0) {
      add("ode", {});
      continue;
    }
    add("index1", {{"baumgarte", "3;5"}});
    add("index1", {{"project", "q"}});
    add("index1", {{"project", "qv"}});
    add("index2", {{"baumgarte", "2"}});
    add("ggl", {});
    if (regular) add("ggl", {{"metric", "mass"}});
  }
  return out;
}

class ResidualForms : public testing::TestWithParam<std::pair<std::string, std::string>> {
 protected:
  const Case case_{GetParam().first, GetParam().second};

  // Near the start, moving and loaded at random: eta and mu are zero, as they are but for errors.
  std::vector<State> points() const {
    const problem::Sizes size = problem::sizes_of(case_.model);
    const bool shipped = !case_.coordinates.empty();
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto random = [&](Vector& x, double scale) {
      for (Index i = 0; i < x.size(); ++i) x[i] += scale * uniform(generator);
    };
    std::vector<State> out{case_.start};
    for (int k = 0; k < 2; ++k) {
      State s = case_.start;
      s.t = 0.3;
      random(s.q, shipped ? std::min(1e-2, size.q) : size.q);
      random(s.v, size.v);
      random(s.a, size.a);
      random(s.lambda, size.lambda);
      random(s.z, size.z);
      out.push_back(s);
    }
    return out;
  }
};

TEST_P(ResidualForms, VanishWhereAMotionIsConsistent) {
  for (const Choice& c : choices(case_.system->shape())) {
    ResidualCase r(*case_.system, c, case_.start);
    r.pack(case_.start);
    const Vector F = r.residual();
    // The multipliers of a start come from proximal sweeps, which leave a little.
    const double size = 1 + max_norm(case_.start.a) + r.size_of_forces(case_.start);
    EXPECT_LT(max_norm(F), 1e-7 * size) << to_string(c);
  }
}

TEST_P(ResidualForms, BothFormalismsSayTheSame) {
  const std::vector<Choice> all = choices(case_.system->shape());
  if (case_.system->shape().mass_rank != linear::Rank::full) return;
  const std::size_t half = all.size() / 2;
  const Index nv = case_.system->shape().nv;
  for (const State& s : points())
    for (std::size_t k = 0; k < half; ++k) {
      ResidualCase a(*case_.system, all[k], case_.start);
      ResidualCase b(*case_.system, all[half + k], case_.start);
      a.pack(s);
      b.pack(s);
      const Matrix M = a.mass(s);
      Vector F = a.residual();
      const Vector R = b.residual();
      F.segment(nv, nv) = (M * F.segment(nv, nv)).eval();
      const bool weighted = to_string(all[k]).find("mass") != std::string::npos;
      if (weighted) F.head(nv) = (M * F.head(nv)).eval();
      EXPECT_LT(max_norm(F - R), 1e-9 * (1 + max_norm(R) + a.size_of_forces(s)))
          << to_string(all[k]);
    }
}

TEST_P(ResidualForms, MatricesAreTheirDerivatives) {
  const double alpha = 7;
  for (const Choice& c : choices(case_.system->shape())) {
    ResidualCase r(*case_.system, c, case_.start);
    r.step = std::min(r.step, problem::sizes_of(case_.model).step);
    for (const State& s : points()) {
      r.pack(s);
      const Matrix D = r.differences(1, alpha), L = r.differences(0, 1);
      // What a difference quotient can tell: of each row its largest entry, and its round-off.
      const Vector size = 1e-6 * D.cwiseAbs().rowwise().maxCoeff() + r.round_off();
      const auto expect_same = [&](const Matrix& A, const Matrix& B, const char* what) {
        for (Index i = 0; i < A.rows(); ++i)
          for (Index j = 0; j < A.cols(); ++j)
            ASSERT_NEAR(A(i, j), B(i, j), size[i] + 1e-6 * std::abs(B(i, j)))
                << what << " of " << to_string(c) << " at " << r.form.component(i) << ", "
                << r.form.component(j);
      };
      const Matrix leading = r.leading();
      expect_same(leading, L, "dF/dy'");
      if (r.form.has_jacobian())
        expect_same(r.jacobian() + alpha * leading, D, "dF/dy + alpha dF/dy'");
      for (Index i = 0; i < D.rows(); ++i)
        for (Index j = 0; j < D.cols(); ++j)
          if (std::abs(D(i, j)) > size[i]) {
            ASSERT_GE(
                linear::place_of(*r.form.structure(), static_cast<int>(i), static_cast<int>(j)), 0)
                << to_string(c) << " at " << r.form.component(i) << ", " << r.form.component(j);
          }
      r.residual();
      for (const linear::SharedPattern& p :
           {r.form.structure(), linear::full_pattern(D.rows(), D.cols())}) {
        linear::Patterned J(p);
        J.values().setConstant(1e30);
        r.form.write_known_columns(J);
        const Matrix known = J.to_matrix();
        for (int j : r.form.known_columns())
          for (Index i = 0; i < D.rows(); ++i)
            ASSERT_NEAR(known(i, j), D(i, j), size[i]) << to_string(c) << ", eta " << j;
      }
    }
  }
}

// A step of backward Euler can be solved, redundant rows or not.
TEST_P(ResidualForms, HaveRegularMatrices) {
  for (const Choice& c : choices(case_.system->shape())) {
    ResidualCase r(*case_.system, c, case_.start);
    r.pack(case_.start);
    Matrix D = r.differences(1, 1000);
    for (int sweep = 0; sweep < 4; ++sweep) {  // units differ: even out rows and columns
      for (Index i = 0; i < D.rows(); ++i) D.row(i) /= std::sqrt(D.row(i).cwiseAbs().maxCoeff());
      for (Index i = 0; i < D.cols(); ++i) D.col(i) /= std::sqrt(D.col(i).cwiseAbs().maxCoeff());
    }
    Eigen::FullPivLU<Matrix> lu(D);
    lu.setThreshold(1e-12);
    EXPECT_EQ(lu.rank(), D.rows()) << to_string(c);
    Index row = -1;
    r.residual();
    EXPECT_LT(r.form.left_out(row), 1e-6 * (1 + max_norm(case_.start.a))) << to_string(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ResidualForms, testing::ValuesIn(all_models()), [](const auto& i) {
  const std::string& in = i.param.second;
  return test_name(i.param.first + (in.empty() ? "" : "-" + in));
});

TEST(ResidualForm, LeavesOutRedundantRowsAndSaysHowTheyAre) {
  const auto system = std::make_shared<DuplicatedRow>(problem::make_problem("pendulum-cartesian"));
  State s = system->initial();
  complete(*system, s);
  ResidualCase r(*system, Choice{"ggl", {}}, s);
  r.pack(s);
  EXPECT_LT(max_norm(r.residual()), 1e-9);
  // One of both carries the whole load.
  EXPECT_NEAR(std::abs(r.y[4] * r.y[5]), 0, 1e-15);
  EXPECT_NEAR(r.y[4] + r.y[5], s.lambda[0] + s.lambda[1], 1e-9 * std::abs(s.lambda.sum()));
  Index row = -1;
  EXPECT_LT(r.form.left_out(row), 1e-12);
  r.y[0] += 0.1;
  r.residual();
  EXPECT_GT(r.form.left_out(row), 1e-3);
  EXPECT_GE(row, 0);
  State back = s;
  r.form.unpack(r.y, r.dy, back);
  EXPECT_DOUBLE_EQ(back.q[0], s.q[0] + 0.1);
  EXPECT_EQ(max_norm(back.a - s.a), 0);
}

// Rolling without slip has no position to hold: its eta is zero.
TEST(ResidualForm, TakesRowsThatStartAtVelocityLevel) {
  const auto system =
      std::make_shared<AtVelocityLevel>(problem::make_problem("pendulum-cartesian"));
  State s = system->initial();
  complete(*system, s);
  for (const Choice& c : choices(system->shape())) {
    ResidualCase r(*system, c, s);
    r.pack(s);
    const Matrix D = r.differences(1, 10);
    EXPECT_EQ(Eigen::FullPivLU<Matrix>(D).rank(), D.rows()) << to_string(c);
    if (!r.form.has_jacobian()) continue;
    EXPECT_LT((r.jacobian() + 10 * r.leading() - D).cwiseAbs().maxCoeff(), 1e-6) << to_string(c);
  }
}

// Creep: forces that depend on the multipliers, here those of a rod that rubs.
TEST(ResidualForm, KnowsForcesThatDependOnMultipliers) {
  const auto system = std::make_shared<WithCreep>(problem::make_problem("pendulum-cartesian"));
  State s = system->initial();
  complete(*system, s);
  s.lambda[0] = 2;
  s.v[0] = 1.5;
  for (const Choice& c : choices(system->shape())) {
    ResidualCase r(*system, c, s);
    r.pack(s);
    if (!r.form.has_jacobian()) continue;
    EXPECT_LT((r.jacobian() + 10 * r.leading() - r.differences(1, 10)).cwiseAbs().maxCoeff(), 1e-6)
        << to_string(c);
  }
}

TEST(ResidualForm, HasNoJacobianWhereTheSystemWritesNone) {
  const auto system =
      std::make_shared<WithoutDerivatives>(problem::make_problem("pendulum-cartesian"));
  State s = system->initial();
  complete(*system, s);
  EXPECT_FALSE(ResidualCase(*system, Choice{"ggl", {}}, s).form.has_jacobian());
}

// A railway carriage: body 5, two bogies and four wheelsets 6 coordinates each, two rows for each
// wheelset, forces between body and bogie and between bogie and wheelset.     ERRATA 002.10
TEST(ResidualForm, OfACarriageHas1620NonzeroEntries) {
  const auto system = io::open_model("train-carriage", {}).system;
  for (const char* formalism : {"explicit", "residual"}) {
    Evaluator eval(*system);
    const FormulationEntry& ggl = *find_formulation("ggl");
    const auto f =
        ggl.make(eval, Settings(Choice{"ggl", {{"formalism", formalism}}}, ggl.options, ""), {});
    EXPECT_EQ(f->residual_form()->size(), 98);
    EXPECT_EQ(f->residual_form()->structure()->size(), 1620) << formalism;
  }
}

TEST(ResidualForm, NamesItsComponents) {
  const auto system = problem::make_problem("pendulum-cartesian");
  State s = system->initial();
  complete(*system, s);
  const ResidualCase r(*system, Choice{"index1", {{"project", "qv"}}}, s);
  ASSERT_EQ(r.form.size(), 7);
  EXPECT_EQ(r.form.component(0), "q of x");
  EXPECT_EQ(r.form.component(3), "v of y");
  EXPECT_EQ(r.form.component(4), "multiplier of " + system->names().rows[0]);
  EXPECT_EQ(r.form.component(5), "position correction of " + system->names().rows[0]);
  EXPECT_EQ(r.form.component(6), "velocity correction of " + system->names().rows[0]);
  EXPECT_EQ(r.form.counts().sum(), 4);
}

}  // namespace
}  // namespace takt::test
