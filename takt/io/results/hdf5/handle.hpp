// Handles that close an object of the HDF5 library when they are destroyed, and checks of its
// return values.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace takt::io::hdf5 {

// Thrown if a call fails; code that knows the file turns it into an Error.
struct Failed {};

inline hid_t valid(hid_t id) {
  if (id < 0) throw Failed{};
  return id;
}
inline void done(herr_t answer) {
  if (answer < 0) throw Failed{};
}

template <herr_t (*close)(hid_t)> class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(valid(id)) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close(id_);
  }
  operator hid_t() const noexcept { return id_; }

 private:
  hid_t id_ = -1;
};

using FileHandle = Handle<H5Fclose>;
using DataHandle = Handle<H5Dclose>;
using SpaceHandle = Handle<H5Sclose>;
using PropertyHandle = Handle<H5Pclose>;
using TypeHandle = Handle<H5Tclose>;
using AttributeHandle = Handle<H5Aclose>;

// The library is not thread-safe: every caller holds this lock. Its error output is switched off.
inline std::unique_lock<std::mutex> enter() {
  static std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time);
  static const bool quiet = [] {
    H5dont_atexit();
    return H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  }();
  (void)quiet;
  return lock;
}

}  // namespace takt::io::hdf5
