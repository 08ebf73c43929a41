// One column of results: a growing dataset of doubles in compressed chunks.
//
// A chunk that fills up between two flushes is compressed. If that saves less than a quarter, which
// is what the exponents of doubles alone give, the next chunks are stored uncompressed before
// compression is tried again. A chunk that is flushed before it is full is stored uncompressed and
// keeps its place in the file: while others may be reading, the library does not reuse space, and a
// chunk whose compressed size changes would leave its old place unused each time.
#pragma once

#include <string>
#include <vector>

#include "takt/io/results/hdf5/handle.hpp"

namespace takt::io::hdf5 {

class Column {
 public:
  static constexpr hsize_t chunk = 512;  // rows

  Column(hid_t file, const std::string& name, const std::string& unit,
         const std::string& description);
  // Continues an existing column after its first `rows`.
  Column(hid_t file, const std::string& name, hsize_t rows);

  void add(double x) {
    rows_[count_++] = x;
    if (count_ == chunk) write_chunk();
  }
  void write_rest();  // writes all that was added to the file
  void write_last();  // the same, if nothing more will be added

 private:
  void write_chunk();
  void write_as_it_is();
  void compress();

  DataHandle data_;
  std::vector<double> rows_;  // of the chunk that is being filled
  hsize_t before_ = 0;        // rows in the chunks before it
  hsize_t count_ = 0, written_ = 0;
  int uncompressed_ = 0;  // number of following chunks that are not compressed
};

}  // namespace takt::io::hdf5
