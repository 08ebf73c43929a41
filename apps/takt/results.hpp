// The files that a run writes: results, and a recording with checkpoints. They are new, or those of
// an earlier run that is continued.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/results/columns.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_file.hpp"
#include "takt/io/terminal/report_text.hpp"

namespace CLI {
class App;
}

namespace takt::app {

// The files that the user asked for.
struct Destinations {
  std::vector<std::string> out;
  std::string recording;  // empty: in the first of `out` that can hold one
  bool checkpoints = false;
  std::string report = {};  // a page; empty: none
};

// Adds the option --out, with the formats of the catalogue.
void add_result_files(CLI::App&, std::vector<std::string>& out);

// Throws Error: an unknown format, the same file twice, checkpoints without a file that holds them.
void require_destinations(const Destinations&);
// Throws Error if one of `out` is the file that is being read.
void require_others(const std::vector<std::string>& out, const std::string& read);

enum class Maker { run, realtime };  // the command that made a recording

// A run that was stopped: its settings, and the checkpoint from which it can continue.
class Earlier {
 public:
  // Throws Error: not a recording, one of another command, no checkpoint that all result files have
  // reached, or a missing result file.
  Earlier(const std::string& path, Maker, Destinations&);

  const io::Provenance& from() const noexcept { return recording_.header.from; }
  const io::Recording& recording() const noexcept { return recording_; }  // without checkpoints
  const io::CheckpointEntry& checkpoint() const noexcept { return checkpoint_; }
  const std::string& path() const noexcept { return path_; }
  std::uint64_t bytes() const noexcept { return recording_.bytes; }
  // Throws Error with a list of the differences.
  void require_same(const io::Provenance& now) const;

 private:
  std::string path_;
  io::Recording recording_;
  io::CheckpointEntry checkpoint_;
};

// Throws Error if the recording in `path` is not of this model as it is now.
void require_same_model(const io::Provenance& then, const std::string& model,
                        const std::string& path);

class Results {
 public:
  Results(const Destinations&, const io::Columns&, const io::RecordingHeader&, const Earlier*);

  std::vector<Sink*> sinks() const;
  // Counts rows for keep(), with or without result files: a run may continue without them, and
  // later with them again.
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
