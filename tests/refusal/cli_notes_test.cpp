// What the program says beside its results: what assembly moved, what a step hardly sees, what is
// probably not meant; and what is too large.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace takt::test {
namespace {

const std::string runs = TAKT_SOURCE_DIR "/tests/refusal/runs/";

bool says(const Ended& e, const std::string& words) {
  return e.err.find(words) != std::string::npos;
}

TEST(CliNotes, WhatTheAssemblyMoved) {
  Program program;
  const Ended e =
      program.run({"run", runs + "open_loop.yaml", "--assemble", "--until", "10ms", "--json"});
  EXPECT_EQ(e.code, 0) << e.err;
  EXPECT_TRUE(
      says(e, "note: the start was moved to the constraints: q.B by -5.73 deg, q.C by 5.73 deg\n"))
      << e.err;
  EXPECT_EQ(nlohmann::json::parse(e.out)["status"], "ok");
  const Ended quiet =
      program.run({"run", runs + "open_loop.yaml", "--assemble", "--until", "10ms", "--quiet"});
  EXPECT_EQ(quiet.err, "");
  const Ended drawn = program.run({"run", "four-bar", "--until", "10ms"});
  EXPECT_EQ(drawn.err, "");
  const Ended set = program.run({"run", "four-bar", "--set", "q.A=0.1", "--until", "10ms"});
  EXPECT_EQ(set.code, 0) << set.err;
  EXPECT_TRUE(says(set, "note: the start was moved")) << set.err;
  const Ended by_hand = program.run(
      {"run", "pendulum-cartesian", "--set", "q.x=0.9", "--assemble", "--until", "10ms"});
  EXPECT_EQ(by_hand.code, 0) << by_hand.err;
  EXPECT_TRUE(says(by_hand, "note: the start was moved to the constraints: q.")) << by_hand.err;
}

// The step that runs counts: the given one, and that of the model if none is given.
TEST(CliNotes, ImpactsThatAreTooShortForTheStepOfTheRun) {
  Program program;
  const std::string lasts =
      "an impact in the contact 'floor' lasts about 3.14 ms, which is less than ";
  const Ended own = program.run({"run", runs + "dropped.yaml"});
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_TRUE(says(own, lasts + "five steps of 1 ms\n")) << own.err;
  EXPECT_TRUE(says(own, "try: write --step 500us, or step: 500 us under experiment")) << own.err;
  const Ended checked = program.run({"check", runs + "dropped.yaml"});
  EXPECT_TRUE(says(checked, lasts + "five steps of 1 ms\n")) << checked.err;
  const Ended coarse = program.run({"run", runs + "dropped.yaml", "--step", "5ms"});
  EXPECT_TRUE(says(coarse, lasts + "five steps of 5 ms\n")) << coarse.err;
  EXPECT_EQ(program.run({"run", runs + "dropped.yaml", "--step", "500us"}).err, "");
  EXPECT_EQ(program.run({"run", runs + "dropped.yaml", "--method", "ode+dopri5"}).err, "");
}

// Measured: with 10 steps in a rebound its speed is 13 % off, with 20 about 1 %.
TEST(CliNotes, DampedStopsFromWhichAMassReboundsWithinFewSteps) {
  Program program;
  const auto run = [&](const char* stiffness, const char* damping) {
    return program.run({"run", runs + "stopped.yaml", "--set", std::string("k=") + stiffness,
                        "--set", std::string("c=") + damping, "--until", "10ms"});
  };
  EXPECT_TRUE(
      says(run("1e5", "200"),
           "warning: the rebound from the damped stop 'stop' takes about 9.93 ms, and a step "
           "of 1 ms makes 9.9 steps of it: its damper takes out too much or too little "
           "energy; --step 200us makes 20 or more"))
      << run("1e5", "200").err;
  EXPECT_EQ(run("1e4", "20").err, "");
  EXPECT_EQ(run("1e5", "0").err, "");
}

TEST(CliNotes, WavesThatAStepHardlySees) {
  Program program;
  const auto run = [&](const char* step) {
    return program.run(
        {"run", runs + "shaken.yaml", "--method", "ode+rk4", "--step", step, "--until", "1s"});
  };
  const Ended coarse = run("5ms");
  EXPECT_EQ(coarse.code, 0);
  EXPECT_TRUE(says(coarse,
                   "warning: the signal 'shake' has a period of 20 ms, and a step of 5 ms makes 4 "
                   "steps of it: the run sees it distorted; --step 2ms makes ten or more\n"))
      << coarse.err;
  EXPECT_FALSE(says(coarse, "'formula'")) << coarse.err;
  const Ended aliased = run("12.5ms");
  EXPECT_TRUE(says(aliased, "makes 1.6 steps of it: the run sees another, slower wave"))
      << aliased.err;
  EXPECT_TRUE(says(aliased, "the signal 'formula' has a period of 62.8 ms")) << aliased.err;
  const Ended fine = run("2ms");
  EXPECT_FALSE(says(fine, "steps of it")) << fine.err;
  const Ended road = program.run({"run", "iltis", "--set", "speed=20", "--step", "10ms", "--method",
                                  "hybrid+trapezoidal(passes=3)", "--until", "100ms"});
  EXPECT_TRUE(says(road, "the road at 20 m/s has a period of 50 ms")) << road.err;
}

TEST(CliNotes, ACentreOfMassThatNobodyGave) {
  Program program;
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{"check", runs + "shaken.yaml"},
        std::vector<std::string>{"run", runs + "shaken.yaml", "--until", "10ms"}}) {
    const Ended e = program.run(how);
    EXPECT_EQ(e.code, 0) << e.err;
    EXPECT_TRUE(says(e, "warning: no centre of mass is given for body 'arm'")) << e.err;
    EXPECT_TRUE(says(e, "try: write com: [x, y, z], as [0, 0, 1]")) << e.err;
  }
}

