#include "takt/io/model_file/draft.hpp"

#include <cctype>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/reader.hpp"

namespace takt::io {
namespace {

// "arm.py:41:2:7 body 'arm'" without line and column, which are those of the piece of text.
std::string without_mark(const std::string& at, const std::string& where) {
  if (!at.starts_with(where + ":")) return at;
  std::size_t end = where.size();
  for (int i = 0; i < 2 && end < at.size() && at[end] == ':'; ++i) {
    std::size_t next = end + 1;
    while (next < at.size() && std::isdigit(static_cast<unsigned char>(at[next])) != 0) ++next;
    if (next == end + 1) break;
    end = next;
  }
  return where + at.substr(end);
}

}  // namespace

struct ModelDraft::Parts {
  ModelBuilder builder;
  std::shared_ptr<model_file::Scope> scope = std::make_shared<model_file::Scope>();
  std::shared_ptr<const model_file::Context> context =
      std::make_shared<const model_file::Context>();
  std::vector<YamlNode::Entry> templates;
};

ModelDraft::ModelDraft() : parts_(std::make_unique<Parts>()) {}
ModelDraft::~ModelDraft() = default;
ModelDraft::ModelDraft(const ModelDraft& other) : parts_(std::make_unique<Parts>(*other.parts_)) {
  parts_->scope = std::make_shared<model_file::Scope>(*other.parts_->scope);
}

void ModelDraft::add(const std::string& text, const std::string& where) {
  const Parts& now = *parts_;
  try {
    model_file::Source source = model_file::load_source("takt: 1\n" + text, where);
    auto next = std::make_unique<Parts>(now);
    next->scope = std::make_shared<model_file::Scope>(*now.scope);
    model_file::evaluate_parameters(source, {}, *next->scope);
    source.templates.insert(source.templates.begin(), now.templates.begin(), now.templates.end());
    next->templates = source.templates;
    const model_file::Expanded all = model_file::expand_part(source, next->scope, next->context);
    model_file::Reader(source, all, next->builder).read_part();
    parts_ = std::move(next);
  } catch (const Error& e) {
    throw Error(e.what(), without_mark(e.where, where), e.hint, e.fault);
  }
}

}  // namespace takt::io
