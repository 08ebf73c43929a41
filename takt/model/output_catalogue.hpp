// The catalogue of outputs: what a model file can ask for in the section `outputs`. The reader, the
// JSON Schema and the reference page are made from it. To add an output of a known target (Of)
// and known options, add one entry to output_catalogue.cpp; docs/architecture.md has the rest.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/model/model.hpp"

namespace takt {

// What outputs may read of a mechanism at one state. Everything is in world axes unless said
// otherwise.
class OutputView {
 public:
  virtual ~OutputView() = default;
  virtual const Model& model() const noexcept = 0;
  virtual Motion motion(const Attachment&) const noexcept = 0;  // with accelerations
  virtual double measure(const ModelMeasure&, double& rate) const noexcept = 0;
  virtual double signal(int) const noexcept = 0;
  virtual double report(int force) const noexcept = 0;  // the value of force.<name>
  virtual double power(int force) const noexcept = 0;   // of a force element on the bodies
  // The tension of a rod, or the force that drives a joint: what the row of this output transmits.
  virtual double row_force(const Output&) const noexcept = 0;
  // The wrench (M, F) on the outboard body of a joint at its outboard frame, or on the second end of a
  // constraint at that end.
  virtual Vec6 wrench_of_joint(int) const noexcept = 0;
  virtual Vec6 wrench_of_constraint(int) const noexcept = 0;
  // The integral over the steps that belongs to this output.
  virtual double integral(const Output&) const noexcept = 0;
};

struct OutputEntry {
  // What the key names.
  enum class Of {
    frame,
    two_frames,           // [a.frame, b.frame]
    coordinate,           // of a joint
    anything_with_force,  // a force element, a rod, a joint, a massless body
    force_element,
    joint_or_constraint,  // a joint, or a constraint with a force at a place
    bodies,               // a body, a list of bodies, or `all`
    signal,
    wheel_rail  // a constraint of a wheel on its rail
  };
  enum Option : unsigned {
    axis = 1,         // x, y or z, must be given
    axis_or_z = 2,    // the same, default z
    rate = 4,         // a flag: the rate instead of the value
    relative_to = 8,  // a frame, in whose axes the value is
    needs_relative = 16,
    coordinate_of = 32,  // the component of a joint with several coordinates
    wrench_part = 64,    // Fx, Fy, Fz, Mx, My or Mz
    axes = 128,          // joint, body or world
    about = 256          // a frame
  };
  // unit "N|N m": the second one for rotations and moments. schema_output.hpp puts the unit before
  // "; needs" in meaning: keep that wording.
  std::string_view key, unit, meaning;
  Of of;
  unsigned options;
  element::MeasureKind measure;  // of two frames
  double (*value)(const Output&, const OutputView&) noexcept;
  // The output is the integral of this over time; null for all others.
  double (*rate_of_integral)(const Output&, const OutputView&) noexcept = nullptr;
};

std::span<const OutputEntry> output_entries() noexcept;
const OutputEntry& output_entry(std::string_view key) noexcept;  // of a key that exists

// A key that belongs to some outputs.
struct OutputOption {
  std::string_view key;
  unsigned options;  // those that it serves
};
std::span<const OutputOption> output_options() noexcept;

// The components of a wrench in the order of results, and their index in (M, F).
inline constexpr std::string_view wrench_parts[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz"};
inline constexpr int place_of_wrench_part(int part) noexcept {
  return part < 3 ? part + 3 : part - 3;
}

}  // namespace takt
