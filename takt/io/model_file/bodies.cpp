// Reads the section `bodies` of a model file: mass, centre of mass, inertia, frames, shapes.
#include <algorithm>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/io/model_file/mesh_file.hpp"
#include "takt/io/model_file/reader.hpp"
#include "takt/model/mesh.hpp"
#include "takt/model/solid.hpp"

namespace takt::io::model_file {
namespace {

Mat3 inertia_of(const Field& f) {
  const auto rows = f.rows("kg m^2");
  Mat3 I = Mat3::Zero();
  if (rows.size() == 3 && rows[0].size() == 3 && rows[1].size() == 3 && rows[2].size() == 3) {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) I(i, k) = rows[i][k];
    return I;
  }
  if (rows.size() != 1 || (rows[0].size() != 3 && rows[0].size() != 6))
    f.fail("'inertia' is neither 3 nor 6 numbers nor 3 rows of 3",
           "write [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]");
  const std::vector<double>& x = rows[0];
  I.diagonal() << x[0], x[1], x[2];
  if (x.size() == 6) {
    I(0, 1) = I(1, 0) = x[3];
    I(0, 2) = I(2, 0) = x[4];
    I(1, 2) = I(2, 1) = x[5];
  }
  return I;
}

double positive(const Field& f, std::string_view unit) {
  const double x = f.number(unit);
  if (!(x > 0)) f.fail("'" + f.key() + "' is not positive", "give a positive number");
  return x;
}

// A body of uniform density: fills in mass, centre of mass, inertia and a shape.
Body uniform_of(const Field& f, double mass, const std::optional<Field>& com) {
  const Fields u = f.map({"rod", "box", "cylinder", "sphere", "radius"});
  u.require_one_of({"rod", "box", "cylinder", "sphere"});
  const Vec3 centre = com ? com->vector("m") : Vec3(Vec3::Zero());
  const auto radius = u.find("radius");
  if (const auto rod = u.find("rod")) {
    const std::vector<Field> ends = rod->list();
    if (ends.size() != 2) rod->fail("a rod has two ends", "write rod: [[0, 0, 0], [1, 0, 0]]");
    const Vec3 from = ends[0].vector("m"), to = ends[1].vector("m");
    if (!((to - from).norm() > 0)) rod->fail("the ends of the rod coincide", "give two points");
    if (com) com->fail("'com' is given, but a rod has its own", "leave one of them out");
    return uniform_rod("", mass, from, to, radius ? positive(*radius, "m") : 0);
  }
  if (const auto box = u.find("box")) {
    const Vec3 edges = box->vector("m");
    if (!(edges.minCoeff() >= 0)) box->fail("an edge of the box is negative", "give three lengths");
    return uniform_box("", mass, centre, edges);
  }
  if (const auto sphere = u.find("sphere"))
    return uniform_sphere("", mass, centre, positive(*sphere, "m"));
  const Fields c = u.get("cylinder").map({"radius", "length", "axis"});
  const auto axis = c.find("axis");
  return uniform_cylinder("", mass, centre, axis ? axis->direction() : Vec3(Vec3::UnitZ()),
                          positive(c.get("radius"), "m"), positive(c.get("length"), "m"));
}

Shape3::Part colour_of(const Field& f) {
  // In the order of the words in the schema, after `own`, which is what a shape without `part` is.
  const std::vector<std::string> words{"body", "glass", "tyre", "frame", "light"};
  const auto found = std::find(words.begin(), words.end(), f.word(words));
  return static_cast<Shape3::Part>(found - words.begin() + 1);
}

}  // namespace

void Reader::read_shape(const Field& f, Body& b) const {
  const std::vector<std::string> kinds{"box",     "cylinder", "sphere", "line",
                                       "capsule", "tube",     "cone",   "mesh"};
  std::vector<std::string> known = kinds;
  known.insert(known.end(), {"at", "axis", "x", "rpy", "scale", "part"});
  const Fields s = f.map(known);
  s.require_one_of(kinds);
  Shape3 shape;
  bool turned = false;
  shape.frame.R = axes_of(s, "axis", 2, 0, turned);
  if (const auto at = s.find("at")) shape.frame.p = at->vector("m");
  const auto round = [&](const char* key, Shape3::Kind kind) {
    const auto given = s.find(key);
    if (!given) return false;
    const Fields c = given->map({"radius", "length"});
    const double r = positive(c.get("radius"), "m");
    shape.kind = kind;
    shape.size = {r, r, positive(c.get("length"), "m")};
    return true;
  };
  if (const auto box = s.find("box")) {
    shape.kind = Shape3::Kind::box;
    shape.size = box->vector("m");
  } else if (const auto sphere = s.find("sphere")) {
    shape.kind = Shape3::Kind::sphere;
    shape.size = Vec3::Constant(positive(*sphere, "m"));
  } else if (const auto tube = s.find("tube")) {
    const Fields c = tube->map({"radius", "inner", "length"});
    shape.kind = Shape3::Kind::tube;
    shape.size = {positive(c.get("radius"), "m"), positive(c.get("inner"), "m"),
                  positive(c.get("length"), "m")};
    if (!(shape.size[1] < shape.size[0]))
      c.get("inner").fail("the inner radius is not below the outer one",
                          "give an `inner` below `radius`");
  } else if (const auto mesh = s.find("mesh")) {
    namespace fs = std::filesystem;
    const fs::path from(mesh->node().mark.file ? *mesh->node().mark.file : "");
    auto read = std::make_shared<Mesh>(
        read_mesh((from.parent_path() / mesh->text()).lexically_normal().string(), mesh->where()));
    const auto scale = s.find("scale");
    const double factor = scale ? positive(*scale, "") : 1;
    for (Vec3& p : read->points) p *= factor;
    shape.kind = Shape3::Kind::mesh;
    shape.mesh = std::move(read);
  } else if (const auto line = s.find("line")) {
    shape.kind = Shape3::Kind::line;
    const std::vector<Field> ends = line->list();
    if (ends.size() != 2) line->fail("a line has two ends", "write [[0,0,0], [1,0,0]]");
    const Vec3 from = ends[0].vector("m"), to = ends[1].vector("m");
    shape.frame.p += shape.frame.R * from;
    shape.size = to - from;
  } else if (!round("cylinder", Shape3::Kind::cylinder) &&
             !round("capsule", Shape3::Kind::capsule)) {
    round("cone", Shape3::Kind::cone);
  }
  if (const auto scale = s.find("scale"); scale && shape.kind != Shape3::Kind::mesh)
    scale->fail("'scale' belongs to a mesh", "leave it out");
  if (const auto part = s.find("part")) shape.part = colour_of(*part);
  b.shapes.push_back(shape);
}