TEST(CliNotes, WhereATyreTakesCombinedSlipFrom) {
  Program program;
  const Ended e = program.run({"run", "sedan", "--set", "tyre=pac2002", "--until", "10ms"});
  EXPECT_EQ(e.code, 0) << e.err;
  EXPECT_TRUE(says(e,
                   "note: the tyre 'fl.pac2002' computes combined slip by a friction ellipse: its "
                   "file has no RBX1, RCX1, RBY1, RCY1\n"))
      << e.err;
  EXPECT_EQ(e.err.find("friction ellipse"), e.err.rfind("friction ellipse"))
      << "once for all wheels";
  EXPECT_FALSE(says(program.run({"run", "sedan", "--until", "10ms"}), "combined slip"));
}

TEST(CliNotes, AFileNamedWithoutItsEnding) {
  Program program;
  std::ofstream(program.path("stop.yaml")) << "takt: 1\n";
  const Ended e = program.run({"run", "stop"});
  EXPECT_EQ(e.code, 3);
  EXPECT_TRUE(says(e, "try: did you mean the file stop.yaml?\n")) << e.err;
}

// The method that is offered runs the same: what was set, the step, the end.
TEST(CliNotes, AnotherMethodForTheSameRun) {
  Program program;
  const auto offered = [&](std::vector<std::string> more) {
    more.insert(more.begin(), "run");
    const Ended e = program.run(more);
    EXPECT_EQ(e.code, 0) << e.err;
    const std::size_t at = e.out.find("Another method: ");
    return at == std::string::npos ? std::string() : e.out.substr(at + 16, e.out.size() - at - 17);
  };
  EXPECT_EQ(offered({"car-axle", "--set", "r=0.05", "--step", "2ms", "--until", "10ms"}),
            "takt run car-axle --set r=0.05 --step 2ms --until 10ms --method index1+heun+s_both2");
  // Explicit methods are not for stiff systems, and a method is not offered to itself.
  EXPECT_EQ(offered({"iltis", "--until", "10ms"}),
            "takt run iltis --until 10ms --method "
            "'state_space+generalized_alpha(rho=0.8,passes=3)'");
  EXPECT_EQ(offered({"iltis", "--until", "10ms", "--method", "hybrid+trapezoidal(passes=3)"}),
            "takt run iltis --until 10ms --method 'state_space+trapezoidal(passes=4)'");
  EXPECT_EQ(offered({"four-bar", "--until", "10ms", "--method", "index1+heun+s_both2"}),
            "takt run four-bar --until 10ms --method 'index2+linear_implicit_euler(J2)+one_step'");
}

