// Instructions and floating-point operations of a piece of code, counted one by one while it runs:
// the very program, the kernels it chose for this processor and the C library's functions included.
//
// A child of this process sets the trap flag of the processor and looks at each instruction before
// it is executed. Nothing of that is seen by the parent. Only on Linux on x86-64.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace takt::certify {

struct Traced {
  std::int64_t instructions = 0, flops = 0;
  std::string why_not;  // not empty: there are no numbers, and why
  bool complete() const noexcept { return why_not.empty(); }
};

// `work` must not do input, output or signals. Given up after so many seconds.
Traced trace(const std::function<void()>& work, double seconds);

}  // namespace takt::certify
