// The address where a UDP channel listens, and that of its controller.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <string>
#include <string_view>

namespace takt::realtime {

struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;

  bool known() const noexcept { return size != 0; }
  const sockaddr* raw() const noexcept { return reinterpret_cast<const sockaddr*>(&address); }
  sockaddr* raw() noexcept { return reinterpret_cast<sockaddr*>(&address); }
};

// True if address and port are the same.
bool same(const Endpoint&, const Endpoint&) noexcept;
std::string text(const Endpoint&);  // "127.0.0.1:5005", "[::1]:5005"

struct UdpAddress {
  Endpoint here;        // address to bind
  Endpoint controller;  // unknown: the first sender becomes the controller
};

// Reads "5005", "HOST:5005", "[::1]:5005", each with an optional ",to=HOST:PORT". Throws Error;
// `where` is the whole text of the user.
UdpAddress parse_udp_address(std::string_view address, const std::string& where);

}  // namespace takt::realtime
