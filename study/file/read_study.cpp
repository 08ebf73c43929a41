#include "study/file/read_study.hpp"

#include <cmath>
#include <filesystem>
#include <set>

#include "study/design/sobol.hpp"
#include "study/file/keys.hpp"
#include "study/file/study_fields.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/model_file/source.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::study {
namespace {

using io::YamlNode;
using io::YamlPtr;
using io::model_file::Field;
using io::model_file::Fields;
using io::model_file::Item;

class StudyReader {
 public:
  StudyReader(const std::string& text, const std::string& file) : folder_(std::filesystem::path(file).parent_path().string()) {
    s_.file = file;
    s_.text = text;
    root_ = io::read_yaml(text, file);
  }

  Study read() {
    const Item item = item_of("study", "", root_->mark, root_);
    if (root_->kind != YamlNode::Kind::map || root_->find("study") == nullptr)
      throw Error("this is not a study", item.where(root_->mark),
                  root_->find("takt") != nullptr
                      ? "it is a model: takt run runs it; a study names a model and begins with study: 1"
                      : "a study begins with the line study: 1");
    const Fields f(*root_, item, keys_of(""));
    if (f.get("study").integer() != 1)
      f.get("study").fail("'study' is not 1", "this program reads version 1 of the format");
    s_.name = f.has("name") ? f.get("name").text()
                            : std::filesystem::path(s_.file).stem().string();
    if (f.has("description")) s_.description = f.get("description").text();
    read_model(f.get("model"));
    if (const auto set = f.find("set")) s_.set = settings(*set);
    if (const auto t = f.find("until")) s_.until = positive(*t);
    if (const auto t = f.find("every")) s_.every = positive(*t);
    if (const auto a = f.find("assemble")) s_.assemble = a->flag();
    if (const auto seed = f.find("seed")) s_.seed = whole(*seed, 0, 1e9);
    if (const auto p = f.find("parameters")) read_parameters(*p);
    read_samples(f);
    read_axes(f);
    if (const auto m = f.find("metrics")) read_metrics(*m);
    if (const auto k = f.find("keep")) read_keep(*k);
    if (const auto l = f.find("limits")) read_limits(*l);
    if (const auto fit = f.find("fit")) s_.fit = read_fit(*fit, folder_);
    if (!s_.fit && s_.metrics.empty() && s_.keep.signals.empty() && s_.keep.results.empty())
      throw Error("nothing is kept of the cases", item.where(root_->mark),
                  "add metrics: {highest: {max: energy.total}}, for example");
    return std::move(s_);
  }

 private:
  void read_model(const Field& f) {
    const std::string name = f.text();
    s_.model_at = f.where();
    const bool shipped =
        io::find_shipped(name) != nullptr || problem::find_problem(name) != nullptr;
    const bool file = name.ends_with(".yaml") || name.ends_with(".yml");
    s_.model = shipped || !file ? name : beside(folder_, name);
  }

  void read_parameters(const Field& map) {
    std::set<std::string> seen;
    for (const Item& item : elements(map, "parameter")) {
      Parameter p;
      p.path = item.name;
      p.at = item.where(item.mark);
      if (item.node->kind == YamlNode::Kind::list) {
        read_list(Field(*item.node, item, "list"), p);
      } else {
        std::vector<std::string> names, known;
        for (const SpreadEntry& e : spreads()) names.emplace_back(e.name);
        known = names;
        for (const std::string& key : keys_of("parameter")) known.push_back(key);
        const Fields f(*item.node, item, known);
        f.require_one_of(names);
        for (const SpreadEntry& e : spreads())
          if (f.has(e.name)) p.spread = e.spread, read_spread(f, e, p);
      }
      s_.parameters.push_back(std::move(p));
    }
  }

  static void read_list(const Field& f, Parameter& p) {
    p.spread = Spread::list;
    for (const Field& one : f.list()) {
      p.values.push_back(one.text());
      const io::model_file::Value v = io::model_file::value_of(p.values.back());
      p.cells.push_back(v.number ? number(*v.number) : p.values.back());
    }
    if (p.values.empty()) f.fail("the list is empty", "write at least one value");
  }

  // Two numbers of the same dimension.
  static std::pair<double, double> two(const Field& f, const std::string& form) {
    const std::vector<Field> x = f.is_list() ? f.list() : std::vector<Field>{};
    if (x.size() < 2) f.fail("'" + f.key() + "' is not " + form, "write " + f.key() + ": " + form);
    const auto a = x[0].dimension(), b = x[1].dimension();
    if (a && b && !io::fits(*a, *b))
      x[1].fail("'" + x[0].text() + "' and '" + x[1].text() + "' have different dimensions",
                "write both in the same unit");
    if (a.has_value() != b.has_value() && x[0].number("*") != 0 && x[1].number("*") != 0)
      x[1].fail("one of '" + x[0].text() + "' and '" + x[1].text() + "' has a unit, the other none",
                "write the unit twice: a number without one is in SI");
    return {x[0].number("*"), x[1].number("*")};
  }

