#include "takt/io/results/hdf5/stream.hpp"

#include "takt/io/results/hdf5/attribute.hpp"

namespace takt::io::hdf5 {
namespace {

constexpr hsize_t chunk = hsize_t{1} << 14;  // bytes; uncompressed, so that chunks grow in place

SpaceHandle part(hid_t data, hsize_t at, hsize_t size) {
  SpaceHandle space(H5Dget_space(data));
  done(H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, nullptr, &size, nullptr));
  return space;
}

}  // namespace

Stream::Stream(hid_t file, const char* name, const std::string& description) {
  const hsize_t none = 0, any = H5S_UNLIMITED;
  const SpaceHandle space(H5Screate_simple(1, &none, &any));
  const PropertyHandle how(H5Pcreate(H5P_DATASET_CREATE));
  done(H5Pset_chunk(how, 1, &chunk));
  data_ = DataHandle(H5Dcreate2(file, name, H5T_STD_U8LE, space, H5P_DEFAULT, how, H5P_DEFAULT));
  put_attribute(data_, "unit", std::string("1"));
  put_attribute(data_, "description", description);
}

Stream::Stream(hid_t file, const char* name, std::uint64_t bytes)
    : data_(find(file, name)), size_(bytes) {
  if (size(data_) < bytes) throw Failed{};
  done(H5Dset_extent(data_, &size_));
}

DataHandle Stream::find(hid_t file, const char* name) {
  return DataHandle(H5Dopen2(file, name, H5P_DEFAULT));
}

std::uint64_t Stream::size(hid_t data) {
  const SpaceHandle space(H5Dget_space(data));
  hsize_t n = 0;
  if (H5Sget_simple_extent_ndims(space) != 1) throw Failed{};
  done(H5Sget_simple_extent_dims(space, &n, nullptr));
  return n;
}

void Stream::read(hid_t data, std::uint64_t at, std::span<std::byte> out) {
  const hsize_t size = out.size();
  const SpaceHandle to(H5Screate_simple(1, &size, nullptr));
  done(H5Dread(data, H5T_NATIVE_UINT8, to, part(data, at, size), H5P_DEFAULT, out.data()));
}

void Stream::append(std::span<const std::byte> bytes) {
  const hsize_t size = bytes.size(), end = size_ + size;
  done(H5Dset_extent(data_, &end));
  const SpaceHandle from(H5Screate_simple(1, &size, nullptr));
  done(
      H5Dwrite(data_, H5T_NATIVE_UINT8, from, part(data_, size_, size), H5P_DEFAULT, bytes.data()));
  size_ = end;
}

}  // namespace takt::io::hdf5
