// Results as HDF5: one dataset per column, with its unit and description, and the provenance of the
// results.
//
//   /t, /q.x, /out.y ...   doubles, as many as there are rows; attributes unit, description
//   /model_text            the model file as it was read
//   /summary               bytes: the summary as JSON (stored_summary.hpp), from the end of the run
//   /recording             bytes, where there is a recording: io/recording/block.hpp
//   attributes             model, source, set, method, step, until, every, record, command, version, creator
//
// Others may read while the file grows (SWMR). If the writer is killed, the file opens as if it had
// been closed; half a second of wall time is lost, at most one second. `/t` is written last, so
// that no other column is ever shorter.
#pragma once

#include "takt/io/results/columns.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_file.hpp"

namespace takt::io {

class Hdf5 final : public ResultFile {
 public:
  Hdf5(std::string path, Columns, const Provenance&);
  // Continues an existing file after its first rows. Throws Error: other columns, or fewer rows.
  Hdf5(std::string path, Columns, std::int64_t rows);
  ~Hdf5() override;

  void take(const Sample&) override;
  void add(std::span<const double> row) override;
  void end(const Summary&) override;
  void flush() override;
  void close() override;
  const std::string& path() const noexcept override;
  std::int64_t rows() const noexcept override;
  std::unique_ptr<RecordingWriter> record(const RecordingHeader&) override;
  std::unique_ptr<RecordingWriter> record_on(std::uint64_t bytes) override;

 private:
  struct Parts;
  class Recorder;
  std::shared_ptr<Parts> parts_;  // shared with the recorder
};

bool is_hdf5(const std::string& path) noexcept;

// Reads the recording of a result file. Throws Error: there is none, or it cannot be read.
Recording read_hdf5_recording(const std::string& path);

// The number of rows that can be read. Throws Error: not a result file of this program.
std::int64_t rows_of_hdf5(const std::string& path);

}  // namespace takt::io
