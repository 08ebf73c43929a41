// Channel for inputs and outputs as UDP packets (takt_io.h). A separate thread at normal priority
// owns the sockets: it checks what arrives, posts the newest frame of inputs to the step thread,
// and sends the outputs of the step thread to the controller. Neither thread ever waits for the
// other.
#pragma once

#include <readerwriterqueue/readerwriterqueue.h>

#include <atomic>
#include <thread>

#include "takt/realtime/mailbox.hpp"
#include "takt/realtime/packet.hpp"
#include "takt/realtime/udp_address.hpp"

namespace takt::realtime {

class UdpChannel final : public Channel {
 public:
  UdpChannel(const UdpAddress&, const std::string& where, std::span<const Input> inputs,
             std::span<const std::string> outputs);
  ~UdpChannel() override;
  UdpChannel(const UdpChannel&) = delete;
  UdpChannel& operator=(const UdpChannel&) = delete;

  bool latest(std::span<double> inputs, Arrival&) noexcept override;
  void give(std::int64_t period, double t, std::span<const double> outputs) noexcept override;
  bool packet(Packet&) noexcept override;
  ChannelCounts counts() const noexcept override;
  std::string describe() const override;

  int port() const noexcept;  // the port that was bound, for `udp:0`

 private:
  struct InputFrame {
    Arrival arrival;
    std::vector<double> values;
  };
  struct OutputFrame {
    std::int64_t period = 0;
    double t = 0;
    std::vector<double> values;
  };
  struct Batch;  // buffers of one call of recvmmsg

  void serve() noexcept;
  void listen_to_controller() noexcept;
  int drain(int socket, Batch&) noexcept;
  void handle(std::span<const std::byte>, const Endpoint& from, std::int64_t now_ns) noexcept;
  void keep(std::span<const std::byte>, bool good, std::int64_t now_ns) noexcept;
  void send() noexcept;
  void publish() noexcept;

  // A socket for all senders, and one at the same address that is connected to the controller:
  // packets of the controller have their own queue in the kernel, which a flood from elsewhere
  // cannot fill.
  int socket_ = -1, own_ = -1, wake_ = -1;
  bool own_bound_ = false, changed_over_ = false;
  Endpoint here_, controller_;
  bool controller_fixed_ = false;

  // Used only by the thread that owns the sockets.
  PacketCheck check_;
  std::vector<double> scratch_;
  std::vector<std::byte> out_packet_;
  std::uint32_t output_names_, session_;
  std::uint64_t sequence_ = 0;
  Packet kept_;
  std::int64_t second_ = 0;  // start of the second in which `refused_` packets were refused
  int refused_ = 0;
  std::unique_ptr<Batch> batch_;

  Mailbox<InputFrame> in_;
  Mailbox<OutputFrame> out_;
  moodycamel::ReaderWriterQueue<Packet> packets_;
  std::atomic<bool> stop_ = false;
  static constexpr std::size_t fields = sizeof(ChannelCounts) / sizeof(std::int64_t);
  std::array<std::atomic<std::int64_t>, fields> published_{};
  std::atomic<std::int64_t> replaced_outputs_ = 0;
  std::thread thread_;
};

}  // namespace takt::realtime
