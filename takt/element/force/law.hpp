// A law gives generalised forces on one or more measures: springs, dampers, controllers, friction.
//
//   Q(s, s', z, u)  pushes s to increase; a spring under tension has Q < 0.   z' = e(s, s', z, u)
//
// Terms used: s measures; z auxiliary states of the law; u, its signals (already picked out). A law
// of contact may depend on the multiplier lambda of its contact's row as well: creep.
// `force.<name>` in results is -Q of the first measure, tension positive, unless the law says else.
#pragma once

#include "takt/base/types.hpp"
#include "takt/element/rail/smooth.hpp"

namespace takt::element {

inline constexpr int law_measures = 7;  // at most
inline constexpr int law_states = 2;    // at most
inline constexpr int law_signals = 3;   // at most

struct LawIn {
  const double* s = nullptr;      // measures() values
  const double* ds = nullptr;     // their rates
  const double* z = nullptr;      // states() values
  const double* u = nullptr;      // signals() values
  const double* du = nullptr;     // their rates
  double lambda = 0;              // multiplier of the contact
  const Smooth* track = nullptr;  // its track, where somebody knows it
  const double* ddu = nullptr;    // second derivatives of the signals; for by_time() only
};

struct LawOut {
  double Q[law_measures] = {};
  double e[law_states] = {};
  // Derivatives, filled by derivatives() only; row-major, row stride law_measures.
  double Q_s[law_measures][law_measures] = {}, Q_ds[law_measures][law_measures] = {};
  double Q_z[law_measures][law_states] = {};
  double e_s[law_states][law_measures] = {}, e_ds[law_states][law_measures] = {};
  double e_z[law_states][law_states] = {};
  double Q_lambda[law_measures] = {};
  double Q_t[law_measures] = {}, e_t[law_states] = {};  // filled by by_time() only
};

class Law {  // immutable; shared between threads
 public:
  virtual ~Law() = default;
  virtual int measures() const noexcept { return 1; }
  virtual int states() const noexcept { return 0; }
  virtual int signals() const noexcept { return 0; }
  // Whether it acts on a measure; of the others it only sees them.
  virtual bool pushes(int /*measure*/) const noexcept { return true; }
  // Its states change much faster than a step is long: implicit methods solve for them.
  virtual bool stiff() const noexcept { return false; }
  virtual void force(const LawIn&, LawOut&) const noexcept = 0;        // Q and e
  virtual void derivatives(const LawIn&, LawOut&) const noexcept = 0;  // all but Q and e
  // How Q and e change with time alone, through the signals: Q_u u' + Q_u' u''. The default takes the
  // difference of both sides, which is exact to round-off where the law is linear in its signals.
  virtual void by_time(const LawIn&, LawOut&) const noexcept;
  // Of the conservative part; 0 when there is none.
  virtual double potential(const LawIn&) const noexcept { return 0; }
  // Of the power it brings into the mechanism (Q . s' and the rate of its potential) that of its
  // signals, or of its own will where it is a controller; the rest is what it dissipates.
  virtual double input_power(const LawIn&, const LawOut&, double power) const noexcept {
    return signals() > 0 ? power : 0;
  }
  // What results show of it.
  virtual double report(const LawIn& in) const noexcept {
    LawOut out;
    force(in, out);
    return -out.Q[0];
  }
  // States for which e = 0 at rest with these measures: where a simulation starts.
  virtual void steady(const LawIn&, double* z) const noexcept {
    for (int i = 0; i < states(); ++i) z[i] = 0;
  }
  // At rest Q is minus the gradient of the potential, whose slope or curvature jumps: a step as long
  // as the force lasts must look at the potential, not at the force. Laws on one measure, without
  // states and signals.
  virtual bool abrupt() const noexcept { return false; }
  // Q depends on s only and is minus the gradient of the potential.
  virtual bool conservative() const noexcept { return false; }
};

// How far to both sides a difference over time looks, in s: short against what signals do.
inline constexpr double time_apart = 1e-5;

// Signals a while later: u along u', u' along u''.
struct LaterSignals {
  static constexpr int most = law_signals;
  double u[most], du[most];
  LaterSignals(int count, const double* now, const double* rate, const double* second,
               double later) noexcept {
    for (int k = 0; k < count; ++k) {
      u[k] = now[k] + later * rate[k];
      du[k] = rate[k] + later * second[k];
    }
  }
};

inline void Law::by_time(const LawIn& in, LawOut& out) const noexcept {
  LawOut side[2];
  for (int k = 0; k < 2; ++k) {
    const LaterSignals at(signals(), in.u, in.du, in.ddu, k == 0 ? -time_apart : time_apart);
    LawIn later = in;
    later.u = at.u;
    later.du = at.du;
    later.track = nullptr;  // it may move with a signal
    force(later, side[k]);
  }
  for (int m = 0; m < measures(); ++m)
    out.Q_t[m] = (side[1].Q[m] - side[0].Q[m]) / (2 * time_apart);
  for (int z = 0; z < states(); ++z) out.e_t[z] = (side[1].e[z] - side[0].e[z]) / (2 * time_apart);
}

}  // namespace takt::element
