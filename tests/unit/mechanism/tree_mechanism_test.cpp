// Every term of mechanisms in joint coordinates compared with central differences, on random trees
// and loops.
#include <gtest/gtest.h>

#include "takt/eom/differences.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "tests/support/random_models.hpp"

namespace takt::test {
namespace {

struct Sample {
  State s;
  Excitation u;
};

Sample random_sample(const EquationsOfMotion& eom, unsigned seed, double size = 0.5) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  Sample x;
  x.s = eom.initial();
  const auto fill = [&](Vector& y) {
    for (Index i = 0; i < y.size(); ++i) y[i] = unit(random);
  };
  Vector dq(eom.shape().nv), q = x.s.q;
  fill(dq);
  dq *= size;
  eom.retract(x.s.q, dq, q);
  x.s.q = q;
  fill(x.s.v);
  fill(x.s.a);
  fill(x.s.lambda);
  fill(x.s.z);
  x.u.u = x.u.du = x.u.ddu = Vector::Zero(eom.shape().nu);
  eom.excite(0.3, {}, x.u);
  return x;
}

void expect_close(const Matrix& ours, const Matrix& theirs, const char* name, double tolerance) {
  const double scale = 1 + theirs.cwiseAbs().maxCoeff();
  EXPECT_LT((ours - theirs).cwiseAbs().maxCoeff() / scale, tolerance) << name << "\nours\n"
                                                                      << ours << "\ndifferences\n"
                                                                      << theirs;
}

void check_terms(const EquationsOfMotion& eom, unsigned seed) {
  const Sample x = random_sample(eom, seed);
  const Point p{x.s.q, x.s.v, x.s.a, x.s.lambda, x.s.z, x.u};
  Terms ours = make_terms(eom.shape()), theirs = make_terms(eom.shape());
  const auto scratch = eom.make_scratch();
  eom.evaluate(p, all_terms, ours, *scratch);
  Differences differences(eom);
  const Need derived = Term::gamma | Term::K | Term::C | Term::K_lambda | Term::K_v |
                       Term::K_lambda_v | Term::K_full | Term::Gv_q | Term::f_z | Term::e_qvz |
                       Term::f_t | Term::lambda_t;
  differences.evaluate(p, derived, theirs, *scratch);
  const double eps = 2e-7;
  if (eom.shape().ng > 0) {
    expect_close(ours.gamma, theirs.gamma, "gamma", eps);
    expect_close(ours.K_lambda.to_matrix(), theirs.K_lambda.to_matrix(), "K_lambda", eps);
    expect_close(ours.K_lambda_v, theirs.K_lambda_v, "K_lambda_v", eps);
    expect_close(ours.Gv_q.to_matrix(), theirs.Gv_q.to_matrix(), "Gv_q", eps);
    // G against g itself
    Matrix G(eom.shape().ng, eom.shape().nv);
    Terms side = make_terms(eom.shape());
    for (Index k = 0; k < eom.shape().nv; ++k) {
      Vector g[2], q(eom.shape().nq);
      for (int sign = 0; sign < 2; ++sign) {
        const Vector dq = (sign == 0 ? -1e-6 : 1e-6) * Vector::Unit(eom.shape().nv, k);
        eom.retract(x.s.q, dq, q);
        eom.evaluate(Point{q, x.s.v, x.s.a, x.s.lambda, x.s.z, x.u}, Term::g, side, *scratch);
        g[sign] = side.g;
      }
      G.col(k) = (g[1] - g[0]) / 2e-6;
    }
    expect_close(ours.G.to_matrix(), G, "G", 1e-8);
  }
  expect_close(ours.K.to_matrix(), theirs.K.to_matrix(), "K", eps);
  expect_close(ours.K_v, theirs.K_v, "K_v", eps);
  expect_close(ours.C.to_matrix(), theirs.C.to_matrix(), "C", eps);
  expect_close(ours.K_full.to_matrix(), theirs.K_full.to_matrix(), "K_full", eps);
  expect_close(ours.f_t, theirs.f_t, "f_t", eps);
  if (eom.shape().analytic & Term::lambda_t)
    expect_close(ours.lambda_t, theirs.lambda_t, "lambda_t", eps);
  if (eom.shape().nz > 0) {
    expect_close(ours.f_z.to_matrix(), theirs.f_z.to_matrix(), "f_z", eps);
    expect_close(ours.e_q.to_matrix(), theirs.e_q.to_matrix(), "e_q", eps);
    expect_close(ours.e_v.to_matrix(), theirs.e_v.to_matrix(), "e_v", eps);
    expect_close(ours.e_z.to_matrix(), theirs.e_z.to_matrix(), "e_z", eps);
    expect_close(ours.e_t, theirs.e_t, "e_t", eps);
  }
  // the formalisms against each other: M a - f = balance, and back
  Vector r(eom.shape().nv), a(eom.shape().nv);
  const Vector none = Vector::Zero(eom.shape().nv);
  eom.recursive()->balance(p, x.s.a, none, r, *scratch);
  Vector want = ours.M.to_matrix() * x.s.a - ours.f;
  expect_close(r, want, "balance", 1e-12);
  eom.recursive()->acceleration(p, r, a, *scratch);
  expect_close(a, x.s.a, "acceleration", 1e-10);
}

TEST(TreeMechanism, TermsOfTreesAgreeWithDifferences) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check_terms(*mechanism::compile_tree(random_model({seed, 5, 0, true, seed % 3 == 0})), seed);
    if (HasFailure()) return;
  }
}

