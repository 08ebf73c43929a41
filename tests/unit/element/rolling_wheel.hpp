// A wheel on a flat road, for tests of slipping tyres, and the shipped tyre.
#pragma once

#include <fstream>
#include <sstream>

#include "sample_values.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::element {

// The name of a file, a line break and its text, in the form that tyres read.
inline std::string sedan_tyre() {
  std::ifstream in(TAKT_SOURCE_DIR "/models/tyres/sedan-245-40R18.tir");
  std::ostringstream text;
  text << "sedan-245-40R18.tir\n" << in.rdbuf();
  return text.str();
}

// Coefficients of combined slip for it, of the size that passenger car tyres have.
inline constexpr const char* combined_slip_lines =
    "\n[LATERAL_COEFFICIENTS]\nRBX1 = 12.35\nRBX2 = -10.77\nRCX1 = 1.092\nREX1 = 0.3\n"
    "RHX1 = 0.007\nRBY1 = 6.461\nRBY2 = 4.196\nRBY3 = -0.015\nRCY1 = 1.081\nREY1 = 0.25\n"
    "RHY1 = 0.009\nRVY1 = 0.053\nRVY2 = -0.073\nRVY3 = 0.517\nRVY4 = 35.44\nRVY5 = 1.9\n"
    "RVY6 = -10.71\nSSZ1 = 0.043\nSSZ2 = 0.1\nSSZ3 = 0.731\nSSZ4 = -0.238\n";

// Rolls along x with its axis along y, to the left; inclined by `camber` about x.
struct RollingWheel {
  double radius, stiffness;
  double load, v_x = 0, v_y = 0, spin = 0, camber = 0, turn = 0;
  double z[2] = {0, 0};

  BodyForceIn in() const {
    BodyForceIn in;
    in.R = rotation::matrix_of(rotation::exp(Vec3(camber - M_PI / 2, 0, 0)));
    in.p = Vec3(0, 0, radius - load / stiffness);
    in.v = Vec3(v_x, v_y, 0);
    in.w = spin * in.R.col(2) + turn * Vec3::UnitZ();
    in.z = z;
    return in;
  }
  // The force with the states at their steady values for this motion.
  Vec6 steady(const BodyForce& tyre) {
    tyre.steady(in(), z);
    return force(tyre).wrench;
  }
  BodyForceOut force(const BodyForce& tyre) const {
    BodyForceOut out;
    tyre.force(in(), out);
    return out;
  }
};

}  // namespace takt::element
