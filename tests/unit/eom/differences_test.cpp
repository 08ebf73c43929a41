// A system that provides only M, f, g, G, gI and e gets the other terms by differences.
#include <gtest/gtest.h>

#include <random>

#include "takt/eom/evaluator.hpp"
#include "takt/problem/catalogue.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/systems.hpp"

namespace takt::test {
namespace {

class Differenced : public testing::TestWithParam<problem::ProblemEntry> {};

TEST_P(Differenced, TermsAgreeWithTheClosedForms) {
  const auto system = problem::make_problem(GetParam().name);
  const auto plain = std::make_shared<WithoutDerivatives>(system);
  const Shape& shape = system->shape();
  std::mt19937 rng(7);
  std::normal_distribution<double> normal;
  State s = system->initial();
  s.t = 0.21;
  for (Vector* x : {&s.v, &s.a, &s.lambda, &s.z})
    for (Index i = 0; i < x->size(); ++i) (*x)[i] = normal(rng);
  Evaluator exact(*system), differenced(*plain);
  exact.place(Slot::start, s);
  differenced.place(Slot::start, s);
  Need need = Term::K | Term::C | Term::K_v | Term::K_full | Term::K_lambda | Term::K_lambda_v;
  if (shape.ng > 0) need = need | Term::gamma | Term::Gv_q;
  if (shape.nz > 0) need = need | Term::e_qvz | Term::f_z;
  const Terms &a = exact.at(Slot::start, need), &b = differenced.at(Slot::start, need);
  const auto compare = [](const Vector& x, const Vector& y, const char* name) {
    ASSERT_EQ(x.size(), y.size());
    if (x.size() > 0) {
      EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 2e-7 * (1 + x.cwiseAbs().maxCoeff())) << name;
    }
  };
  compare(a.K.values(), b.K.values(), "K");
  compare(a.C.values(), b.C.values(), "C");
  compare(a.K_lambda.values(), b.K_lambda.values(), "K_lambda");
  compare(a.K_full.values(), b.K_full.values(), "K_full");
  compare(a.K_v, b.K_v, "K_v");
  compare(a.K_lambda_v, b.K_lambda_v, "K_lambda_v");
  if (shape.ng > 0) {
    compare(a.gamma, b.gamma, "gamma");
    compare(a.Gv_q.values(), b.Gv_q.values(), "Gv_q");
  }
  if (shape.nz > 0) {
    compare(a.f_z.values(), b.f_z.values(), "f_z");
    compare(a.e_q.values(), b.e_q.values(), "e_q");
    compare(a.e_v.values(), b.e_v.values(), "e_v");
    compare(a.e_z.values(), b.e_z.values(), "e_z");
  }
}

TEST_P(Differenced, TheSystemRunsAndGivesTheSameMotion) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  const bool constrained = system->shape().ng > 0;
  for (const std::string& text :
       system->shape().loaded() ? std::vector<std::string>{"ggl+backward_euler", "ggl+bdf+grouped"}
       : constrained ? std::vector<std::string>{"index2+linear_implicit_euler(J2)+one_step",
                                                "index1+linear_implicit_euler(J3)+one_step",
                                                "index1+rk4+s_full"}
                     : std::vector<std::string>{"ode+linear_implicit_euler(J2)"}) {
    Engine a = simulate(system, text, span.step, span.until);
    Engine b = simulate(std::make_shared<WithoutDerivatives>(system), text, span.step, span.until);
    ASSERT_EQ(run_to_end(a), Status::ok) << text;
    ASSERT_EQ(run_to_end(b), Status::ok) << text;
    EXPECT_LT(distance(a.state(), b.state()), 1e-7) << text;
  }
}

TEST(Evaluator, ComputesOnlyWhatIsMissing) {
  const auto system = problem::make_problem("car-axle");
  Evaluator eval(*system);
  eval.place(Slot::start, system->initial());
  eval.at(Slot::start, Term::M | Term::f);
  EXPECT_EQ(eval.counters().evaluations, 1);
  eval.at(Slot::start, Term::M | Term::f);
  EXPECT_EQ(eval.counters().evaluations, 1);
  eval.mass_saddle(Slot::start);  // needs G as well
  EXPECT_EQ(eval.counters().evaluations, 2);
  EXPECT_EQ(eval.counters().factorisations, 2);
  eval.mass_saddle(Slot::start);
  EXPECT_EQ(eval.counters().factorisations, 2);
  eval.place(Slot::start, system->initial());
  eval.at(Slot::start, Term::M);
  EXPECT_EQ(eval.counters().evaluations, 3);
}

INSTANTIATE_TEST_SUITE_P(Problems, Differenced,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

}  // namespace
}  // namespace takt::test
