// A program that runs beside the test, and its output.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace takt::faults {

struct Limits {
  long file_size = 0;  // largest size of a file in bytes; 0: any
};

class Process {
 public:
  explicit Process(const std::vector<std::string>& command, const Limits& = {});
  ~Process();  // kills it if it still runs
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int) const;
  bool running() const;
  // Exit code, or minus the signal that ended it; throws if it hangs.
  int wait(double seconds = 60);
  std::string output() const;  // standard output
  std::string errors() const;
  nlohmann::json report() const;  // standard output as JSON

 private:
  pid_t pid_ = -1;
  std::string out_, err_;
};

}  // namespace takt::faults
