// Converts the elements of a model file to elements of a Model. Each section of the file has its
// own source file.
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

  void read();       // all sections, each after those to which it refers
  void read_part();  // of a model to which more is added later

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

  // Parts of sections.
  void initial_values(const Field& joints, bool rates,
                      std::vector<std::pair<std::string, double>> Joint::*into);
  void read_shape(const Field&, Body&) const;
  void fill(const Field& density, Body&) const;
  void attach_joint(const Fields&, Joint&) const;
  void read_motion(const Fields&, Joint&);
  void read_wheel_rail(const Item&, Constraint&);
  void attach_force(const Fields&, element::Attach, ForceSpec&);
  void attach_anywhere(const Fields&, ForceSpec&);
  // What an output is of, by its type, and the keys that belong to some types only.
  void read_output_target(const Field&, const Fields&, Output&) const;
  void read_output_options(const Fields&, Output&) const;
  void force_by_name(const Field&, Output&) const;
  void carrier_by_name(const Field&, Output&) const;
  int force_element(const Field&) const;
  List<int> bodies_of(const Field&) const;  // a name, a list of names, or `all`
  // The values of the given keys of a catalogue entry. `sliding`: the element acts on a
  // translation, so units for rotations become those for translations. `any`: keys without a unit
  // accept every unit.
  GivenValues values_of(const Fields&, std::span<const element::Key>, bool sliding, bool any);
  Setting value_of_key(const Field&, const element::Key&, const std::string& unit);

  // References. Names are looked up in the context of the element, then in the outer contexts.
  int find(const Item&, int (ModelBuilder::*by_name)(std::string_view) const noexcept,
           const std::string& name) const;
  int body_of(const Field&) const;
  int joint_of(const Field&) const;
  int wheel_rail_of(const Field&) const;  // a constraint of type wheel_rail
  bool is_formula(const Item&, const std::string& text) const;
  // A name, a number, or a signal that is defined in place.
  int signal_of(const Field&, std::string_view unit);
  // The dimension of a signal's values, where units are written; all of them must agree.
  std::optional<Dimension> dimension_of_signal(const Fields&, std::span<const element::Key>) const;
  void refuse_signal(const Field&) const;  // where a constant is needed
  int require_unit(int signal, const Field& use, std::string_view unit) const;
  // The value of a field that is a number and not the name of a signal.
  std::optional<double> plain_number(const Field&, const std::string& unit) const;
  // A joint, or joint.component; the component may also be given separately.
  JointCoordinate coordinate_of(const Field&, const std::optional<Field>& component) const;
  // body, body.frame, or {body:, at:, axis:, x:, rpy:}. A body without frame means the frame of the
  // body itself, or the frame `at` of the drawing if it is given.
  Attachment attachment(const Field&, const std::optional<Field>& at = {}) const;
  bool find_reference(const Field&, Attachment&, bool& has_frame) const;
  Attachment reference(const Field&, bool& has_frame) const;  // throws Error if it does not exist

  // A frame of the drawing from a place and a direction, reflected like the element. `turned` tells
  // which axes change their sign in a reflection (model/geometry.hpp).
  Frame drawn_frame(const Field& at, const Mat3* axes, const Vec3& turned) const;
  static Mat3 axes_of(const Fields&, const char* direction, int axis, int second, bool& given);

  const Source& source_;
  const Expanded& all_;
  ModelBuilder& b_;
  std::map<int, Dimension> signal_units_;  // of signals whose values have a unit
};

// The forms of a curve: a slope; {polynomial: [..]}; {table: [[x, y], ..]}; {breaks:,
// polynomials:}.
element::Curve curve_of(const Field&, std::string_view unit);

// The prefixes that names in an element may have: that of its own context first, then the outer
// ones.
std::vector<std::string> prefixes_of(const Item&);

// The names of some parts, for messages.
template <class Parts> std::vector<std::string> part_names(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& p : parts) names.push_back(p.name);
  return names;
}

}  // namespace takt::io::model_file
