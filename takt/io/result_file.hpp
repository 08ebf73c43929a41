// A sink that keeps samples in a file.
#pragma once

#include <string>

#include "takt/simulate/run.hpp"

namespace takt::io {

class ResultFile : public Sink {
 public:
  virtual const std::string& path() const noexcept = 0;
  virtual std::int64_t rows() const noexcept = 0;  // kept so far
};

}  // namespace takt::io
