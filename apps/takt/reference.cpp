#include "reference.hpp"

#include <CLI/CLI.hpp>

#include "complaint.hpp"
#include "json_keys.hpp"
#include "list.hpp"
#include "study/file/keys.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/method/method.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::app {
namespace {

using Words = std::vector<std::string>;

struct Explained {
  std::string_view name, meaning;
};

constexpr Explained exit_codes[] = {
    {"0", "done"},
    {"1", "failed for another reason: a file that cannot be written, for example"},
    {"2", "wrong usage: an unknown command, option or unit"},
    {"3", "invalid model or method: an unknown name, parts that do not fit, an inconsistent start"},
    {"4", "the solver failed; results up to the last good time are kept and that time is said"},
    {"5",
     "takt realtime: deadlines were missed, all results are kept; takt certify: deadline, bound, "
     "counters or heap do not hold; takt tune: no method meets everything"},
    {"130", "interrupted (Ctrl-C); results up to there are kept"},
};
static_assert(done == 0 && failed == 1 && wrong_usage == 2 && invalid == 3 && solver_failed == 4 &&
              budget_violated == 5 && interrupted == 130);

// Escapes a table cell: `|` would end it, and `<` would start a tag, unless it is in code.
std::string cell(std::string_view text) {
  std::string out;
  bool in_code = false;
  for (const char c : text) {
    in_code = in_code != (c == '`');
    out += c == '|' ? "\\|" : c == '<' && !in_code ? "&lt;" : c == '\n' ? " " : std::string(1, c);
  }
  return out;
}

std::string code(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out.empty() ? out : "`" + out + "`";
}

std::string row(const Words& cells) { return "| " + join(cells, " | ") + " |\n"; }

std::string table_head(const Words& titles) {
  return "\n" + row(titles) + row(Words(titles.size(), "---"));
}

std::string heading(std::string_view text, int level = 2) {
  return "\n" + std::string(level, '#') + " " + std::string(text) + "\n";
}

const Kind& kind(std::string_view name) {
  for (const Kind& k : kinds())
    if (k.name == name) return k;
  throw Error("there is no list of '" + std::string(name) + "'", "", "", Fault::other);
}

std::string options_table(const std::vector<ItemOption>& options, std::string_view first) {
  bool allowed = false;
  for (const ItemOption& o : options) allowed = allowed || !o.allowed.empty();
  Words titles{std::string(first), "default"};
  if (allowed) titles.emplace_back("values");
  titles.emplace_back("meaning");
  std::string out = table_head(titles);
  for (const ItemOption& o : options) {
    Words cells{code(o.name), code(o.standard)};
    if (allowed) cells.push_back(cell(o.allowed));
    cells.push_back(cell(o.meaning));
    out += row(cells);
  }
  return out;
}

// Makes a sentence of a text; a symbol at its beginning keeps its case.
std::string sentence(std::string text) {
  const auto is_small = [&](std::size_t i) {
    return i < text.size() && text[i] >= 'a' && text[i] <= 'z';
  };
  if (is_small(0) && (is_small(1) || text.starts_with("a ")))
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.empty() && text.back() != '.') text += ".";
  return text;
}

// One item as a section: its description, source and options.
std::string section(const Item& item, std::string_view option_title, const std::string& more = "") {
  std::string out = heading("`" + item.name + "`", 3) + "\n" + cell(sentence(item.summary));
  if (!item.source.empty()) out += " Source: " + cell(sentence(item.source));
  if (!item.facts.empty()) out += " " + cell(sentence(join(item.facts, ", ")));
  out += "\n" + more;
  if (!item.options.empty()) out += options_table(item.options, option_title);
  return out;
}

std::string sections(std::string_view name, std::string_view option_title) {
  const Kind& k = kind(name);
  std::string out = heading(k.title);
  for (const Item& item : k.items()) out += section(item, option_title);
  return out;
}

std::string named(std::string_view what, const Words& names) {
  return names.empty() ? "" : "\n* " + std::string(what) + ": `" + join(names, "` `") + "`";
}

