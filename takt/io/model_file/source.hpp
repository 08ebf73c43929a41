// Loads a model file and the files it includes, as sections of named YAML nodes.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "takt/io/model_file/yaml_node.hpp"

namespace takt::io::model_file {

// The sections that a template and a whole file have in common.
struct Block {
  std::vector<YamlNode::Entry> parameters, bodies, joints, constraints, forces, signals, outputs,
      instances;
  std::vector<YamlPtr> initial;  // those of included files come first
};

struct Source {
  std::string file, text;
  Block block;
  std::vector<YamlNode::Entry> templates, roads;
  std::map<std::string, YamlNode::Entry, std::less<>>
      single;  // name, gravity, road, experiment ...
};

// Throws Error: a file that cannot be read, not a model file, an unknown key, a duplicate name, a
// cycle of includes, too many or too deep includes.
Source load_source(const std::string& text, const std::string& file);

// The sections of a template. Throws Error for an unknown section.
Block template_block(const YamlNode&, const std::string& where);

// The whole text of a regular file of at most 1 MB.
std::string read_text_file(const std::string& path, const std::string& where);

// The sections that a file and a template may have, in the order of the documentation.
std::vector<std::string> file_sections();
std::vector<std::string> template_sections();

}  // namespace takt::io::model_file
