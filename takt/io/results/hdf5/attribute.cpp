#include "takt/io/results/hdf5/attribute.hpp"

namespace takt::io::hdf5 {
namespace {

TypeHandle text_type() {
  TypeHandle type(H5Tcopy(H5T_C_S1));
  done(H5Tset_size(type, H5T_VARIABLE));
  done(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

void put(hid_t object, const char* name, hid_t type, hid_t space, const void* value) {
  const AttributeHandle a(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  if (value != nullptr) done(H5Awrite(a, type, value));
}

}  // namespace

void put_attribute(hid_t object, const char* name, const std::string& text) {
  const SpaceHandle space(H5Screate(H5S_SCALAR));
  const char* value = text.c_str();
  put(object, name, text_type(), space, static_cast<const void*>(&value));
}

void put_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const hsize_t size = texts.size();
  const SpaceHandle space(H5Screate_simple(1, &size, nullptr));
  std::vector<const char*> values;
  for (const std::string& text : texts) values.push_back(text.c_str());
  put(object, name, text_type(), space, static_cast<const void*>(values.data()));
}

void put_attribute(hid_t object, const char* name, double x) {
  const SpaceHandle space(H5Screate(H5S_SCALAR));
  put(object, name, H5T_NATIVE_DOUBLE, space, &x);
}

void put_text(hid_t file, const char* name, const std::string& text) {
  const TypeHandle type = text_type();
  const SpaceHandle space(H5Screate(H5S_SCALAR));
  const DataHandle data(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  const char* value = text.c_str();
  done(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<const void*>(&value)));
}

}  // namespace takt::io::hdf5
