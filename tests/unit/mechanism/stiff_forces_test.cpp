// Forces with `implicit: auto`: which of them an implicit step keeps in K and C.
//                                                                     000 section 1, [24], [25]
#include "takt/mechanism/stiff_forces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/model_file/source.hpp"
#include "tests/support/methods.hpp"

namespace takt::mechanism {
namespace {

constexpr const char* file = TAKT_SOURCE_DIR "/tests/support/models/stiff_and_soft.yaml";

std::string text_with(const std::string& stiff, const std::string& soft, const std::string& stop) {
  std::string text = io::model_file::read_text_file(file, "test");
  std::size_t at = 0;
  for (const std::string& value : {stiff, soft, stop}) {
    at = text.find("implicit: auto", at);
    text.replace(at, 14, "implicit: " + value);
    ++at;
  }
  return text;
}

io::OpenModel opened(const std::string& text, const std::string& method,
                     const std::vector<std::string>& set = {}) {
  std::map<std::string, std::string> values;
  for (const std::string& s : set) values[s.substr(0, s.find('='))] = s.substr(s.find('=') + 1);
  return io::open_model(io::read_model(text, "model.yaml", values), {}, method);
}

Engine engine_of(const io::OpenModel& open, const std::string& method, double h, double until = 1) {
  Method m = parse_method(method);
  m.step = h;
  SetUp set_up;
  set_up.until = until;
  return {open.system, m, open.start, set_up};
}

const std::string automatic = text_with("auto", "auto", "auto");

// The mass that a spring moves: a against the ground; a against b and c, which the gear joins.
TEST(StiffForces, AreJudgedByTheMassTheyMove) {
  constexpr double h = 1e-3, k = 1e6, c = 20, d = 0.5, m_soft = 1 / (1 / 1.0 + 1 / 3.0);
  for (const char* coordinates : {"joint:", "natural:"}) {
    const io::OpenModel open = opened(automatic, coordinates);
    const auto judged = open.mechanism->judge_forces(h, open.start);
    ASSERT_EQ(judged.size(), 3u);
    EXPECT_NEAR(judged[0].h_omega, h * std::sqrt(k), 1e-9) << coordinates;
    EXPECT_EQ(judged[0].h_damping, 0);
    EXPECT_TRUE(judged[0].implicit);
    EXPECT_NEAR(judged[1].h_omega, h * std::sqrt(c / m_soft), 1e-9) << coordinates;
    EXPECT_NEAR(judged[1].h_damping, h * d / m_soft, 1e-9) << coordinates;
    EXPECT_FALSE(judged[1].implicit);
    EXPECT_EQ(judged[2].why, StiffForce::Why::idle);
    EXPECT_TRUE(judged[2].implicit);
  }
}

TEST(StiffForces, AreDecidedByTheStep) {
  const io::OpenModel open = opened(automatic, "joint:");
  const auto implicit = [&](double h, int force) {
    return open.mechanism->judge_forces(h, open.start)[static_cast<std::size_t>(force)].implicit;
  };
  EXPECT_TRUE(implicit(1e-3, 0));
  EXPECT_FALSE(implicit(1e-5, 0));  // h omega = 0.01
  EXPECT_FALSE(implicit(1e-3, 1));
  EXPECT_TRUE(implicit(5e-3, 1));  // h omega = 0.026
}

TEST(StiffForces, TheSameInBothSetsOfCoordinates) {
  for (const char* model : {"iltis", "double-wishbone-corner", "train-carriage"}) {
    const std::vector<std::string> flat{"road=flat"};
    Model read = *io::read_any_model(model, std::string_view(model) == "iltis"
                                                ? std::span<const std::string>(flat)
                                                : std::span<const std::string>());
    for (Force& f : read.forces) f.by_step = true;
    std::vector<StiffForce> judged[2];
    for (const int k : {0, 1}) try {
        const io::OpenModel open = io::open_model(read, {}, k == 0 ? "joint:" : "natural:");
        judged[k] = open.mechanism->judge_forces(1e-3, open.start);
      } catch (const Error&) {
        continue;  // natural coordinates do not have everything
      }
    if (judged[1].empty()) continue;
    ASSERT_EQ(judged[0].size(), judged[1].size());
    for (std::size_t i = 0; i < judged[0].size(); ++i) {
      const std::string name = std::string(model) + " " + read.forces[judged[0][i].force].name;
      EXPECT_NEAR(judged[0][i].h_omega, judged[1][i].h_omega, 1e-4 * (1e-3 + judged[1][i].h_omega))
          << name;
      EXPECT_NEAR(judged[0][i].h_damping, judged[1][i].h_damping,
                  1e-4 * (1e-3 + judged[1][i].h_damping))
          << name;
    }
  }
}

// By hand: the stiff one and the stop true, the soft one false. The same bits.
TEST(StiffForces, RunAsIfWrittenByHand) {
  for (const char* method :
       {"joint:index2+linear_implicit_euler(J2)+one_step",
        "joint:ali3+trapezoidal(passes=2)+tangent",
        "natural:index2+linear_implicit_euler(J2)+one_step",
        "natural:ali3+trapezoidal(passes=2)+tangent", "natural:conserving+midpoint(passes=2)"}) {
    const auto end = [&](const std::string& text, double h) {
      const io::OpenModel open = opened(text, method);
      Engine s = engine_of(open, method, h, 0.2);
      EXPECT_EQ(test::run_to_end(s), Status::ok) << method;
      return s.state();
    };
    const State by_step = end(automatic, 1e-3);
    EXPECT_EQ(by_step.q, end(text_with("true", "false", "true"), 1e-3).q) << method;
    EXPECT_EQ(by_step.v, end(text_with("true", "false", "true"), 1e-3).v) << method;
    EXPECT_NE(by_step.q, end(text_with("true", "true", "true"), 1e-3).q) << method;
    // In a step of 5 ms the soft one is stiff, too.
    EXPECT_EQ(end(automatic, 5e-3).q, end(text_with("true", "true", "true"), 5e-3).q) << method;
  }
}

// What methods with steps of their own, without K and C, or with residuals make of it: nothing.
TEST(StiffForces, ConcernMethodsWithKAndC) {
  const io::OpenModel open = opened(automatic, "joint:");
  const auto same = [&](const std::string& method) {
    const Engine s = engine_of(open, method, 1e-3);
    return &s.system() == open.system.get();
  };
  EXPECT_TRUE(same("joint:index1+heun+s_both2"));
  EXPECT_TRUE(same("joint:index1+dopri5+s_both2"));
  EXPECT_TRUE(same("joint:ggl+bdf"));
  EXPECT_TRUE(same("joint:ggl+backward_euler(passes=2)"));
  EXPECT_FALSE(same("joint:ali3+trapezoidal(passes=2)+tangent"));
  const io::OpenModel decided = opened(text_with("true", "false", "true"), "joint:");
  const Engine s = engine_of(decided, "joint:ali3+trapezoidal(passes=2)+tangent", 1e-3);
  EXPECT_EQ(&s.system(), decided.system.get());
}

// The force between a and b is gone from the pattern of K; K_full keeps it.
TEST(StiffForces, LeaveThePatternOfK) {
  const io::OpenModel open = opened(text_with("auto", "auto", "false"), "natural:");
  const Engine s = engine_of(open, "natural:ali3+trapezoidal(passes=2)+tangent", 1e-3);
  const Shape &all = open.system->shape(), &thin = s.system().shape();
  EXPECT_LT(thin.K->size(), all.K->size());
  EXPECT_EQ(thin.K_full->size(), all.K_full->size());
  Evaluator eval(s.system()), of_all(*open.system);
  eval.place(Slot::start, s.state());
  of_all.place(Slot::start, s.state());
  const Terms& t = eval.at(Slot::start, Term::K | Term::C | Term::K_full | Term::f);
  const Terms& u = of_all.at(Slot::start, Term::K | Term::C | Term::K_full | Term::f);
  EXPECT_EQ(t.f, u.f);
  EXPECT_EQ(t.K_full.to_matrix(), u.K_full.to_matrix());
  EXPECT_EQ(t.C.to_matrix().norm(), 0);
  const io::OpenModel alone =
      opened(text_with("true", "false", "false"), "natural:", {"c=0", "d=0"});
  Evaluator stiff(*alone.system);
  stiff.place(Slot::start, s.state());
  const Matrix K = stiff.at(Slot::start, Need(Term::K)).K.to_matrix();
  EXPECT_GT(K.norm(), 1e5);
  EXPECT_EQ(t.K.to_matrix(), K);
}

// The same in joint coordinates, where K of many coordinates is stored sparse: pairs of masses side by
// side, coupled by springs that are left out, with a turning arm on each.
std::string pairs(const std::string& between) {
  std::string text = io::model_file::read_text_file(
      TAKT_SOURCE_DIR "/tests/support/models/soft_pairs.yaml", "test");
  return text.replace(text.find("auto"), 4, between);
}

TEST(StiffForces, LeaveThePatternOfKInJointCoordinates) {
  const io::OpenModel open = opened(pairs("auto"), "joint:"),
                      none = opened(pairs("true"), "joint:");
  const std::string method = "joint:ode+linear_implicit_euler(J2)";
  Engine s = engine_of(open, method, 1e-3, 0.2);
  const Shape &all = open.system->shape(), &thin = s.system().shape();
  ASSERT_FALSE(all.K->full);
  EXPECT_LT(thin.K->size(), all.K->size());
  EXPECT_LT(thin.C->size(), all.C->size());
  EXPECT_EQ(thin.K_full->size(), all.K_full->size());
  EXPECT_EQ(test::run_to_end(s), Status::ok);
  Engine by_hand = engine_of(opened(pairs("false"), "joint:"), method, 1e-3, 0.2);
  EXPECT_EQ(test::run_to_end(by_hand), Status::ok);
  EXPECT_EQ(s.state().q, by_hand.state().q);
  Evaluator eval(s.system()), of_all(*none.system);
  eval.place(Slot::start, s.state());
  of_all.place(Slot::start, s.state());
  const Need need = Term::K | Term::C | Term::f;
  const Terms &t = eval.at(Slot::start, need), &u = of_all.at(Slot::start, need);
  EXPECT_LT((t.f - u.f).norm(), 1e-12 * u.f.norm());
  EXPECT_EQ(eval.at(Slot::start, Need(Term::K_full)).K_full.to_matrix(),
            of_all.at(Slot::start, Need(Term::K_full)).K_full.to_matrix());
  // What is left is the stiff springs and inertia; K v is the product of what is left.
  std::string alone = pairs("true");
  const std::string spring = "stiffness: 30 N/m, damping: 0.3 N s/m";
  alone.replace(alone.find(spring), spring.size(), "stiffness: 0 N/m");
  const io::OpenModel uncoupled = opened(alone, "joint:");
  Evaluator of_uncoupled(*uncoupled.system);
  of_uncoupled.place(Slot::start, s.state());
  const Terms& x = of_uncoupled.at(Slot::start, Term::K | Term::C);
  const Matrix K = t.K.to_matrix();
  EXPECT_GT((K - u.K.to_matrix()).norm(), 1);
  EXPECT_LT((K - x.K.to_matrix()).norm(), 1e-12 * K.norm());
  EXPECT_LT((t.C.to_matrix() - x.C.to_matrix()).norm(), 1e-12);
  Terms both = make_terms(thin);
  const auto scratch = s.system().make_scratch();
  s.system().evaluate(eval.point(Slot::start), Term::K | Term::K_v, both, *scratch);
  EXPECT_LT((both.K_v - K * s.state().v).norm(), 1e-12 * (1 + both.K_v.norm()));
}

// What is left out changes a run by less than its error.
TEST(StiffForces, AreLeftOutWithoutLoss) {
  const auto at_the_end = [&](const std::string& text, const std::string& method, double h) {
    const io::OpenModel open = opened(text, method);
    Engine s = engine_of(open, method, h, 0.5);
    EXPECT_EQ(test::run_to_end(s), Status::ok);
    return Vector(s.state().q);
  };
  const Vector exact = at_the_end(automatic, "joint:index1+dopri5(rtol=1e-11)+s_both2", 1e-4);
  for (const char* method : {"joint:index2+linear_implicit_euler(J2)+one_step",
                             "joint:ali3+trapezoidal(passes=3)+tangent"}) {
    const Vector by_step = at_the_end(automatic, method, 1e-3),
                 all = at_the_end(text_with("true", "true", "true"), method, 1e-3);
    const double error = (all - exact).norm();
    std::printf("  %-50s error %.2e, with auto %.2e, difference %.1e\n", method, error,
                (by_step - exact).norm(), (by_step - all).norm());
    EXPECT_LT((by_step - exact).norm(), 1.5 * error) << method;
  }
}

TEST(StiffForces, WrongWordsSayWhere) {
  try {
    opened(text_with("auto", "automatic", "true"), "joint:");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "'implicit' cannot be 'automatic'");
    EXPECT_NE(e.where.find("model.yaml:18"), std::string::npos) << e.where;
    EXPECT_NE(e.hint.find("auto"), std::string::npos) << e.hint;
  }
}

}  // namespace
}  // namespace takt::mechanism
