// Formulas: code that evaluates on numbers, jets and dual numbers to the same value, or an Error
// whose column is in the text.
#include "takt/element/signal/expression.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using takt::element::Expression;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::string names[] = {"t", "a"};
  try {
    Expression::names_in(text);
    const Expression e = Expression::compile(text, names);
    const double values[] = {0.7, 0.7};
    const Expression::Slopes duals[] = {Expression::Slopes::variable(0.7, 0),
                                        Expression::Slopes::variable(0.7, 1)};
    const double plain = e(values);
    if (!same(plain, e(std::span<const Expression::Slopes>(duals)).v)) std::abort();
    static_cast<void>(e(0.7));
  } catch (const takt::element::ExpressionError& e) {
    if (e.column < 1 || static_cast<std::size_t>(e.column) > size + 1) std::abort();
  }
  return 0;
}