  static void read_spread(const Fields& f, const SpreadEntry& e, Parameter& p) {
    const Field value = f.get(e.name);
    const std::string form(e.form);
    if (e.spread == Spread::list) return read_list(value, p);
    for (const char* bound : {"least", "most"})
      if (f.has(bound) && e.spread != Spread::normal)
        f.get(bound).fail("'" + std::string(bound) + "' belongs to normal", "leave it out");
    std::tie(p.first, p.second) = two(value, form);
    const std::vector<Field> parts = value.list();
    if (parts.size() != (e.spread == Spread::grid ? 3 : 2))
      value.fail("'" + value.key() + "' has " + std::to_string(parts.size()) + " values",
                 "write " + value.key() + ": " + form);
    if (e.spread == Spread::grid) {
      const auto count = static_cast<std::int64_t>(whole(parts[2], 1, 1e9));
      if (count > 10'000'000)
        parts[2].fail("the grid has " + parts[2].text() + " values", "at most 10 million are allowed");
      for (std::int64_t k = 0; k < count; ++k)
        p.values.push_back(number(count == 1 ? p.first
                                  : k == count - 1
                                      ? p.second
                                      : p.first + (p.second - p.first) * static_cast<double>(k) /
                                                      static_cast<double>(count - 1)));
      p.cells = p.values;
      return;
    }
    if (e.spread == Spread::uniform && !(p.first < p.second))
      value.fail("no number is between " + parts[0].text() + " and " + parts[1].text(),
                 "write [least, most]; a single value belongs into set:");
    if (e.spread != Spread::uniform && !(p.second > 0))
      value.fail(std::string(e.spread == Spread::normal ? "a deviation" : "a tolerance") + " of " +
                     parts[1].text() + " is not positive",
                 "write " + form + "; a single value belongs into set:");
    if (e.spread != Spread::normal) return;
    p.least = f.has("least") ? f.get("least").number("*") : -INFINITY;
    p.most = f.has("most") ? f.get("most").number("*") : INFINITY;
    if (!(p.least < p.most))
      f.get("most").fail("nothing is between 'least' and 'most'", "write least below most");
    const double inside = normal_share((p.most - p.first) / p.second) -
                          normal_share((p.least - p.first) / p.second);
    if (!(inside > 1e-9))
      value.fail("hardly any number of this distribution is between 'least' and 'most'",
                 "move the bounds towards the mean, or take uniform");
  }

  void read_samples(const Fields& f) {
    const int random = s_.random_parameters();
    const auto samples = f.find("samples");
    if (!samples) {
      if (random == 0) return;
      for (const Parameter& p : s_.parameters)
        if (p.random())
          throw Error("the values of '" + p.path + "' are random, but there is no `samples`", p.at,
                      "add samples: {count: 100, design: latin_hypercube}, for example");
    }
    if (random == 0)
      samples->fail("no parameter is random",
                    "give one as uniform, normal or tolerance, or leave `samples` out");
    const Fields m = samples->map(keys_of("samples"));
    s_.samples = whole(m.get("count"), 1, 1e18);
    std::vector<std::string> names;
    for (const DesignEntry& e : designs()) names.emplace_back(e.name);
    if (const auto d = m.find("design")) {
      const std::string word = d->word(names);
      for (const DesignEntry& e : designs())
        if (e.name == word) s_.design = e.design;
    }
    const bool sequence = s_.design == Design::sobol || s_.design == Design::sensitivity;
    if (!sequence) return;
    const int dimensions = s_.design == Design::sobol ? random : 2 * random;
    if (dimensions > most_sobol_dimensions)
      samples->fail("the design needs " + std::to_string(dimensions) + " dimensions",
                    "at most " + std::to_string(most_sobol_dimensions) +
                        " are there; take latin_hypercube");
    if ((s_.samples & (s_.samples - 1)) != 0) {
      std::uint64_t next = 1;
      while (next < s_.samples) next *= 2;
      m.get("count").fail("'count' is " + std::to_string(s_.samples) + ", not a power of two",
                          "a Sobol sequence is even only then: write " + std::to_string(next / 2) +
                              " or " + std::to_string(next));
    }
  }

