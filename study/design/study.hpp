// A study: which model is run, with which values of its parameters, methods and steps, and what is kept of each
// run. Plain data, as read from a study file (study/file).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/design/distribution.hpp"
#include "study/design/metric.hpp"

namespace takt::study {

// How samples of random parameters are drawn.
enum class Design { monte_carlo, latin_hypercube, sobol, sensitivity };

struct DesignEntry {
  std::string_view name, meaning;
  Design design;
};
std::span<const DesignEntry> designs() noexcept;

struct Keep {
  std::vector<std::string> signals;  // columns written for each case, in files of their own
  double every = 0;                  // s between their rows; 0: as the study has it
  std::vector<std::int64_t> results;  // cases whose whole results are written
};

// A measured run, for `takt fit`.
struct MeasuredRun {
  struct Column {
    std::string signal, column, at;  // a formula of columns of a result; the column of the file
    double factor = 1;               // of the file's numbers to SI
    double deviation = 0;            // of the noise, in SI; 0: all columns count alike
  };
  std::string data, at;           // the CSV file
  std::vector<std::string> set;   // path=value
  std::vector<Column> columns;
};

struct FitParameter {
  std::string path, at;
  double start = 0, least = 0, most = 0;
};

struct Fit {
  std::vector<FitParameter> parameters;
  std::vector<MeasuredRun> runs;
};

struct Study {
  std::string name, description, file, text;
  std::string model, model_at;         // a shipped name, or a file
  std::vector<std::string> set;        // path=value, for all cases
  std::vector<Parameter> parameters;
  std::vector<std::string> methods;    // empty: the model's own
  std::vector<double> steps;           // s; empty: the model's own
  std::vector<std::string> inputs;     // files with inputs; empty: none
  Design design = Design::monte_carlo;
  std::uint64_t samples = 1, seed = 0;
  double until = 0, every = 0;         // s; 0: the model's end, every step
  bool assemble = false;
  std::int64_t most_steps = 0;         // of a case; 0: any number
  double most_seconds = 0;             // of a case on the wall clock; 0: any time
  std::vector<Metric> metrics;
  Keep keep;
  std::optional<Fit> fit;

  int random_parameters() const noexcept;
};

}  // namespace takt::study
