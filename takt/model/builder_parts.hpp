// Helpers shared by the source files of ModelBuilder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/model/values.hpp"

namespace takt {

template <class Entries>
const auto& entry_of(const Entries& entries, const char* kind, std::string_view name,
                     const std::string& where) {
  for (const auto& e : entries)
    if (e.name == name) return e;
  const std::vector<std::string> known = names_of(entries);
  throw Error("unknown " + std::string(kind) + " '" + std::string(name) + "'", where,
              did_you_mean(name, known, "there are " + join(known, ", ")));
}

// Makes an element and adds the place to its errors: the element knows what is wrong with its
// values, but not where they were written.
template <class Entry>
auto made(const Entry& entry, const KeyedValues& values, const std::string& place) {
  try {
    return entry.make(values);
  } catch (const Error& e) {
    throw Error(e.what() + (e.where.empty() ? "" : " (" + e.where + ")"), place, e.hint);
  }
}

template <class Parts> std::vector<std::string> names(const Parts& parts) {
  std::vector<std::string> all;
  for (const auto& p : parts) all.push_back(p.name);
  return all;
}

}  // namespace takt
