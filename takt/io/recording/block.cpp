#include "takt/io/recording/block.hpp"

#include <limits>

#include "takt/base/error.hpp"
#include "takt/io/recording/bytes.hpp"
#include "takt/io/recording/crc32c.hpp"

namespace takt::io {
namespace {

// A block type from its four letters.
constexpr std::uint32_t type(const char (&t)[5]) {
  std::uint32_t n = 0;
  for (std::uint32_t k = 0; k < 4; ++k) n |= static_cast<std::uint32_t>(t[k]) << (8 * k);
  return n;
}
constexpr std::uint32_t type_of(const RecordingHeader&) { return type("HEAD"); }
constexpr std::uint32_t type_of(const PeriodEntry&) { return type("PERI"); }
constexpr std::uint32_t type_of(const ChangeEntry&) { return type("CHNG"); }
constexpr std::uint32_t type_of(const PacketEntry&) { return type("PACK"); }
constexpr std::uint32_t type_of(const CheckpointEntry&) { return type("CHKP"); }

constexpr std::size_t before_payload = 8, after_payload = 4;  // bytes

// The contents of each block, in this order. Reading and writing use the same list.
void fields(auto& x, auto each) requires requires { x.cheaper_method; }
{
  auto& f = x.from;
  each(f.model, f.model_text, f.set, f.method, f.step, f.command, f.version, f.until, f.every,
       f.checkpoint, f.record, f.assembled);
  each(x.cheaper_method, x.steps_per_period, x.inputs, x.outputs);
}
void fields(auto& x, auto each) requires requires { x.hash; }
{ each(x.period, x.flags, x.steps, x.hash, x.inputs); }
void fields(auto& x, auto each) requires requires {
  x.period;
  x.set;
}
{ each(x.period, x.set); }
void fields(auto& x, auto each) requires requires { x.arrived_ns; }
{ each(x.arrived_ns, x.channel, x.bytes); }
void fields(auto& x, auto each) requires requires { x.memory; }
{ each(x.period, x.row, x.memory); }

void put_field(std::vector<std::byte>& out, const auto& x) { put(out, x); }
void put_field(std::vector<std::byte>& out, const std::string& x) { put(out, std::string_view(x)); }
void put_field(std::vector<std::byte>& out, const std::vector<std::byte>& x) {
  put(out, std::span<const std::byte>(x));
}
void put_field(std::vector<std::byte>& out, int x) { put(out, static_cast<std::uint32_t>(x)); }
void put_field(std::vector<std::byte>& out, bool x) { put(out, std::uint8_t{x}); }

void get_field(ByteReader& in, auto& x) { in.get(x); }
void get_field(ByteReader& in, int& x) {
  std::uint32_t n = 0;
  in.get(n);
  x = static_cast<int>(n);
}
void get_field(ByteReader& in, bool& x) {
  std::uint8_t n = 0;
  in.get(n);
  x = n != 0;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

void append(const auto& entry, std::vector<std::byte>& out) {
  const std::size_t begin = out.size();
  put(out, type_of(entry));
  put(out, std::uint32_t{0});  // the size, filled in later
  fields(entry, [&](const auto&... x) { (put_field(out, x), ...); });
  const std::size_t size = out.size() - begin - before_payload;
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    out.resize(begin);
    throw Error("a block of " + std::to_string(size) + " bytes is too large for a recording",
                "recording", "", Fault::other);
  }
  for (std::size_t k = 0; k < 4; ++k) out[begin + 4 + k] = static_cast<std::byte>(size >> (8 * k));
  put(out, crc32c(std::span(out).subspan(begin)));
}

class Reader {
 public:
  explicit Reader(ByteSource& from, const std::string& path) : from_(from), path_(path) {}

  Recording read() {
    read_start();
    if (!next_block() || type_ != type_of(out_.header) || !decode(out_.header))
      throw Error("'" + path_ + "' ends before its recording begins", "recording",
                  "nothing was recorded in it: run again", Fault::other);
    do {
      out_.bytes += before_payload + payload_.size() + after_payload;
      out_.whole = from_.left() == 0;
    } while (next_block() && take());
    return std::move(out_);
  }

 private:
  void read_start() {
    std::vector<std::byte> start(recording_mark.size() + 4);
    const auto mark = bytes_of(recording_mark);
    if (!from_.read(start) || !std::equal(mark.begin(), mark.end(), start.begin()))
      throw Error("'" + path_ + "' is no recording", "recording",
                  "a recording is a .rec file, or an .h5 file with one inside", Fault::other);
    std::uint32_t version = 0;
    ByteReader(std::span(start).last(4)).get(version);
    if (version != recording_version)
      throw Error("'" + path_ + "' is a recording of format " + std::to_string(version) +
                      "; this program reads format " + std::to_string(recording_version),
                  "recording", "use the program that wrote it", Fault::other);
    out_.bytes = start.size();
  }

  // Reads the next block into payload_; false at the end, and where the stream is damaged.
  bool next_block() {
    std::byte before[before_payload], after[after_payload];
    if (from_.left() < before_payload + after_payload || !from_.read(before)) return false;
    std::uint32_t size = 0, sum = 0;
    ByteReader head(before);
    head.get(type_);
    head.get(size);
    // The size is checked before memory is allocated.
    if (size > from_.left() - after_payload) return false;
    payload_.resize(size);
    if (!from_.read(payload_) || !from_.read(after)) return false;
    ByteReader(after).get(sum);
    return sum == crc32c(payload_, crc32c(before));
  }

  bool take() {
    if (type_ == type_of(PeriodEntry{})) return take_into(out_.periods);
    if (type_ == type_of(ChangeEntry{})) return take_into(out_.changes);
    if (type_ == type_of(PacketEntry{})) return take_into(out_.packets);
    if (type_ == type_of(CheckpointEntry{})) return take_into(out_.checkpoints);
    return true;
  }
  bool take_into(auto& list) {
    if (decode(list.emplace_back())) return true;
    list.pop_back();
    return false;
  }
  bool decode(auto& entry) {
    ByteReader in(payload_);
    fields(entry, [&](auto&... x) { (get_field(in, x), ...); });
    return in.at_end();
  }

  ByteSource& from_;
  const std::string& path_;
  std::uint32_t type_ = 0;
  std::vector<std::byte> payload_;
  Recording out_;
};

}  // namespace

void append_start(const RecordingHeader& header, std::vector<std::byte>& out) {
  const auto mark = bytes_of(recording_mark);
  out.insert(out.end(), mark.begin(), mark.end());
  put(out, recording_version);
  append(header, out);
}
void append_block(const PeriodEntry& e, std::vector<std::byte>& out) { append(e, out); }
void append_block(const ChangeEntry& e, std::vector<std::byte>& out) { append(e, out); }
void append_block(const PacketEntry& e, std::vector<std::byte>& out) { append(e, out); }
void append_block(const CheckpointEntry& e, std::vector<std::byte>& out) { append(e, out); }

Recording read_blocks(ByteSource& from, const std::string& path) {
  return Reader(from, path).read();
}

}  // namespace takt::io
