// The vehicles of paper 002 (Arnold, Fuchs, Fuehrer) as model files, compared with the same
// vehicles written by hand: all terms at random states along the motion, and whole runs.
#include <gtest/gtest.h>

#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/models.hpp"
#include "tests/unit/problem/points.hpp"

namespace takt::test {
namespace {

using problem::excitation_at;
using problem::points_of;
using problem::sizes_of;
using problem::terms_at;

// knuckle_fl.x, written by hand, is fl.knuckle.x in the model.
std::string in_model(const std::string& name) {
  for (const std::string part : {"knuckle_", "wheel_"})
    if (name.starts_with(part))
      return name.substr(part.size(), 2) + "." + part.substr(0, part.size() - 1) +
             name.substr(part.size() + 2);
  return name;
}

// Row or column i of the one by hand is places(...)[i] of the model.
std::vector<Index> places(const std::vector<std::string>& by_hand,
                          const std::vector<std::string>& model) {
  std::vector<Index> all;
  for (const std::string& name : by_hand) {
    const auto found = std::find(model.begin(), model.end(), in_model(name));
    if (found == model.end()) throw std::logic_error("the model has no " + name);
    all.push_back(found - model.begin());
  }
  return all;
}

Vector picked(const Vector& x, const std::vector<Index>& at) {
  Vector y(static_cast<Index>(at.size()));
  for (std::size_t i = 0; i < at.size(); ++i) y[static_cast<Index>(i)] = x[at[i]];
  return y;
}
Matrix picked(const Matrix& A, const std::vector<Index>& rows, const std::vector<Index>& cols) {
  Matrix B(static_cast<Index>(rows.size()), static_cast<Index>(cols.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < cols.size(); ++j)
      B(static_cast<Index>(i), static_cast<Index>(j)) = A(rows[i], cols[j]);
  return B;
}
Vector spread(const Vector& x, const std::vector<Index>& at) {
  Vector y(x.size());
  for (std::size_t i = 0; i < at.size(); ++i) y[at[i]] = x[static_cast<Index>(i)];
  return y;
}

class Vehicle : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const EquationsOfMotion> hand = by_hand::make(GetParam()),
                                           model = problem::system_of(GetParam());
  std::vector<Index> q = places(hand->names().q, model->names().q),
                     rows = places(hand->names().rows, model->names().rows);

  State in_model_of(const State& s) const {
    State x = model->initial();
    x.t = s.t;
    x.q = spread(s.q, q);
    x.v = spread(s.v, q);
    x.a = spread(s.a, q);
    x.lambda = spread(s.lambda, rows);
    return x;
  }
};

// To 1e-9 of the largest entry of the row, or of the sums that cancel in it.
void expect_same(const Matrix& A, const Matrix& B, double size, const char* what) {
  ASSERT_EQ(A.rows(), B.rows()) << what;
  ASSERT_EQ(A.cols(), B.cols()) << what;
  for (Index i = 0; i < A.rows(); ++i) {
    const double row = A.cols() == 0 ? 0 : A.row(i).cwiseAbs().maxCoeff();
    for (Index j = 0; j < A.cols(); ++j)
      ASSERT_NEAR(A(i, j), B(i, j), 1e-9 * std::max(row, size)) << what << " " << i << ", " << j;
  }
}

TEST_P(Vehicle, HasTheTermsOfTheOneByHand) {
  for (const State& s : points_of(*hand, sizes_of(GetParam()))) {
    const Terms a = terms_at(*hand, s), b = terms_at(*model, in_model_of(s));
    const double force = max_norm(a.f) + 1e4;
    expect_same(a.M.to_matrix(), picked(b.M.to_matrix(), q, q), 1e-3, "M");
    expect_same(a.f, picked(b.f, q), force, "f");
    expect_same(a.K.to_matrix(), picked(b.K.to_matrix(), q, q), force, "K");
    expect_same(a.C.to_matrix(), picked(b.C.to_matrix(), q, q), force, "C");
    expect_same(a.K_full.to_matrix(), picked(b.K_full.to_matrix(), q, q), force, "K_full");
    expect_same(a.K_v, picked(b.K_v, q), force, "K_v");
    if (hand->shape().ng == 0) continue;
    expect_same(a.g, picked(b.g, rows), 1, "g");
    expect_same(a.gI, picked(b.gI, rows), 1, "gI");
    expect_same(a.gamma, picked(b.gamma, rows), 1, "gamma");
    expect_same(a.G.to_matrix(), picked(b.G.to_matrix(), rows, q), 1, "G");
    expect_same(a.Gv_q.to_matrix(), picked(b.Gv_q.to_matrix(), rows, q), 1, "Gv_q");
    expect_same(a.K_lambda.to_matrix(), picked(b.K_lambda.to_matrix(), q, q), force, "K_lambda");
    expect_same(a.K_lambda_v, picked(b.K_lambda_v, q), force, "K_lambda_v");
    expect_same(a.f_lambda.to_matrix(), picked(b.f_lambda.to_matrix(), q, rows), 1, "f_lambda");
  }
}

TEST_P(Vehicle, HasThePotentialAndTheRecursionsOfTheOneByHand) {
  double shift = 0;  // where heights are counted from
  bool first = true;
  for (const State& s : points_of(*hand, sizes_of(GetParam()))) {
    const State x = in_model_of(s);
    const Excitation u = excitation_at(*hand, s.t), ux = excitation_at(*model, s.t);
    const auto scratch = hand->make_scratch(), scratch_x = model->make_scratch();
    const Point p{s.q, s.v, s.a, s.lambda, s.z, u}, px{x.q, x.v, x.a, x.lambda, x.z, ux};
    const Vector extra = Vector::LinSpaced(s.v.size(), -100, 200);
    Vector a(s.v.size()), b = a, r = a, rx = a;
    hand->recursive()->acceleration(p, extra, a, *scratch);
    model->recursive()->acceleration(px, spread(extra, q), b, *scratch_x);
    expect_same(a, picked(b, q), max_norm(a), "a");
    hand->recursive()->balance(p, s.a, extra, r, *scratch);
    model->recursive()->balance(px, x.a, spread(extra, q), rx, *scratch_x);
    expect_same(r, picked(rx, q), max_norm(r), "balance");
    const double V = hand->potential(p, *scratch), Vx = model->potential(px, *scratch_x);
    if (first) shift = Vx - V;
    first = false;
    EXPECT_NEAR(Vx - V, shift, 1e-9 * (std::abs(Vx) + std::abs(V))) << s.t;
  }
}

// Both are integrated by themselves: they differ by errors of the size of the tolerance.
TEST_P(Vehicle, MovesAsTheOneByHand) {
  const bool train = hand->shape().ng > 0;
  const std::string text =
      train ? "ggl+bdf(rtol=1e-6,atol=1e-8,h0=1e-4)" : "ode+bdf(rtol=1e-6,atol=1e-8,h0=1e-4)";
  const double until = train ? 3 : 1;
  Method method = parse_method(text);
  takt::SetUp set_up;
  set_up.until = until;
  const Summary a = whole_run(Engine(hand, method, hand->initial(), set_up));
  const Summary b = whole_run(simulation_of(GetParam(), text, 1e-4, until));
  const Vector qa = a.final_state.q, qb = picked(b.final_state.q, q);
  for (Index i = 0; i < qa.size(); ++i)
    EXPECT_NEAR(qa[i], qb[i], 2e-5) << hand->names().q[static_cast<std::size_t>(i)];
  // Round-off alone scatters the steps by some per cent (ERRATA 002.7).
  EXPECT_NEAR(static_cast<double>(b.steps), static_cast<double>(a.steps),
              0.15 * static_cast<double>(a.steps));
}

TEST_P(Vehicle, IsRefusedInNaturalCoordinates) {
  try {
    io::open_model(GetParam(), {}, "natural:ode+rk4");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(e.hint.find("joint coordinates"), std::string::npos) << e.hint;
  }
}

INSTANTIATE_TEST_SUITE_P(Vehicles, Vehicle,
                         testing::Values("test-rig", "passenger-car", "train-carriage"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// 98 unknowns in 46 groups of columns; the car's body touches every column of the knuckles.
TEST(Vehicles, HaveTheColumnGroupsOfThePaper) {
  const std::string bdf = "+bdf(rtol=1e-4,atol=1e-4,h0=1e-3)+grouped+on_demand";
  const auto groups = [&](const char* name, const char* formulation) {
    return whole_run(simulation_of(name, formulation + bdf, 1e-3, 0.2)).counters.column_groups;
  };
  EXPECT_EQ(groups("train-carriage", "ggl"), 46);
  EXPECT_EQ(groups("passenger-car", "ode"), 60);
}

// Mistakes in a contact are said with what to write instead.
TEST(WheelRail, SaysWhatIsWrong) {
  const std::string text(io::find_shipped("train-carriage")->text);
  const auto hint = [&](const std::string& what, const std::string& instead) {
    std::string wrong = text;
    const std::size_t at = wrong.find(what);
    if (at == std::string::npos) return "no '" + what + "' in the model";
    wrong.replace(at, what.size(), instead);
    try {
      io::read_model(wrong, "wrong.yaml");
    } catch (const Error& e) {
      return std::string(e.what()) + "; " + e.hint;
    }
    return std::string("nothing is wrong");
  };
  const auto expect = [&](const std::string& what, const std::string& instead, const char* said) {
    EXPECT_NE(hint(what, instead).find(said), std::string::npos) << hint(what, instead);
  };
  expect("joint: \"wheelset${i}${j}\"", "joint: body", "vehicle_body");
  expect("contact: \"wheelset${i}${j}.left\"", "contact: rail", "wheel_rail");
  expect("waves: [[41, ", "waves: [[41], [", "a phase");
  expect("side: left", "side: lft", "left");
  expect("flange_at: 6 mm", "flang_at: 6 mm", "flange_at");
}

// The carriage's creep depends on the multipliers that the same step would solve for.
TEST(TrainCarriage, IsRefusedWhereForcesMustBeKnownFirst) {
  for (const char* text :
       {"index1+heun+s_both2", "index2+linear_implicit_euler(J2)+one_step", "ali1+rk4",
        "ali3+trapezoidal+tangent", "penalty+rk4", "state_space+rk4", "hybrid+trapezoidal"}) {
    try {
      simulation_of("train-carriage", text, 1e-3, 1);
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("depend on the multipliers"), std::string::npos)
          << text << ": " << e.what();
      EXPECT_NE(e.hint.find("ggl"), std::string::npos) << e.hint;
    }
  }
  EXPECT_NO_THROW(simulation_of("train-carriage", "index2+backward_euler", 1e-3, 1));
}

}  // namespace
}  // namespace takt::test
