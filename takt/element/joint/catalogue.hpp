// The catalogue of all joints, in the order of `takt list joints`.
#pragma once

#include <array>

#include "takt/element/joint/cylindrical.hpp"
#include "takt/element/joint/free.hpp"
#include "takt/element/joint/guided_body.hpp"
#include "takt/element/joint/kinematics_table.hpp"
#include "takt/element/joint/planar.hpp"
#include "takt/element/joint/prismatic.hpp"
#include "takt/element/joint/revolute.hpp"
#include "takt/element/joint/screw.hpp"
#include "takt/element/joint/spherical.hpp"
#include "takt/element/joint/universal.hpp"
#include "takt/element/joint/vehicle_body.hpp"
#include "takt/element/joint/weld.hpp"

namespace takt::element {

inline constexpr std::array joints{&Revolute::entry,
                                   &Prismatic::entry,
                                   &Cylindrical::entry,
                                   &Universal::entry,
                                   &Spherical::entry,
                                   &Planar::entry,
                                   &Screw::entry,
                                   &Free::entry,
                                   &Weld::entry,
                                   &VehicleBody::entry,
                                   &GuidedBody::entry,
                                   &KinematicsTable::entry,
                                   &KinematicsTable::steered_entry};

constexpr const JointEntry* find_joint(std::string_view name) noexcept {
  for (const JointEntry* j : joints)
    if (j->name == name) return j;
  return nullptr;
}

}  // namespace takt::element
