// The report of a run: what `takt run --report` and `takt report` write.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "takt/io/results/provenance.hpp"
#include "takt/simulate/run.hpp"
#include "web/page/page.hpp"

namespace takt::web {

struct RunReport {
  io::Provenance from;                // what can be told of where the results come from
  std::string page_command;           // where results are read: the command that reads them
  std::string description;            // of the model
  std::optional<Summary> summary;     // nothing: of files without one
  std::vector<std::string> warnings;  // beside those that follow from the summary
  std::optional<scene::Scene> scene;  // nothing: the model has no bodies
  std::string scene_note;
  DataTable series, frames;        // without columns: there are none
  std::vector<std::string> files;  // that the run wrote
};

Page run_page(RunReport);

}  // namespace takt::web
