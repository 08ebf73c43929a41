#include "takt/io/results/hdf5/column.hpp"

#include <algorithm>

#include "takt/io/results/hdf5/attribute.hpp"

namespace takt::io::hdf5 {
namespace {

constexpr unsigned level = 1;       // of compression: higher levels are slower and hardly smaller
constexpr unsigned unfiltered = 3;  // bits: neither of the two filters was applied
constexpr int not_worth_it = 15;    // number of chunks that are then stored uncompressed

// The library caches no chunk, because whole chunks are passed to it.
PropertyHandle access() {
  PropertyHandle p(H5Pcreate(H5P_DATASET_ACCESS));
  done(H5Pset_chunk_cache(p, 0, 0, 0));
  return p;
}

}  // namespace

Column::Column(hid_t file, const std::string& name, const std::string& unit,
               const std::string& description)
    : rows_(chunk) {
  const hsize_t none = 0, any = H5S_UNLIMITED;
  const SpaceHandle space(H5Screate_simple(1, &none, &any));
  const PropertyHandle how(H5Pcreate(H5P_DATASET_CREATE));
  done(H5Pset_chunk(how, 1, &chunk));
  done(H5Pset_shuffle(how));
  done(H5Pset_deflate(how, level));
  data_ =
      DataHandle(H5Dcreate2(file, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, how, access()));
  put_attribute(data_, "unit", unit);
  put_attribute(data_, "description", description);
}

Column::Column(hid_t file, const std::string& name, hsize_t rows)
    : data_(H5Dopen2(file, name.c_str(), access())), rows_(chunk) {
  before_ = rows / chunk * chunk;
  count_ = rows - before_;
  if (count_ > 0) {  // the part of the last chunk that is kept
    const SpaceHandle from(H5Dget_space(data_)), to(H5Screate_simple(1, &count_, nullptr));
    done(H5Sselect_hyperslab(from, H5S_SELECT_SET, &before_, nullptr, &count_, nullptr));
    done(H5Dread(data_, H5T_NATIVE_DOUBLE, to, from, H5P_DEFAULT, rows_.data()));
  }
  done(H5Dset_extent(data_, &rows));
  written_ = count_;
}

void Column::write_rest() {
  if (count_ == written_) return;
  std::fill(rows_.begin() + static_cast<std::ptrdiff_t>(count_), rows_.end(), 0.0);
  write_as_it_is();
  written_ = count_;
}

void Column::write_last() {
  if (written_ > 0 || count_ == 0) return write_rest();
  compress();
  written_ = count_;
}

void Column::write_chunk() {
  if (written_ > 0 || uncompressed_ > 0) {
    write_as_it_is();
    if (written_ == 0) --uncompressed_;
  } else {
    compress();
  }
  before_ += chunk;
  count_ = written_ = 0;
}

void Column::write_as_it_is() {
  const hsize_t rows = before_ + count_;
  done(H5Dset_extent(data_, &rows));
  done(H5Dwrite_chunk(data_, H5P_DEFAULT, unfiltered, &before_, chunk * sizeof(double),
                      rows_.data()));
}

void Column::compress() {
  const hsize_t rows = before_ + count_;
  done(H5Dset_extent(data_, &rows));
  const SpaceHandle to(H5Dget_space(data_)), from(H5Screate_simple(1, &count_, nullptr));
  done(H5Sselect_hyperslab(to, H5S_SELECT_SET, &before_, nullptr, &count_, nullptr));
  done(H5Dwrite(data_, H5T_NATIVE_DOUBLE, from, to, H5P_DEFAULT, rows_.data()));
  hsize_t size = 0;
  done(H5Dget_chunk_storage_size(data_, &before_, &size));
  if (4 * size > 3 * chunk * sizeof(double)) uncompressed_ = not_worth_it;
}

}  // namespace takt::io::hdf5
