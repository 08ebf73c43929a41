// takt._core: the library for Python's pure layer in python/takt.
#include "python/core/core.hpp"
#include "takt/base/version.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace takt::python;
  m.doc() = "The compiled part of takt. Use takt, not this module.";
  m.attr("version") = std::string(takt::version());
  m.attr("commit") = std::string(takt::commit());
  bind_errors(m);
  bind_models(m);
  bind_simulation(m);
  bind_runs(m);
  bind_rollout(m);
  bind_analysis(m);
  bind_catalogues(m);
}
