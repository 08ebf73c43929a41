// Contact of a tyre with the road: its radial spring, in three laws.
//
//   plane      N = k (r - h) / sqrt(1 + s^2) along the normal of the road below the wheel centre
//   potential  F = k d (-z_x, -z_y, 1),  d = r - h: minus the gradient of k d^2 / 2
//   nearest    N = k (r - |c - q|) along c - q, q the nearest point of the road in the wheel plane
//
// and no force when h >= r.           plane: IAVSD benchmark 1990, Frik, Leister, Schwartz 1993
//
// Terms used: c wheel centre; h its height above the road below it; s^2 = z_x^2 + z_y^2 slope of
// the road there; r radius, k stiffness. A damper along the normal fades in over the first
// millimetre of deflection; spring and damper together never pull.
//
// Between two positions (BetweenPlaces) the force at rest is its mean along the straight line
// between them, by Simpson's rule over the part of the line in contact, with a correction along the
// line that makes its work exact. With the gradient at the midpoint, a tyre that lands within the
// step would be pushed along its line of motion. With the product of a mean deflection and a mean
// slope, a wheel that rolls into a step of the road would gain speed.
//                                      averaged vector field: Quispel, McLaren 2008; Gonzalez 1996
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/road/polyline.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

// The motion of a wheel that its forces depend on: unit axis of spin (pointing to the left of the
// direction of travel), centre and velocity of the centre.
template <class T> struct Wheel { Triple<T> axis, centre, velocity; };

inline Wheel<double> wheel_of(const BodyForceIn& in) noexcept {
  return {{in.R(0, 2), in.R(1, 2), in.R(2, 2)},
          {in.p[0], in.p[1], in.p[2]},
          {in.v[0], in.v[1], in.v[2]}};
}

// The same with derivatives with respect to (theta, p, v): the axis a changes by theta x a.
inline Wheel<Dual<9>> dual_wheel_of(const BodyForceIn& in) noexcept {
  using D = Dual<9>;
  const Vec3 a = in.R.col(2);
  Wheel<D> w{{a[0], a[1], a[2]},
             {D::variable(in.p[0], 3), D::variable(in.p[1], 4), D::variable(in.p[2], 5)},
             {D::variable(in.v[0], 6), D::variable(in.v[1], 7), D::variable(in.v[2], 8)}};
  w.axis.x.d[1] = a[2];
  w.axis.x.d[2] = -a[1];
  w.axis.y.d[2] = a[0];
  w.axis.y.d[0] = -a[2];
  w.axis.z.d[0] = a[1];
  w.axis.z.d[1] = -a[0];
  return w;
}

// The same with derivatives with respect to p and v.
inline Wheel<Dual<6>> moved_wheel_of(const BodyForceIn& in) noexcept {
  using D = Dual<6>;
  return {{in.R(0, 2), in.R(1, 2), in.R(2, 2)},
          {D::variable(in.p[0], 0), D::variable(in.p[1], 1), D::variable(in.p[2], 2)},
          {D::variable(in.v[0], 3), D::variable(in.v[1], 4), D::variable(in.v[2], 5)}};
}

template <class T> struct Contact {
  T load{};                 // along the normal; 0: no contact
  Triple<T> normal, force;  // force = load * normal
  T height{};               // of the centre above the plane of contact
  double friction = 1;      // of the tyre on the road
};

// Friction of a tyre or a contact on the road: the friction of the road times the grip (key
// `friction` of a contact). Each is a number or a signal; a negative signal counts as zero.
struct RoadFriction {
  double grip = 1;
  bool varies = false;  // true: the grip is u[0]; the signal of a road comes after it

  double at(const RoadPoint& p, const double* u) const noexcept {
    const auto signal = [u](int k) { return u == nullptr ? 1 : std::max(u[k], 0.0); };
    const double road = p.friction == by_signal ? signal(varies ? 1 : 0) : p.friction;
    return road * (varies ? signal(0) : grip);
  }

  static constexpr Key key{"grip",
                           KeyKind::varying,
                           "",
                           "1",
                           "times the friction of the road; a signal changes it in time",
                           ">=0"};
  static RoadFriction from(const Values& v) {
    const bool signal = v.varies("grip");
    return {signal ? 1 : v.number("grip"), signal};
  }
};

// Derivatives of a contact with respect to (theta, p, v) of the wheel: `count` of these nine
// inputs, from `first` on. The others are zero.
struct ContactSlopes {
  int first, count;
  double load[9], height[9], normal[9][3];  // by input
};

enum class RadialLaw { plane, potential, nearest };

