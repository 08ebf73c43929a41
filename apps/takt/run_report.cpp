#include "run_report.hpp"

#include "web/page/html.hpp"
#include "web/report/model_scene.hpp"
#include "web/report/result_report.hpp"
#include "web/report/run_page.hpp"

namespace takt::app {

RunReport::RunReport(const io::OpenModel& model, const io::Provenance& from, const Composition& c,
                     const io::CheckpointEntry* earlier)
    : model_(model), from_(from), c_(c), goes_on_(earlier != nullptr), collector_(*model.system) {}

void RunReport::collect(RunOptions& options, std::vector<Sink*>& sinks) {
  for (const Observe what : web::Collector::observed()) options.observe.push_back(what);
  sinks.push_back(&collector_);
}

void RunReport::write(const std::string& file, const Summary& summary) const {
  web::RunReport report;
  report.from = from_;
  report.description = web::description_of(model_);
  report.summary = summary;
  report.series = collector_.series();
  report.frames = collector_.frames();
  if (goes_on_)
    report.warnings.push_back(
        "The run went on from a checkpoint: animation and plots begin there, numbers are those of "
        "the whole run.");
  if (model_.mechanism != nullptr) {
    const double step = c_.adaptive() ? 0 : c_.method.step;
    for (std::string& w :
         web::warnings_of(*model_.mechanism, step, model_.start, summary.final_state))
      report.warnings.push_back(std::move(w));
    report.scene = web::scene_of(*model_.mechanism, model_.start, report.frames);
  }
  web::write_page(file, web::run_page(std::move(report)));
}

}  // namespace takt::app
