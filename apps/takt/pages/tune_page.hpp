// The page of `takt tune`: cost against error of all trials, the frontier, what to paste.
#pragma once

#include "takt/certify/advisor.hpp"
#include "web/page/page.hpp"

namespace takt::app {

web::Page advice_page(const certify::Advice&);

}  // namespace takt::app
