// One column of results: a growing dataset of doubles in compressed chunks.
//
// A chunk that fills up between two flushes is compressed. One that is flushed before it is full is
// stored as it is, and stays in its place: as long as others may be reading, the library gives no
// space back, and a chunk whose compressed size changes would leave its old place behind each time.
#pragma once

#include <string>
#include <vector>

#include "takt/io/hdf5/handle.hpp"

namespace takt::io::hdf5 {

class Column {
 public:
  static constexpr hsize_t chunk = 256;  // rows

  Column(hid_t file, const std::string& name, const std::string& unit,
         const std::string& description);
  // Goes on with one that is there after its first `rows`.
  Column(hid_t file, const std::string& name, hsize_t rows);

  void add(double x) {
    rows_[count_++] = x;
    if (count_ == chunk) write_chunk();
  }
  void write_rest();  // all that was added, to the file

 private:
  void write_chunk();

  DataHandle data_;
  std::vector<double> rows_;  // of the chunk that is being filled
  hsize_t before_ = 0;        // rows in the chunks before
  hsize_t count_ = 0, written_ = 0;
};

}  // namespace takt::io::hdf5
