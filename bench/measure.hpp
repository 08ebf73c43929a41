// Times runs of our own models: the steps only, in seconds of processor time of the thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/counted.hpp"
#include "bench/peers/loops.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::bench {

struct Task {
  std::string model, method;
  double step = 1e-3, until = 1;
  std::vector<std::string> set = {};
};

class Opened {  // an open model, so that runs can be repeated
 public:
  explicit Opened(const Task& task)
      : name_(task.model + " " + task.method + " " + std::to_string(task.step)),
        open_(io::open_model(task.model, task.set, task.method)),
        method_(parse_method(task.method)) {
    method_.step = task.step;
    set_up_.until = task.until;
  }
  Engine make() const { return Engine(open_.system, method_, open_.start, set_up_); }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  io::OpenModel open_;
  Method method_;
  SetUp set_up_;
};

struct Timed {
  bool ok = true;
  double cpu = 0;  // s
};

// If instructions are counted, 50 steps are enough.
inline Timed run_to_the_end(const std::string& name, Engine& s) {
  Timed out;
  const double begin = cpu_now();
  count_as(name, [&] {
    for (int k = 0; !s.done() && out.ok && !(counting() && k == 50); ++k)
      out.ok = s.step().status == Status::ok;
  });
  out.cpu = cpu_now() - begin;
  return out;
}

}  // namespace takt::bench
