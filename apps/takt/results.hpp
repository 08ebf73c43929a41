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
// Throws Error: one of `out` is the file that is read meanwhile.
void require_others(const std::vector<std::string>& out, const std::string& read);

enum class Maker { run, realtime };  // the command that made a recording

// A run that was stopped: what it was, and where it can go on.
class Earlier {
 public:
  // Throws Error: no recording, one of another command, no checkpoint that the result files reach, a
  // result file that is not there.
  Earlier(const std::string& path, Maker, Destinations&);

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
  // Counts rows for keep(), whether there are files or not: a run may go on without them, and later
  // with them again.
  Sink& counter() noexcept { return rows_; }
  std::vector<io::WrittenFile> written() const;
  void keep(std::span<const std::byte> checkpoint);
  io::RecordingWriter* recording() const noexcept { return recording_.get(); }  // may be null

 private:
  class Rows final : public Sink {
   public:
    std::int64_t count = 0;
    void take(const Sample&) override { ++count; }
  };

  Rows rows_;
  std::vector<std::unique_ptr<io::ResultFile>> files_;
  std::unique_ptr<io::RecordingWriter> recording_;  // may be null
};

}  // namespace takt::app
