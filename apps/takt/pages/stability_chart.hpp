// Pictures of stability in the complex plane.
#pragma once

#include <optional>

#include "apps/takt/pages/certify_page.hpp"

namespace takt::app {

// The domain of the integrator with the modes of the model times the step.
web::ChartSection stability_chart(const StabilityPicture&, double step);

// The largest eigenvalues of a step against the unit circle; none if none is known.
std::optional<web::ChartSection> eigenvalue_chart(const certify::Certificate&);

}  // namespace takt::app
