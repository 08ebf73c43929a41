// UDP over loopback: values in both directions, addresses, and which senders are accepted.
#include "takt/realtime/udp.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "takt/base/error.hpp"
#include "two_inputs.hpp"

namespace takt::realtime {
namespace {

// A controller: one socket.
class Controller {
 public:
  explicit Controller(int to) : socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(static_cast<std::uint16_t>(to));
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&a), sizeof a), 0);
    const timeval patience{2, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Controller() { ::close(socket_); }

  void send(std::uint64_t sequence, double rack, std::int64_t answers = -1) {
    takt_frame f{};
    f.kind = TAKT_INPUTS;
    f.count = 2;
    f.names = names_checksum(two_inputs);
    f.session = session;
    f.sequence = sequence;
    f.period = answers;
    const double values[2] = {rack, 0};
    std::byte bytes[128];
    send(bytes, takt_pack(bytes, sizeof bytes, &f, values));
  }
  void send(const void* bytes, std::size_t size) {
    EXPECT_EQ(::send(socket_, bytes, size, 0), static_cast<ssize_t>(size));
  }
  bool receive(takt_frame& f, double* values) {
    std::byte bytes[1500];
    const ssize_t n = ::recv(socket_, bytes, sizeof bytes, 0);
    return n > 0 && takt_unpack(bytes, static_cast<std::size_t>(n), &f, values, 3) == TAKT_OK;
  }
  std::uint32_t session = 1;

 private:
  int socket_;
};

template <class F> bool soon(F condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

int port_of(Channel& c) { return dynamic_cast<UdpChannel&>(c).port(); }

TEST(Udp, CarriesValuesBothWays) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  EXPECT_EQ(channel->describe(), "udp 127.0.0.1:" + std::to_string(port_of(*channel)));
  Controller c(port_of(*channel));
  const double given[3] = {1, 2, 3};
  channel->give(0, 0, given);  // to nobody
  ASSERT_TRUE(soon([&] { return channel->counts().not_sent == 1; }));
  c.send(1, 0.5, 77);
  double in[2] = {};
  Arrival arrival;
  ASSERT_TRUE(soon([&] { return channel->latest(in, arrival); }));
  EXPECT_EQ(in[0], 0.5);
  EXPECT_EQ(arrival.sequence, 1);
  EXPECT_EQ(arrival.answers, 77);
  EXPECT_LT(takt_now_ns() - arrival.arrived_ns, 2'000'000'000);
  EXPECT_FALSE(channel->latest(in, arrival));
  channel->give(78, 0.078, given);
  takt_frame f;
  double out[3];
  ASSERT_TRUE(c.receive(f, out));
  EXPECT_EQ(f.kind, TAKT_OUTPUTS);
  EXPECT_EQ(f.names, names_checksum(three_outputs));
  EXPECT_EQ(f.period, 78);
  EXPECT_EQ(f.t, 0.078);
  EXPECT_EQ(out[2], 3);
  EXPECT_TRUE(soon([&] { return channel->counts().sent == 1; }));
}

TEST(Udp, AFloodDoesNotFillTheRecording) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  Controller c(port_of(*channel));
  c.send(1, 0.5);
  ASSERT_TRUE(soon([&] { return channel->counts().received == 1; }));
  constexpr int flood = 1000;
  for (int k = 1; k <= flood; ++k) {
    c.send("garbage", 7);
    if (k % 100 == 0) {
      ASSERT_TRUE(soon([&] { return channel->counts().received == 1 + k; }));
    }
  }
  c.send(2, 0.5);
  ASSERT_TRUE(soon([&] { return channel->counts().accepted == 2; }));
  int kept = 0, whole = 0;
  for (Packet p; channel->packet(p); ++kept) whole += p.size == TAKT_HEADER + 16;
  EXPECT_EQ(whole, 2);
  EXPECT_LE(kept - whole, 300);  // a hundred a second
  EXPECT_EQ(kept + channel->counts().unkept, flood + 2);
}

TEST(Udp, HandsOutEveryPacketOfFewAsItCame) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  Controller c(port_of(*channel));
  c.send("noise", 5);
  c.send(1, 0.5);
  const std::vector<char> long_one(1473, 'x');
  c.send(long_one.data(), long_one.size());
  c.send("", 0);
  ASSERT_TRUE(soon([&] { return channel->counts().received == 4; }));
  const std::size_t sizes[] = {5, TAKT_HEADER + 16, TAKT_HEADER, 0};
  Packet p;
  for (std::size_t size : sizes) {
    ASSERT_TRUE(channel->packet(p));
    EXPECT_EQ(p.size, size);
    EXPECT_GT(p.arrived_ns, 0);
  }
  EXPECT_FALSE(channel->packet(p));
  const ChannelCounts n = channel->counts();
  EXPECT_EQ(n.accepted, 1);
  EXPECT_EQ(n.corrupt, 2);
  EXPECT_EQ(n.truncated, 1);
}

