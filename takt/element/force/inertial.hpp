// A law that adds inertia to the coordinate on which it acts, as the rotor of a motor does.
#pragma once

namespace takt::element {

class Inertial {
 public:
  virtual ~Inertial() = default;
  // On the coordinate: kg m^2, of a translation kg. Part of the mass matrix, not of the force.
  virtual double inertia() const noexcept = 0;
};

}  // namespace takt::element
