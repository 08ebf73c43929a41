// The charts and plots of the report of a run.
#pragma once

#include <optional>
#include <vector>

#include "takt/simulate/run.hpp"
#include "web/page/page.hpp"

namespace takt::web {

// The plots that a report shows at first: outputs by unit, else coordinates.
std::vector<SignalsSection::Plot> first_plots(const DataTable& series);

// Nothing where the series has no such columns, or there is nothing to see in them.
std::optional<SignalsSection> drift_plot(const DataTable& series, const std::optional<Bound>&);
std::optional<SignalsSection> energy_plots(const DataTable& series);
std::optional<SignalsSection> solver_plots(const DataTable& series);
std::optional<ChartSection> step_time_chart(const Histogram&, double step);

}  // namespace takt::web
