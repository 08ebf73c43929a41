#include "takt/io/model_file/source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/shipped.hpp"

namespace takt::io::model_file {
namespace {

namespace fs = std::filesystem;
using Kind = YamlNode::Kind;
using Entries = std::vector<YamlNode::Entry>;

constexpr std::size_t include_depth = 16, include_files = 200;

constexpr const char* singles[] = {"name", "description", "gravity", "road", "experiment"};

Entries* section_of(Block& b, const std::string& key) {
  if (key == "parameters") return &b.parameters;
  if (key == "bodies") return &b.bodies;
  if (key == "joints") return &b.joints;
  if (key == "constraints") return &b.constraints;
  if (key == "forces") return &b.forces;
  if (key == "signals") return &b.signals;
  if (key == "outputs") return &b.outputs;
  if (key == "instances") return &b.instances;
  return nullptr;
}

// Adds the entries of a section. A parameter that an included file has too gets the new value.
void add(Entries& to, const YamlNode::Entry& section) {
  if (section.value->kind == Kind::nothing) return;
  if (section.value->kind != Kind::map)
    throw Error(
        "'" + section.key + "' is " + std::string(kind_in_words(*section.value)) + ", not a map",
        to_string(section.mark), "write the names below it, each with its keys");
  // The names in one map are unique already; only names from other files need a check.
  std::map<std::string, std::size_t, std::less<>> before;
  for (std::size_t i = 0; i < to.size(); ++i) before.emplace(to[i].key, i);
  for (const YamlNode::Entry& e : section.value->map) {
    const auto same = before.find(e.key);
    if (same == before.end()) {
      to.push_back(e);
    } else if (section.key == "parameters") {
      to[same->second] = e;
    } else {
      throw Error("'" + e.key + "' is given twice in " + section.key, to_string(e.mark),
                  "the other is at " + to_string(to[same->second].mark) + "; rename one of them");
    }
  }
}

[[noreturn]] void unknown_section(const YamlNode::Entry& e, const std::vector<std::string>& known,
                                  const std::string& where) {
  throw Error("unknown key '" + e.key + "'", to_string(e.mark) + where,
              did_you_mean(e.key, known, "the keys are " + join(known, ", ")));
}

class Loader {
 public:
  explicit Loader(Source& into) : into_(into) {}

  void load(const std::string& text, const std::string& file, const std::string& identity) {
    open_.push_back(identity);
    const YamlPtr root = read_yaml(text, file);
    check_version(*root, file);
    if (const YamlNode* list = root->find("include")) include(*list, file);
    const std::vector<std::string> known = file_sections();
    for (const YamlNode::Entry& e : root->map) take(e, known);
    open_.pop_back();
  }

 private:
  static void check_version(const YamlNode& root, const std::string& file) {
    if (root.kind != Kind::map || root.map.empty() || root.map[0].key != "takt")
      throw Error("this is not a model file: it does not begin with 'takt: 1'", file + ":1:1",
                  "put the line 'takt: 1' first");
    if (root.map[0].value->text != "1")
      throw Error("model files of version '" + root.map[0].value->text + "' cannot be read",
                  to_string(root.map[0].mark), "this program reads takt: 1");
  }

  void take(const YamlNode::Entry& e, const std::vector<std::string>& known) {
    if (e.key == "takt" || e.key == "include") return;
    if (Entries* section = section_of(into_.block, e.key)) return add(*section, e);
    if (e.key == "templates") return add(into_.templates, e);
    if (e.key == "roads") return add(into_.roads, e);
    if (e.key == "initial") return into_.block.initial.push_back(e.value);
    if (std::find(known.begin(), known.end(), e.key) == known.end()) unknown_section(e, known, "");
    if (e.value->kind == Kind::nothing)
      throw Error("'" + e.key + "' has no value", to_string(e.mark), "give one, or leave it out");
    into_.single.insert_or_assign(e.key, e);
  }

