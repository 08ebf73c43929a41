#include "takt/io/catalogue.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/csv.hpp"

namespace takt::io {
namespace {

std::unique_ptr<ResultFile> csv(std::string path, Columns columns, const Provenance&) {
  return std::make_unique<Csv>(std::move(path), std::move(columns));
}

constexpr FormatEntry entries[] = {
    {".csv", "comma-separated text, 17 significant digits", csv},
};

}  // namespace

std::span<const FormatEntry> formats() noexcept { return entries; }

const FormatEntry& format_of(std::string_view path) {
  std::vector<std::string> endings;
  for (const FormatEntry& e : entries) {
    if (path.ends_with(e.ending) && path.size() > e.ending.size()) return e;
    endings.emplace_back(e.ending);
  }
  throw Error("'" + std::string(path) + "' has no ending that is known as a format", "output",
              "files may end in " + join(endings, ", "), Fault::usage);
}

}  // namespace takt::io
