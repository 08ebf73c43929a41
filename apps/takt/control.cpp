#include "control.hpp"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <sstream>

#include "complaint.hpp"

namespace takt::app {
namespace {

constexpr int glance = 50;  // ms between two checks whether the run has ended

}  // namespace

Control::Control(realtime::Session& session, bool wanted) : session_(session) {
  if (wanted) thread_ = std::thread([this] { listen(); });
}

Control::~Control() {
  stop_.store(true);
  if (thread_.joinable()) thread_.join();
}

void Control::listen() {
  realtime::become_ordinary();
  std::string text;
  while (!stop_.load()) {
    pollfd in{STDIN_FILENO, POLLIN, 0};
    if (::poll(&in, 1, glance) <= 0) continue;
    char bytes[512];
    const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0) return obey(text);  // the last line may lack its line feed
    text.append(bytes, n);
    for (std::size_t end; (end = text.find('\n')) != std::string::npos;) {
      obey(text.substr(0, end));
      text.erase(0, end + 1);
    }
  }
}

void Control::obey(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  std::vector<std::string> rest;
  for (std::string w; words >> w;) rest.push_back(w);
  try {
    if (command.empty()) return;
    if (command == "reset" && rest.empty())
      session_.requests().reset.store(true);
    else if (command == "stop" && rest.empty())
      session_.requests().stop.store(true);
    else if (command == "set" && !rest.empty())
      session_.change(rest);
    else
      throw Error("'" + line + "' is no command to a running loop", "--control",
                  "write reset, stop, or set path=value", Fault::usage);
    std::fprintf(stderr, "done: %s\n", line.c_str());
  } catch (const Error& e) {
    complain(e);
  }
}

}  // namespace takt::app
