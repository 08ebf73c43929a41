// Model files: whatever is written, it is a model whose parts hold together, or an Error. A second
// document of the same bytes is read as a method file.
#include "takt/io/model_file/model_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "takt/base/error.hpp"
#include "takt/io/method/method_file.hpp"
#include "takt/model/joint_components.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_whole(const takt::Model& m) {
  const auto bodies = static_cast<int>(m.bodies.size());
  const auto on_body = [&](const takt::Attachment& a) {
    require(a.body >= 0 && a.body < bodies);
    require(a.frame.p.allFinite() && a.frame.R.allFinite());
  };
  for (const takt::Body& b : m.bodies) require(b.mass >= 0 && b.inertia.allFinite());
  for (const takt::Joint& j : m.joints) {
    on_body(j.inboard);
    on_body(j.outboard);
    require(j.type != nullptr && j.inboard.body != j.outboard.body);
    for (const auto& [name, value] : j.q0)
      require(takt::find_component(takt::coordinates_of(*j.type, j.cardan), name) >= 0);
  }
  for (const takt::Force& f : m.forces) {
    require((f.law != nullptr) != (f.body_force != nullptr));
    on_body(f.on);
    for (const int s : f.signals) require(s >= 0 && s < static_cast<int>(m.signals.size()));
  }
  for (const takt::Signal& s : m.signals)
    if (s.function != nullptr) s.function->value(0.5);
  for (const takt::Output& o : m.outputs) on_body(o.frame);
  if (m.road != nullptr) m.road->at(1, 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    require_whole(takt::io::read_model(text, "model.yaml"));
  } catch (const takt::Error&) {
  }
  try {
    takt::io::read_method_text(text, "method.yaml");
  } catch (const takt::Error&) {
  }
  return 0;
}
