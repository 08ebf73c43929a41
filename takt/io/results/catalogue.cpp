#include "takt/io/results/catalogue.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/csv.hpp"
#include "takt/io/results/hdf5.hpp"

namespace takt::io {
namespace {

std::unique_ptr<ResultFile> csv(std::string path, Columns columns, const Provenance&) {
  return std::make_unique<Csv>(std::move(path), std::move(columns));
}

std::unique_ptr<ResultFile> hdf5(std::string path, Columns columns, const Provenance& from) {
  return std::make_unique<Hdf5>(std::move(path), std::move(columns), from);
}

template <class Format>
std::unique_ptr<ResultFile> go_on(std::string path, Columns columns, std::int64_t rows) {
  return std::make_unique<Format>(std::move(path), std::move(columns), rows);
}

constexpr FormatEntry entries[] = {
    {".csv", "comma-separated text, 17 significant digits", false, csv, go_on<Csv>, rows_of_csv},
    {".h5", "HDF5, compressed, with units and where the results come from", true, hdf5, go_on<Hdf5>,
     rows_of_hdf5},
};

}  // namespace

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
