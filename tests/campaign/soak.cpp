// Runs of hours: loops stay as closed as in the first ten thousand steps, and memory does not grow.
//
//   takt_soak [SHARE]    SHARE of the full length: 1 unless given
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tests/campaign/cases.hpp"

namespace takt::campaign {
namespace {

constexpr std::int64_t first_steps = 10'000;
constexpr int look_every = 10;  // steps, after the first ones
// Below it the violation is round-off of coordinates of the size of metres.
constexpr double round_off = 1e-13;

struct Soak {
  Case what;
  double steps;
};

const Soak soaks[] = {
    {{"circular-track", {}, "index2+linear_implicit_euler(J2)+one_step", 1e-3}, 1e8},
    // Methods that keep its energy: linear-implicit Euler pumps it up until the loop lies flat.
    {{"four-bar", {}, "hybrid+trapezoidal(passes=3)", 1e-3}, 1e7},
    {{"four-bar", {}, "index1+rk4+s_both2", 1e-3}, 1e7},
    {{TAKT_SOURCE_DIR "/tests/campaign/looped-iltis.yaml",
      {},
      "hybrid+trapezoidal(passes=3)",
      1e-3},
     1e7},
};

struct Violation {
  double position = 0, velocity = 0;
  void widen(const Violation& v) {
    position = std::max(position, v.position);
    velocity = std::max(velocity, v.velocity);
  }
  bool within(const Violation& v) const {
    return position <= std::max(v.position, round_off) &&
           velocity <= std::max(v.velocity, round_off);
  }
};

class Eye {
 public:
  explicit Eye(const EquationsOfMotion& system)
      : eval_(system), work_(Vector::Zero(system.shape().ng)) {}
  Violation look(const State& s) {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Term::g | Term::G | Term::gI);
    Violation v;
    for (Index i = 0; i < t.g.size(); ++i) v.position = std::max(v.position, std::abs(t.g[i]));
    work_ = t.gI;
    t.G.multiply_add(1, s.v, work_);
    for (Index i = 0; i < work_.size(); ++i) v.velocity = std::max(v.velocity, std::abs(work_[i]));
    return v;
  }

 private:
  Evaluator eval_;
  Vector work_;
};

// What the heap holds, in bytes.
double in_use() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<double>(heap.uordblks) + static_cast<double>(heap.hblkhd);
}

double seconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

bool soak(const Soak& s, double share) {
  Simulation sim = simulate(s.what);
  Eye eye(sim.system());
  const auto steps = std::max<std::int64_t>(2 * first_steps, std::llround(s.steps * share));
  Violation first, rest;
  double before = 0;
  const double begin = seconds();
  for (std::int64_t k = 1; k <= steps; ++k) {
    const StepReport r = sim.step();
    if (r.status != Status::ok) {
      fmt::print("{:<16}{}: stopped after {} steps: {}\n", sim.system().names().q[0], s.what.method,
                 k, sim.failure());
      return false;
    }
    if (k <= first_steps)
      first.widen(eye.look(sim.state()));
    else if (k % look_every == 0)
      rest.widen(eye.look(sim.state()));
    if (k == first_steps) before = in_use();
  }
  const double grown = in_use() - before;
  const bool holds = rest.within(first) && grown <= 0;
  const std::string name = s.what.model.substr(s.what.model.rfind('/') + 1);
  fmt::print("{:<18} {:<42} {:>9.1e} {:>9.2e} {:>9.2e} {:>9.2e} {:>9.2e} {:>6.0f} {:>7.0f}  {}\n",
             name, s.what.method, static_cast<double>(steps), first.position, rest.position,
             first.velocity, rest.velocity, grown, seconds() - begin,
             holds ? "holds" : "DOES NOT HOLD");
  std::fflush(stdout);
  return holds;
}

int run(double share) {
  fmt::print("Violations of the constraints: largest in the first {} steps, and after them.\n",
             first_steps);
  fmt::print("{:<18} {:<42} {:>9} {:>19} {:>19} {:>6} {:>7}\n", "model", "method", "steps",
             "position", "velocity", "bytes", "s");
  bool all = true;
  for (const Soak& s : soaks) all = soak(s, share) && all;
  return all ? 0 : 1;
}

}  // namespace
}  // namespace takt::campaign

int main(int count, char** words) {
  return takt::campaign::run(count > 1 ? std::strtod(words[1], nullptr) : 1);
}
