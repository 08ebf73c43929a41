// How the certificate counts heap calls: a program that replaces malloc and its relatives passes in
// the functions that start the count and read it. Without them the certificate claims nothing.
#pragma once

namespace takt::certify {

struct HeapProbe {
  void (*arm)() noexcept = nullptr;
  long (*disarm)() noexcept = nullptr;  // heap calls of this thread since arm()
};

}  // namespace takt::certify
