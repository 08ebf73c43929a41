// takt list [kind]: prints what the catalogues contain.
#include "list.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/reproduce/catalogue.hpp"
#include "column_items.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "reference.hpp"
#include "signs.hpp"
#include "takt/base/text.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/default_method.hpp"
#include "takt/method/refusal.hpp"
#include "takt/model/joint_components.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::app {
namespace {

using Json = nlohmann::ordered_json;

void add_options(Item& item, std::span<const Option> options) {
  for (const Option& o : options) {
    item.options.push_back({std::string(o.name), std::string(o.standard), std::string(o.meaning),
                            std::string(o.allowed)});
  }
}

template <class Entry> Item item_of(const Entry& e) {
  return {std::string(e.name), std::string(e.source), std::string(e.summary), {}, {}};
}

std::vector<Item> model_items() {
  std::vector<Item> items;
  for (const auto& p : problem::problems()) {
    Item item = item_of(p);
    item.facts.push_back("usually run for " + io::seconds_in_words(p.until));
    for (const auto& x : p.parameters)
      item.options.push_back(
          {std::string(x.name),
           x.words.empty() ? number(x.value) : problem::word_of_value(x, x.value),
           std::string(x.meaning) + (x.unit.empty() ? "" : ", " + std::string(x.unit)),
           std::string(x.words)});
    items.push_back(std::move(item));
  }
  for (const io::ShippedModel& m : io::shipped_models()) {
    Item item{std::string(m.name), "model file", std::string(m.summary), {}, {}};
    for (const auto& p : io::parameters_of(std::string(m.text), std::string(m.name) + ".yaml"))
      if (!p.description.empty())
        item.options.push_back({p.name, p.value, p.description, join(p.allowed, "|")});
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> joint_items() {
  std::vector<Item> items;
  for (const element::JointEntry* j : element::joints) {
    Item item{std::string(j->name), "", std::string(j->summary), {}, {}};
    std::vector<std::string> coordinates;
    for (const JointComponent& c : takt::coordinates_of(*j, false))
      if (!c.name.empty()) coordinates.push_back(c.name);
    if (!coordinates.empty()) item.facts.push_back("coordinates " + join(coordinates, " "));
    const std::string rows = j->motion != nullptr ? "no rows"
                             : j->cut.size() == 1 ? "1 row"
                                                  : std::to_string(j->cut.size()) + " rows";
    item.facts.push_back(rows + " when it closes a loop" +
                         (j->motion != nullptr ? ": it is always in the tree" : ""));
    std::string keys = "placed by `between` `at` `axis`";
    if (j->axis2 >= 0) keys += " `axis2`";
    if (j->has_pitch) keys += " `pitch`";
    for (const element::Key& k : j->keys) keys += " `" + std::string(k.name) + "`";
    item.facts.push_back(std::move(keys));
    items.push_back(std::move(item));
  }
  return items;
}

template <class Entries> std::vector<Item> element_items(const Entries& entries) {
  std::vector<Item> items;
  for (const auto& e : entries) {
    Item item{std::string(e.name), "", std::string(e.summary), {}, {}};
    if constexpr (requires { e.source; }) item.source = std::string(e.source);
    if constexpr (requires { e.attach; }) {
      std::string keys;
      for (const std::string_view key : element::keys_of(e.attach))
        keys += " `" + std::string(key) + "`";
      item.facts.push_back("placed by" + keys);
    }
    if constexpr (requires { e.sign; })
      item.facts.push_back("`force.<name>` is " + std::string(e.sign));
    for (const element::Key& k : e.keys) {
      std::string meaning(k.meaning);
      if (!k.unit.empty()) meaning += ", " + element::unit_in_words(k);
      item.options.push_back({std::string(k.name),
                              k.standard.empty() ? "(needed)" : std::string(k.standard), meaning,
                              std::string(k.allowed)});
    }
    items.push_back(std::move(item));
  }
  return items;
}
std::vector<Item> force_items() { return element_items(element::forces()); }
std::vector<Item> signal_items() { return element_items(element::signals()); }
std::vector<Item> road_items() { return element_items(element::roads()); }

std::vector<Item> formulation_items() {
  std::vector<Item> items;
  for (const auto& f : formulations()) {
    Item item = item_of(f);
    add_options(item, f.options);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> integrator_items() {
  std::vector<Item> items;
  for (const auto& i : integrators()) {
    Item item = item_of(i);
    if (!i.alias.empty()) item.facts.push_back("also called " + std::string(i.alias));
    item.facts.push_back("order " + std::to_string(i.order));
    item.facts.emplace_back(i.adaptive ? "adaptive, cost of a step not bounded" : "bounded");
    if (!i.lone_rows.empty()) item.facts.push_back("rows " + std::string(i.lone_rows));
    add_options(item, i.options);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> stabilisation_items() {
  std::vector<Item> items;
  for (const auto& s : stabilisations()) {
    Item item = item_of(s);
    add_options(item, s.options);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> jacobian_items() {
  std::vector<Item> items;
  for (const auto& j : jacobians()) {
    Item item = item_of(j);
    add_options(item, j.options);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> method_items() {
  std::vector<Item> items;
  for (bool constrained : {false, true})
    for (const std::string& text : all_compositions(constrained)) {
      const Composition c = compose(parse_method(text));
      if (!refusal(c, nullptr).empty()) continue;
      items.push_back({text,
                       constrained ? "with constraints" : "without constraints",
                       "order " + std::to_string(c.integrator->order) +
                           (c.bounded() ? ", bounded" : ", not bounded"),
                       {},
                       {}});
    }
  return items;
}

// The methods that are used without --method.
std::vector<Item> default_items() {
  std::vector<Item> items;
  for (const DefaultMethod& d : default_methods()) {
    Item i{std::string(d.kind), "", "a system that " + std::string(d.systems), {}, {}};
    if (!d.tree.empty()) i.facts.push_back("without constraints: " + std::string(d.tree));
    if (!d.loops.empty()) i.facts.push_back("with: " + std::string(d.loops));
    i.facts.push_back(std::string(d.why));
    items.push_back(std::move(i));
  }
  return items;
}

std::vector<Item> experiment_items() {
  std::vector<Item> items;
  for (const auto& e : reproduce::experiments())
    items.push_back({std::string(e.id), std::string(e.title), std::string(e.summary), {}, {}});
  return items;
}

constexpr Kind all_kinds[] = {
    {"models", "Models: takt run NAME", model_items},
    {.name = "methods",
     .title = "Methods: formulation+integrator[+stabilisation][+jacobian], options left out",
     .items = method_items,
     .counted = true,
     .before = "defaults"},
    {"defaults",
     "Defaults: what runs without --method, by kind of system (docs/default-methods.md)",
     default_items},
    {"formulations", "Formulations: how constraints enter", formulation_items},
    {"integrators", "Integrators: how time advances", integrator_items},
    {"stabilisations", "Stabilisations: what keeps the motion on the constraints",
     stabilisation_items},
    {"jacobians", "Jacobians: where derivatives come from", jacobian_items},
    {"joints", "Joints of model files", joint_items},
    {"forces", "Forces of model files", force_items},
    {"signals", "Signals of model files", signal_items},
    {"roads", "Roads of model files", road_items},
    {"columns", "Columns of result files; docs/signs.md has all signs and axes", column_items},
    {"experiments", "Experiments of the papers: takt reproduce ID", experiment_items,
     "Nothing to show: no experiments are built in."},
};

const Kind& kind_of(const std::string& word) {
  std::vector<std::string> names;
  for (const Kind& k : all_kinds) {
    if (k.name == word) return k;
    names.emplace_back(k.name);
  }
  throw Error("there is no list of '" + word + "'", "",
              did_you_mean(word, names, "there are " + join(names, ", ")), Fault::usage);
}

std::string with_allowed(const ItemOption& o) {
  return o.allowed.empty() ? o.meaning : o.meaning + " [" + o.allowed + "]";
}

std::string text_of(const Kind& kind, const std::vector<Item>& items, const io::Style& style) {
  if (items.empty()) return std::string(kind.none) + "\n";
  std::size_t names = 0, sources = 0;
  for (const Item& i : items) {
    names = std::max(names, i.name.size());
    sources = std::max(sources, io::width(i.source));
  }
  const std::size_t indent = 2 + names + 2 + sources + 2;
  const std::size_t screen = std::max<std::size_t>(120, indent + 40);
  std::string out = style.faint(kind.title) + "\n\n";
  for (const Item& i : items) {
    out += "  " + style.strong(io::padded(i.name, names)) + "  " +
           style.faint(io::padded(i.source, sources)) + "  " +
           io::wrapped(i.summary, screen - indent, indent) + "\n";
    if (!i.facts.empty()) out += "      " + style.faint(join(i.facts, ", ")) + "\n";
    std::size_t options = 0, standards = 0;
    for (const auto& o : i.options) {
      options = std::max(options, o.name.size());
      standards = std::max(standards, o.standard.size());
    }
    for (const auto& o : i.options) {
      const std::size_t start = 6 + options + 3 + standards + 2;
      out += "      " + io::padded(o.name, options) + " = " + io::padded(o.standard, standards) +
             "  " + style.faint(io::wrapped(with_allowed(o), screen - start, start)) + "\n";
    }
    if (!i.facts.empty() || !i.options.empty()) out += "\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

Json json_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& i : items) {
    Json one{{"name", i.name}, {"source", i.source}, {"summary", i.summary}};
    if (!i.facts.empty()) one["facts"] = i.facts;
    for (const auto& o : i.options)
      one["options"].push_back(
          {{"name", o.name}, {"default", o.standard}, {"meaning", with_allowed(o)}});
    list.push_back(std::move(one));
  }
  return list;
}

std::string overview(const io::Style& style) {
  std::string out;
  for (const Kind& k : all_kinds) {
    const std::vector<Item> items = k.items();
    std::vector<std::string> names;
    for (const Item& i : items) names.push_back(i.name);
    const std::string text = items.empty() ? "none yet"
                             : k.counted   ? std::to_string(items.size()) + " combinations"
                                           : join(names, " ");
    out +=
        "  " + style.strong(io::padded(std::string(k.name), 16)) + io::wrapped(text, 80, 18) + "\n";
  }
  return out + "\n  takt list KIND says more, takt explain METHOD explains a combination.\n";
}

void list(const std::string& word, bool json, const io::Style& style) {
  if (word.empty()) {
    Json all = Json::object();
    if (json)
      for (const Kind& k : all_kinds) all[std::string(k.name)] = json_of(k.items());
    std::fputs((json ? all.dump(2) + "\n" : overview(style)).c_str(), stdout);
    return;
  }
  const Kind& kind = kind_of(word);
  const std::vector<Item> items = kind.items();
  if (!json && !kind.before.empty()) {
    const Kind& before = kind_of(std::string(kind.before));
    std::fputs((text_of(before, before.items(), style) + "\n").c_str(), stdout);
  }
  std::fputs((json ? json_of(items).dump(2) + "\n" : text_of(kind, items, style)).c_str(), stdout);
}

void add_list(CLI::App& app, Context& context) {
  auto word = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false), page = std::make_shared<bool>(false);
  auto signs = std::make_shared<bool>(false);
  std::vector<std::string> names;
  for (const Kind& k : all_kinds) names.emplace_back(k.name);
  add_word(app, "KIND", "", *word, join(names, ", "));
  CLI::Option* as_json = app.add_flag("--json", *json, "as JSON");
  CLI::Option* as_page =
      app.add_flag("--markdown", *page, "everything, as the page docs/reference.md");
  as_page->excludes(as_json);
  app.add_flag("--signs", *signs, "what is positive, and in which axes, as the page docs/signs.md")
      ->excludes(as_json)
      ->excludes(as_page);
  app.callback([word, json, page, signs, &context] {
    if (*signs && !word->empty())
      throw Error("--signs prints one page", "list", "leave out '" + *word + "'", Fault::usage);
    if (*signs) {
      std::fputs(signs_page().c_str(), stdout);
      return;
    }
    if (*page && !word->empty())
      throw Error("--markdown prints all lists on one page", "list", "leave out '" + *word + "'",
                  Fault::usage);
    if (*page)
      std::fputs(reference_page(*context.program).c_str(), stdout);
    else
      list(*word, *json, context.style);
  });
}

}  // namespace

std::span<const Kind> kinds() noexcept { return all_kinds; }

Command list_command() {
  return {"list", "models, methods and their parts, experiments", add_list};
}

}  // namespace takt::app
