#include "takt/scene/surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "takt/element/road/flat.hpp"
#include "takt/element/road/polyline.hpp"
#include "takt/scene/rails.hpp"

namespace takt::scene {
namespace {

constexpr double least_apart = 1e-3;  // m, between samples; of roads that jump
constexpr std::size_t most_along = 1200, most_across = 60;

// Places between `low` and `high` at which a function is known well enough: between two of them it
// differs from a straight line by less than `tolerance`.
class Samples {
 public:
  using Height = std::function<double(double at, double beside)>;

  Samples(Height height, std::vector<double> beside, double tolerance, std::size_t most)
      : height_(std::move(height)), beside_(std::move(beside)), tolerance_(tolerance), most_(most) {
  }

  // `at`: ascending, the first samples.
  std::vector<double> from(const std::vector<double>& at) {
    found_ = {at.front()};
    for (std::size_t k = 1; k < at.size(); ++k) refine(at[k - 1], at[k]);
    return found_;
  }

 private:
  void refine(double low, double high) {
    if (high - low > 2 * least_apart && found_.size() < most_ && bends(low, high)) {
      refine(low, (low + high) / 2);
      refine((low + high) / 2, high);
    } else {
      found_.push_back(high);
    }
  }
  bool bends(double low, double high) const {
    for (const double y : beside_) {
      const double z0 = height_(low, y), z1 = height_(high, y);
      for (const double part : {0.25, 0.5, 0.75}) {
        const double z = height_(low + part * (high - low), y);
        if (std::abs(z - (z0 + part * (z1 - z0))) > tolerance_) return true;
      }
    }
    return false;
  }

