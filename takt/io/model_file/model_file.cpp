#include "takt/io/model_file/model_file.hpp"

#include <filesystem>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/method_file.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/parameters_used.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io {
namespace model_file {

void Reader::read_file_keys() {
  Model& m = b_.model();
  m.name = std::filesystem::path(source_.file).stem().string();
  for (const auto& [key, entry] : source_.single) {
    const Item item{key, "", entry.mark, entry.value, all_.scope, all_.context};
    const Field f(*entry.value, item, key);
    if (key == "name") m.name = f.text();
    if (key == "description") m.description = f.text();
    if (key == "gravity")
      m.gravity = f.is_list() ? f.vector("m/s^2") : Vec3(0, 0, -f.number("m/s^2"));
    if (key == "experiment") {
      const Fields e = f.map({"until", "step", "method", "inputs"});
      const auto positive = [&](const char* name) -> std::optional<double> {
        const auto time = e.find(name);
        if (!time) return {};
        const double t = time->number("s");
        if (!(t > 0))
          time->fail("'" + std::string(name) + "' is not positive", "write a time like 10 s");
        return t;
      };
      m.experiment.until = positive("until");
      m.experiment.step = positive("step");
      if (const auto inputs = e.find("inputs")) {
        const std::filesystem::path here(f.node().mark.file ? *f.node().mark.file : "");
        m.experiment.inputs = (here.parent_path() / inputs->text()).lexically_normal().string();
      }
      auto method = e.find("method");
      if (method && method->is_list()) {  // a list: the first one whose condition is true
        const std::vector<Field> all = method->list();
        method.reset();
        for (const Field& one : all) {
          const Fields choice = one.map({"when", "use"});
          const Field use = choice.get("use");
          if (!method && (!choice.has("when") || holds(item, choice.get("when").node())))
            method = use;
        }
      }
      if (method) {
        try {
          const MethodOfField chosen = method->is_map()
                                           ? method_of(*method)
                                           : MethodOfField{read_method(method->text()), {}};
          m.experiment.method = to_string(chosen.method);
          if (!m.experiment.step) m.experiment.step = chosen.step;
        } catch (const Error& wrong) {
          throw Error(wrong.what(), method->where(), wrong.hint);
        }
      }
    }
  }
}

void Reader::read() {
  read_part();
  b_.link_sampled();
  guess_from_drawing();
}

void Reader::read_part() {
  read_file_keys();
  for (const Item& i : all_.bodies) read_body(i);
  for (const Item& i : all_.signals) {
    read_signal(i);
    const bool in_template = i.context != all_.context;  // its parameters are its own
    if (!in_template) b_.model().signals.back().parameters = parameters_used(*i.node, b_.model());
  }
  b_.link_formulas();  // after all signals are read, in whatever order the file has them
  for (const Item& i : all_.joints) read_joint(i);
  for (const Item& i : all_.constraints) read_constraint(i);
  read_road();
  for (const Item& i : all_.forces) read_force(i);
  for (const Item& i : all_.outputs) read_output(i);
  for (const Item& i : all_.initial) read_initial(i);
}

}  // namespace model_file

Model read_model(const std::string& text, const std::string& file_name,
                 const std::map<std::string, std::string>& set) {
  using namespace model_file;
  const Source source = load_source(text, file_name);
  const Expanded all = expand(source, set);
  ModelBuilder builder;
  builder.model().file = file_name;
  builder.model().text = text;
  for (const YamlNode::Entry& p : source.block.parameters) {
    const Value& v = *all.scope->find(p.key);
    if (v.number)
      builder.model().parameters.emplace_back(p.key, *v.number);
    else
      builder.model().words.emplace_back(p.key, v.word);
  }
  Reader(source, all, builder).read();
  return builder.build();
}

Model read_model_file(const std::string& path, const std::map<std::string, std::string>& set) {
  return read_model(model_file::read_text_file(path, path), path, set);
}

std::vector<ParameterInfo> parameters_of(const std::string& text, const std::string& file_name) {
  model_file::Scope scope;
  return model_file::evaluate_parameters(model_file::load_source(text, file_name), {}, scope);
}

}  // namespace takt::io
