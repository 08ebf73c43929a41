// Packets: their bytes, what is refused, and that each packet is counted exactly once.
#include "takt/realtime/packet.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace takt::realtime {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::int64_t ms = 1'000'000;

takt_frame frame(std::uint64_t sequence, std::uint32_t session = 7) {
  takt_frame f{};
  f.kind = TAKT_INPUTS;
  f.count = 2;
  f.names = takt_names(takt_names(0, "rack"), "brake");
  f.session = session;
  f.sequence = sequence;
  f.period = 41;
  f.sent_ns = 123456789;
  f.t = 0.25;
  return f;
}

Bytes packed(const takt_frame& f, std::vector<double> values = {0.5, -2}) {
  Bytes b(TAKT_HEADER + 8 * values.size());
  EXPECT_EQ(takt_pack(b.data(), b.size(), &f, values.data()), b.size());
  return b;
}

class CheckedPackets : public testing::Test {
 protected:
  bool take(const Bytes& b, std::int64_t now_ns = 0, bool known = true) {
    return check.take(b, now_ns, known, read, values);
  }
  bool take(std::uint64_t sequence, std::uint32_t session = 7, std::int64_t now_ns = 0,
            bool known = true) {
    return take(packed(frame(sequence, session)), now_ns, known);
  }
  std::int64_t all() {
    const ChannelCounts& c = check.counts();
    return c.accepted + c.duplicated + c.reordered + c.truncated + c.corrupt + c.foreign + c.misfit;
  }
  PacketCheck check{takt_names(takt_names(0, "rack"), "brake"), 2};
  takt_frame read{};
  double values[2] = {};
};

TEST(Crc32c, HasTheValuesOfTheStandard) {  // RFC 3720 B.4
  EXPECT_EQ(takt_crc32c(0, "123456789", 9), 0xE3069283u);
  const unsigned char zeros[32] = {};
  EXPECT_EQ(takt_crc32c(0, zeros, 32), 0x8A9136AAu);
  EXPECT_EQ(takt_crc32c(takt_crc32c(0, "1234", 4), "56789", 5), 0xE3069283u);
}

TEST(Packet, NothingAtAllIsTruncated) {  // the place of an empty packet may be a null pointer
  takt_frame f{};
  EXPECT_EQ(takt_unpack(nullptr, 0, &f, nullptr, 0), TAKT_TRUNCATED);
  EXPECT_EQ(takt_unpack("TAK", 3, &f, nullptr, 0), TAKT_TRUNCATED);
  EXPECT_EQ(takt_unpack("xAK", 3, &f, nullptr, 0), TAKT_CORRUPT);
}

// Written down byte by byte: what any other language must produce.
TEST(PacketLayout, IsTheDocumentedOne) {
  const Bytes b = packed(frame(0x0102030405060708u, 0x11223344u), {1.0, -2.0});
  const auto at = [&b](std::size_t i) { return std::to_integer<int>(b[i]); };
  EXPECT_EQ(std::memcmp(b.data(), "TAKT", 4), 0);
  EXPECT_EQ(at(4), 1);
  EXPECT_EQ(at(5), 1);
  EXPECT_EQ(at(6) + 256 * at(7), 2);
  EXPECT_EQ(at(12), 0x44);
  EXPECT_EQ(at(15), 0x11);
  EXPECT_EQ(at(16), 0x08);
  EXPECT_EQ(at(23), 0x01);
  EXPECT_EQ(at(24), 41);
  EXPECT_EQ(at(47), 0x3f);  // 0.25 = 0x3fd0000000000000
  EXPECT_EQ(at(46), 0xd0);
  EXPECT_EQ(at(63), 0x3f);
  EXPECT_EQ(at(62), 0xf0);
  EXPECT_EQ(at(71), 0xc0);
  Bytes zeroed = b;
  for (std::size_t i = 52; i < 56; ++i) zeroed.at(i) = {};
  const std::uint32_t crc = takt_crc32c(0, zeroed.data(), zeroed.size());
  EXPECT_EQ(at(52), static_cast<int>(crc & 255));
  EXPECT_EQ(at(55), static_cast<int>(crc >> 24));
}

TEST_F(CheckedPackets, TakesWhatWasPacked) {
  ASSERT_TRUE(take(packed(frame(9), {0.125, std::numeric_limits<double>::quiet_NaN()})));
  EXPECT_EQ(values[0], 0.125);
  EXPECT_TRUE(values[1] != values[1]);  // judged by the input stage
  EXPECT_EQ(read.sequence, 9u);
  EXPECT_EQ(read.period, 41);
  EXPECT_EQ(read.t, 0.25);
  EXPECT_EQ(read.sent_ns, 123456789);
}

TEST_F(CheckedPackets, CountsWhatIsLostDuplicatedAndReordered) {
  EXPECT_TRUE(take(1));
  EXPECT_TRUE(take(2));
  EXPECT_FALSE(take(2));  // again
  EXPECT_TRUE(take(6));   // 3, 4, 5 missing
  EXPECT_EQ(check.counts().lost, 3);
  EXPECT_FALSE(take(4));  // only late
  EXPECT_EQ(check.counts().lost, 2);
  EXPECT_FALSE(take(4));  // and twice
  EXPECT_TRUE(take(7));
  const ChannelCounts& c = check.counts();
  EXPECT_EQ(c.received, 7);
  EXPECT_EQ(c.accepted, 4);
  EXPECT_EQ(c.lost, 2);
  EXPECT_EQ(c.duplicated, 2);
  EXPECT_EQ(c.reordered, 1);
  EXPECT_EQ(c.restarts, 0);
}

