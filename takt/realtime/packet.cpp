#include "takt/realtime/packet.hpp"

#include <algorithm>

namespace takt::realtime {

std::uint32_t names_checksum(std::span<const Input> inputs) noexcept {
  std::uint32_t sum = 0;
  for (const Input& i : inputs) sum = takt_names(sum, i.name.c_str());
  return sum;
}
std::uint32_t names_checksum(std::span<const std::string> names) noexcept {
  std::uint32_t sum = 0;
  for (const std::string& n : names) sum = takt_names(sum, n.c_str());
  return sum;
}

bool PacketCheck::take(std::span<const std::byte> packet, std::int64_t now_ns, bool known_sender,
                       takt_frame& frame, std::span<double> values) noexcept {
  ++counts_.received;
  const bool silent = !occupied(now_ns);
  // checked first, because refusing a flood of packets must be cheap
  if (!known_sender && !silent) {
    ++counts_.foreign;
    return false;
  }
  switch (takt_unpack(packet.data(), packet.size(), &frame, values.data(), values.size())) {
    case TAKT_OK: break;
    case TAKT_TRUNCATED: ++counts_.truncated; return false;
    case TAKT_OTHER_VERSION: ++counts_.misfit; return false;
    default: ++counts_.corrupt; return false;
  }
  if (!fits(frame)) {
    ++counts_.misfit;
    return false;
  }
  const bool restart =
      known_ &&
      (!known_sender || (frame.session != session_ && (silent || !was_before(frame.session))));
  if (restart) ++counts_.restarts;
  if (restart || !known_) {
    begin(frame);
  } else if (!in_order(frame, silent)) {
    return false;
  }
  ++counts_.accepted;
  accepted_ns_ = now_ns;
  return true;
}

bool PacketCheck::fits(const takt_frame& f) const noexcept {
  return f.kind == TAKT_INPUTS && f.count == count_ && f.names == names_;
}

bool PacketCheck::begin(const takt_frame& f) noexcept {
  if (known_ && f.session != session_) former_[formers_++ % former_.size()] = session_;
  known_ = true;
  session_ = f.session;
  first_ = last_ = f.sequence;
  seen_.fill(~f.sequence);  // an empty place: never equal to a sequence number stored there
  seen_[f.sequence % window] = f.sequence;
  return true;
}

bool PacketCheck::was_before(std::uint32_t session) const noexcept {
  const auto end = former_.begin() + static_cast<long>(std::min(formers_, former_.size()));
  return std::find(former_.begin(), end, session) != end;
}

bool PacketCheck::in_order(const takt_frame& f, bool silent) noexcept {
  if (f.session != session_) {  // a late packet of an earlier session
    ++counts_.reordered;
    return false;
  }
  if (f.sequence > last_) {
    const std::uint64_t ahead = f.sequence - last_;
    if (ahead > furthest_jump) {  // one forged number must not lock out the true sender
      if (!silent) {
        ++counts_.misfit;
        return false;
      }
      ++counts_.restarts;
      return begin(f);
    }
    counts_.lost += static_cast<std::int64_t>(ahead - 1);
    last_ = f.sequence;
    seen_[f.sequence % window] = f.sequence;
    return true;
  }
  const bool old = last_ - f.sequence >= window;
  // The sender counts from the start again without a new session. (A packet that is only late would
  // not have been seen before.)
  if (silent && f.sequence != last_ && (old || seen(f.sequence))) {
    ++counts_.restarts;
    return begin(f);
  }
  if (old) {
    ++counts_.reordered;
  } else if (seen(f.sequence)) {
    ++counts_.duplicated;
  } else {
    ++counts_.reordered;
    if (f.sequence > first_) --counts_.lost;  // it was late, not lost
    seen_[f.sequence % window] = f.sequence;
  }
  return false;
}

}  // namespace takt::realtime
