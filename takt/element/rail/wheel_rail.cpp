#include "takt/element/rail/wheel_rail.hpp"

#include "takt/base/error.hpp"

namespace takt::element {

std::shared_ptr<const WheelRail> WheelRail::make(const Values& v, double place) {
  TrackLine::Data track{v.number("shift"),        v.number("shift_from"),
                        v.number("shift_length"), {},
                        v.number("waves_from"),   v.number("waves_blend")};
  if (v.given("waves"))
    for (const std::vector<double>& w : v.matrix("waves")) {
      if (w.size() != 3 || !(w[0] > 0))
        throw Error("a wave of the track has a length, an amplitude and a phase", "",
                    "write waves: [[41 m, 2 mm, 0], ...]");
      if (w[1] != 0) track.waves.push_back({w[0], w[1], w[2]});
    }
  return std::make_shared<WheelRail>(
      Data{v.word("side") == "left" ? 1.0 : -1.0, v.number("radius"), v.number("half_gauge"),
           v.number("conicity"), v.number("flange_at"), v.number("rounding"), v.number("flange"),
           v.number("yaw_rise"), place, TrackLine(std::move(track))});
}

}  // namespace takt::element
