// A joint that guides a wheel carrier along tables of its suspension: its pose relative to the chassis
// as a function of the wheel's travel and, if it is steered, of the rack's displacement; interpolated
// twice continuously differentiable (even_spline.hpp). It takes the place of arms and rods: one or two
// coordinates and no constraint rows, as veDYNA has its axles (000, section 4.3).
//
// The joint stands at the wheel centre, in the axes of the chassis. Its table (travel_table.hpp) has
// these columns, in m and rad; takt check --travel --out writes them:
//
//   travel, steer   the coordinates
//   x, y, z         displacement of the wheel centre from the drawing
//   yaw, roll, pitch  rotation of the carrier, R = Rz Rx Ry
#pragma once

#include "takt/element/joint/even_spline.hpp"
#include "takt/element/joint/joint.hpp"

namespace takt::element {

class KinematicsTable final : public Motion {
 public:
  explicit KinematicsTable(EvenSpline functions, int coordinates)
      : functions_(std::move(functions)), coordinates_(coordinates) {}
  int coordinates() const noexcept override { return coordinates_; }
  void at(const double* q, MotionPoint&) const noexcept override;
  void without_curvature(const double* q, MotionPoint&) const noexcept override;

  // Throws Error with the line. `wheel` may be empty if the file has one wheel only.
  static std::shared_ptr<const Motion> parse(std::string_view text, const std::string& name,
                                             const std::string& wheel, bool steered);

  static constexpr Key keys[] = {{"file", KeyKind::text, "", "",
                                  "CSV with columns travel, x, y, z, yaw, roll, pitch (and steer), "
                                  "in m and rad, as takt check "
                                  "--travel --out writes",
                                  "file"},
                                 {"wheel", KeyKind::word, "", "none",
                                  "whose lines of the file are read; default: it has one"}};

  static constexpr JointMotion travel[] = {{MotionKind::general_length, ""}};
  static constexpr JointMotion both[] = {{MotionKind::general_length, "travel"},
                                         {MotionKind::general_length, "steer"}};
  static std::shared_ptr<const Motion> make(const Values& v) { return make(v, false); }
  static std::shared_ptr<const Motion> make_steered(const Values& v) { return make(v, true); }
  static constexpr JointEntry entry{
      .name = "kinematics_table",
      .summary = "guides a wheel carrier by tables of its travel in place of arms and rods",
      .tree = travel,
      .cardan = {},
      .cut = {},
      .natural_rows = {},
      .joint_coordinates_only = true,
      .keys = keys,
      .motion = make};
  static constexpr JointEntry steered_entry{
      .name = "steered_kinematics_table",
      .summary = "the same by tables of travel and steering; couple `steer` to the rack by a gear",
      .tree = both,
      .cardan = {},
      .cut = {},
      .natural_rows = {},
      .joint_coordinates_only = true,
      .keys = keys,
      .motion = make_steered};

 private:
  static std::shared_ptr<const Motion> make(const Values&, bool steered);
  void set(const double* q, int orders, MotionPoint&) const noexcept;

  EvenSpline functions_;
  int coordinates_;
};

}  // namespace takt::element
