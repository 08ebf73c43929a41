// A program that runs beside the test, and what it said.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace takt::faults {

struct Limits {
  long file_size = 0;  // bytes a file may grow to; 0: any
};

class Process {
 public:
  explicit Process(const std::vector<std::string>& command, const Limits& = {});
  ~Process();  // kills it when it still runs
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int) const;
  bool running() const;
  int wait(double seconds = 60);  // exit code; minus the signal that ended it; throws when it hangs
  std::string output() const;     // standard output
  std::string errors() const;
  nlohmann::json report() const;  // standard output as JSON

 private:
  pid_t pid_ = -1;
  std::string out_, err_;
};

}  // namespace takt::faults
