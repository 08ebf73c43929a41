// The page of a study.
#pragma once

#include "study/run/summary.hpp"
#include "web/page/page.hpp"

namespace takt::app {

web::Page sweep_page(const study::CaseTable&, const study::Shards&, const study::SweepSummary&);

}  // namespace takt::app
