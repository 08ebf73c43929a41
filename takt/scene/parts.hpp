// What the parts of describe() share: a mechanism at one state.
#pragma once

#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/scene/scene.hpp"

namespace takt::scene {

struct Situation {
  Situation(const mechanism::Mechanism&, const State&);

  const mechanism::Mechanism& mechanism;
  const Model& model;
  const State& state;
  mechanism::Topology topology;
  std::unique_ptr<Scratch> scratch;
  Excitation u;
  List<Motion> bodies;  // at the origins of their frames
  std::vector<std::string> force_columns;

  Point point() const { return {state.q, state.v, state.a, state.lambda, state.z, u}; }
  // A point or frame of a body, from its centre of mass.
  Vec3 from_centre(const Attachment& a) const { return a.frame.p - model.bodies[a.body].centre; }
  Frame frame_from_centre(const Attachment& a) const { return {a.frame.R, from_centre(a)}; }
  Motion of(const Attachment& a) const { return bodies[a.body].of(a.frame); }
  bool has_column(const std::string& force) const;
};

std::vector<Joint> joints_of(Situation&);
// Forces between two points, rods, and massless bodies that are rods.
std::vector<Link> links_of(Situation&);
// Forces on one body.
std::vector<Arrow> arrows_of(Situation&);

}  // namespace takt::scene
