#include "takt/analyse/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "takt/base/text.hpp"
#include "takt/io/model_file/inputs.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt::analyse {
namespace {

constexpr std::size_t label_width = 16, text_width = 84;
constexpr std::size_t most_lines = 200;  // longest list; --json shows all
constexpr int deepest = 24;              // largest indentation of the tree

std::string count(long long n, std::string_view what) {
  return fmt::format("{} {}{}", io::grouped(n), what, n == 1 ? "" : "s");
}

std::string vector_text(const Vec3& x) {
  // Round-off is shown as zero.
  const auto part = [](double v) { return io::short_number(std::abs(v) < 1e-12 ? 0 : v, 5); };
  return "(" + part(x[0]) + ", " + part(x[1]) + ", " + part(x[2]) + ")";
}

// Round-off is shown as zero.
std::string value(double x) { return io::short_number(std::abs(x) < 1e-12 ? 0 : x, 7); }

class Text {
 public:
  Text(const Checked& c, const io::Style& style)
      : c_(c), style_(style), shape_(c.system().shape()) {}

  std::string all() {
    out_ = style_.strong(c_.open.name);
    if (c_.mechanism != nullptr && !model().description.empty()) out_ += "  " + model().description;
    out_ += "\n\n";
    if (c_.mechanism != nullptr) bodies_and_mass();
    coordinates();
    freedoms();
    redundant();
    if (c_.inspection.singular()) singular();
    residuals();
    if (c_.mechanism != nullptr) {
      bodies();
      tree();
      closures();
      switches();
      if (!c_.system().names().inputs.empty()) inputs_and_outputs();
    }
    if (c_.equilibrium) equilibrium(*c_.equilibrium);
    if (c_.modes) out_ += "\n" + modes_text(c_, *c_.modes, style_);
    for (const Travel& t : c_.travels) out_ += "\n" + travel_text(model(), t, style_);
    return std::move(out_);
  }

 private:
  const Model& model() const { return c_.mechanism->model(); }

  void line(std::string_view label, const std::string& text) {
    out_ += "  " + style_.faint(io::padded(std::string(label), label_width)) +
            io::wrapped(text, text_width, 2 + label_width) + "\n";
  }
  void title(const std::string& text) { out_ += "\n" + style_.faint(text) + "\n"; }
  void more(std::size_t shown, std::size_t all) {
    if (all > shown)
      out_ += style_.faint(fmt::format("  … and {} more; --json shows all\n", all - shown));
  }

  void bodies_and_mass() {
    const std::size_t bodies = model().bodies.size() - 1;
    line("bodies", fmt::format("{}, {}", bodies == 1 ? "1 body" : fmt::format("{} bodies", bodies),
                               count(static_cast<long long>(model().joints.size()), "joint")));
    line("mass", fmt::format("{} kg, centre of mass at {} m", io::short_number(c_.mass.mass, 6),
                             vector_text(c_.mass.centre)));
  }

  void coordinates() {
    const auto set = [](Index n, Index rows) {
      return count(n, "coordinate") + ", " + count(rows, "constraint");
    };
    if (c_.mechanism == nullptr) {
      line("coordinates", set(shape_.nv, shape_.ng));
      return;
    }
    std::string joint = set(shape_.nv, shape_.ng);
    if (shape_.nq != shape_.nv)
      joint += fmt::format(" ({} numbers: unit quaternions have four)", shape_.nq);
    line("joint", joint);
    line("natural", c_.natural_refusal.empty()
                        ? set(c_.natural_coordinates, c_.natural_rows)
                        : style_.bad("not possible") + ": " + c_.natural_refusal);
    if (shape_.nz > 0) line("other states", fmt::format("{} of force elements", shape_.nz));
  }

  void freedoms() {
    const Inspection& i = c_.inspection;
    std::string text = style_.strong(std::to_string(i.freedoms)) + " by the rank of G";
    if (i.singular())
      text += fmt::format(" here, {} in configurations close by", shape_.nv - i.rank_nearby);
    text += fmt::format("; {} by counting (Grübler)", c_.gruebler);
    line("freedoms", text);
  }

  void redundant() {
    const auto& list = c_.inspection.redundant;
    if (shape_.ng == 0) return;
    if (list.empty()) {
      line("redundant", "none: all constraints are independent");
      return;
    }
    line("redundant", style_.strong(count(static_cast<long long>(list.size()), "row")) +
                          ": such forces are not unique, those of least norm are taken");
    for (std::size_t k = 0; k < std::min(list.size(), most_lines); ++k) {
      const std::string why =
          list[k].with.empty() ? "nothing the tree can do violates it"
          : list[k].with.size() == 1 && list[k].name.starts_with(list[k].with[0])
              ? "follows from the other rows of " + list[k].with[0]
          : list[k].with.size() > 4 ? fmt::format("follows from {} elements", list[k].with.size())
                                    : "follows from " + join(list[k].with, ", ");
      line("", list[k].name + style_.faint("  " + why));
    }
    more(most_lines, list.size());
  }

