#include "takt/model/signals.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/model/builder.hpp"

namespace takt {
namespace {

enum class Mark : char { fresh, open, done };

[[noreturn]] void cycle(const Model& m, const std::vector<int>& path, int again) {
  std::string text;
  for (auto i = std::find(path.begin(), path.end(), again); i != path.end(); ++i)
    text += "'" + m.signals[*i].name + "' uses ";
  const Signal& s = m.signals[again];
  throw Error("signals need each other: " + text + "'" + s.name + "'",
              place_of(s.where, "signal", s.name), "take one of these names out of its formula");
}

}  // namespace

std::vector<int> order_of_signals(const Model& m) {
  std::vector<int> order;
  List<Mark> marks(m.signals.size(), Mark::fresh);
  List<std::size_t> next(m.signals.size(), 0);  // index of the next entry of uses to visit
  std::vector<int> path;
  for (int first = 0; first < m.signals.count(); ++first) {
    if (marks[first] != Mark::fresh) continue;
    path.push_back(first);
    marks[first] = Mark::open;
    while (!path.empty()) {
      const int i = path.back();
      if (next[i] == m.signals[i].uses.size()) {
        marks[i] = Mark::done;
        order.push_back(path.back());
        path.pop_back();
        continue;
      }
      const int used = m.signals[i].uses[next[i]++];
      if (marks[used] == Mark::open) cycle(m, path, used);
      if (marks[used] == Mark::done) continue;
      marks[used] = Mark::open;
      path.push_back(used);
    }
  }
  return order;
}

bool is_smooth(const Model& m, int signal) {
  const Signal& s = m.signals[signal];
  if (s.function == nullptr || !s.function->smooth()) return false;
  return std::all_of(s.uses.begin(), s.uses.end(), [&m](int used) { return is_smooth(m, used); });
}

void evaluate_signals(const Model& m, std::span<const int> order, double t,
                      std::span<const double> inputs, double* u, double* du, double* ddu) noexcept {
  std::size_t n = 0, input = 0, held = 0;
  for (const Signal& s : m.signals) n += s.function == nullptr;
  // external and sampled signals first, because formulas name them
  for (std::size_t i = 0; i < m.signals.size(); ++i) {
    const Signal& s = m.signals[i];
    if (s.function != nullptr && s.period == 0) continue;
    u[i] = du[i] = ddu[i] = 0;
    if (s.period > 0) {
      const auto parts = static_cast<std::size_t>(s.function->kept());
      const element::SignalValue x =
          2 * n + held + parts <= inputs.size()
              ? s.function->between(t, inputs.subspan(2 * n + held, parts))
              : element::SignalValue{s.input, 0, 0};
      u[i] = x.u;
      du[i] = x.du;
      ddu[i] = x.ddu;
      held += parts;
      continue;
    }
    if (input < inputs.size()) {
      u[i] = std::min(std::max(inputs[input], s.least), s.most);
      if (u[i] == inputs[input] && n + input < inputs.size()) du[i] = inputs[n + input];
    }
    ++input;
  }
  for (const int k : order) {
    const Signal& s = m.signals[k];
    if (s.function == nullptr || s.period > 0) continue;
    const element::SignalValue x =
        s.uses.empty() ? s.function->value(t) : s.function->value_from(t, {s.uses, u, du, ddu});
    u[k] = x.u;
    du[k] = x.du;
    ddu[k] = x.ddu;
  }
}

std::vector<double> standard_inputs(const Model& m) {
  std::vector<double> values;
  for (const Signal& s : m.signals)
    if (s.function == nullptr) values.push_back(s.input);
  values.resize(2 * values.size(), 0.0);
  for (const Signal& s : m.signals)
    if (s.period > 0)
      for (int part = 0; part < s.function->kept(); ++part)
        values.push_back(s.function->first(part));
  return values;
}

std::vector<int> unbounded_signals(const Model& m, double t) {
  const std::size_t n = m.signals.size();
  std::vector<double> u(n), du(n), ddu(n);
  evaluate_signals(m, order_of_signals(m), t, standard_inputs(m), u.data(), du.data(), ddu.data());
  for (const Joint& j : m.joints) {  // needs the rates too
    if (j.driven_by < 0) continue;
    const auto i = static_cast<std::size_t>(j.driven_by);
    if (!std::isfinite(du[i]) || !std::isfinite(ddu[i])) u[i] = HUGE_VAL;
  }
  std::vector<int> found;
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(u[i])) found.push_back(static_cast<int>(i));
  return found;
}

}  // namespace takt
