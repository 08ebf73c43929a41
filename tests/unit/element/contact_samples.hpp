// Contacts of every shape with every road, for tests of all body forces. The frame is about 0.35 m
// above the road.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sample_values.hpp"

namespace takt::element {

inline std::vector<std::pair<Texts, std::string>> road_contacts() {
  std::vector<std::pair<Texts, std::string>> list;
  const Texts shapes[] = {{{"shape", "sphere"}, {"radius", "0.36"}},
                          {{"shape", "capsule"}, {"radius", "0.34"}, {"length", "0.4"}},
                          {{"shape", "box"}, {"size", "[0.5, 0.7, 0.3]"}},
                          {{"shape", "cylinder"}, {"radius", "0.355"}, {"length", "0.2"}}};
  for (const Texts& shape : shapes) {
    for (const auto& [road, made] : sample_roads())
      for (const char* friction : {"smooth", "bristle"}) {
        Texts texts = shape;
        texts.insert({{"stiffness", "2e5"}, {"restitution", "0.6"}, {"friction_law", friction}});
        // as large as the deflections that the tests use
        if (std::string_view(friction) == "bristle") texts["bristle"] = "0.02";
        list.emplace_back(texts, road);
      }
    Texts conserving = shape;
    conserving.insert({{"stiffness", "2e5"}, {"dissipation", "0"}, {"friction", "0"}});
    list.emplace_back(conserving, "flat");
  }
  return list;
}

}  // namespace takt::element
