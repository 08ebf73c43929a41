// Spring and damper of a strut whose length is a polynomial of a joint's coordinate: of a strut on an
// arm that a kinematics_table replaces.
//
//   Q = -T dL/ds,   T = F(L) + D(L') as of spring_damper,   L = sum_k c_k s^k,   L' = dL/ds s'
#pragma once

#include "takt/element/force/spring_damper.hpp"

namespace takt::element {

class GuidedStrut final : public Law {
 public:
  GuidedStrut(std::vector<double> length, std::shared_ptr<const Law> strut)
      : c_(std::move(length)), strut_(std::move(strut)) {}

  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Length L = at(in);
    strut_->force(L.in(), out);
    out.Q[0] *= L.by_s;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Length L = at(in);
    LawOut of;
    strut_->force(L.in(), of);
    strut_->derivatives(L.in(), of);
    const double twice = L.by_s * L.by_s;
    out.Q_s[0][0] = of.Q_s[0][0] * twice + (of.Q_ds[0][0] * L.by_s * in.ds[0] + of.Q[0]) * L.by_ss;
    out.Q_ds[0][0] = of.Q_ds[0][0] * twice;
  }
  double potential(const LawIn& in) const noexcept override {
    return strut_->potential(at(in).in());
  }
  double report(const LawIn& in) const noexcept override { return strut_->report(at(in).in()); }
  bool abrupt() const noexcept override { return strut_->abrupt(); }
  bool conservative() const noexcept override { return strut_->conservative(); }

  static constexpr Key keys[] = {
      {"lengths", KeyKind::matrix, "", "",
       "coefficients of the strut's length over the coordinate, c0 + c1 s + c2 s^2 + ..., in SI "
       "units"},
      {"stiffness", KeyKind::number, "N/m", "0", "stiffness of a linear spring", ">=0"},
      {"length", KeyKind::number, "m", "0", "free length of a linear spring"},
      {"preload", KeyKind::number, "N", "0", "tension of a linear spring at its free length"},
      {"spring", KeyKind::curve, "m>N", "none", "tension over the length, in place of stiffness"},
      {"damping", KeyKind::number, "N s/m", "0", "of a linear damper", ">=0"},
      {"damper", KeyKind::curve, "m/s>N", "none",
       "tension over the rate of extension, in place of damping"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    std::vector<double> c;
    for (const std::vector<double>& row : v.matrix("lengths"))
      c.insert(c.end(), row.begin(), row.end());
    return std::make_shared<GuidedStrut>(std::move(c), SpringDamper::from(v, "length"));
  }
  static constexpr ForceEntry entry{"guided_strut",
                                    "",
                                    "spring and damper whose length follows a joint's coordinate, "
                                    "as that of a strut on an arm that a table replaces",
                                    Attach::joint,
                                    keys,
                                    make,
                                    nullptr,
                                    "N",
                                    "tension of the strut: positive shortens it"};

 private:
  struct Length {
    double s, ds, by_s, by_ss;
    LawIn in() const noexcept { return {&s, &ds}; }
  };
  Length at(const LawIn& in) const noexcept {
    Length L{0, 0, 0, 0};
    for (std::size_t k = c_.size(); k-- > 0;) {
      L.by_ss = L.by_ss * in.s[0] + 2 * L.by_s;
      L.by_s = L.by_s * in.s[0] + L.s;
      L.s = L.s * in.s[0] + c_[k];
    }
    L.ds = L.by_s * in.ds[0];
    return L;
  }

  std::vector<double> c_;
  std::shared_ptr<const Law> strut_;
};

}  // namespace takt::element
