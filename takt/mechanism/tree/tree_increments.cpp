// Increments of joint coordinates: plain sums, and exponentials for quaternions.
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::mechanism {

void TreeMechanism::retract(const Vector& q, const Vector& dq, Vector& out) const noexcept {
  if (shape_.plain_coordinates) {  // every link has as many coordinates as velocities
    out = q + dq;
    return;
  }
  if (&out != &q) copy(q, out);
  for (const Link& l : tree_.links()) {
    if (l.q >= out.size()) continue;  // driven: no unknown
    const int plain = plain_of(l);
    for (int k = 0; k < plain; ++k) out[l.q + k] += dq[l.v + k];
    if (has_quaternion(l.kind))
      out.segment<4>(l.q + plain) =
          rotation::retract(out.segment<4>(l.q + plain), dq.segment<3>(l.v + plain));
  }
}

void TreeMechanism::increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept {
  if (shape_.plain_coordinates) {
    copy(v, out);
    return;
  }
  for (const Link& l : tree_.links()) {
    if (l.driven) continue;
    const int plain = plain_of(l);
    for (int k = 0; k < plain; ++k) out[l.v + k] = v[l.v + k];
    if (has_quaternion(l.kind))
      out.segment<3>(l.v + plain) =
          rotation::dexp_inverse(dq.segment<3>(l.v + plain), v.segment<3>(l.v + plain));
  }
}

void TreeMechanism::magnitude(const Vector& q, Vector& out) const noexcept {
  for (const Link& l : tree_.links()) {
    if (l.driven) continue;
    const int plain = plain_of(l);
    for (int k = 0; k < nv_of(l); ++k) out[l.v + k] = k < plain ? std::abs(q[l.q + k]) : 1.0;
  }
}

}  // namespace takt::mechanism
