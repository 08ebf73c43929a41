#include "apps/takt/pages/sweep_page.hpp"

namespace takt::app {

web::Page sweep_page(const study::CaseTable&, const study::Shards&, const study::SweepSummary& s) {
  web::Page page;
  page.kind = "sweep";
  page.title = s.study;
  return page;
}

}  // namespace takt::app
