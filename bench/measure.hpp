// Runs of our own models, timed: steps only, in seconds of the thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/peers/loops.hpp"
#include "takt/io/open_model.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::bench {

struct Task {
  std::string model, method;
  double step = 1e-3, until = 1;
  std::vector<std::string> set = {};
};

class Opened {  // a model, so that runs can be repeated
 public:
  explicit Opened(const Task& task)
      : open_(io::open_model(task.model, task.set, task.method)),
        method_(parse_method(task.method)) {
    method_.step = task.step;
    set_up_.until = task.until;
  }
  Simulation make() const { return Simulation(open_.system, method_, open_.start, set_up_); }

 private:
  io::OpenModel open_;
  Method method_;
  SetUp set_up_;
};

struct Timed {
  bool ok = true;
  double cpu = 0;  // s
};

inline Timed run_to_the_end(Simulation& s) {
  Timed out;
  const double begin = cpu_now();
  while (!s.done() && out.ok) out.ok = s.step().status == Status::ok;
  out.cpu = cpu_now() - begin;
  return out;
}

}  // namespace takt::bench
