#include "takt/io/results/hdf5_reader.hpp"

#include <algorithm>
#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/io/results/hdf5/attribute.hpp"
#include "takt/io/results/hdf5/read.hpp"
#include "takt/io/results/hdf5/stream.hpp"
#include "takt/io/results/stored_summary.hpp"

namespace takt::io {
namespace {

constexpr std::int64_t rows_at_once = 2048;

// t first, then as a run writes them; unknown names at the end.
std::size_t rank(const std::string& name) {
  constexpr std::string_view kinds[] = {"t",      "q.",      "v.", "z.",     "out.",      "energy.",
                                        "drift.", "lambda.", "a.", "force.", "reaction.", "body."};
  const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&](std::string_view kind) {
    return kind == "t" ? name == "t" : name.starts_with(kind);
  });
  return static_cast<std::size_t>(found - std::begin(kinds));
}

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* list) {
  static_cast<std::vector<std::string>*>(list)->emplace_back(name);
  return 0;
}

}  // namespace

struct Hdf5Reader::Parts {
  hdf5::FileHandle file;
  std::vector<hdf5::DataHandle> data;
  std::int64_t rows = 0, read = 0, first = 0;
  std::vector<std::vector<double>> buffer;

  void fill() {
    first = read;
    const auto n = static_cast<hsize_t>(std::min(rows_at_once, rows - first));
    const auto at = static_cast<hsize_t>(first);
    const hdf5::SpaceHandle to(H5Screate_simple(1, &n, nullptr));
    for (std::size_t k = 0; k < data.size(); ++k) {
      buffer[k].resize(n);
      const hdf5::SpaceHandle part(H5Dget_space(data[k]));
      hdf5::done(H5Sselect_hyperslab(part, H5S_SELECT_SET, &at, nullptr, &n, nullptr));
      hdf5::done(H5Dread(data[k], H5T_NATIVE_DOUBLE, to, part, H5P_DEFAULT, buffer[k].data()));
    }
  }
};

Hdf5Reader::Hdf5Reader(const std::string& path) : parts_(std::make_unique<Parts>()) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    throw Error("there is no file '" + path + "'", "", "give a file that --out FILE.h5 wrote",
                Fault::usage);
  const auto lock = hdf5::enter();
  Parts& p = *parts_;
  try {
    p.file = hdf5::open_to_read(path);
    if (hdf5::text_attribute(p.file, "creator") != "takt") throw hdf5::Failed{};
    from_.model = hdf5::text_attribute(p.file, "model");
    from_.source = hdf5::text_attribute(p.file, "source");
    from_.method = hdf5::text_attribute(p.file, "method");
    from_.command = hdf5::text_attribute(p.file, "command");
    from_.version = hdf5::text_attribute(p.file, "version");
    from_.record = hdf5::text_attribute(p.file, "record");
    from_.set = hdf5::texts_attribute(p.file, "set");
    from_.step = hdf5::number_attribute(p.file, "step");
    from_.until = hdf5::number_attribute(p.file, "until");
    from_.every = hdf5::number_attribute(p.file, "every");
    from_.model_text = hdf5::get_text(p.file, "model_text");
    std::vector<std::string> names;
    // Files of older versions do not know the order of their columns.
    hsize_t from = 0;
    if (H5Literate(p.file, H5_INDEX_CRT_ORDER, H5_ITER_INC, &from, note_name, &names) < 0) {
      names.clear();
      hdf5::done(H5Literate(p.file, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, note_name, &names));
      std::sort(names.begin(), names.end());
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return rank(a) < rank(b); });
    for (const std::string& name : names) {
      hdf5::DataHandle data(H5Dopen2(p.file, name.c_str(), H5P_DEFAULT));
      if (!hdf5::is_column(data)) continue;
      columns_.push_back(
          {name, hdf5::text_attribute(data, "unit"), hdf5::text_attribute(data, "description")});
      p.data.push_back(std::move(data));
    }
    p.rows = hdf5::rows_in(path);
    if (columns_.empty() || columns_.front().name != "t") throw hdf5::Failed{};
    for (const hdf5::DataHandle& data : p.data)
      p.rows = std::min(p.rows, static_cast<std::int64_t>(hdf5::Stream::size(data)));
    p.buffer.resize(p.data.size());
    if (H5Lexists(p.file, hdf5::Stream::summary, H5P_DEFAULT) > 0) {
      const hdf5::DataHandle data(hdf5::Stream::find(p.file, hdf5::Stream::summary));
      std::string text(hdf5::Stream::size(data), '\0');
      if (!text.empty()) hdf5::Stream::read(data, 0, std::as_writable_bytes(std::span(text)));
      summary_ = summary_from(text);
      summary_text_ = text;
    }
  } catch (const hdf5::Failed&) {
    throw Error("'" + path + "' cannot be read as results in HDF5 of this program", "",
                "give a file that --out FILE.h5 wrote, and whole: one that was cut off is lost",
                Fault::other);
  }
  if (summary_) summary_->model = from_.model;
}

Hdf5Reader::~Hdf5Reader() {
  const auto lock = hdf5::enter();
  parts_.reset();
}

bool Hdf5Reader::next(std::span<double> row) {
  Parts& p = *parts_;
  if (p.read == p.rows) return false;
  if (p.read == 0 || p.read == p.first + rows_at_once) {
    const auto lock = hdf5::enter();
    try {
      p.fill();
    } catch (const hdf5::Failed&) {
      remarks_.push_back("The file is damaged: rows after the first " + std::to_string(p.read) +
                         " cannot be read.");
      p.rows = p.read;
      return false;
    }
  }
  const auto i = static_cast<std::size_t>(p.read++ - p.first);
  for (std::size_t k = 0; k < p.data.size(); ++k) row[k] = p.buffer[k][i];
  return true;
}

}  // namespace takt::io
