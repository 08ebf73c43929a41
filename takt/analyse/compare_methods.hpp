// `takt compare`: methods and steps on one model against a tight reference.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/analyse/comparison.hpp"

namespace takt::analyse {

struct CompareOptions {
  double until = 0;                  // s; 0: the model's usual end
  std::vector<std::string> methods;  // empty: that of the model
  std::vector<double> steps{};       // s; empty: 1 ms
  std::string reference{};           // empty: by the kind of system
  const std::atomic<bool>* interrupt = nullptr;
  // Called before each run, the first time when the reference is there.
  std::function<void(std::size_t done, std::size_t all)> progress{};
  std::function<void(double t)> in_a_run{};  // called now and then during each
};

struct Comparisons {
  std::string model, reference;  // the method the error is taken against
  double until = 0;              // s
  std::vector<Compared> all;     // fewer than asked for if it was interrupted
};

// Opens the model in the coordinates of a method.
using OpenFor = std::function<io::OpenModel(const io::StatedMethod&)>;

// Throws Error: a method that does not fit, or a reference that fails.
Comparisons compare_methods(const OpenFor&, const CompareOptions&);

}  // namespace takt::analyse
