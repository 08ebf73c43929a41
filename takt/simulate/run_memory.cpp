#include "takt/simulate/run_memory.hpp"

#include <cstring>
#include <type_traits>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/switching.hpp"
#include "takt/simulate/checkpoint.hpp"

namespace takt {

static_assert(std::is_trivially_copyable_v<RunMemory>);

std::size_t size_of_counts(const Engine& simulation) noexcept {
  const Switching* s = simulation.system().switching();
  return s == nullptr ? 0 : static_cast<std::size_t>(s->switches()) * sizeof(double);
}

RunMemory memory_of(std::span<const std::byte> checkpoint) noexcept {
  RunMemory m{};
  if (checkpoint.size() >= sizeof m) std::memcpy(&m, checkpoint.data(), sizeof m);
  return m;
}

void require_checkpoint(std::span<const std::byte> checkpoint, const Engine& simulation,
                        double until) {
  const std::size_t size =
      sizeof(RunMemory) + size_of_counts(simulation) + simulation.memory_size();
  if (checkpoint.size() != size)
    throw Error("the checkpoint has " + std::to_string(checkpoint.size()) +
                    " bytes, where this model and method have " + std::to_string(size),
                "resume", "resume with the model and the method it was made with", Fault::other);
  const RunMemory m = memory_of(checkpoint);
  if (!(m.t < until))
    throw Error("the run is at " + number(m.t) + " s already, its end at " + number(until) + " s",
                "resume", "give a later --until", Fault::usage);
}

}  // namespace takt