class TyreContact {
 public:
  TyreContact(std::shared_ptr<const Road> road, RadialLaw law, double radius, double stiffness,
              double damping, RoadFriction friction = {})
      : road_(std::move(road)), edges_(road_->edges()), law_(law),
        has_potential_(law == RadialLaw::potential ||
                       (law == RadialLaw::plane && road_->is_level())),
        r_(radius), k_(stiffness), c_(damping), friction_(friction) {
    if (law_ == RadialLaw::nearest && !edges_)
      throw Error("the tyre law 'nearest' needs a road with edges", "",
                  "use it with a polyline road, or write law: plane");
  }

  double radius() const noexcept { return r_; }

  int signals() const noexcept { return friction_.varies ? 1 : 0; }

  // The friction is known only if the signals u of the tyre are given.
  template <class T> Contact<T> at(const Wheel<T>& w, const double* u = nullptr) const noexcept {
    return law_ == RadialLaw::nearest ? at_nearest(w, u) : below(w, u);
  }

  // Differentiates only by what the law depends on: a spring below the wheel depends on p alone.
  Contact<double> at(const BodyForceIn& in, ContactSlopes& out) const noexcept {
    if (law_ == RadialLaw::nearest) return slopes_of(at_nearest(dual_wheel_of(in), in.u), 0, out);
    if (c_ > 0) return slopes_of(below(moved_wheel_of(in), in.u), 3, out);
    return spring_below(in, out);
  }

  // How deep the tyre is in the road, negative above it.
  double depth(const BodyForceIn& in) const noexcept {
    const Wheel<double> w = wheel_of(in);
    if (law_ != RadialLaw::nearest) return gap(w.centre).d;
    const double level = std::sqrt(w.axis.x * w.axis.x + w.axis.y * w.axis.y + 1e-12);
    const Triple<double> along{w.axis.y / level, -w.axis.x / level, 0.0};
    const Triple<double> d = w.centre - edges_->nearest_to(w.centre, along);
    const double distance = std::sqrt(dot(d, d));
    const bool under = w.centre.z < edges_->at(w.centre.x, w.centre.y).z;
    return r_ - (under ? -distance : distance);
  }
  double potential(const Wheel<double>& w) const noexcept {
    const Contact<double> c = at(w);
    // Where the damper cancels the load of a compressed tyre, its spring still stores energy.
    const bool touches = c.normal.x != 0 || c.normal.y != 0 || c.normal.z != 0;
    if (!touches) return 0;
    double d = r_ - c.height;
    if (law_ == RadialLaw::plane) d = (r_ - c.height / c.normal.z) * c.normal.z;
    if (law_ == RadialLaw::potential) d = r_ - c.height / c.normal.z;
    return k_ * d * d / 2;
  }
  bool conservative() const noexcept { return c_ == 0 && has_potential_; }

  bool between(const Vec3& p0, const Vec3& p1, BetweenPlaces& out, bool stiffness) const noexcept {
    if (!has_potential_) return false;
    out = {};
    const Vec3 p = 0.5 * (p0 + p1);
    const RoadPoint road = road_->at(p[0], p[1]);
    const double d = r_ - (p[2] - road.z);
    if (d > 0) {
      const Vec3 g(road.z_x, road.z_y, -1);
      out.F_middle = -k_ * d * g;
      out.K_middle = k_ * (g * g.transpose());
      out.K_middle.topLeftCorner<2, 2>() +=
          k_ * d * (Eigen::Matrix2d() << road.z_xx, road.z_xy, road.z_xy, road.z_yy).finished();
    }
    if (stiffness) {
      using D = Dual<3>;
      const Triple<D> F =
          mean_force<D>(p0, {D::variable(p1[0], 0), D::variable(p1[1], 1), D::variable(p1[2], 2)});
      for (int j = 0; j < 3; ++j) out.K.col(j) = Vec3(-F.x.d[j], -F.y.d[j], -F.z.d[j]);
      out.F = {F.x.v, F.y.v, F.z.v};
    } else {
      const Triple<double> F = mean_force<double>(p0, {p1[0], p1[1], p1[2]});
      out.F = {F.x, F.y, F.z};
    }
    return true;
  }

  static constexpr Key radius_key{"radius", KeyKind::number, "m", "", "of the free tyre", ">0"};
  static constexpr Key stiffness_key{"stiffness", KeyKind::number, "N/m", "", "radial", ">=0"};
  static constexpr Key damping_key{"damping", KeyKind::number, "N s/m", "0", "radial", ">=0"};
  static constexpr Key law_key{
      "law",
      KeyKind::word,
      "",
      "auto",
      "how it touches the road; auto: nearest on polylines, potential on stairs, else plane",
      "auto|plane|potential|nearest"};

