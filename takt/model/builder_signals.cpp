// The part of ModelBuilder that adds signals and links formulas to the signals they name.
#include "takt/base/text.hpp"
#include "takt/element/signal/expression.hpp"
#include "takt/model/builder.hpp"
#include "takt/model/builder_parts.hpp"
#include "takt/model/signals.hpp"

namespace takt {
namespace {

class Constant final : public element::SignalFunction {
 public:
  explicit Constant(double u) : u_(u) {}
  element::SignalValue value(double) const noexcept override { return {u_, 0, 0}; }

 private:
  double u_;
};

// The key that holds a formula, or null.
const element::Key* formula_in(const element::SignalEntry& entry) {
  for (const element::Key& k : entry.keys)
    if (k.kind == element::KeyKind::text && k.allowed.starts_with("formula")) return &k;
  return nullptr;
}

// Of an input or a sampled signal.
void require_range(const Signal& s, const std::string& place) {
  if (s.least > s.most)
    throw Error("its `least`, " + number(s.least) + ", is above its `most`, " + number(s.most),
                place, "exchange them, or give another one");
  if (!(s.least <= s.input && s.input <= s.most))
    throw Error("its value at the start, " + number(s.input) + ", is outside of its range", place,
                "give another `value`, `least` or `most`");
}

bool is_sampled(const element::SignalEntry& entry) {
  return formula_in(entry) != nullptr && formula_in(entry)->allowed == "formula of outputs";
}

}  // namespace

int ModelBuilder::signal(std::string name, std::string_view type, const GivenValues& given,
                         std::string where, std::vector<std::string> prefixes) {
  const std::string place = place_of(where, "signal", name);
  const element::SignalEntry& entry = entry_of(element::signals(), "signal", type, place);
  Signal s;
  s.name = std::move(name);
  s.where = std::move(where);
  if (formula_in(entry) != nullptr) {
    (is_sampled(entry) ? sampled_ : formulas_)
        .push_back({static_cast<int>(model_.signals.size()), &entry, given, prefixes});
    s.function = std::make_shared<Constant>(0);  // replaced by link()
    return signal(std::move(s));
  }
  const KeyedValues values(entry.keys, given, model_.road, place);
  s.function = made(entry, values, place);
  if (s.function == nullptr) {  // an input: its keys give its start value and range
    s.input = values.number("value");
    s.least = values.number("least");
    s.most = values.number("most");
    s.unit = values.word("unit");
    s.interpolated = values.word("between") == "line";
    require_range(s, place);
  }
  return signal(std::move(s));
}

// The names in a formula that are signals or, of a sampled one, outputs.
std::vector<std::string> ModelBuilder::read_by(const Formula& f, const std::string& text,
                                               Signal& s) const {
  constexpr std::string_view output = "out.";
  const bool sampled = is_sampled(*f.entry);
  std::vector<std::string> others;
  for (const std::string& name : element::Expression::names_in(text)) {
    if (name == "t" || (sampled && name == "last")) continue;
    for (const std::string& prefix : f.prefixes) {
      const bool of_output = sampled && name.starts_with(output);
      const int found =
          of_output ? find_output(prefix + name.substr(output.size())) : find_signal(prefix + name);
      if (found < 0) continue;
      others.push_back(name);
      if (sampled)
        s.reads.push_back({of_output, found});
      else
        s.uses.push_back(found);
      break;
    }
  }
  return others;
}

void ModelBuilder::link(const Formula& f) {
  Signal& s = model_.signals[f.signal];
  const bool sampled = is_sampled(*f.entry);
  const std::string place = place_of(s.where, "signal", s.name);
  const auto text = f.given.find(formula_in(*f.entry)->name);
  std::vector<std::string> others;
  if (text != f.given.end() && std::holds_alternative<std::string>(text->second))
    others = read_by(f, std::get<std::string>(text->second), s);
  const KeyedValues values(f.entry->keys, f.given, model_.road, place, nullptr, others);
  if (sampled) {
    s.period = values.number("period");
    s.input = values.number("value");
    s.least = values.number("least");
    s.most = values.number("most");
    require_range(s, place);
  }
  try {
    s.function = f.entry->make(values);
  } catch (const element::ExpressionError& e) {
    std::string hint = e.hint;
    if (!e.unknown.empty()) {
      std::vector<std::string> known = names(model_.signals), outputs = names(model_.outputs);
      for (std::vector<std::string>* all : {&known, &outputs})
        for (std::string& n : *all)
          for (const std::string& prefix : f.prefixes)
            if (!prefix.empty() && n.starts_with(prefix)) n.erase(0, prefix.size());
      for (std::string& n : outputs) n.insert(0, "out.");
      if (sampled) known.insert(known.end(), outputs.begin(), outputs.end());
      const std::string otherwise =
          sampled && e.unknown.starts_with("out.")
              ? (outputs.empty() ? "the model has no outputs: add a section outputs"
                                 : "the outputs are " + join(outputs, ", "))
          : sampled
              ? "a sampled formula may use outputs as out.name, other signals by name, t, pi, e "
                "and last"
          : e.unknown.starts_with("out.")
              ? "outputs can be read by a signal of type sampled, which is computed once a period"
              : "a formula may use t, pi, e and other signals by name; their names then have "
                "letters, digits, _ and . only";
      hint =
          did_you_mean(e.unknown, known, e.hint.starts_with("did you mean") ? e.hint : otherwise);
    }
    throw Error(std::string(e.what()) + " (" + e.where + ")", place, hint);
  } catch (const Error& e) {
    throw Error(e.what() + (e.where.empty() ? "" : " (" + e.where + ")"), place, e.hint);
  }
}

void ModelBuilder::link_sampled() {
  const std::vector<Formula> all = std::move(sampled_);
  sampled_.clear();
  for (const Formula& f : all) link(f);
}

void ModelBuilder::link_formulas() {
  if (formulas_.empty()) return;
  const std::vector<Formula> all = std::move(formulas_);
  formulas_.clear();
  for (const Formula& f : all) link(f);
  order_of_signals(model_);  // throws if signals depend on each other
}

int ModelBuilder::signal_of(const Setting& value, const std::string& name, const std::string& place,
                            const std::string& where) {
  if (const double* constant = std::get_if<double>(&value))
    return signal({name, where, std::make_shared<Constant>(*constant)});
  const std::string& wanted = std::get<std::string>(value);
  const int found = find_signal(wanted);
  if (found < 0)
    throw Error("unknown signal '" + wanted + "'", place,
                did_you_mean(wanted, names(model_.signals)));
  return found;
}

int ModelBuilder::varying_of(const element::Key& key, const KeyedValues& values,
                             const std::string& place) {
  const int found = signal_of(values.signal(key.name), "", place, "");
  if (key.allowed.starts_with(">")) check_range(key, found, place);
  return found;
}

// For a key that takes no negative values: checks the value of the signal at the start, and the
// range of an input.
void ModelBuilder::check_range(const element::Key& key, int found, const std::string& place) {
  link_formulas();
  const Signal& s = model_.signals[found];
  const std::string name(key.name);
  if (s.function == nullptr && s.least < 0)
    throw Error(
        "'" + name + "' comes from the input '" + s.name + "', whose range allows negative values",
        place, "write least: 0 at the input '" + s.name + "'");
  const std::size_t n = model_.signals.size();
  std::vector<double> u(n), du(n), ddu(n);
  evaluate_signals(model_, order_of_signals(model_), 0, standard_inputs(model_), u.data(),
                   du.data(), ddu.data());
  if (s.function != nullptr && u[found] < 0)
    throw Error("'" + name + "' comes from the signal '" + s.name + "', which starts below zero",
                place, "let the signal start at 0 or more");
}

}  // namespace takt
