// The catalogue of hand-written test problems, mostly from papers, by name.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/problem/parameters.hpp"

namespace takt::problem {

struct ProblemEntry {
  std::string_view name, source, summary;
  std::span<const Parameter> parameters;
  std::shared_ptr<const EquationsOfMotion> (*make)(const Parameters&);
  double until;  // s, a time over which the problem is usually run
};

std::span<const ProblemEntry> problems() noexcept;
const ProblemEntry* find_problem(std::string_view name) noexcept;

// These throw Error with a suggestion when the name or a parameter is unknown.
const ProblemEntry& problem_of(std::string_view name);
std::shared_ptr<const EquationsOfMotion> make_problem(
    std::string_view name, const std::map<std::string, double>& set = {});

}  // namespace takt::problem
