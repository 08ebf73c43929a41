// Several channels in one run: which channel supplies which input, and that outputs reach all of
// them.
#include "takt/realtime/channels.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "takt/base/error.hpp"
#include "takt/realtime/takt_io.h"

namespace takt::realtime {
namespace {

const std::vector<Input> car_inputs{{"steer", "rad", 0, -1, 1, true},
                                    {"brake", "N m", 0, 0, 3000, false},
                                    {"friction", "1", 1, 0, 1.5, false}};
const std::vector<std::string> car_outputs{"x", "y"};

std::string shm(const char* name) {
  return "shm:takt_channels_" + std::string(name) + "_" + std::to_string(getpid());
}
const char* name_in(const std::string& address) { return address.c_str() + 4; }

std::vector<std::vector<std::size_t>> shares(const std::vector<std::string>& addresses) {
  std::vector<std::vector<std::size_t>> all;
  for (const OpenChannel& c : open_channels(addresses, car_inputs, car_outputs))
    all.push_back(c.inputs);
  return all;
}

std::string complaint(const std::vector<std::string>& addresses) {
  try {
    open_channels(addresses, car_inputs, car_outputs);
  } catch (const Error& e) {
    return std::string(e.what()) + " | " + e.hint;
  }
  return "";
}

TEST(Channels, ShareTheInputs) {
  using Shares = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(shares({}), Shares{});
  EXPECT_EQ(shares({shm("a")}), (Shares{{0, 1, 2}}));
  EXPECT_EQ(shares({shm("a"), shm("b") + ",inputs=friction"}), (Shares{{0, 1}, {2}}));
  EXPECT_EQ(shares({shm("a") + ",inputs=brake+steer", shm("b")}), (Shares{{1, 0}, {2}}));
  EXPECT_EQ(shares({"udp:0,inputs=none,to=127.0.0.1:9", shm("b")}), (Shares{{}, {0, 1, 2}}));
}

TEST(Channels, RefuseInputsOfTwoOwners) {
  const auto says = [](const std::string& text, const char* words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  says(complaint({shm("a"), shm("b")}), "two channels do not say which inputs they bring");
  says(complaint({shm("a") + ",inputs=brake", shm("b") + ",inputs=brake"}),
       "the input 'brake' is named twice");
  says(complaint({shm("a") + ",inputs=brake+brake"}), "the input 'brake' is named twice");
  says(complaint({shm("a") + ",inputs=brak"}), "did you mean 'brake'");
  says(complaint({shm("a") + ",inputs="}), "inputs=none for a channel that only listens");
}

// A controller, a panel and one that only listens, each in a memory of its own.
TEST(Channels, BringTheirInputsAndGetAllOutputs) {
  const std::string wheel = shm("wheel"), panel = shm("panel"), scope = shm("scope");
  const auto open = open_channels(
      std::vector<std::string>{wheel, panel + ",inputs=friction", scope + ",inputs=none"},
      car_inputs, car_outputs);
  InputStage stage(car_inputs, input_channels(open), {});
  ASSERT_EQ(input_channels(open).size(), 2u);
  takt_shm of[3];
  const std::string* names[] = {&wheel, &panel, &scope};
  for (int k = 0; k < 3; ++k) ASSERT_EQ(takt_shm_attach(&of[k], name_in(*names[k])), 0) << k;
  EXPECT_EQ(of[0].inputs, 2u);
  EXPECT_EQ(of[1].inputs, 1u);
  EXPECT_EQ(of[2].inputs, 0u);

  const double ice[] = {0.1}, straight[] = {0.2, 500};
  takt_shm_write(&of[1], -1, 0, ice);
  EXPECT_TRUE(stage.next(0));
  EXPECT_EQ(stage.values()[0], 0);
  EXPECT_EQ(stage.values()[2], 0.1);
  takt_shm_write(&of[0], -1, 0, straight);
  EXPECT_TRUE(stage.next(1));
  EXPECT_EQ(std::vector<double>(stage.values().begin(), stage.values().end()),
            (std::vector<double>{0.2, 500, 0.1}));

  const std::vector<double> seen{7, 8};
  for (Channel* c : pointers_to(open)) c->give(1, 0.5, seen);
  for (int k = 0; k < 3; ++k) {
    takt_frame frame;
    double out[2] = {0, 0};
    ASSERT_TRUE(takt_shm_read(&of[k], &frame, out)) << k;
    EXPECT_EQ(frame.period, 1);
    EXPECT_EQ(out[0], 7);
    EXPECT_EQ(out[1], 8);
  }
  const std::int64_t accepted[] = {1, 1, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(open[k].channel->counts().accepted, accepted[k]);
    EXPECT_EQ(open[k].channel->counts().sent, 1);
  }
  for (takt_shm& s : of) takt_shm_detach(&s);
}

}  // namespace
}  // namespace takt::realtime
