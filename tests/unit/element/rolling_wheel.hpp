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
