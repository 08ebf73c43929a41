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

// Texts of variable length that the library has allocated.
class Texts {
 public:
  Texts(std::size_t count, hid_t space) : texts_(count), space_(space) {}
  ~Texts() { H5Dvlen_reclaim(text_type(), space_, H5P_DEFAULT, texts_.data()); }
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;
  void* data() noexcept { return texts_.data(); }
  std::vector<std::string> all() const {
    std::vector<std::string> list;
    for (const char* text : texts_) list.emplace_back(text == nullptr ? "" : text);
    return list;
  }

 private:
  std::vector<char*> texts_;
  hid_t space_;
};

bool is_text(hid_t type) { return H5Tis_variable_str(type) > 0; }

}  // namespace

std::vector<std::string> texts_attribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const AttributeHandle a(H5Aopen(object, name, H5P_DEFAULT));
  const TypeHandle type(H5Aget_type(a));
  const SpaceHandle space(H5Aget_space(a));
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (!is_text(type) || count <= 0) return {};
  Texts texts(static_cast<std::size_t>(count), space);
  done(H5Aread(a, text_type(), texts.data()));
  return texts.all();
}

std::string text_attribute(hid_t object, const char* name) {
  const std::vector<std::string> all = texts_attribute(object, name);
  return all.empty() ? "" : all.front();
}

double number_attribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return 0;
  const AttributeHandle a(H5Aopen(object, name, H5P_DEFAULT));
  const TypeHandle type(H5Aget_type(a));
  const SpaceHandle space(H5Aget_space(a));
  double x = 0;
  if (H5Tget_class(type) != H5T_FLOAT || H5Sget_simple_extent_npoints(space) != 1) return 0;
  done(H5Aread(a, H5T_NATIVE_DOUBLE, &x));
  return x;
}

std::string get_text(hid_t file, const char* name) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return "";
  const DataHandle data(H5Dopen2(file, name, H5P_DEFAULT));
  const TypeHandle type(H5Dget_type(data));
  const SpaceHandle space(H5Dget_space(data));
  if (!is_text(type) || H5Sget_simple_extent_npoints(space) != 1) return "";
  Texts texts(1, space);
  done(H5Dread(data, text_type(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
  return texts.all().front();
}

bool is_column(hid_t data) {
  const TypeHandle type(H5Dget_type(data));
  const SpaceHandle space(H5Dget_space(data));
  return H5Tget_class(type) == H5T_FLOAT && H5Sget_simple_extent_ndims(space) == 1;
}

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
