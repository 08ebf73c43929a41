// What a fit has found, in words, as JSON and as a file of measured and simulated values.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "study/fit/residuals.hpp"

namespace takt::study {

struct Fitted {
  Eigen::VectorXd x;  // scaled: Residuals::value
  Eigen::VectorXd residuals;
  Eigen::MatrixXd covariance;  // of the values in SI; NaN: the runs do not tell
  std::vector<bool> at_bound;
  double reduced = 0;  // r' r / degrees of freedom
  bool known_noise = false, converged = false;
  int iterations = 0;
  double seconds = 0;
  std::string message;
};

std::string in_words(const Study&, const Residuals&, const Fitted&);
nlohmann::ordered_json to_json(const Study&, const Residuals&, const Fitted&);
void write_residuals(const std::string& path, const Residuals&, const Fitted&);

}  // namespace takt::study
