// Redundant rows and massless parts in natural coordinates: the saddle-point system gives the
// accelerations of the mechanism, and the smallest multipliers that belong to them.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/spatial/rotation.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt {
namespace {

struct Solution {
  Vector a, lambda;
  Index redundant = 0;
};

// M a + G' lambda = f,  G a = -gamma:  a = V S^-1 U'(-gamma) + N y,  lambda = U S^-1 V'(f - M a)
// of G = U S V', N the null space of G; lambda has no part in the null space of G'.
Solution least_norm(const Terms& t) {
  const Matrix G = t.G.to_matrix(), M = t.M.to_matrix();
  const Eigen::JacobiSVD<Matrix> svd(G, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vector& s = svd.singularValues();
  Index rank = 0;
  while (rank < s.size() && s[rank] > 1e-9 * s[0]) ++rank;
  const Matrix U = svd.matrixU().leftCols(rank), V = svd.matrixV().leftCols(rank),
               N = svd.matrixV().rightCols(G.cols() - rank);
  const Vector inverse = s.head(rank).cwiseInverse();
  Solution x;
  x.redundant = G.rows() - rank;
  x.a = V * inverse.cwiseProduct(U.transpose() * -t.gamma);
  const Matrix reduced = N.transpose() * M * N;
  x.a += N * reduced.ldlt().solve(N.transpose() * (t.f - M * x.a));
  x.lambda = U * inverse.cwiseProduct(V.transpose() * (t.f - M * x.a));
  return x;
}

struct Task {
  const char* name;
  const char* model;
  std::vector<std::string> set;
  bool massless;
  bool redundant;
};
void PrintTo(const Task& t, std::ostream* out) { *out << t.name; }

class NaturalRedundancy : public testing::TestWithParam<Task> {};

TEST_P(NaturalRedundancy, GivesTheSmallestMultipliers) {
  const io::OpenModel open = io::open_model(GetParam().model, GetParam().set, "natural:");
  const Shape& shape = open.system->shape();
  EXPECT_EQ(shape.mass_rank == linear::Rank::deficient, GetParam().massless);
  for (linear::Storage storage : {linear::Storage::sparse, linear::Storage::dense}) {
    Evaluator eval(*open.system, storage);
    eval.place(Slot::start, open.start);
    const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
    const Solution x = least_norm(t);
    EXPECT_EQ(x.redundant > 0, GetParam().redundant) << x.redundant;
    Vector a = t.f, lambda = -t.gamma;
    linear::Saddle& saddle = eval.mass_saddle(Slot::start);
    ASSERT_EQ(saddle.status(), Status::ok);
    saddle.solve(a, lambda);
    EXPECT_LE(max_norm(a - x.a), 1e-8 * (1 + max_norm(x.a)));
    EXPECT_LE((lambda - x.lambda).norm(), 1e-6 * (1 + x.lambda.norm()));
  }
}

TEST_P(NaturalRedundancy, AcceleratesBodiesAsJointCoordinatesDo) {
  std::vector<Motion> of[2];
  int n = 0;
  for (const char* coordinates : {"joint:", "natural:"}) {
    const io::OpenModel open = io::open_model(GetParam().model, GetParam().set, coordinates);
    State s = open.start;
    complete(*open.system, s);
    const Shape& shape = open.system->shape();
    Excitation u{Vector::Zero(shape.nu), Vector::Zero(shape.nu), Vector::Zero(shape.nu)};
    open.system->excite(s.t, {}, u);
    of[n].resize(open.mechanism->model().bodies.size());
    open.mechanism->motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, of[n],
                            *open.mechanism->make_scratch());
    ++n;
  }
  double size = 1;
  for (const Motion& m : of[0]) size = std::max({size, m.dv.norm(), m.dw.norm()});
  for (std::size_t b = 0; b < of[0].size(); ++b) {
    EXPECT_LE((of[0][b].p - of[1][b].p).norm(), 1e-12) << b;
    EXPECT_LE((of[0][b].R - of[1][b].R).norm(), 1e-12) << b;
    EXPECT_LE((of[0][b].v - of[1][b].v).norm(), 1e-11) << b;
    EXPECT_LE((of[0][b].w - of[1][b].w).norm(), 1e-11) << b;
    EXPECT_LE((of[0][b].dv - of[1][b].dv).norm(), 1e-7 * size) << b;
    EXPECT_LE((of[0][b].dw - of[1][b].dw).norm(), 1e-7 * size) << b;
  }
}

// Pivots are chosen once: they must serve when bodies have turned.
TEST(NaturalMassless, MayTurnAsFarAsItLikes) {
  const io::OpenModel open = io::open_model("iltis", {}, "natural:");
  Evaluator eval(*open.system, linear::Storage::sparse);
  eval.place(Slot::start, open.start);
  eval.mass_saddle(Slot::start);
  for (int axis : {0, 1, 2})
    for (double quarters : {0.3, 0.999, 1.0, 2.0, 3.0}) {
      const Mat3 R = rotation::matrix_of(rotation::exp(quarters * M_PI / 2 * Vec3::Unit(axis)));
      State s = open.start;
      for (Index k = 0; k < s.q.size(); k += 3) {
        s.q.segment<3>(k) = Vec3(R * s.q.segment<3>(k));
        s.v.segment<3>(k) = Vec3(R * s.v.segment<3>(k));
      }
      eval.place(Slot::start, s);
      Terms t = eval.at(Slot::start, Term::M | Term::f | Term::G | Term::gamma);
      t.f = Vector::LinSpaced(t.f.size(), -1000, 1000);
      const Solution x = least_norm(t);
      Vector a = t.f, lambda = -t.gamma;
      eval.mass_saddle(Slot::start).solve(a, lambda);
      EXPECT_LE(max_norm(a - x.a), 1e-9 * max_norm(x.a)) << axis << " " << quarters;
      EXPECT_LE((lambda - x.lambda).norm(), 1e-9 * x.lambda.norm()) << axis << " " << quarters;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Models, NaturalRedundancy,
    testing::Values(Task{"iltis", "iltis", {}, true, false},
                    Task{"iltis_in_equilibrium_on_flat", "iltis", {"road=flat"}, true, false},
                    Task{"bricard", "bricard", {}, false, true}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace takt
