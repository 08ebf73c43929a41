#include "takt/realtime/udp.hpp"

#include <linux/sock_diag.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>

#include "takt/base/error.hpp"
#include "takt/realtime/privileges.hpp"

namespace takt::realtime {
namespace {

constexpr int at_once = 32;                 // packets per call
constexpr int per_slice = 64;               // packets per time slice: limits the cost of a flood
constexpr std::int64_t slice_ns = 250'000;  // gives 256 000 packets/s
constexpr std::size_t kept_packets = 2048;  // between two reads of the recorder
// Of refused packets the recording keeps only the beginning of some, so that a flood cannot fill a
// disk.
constexpr std::size_t kept_of_refused = TAKT_HEADER;  // bytes
constexpr int refused_in_a_second = 100;
constexpr int receive_buffer = 4 << 20;  // bytes: room for a flood while other threads compute

std::int64_t monotonic_ns() noexcept { return takt_now_ns(); }

[[noreturn]] void cannot(const std::string& what, const std::string& where) {
  const int error = errno;
  std::string hint =
      "see that the address is one of this machine's and no other program listens there";
  if (error == EADDRINUSE) hint = "end the program that listens there, or take another port";
  if (error == EADDRNOTAVAIL) hint = "take an address of this machine (ip address), or 127.0.0.1";
  if (error == EACCES) hint = "take a port above 1023";
  throw Error("cannot " + what + ": " + std::strerror(error), where, hint, Fault::usage);
}

// Exclusive at first, so that an address in use is refused; later shared with our own second socket
// only.
int open_socket(const Endpoint& here, const std::string& where) {
  const int s = ::socket(here.address.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (s < 0) cannot("open a socket", where);
  if (::bind(s, here.raw(), here.size) != 0) {
    const int error = errno;
    ::close(s);
    errno = error;
    cannot("listen at " + text(here), where);
  }
  return s;
}

void share_address(int socket, int yes) noexcept {
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

// Best effort: the kernel limits it to net.core.rmem_max.
void widen(int socket) noexcept {
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
}

std::int64_t dropped(int socket) noexcept {
  std::uint32_t memory[SK_MEMINFO_VARS] = {};
  socklen_t size = sizeof memory;
  return ::getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory, &size) == 0 ? memory[SK_MEMINFO_DROPS]
                                                                          : 0;
}

}  // namespace

// One byte more than a packet may have, to detect longer ones.
struct UdpChannel::Batch {
  std::array<std::array<std::byte, TAKT_PACKET + 1>, at_once> bytes;
  std::array<iovec, at_once> parts;
  std::array<Endpoint, at_once> from;
  std::array<mmsghdr, at_once> messages;

