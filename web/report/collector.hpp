// Collects what a report shows of a run while it runs: all columns over time, and the poses of bodies.
#pragma once

#include "takt/io/results/columns.hpp"
#include "web/page/frames.hpp"
#include "web/page/page.hpp"
#include "web/page/series.hpp"

namespace takt::web {

class Collector final : public Sink {
 public:
  explicit Collector(const EquationsOfMotion&);

  static std::vector<Observe> observed();  // what the samples must have (RunOptions::observe)
  void take(const Sample&) override;

  DataTable series() const;
  DataTable frames() const;  // without columns for systems that have no bodies

 private:
  io::Columns columns_, bodies_;
  std::vector<std::size_t> pose_;  // of `bodies_`: the columns of poses
  std::vector<double> row_, frame_, all_;
  Series series_;
  Frames frames_;
};

// Which of these columns are a time or the pose of a body: body.<name>.{x,y,z,qw,qx,qy,qz}.
std::vector<std::size_t> columns_of_poses(const std::vector<std::string>& names);

// So many rows of so many columns stay within what a report may take.
std::size_t most_series_rows(std::size_t columns);
std::size_t most_frames(std::size_t columns);

}  // namespace takt::web
