// What contact must do, in steps with bounded methods and without heap: bounce, stick, slide, roll,
// rest; in joint and natural coordinates.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"
#include "tests/realtime/allocation_guard.hpp"
#include "tests/support/models.hpp"

namespace takt::test {
namespace {

const std::string folder = TAKT_SOURCE_DIR "/tests/support/models/";
constexpr double g = 9.81;

// Steps a model without heap, and shows its bodies.
class Watched {
 public:
  Watched(const std::string& model, const std::string& method, double step, double until,
          const std::vector<std::string>& set = {})
      : open_(io::open_model(folder + model, set, method)),
        engine_(simulation_of(folder + model, method, step, until, set)), eval_(*open_.system),
        bodies_(open_.mechanism->model().bodies.size()) {
    EXPECT_TRUE(engine_.cost().bounded) << method;
  }

  template <class Each> void run_to(double t, Each&& each) {
    while (engine_.state().t < t - 1e-9) {
      Status status = Status::ok;
      long heap = 0;
      {
        const AllocationGuard guard;
        status = engine_.step().status;
        heap = guard.count();
      }
      ASSERT_EQ(heap, 0);
      ASSERT_EQ(status, Status::ok) << "t = " << engine_.state().t << ": " << engine_.failure();
      each();
    }
  }
  void run_to(double t) {
    run_to(t, [] {});
  }

  const Motion& body(std::size_t i) {
    eval_.place(Slot::start, engine_.state());
    open_.mechanism->motions(eval_.point(Slot::start), bodies_, eval_.scratch());
    return bodies_[i];
  }
  double time() const { return engine_.state().t; }

 private:
  io::OpenModel open_;
  Engine engine_;
  Evaluator eval_;
  std::vector<Motion> bodies_;
};

TEST(Contact, BouncesWithItsRestitution) {
  for (const char* method : {"ode+rk4", "ode+heun", "ode+trapezoidal(passes=3)",
                             "natural:index1+rk4+s_both2", "natural:ali3+trapezoidal(passes=3)"})
    for (const char* e : {"0.3", "0.7", "1"}) {
      const double e2 = std::stod(e) * std::stod(e);
      const std::vector<std::string> set{std::string("restitution=") + e, "g=0"};
      Watched ball("contact_ball.yaml", method, 2e-5, 1, set);  // it lands at 0.16 s
      ball.run_to(0.2);
      EXPECT_NEAR(ball.body(1).v.squaredNorm() / (2 * g * 0.5) / e2, 1, 0.01)
          << method << " e = " << e;
    }
}

TEST(Contact, BouncesAsHighAsItsRestitutionSays) {
  for (const char* method : {"ode+rk4", "natural:ali3+trapezoidal(passes=3)"})
    for (const double e : {0.7, 1.0}) {
      Watched ball("contact_ball.yaml", method, 2e-5, 1, {"restitution=" + std::to_string(e)});
      double highest = 0;
      ball.run_to(0.4);  // it lands at 0.32 s
      ball.run_to(0.66, [&] { highest = std::max(highest, ball.body(1).p[2] - 0.1); });
      EXPECT_NEAR(highest / 0.5 / (e * e), 1, 0.01) << method << " e = " << e;
    }
}

double along_slope(const Vec3& v) { return v[0] * std::cos(M_PI / 9) + v[2] * std::sin(M_PI / 9); }

struct Sliding {
  double box, ball, cylinder, capsule;  // accelerations down the slope
};
Sliding sliding(const std::string& method, double step, const std::vector<std::string>& set) {
  Watched slope("contact_slope.yaml", method, step, 1.5, set);
  slope.run_to(0.5);
  double first[4], last[4];
  for (std::size_t i = 0; i < 4; ++i) first[i] = along_slope(slope.body(i + 1).v);
  const double start = slope.time();
  slope.run_to(1);
  for (std::size_t i = 0; i < 4; ++i) last[i] = along_slope(slope.body(i + 1).v);
  const double time = slope.time() - start;
  return {-(last[0] - first[0]) / time, -(last[1] - first[1]) / time, -(last[2] - first[2]) / time,
          -(last[3] - first[3]) / time};
}

// Below its friction angle a box stays, above it it slides; balls, cylinders and capsules roll.
TEST(Contact, OnASlopeSticksSlidesAndRolls) {
  const double a = M_PI / 9;  // the friction angle of tan(a) = 0.364
  struct Way {
    const char *method, *law;
    double step;
  };
  for (const Way& w :
       {Way{"ode+rk4", "smooth", 2e-4}, Way{"ode+trapezoidal(passes=3)", "smooth", 1e-3},
        Way{"ode+trapezoidal(passes=3)", "bristle", 1e-3},
        Way{"ode+linear_implicit_euler(J2)", "bristle", 1e-3},
        Way{"ode+sdirk2(passes=3)", "bristle", 1e-3},
        Way{"natural:ali3+trapezoidal(passes=3)+tangent", "bristle", 1e-3},
        Way{"natural:index2+linear_implicit_euler(J2)+one_step", "smooth", 2e-4}}) {
    const std::string law = std::string("law=") + w.law;
    SCOPED_TRACE(std::string(w.method) + " " + w.law);
    const Sliding rough = sliding(w.method, w.step, {law, "friction=0.5"});
    EXPECT_NEAR(rough.box, 0, 5e-3);
    EXPECT_NEAR(rough.ball, 5.0 / 7 * g * std::sin(a), 0.01 * g * std::sin(a));
    EXPECT_NEAR(rough.cylinder, 2.0 / 3 * g * std::sin(a), 0.01 * g * std::sin(a));
    EXPECT_NEAR(rough.capsule, g * std::sin(a) / 1.4, 0.01 * g * std::sin(a));
    const Sliding smooth = sliding(w.method, w.step, {law, "friction=0.25"});
    const double slides = g * (std::sin(a) - 0.25 * std::cos(a));
    EXPECT_NEAR(smooth.box, slides, 0.01 * slides);
  }
}

TEST(Contact, OfABoxThatSticksDoesNotCreep) {
  for (const char* method : {"ode+trapezoidal(passes=3)", "ode+linear_implicit_euler(J2)",
                             "natural:ali3+trapezoidal(passes=3)+tangent"}) {
    Watched slope("contact_slope.yaml", method, 1e-3, 6, {"law=bristle", "friction=0.5"});
    slope.run_to(2);
    const Vec3 before = slope.body(1).p;
    slope.run_to(4);
    EXPECT_LT((slope.body(1).p - before).norm(), 1e-6) << method;
    EXPECT_LT(slope.body(1).v.norm(), 1e-6) << method;
  }
}

TEST(Contact, OfABallOnThreeOthersRests) {
  for (const char* method : {"ode+linear_implicit_euler(J2)", "ode+trapezoidal(passes=3)",
                             "natural:ali3+trapezoidal(passes=3)+tangent"}) {
    Watched pile("contact_pile.yaml", method, 1e-3, 8, {"law=bristle", "lever=0"});
    pile.run_to(6);
    const Vec3 before = pile.body(1).p;
    double fastest = 0;
    pile.run_to(7, [&] { fastest = std::max(fastest, pile.body(1).v.norm()); });
    EXPECT_LT(fastest, 1e-4) << method;
    EXPECT_LT((pile.body(1).p - before).norm(), 1e-5) << method;
    EXPECT_GT(pile.body(1).p[2], 0.1) << method;  // it did not fall through
  }
}

}  // namespace
}  // namespace takt::test
