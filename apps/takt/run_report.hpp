// The report of a run that is being made: collects what it shows, and writes the page at the end.
#pragma once

#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/io/recording/recording.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/method/composition.hpp"
#include "web/report/collector.hpp"

namespace takt::app {

class RunReport {
 public:
  // `earlier`: the checkpoint from which the run goes on; null: it begins at its start.
  RunReport(const io::OpenModel&, const io::Provenance&, const Composition&,
            const io::CheckpointEntry* earlier);

  void collect(RunOptions&, std::vector<Sink*>&);
  void write(const std::string& file, const Summary&) const;  // throws Error

 private:
  const io::OpenModel& model_;
  const io::Provenance& from_;
  const Composition c_;
  bool goes_on_;
  web::Collector collector_;
};

}  // namespace takt::app
