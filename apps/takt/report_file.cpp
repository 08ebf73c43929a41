#include "report_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/io/results/line_file.hpp"

namespace takt::app {

void require_writable(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const bool there = ::access(file.c_str(), F_OK) == 0;
  const std::string target = there ? file : folder.empty() ? std::string(".") : folder.string();
  if (::access(target.c_str(), W_OK) != 0)
    throw Error("cannot write '" + file + "': " + std::strerror(errno), "output",
                "give a file in a folder that exists and may be written to", Fault::other);
}

void write_report(const std::string& file, const std::string& text) {
  io::LineFile out(file);
  out.add(text);
  out.close();
}

}  // namespace takt::app
