// The tree is built from the events of the YAML parser, so that the limits are checked while
// reading, before memory is used up.
#include "takt/io/model_file/yaml_node.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "takt/base/error.hpp"

namespace takt::io {
namespace {

using Kind = YamlNode::Kind;

class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::shared_ptr<const std::string> file) : file_(std::move(file)) {}

  YamlPtr root() const { return root_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& at, YAML::anchor_t anchor) override {
    finish(begin(at, Kind::nothing), anchor);
  }

  void OnAlias(const YAML::Mark& at, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end() || known->second == nullptr)
      fail(at, "the alias refers to what it is part of", "write the part out");
    count(at, known->second->weight, known->second->height);
    const bool key = expects_key();
    if (key && known->second->kind != Kind::scalar) no_key(at);
    place(known->second, mark(at));
  }

  void OnScalar(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto node = begin(at, Kind::scalar);
    node->text = value;
    node->quoted = tag == "!";
    finish(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& at, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(at, Kind::list, anchor);
  }
  void OnMapStart(const YAML::Mark& at, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(at, Kind::map, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Level {
    std::shared_ptr<YamlNode> node;
    YAML::anchor_t anchor;
    bool key_next = true;  // in a map
    std::set<std::string, std::less<>> keys;
  };

  Mark mark(const YAML::Mark& at) const { return {file_, at.line + 1, at.column + 1}; }

  [[noreturn]] void fail(const YAML::Mark& at, const std::string& what, std::string hint) const {
    throw Error(what, to_string(mark(at)), std::move(hint));
  }
  [[noreturn]] void no_key(const YAML::Mark& at) const {
    fail(at, "a key must be a word", "write key: value");
  }

  bool expects_key() const {
    return !levels_.empty() && levels_.back().node->kind == Kind::map && levels_.back().key_next;
  }

  void count(const YAML::Mark& at, int nodes, int height) {
    nodes_ += nodes;
    if (nodes_ > yaml_nodes)
      fail(at, "the file has more than " + std::to_string(yaml_nodes) + " values",
           "use repeat and templates, and few aliases");
    if (static_cast<int>(levels_.size()) + height > yaml_levels)
      fail(at, "the file is nested more than " + std::to_string(yaml_levels) + " levels deep",
           "a model needs about six");
  }

  std::shared_ptr<YamlNode> begin(const YAML::Mark& at, Kind kind) {
    count(at, 1, 1);
    if (expects_key() && kind != Kind::scalar) no_key(at);
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->mark = mark(at);
    return node;
  }

  void open(const YAML::Mark& at, Kind kind, YAML::anchor_t anchor) {
    auto node = begin(at, kind);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = nullptr;  // not complete yet
    levels_.push_back({std::move(node), anchor, true, {}});
  }

  void close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    finish(std::move(level.node), level.anchor);
  }

  void finish(std::shared_ptr<YamlNode> node, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) anchors_[anchor] = node;
    const Mark at = node->mark;
    place(std::move(node), at);
  }

  void place(const YamlPtr& node, const Mark& at) {
    if (levels_.empty()) {
      root_ = node;
      return;
    }
    Level& level = levels_.back();
    YamlNode& in = *level.node;
    if (in.kind == Kind::map && level.key_next) {
      if (!level.keys.insert(node->text).second)
        throw Error("'" + node->text + "' is given twice", to_string(at),
                    "names are unique: rename or remove one of them");
      in.map.push_back({node->text, at, nullptr});
      level.key_next = false;
      return;
    }
    in.weight += node->weight;
    in.height = std::max(in.height, node->height + 1);
    if (in.kind == Kind::list) {
      in.list.push_back(node);
    } else {
      in.map.back().value = node;
      level.key_next = true;
    }
  }

  std::shared_ptr<const std::string> file_;
  YamlPtr root_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, YamlPtr> anchors_;
  int nodes_ = 0;
};

// The most frequent syntax error is a ${...} without quotes inside [ ] or { }.
std::string hint_for(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string at;
  for (int i = 0; i <= line && std::getline(lines, at); ++i) {
  }
  if (at.find("${") != std::string::npos)
    return "inside [ ] and { } an expression stands in quotes: \"${...}\"";
  return at.find('\t') != std::string::npos
             ? "indent with spaces, not tabs"
             : "look for a bracket or quote that is not closed, or a missing space after ':'";
}

}  // namespace

std::string to_string(const Mark& m) {
  return (m.file != nullptr ? *m.file : std::string()) + ":" + std::to_string(m.line) + ":" +
         std::to_string(m.column);
}

const YamlNode* YamlNode::find(std::string_view key) const noexcept {
  for (const Entry& e : map)
    if (e.key == key) return e.value.get();
  return nullptr;
}

std::string_view kind_in_words(const YamlNode& node) noexcept {
  switch (node.kind) {
    case Kind::nothing: return "nothing";
    case Kind::scalar: return "a number or word";
    case Kind::list: return "a list";
    case Kind::map: return "a map";
  }
  return "";
}

YamlPtr read_yaml(const std::string& text, const std::string& file) {
  if (text.size() > yaml_bytes)
    throw Error("the file is larger than 1 MB", file, "use repeat and templates");
  if (text.find('\0') != std::string::npos)
    throw Error("the file is not text", file, "write it in UTF-8");
  TreeBuilder tree(std::make_shared<const std::string>(file));
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    if (!parser.HandleNextDocument(tree) || tree.root() == nullptr)
      throw Error("the file is empty", file, "a model file begins with the line 'takt: 1'");
    YamlPtr root = tree.root();
    if (parser.HandleNextDocument(tree))
      throw Error("the file holds more than one document", file, "remove the line '---'");
    return root;
  } catch (const YAML::Exception& e) {
    std::string where = file;
    if (!e.mark.is_null())
      where += ":" + std::to_string(e.mark.line + 1) + ":" + std::to_string(e.mark.column + 1);
    throw Error("this is not YAML: " + e.msg, where, hint_for(text, e.mark.line));
  }
}

}  // namespace takt::io