  void singular() {
    line("singular", style_.bad("yes") +
                         ": at the start the constraints lose rank, so the motion may branch; "
                         "start a little beside it, or keep velocities that choose the branch");
  }

  // The inputs from and outputs to a controller, in the order of its frames.
  void switches() {
    std::vector<std::string> names = names_of_switches(c_.system());
    if (names.empty()) return;
    const std::size_t all = names.size(), shown = std::min(all, most_lines);
    names.resize(shown);
    title("Switches: what is not smooth, where dopri5 and bdf end a step [002 3.2]");
    out_ += "  " + io::wrapped(join(names, ", "), text_width, 2) + "\n";
    more(shown, all);
  }
  void inputs_and_outputs() {
    const Names& names = c_.system().names();
    title("Inputs, in the order of frames");
    for (const Input& i : names.inputs) {
      const bool bounded = i.least > -1e300 || i.most < 1e300;
      const std::string range =
          bounded ? fmt::format(", {} to {}", value(i.least), value(i.most)) : ", any value";
      line(i.name,
           fmt::format("{}{}; {} at the start; {}", i.unit.empty() ? "1" : i.unit, range,
                       value(i.standard),
                       i.interpolated ? "a line between two values" : "each value is held"));
    }
    title("Outputs, in the order of frames");
    out_ += "  " + io::wrapped(join(names.outputs, ", "), text_width, 2) + "\n";
  }

  void residuals() {
    if (shape_.ng == 0) return;
    std::string text =
        fmt::format("position {}, velocity {} at the start", io::short_number(c_.residual.position),
                    io::short_number(c_.residual.velocity));
    if (c_.written.position > 1e-8 && c_.written.position > 2 * c_.residual.position)
      text += fmt::format("; before the assembly {} at {}", io::short_number(c_.written.position),
                          row_name(c_.system(), c_.written.position_row));
    if (c_.residual.position > 1e-8 || c_.residual.velocity > 1e-8)
      text += "; takt run needs --assemble, and all of this is of the assembled state";
    line("residual", text);
  }

  void bodies() {
    title("Bodies");
    io::Table table({"name", "mass kg", "centre of mass in the body m", ""});
    table.right(1);
    const auto& list = model().bodies;
    for (std::size_t b = 1; b < std::min(list.size(), most_lines); ++b)
      table.add({list[b].name, io::short_number(list[b].mass, 6), vector_text(list[b].centre),
                 c_.mechanism->tree()->topology.eliminated[b] ? "massless: replaced by constraints"
                 : mechanism::massless(list[b])               ? "massless"
                                                              : ""});
    out_ += table.text(style_, "  ");
    more(most_lines, list.size());
  }

  void tree() {
    title("Spanning tree");
    const auto& topology = c_.mechanism->tree()->topology;
    std::vector<int> depth(model().bodies.size(), 0);
    out_ += "  ground\n";
    const std::size_t shown = std::min(topology.order.size(), most_lines);
    std::size_t width = 0;
    std::vector<std::string> names(shown);
    for (std::size_t k = 1; k < shown; ++k) {
      const int b = topology.order[k];
      depth[b] = depth[topology.to[b].parent] + 1;
      names[k] = std::string(2 * std::min(depth[b], deepest), ' ') + model().bodies[b].name;
      width = std::max(width, io::width(names[k]));
    }
    for (std::size_t k = 1; k < shown; ++k) {
      const auto& to = topology.to[topology.order[k]];
      const Joint& j = model().joints[to.joint];
      out_ += "  " + io::padded(names[k], width) + style_.faint("  <- ") + j.name + "  " +
              style_.faint(std::string(j.type->name) + drive_of(j, to.joint)) + "\n";
    }
    more(shown, topology.order.size());
  }

  std::string drive_of(const Joint& j, int joint) const {
    if (j.driven_by < 0) return "";
    return ", driven by " + model().signals[j.driven_by].name +
           (c_.mechanism->tree()->drive_of(joint) >= 0 ? ": no unknown"
                                                       : ": row " + j.name + ".drive");
  }

  void closures() {
    const auto& topology = c_.mechanism->tree()->topology;
    const auto body = [&](const Attachment& a) { return model().bodies[a.body].name; };
    if (!topology.cut.empty()) {
      title("Joints that close loops");
      io::Table table({"name", "type", "rows", "between"});
      table.right(2);
      for (std::size_t k = 0; k < std::min(topology.cut.size(), most_lines); ++k) {
        const Joint& j = model().joints[topology.cut[k]];
        table.add({j.name, std::string(j.type->name),
                   std::to_string(j.type->cut.size() + (j.driven_by >= 0 ? 1 : 0)),
                   body(j.inboard) + ", " + body(j.outboard)});
      }
      out_ += table.text(style_, "  ");
      more(most_lines, topology.cut.size());
    }
    if (model().constraints.empty() && topology.extra.empty()) return;
    title("Constraints");
    io::Table table({"name", "kind", "rows", "between"});
    table.right(2);
    const auto add = [&](const Constraint& c) {
      static constexpr const char* kinds[] = {"distance", "point on line", "point on plane",
                                              "coupler",  "rolling",       "wheel on rail"};
      table.add({c.name, kinds[static_cast<int>(c.kind)], std::to_string(rows_of(c)),
                 c.kind == Constraint::Kind::coupler ? "" : body(c.a) + ", " + body(c.b)});
    };
    for (const auto* list : {&topology.extra, &model().constraints})
      for (std::size_t k = 0; k < std::min(list->size(), most_lines); ++k) add((*list)[k]);
    out_ += table.text(style_, "  ");
    more(most_lines, model().constraints.size());
  }

