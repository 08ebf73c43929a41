// Finds a part of a model by its name, for tests.
#pragma once

#include <stdexcept>
#include <string>

namespace takt::test {

template <class Parts> const auto& part(const Parts& parts, const std::string& name) {
  for (const auto& p : parts)
    if (p.name == name) return p;
  throw std::runtime_error("no " + name);
}

}  // namespace takt::test
