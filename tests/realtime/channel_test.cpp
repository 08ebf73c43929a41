// Channels as the step thread uses them: no heap, and no call takes longer than a wake-up, whatever
// the other end does.
#include "takt/realtime/channel.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "takt/realtime/channels.hpp"
#include "takt/realtime/packet.hpp"
#include "takt/realtime/udp.hpp"
#include "tests/realtime/allocation_guard.hpp"

namespace takt::realtime {
namespace {

const std::vector<Input> inputs{{"rack", "m", 0, -1, 1, true}, {"brake", "N m", 0, 0, 1, false}};
const std::vector<std::string> outputs{"x", "y", "yaw"};

// Periods of the step thread; in `between` the controller acts.
template <class Between> long heap_calls(Channel& channel, Between between) {
  InputStage stage(inputs, &channel, {OnLoss::extrapolate, 3});
  const double out[3] = {1, 2, 3};
  double values[2], rates[2];
  long calls = 0;
  for (int p = 0; p < 300; ++p) {
    between(p);
    const test::AllocationGuard guard;
    stage.next(p);
    for (int k = 0; k < 4; ++k) stage.at(k, 4, 1e-3, values, rates);
    channel.give(p, 1e-3 * p, out);
    calls += guard.count();
  }
  EXPECT_GT(stage.counts().fresh, 0);
  EXPECT_GT(stage.counts().extrapolated, 0);
  return calls;
}

TEST(ChannelHeap, IsNeverTouchedOverUdp) {
  const auto channel = open_channel("udp:0", inputs, outputs);
  const int s = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(dynamic_cast<UdpChannel&>(*channel).port()));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
  takt_frame f{};
  f.kind = TAKT_INPUTS;
  f.count = 2;
  f.names = names_checksum(inputs);
  const double values[2] = {2, -1};  // out of range
  const auto controller = [&](int p) {
    if (p % 8 > 3) return;
    std::byte packet[128];
    ++f.sequence;
    const std::size_t size = takt_pack(packet, sizeof packet, &f, values);
    ::send(s, packet, size, 0);
    ::send(s, packet, size / 2, 0);
    while (channel->counts().received < 2 * static_cast<std::int64_t>(f.sequence)) usleep(50);
  };
  EXPECT_EQ(heap_calls(*channel, controller), 0);
  ::close(s);
}

TEST(ChannelHeap, IsNeverTouchedInSharedMemory) {
  const std::string name = "takt-heap-" + std::to_string(getpid());
  const auto channel = open_channel("shm:" + name, inputs, outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  const double values[2] = {2, -1};
  EXPECT_EQ(heap_calls(*channel,
                       [&](int p) {
                         if (p % 8 < 4) takt_shm_write(&s, p, 0, values);
                       }),
            0);
  takt_shm_detach(&s);
}

TEST(ChannelHeap, IsNeverTouchedBySeveral) {
  const std::string id = std::to_string(getpid()), wheel = "takt-wheel-" + id,
                    panel = "takt-panel-" + id;
  const auto open =
      open_channels(std::vector<std::string>{"shm:" + wheel, "shm:" + panel + ",inputs=brake",
                                             "udp:0,inputs=none"},
                    inputs, outputs);
  takt_shm of_wheel, of_panel;
  ASSERT_EQ(takt_shm_attach(&of_wheel, wheel.c_str()), 0);
  ASSERT_EQ(takt_shm_attach(&of_panel, panel.c_str()), 0);
  InputStage stage(inputs, input_channels(open), {OnLoss::extrapolate, 3});
  const std::vector<Channel*> to = pointers_to(open);
  const double out[3] = {1, 2, 3}, value = 0.5;
  long calls = 0;
  for (int p = 0; p < 300; ++p) {
    if (p % 8 < 4) takt_shm_write(&of_wheel, p, 0, &value);
    if (p % 5 == 0) takt_shm_write(&of_panel, p, 0, &value);
    const test::AllocationGuard guard;
    stage.next(p);
    for (Channel* c : to) c->give(p, 1e-3 * p, out);
    calls += guard.count();
  }
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(stage.counts().fresh, 152 + 60);
  EXPECT_GT(stage.counts().extrapolated, 0);
  takt_shm_detach(&of_wheel);
  takt_shm_detach(&of_panel);
}

}  // namespace
}  // namespace takt::realtime
