// Recordings: what was written is read back, and reading stops at the first damaged block.
#include "takt/io/recording/recording.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "takt/base/error.hpp"
#include "takt/io/recording/block.hpp"
#include "takt/io/recording/crc32c.hpp"

namespace takt::io {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

RecordingHeader header() {
  RecordingHeader h;
  h.from = {"iltis", "takt: 1\n", "iltis", {"speed=5"}, "ode+rk4", 1e-3, "takt run iltis",
            "0.1.0", 8,           0.01,    2,           "lambda",  true};
  h.cheaper_method = "ode+explicit_euler";
  h.steps_per_period = 2;
  h.inputs = {"steer", "throttle"};
  h.outputs = {"x"};
  return h;
}

class RecordingTest : public testing::Test {
 protected:
  RecordingTest() : path_(testing::TempDir() + "takt_" + std::to_string(::getpid()) + ".rec") {}
  ~RecordingTest() override { std::filesystem::remove(path_); }

  // The header and four entries; their ends in the file.
  std::vector<std::uint64_t> write() const {
    std::vector<std::uint64_t> ends;
    const auto w = write_recording(path_, header());
    const auto end = [&] {
      w->flush();
      ends.push_back(std::filesystem::file_size(path_));
    };
    end();
    w->add(PeriodEntry{
        7, PeriodEntry::degraded | PeriodEntry::late, 2, 0xfedcba9876543210, {0.1, -1e300}});
    end();
    w->add(ChangeEntry{8, {"speed=6", "rack=0.01"}});
    end();
    w->add(PacketEntry{-5, 3, {std::byte{1}, std::byte{0}, std::byte{255}}});
    end();
    w->add(CheckpointEntry{9, 1000, std::vector<std::byte>(300, std::byte{42})});
    end();
    return ends;
  }
  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(std::string_view text) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << text;
  }
  static Recording read(std::string_view text) {
    MemorySource source(bytes_of(text));
    return read_blocks(source, "memory");
  }
  static std::size_t entries(const Recording& r) {
    return r.periods.size() + r.changes.size() + r.packets.size() + r.checkpoints.size();
  }

  std::string path_;
};

TEST(Crc32c, HasItsCheckValue) {
  EXPECT_EQ(crc32c(bytes_of("123456789")), 0xE3069283u);
  EXPECT_EQ(crc32c(bytes_of("6789"), crc32c(bytes_of("12345"))), 0xE3069283u);
  EXPECT_EQ(crc32c({}), 0u);
}

TEST_F(RecordingTest, ReadsWhatWasWritten) {
  write();
  const Recording r = read_recording(path_);
  EXPECT_TRUE(r.whole);
  EXPECT_EQ(r.bytes, std::filesystem::file_size(path_));
  const Provenance& from = r.header.from;
  EXPECT_EQ(from.model, "iltis");
  EXPECT_EQ(from.model_text, "takt: 1\n");
  EXPECT_EQ(from.set, std::vector<std::string>{"speed=5"});
  EXPECT_EQ(from.method, "ode+rk4");
  EXPECT_EQ(from.step, 1e-3);
  EXPECT_EQ(from.command, "takt run iltis");
  EXPECT_EQ(from.version, "0.1.0");
  EXPECT_EQ(from.until, 8);
  EXPECT_EQ(from.every, 0.01);
  EXPECT_EQ(from.checkpoint, 2);
  EXPECT_EQ(from.record, "lambda");
  EXPECT_TRUE(from.assembled);
  EXPECT_EQ(r.header.cheaper_method, "ode+explicit_euler");
  EXPECT_EQ(r.header.steps_per_period, 2);
  EXPECT_EQ(r.header.inputs, (std::vector<std::string>{"steer", "throttle"}));
  EXPECT_EQ(r.header.outputs, std::vector<std::string>{"x"});
  ASSERT_EQ(r.periods.size(), 1u);
  EXPECT_EQ(r.periods[0].period, 7);
  EXPECT_EQ(r.periods[0].flags, PeriodEntry::degraded | PeriodEntry::late);
  EXPECT_EQ(r.periods[0].steps, 2);
  EXPECT_EQ(r.periods[0].hash, 0xfedcba9876543210);
  EXPECT_EQ(r.periods[0].inputs, (std::vector<double>{0.1, -1e300}));
  ASSERT_EQ(r.changes.size(), 1u);
  EXPECT_EQ(r.changes[0].period, 8);
  EXPECT_EQ(r.changes[0].set, (std::vector<std::string>{"speed=6", "rack=0.01"}));
  ASSERT_EQ(r.packets.size(), 1u);
  EXPECT_EQ(r.packets[0].arrived_ns, -5);
  EXPECT_EQ(r.packets[0].bytes.size(), 3u);
  EXPECT_EQ(r.packets[0].bytes[2], std::byte{255});
  ASSERT_EQ(r.checkpoints.size(), 1u);
  EXPECT_EQ(r.checkpoints[0].period, 9);
  EXPECT_EQ(r.checkpoints[0].row, 1000);
  EXPECT_EQ(r.checkpoints[0].memory, std::vector<std::byte>(300, std::byte{42}));
}

