#include "takt/io/method/method_file.hpp"

#include <sstream>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/fields.hpp"
#include "takt/io/model_file/source.hpp"

namespace takt::io {
namespace model_file {
namespace {

std::string option_of(const Field& f) {
  if (!f.is_list()) return f.text();
  std::string all;  // baumgarte: [12, 70]
  for (const Field& x : f.list()) all += (all.empty() ? "" : ";") + x.text();
  return all;
}

// Either name, or name(key=value), or {name: {key: value}}.
std::string part_of(const Field& f) {
  if (!f.is_map()) return trimmed(f.text());
  const std::vector<Field> names = f.entries();
  if (names.size() != 1)
    f.fail("'" + f.key() + "' has " + std::to_string(names.size()) + " names",
           "write " + f.key() + ": {name: {key: value}}");
  std::string options;
  if (names[0].node().kind == YamlNode::Kind::scalar)
    options = names[0].text();
  else if (names[0].node().kind != YamlNode::Kind::nothing)
    for (const Field& o : names[0].entries())
      options += (options.empty() ? "" : ",") + o.key() + "=" + option_of(o);
  return options.empty() ? names[0].key() : names[0].key() + "(" + options + ")";
}

}  // namespace

MethodOfField method_of(const Field& f) {
  const Fields m = f.map({"coordinates", "formulation", "integrator", "stabilisation", "jacobian",
                          "step", "realtime"});
  std::string text;
  if (const auto c = m.find("coordinates")) text = c->word({"joint", "natural"}) + ":";
  text += part_of(m.get("formulation")) + "+" + part_of(m.get("integrator"));
  if (const auto s = m.find("stabilisation")) text += "+" + part_of(*s);
  if (const auto j = m.find("jacobian")) {
    if (j->is_list())
      for (const Field& one : j->list()) text += "+" + part_of(one);
    else
      text += "+" + part_of(*j);
  }
  MethodOfField out;
  Method& method = out.method;
  try {
    method = read_method(text);
  } catch (const Error& e) {
    throw Error(e.what(), f.where(), e.hint);
  }
  if (const auto step = m.find("step")) {
    out.step = method.step = step->number("s");
    if (!(method.step > 0)) step->fail("the step is not positive", "write step: 1 ms");
  }
  if (const auto realtime = m.find("realtime")) method.realtime = realtime->flag();
  return out;
}

}  // namespace model_file

namespace {

// `key: name {option: value}` is easy to read but is not valid YAML: it is rewritten as `key:
// {name: {option: value}}`.
std::string as_yaml(const std::string& text) {
  std::string out, line;
  std::istringstream lines(text);
  while (std::getline(lines, line)) {
    const std::size_t colon = line.find(": "), open = line.find('{', colon);
    const std::size_t close = line.rfind('}');
    if (colon != std::string::npos && open != std::string::npos && close != std::string::npos &&
        close > open && line.find('#') > close) {
      const std::string name = model_file::trimmed(line.substr(colon + 1, open - colon - 1));
      const bool plain = !name.empty() && name.find_first_of("\"'[](){},:&*") == std::string::npos;
      if (plain)
        line = line.substr(0, colon + 2) + "{" + name + ": " + line.substr(open, close + 1 - open) +
               "}" + line.substr(close + 1);
    }
    out += line + "\n";
  }
  return out;
}

model_file::MethodOfField read_text(const std::string& text, const std::string& file_name) {
  using namespace model_file;
  const YamlPtr root = read_yaml(as_yaml(text), file_name);
  const Item item{"method",
                  "",
                  root->mark,
                  root,
                  std::make_shared<const Scope>(),
                  std::make_shared<const Context>()};
  return method_of(Field(*root, item, "method"));
}

}  // namespace

Method read_method_text(const std::string& text, const std::string& file_name) {
  return read_text(text, file_name).method;
}

model_file::MethodOfField read_method_file(const std::string& path) {
  return read_text(model_file::read_text_file(path, path), path);
}

}  // namespace takt::io
