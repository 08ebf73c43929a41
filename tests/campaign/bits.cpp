// Computes 50 steps with every bounded method on every shipped model in both sets of coordinates,
// and one hash of the results for each model.
//
//   takt_bits [--rows] [MODEL ...]    natural:MODEL for one kind of coordinates; --rows prints a
//                                     line for every method, with its last state
//
// tools/bits.py compares two such programs, or one with the committed list tests/golden/bits.txt.
// The first line is a hash of the results of C library functions: lists of machines on which these
// differ cannot be compared.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "takt/method/refusal.hpp"
#include "takt/simulate/run.hpp"
#include "tests/campaign/instances.hpp"

namespace takt::campaign {
namespace {

constexpr int steps = 50;

class Fold {
 public:
  void add(std::uint64_t x) {
    for (int k = 0; k < 64; k += 8) hash_ = (hash_ ^ ((x >> k) & 0xff)) * 1099511628211ull;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

// Functions whose last bit may differ between versions of the C library.
std::uint64_t library_functions() {
  Fold fold;
  for (int i = 1; i < 2000; ++i) {
    const double x = 0.37 * i - 300, y = 1 + std::abs(x);
    for (double f : std::array{std::sin(x), std::cos(x), std::atan2(x, y), std::atan(x),
                               std::exp(-std::abs(x)), std::pow(y, 1.7), std::log(y), std::tanh(x),
                               std::hypot(x, y), std::cbrt(x), std::asin(x / 700), std::tan(x)})
      fold.add(std::bit_cast<std::uint64_t>(f));
  }
  return fold.value();
}

struct Result {
  std::int64_t compositions = 0;
  std::uint64_t hash = 0;
  std::string rows;
};

std::string numbers(const State& s) {
  std::string text;
  for (const Vector* x : {&s.q, &s.v, &s.z})
    for (Index i = 0; i < x->size(); ++i) text += fmt::format(";{:.17g}", (*x)[i]);
  return text;
}

void run(const Instance& instance, const std::string& text, Fold& fold, Result& out) {
  const io::OpenModel open =
      io::open_model(instance.model, instance.set,
                     instance.coordinates.empty() ? "" : instance.coordinates + text);
  Method method = parse_method(text);
  if (!refusal(compose(method), &open.system->shape()).empty()) return;
  method.step = instance.step;
  Engine sim(open.system, method, open.start);
  std::uint64_t made = 0;
  while (made < steps && sim.step().status == Status::ok) ++made;
  const std::uint64_t hash = state_hash(sim.state());
  fold.add(made);  // a method that leaves its range of validity must stop at the same step
  fold.add(hash);
  ++out.compositions;
  out.rows +=
      fmt::format("{};{};{};{:016x}{}\n", instance.name(), text, made, hash, numbers(sim.state()));
}

Result run(const Instance& instance) {
  Result out;
  Fold fold;
  const bool constrained =
      io::open_model(instance.model, instance.set, instance.coordinates).constrained();
  for (const std::string& text : bounded_methods(constrained)) {
    try {
      run(instance, text, fold, out);
    } catch (const Error& e) {
      for (const char c : std::string_view(e.what())) fold.add(static_cast<unsigned char>(c));
    }
  }
  out.hash = fold.value();
  return out;
}

int run_all(bool rows, const std::vector<std::string>& models) {
  const std::vector<Instance> all = instances(models);
  if (all.empty()) {
    fmt::print(stderr,
               "no such model: write a name of `takt list models`, as iltis or natural:iltis\n");
    return 2;
  }
  fmt::print("library functions;{:016x}\n", library_functions());
  const auto run_one = [](const Instance& i) { return run(i); };
  side_by_side(all, run_one, [rows](const Instance& instance, const Result& r) {
    if (rows)
      std::fputs(r.rows.c_str(), stdout);
    else
      fmt::print("{};{};{:016x}\n", instance.name(), r.compositions, r.hash);
    std::fflush(stdout);
  });
  return 0;
}

}  // namespace
}  // namespace takt::campaign

int main(int count, char** words) {
  std::vector<std::string> models(words + 1, words + count);
  const bool rows = std::erase(models, "--rows") > 0;
  return takt::campaign::run_all(rows, models);
}
