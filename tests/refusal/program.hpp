// Runs the program in a folder of its own and hands back what it printed and how it ended.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace takt::test {

struct Ended {
  int code = -1;  // exit code; 128 + signal when it was killed
  std::string out, err;
};

class Program {
 public:
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Ended run(const std::vector<std::string>& arguments);

  // The two halves of run, for what happens in between.
  void start(const std::vector<std::string>& arguments);
  void signal(int number) const;
  bool running();
  Ended wait();

  void limit_files(long bytes) { file_limit_ = bytes; }  // the next start: files stop growing there
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  std::string read(const std::string& file) const;

 private:
  std::string folder_;
  pid_t child_ = -1;
  int status_ = 0;
  long file_limit_ = 0;
};

}  // namespace takt::test