  void include(const YamlNode& node, const std::string& from) {
    std::vector<const YamlNode*> files;
    if (node.kind == Kind::scalar) files.push_back(&node);
    for (const YamlPtr& n : node.list) files.push_back(n.get());
    for (const YamlNode* n : files) {
      const std::string where = to_string(n->mark) + " include";
      if (n->kind != Kind::scalar)
        throw Error("an include is " + std::string(kind_in_words(*n)) + ", not a file", where,
                    "write include: [part.yaml]");
      include_one(n->text, from, where);
    }
  }

  void include_one(const std::string& name, const std::string& from, const std::string& where) {
    if (++files_ > include_files)
      throw Error("more than " + std::to_string(include_files) + " files are included", where, "");
    const std::string path = (fs::path(from).parent_path() / name).lexically_normal().string();
    std::error_code none;
    const bool there = fs::is_regular_file(path, none);
    const ShippedModel* shipped = there ? nullptr : find_shipped(fs::path(name).stem().string());
    const std::string identity =
        shipped != nullptr ? std::string(shipped->name) : fs::weakly_canonical(path, none).string();
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      std::string cycle;
      for (auto i = std::find(open_.begin(), open_.end(), identity); i != open_.end(); ++i)
        cycle += fs::path(*i).filename().string() + " > ";
      throw Error("the includes form a cycle: " + cycle + fs::path(identity).filename().string(),
                  where, "remove one of them");
    }
    if (open_.size() > include_depth)
      throw Error("includes are nested more than " + std::to_string(include_depth) + " deep", where,
                  "");
    if (shipped != nullptr)
      load(std::string(shipped->text), name, identity);
    else
      load(read_text_file(path, where), path, identity);
  }

  Source& into_;
  std::vector<std::string> open_;
  std::size_t files_ = 0;
};

}  // namespace

std::vector<std::string> template_sections() {
  return {"parameters", "bodies",  "joints",    "constraints", "forces",
          "signals",    "initial", "instances", "outputs"};
}

std::vector<std::string> file_sections() {
  return {"takt",      "name",      "description", "include", "parameters",  "gravity",
          "templates", "instances", "bodies",      "joints",  "constraints", "forces",
          "signals",   "road",      "roads",       "initial", "outputs",     "experiment"};
}

std::string read_text_file(const std::string& path, const std::string& where) {
  std::error_code none;
  if (!fs::is_regular_file(path, none))
    throw Error("there is no file '" + path + "'", where,
                where == path ? "paths begin in the folder the program was started in; takt list "
                                "models shows what comes with it"
                              : "paths are relative to the file that names them");
  if (fs::file_size(path, none) == 0)
    throw Error("the file '" + path + "' is empty", where, "write it, or copy it again");
  if (fs::file_size(path, none) > yaml_bytes)
    throw Error("the file '" + path + "' is larger than 1 MB", where, "use repeat and templates");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || !text)
    throw Error("the file '" + path + "' cannot be read", where, "see whether you may read it");
  return text.str();
}

Source load_source(const std::string& text, const std::string& file) {
  Source s;
  s.file = file;
  s.text = text;
  std::error_code none;
  Loader(s).load(text, file, fs::weakly_canonical(file, none).string());
  return s;
}

Block template_block(const YamlNode& node, const std::string& where) {
  Block b;
  if (node.kind != Kind::map)
    throw Error("the template is " + std::string(kind_in_words(node)) + ", not a map", where,
                "write its sections below it: bodies, joints, ...");
  for (const YamlNode::Entry& e : node.map) {
    if (Entries* section = section_of(b, e.key)) {
      add(*section, e);
    } else if (e.key == "initial") {
      b.initial.push_back(e.value);
    } else if (e.key != "description") {
      unknown_section(e, template_sections(), " template");
    }
  }
  return b;
}

}  // namespace takt::io::model_file
