// Models: loaded, written in Python part by part, drawn.
#include <optional>

#include "python/core/core.hpp"
#include "takt/base/text.hpp"
#include "takt/door/source.hpp"
#include "takt/io/model_file/draft.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/surfaces.hpp"
#include "takt/scene/svg.hpp"

namespace takt::python {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // values as a model file has them

Parameters parameters_of(const Pairs& pairs) {
  Parameters all;
  for (const auto& [name, value] : pairs) all.emplace_back(name, value);
  return all;
}

std::string text_of(const LoadedModel& m) {
  return m.source().model != nullptr ? m.source().model->text : std::string();
}

std::string description_of(const LoadedModel& m) {
  if (m.source().model != nullptr) return m.source().model->description;
  const problem::ProblemEntry* p = problem::find_problem(m.source().asked);
  return p == nullptr ? "" : std::string(p->summary);
}

py::dict values_of(const LoadedModel& m) {
  py::dict values;
  if (m.source().model == nullptr) return values;
  for (const auto& [name, value] : m.source().model->parameters) values[py::str(name)] = value;
  for (const auto& [name, word] : m.source().model->words) values[py::str(name)] = word;
  return values;
}

py::dict experiment_of(const LoadedModel& m) {
  py::dict e;
  if (m.source().model == nullptr) return e;
  const Experiment& x = m.source().model->experiment;
  if (x.until) e["until"] = *x.until;
  if (x.step) e["step"] = *x.step;
  if (!x.method.empty()) e["method"] = x.method;
  return e;
}

// The mechanism at its start; nothing for systems without bodies.
std::optional<std::string> picture_of(const LoadedModel& m, double width) {
  const io::OpenModel open = m.source().open({}, false);
  if (open.mechanism == nullptr) return std::nullopt;
  scene::Scene scene = scene::describe(*open.mechanism, open.start);
  const Model& model = open.mechanism->model();
  scene::add_surfaces(scene, model);
  return scene::to_svg(scene, {model.name, model.description, model.gravity, width});
}

}  // namespace

void bind_models(py::module_& m) {
  py::class_<LoadedModel>(m, "LoadedModel")
      .def_property_readonly("name", &LoadedModel::name)
      .def_property_readonly("description", description_of)
      .def_property_readonly("text", text_of)
      .def_property_readonly("asked", [](const LoadedModel& x) { return x.source().asked; })
      .def_property_readonly("set", [](const LoadedModel& x) { return x.source().set; })
      .def_property_readonly("is_mechanism",
                             [](const LoadedModel& x) { return x.source().model != nullptr; })
      .def("parameters", &LoadedModel::parameters)
      .def("values", values_of)
      .def("inputs", [](const LoadedModel& x) { return around(x, [&] { return x.inputs(); }); })
      .def("outputs", [](const LoadedModel& x) { return around(x, [&] { return x.outputs(); }); })
      .def("bodies", &LoadedModel::bodies)
      .def("joints", &LoadedModel::joints)
      .def("experiment", experiment_of)
      .def("picture", picture_of)
      .def("with_values", [](const LoadedModel& x, const Pairs& set) {
        return as("ModelError", [&] { return x.with(parameters_of(set)); });
      });
  m.def("load", [](const std::string& name, const Pairs& set) {
    return as("ModelError", [&] { return load(name, parameters_of(set)); });
  });
  m.def("parse", [](const std::string& text, const Pairs& set) {
    return as("ModelError", [&] { return parse(text, parameters_of(set)); });
  });
  m.def("load_system", load_system);

  py::class_<io::ModelDraft>(m, "ModelDraft")
      .def(py::init<>())
      .def("copy", [](const io::ModelDraft& d) { return io::ModelDraft(d); })
      .def("add", [](io::ModelDraft& d, const std::string& text, const std::string& where) {
        as("ModelError", [&] { d.add(text, where); });
      });
}

}  // namespace takt::python
