// The examples with contact end in a sensible state, in steps without heap: a leg stands on its foot,
// a gripper holds its ball.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/monitor.hpp"
#include "tests/realtime/allocation_guard.hpp"
#include "tests/support/models.hpp"

namespace takt::test {
namespace {

using Outputs = std::map<std::string, double>;

const std::string folder = TAKT_SOURCE_DIR "/examples/models/";

// The outputs at the end, and the least and largest value of each on the way.
struct Ending {
  Outputs at_end, least, most;
};

Ending ending(const std::string& model, const std::string& method, double step, double until,
              const std::vector<std::string>& set = {}) {
  SCOPED_TRACE(model + " " + method);
  const io::OpenModel open = io::open_model(folder + model, set, method);
  Engine engine = simulation_of(folder + model, method, step, until, set);
  EXPECT_TRUE(engine.cost().bounded);
  Evaluator eval(*open.system);
  const std::vector<std::string>& names = open.system->names().outputs;
  std::vector<double> values(names.size());
  Ending e;
  while (!engine.done()) {
    Status status = Status::ok;
    long heap = 0;
    {
      const AllocationGuard guard;
      status = engine.step().status;
      heap = guard.count();
    }
    EXPECT_EQ(heap, 0);
    EXPECT_EQ(status, Status::ok) << engine.failure();
    if (status != Status::ok) break;
    eval.place(Slot::start, engine.state());
    open.system->outputs(eval.point(Slot::start), values, eval.scratch());
    for (std::size_t k = 0; k < names.size(); ++k) {
      const double x = values[k];
      e.at_end[names[k]] = x;
      e.least.try_emplace(names[k], x).first->second = std::min(e.least[names[k]], x);
      e.most.try_emplace(names[k], x).first->second = std::max(e.most[names[k]], x);
    }
  }
  return e;
}

constexpr double degree = M_PI / 180;

TEST(ContactExamples, TheLegLandsAndStands) {
  for (const char* method : {"ode+linear_implicit_euler(J2)", "ode+trapezoidal(passes=3)"}) {
    SCOPED_TRACE(method);
    const Ending e = ending("biped-leg.yaml", method, 1e-3, 4);
    EXPECT_GT(e.most.at("load"), 2 * 24 * 9.81) << "it landed";
    EXPECT_NEAR(e.at_end.at("load"), 24 * 9.81, 1) << "it carries the weight";
    // The stops gave way by a few degrees at most, and the knee ends inside of them.
    EXPECT_GT(e.least.at("knee"), -3 * degree);
    EXPECT_LT(e.most.at("knee"), 133 * degree);
    EXPECT_GT(e.at_end.at("knee"), 5 * degree);
    EXPECT_LT(e.at_end.at("knee"), 90 * degree);
    const double foot = e.at_end.at("hip") + e.at_end.at("knee") + e.at_end.at("ankle");
    EXPECT_NEAR(foot, 0, 1 * degree) << "the foot is level";
    EXPECT_GT(e.at_end.at("pelvis"), 0.6);
  }
}

TEST(ContactExamples, TheGripperHoldsItsBall) {
  for (const char* method : {"state_space+generalized_alpha(rho=0.8,passes=3)",
                             "index2+linear_implicit_euler(J2)+one_step",
                             "natural:index2+linear_implicit_euler(J2)+one_step"}) {
    SCOPED_TRACE(method);
    const Ending e = ending("gripper.yaml", method, 1e-3, 4);
    EXPECT_NEAR(e.at_end.at("hand"), 0.15, 1e-6);
    EXPECT_NEAR(e.at_end.at("ball"), 0.15, 2e-3) << "it did not slip";
    EXPECT_NEAR(e.at_end.at("load"), 8, 0.5);
    EXPECT_EQ(e.at_end.at("table"), 0);
  }
  const Ending weak =
      ending("gripper.yaml", "index2+linear_implicit_euler(J2)+one_step", 1e-3, 4, {"grip=2 N"});
  EXPECT_LT(weak.at_end.at("ball"), 0.05) << "a weak grip lets it slip";
}

}  // namespace
}  // namespace takt::test
