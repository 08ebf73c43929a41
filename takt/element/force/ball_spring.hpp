// A spring and a damper, equal in all directions, that hold two points together: a ball joint as a
// force.
//
//   Q = -c s - d s',   s displacement of the second point from the first, in the first frame
//
// `force.<name>` is the magnitude of the force.                                    000 section 4.3
#pragma once

#include <cmath>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class BallSpring final : public Law {
 public:
  BallSpring(double stiffness, double damping) : c_(stiffness), d_(damping) {}

  int measures() const noexcept override { return 3; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    for (int i = 0; i < 3; ++i) out.Q[i] = -c_ * in.s[i] - d_ * in.ds[i];
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        out.Q_s[i][k] = i == k ? -c_ : 0;
        out.Q_ds[i][k] = i == k ? -d_ : 0;
      }
  }
  double potential(const LawIn& in) const noexcept override {
    return c_ / 2 * (in.s[0] * in.s[0] + in.s[1] * in.s[1] + in.s[2] * in.s[2]);
  }
  double report(const LawIn& in) const noexcept override {
    LawOut out;
    force(in, out);
    return std::hypot(out.Q[0], out.Q[1], out.Q[2]);
  }
  bool conservative() const noexcept override { return d_ == 0; }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N/m", "", "in every direction", ">0"},
      {"damping", KeyKind::number, "N s/m", "0", "in every direction", ">=0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<BallSpring>(v.number("stiffness"), v.number("damping"));
  }
  static constexpr ForceEntry entry{"ball_spring",
                                    "000 sec. 4.3",
                                    "spring and damper that hold two points together",
                                    Attach::three,
                                    keys,
                                    make,
                                    nullptr,
                                    "N",
                                    "the size of the force, never negative"};

 private:
  double c_, d_;
};

}  // namespace takt::element
