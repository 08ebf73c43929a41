// A road with a ramp up and stairs down, C^1, the same for both wheel tracks.
//
// A straight ramp with parabolic blends inside its ends, a plateau, then steps down, each a cubic
// smoothstep that begins at its own x.
#pragma once

#include <cmath>

#include "takt/element/road/friction_map.hpp"
#include "takt/element/road/track.hpp"

namespace takt::element {

class StairsRoad final : public Road {
 public:
  StairsRoad(Track track, double tread, FrictionMap friction)
      : track_(std::move(track)), tread_(tread), friction_(std::move(friction)) {}

  RoadPoint at(double x, double y) const noexcept override {
    const TrackPoint t = track_.at(x);
    RoadPoint p;
    p.z = t.z;
    p.z_x = t.slope;
    p.z_xx = t.curvature;
    p.friction = friction_.at(x, y);
    return p;
  }

  double wavelength() const noexcept override { return tread_; }
  bool has_steps() const noexcept override { return true; }

  static constexpr Key keys[] = {
      {"ramp_start", KeyKind::number, "m", "6", "where the ramp begins"},
      {"ramp_end", KeyKind::number, "m", "12", "where the ramp ends"},
      {"height", KeyKind::number, "m", "0.74", "of the plateau"},
      {"blend", KeyKind::number, "m", "0.5", "length of the parabola at either end of the ramp",
       ">=0"},
      {"stairs_start", KeyKind::number, "m", "17", "where the first step begins"},
      {"steps", KeyKind::number, "", "4", "how many, at most 1000", ">=0"},
      {"step_height", KeyKind::number, "m", "0.185", "of each step down"},
      {"tread", KeyKind::number, "m", "1", "from step to step", ">0"},
      {"riser", KeyKind::number, "m", "0.25", "length of each step's slope", ">0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};

  static std::shared_ptr<const Road> make(const Values& v) {
    const double from = v.number("ramp_start"), to = v.number("ramp_end"), top = v.number("height");
    const double blend = v.number("blend"), stairs = v.number("stairs_start");
    const double steps = v.number("steps"), h = v.number("step_height");
    const double tread = v.number("tread"), riser = v.number("riser");
    if (!(steps >= 0 && steps <= 1000) || std::floor(steps) != steps)
      throw Error("'steps' is no whole number from 0 to 1000", "", "");
    if (!(2 * blend < to - from) || stairs < to || riser > tread)
      throw Error("the parts of the stairs overlap", "",
                  "2 blend < ramp_end - ramp_start, ramp_end <= stairs_start, riser <= tread");
    const double slope = top / (to - from - blend);
    Track t;
    t.start(from, 0);
    if (blend > 0) t.hermite(from + blend, slope * blend / 2, 0, slope);
    t.line(to - blend, top - slope * blend / 2);
    if (blend > 0) t.hermite(to, top, slope, 0);
    double x = to, z = top;
    for (int k = 0; k < steps; ++k) {
      const double begin = stairs + k * tread;
      if (begin > x) t.line(begin, z);
      x = begin + riser;
      z = top - (k + 1) * h;
      t.hermite(x, z, 0, 0);
    }
    return std::make_shared<StairsRoad>(std::move(t), steps > 0 && h != 0 ? tread : 0,
                                        FrictionMap::from(v));
  }
  static constexpr RoadEntry entry{"stairs", "ramp up, plateau, steps down", keys, make};

 private:
  Track track_;
  double tread_;
  FrictionMap friction_;
};

}  // namespace takt::element
