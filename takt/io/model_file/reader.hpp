// From elements as written to elements of a Model. One file per section.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "takt/element/catalogue.hpp"
#include "takt/io/model_file/expand.hpp"
#include "takt/model/builder.hpp"
#include "takt/model/joint_components.hpp"

namespace takt::io::model_file {

class Reader {
 public:
  Reader(const Source& source, const Expanded& all, ModelBuilder& builder)
      : source_(source), all_(all), b_(builder) {}

  void read();  // everything, in the order in which things refer to each other

 private:
  // The sections.
  void read_file_keys();
  void read_body(const Item&);
  void read_joint(const Item&);
  void read_constraint(const Item&);
  void read_signal(const Item&);
  void read_road();
  void read_force(const Item&);
  void read_output(const Item&);
  void read_initial(const Item&);
  void guess_from_drawing();

  // Parts of them.
  void initial_values(const Field& joints, bool rates,
                      std::vector<std::pair<std::string, double>> Joint::*into);
  void read_shape(const Field&, Body&) const;
  void attach_joint(const Fields&, Joint&) const;
  void read_wheel_rail(const Item&, Constraint&);
  void attach_force(const Fields&, element::Attach, ForceSpec&);
  void force_by_name(const Field&, const std::string& name, Output&) const;
  // The values of an entry's keys as far as they are given. `sliding`: on a translation, where
  // keys for rotations are meant per metre. `any`: keys without a unit take every unit.
  GivenValues values_of(const Fields&, std::span<const element::Key>, bool sliding, bool any);
  Setting value_of_key(const Field&, const element::Key&, const std::string& unit);

  // References. Names are looked up in the element's own context, then further out.
  int find(const Item&, int (ModelBuilder::*by_name)(std::string_view) const noexcept,
           const std::string& name) const;
  int body_of(const Field&) const;
  int joint_of(const Field&) const;
  int contact_of(const Field&) const;  // a constraint of type wheel_rail
  bool is_formula(const Item&, const std::string& text) const;
  int signal_of(const Field&, std::string_view unit);  // a name, a number, or a signal written here
  // The dimension of a signal's values, where units are written; all of them must agree.
  std::optional<Dimension> dimension_of_signal(const Fields&, std::span<const element::Key>) const;
  void refuse_signal(const Field&) const;  // where a constant is needed
  int require_unit(int signal, const Field& use, std::string_view unit) const;
  // What is a number and names no signal.
  std::optional<double> plain_number(const Field&, const std::string& unit) const;
  // A joint, or joint.component; the component may also be given apart.
  JointCoordinate coordinate_of(const Field&, const std::optional<Field>& component) const;
  // body, body.frame, or {body:, at:, axis:, x:, rpy:}; in the place of a frame a bare body stands
  // for its own frame, or for the frame `at` of the drawing.
  Attachment attachment(const Field&, const std::optional<Field>& at = {}) const;
  bool find_reference(const Field&, Attachment&, bool& has_frame) const;
  Attachment reference(const Field&, bool& has_frame) const;  // throws when there is none

  // A frame of the drawing from a place and a direction, reflected as the element is. `turned` says
  // which axes turn round in a reflection (model/geometry.hpp).
  Frame drawn_frame(const Field& at, const Mat3* axes, const Vec3& turned) const;
  static Mat3 axes_of(const Fields&, const char* direction, int axis, int second, bool& given);

  const Source& source_;
  const Expanded& all_;
  ModelBuilder& b_;
  std::map<int, Dimension> signal_units_;  // of signals whose values have a unit
};

// Curves as written: a slope; {polynomial: [..]}; {table: [[x, y], ..]}; {breaks:, polynomials:}.
element::Curve curve_of(const Field&, std::string_view unit);

// What names in an element may have before them: its own context first, then further out.
std::vector<std::string> prefixes_of(const Item&);

// A list of names for messages.
template <class Parts> std::vector<std::string> part_names(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& p : parts) names.push_back(p.name);
  return names;
}

}  // namespace takt::io::model_file
