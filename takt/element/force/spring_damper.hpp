// Spring and damper in parallel on one measure s, linear or by curves.
//
//   Q = -F(s) - D(s') / (1 + b |s'|),   F = F0 + k (s - s0) or a curve,   D = c s' or a curve
//
// Terms used: F, D tensions (positive pulls the ends together); s0 free length or angle; F0
// preload, the tension at s0; b degression, by which the damper force falls below the linear one at
// speed; it has different values in compression and in extension. The potential is the integral of
// F from s0, for a curve from where it begins to pull.
#pragma once

#include <cmath>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

struct Degression {
  double compression = 0, extension = 0;  // b
};

class SpringDamper final : public Law {
 public:
  SpringDamper(Curve spring, Curve damper, double reference = 0, Degression degression = {})
      : spring_(std::move(spring)), damper_(std::move(damper)), b_(degression),
        zero_(spring_.at(reference).integral), spring_kinks_(spring_.kinks()),
        damper_kinks_(damper_.kinks()) {}

  void force(const LawIn& in, LawOut& out) const noexcept override {
    out.Q[0] = -spring_(in.s[0]);
    if (damper_.zero()) return;
    out.Q[0] -= damper_(in.ds[0]) / (1 + fall(in.ds[0]) * std::abs(in.ds[0]));
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_s[0][0] = -spring_.slope(in.s[0]);
    out.Q_ds[0][0] = 0;
    if (damper_.zero()) return;
    const double v = in.ds[0], b = fall(v), over = 1 / (1 + b * std::abs(v));
    out.Q_ds[0][0] = -over * (damper_.slope(v) - over * damper_(v) * (v < 0 ? -b : b));
  }
  double potential(const LawIn& in) const noexcept override {
    return spring_.at(in.s[0]).integral - zero_;
  }
  bool abrupt() const noexcept override { return spring_.kinked(); }
  int switches() const noexcept override {
    return static_cast<int>(spring_kinks_.size() + damper_kinks_.size());
  }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    for (const double s : spring_kinks_) *to++ = in.s[0] - s;
    for (const double v : damper_kinks_) *to++ = in.ds[0] - v;
  }
  bool conservative() const noexcept override { return damper_.zero(); }

  // From the keys spring | stiffness, `free` and preload, and damper | damping.
  static std::shared_ptr<const Law> from(const Values& v, std::string_view free,
                                         Degression degression = {}) {
    once(v, "spring", "stiffness");
    once(v, "damper", "damping");
    Curve damper = v.given("damper") ? v.curve("damper") : Curve::linear(v.number("damping"));
    if (v.given("spring")) {
      Curve spring = v.curve("spring");
      const double free_length = where_free(spring);
      return std::make_shared<SpringDamper>(std::move(spring), std::move(damper), free_length,
                                            degression);
    }
    const double s0 = v.number(free);
    return std::make_shared<SpringDamper>(
        Curve::linear(v.number("stiffness"), v.number("preload"), s0), std::move(damper), s0,
        degression);
  }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N/m", "0", "stiffness of a linear spring", ">=0"},
      {"length", KeyKind::number, "m", "0", "free length of a linear spring"},
      {"preload", KeyKind::number, "N", "0", "tension of a linear spring at its free length"},
      {"spring", KeyKind::curve, "m>N", "none", "tension over the length, in place of stiffness"},
      {"damping", KeyKind::number, "N s/m", "0", "of a linear damper", ">=0"},
      {"damper", KeyKind::curve, "m/s>N", "none",
       "tension over the rate of extension, in place of damping"},
      {"degression_compression", KeyKind::number, "s/m", "0",
       "the damper's force is divided by 1 + this times the rate, while it shortens", ">=0"},
      {"degression_extension", KeyKind::number, "s/m", "0", "the same while it lengthens", ">=0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return from(v, "length",
                {v.number("degression_compression"), v.number("degression_extension")});
  }

  static constexpr ForceEntry entry{
      "spring_damper",
      "",
      "spring and damper between two points",
      Attach::points,
      keys,
      make,
      nullptr,
      "N",
      "tension: positive pulls its two points together, negative pushes them apart"};

  // The same along an axis (the distance along z of `from`), for example for a leaf spring.
  static constexpr ForceEntry axial{
      "axial_spring",
      "",
      "spring and damper along an axis of the first frame",
      Attach::axis,
      keys,
      make,
      nullptr,
      "N",
      "tension along the axis z of `from`: positive pulls `to` back against it"};

 private:
  // Where a curve changes from no tension to tension, between -2 and 2; 0 if nowhere.
  static double where_free(const Curve& F) {
    constexpr double step = 1e-3;
    for (double x = -2; x < 2; x += step) {
      if (!(F(x) <= 0 && F(x + step) > 0)) continue;
      double low = x, high = x + step;
      for (int k = 0; k < 60; ++k) (F((low + high) / 2) <= 0 ? low : high) = (low + high) / 2;
      return low;
    }
    return 0;
  }
  static void once(const Values& v, std::string_view a, std::string_view b) {
    if (v.given(a) && v.given(b))
      throw Error("both '" + std::string(a) + "' and '" + std::string(b) + "' are given", "",
                  "give one of them");
  }

  double fall(double rate) const noexcept { return rate < 0 ? b_.compression : b_.extension; }

  Curve spring_, damper_;
  Degression b_;
  double zero_;  // integral of the spring curve at which the potential is 0
  std::vector<double> spring_kinks_, damper_kinks_;  // where the curves have one
};

}  // namespace takt::element