TEST(TreeMechanism, TermsOfLoopsAgreeWithDifferences) {
  for (unsigned seed = 21; seed <= 36; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check_terms(*mechanism::compile_tree(random_model({seed, 4, 3, true, false})), seed);
    if (HasFailure()) return;
  }
}

TEST(TreeMechanism, TermsOfGeneralMotionsAgreeWithDifferences) {
  for (unsigned seed = 61; seed <= 72; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int loops = seed % 2 == 0 ? 3 : 0;
    const auto model = random_model({seed, 5, loops, true, false, true});
    for (Force& f : model->forces)
      if (f.name == "three") f.attach = element::Attach::three;  // a bushing
    check_terms(*mechanism::compile_tree(model), seed);
    if (HasFailure()) return;
  }
}

// Equal branches are computed side by side: four general motions, each with a turning wheel, below a
// floating body.
TEST(TreeMechanism, TermsOfEqualGeneralMotionsAgreeWithDifferences) {
  for (int coordinates = 1; coordinates <= element::max_motion_coordinates; ++coordinates) {
    const auto model = random_model({7, 9, 0, true, false, false});
    for (int b = 0; b < 9; ++b) {
      Joint& j = model->joints[b];
      const int parent = b == 0 ? 0 : b <= 4 ? 1 : b - 3;
      j.inboard.body = parent;
      j.outboard.body = b + 1;
      j.type = b == 0 ? &element::Free::entry : &element::Revolute::entry;
      if (b == 0 || b > 4) continue;
      j.type = WavyJoint::with(coordinates);
      j.motion = std::make_shared<WavyMotion>(coordinates, 11u + b);
    }
    SCOPED_TRACE(std::to_string(coordinates) + " coordinates");
    check_terms(*mechanism::compile_tree(model), 3);
    if (HasFailure()) return;
  }
}

std::shared_ptr<const EquationsOfMotion> laws_that_share(const char* stops) {
  const std::vector<std::string> set{std::string("stops=") + stops};
  return io::open_model(TAKT_SOURCE_DIR "/tests/support/models/laws_that_share.yaml", set, "joint:")
      .system;
}

// Springs on one line are evaluated together, and drivers of one frame look at it once.
TEST(TreeMechanism, TermsOfLawsThatShareAgreeWithDifferences) {
  for (const char* stops : {"none", "implicit"})
    for (unsigned seed = 41; seed <= 44; ++seed) {
      SCOPED_TRACE(std::string(stops) + " seed " + std::to_string(seed));
      check_terms(*laws_that_share(stops), seed);
      if (HasFailure()) return;
    }
}

TEST(TreeMechanism, AnExplicitSpringPushesOnASharedLineButDoesNotStiffen) {
  const auto terms = [](const char* stops, Need need) {
    const auto eom = laws_that_share(stops);
    const Sample x = random_sample(*eom, 51);
    Terms t = make_terms(eom->shape());
    const auto scratch = eom->make_scratch();
    eom->evaluate({x.s.q, x.s.v, x.s.a, x.s.lambda, x.s.z, x.u}, need, t, *scratch);
    return t;
  };
  const Need step = Term::f | Term::K | Term::C;
  const Terms none = terms("none", step), some = terms("explicit", step),
              all = terms("implicit", step);
  expect_close(some.f, all.f, "f", 1e-15);
  expect_close(some.K.to_matrix(), none.K.to_matrix(), "K", 1e-15);
  expect_close(some.C.to_matrix(), none.C.to_matrix(), "C", 1e-15);
  EXPECT_GT((all.f - none.f).norm(), 1);
  EXPECT_GT((all.K.to_matrix() - none.K.to_matrix()).norm(), 1);
  EXPECT_GT((all.C.to_matrix() - none.C.to_matrix()).norm(), 1);
  expect_close(terms("explicit", Term::K_full).K_full.to_matrix(),
               terms("implicit", Term::K_full).K_full.to_matrix(), "K_full", 1e-15);
}

}  // namespace
}  // namespace takt::test
