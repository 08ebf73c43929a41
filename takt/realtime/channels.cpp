#include "takt/realtime/channels.hpp"

#include <algorithm>

#include "takt/base/choice.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::realtime {
namespace {

constexpr std::string_view option = ",inputs=";

struct ChannelRequest {
  std::string address;  // without its inputs
  bool names_inputs = false;
  std::vector<std::size_t> inputs;
};

ChannelRequest parse(const std::string& text, std::span<const Input> inputs) {
  ChannelRequest w{text, false, {}};
  const std::size_t at = text.find(option);
  if (at == std::string::npos) return w;
  w.names_inputs = true;
  const std::size_t begin = at + option.size(), end = std::min(text.find(',', begin), text.size());
  w.address = text.substr(0, at) + text.substr(end);
  const std::string words = text.substr(begin, end - begin);
  if (words == "none") return w;
  const std::vector<std::string> known = names_of(inputs);
  for (const std::string& name : split(words, '+')) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw Error("the model has no input '" + name + "'", text,
                  known.empty() ? "it has no inputs at all: write inputs=none, or nothing"
                                : did_you_mean(name, known,
                                               "its inputs are " + join(known, ", ") +
                                                   "; inputs=none for a channel that only listens"),
                  Fault::usage);
    w.inputs.push_back(found - known.begin());
  }
  return w;
}

// Which channel brings each input; -1 where no channel names it.
std::vector<int> owners(std::span<const ChannelRequest> all, std::span<const std::string> addresses,
                        std::span<const Input> inputs) {
  std::vector<int> owner(inputs.size(), -1);
  for (std::size_t c = 0; c < all.size(); ++c)
    for (const std::size_t i : all[c].inputs) {
      if (owner[i] >= 0)
        throw Error("the input '" + inputs[i].name + "' is named twice", addresses[c],
                    "one channel brings it: take it out of the other's inputs=", Fault::usage);
      owner[i] = static_cast<int>(c);
    }
  return owner;
}

}  // namespace

std::vector<OpenChannel> open_channels(std::span<const std::string> addresses,
                                       std::span<const Input> inputs,
                                       std::span<const std::string> outputs) {
  std::vector<ChannelRequest> all;
  for (const std::string& address : addresses) all.push_back(parse(address, inputs));
  const std::vector<int> owner = owners(all, addresses, inputs);
  bool left_out = false;
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].names_inputs) continue;
    if (left_out)
      throw Error("two channels do not say which inputs they bring", addresses[c],
                  "add their names, " + addresses[c] +
                      ",inputs=" + (inputs.empty() ? "none" : inputs[0].name) +
                      " for example, or inputs=none for one that only listens",
                  Fault::usage);
    left_out = true;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (owner[i] < 0) all[c].inputs.push_back(i);
  }
  std::vector<OpenChannel> open;
  for (ChannelRequest& w : all) {
    std::vector<Input> own;
    for (const std::size_t i : w.inputs) own.push_back(inputs[i]);
    open.push_back({open_channel(w.address, own, outputs), std::move(w.inputs)});
  }
  return open;
}

std::vector<InputChannel> input_channels(std::span<const OpenChannel> all) {
  std::vector<InputChannel> list;
  for (const OpenChannel& c : all)
    if (all.size() == 1 || !c.inputs.empty()) list.push_back({c.channel.get(), c.inputs});
  return list;
}

std::vector<Channel*> pointers_to(std::span<const OpenChannel> all) {
  std::vector<Channel*> pointers;
  for (const OpenChannel& c : all) pointers.push_back(c.channel.get());
  return pointers;
}

}  // namespace takt::realtime