  Height height_;
  std::vector<double> beside_;
  double tolerance_;
  std::size_t most_;
  std::vector<double> found_;
};

std::vector<double> even(double low, double high, int parts) {
  std::vector<double> at;
  for (int k = 0; k <= parts; ++k) at.push_back(low + (high - low) * k / parts);
  return at;
}

// 1, 2 or 5 times a power of ten, so that about `count` of them fill the length.
double nice_step(double length, double count) {
  const double power = std::pow(10, std::floor(std::log10(length / count)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= length / count) return step * power;
  return 10 * power;
}

// Lines at whole multiples of a step.
std::vector<double> grid_of(double low, double high, double step) {
  std::vector<double> at;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
    at.push_back(k * step);
  return at;
}

}  // namespace

Surface road_surface(const element::Road& road, const Region& r, double tolerance) {
  Surface s{.name = "road", .points = {}, .triangles = {}, .lines = {}};
  const auto z = [&](double x, double y) { return road.at(x, y).z; };
  std::vector<double> xs{r.x0, r.x1}, ys{r.y0, r.y1};
  if (!road.is_level()) {
    const double length = r.x1 - r.x0, wave = road.wavelength();
    const double first = wave > 0 ? std::min(wave / 6, length / 8) : length / 16;
    xs = even(r.x0, r.x1, static_cast<int>(std::clamp(length / first, 8.0, 400.0)));
    if (const element::PolylineRoad* edges = road.edges()) {
      for (const double x : edges->corners())
        if (x > r.x0 && x < r.x1) xs.push_back(x);
      std::sort(xs.begin(), xs.end());
      // Between corners it is straight.
      std::erase_if(xs, [&](double x) {
        const auto& c = edges->corners();
        return x != r.x0 && x != r.x1 && std::find(c.begin(), c.end(), x) == c.end();
      });
    }
    // The sides of a road may differ to the left and right of y = 0.
    std::vector<double> across = even(r.y0, r.y1, 4);
    if (r.y0 < 0 && r.y1 > 0) across.insert(across.end(), {0.0, least_apart});
    xs = Samples(z, across, tolerance, most_along).from(xs);
    std::vector<double> along;
    for (std::size_t k = 0; k < xs.size(); k += 1 + xs.size() / 60) along.push_back(xs[k]);
    ys = even(r.y0, r.y1, 2);
    if (r.y0 < 0 && r.y1 > 0) ys = {r.y0, 0, r.y1};
    ys = Samples([&](double y, double x) { return z(x, y); }, along, tolerance, most_across)
             .from(ys);
    // An even road across needs its two sides only.
    bool straight = true;
    for (const double x : along)
      for (const double y : ys) {
        const double part = (y - r.y0) / (r.y1 - r.y0);
        straight &= std::abs(z(x, y) - (1 - part) * z(x, r.y0) - part * z(x, r.y1)) <= tolerance;
      }
    if (straight) ys = {r.y0, r.y1};
  }
  const int nx = static_cast<int>(xs.size()), ny = static_cast<int>(ys.size());
  for (const double x : xs)
    for (const double y : ys) s.points.push_back({x, y, z(x, y)});
  for (int i = 0; i + 1 < nx; ++i)
    for (int k = 0; k + 1 < ny; ++k) {
      const int a = i * ny + k, b = a + ny;
      s.triangles.insert(s.triangles.end(), {a, b, b + 1, a, b + 1, a + 1});
    }

  const double step = nice_step(std::max(r.x1 - r.x0, r.y1 - r.y0), 12);
  for (const double x : grid_of(r.x0, r.x1, step)) {
    std::vector<Vec3> line;
    for (const double y : ys) line.push_back({x, y, z(x, y)});
    s.lines.push_back(std::move(line));
  }
  for (const double y : grid_of(r.y0, r.y1, step)) {
    std::vector<Vec3> line;
    for (const double x : xs) line.push_back({x, y, z(x, y)});
    s.lines.push_back(std::move(line));
  }
  return s;
}

namespace {

Region around(std::span<const Vec3> points, double margin) {
  Region r{1e300, -1e300, 1e300, -1e300};
  for (const Vec3& p : points) {
    r.x0 = std::min(r.x0, p[0] - margin);
    r.x1 = std::max(r.x1, p[0] + margin);
    r.y0 = std::min(r.y0, p[1] - margin);
    r.y1 = std::max(r.y1, p[1] + margin);
  }
  return r;
}

// The height of the ground on which the wheels of a model without a road stand.
double below_wheels(const Scene& scene, bool& any) {
  double z = 0;
  any = false;
  for (const Body& b : scene.bodies)
    for (const Shape& s : b.shapes) {
      if (s.kind != Shape::Kind::wheel) continue;
      const double low = (b.pose * s.frame.p)[2] - s.size[0];
      z = any ? std::min(z, low) : low;
      any = true;
    }
  return z;
}

void add_road(Scene& scene, const Model& model, const Region& region) {
  const bool used = std::any_of(model.forces.begin(), model.forces.end(), [](const Force& f) {
    return f.body_force != nullptr &&
           (f.body_force->on_road() || f.body_force->tyre_size().radius > 0);
  });
  if (model.road != nullptr && used) {
    scene.surfaces.push_back(road_surface(*model.road, region));
    return;
  }
  if (!scene.bodies.empty() && !scene.bodies[0].shapes.empty()) return;
  bool any = false;
  const double z = below_wheels(scene, any);
  if (!any) return;
  Surface ground = road_surface(element::FlatRoad(z), region);
  ground.name = "ground";
  ground.kind = Surface::Kind::plane;
  scene.surfaces.push_back(std::move(ground));
}

}  // namespace

void add_surfaces(Scene& scene, const Model& model, std::span<const Vec3> path) {
  std::vector<Vec3> places(path.begin(), path.end());
  for (std::size_t b = 1; b < scene.bodies.size(); ++b) places.push_back(scene.bodies[b].pose.p);
  if (places.empty()) return;
  const Region region = around(places, 0.35 * scene.size);
  add_road(scene, model, region);
  add_rails(scene, model, region.x0, region.x1);
}

void add_surfaces(Scene& scene, const Model& model) { add_surfaces(scene, model, {}); }

}  // namespace takt::scene
