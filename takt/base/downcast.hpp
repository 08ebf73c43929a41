// Casts a reference to the derived class that the object is known to have. Debug builds check the
// type.
#pragma once

#include <cassert>

namespace takt {

template <class To, class From> To& downcast(From& x) noexcept {
  assert(dynamic_cast<To*>(&x) != nullptr);
  return static_cast<To&>(x);
}

}  // namespace takt