TEST_F(CheckedPackets, DoesNotMissWhatWasBeforeTheFirst) {
  EXPECT_TRUE(take(5));
  EXPECT_FALSE(take(3));
  EXPECT_EQ(check.counts().lost, 0);
  EXPECT_EQ(check.counts().reordered, 1);
}

TEST_F(CheckedPackets, NoticesARestartAndIgnoresWhatIsLeftOverFromBefore) {
  EXPECT_TRUE(take(100, 7));
  EXPECT_TRUE(take(1, 8));
  EXPECT_FALSE(take(101, 7));
  EXPECT_TRUE(take(2, 8));
  EXPECT_EQ(check.counts().restarts, 1);
  EXPECT_EQ(check.counts().reordered, 1);
  EXPECT_EQ(check.counts().lost, 0);
}

TEST_F(CheckedPackets, CountsAnewAfterSilenceWithoutANewSession) {
  for (std::uint64_t k = 1; k <= 500; ++k)
    if (k != 400) {
      EXPECT_TRUE(take(k));
    }
  EXPECT_FALSE(take(1, 7, 100 * ms));  // a duplicate
  EXPECT_FALSE(take(400, 7, 5000 * ms)) << "only late";
  EXPECT_TRUE(take(1, 7, 5000 * ms));
  EXPECT_TRUE(take(2, 7, 5001 * ms));
  EXPECT_EQ(check.counts().restarts, 1);
  EXPECT_EQ(check.counts().duplicated, 1);
  EXPECT_EQ(check.counts().reordered, 1);
}

TEST_F(CheckedPackets, AnotherSenderWaitsUntilTheFirstIsSilent) {
  EXPECT_TRUE(take(1, 7, 0, false));
  EXPECT_FALSE(take(1, 9, 100 * ms, false));
  EXPECT_EQ(check.counts().foreign, 1);
  EXPECT_TRUE(take(2, 7, 200 * ms));
  EXPECT_FALSE(take(2, 9, 449 * ms, false));
  EXPECT_TRUE(take(3, 9, 450 * ms, false));
  EXPECT_EQ(check.counts().foreign, 2);
  EXPECT_EQ(check.counts().restarts, 1);
}

TEST_F(CheckedPackets, AForgedSequenceLocksNobodyOutForLong) {
  EXPECT_TRUE(take(1, 7, 0));
  EXPECT_FALSE(take(~std::uint64_t{0}, 7, 1 * ms));
  EXPECT_EQ(check.counts().misfit, 1);
  EXPECT_TRUE(take(2, 7, 2 * ms));
  EXPECT_TRUE(take(2 + furthest_jump, 7, 3 * ms));  // as far as one may
  EXPECT_FALSE(take(3, 7, 4 * ms));
  EXPECT_TRUE(take(4, 7, 253 * ms));  // after a silence anything goes
  EXPECT_EQ(check.counts().restarts, 1);
}

TEST_F(CheckedPackets, RefusesOtherModelsVersionsAndKinds) {
  takt_frame f = frame(1);
  f.names ^= 1;
  EXPECT_FALSE(take(packed(f)));
  f = frame(1);
  f.kind = TAKT_OUTPUTS;
  EXPECT_FALSE(take(packed(f)));
  f = frame(1);
  f.count = 3;
  EXPECT_FALSE(take(packed(f, {1, 2, 3})));
  Bytes b = packed(frame(1));
  b[4] = std::byte{2};
  EXPECT_FALSE(take(b));
  EXPECT_EQ(check.counts().misfit, 4);
  EXPECT_TRUE(take(1));
}

TEST_F(CheckedPackets, EveryFlippedBitAndEveryCutIsNoticed) {
  const Bytes whole = packed(frame(1));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(take(Bytes(whole.begin(), whole.begin() + static_cast<long>(size)))) << size;
  EXPECT_EQ(check.counts().truncated, static_cast<std::int64_t>(whole.size()));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes b = whole;
    b[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(take(b)) << bit;
  }
  Bytes longer = whole;
  longer.push_back({});
  EXPECT_FALSE(take(longer));
  EXPECT_EQ(check.counts().accepted, 0);
  EXPECT_EQ(all(), check.counts().received);
  EXPECT_TRUE(take(whole));
}

TEST_F(CheckedPackets, NoiseIsCountedAndNeverTaken) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    Bytes b(random() % 1500);
    for (std::byte& x : b) x = static_cast<std::byte>(random());
    if (i % 2 == 0 && b.size() >= 6) std::memcpy(b.data(), "TAKT\1\1", 6);
    EXPECT_FALSE(take(b));
  }
  EXPECT_EQ(all(), 20000);
}

TEST(Pack, RefusesWithoutRoom) {
  const takt_frame f = frame(1);
  std::byte small[71];
  const double values[2] = {1, 2};
  EXPECT_EQ(takt_pack(small, sizeof small, &f, values), 0u);
}

}  // namespace
}  // namespace takt::realtime