TEST_F(RecordingTest, CutAnywhereIsReadUpToTheLastWholeBlock) {
  const auto ends = write();
  const std::string all = content();
  for (std::size_t size = 0; size <= all.size(); ++size) {
    const std::string cut = all.substr(0, size);
    std::size_t whole = 0;  // blocks
    while (whole < ends.size() && ends[whole] <= size) ++whole;
    if (whole == 0) {
      EXPECT_THROW(read(cut), Error) << size;
      continue;
    }
    const Recording r = read(cut);
    EXPECT_EQ(entries(r), whole - 1) << size;
    EXPECT_EQ(r.bytes, ends[whole - 1]) << size;
    EXPECT_EQ(r.whole, size == ends[whole - 1]) << size;
  }
}

TEST_F(RecordingTest, ASpoiledByteEndsTheReadingAtItsBlock) {
  const auto ends = write();
  const std::string all = content();
  for (std::size_t at = 0; at < all.size(); ++at) {
    std::string spoiled = all;
    spoiled[at] = static_cast<char>(spoiled[at] ^ 0x10);
    std::size_t whole = 0;
    while (ends[whole] <= at) ++whole;
    if (whole == 0) {
      EXPECT_THROW(read(spoiled), Error) << at;
      continue;
    }
    const Recording r = read(spoiled);
    EXPECT_EQ(entries(r), whole - 1) << at;
    EXPECT_FALSE(r.whole) << at;
  }
}

TEST_F(RecordingTest, GoesOnAfterTheLastWholeBlock) {
  const auto ends = write();
  put(content().substr(0, ends[3] + 5));
  const Recording torn = read_recording(path_);
  EXPECT_FALSE(torn.whole);
  continue_recording(path_, torn.bytes)->add(CheckpointEntry{10, 2000, {}});
  const Recording r = read_recording(path_);
  EXPECT_TRUE(r.whole);
  EXPECT_EQ(entries(r), 4u);
  EXPECT_EQ(r.checkpoints.at(0).row, 2000);
}

// A block that only claims to be large, with a checksum that is right.
TEST_F(RecordingTest, SizesAreNotBelieved) {
  write();
  std::vector<std::byte> stream;
  append_start(header(), stream);
  const std::size_t start = stream.size();
  append_block(PeriodEntry{0, 0, 0, 0, {1, 2}}, stream);
  for (const std::uint32_t claim : {0xffffffffu, 0x7fffffffu, 3u}) {
    auto lie = stream;
    std::memcpy(lie.data() + start + 8 + 19, &claim, 4);  // how many inputs
    const auto sum = crc32c(std::span(lie).subspan(start, lie.size() - start - 4));
    std::memcpy(lie.data() + lie.size() - 4, &sum, 4);
    put({reinterpret_cast<const char*>(lie.data()), lie.size()});
    const Recording r = read_recording(path_);
    EXPECT_EQ(entries(r), 0u);
    EXPECT_FALSE(r.whole);
    EXPECT_EQ(r.bytes, start);
    lie = stream;
    std::memcpy(lie.data() + start + 4, &claim, 4);  // how long the block is
    put({reinterpret_cast<const char*>(lie.data()), lie.size()});
    EXPECT_FALSE(read_recording(path_).whole);
  }
}

TEST_F(RecordingTest, OtherFilesAreRefused) {
  EXPECT_THROW(read_recording("/no/such/file.rec"), Error);
  EXPECT_THROW(read_recording(testing::TempDir()), Error);
  put("t,q.x\n0,1\n");
  EXPECT_THROW(read_recording(path_), Error);
  write();
  std::string all = content();
  all[recording_mark.size()] = recording_version + 1;
  put(all);
  try {
    read_recording(path_);
    FAIL() << "a format of the future was read";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("format " + std::to_string(recording_version + 1)),
              std::string::npos)
        << e.what();
  }
}

TEST_F(RecordingTest, FullDiskIsSaid) {
  EXPECT_THROW(write_recording("/dev/full", header()), Error);
  EXPECT_THROW(write_recording("/no/such/folder/x.rec", header()), Error);
}

}  // namespace
}  // namespace takt::io