  Batch() {
    for (int i = 0; i < at_once; ++i) {
      parts[i] = {bytes[i].data(), bytes[i].size()};
      messages[i] = {};
      messages[i].msg_hdr.msg_iov = &parts[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      messages[i].msg_hdr.msg_name = &from[i].address;
    }
  }
};

UdpChannel::UdpChannel(const UdpAddress& address, const std::string& where,
                       std::span<const Input> inputs, std::span<const std::string> outputs)
    : here_(address.here), controller_(address.controller),
      controller_fixed_(address.controller.known()), check_(names_checksum(inputs), inputs.size()),
      scratch_(inputs.size()), out_packet_(TAKT_HEADER + 8 * outputs.size()),
      output_names_(names_checksum(outputs)), session_(std::random_device{}()),
      batch_(std::make_unique<Batch>()), in_({{}, std::vector<double>(inputs.size())}),
      out_({0, 0, std::vector<double>(outputs.size())}), packets_(kept_packets) {
  if (TAKT_HEADER + 8 * inputs.size() > TAKT_PACKET || out_packet_.size() > TAKT_DATAGRAM)
    throw Error("a packet has no room for " + std::to_string(inputs.size()) + " inputs and " +
                    std::to_string(outputs.size()) + " outputs: at most " +
                    std::to_string((TAKT_PACKET - TAKT_HEADER) / 8) + " and " +
                    std::to_string((TAKT_DATAGRAM - TAKT_HEADER) / 8),
                where, "use shared memory (shm:NAME), or declare fewer", Fault::usage);
  try {
    socket_ = open_socket(here_, where);
    ::getsockname(socket_, here_.raw(), &here_.size);
    widen(socket_);
    own_ = ::socket(here_.address.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (own_ < 0) cannot("open a socket", where);
    widen(own_);
    if (controller_.known()) listen_to_controller();
    wake_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake_ < 0) cannot("make a wake-up for the sender", where);
    // The thread blocks all signals; they belong to the threads of the program.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      thread_ = std::thread([this] { serve(); });
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  } catch (...) {
    for (int file : {wake_, own_, socket_})
      if (file >= 0) ::close(file);
    throw;
  }
}

UdpChannel::~UdpChannel() {
  stop_.store(true, std::memory_order_release);
  eventfd_write(wake_, 1);
  thread_.join();
  for (int file : {wake_, own_, socket_}) ::close(file);
}

bool UdpChannel::latest(std::span<double> inputs, Arrival& arrival) noexcept {
  const InputFrame* frame = in_.fetch();
  if (frame == nullptr) return false;
  arrival = frame->arrival;
  std::copy_n(frame->values.begin(), std::min(inputs.size(), frame->values.size()), inputs.begin());
  return true;
}

void UdpChannel::give(std::int64_t period, double t, std::span<const double> outputs) noexcept {
  OutputFrame& frame = out_.slot();
  frame.period = period;
  frame.t = t;
  std::copy_n(outputs.begin(), std::min(outputs.size(), frame.values.size()), frame.values.begin());
  if (out_.post()) replaced_outputs_.fetch_add(1, std::memory_order_relaxed);
  eventfd_write(wake_, 1);
}

bool UdpChannel::packet(Packet& packet) noexcept { return packets_.try_dequeue(packet); }

ChannelCounts UdpChannel::counts() const noexcept {
  std::array<std::int64_t, fields> now;
  for (std::size_t i = 0; i < fields; ++i) now[i] = published_[i].load(std::memory_order_relaxed);
  ChannelCounts c = std::bit_cast<ChannelCounts>(now);
  c.not_sent += replaced_outputs_.load(std::memory_order_relaxed);
  c.overflown = dropped(socket_) + dropped(own_);
  return c;
}

void UdpChannel::publish() noexcept {
  const auto now = std::bit_cast<std::array<std::int64_t, fields>>(check_.counts());
  for (std::size_t i = 0; i < fields; ++i) published_[i].store(now[i], std::memory_order_relaxed);
}

std::string UdpChannel::describe() const { return "udp " + text(here_); }

int UdpChannel::port() const noexcept {
  sockaddr_in in;
  std::memcpy(&in, &here_.address, sizeof in);  // the port is at the same offset for IPv6
  return ntohs(in.sin_port);
}

void UdpChannel::serve() noexcept {
  become_ordinary();  // a flood must not be handled at real-time priority
  pthread_setname_np(pthread_self(), "takt-udp");
  std::int64_t slice = 0;
  int in_slice = 0;
  while (!stop_.load(std::memory_order_acquire)) {
    // If the packets of this slice are used up, only outputs wake the thread.
    const std::int64_t now = monotonic_ns();
    if (now - slice >= slice_ns) {
      slice = now;
      in_slice = 0;
    }
    const bool enough = in_slice >= per_slice;
    pollfd wait[3] = {{wake_, POLLIN, 0}, {own_, POLLIN, 0}, {socket_, POLLIN, 0}};
    const timespec rest{0, static_cast<long>(slice_ns - (now - slice))};
    if (::ppoll(wait, enough ? 1 : 3, enough ? &rest : nullptr, nullptr) < 0 && errno != EINTR)
      break;  // cannot happen: the descriptors are open
    if ((wait[0].revents & POLLIN) != 0) {
      eventfd_t times;
      eventfd_read(wake_, &times);
      send();
    }
    // Packets that came to the common socket before the controller had its own are older: read them
    // first.
    for (int k = 0; changed_over_ && k < 4; ++k) {
      const int n = drain(socket_, *batch_);
      in_slice += n;
      if (n < at_once) changed_over_ = false;
    }
    changed_over_ = false;
    if (!enough && wait[1].revents != 0) in_slice += drain(own_, *batch_);
    if (!enough && wait[2].revents != 0) in_slice += drain(socket_, *batch_);
    publish();
  }
  send();  // the last outputs
  publish();
}

// Of several sockets at one address the kernel prefers the one that is connected to the sender. If
// that fails, all packets come through the common socket.
void UdpChannel::listen_to_controller() noexcept {
  if (!own_bound_) {
    for (int s : {socket_, own_}) share_address(s, 1);
    own_bound_ = ::bind(own_, here_.raw(), here_.size) == 0;
    for (int s : {socket_, own_}) share_address(s, 0);  // with no other program
  }
  if (own_bound_) changed_over_ = ::connect(own_, controller_.raw(), controller_.size) == 0;
}

int UdpChannel::drain(int socket, Batch& b) noexcept {
  for (mmsghdr& m : b.messages) {
    m.msg_hdr.msg_namelen = sizeof(sockaddr_storage);
    m.msg_hdr.msg_flags = 0;
  }
  const int n = ::recvmmsg(socket, b.messages.data(), at_once, MSG_DONTWAIT, nullptr);
  if (n <= 0) return 1;  // counts an error as a packet, so that it cannot cause an endless loop
  const std::int64_t now = monotonic_ns();
  for (int i = 0; i < n; ++i) {
    b.from[i].size = b.messages[i].msg_hdr.msg_namelen;
    handle({b.bytes[i].data(), b.messages[i].msg_len}, b.from[i], now);
  }
  return n;
}

void UdpChannel::handle(std::span<const std::byte> bytes, const Endpoint& from,
                        std::int64_t now_ns) noexcept {
  takt_frame frame;
  const bool known = controller_.known() && same(from, controller_);
  bool good = false;
  if (controller_fixed_ && !known) {
    ++check_.counts().received;
    ++check_.counts().foreign;
  } else {
    good = check_.take(bytes, now_ns, known, frame, scratch_);
  }
  if (good) {
    if (!known) {
      controller_ = from;
      listen_to_controller();
    }
    InputFrame& f = in_.slot();
    f.arrival = {static_cast<std::int64_t>(frame.sequence), now_ns, frame.period};
    std::copy(scratch_.begin(), scratch_.end(), f.values.begin());
    if (in_.post()) ++check_.counts().replaced;
  }
  keep(good ? bytes : bytes.first(std::min(bytes.size(), kept_of_refused)), good, now_ns);
}

void UdpChannel::keep(std::span<const std::byte> bytes, bool good, std::int64_t now_ns) noexcept {
  if (now_ns - second_ >= 1'000'000'000) {
    second_ = now_ns;
    refused_ = 0;
  }
  kept_.arrived_ns = now_ns;
  kept_.size = static_cast<std::uint16_t>(std::min(bytes.size(), sizeof kept_.bytes));
  std::memcpy(kept_.bytes, bytes.data(), kept_.size);
  const bool wanted = good || refused_++ < refused_in_a_second;
  if (!wanted || !packets_.try_enqueue(kept_)) ++check_.counts().unkept;
}

void UdpChannel::send() noexcept {
  const OutputFrame* out = out_.fetch();
  if (out == nullptr) return;
  takt_frame f;
  f.kind = TAKT_OUTPUTS;
  f.count = static_cast<std::uint32_t>(out->values.size());
  f.names = output_names_;
  f.session = session_;
  f.sequence = ++sequence_;
  f.period = out->period;
  f.sent_ns = monotonic_ns();
  f.t = out->t;
  const std::size_t size =
      takt_pack(out_packet_.data(), out_packet_.size(), &f, out->values.data());
  const bool sent = controller_.known() &&
                    ::sendto(socket_, out_packet_.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL,
                             controller_.raw(), controller_.size) == static_cast<ssize_t>(size);
  ++(sent ? check_.counts().sent : check_.counts().not_sent);
}

}  // namespace takt::realtime
