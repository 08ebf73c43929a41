// Reads results from HDF5 files of this program, finished or not.
#pragma once

#include "takt/io/results/result_reader.hpp"

namespace takt::io {

class Hdf5Reader final : public ResultReader {
 public:
  // Throws Error: no file, or not one of this program.
  explicit Hdf5Reader(const std::string& path);
  ~Hdf5Reader() override;
  bool next(std::span<double> row) override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace takt::io
