// Shared memory: values are transferred completely, restarts are noticed, and nothing that a
// controller leaves there does harm.
#include "takt/realtime/shm.hpp"

#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <cstring>
#include <thread>

#include "takt/base/error.hpp"
#include "two_inputs.hpp"

namespace takt::realtime {
namespace {

std::string unique(const char* what) {
  return std::string("takt-") + what + std::to_string(getpid());
}

struct stat look(const std::string& name) {
  struct stat info {};
  EXPECT_EQ(stat(("/dev/shm/" + name).c_str(), &info), 0);
  return info;
}

TEST(Shm, CarriesValuesBothWays) {
  const std::string name = unique("both");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  EXPECT_EQ(look(name).st_mode & 0777, 0600u);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  EXPECT_EQ(s.inputs, 2u);
  EXPECT_EQ(s.outputs, 3u);
  const std::string text(reinterpret_cast<const char*>(s.header) + s.header->text_at,
                         s.header->text_size);
  EXPECT_EQ(text, "rack m\nbrake N m\nx\ny\nyaw\n");

  double in[2] = {9, 9}, out[3] = {};
  Arrival arrival;
  takt_frame frame;
  EXPECT_FALSE(channel->latest(in, arrival));
  EXPECT_EQ(takt_shm_read(&s, &frame, out), 0);
  const double given[3] = {1, 2, 3};
  channel->give(5, 0.005, given);
  ASSERT_EQ(takt_shm_read(&s, &frame, out), 1);
  EXPECT_EQ(frame.period, 5);
  EXPECT_EQ(frame.t, 0.005);
  EXPECT_EQ(out[2], 3);
  EXPECT_EQ(takt_shm_read(&s, &frame, out), 0);

  const double answer[2] = {0.25, -4};
  takt_shm_write(&s, frame.period, frame.t, answer);
  ASSERT_TRUE(channel->latest(in, arrival));
  EXPECT_EQ(in[0], 0.25);
  EXPECT_EQ(in[1], -4);
  EXPECT_EQ(arrival.answers, 5);
  EXPECT_FALSE(channel->latest(in, arrival));
  takt_shm_detach(&s);
}

TEST(Shm, OutlivesAControllerThatCutsItOff) {
  const std::string name = unique("cut");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  const double answer[2] = {0.25, -4}, given[3] = {1, 2, 3};
  takt_shm_write(&s, -1, 0, answer);
  double in[2] = {};
  Arrival arrival;
  ASSERT_TRUE(channel->latest(in, arrival));
  takt_shm_detach(&s);
  ASSERT_EQ(truncate(("/dev/shm/" + name).c_str(), 0), 0);
  EXPECT_FALSE(channel->latest(in, arrival));
  channel->give(1, 1e-3, given);
  EXPECT_EQ(in[0], 0.25);
  EXPECT_EQ(channel->counts().not_sent, 1);
  EXPECT_NE(channel->describe().find("cut off"), std::string::npos);
}

TEST(Shm, CountsRestartsAndWhatWasReplaced) {
  const std::string name = unique("counts");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  const double x[2] = {};
  double in[2];
  Arrival arrival;
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  for (int i = 0; i < 3; ++i) takt_shm_write(&s, -1, 0, x);
  EXPECT_TRUE(channel->latest(in, arrival));  // the first it sees is the third
  for (int i = 0; i < 4; ++i) takt_shm_write(&s, -1, 0, x);
  EXPECT_TRUE(channel->latest(in, arrival));
  takt_shm_detach(&s);
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  takt_shm_write(&s, -1, 0, x);
  EXPECT_TRUE(channel->latest(in, arrival));
  --s.sequence;
  takt_shm_write(&s, -1, 0, x);  // the same again
  EXPECT_FALSE(channel->latest(in, arrival));
  const ChannelCounts c = channel->counts();
  EXPECT_EQ(c.received, 4);
  EXPECT_EQ(c.accepted, 3);
  EXPECT_EQ(c.replaced, 3);
  EXPECT_EQ(c.restarts, 1);
  EXPECT_EQ(c.duplicated, 1);
  takt_shm_detach(&s);
}

TEST(Shm, OneControllerAtATimeAndTheDeadDoNotCount) {
  const std::string name = unique("one");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  const pid_t child = fork();
  if (child == 0) {
    takt_shm s;
    _exit(takt_shm_attach(&s, name.c_str()));  // dies attached
  }
  int status = 0;
  takt_shm mine;
  // Not waited for yet it is a zombie, which still counts as a process.
  waitpid(child, &status, 0);
  ASSERT_EQ(WEXITSTATUS(status), 0);
  ASSERT_EQ(takt_shm_attach(&mine, name.c_str()), 0);
  const pid_t second = fork();
  if (second == 0) {
    takt_shm s;
    _exit(takt_shm_attach(&s, name.c_str()));
  }
  waitpid(second, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), EBUSY);
  takt_shm_detach(&mine);
}

// Read while it is written, from another thread: never a mixture.
TEST(Shm, FramesAreWhole) {
  const std::string name = unique("whole");
  std::vector<Input> many(32, Input{"i", "1"});
  const auto channel = open_channel("shm:" + name, many, three_outputs);
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    takt_shm s;
    ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
    std::vector<double> x(32);
    for (double k = 0; !stop; ++k) {
      std::fill(x.begin(), x.end(), k);
      takt_shm_write(&s, static_cast<std::int64_t>(k), 0, x.data());
    }
    takt_shm_detach(&s);
  });
  std::vector<double> in(32);
  Arrival arrival;
  int got = 0;
  const std::int64_t end = takt_now_ns() + 10'000'000'000;
  while (got < 2000 && takt_now_ns() < end) {
    if (!channel->latest(in, arrival)) {
      std::this_thread::yield();  // both may have to share a core
      continue;
    }
    ++got;
    for (double x : in) ASSERT_EQ(x, in[0]);
    ASSERT_EQ(static_cast<double>(arrival.answers), in[0]);
  }
  stop = true;
  writer.join();
  EXPECT_GT(got, 20);
}

