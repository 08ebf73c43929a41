#include "takt/element/road/iso8608.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace takt::element {
namespace {

constexpr double spacing = 0.05;  // m: seven points on the shortest wave
constexpr double longest = 20000;

// SplitMix64: the k-th number of a stream is a hash of k, so no order of calls matters.
std::uint64_t hash(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}
double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t k) noexcept {  // in [0, 1)
  return static_cast<double>(hash(hash(hash(seed) ^ stream) ^ k) >> 11) * 0x1p-53;
}

}  // namespace

RandomRoad::RandomRoad(const Data& d, Blend blend, FrictionMap friction)
    : length_(d.length), blend_(blend), friction_(std::move(friction)) {
  step_ = d.length / std::ceil(d.length / spacing);
  left_ = side(d, 0);
  if (d.tracks) right_ = side(d, 1);
}

std::vector<RandomRoad::Node> RandomRoad::side(const Data& d, std::uint64_t stream) const {
  const auto count = static_cast<std::size_t>(std::lround(length_ / step_));
  std::vector<Node> all(count, Node{0, 0, 0});
  const double dn = 1 / length_;
  const auto first = static_cast<std::uint64_t>(std::ceil(lowest / dn)),
             last = static_cast<std::uint64_t>(std::floor(highest / dn));
  for (std::uint64_t i = std::max<std::uint64_t>(first, 1); i <= last; ++i) {
    const double n = static_cast<double>(i) * dn, k = 2 * std::numbers::pi * n;
    const double a = std::sqrt(2 * d.roughness * dn) * reference / n;
    const double phase = 2 * std::numbers::pi * uniform(d.seed, stream, i);
    // sin and cos at the points by turning a vector from one to the next
    double s = a * std::sin(phase), c = a * std::cos(phase);
    const double turn_s = std::sin(k * step_), turn_c = std::cos(k * step_);
    for (Node& p : all) {
      p.z += s;
      p.d += k * c;
      p.dd -= k * k * s;
      const double next = s * turn_c + c * turn_s;
      c = c * turn_c - s * turn_s;
      s = next;
    }
  }
  return all;
}

RoadPoint RandomRoad::at(double x, double y) const noexcept {
  const std::vector<Node>& side = y <= 0 && !right_.empty() ? right_ : left_;
  RoadPoint p;
  p.friction = friction_.at(x, y);
  const double turns = x / length_;
  if (!(turns - turns == 0)) return p;  // not finite
  const double place = (turns - std::floor(turns)) * length_ / step_;
  const auto i = static_cast<std::size_t>(place) % side.size();
  const double t = place - std::floor(place), h = step_;
  const Node &a = side[i], &b = side[(i + 1) % side.size()];
  // The quintic with value, slope and curvature of both points.
  const double z0 = a.z, d0 = h * a.d, e0 = h * h * a.dd, z1 = b.z, d1 = h * b.d, e1 = h * h * b.dd;
  const double c3 = 10 * (z1 - z0) - 6 * d0 - 4 * d1 - 1.5 * e0 + 0.5 * e1;
  const double c4 = -15 * (z1 - z0) + 8 * d0 + 7 * d1 + 1.5 * e0 - e1;
  const double c5 = 6 * (z1 - z0) - 3 * (d0 + d1) - 0.5 * (e0 - e1);
  p.z = z0 + t * (d0 + t * (0.5 * e0 + t * (c3 + t * (c4 + t * c5))));
  p.z_x = (d0 + t * (e0 + t * (3 * c3 + t * (4 * c4 + t * 5 * c5)))) / h;
  p.z_xx = (e0 + t * (6 * c3 + t * (12 * c4 + t * 20 * c5))) / (h * h);
  blend_.apply(x, p);
  return p;
}

std::shared_ptr<const Road> RandomRoad::make(const Values& v) {
  const double seed = v.number("seed"), length = v.number("length");
  if (seed != std::floor(seed) || seed > 9e15)
    throw Error("'seed' is not a whole number", "", "write 1, 2, 3, ...");
  if (length < 10 || length > longest)
    throw Error("'length' is outside of 10 m to 20 km", "", "a road of 500 m repeats after 500 m");
  const double G0 = 16e-6 * std::pow(4.0, v.word("class")[0] - 'A');
  return std::make_shared<RandomRoad>(
      Data{G0, length, static_cast<std::uint64_t>(seed), v.word("tracks") == "different"},
      Blend{v.number("start"), v.number("blend")}, FrictionMap::from(v));
}

}  // namespace takt::element
