#include "column_items.hpp"

namespace takt::app {
namespace {

struct Column {
  const char *name, *unit, *meaning;
};

constexpr Column all[] = {
    {"t", "s", "time"},
    {"q.<name>", "m, rad",
     "coordinates: joint coordinates give the pose of the outboard body relative to the inboard "
     "one, positive along and (right-hand rule) about the axes of the inboard frame; natural "
     "coordinates are in world axes"},
    {"v.<name>", "m/s, rad/s",
     "velocities, in the same directions; of a free joint vx, vy, vz in the axes of the inboard "
     "frame, wx, wy, wz in those of the body"},
    {"z.<name>", "", "auxiliary states of elements"},
    {"out.<name>", "of the model", "outputs of the model"},
    {"energy.kinetic", "J", "kinetic energy"},
    {"energy.potential", "J",
     "of gravity, springs and constant loads; of driven systems at the excitation of that time"},
    {"energy.total", "J", "the sum of the two"},
    {"drift.position", "of the rows", "maximum norm of g"},
    {"drift.velocity", "of the rows", "maximum norm of G v + gI"},
    {"drift.acceleration", "of the rows", "maximum norm of G v' + gamma"},
    {"lambda.<row>", "of the row",
     "multipliers in M v' = f - G' lambda: a positive value acts towards smaller g of the row; for "
     "a rod in joint coordinates it is the tension; with `--record lambda`"},
    {"a.<name>", "m/s^2, rad/s^2",
     "accelerations, as the velocities; with `--record accelerations`"},
    {"force.<element>", "N, N m",
     "force of an element: for springs the tension, for tyres the normal load, for elements on a "
     "joint coordinate the force or torque against it; `takt list forces` says it for each; with "
     "`--record forces`"},
    {"reaction.<joint>.Fx", "N, N m",
     "Fx, Fy, Fz, Mx, My, Mz: what the joint does to its outboard body, at the origin of the "
     "outboard "
     "frame, in the axes of the inboard frame; with `--record reactions`"},
    {"body.<name>.x", "m, 1, m/s, rad/s",
     "x, y, z, qw, qx, qy, qz, vx, vy, vz of the centre of mass in world axes, wx, wy, wz in those "
     "of "
     "the body; with `--record bodies`"},
};

}  // namespace

std::vector<Item> column_items() {
  std::vector<Item> items;
  for (const Column& e : all) items.push_back({e.name, e.unit, e.meaning, {}, {}});
  return items;
}

}  // namespace takt::app
