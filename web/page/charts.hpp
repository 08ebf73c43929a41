// Curves and charts that several commands draw.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "web/page/page.hpp"

namespace takt::web {

// y = c x^p through the points of a curve with x > 0 and y > least, as a dashed line over their range
// of x; its name says p. None for less than two of these points, or if all have the same x.
std::optional<Curve> fitted(const Curve&, double least = 0);

// Adds the fitted line of each curve behind it. `least`: what is below is round-off.
void fit_slopes(ChartSection&, double least = 0);

// The curve with at most `most` points: of each interval the least and the largest y, in the order
// they come. A curve with labels keeps its points.
Curve thinned(Curve, std::size_t most = 1500);

// What cannot be drawn on a logarithmic axis, zero and below, becomes a gap, and the note says of which
// curves and how many points. Curves without any point are taken out and named in the note.
void tidy(ChartSection&);

}  // namespace takt::web