TEST(Udp, ListensToOneControllerUntilItIsSilent) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  Controller first(port_of(*channel)), second(port_of(*channel));
  second.session = 2;
  first.send(1, 0.1);
  ASSERT_TRUE(soon([&] { return channel->counts().accepted == 1; }));
  second.send(1, 0.2);
  ASSERT_TRUE(soon([&] { return channel->counts().received == 2; }));
  EXPECT_EQ(channel->counts().foreign, 1);
  std::this_thread::sleep_for(std::chrono::nanoseconds(sender_gone_ns));
  second.send(2, 0.3);
  ASSERT_TRUE(soon([&] { return channel->counts().accepted == 2; }));
  EXPECT_EQ(channel->counts().restarts, 1);
  const double given[3] = {};
  channel->give(1, 0, given);  // answers go to the new one
  takt_frame f;
  double out[3];
  EXPECT_TRUE(second.receive(f, out));
}

TEST(Udp, AKnownControllerIsTheOnlyOne) {
  const auto there =
      open_channel("udp:0", two_inputs, three_outputs);  // some socket with a port of its own
  const auto channel = open_channel(
      "udp:127.0.0.1:0,to=127.0.0.1:" + std::to_string(port_of(*there)), two_inputs, three_outputs);
  Controller stranger(port_of(*channel));
  stranger.send(1, 0.1);
  ASSERT_TRUE(soon([&] { return channel->counts().foreign == 1; }));
  const double given[3] = {};
  channel->give(1, 0, given);  // without having heard anything
  EXPECT_TRUE(soon([&] { return there->counts().misfit == 1; }));
}

TEST(Udp, KeepsTheNewestAndCountsTheRest) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  Controller c(port_of(*channel));
  for (int i = 1; i <= 100; ++i) c.send(static_cast<std::uint64_t>(i), i / 100.0);
  ASSERT_TRUE(soon([&] { return channel->counts().accepted == 100; }));
  double in[2];
  Arrival arrival;
  ASSERT_TRUE(channel->latest(in, arrival));
  EXPECT_EQ(in[0], 1.0);
  EXPECT_EQ(channel->counts().replaced, 99);
}

TEST(Udp, EndsWithTheLastOutputsSent) {
  auto channel = open_channel("udp:0", two_inputs, three_outputs);
  Controller c(port_of(*channel));
  c.send(1, 0.1);
  ASSERT_TRUE(soon([&] { return channel->counts().accepted == 1; }));
  const double given[3] = {};
  channel->give(9, 0.9, given);
  channel.reset();
  takt_frame f;
  double out[3];
  ASSERT_TRUE(c.receive(f, out));
  EXPECT_EQ(f.period, 9);
}

TEST(Udp, RefusesWhatCannotBe) {
  const auto channel = open_channel("udp:0", two_inputs, three_outputs);
  for (const std::string& bad :
       {std::string("udp:"), std::string("udp:70000"), std::string("udp:-1"), std::string("udp:x"),
        std::string("udp::5005"), std::string("udp:::1:5005"), std::string("udp:5005,from=1"),
        std::string("udp:5005,to=0"), std::string("udp:0,to=[::1]:5"), std::string("tcp:5005"),
        std::string(""), std::string("udp:192.0.2.1:0"),  // TEST-NET: of no machine
        "udp:" + std::to_string(port_of(*channel))}) {
    try {
      open_channel(bad, two_inputs, three_outputs);
      ADD_FAILURE() << bad;
    } catch (const Error& e) {
      EXPECT_EQ(e.where, bad);
      EXPECT_FALSE(e.hint.empty()) << bad;
    }
  }
  const std::vector<Input> many(178, Input{"i", "1"});
  EXPECT_THROW(open_channel("udp:0", many, three_outputs), Error);
  EXPECT_NO_THROW(open_channel("udp:0", std::span(many).first(177), three_outputs));
}

TEST(Udp, KnowsIPv6) {
  std::unique_ptr<Channel> channel;
  try {
    channel = open_channel("udp:[::1]:0", two_inputs, three_outputs);
  } catch (const Error&) {
    GTEST_SKIP() << "this machine has no IPv6";
  }
  EXPECT_EQ(channel->describe(), "udp [::1]:" + std::to_string(port_of(*channel)));
}

}  // namespace
}  // namespace takt::realtime
