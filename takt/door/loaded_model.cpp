#include "takt/door/loaded_model.hpp"

#include <map>

#include "takt/base/text.hpp"
#include "takt/door/source.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt {
namespace {

constexpr double until_of_own_systems = 10;  // s

std::vector<std::string> settings_of(const Parameters& parameters) {
  std::vector<std::string> set;
  for (const auto& [path, value] : parameters) set.push_back(path + "=" + value.text());
  return set;
}

// The parameters of a model that is read; settings of state and inputs are used later.
std::map<std::string, std::string> values_of(const std::vector<std::string>& set) {
  std::map<std::string, std::string> values;
  for (const std::string& s : io::sorted_settings(set).parameters) {
    const std::size_t at = s.find('=');
    values[s.substr(0, at)] = s.substr(at + 1);
  }
  return values;
}

template <class List> std::vector<std::string> names_in(const List& list, std::size_t first = 0) {
  std::vector<std::string> names;
  for (std::size_t i = first; i < list.size(); ++i) names.push_back(list[i].name);
  return names;
}

}  // namespace

Value::Value(double x) : text_(number(x)) {}

io::OpenModel LoadedModel::Source::open(const io::StatedMethod& given, bool assemble) const {
  if (model) {
    // Parameters are applied when a file or a text is read; a model built in code has none.
    const bool was_read = !asked.empty() || !text.empty();
    io::OpenModel open =
        io::open_model(*model, was_read ? io::sorted_settings(set).others : set, given, assemble);
    open.name = name;
    if (!asked.empty()) open.source = asked;
    return open;
  }
  if (!own) return io::open_model(asked, set, given, assemble);
  io::OpenModel open;
  open.name = open.source = name;
  open.system = own;
  open.start = own->initial();
  open.until = until_of_own_systems;
  open.stated = given;
  return open;
}

LoadedModel::LoadedModel(std::shared_ptr<const Source> s) : source_(std::move(s)) {}

const std::string& LoadedModel::name() const noexcept { return source_->name; }

LoadedModel LoadedModel::with(const Parameters& more) const {
  const Source& s = *source_;
  Parameters all;
  for (const std::string& text : s.set) {
    const std::size_t at = text.find('=');
    all.emplace_back(text.substr(0, at), text.substr(at + 1));
  }
  all.insert(all.end(), more.begin(), more.end());
  if (!s.text.empty()) return parse(s.text, all);
  if (!s.asked.empty()) return load(s.asked, all);
  auto made = std::make_shared<Source>(s);
  made->set = settings_of(all);
  if (s.own && !made->set.empty())
    throw Error("a system of your own has no parameters to set", "load",
                "make another object with other values", Fault::usage);
  (void)made->open({}, false);  // built in code: throws if there is nothing to set
  return LoadedModel(made);
}

std::vector<std::string> LoadedModel::parameters() const {
  std::vector<std::string> names;
  if (source_->model)
    for (const auto& [name, value] : source_->model->parameters) names.push_back(name);
  else if (const problem::ProblemEntry* entry = problem::find_problem(source_->asked))
    for (const auto& p : entry->parameters) names.emplace_back(p.name);
  return names;
}
std::vector<std::string> LoadedModel::inputs() const {
  return names_in(source_->open({}, false).system->names().inputs);
}
std::vector<std::string> LoadedModel::outputs() const {
  if (source_->model) return names_in(source_->model->outputs);
  return source_->open({}, false).system->names().outputs;
}
std::vector<std::string> LoadedModel::bodies() const {
  return source_->model ? names_in(source_->model->bodies, 1) : std::vector<std::string>{};
}
std::vector<std::string> LoadedModel::joints() const {
  return source_->model ? names_in(source_->model->joints) : std::vector<std::string>{};
}

LoadedModel load(std::string_view name_or_file, const Parameters& parameters) {
  auto source = std::make_shared<LoadedModel::Source>();
  source->asked = source->name = std::string(name_or_file);
  source->set = settings_of(parameters);
  if (problem::find_problem(name_or_file) != nullptr) {
    source->name = source->open({}, false).name;
    return LoadedModel(source);
  }
  source->model = io::read_any_model(name_or_file, io::sorted_settings(source->set).parameters);
  if (!source->model->name.empty()) source->name = source->model->name;
  return LoadedModel(source);
}

LoadedModel parse(std::string_view text, const Parameters& parameters) {
  auto source = std::make_shared<LoadedModel::Source>();
  source->text = std::string(text);
  source->set = settings_of(parameters);
  source->model =
      std::make_shared<const Model>(io::read_model(source->text, "text", values_of(source->set)));
  source->name = source->model->name.empty() ? "text" : source->model->name;
  return LoadedModel(source);
}

LoadedModel load(Model model) {
  auto source = std::make_shared<LoadedModel::Source>();
  source->name = model.name.empty() ? "model" : model.name;
  source->model = std::make_shared<const Model>(std::move(model));
  return LoadedModel(source);
}

LoadedModel load(std::shared_ptr<const EquationsOfMotion> system, std::string name) {
  auto source = std::make_shared<LoadedModel::Source>();
  source->name = std::move(name);
  source->own = std::move(system);
  return LoadedModel(source);
}

}  // namespace takt
