#include "takt/model/output_catalogue.hpp"

#include <cmath>

#include "takt/element/rail/wheel_rail.hpp"

namespace takt {
namespace {

using Of = OutputEntry::Of;
using element::MeasureKind;
using rotation::cross;

// Yaw, pitch, roll: R = Rz(yaw) Ry(pitch) Rx(roll).
double roll_of(const Mat3& R) noexcept { return std::atan2(R(2, 1), R(2, 2)); }
double pitch_of(const Mat3& R) noexcept {
  return std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
}
double yaw_of(const Mat3& R) noexcept { return std::atan2(R(1, 0), R(0, 0)); }

Mat3 attitude(const Output& o, const OutputView& x) noexcept {
  const Mat3 R = x.motion(o.frame).R;
  return o.relative ? Mat3(x.motion(o.reference).R.transpose() * R) : R;
}

// The angle of the smallest rotation, in [0, pi]. Accurate for small angles too, where the arc
// cosine is not.
double angle_of(const Mat3& R) noexcept {
  const Vec3 twice_sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  return std::atan2(twice_sine.norm(), R.trace() - 1);
}

double position(const Output& o, const OutputView& x) noexcept {
  const Motion m = x.motion(o.frame);
  if (!o.relative) return m.p[o.index];
  const Motion to = x.motion(o.reference);
  return to.R.col(o.index).dot(m.p - to.p);
}
double velocity(const Output& o, const OutputView& x) noexcept {
  const Motion m = x.motion(o.frame);
  if (!o.relative) return m.v[o.index];
  const Motion to = x.motion(o.reference);
  return to.R.col(o.index).dot(m.v - to.v - cross(to.w, m.p - to.p));
}
double acceleration(const Output& o, const OutputView& x) noexcept {
  return x.motion(o.frame).dv[o.index];
}
double accelerometer(const Output& o, const OutputView& x) noexcept {
  const Motion m = x.motion(o.frame);
  return m.R.col(o.index).dot(m.dv - x.model().gravity);
}
double gyro(const Output& o, const OutputView& x) noexcept {
  const Motion m = x.motion(o.frame);
  return m.R.col(o.index).dot(m.w);
}
double angular_speed(const Output& o, const OutputView& x) noexcept {
  const Motion m = x.motion(o.frame);
  if (!o.relative) return m.w[o.index];
  const Motion to = x.motion(o.reference);
  return to.R.col(o.index).dot(m.w - to.w);
}
double roll(const Output& o, const OutputView& x) noexcept { return roll_of(attitude(o, x)); }
double pitch(const Output& o, const OutputView& x) noexcept { return pitch_of(attitude(o, x)); }
double yaw(const Output& o, const OutputView& x) noexcept { return yaw_of(attitude(o, x)); }
double rotation_angle(const Output& o, const OutputView& x) noexcept {
  return angle_of(attitude(o, x));
}

double measure(const Output& o, const OutputView& x) noexcept {
  double rate = 0;
  const double value = x.measure(o.measure, rate);
  return o.rate ? rate : value;
}
double coordinate_rate(const Output& o, const OutputView& x) noexcept {
  double rate = 0;
  x.measure(o.measure, rate);
  return rate;
}

double force(const Output& o, const OutputView& x) noexcept {
  switch (o.part) {
    case Output::Part::force: return x.report(o.number);
    case Output::Part::joint:
      if (x.model().joints[o.number].driven_by < 0)
        return x.wrench_of_joint(o.number).tail<3>().norm();
      return x.row_force(o);
    default: return x.row_force(o);
  }
}

double reaction(const Output& o, const OutputView& x) noexcept {
  const bool joint = o.part == Output::Part::joint;
  const Vec6 W = joint ? x.wrench_of_joint(o.number) : x.wrench_of_constraint(o.number);
  Attachment first, second;
  if (joint) {
    first = x.model().joints[o.number].inboard;
    second = x.model().joints[o.number].outboard;
  } else {
    first = x.model().constraints[o.number].a;
    second = x.model().constraints[o.number].b;
  }
  Mat3 R = Mat3::Identity();
  if (o.axes == Output::Axes::joint) R = x.motion(first).R;
  if (o.axes == Output::Axes::body) R = x.motion({second.body, Frame{}}).R;
  const int k = place_of_wrench_part(o.index);
  const Vec3 part = k < 3 ? W.head<3>() : W.tail<3>();
  return R.col(k % 3).dot(part);
}

double power(const Output& o, const OutputView& x) noexcept { return x.power(o.number); }
double integral(const Output& o, const OutputView& x) noexcept { return x.integral(o); }

Motion centre_of(int body, const OutputView& x) noexcept {
  return x.motion({body, Frame{Mat3::Identity(), x.model().bodies[body].centre}});
}

struct Totals {  // of some bodies
  double mass = 0;
  Vec3 mass_moment = Vec3::Zero(), momentum = Vec3::Zero();  // sum of m p and of m v
  Vec3 centre() const noexcept { return mass_moment / mass; }
};

Totals totals(const Output& o, const OutputView& x) noexcept {
  Totals all;
  for (const int b : o.bodies) {
    const Motion c = centre_of(b, x);
    const double m = x.model().bodies[b].mass;
    all.mass += m;
    all.mass_moment += m * c.p;
    all.momentum += m * c.v;
  }
  return all;
}

double centre_of_mass(const Output& o, const OutputView& x) noexcept {
  const Vec3 c = totals(o, x).centre();
  if (!o.relative) return c[o.index];
  const Motion to = x.motion(o.reference);
  return to.R.col(o.index).dot(c - to.p);
}
double momentum(const Output& o, const OutputView& x) noexcept {
  return totals(o, x).momentum[o.index];
}
double angular_momentum(const Output& o, const OutputView& x) noexcept {
  const Vec3 about = o.relative ? x.motion(o.reference).p : totals(o, x).centre();
  Vec3 L = Vec3::Zero();
  for (const int b : o.bodies) {
    const Body& body = x.model().bodies[b];
    const Motion c = centre_of(b, x);
    L += cross(c.p - about, body.mass * c.v) +
         Vec3(c.R * (body.inertia * Vec3(c.R.transpose() * c.w)));
  }
  return L[o.index];
}
double kinetic_energy(const Output& o, const OutputView& x) noexcept {
  double T = 0;
  for (const int b : o.bodies) {
    const Body& body = x.model().bodies[b];
    const Motion c = centre_of(b, x);
    const Vec3 w = c.R.transpose() * c.w;
    T += 0.5 * (body.mass * c.v.squaredNorm() + w.dot(body.inertia * w));
  }
  return T;
}

double signal(const Output& o, const OutputView& x) noexcept { return x.signal(o.number); }

double lateral_displacement(const Output& o, const OutputView& x) noexcept {
  const Constraint& c = x.model().constraints[o.number];
  double q[2], rate = 0;
  for (const int k : {0, 1}) q[k] = x.measure({{}, c.joint, k}, rate);
  return c.wheel_rail->lateral_displacement(q, x.signal(c.driven_by));
}

constexpr MeasureKind unused = MeasureKind::distance;  // of entries without two frames
constexpr auto axis = OutputEntry::axis, relative = OutputEntry::relative_to,
               rate = OutputEntry::rate;

constexpr OutputEntry entries[] = {
    {"position", "m", "of the origin of a frame, world axes; needs `axis`", Of::frame,
     axis | relative, unused, position},
    {"velocity", "m/s", "of the origin of a frame, world axes; needs `axis`", Of::frame,
     axis | relative, unused, velocity},
    {"acceleration", "m/s^2", "of the origin of a frame, world axes; needs `axis`", Of::frame, axis,
     unused, acceleration},
    {"accelerometer", "m/s^2", "acceleration minus gravity, axes of the frame; needs `axis`",
     Of::frame, axis, unused, accelerometer},
    {"gyro", "rad/s", "angular velocity, axes of the frame; needs `axis`", Of::frame, axis, unused,
     gyro},
    {"angular_speed", "rad/s", "angular velocity, world axes; needs `axis`", Of::frame,
     axis | relative, unused, angular_speed},
    {"roll", "rad", "roll angle of a frame, of Rz(yaw) Ry(pitch) Rx(roll)", Of::frame, relative,
     unused, roll},
    {"pitch", "rad",
     "pitch angle of a frame, of Rz(yaw) Ry(pitch) Rx(roll); positive: its x axis points down",
     Of::frame, relative, unused, pitch},
    {"yaw", "rad", "yaw angle of a frame, of Rz(yaw) Ry(pitch) Rx(roll)", Of::frame, relative,
     unused, yaw},
    {"rotation_angle", "rad",
     "of the smallest rotation that turns the axes `relative_to` to those of the frame; never "
     "negative",
     Of::frame, relative | OutputEntry::needs_relative, unused, rotation_angle},
    {"angle", "rad", "from the first frame to the second, about z of the first", Of::two_frames,
     rate, MeasureKind::angle, measure},
    {"distance", "m", "between the origins of two frames", Of::two_frames, rate,
     MeasureKind::distance, measure},
    {"along", "m", "from the first origin to the second, along `axis` of the first frame",
     Of::two_frames, rate | OutputEntry::axis_or_z, MeasureKind::along, measure},
    {"coordinate", "m|rad", "of a joint", Of::coordinate, OutputEntry::coordinate_of, unused,
     measure},
    {"coordinate_rate", "m/s|rad/s", "of a joint", Of::coordinate, OutputEntry::coordinate_of,
     unused, coordinate_rate},
    {"force", "N|N m",
     "of a force, a rod, a driven joint; of another joint the magnitude, never negative",
     Of::anything_with_force, 0, unused, force},
    {"reaction", "N|N m",
     "of a joint on its outboard body at its outboard frame, or of a rod or constraint on its "
     "second end there; needs `component`",
     Of::joint_or_constraint, OutputEntry::wrench_part | OutputEntry::axes, unused, reaction},
    {"power", "W", "of a force on the bodies; positive: it drives them", Of::force_element, 0,
     unused, power},
    {"work", "J", "of a force on the bodies since the start", Of::force_element, 0, unused,
     integral, power},
    {"centre_of_mass", "m", "centre of mass of bodies together, world axes; needs `axis`",
     Of::bodies, axis | relative, unused, centre_of_mass},
    {"momentum", "N s", "of bodies together, world axes; needs `axis`", Of::bodies, axis, unused,
     momentum},
    {"angular_momentum", "N m s",
     "of bodies together, world axes, about their common centre of mass or `about`; needs `axis`",
     Of::bodies, axis | OutputEntry::about, unused, angular_momentum},
    {"kinetic_energy", "J", "of bodies together", Of::bodies, 0, unused, kinetic_energy},
    {"signal", "", "value of a signal", Of::signal, 0, unused, signal},
    {"contact", "m",
     "lateral displacement of a wheel on its rail (constraint wheel_rail); the load of a contact "
     "is `force: <name>`",
     Of::wheel_rail, 0, unused, lateral_displacement},
};

constexpr OutputOption options[] = {
    {"axis", OutputEntry::axis | OutputEntry::axis_or_z},
    {"component", OutputEntry::coordinate_of | OutputEntry::wrench_part},
    {"rate", OutputEntry::rate},
    {"relative_to", OutputEntry::relative_to},
    {"axes", OutputEntry::axes},
    {"about", OutputEntry::about}};

}  // namespace

std::span<const OutputEntry> output_entries() noexcept { return entries; }
std::span<const OutputOption> output_options() noexcept { return options; }

const OutputEntry& output_entry(std::string_view key) noexcept {
  for (const OutputEntry& e : entries)
    if (e.key == key) return e;
  return entries[0];
}

}  // namespace takt
