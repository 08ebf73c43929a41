// Parameter values of an element for tests: the defaults of the keys, or given texts.
#pragma once

#include <cstdlib>
#include <map>
#include <random>
#include <stdexcept>

#include "takt/element/catalogue.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/element/road/flat.hpp"

namespace takt::element {

using Texts = std::map<std::string, std::string, std::less<>>;

class SampleValues final : public Values {
 public:
  SampleValues(std::span<const Key> keys, Texts texts, std::shared_ptr<const Road> road = nullptr)
      : keys_(keys), texts_(std::move(texts)),
        road_(road ? std::move(road) : std::make_shared<FlatRoad>()) {
    for (const auto& [name, text] : texts_) key(name);
  }

  bool given(std::string_view name) const override {
    key(name);
    return texts_.contains(name);
  }
  double number(std::string_view name) const override { return std::stod(text(name)); }
  Vec3 vector(std::string_view name) const override {
    const auto rows = matrix(name);
    return {rows.at(0).at(0), rows.at(0).at(1), rows.at(0).at(2)};
  }
  // "[c0, c1, ...]" a polynomial; "[[x, y], ...]" a table.
  Curve curve(std::string_view name) const override {
    const auto rows = matrix(name);
    if (rows.size() == 1) return Curve::polynomial(rows[0]);
    std::vector<double> x, y;
    for (const auto& row : rows) {
      x.push_back(row.at(0));
      y.push_back(row.at(1));
    }
    return Curve::table(x, y);
  }
  std::vector<std::vector<double>> matrix(std::string_view name) const override {
    std::vector<std::vector<double>> rows;
    bool open = false;
    const std::string all = text(name);
    for (const char* c = all.c_str(); *c;) {
      char* end = nullptr;
      const double x = std::strtod(c, &end);
      if (end != c) {
        if (!open) rows.emplace_back();
        open = true;
        rows.back().push_back(x);
        c = end;
      } else if (*c++ == ']') {
        open = false;
      }
    }
    return rows;
  }
  std::string word(std::string_view name) const override { return text(name); }
  bool flag(std::string_view name) const override { return text(name) == "true"; }
  // The text "signal" means that the value is a signal.
  bool varies(std::string_view name) const override { return text(name) == "signal"; }
  std::shared_ptr<const Road> road() const override { return road_; }
  std::shared_ptr<const WheelRail> wheel_rail() const override {
    const TrackLine track({3, 60, 100, {{20, 0.01, 1}}, -100, 50});
    return std::make_shared<WheelRail>(
        WheelRail::Data{1, 0.46, 0.75, 0.2, 0.006, 0.1, 0.3, 0.0115, 2, track});
  }

 private:
  const Key& key(std::string_view name) const {
    for (const Key& k : keys_)
      if (k.name == name) return k;
    throw std::logic_error("no key " + std::string(name));
  }
  std::string text(std::string_view name) const {
    const Key& k = key(name);
    if (const auto found = texts_.find(name); found != texts_.end()) return found->second;
    if (k.standard.empty() || k.standard == "none")
      throw std::logic_error("key " + std::string(name) + " was not given");
    return std::string(k.standard);
  }

  std::span<const Key> keys_;
  Texts texts_;
  std::shared_ptr<const Road> road_;
};

template <class Entry> const Entry& find(std::span<const Entry> entries, std::string_view name) {
  for (const Entry& e : entries)
    if (e.name == name) return e;
  throw std::logic_error("no entry " + std::string(name));
}
inline std::shared_ptr<const Law> make_law(std::string_view name, const Texts& texts) {
  const ForceEntry& e = find(forces(), name);
  return e.law(SampleValues(e.keys, texts));
}
inline std::shared_ptr<const BodyForce> make_body_force(std::string_view name, const Texts& texts,
                                                        std::shared_ptr<const Road> road) {
  const ForceEntry& e = find(forces(), name);
  return e.body_force(SampleValues(e.keys, texts, std::move(road)));
}
inline std::shared_ptr<const Road> make_road(std::string_view name, const Texts& texts) {
  const RoadEntry& e = find(roads(), name);
  return e.make(SampleValues(e.keys, texts));
}
inline std::shared_ptr<const SignalFunction> make_signal(std::string_view name,
                                                         const Texts& texts) {
  const SignalEntry& e = find(signals(), name);
  return e.make(SampleValues(e.keys, texts));
}

// Roads with unevenness between x = 0 and 3.
inline const std::map<std::string, std::shared_ptr<const Road>>& sample_roads() {
  static const std::map<std::string, std::shared_ptr<const Road>> all{
      {"flat", make_road("flat", {{"z", "0.1"}})},
      {"profile", make_road("profile", {{"left", "[[0, 0], [1, 0.1], [3, -0.1]]"},
                                        {"right", "[[0, 0], [2, 0.2]]"},
                                        {"shape", "spline"}})},
      {"bump", make_road("bump", {{"start", "0.2"}, {"length", "2.5"}, {"antiphase", "true"}})},
      {"stairs", make_road("stairs", {{"ramp_start", "0"},
                                      {"ramp_end", "1"},
                                      {"height", "0.3"},
                                      {"blend", "0.2"},
                                      {"stairs_start", "1.2"},
                                      {"step_height", "0.1"},
                                      {"steps", "3"},
                                      {"tread", "0.5"}})},
      {"polyline", make_road("polyline", {{"points", "[[0, 0], [1, 0.2], [2, 0.2], [2.05, 0]]"}})},
      {"grid", make_road("grid", {{"heights", "[[0, 0.1, 0], [0.2, 0, 0.1], [0, 0.2, 0.1]]"},
                                  {"start_y", "-1"},
                                  {"step_x", "1"},
                                  {"step_y", "0.8"}})},
      {"sine", make_road("sine", {{"amplitude", "0.1"}, {"wavelength", "1.3"}, {"phase", "0.5"}})},
      {"slope",
       make_road("slope",
                 {{"grade", "0.1"}, {"cross", "-0.05"}, {"start", "0.3"}, {"blend", "2"}})},
      {"iso8608", make_road("iso8608", {{"class", "E"}, {"length", "60"}, {"blend", "1"}})}};
  return all;
}

class Random {
 public:
  double operator()(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }

 private:
  std::mt19937_64 engine_{7};
};

}  // namespace takt::element
