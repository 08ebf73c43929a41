// The files a run writes: results, and a recording with its checkpoints; new ones, or those of a run
// that is gone on with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/columns.hpp"
#include "takt/io/provenance.hpp"
#include "takt/io/report_text.hpp"
#include "takt/io/result_file.hpp"

namespace takt::app {

// Where a run shall write, as it was asked for.
struct Destinations {
  std::vector<std::string> out;
  std::string recording;  // empty: in the first of `out` that has a place for one
  bool checkpoints = false;
};

// Throws Error: an unknown format, a file twice, checkpoints without a place.
void require_destinations(const Destinations&);

// A run that was stopped: what it was, and where it can go on.
class Earlier {
 public:
  // Throws Error: no recording, no checkpoint that the result files reach.
  Earlier(const std::string& path, Destinations&);

  const io::Provenance& from() const noexcept { return recording_.header.from; }
  const io::Recording& recording() const noexcept { return recording_; }  // without checkpoints
  const io::CheckpointEntry& checkpoint() const noexcept { return checkpoint_; }
  const std::string& path() const noexcept { return path_; }
  std::uint64_t bytes() const noexcept { return recording_.bytes; }
  // Throws Error that says what differs from now.
  void require_same(const io::Provenance& now) const;

 private:
  std::string path_;
  io::Recording recording_;
  io::CheckpointEntry checkpoint_;
};

// Throws Error: what was recorded in `path` is not of this model as it is now.
void require_same_model(const io::Provenance& then, const std::string& model,
                        const std::string& path);

class Results {
 public:
  Results(const Destinations&, const io::Columns&, const io::RecordingHeader&, const Earlier*);

  std::vector<Sink*> sinks() const;
  std::vector<io::WrittenFile> written() const;
  void keep(std::span<const std::byte> checkpoint);
  io::RecordingWriter* recording() const noexcept { return recording_.get(); }  // may be null

 private:
  std::vector<std::unique_ptr<io::ResultFile>> files_;
  std::unique_ptr<io::RecordingWriter> recording_;  // may be null
};

}  // namespace takt::app
