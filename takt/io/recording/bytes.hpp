// Converts numbers, texts and lists to little-endian bytes and back. The reader does not trust its
// input: it fails if a value does not fit into the bytes that are left, and it stays failed.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::io {

template <std::unsigned_integral N> void put(std::vector<std::byte>& out, N number) {
  for (std::size_t k = 0; k < sizeof(N); ++k)
    out.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * k)));
}
inline void put(std::vector<std::byte>& out, std::int64_t n) {
  put(out, static_cast<std::uint64_t>(n));
}
inline void put(std::vector<std::byte>& out, double x) {
  put(out, std::bit_cast<std::uint64_t>(x));
}
inline void put_size(std::vector<std::byte>& out, std::size_t n) {
  put(out, static_cast<std::uint32_t>(n));  // fits: append checks the size of the block
}
inline void put(std::vector<std::byte>& out, std::string_view text) {
  put_size(out, text.size());
  for (char c : text) out.push_back(static_cast<std::byte>(c));
}
inline void put(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  put_size(out, bytes.size());
  out.insert(out.end(), bytes.begin(), bytes.end());
}
inline void put(std::vector<std::byte>& out, const std::vector<std::string>& list) {
  put_size(out, list.size());
  for (const std::string& text : list) put(out, std::string_view(text));
}
inline void put(std::vector<std::byte>& out, const std::vector<double>& list) {
  put_size(out, list.size());
  for (double x : list) put(out, x);
}

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) noexcept : left_(bytes) {}

  bool failed() const noexcept { return failed_; }
  bool at_end() const noexcept { return !failed_ && left_.empty(); }

  template <std::unsigned_integral N> void get(N& number) noexcept {
    const auto bytes = take(sizeof(N));
    std::uint64_t n = 0;
    for (std::size_t k = 0; k < bytes.size(); ++k)
      n |= std::to_integer<std::uint64_t>(bytes[k]) << (8 * k);
    number = static_cast<N>(n);
  }
  void get(std::int64_t& n) noexcept {
    std::uint64_t bits = 0;
    get(bits);
    n = static_cast<std::int64_t>(bits);
  }
  void get(double& x) noexcept {
    std::uint64_t bits = 0;
    get(bits);
    x = std::bit_cast<double>(bits);
  }
  void get(std::string& text) {
    const auto bytes = take(size_of(1));
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void get(std::vector<std::byte>& out) {
    const auto bytes = take(size_of(1));
    out.assign(bytes.begin(), bytes.end());
  }
  void get(std::vector<std::string>& list) {
    list.clear();
    for (std::size_t n = size_of(4); n > 0 && !failed_; --n) get(list.emplace_back());
  }
  void get(std::vector<double>& list) {
    list.resize(size_of(8));
    for (double& x : list) get(x);
  }

 private:
  // The number of items that follow, if each takes at least `each` bytes.
  std::size_t size_of(std::size_t each) noexcept {
    std::uint32_t n = 0;
    get(n);
    if (n > left_.size() / each) failed_ = true;
    return failed_ ? 0 : n;
  }
  std::span<const std::byte> take(std::size_t n) noexcept {
    if (failed_ || n > left_.size()) {
      failed_ = true;
      return {};
    }
    const auto bytes = left_.first(n);
    left_ = left_.subspan(n);
    return bytes;
  }

  std::span<const std::byte> left_;
  bool failed_ = false;
};

}  // namespace takt::io
