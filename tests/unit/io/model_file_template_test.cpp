// Templates in model files: defined once, instantiated several times, mirrored.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "part.hpp"
#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"

namespace takt::test {
namespace {

constexpr const char* car = R"yaml(takt: 1
templates:
  corner:
    parameters: {x: 0}
    bodies:
      arm: {mass: 6, com: ["${x}", 0.4, 0.3], inertia: [0.05, 0.02, 0.06, 0.01, 0, 0],
            frames: {ball: {at: ["${x}", 0.6, 0.2], axis: x}}}
      wheel: {mass: 50, com: ["${x}", 0.7, 0.3], inertia: [1, 2, 1]}
    joints:
      pivot: {type: revolute, between: [chassis, arm], at: ["${x}", 0.2, 0.3], axis: x}
      ball: {type: spherical, between: [arm, wheel], at: arm.ball}
      screw: {type: screw, between: [arm, wheel], at: ["${x}", 0.6, 0.2], axis: y, pitch: 2 mm}
    forces:
      strut: {type: spring_damper, from: {body: chassis, at: ["${x}", 0.3, 0.6]}, to: arm.ball,
              stiffness: 1000}
    outputs:
      lift: {position: wheel.com, axis: z}
    initial: {q: {pivot: 0.1}}
instances:
  l: {template: corner, with: {x: 0.9}}
  r: {template: corner, with: {x: 0.9}, mirror: y}
bodies:
  chassis: {mass: 1000, inertia: [100, 1000, 1000]}
joints:
  free: {type: free, between: [ground, chassis]}
)yaml";

TEST(ModelFileTemplate, MirrorsEverythingOfAnInstance) {
  const Model m = io::read_model(car, "car.yaml");
  const Body &l = part(m.bodies, "l.arm"), &r = part(m.bodies, "r.arm");
  EXPECT_EQ(r.centre, Vec3(0.9, -0.4, 0.3));
  EXPECT_EQ(r.inertia(0, 1), -l.inertia(0, 1));
  EXPECT_EQ(r.inertia(1, 1), l.inertia(1, 1));
  EXPECT_EQ(r.design.R, Mat3::Identity());
  EXPECT_EQ(r.frames.at(0).frame.p, Vec3(0.9, -0.6, 0.2));
  const Joint &lp = part(m.joints, "l.pivot"), &rp = part(m.joints, "r.pivot");
  EXPECT_EQ(lp.inboard.frame.R.col(2), Vec3(1, 0, 0));
  EXPECT_EQ(rp.inboard.frame.R.col(2), Vec3(-1, 0, 0));  // a rotation axis is axial
  EXPECT_EQ(rp.inboard.frame.p, Vec3(0.9, -0.2, 0.3));
  EXPECT_EQ(rp.q0.at(0).second, 0.1);
  EXPECT_EQ(part(m.joints, "r.screw").pitch, -part(m.joints, "l.screw").pitch);
  const Force& strut = part(m.forces, "r.strut");
  EXPECT_EQ(strut.measures[0].measure.a.frame.p, Vec3(0.9, -0.3, 0.6));
  EXPECT_EQ(m.bodies[static_cast<std::size_t>(strut.measures[0].measure.b.body)].name, "r.arm");
  EXPECT_EQ(part(m.outputs, "r.lift").frame.body, part(m.joints, "r.ball").outboard.body);
}

TEST(ModelFileTemplate, MirroredTwiceIsTheOriginal) {
  std::string text = car;
  text.insert(text.find("instances:"),
              "  side:\n    instances: {c: {template: corner, with: {x: 0.9}, mirror: y}}\n");
  text.insert(text.find("bodies:\n  chassis"), "  again: {template: side, mirror: y}\n");
  const Model m = io::read_model(text, "car.yaml");
  const Body &l = part(m.bodies, "l.arm"), &c = part(m.bodies, "again.c.arm");
  EXPECT_EQ(l.centre, c.centre);
  EXPECT_EQ(l.inertia, c.inertia);
  EXPECT_EQ(l.frames[0].frame.R, c.frames[0].frame.R);
  EXPECT_EQ(part(m.joints, "l.pivot").outboard.frame.R,
            part(m.joints, "again.c.pivot").outboard.frame.R);
  EXPECT_EQ(part(m.joints, "l.screw").pitch, part(m.joints, "again.c.screw").pitch);
}

TEST(ModelFileTemplate, IncludedFilesAndTheirParameters) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "takt_model_file_include";
  fs::create_directories(folder / "parts");
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  write("parts/rod.yaml", "takt: 1\nparameters: {m: 1}\nbodies: {rod: {mass: \"${m}\"}}\n");
  write("whole.yaml",
        "takt: 1\ninclude: parts/rod.yaml\nparameters: {m: 3}\njoints:\n"
        "  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0]}\n");
  const Model m = io::read_model_file((folder / "whole.yaml").string());
  EXPECT_EQ(part(m.bodies, "rod").mass, 3);
  EXPECT_EQ(part(m.bodies, "rod").where, (folder / "parts/rod.yaml").string() + ":3:10");
  EXPECT_EQ(
      part(io::read_model_file((folder / "whole.yaml").string(), {{"m", "5"}}).bodies, "rod").mass,
      5);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace takt::test
