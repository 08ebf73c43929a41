// Formulas in model files: ${...} is replaced by its value, and names refer to other signals.
#include <gtest/gtest.h>

#include <cmath>

#include "part.hpp"
#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/model/signals.hpp"

namespace takt::test {
namespace {

Model with_signals(const std::string& more, const std::map<std::string, std::string>& set = {}) {
  return io::read_model(R"yaml(takt: 1
bodies: {arm: {mass: 1 kg, com: [0, 0, -1], inertia: [1, 1, 1]}}
joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}
)yaml" + more,
                        "formula.yaml", set);
}

struct Values {
  std::vector<double> u, du, ddu;
};
Values at(const Model& m, double t, std::vector<double> inputs = {}) {
  const std::size_t n = m.signals.size();
  Values v{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  if (inputs.empty()) inputs = standard_inputs(m);
  evaluate_signals(m, order_of_signals(m), t, inputs, v.u.data(), v.du.data(), v.ddu.data());
  return v;
}
element::SignalValue value(const Model& m, std::string_view name, double t,
                           const std::vector<double>& inputs = {}) {
  const Values v = at(m, t, inputs);
  for (std::size_t i = 0; i < m.signals.size(); ++i)
    if (m.signals[i].name == name) return {v.u[i], v.du[i], v.ddu[i]};
  ADD_FAILURE() << name;
  return {};
}

std::string refusal_of(const std::string& more) {
  try {
    with_signals(more);
  } catch (const Error& e) {
    return std::string(e.what()) + " | " + e.hint;
  }
  return "it is read";
}

TEST(FormulaInModelFile, ParametersStandForValues) {
  const Model m = with_signals(R"yaml(
parameters:
  a: -2
  square: "${${a}^2}"
  wave: "${a}^2 * t"
  sum: "1 + t"
signals:
  scalar: "${a}^2"
  minus: "-${a}^2"
  text: {type: expression, text: "${a}^2 * t"}
  nested: "${2 * ${a}^2} + 0*t"
  word: "2 * ${wave}"
  bracket: "2 * ${sum}"
  constant: "${a}"
  negated: "-${a}"
  less: "3 - ${a}"
forces:
  f: {type: drive, joint: pin, torque: "${a}^2*t"}
)yaml");
  EXPECT_EQ(value(m, "scalar", 1).u, 4);
  EXPECT_EQ(value(m, "minus", 1).u, -4);
  EXPECT_EQ(value(m, "text", 3).u, 12);
  EXPECT_EQ(value(m, "nested", 3).u, 8);
  EXPECT_EQ(value(m, "word", 3).u, 24);
  EXPECT_EQ(value(m, "bracket", 3).u, 8);
  EXPECT_EQ(value(m, "constant", 3).u, -2);
  EXPECT_EQ(value(m, "negated", 3).u, 2);
  EXPECT_EQ(value(m, "less", 3).u, 5);
  EXPECT_EQ(value(m, "f.torque", 3).u, 12);
  for (const auto& [name, x] : m.parameters) EXPECT_EQ(x, name == "square" ? 4 : -2) << name;
}

TEST(FormulaInModelFile, NumbersAreOneValue) {
  const Model m = with_signals("parameters: {a: -2}\ngravity: [0, \"-${a} m/s^2\", \"${a}\"]\n");
  EXPECT_EQ(m.gravity, Vec3(0, 2, -2));
  for (const char* text :
       {"${a}^2", "${a}2", "2${a}", "${a}${a}", "${a}e3", "2*${a}", "${a} + 1"}) {
    const std::string said =
        refusal_of("parameters: {a: 3}\ngravity: [0, 0, \"" + std::string(text) + "\"]\n");
    EXPECT_NE(said.find("in one ${ }"), std::string::npos) << text << ": " << said;
  }
}

TEST(FormulaInModelFile, NamesStandForOtherSignals) {
  const Model m = with_signals(R"yaml(
signals:
  sum: "2*wave + push^2"       # before what it names
  wave: {type: sine, amplitude: 3, omega: 2}
  push: {type: input, value: 4}
  deep: "sin(sum)"
  again: wave
  inverse: "-wave"
forces:
  f: {type: drive, joint: pin, torque: "wave*push"}
  g: {type: drive, joint: pin, torque: "-wave"}
  h: {type: drive, joint: pin, torque: "push-wave"}
)yaml");
  const double t = 0.3, s = 3 * std::sin(2 * t), c = 6 * std::cos(2 * t);
  const auto sum = value(m, "sum", t);
  EXPECT_NEAR(sum.u, 2 * s + 16, 1e-14);
  EXPECT_NEAR(sum.du, 2 * c, 1e-14);
  EXPECT_NEAR(sum.ddu, -8 * s, 1e-13);
  const auto deep = value(m, "deep", t);  // the chain rule
  EXPECT_NEAR(deep.du, std::cos(sum.u) * sum.du, 1e-12);
  EXPECT_NEAR(deep.ddu, std::cos(sum.u) * sum.ddu - std::sin(sum.u) * sum.du * sum.du, 1e-11);
  EXPECT_EQ(value(m, "again", t).u, s);
  EXPECT_EQ(value(m, "inverse", t).u, -s);
  EXPECT_NEAR(value(m, "f.torque", t).u, 4 * s, 1e-14);
  EXPECT_NEAR(value(m, "g.torque", t).u, -s, 1e-14);
  EXPECT_NEAR(value(m, "h.torque", t).u, 4 - s, 1e-14);
  // An input has the value and the rate it is given, and no second derivative.
  const auto pushed = value(m, "sum", t, {5, 7});
  EXPECT_NEAR(pushed.u, 2 * s + 25, 1e-13);
  EXPECT_NEAR(pushed.du, 2 * c + 2 * 5 * 7, 1e-13);
  EXPECT_NEAR(pushed.ddu, -8 * s + 2 * 7 * 7, 1e-12);
}

TEST(FormulaInModelFile, TemplatesNameTheirOwnSignalsFirst) {
  const Model m = with_signals(R"yaml(
templates:
  part:
    signals: {own: "3*t", both: "own + outer"}
instances: {left: {template: part}}
signals: {outer: "100*t", own: "7*t"}
)yaml");
  EXPECT_EQ(value(m, "left.both", 1).u, 103);
}

TEST(FormulaInModelFile, CyclesAndUnknownNamesAreSaid) {
  const std::string cycle = refusal_of("signals: {a: b + 1, b: 2*c, c: a}\n");
  EXPECT_NE(cycle.find("'a' uses 'b' uses 'c' uses 'a'"), std::string::npos) << cycle;
  const std::string own = refusal_of("signals: {a: a + 1}\n");
  EXPECT_NE(own.find("'a' uses 'a'"), std::string::npos) << own;
  const std::string near = refusal_of("signals: {wave: t, b: 2*wvae}\n");
  EXPECT_NE(near.find("unknown name 'wvae'"), std::string::npos) << near;
  EXPECT_NE(near.find("'wave'"), std::string::npos) << near;
}

}  // namespace
}  // namespace takt::test
