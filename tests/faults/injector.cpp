#include "injector.hpp"

#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numbers>
#include <random>

#include "takt/realtime/takt_io.h"

namespace takt::faults {
namespace {

using Clock = std::chrono::steady_clock;

sockaddr_in loopback(int port) {
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_port = htons(static_cast<std::uint16_t>(port));
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

int connected(int port) {
  const int s = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const sockaddr_in to = loopback(port);
  if (::connect(s, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) std::perror("connect");
  return s;
}

auto seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

}  // namespace

Injector::Injector(int port, std::vector<std::string> inputs)
    : socket_(connected(port)), inputs_(std::move(inputs)), session_(std::random_device{}()) {}

Injector::~Injector() { ::close(socket_); }

std::vector<std::byte> Injector::frame(const Plan& plan, bool for_this_model) {
  takt_frame f{};
  f.kind = TAKT_INPUTS;
  f.count = static_cast<std::uint32_t>(inputs_.size());
  for (const std::string& name : inputs_) f.names = takt_names(f.names, name.c_str());
  if (!for_this_model) f.names ^= ++lies_;
  f.session = session_;
  f.sequence = for_this_model ? ++sequence_ : sequence_;
  f.period = answers_;
  f.sent_ns = takt_now_ns();
  const double wave =
      std::isfinite(plan.value)
          ? std::sin(2 * std::numbers::pi * 1e-3 * static_cast<double>(sequence_ % 1000))
          : 1;
  const std::vector<double> values(inputs_.size(), plan.value * wave);
  std::vector<std::byte> bytes(TAKT_HEADER + 8 * values.size());
  takt_pack(bytes.data(), bytes.size(), &f, values.data());
  return bytes;
}

void Injector::send(std::span<const std::byte> bytes, Done& done) {
  // An error is that of an earlier packet: this one is sent again.
  for (int i = 0; i < 3; ++i) {
    if (::send(socket_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size())) {
      ++done.sent;
      return;
    }
    ++done.refused;
  }
}

void Injector::listen(Done& done) {
  std::byte bytes[TAKT_DATAGRAM];
  ssize_t n;
  while ((n = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT)) >= 0) {
    takt_frame f;
    if (takt_unpack(bytes, static_cast<std::size_t>(n), &f, nullptr, 0) != TAKT_OK) continue;
    ++done.outputs;
    answers_ = f.period;
  }
}

// A frame gets at most one of the faults that change its packet, so that counts can be predicted.
// The first and the last frame of a plan or session are intact, so that gaps have two ends.
Done Injector::run(const Plan& plan) {
  Done done;
  std::mt19937 random(plan.seed);
  std::uniform_real_distribution<double> chance;
  std::vector<std::byte> late;  // a frame that is sent after its successor
  std::vector<std::vector<std::byte>> held;
  const auto begin = Clock::now();
  for (int i = 0; i < plan.frames; ++i) {
    std::this_thread::sleep_until(begin + seconds(i * plan.interval));
    listen(done);
    if (plan.session_after > 0 && i > 0 && i % plan.session_after == 0) {
      ++session_;
      sequence_ = 0;
      ++done.sessions;
    }
    const bool edge = i == 0 || i + 1 >= plan.frames || !late.empty() ||
                      (plan.session_after > 0 && ((i + 1) % plan.session_after <= 1));
    std::vector<std::byte> bytes = frame(plan);
    const double dice = edge ? 1 : chance(random);
    double share = plan.loss;
    if (dice < share) {
      ++done.lost;
      continue;
    }
    share += plan.truncation;
    if (dice < share) {
      bytes.resize(random() % (bytes.size() - 1) + 1);
      send(bytes, done);
      ++done.truncated;
      ++done.lost;
      continue;
    }
    share += plan.corruption;
    if (dice < share) {
      const std::size_t bit = 48 + random() % (8 * bytes.size() - 48);  // after kind and version
      bytes[bit / 8] ^= std::byte(1 << bit % 8);
      // A changed count means a wrong size: the packet is shorter or longer than it says.
      std::uint16_t count;
      std::memcpy(&count, bytes.data() + 6, 2);
      ++(count > inputs_.size() ? done.truncated : done.corrupt);
      send(bytes, done);
      ++done.lost;
      continue;
    }
    share += plan.reordering;
    if (dice < share) {
      late = std::move(bytes);
      continue;
    }
    if (plan.burst > 0) {
      held.push_back(std::move(bytes));
      ++done.whole;
      if (static_cast<int>(held.size()) == plan.burst || i + 1 == plan.frames) {
        for (const auto& h : held) send(h, done);
        held.clear();
      }
      continue;
    }
    send(bytes, done);
    ++done.whole;
    if (!late.empty()) {
      send(late, done);
      ++done.reordered;
      late.clear();
    }
    if (dice < share + plan.duplication) {
      send(bytes, done);
      ++done.duplicated;
    }
    if (chance(random) < plan.forgery) {
      send(frame(plan, false), done);
      ++done.misfit;
    }
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  listen(done);
  return done;
}

Flood::Flood(int port, double rate)
    : socket_(connected(port)), thread_([this, rate] { go(rate); }) {}

Flood::~Flood() {
  stop();
  ::close(socket_);
}

std::int64_t Flood::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  return sent_;
}

void Flood::go(double rate) {
  // This thread; without it the flood might be starved and prove nothing.
  setpriority(PRIO_PROCESS, 0, -10);
  constexpr int batch = 64;
  std::mt19937 random(7);
  std::vector<std::vector<std::byte>> noise(batch);
  std::vector<iovec> parts(batch);
  std::vector<mmsghdr> messages(batch);
  for (int i = 0; i < batch; ++i) {
    noise[i].resize(i % 8 == 0 ? random() % 1472 : random() % 120);
    for (std::byte& b : noise[i]) b = static_cast<std::byte>(random());
    if (i % 2 == 0 && noise[i].size() > 8) std::memcpy(noise[i].data(), "TAKT\1\1\1\0", 8);
    parts[i] = {noise[i].data(), noise[i].size()};
    messages[i] = {};
    messages[i].msg_hdr.msg_iov = &parts[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  const auto begin = Clock::now();
  while (!stop_) {
    const double due = rate * std::chrono::duration<double>(Clock::now() - begin).count();
    if (static_cast<double>(sent_) + batch > due) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      continue;
    }
    const int n = ::sendmmsg(socket_, messages.data(), batch, 0);
    if (n > 0) sent_ += n;
  }
}

int free_port() {
  const int s = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in a = loopback(0);
  socklen_t size = sizeof a;
  if (::bind(s, reinterpret_cast<sockaddr*>(&a), sizeof a) != 0) std::perror("bind");
  ::getsockname(s, reinterpret_cast<sockaddr*>(&a), &size);
  ::close(s);
  return ntohs(a.sin_port);
}

bool wait_until_bound(int port, double patience) {
  char wanted[32];
  std::snprintf(wanted, sizeof wanted, " 0100007F:%04X ", port);
  const auto end = Clock::now() + seconds(patience);
  while (Clock::now() < end) {
    std::ifstream table("/proc/net/udp");
    for (std::string line; std::getline(table, line);)
      if (line.find(wanted) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace takt::faults