  void equilibrium(const Equilibrium& e) {
    const Names& names = c_.system().names();
    const std::string what = e.speed != 0 ? "Steady motion at " + io::short_number(e.speed) + " m/s"
                                          : std::string("Equilibrium");
    title(what + ": coordinates in m and rad");
    if (!e.balance.holds) out_ += "  " + io::wrapped(unbalanced(e), text_width, 2) + "\n";
    io::Table table({"name", "drawn", "equilibrium", "change"});
    for (std::size_t k = 1; k < 4; ++k) table.right(k);
    for (std::size_t k = 0; k < names.q.size(); ++k) {
      const Index i = static_cast<Index>(k);
      table.add({"q." + names.q[k], value(c_.drawn.q[i]), value(e.state.q[i]),
                 value(e.state.q[i] - c_.drawn.q[i])});
    }
    out_ += table.text(style_, "  ");
    list(what + ": outputs", "out.", names.outputs, e.out);
    list(what + ": forces in N and N m, tension and normal load positive", "force.", e.force_names,
         e.forces);
  }

  std::string unbalanced(const Equilibrium& e) {
    const std::string by = io::short_number(e.balance.acceleration) + " m/s² or rad/s²";
    if (e.speed != 0)
      return style_.bad("Nothing keeps this motion up: it changes by " + by) +
             " (drag, rolling resistance or a drive); the loads are those of a speed that is held";
    return style_.bad("It still accelerates by " + by) +
           ": directions without stiffness are held; start closer to the equilibrium";
  }

  void list(const std::string& heading, const std::string& prefix,
            const std::vector<std::string>& names, const std::vector<double>& values) {
    if (names.empty()) return;
    title(heading);
    io::Table table({"name", "value"});
    table.right(1);
    for (std::size_t k = 0; k < names.size(); ++k) table.add({prefix + names[k], value(values[k])});
    out_ += table.text(style_, "  ");
  }

  const Checked& c_;
  const io::Style& style_;
  const Shape& shape_;
  std::string out_;
};

}  // namespace

namespace {

std::string four_digits(double x) {
  const std::string text = fmt::format("{:.4f}", x);
  return text == "-0.0000" ? "0.0000" : text;
}

}  // namespace

std::string check_text(const Checked& c, const io::Style& style) { return Text(c, style).all(); }

std::string modes_text(const Checked& c, const Modes& m, const io::Style& style) {
  const bool rolls = !c.about_start && c.equilibrium && c.equilibrium->speed != 0;
  std::string about = rolls || (m.balance.holds && m.moving) ? "the steady motion"
                      : !c.about_start                       ? "the equilibrium"
                      : m.balance.holds                      ? "the initial state, an equilibrium"
                                                             : "the initial state";
  std::string out = style.faint("Modes about " + about) + "\n";
  if (!m.balance.holds)
    out += "  " +
           style.bad(rolls ? "Nothing keeps this motion up" : "This state is no equilibrium") +
           fmt::format(
               ": it accelerates by {} m/s² or rad/s², the modes are those of a frozen moment.{}\n",
               io::short_number(m.balance.acceleration),
               c.about_start && c.mechanism != nullptr ? " Add --equilibrium." : "");
  const auto& inputs = c.system().names().inputs;
  if (!inputs.empty())
    out += "  " + io::wrapped("inputs held: " + io::inputs_in_words(inputs), text_width, 2) + "\n";
  io::Table table({"frequency Hz", "damping ratio", "real 1/s", "imaginary 1/s", "mostly"});
  for (std::size_t k = 0; k < 4; ++k) table.right(k);
  for (const Mode& mode : m.all) {
    const bool neutral = mode.re == 0 && mode.im == 0;
    if (neutral || mode.im < 0) continue;  // conjugate pairs are shown once
    table.add({mode.im > 0 ? fmt::format("{:.4f}", mode.frequency()) : "-",
               mode.im > 0 ? four_digits(mode.damping()) : "-",
               io::short_number(std::abs(mode.re) < 1e-9 * std::abs(mode.im) ? 0 : mode.re, 5),
               io::short_number(mode.im, 5),
               mode.share > 0 ? fmt::format("{} ({:.0f} %)", mode.mostly, 100 * mode.share) : ""});
  }
  out += table.text(style, "  ");
  if (m.neutral > 0)
    out += fmt::format("  and {} neutral: zero, motions that nothing drives or resists\n",
                       count(m.neutral, "eigenvalue"));
  return out;
}

}  // namespace takt::analyse
