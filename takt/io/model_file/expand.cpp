#include "takt/io/model_file/expand.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/model_file.hpp"

namespace takt::io::model_file {
namespace {

using Kind = YamlNode::Kind;
using ScopePtr = std::shared_ptr<const Scope>;
using ContextPtr = std::shared_ptr<const Context>;

bool is_name(const std::string& name) {
  if (name.empty() || name.front() == '.' || name.back() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c >= 0x80;
  });
}

class Expander {
 public:
  Expander(const Source& source, Expanded& out) : source_(source), out_(out) {}

  void block(const Block& b, const ScopePtr& scope, const ContextPtr& context, int depth) {
    section(b.bodies, "body", out_.bodies, scope, context);
    section(b.joints, "joint", out_.joints, scope, context);
    section(b.constraints, "constraint", out_.constraints, scope, context);
    section(b.forces, "force", out_.forces, scope, context);
    section(b.signals, "signal", out_.signals, scope, context);
    section(b.outputs, "output", out_.outputs, scope, context);
    for (const YamlPtr& n : b.initial)
      out_.initial.push_back({"initial", "", n->mark, n, scope, context});
    std::vector<Item> instances;
    section(b.instances, "instance", instances, scope, context);
    for (const Item& i : instances) instance(i, depth);
  }

 private:
  void section(const std::vector<YamlNode::Entry>& entries, const char* kind,
               std::vector<Item>& into, const ScopePtr& scope, const ContextPtr& context) {
    for (const YamlNode::Entry& e : entries) {
      const Item raw{kind, context->prefix + e.key, e.mark, e.value, scope, context};
      const YamlNode* repeat = e.value->kind == Kind::map ? e.value->find("repeat") : nullptr;
      if (repeat == nullptr) {
        add(raw, e.key, into);
      } else {
        const std::vector<Field> loops = Field(*repeat, raw, "repeat").entries();
        if (loops.empty()) Field(*repeat, raw, "repeat").fail("'repeat' has no index", hint_);
        unroll(raw, e.key, loops, 0, into);
      }
    }
  }

  // One nested loop for each index.
  void unroll(const Item& raw, const std::string& key, const std::vector<Field>& loops,
              std::size_t level, std::vector<Item>& into) {
    if (level == loops.size()) return add(raw, key, into);
    const Field loop(loops[level].node(), raw, loops[level].key());
    const std::vector<Field> ends = loop.is_list() ? loop.list() : std::vector<Field>();
    if (ends.size() != 2) loop.fail("'repeat' needs the first and the last index", hint_);
    const int from = ends[0].integer(), to = ends[1].integer();
    if (static_cast<double>(to) - from >= static_cast<double>(element_limit))
      too_many(loop.where());
    for (int i = from; i <= to; ++i) {
      auto inner = std::make_shared<Scope>(raw.scope);
      inner->set(loop.key(), {static_cast<double>(i), "", {}});
      Item one = raw;
      one.scope = inner;
      if (++loops_ > 10 * element_limit) too_many(loop.where());
      unroll(one, key, loops, level + 1, into);
    }
  }

  [[noreturn]] static void too_many(const std::string& where) {
    throw Error("the model has more than " + std::to_string(element_limit) + " elements", where,
                "repeat fewer of them");
  }

  void add(Item item, const std::string& key, std::vector<Item>& into) {
    item.name = item.context->prefix + item.scope->substitute(key, item.where(item.mark));
    if (!is_name(item.name))
      throw Error("'" + item.name + "' is no name", item.where(item.mark),
                  "names are made of letters, digits, _ - and .");
    if (item.node->kind == Kind::map)
      if (const YamlNode* when = item.node->find("when"); when != nullptr && !holds(item, *when))
        return;
    if (++elements_ > element_limit) too_many(item.where(item.mark));
    into.push_back(std::move(item));
  }

  void instance(const Item& item, int depth) {
    if (depth >= template_depth)
      throw Error("templates are nested more than " + std::to_string(template_depth) + " deep",
                  item.where(item.mark), "does a template hold an instance of itself?");
    const Fields fields = Fields::of(item, {"template", "with", "mirror"});
    const Field wanted = fields.get("template");
    std::vector<std::string> known;
    const YamlNode::Entry* found = nullptr;
    for (const YamlNode::Entry& t : source_.templates) {
      known.push_back(t.key);
      if (t.key == wanted.text()) found = &t;
    }
    if (found == nullptr)
      wanted.fail("unknown template '" + wanted.text() + "'",
                  did_you_mean(wanted.text(), known, "the templates are " + join(known, ", ")));
    const Block b =
        template_block(*found->value, to_string(found->mark) + " template '" + found->key + "'");

    auto context = std::make_shared<Context>();
    context->prefix = item.name + ".";
    context->outer = item.context;
    context->reflection = item.context->reflection;
    if (const auto mirror = fields.find("mirror")) {
      const std::string axis = mirror->word({"none", "x", "y", "z"});
      if (axis != "none") {
        Reflection own;
        own.S[axis[0] - 'x'] = -1;
        context->reflection = context->reflection * own;
      }
    }
    block(b, template_scope(b, fields, item), context, depth + 1);
  }

