// Rubber or air spring along x, y and z of the first frame: hardening, with a stop and dry
// friction.
//
//   Q_i = -F0_i - k_i s_i - e_i s_i^3 - c_i s_i'
//   along y   -= stop (|s_y| - gap)^2 sign(s_y) beyond the gap,   s_y relative to the rack u
//   along z   -= friction tanh(s_z' / threshold)
//
// Terms used: F0 preload, the load at s = 0, tension positive; k stiffness, e cubic stiffness, c
// damping.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class CubicBushing final : public Law {
 public:
  struct Data {
    Vec3 k, c, cubic, preload;
    double gap, stop, friction, threshold;
    bool on_rack;
  };
  explicit CubicBushing(const Data& d) : d_(d) {}

  int measures() const noexcept override { return 3; }
  int signals() const noexcept override { return d_.on_rack ? 1 : 0; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Moved m(in, d_.on_rack);
    for (int i = 0; i < 3; ++i)
      out.Q[i] =
          -d_.preload[i] - (d_.k[i] + d_.cubic[i] * m.s[i] * m.s[i]) * m.s[i] - d_.c[i] * m.ds[i];
    const double over = std::max(std::abs(m.s[1]) - d_.gap, 0.0);
    out.Q[1] -= std::copysign(d_.stop * over * over, m.s[1]);
    if (d_.friction > 0) out.Q[2] -= d_.friction * std::tanh(m.ds[2] / d_.threshold);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Moved m(in, d_.on_rack);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.Q_s[i][j] = out.Q_ds[i][j] = 0;
    for (int i = 0; i < 3; ++i) {
      out.Q_s[i][i] = -d_.k[i] - 3 * d_.cubic[i] * m.s[i] * m.s[i];
      out.Q_ds[i][i] = -d_.c[i];
    }
    out.Q_s[1][1] -= 2 * d_.stop * std::max(std::abs(m.s[1]) - d_.gap, 0.0);
    if (d_.friction > 0) {
      const double t = std::tanh(m.ds[2] / d_.threshold);
      out.Q_ds[2][2] -= d_.friction * (1 - t * t) / d_.threshold;
    }
  }
  // The force depends on s_y - u and s_y' - u'.
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    LawOut slopes;
    derivatives(in, slopes);
    for (int i = 0; i < 3; ++i)
      out.Q_t[i] = -slopes.Q_s[i][1] * in.du[0] - slopes.Q_ds[i][1] * in.ddu[0];
  }
  double potential(const LawIn& in) const noexcept override {
    const Moved m(in, d_.on_rack);
    const double over = std::max(std::abs(m.s[1]) - d_.gap, 0.0);
    double V = d_.stop * over * over * over / 3;
    for (int i = 0; i < 3; ++i)
      V += (d_.preload[i] + (0.5 * d_.k[i] + 0.25 * d_.cubic[i] * m.s[i] * m.s[i]) * m.s[i]) *
           m.s[i];
    return V;
  }
  // The rack does work on the bushing.
  double input_power(const LawIn& in, const LawOut& out, double) const noexcept override {
    return d_.on_rack ? out.Q[1] * in.du[0] : 0;
  }
  int switches() const noexcept override { return d_.stop > 0 ? 1 : 0; }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    if (d_.stop > 0) *to = std::abs(Moved(in, d_.on_rack).s[1]) - d_.gap;
  }
  bool conservative() const noexcept override { return d_.c.isZero(0) && d_.friction == 0; }
  double report(const LawIn& in) const noexcept override {  // magnitude of its load
    LawOut out;
    force(in, out);
    return std::sqrt(out.Q[0] * out.Q[0] + out.Q[1] * out.Q[1] + out.Q[2] * out.Q[2]);
  }

  static constexpr Key rack_key{"rack", KeyKind::signal, "m", "", "moves its end on `from` in y"};
  static constexpr Key keys[] = {
      {"stiffness", KeyKind::vector, "N/m", "", "along x, y and z of `from`"},
      {"damping", KeyKind::vector, "N s/m", "[0, 0, 0]", "likewise"},
      {"cubic", KeyKind::vector, "N/m^3", "[0, 0, 0]", "force per cube of the displacement"},
      {"preload", KeyKind::vector, "N", "[0, 0, 0]", "load as drawn, tension positive"},
      {"gap", KeyKind::number, "m", "0", "distance along y to the stop", ">=0"},
      {"stop", KeyKind::number, "N/m^2", "0", "force per square of what is beyond the gap", ">=0"},
      {"friction", KeyKind::number, "N", "0", "dry friction along z", ">=0"},
      {"threshold", KeyKind::number, "m/s", "1e-3", "rate below which friction creeps", ">0"}};
  static constexpr Key keys_on_rack[] = {keys[0], keys[1], keys[2], keys[3], keys[4],
                                         keys[5], keys[6], keys[7], rack_key};

  template <bool on_rack> static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<CubicBushing>(Data{
        v.vector("stiffness"), v.vector("damping"), v.vector("cubic"), v.vector("preload"),
        v.number("gap"), v.number("stop"), v.number("friction"), v.number("threshold"), on_rack});
  }
  static constexpr ForceEntry entry{
      "cubic_bushing", "002 sec. 4", "hardening spring in three directions, with a lateral stop",
      Attach::three,   keys,         make<false>,
      nullptr,         "N",          "the size of the force, never negative"};
  static constexpr ForceEntry rack_entry{"rack_bushing",
                                         "002 sec. 4.2.2",
                                         "cubic_bushing whose end on `from` a rack moves sideways",
                                         Attach::three,
                                         keys_on_rack,
                                         make<true>,
                                         nullptr,
                                         "N",
                                         "the size of the force, never negative"};

 private:
  struct Moved {  // displacements relative to the rack
    double s[3], ds[3];
    Moved(const LawIn& in, bool on_rack) noexcept
        : s{in.s[0], in.s[1], in.s[2]}, ds{in.ds[0], in.ds[1], in.ds[2]} {
      if (!on_rack) return;
      s[1] -= in.u[0];
      ds[1] -= in.du[0];
    }
  };
  Data d_;
};

}  // namespace takt::element
