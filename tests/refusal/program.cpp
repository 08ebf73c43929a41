#include "program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace takt::test {

Program::Program() {
  std::string name = (std::filesystem::temp_directory_path() / "takt_test_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

Program::~Program() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  std::error_code none;
  std::filesystem::remove_all(folder_, none);
}

void Program::start(const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>("takt")};
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("fork failed");
  if (child_ > 0) return;
  const auto to = [](const char* file, int stream) {
    const int f = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ::dup2(f, stream);
    ::close(f);
  };
  if (::chdir(folder_.c_str()) != 0) ::_exit(126);
  ::signal(SIGINT, SIG_DFL);
  to("stdout", 1);
  to("stderr", 2);
  if (file_limit_ > 0) {
    const rlimit limit{static_cast<rlim_t>(file_limit_), static_cast<rlim_t>(file_limit_)};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ::setenv("TAKT_ISA", "baseline", 1);  // numbers in approved texts are the same on every machine
  ::execv(TAKT_CLI, words.data());
  ::_exit(127);
}

void Program::signal(int number) const { ::kill(child_, number); }

bool Program::running() { return child_ > 0 && ::waitpid(child_, &status_, WNOHANG) == 0; }

Ended Program::wait() {
  ::waitpid(child_, &status_, 0);
  child_ = -1;
  Ended e;
  e.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  e.out = read("stdout");
  e.err = read("stderr");
  return e;
}

Ended Program::run(const std::vector<std::string>& arguments) {
  start(arguments);
  return wait();
}

std::string Program::read(const std::string& file) const {
  std::ifstream in(path(file), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace takt::test
