// A signal u(t) with two derivatives.
#pragma once

namespace takt::element {

struct SignalValue {
  double u = 0, du = 0, ddu = 0;
};

class SignalFunction {  // immutable; no heap in value()
 public:
  virtual ~SignalFunction() = default;
  virtual SignalValue value(double t) const noexcept = 0;
};

}  // namespace takt::element
