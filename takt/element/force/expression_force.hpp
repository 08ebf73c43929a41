// A force law written as formulas, with exact derivatives.
//
//   Q = force(s, v, s1, v1, s2, v2, z, z2, u) - dV(s)/ds,   z' = state(...),   z2' = state2(...)
//
// Terms used: s the measure on which it acts and v its rate; s1, v1, s2, v2 coordinates of other
// joints that it reads, and their rates; z, z2 its own states, which start at the values for which
// their rates are zero if the user gives none; u signals, by their names; V potential, a formula of s
// alone. The pattern of its derivatives follows from the names in the formulas.
//                                                   002 section 3.1: user-defined force elements
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::element {

class ExpressionForce final : public Law {
 public:
  static constexpr int most_measures = 3, most_states = 2;
  // Names of signals come after those of the law itself.
  static constexpr std::span<const std::string_view> own = formula_names;
  static_assert(own.size() == 2 * most_measures + most_states);
  static_assert(own.size() == Expression::most_derivatives);

  struct Data {
    std::vector<Expression> force, potential;  // none or one
    std::vector<Expression> states;            // at most two
    int measures = 1, signals = 0;
    bool stiff = false;
  };
  explicit ExpressionForce(Data d) : d_(std::move(d)) {}

  int measures() const noexcept override { return d_.measures; }
  int states() const noexcept override { return static_cast<int>(d_.states.size()); }
  int signals() const noexcept override { return d_.signals; }
  bool acts_on(int measure) const noexcept override { return measure == 0; }
  bool stiff() const noexcept override { return d_.stiff; }
  bool conservative() const noexcept override { return d_.force.empty(); }
  double potential(const LawIn& in) const noexcept override {
    return d_.potential.empty() ? 0 : d_.potential[0](in.s[0]).v;
  }

  void force(const LawIn& in, LawOut& out) const noexcept override {
    std::array<double, own.size() + law_signals> x{};
    fill(in, x, [](double& to, double value, int) { to = value; });
    for (int i = 0; i < d_.measures; ++i) out.Q[i] = 0;
    if (!d_.force.empty()) out.Q[0] += d_.force[0](x);
    if (!d_.potential.empty()) out.Q[0] -= d_.potential[0](in.s[0]).d;
    for (std::size_t k = 0; k < d_.states.size(); ++k) out.e[k] = d_.states[k](x);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    Variables x;
    fill(in, x, [](Slopes& to, double value, int k) { to = Slopes::variable(value, k); });
    for (int i = 0; i < d_.measures; ++i)
      for (int k = 0; k < d_.measures; ++k) out.Q_s[i][k] = out.Q_ds[i][k] = 0;
    for (int k = 0; k < states(); ++k) out.Q_z[0][k] = 0;
    if (!d_.force.empty()) {
      const Slopes Q = d_.force[0](x);
      spread(Q, out.Q_s[0], out.Q_ds[0], out.Q_z[0]);
    }
    if (!d_.potential.empty()) out.Q_s[0][0] -= d_.potential[0](in.s[0]).dd;
    for (int k = 0; k < states(); ++k) spread(d_.states[k](x), out.e_s[k], out.e_ds[k], out.e_z[k]);
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    Variables x;
    fill(in, x, [](Slopes& to, double value, int) { to = Slopes(value); });
    for (int k = 0; k < d_.signals; ++k) x[own.size() + k].d[0] = in.du[k];
    for (int i = 0; i < d_.measures; ++i) out.Q_t[i] = 0;
    if (!d_.force.empty()) out.Q_t[0] = d_.force[0](x).d[0];
    for (std::size_t k = 0; k < d_.states.size(); ++k) out.e_t[k] = d_.states[k](x).d[0];
  }
  int switches() const noexcept override {
    int n = 0;
    for (const auto* some : {&d_.force, &d_.potential, &d_.states})
      for (const Expression& e : *some) n += e.switches();
    return n;
  }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    std::array<double, own.size() + law_signals> x{};
    fill(in, x, [](double& at, double value, int) { at = value; });
    for (const auto* some : {&d_.force, &d_.potential, &d_.states})
      for (const Expression& e : *some) {
        if (some == &d_.potential)
          e.switch_values(std::span(in.s, 1), to);
        else
          e.switch_values(x, to);
        to += e.switches();
      }
  }
  // Newton's method from zero for the states at rest; where it finds none they start at zero.
  void steady(const LawIn& in, double* z) const noexcept override {
    std::array<double, most_states> found{};
    LawIn at = in;
    at.z = found.data();
    for (int pass = 0; pass < 30; ++pass) {
      LawOut out;
      force(at, out);
      derivatives(at, out);
      const double a = states() > 0 ? out.e_z[0][0] : 1, d = states() > 1 ? out.e_z[1][1] : 1;
      const double b = states() > 1 ? out.e_z[0][1] : 0, c = states() > 1 ? out.e_z[1][0] : 0;
      const double det = a * d - b * c, e1 = states() > 1 ? out.e[1] : 0;
      found[0] -= (d * out.e[0] - b * e1) / det;
      found[1] -= (a * e1 - c * out.e[0]) / det;
    }
    for (int k = 0; k < states(); ++k) {
      const double x = found[k];
      z[k] = x - x == 0 ? x : 0;  // finite
    }
  }

  static constexpr Key keys[] = {
      {"force", KeyKind::text, "", "none",
       "formula of s, v, s1, v1, s2, v2, z, z2 and signals; positive acts towards larger s",
       "formula"},
      {"potential", KeyKind::text, "", "none",
       "formula of s: its force is minus its slope, and its energy is in the balance", "formula"},
      {"state", KeyKind::text, "", "none", "formula of the rate of the state z", "formula"},
      {"state2", KeyKind::text, "", "none", "formula of the rate of the state z2", "formula"},
      {"stiff", KeyKind::flag, "", "false",
       "true: states change faster than a step lasts, and implicit methods solve for them"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    std::vector<std::string> names(own.begin(), own.end());
    names.insert(names.end(), v.others().begin(), v.others().end());
    if (v.others().size() > law_signals)
      throw Error("the formulas name more than " + std::to_string(law_signals) + " signals", "",
                  "combine some of them in one signal of type expression");
    Data d;
    d.signals = static_cast<int>(v.others().size());
    const auto compiled = [&](const char* key, std::vector<Expression>& to) {
      if (v.given(key)) to.push_back(Expression::compile(v.word(key), names));
    };
    compiled("force", d.force);
    compiled("state", d.states);
    if (v.given("state2") && d.states.empty())
      throw Error("'state2' without 'state'", "", "call the only state z: write 'state'");
    compiled("state2", d.states);
    if (v.given("potential")) {
      const std::string only[] = {"s"};
      try {
        d.potential.push_back(Expression::compile(v.word("potential"), only));
      } catch (const ExpressionError& e) {
        if (e.unknown.empty()) throw;
        throw Error(
            "'potential' is a formula of s, and '" + e.unknown + "' is none (" + e.where + ")", "",
            "what depends on anything else is a 'force'");
      }
    }
    if (d.force.empty() && d.potential.empty())
      throw Error("the force has no formula", "", "give 'force', 'potential' or both");
    for (const auto* some : {&d.force, &d.potential, &d.states})
      for (const Expression& e : *some)
        if (e.jumps())
          throw Error("a force cannot use 'floor': it has no derivatives", "",
                      "use step or smoothstep");
    d.stiff = v.flag("stiff");
    d.measures = v.measures();
    return std::make_shared<ExpressionForce>(std::move(d));
  }
  static constexpr ForceEntry entry{
      "expression_force",
      "002 sec. 3.1",
      "law written as formulas of measures, rates, states and signals",
      Attach::any,
      keys,
      make,
      nullptr,
      "N|N m",
      "tension, or the torque (force) against the coordinate: minus the value of the formula"};

 private:
  using Slopes = Expression::Slopes;
  using Variables = std::array<Slopes, own.size() + law_signals>;

  template <class All, class Put> void fill(const LawIn& in, All& x, Put put) const noexcept {
    for (int i = 0; i < most_measures; ++i) {
      const bool there = i < d_.measures;
      put(x[2 * i], there ? in.s[i] : 0, 2 * i);
      put(x[2 * i + 1], there ? in.ds[i] : 0, 2 * i + 1);
    }
    constexpr int first = 2 * most_measures;
    for (int k = 0; k < most_states; ++k) put(x[first + k], k < states() ? in.z[k] : 0, first + k);
    for (int k = 0; k < d_.signals; ++k) x[own.size() + k] = in.u[k];
  }
  void spread(const Slopes& f, double* by_s, double* by_ds, double* by_z) const noexcept {
    for (int i = 0; i < d_.measures; ++i) {
      by_s[i] = f.d[2 * i];
      by_ds[i] = f.d[2 * i + 1];
    }
    for (std::size_t k = 0; k < d_.states.size(); ++k) by_z[k] = f.d[2 * most_measures + k];
  }

  Data d_;
};

}  // namespace takt::element
