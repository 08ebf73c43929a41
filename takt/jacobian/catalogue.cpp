#include "takt/jacobian/catalogue.hpp"

namespace takt {
namespace {

using Kind = Option::Kind;

constexpr Option grouped_options[] = {
    {"pattern", Kind::word, "exact", "exact|estimated",
     "Sigma of the topology, or Omega of the differences so far (002 sec. 3.1)"},
};
constexpr Option extended_options[] = {
    {"reading", Kind::word, "b", "a|b",
     "a: where alpha changes; b: also as the first try where the corrector is slow (ERRATA 002.4)",
     true},
};

void analytic(const Settings&, MatrixChoice& m) { m.source = MatrixSource::analytic; }
void dense(const Settings&, MatrixChoice& m) { m.source = MatrixSource::dense; }
void grouped(const Settings& s, MatrixChoice& m) {
  m.source = MatrixSource::grouped;
  m.estimated_pattern = s.text("pattern") == "estimated";
}
void on_demand(const Settings&, MatrixChoice& m) { m.refresh = MatrixRefresh::on_demand; }
void partitioned(const Settings&, MatrixChoice& m) { m.refresh = MatrixRefresh::partitioned; }
void extended(const Settings& s, MatrixChoice& m) {
  m.refresh = s.text("reading") == "a" ? MatrixRefresh::extended_a : MatrixRefresh::extended_b;
}

constexpr JacobianEntry entries[] = {
    {"analytic",
     "",
     "analytic derivatives of the elements",
     JacobianSource::analytic,
     false,
     false,
     {},
     analytic},
    {"dense",
     "002 (16)",
     "differences, a column at a time",
     JacobianSource::differences,
     false,
     false,
     {},
     dense},
    {"grouped", "002 (20)", "differences, a group of columns at a time", JacobianSource::analytic,
     false, true, grouped_options, grouped},
    {"on_demand",
     "002 sec. 2.3",
     "refreshed when the method asks: at every step, or where a corrector is slow",
     JacobianSource::analytic,
     true,
     false,
     {},
     on_demand},
    {"partitioned",
     "002 (24), (25)",
     "dF/dy is kept where only the step changes",
     JacobianSource::analytic,
     true,
     true,
     {},
     partitioned},
    {"extended", "002 (26)", "partitioned, and dF/dy is updated with the excitation",
     JacobianSource::analytic, true, true, extended_options, extended},
};

}  // namespace

std::span<const JacobianEntry> jacobians() noexcept { return entries; }

const JacobianEntry* find_jacobian(std::string_view name) noexcept {
  for (const JacobianEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace takt
