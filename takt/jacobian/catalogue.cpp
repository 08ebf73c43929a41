#include "takt/jacobian/catalogue.hpp"

namespace takt {
namespace {

constexpr JacobianEntry entries[] = {
    {"analytic", "", "the derivatives the elements write down", JacobianSource::analytic},
    {"dense", "002 (16)", "differences, a column at a time", JacobianSource::differences},
    {"on_demand", "002 sec. 3", "refreshed when the method asks: here at every step",
     JacobianSource::analytic, true},
};

}  // namespace

std::span<const JacobianEntry> jacobians() noexcept { return entries; }

const JacobianEntry* find_jacobian(std::string_view name) noexcept {
  for (const JacobianEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace takt
