// The channels of a run, where inputs come from one or several and outputs go to all.
//
//   udp:5005,inputs=steer+brake    shm:panel,inputs=friction    shm:scope,inputs=none
//
// Frames of a channel hold the inputs it names and no others, so that no two ever bring the same one.
// One of them may leave its inputs out and has those that are left.
#pragma once

#include "takt/realtime/input_stage.hpp"

namespace takt::realtime {

struct OpenChannel {
  std::unique_ptr<Channel> channel;
  std::vector<std::size_t> inputs;  // of the model, in the order of its frames
};

// Throws Error: unknown inputs, one that two channels bring, a channel that cannot be opened.
std::vector<OpenChannel> open_channels(std::span<const std::string> addresses,
                                       std::span<const Input> inputs,
                                       std::span<const std::string> outputs);

// Those that have inputs.
std::vector<Lane> lanes_of(std::span<const OpenChannel>);
std::vector<Channel*> pointers_to(std::span<const OpenChannel>);

}  // namespace takt::realtime
