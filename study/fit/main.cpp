// takt-fit STUDY JOBS OUT [json|quiet]: parameters from measured runs, by bounded least squares. `takt fit` becomes
// this program. The search is that of Ceres (Levenberg-Marquardt between bounds, http://ceres-solver.org).
//
// At the solution, the covariance of the parameters is (J' J)^-1 where the noise of all signals is known, else
// s^2 (J' J)^-1 with s^2 = r' r / (residuals - parameters).
#include <ceres/ceres.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "study/design/sobol.hpp"
#include "study/file/read_study.hpp"
#include "study/fit/fitted.hpp"
#include "takt/base/error.hpp"

namespace takt::study {
namespace {

class Cost final : public ceres::CostFunction {
 public:
  explicit Cost(const Residuals& residuals) : residuals_(residuals) {
    set_num_residuals(static_cast<int>(residuals.count()));
    mutable_parameter_block_sizes()->push_back(residuals.parameters());
  }
  bool Evaluate(double const* const* x, double* r, double** J) const override {
    const Eigen::VectorXd at = Eigen::Map<const Eigen::VectorXd>(x[0], residuals_.parameters());
    Eigen::VectorXd values;
    try {
      if (!residuals_.evaluate(at, values, why)) return false;
      Eigen::Map<Eigen::VectorXd>(r, residuals_.count()) = values;
      if (J == nullptr || J[0] == nullptr) return true;
      Eigen::MatrixXd jacobian;
      if (!residuals_.jacobian(at, jacobian, why)) return false;
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      Eigen::Map<RowMajor>(J[0], residuals_.count(), residuals_.parameters()) = jacobian;
      return true;
    } catch (const Error& e) {
      why = std::string(e.what()) + (e.where.empty() ? "" : " (" + e.where + ")");
      return false;
    }
  }
  mutable std::string why;  // the last evaluation failed

 private:
  const Residuals& residuals_;
};

// Least squares lead to the nearest minimum. So a few points between the bounds are tried beside the start, and the
// search begins at the best of them. False: the model runs at none.
bool begin_at_the_best(const Residuals& residuals, int jobs, Eigen::VectorXd& x) {
  constexpr std::uint64_t others = 15;
  const int n = residuals.parameters();
  std::vector<Eigen::VectorXd> points{x};
  for (std::uint64_t k = 1; k <= others; ++k) {
    Eigen::VectorXd one(n);
    for (int i = 0; i < n; ++i) one[i] = sobol_bits(k, i % most_sobol_dimensions) * 0x1p-32;
    points.push_back(std::move(one));
  }
  std::vector<double> cost(points.size(), std::nan(""));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    Eigen::VectorXd r;
    std::string why;
    for (std::size_t i = next++; i < points.size(); i = next++) {
      try {
        if (residuals.evaluate(points[i], r, why)) cost[i] = r.squaredNorm();
      } catch (const Error&) {  // the model cannot be opened there
        continue;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int k = 1; k < jobs; ++k) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (cost[i] < cost[best] || std::isnan(cost[best])) best = i;
  if (!std::isnan(cost[best])) x = points[best];
  return !std::isnan(cost[best]);
}

Fitted search(const Study& study, const Residuals& residuals, int jobs) {
  const auto begin = std::chrono::steady_clock::now();
  const int n = residuals.parameters();
  Fitted f;
  f.x.resize(n);
  for (int k = 0; k < n; ++k)
    f.x[k] = residuals.scaled(k, study.fit->parameters[static_cast<std::size_t>(k)].start);
  if (!begin_at_the_best(residuals, jobs, f.x)) {
    std::string why;
    residuals.evaluate(f.x, f.residuals, why);
    throw Error(why, study.file, "begin with values for which the model runs: start:", Fault::other);
  }
  std::string why;
  ceres::Problem problem;
  auto* cost = new Cost(residuals);  // the problem owns it
  problem.AddResidualBlock(cost, nullptr, f.x.data());
  for (int k = 0; k < n; ++k) {
    problem.SetParameterLowerBound(f.x.data(), k, 0);
    problem.SetParameterUpperBound(f.x.data(), k, 1);
  }
  ceres::Solver::Options o;
  o.linear_solver_type = ceres::DENSE_QR;
  o.minimizer_progress_to_stdout = false;
  o.logging_type = ceres::SILENT;
  o.max_num_iterations = 100;
  o.function_tolerance = 1e-10;
  o.parameter_tolerance = 1e-6;
  ceres::Solver::Summary summary;
  ceres::Solve(o, &problem, &summary);
  f.converged = summary.termination_type == ceres::CONVERGENCE;
  f.message = summary.message;
  f.iterations = static_cast<int>(summary.iterations.size()) - 1;
  Eigen::MatrixXd J;
  if (!residuals.evaluate(f.x, f.residuals, why) || !residuals.jacobian(f.x, J, why))
    throw Error(why, study.file, "narrow the bounds to values for which the model runs", Fault::other);
  f.known_noise = true;
  for (const MeasuredSignal& s : residuals.signals()) f.known_noise = f.known_noise && s.known_noise;
  f.reduced = f.residuals.squaredNorm() / static_cast<double>(residuals.count() - n);
  Eigen::VectorXd range(n);
  for (int k = 0; k < n; ++k) {
    range[k] = residuals.value(k, 1) - residuals.value(k, 0);
    f.at_bound.push_back(f.x[k] < 1e-6 || f.x[k] > 1 - 1e-6);
  }
  const Eigen::MatrixXd information = J.transpose() * J;
  const Eigen::LDLT<Eigen::MatrixXd> factor(information);
  const bool regular = information.fullPivLu().rcond() > 1e-13;
  f.covariance = Eigen::MatrixXd::Constant(n, n, std::nan(""));
  if (regular)
    f.covariance = (f.known_noise ? 1.0 : f.reduced) * range.asDiagonal() *
                   factor.solve(Eigen::MatrixXd::Identity(n, n)) * range.asDiagonal();
  f.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return f;
}

int fit(int count, char** words) {
  if (count < 5) {
    std::fputs("takt: this program is started by takt fit\n  try: takt fit STUDY\n", stderr);
    return 2;
  }
  const std::string how = words[4];
  google::InitGoogleLogging("takt-fit");
  FLAGS_minloglevel = 3;
  const Study study = read_study_file(words[1]);
  const int jobs = std::max(1, std::atoi(words[2]));
  const Residuals residuals(study, jobs);
  const Fitted f = search(study, residuals, jobs);
  if (words[3][0] != '\0') write_residuals(words[3], residuals, f);
  if (how == "json")
    std::puts(to_json(study, residuals, f).dump(2).c_str());
  else if (how != "quiet")
    std::fputs(in_words(study, residuals, f).c_str(), stdout);
  return f.converged ? 0 : 4;
}

}  // namespace

int run_fit(int count, char** words) {
  try {
    return fit(count, words);
  } catch (const Error& e) {
    std::fprintf(stderr, "takt: %s\n", e.what());
    if (!e.where.empty()) std::fprintf(stderr, "  at: %s\n", e.where.c_str());
    if (!e.hint.empty()) std::fprintf(stderr, "  try: %s\n", e.hint.c_str());
    return e.fault == Fault::usage ? 2 : e.fault == Fault::model ? 3 : 1;
  }
}

}  // namespace takt::study

int main(int count, char** words) { return takt::study::run_fit(count, words); }
