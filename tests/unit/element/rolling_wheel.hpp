// A wheel on a flat road for tests of tyres that slip, and the shipped tyre.
#pragma once

#include <fstream>
#include <sstream>

#include "sample_values.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::element {

// The name of a file and its text, as tyres read them.
inline std::string sedan_tyre() {
  std::ifstream in(TAKT_SOURCE_DIR "/models/tyres/sedan-245-40R18.tir");
  std::ostringstream text;
  text << "sedan-245-40R18.tir\n" << in.rdbuf();
  return text.str();
}

// Rolls along x, its axis y to the left; leans by `camber` about x.
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
  // With its states where they stay in this motion.
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
