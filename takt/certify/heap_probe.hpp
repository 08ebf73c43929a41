// How the certificate watches the heap: a program that replaces malloc and its relatives hands in
// how to arm its watch and how to read it. Without one nothing is claimed.
#pragma once

namespace takt::certify {

struct HeapProbe {
  void (*arm)() noexcept = nullptr;
  long (*disarm)() noexcept = nullptr;  // heap calls of this thread since arm()
};

}  // namespace takt::certify
