// The keys of `takt fit --json`.
#include "../json_keys.hpp"
#include "study/file/read_study.hpp"
#include "study/fit/fitted.hpp"

namespace takt::app {
namespace {

constexpr JsonKey fit_keys[] = {
    {"study", "its name"},
    {"model", "name or file"},
    {"converged", "false: the search gave up, exit code 4"},
    {"iterations", "of the search"},
    {"runs", "simulations"},
    {"seconds", "wall time"},
    {"measured_values", "how many"},
    {"known_noise", "whether the study states the noise of all signals"},
    {"reduced_chi_squared",
     "sum of the squared residuals by their degrees of freedom; 1 where the model is right and the "
     "noise as stated"},
    {"parameters", "list"},
    {"parameters[].path", "as in the study"},
    {"parameters[].value", "in SI"},
    {"parameters[].deviation", "standard deviation of it; null: the runs do not tell"},
    {"parameters[].at_bound", "the search would go on beyond"},
    {"covariance", "matrix of the parameters, as a list of rows, in SI"},
    {"signals", "list"},
    {"signals[].run", "its file"},
    {"signals[].signal", "the formula"},
    {"signals[].rms", "root mean square of simulated less measured, in SI"},
    {"command", "that runs the model with what was found"},
};

// A fit that was not done, of one parameter and one signal.
std::vector<JsonPage::Json> fit_samples() {
  study::Study s;
  s.fit.emplace();
  s.fit->parameters.push_back({"a", "", 0, 0, 1});
  study::MeasuredSignal signal;
  signal.values = signal.times = {0};
  const study::Residuals residuals(s, {signal});
  study::Fitted f;
  f.x = f.residuals = Eigen::VectorXd::Zero(1);
  f.covariance = Eigen::MatrixXd::Zero(1, 1);
  f.at_bound = {false};
  return {to_json(s, residuals, f)};
}

}  // namespace

JsonPage fit_json() {
  return {"takt fit", "One object, with exit codes 0 and 4.", fit_keys, fit_samples};
}

}  // namespace takt::app
