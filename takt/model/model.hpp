// A model as the user describes it: bodies, joints, forces, signals, outputs, with names and SI
// units. Plain data without equations; mechanism::compile turns it into equations of motion.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/element/attach.hpp"
#include "takt/element/force/body_force.hpp"
#include "takt/element/force/law.hpp"
#include "takt/element/joint/joint.hpp"
#include "takt/element/measure.hpp"
#include "takt/element/road/road.hpp"
#include "takt/element/signal/signal.hpp"

namespace takt::element {
class WheelRail;
}

namespace takt {

using element::Attachment;

struct Mesh;

struct Shape3 {  // for the viewer, and for the mass of bodies with a density
  enum class Kind { box, cylinder, sphere, line, capsule, tube, cone, mesh } kind = Kind::sphere;
  enum class Part { own, body, glass, tyre, frame, light };  // a choice of colour; own: of its body
  // All are centred at its origin, but for the cone, whose base is there; axes along z.
  Frame frame;
  // box: edges; cylinder, capsule, cone: radius, radius, length (of a capsule without its ends);
  // tube: outer and inner radius, length; sphere: radius; line: end
  Vec3 size = Vec3::Ones();
  std::shared_ptr<const Mesh> mesh{};  // its points in m, in `frame`
  Part part = Part::own;
};

struct NamedFrame {
  std::string name;
  Frame frame;  // on its body
};

// How a value was written in a file, and where, for messages; empty for models built in code.
struct Written {
  std::string text, where;  // "-2 kg", "car.yaml:41:15 body 'arm'"
};

struct Body {               // body 0 is ground
  std::string name, where;  // where: "car.yaml:41"
  double mass = 0;
  Vec3 centre = Vec3::Zero();   // of mass, in the body's frame
  bool centre_given = false;    // false: it is at the origin because nobody gave it
  Mat3 inertia = Mat3::Zero();  // about the centre of mass, axes of the body
  Frame design;                 // pose in the drawing; places joints that are given in world axes
  std::vector<NamedFrame> frames;
  std::vector<Shape3> shapes;
  Written mass_written = {};
};

struct Joint {
  std::string name, where;
  const element::JointEntry* type = nullptr;
  Attachment inboard, outboard;
  double pitch = 0;  // of a screw, m per turn
  // Of a joint of general motions: the outboard frame in the inboard one.
  std::shared_ptr<const element::Motion> motion = nullptr;
  bool cardan = false;      // Cardan angles instead of a unit quaternion
  std::optional<bool> cut;  // true: it must close a loop; false: it must be in the tree
  int driven_by = -1;       // signal that prescribes the only coordinate
  // Of a joint that closes a loop: coincidence is written in world axes, not in inboard axes.
  bool world_rows = false;
  bool module = false;  // separates modules that are solved one by one (mechanism/modules.hpp)
  // Initial values by component name ("" where there is only one). The assembly keeps q0 and v0; it
  // may change guess.
  std::vector<std::pair<std::string, double>> q0, v0, guess;
  Written outboard_written = {};
};

// Constraints other than joints: rows of measures, or of joint coordinates.
struct Constraint {
  enum class Kind { distance, point_on_line, point_on_plane, coupler, rolling, wheel_rail };
  std::string name, where;
  Kind kind = Kind::distance;
  Attachment a, b;     // distance: their origins; point on line (z of a) or plane (normal z of a);
                       // rolling: b is the wheel, axis z; a.body = 0, the plane z = a.p.z
  double length = 0;   // distance; offset of the plane; radius of the rolling wheel
  int driven_by = -1;  // signal added to the length or offset, or the right side of a coupler
  struct Term {
    int joint = 0, component = 0;
    double factor = 1;
  };
  std::vector<Term> terms;  // coupler (gear, rack): sum of factor * coordinate = length + u(t)
  // wheel_rail: one row on all coordinates of `joint`; the signal driven_by is the travelled
  // distance.
  std::shared_ptr<const element::WheelRail> wheel_rail;
  int joint = -1;
};

// A measure in a model: between two frames, or a coordinate of a joint.
struct ModelMeasure {
  element::Measure measure;
  int joint = -1, component = 0;  // joint >= 0: this coordinate is used, `measure` is ignored
};

struct Force {
  std::string name, where, type;  // type: name in the catalogue
  // How it was attached: says what its measures are together.
  element::Attach attach = element::Attach::points;
  List<int> signals;  // of the model, in the order the law reads them
  // Either a law with its measures, or a body force on a frame `on`, seen from the frame `from`:
  std::shared_ptr<const element::Law> law;
  List<ModelMeasure> measures;
  std::shared_ptr<const element::BodyForce> body_force;
  Attachment on, from;         // from: of Attach::frames, else the world
  int wheel_rail = -1;         // wheel_rail constraint whose multiplier the law reads
  bool explicit_only = false;  // leave its K and C out of linear-implicit Jacobians
  // explicit_only depends on the step and is false until that is known (mechanism/stiff_forces.hpp)
  bool by_step = false;

  bool between_bodies() const noexcept { return attach == element::Attach::frames; }
};

struct Signal {
  std::string name, where;
  std::shared_ptr<const element::SignalFunction> function;  // null: external input
  double input = 0;                                         // value of an external input at start
  double least = -1e300, most = 1e300;                      // range of an external input
  std::string unit{};                                       // of an external input
  bool interpolated = false;                                // linearly between received values
  std::vector<int> uses{};                // signals that the function names, in this order
  std::vector<std::string> parameters{};  // of the model, with which it is written
  // Of a sampled signal, which is computed every `period` and held or smoothed in between. `input` is its
  // value until the first time; `least` and `most` are its range.
  struct Read {
    bool output = false;  // an output; else a signal
    int number = 0;
  };
  double period = 0;  // s; 0: it is not sampled
  std::vector<Read> reads{};
};

struct OutputEntry;

struct Output {
  std::string name, where, unit;
  const OutputEntry* type = nullptr;  // in the catalogue of outputs (output_catalogue.hpp)
  // What the output is of; its type says which of these it uses.
  Attachment frame;
  Attachment reference;  // if `relative`: seen from this frame, or about its origin
  bool relative = false;
  ModelMeasure measure;
  bool rate = false;  // of the measure
  enum class Part : std::uint8_t { force, joint, constraint, body, signal } part = Part::force;
  int number = 0;    // of that part
  List<int> bodies;  // their numbers
  int index = 0;     // axis, or component of a wrench (wrench_parts)
  enum class Axes : std::uint8_t { joint, body, world } axes = Axes::joint;
  double scale = 1, offset = 0;
};

struct Initial {
  bool equilibrium = false;
  double speed = 0;  // m/s, along x of the first floating body
  bool assemble = true;
};

struct Experiment {
  std::optional<double> until, step;
  std::string method;  // empty: the default
  std::string inputs;  // path of a file with values of external inputs; empty: none
};

struct Model {
  std::string name, description, file, text;  // text: the source, for result files
  Vec3 gravity{0, 0, -9.81};
  List<Body> bodies = List<Body>(1);  // bodies[0] is ground
  List<Joint> joints;
  List<Constraint> constraints;
  List<Force> forces;
  List<Signal> signals;
  List<Output> outputs;
  Initial initial;
  Experiment experiment;
  std::shared_ptr<const element::Road> road;  // of the tyres; may be null
  int road_friction = -1;  // signal of its friction; < 0: the road itself gives it
  std::vector<std::pair<std::string, double>> parameters;  // with the values used
  std::vector<std::pair<std::string, std::string>> words;  // parameters that are not numbers

  Model() { bodies[0].name = "ground"; }
};

}  // namespace takt
