#include "takt/scene/rails.hpp"

#include <algorithm>
#include <cmath>

#include "takt/element/rail/wheel_rail.hpp"

namespace takt::scene {
namespace {

constexpr double head = 0.07, height = 0.16;  // m, of a rail
constexpr double sleepers = 0.65, half_sleeper = 1.25;

// A bar of rectangular section below a line.
void add_rail(Surface& s, const std::vector<Vec3>& line) {
  const int first = static_cast<int>(s.points.size());
  for (const Vec3& p : line)
    for (const Vec3& corner : {Vec3(0, -head / 2, -height), Vec3(0, -head / 2, 0),
                               Vec3(0, head / 2, 0), Vec3(0, head / 2, -height)})
      s.points.push_back(p + corner);
  for (int i = 0; i + 1 < static_cast<int>(line.size()); ++i)
    for (int k = 0; k < 3; ++k) {
      const int a = first + 4 * i + k, b = a + 4;
      s.triangles.insert(s.triangles.end(), {a, b, b + 1, a, b + 1, a + 1});
    }
  s.lines.push_back(line);
}

}  // namespace

void add_rails(Scene& scene, const Model& model, double x0, double x1) {
  struct Track {
    const element::WheelRail* rail;
    double shift;  // s = x + shift; in the frame that moves with the vehicle, at the start
    double y(double x) const { return rail->track(x + shift).y; }
  };
  std::vector<Track> drawn;
  for (const Constraint& c : model.constraints) {
    const element::WheelRail* rail = c.wheel_rail.get();
    if (rail == nullptr || rail->side() < 0) continue;
    // On ground, at the middle of the wheelset.
    const Vec3 at = model.joints[c.joint].inboard.frame.p;
    const Track track{rail, rail->along(-at[0], 0)};
    const auto same = [&](const Track& o) {
      for (const double part : {0.0, 0.3, 0.7, 1.0}) {
        const double x = x0 + part * (x1 - x0);
        if (std::abs(o.y(x) - track.y(x)) > 1e-9) return false;
      }
      return o.rail->half_gauge() == rail->half_gauge();
    };
    if (std::any_of(drawn.begin(), drawn.end(), same)) continue;
    drawn.push_back(track);

    Surface s{
        .name = "track", .kind = Surface::Kind::rail, .points = {}, .triangles = {}, .lines = {}};
    const double wave = rail->shortest_wave();
    const double step =
        std::clamp(wave > 0 ? wave / 12 : 2.0, 0.25, std::max((x1 - x0) / 20, 0.25));
    const int count = static_cast<int>(std::clamp(std::ceil((x1 - x0) / step), 8.0, 1500.0));
    const double top = at[2] - rail->radius();
    for (const double side : {1.0, -1.0}) {
      std::vector<Vec3> line;
      for (int k = 0; k <= count; ++k) {
        const double x = x0 + (x1 - x0) * k / count;
        line.push_back({x, at[1] + track.y(x) + side * rail->half_gauge(), top});
      }
      add_rail(s, line);
    }
    const double apart = sleepers * std::ceil((x1 - x0) / sleepers / 600);
    for (double x = std::ceil(x0 / apart) * apart; x <= x1; x += apart) {
      const double y = at[1] + track.y(x);
      s.lines.push_back({{x, y - half_sleeper, top - height}, {x, y + half_sleeper, top - height}});
    }
    scene.surfaces.push_back(std::move(s));
  }
}

int way_of_frame(const Model& model) {
  for (const Constraint& c : model.constraints)
    if (c.kind == Constraint::Kind::wheel_rail) return c.driven_by;
  return -1;
}

}  // namespace takt::scene
