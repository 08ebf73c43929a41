// The channels of a run: inputs come from one or several of them, outputs go to all.
//
//   udp:5005,inputs=steer+brake    shm:panel,inputs=friction    shm:scope,inputs=none
//
// The frames of a channel hold only the inputs that it names, so that no two channels bring the
// same input. One channel may name no inputs; it gets all those that the others do not name.
#pragma once

#include "takt/realtime/input_stage.hpp"

namespace takt::realtime {

struct OpenChannel {
  std::unique_ptr<Channel> channel;
  std::vector<std::size_t> inputs;  // numbers of the model's inputs, in the order of the frames
};

// Throws Error for an unknown input, an input of two channels, or a channel that cannot be opened.
std::vector<OpenChannel> open_channels(std::span<const std::string> addresses,
                                       std::span<const Input> inputs,
                                       std::span<const std::string> outputs);

// The channels that have inputs; a single channel always counts.
std::vector<InputChannel> input_channels(std::span<const OpenChannel>);
std::vector<Channel*> pointers_to(std::span<const OpenChannel>);

}  // namespace takt::realtime
