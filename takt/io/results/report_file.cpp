#include "takt/io/results/report_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/io/results/line_file.hpp"

namespace takt::io {
namespace {

namespace fs = std::filesystem;

void write(const std::string& file, const std::string& text) {
  LineFile out(file);
  out.add(text);
  out.close();
}

}  // namespace

void require_writable(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  std::error_code none;
  if (fs::is_directory(file, none))
    throw Error("cannot write '" + file + "': " + std::strerror(EISDIR), "output",
                "give the name of a file", Fault::other);
  const bool there = ::access(file.c_str(), F_OK) == 0;
  const std::string target = there ? file : folder.empty() ? std::string(".") : folder.string();
  if (::access(target.c_str(), W_OK) != 0)
    throw Error("cannot write '" + file + "': " + std::strerror(errno), "output",
                "give a file in a folder that exists and may be written to", Fault::other);
}

void write_report(const std::string& file, const std::string& text) {
  std::error_code none;
  const fs::file_status about = fs::status(file, none);
  // A device or a pipe is written to as it is. So is a file in a folder that takes no others.
  const fs::path folder = fs::path(file).parent_path();
  const bool replace = (!fs::exists(about) || fs::is_regular_file(about)) &&
                       ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
  if (!replace) return write(file, text);
  const fs::path target =
      fs::is_symlink(file, none) ? fs::weakly_canonical(file, none) : fs::path(file);
  const std::string part = target.string() + ".part";
  try {
    write(part, text);
  } catch (const Error&) {
    fs::remove(part, none);
    throw;
  }
  std::error_code why;
  fs::rename(part, target, why);
  if (why)
    throw Error("cannot write '" + file + "': " + why.message(), "output",
                "give a file in a folder that exists and may be written to", Fault::other);
}

}  // namespace takt::io
