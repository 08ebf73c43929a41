// How the certificate counts the instructions of a step: a program that can do so passes in a
// function. Without one the certificate claims nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace takt::certify {

struct InstructionCount {
  std::int64_t instructions = 0, flops = 0;
  std::string why_not;  // not empty: why there are no counts
  bool complete() const noexcept { return why_not.empty(); }
};

// Counts the instructions of `work`, or gives up after `seconds`.
using InstructionCounter =
    std::function<InstructionCount(const std::function<void()>& work, double seconds)>;

}  // namespace takt::certify
