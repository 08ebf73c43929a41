#include "takt/realtime/shm.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "takt/base/error.hpp"
#include "takt/realtime/packet.hpp"

namespace takt::realtime {
namespace {

static_assert(sizeof(takt_shm_header) == 128 && sizeof(takt_shm_area) == 64 &&
              sizeof(takt_shm_slot) == 64);

constexpr int tries = 4;  // before a frame counts as torn
constexpr std::uint64_t line = 64;

constexpr std::uint64_t aligned(std::uint64_t n) { return (n + line - 1) / line * line; }

void add(std::atomic<std::int64_t>& n, std::int64_t k = 1) noexcept {
  n.store(n.load(std::memory_order_relaxed) + k, std::memory_order_relaxed);
}

std::string path_of(const std::string& name) { return "/" + name; }

void check_name(const std::string& name, const std::string& where) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (name.empty() || name.size() > 200 || name.front() == '.' ||
      !std::all_of(name.begin(), name.end(), good))
    throw Error("'" + name + "' is no name for shared memory", where,
                "use letters, digits, '-', '_' and '.': shm:rig-1", Fault::usage);
}

[[noreturn]] void cannot(const std::string& what, const std::string& where,
                         const std::string& hint) {
  throw Error("cannot " + what + ": " + std::strerror(errno), where, hint, Fault::other);
}

// Names and units of the inputs and names of the outputs, so that a controller finds its columns.
std::string text_of(std::span<const Input> inputs, std::span<const std::string> outputs) {
  std::string text;
  for (const Input& i : inputs) text += i.name + " " + (i.unit.empty() ? "1" : i.unit) + "\n";
  for (const std::string& o : outputs) text += o + "\n";
  return text;
}

}  // namespace

ShmChannel::ShmChannel(const std::string& name, const std::string& where,
                       std::span<const Input> inputs, std::span<const std::string> outputs)
    : name_(name), inputs_(static_cast<std::uint32_t>(inputs.size())),
      outputs_(static_cast<std::uint32_t>(outputs.size())), session_(std::random_device{}()),
      scratch_(inputs.size()) {
  check_name(name, where);
  const std::string text = text_of(inputs, outputs);
  const std::uint64_t in_at = aligned(sizeof(takt_shm_header));
  const std::uint64_t out_at = in_at + takt_shm_area_size(inputs_);
  const std::uint64_t text_at = out_at + takt_shm_area_size(outputs_);
  const std::uint64_t size = aligned(text_at + text.size());
  const std::uint32_t in_names = names_checksum(inputs), out_names = names_checksum(outputs);
  open(where, size, in_names, out_names);

  takt_shm_header& h = *header_;
  __atomic_store_n(&h.state, TAKT_SHM_MAKING, __ATOMIC_RELEASE);
  h.magic = TAKT_SHM_MAGIC;
  h.version = TAKT_SHM_VERSION;
  h.size = size;
  h.inputs = inputs_;
  h.outputs = outputs_;
  h.input_names = in_names;
  h.output_names = out_names;
  h.inputs_at = static_cast<std::uint32_t>(in_at);
  h.outputs_at = static_cast<std::uint32_t>(out_at);
  h.text_at = static_cast<std::uint32_t>(text_at);
  h.text_size = static_cast<std::uint32_t>(text.size());
  h.takt = static_cast<std::int32_t>(getpid());
  h.session = session_;
  char* base = reinterpret_cast<char*>(header_);
  in_ = reinterpret_cast<takt_shm_area*>(base + in_at);
  out_ = reinterpret_cast<takt_shm_area*>(base + out_at);
  std::copy(text.begin(), text.end(), base + text_at);
  // Frames from before do not count; the next one that is written does.
  seen_ = __atomic_load_n(&in_->newest, __ATOMIC_ACQUIRE);
  __atomic_store_n(&h.state, TAKT_SHM_OPEN, __ATOMIC_RELEASE);
}

ShmChannel::~ShmChannel() {
  __atomic_store_n(&header_->state, TAKT_SHM_CLOSED, __ATOMIC_RELEASE);
  shm_unlink(path_of(name_).c_str());
  close();
}

void ShmChannel::close() noexcept {
  guard_.release();
  if (header_ != nullptr) munmap(header_, size_);
  if (file_ >= 0) ::close(file_);  // this also releases the lock
  header_ = nullptr;
  file_ = -1;
}

