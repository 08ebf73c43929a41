// A std::vector whose items are numbered by int or Index, as bodies, joints, rows and columns are. Debug builds
// check every access.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace takt {

template <class T> class List : public std::vector<T> {
  using Base = std::vector<T>;

 public:
  List() = default;
  List(std::initializer_list<T> items) : Base(items) {}
  List(Base items) : Base(std::move(items)) {}  // NOLINT(*-explicit-*): they hold the same
  explicit List(std::integral auto count) : Base(static_cast<std::size_t>(count)) {}
  List(std::integral auto count, const T& value) : Base(static_cast<std::size_t>(count), value) {}
  template <std::input_iterator Iterator> List(Iterator first, Iterator last) : Base(first, last) {}

  decltype(auto) operator[](std::integral auto i) noexcept { return Base::operator[](checked(i)); }
  decltype(auto) operator[](std::integral auto i) const noexcept {
    return Base::operator[](checked(i));
  }

  int count() const noexcept { return static_cast<int>(this->size()); }
  void resize(std::integral auto count) { Base::resize(static_cast<std::size_t>(count)); }
  void resize(std::integral auto count, const T& value) {
    Base::resize(static_cast<std::size_t>(count), value);
  }
  void assign(std::integral auto count, const T& value) {
    Base::assign(static_cast<std::size_t>(count), value);
  }
  using Base::assign;
  void reserve(std::integral auto count) { Base::reserve(static_cast<std::size_t>(count)); }

 private:
  std::size_t checked(std::integral auto i) const noexcept {
    const auto k = static_cast<std::size_t>(i);
    assert(k < this->size());
    return k;
  }
};

}  // namespace takt