  // For a tyre that grips the road: with its friction.
  static TyreContact gripping(const Values& v) {
    return from(v, v.number("radius"), v.number("stiffness"), v.number("damping"),
                RoadFriction::from(v));
  }
  static TyreContact from(const Values& v) {
    return from(v, v.number("radius"), v.number("stiffness"), v.number("damping"), {});
  }
  static TyreContact from(const Values& v, double radius, double stiffness, double damping,
                          RoadFriction friction) {
    std::shared_ptr<const Road> road = v.road();
    const std::string word = v.word("law");
    RadialLaw chosen = RadialLaw::plane;
    if (word == "potential") chosen = RadialLaw::potential;
    if (word == "nearest") chosen = RadialLaw::nearest;
    if (word == "auto") {
      if (road->has_steps()) chosen = RadialLaw::potential;
      if (road->edges() != nullptr) chosen = RadialLaw::nearest;
    }
    return {std::move(road), chosen, radius, stiffness, damping, friction};
  }

 private:
  static constexpr double onset = 1e-3;  // m, over which the damper fades in

  // d = r - h and its gradient.
  template <class T> struct Gap {
    T d{};
    Triple<T> slope;
  };
  template <class T> Gap<T> gap(const Triple<T>& c) const noexcept {
    const double x = value_of(c.x), y = value_of(c.y);
    const RoadPoint p = road_->at(x, y);
    const T dx = c.x - x, dy = c.y - y;  // value 0, with derivatives
    return {r_ - (c.z - (p.z + p.z_x * dx + p.z_y * dy)),
            {p.z_x + p.z_xx * dx + p.z_xy * dy, p.z_y + p.z_xy * dx + p.z_yy * dy, T(-1)}};
  }
  template <class T> Triple<T> mean_force(const Vec3& p0, const Triple<T>& p1) const noexcept {
    const Triple<T> start{T(p0[0]), T(p0[1]), T(p0[2])}, way = p1 - start;
    const Gap<T> from = gap(start), to = gap(p1);
    // part of the line in contact; d is taken as linear
    T d0 = from.d, d1 = to.d, begin(0), end(1);
    if (!(d0 > 0 || d1 > 0)) return {T(0), T(0), T(0)};
    if (!(d0 > 0)) {
      begin = d0 / (d0 - d1);
      d0 = T(0);
    } else if (!(d1 > 0)) {
      end = d0 / (d0 - d1);
      d1 = T(0);
    }
    const Gap<T> middle = gap<T>(start + (0.5 * (begin + end)) * way);
    const T c = (end - begin) * (k_ / 6), d = middle.d > 0 ? middle.d : T(0);
    Triple<T> sum = (c * d0) * from.slope + (4 * c * d) * middle.slope + (c * d1) * to.slope;
    const T V0 = k_ / 2 * d0 * d0, V1 = k_ / 2 * d1 * d1;
    const T defect = V1 - V0 - dot(sum, way);
    if (std::abs(value_of(defect)) > 1e-15 * value_of(V0 + V1))  // else round-off
      sum = sum + (defect / dot(way, way)) * way;
    return T(-1) * sum;
  }

  // k d + c d', but at least 0.
  template <class T> T spring_and_damper(const T& d, const T& rate) const noexcept {
    T load = k_ * d;
    if (c_ > 0) load = load + c_ * rate * (d < onset ? d / onset : T(1));
    return load > 0 ? load : T(0);
  }

  // Returns the values and stores the N derivatives from input `first` on.
  template <int N>
  static Contact<double> slopes_of(const Contact<Dual<N>>& c, int first,
                                   ContactSlopes& out) noexcept {
    out.first = first;
    out.count = N;
    for (int k = 0; k < N; ++k) {
      out.load[first + k] = c.load.d[k];
      out.height[first + k] = c.height.d[k];
      out.normal[first + k][0] = c.normal.x.d[k];
      out.normal[first + k][1] = c.normal.y.d[k];
      out.normal[first + k][2] = c.normal.z.d[k];
    }
    const Triple<double> n{c.normal.x.v, c.normal.y.v, c.normal.z.v};
    return {c.load.v, n, c.load.v * n, c.height.v, c.friction};
  }

