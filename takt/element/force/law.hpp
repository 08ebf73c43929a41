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
  // Of the conservative part; 0 when there is none.
  virtual double potential(const LawIn&) const noexcept { return 0; }
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
  // Q depends on s only and is minus the gradient of the potential.
  virtual bool conservative() const noexcept { return false; }
};

}  // namespace takt::element
