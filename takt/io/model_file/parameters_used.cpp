#include "takt/io/model_file/parameters_used.hpp"

#include <algorithm>
#include <cctype>

#include "takt/io/model_file/scope.hpp"

namespace takt::io::model_file {
namespace {

bool of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void take_names(const std::string& expression, const Model& m, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < expression.size();) {
    std::size_t end = i;
    while (end < expression.size() && of_name(expression[end])) ++end;
    const std::string name = expression.substr(i, end - i);
    i = std::max(end, i + 1);
    const bool known = std::any_of(m.parameters.begin(), m.parameters.end(),
                                   [&](const auto& p) { return p.first == name; });
    if (known && std::find(found.begin(), found.end(), name) == found.end()) found.push_back(name);
  }
}

void look_into(const YamlNode& node, const Model& m, std::vector<std::string>& found) {
  for (std::size_t open = node.text.find("${"); open != std::string::npos;) {
    const std::size_t close = closing_brace(node.text, open);
    take_names(node.text.substr(open, close - open), m, found);
    open = close == std::string::npos ? close : node.text.find("${", close);
  }
  for (const YamlPtr& child : node.list) look_into(*child, m, found);
  for (const YamlNode::Entry& e : node.map)
    if (e.key != "when") look_into(*e.value, m, found);
}

}  // namespace

std::vector<std::string> parameters_used(const YamlNode& node, const Model& m) {
  std::vector<std::string> found;
  look_into(node, m, found);
  return found;
}

}  // namespace takt::io::model_file
