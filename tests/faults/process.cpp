#include "process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace takt::faults {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const Limits& limits) {
  static std::atomic<int> count{0};
  const std::string base = std::filesystem::temp_directory_path() / "takt-faults-";
  const std::string own = std::to_string(getpid()) + "-" + std::to_string(count++);
  out_ = base + own + ".out";
  err_ = base + own + ".err";
  std::vector<char*> arguments;
  for (const std::string& c : command) arguments.push_back(const_cast<char*>(c.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    const int out = ::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(err, 2);
    if (limits.file_size > 0) {
      const rlimit size{static_cast<rlim_t>(limits.file_size),
                        static_cast<rlim_t>(limits.file_size)};
      setrlimit(RLIMIT_FSIZE, &size);
    }
    execv(arguments[0], arguments.data());
    _exit(127);
  }
}

Process::~Process() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  std::error_code none;
  std::filesystem::remove(out_, none);
  std::filesystem::remove(err_, none);
}

void Process::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

bool Process::running() const {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

int Process::wait(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error("the process hangs");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  pid_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

std::string Process::output() const { return read(out_); }
std::string Process::errors() const { return read(err_); }
nlohmann::json Process::report() const { return nlohmann::json::parse(output()); }

}  // namespace takt::faults
