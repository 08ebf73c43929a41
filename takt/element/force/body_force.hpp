// Base of forces on one body that depend on the pose and twist of a frame fixed on it: tyres, drag,
// applied forces, contact. The reaction acts on ground.
//
//   F(R, p, w, v, z, u) at p, T likewise; z' = e(...)
//
// A force between two bodies (Attach::frames) is the same function. Its world is the frame `from`
// of the other body: it gets the motion of its own frame relative to `from`, in the axes of `from`,
// and gives its wrench in these axes. The reaction acts on the body of `from`.
//
// States come in pairs (0 1, 2 3, ...): the rate of a state depends on no state outside of its pair.
//
// Derivatives are with respect to displacements (dtheta, dp) of the frame, in world axes,
// R <- exp(dtheta) R, at fixed components of w and v, and with respect to (w, v). Angular parts
// come first.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "takt/element/force/law.hpp"
#include "takt/spatial/frame.hpp"

namespace takt::element {

inline constexpr int body_force_states = 30;  // at most
inline constexpr int body_force_signals = 3;  // at most

struct BodyForceIn {
  // In world axes; of a force between two bodies relative to `from`, in its axes.
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero(), w = Vec3::Zero(), v = Vec3::Zero();
  const double* z = nullptr;
  const double* u = nullptr;
  const double* du = nullptr;
  const double* ddu = nullptr;  // for by_time() only
};

inline constexpr int state_pairs = body_force_states / 2;

struct BodyForceOut {
  Vec6 wrench = Vec6::Zero();  // (T, F) about p
  double e[body_force_states];
  // Derivatives, filled by derivatives() only; those of states are not set otherwise.
  Mat6 by_place = Mat6::Zero(), by_twist = Mat6::Zero();  // d(T, F)/d(theta, p), d(T, F)/d(w, v)
  Eigen::Matrix<double, 6, 2> by_z[state_pairs];          // by pair: d(T, F)/dz
  Eigen::Matrix<double, 2, 6> e_place[state_pairs], e_twist[state_pairs];  // de/d(theta, p), (w, v)
  double e_z[body_force_states][2];  // of a state, by the two states of its pair
  Vec6 wrench_t = Vec6::Zero();      // filled by by_time() only
  double e_t[body_force_states];
};

// The force between two positions of its frame, for a force that has a potential V(p) at rest.
struct BetweenPlaces {
  Vec3 F = Vec3::Zero();         // F . (p1 - p0) = -(V(p1) - V(p0))
  Mat3 K = Mat3::Zero();         // -dF/dp1
  Vec3 F_middle = Vec3::Zero();  // force at rest at (p0 + p1)/2
  Mat3 K_middle = Mat3::Zero();  // -dF/dp at (p0 + p1)/2
};

struct TyreSize {
  double radius = 0, width = 0;
};

class BodyForce {  // immutable; shared between threads
 public:
  virtual ~BodyForce() = default;
  virtual int states() const noexcept { return 0; }
  virtual int signals() const noexcept { return 0; }
  // Parts of the file it was made from that it does not use, for a note to the user.
  virtual std::span<const std::string> unused_parts() const noexcept { return {}; }
  // What the user should know about how it uses its file; empty: nothing.
  virtual std::string_view remark() const noexcept { return {}; }
  // True if its states change much faster than a step lasts; implicit methods then solve for them.
  virtual bool stiff() const noexcept { return false; }
  virtual void force(const BodyForceIn&, BodyForceOut&) const noexcept = 0;        // wrench and e
  virtual void derivatives(const BodyForceIn&, BodyForceOut&) const noexcept = 0;  // the rest
  // Both in one call, for forces where computing one also gives the other. The results are the same
  // to the last bit.
  virtual void force_and_derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept {
    force(in, out);
    derivatives(in, out);
  }
  // Change of wrench and e with time alone, as Law::by_time.
  virtual void by_time(const BodyForceIn&, BodyForceOut&) const noexcept;
  // As those of Law: of a contact, how far its points are apart.
  virtual int switches() const noexcept { return 0; }
  virtual void switch_values(const BodyForceIn&, double*) const noexcept {}
  virtual double potential(const BodyForceIn&) const noexcept { return 0; }
  // As Law::input_power: the part of its power that is not dissipated. The friction of a road,
  // which may be a signal, supplies no power.
  virtual double input_power(const BodyForceIn&, const BodyForceOut&, double power) const noexcept {
    return signals() > 0 && !on_road() ? power : 0;
  }
  // Sets the states to their steady values in this motion.
  virtual void steady(const BodyForceIn&, double* z) const noexcept {
    for (int i = 0; i < states(); ++i) z[i] = 0;
  }
  // The value that `force.<name>` shows: the normal load of a tyre, the magnitude of a force.
  virtual double report(const BodyForceIn&) const noexcept = 0;
  virtual bool conservative() const noexcept { return false; }
  // Of a contact, in N/m, to judge how long it lasts; 0 for other forces.
  virtual double contact_stiffness() const noexcept { return 0; }
  // Radius at which a tyre rolls when a speed is set; 0 for other forces.
  virtual double rolling_radius() const noexcept { return 0; }
  // How large a tyre is without load, for pictures; zero for other forces, and a width that is not
  // known. Its axis is z of the frame.
  virtual TyreSize tyre_size() const noexcept { return {rolling_radius(), 0}; }
  // True for a tyre or contact that has friction with the road. If the friction of the road is a
  // signal, this signal comes after those of the force.
  virtual bool on_road() const noexcept { return false; }
  // Computes K and K_middle only if `stiffness`. Returns false if the force has no formula for it.
  virtual bool between(const Vec3& /*p0*/, const Vec3& /*p1*/, BetweenPlaces&,
                       bool /*stiffness*/) const noexcept {
    return false;
  }
};

inline void BodyForce::by_time(const BodyForceIn& in, BodyForceOut& out) const noexcept {
  static_assert(LaterSignals::most >= body_force_signals);
  BodyForceOut side[2];
  for (int k = 0; k < 2; ++k) {
    const LaterSignals at(signals(), in.u, in.du, in.ddu, k == 0 ? -time_apart : time_apart);
    BodyForceIn later = in;
    later.u = at.u;
    later.du = at.du;
    force(later, side[k]);
  }
  out.wrench_t = (side[1].wrench - side[0].wrench) / (2 * time_apart);
  for (int z = 0; z < states(); ++z) out.e_t[z] = (side[1].e[z] - side[0].e[z]) / (2 * time_apart);
}

}  // namespace takt::element
