#include "takt/realtime/udp_address.hpp"

#include <netdb.h>

#include <charconv>
#include <cstring>
#include <memory>

#include "takt/base/error.hpp"

namespace takt::realtime {
namespace {

constexpr const char* examples =
    "write udp:5005 for this machine only, udp:192.168.0.10:5005 for one of its network addresses, "
    "udp:5005,to=127.0.0.1:6006 to send to a known place from the start, "
    "udp:5005,inputs=steer+brake to bring some of the inputs";

[[noreturn]] void refuse(const std::string& why, const std::string& where) {
  throw Error(why, where, examples, Fault::usage);
}

std::string read_port(std::string_view text, const std::string& where, bool zero_allowed) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port > 65535 ||
      (port == 0 && !zero_allowed))
    refuse("'" + std::string(text) + "' is no port", where);
  return std::string(text);
}

Endpoint look_up(const std::string& host, const std::string& port, const std::string& where) {
  addrinfo wanted{}, *found = nullptr;
  wanted.ai_socktype = SOCK_DGRAM;
  wanted.ai_flags = AI_NUMERICSERV;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &wanted, &found);
  if (error != 0 || found == nullptr)
    refuse("no address is known for host '" + host + "': " + gai_strerror(error), where);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  Endpoint e;
  e.size = found->ai_addrlen;
  std::memcpy(&e.address, found->ai_addr, found->ai_addrlen);
  return e;
}

Endpoint read(std::string_view text, const std::string& where, bool listens) {
  const std::size_t colon = text.rfind(':');
  std::string host = "127.0.0.1";
  if (colon != std::string_view::npos) {
    host = text.substr(0, colon);
    text.remove_prefix(colon + 1);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
      host = host.substr(1, host.size() - 2);
    else if (host.find(':') != std::string::npos)
      refuse("an address with colons stands in brackets: '[" + host + "]'", where);
    if (host.empty()) refuse("no host before the colon", where);
  }
  return look_up(host, read_port(text, where, listens), where);
}

}  // namespace

bool same(const Endpoint& a, const Endpoint& b) noexcept {
  if (a.address.ss_family != b.address.ss_family) return false;
  if (a.address.ss_family == AF_INET) {
    sockaddr_in x, y;
    std::memcpy(&x, &a.address, sizeof x);
    std::memcpy(&y, &b.address, sizeof y);
    return x.sin_port == y.sin_port && x.sin_addr.s_addr == y.sin_addr.s_addr;
  }
  sockaddr_in6 x, y;
  std::memcpy(&x, &a.address, sizeof x);
  std::memcpy(&y, &b.address, sizeof y);
  return x.sin6_port == y.sin6_port && std::memcmp(&x.sin6_addr, &y.sin6_addr, 16) == 0;
}

std::string text(const Endpoint& e) {
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (getnameinfo(e.raw(), e.size, host, sizeof host, port, sizeof port,
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "unknown";
  const bool bracket = e.address.ss_family == AF_INET6;
  return (bracket ? "[" : "") + std::string(host) + (bracket ? "]:" : ":") + port;
}

UdpAddress parse_udp_address(std::string_view address, const std::string& where) {
  UdpAddress a;
  const std::size_t comma = address.find(',');
  a.here = read(address.substr(0, comma), where, true);
  if (comma == std::string_view::npos) return a;
  const std::string_view option = address.substr(comma + 1);
  if (!option.starts_with("to=")) refuse("unknown option '" + std::string(option) + "'", where);
  a.controller = read(option.substr(3), where, false);
  if (a.controller.address.ss_family != a.here.address.ss_family)
    refuse("one address is of IPv4, the other of IPv6", where);
  return a;
}

}  // namespace takt::realtime