  // The parameters of the template with the values given under `with`. The template also sees the
  // parameters of the file.
  ScopePtr template_scope(const Block& b, const Fields& fields, const Item& item) const {
    auto scope = std::make_shared<Scope>(out_.scope);
    std::map<std::string, Field> with;
    if (const auto given = fields.find("with"))
      for (const Field& f : given->entries()) with.emplace(f.key(), f);
    std::vector<std::string> known;
    for (const YamlNode::Entry& p : b.parameters) {
      known.push_back(p.key);
      const Item own{"parameter", item.name + "." + p.key, p.mark, p.value, scope, item.context};
      const YamlNode* standard =
          p.value->kind == Kind::map ? p.value->find("value") : p.value.get();
      if (const auto w = with.find(p.key); w != with.end()) {
        scope->set(p.key, value_of(w->second.text()));
        with.erase(w);
      } else if (standard == nullptr || standard->kind == Kind::nothing) {
        throw Error("parameter '" + p.key + "' of the template has no value", fields.where(),
                    "write with: {" + p.key + ": ...}");
      } else {
        scope->set(p.key, value_of(Field(*standard, own, p.key).text()));
      }
    }
    if (!with.empty())
      with.begin()->second.fail(
          "the template has no parameter '" + with.begin()->first + "'",
          did_you_mean(with.begin()->first, known, "its parameters are " + join(known, ", ")));
    return scope;
  }

  static constexpr const char* hint_ = "write repeat: {i: [0, \"${N-1}\"]}";

  const Source& source_;
  Expanded& out_;
  std::size_t elements_ = 0, loops_ = 0;
};

// The unit as written: the text after the number.
std::string unit_in(const std::string& text) {
  const std::size_t at = text.find_first_not_of("0123456789.+-eE \t");
  return at == std::string::npos ? "" : text.substr(at);
}

ParameterInfo info_of(const Item& item, const Scope& scope, std::string& text) {
  ParameterInfo info;
  info.name = item.name;
  const YamlNode* value = item.node.get();
  if (item.node->kind == Kind::map) {
    const Fields f(*item.node, item, {"value", "min", "max", "allowed", "description", "unit"});
    value = &f.get("value").node();
    if (const auto d = f.find("description")) info.description = d->text();
    if (const auto m = f.find("min")) info.least = m->number("*");
    if (const auto m = f.find("max")) info.most = m->number("*");
    if (const auto a = f.find("allowed"))
      for (const Field& w : a->list()) info.allowed.push_back(w.text());
    if (const auto u = f.find("unit")) {
      info.unit = u->text();
      try {
        parse_quantity("1 " + info.unit, u->where());
      } catch (const Error& e) {
        u->fail(e.what(), e.hint);
      }
    }
  }
  const Field field(*value, item, item.name);
  if (!field.is_scalar()) field.unlike("a number or word");
  // A parameter may be a formula of t, for signals. Then every ${...} in it is replaced by its
  // value in brackets.
  const std::string& raw = field.node().text;
  const bool formula =
      raw.find("${") != std::string::npos && looks_like_formula(raw) && !holds_one_value(raw);
  text = scope.substitute(raw, field.where(), formula ? Scope::As::formula : Scope::As::text);
  if (info.unit.empty() && value_of(text).dimension) info.unit = unit_in(text);
  return info;
}

// Gives a better hint if an expression uses a parameter that is defined after it.
std::string later_parameter(const Source& source, std::size_t now, const std::string& what,
                            const std::string& hint) {
  for (std::size_t i = now; i < source.block.parameters.size(); ++i) {
    const std::string& name = source.block.parameters[i].key;
    if (what.ends_with("unknown name '" + name + "'"))
      return "parameters are evaluated in order: put '" + name + "' first";
  }
  return hint;
}

void check_value(const ParameterInfo& info, const Value& v, const std::string& where, Fault fault) {
  if (!info.allowed.empty()) {
    const std::string& word = info.value;
    if (std::find(info.allowed.begin(), info.allowed.end(), word) == info.allowed.end())
      throw Error("parameter '" + info.name + "' cannot be '" + word + "'", where,
                  did_you_mean(word, info.allowed, "write one of " + join(info.allowed, ", ")));
  }
  if (!v.number && (info.least || info.most))
    throw Error("parameter '" + info.name + "' is '" + v.word + "', not a number", where, "",
                fault);
  if ((info.least && *v.number < *info.least) || (info.most && *v.number > *info.most))
    throw Error("parameter '" + info.name + "' is " + takt::number(*v.number) + ", not " +
                    (info.least ? takt::number(*info.least) + " or more" : "") +
                    (info.least && info.most ? " and " : "") +
                    (info.most ? takt::number(*info.most) + " or less" : ""),
                where,
                "write " + (info.least ? takt::number(*info.least) + " or more" : std::string()) +
                    (info.least && info.most ? " and " : "") +
                    (info.most ? takt::number(*info.most) + " or less" : std::string()));
}

}  // namespace

