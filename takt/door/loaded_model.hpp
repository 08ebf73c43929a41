// A model that was read, checked and is ready to be simulated: a shipped one by its name, a file, a
// text, a model built in code, or a system of equations of one's own.
//
//   auto model = takt::load("iltis", {{"road", "bump"}, {"speed", "8 m/s"}});
//   auto same  = model.with({{"speed", 10}});
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "takt/base/error.hpp"

namespace takt {

struct Model;             // takt/model/model.hpp; made by ModelBuilder (takt/model/builder.hpp)
class EquationsOfMotion;  // takt/eom/equations_of_motion.hpp
class Simulation;

// A value as a model file would have it: a number in SI units, a word, or text with a unit.
class Value {
 public:
  Value(double);
  Value(int x) : Value(static_cast<double>(x)) {}
  Value(bool x) : text_(x ? "true" : "false") {}
  Value(const char* text) : text_(text) {}
  Value(std::string text) : text_(std::move(text)) {}
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

// Parameters of a model, and as `--set` takes them: q.<name>, v.<name>, z.<name> of the initial
// state, u.<name> of an external input.
using Parameters = std::vector<std::pair<std::string, Value>>;

class LoadedModel {
 public:
  const std::string& name() const noexcept;
  // The same model with other values. Throws Error as load does.
  LoadedModel with(const Parameters&) const;

  std::vector<std::string> parameters() const;
  std::vector<std::string> inputs() const, outputs() const, bodies() const, joints() const;

  struct Source;  // takt/door/source.hpp
  const Source& source() const noexcept { return *source_; }

 private:
  friend LoadedModel load(std::string_view, const Parameters&);
  friend LoadedModel parse(std::string_view, const Parameters&);
  friend LoadedModel load(Model);
  friend LoadedModel load(std::shared_ptr<const EquationsOfMotion>, std::string);
  explicit LoadedModel(std::shared_ptr<const Source>);
  std::shared_ptr<const Source> source_;
};

// A shipped model by its name, or a model file. Throws Error: what is wrong, where, and what to
// write instead.
LoadedModel load(std::string_view name_or_file, const Parameters& = {});
// A model file given as text.
LoadedModel parse(std::string_view text, const Parameters& = {});
// A model that was built in code (ModelBuilder::build).
LoadedModel load(Model);
// A system written by hand: a class derived from EquationsOfMotion or problem::DenseSystem.
LoadedModel load(std::shared_ptr<const EquationsOfMotion>, std::string name = "system");

}  // namespace takt