TEST(Shm, AWriterThatDiesHalfwayBlocksNobody) {
  const std::string name = unique("half");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  const double x[2] = {1, 2};
  takt_shm_write(&s, -1, 0, x);
  const std::uint64_t n = s.in->newest + 1;
  takt_shm_slot_of(s.in, n, 2)->guard = 2 * n + 1;  // as if it had died within the next frame
  double in[2];
  Arrival arrival;
  EXPECT_TRUE(channel->latest(in, arrival));  // the last whole one
  EXPECT_FALSE(channel->latest(in, arrival));
  takt_shm_write(&s, -1, 0, x);  // the next controller
  EXPECT_TRUE(channel->latest(in, arrival));
  s.in->newest = 12345;  // a number without a frame
  EXPECT_FALSE(channel->latest(in, arrival));
  EXPECT_FALSE(channel->latest(in, arrival));
  EXPECT_EQ(channel->counts().truncated, 2);
  takt_shm_write(&s, -1, 0, x);
  EXPECT_TRUE(channel->latest(in, arrival));
  takt_shm_detach(&s);
}

TEST(Shm, ASpoiltHeaderDoesNotLeadUsAstray) {
  const std::string name = unique("spoilt");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  const double x[2] = {1, 2}, y[3] = {};
  takt_shm_area* const in_area = s.in;
  const std::int32_t self = s.header->controller;
  std::memset(static_cast<void*>(s.header), 0xff, sizeof *s.header);  // sizes, offsets, all of it
  takt_frame f{};
  f.count = 2;
  f.sequence = 1;
  takt_shm_put(in_area, &f, x);
  double in[2];
  Arrival arrival;
  EXPECT_TRUE(channel->latest(in, arrival));
  channel->give(1, 0, y);
  // And a controller that attaches now is told so.
  __atomic_store_n(&s.header->state, TAKT_SHM_OPEN, __ATOMIC_RELEASE);
  takt_shm other;
  EXPECT_EQ(takt_shm_attach(&other, name.c_str()), EPROTO);
  s.header->controller = self;
  takt_shm_detach(&s);
}

// Dies without closing anything.
void killed_holder(const std::string& name, const std::vector<Input>& in) {
  const pid_t child = fork();
  if (child == 0) {
    auto* leaked = open_channel("shm:" + name, in, three_outputs).release();
    _exit(leaked == nullptr);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
}

TEST(Shm, TakesOverWhatADeadProcessLeft) {
  const std::string name = unique("dead");
  killed_holder(name, two_inputs);
  const ino_t left = look(name).st_ino;
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);  // attached all the time
  const double x[2] = {1, 2};
  takt_shm_write(&s, -1, 0, x);
  {
    const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
    EXPECT_EQ(look(name).st_ino, left);  // the same object: the controller goes on
    EXPECT_TRUE(takt_shm_gone(&s));      // and can know
    double in[2];
    Arrival arrival;
    EXPECT_FALSE(channel->latest(in, arrival));  // old values do not count
    takt_shm_write(&s, -1, 0, x);
    EXPECT_TRUE(channel->latest(in, arrival));
  }
  takt_shm_detach(&s);
  EXPECT_EQ(access(("/dev/shm/" + name).c_str(), F_OK), -1);
}

TEST(Shm, ReplacesWhatDoesNotFit) {
  const std::string name = unique("misfit");
  killed_holder(name, {two_inputs[0]});
  const ino_t left = look(name).st_ino;
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  EXPECT_EQ(s.inputs, 2u);
  EXPECT_NE(look(name).st_ino, left);
  takt_shm_detach(&s);
}

TEST(Shm, RefusesANameInUseAndBadNames) {
  const std::string name = unique("use");
  const auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  EXPECT_THROW(open_channel("shm:" + name, two_inputs, three_outputs), Error);
  takt_shm s;
  EXPECT_EQ(takt_shm_attach(&s, name.c_str()), 0);  // and the first is unharmed
  takt_shm_detach(&s);
  for (const char* bad : {"shm:", "shm:a/b", "shm:..", "shm:a b", "shm"})
    EXPECT_THROW(open_channel(bad, two_inputs, three_outputs), Error) << bad;
}

TEST(Shm, TellsAControllerThatItCloses) {
  const std::string name = unique("close");
  auto channel = open_channel("shm:" + name, two_inputs, three_outputs);
  takt_shm s;
  ASSERT_EQ(takt_shm_attach(&s, name.c_str()), 0);
  EXPECT_FALSE(takt_shm_gone(&s));
  channel.reset();
  EXPECT_TRUE(takt_shm_gone(&s));
  takt_shm_detach(&s);
  EXPECT_EQ(takt_shm_attach(&s, name.c_str()), ENOENT);
}

}  // namespace
}  // namespace takt::realtime