  void read_axes(const Fields& f) {
    const auto texts = [](const Field& field) {
      std::vector<Field> all = field.is_list() ? field.list() : std::vector<Field>{field};
      if (all.empty()) field.fail("the list is empty", "write at least one, or leave it out");
      return all;
    };
    if (const auto methods = f.find("methods"))
      for (const Field& m : texts(*methods)) {
        std::string word = m.text();
        if (word.ends_with(".yaml") || word.ends_with(".yml")) word = beside(folder_, word);
        try {
          (void)io::read_method(word);
        } catch (const Error& e) {
          throw Error(e.what(), m.where(), e.hint);
        }
        s_.methods.push_back(word);
      }
    if (const auto steps = f.find("steps"))
      for (const Field& h : texts(*steps)) s_.steps.push_back(positive(h));
    if (const auto inputs = f.find("inputs"))
      for (const Field& file : texts(*inputs)) {
        s_.inputs.push_back(beside(folder_, file.text()));
        std::error_code none;
        if (!std::filesystem::is_regular_file(s_.inputs.back(), none))
          file.fail("there is no file '" + s_.inputs.back() + "'",
                    "paths are relative to the study");
      }
  }

  void read_metrics(const Field& map) {
    std::set<std::string> names;
    for (const Item& item : elements(map, "metric")) {
      Metric m;
      m.name = item.name;
      m.at = item.where(item.mark);
      for (const char* taken : {"case", "inputs", "method", "step", "status", "t_end", "error"})
        if (m.name == taken)
          throw Error("the table of a study has a column '" + m.name + "' already", m.at,
                      "choose another name for the metric");
      for (const Parameter& p : s_.parameters)
        if (p.path == m.name)
          throw Error("the metric has the name of a parameter", m.at, "choose another name");
      std::vector<std::string> kinds, known;
      for (const MeasureEntry& e : measures()) kinds.emplace_back(e.name);
      known = kinds;
      for (const std::string& key : keys_of("metric")) known.push_back(key);
      const Fields f(*item.node, item, known);
      f.require_one_of(kinds);
      for (const MeasureEntry& e : measures())
        if (f.has(e.name)) {
          m.measure = e.measure;
          m.of = f.get(e.name).text();
          require_target(f.get(e.name), m, names);
        }
      if (const auto t = f.find("from")) m.from = t->number("s");
      if (const auto t = f.find("to")) m.to = t->number("s");
      if (!(m.from < m.to)) f.get("to").fail("'to' is not after 'from'", "write a later time");
      if (const auto share = f.find("share")) {
        m.share = share->number("");
        if (!(m.share > 0 && m.share < 1))
          share->fail("'share' is not between 0 and 1", "write 0.95, for example");
      }
      if (m.measure == Measure::time_above) m.limit = f.get("limit").number("*");
      names.insert(m.name);
      s_.metrics.push_back(std::move(m));
    }
  }

  void require_target(const Field& f, const Metric& m, const std::set<std::string>& earlier) const {
    if (m.measure == Measure::drift) {
      (void)f.word({"position", "velocity", "acceleration"});
    } else if (m.measure == Measure::count) {
      std::vector<std::string> words;
      for (const Counted& c : counted()) words.emplace_back(c.name);
      (void)f.word(words);
    } else {
      std::vector<std::string> names = element::Expression::names_in(m.of);
      if (m.measure == Measure::formula) {
        names.assign(earlier.begin(), earlier.end());
        for (const Parameter& p : s_.parameters) names.push_back(p.path);
      }
      compile(f, m.of, names);
    }
  }

  static void compile(const Field& f, const std::string& text,
                      const std::vector<std::string>& names) {
    try {
      (void)element::Expression::compile(text, names);
    } catch (const element::ExpressionError& e) {
      throw Error("in '" + text + "', character " + std::to_string(e.column) + ": " + e.what(),
                  f.where(),
                  e.unknown.empty() ? e.hint
                                    : did_you_mean(e.unknown, names,
                                                   names.empty() ? "name an earlier metric"
                                                                 : "known are " + join(names, ", ")));
    }
  }

  void read_keep(const Field& map) {
    const Fields f = map.map(keys_of("keep"));
    if (const auto signals = f.find("signals"))
      for (const Field& s : signals->list()) s_.keep.signals.push_back(s.text());
    if (const auto t = f.find("every")) s_.keep.every = positive(*t);
    if (const auto cases = f.find("results"))
      for (const Field& c : cases->list())
        s_.keep.results.push_back(static_cast<std::int64_t>(whole(c, 0, 1e7)));
  }

  void read_limits(const Field& map) {
    const Fields f = map.map(keys_of("limits"));
    if (const auto n = f.find("steps"))
      s_.most_steps = static_cast<std::int64_t>(whole(*n, 1, 1e15));
    if (const auto t = f.find("time")) s_.most_seconds = positive(*t);
  }

  std::string folder_;
  YamlPtr root_;
  Study s_;
};

}  // namespace

Study read_study(const std::string& text, const std::string& file) {
  return StudyReader(text, file).read();
}

Study read_study_file(const std::string& path) {
  return read_study(io::model_file::read_text_file(path, path), path);
}

}  // namespace takt::study
