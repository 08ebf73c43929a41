#include "study/run/table_hdf5.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/base/version.hpp"
#include "takt/io/results/hdf5/attribute.hpp"
#include "takt/io/results/hdf5/handle.hpp"

namespace takt::study {
namespace {

namespace hdf5 = io::hdf5;

// A column that grows by chunks.
class TableColumn {
 public:
  TableColumn(hid_t file, const std::string& name, bool number, std::size_t longest)
      : number_(number), width_(number ? sizeof(double) : std::max<std::size_t>(longest, 1)) {
    if (!number) {
      text_ = hdf5::TypeHandle(H5Tcopy(H5T_C_S1));
      hdf5::done(H5Tset_size(text_, width_));
      hdf5::done(H5Tset_strpad(text_, H5T_STR_NULLPAD));
      hdf5::done(H5Tset_cset(text_, H5T_CSET_UTF8));
    }
    const hsize_t none = 0, any = H5S_UNLIMITED, chunk = rows;
    const hdf5::SpaceHandle space(H5Screate_simple(1, &none, &any));
    const hdf5::PropertyHandle how(H5Pcreate(H5P_DATASET_CREATE));
    hdf5::done(H5Pset_chunk(how, 1, &chunk));
    hdf5::done(H5Pset_shuffle(how));
    hdf5::done(H5Pset_deflate(how, 4));
    hdf5::done(H5Pset_obj_track_times(how, 0));  // the time of writing would differ
    data_ = hdf5::DataHandle(
        H5Dcreate2(file, name.c_str(), type(), space, H5P_DEFAULT, how, H5P_DEFAULT));
    buffer_.reserve(rows * width_);
  }

  void add(const std::string& cell) {
    const std::size_t at = buffer_.size();
    buffer_.resize(at + width_, '\0');
    if (number_) {
      double x = 0;
      if (!parse_number(cell, x)) x = std::numeric_limits<double>::quiet_NaN();
      std::memcpy(buffer_.data() + at, &x, sizeof x);
    } else {
      std::memcpy(buffer_.data() + at, cell.data(), std::min(cell.size(), width_));
    }
    if (buffer_.size() == rows * width_) flush();
  }

  void flush() {
    const hsize_t count = buffer_.size() / width_, total = written_ + count;
    if (count == 0) return;
    hdf5::done(H5Dset_extent(data_, &total));
    const hdf5::SpaceHandle all(H5Dget_space(data_)), part(H5Screate_simple(1, &count, nullptr));
    hdf5::done(H5Sselect_hyperslab(all, H5S_SELECT_SET, &written_, nullptr, &count, nullptr));
    hdf5::done(H5Dwrite(data_, type(), part, all, H5P_DEFAULT, buffer_.data()));
    written_ = total;
    buffer_.clear();
  }

 private:
  static constexpr hsize_t rows = 1024;
  hid_t type() const { return number_ ? H5T_IEEE_F64LE : static_cast<hid_t>(text_); }

  bool number_;
  std::size_t width_;
  hdf5::TypeHandle text_;
  hdf5::DataHandle data_;
  std::string buffer_;
  hsize_t written_ = 0;
};

}  // namespace

void cells_of(std::string_view row, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool quoted = false;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const char c = row[k];
    if (quoted && c == '"' && k + 1 < row.size() && row[k + 1] == '"')
      cells.back() += '"', ++k;
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
}

TableShape::TableShape(std::vector<std::string> names)
    : names_(std::move(names)), number_(names_.size(), true), longest_(names_.size(), 0) {
  for (std::size_t k = 0; k < names_.size(); ++k)
    if (names_[k] == "status" || names_[k] == "error") number_[k] = false;
}

void TableShape::look(std::string_view row) {
  cells_of(row, cells_);
  double x = 0;
  for (std::size_t k = 0; k < names_.size() && k < cells_.size(); ++k) {
    if (number_[k] && !cells_[k].empty() && !parse_number(cells_[k], x)) number_[k] = false;
    longest_[k] = std::max(longest_[k], cells_[k].size());
  }
}

void write_table_hdf5(const std::string& path, const Study& study, const TableShape& shape,
                      const Shards& shards) {
  const std::string part = path + ".part";
  try {
    const auto lock = hdf5::enter();
    const hdf5::FileHandle file(
        H5Fcreate(part.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    hdf5::put_attribute(file, "study", study.name);
    hdf5::put_attribute(file, "model", study.model);
    hdf5::put_attribute(file, "version", version_and_commit());
    std::vector<TableColumn> columns;
    columns.reserve(shape.names().size());
    for (std::size_t k = 0; k < shape.names().size(); ++k)
      columns.emplace_back(file, shape.names()[k], shape.is_number(k), shape.longest(k));
    std::vector<std::string> cells;
    for_each_row(shards, [&](std::string_view row) {
      cells_of(row, cells);
      for (std::size_t k = 0; k < columns.size(); ++k) columns[k].add(cells[k]);
    });
    for (TableColumn& c : columns) c.flush();
    hdf5::done(H5Fflush(file, H5F_SCOPE_GLOBAL));
  } catch (const hdf5::Failed&) {
    throw Error("writing '" + part + "' failed", "merge",
                "all cases are kept in the shards: make room, then takt sweep STUDY --merge",
                Fault::other);
  }
  std::filesystem::rename(part, path);
}

}  // namespace takt::study
