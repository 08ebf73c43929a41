// What a mechanism looks like: bodies with shapes, joints, links, arrows and surfaces. Plain data
// in SI units, without how it is drawn: the browser (web/), the SVG drawing and notebooks read it.
//
// Points, frames and shapes of a body are given in its axes, from its centre of mass, because
// the columns body.<name> of results are the pose of these axes there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/spatial/frame.hpp"

namespace takt {
struct Mesh;
}

namespace takt::scene {

struct Shape {
  enum class Kind { box, cylinder, sphere, capsule, tube, cone, wheel, line, mesh };
  // A choice of colour; own and body: that of its body.
  enum class Part { own, body, glass, tyre, frame, light };
  Kind kind = Kind::sphere;
  // box: edges; cylinder, capsule, cone, wheel: radius, length; tube: outer and inner radius,
  // length; sphere: radius; line: its end. Centred, axis along z; a cone has its base at the origin.
  std::vector<double> size;
  Frame frame;
  std::shared_ptr<const Mesh> mesh{};
  Part part = Part::own;
};

struct NamedFrame {
  std::string name;
  Frame frame;
};

struct Body {
  std::string name;
  Frame pose;  // of the centre of mass at the start, in the world
  std::vector<Shape> shapes;
  std::vector<NamedFrame> frames;
  int line = 0;            // in the text of the model; 0: not known
  bool automatic = false;  // the model gives no shape: these follow from joints, points and inertia
};

struct End {
  int body = 0;
  Frame frame;
};

struct Joint {
  struct Axis {
    bool turns = true;               // else it slides
    Vec3 direction = Vec3::UnitZ();  // in the axes of the inboard end
  };
  std::string name, type;
  End inboard, outboard;
  std::vector<Axis> axes;
  bool cut = false, driven = false;
  int line = 0;
};

struct Link {  // a force or a rod between two points
  enum class Kind { spring, damper, spring_damper, rod, cable, actuator, bushing };
  std::string name;
  Kind kind = Kind::spring;
  int body_a = 0, body_b = 0;
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();
  bool has_force = false;  // results have its tension in force.<name>
  int line = 0;
};

struct Arrow {  // a force on one body, whose size is in force.<name>
  std::string name;
  int body = 0;
  Vec3 p = Vec3::Zero(), direction = Vec3::UnitZ();
  bool in_world = true;  // its direction; else in axes of the body
  int line = 0;
};

struct Surface {
  enum class Kind { road, rail, plane };
  std::string name;
  Kind kind = Kind::road;
  std::vector<Vec3> points;
  std::vector<int> triangles;            // three indices each
  std::vector<std::vector<Vec3>> lines;  // on it: edges, markings, rails
};

struct Scene {
  std::vector<Body> bodies;  // as those of the model; the first is ground
  std::vector<Joint> joints;
  std::vector<Link> links;
  std::vector<Arrow> arrows;
  std::vector<Surface> surfaces;
  int main = 0;                 // the body that a camera follows
  double size = 1;              // m, typical for the whole
  Vec3 gravity = Vec3::Zero();  // which says what is up; zero where nothing is known
};

}  // namespace takt::scene