std::string models() {
  const Kind& k = kind("models");
  std::string out = heading(k.title) +
                    "\nProblems written by hand have the coordinates of their source; model files "
                    "are compiled to joint or natural coordinates. All units are SI.\n";
  for (const Item& item : k.items()) {
    const io::OpenModel model = io::open_model(item.name);
    const Names& n = model.system->names();
    std::string lists;
    if (model.mechanism == nullptr) {
      lists = named("coordinates", n.q);
      lists += n.v == n.q ? "" : named("velocities", n.v);
      lists += named("constraint rows", n.rows) + named("auxiliary states", n.z);
    }
    lists += named("outputs", n.outputs);
    out += section(item, "parameter", lists.empty() ? "" : lists + "\n");
  }
  return out;
}

std::string list_table(std::string_view name, const Words& titles) {
  const Kind& k = kind(name);
  std::string out = heading(k.title) + table_head(titles);
  for (const Item& i : k.items()) out += row({code(i.name), cell(i.source), cell(i.summary)});
  return out;
}

std::string commands(const CLI::App& program) {
  std::string out = heading("Commands") +
                    "\nTimes and parameters take units (`1ms`, `36km/h`, `70deg`); bare numbers "
                    "are SI. Data goes to standard output, progress and messages to standard "
                    "error.\n";
  for (const CLI::App* c : program.get_subcommands({})) {
    out += heading("`takt " + c->get_name() + "`", 3) + "\n" +
           cell(sentence(c->get_description())) + "\n" + table_head({"word", "meaning"});
    for (const CLI::Option* o : c->get_options()) {
      if (o->get_name(false, true).find("--help") != std::string::npos) continue;
      const bool takes_word = !o->get_positional() && o->get_items_expected_max() > 0;
      const std::string name = o->get_name() + (takes_word ? " " + o->get_type_name() : "");
      out += row({code(name), cell(o->get_description())});
    }
  }
  return out;
}

// A table of all pairs of formulation and integrator.
std::string methods() {
  const Kind& k = kind("methods");
  std::string out = heading("Methods") +
                    "\nA method is `formulation+integrator[+stabilisation][+jacobian]`. Each part "
                    "is `name` or `name(key=value,…)`; a lone value names the row of a family: "
                    "`linear_implicit_euler(J2)`. Without a stabilisation it is `none`, without a "
                    "jacobian `analytic`. " +
                    std::to_string(k.items().size()) +
                    " combinations of names and rows fit together; `takt list methods` prints "
                    "them, and `takt explain METHOD` says what one is or why it cannot run.\n";
  std::string table = table_head({"formulation", "integrators"});
  for (const Item& f : kind("formulations").items()) {
    Words fits;
    for (const Item& m : k.items()) {
      const std::size_t plus = m.name.find('+');
      if (m.name.substr(0, plus) != f.name) continue;
      const std::string rest = m.name.substr(plus + 1);
      const bool alone = rest.find('+') == std::string::npos;
      if (alone && rest.find("passes=") == std::string::npos) fits.push_back(code(rest));
    }
    table += row({code(f.name), join(fits, " ")});
  }
  out += table +
         "\nThe names of Dopico et al. (paper 003) stand for coordinates, formulation and "
         "stabilisation together; a stabilisation of one's own replaces theirs.\n" +
         table_head({"name", "with `X`", "with `sdirk2`"});
  for (const MethodAlias& a : method_aliases()) {
    const auto spelled = [&](std::string_view formulation, std::string_view integrator,
                             std::string_view stabilisation) {
      std::string text = std::string(a.coordinates) + ":" + std::string(formulation) + "+" +
                         std::string(integrator);
      if (!stabilisation.empty()) text += "+" + std::string(stabilisation);
      return code(text);
    };
    out += row({code(std::string(a.name)), spelled(a.formulation, "X", a.stabilisation),
                spelled(a.formulation_of_stages, "sdirk2", a.stabilisation_of_stages)});
  }
  return out;
}

