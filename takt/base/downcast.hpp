// From a base class to the class that an object is known to have. Debug builds look whether it is so.
#pragma once

#include <cassert>

namespace takt {

template <class To, class From> To& downcast(From& x) noexcept {
  assert(dynamic_cast<To*>(&x) != nullptr);
  return static_cast<To&>(x);
}

}  // namespace takt
