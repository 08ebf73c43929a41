// What the report of a run shows and finds: drift as a plot over time, times of steps, a run that failed.
#include <gtest/gtest.h>

#include <algorithm>

#include "web/page/json.hpp"
#include "web/report/run_charts.hpp"
#include "web/report/run_findings.hpp"
#include "web/report/run_page.hpp"

namespace takt::web {
namespace {

Summary summary_of(std::int64_t steps, std::int64_t usual_ns, std::int64_t slow,
                   std::int64_t slow_ns) {
  Summary s;
  for (std::int64_t i = 0; i < steps; ++i) s.step_time.add(i < slow ? slow_ns : usual_ns);
  s.steps = steps;
  s.cpu_s = s.step_time.sum() * 1e-9;
  s.simulated = 1e-3 * double(steps);
  return s;
}

Card card(const std::vector<Card>& all, const std::string& label) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Card& c) { return c.label == label; });
  return found == all.end() ? Card{} : *found;
}

TEST(Report, JudgesNearlyAllStepsAndNotTheSlowest) {
  constexpr double step = 1e-3;
  const auto slowest = [&](std::int64_t slow, std::int64_t slow_ns) {
    return card(cards_of(summary_of(1000, 5000, slow, slow_ns), step), "slowest step");
  };
  EXPECT_EQ(slowest(1, 500'000).tone, Tone::good);
  EXPECT_EQ(slowest(1, 4'000'000).tone, Tone::neutral);
  EXPECT_NE(slowest(1, 4'000'000).note.find("not judged"), std::string::npos);
  EXPECT_EQ(slowest(50, 4'000'000).tone, Tone::warn);
}

TEST(Report, SaysWhenFewStepsMakeTheMean) {
  const auto mean = [](std::int64_t slow_ns) {
    return card(cards_of(summary_of(1000, 5000, 2, slow_ns), 1e-3), "one step").note;
  };
  EXPECT_EQ(mean(6000).find("few very long ones"), std::string::npos);
  EXPECT_NE(mean(5'000'000).find("few very long ones"), std::string::npos);
}

DataTable drift() {
  return {"series",
          {{"t", "s", "", {0, 1, 2}},
           {"drift.position", "", "", {0, 3e-10, 0}},
           {"drift.velocity", "", "", {0, 0, 0}}},
          std::nullopt};
}

TEST(Report, DrawsDriftAsSizesWithItsBound) {
  Bound bound{};
  bound.holds = true;
  bound.limit = 1e-8;
  const auto section = drift_plot(drift(), bound);
  ASSERT_TRUE(section);
  ASSERT_EQ(section->plots.size(), 1u);
  const SignalsSection::Plot& plot = section->plots[0];
  EXPECT_TRUE(plot.log && plot.upper);
  EXPECT_EQ(plot.columns, std::vector<std::string>{"drift.position"});
  ASSERT_EQ(plot.marks.size(), 1u);
  EXPECT_EQ(plot.marks[0].y, 1e-8);
  bound.holds = false;
  EXPECT_TRUE(drift_plot(drift(), bound)->plots[0].marks.empty());
}

TEST(Report, OpensAFailedRunWhereItFailed) {
  const auto opens = [](Status status) {
    RunReport r;
    r.from.model = "arm";
    r.series = drift();
    r.summary = summary_of(10, 5000, 0, 0);
    r.summary->status = status;
    r.summary->t_end = 1.5;
    return run_page(std::move(r));
  };
  const Page failed = opens(Status::not_finite);
  EXPECT_EQ(failed.opens_at, 1.5);
  EXPECT_EQ(card(failed.cards, "status").value, "blew up");
  EXPECT_EQ(to_json(failed, nlohmann::ordered_json::array())["opensAt"], 1.5);
  EXPECT_FALSE(opens(Status::ok).opens_at);
  EXPECT_FALSE(opens(Status::interrupted).opens_at);
}

TEST(Report, SaysWhyThereIsNoPicture) {
  RunReport r;
  r.from.model = "rolling-disc";
  r.series = drift();
  const auto note = [](const RunReport& given) {
    return std::get<SignalsSection>(run_page(given).sections.at(0)).note;
  };
  EXPECT_EQ(note(r),
            "'rolling-disc' is a problem written by hand: it has no bodies, so no picture.");
  r.from.model_text = "takt: 1";  // a mechanism whose files are not found says so in a warning
  EXPECT_EQ(note(r), "");
  r.from.model = r.from.model_text = "";  // numbers from anywhere
  EXPECT_EQ(note(r), "");
}

TEST(Report, TheSceneSaysWhatIsUpAndWhereToLookFrom) {
  scene::Scene s;
  s.bodies.push_back({.name = "ground", .pose = {}, .shapes = {}, .frames = {}});
  const auto up = [&](const Vec3& gravity) {
    s.gravity = gravity;
    return to_json(s)["up"].get<std::vector<double>>();
  };
  EXPECT_EQ(up(Vec3(0, -9.81, 0)), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(up(Vec3::Zero()), (std::vector<double>{0, 0, 1}));
  const auto towards = to_json(s)["towards"].get<std::vector<double>>();
  EXPECT_NEAR(Vec3(towards[0], towards[1], towards[2]).norm(), 1, 1e-12);
}

}  // namespace
}  // namespace takt::web
