// A controller that misbehaves according to a plan, over loopback, and counts its faults; and a
// flood of noise packets.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace takt::faults {

struct Plan {
  int frames = 2000;
  double interval = 1e-3;  // s
  // Shares of the frames.
  double loss = 0, duplication = 0, reordering = 0, truncation = 0, corruption = 0;
  double forgery = 0;  // followed by an intact frame for another model
  // Frames that are delayed and sent at once, as after a pause of the network.
  int burst = 0;
  int session_after = 0;  // frames after which a new session begins, each time; 0: never
  double value = 0.01;    // of the input, times a sine; used as it is if it is not finite
  unsigned seed = 1;
};

struct Done {
  std::int64_t sent = 0;   // all packets
  std::int64_t whole = 0;  // frames that should be accepted
  std::int64_t lost = 0, duplicated = 0, reordered = 0, truncated = 0, corrupt = 0, misfit = 0,
               sessions = 0;
  std::int64_t outputs = 0;  // frames received
  std::int64_t refused = 0;  // by the kernel, because nobody listens any more
};

class Injector {
 public:
  Injector(int port, std::vector<std::string> inputs);
  ~Injector();
  Injector(const Injector&) = delete;
  Injector& operator=(const Injector&) = delete;

  Done run(const Plan&);  // takes frames times interval
  int socket() const noexcept { return socket_; }

 private:
  std::vector<std::byte> frame(const Plan&, bool for_this_model = true);
  void send(std::span<const std::byte>, Done&);
  void listen(Done&);

  int socket_;
  std::vector<std::string> inputs_;
  std::uint32_t session_;
  std::uint64_t sequence_ = 0;
  std::int64_t answers_ = -1;
  unsigned lies_ = 0;
};

// Noise from another socket at the given rate (packets per second) until it is destroyed: random
// bytes, and packets with a valid beginning.
class Flood {
 public:
  Flood(int port, double rate);
  ~Flood();
  std::int64_t stop();  // returns the number of packets sent

 private:
  void go(double rate);
  int socket_;
  std::atomic<bool> stop_{false};
  std::int64_t sent_ = 0;
  std::thread thread_;
};

int free_port();
bool wait_until_bound(int port, double seconds);  // somebody listens at 127.0.0.1:port

}  // namespace takt::faults
