// A wheel on its rail: a constraint row that depends on all six coordinates of one joint; see
// element/rail/wheel_rail.hpp.
//
// The row depends on u only through q_1 + u. With w = (v_1 + u', v_2, ...) and H the second
// derivatives of g by the coordinates: gI = g_1 u', Gv_q = H w, gamma = w' H w + g_1 u''.
#pragma once

#include <array>
#include <limits>

#include "takt/base/list.hpp"
#include "takt/element/rail/smooth.hpp"
#include "takt/eom/equations_of_motion.hpp"

namespace takt::element {
class WheelRail;
}

namespace takt::mechanism {

// The track y_t at the last s. The wheels of a wheelset share one.
struct TrackCache {
  double s = std::numeric_limits<double>::quiet_NaN();
  element::Smooth y;
};

struct WheelRailRow {
  const element::WheelRail* wheel_rail = nullptr;
  int constraint = 0, row = 0, signal = 0;
  int track = 0;  // index of its TrackCache
  std::array<int, 6> q{}, v{}, G_place{};
  List<int> K_place;  // by pair of columns

  List<int> columns() const { return {v.begin(), v.end()}; }

  const element::Smooth& track_at(const Point&, List<TrackCache>&) const noexcept;
  void evaluate(const Point&, Need, Terms&, List<TrackCache>&) const noexcept;
};

}  // namespace takt::mechanism
