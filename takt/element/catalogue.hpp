// The catalogue of forces, signals and roads that model files may use: entries with their keys. The
// reader, the JSON Schema, the help, the reference page and the generated tests are made from it.
// To add a force, write one file with one entry and add one line to element/catalogue.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/element/attach.hpp"
#include "takt/element/force/body_force.hpp"
#include "takt/element/force/curve.hpp"
#include "takt/element/force/law.hpp"
#include "takt/element/road/road.hpp"
#include "takt/element/signal/signal.hpp"

namespace takt::element {

class WheelRail;

enum class KeyKind {
  number,
  vector,
  curve,
  matrix,
  word,
  flag,
  signal,
  varying,  // a number, or a signal where it changes with time
  table,
  text
};

struct Key {
  std::string_view name;
  KeyKind kind;
  // "N/m", "" for none; of numbers, vectors, matrices. Of curves "x>y": units of the argument and
  // of the value, as "m>N". Where it depends on a word of the element, "of=rad|rad/s": the key of that
  // word, and a unit for each of its words.
  std::string_view unit;
  std::string_view standard;  // default as a user would write it; empty: must be given
  std::string_view meaning;
  // Of a word: "a|b|c". Of numbers: ">0", ">=0". Of a text: "file", whose value is then the file's
  // name, a line break and the file's text, or "formula", in which ${...} are replaced by values, or
  // "formula of outputs", which may also name outputs.
  std::string_view allowed = {};
};

// The values of an element, held by the reader or a builder, with defaults filled in, all in SI
// units.
class Values {
 public:
  virtual ~Values() = default;
  virtual bool given(std::string_view key) const = 0;
  virtual double number(std::string_view key) const = 0;
  virtual Vec3 vector(std::string_view key) const = 0;
  virtual Curve curve(std::string_view key) const = 0;
  // rows; also of a table
  virtual std::vector<std::vector<double>> matrix(std::string_view key) const = 0;
  virtual std::string word(std::string_view key) const = 0;  // also of a text
  virtual bool flag(std::string_view key) const = 0;
  // True if a key of kind varying is given as a signal. Its value is then among u, and it has no
  // number.
  virtual bool varies(std::string_view) const { return false; }
  virtual std::shared_ptr<const Road> road() const = 0;  // of the model; never null
  virtual std::shared_ptr<const WheelRail> wheel_rail() const {
    return nullptr;
  }  // of Attach::wheel_rail
  // The other signals that a formula names, spelled as in the formula: of a signal, or of a force with
  // formulas.
  virtual std::span<const std::string> others() const { return {}; }
  // Of Attach::any: the measure on which it acts and those that it reads.
  virtual int measures() const { return 1; }
};

// Of a key whose unit depends on a word: the key of that word ("" for other keys), and the unit with
// it. An empty word is its default.
std::string_view unit_chooser(const Key&) noexcept;
std::string_view unit_with(const Key&, std::span<const Key> all, std::string_view word) noexcept;
// "N/m", "rad or rad/s".
std::string unit_in_words(const Key&);

// True if signals are named in its formulas (Attach::any).
inline bool has_formulas(Attach attach) noexcept { return attach == Attach::any; }
// The names with a meaning of their own in such formulas: measures, their rates, states of the law.
inline constexpr std::string_view formula_names[] = {"s", "v", "s1", "v1", "s2", "v2", "z", "z2"};

// The keys that say where such a force acts.
std::span<const std::string_view> keys_of(Attach) noexcept;

struct ForceEntry {
  std::string_view name, source, summary;
  Attach attach;
  // The keys of kind signal, and the varying keys that are given as signals, become the signals of
  // the law or body force, in this order.
  std::span<const Key> keys;
  std::shared_ptr<const Law> (*law)(const Values&);               // null for body forces
  std::shared_ptr<const BodyForce> (*body_force)(const Values&);  // of Attach::body and frames
  // Unit of `force.<name>`: "N", "N m"; "N|N m": depends on whether the coordinate is a length or
  // angle.
  std::string_view unit;
  std::string_view sign;  // what `force.<name>` shows and when it is positive, in one sentence
};

struct SignalEntry {
  std::string_view name, summary;
  std::span<const Key> keys;
  std::shared_ptr<const SignalFunction> (*make)(const Values&);  // returns null: external input
};

struct RoadEntry {
  std::string_view name, summary;
  std::span<const Key> keys;
  std::shared_ptr<const Road> (*make)(const Values&);
};

std::span<const ForceEntry> forces() noexcept;
std::span<const SignalEntry> signals() noexcept;
std::span<const RoadEntry> roads() noexcept;

}  // namespace takt::element
