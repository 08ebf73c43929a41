#include "takt/io/results/hdf5/driver.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "takt/io/results/hdf5/superblock.hpp"

namespace takt::io::hdf5 {
namespace {

constexpr haddr_t largest = (haddr_t{1} << 62);
constexpr haddr_t room = haddr_t{1} << 20;  // bytes by which an open file is longer than necessary

struct File {
  H5FD_t base;  // must be first: the library sees only this
  int file = -1;
  int why = 0;         // errno of the first failure
  haddr_t end = 0;     // end of the part that the library uses
  haddr_t length = 0;  // of the file on the disk
  std::array<unsigned char, superblock_size> superblock{};
  bool written = false;  // the superblock was written
  bool closing = false;

  void fail() noexcept {
    if (why == 0) why = errno;
  }
  bool put(haddr_t at, const void* bytes, std::size_t size) noexcept {
    const char* from = static_cast<const char*>(bytes);
    while (size > 0) {
      const ssize_t n = ::pwrite(file, from, size, static_cast<off_t>(at));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        fail();
        return false;
      }
      from += n, at += static_cast<haddr_t>(n), size -= n;
    }
    length = std::max(length, at);
    return true;
  }
  bool get(haddr_t at, void* bytes, std::size_t size) const noexcept {
    char* to = static_cast<char*>(bytes);
    while (size > 0) {
      const ssize_t n = ::pread(file, to, size, static_cast<off_t>(at));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return false;
      if (n == 0) {  // past the end of the file there are zeros
        std::memset(to, 0, size);
        return true;
      }
      to += n, at += static_cast<haddr_t>(n), size -= n;
    }
    return true;
  }
  // The file must be at least as long as its superblock says before anything refers to the new
  // part.
  void reach(haddr_t to) noexcept {
    if (to <= length || why != 0) return;
    haddr_t with_room = to + room;
    if (::ftruncate(file, static_cast<off_t>(with_room)) != 0) {
      with_room = to;
      if (::ftruncate(file, static_cast<off_t>(with_room)) != 0) return fail();
    }
    length = with_room;
    if (written) put_superblock();
  }
  bool put_superblock() noexcept {
    put_right(superblock, closing ? end : length);
    return put(0, superblock.data(), superblock.size());
  }
};

File& of(H5FD_t* f) noexcept { return *reinterpret_cast<File*>(f); }
const File& of(const H5FD_t* f) noexcept { return *reinterpret_cast<const File*>(f); }

H5FD_t* open(const char* name, unsigned flags, hid_t, haddr_t) {
  int how = O_CLOEXEC | ((flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY);
  if ((flags & H5F_ACC_TRUNC) != 0) how |= O_TRUNC;
  if ((flags & H5F_ACC_CREAT) != 0) how |= O_CREAT;
  if ((flags & H5F_ACC_EXCL) != 0) how |= O_EXCL;
  const int file = ::open(name, how, 0666);
  if (file < 0) return nullptr;
  auto f = std::make_unique<File>();
  std::memset(&f->base, 0, sizeof f->base);
  f->file = file;
  struct stat about {};
  if (::fstat(file, &about) == 0) f->length = static_cast<haddr_t>(about.st_size);
  return &f.release()->base;
}

herr_t close(H5FD_t* base) {
  const std::unique_ptr<File> f(&of(base));
  ::close(f->file);
  return 0;
}

int compare(const H5FD_t* one, const H5FD_t* other) {
  struct stat a {
  }, b{};
  ::fstat(of(one).file, &a);
  ::fstat(of(other).file, &b);
  if (a.st_dev != b.st_dev) return a.st_dev < b.st_dev ? -1 : 1;
  return a.st_ino == b.st_ino ? 0 : a.st_ino < b.st_ino ? -1 : 1;
}

herr_t query(const H5FD_t*, unsigned long* features) {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO |
              H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t used(const H5FD_t* f, H5FD_mem_t) { return of(f).end; }
haddr_t length(const H5FD_t* f, H5FD_mem_t) { return std::max(of(f).length, of(f).end); }

herr_t use(H5FD_t* base, H5FD_mem_t, haddr_t end) {
  of(base).end = end;
  return 0;
}

herr_t handle(H5FD_t* base, hid_t, void** out) {
  *out = &of(base);
  return 0;
}

herr_t read(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* bytes) {
  return of(base).get(at, bytes, size) ? 0 : -1;
}

herr_t write(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* bytes) {
  File& f = of(base);
  if (f.why != 0) return 0;  // after a failure nothing more may reach the disk
  f.reach(std::max(f.end, at + size));
  const unsigned char* from = static_cast<const unsigned char*>(bytes);
  if (at == 0 && is_superblock({from, size})) {
    std::copy_n(from, superblock_size, f.superblock.begin());
    f.written = true;
    f.put_superblock();
    at += superblock_size, from += superblock_size, size -= superblock_size;
  }
  if (size > 0 && f.why == 0) f.put(at, from, size);
  return 0;
}

herr_t truncate(H5FD_t* base, hid_t, hbool_t closing) {
  File& f = of(base);
  if (!closing || f.why != 0) return 0;
  // The superblock comes first: it may never claim more than the file has.
  f.closing = true;
  if (f.written) f.put_superblock();
  if (f.why == 0 && ::ftruncate(f.file, static_cast<off_t>(f.end)) != 0) f.fail();
  f.length = f.end;
  return 0;
}

// Readers take a shared lock. A writer releases its lock when concurrent reading becomes possible.
herr_t lock(H5FD_t* base, hbool_t writes) {
  const bool locked =
      writes ? lock_to_write(of(base).file) : ::flock(of(base).file, LOCK_SH | LOCK_NB) == 0;
  return locked || errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
}
herr_t unlock(H5FD_t* base) {
  ::flock(of(base).file, LOCK_UN);
  return 0;
}

hid_t driver() {
  static const hid_t id = [] {
    static H5FD_class_t about;
    std::memset(&about, 0, sizeof about);
#if H5_VERSION_GE(1, 13, 0)
    about.version = H5FD_CLASS_VERSION;
    about.value = static_cast<H5FD_class_value_t>(600);  // from 512 on: tests and private use
#endif
    about.name = "takt";
    about.maxaddr = largest;
    about.fc_degree = H5F_CLOSE_STRONG;
    about.open = open;
    about.close = close;
    about.cmp = compare;
    about.query = query;
    about.get_eoa = used;
    about.set_eoa = use;
    about.get_eof = length;
    about.get_handle = handle;
    about.read = read;
    about.write = write;
    about.truncate = truncate;
    about.lock = lock;
    about.unlock = unlock;
    for (auto& kind : about.fl_map) kind = H5FD_MEM_SUPER;
    about.fl_map[H5FD_MEM_DEFAULT] = H5FD_MEM_DEFAULT;
    about.fl_map[H5FD_MEM_DRAW] = H5FD_MEM_DRAW;
    about.fl_map[H5FD_MEM_GHEAP] = H5FD_MEM_DRAW;
    return H5FDregister(&about);
  }();
  return id;
}

File* behind(hid_t file) noexcept {
  void* out = nullptr;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &out) >= 0 ? static_cast<File*>(out) : nullptr;
}

}  // namespace

bool lock_to_write(int file) noexcept {
  constexpr int tries = 100;
  for (int i = 1; ::flock(file, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK || i == tries) return false;
    ::usleep(10'000);
    errno = EWOULDBLOCK;
  }
  return true;
}

hid_t make_access() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_driver(access, driver(), nullptr);
  H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  return access;
}

hid_t make_creation() {
  const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  return creation;
}

int failure(hid_t file) noexcept {
  const File* f = behind(file);
  return f != nullptr ? f->why : 0;
}

void sync(hid_t file) noexcept {
  if (File* f = behind(file);
      f != nullptr && f->why == 0 && ::fdatasync(f->file) != 0 && errno != EINVAL && errno != EROFS)
    f->fail();
}

}  // namespace takt::io::hdf5
