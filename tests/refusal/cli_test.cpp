// Every bad input of the command line: the exit code and the exact words.
#include <gtest/gtest.h>

#include "approved.hpp"
#include "program.hpp"

namespace takt::test {
namespace {

struct Bad {
  const char* name;
  int code;
  std::vector<std::string> arguments;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

std::string spelled(const std::vector<std::string>& arguments) {
  std::string line = "$ takt";
  for (const std::string& a : arguments) {
    const bool plain = a.find_first_of(" ();") == std::string::npos && !a.empty();
    line += plain ? " " + a : " '" + a + "'";
  }
  return line;
}

class Refusal : public testing::TestWithParam<Bad> {};

TEST_P(Refusal, SaysWhatWhereAndWhatToTry) {
  const Bad& bad = GetParam();
  Program program;
  const Ended ended = program.run(bad.arguments);
  EXPECT_EQ(ended.code, bad.code);
  EXPECT_EQ(ended.err.find('\033'), std::string::npos);
  // Explaining shows the parts before it refuses; all others print nothing.
  const bool explains = !bad.arguments.empty() && bad.arguments.front() == "explain";
  EXPECT_EQ(ended.out.empty(), !explains) << ended.out;
  EXPECT_EQ(ended.out.find("asks for"), std::string::npos) << "said twice: " << ended.out;
  // The place of this source is not part of the message.
  std::string said = spelled(bad.arguments) + "\n" + ended.err;
  for (std::size_t at; (at = said.find(TAKT_SOURCE_DIR "/")) != std::string::npos;)
    said.erase(at, std::string(TAKT_SOURCE_DIR "/").size());
  expect_approved(std::string("cli_") + bad.name,
                  said + "exit " + std::to_string(ended.code) + "\n");
}

std::vector<std::string> pendulum(std::vector<std::string> more) {
  more.insert(more.begin(), {"run", "pendulum-cartesian"});
  return more;
}

std::vector<std::string> four_bar(std::vector<std::string> more) {
  more.insert(more.begin(), {"realtime", "four-bar"});
  return more;
}

const Bad bad_commands[] = {
    {"no_command", 2, {}},
    {"unknown_command", 2, {"rnu", "car-axle"}},
    {"command_to_come", 2, {"fmu", "car-axle"}},
    {"report_no_html", 2, {"run", "car-axle", "--report", "a.pdf"}},
    {"report_output_no_html", 2, {"report", "a.csv", "-o", "a.pdf"}},
    {"report_without_output", 2, {"report", "a.csv"}},
    {"unknown_top_option", 2, {"--verson"}},
    {"unknown_option", 2, {"run", "car-axle", "--metod", "index1+heun"}},
    {"no_model", 2, {"run"}},
    {"word_too_many", 2, {"run", "car-axle", "squeezer"}},
    {"option_without_value", 2, {"run", "car-axle", "--step"}},
    {"unknown_model", 3, {"run", "car-axel"}},
    {"unknown_model_far", 3, {"run", "zeppelin"}},
    {"model_file", 3, {"run", "car.yaml"}},
    {"unknown_formulation", 3, pendulum({"--method", "indx1+heun"})},
    {"unknown_integrator", 3, pendulum({"--method", "index1+huen"})},
    {"unknown_stabilisation", 3, pendulum({"--method", "index1+heun+s_bot2"})},
    {"unknown_method_option", 3, pendulum({"--method", "index1(baumgart=1;1)+heun"})},
    {"malformed_method", 3, pendulum({"--method", "index1(baumgarte=12;70+heun"})},
    {"empty_method_part", 3, pendulum({"--method", "index1++heun"})},
    {"method_without_integrator", 3, pendulum({"--method", "index1"})},
    {"method_without_formulation", 3, pendulum({"--method", "rk4"})},
    {"method_of_a_stabilisation", 3, pendulum({"--method", "s_both2"})},
    {"method_that_cannot_run", 3, pendulum({"--method", "index2+heun"})},
    {"method_without_constraints", 3, pendulum({"--method", "ode+heun"})},
    {"coordinates", 3, pendulum({"--method", "joint:index1+heun"})},
    {"step_zero", 2, pendulum({"--step", "0"})},
    {"step_negative", 2, pendulum({"--step", "-1ms"})},
    {"step_nan", 2, pendulum({"--step", "nan"})},
    {"step_infinite", 2, pendulum({"--step", "inf"})},
    {"step_too_long", 2, pendulum({"--step", "2s", "--until", "1s"})},
    {"step_no_time", 2, pendulum({"--step", "1kg"})},
    {"step_unknown_unit", 2, pendulum({"--step", "1sm"})},
    {"step_decimal_comma", 2, pendulum({"--step", "0,5ms"})},
    {"until_zero", 2, pendulum({"--until", "0"})},
    {"every_negative", 2, pendulum({"--every", "-1"})},
    {"set_unknown_parameter", 3, {"run", "two-link-sine", "--set", "omeg=1"}},
    {"set_unknown_coordinate", 3, pendulum({"--set", "q.z=1"})},
    {"set_no_value", 2, pendulum({"--set", "m"})},
    {"set_unknown_unit", 2, pendulum({"--set", "m=1kgg"})},
    {"set_not_finite", 2, pendulum({"--set", "m=inf"})},
    {"set_parameter_in_another_unit", 2, {"run", "circular-track", "--set", "v_ref=36kg"}},
    {"set_angular_velocity_in_hz", 2, {"run", "car-axle", "--set", "w=1Hz"}},
    {"set_coordinate_in_another_unit", 2, {"run", "linear-oscillator", "--set", "q.x=0.3kg"}},
    {"set_angle_in_mm", 2, {"run", "four-bar", "--set", "q.A=10mm"}},
    {"set_rate_without_time", 2, {"run", "four-bar", "--set", "v.A=10deg"}},
    {"no_inertia", 3, {"run", TAKT_SOURCE_DIR "/tests/refusal/runs/massless.yaml"}},
    {"inconsistent_start", 3, pendulum({"--set", "q.x=0.9"})},
    {"inconsistent_velocity", 3, pendulum({"--set", "v.x=0.5"})},
    {"record_unknown", 2, pendulum({"--record", "lamda"})},
    {"record_of_mechanisms", 2, pendulum({"--record", "reactions"})},
    {"record_without_out", 2, pendulum({"--record", "lambda"})},
    {"every_without_out", 2, pendulum({"--every", "10ms"})},
    {"every_between_steps", 2, pendulum({"--step", "1ms", "--every", "2500us", "--out", "a.csv"})},
    {"every_below_a_step", 2, pendulum({"--step", "1ms", "--every", "400us", "--out", "a.csv"})},
    {"seed_of_nothing", 2, pendulum({"--seed", "3"})},
    {"seed_twice", 2, {"run", "tree", "--seed", "3", "--set", "seed=4"}},
    {"set_unknown_input", 3, {"run", "sedan", "--set", "u.ster=0.1"}},
    {"set_input_beyond_its_range", 2, {"run", "sedan", "--set", "u.brake=-1e9"}},
    {"replay_record_without_out",
     2,
     {"run", "four-bar", "--replay", "nothing.rec", "--record", "lambda"}},
    {"out_unknown_format", 2, pendulum({"--out", "a.xls"})},
    {"out_twice", 2, pendulum({"--out", "a.csv", "--out", "a.csv"})},
    {"out_no_folder", 1, pendulum({"--out", "no/such/folder/a.csv"})},
    {"out_no_folder_h5", 1, pendulum({"--out", "no/such/folder/a.h5"})},
    {"checkpoint_without_file", 2, pendulum({"--checkpoint", "1s", "--out", "a.csv"})},
    {"checkpoint_zero", 2, pendulum({"--checkpoint", "0", "--out", "a.h5"})},
    {"recording_ending", 2, pendulum({"--checkpoint", "1s", "--recording", "a.bin"})},
    {"resume_no_file", 1, pendulum({"--resume", "a.rec"})},
    {"resume_no_recording", 1,
     pendulum({"--resume", TAKT_SOURCE_DIR "/tests/refusal/runs/out_of_reach.yaml"})},
    {"resume_no_checkpoint", 1,
     pendulum({"--resume", TAKT_SOURCE_DIR "/tests/fuzz/recording/header.rec"})},
    {"list_unknown", 2, {"list", "modles"}},
    {"show_no_model", 2, {"show"}},
    {"show_unknown_ending", 2, {"show", "four-bar", "-o", "a.png"}},
    {"show_no_folder", 1, {"show", "four-bar", "-o", "no/such/folder/a.svg"}},
    {"show_by_hand", 3, {"show", "car-axle", "-o", "a.svg"}},
    {"show_unknown_parameter", 3, {"show", "chain", "--set", "n=3"}},
    {"explain_does_not_fit", 3, {"explain", "ode+rk4", "--model", "squeezer"}},
    {"explain_cannot_run", 3, {"explain", "index2+heun"}},
    {"implicit_word", 3, {"check", TAKT_SOURCE_DIR "/tests/refusal/runs/implicit_word.yaml"}},
    {"compare_invalid_method",
     3,
     {"compare", "pendulum-cartesian", "--method", "index1+heun", "--method", "index2+rk4"}},
    {"compare_report_ending", 2, {"compare", "car-axle", "--report", "a.pdf"}},
    {"tune_report_ending", 2, {"tune", "car-axle", "--period", "1ms", "--report", "a.htm"}},
    {"certify_report_ending", 2, {"certify", "car-axle", "--report", "a"}},
    {"reproduce_report_of_two",
     2,
     {"reproduce", "000-figure-3", "000-figure-5", "--report", "a.html"}},
    {"realtime_no_model", 2, {"realtime"}},
    {"realtime_not_bounded", 3, four_bar({"--method", "index1+dopri5+s_both2"})},
    {"realtime_not_iterated", 3, four_bar({"--method", "ali3+trapezoidal+tangent"})},
    {"realtime_unknown_policy", 2, four_bar({"--policy", "catchup"})},
    {"realtime_uneven_period", 2, four_bar({"--step", "1ms", "--period", "2500us"})},
    {"realtime_degrade_alone", 2, four_bar({"--degrade", "index2+explicit_euler"})},
    {"realtime_other_family", 2,
     four_bar({"--method", "index2+linear_implicit_euler(J2)+one_step", "--policy", "degrade",
               "--degrade", "index1+heun"})},
    {"realtime_nothing_cheaper", 2,
     four_bar({"--method", "index1(baumgarte=12;70)+heun", "--policy", "degrade"})},
    {"realtime_priority", 2, four_bar({"--priority", "100"})},
    {"realtime_burst", 2, four_bar({"--max-burst", "0"})},
    {"realtime_burst_of_skip", 2, four_bar({"--max-burst", "4"})},
    {"realtime_stop_after_of_skip", 2, four_bar({"--stop-after", "4"})},
    {"realtime_on_loss_without_io", 2, four_bar({"--on-loss", "stop"})},
    {"realtime_patience_without_io", 2, four_bar({"--patience", "5"})},
    {"realtime_patience_of_hold", 2, four_bar({"--io", "shm:takt-none", "--patience", "5"})},
    {"realtime_record_without_out", 2, four_bar({"--record", "lambda"})},
    {"realtime_every_between_periods", 2,
     four_bar({"--step", "1ms", "--every", "2500us", "--out", "a.csv"})},
    {"realtime_awake", 2, four_bar({"--awake", "0.9ms"})},
    {"realtime_no_recording", 1, four_bar({"--resume", "nothing.rec"})},
    {"realtime_negative_grace", 2, four_bar({"--grace", "-1s"})},
    {"realtime_negative_processor", 2, four_bar({"--cpu", "-3"})},
    {"replay_with_a_method",
     2,
     {"run", "--replay", "nothing.rec", "--method", "index1+heun", "--step", "2ms"}},
    {"replay_no_recording", 1, {"run", "four-bar", "--replay", "nothing.rec"}},
    {"compare_step_too_long", 2, {"compare", "pendulum-cartesian", "--step", "1ms,20s"}},
    {"completion_unknown_shell", 2, {"completion", "bsh"}},
    {"penalty_too_soft", 3, pendulum({"--method", "ali3(alpha=1e4)+trapezoidal+tangent"})},
    {"tolerance_below_round_off", 3,
     pendulum({"--method", "ali3+trapezoidal(until=1e-20)+tangent"})},
    {"tolerance_of_stiff_penalty",
     3,
     {"run", "spherical-pendulum", "--method", "ali1(alpha=1e9)+sdirk2(until=1e-13)+penalised",
      "--step", "20ms"}},
    {"passes_and_until", 3, pendulum({"--method", "ali3+trapezoidal(passes=2,until=1e-9)"})},
    {"positions_from_stages", 3, pendulum({"--method", "ali3+sdirk2"})},
    {"tangent_without_one", 3, pendulum({"--method", "index1+heun+tangent"})},
    {"alias_on_a_problem", 3, pendulum({"--method", "hybrid+trapezoidal"})},
    {"alias_with_coordinates", 3, pendulum({"--method", "joint:hybrid+trapezoidal"})},
    {"conserving_in_joints", 3, {"run", "four-bar", "--method", "conserving+midpoint"}},
    {"stabilised_twice", 3, pendulum({"--method", "state_space+trapezoidal+s_both"})},
    {"word_of_a_problem", 3, {"run", "spherical-pendulum", "--set", "constraints=corss"}},
    {"singular_partition",
     4,
     {"run", "n-four-bar", "--set", "N=1", "--set", "q.A0=-89.9999999deg", "--set",
      "q.B0=89.9999999deg", "--set", "q.A1=-89.9999999deg", "--set", "v.A0=0", "--set", "v.B0=0",
      "--set", "v.A1=0", "--method", "topological+trapezoidal", "--quiet"}},
    {"out_of_reach",
     4,
     {"run", TAKT_SOURCE_DIR "/tests/refusal/runs/out_of_reach.yaml", "--method",
      "hybrid+trapezoidal", "--until", "3s", "--quiet"}},
    {"lost_signal",
     4,
     {"run", TAKT_SOURCE_DIR "/tests/refusal/runs/lost_signal.yaml", "--method", "ode+rk4",
      "--quiet"}},
    {"open_loop", 3, {"run", TAKT_SOURCE_DIR "/tests/refusal/runs/open_loop.yaml"}},
    {"step_beyond_stability",
     4,
     {"run", "car-axle", "--method", "index1+heun+s_both2", "--step", "30ms", "--quiet"}},
};

INSTANTIATE_TEST_SUITE_P(Cli, Refusal, testing::ValuesIn(bad_commands),
                         [](const auto& bad) { return std::string(bad.param.name); });

}  // namespace
}  // namespace takt::test
