// A controller over the channels of the real-time loop, but without a clock: every period sends its
// outputs and waits for the inputs that answer them. So the run does not depend on how fast anybody is,
// and repeats the same bits.
//
// An input frame answers period k if its field `period` is k (takt_io.h). Outputs are sent again every
// 50 ms until they are answered, because a packet may be lost; a controller answers a period that it
// has seen already with the same inputs.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "takt/realtime/channels.hpp"
#include "takt/simulate/controller.hpp"

namespace takt::realtime {

inline constexpr std::string_view lockstep_prefix = "lockstep:";

class Lockstep final : public Controller {
 public:
  // `addresses`: lockstep:udp:PORT, lockstep:shm:NAME, with ,inputs= as for the loop. `timeout` in s.
  // Throws Error: an address that is none, or what open_channels throws.
  Lockstep(std::span<const std::string> addresses, const Names&, double timeout,
           const std::atomic<bool>* interrupt);

  bool answer(std::int64_t period, double t, std::span<const double> outputs,
              std::span<double> inputs) override;
  std::string failure() const override { return failure_; }
  std::string describe() const;  // "udp 127.0.0.1:5005"

 private:
  bool missing() const noexcept;  // a channel has not answered yet
  void listen(std::int64_t period, std::span<double> inputs) noexcept;

  std::vector<OpenChannel> channels_;
  std::vector<char> answered_;  // by channel
  std::vector<double> frame_;
  double timeout_;
  const std::atomic<bool>* interrupt_;
  std::string failure_;
};

}  // namespace takt::realtime
