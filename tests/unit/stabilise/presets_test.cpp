// Every preset alone, on a state off the constraints: x - W violation with W computed here by Eigen, and
// the levels that the preset promises to close. Two independent rows, then three with one redundant.
#include <gtest/gtest.h>

#include "takt/base/choice.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/stabilise/catalogue.hpp"
#include "tests/unit/stabilise/bead.hpp"

namespace takt::test {
namespace {

// A formulation that offers a given W as the weight of its tangent, and penalties.
class GivenWeight final : public Formulation, public PositionForm {
 public:
  Matrix W;
  PositionForm* position_form() noexcept override { return this; }
  void prepare(const State&) override {}
  void prepare(const State&, const Sensitivity&) override {}
  Status begin(const State&, const Sensitivity&) noexcept override { return Status::ok; }
  Status residual(const State&, State&, Vector&, Vector&) noexcept override { return Status::ok; }
  Status factorise() noexcept override { return Status::ok; }
  void solve(Vector&) noexcept override {}
  void follow(const Vector&, Vector&) noexcept override {}
  Status finish(State&, bool) noexcept override { return Status::ok; }
  void apply_weight(const Vector& violation, Vector& dx) noexcept override { dx = W * violation; }
};

// A^-1 G' (G A^-1 G')^+: the pseudo-inverse takes redundant rows as they come.
Matrix weight(const Matrix& A, const Matrix& G) {
  const Matrix AG = A.inverse() * G.transpose();
  return AG * (G * AG).completeOrthogonalDecomposition().pseudoInverse();
}

template <class B> class Presets : public testing::Test {
 protected:
  Presets() : eval_(bead_), start_(bead_.initial()) {
    start_.t = 0.25;
    start_.q << 0.78, 0.55, 0.43;
    tangent_.W.resize(3, bead_.shape().ng);  // any matrix
    for (Index i = 0; i < tangent_.W.size(); ++i)
      tangent_.W.data()[i] = 0.1 * static_cast<double>(i) - 0.3;
  }

  // The state that a stabilisation such as "s_both2(G)" makes of the initial one.
  State corrected(const std::string& text) {
    Choice choice{text.substr(0, text.find('(')), {}};
    if (choice.name != text)
      for (const std::string& o :
           split(std::string_view(text).substr(choice.name.size() + 1,
                                               text.size() - choice.name.size() - 2),
                 ',')) {
        const std::size_t sign = o.find('=');
        choice.options.emplace_back(sign == o.npos ? "" : o.substr(0, sign),
                                    sign == o.npos ? o : o.substr(sign + 1));
      }
    const StabilisationEntry& entry = *find_stabilisation(choice.name);
    const Projection p = entry.make(Settings(choice, entry.options, "test"), false);
    const auto stabiliser = make_projection(eval_, p, tangent_);
    State s = bead_.initial();
    eval_.place(Slot::start, start_);
    eval_.place(Slot::end, s);
    stabiliser->begin(0.05);
    EXPECT_EQ(stabiliser->correct(s, {true, true, true}, false), Status::ok);
    EXPECT_LT((bead_.initial().q - stabiliser->moved_q() - s.q).norm(), 1e-14);
    EXPECT_LT((bead_.initial().v - stabiliser->moved_v() - s.v).norm(), 1e-14);
    return s;
  }
  static void expect_near(const State& s, const Vector& q, const Vector& v,
                          double tolerance = 1e-12) {
    EXPECT_LT((s.q - q).norm(), tolerance);
    EXPECT_LT((s.v - v).norm(), tolerance);
  }
  static Matrix W(const Eigen::Vector3d& q) { return weight(identity, B::G(q)); }
  static Matrix W_M(const Eigen::Vector3d& q) { return weight(B::M(q), B::G(q)); }

  static inline const Matrix identity = Matrix::Identity(3, 3);
  B bead_;
  Evaluator eval_;
  State start_;
  GivenWeight tangent_;
};

using Beads = testing::Types<Bead<2>, Bead<3>>;
TYPED_TEST_SUITE(Presets, Beads);

TYPED_TEST(Presets, BothVelAndPos) {
  using B = TypeParam;
  const State s = this->bead_.initial();
  const Vector q = s.q - this->W(s.q) * B::position(s), v = s.v - this->W(s.q) * B::velocity(s);
  this->expect_near(this->corrected("s_both"), q, v);
  this->expect_near(this->corrected("projection"), q, v);
  this->expect_near(this->corrected("s_vel"), s.q, v);
  this->expect_near(this->corrected("s_pos"), q, s.v);
  this->expect_near(this->corrected("none"), s.q, s.v);
  const double relax = 0.7;
  this->expect_near(this->corrected("s_both(relax=0.7)"), s.q - relax * (s.q - q),
                    s.v - relax * (s.v - v));
  EXPECT_LT(B::velocity(this->corrected("s_vel")).norm(), 1e-13);  // linear in v: closed at once
}

TYPED_TEST(Presets, Full) {
  using B = TypeParam;
  const State s = this->bead_.initial();
  const Index n = B::ng;
  Matrix H = Matrix::Zero(2 * n, 6);  // [G 0; (Gv)_q G]
  H << B::G(s.q), Matrix::Zero(n, 3), B::bend(s.v), B::G(s.q);
  Vector violation(2 * n);
  violation << B::position(s), B::velocity(s);
  const Vector move = H.completeOrthogonalDecomposition().pseudoInverse() * violation;
  this->expect_near(this->corrected("s_full"), s.q - move.head(3), s.v - move.tail(3), 1e-11);
  // 004 (4.6): the lower left block of F is -F_0 (Gv)_q F_0
  const Vector dq = this->W(s.q) * B::position(s);
  const Vector dv = this->W(s.q) * (B::velocity(s) - B::bend(s.v) * dq);
  this->expect_near(this->corrected("projection(curvature=block)"), s.q - dq, s.v - dv);
}

TYPED_TEST(Presets, BothTwice) {
  using B = TypeParam;
  const State s = this->bead_.initial();
  State once = s;
  once.q -= this->W(s.q) * B::position(s);
  once.v -= this->W(s.q) * B::velocity(s);
  const Matrix gram =
      (B::G(s.q) * B::G(s.q).transpose()).completeOrthogonalDecomposition().pseudoInverse();
  const Matrix mixed = B::G(once.q).transpose() * gram;  // G' of the new point, (G G') of the first
  this->expect_near(this->corrected("s_both2(G)"), once.q - mixed * B::position(once),
                    once.v - mixed * B::velocity(once), 1e-11);
  this->expect_near(this->corrected("s_both2(frozen)"), once.q - this->W(s.q) * B::position(once),
                    once.v - this->W(s.q) * B::velocity(once), 1e-11);
  EXPECT_LT(B::position(this->corrected("s_both2(G)")).norm(), 0.2 * B::position(once).norm());
}

// q with M and G of the start, v at the corrected q exactly.                       000 (11), (12)
TYPED_TEST(Presets, OneStep) {
  using B = TypeParam;
  State s = this->bead_.initial();
  s.q -= this->W_M(this->start_.q) * B::position(s);
  s.v -= this->W_M(s.q) * B::velocity(s);
  const State found = this->corrected("one_step");
  this->expect_near(found, s.q, s.v, 1e-11);
  EXPECT_LT(B::velocity(found).norm(), 1e-12);
}

// The nearest point: g = 0, and A (q - q~) has no part along the constraints.          000 (7a), (7b)
TYPED_TEST(Presets, NearestPoint) {
  using B = TypeParam;
  const State s = this->bead_.initial();
  for (const std::string text : {"to_tolerance(1e-11)", "projection(nearest=mass,tolerance=1e-11)",
                                 "projection(nearest=identity,tolerance=1e-11)"}) {
    const bool mass = text.find("identity") == text.npos;
    const State found = this->corrected(text);
    const Eigen::Vector3d q = found.q;
    const Matrix A = mass ? Matrix(B::M(q)) : this->identity;
    EXPECT_LE(max_norm(B::position(found)), 1e-11) << text;
    const Eigen::Vector3d along =
        Eigen::Vector3d(B::G(q).row(0)).cross(Eigen::Vector3d(B::G(q).row(1))).normalized();
    EXPECT_GT((q - s.q).norm(), 0.01) << text << ": far enough to tell both points apart";
    EXPECT_LT(std::abs(along.dot(A * (q - s.q))), 1e-10) << text;
    State moved = s;
    moved.q = found.q;
    const Vector v = s.v - weight(A, B::G(q)) * B::velocity(moved);
    EXPECT_LT((found.v - v).norm(), 1e-10) << text;
    EXPECT_LT(B::velocity(found).norm(), 1e-12) << text;
  }
}

// Where bodies rotate, q - q~ is the increment that leads from one to the other; rows at velocity
// level do not belong to the manifold.
TEST(NearestPoint, OnManifoldsAndWithVelocityRows) {
  for (const char* name : {"heavy-top", "rolling-disc", "squeezer"})
    for (const bool mass : {true, false}) {
      const auto system = problem::make_problem(name);
      const Shape& shape = system->shape();
      Evaluator eval(*system);
      State from = system->initial();
      eval.place(Slot::start, from);
      Vector off(shape.nv), q = from.q;
      for (Index i = 0; i < shape.nv; ++i) off[i] = 0.02 * std::cos(3.0 * static_cast<double>(i));
      system->retract(q, off, from.q);
      Projection p;
      p.metric = mass ? Metric::mass : Metric::identity;
      p.sequential = true;
      p.tolerance = 1e-12;
      GivenWeight none;
      const auto stabiliser = make_projection(eval, p, none);
      State s = from;
      stabiliser->begin(1e-3);
      ASSERT_EQ(stabiliser->correct(s, {true, true, false}, false), Status::ok) << name;
      const Vector dq = -stabiliser->moved_q();
      system->retract(from.q, dq, q);
      EXPECT_LT((q - s.q).norm(), 1e-14) << name;
      EXPECT_GT(dq.norm(), 1e-3) << name;
      eval.place(Slot::end, s);
      const Terms& t = eval.at(Slot::end, Term::M | Term::g | Term::G);
      std::vector<int> rows;
      for (int i = 0; i < shape.ng; ++i)
        if (shape.row_level[i] == RowLevel::position) rows.push_back(i);
      const Matrix G = t.G.to_matrix()(rows, Eigen::all);
      EXPECT_LE(max_norm(Vector(t.g(rows))), 1e-12) << name;
      const Matrix N = Eigen::FullPivLU<Matrix>(G).kernel();
      const Matrix A = mass ? t.M.to_matrix() : Matrix(Matrix::Identity(shape.nv, shape.nv));
      EXPECT_LT((N.transpose() * (A * dq)).norm(), 1e-9 * A.norm() * dq.norm() + 1e-13)
          << name << (mass ? " mass" : " identity");
    }
}

// v, then a with gamma of the projected v, by the weight that the step has.          001 (3), (4)
TYPED_TEST(Presets, Tangent) {
  using B = TypeParam;
  State s = this->bead_.initial();
  const Matrix& W = this->tangent_.W;
  s.v -= W * B::velocity(s);
  s.a -= W * B::acceleration(s);
  const State found = this->corrected("tangent");
  this->expect_near(found, s.q, s.v);
  EXPECT_LT((found.a - s.a).norm(), 1e-12);
  const State other = this->corrected("projection(levels=v,metric=tangent)");
  this->expect_near(other, s.q, s.v);
  EXPECT_EQ(other.a, this->bead_.initial().a);
}

// ERRATA 003.1 for q, each pass with M and G of its point; then v.
TYPED_TEST(Presets, Penalised) {
  using B = TypeParam;
  State s = this->bead_.initial();
  const double alpha = 50;
  const auto T = [&] { return Matrix(B::M(s.q) + alpha * B::G(s.q).transpose() * B::G(s.q)); };
  const Vector from = s.q;
  Vector sigma = Vector::Zero(B::ng);
  for (int pass = 0; pass < 3; ++pass) {
    if (pass > 0) sigma += alpha * B::position(s);
    const Vector r =
        B::M(s.q) * (s.q - from) + B::G(s.q).transpose() * (alpha * B::position(s) + sigma);
    s.q -= T().inverse() * r;
  }
  s.v -= T().inverse() * (B::G(s.q).transpose() * (alpha * B::velocity(s)));
  this->expect_near(this->corrected("penalised(alpha=50)"), s.q, s.v, 1e-11);
  this->expect_near(this->corrected("projection(metric=penalised,alpha=50,newton=3)"), s.q, s.v,
                    1e-11);
}

TYPED_TEST(Presets, ProjectionInTheMassMetric) {
  using B = TypeParam;
  const State s = this->bead_.initial();
  this->expect_near(this->corrected("projection(metric=mass)"),
                    s.q - this->W_M(s.q) * B::position(s), s.v - this->W_M(s.q) * B::velocity(s),
                    1e-11);
  State twice = s;  // each pass with its own W, then v at the corrected q
  for (int pass = 0; pass < 2; ++pass) twice.q -= this->W_M(twice.q) * B::position(twice);
  twice.v -= this->W_M(twice.q) * B::velocity(twice);
  this->expect_near(this->corrected("projection(metric=mass,newton=2,sequential=true)"), twice.q,
                    twice.v, 1e-11);
}

TYPED_TEST(Presets, ProjectionAtTheStart) {
  using B = TypeParam;
  State s = this->bead_.initial();
  s.q -= this->W(this->start_.q) * B::position(s);
  s.v -= this->W(s.q) * B::velocity(s);
  this->expect_near(this->corrected("projection(at=start,sequential=true)"), s.q, s.v, 1e-11);
}

}  // namespace
}  // namespace takt::test
