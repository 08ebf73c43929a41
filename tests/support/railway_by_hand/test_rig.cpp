#include "tests/support/railway_by_hand/test_rig.hpp"

#include <numbers>

#include "tests/support/railway_by_hand/bushing.hpp"
#include "tests/support/railway_by_hand/track.hpp"

namespace takt::by_hand {

// A tyre below a point of the axle, on the moving plate (stamp) or on the fixed one.
class TestRig::Tyre final : public DualForce<Tyre, 6> {
 public:
  Tyre(const CardanBody& axle, double y, double load, bool on_stamp)
      : DualForce(axle.column), place_(axle.place), y_(y), load_(load), on_stamp_(on_stamp) {}

  template <class T> struct Wheel {
    Triple<T> at;
    T up, Fz;  // displacement of the wheel; vertical force
  };
  template <class T> Wheel<T> wheel(const Pose<T>& axle, const Excitation& u) const noexcept {
    const Triple<T> arm = y_ * axle.ey;
    const T rate = axle.dr.z + cross(axle.w, arm).z, up = axle.r.z - place_.z + arm.z;
    const double stamp = on_stamp_ ? u.u[0] : 0, stamp_rate = on_stamp_ ? u.du[0] : 0;
    const T Fz = load_ - stiffness * (up - stamp) - 150.0 * (rate - stamp_rate);
    return {axle.r + arm, up, Fz < T(0) ? T(0) : Fz};  // a plate cannot pull
  }
  template <class T> void law(const Seen<T>& s, std::array<T, 6>& Q) const noexcept {
    const Pose<T> axle(place_, s.q.data(), s.v.data());
    const Wheel<T> w = wheel(axle, s.u);
    axle.push({T(0), T(0), w.Fz}, w.at, Q.data());
  }
  Wheel<double> wheel(const Point& p) const noexcept {
    const Seen<double> s = seen<double>(p);
    return wheel(Pose<double>(place_, s.q.data(), s.v.data()), p.u);
  }
  double potential(const Point& p) const noexcept override {
    const double up = std::min(wheel(p).up - (on_stamp_ ? p.u.u[0] : 0), load_ / stiffness);
    return (-load_ + 0.5 * stiffness * up) * up;
  }

 private:
  static constexpr double stiffness = 2.2e5;
  Vec3 place_;
  double y_, load_;
  bool on_stamp_;
};

TestRig::TestRig(const problem::Parameters& p)
    : amplitude_(p["amplitude"]), frequency_(p["frequency"]) {
  constexpr double mass = 140, spring = 3000, spring_x = -0.05, bushing_x = 0.55, track = 0.74;
  shape_.nu = 1;
  const CardanBody axle = add({"axle", mass, {38, 6, 40}, {0, 0, 0.31}});
  const CardanBody ground{};
  // Balance: 0 = 2 (bushing_x F_bushing - spring_x F_spring); the tyres carry the rest.
  const double bushing = spring_x * spring / bushing_x;
  const double load = mass * gravity / 2 + spring - bushing;
  for (const double side : {1.0, -1.0}) {
    constexpr Vec3 k{2e6, 1e6, 2e6};
    add_force<Bushing>(ground, axle,
                       Bushing::Data{.at = {bushing_x, side * 0.5, 0.33},
                                     .k = k,
                                     .c = {2e-3 * k.x, 2e-3 * k.y, 2e-3 * k.z},
                                     .preload = {0, 0, bushing}});
    add_force<Bushing>(ground, axle,
                       Bushing::Data{.at = {spring_x, side * 0.5, axle.place.z},
                                     .k = {0, 0, 25e3},
                                     .c = {0, 0, 1.8e3},
                                     .preload = {0, 0, -spring}});
    tyres_.emplace_back(axle, side * track, load, side > 0);
    add_force<Tyre>(tyres_.back());
  }
  names_.outputs = {"stamp", "left.z", "right.z", "left.Fz", "right.Fz"};
  finish();
}

TestRig::~TestRig() = default;

void TestRig::excite(double t, std::span<const double>, Excitation& e) const noexcept {
  const Jet stamp =
      quintic_blend(t, 0, 0.5) * sine(amplitude_, 2 * std::numbers::pi * frequency_, 0, t);
  e.u[0] = stamp.y;
  e.du[0] = stamp.d1;
  e.ddu[0] = stamp.d2;
}

void TestRig::outputs(const Point& p, std::span<double> out, Scratch&) const noexcept {
  out[0] = p.u.u[0];
  for (std::size_t k = 0; k < 2; ++k) {
    const Tyre::Wheel<double> w = tyres_[k].wheel(p);
    out[1 + k] = w.up;
    out[3 + k] = w.Fz;
  }
}

}  // namespace takt::by_hand
