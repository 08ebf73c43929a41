// The keys that the JSON of every command that runs a model has.
#pragma once

#include <initializer_list>

#include "../json_keys.hpp"

namespace takt::app {

inline constexpr JsonKey drift_and_energy_keys[] = {
    {"max_drift", "largest drift over the run, maximum norms"},
    {"max_drift.position", "of g"},
    {"max_drift.velocity", "of G v + gI"},
    {"max_drift.acceleration", "of G v' + gamma"},
    {"energy", "in J"},
    {"energy.initial", "at the start"},
    {"energy.final", "at the end"},
    {"energy.max_abs_change", "largest difference from the start"},
    {"energy.inputs",
     "work of signals, drives and controllers: final - initial = inputs + dissipated + method"},
    {"energy.dissipated", "by dampers, friction, tyres, drag; negative: taken out"},
    {"energy.method", "the rest: what the method added; negative: took away"},
    {"energy.resolution", "accuracy to which these three are known"},
    {"energy.projections",
     "of `method`, by projections, estimated from some steps of large systems; null: none"},
    {"energy.max_kinetic", "largest kinetic energy"},
    {"energy.warning", "|method| is above 1 % of `max_kinetic` and above `resolution`"},
};

inline constexpr JsonKey final_state_keys[] = {
    {"final_state", "at `t_end`"},
    {"final_state.q", "coordinates by name", true},
    {"final_state.v", "velocities by name", true},
    {"final_state.z", "auxiliary states by name", true},
    {"final_state.out", "outputs by name", true},
};

inline std::vector<JsonKey> together(std::initializer_list<std::span<const JsonKey>> parts) {
  std::vector<JsonKey> all;
  for (const std::span<const JsonKey> part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace takt::app
