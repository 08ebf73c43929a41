#include "takt/certify/view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace takt::certify {

View::View(const EquationsOfMotion& system, const Composition& composition, const State& start)
    : places_(system), monitor_(system, composition, start),
      forces_(system.observable() != nullptr) {
  if (forces_) monitor_.observe(Observe::forces);
  shown_ = Vector::Zero(static_cast<Index>(names_of_shown(system).size()));
}

void View::look(const State& s) {
  monitor_.evaluate(s);
  Index k = 0;
  for (double x : monitor_.outputs()) shown_[k++] = x;
  if (!forces_) return;
  for (double x : monitor_.observed(Observe::forces)) shown_[k++] = x;
}

std::vector<std::string> names_of_shown(const EquationsOfMotion& system) {
  std::vector<std::string> names;
  for (const std::string& n : system.names().outputs) names.push_back("out." + n);
  if (system.observable() != nullptr)
    for (const std::string& n : system.observable()->columns(Observe::forces)) names.push_back(n);
  return names;
}

Vector size_of_shown(const EquationsOfMotion& system, const std::vector<Vector>& motion) {
  if (motion.empty()) return {};
  Vector low = motion.front(), high = motion.front();
  for (const Vector& x : motion) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  Vector range = high - low;
  const auto& units = system.names().output_units;
  const auto outputs = system.names().outputs.size();
  const std::string force = "a force";  // not the name of any unit
  const auto unit = [&](Index i) {
    const auto k = static_cast<std::size_t>(i);
    return k >= outputs ? force : k < units.size() ? units[k] : std::string();
  };
  // `still`: absolute, if nothing changes
  constexpr double part = 0.01, round_off = 1e-6, still = 1e-9;
  std::map<std::string, double> least;
  for (Index i = 0; i < range.size(); ++i) {
    const double largest = std::max(std::abs(low[i]), std::abs(high[i]));
    const double load = unit(i) == force ? part * largest : round_off * largest;
    double& most = least[unit(i)];
    most = std::max({most, part * range[i], load, still});
  }
  for (Index i = 0; i < range.size(); ++i) range[i] = std::max(range[i], least[unit(i)]);
  return range;
}

void ShownError::add(const Vector& a, const Vector& reference, const Vector& size) {
  if (sum_.size() == 0) sum_ = Vector::Zero(a.size());
  for (Index i = 0; i < a.size(); ++i) {
    const double d = (a[i] - reference[i]) / size[i];
    sum_[i] += std::isfinite(d) ? d * d : std::numeric_limits<double>::infinity();
  }
  ++count_;
}

double ShownError::value() const {
  const int k = worst();
  return k < 0 ? 0 : std::sqrt(sum_[k] / count_);
}

int ShownError::worst() const {
  Index k = -1;
  for (Index i = 0; i < sum_.size(); ++i)
    if (k < 0 || sum_[i] > sum_[k]) k = i;
  return static_cast<int>(k);
}

}  // namespace takt::certify