// Velocities of the start are no part of an equilibrium.
TEST(CliNotes, ModesAboutAnEquilibriumAtRest) {
  Program program;
  const Ended e =
      program.run({"check", runs + "pendulum_with_speed.yaml", "--equilibrium", "--modes"});
  EXPECT_EQ(e.code, 0) << e.err;
  EXPECT_NE(e.out.find("Modes about the equilibrium\n"), std::string::npos) << e.out;
  EXPECT_EQ(e.out.find("-0.0000"), std::string::npos) << e.out;
}

TEST(CliNotes, APeriodOfManySteps) {
  Program program;
  const std::vector<std::string> how{
      "tune", "pendulum-cartesian", "--period", "1",        "--until",
      "10s",  "--budget",           "1s",       "--method", "index1+heun+s_both2"};
  const Ended e = program.run(how);
  EXPECT_TRUE(says(e,
                   "note: a period of 1 s is 1000 steps of this model (1 ms): did you mean "
                   "--period 1ms?\n"))
      << e.err;
}

TEST(CliNotes, AMatrixThatIsTooLarge) {
  Program program;
  const Ended e = program.run({"run", "chain", "--set", "N=60000", "--until", "1ms"});
  EXPECT_EQ(e.code, 1) << e.err;
  EXPECT_TRUE(says(e, "takt: the mass matrix of 60000 joint coordinates, 60000 x 60000, "))
      << e.err;
  EXPECT_TRUE(says(e, "fewer bodies in one chain")) << e.err;
}

// Of forces with `implicit: auto`: explain shows the numbers behind each decision, run how many.
TEST(CliNotes, ForcesThatTheStepDecidesAboutAreListed) {
  Program program;
  const std::string model = TAKT_SOURCE_DIR "/tests/support/models/stiff_and_soft.yaml";
  const auto explained = [&](const char* method, const char* step) {
    const Ended e = program.run({"explain", method, "--model", model, "--step", step});
    EXPECT_EQ(e.code, 0) << e.err;
    return e.out;
  };
  const auto has = [](const std::string& text, const char* what) {
    EXPECT_NE(text.find(what), std::string::npos) << what << " in\n" << text;
  };
  const std::string one = explained("hybrid+trapezoidal(passes=2)", "1ms");
  has(one, "2 of 3 forces are in K and C at h = 1 ms");
  const auto words = [](std::string text) {  // without line breaks
    std::string out;
    for (const char c : text)
      if (c != ' ' && c != '\n')
        out += c;
      else if (!out.empty() && out.back() != ' ')
        out += ' ';
    return out;
  };
  has(words(one), "h omega = h sqrt(k/m) and h d/m are at most 0.02, it is left out");
  has(words(one), "[000 1, 24, 25]");
  has(one, "stiff          1          0  in\n");
  has(one, "soft      0.0052    0.00067  out\n");
  has(one, "in: it does nothing at the start");
  has(explained("hybrid+trapezoidal(passes=2)", "10ms"), "3 of 3 forces are in K and C");
  has(explained("index1+heun+s_both2", "1ms"), "no effect: heun uses neither K nor C");
  has(explained("ggl+bdf", "1ms"), "all are in K and C: bdf chooses its own steps");
  const Ended run = program.run({"run", model, "--until", "10ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  has(run.out, "2 of 3 forces are in K and C at h = 1 ms");
}

TEST(CliNotes, LoadsOfAConservingStepAreExplainedByTheirEquation) {
  Program program;
  const Ended e = program.run({"explain", "conserving(loads=ends)+midpoint"});
  EXPECT_NE(e.out.find("loads = ends = Q_c + ((Q_nc)_n + (Q_nc)_{n+1})/2, 001 (7)"),
            std::string::npos)
      << e.out;
}

// Without --model the cost is that of the smallest model that has the coordinates.
TEST(CliNotes, AMethodWithCoordinatesIsExplainedWithoutAModel) {
  Program program;
  for (const auto& [method, model] : {std::pair{"natural:ali3+trapezoidal(passes=3)", "four-bar"},
                                      {"joint:ode+rk4", "simple-pendulum"},
                                      {"ode+rk4", "linear-oscillator"}}) {
    const Ended e = program.run({"explain", method});
    EXPECT_EQ(e.code, 0) << e.err;
    EXPECT_NE(e.out.find("on " + std::string(model)), std::string::npos) << e.out;
  }
}

}  // namespace
}  // namespace takt::test
