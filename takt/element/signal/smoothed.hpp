// A signal that follows a formula smoothly: it samples the formula once a period and draws a uniform
// cubic B-spline with the samples as control points. It is twice continuously differentiable, whatever
// it follows, so that a joint may be driven by an input from outside without a constraint row.
//
//   u(t) = b0 c_(k-3) + b1 c_(k-2) + b2 c_(k-1) + b3 c_k,   s = (t - t_k) / period in [0, 1]
//   b0 = (1 - s)^3 / 6,   b1 = (3 s^3 - 6 s^2 + 4) / 6,   b2 = (-3 s^3 + 3 s^2 + 3 s + 1) / 6,   b3 = s^3 / 6
//
// Terms used: t_k the last sampling instant, c_k the sample of that time.
//
// What is constant or a straight line in time is followed exactly, two periods late.
#pragma once

#include "takt/element/signal/sampled.hpp"

namespace takt::element {

class SmoothedFormula final : public SampledFormula {
 public:
  SmoothedFormula(SampledFormula sampled, double period)
      : SampledFormula(std::move(sampled)), period_(period) {}

  bool smooth() const noexcept override { return true; }
  // c_(k-3) .. c_k, then t_k
  int kept() const noexcept override { return knot + 1; }
  int last() const noexcept override { return newest; }
  double first(int part) const noexcept override { return part == knot ? 0 : first_value(); }
  double renewed(int part, double t, double sample,
                 std::span<const double> before) const noexcept override {
    return part == knot ? t : part == newest ? sample : before[static_cast<std::size_t>(part) + 1];
  }
  SignalValue between(double t, std::span<const double> c) const noexcept override {
    const double s = (t - c[knot]) / period_, r = 1 - s;
    // Differences of neighbouring samples, so that what is constant stays so to the last bit.
    const double d0 = c[1] - c[0], d1 = c[2] - c[1], d2 = c[3] - c[2];
    const double v0 = r * r / 2, v1 = (1 + 2 * s * r) / 2, v2 = s * s / 2;
    return {c[0] + d0 * (1 - r * r * r / 6) + d1 * ((1 + 3 * s + 3 * s * s * r + s * s * s) / 6) +
                d2 * (s * s * s / 6),
            (v0 * d0 + v1 * d1 + v2 * d2) / period_,
            (r * (d1 - d0) + s * (d2 - d1)) / (period_ * period_)};
  }

  static constexpr Key keys[] = {
      {"period", KeyKind::number, "s", "",
       "between two samples; a whole number of steps. It is two periods late", ">0"},
      {"text", KeyKind::text, "", "",
       "what it follows: the name of an input, or a formula of signals, of outputs as out.name, of "
       "t, "
       "and of its own last sample `last`",
       "formula of outputs"},
      {"value", KeyKind::number, "", "0", "where it starts, at rest"},
      {"least", KeyKind::number, "", "-1e300", "smallest sample: it is limited to the range"},
      {"most", KeyKind::number, "", "1e300", "largest sample"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    return std::make_shared<SmoothedFormula>(formula_of(v), v.number("period"));
  }
  static constexpr SignalEntry entry{
      "smoothed", "follows an input or a formula, twice continuously differentiable", keys, make};

 private:
  static constexpr int newest = 3, knot = 4;
  double period_ = 1;
};

}  // namespace takt::element
