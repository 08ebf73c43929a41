#include "takt/element/rail/track_line.hpp"

#include <numbers>

namespace takt::element {
namespace {

constexpr double turn = 2 * std::numbers::pi;
using simd::baseline::largest_angle, simd::baseline::sine_cosine, simd::baseline::Two;

bool small(Two x) noexcept {
  return std::abs(x[0]) <= largest_angle && std::abs(x[1]) <= largest_angle;
}

}  // namespace

TrackLine::TrackLine(Data d) : d_(std::move(d)) {
  for (std::size_t i = 0; i < d_.waves.size(); i += 2) {
    const Wave a = d_.waves[i], b = i + 1 < d_.waves.size() ? d_.waves[i + 1] : Wave{1, 0, 0};
    Pair p;
    p.rate = Two{turn / a.length, turn / b.length};
    p.phase = Two{a.phase, b.phase};
    p.a0 = Two{a.amplitude, b.amplitude};
    p.a1 = p.rate * p.a0;
    p.a2 = -p.rate * p.a1;
    p.a3 = p.rate * p.a2;
    pairs_.push_back(p);
  }
}

Smooth TrackLine::operator()(double s) const noexcept {
  const Smooth y = shifted(s);
  if (s <= d_.begin || pairs_.empty()) return y;
  Two y0{}, y1{}, y2{}, y3{};
  for (const Pair& p : pairs_) {
    const Two x = p.rate * s + p.phase;
    Two sine, cosine;
    if (small(x)) {
      sine_cosine(x, sine, cosine);
    } else {
      sine = Two{std::sin(x[0]), std::sin(x[1])};
      cosine = Two{std::cos(x[0]), std::cos(x[1])};
    }
    y0 += p.a0 * sine;
    y1 += p.a1 * cosine;
    y2 += p.a2 * sine;
    y3 += p.a3 * cosine;
  }
  const Smooth rough{y0[0] + y0[1], y1[0] + y1[1], y2[0] + y2[1], y3[0] + y3[1]};
  return y + quintic_blend(s, d_.begin, d_.blend) * rough;
}

Smooth TrackLine::shifted(double s) const noexcept {
  const double z = (s - d_.from) / d_.length;
  if (z <= 0) return {};
  if (z >= 1) return {d_.shift};
  const double w = turn / d_.length;
  Smooth y = sine(-d_.shift / turn, w, -w * d_.from, s);
  y.y += d_.shift * z;
  y.d1 += d_.shift / d_.length;
  return y;
}

}  // namespace takt::element