// A process that holds the lock of the object is alive: the kernel releases the locks of dead
// processes.
void ShmChannel::open(const std::string& where, std::uint64_t size, std::uint32_t in,
                      std::uint32_t out) {
  const std::string path = path_of(name_);
  for (int i = 0; i < 10; ++i) {
    file_ = shm_open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool made = file_ >= 0;
    if (!made && errno == EEXIST) file_ = shm_open(path.c_str(), O_RDWR | O_CLOEXEC, 0);
    if (file_ < 0) {
      if (errno == ENOENT) continue;  // unlinked in between
      cannot("open shared memory '" + name_ + "'", where, "see that /dev/shm is there and yours");
    }
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      close();
      throw Error("shared memory '" + name_ + "' is in use by another run", where,
                  "end that run, or take another name", Fault::usage);
    }
    if (made) {
      // posix_fallocate: lack of memory is reported here, not by a signal during a step.
      const int full = posix_fallocate(file_, 0, static_cast<off_t>(size));
      if (full != 0) {
        errno = full;
        shm_unlink(path.c_str());
        close();
        cannot("make shared memory of " + std::to_string(size) + " bytes", where,
               "make room in /dev/shm");
      }
    }
    size_ = size;
    if (made || take_over(size, in, out, where)) {
      void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
      if (memory == MAP_FAILED) {
        close();
        cannot("map shared memory '" + name_ + "'", where, "");
      }
      header_ = static_cast<takt_shm_header*>(memory);
      guard_.watch(memory, size);
      return;
    }
    close();
  }
  throw Error("shared memory '" + name_ + "' is made and removed by somebody else all the time",
              where, "take another name", Fault::usage);
}

// An object left by another run. It is taken over if it has the required layout, so that a
// controller that is still attached can continue; otherwise it is removed, and the next try makes a
// new one.
bool ShmChannel::take_over(std::uint64_t size, std::uint32_t in, std::uint32_t out,
                           const std::string& where) {
  struct stat info {};
  takt_shm_header before{};
  if (fstat(file_, &info) != 0 || info.st_uid != geteuid()) {
    close();
    throw Error("shared memory '" + name_ + "' belongs to another user", where, "take another name",
                Fault::usage);
  }
  struct stat now {};  // it may have been removed before we had the lock
  const int again = shm_open(path_of(name_).c_str(), O_RDONLY | O_CLOEXEC, 0);
  const bool still = again >= 0 && fstat(again, &now) == 0 && now.st_ino == info.st_ino;
  if (again >= 0) ::close(again);
  if (!still) return false;
  const bool fits =
      static_cast<std::uint64_t>(info.st_size) == size &&
      pread(file_, &before, sizeof before, 0) == static_cast<ssize_t>(sizeof before) &&
      before.magic == TAKT_SHM_MAGIC && before.version == TAKT_SHM_VERSION &&
      before.input_names == in && before.output_names == out &&
      posix_fallocate(file_, 0, static_cast<off_t>(size)) == 0 && fchmod(file_, 0600) == 0;
  if (!fits) shm_unlink(path_of(name_).c_str());
  return fits;
}

bool ShmChannel::latest(std::span<double> inputs, Arrival& arrival) noexcept {
  takt_frame frame;
  frame.count = inputs_;
  int got = -1;
  for (int i = 0; i < tries && got < 0; ++i)
    got = takt_shm_get(in_, &seen_, &frame, scratch_.data());
  if (got < 0) add(torn_);
  if (got <= 0 || guard_.cut_off()) return false;
  add(received_);
  const std::uint64_t ahead = frame.sequence - last_;
  if (heard_ && frame.session == sender_ && ahead == 0) {
    add(duplicated_);
    return false;
  }
  // The frame written last is the newest one, whatever its number; numbers are used for counts
  // only.
  if (heard_ && (frame.session != sender_ || ahead > furthest_jump))
    add(restarts_);
  else if (heard_)
    add(replaced_, static_cast<std::int64_t>(ahead - 1));
  heard_ = true;
  sender_ = frame.session;
  last_ = frame.sequence;
  add(accepted_);
  arrival = {static_cast<std::int64_t>(frame.sequence), takt_now_ns(), frame.period};
  std::copy_n(scratch_.begin(), std::min(inputs.size(), scratch_.size()), inputs.begin());
  return true;
}

void ShmChannel::give(std::int64_t period, double t, std::span<const double> outputs) noexcept {
  if (outputs.size() != outputs_) return;
  takt_frame frame;
  frame.count = outputs_;
  frame.session = session_;
  frame.sequence = ++sequence_;
  frame.period = period;
  frame.sent_ns = takt_now_ns();
  frame.t = t;
  takt_shm_put(out_, &frame, outputs.data());
  add(guard_.cut_off() ? not_sent_ : sent_);
}

ChannelCounts ShmChannel::counts() const noexcept {
  ChannelCounts c;
  c.received = received_;
  c.accepted = accepted_;
  c.replaced = replaced_;
  c.duplicated = duplicated_;
  c.restarts = restarts_;
  c.truncated = torn_;
  c.sent = sent_;
  c.not_sent = not_sent_;
  return c;
}

}  // namespace takt::realtime