std::string column_tables() {
  std::string formats;
  for (const io::FormatEntry& e : io::formats()) formats += std::string(e.columns) + " ";
  std::string out = heading("Columns of result files") + "\n" + formats +
                    "The rows t = 0 and t = until are always written. "
                    "[signs.md](signs.md) says what is positive and in which axes.\n" +
                    table_head({"column", "unit", "meaning"});
  for (const Item& i : kind("columns").items())
    out += row({code(i.name), cell(i.source), cell(i.summary)});
  return out;
}

constexpr Explained blocks[] = {
    {"HEAD",
     "the first: model, model text, set (list), method, step, command, version, until, every, "
     "checkpoint, record, assembled u8, cheaper method, steps per period u32, inputs (list), "
     "outputs "
     "(list)"},
    {"PERI", "a period: number i64, flags u8, steps u16, hash of the state u64, inputs (doubles)"},
    {"CHNG", "new parameters: period i64, settings (list)"},
    {"PACK", "what arrived: time in ns i64, bytes"},
    {"CHKP", "a checkpoint: next period i64, rows of results before it i64, bytes"},
};

std::string files() {
  std::string out;
  for (const io::FormatEntry& e : io::formats()) {
    if (e.layout.empty()) continue;
    out += heading("Layout of " + std::string(e.name) + " files") + "\n" + std::string(e.layout) +
           "\n" + table_head({"part", "content"});
    for (const io::FormatPart& p : e.parts) out += row({code(p.name), cell(p.content)});
  }
  out +=
      heading("Format of recordings") +
      "\n`FILE.rec`, or `/recording` in an HDF5 file. Little-endian: the 8 bytes `TaktRec\\n`, "
      "version u32 = 1, then blocks: type (4 letters), size u32 of what follows, that many bytes, "
      "and the CRC-32C u32 of all of the block before it. A text is its size u32 and its bytes, a "
      "list its count u32 and its items, times are doubles in s. Reading ends at the first block "
      "that is not whole; types that are not known are passed over.\n" +
      table_head({"block", "content"});
  for (const Explained& e : blocks) out += row({code(e.name), cell(e.meaning)});
  return out;
}

std::string keys() {
  std::string out = heading("Keys of JSON") +
                    "\n`a.b` is key `b` of the object at key `a`, `a[].b` of each object in the "
                    "list at `a`. A number that is not finite is null.\n";
  for (const JsonPage& page : json_pages()) {
    out += heading("`" + std::string(page.command) + " --json`", 3) + "\n" + cell(page.printed) +
           "\n" + table_head({"key", "meaning"});
    for (const JsonKey& k : page.keys) out += row({code(k.name), cell(k.meaning)});
  }
  return out;
}

std::string codes() {
  std::string out = heading("Exit codes") + table_head({"code", "meaning"});
  for (const Explained& e : exit_codes) out += row({code(e.name), cell(e.meaning)});
  return out;
}

}  // namespace

std::string reference_page(const CLI::App& program) {
  std::string out =
      "# Reference\n\n"
      "This page is what `takt list --markdown` prints, from the catalogues of the program. "
      "`make reference` writes it again; a test compares it.\n\n"
      "The papers are named by number: 000 is Burgermeister, Arnold, Esterl; 001 Dopico, González, "
      "Lugrís, Cuadrado; 002 Arnold, Fuchs, Führer; 003 Dopico, Lugrís, González, Cuadrado; 004 "
      "Ascher, Chin, Petzold, Reich. "
      "[theory.md](theory.md) has the titles, and the corrections cited here as ERRATA.\n";
  out += commands(program) + methods();
  out += sections("formulations", "option") + sections("integrators", "option") +
         sections("stabilisations", "option");
  out += list_table("jacobians", {"name", "source", "meaning"}) + models();
  out += list_table("joints", {"joint", "", "meaning"}) + sections("forces", "key") +
         sections("signals", "key") + sections("roads", "key");
  out += list_table("experiments", {"id", "title", "what it shows"});
  out += heading("Study files") +
         "\nWhat `takt sweep` and `takt fit` read: YAML, with units as in model files. "
         "[studies.md](studies.md) shows "
         "how they are used.\n" +
         study::study_keys_as_markdown();
  return out + column_tables() + files() + keys() + codes();
}

}  // namespace takt::app
