// A driver who steers a vehicle along a path. The driver steers the curvature of the path ahead, and
// corrects it by pure pursuit of a point ahead: by the pursuit curvature from where the vehicle is,
// minus the one it would have on the path.
//
//   kappa = kappa_path(z + v T_l) + 2 e_y(p, psi) / |P - p|^2 - 2 e_y(p_0, psi_0) / |P - p_0|^2
//   P = path(z + d),   d^2 = (T v)^2 + d0^2,   steering of kappa (1 + K v^2 / l) by its servo
//   z' = p'.t + g (p - p_0).t,   p_0 = path(z),   t = path'(z)
//
// Terms used: z distance along the path of the point p_0 beside the vehicle; p position, psi
// heading and v forward speed of the vehicle's frame, best placed between the wheels that do not
// steer; T preview time, d0 smallest look-ahead distance; e_y offset of P to the left of a position
// and heading; T_l response time of the vehicle; K understeer gradient; g rate at which z is
// corrected. The curvature is limited smoothly.
//                                    Coulter, CMU-RI-TR-92-01 (1992); Wallace et al., IJCAI (1985)
#pragma once

#include "takt/base/error.hpp"
#include "takt/element/control/steering.hpp"
#include "takt/element/control/vehicle_law.hpp"
#include "takt/element/road/path.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::element {

class Driver final : public VehicleLaw<Driver, 2> {
 public:
  struct Data {
    double preview, least, lead, understeer, limit, follow;  // T, d0, T_l, K, largest kappa, g
  };
  Driver(Path path, const SteeringServo& servo, const Data& data)
      : path_(std::move(path)), servo_(servo), d_(data) {}

  template <class T>
  void law(const Seen<T>& x, std::array<T, 2>& Q, T& e, T& /*push*/) const noexcept {
    using std::sqrt, std::tanh;
    const T far = d_.preview * x.ahead;
    const Place<T> target = on_path<T>(x.z + sqrt(far * far + d_.least * d_.least));
    const Place<T> beside = on_path<T>(x.z);
    T kappa = on_path<T>(x.z + d_.lead * x.ahead).curvature +
              pursuit<T>(target, x.x, x.y, x.cos, x.sin) -
              pursuit<T>(target, beside.x, beside.y, beside.dx, beside.dy);
    kappa = kappa * (1 + d_.understeer / servo_.wheelbase * x.ahead * x.ahead);
    kappa = d_.limit * tanh(kappa / d_.limit);
    for (int i = 0; i < 2; ++i) Q[i] = servo_.torque(i, kappa, x.q[i], x.dq[i]);
    e = x.vx * beside.dx + x.vy * beside.dy +
        d_.follow * ((x.x - beside.x) * beside.dx + (x.y - beside.y) * beside.dy);
  }

  // Finds the point of the path beside the vehicle, which starts on the path or before it.
  void steady(const LawIn& in, double* z) const noexcept override {
    z[0] = 0;
    for (int k = 0; k < 50; ++k) {
      const Path::Point p = path_.at(z[0]);
      z[0] += (in.s[0] - p.x) * p.dx + (in.s[1] - p.y) * p.dy;
    }
  }
  // Offset of the frame to the left of the path.
  double report(const LawIn& in) const noexcept override {
    const Path::Point p = path_.at(in.z[0]);
    return (in.s[1] - p.y) * p.dx - (in.s[0] - p.x) * p.dy;
  }

  static constexpr Key keys[] = {
      {"curvature", KeyKind::text, "", "none",
       "curvature of the path in 1/m, a formula of the distance s in m"},
      {"points", KeyKind::table, "", "none",
       "in its place: rows [distance, curvature], linear in between"},
      {"length", KeyKind::number, "m", "1000", "of the path; beyond it the path is straight", ">0"},
      {"preview", KeyKind::number, "s", "0.8", "how far ahead the driver looks", ">0"},
      {"least", KeyKind::number, "m", "3", "smallest look-ahead distance", ">0"},
      {"lead", KeyKind::number, "s", "0.3",
       "time by which steering precedes the curvature of the path", ">=0"},
      {"understeer", KeyKind::number, "s^2/m", "0", "angle added per lateral acceleration"},
      {"limit", KeyKind::number, "m^-1", "0.2", "largest curvature steered", ">0"},
      {"follow", KeyKind::number, "s^-1", "5",
       "rate at which the distance along the path is corrected", ">0"},
      SteeringServo::wheelbase_key,
      SteeringServo::track_key,
      SteeringServo::stiffness_key,
      SteeringServo::damping_key};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<Driver>(
        path_of(v), SteeringServo::from(v),
        Data{v.number("preview"), v.number("least"), v.number("lead"), v.number("understeer"),
             v.number("limit"), v.number("follow")});
  }
  static constexpr ForceEntry entry{
      "driver",
      "",
      "driver who steers along a path",
      Attach::axle,
      keys,
      make,
      nullptr,
      "m",
      "not a force: the lateral offset of the vehicle from the path, positive to the left"};

 private:
  template <class T> struct Place { T x, y, dx, dy, curvature; };
  // Curvature of the circle that leaves a position along a heading and passes through the target.
  template <class T>
  static T pursuit(const Place<T>& target, const T& x, const T& y, const T& cos,
                   const T& sin) noexcept {
    const T dx = target.x - x, dy = target.y - y;
    // 1e-6 avoids a division by zero
    return 2 * (dy * cos - dx * sin) / (dx * dx + dy * dy + 1e-6);
  }
  template <class T> Place<T> on_path(const T& s) const noexcept {
    const Path::Point p = path_.at(value_of(s));
    if constexpr (std::is_same_v<T, double>)
      return {p.x, p.y, p.dx, p.dy, p.curvature};
    else
      return {chain(s, p.x, p.dx), chain(s, p.y, p.dy), chain(s, p.dx, p.ddx),
              chain(s, p.dy, p.ddy), chain(s, p.curvature, p.dcurvature)};
  }

  static Path path_of(const Values& v) {
    const bool formula = v.given("curvature"), table = v.given("points");
    if (formula == table)
      throw Error(formula ? "both 'curvature' and 'points' are given" : "the driver has no path",
                  "", "give curvature: a formula of s, or points: rows [distance, curvature]");
    if (formula) {
      const std::string names[] = {"s"};
      const Expression kappa = Expression::compile(v.word("curvature"), names);
      return {[&](double s) { return kappa(std::span<const double>(&s, 1)); }, v.number("length")};
    }
    const std::vector<std::vector<double>> rows = v.matrix("points");
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].size() != 2 || (i > 0 && !(rows[i][0] > rows[i - 1][0])))
        throw Error(
            "the points of the path are not rows [distance, curvature] with ascending distances",
            "", "write points: [[0, 0], [50, 0.01]]");
    if (rows.empty()) throw Error("the path has no points", "", "write points: [[0, 0]]");
    const auto linear = [&](double s) {
      if (s <= rows.front()[0]) return rows.front()[1];
      for (std::size_t i = 1; i < rows.size(); ++i)
        if (s < rows[i][0])
          return rows[i - 1][1] + (rows[i][1] - rows[i - 1][1]) * (s - rows[i - 1][0]) /
                                      (rows[i][0] - rows[i - 1][0]);
      return rows.back()[1];
    };
    return {linear, v.number("length")};
  }

  Path path_;
  SteeringServo servo_;
  Data d_;
};

}  // namespace takt::element
