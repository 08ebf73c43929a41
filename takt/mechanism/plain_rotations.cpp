#include "takt/mechanism/plain_rotations.hpp"

namespace takt::mechanism {

std::shared_ptr<const Mechanism> with_plain_rotations(const Model& model) {
  auto plain = std::make_shared<Model>(model);
  for (Joint& j : plain->joints) {
    if (j.cardan || j.type->cardan.empty()) continue;
    j.cardan = true;
    for (auto* start : {&j.q0, &j.v0, &j.guess}) start->clear();  // they name other components
  }
  return compile_tree(std::move(plain));
}

}  // namespace takt::mechanism
