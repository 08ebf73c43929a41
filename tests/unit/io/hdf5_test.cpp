// HDF5 results read back with the HDF5 library; tests/results reads them with h5py.
#include "takt/io/results/hdf5.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "pendulum.hpp"
#include "takt/base/error.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/hdf5/superblock.hpp"
#include "takt/simulate/checkpoint.hpp"

namespace takt::io {
namespace {

class Hdf5Test : public testing::Test {
 public:
  Hdf5Test() : path_(testing::TempDir() + "takt_" + std::to_string(::getpid()) + ".h5") {}
  ~Hdf5Test() override { std::filesystem::remove(path_); }

  static Columns columns() { return Columns(open_model("pendulum-cartesian").system->names()); }
  std::string first_bytes() const {
    std::ifstream in(path_, std::ios::binary);
    std::string bytes(hdf5::superblock_size, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
  }

  std::string path_;
};

TEST_F(Hdf5Test, KeepsEveryRow) {
  Hdf5 file(path_, columns(), Provenance{});
  Sink* const sinks[] = {&file};
  run_pendulum(sinks, 2);
  EXPECT_EQ(file.rows(), 2001);
  EXPECT_EQ(rows_of_hdf5(path_), 2001);
}

// What a killed writer leaves behind is what is on the disk now.
TEST_F(Hdf5Test, IsNeverMarkedAsOpen) {
  Hdf5 file(path_, columns(), Provenance{});
  struct Look final : Sink {
    const Hdf5Test* test;
    void take(const Sample&) override {
      const std::string bytes = test->first_bytes();
      const std::span<const unsigned char> block(
          reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
      ASSERT_TRUE(hdf5::is_superblock(block));
      EXPECT_EQ(block[11], 0);
      std::uint64_t end = 0;
      for (std::size_t k = 0; k < 8; ++k) end |= std::uint64_t{block[28 + k]} << (8 * k);
      EXPECT_LE(end, std::filesystem::file_size(test->path_));
    }
  } look;
  look.test = this;
  Sink* const sinks[] = {&file, &look};
  run_pendulum(sinks);
}

TEST_F(Hdf5Test, HoldsARecordingThatAnotherThreadWrites) {
  Hdf5 file(path_, columns(), Provenance{});
  RecordingHeader header;
  header.from.model = "pendulum-cartesian";
  auto recorder = file.record(header);
  std::thread other([&] {
    for (int k = 0; k < 5000; ++k) recorder->add(PeriodEntry{k, 0, 1, 0, {static_cast<double>(k)}});
    recorder->flush();
  });
  Sink* const sinks[] = {&file};
  run_pendulum(sinks);
  other.join();
  const Recording r = read_recording(path_);
  EXPECT_TRUE(r.whole);
  EXPECT_EQ(r.header.from.model, "pendulum-cartesian");
  ASSERT_EQ(r.periods.size(), 5000u);
  EXPECT_EQ(r.periods.back().inputs.at(0), 4999);
  EXPECT_EQ(rows_of_hdf5(path_), 101);
}

TEST_F(Hdf5Test, GoesOnWithinAChunkAndAfterWhatIsCutOff) {
  RecordingHeader header;
  {
    Hdf5 file(path_, columns(), Provenance{});
    auto recorder = file.record(header);
    recorder->add(CheckpointEntry{0, 700, {}});
    Sink* const sinks[] = {&file};
    run_pendulum(sinks, 1);
  }
  const Recording r = read_recording(path_);
  Hdf5 file(path_, columns(), 700);
  auto recorder = file.record_on(r.bytes);
  recorder->add(CheckpointEntry{0, 701, {}});
  recorder->flush();
  Sink* const sinks[] = {&file};
  run_pendulum(sinks, 1);
  EXPECT_EQ(rows_of_hdf5(path_), 1701);
  EXPECT_EQ(read_recording(path_).checkpoints.size(), 2u);
}

TEST_F(Hdf5Test, OtherFilesAreRefused) {
  EXPECT_THROW(Hdf5("/no/such/folder/x.h5", columns(), Provenance{}), Error);
  EXPECT_THROW(Hdf5("/dev/full", columns(), Provenance{}), Error);
  EXPECT_THROW(Hdf5(path_, columns(), 1), Error);  // not there
  std::ofstream(path_) << "t,q.x\n0,1\n";
  EXPECT_FALSE(is_hdf5(path_));
  EXPECT_THROW(Hdf5(path_, columns(), 1), Error);
  EXPECT_THROW(rows_of_hdf5(path_), Error);
  {
    Hdf5 file(path_, columns(), Provenance{});
    Sink* const sinks[] = {&file};
    run_pendulum(sinks);
  }
  EXPECT_THROW(Hdf5(path_, columns(), 102), Error);  // it has 101
  EXPECT_THROW(Hdf5(path_, Columns(open_model("squeezer").system->names()), 10), Error);
  EXPECT_THROW(read_recording(path_), Error);
  EXPECT_EQ(rows_of_hdf5(path_), 101);
}

TEST(Columns, KnowTheirUnits) {
  Record record;
  record.accelerations = record.bodies = record.reactions = true;
  const OpenModel model = open_model("four-bar");
  const Columns c(model.system->names(), record, model.system->observable());
  ASSERT_EQ(c.units().size(), c.names().size());
  ASSERT_EQ(c.descriptions().size(), c.names().size());
  for (std::size_t k = 0; k < c.names().size(); ++k) {
    const std::string &name = c.names()[k], &unit = c.units()[k];
    EXPECT_FALSE(c.descriptions()[k].empty()) << name;
    const auto expect = [&](bool here, const char* expected) {
      if (here) {
        EXPECT_EQ(unit, expected) << name;
      }
    };
    expect(name.starts_with("q."), "rad");
    expect(name.starts_with("v."), "rad/s");
    expect(name.starts_with("a."), "rad/s^2");
    expect(name.ends_with(".Mx"), "N m");
    expect(name.ends_with(".Fz"), "N");
    expect(name.ends_with(".qw"), "1");
    expect(name.ends_with(".wx"), "rad/s");
  }
}

}  // namespace
}  // namespace takt::io
