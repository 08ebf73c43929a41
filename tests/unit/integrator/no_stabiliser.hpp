// A stabiliser that does nothing, for tests of integrators alone.
#pragma once

#include "takt/stabilise/stabiliser.hpp"

namespace takt::test {

class NoStabiliser final : public Stabiliser {
 public:
  void begin(double) noexcept override {}
  Status correct(State&, Levels, bool) noexcept override { return Status::ok; }
  bool active() const noexcept override { return false; }
  const Vector& moved_q() const noexcept override { return none_; }
  const Vector& moved_v() const noexcept override { return none_; }

 private:
  Vector none_;
};

}  // namespace takt::test
