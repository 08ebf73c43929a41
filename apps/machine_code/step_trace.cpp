#include "apps/machine_code/step_trace.hpp"

#if defined(__linux__) && defined(__x86_64__)

#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is of POSIX, not of C++
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "apps/machine_code/flops_of_instruction.hpp"

namespace takt::machine_code {
namespace {

struct Count {
  std::int64_t instructions = 0, flops = 0;
};

Count counted;  // used in the child process only

void look_at_instruction(int, siginfo_t*, void* context) {
  const auto* c = static_cast<const ucontext_t*>(context);
  // NOLINTNEXTLINE: the address of the next instruction is a number to the kernel
  const auto* code = reinterpret_cast<const std::uint8_t*>(c->uc_mcontext.gregs[REG_RIP]);
  ++counted.instructions;
  counted.flops += flops_of_instruction(code);
}

[[gnu::noinline]] void set_trap_flag() {
  asm volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
}
[[gnu::noinline]] void clear_trap_flag() {
  asm volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
}

Count count(const std::function<void()>& work) {
  counted = {};
  set_trap_flag();
  work();
  clear_trap_flag();
  return counted;
}

[[noreturn]] void be_traced(const std::function<void()>& work, int to) {
  struct sigaction action {};
  action.sa_sigaction = look_at_instruction;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (::sigaction(SIGTRAP, &action, nullptr) != 0) ::_exit(1);
  // The cost of calling an empty function is subtracted.
  const Count empty = count([] {});
  Count all = count(work);
  all.instructions -= empty.instructions;
  const bool written = ::write(to, &all, sizeof all) == static_cast<ssize_t>(sizeof all);
  ::_exit(written && empty.instructions > 0 ? 0 : 1);
}

}  // namespace

InstructionCount trace(const std::function<void()>& work, double seconds) {
  InstructionCount out;
  int ends[2];
  if (::pipe(ends) != 0) {
    out.why_not = std::string("no pipe: ") + std::strerror(errno);
    return out;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    be_traced(work, ends[1]);
  }
  ::close(ends[1]);
  if (child < 0) {
    out.why_not = std::string("no second process: ") + std::strerror(errno);
  } else {
    pollfd answer{ends[0], POLLIN, 0};
    const int ready = ::poll(&answer, 1, static_cast<int>(seconds * 1e3));
    Count c;
    if (ready > 0 && ::read(ends[0], &c, sizeof c) == static_cast<ssize_t>(sizeof c)) {
      out.instructions = c.instructions;
      out.flops = c.flops;
    } else if (ready == 0) {
      out.why_not = "stepping through the instructions of one step takes too long here";
    } else {
      out.why_not = "this system does not allow a program to single-step its own instructions";
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  ::close(ends[0]);
  return out;
}

}  // namespace takt::machine_code

#else

namespace takt::machine_code {

InstructionCount trace(const std::function<void()>&, double) {
  InstructionCount out;
  out.why_not = "instructions are counted on Linux on x86-64 only";
  return out;
}

}  // namespace takt::machine_code

#endif