bool holds(const Item& item, const YamlNode& when) {
  const Field field(when, item, "when");
  if (field.is_scalar()) {
    const std::string text = field.text();
    if (text == "true" || text == "false") return text == "true";
    return field.number("") != 0;
  }
  bool all = true;
  for (const Field& f : field.entries()) {
    const Value* v = item.scope->find(f.key());
    if (v == nullptr)
      f.fail("unknown parameter '" + f.key() + "' in 'when'",
             did_you_mean(f.key(), item.scope->names(), "name one of the section parameters"));
    bool any = false;
    const std::vector<Field> words = f.is_list() ? f.list() : std::vector<Field>{f};
    for (const Field& w : words) {
      const Value wanted = value_of(w.text());
      any = any || (wanted.number ? wanted.number == v->number : wanted.word == v->word);
    }
    all = all && any;
  }
  return all;
}

namespace {

// Where `name` is no parameter but a part of the model that --set can reach: how to write it.
std::string set_otherwise(const Block& block, const std::string& name, std::string hint) {
  for (const YamlNode::Entry& e : block.signals)
    if (e.key == name) {
      const YamlNode* type = e.value->find("type");
      return type != nullptr && type->text == "input"
                 ? "it is an input: write u." + name
                 : "it is a signal: only those of type input can be set, as u.name";
    }
  for (const YamlNode::Entry& e : block.joints)
    if (e.key == name)
      return "it is a joint: write q." + name + " for its position at the start, v." + name +
             " for its velocity";
  return hint;
}

}  // namespace

std::vector<ParameterInfo> evaluate_parameters(const Source& source, const Set& set, Scope& scope) {
  std::vector<ParameterInfo> all;
  std::vector<std::string> known;
  const auto context = std::make_shared<const Context>();
  for (const YamlNode::Entry& p : source.block.parameters) {
    const auto so_far = std::make_shared<const Scope>(scope);
    const Item item{"parameter", p.key, p.mark, p.value, so_far, context};
    if (!is_name(p.key) || p.key.find_first_of(".-") != std::string::npos)
      throw Error("'" + p.key + "' is no name of a parameter", item.where(p.mark),
                  "names of parameters are made of letters, digits and _");
    std::string text;
    ParameterInfo info;
    try {
      info = info_of(item, *so_far, text);
    } catch (const Error& e) {
      throw Error(e.what(), e.where, later_parameter(source, all.size(), e.what(), e.hint));
    }
    Value v = value_of(text);
    // A number without unit has the unit of the parameter.
    if (v.number && !v.dimension && !info.unit.empty()) {
      const Quantity one = parse_quantity("1 " + info.unit, "");
      v = {*v.number * one.value, "", one.dimension};
    }
    std::string where = item.where(p.mark);
    Fault fault = Fault::model;
    if (const auto given = set.find(p.key); given != set.end()) {
      where = "set " + p.key;
      fault = Fault::usage;
      const Value wanted = value_of(given->second);
      if (v.number && !wanted.number) parse_quantity(given->second, where);  // throws
      if (v.dimension && wanted.dimension && !fits(*wanted.dimension, *v.dimension))
        throw Error(unit_mismatch(given->second, info.unit).what + " (parameter '" + p.key + "')",
                    where, unit_mismatch(given->second, info.unit).hint, fault);
      const auto dimension = v.dimension;
      v = wanted;
      if (!v.dimension) v.dimension = dimension;
    }
    info.value = v.number ? takt::number(*v.number) : v.word;
    if (v.word.size() > longest_expression)
      throw Error("the word is longer than 1000 characters", where, "");
    check_value(info, v, where, fault);
    scope.set(p.key, v);
    known.push_back(p.key);
    all.push_back(std::move(info));
  }
  for (const auto& [name, value] : set)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(
          "the model has no parameter '" + name + "'", "set " + name,
          set_otherwise(source.block, name,
                        did_you_mean(name, known,
                                     known.empty() ? "it has no parameters"
                                                   : "what can be set: " + join(known, ", "))));
  return all;
}

Expanded expand(const Source& source, const Set& set) {
  auto scope = std::make_shared<Scope>();
  evaluate_parameters(source, set, *scope);
  return expand_part(source, scope, std::make_shared<const Context>());
}

Expanded expand_part(const Source& source, const std::shared_ptr<Scope>& scope,
                     const std::shared_ptr<const Context>& context) {
  Expanded out;
  out.scope = scope;
  out.context = context;
  Expander(source, out).block(source.block, out.scope, out.context, 0);
  return out;
}

}  // namespace takt::io::model_file