  template <class T> Contact<T> below(const Wheel<T>& w, const double* u) const noexcept {
    using std::sqrt;
    const Triple<T>&c = w.centre, &v = w.velocity;
    const double x = value_of(c.x), y = value_of(c.y);
    const RoadPoint p = road_->at(x, y);
    const T dx = c.x - x, dy = c.y - y;  // value 0, with derivatives
    const T h = c.z - (p.z + p.z_x * dx + p.z_y * dy);
    Contact<T> out;
    out.friction = friction_.at(p, u);
    if (!(h < r_)) return out;
    const T z_x = p.z_x + p.z_xx * dx + p.z_xy * dy, z_y = p.z_y + p.z_xy * dx + p.z_yy * dy;
    const T length = sqrt(1 + z_x * z_x + z_y * z_y);
    out.normal = {-z_x / length, -z_y / length, 1 / length};
    out.height = h / length;
    const T rate = z_x * v.x + z_y * v.y - v.z;  // of r - h
    if (law_ == RadialLaw::plane)
      out.load = spring_and_damper<T>((r_ - h) / length, rate / length);
    else
      out.load = spring_and_damper<T>(r_ - h, rate) * length;
    out.force = out.load * out.normal;
    return out;
  }

  // The same for a spring without damper, with the derivatives with respect to position written out
  // for speed, because models have many wheels.
  Contact<double> spring_below(const BodyForceIn& in, ContactSlopes& out) const noexcept {
    const RoadPoint p = road_->at(in.p[0], in.p[1]);
    const double h = in.p[2] - p.z;
    out.first = out.count = 3;
    Contact<double> c;
    c.friction = friction_.at(p, in.u);
    if (!(h < r_)) {
      out.count = 0;
      return c;
    }
    const double length = std::sqrt(1 + p.z_x * p.z_x + p.z_y * p.z_y), one = 1 / length;
    const double n[3] = {-p.z_x / length, -p.z_y / length, one};
    c.normal = {n[0], n[1], n[2]};
    c.height = h / length;
    c.load = law_ == RadialLaw::plane ? k_ * ((r_ - h) / length) : k_ * (r_ - h) * length;
    c.force = c.load * c.normal;
    const double h_i[3] = {-p.z_x, -p.z_y, 1};
    const double curved[3][2] = {{p.z_xx, p.z_xy}, {p.z_xy, p.z_yy}, {0, 0}};
    for (int i = 0; i < 3; ++i) {
      const double relative =
          (p.z_x * curved[i][0] + p.z_y * curved[i][1]) * one * one;  // of length
      out.height[3 + i] = h_i[i] * one - c.height * relative;
      out.load[3 + i] = law_ == RadialLaw::plane ? -k_ * h_i[i] * one - c.load * relative
                                                 : -k_ * h_i[i] * length + c.load * relative;
      for (int k = 0; k < 3; ++k)
        out.normal[3 + i][k] = (k < 2 ? -curved[i][k] * one : 0) - n[k] * relative;
    }
    return c;
  }

  template <class T> Contact<T> at_nearest(const Wheel<T>& w, const double* u) const noexcept {
    using std::sqrt;
    const Triple<T>& c = w.centre;
    Contact<T> out;
    const T level = sqrt(w.axis.x * w.axis.x + w.axis.y * w.axis.y + 1e-12);
    const Triple<T> along{w.axis.y / level, -w.axis.x / level, 0.0};
    const Triple<T> q = edges_->nearest_to(c, along), d = c - q;
    const RoadPoint p = edges_->at(value_of(q.x), value_of(q.y));
    out.friction = friction_.at(p, u);
    const bool under = value_of(c.z) < edges_->at(value_of(c.x), value_of(c.y)).z;
    const T square = dot(d, d);
    if (!(square > 1e-16)) return out;  // the centre is on the road: no direction
    T distance = sqrt(square);
    if (under) distance = -distance;
    if (!(distance < r_)) return out;
    out.normal = (1 / distance) * d;
    out.height = distance;
    out.load = spring_and_damper<T>(r_ - distance, -dot(w.velocity, out.normal));
    out.force = out.load * out.normal;
    return out;
  }

  std::shared_ptr<const Road> road_;
  const PolylineRoad* edges_;  // road_, if it has edges
  RadialLaw law_;
  bool has_potential_;  // at rest the force is minus the gradient of k d^2 / 2
  double r_, k_, c_;
  RoadFriction friction_;
};

// A torque and a force about the wheel centre.
template <class T> struct TyreWrench { Triple<T> torque, force; };

inline void store(const TyreWrench<double>& f, BodyForceOut& out) noexcept {
  out.wrench << f.torque.x, f.torque.y, f.torque.z, f.force.x, f.force.y, f.force.z;
}
inline void store(const TyreWrench<Dual<9>>& f, BodyForceOut& out) noexcept {
  const Dual<9>* rows[6] = {&f.torque.x, &f.torque.y, &f.torque.z,
                            &f.force.x,  &f.force.y,  &f.force.z};
  out.by_twist.leftCols<3>().setZero();
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) out.by_place(i, j) = rows[i]->d[j];
    for (int j = 0; j < 3; ++j) out.by_twist(i, 3 + j) = rows[i]->d[6 + j];
  }
}

}  // namespace takt::element