// Mass, centre and inertia from the shapes.
void Reader::fill(const Field& density, Body& b) const {
  const double rho = positive(density, "kg/m^3");
  MassProperties all;
  for (const Shape3& s : b.shapes) {
    if (s.kind == Shape3::Kind::mesh)
      if (const std::string why = why_not_closed(*s.mesh); !why.empty())
        density.fail("the mesh '" + s.mesh->name + "' encloses no volume: " + why,
                     "repair it, or give mass, com and inertia");
    all = all + solid_of(s, rho);
  }
  if (!(all.mass > 0))
    density.fail("the body has a density, but no shape with a volume",
                 "add shape: {box: [0.1, 0.1, 0.2]}, for example");
  b.mass = all.mass;
  b.centre = all.centre;
  b.centre_given = true;
  b.inertia = all.inertia;
}

void Reader::read_body(const Item& item) {
  const bool ground = item.name == "ground";
  const Fields f = ground ? Fields::of(item, {"frames", "points", "shape", "shapes"})
                          : Fields::of(item, {"mass", "com", "inertia", "pose", "frames", "points",
                                              "uniform", "density", "shape", "shapes"});
  Body b;
  const auto density = f.find("density");
  if (density)
    for (const char* key : {"mass", "com", "inertia", "uniform"}) f.exclude("density", key);
  if (!ground && !density) {
    const Field mass = f.get("mass");
    const double m = mass.number("kg");
    const auto com = f.find("com");
    f.exclude("uniform", "inertia");
    if (const auto u = f.find("uniform")) b = uniform_of(*u, m, com);
    b.mass = m;
    b.mass_written = {mass.text(), mass.where()};
    if (com) b.centre = com->vector("m");
    const auto uniform = f.find("uniform");
    b.centre_given =
        com || (uniform && uniform->is_map() && uniform->node().find("rod") != nullptr);
    if (const auto I = f.find("inertia")) b.inertia = inertia_of(*I);
  }
  if (const auto pose = ground ? std::optional<Field>() : f.find("pose")) {
    const Fields p = pose->map({"at", "rpy", "axis", "x"});
    bool turned = false;
    b.design.R = axes_of(p, "axis", 2, 0, turned);
    if (const auto at = p.find("at")) b.design.p = at->vector("m");
  }
  b.name = item.name;
  b.where = item.at();
  for (const char* key : {"frames", "points"}) {
    const auto frames = f.find(key);
    if (!frames) continue;
    for (const Field& frame : frames->entries()) {
      NamedFrame named{frame.key(), {}};
      if (named.name.empty() || named.name.find('.') != std::string::npos)
        frame.fail("'" + named.name + "' is no name of a frame", "names of frames have no dots");
      if (frame.is_list()) {
        named.frame.p = frame.vector("m");
      } else {
        const Fields k = frame.map({"at", "axis", "z", "x", "rpy"});
        k.exclude("axis", "z");
        bool turned = false;
        named.frame.R = axes_of(k, k.has("z") ? "z" : "axis", 2, 0, turned);
        named.frame.p = k.get("at").vector("m");
      }
      b.frames.push_back(std::move(named));
    }
  }
  if (const auto shape = f.find("shape")) read_shape(*shape, b);
  if (const auto shapes = f.find("shapes"))
    for (const Field& shape : shapes->list()) read_shape(shape, b);
  if (density) fill(*density, b);

  const Reflection& mirror = item.context->reflection;
  if (!mirror.none()) {
    b.centre = mirror * b.centre;
    b.inertia = mirror.of_inertia(b.inertia);
    b.design = mirror.of_body(b.design);
    for (NamedFrame& frame : b.frames) frame.frame = mirror.of(frame.frame, turned_frame);
    for (Shape3& s : b.shapes) {
      s.frame = mirror.of(s.frame, turned_frame);
      if (!mirror.odd()) continue;
      if (s.kind == Shape3::Kind::line) s.size = turned_frame.cwiseProduct(s.size);
      if (s.kind == Shape3::Kind::mesh) {
        auto mesh = std::make_shared<Mesh>(*s.mesh);
        for (Vec3& p : mesh->points) p = turned_frame.cwiseProduct(p);
        for (auto& t : mesh->triangles) std::swap(t[1], t[2]);  // outwards again
        s.mesh = std::move(mesh);
      }
    }
  }
  b_.body(std::move(b));
}

}  // namespace takt::io::model_file
