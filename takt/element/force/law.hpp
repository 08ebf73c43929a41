// Base of laws, which give generalised forces on one or more measures: springs, dampers,
// controllers, friction.
//
//   Q(s, s', z, u),   z' = e(s, s', z, u)
//
// A positive Q acts towards larger s; a spring under tension has Q < 0.
//
// Terms used: s measures; z auxiliary states of the law; u its signals. A law of a contact, such as
// creep, may also depend on the multiplier lambda of the contact's row. `force.<name>` in results
// is -Q of the first measure, tension positive, unless the law defines it otherwise.
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
  const Smooth* track = nullptr;  // its track, if already computed
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
  // True if it acts on this measure; it only reads the others.
  virtual bool acts_on(int /*measure*/) const noexcept { return true; }
  // True if its states change much faster than a step lasts; implicit methods then solve for them.
  virtual bool stiff() const noexcept { return false; }
  virtual void force(const LawIn&, LawOut&) const noexcept = 0;        // Q and e
  virtual void derivatives(const LawIn&, LawOut&) const noexcept = 0;  // all but Q and e
  // Change of Q and e with time alone, through the signals: Q_u u' + Q_u' u''. The default is a
  // central difference, which is exact up to round-off if the law is linear in its signals.
  virtual void by_time(const LawIn&, LawOut&) const noexcept;
  // Potential of the conservative part; 0 if there is none.
  virtual double potential(const LawIn&) const noexcept { return 0; }
  // The part of its power (Q . s' plus the rate of its potential) that comes from its signals or,
  // for a controller, from its drive; the rest is dissipated.
  virtual double input_power(const LawIn&, const LawOut&, double power) const noexcept {
    return signals() > 0 ? power : 0;
  }
  // The value that results show for it.
  virtual double report(const LawIn& in) const noexcept {
    LawOut out;
    force(in, out);
    return -out.Q[0];
  }
  // States for which e = 0 at rest with these measures: a simulation starts with them.
  virtual void steady(const LawIn&, double* z) const noexcept {
    for (int i = 0; i < states(); ++i) z[i] = 0;
  }
  // True if at rest Q is minus the gradient of a potential whose slope or curvature jumps. A step
  // that is as long as the force lasts must use the potential, not the force. Only for laws on one
  // measure, without states and signals.
  virtual bool abrupt() const noexcept { return false; }
  // Switching functions: numbers that change their sign where Q or e is not twice differentiable, as
  // at a stop. They depend on the arguments of the law continuously. Methods with error control end
  // a step there (simulate/events.hpp). Tables of cubic pieces and terms such as v |v| need none: the
  // error control loses less there than a new start costs.
  virtual int switches() const noexcept { return 0; }
  virtual void switch_values(const LawIn&, double*) const noexcept {}  // switches() values
  // Q depends on s only and is minus the gradient of the potential.
  virtual bool conservative() const noexcept { return false; }
};

// Distance to both sides of a central difference over time, in s: short compared with the changes
// of signals.
inline constexpr double time_apart = 1e-5;

// Signals at a later time: u extrapolated with u', u' with u''.
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
    later.track = nullptr;  // it may depend on a signal
    force(later, side[k]);
  }
  for (int m = 0; m < measures(); ++m)
    out.Q_t[m] = (side[1].Q[m] - side[0].Q[m]) / (2 * time_apart);
  for (int z = 0; z < states(); ++z) out.e_t[z] = (side[1].e[z] - side[0].e[z]) / (2 * time_apart);
}

}  // namespace takt::element
