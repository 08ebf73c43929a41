// Results as HDF5: a dataset a column, with its unit and description, and where they come from.
//
//   /t, /q.x, /out.y ...   doubles, as many as there are rows; attributes unit, description
//   /model_text            the model file as it was read
//   /recording             bytes, where there is a recording: io/recording/block.hpp
//   attributes             model, set, method, step, until, every, record, command, version, creator
//
// Others may read while the file grows (SWMR), and whenever the writer is killed the file opens as if
// it had been closed: at most half a second of wall time is lost. `/t` grows last, so that no other
// column is ever shorter.
#pragma once

#include "takt/io/columns.hpp"
#include "takt/io/provenance.hpp"
#include "takt/io/result_file.hpp"

namespace takt::io {

class Hdf5 final : public ResultFile {
 public:
  Hdf5(std::string path, Columns, const Provenance&);
  // Goes on with one that is there after its first rows; throws Error: other columns, fewer rows.
  Hdf5(std::string path, Columns, std::int64_t rows);
  ~Hdf5() override;

  void take(const Sample&) override;
  void flush() override;
  void close() override;
  const std::string& path() const noexcept override;
  std::int64_t rows() const noexcept override;
  std::unique_ptr<RecordingWriter> record(const RecordingHeader&) override;
  std::unique_ptr<RecordingWriter> record_on(std::uint64_t bytes) override;

 private:
  struct Parts;
  class Recorder;
  std::shared_ptr<Parts> parts_;  // a recorder has its share
};

bool is_hdf5(const std::string& path) noexcept;

// Of a result that has one. Throws Error: none, or it cannot be read.
Recording read_hdf5_recording(const std::string& path);

// How many rows can be read. Throws Error: no result of ours.
std::int64_t rows_of_hdf5(const std::string& path);

}  // namespace takt::io
