// Counts the instructions and floating-point operations of a piece of code, one by one while it
// runs. It is the real program, with the kernels that were chosen for this processor and the
// functions of the C library.
//
// A child process sets the trap flag of the processor and inspects each instruction before it is
// executed. The parent process is not affected. Only on Linux on x86-64.
#pragma once

#include <functional>

#include "takt/certify/instruction_count.hpp"

namespace takt::machine_code {

using certify::InstructionCount;

// `work` must not use input, output or signals. The trace is abandoned after `seconds`.
InstructionCount trace(const std::function<void()>& work, double seconds);

}  // namespace takt::machine_code
