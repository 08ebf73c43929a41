#include "takt/integrator/tables/dirk_rows.hpp"

#include <cmath>

#include "takt/base/text.hpp"

namespace takt {
namespace {

using Numbers = DirkRow::Numbers;

void complete(DirkRow& row) {
  const int last = row.stages - 1;
  for (int i = last; i >= 0; --i) {  // A' d = b
    row.d[i] = row.b[i];
    for (int j = i + 1; j <= last; ++j) row.d[i] -= row.a[j][i] * row.d[j];
    row.d[i] /= row.gamma;
  }
  row.end = {};
  if (row.stiffly_accurate()) {
    row.end[last] = 1;
    return;
  }
  const double apart = row.c[0] - row.c[last];
  row.end[0] = apart != 0 ? (1 - row.c[last]) / apart : 0.5;
  row.end[last] = 1 - row.end[0];
}

// Two stages, second order, L-stable: gamma = 1 - sqrt(2)/2.
DirkRow alexander2() {
  const double g = 1 - std::sqrt(0.5);
  DirkRow row{2, 2, g, {g, 1}, {{{}, {1 - g}}}, {1 - g, g}, {}, {}};
  complete(row);
  return row;
}

// Three stages, third order, L-stable: gamma is the middle root of x^3 - 3 x^2 + 3/2 x - 1/6.
DirkRow alexander3() {
  const double g = 0.43586652150845899942;
  const double b1 = (-6 * g * g + 16 * g - 1) / 4, b2 = (6 * g * g - 20 * g + 5) / 4;
  DirkRow row{3, 3, g, {g, (1 + g) / 2, 1}, {{{}, {(1 - g) / 2}, {b1, b2}}}, {b1, b2, g}, {}, {}};
  complete(row);
  return row;
}

// Five stages, fourth order, L-stable.
DirkRow hairer_wanner4() {
  const Numbers last{25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12};
  DirkRow row{
      5,
      4,
      0.25,
      {0.25, 0.75, 11.0 / 20, 0.5, 1},
      {{{}, {0.5}, {17.0 / 50, -1.0 / 25}, {371.0 / 1360, -137.0 / 2720, 15.0 / 544}, last}},
      {last[0], last[1], last[2], last[3], 0.25},
      {},
      {}};
  complete(row);
  return row;
}

// Three stages, fourth order, A-stable: gamma is the largest root of x^3 - 3/2 x^2 + 1/2 x - 1/24.
DirkRow crouzeix4() {
  const double pi = std::acos(-1.0);
  const double g = 0.5 + std::cos(pi / 18) / std::sqrt(3.0);
  const double b = 1 / (6 * (2 * g - 1) * (2 * g - 1));
  DirkRow row{3,  4, g, {g, 0.5, 1 - g}, {{{}, {0.5 - g}, {2 * g, 1 - 4 * g}}}, {b, 1 - 2 * b, b},
              {}, {}};
  complete(row);
  return row;
}

}  // namespace

bool DirkRow::stiffly_accurate() const noexcept {
  for (int j = 0; j + 1 < stages; ++j)
    if (a[stages - 1][j] != b[j]) return false;
  return b[stages - 1] == gamma;
}

DirkRow sdirk2_row(double gamma) {
  const double lower = 1 - 2 * gamma;
  const bool third = std::abs(gamma * gamma - gamma + 1.0 / 6) < 1e-12;  // 003 (30)
  DirkRow row{2, third ? 3 : 2, gamma, {gamma, 1 - gamma}, {{{}, {lower}}}, {0.5, 0.5}, {}, {}};
  complete(row);
  row.d = {0.5 / gamma - 0.5 * lower / (gamma * gamma), 0.5 / gamma};
  return row;
}

double sdirk2_gamma(const std::string& text) {
  if (text == "A") return (3 + std::sqrt(3.0)) / 6;
  if (text == "small") return (3 - std::sqrt(3.0)) / 6;
  double x = 0;
  return parse_number(text, x) ? x : 0;
}

DirkRow dirk_row(std::string_view name) {
  return name == "alexander2"       ? alexander2()
         : name == "hairer_wanner4" ? hairer_wanner4()
         : name == "crouzeix4"      ? crouzeix4()
                                    : alexander3();
}

}  // namespace takt
