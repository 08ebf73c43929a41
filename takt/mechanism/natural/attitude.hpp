// The attitude two vectors give by Gram-Schmidt, its rate, and torques on them.
//
//   b1 = e1/|e1|,  b2 = (e2 - k b1)/h,  k = e2.b1,  h = |e2 - k b1|,  b3 = b1 x b2
//   w = W1 e1' + W2 e2',  W1 = (b3 b2' - b2 b3')/|e1| - k/(|e1| h) b1 b3',  W2 = b1 b3'/h
//
// defined for any e1, e2, also where they are not orthonormal: the forces W1'T, W2'T on e1 and e2
// have the power T.w in every motion, rigid or not.
#pragma once

#include "takt/spatial/dual.hpp"

namespace takt::mechanism::natural {

template <class T> struct Attitude {
  Triple<T> b1, b2, b3;
  T l, h, k;

  Attitude(const Triple<T>& e1, const Triple<T>& e2) noexcept {
    using std::sqrt;
    l = sqrt(dot(e1, e1));
    b1 = (T(1) / l) * e1;
    k = dot(e2, b1);
    const Triple<T> rest = e2 - k * b1;
    h = sqrt(dot(rest, rest));
    b2 = (T(1) / h) * rest;
    b3 = cross(b1, b2);
  }
  Triple<T> rate(const Triple<T>& de1, const Triple<T>& de2) const noexcept {
    const T x = dot(b2, de1) / l, y = dot(b3, de1) / l, z = (dot(b3, de2) - k * y) / h;
    return x * b3 - y * b2 + z * b1;
  }
  Triple<T> force_on_1(const Triple<T>& torque) const noexcept {
    const T a = dot(b3, torque), b = dot(b2, torque) + k / h * dot(b1, torque);
    return (T(1) / l) * (a * b2 - b * b3);
  }
  Triple<T> force_on_2(const Triple<T>& torque) const noexcept {
    return (dot(b1, torque) / h) * b3;
  }
};

}  // namespace takt::mechanism::natural
