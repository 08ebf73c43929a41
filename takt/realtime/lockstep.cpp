#include "takt/realtime/lockstep.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::realtime {
namespace {

using Steady = std::chrono::steady_clock;

constexpr auto resend_after = std::chrono::milliseconds(50);
// A controller on this machine often answers within this time; sleeping would take longer.
constexpr auto without_sleep = std::chrono::microseconds(30);
constexpr auto nap = std::chrono::microseconds(20);

std::vector<std::string> without_prefix(std::span<const std::string> addresses) {
  std::vector<std::string> all;
  for (const std::string& a : addresses) {
    if (!a.starts_with(lockstep_prefix))
      throw Error("'" + a + "' has a clock of its own", "--io",
                  "takt run waits for the controller: write lockstep:" + a +
                      "; takt realtime runs against the clock",
                  Fault::usage);
    all.push_back(a.substr(lockstep_prefix.size()));
  }
  return all;
}

}  // namespace

Lockstep::Lockstep(std::span<const std::string> addresses, const Names& names, double timeout,
                   const std::atomic<bool>* interrupt)
    : channels_(open_channels(without_prefix(addresses), names.inputs, names.outputs)),
      answered_(channels_.size(), 0), frame_(names.inputs.size(), 0.0), timeout_(timeout),
      interrupt_(interrupt) {}

std::string Lockstep::describe() const {
  std::vector<std::string> all;
  for (const OpenChannel& c : channels_) all.push_back(c.channel->describe());
  return join(all, ", ");
}

bool Lockstep::missing() const noexcept {
  for (std::size_t c = 0; c < channels_.size(); ++c)
    if (answered_[c] == 0 && (!channels_[c].inputs.empty() || channels_.size() == 1)) return true;
  return false;
}

void Lockstep::listen(std::int64_t period, std::span<double> inputs) noexcept {
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    Arrival arrival;
    const std::vector<std::size_t>& own = channels_[c].inputs;
    if (!channels_[c].channel->latest(std::span(frame_).first(own.size()), arrival)) continue;
    if (arrival.answers != period || answered_[c] != 0) continue;
    for (std::size_t k = 0; k < own.size(); ++k) inputs[own[k]] = frame_[k];
    answered_[c] = 1;
  }
}

bool Lockstep::answer(std::int64_t period, double t, std::span<const double> outputs,
                      std::span<double> inputs) {
  std::fill(answered_.begin(), answered_.end(), char{0});
  const auto begin = Steady::now();
  auto sent = begin - resend_after;
  while (true) {
    const auto now = Steady::now();
    if (now - sent >= resend_after) {
      for (std::size_t c = 0; c < channels_.size(); ++c)
        if (answered_[c] == 0) channels_[c].channel->give(period, t, outputs);
      sent = now;
    }
    listen(period, inputs);
    if (!missing()) return true;
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return false;
    if (std::chrono::duration<double>(now - begin).count() > timeout_) {
      failure_ = "no controller answered period " + std::to_string(period) +
                 " at t = " + number(t) + " s within " + number(timeout_) + " s at " + describe();
      std::int64_t misfit = 0;
      for (const OpenChannel& c : channels_) misfit += c.channel->counts().misfit;
      if (misfit > 0)
        failure_ +=
            "; frames came that do not fit this model: compare the names of inputs and outputs, "
            "and "
            "their order, with takt check";
      return false;
    }
    if (now - begin > without_sleep) std::this_thread::sleep_for(nap);
  }
}

}  // namespace takt::realtime
