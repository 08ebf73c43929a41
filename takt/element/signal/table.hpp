// A signal through points (t, u): natural cubic spline, C^2; beyond its ends straight or constant.
//
//   h_k m_k + 2 (h_k + h_k+1) m_k+1 + h_k+1 m_k+2 = 6 (chord_k+1 - chord_k),   m_0 = m_n = 0
//
// Terms used: m second derivatives at the points; h lengths of the pieces.
#pragma once

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class TableSignal final : public SignalFunction {
 public:
  TableSignal(const std::vector<std::vector<double>>& points, bool hold) : hold_(hold) {
    for (const auto& row : points) {
      if (row.size() != 2)
        throw Error("a point of a table has " + std::to_string(row.size()) + " numbers", "",
                    "give rows [time, value]");
      if (!std::isfinite(row[0]) || !std::isfinite(row[1]))
        throw Error("a table with a number that is not finite", "", "");
      if (!t_.empty() && !(row[0] > t_.back()))
        throw Error(
            "the times of a table must ascend: " + number(row[0]) + " follows " + number(t_.back()),
            "", "sort the points and write each time once");
      t_.push_back(row[0]);
      u_.push_back(row[1]);
    }
    if (t_.size() < 2)
      throw Error("a table needs two or more points", "", "give rows [time, value]");
    solve();
  }

  SignalValue value(double t) const noexcept override {
    const std::size_t n = t_.size();
    if (t < t_[0]) return beyond(t - t_[0], u_[0], at(0, t_[0]).du);
    if (t > t_[n - 1]) return beyond(t - t_[n - 1], u_[n - 1], at(n - 2, t_[n - 1]).du);
    std::size_t low = 0, high = n - 1;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (t_[middle] <= t ? low : high) = middle;
    }
    return at(low, t);
  }

  bool smooth() const noexcept override {  // held: only if it ends without a slope
    const std::size_t n = t_.size();
    return !hold_ || (at(0, t_[0]).du == 0 && at(n - 2, t_[n - 1]).du == 0);
  }

  double next_kink(double t) const noexcept override {  // u'' is zero at both ends
    if (smooth()) return SignalFunction::next_kink(t);
    if (t < t_.front()) return t_.front();
    return t < t_.back() ? t_.back() : SignalFunction::next_kink(t);
  }

  static constexpr Key keys[] = {
      {"points", KeyKind::table, "", "", "rows [time, value], times ascending"},
      {"beyond", KeyKind::word, "", "line", "before and after: straight on, or the end value",
       "line|hold"}};
  static std::shared_ptr<const SignalFunction> make(const Values& v) {
    return std::make_shared<TableSignal>(v.matrix("points"), v.word("beyond") == "hold");
  }
  static constexpr SignalEntry entry{"table", "smooth curve through points", keys, make};

 private:
  void solve() {  // elimination and back substitution of the three diagonals
    const std::size_t n = t_.size();
    m_.assign(n, 0);
    std::vector<double> pivot(n, 1);
    const auto h = [this](std::size_t k) { return t_[k + 1] - t_[k]; };
    const auto chord = [&](std::size_t k) { return (u_[k + 1] - u_[k]) / h(k); };
    for (std::size_t k = 1; k + 1 < n; ++k) {
      const double factor = k == 1 ? 0 : h(k - 1) / pivot[k - 1];
      pivot[k] = 2 * (h(k - 1) + h(k)) - factor * h(k - 1);
      m_[k] = 6 * (chord(k) - chord(k - 1)) - factor * m_[k - 1];
    }
    for (std::size_t k = n - 1; k-- > 1;) m_[k] = (m_[k] - h(k) * m_[k + 1]) / pivot[k];
  }

  SignalValue at(std::size_t k, double t) const noexcept {
    const double h = t_[k + 1] - t_[k], x = t - t_[k], third = (m_[k + 1] - m_[k]) / h;
    const double slope = (u_[k + 1] - u_[k]) / h - h * (2 * m_[k] + m_[k + 1]) / 6;
    return {u_[k] + x * (slope + x * (m_[k] / 2 + x * third / 6)),
            slope + x * (m_[k] + x * third / 2), m_[k] + x * third};
  }
  SignalValue beyond(double x, double u, double slope) const noexcept {
    return hold_ ? SignalValue{u, 0, 0} : SignalValue{u + slope * x, slope, 0};
  }

  std::vector<double> t_, u_, m_;
  bool hold_;
};

}  // namespace takt::element
