// Anti-roll bar: resists the difference of two coordinates.
//
//   Q1 = -M,   Q2 = r M,   M = k (s1 - r s2) + c (s1' - r s2')
//
// Terms used: r ratio, 1 when both coordinates have the same sense, -1 when one is mirrored.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class AntiRollBar final : public Law {
 public:
  AntiRollBar(double stiffness, double damping, double ratio)
      : k_(stiffness), c_(damping), r_(ratio) {}

  int measures() const noexcept override { return 2; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double M = k_ * (in.s[0] - r_ * in.s[1]) + c_ * (in.ds[0] - r_ * in.ds[1]);
    out.Q[0] = -M;
    out.Q[1] = r_ * M;
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    const double g[2] = {1, -r_};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        out.Q_s[i][j] = -k_ * g[i] * g[j];
        out.Q_ds[i][j] = -c_ * g[i] * g[j];
      }
  }
  double potential(const LawIn& in) const noexcept override {
    const double d = in.s[0] - r_ * in.s[1];
    return k_ * d * d / 2;
  }
  bool conservative() const noexcept override { return c_ == 0; }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N m/rad", "", "torque per difference", ">=0"},
      {"damping", KeyKind::number, "N m s/rad", "0", "torque per difference of rates", ">=0"},
      {"ratio", KeyKind::number, "", "1", "of the second coordinate; -1 when it is mirrored"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<AntiRollBar>(v.number("stiffness"), v.number("damping"),
                                         v.number("ratio"));
  }
  static constexpr ForceEntry entry{"anti_roll_bar",
                                    "",
                                    "spring between two joint coordinates",
                                    Attach::two_joints,
                                    keys,
                                    make,
                                    nullptr,
                                    "N|N m",
                                    "the torque (force) against the first coordinate: a positive "
                                    "value acts towards smaller values of it"};

 private:
  double k_, c_, r_;
};

}  // namespace takt::element
