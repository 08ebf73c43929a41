#include "tests/support/railway_by_hand/passenger_car.hpp"

#include <numbers>

#include "tests/support/railway_by_hand/bushing.hpp"
#include "tests/support/railway_by_hand/track.hpp"

namespace takt::by_hand {
namespace {

constexpr double V = 20, g = 9.81;                              // m/s, m/s^2
constexpr double radius = 0.31;                                 // m, of the tyres
constexpr double body_mass = 1350, knuckle_mass = 38;           // kg
constexpr double front = 1.25, rear = 1.35, half_track = 0.74;  // m from the centre of mass

// tanh(q)/q as a function of q^2, smooth at q = 0.
template <class T> T saturation(const T& square) noexcept {
  const double s = value_of(square);
  if (s < 1e-3)
    return with_slope(square, 1 - s * (1.0 / 3 - s * (2.0 / 15 - s * (17.0 / 315))),
                      -1.0 / 3 + s * (4.0 / 15 - s * (51.0 / 315 - s * (248.0 / 2835))));
  const double q = std::sqrt(s), t = std::tanh(q);
  return with_slope(square, t / q, ((1 - t * t) * q - t) / (2 * q * s));
}

}  // namespace

// A tyre between road and knuckle. The rotation of the wheel is the seventh coordinate.
class PassengerCar::Tyre final : public DualForce<Tyre, 7> {
 public:
  Tyre(const CardanBody& knuckle, int turn, double load)
      : DualForce(columns_of(knuckle, turn)), load_(load) {}

  template <class T> void law(const Seen<T>& seen, std::array<T, 7>& Q) const noexcept {
    using std::abs, std::cos, std::sin;
    const T cy = cos(seen.q[3]), sy = sin(seen.q[3]), vx = V + seen.v[0], vy = seen.v[1];
    T Fz = load_ - stiffness * seen.q[2] - 150.0 * seen.v[2];
    if (Fz < T(0)) Fz = T(0);  // a road cannot pull
    const T over = 1 / abs(vx);
    T Fx = -8e4 * (vx * cy + vy * sy - radius * (V / radius + seen.v[6])) * over;
    T Fy = -6e4 * (vy * cy - vx * sy + radius * seen.v[4]) * over;
    const T limit = 0.9 * Fz + 1.0, scale = saturation<T>((Fx * Fx + Fy * Fy) / (limit * limit));
    Fx *= scale;
    Fy *= scale;
    Q[0] = Fx * cy - Fy * sy;
    Q[1] = Fx * sy + Fy * cy;
    Q[2] = Fz;
    Q[3] = -trail * Fy;
    Q[4] = radius * Fy;
    Q[6] = -radius * Fx;
  }
  double potential(const Point& p) const noexcept override {  // of the vertical spring
    const double up = std::min(p.q[columns()[2]], load_ / stiffness);
    return (-load_ + 0.5 * stiffness * up) * up;
  }

 private:
  static constexpr double stiffness = 2.2e5, trail = 0.03;
  static std::array<int, 7> columns_of(const CardanBody& b, int turn) {
    return {b.column[0], b.column[1], b.column[2], b.column[3], b.column[4], b.column[5], turn};
  }
  double load_;
};

class PassengerCar::SpeedHold final : public DualForce<SpeedHold, 1> {
 public:
  explicit SpeedHold(int x) : DualForce({x}) {}
  template <class T> void law(const Seen<T>& s, std::array<T, 1>& Q) const noexcept {
    Q[0] = -2000.0 * s.v[0];
  }
};

struct PassengerCar::Corner {
  std::string name;
  double x, y;
  double share;  // of the weight of the body, N
  bool steered;
};

PassengerCar::PassengerCar(const problem::Parameters&) {
  shape_.nu = 1;
  const CardanBody body = add({"body", body_mass, {550, 1900, 2200}, {0, 0, 0.55}});
  body_y_ = body.column[1];
  body_yaw_ = body.column[3];
  add_force<SpeedHold>(body.column[0]);
  const double on_front = body_mass * g * rear / (front + rear) / 2;
  const double on_rear = body_mass * g * front / (front + rear) / 2;
  const Corner corners[] = {{"fl", front, half_track, on_front, true},
                            {"fr", front, -half_track, on_front, true},
                            {"rl", -rear, half_track, on_rear, false},
                            {"rr", -rear, -half_track, on_rear, false}};
  std::vector<CardanBody> knuckles;
  for (const Corner& c : corners)
    knuckles.push_back(
        add({"knuckle_" + c.name, knuckle_mass, {0.8, 1.2, 0.8}, {c.x, c.y, radius}}));
  for (std::size_t k = 0; k < 4; ++k) {
    const Corner& corner = corners[k];
    const auto hold = [&](Vec3 offset, Vec3 k_, int moved_by = -1) {
      add_force<Bushing>(body, knuckles[k],
                         Bushing::Data{.at = knuckles[k].place + offset,
                                       .k = k_,
                                       .c = 2e-3 * k_,
                                       .cubic = 100.0 * k_,
                                       .moved_by = moved_by});
    };
    hold({0.12, 0, -0.12}, {3e6, 6e6, 1e3});
    hold({-0.12, 0, -0.12}, {3e6, 6e6, 1e3});
    hold({0, 0, 0.25}, {3e6, 3e6, 1e3});
    hold({-0.15, 0, 0.05}, {1e3, 3e6, 1e3}, corner.steered ? 0 : -1);
    // The strut pushes the knuckle down.
    add_force<Bushing>(body, knuckles[k],
                       Bushing::Data{.at = knuckles[k].place,
                                     .k = {0, 0, 28e3},
                                     .c = {0, 0, 2.2e3},
                                     .cubic = {0, 0, 2e6},
                                     .preload = {0, 0, -corner.share},
                                     .friction = 200});
    const int turn = add_coordinate("wheel_" + corner.name, 1.1);
    add_force<Tyre>(knuckles[k], turn, corner.share + knuckle_mass * g);
  }
  steer_ = {knuckles[0].column[3], knuckles[1].column[3]};
  names_.outputs = {"ay", "yaw_rate", "steer_fl", "steer_fr"};
  finish();
}

void PassengerCar::excite(double t, std::span<const double>, Excitation& e) const noexcept {
  const Jet rack = sine(0.02, 2 * std::numbers::pi, 0, t);
  e.u[0] = rack.y;
  e.du[0] = rack.d1;
  e.ddu[0] = rack.d2;
}

void PassengerCar::outputs(const Point& p, std::span<double> out, Scratch&) const noexcept {
  out[0] = p.a[body_y_];
  out[1] = p.v[body_yaw_];
  for (std::size_t k = 0; k < 2; ++k) out[2 + k] = p.q[steer_[k]] - p.q[body_yaw_];
}

}  // namespace takt::by_hand
