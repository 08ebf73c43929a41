// Which method `takt tune` recommends; the test supplies the clock.
#include "takt/certify/advisor.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "takt/base/error.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/certify/advice_reason.hpp"
#include "takt/certify/candidates.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/method/default_method.hpp"

namespace takt::certify {
namespace {

Opener opener(const std::string& model, const std::vector<std::string>& set = {}) {
  return [=](const std::string& method) { return io::open_model(model, set, method); };
}

TuneOptions few(std::int64_t nanoseconds) {
  TuneOptions o;
  o.period = 10e-3;
  o.until = 2;
  o.methods = {"index1+explicit_euler+s_both2", "index1+heun+s_both2", "index1+rk4+s_both2"};
  auto now = std::make_shared<std::int64_t>(0);
  o.clock = [=] { return *now += nanoseconds; };
  return o;
}

TEST(Advisor, TakesOneThatMeetsTheAccuracy) {
  const Advice a = tune(opener("pendulum-cartesian"), few(1000));
  ASSERT_GE(a.recommended, 0) << a.why;
  const Trial& t = a.trials[static_cast<std::size_t>(a.recommended)];
  EXPECT_TRUE(t.meets);
  EXPECT_LE(t.error, a.accuracy);
  EXPECT_DOUBLE_EQ(t.worst, 1e-6);
  EXPECT_NEAR(a.horizon, 2, 1e-9);
  for (const Trial& x : a.trials)
    if (x.method.find("explicit_euler") != std::string::npos) {
      EXPECT_FALSE(x.meets) << x.error;
    }
}

TEST(Advisor, SaysWhatComesNearestWhenNothingIsGoodEnough) {
  TuneOptions o = few(1000);
  o.methods = {"index1+explicit_euler+s_both2"};
  const Advice a = tune(opener("pendulum-cartesian"), o);
  EXPECT_EQ(a.recommended, -1);
  ASSERT_GE(a.nearest, 0);
  EXPECT_DOUBLE_EQ(a.trials[static_cast<std::size_t>(a.nearest)].step, 10e-3 / 32);  // the smallest
  EXPECT_NE(a.why.find("comes nearest"), std::string::npos) << a.why;
}

TEST(Advisor, WantsConstraintsHeldForHours) {
  TuneOptions o = few(1000);
  o.methods = {"index1+rk4"};
  const Advice a = tune(opener("pendulum-cartesian"), o);
  EXPECT_EQ(a.recommended, -1);
  ASSERT_GE(a.nearest, 0);
  EXPECT_LE(a.trials[static_cast<std::size_t>(a.nearest)].error, a.accuracy);
  EXPECT_TRUE(a.trials[static_cast<std::size_t>(a.nearest)].grows);
}

TEST(Advisor, TakesNothingOfUnknownStability) {
  TuneOptions o = few(1000);
  o.period = 1e-3;
  o.accuracy = 1;
  o.methods = {"ode+heun"};
  const Advice a = tune(opener(TAKT_SOURCE_DIR "/tests/support/models/dry_slider.yaml"), o);
  const auto whole =
      std::find_if(a.trials.begin(), a.trials.end(), [](const Trial& t) { return t.step == 1e-3; });
  ASSERT_NE(whole, a.trials.end());
  EXPECT_LE(whole->error, o.accuracy);
  EXPECT_LE(whole->usual, o.share * o.period);
  EXPECT_FALSE(whole->grows);
  EXPECT_TRUE(whole->unsure);
  EXPECT_FALSE(whole->meets);
  if (a.recommended >= 0) {
    EXPECT_LT(a.trials[static_cast<std::size_t>(a.recommended)].step, 1e-3) << a.why;
  }
}

TEST(Advisor, LeavesOutWhatIsTooSlow) {
  const Advice a = tune(opener("pendulum-cartesian"), few(8000000));  // 8 ms of a period of 10 ms
  EXPECT_EQ(a.recommended, -1);
  EXPECT_EQ(a.too_slow, 3u);
  EXPECT_TRUE(a.trials.empty());
}

// That none of those that were run is stable says nothing about those that were not.
TEST(Advisor, SaysWhatThereWasNoTimeFor) {
  Advice a;
  a.accuracy = 1e-3;
  a.seconds = 8;
  Trial& t = a.trials.emplace_back();
  t.error = 1e-4;
  t.grows = true;
  a.nearest = 0;
  EXPECT_EQ(reason(a).find("--budget"), std::string::npos) << reason(a);
  a.not_run = 3;
  EXPECT_NE(reason(a).find("3 trials that looked good enough were not run"), std::string::npos)
      << reason(a);
}

TEST(Advisor, SaysNothingWhenInterrupted) {
  const std::atomic<bool> stop = true;
  TuneOptions o = few(1000);
  o.interrupt = &stop;
  const Advice a = tune(opener("pendulum-cartesian"), o);
  EXPECT_TRUE(a.interrupted);
  EXPECT_EQ(a.recommended, -1);
  EXPECT_NE(a.why.find("interrupted"), std::string::npos) << a.why;
  EXPECT_EQ(a.why.find("limit"), std::string::npos) << a.why;
  EXPECT_EQ(to_json(a)["status"], "interrupted");
}

// The `experiment:` of a file, which ends where the next line is not indented.
std::string with_lines_in_place(const std::string& text, const std::string& lines) {
  const std::size_t from = text.find("\nexperiment:") + 1;
  std::size_t to = text.find('\n', from) + 1;
  while (to < text.size() && text[to] == ' ') to = text.find('\n', to) + 1;
  return text.substr(0, from) + lines + text.substr(to);
}

TEST(Advisor, LinesToPasteRunInEveryShippedFile) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("takt_paste_" + std::to_string(::getpid()));
  fs::create_directory(folder);
  for (const std::string& name : io::model_names()) {
    const io::OpenModel model = io::open_model(name, {}, "");
    if (model.mechanism == nullptr) continue;
    Advice a;
    a.source = name;
    a.in_a_file = true;
    a.usual_until = model.until;
    Trial t;
    t.method = default_method(*model.system, model.start, 2.5e-4);
    t.step = 2.5e-4;
    const fs::path file = folder / (name + ".yaml");
    std::ofstream(file) << with_lines_in_place(io::text_of_model(name), lines_to_paste(a, t));
    const io::OpenModel pasted = io::open_model(file.string(), {}, "");
    EXPECT_EQ(pasted.mechanism->model().experiment.method, t.method) << name;
    EXPECT_EQ(pasted.step, t.step) << name;
    EXPECT_DOUBLE_EQ(pasted.until, model.until) << name;
  }
  fs::remove_all(folder);
}

TEST(Advisor, CommandSaysWhatWasSet) {
  Advice a;
  a.source = "truck-trailer";
  a.in_a_file = true;
  a.set = {"hitch=joint"};
  Trial t;
  t.method = "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)";
  t.step = 1e-3;
  EXPECT_EQ(command_of(a, t),
            "takt run truck-trailer --set hitch=joint --method "
            "'index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)' --step 1ms");
  EXPECT_EQ(lines_to_paste(a, t), "");  // the file would have it for every hitch
  a.set.clear();
  a.in_a_file = false;
  EXPECT_EQ(lines_to_paste(a, t), "");  // a problem has no file
}

TEST(Candidates, FitEveryShippedModel) {
  for (const std::string& name : io::model_names()) {
    const Candidates c = candidates(opener(name), {});
    EXPECT_FALSE(c.all.empty()) << name;
    for (const Candidate& x : c.all)
      EXPECT_TRUE(compose(x.method).bounded()) << to_string(x.method);
  }
}

TEST(Candidates, HaveBaumgartesTermsAndTheMethodOfTheModel) {
  std::set<std::string> all;
  for (const Candidate& x : candidates(opener("truck-trailer", {"hitch=joint"}), {}).all)
    all.insert(to_string(x.method));
  for (const char* text : {"index1(baumgarte=auto)+linear_implicit_euler(vedyna)",
                           "index2(baumgarte=auto)+linear_implicit_euler(J2)",
                           "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)"})
    EXPECT_TRUE(all.contains(text)) << text;
  const Candidates modules = candidates(opener("truck-trailer", {"hitch=module"}), {});
  EXPECT_TRUE(std::any_of(modules.all.begin(), modules.all.end(), [](const Candidate& x) {
    return to_string(x.method) == "index1(baumgarte=auto)+linear_implicit_euler(vedyna)";
  }));
}

TEST(Advisor, FindsAMethodForModules) {
  TuneOptions o;
  o.until = 0.2;
  o.seconds = 120;  // it ends when all steps are tried, on a busy machine too
  o.methods = {"index1(baumgarte=auto)+linear_implicit_euler(vedyna)"};
  auto now = std::make_shared<std::int64_t>(0);
  o.clock = [=] { return *now += 1000; };
  const Advice a = tune(opener("truck-trailer", {"hitch=module"}), o);
  ASSERT_GE(a.recommended, 0) << a.why;
  EXPECT_TRUE(a.trials[static_cast<std::size_t>(a.recommended)].meets);
}

TEST(Candidates, OfLoadedSystemsAreResiduals) {
  for (const Candidate& x : candidates(opener("train-carriage"), {}).all)
    EXPECT_TRUE(compose(x.method).integrator->asks.has(Form::residual)) << to_string(x.method);
}

TEST(TightReference, EndsWhereTheMotionCannotBePredicted) {
  ReferenceOptions o;
  o.period = 10e-3;
  o.until = 2;
  o.accuracy = 1e-3;
  const TightReference r = tight_reference(opener("pendulum-cartesian"), o);
  EXPECT_NEAR(r.horizon(), 2, 1e-9);
  EXPECT_LT(r.agreement, 3e-4);
  o.accuracy = 1e-15;
  EXPECT_THROW(tight_reference(opener("pendulum-cartesian"), o), Error);
}

}  // namespace
}  // namespace takt::certify
