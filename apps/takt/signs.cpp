#include "signs.hpp"

#include "list.hpp"
#include "takt/base/text.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/joint/catalogue.hpp"

namespace takt::app {
namespace {

constexpr std::string_view beginning = R"(# Signs and axes

This page is what `takt list --signs` prints; the tables come from the catalogues of the program. `make
reference` writes it again; a test compares it. HDF5 files carry the sentence of each column as the attribute
`description` of its dataset, and its unit as `unit`; `takt list columns` prints them for CSV files. All numbers
are SI.

## Axes

* **World**: right-handed. Gravity is -z unless the model says else. The shipped vehicles drive along +x and have
  y to the left and z up (ISO 8855).
* **Body**: the frame of its drawing; `body.<name>.x` is the centre of mass in world axes, `vx vy vz` its velocity
  in world axes, `wx wy wz` the angular velocity in the axes of the body, `qw qx qy qz` the attitude R that turns
  axes of the body into those of the world.
* **Joint**: two frames, of which the first body in `between` is the inboard one. A joint's axis is z of its frames.
* **Roll, pitch, yaw** of outputs: R = Rz(yaw) Ry(pitch) Rx(roll). Positive pitch turns about +y: the nose goes
  down.

## Coordinates of joints

`q.<joint>` says how the outboard body stands as seen from the inboard one: positive along the axes of the inboard
frame, and by the right hand about them. `v.<joint>` is its rate.

)";

constexpr std::string_view of_loads = R"(
## Forces of elements: `force.<name>`

An element between two points shows tension as positive. One that acts on the coordinate of a joint shows what acts
against the coordinate: a spring that is stretched and a brake on a joint that turns forward are positive, and
a drive shows minus its signal. Tyres show their load. A joint that is `driven` by a signal shows the force that drives
it: positive pushes the outboard body along the coordinate.

)";

constexpr std::string_view rest = R"(
The forces of a tyre along and across the road are not in `force.<name>`; they act on the wheel in the axes
e_x = a × n (a: axis of spin, which is z of the tyre's frame; n: normal of the road) and e_y = n × e_x, so that with
the axis to the left e_x points forward and e_y to the left.

## Reactions: `reaction.<joint>.Fx`

The force `Fx Fy Fz` and moment `Mx My Mz` that the joint does to its **outboard** body, in the axes of the
**inboard** frame, the moment about the origin of the **outboard** frame. The inboard body gets the opposite. What
elements do across the joint (a torsion spring, a drive) is not in it: `force.<name>` has it.
A body that hangs from the ground by a ball joint, ground first in `between` and z up, has Fz = +m g.

## Multipliers: `lambda.<row>`

M v' = f − G' lambda, G = dg/dq. A positive multiplier drives g of its row down. The row of a rod in joint
coordinates is its length less what it shall be: the multiplier is its tension in N. In natural coordinates rows
are linear or quadratic in the coordinates, and multipliers have other units and sizes; their sign means the same.

## Inputs, drives and controllers

A positive signal of `drive` turns its joint forward, one of `point_actuator` pushes its points apart. Signals of
`point_force` and `torque` are components in world axes, or with `in: body` in those of the frame. A brake's
signal is the size of its torque.

## Energy

Gravity, springs and constant loads are in `energy.potential`; it falls when they do work. A loss is a negative
change of `energy.total`.

## Suspension: `takt check --travel`

Travel is positive upwards, bump; camber when the top of the wheel leans outwards; toe when its front points
inwards; the track change outwards. The load is what the road must carry, positive upwards. The ratio of an
element is d(length)/d(travel): negative for a spring that bump compresses.
)";

std::string line(const std::vector<std::string>& cells) {
  return "| " + join(cells, " | ") + " |\n";
}

// The motions of a joint in the tree, in their order.
std::string coordinates_of(const element::JointEntry& j) {
  using element::MotionKind;
  std::string out;
  bool turned = false;
  for (const element::JointMotion& m : j.tree) {
    const std::string name = m.name.empty() ? "`q.<joint>`" : "`" + std::string(m.name) + "`";
    if (!out.empty()) out += turned ? "; then, in the axes turned so far, " : ", ";
    switch (m.kind) {
      case MotionKind::Tx: out += name + " along x"; break;
      case MotionKind::Ty: out += name + " along y"; break;
      case MotionKind::Tz: out += name + " along z"; break;
      case MotionKind::Rx: out += name + " about x"; break;
      case MotionKind::Ry: out += name + " about y"; break;
      case MotionKind::Rz: out += name + " about z"; break;
      case MotionKind::Hz: out += name + " about z; with a positive pitch it moves along +z"; break;
      case MotionKind::T3: out += "`x` `y` `z` along them"; break;
      case MotionKind::general_length:
      case MotionKind::general_angle:
        out += name + (element::slides(m.kind) ? ", a length" : ", an angle") + " of its motion";
        break;
      case MotionKind::Q:
        out +=
            "`qw` `qx` `qy` `qz`, which turn axes of the outboard frame into those of the inboard "
            "one; `wx` `wy` `wz` in the axes of the outboard frame";
        break;
    }
    turned = turned || m.kind == MotionKind::Rx || m.kind == MotionKind::Ry ||
             m.kind == MotionKind::Rz || m.kind == MotionKind::Hz;
  }
  return out.empty() ? "none" : out;
}

}  // namespace

std::string signs_page() {
  std::string out(beginning);
  out += line({"joint", "coordinates"}) + line({"---", "---"});
  for (const element::JointEntry* j : element::joints)
    out += line({"`" + std::string(j->name) + "`", coordinates_of(*j)});
  out += of_loads;
  out += line({"force", "unit", "`force.<name>` is"}) + line({"---", "---", "---"});
  for (const element::ForceEntry& e : element::forces()) {
    std::string unit(e.unit);
    if (const std::size_t bar = unit.find('|'); bar != std::string::npos)
      unit.replace(bar, 1, " or ");
    out += line({"`" + std::string(e.name) + "`", unit, std::string(e.sign)});
  }
  return out + std::string(rest);
}

}  // namespace takt::app
