// What model files may say about forces, signals and roads: entries with their keys. Reader, JSON
// Schema, help, reference page and the generated tests all come from here. A new force is one file
// with one entry and one line in element/catalogue.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  std::string_view unit;      // "N/m", "" for none, of numbers, vectors, matrices; for curves
                              // "x>y": unit of the argument and of the value, "m>N"; where it
                              // depends on a word of the element, "of=rad|rad/s": that key and a
                              // unit for each of its words
  std::string_view standard;  // as a user would write it; empty: must be given
  std::string_view meaning;
  std::string_view allowed = {};  // of a word: "a|b|c"; of numbers: ">0", ">=0"; of a text: "file",
                                  // whose name and text, a line break between, it then is, or
                                  // "formula", in which ${...} stand for values
};

// The values of an element as the reader or a builder holds them, defaults filled in, all SI.
class Values {
 public:
  virtual ~Values() = default;
  virtual bool given(std::string_view key) const = 0;
  virtual double number(std::string_view key) const = 0;
  virtual Vec3 vector(std::string_view key) const = 0;
  virtual Curve curve(std::string_view key) const = 0;
  virtual std::vector<std::vector<double>> matrix(std::string_view key) const = 0;  // rows; tables
  virtual std::string word(std::string_view key) const = 0;                         // and texts
  virtual bool flag(std::string_view key) const = 0;
  // A key of kind varying is a signal: its value is among u, and it has no number.
  virtual bool varies(std::string_view) const { return false; }
  virtual std::shared_ptr<const Road> road() const = 0;  // of the model; never null
  virtual std::shared_ptr<const WheelRail> contact() const {
    return nullptr;
  }  // of Attach::contact
  // The other signals a formula names, as it names them.
  virtual std::span<const std::string> others() const { return {}; }
};

// Of a key whose unit depends on a word: the key of that word ("" of others), and the unit with it;
// an empty word is its default.
std::string_view unit_chooser(const Key&) noexcept;
std::string_view unit_with(const Key&, std::span<const Key> all, std::string_view word) noexcept;
// "N/m", "rad or rad/s".
std::string unit_in_words(const Key&);

// How a force is attached, which says what keys beside its own it has and its measures.
enum class Attach {
  points,   // from, to: frames; one measure, the distance
  axis,     // from, to: frames; one measure, d along the axis z of `from` (key `axis` turns it)
  joint,    // joint: its coordinate (component: which, when it has several)
  pair,     // joints: two of them, one measure each
  three,    // from, to: frames; measures along x, y, z of `from`
  six,      // from, to: frames; measures along x, y, z of `from` and twist x, y, z
  all,      // joints: every coordinate of each of them, one after the other
  contact,  // contact: a wheel_rail constraint; every coordinate of its joint, and its multiplier
  vehicle,  // on: a frame; its place x, y and its axis x along x and y, seen from above
  axle,     // the same, and joints: two of them, one measure each
  body,     // on: a frame of a body; a body force
};

// The keys that say where such a force acts.
std::span<const std::string_view> keys_of(Attach) noexcept;

struct ForceEntry {
  std::string_view name, source, summary;
  Attach attach;
  std::span<const Key> keys;  // keys of kind signal, and varying ones that are signals, are the
                              // signals of the law or body force, in this order
  std::shared_ptr<const Law> (*law)(const Values&);               // null for Attach::body
  std::shared_ptr<const BodyForce> (*body_force)(const Values&);  // null otherwise
  std::string_view unit;  // of `force.<name>`: "N", "N m"; "N|N m": by what its coordinate is
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
