#include "takt/analyse/body_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace takt::analyse {

BodyPlaces::BodyPlaces(const EquationsOfMotion& system)
    : mechanism_(dynamic_cast<const mechanism::Mechanism*>(&system)) {
  if (mechanism_ == nullptr) return;
  bodies_.resize(mechanism_->model().bodies.size());
  scratch_ = system.make_scratch();
  const Index nu = system.shape().nu;
  u_ = {Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
}

Vector BodyPlaces::of(const State& s) {
  if (mechanism_ == nullptr) return s.q;
  mechanism_->motions(Point{s.q, s.v, s.a, s.lambda, s.z, u_}, bodies_, *scratch_);
  Vector x(3 * static_cast<Index>(bodies_.size() - 1));
  for (std::size_t b = 1; b < bodies_.size(); ++b)
    x.segment<3>(3 * static_cast<Index>(b - 1)) =
        bodies_[b].p + bodies_[b].R * mechanism_->model().bodies[b].centre;
  return x;
}

Vector BodyPlaces::size(const std::vector<Vector>& motion) const {
  if (motion.empty()) return {};
  Vector low = motion.front(), high = motion.front();
  for (const Vector& x : motion) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  Vector range = high - low;
  if (mechanism_ != nullptr) {
    for (Index d = 0; d < 3 && d < range.size(); ++d) {
      double farthest = 0;
      for (Index i = d; i < range.size(); i += 3) farthest = std::max(farthest, range[i]);
      for (Index i = d; i < range.size(); i += 3) range[i] = farthest;
    }
  }
  constexpr double still = 1e-9;  // smallest range, if nothing moves
  return range.cwiseMax(std::max(0.01 * max_norm(range), still));
}

double difference(const Vector& a, const Vector& b, const Vector& size) {
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    const double d = std::abs(a[i] - b[i]) / size[i];
    if (!(d <= largest)) largest = std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
  }
  return largest;
}

}  // namespace takt::analyse
