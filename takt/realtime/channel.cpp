#include "takt/realtime/channel.hpp"

#include "takt/base/error.hpp"
#include "takt/realtime/shm.hpp"
#include "takt/realtime/udp.hpp"

namespace takt::realtime {

ChannelCounts& ChannelCounts::operator+=(const ChannelCounts& x) noexcept {
  constexpr std::int64_t ChannelCounts::*all[] = {
      &ChannelCounts::received,   &ChannelCounts::accepted,  &ChannelCounts::lost,
      &ChannelCounts::duplicated, &ChannelCounts::reordered, &ChannelCounts::truncated,
      &ChannelCounts::corrupt,    &ChannelCounts::foreign,   &ChannelCounts::misfit,
      &ChannelCounts::restarts,   &ChannelCounts::replaced,  &ChannelCounts::overflown,
      &ChannelCounts::unkept,     &ChannelCounts::sent,      &ChannelCounts::not_sent};
  static_assert(sizeof(ChannelCounts) == sizeof all / sizeof all[0] * sizeof(std::int64_t));
  for (const auto count : all) this->*count += x.*count;
  return *this;
}

std::unique_ptr<Channel> open_channel(const std::string& address, std::span<const Input> inputs,
                                      std::span<const std::string> outputs) {
  const std::size_t colon = address.find(':');
  const std::string kind = address.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : address.substr(colon + 1);
  if (kind == "udp")
    return std::make_unique<UdpChannel>(parse_udp_address(rest, address), address, inputs, outputs);
  if (kind == "shm") return std::make_unique<ShmChannel>(rest, address, inputs, outputs);
  throw Error("there is no channel of kind '" + kind + "'", address,
              "write udp:PORT, udp:HOST:PORT or shm:NAME", Fault::usage);
}

}  // namespace takt::realtime
