// The forces on frames in the two parts of takt::Loads: what has a potential, between the ends of a
// step, and the rest, at a point. Used by between.cpp and loads.cpp.                    001 (7)
//
// Terms used: a force that has a potential V(p) of the position of its frame is F_c at rest; F_c is
// its conservative part. Torques have no potential here.
#pragma once

#include "takt/mechanism/natural/frame_forces.hpp"

namespace takt::mechanism::natural {

void add_conservative(const Equations&, const FrameForce&, const Between&, Vector& f) noexcept;
void add_conservative_stiffness(const Equations&, const FrameForce&, const Between&,
                                linear::Patterned& K) noexcept;
void add_load(const Equations&, const FrameForce&, const Point&, Vector& f) noexcept;
void add_load_stiffness(const Equations&, const FrameForce&, const Point&, double c,
                        linear::Patterned& K) noexcept;

}  // namespace takt::mechanism::natural
