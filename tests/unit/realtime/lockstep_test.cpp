// Runs in lockstep with a controller in another thread: the same bits over UDP and shared memory,
// however slow the controller is; a missing answer ends the run.
#include "takt/realtime/lockstep.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/realtime/packet.hpp"
#include "takt/realtime/takt_io.h"
#include "takt/simulate/run.hpp"

namespace takt::realtime {
namespace {

constexpr const char* arm =
    "takt: 1\n"
    "bodies: {arm: {mass: 2, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
    "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}\n"
    "signals: {torque: {type: input, unit: N m}}\n"
    "forces: {motor: {type: drive, joint: A, torque: torque}}\n"
    "outputs: {angle: {coordinate: A}, rate: {coordinate_rate: A}}\n";

double law(const double* out) { return 60 * (0.3 - out[0]) - 9 * out[1]; }

takt_frame inputs_frame(const Names& names, std::uint64_t sequence, std::int64_t period) {
  takt_frame f{};
  f.kind = TAKT_INPUTS;
  f.count = 1;
  std::vector<std::string> inputs;
  for (const Input& i : names.inputs) inputs.push_back(i.name);
  f.names = names_checksum(inputs);
  f.session = 7;
  f.sequence = sequence;
  f.period = period;
  return f;
}

// Answers `periods` periods at a port, each after `pause`.
void control_over_udp(int port, const Names& names, int periods, std::chrono::microseconds pause) {
  const int s = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
  const timeval patience{0, 20000};
  ::setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::uint64_t sequence = 0;
  const auto send = [&](std::int64_t period, double torque) {
    const takt_frame f = inputs_frame(names, ++sequence, period);
    unsigned char bytes[128];
    const std::size_t n = takt_pack(bytes, sizeof bytes, &f, &torque);
    static_cast<void>(::send(s, bytes, n, 0));
  };
  send(-1, 0);
  std::int64_t last = -1;
  for (int tries = 0; last + 1 < periods && tries < 100000; ++tries) {
    unsigned char bytes[1500];
    takt_frame f{};
    double out[2];
    const ssize_t n = ::recv(s, bytes, sizeof bytes, 0);
    if (n <= 0) {
      if (last < 0) send(-1, 0);  // Takt may not have been there yet
      continue;
    }
    if (takt_unpack(bytes, static_cast<std::size_t>(n), &f, out, 2) != TAKT_OK) continue;
    last = f.period;
    std::this_thread::sleep_for(pause);
    send(f.period, law(out));
  }
  ::close(s);
}

Summary run_with(Controller& controller, const io::OpenModel& open, double until) {
  Method method = parse_method("ode+rk4");
  method.step = 1e-3;
  Engine engine(open.system, method, open.start, {until});
  RunOptions o;
  o.controller = &controller;
  o.control_every = 2;
  return run(engine, o, {});
}

// What the answer of a controller without any channel gives.
class Direct final : public Controller {
 public:
  bool answer(std::int64_t, double, std::span<const double> outputs,
              std::span<double> inputs) override {
    inputs[0] = law(outputs.data());
    return true;
  }
};

TEST(Lockstep, RepeatsTheBitsOfADirectController) {
  const io::OpenModel open = io::open_model(io::read_model(arm, "arm.yaml"));
  Direct direct;
  const Summary wanted = run_with(direct, open, 0.1);
  ASSERT_EQ(wanted.status, Status::ok);
  EXPECT_GT(std::abs(wanted.final_state.q[0]), 1e-3);
  for (const int pause : {0, 1500}) {
    const int port = 47310 + pause % 7;
    std::vector<std::string> address{"lockstep:udp:" + std::to_string(port)};
    Lockstep lockstep(address, open.system->names(), 20, nullptr);
    std::thread controller(control_over_udp, port, std::cref(open.system->names()), 50,
                           std::chrono::microseconds(pause));
    const Summary s = run_with(lockstep, open, 0.1);
    controller.join();
    EXPECT_EQ(s.status, Status::ok) << s.failure;
    EXPECT_EQ(s.state_hash, wanted.state_hash);
  }
}

TEST(Lockstep, EndsTheRunWhereNobodyAnswers) {
  const io::OpenModel open = io::open_model(io::read_model(arm, "arm.yaml"));
  std::vector<std::string> address{"lockstep:shm:takt_lockstep_test"};
  Lockstep lockstep(address, open.system->names(), 0.05, nullptr);
  const Summary s = run_with(lockstep, open, 0.1);
  EXPECT_EQ(s.status, Status::no_answer);
  EXPECT_NE(s.failure.find("no controller answered period 0 at t = 0 s"), std::string::npos)
      << s.failure;
}

TEST(Lockstep, NeedsItsPrefixAndAFixedStep) {
  const io::OpenModel open = io::open_model(io::read_model(arm, "arm.yaml"));
  std::vector<std::string> address{"udp:5005"};
  EXPECT_THROW(Lockstep(address, open.system->names(), 1, nullptr), Error);
  Direct direct;
  Method adaptive = parse_method("ode+dopri5");
  adaptive.step = 1e-3;
  Engine engine(open.system, adaptive, open.start, {0.1});
  RunOptions o;
  o.controller = &direct;
  EXPECT_THROW(run(engine, o, {}), Error);
}

}  // namespace
}  // namespace takt::realtime
