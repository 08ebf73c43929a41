#include "takt/element/rail/track_line.hpp"

#include <numbers>

namespace takt::element {
namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double largest_angle = 5e5;

using Two = double __attribute__((vector_size(16)));
using Bits = long long __attribute__((vector_size(16)));

// As in mechanism/joint/kernel_angles.hpp, which is compiled for each instruction set on its own:
// x = n pi/2 + r with pi/2 in three parts of 33 bits (Cody and Waite), exact for the n allowed; then
// the polynomials of fdlibm (Sun Microsystems 1993) on |r| <= pi/4: the error is below 1 ulp.
void sine_cosine(Two x, Two& sine, Two& cosine) noexcept {
  const Two shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;  // 2/pi; n is in the last bits
  const Two n = shifted - 0x1.8p52;
  const Bits k = reinterpret_cast<Bits>(shifted);
  const Two r = x - n * 0x1.921fb544p0 - n * 0x1.0b4611a6p-34 - n * 0x1.3198a2e037073p-69;
  const Two z = r * r, h = 0.5 * z, w = 1.0 - h;
  const Two s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const Two c =
      w +
      (((1.0 - w) - h) +
       z * z *
           (4.16666666666666019037e-02 +
            z * (-1.38888888888741095749e-03 +
                 z * (2.48015872894767294178e-05 +
                      z * (-2.75573143513906633035e-07 +
                           z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  const Bits odd = -(k & 1), sb = reinterpret_cast<Bits>(s), cb = reinterpret_cast<Bits>(c);
  const Bits change = (sb ^ cb) & odd;
  sine = reinterpret_cast<Two>((sb ^ change) ^ ((k & 2) << 62));
  cosine = reinterpret_cast<Two>((cb ^ change) ^ (((k + 1) & 2) << 62));
}

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
