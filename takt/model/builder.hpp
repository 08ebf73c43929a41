// Builds a Model and checks each part as it is added. Model files are read through this class, and
// programs can use it directly. Example, a four-bar mechanism:
//
//   ModelBuilder m("four-bar");
//   m.gravity({0, -9.81, 0});
//   const Vec3 A(0, 0, 0), B(0, 1, 0), C(1, 1, 0), D(1, 0, 0);
//   m.body(uniform_rod("crank", 1, A, B));
//   m.body(uniform_rod("coupler", 1, B, C));
//   m.body(uniform_rod("rocker", 1, C, D));
//   m.joint("A", "revolute", "ground", "crank", frame_at(A));
//   m.joint("B", "revolute", "crank", "coupler", frame_at(B));
//   m.joint("C", "revolute", "coupler", "rocker", frame_at(C));
//   m.joint("D", "revolute", "ground", "rocker", frame_at(D));
//   m.start_velocity("A", "", -1);
//   m.force({.name = "spring", .type = "spring_damper", .from = m.on("ground", frame_at(D)),
//            .to = m.on("crank", frame_at(B)), .values = {{"stiffness", 100.0}}});
//   m.output_position("x", m.on("crank", frame_at(B)), 0);
//   const Model model = m.build();
//
// All places are given in the drawing, that is, in the configuration defined by the `design` poses
// of the bodies. Error messages name the element; if its `where` is given, it is put before the
// name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "takt/model/geometry.hpp"
#include "takt/model/model.hpp"
#include "takt/model/values.hpp"

namespace takt {

// A coordinate of a joint of the model.
struct JointCoordinate {
  int joint = -1, component = 0;
};

// A force by its name in the catalogue. The Attach of the catalogue entry says which of these
// places are used: from and to, one or two joint coordinates, whole joints, `on`, or `contact`.
struct ForceSpec {
  std::string name, type, where;
  Attachment from, to, on;
  std::vector<JointCoordinate> joints;
  bool along_axis = false;  // Attach::any between two frames: along the axis z of `from`
  std::vector<JointCoordinate> reads{};  // Attach::any: coordinates that the law reads besides
  int wheel_rail = -1;                   // number of a wheel_rail constraint
  std::vector<std::string> prefixes{};   // of names of signals in formulas, innermost first
  GivenValues values;
  enum class Implicit : std::uint8_t { no, yes, by_step };
  Implicit implicit = Implicit::yes;  // no: sets Force::explicit_only; by_step: Force::by_step
};

class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name = "");

  void gravity(const Vec3& g) { model_.gravity = g; }

  // Each returns the number (index) of the new part.
  int body(Body);
  int joint(Joint);
  int constraint(Constraint);
  int signal(Signal);
  int output(Output);

  // A joint that has the same frame of the drawing on both bodies.
  int joint(std::string name, std::string_view type, std::string_view inboard,
            std::string_view outboard, const Frame& drawing);
  // A formula may name other signals, also ones that are added later. Inside of a template these
  // names may have a prefix such as `fl.`: the first prefix for which a signal exists is used.
  int signal(std::string name, std::string_view type, const GivenValues&, std::string where = "",
             std::vector<std::string> prefixes = {""});
  int force(const ForceSpec&);
  void road(std::string_view type, const GivenValues&, std::string where = "");
  int output_position(std::string name, const Attachment&, int axis);

  // Initial values; the component is "" where the joint has only one. The assembly keeps start
  // values; it may change a guess.
  void start_position(std::string_view joint, std::string_view component, double value);
  void start_velocity(std::string_view joint, std::string_view component, double value);
  void guess_position(std::string_view joint, std::string_view component, double value);

  // "body" (the body's own frame) or "body.frame". Besides its given frames every body has the
  // frames `origin` and `com`.
  Attachment on(std::string_view reference) const;
  // A frame given in the drawing.
  Attachment on(std::string_view body, const Frame& drawing) const;
  Attachment on(int body, const Frame& drawing) const;
  Frame in_drawing(const Attachment&) const;
  // Null if the body has no such frame. `made` stores the frames `origin` and `com`.
  const Frame* find_frame(int body, std::string_view name, Frame& made) const;

  // Numbers by name; -1 if there is none.
  int find_body(std::string_view name) const noexcept { return find(bodies_, name); }
  int find_joint(std::string_view name) const noexcept { return find(joints_, name); }
  int find_constraint(std::string_view name) const noexcept { return find(constraints_, name); }
  int find_force(std::string_view name) const noexcept { return find(forces_, name); }
  int find_signal(std::string_view name) const noexcept { return find(signals_, name); }
  int find_output(std::string_view name) const noexcept { return find(outputs_, name); }

  const Model& model() const noexcept { return model_; }
  Model& model() noexcept { return model_; }

  // Links the formulas added so far to the signals they name. Throws Error for an unknown name
  // (with a suggestion) and for signals that depend on each other.
  void link_formulas();
  // The same for sampled signals, which also name outputs; after all outputs are added.
  void link_sampled();

  // Checks the whole model: it has bodies, formulas find their signals, and joints connect every
  // body to ground.
  Model build();

 private:
  // The signals that formulas of a force name, as spelled there; their numbers go to `signals`.
  std::vector<std::string> signals_in(const element::ForceEntry&, const ForceSpec&,
                                      std::vector<int>& signals) const;
  using Numbers = std::map<std::string, int, std::less<>>;
  static int find(const Numbers& all, std::string_view name) noexcept {
    const auto found = all.find(name);
    return found == all.end() ? -1 : found->second;
  }
  int add_name(Numbers&, const char* kind, const std::string& name, const std::string& where,
               std::size_t number);
  int body_of(std::string_view name) const;
  int signal_of(const Setting&, const std::string& name, const std::string& place,
                const std::string& where);
  int varying_of(const element::Key&, const KeyedValues&, const std::string& place);
  Joint& joint_of(std::string_view name);

  struct Formula {  // a signal whose formula is not yet linked to the signals it names
    int signal = 0;
    const element::SignalEntry* entry = nullptr;
    GivenValues given;
    std::vector<std::string> prefixes;
  };
  void link(const Formula&);
  std::vector<std::string> read_by(const Formula&, const std::string& text, Signal&) const;
  void check_range(const element::Key&, int signal, const std::string& place);

  Model model_;
  bool ground_given_ = false;  // its frames and shapes, which may be given once
  std::vector<Formula> formulas_, sampled_;
  Numbers bodies_{{"ground", 0}}, joints_, constraints_, forces_, signals_, outputs_;
};

// "car.yaml:41:5 joint 'track_rod'", or only the element when `where` is empty.
std::string place_of(const std::string& where, std::string_view kind, std::string_view name);

}  // namespace takt
