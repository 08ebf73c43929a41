// What `takt check` finds out about a model, apart from how it is shown.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/io/open_model.hpp"
#include "takt/simulate/inspect.hpp"
#include "takt/simulate/modes.hpp"
#include "takt/simulate/travel.hpp"

namespace takt::experiment {

struct CheckOptions {
  bool equilibrium = false, modes = false, travel = false;
  std::vector<std::string> wheels;  // empty: every wheel with a tyre
  std::vector<double> heights;      // m
};

// At rest, or of a model with a speed the steady motion at that speed.
struct Equilibrium {
  State state;
  double speed = 0;  // m/s
  Balance balance;
  std::vector<std::string> force_names;  // without "force."
  std::vector<double> out, forces;
};

struct Checked {
  io::OpenModel open;
  std::shared_ptr<const mechanism::JointMechanism> mechanism;  // null: a problem written by hand
  State start;  // what a run begins with, moved to the constraints where it was not on them
  State drawn;  // before any equilibrium was looked for, closed
  Residual written, residual;  // of the values as written, and of what a run begins with
  Inspection inspection;
  int gruebler = 0;
  MassAndCentre mass;
  Index natural_coordinates = 0, natural_rows = 0;
  std::string natural_refusal;  // why there are no natural coordinates; empty: there are

  std::optional<Equilibrium> equilibrium;
  std::optional<Modes> modes;  // about what `about_start` says
  std::vector<Travel> travels;

  // What the modes are about: the start, or the equilibrium where one is asked for.
  bool about_start = true;

  const EquationsOfMotion& system() const noexcept { return *open.system; }
};

// Throws Error: an invalid model, no equilibrium, no wheel, a problem written by hand where a
// mechanism is needed.
Checked check(std::string_view model, std::span<const std::string> set, const CheckOptions&);

// The unit in which a person reads the measure of a force, and how many of it are one SI unit.
struct MeasureUnit {
  std::string_view name;
  double factor = 1;
};
MeasureUnit unit_of(const Model&, const ModelMeasure&) noexcept;

}  // namespace takt::experiment
