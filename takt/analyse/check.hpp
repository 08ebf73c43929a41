// What `takt check` computes about a model; check_text and check_json format it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/analyse/inspect.hpp"
#include "takt/analyse/modes.hpp"
#include "takt/analyse/travel.hpp"
#include "takt/io/model_file/open_model.hpp"

namespace takt::analyse {

struct CheckOptions {
  bool equilibrium = false, modes = false, travel = false;
  std::vector<std::string> wheels;  // empty: every wheel with a tyre
  std::vector<double> heights;      // m
  std::string steer;                // the joint that steers; empty: none
  std::vector<double> steers;       // where it is held, m
};

// The equilibrium at rest, or the steady motion if the model has a speed.
struct Equilibrium {
  State state;
  double speed = 0;  // m/s
  Balance balance;
  std::vector<std::string> force_names;  // without "force."
  std::vector<double> out, forces;
};

struct Checked {
  io::OpenModel open;
  std::shared_ptr<const mechanism::Mechanism> mechanism;  // null: a hand-written problem
  // The start of a run, moved to the constraints if it was not on them.
  State start;
  // The start with closed loops, before any equilibrium is computed.
  State drawn;
  Residual written, residual;  // of the values in the model file, and of the start of a run
  Inspection inspection;
  int gruebler = 0;
  MassAndCentre mass;
  Index natural_coordinates = 0, natural_rows = 0;
  std::string natural_refusal;  // reason why there are no natural coordinates, or empty

  std::optional<Equilibrium> equilibrium;
  std::optional<Modes> modes;  // see `about_start`
  std::vector<Travel> travels;

  // The modes are about the start; if false, about the equilibrium.
  bool about_start = true;

  const EquationsOfMotion& system() const noexcept { return *open.system; }
};

// Throws Error: an invalid model, no equilibrium, no wheel, or a hand-written problem where a
// mechanism is needed.
Checked check(io::OpenModel in_joint_coordinates, const CheckOptions&);
Checked check(std::string_view model, std::span<const std::string> set, const CheckOptions&);

// What is not smooth in a system: names of its switching functions, each once, and signals with kinks at
// known times.
std::vector<std::string> names_of_switches(const EquationsOfMotion&);

// The unit in which the measure of a force is shown, and its factor from SI.
struct MeasureUnit {
  std::string_view name;
  double factor = 1;
};
MeasureUnit unit_of(const Model&, const ModelMeasure&) noexcept;

}  // namespace takt::analyse
