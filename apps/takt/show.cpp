// takt show MODEL: a mechanism at its start without a run, as a drawing or a list.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "show_page.hpp"
#include "takt/base/error.hpp"
#include "takt/base/shell_word.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/scene/describe.hpp"
#include "takt/scene/surfaces.hpp"
#include "takt/scene/svg.hpp"

namespace takt::app {
namespace {

struct ShowWords {  // options as typed
  std::string model, out;
  std::vector<std::string> set;
  bool assemble = false;
};

std::string place(const Vec3& p) {
  const auto text = [](double x) { return fmt::format("{:.4g}", std::abs(x) < 1e-7 ? 0.0 : x); };
  return text(p[0]) + " " + text(p[1]) + " " + text(p[2]);
}

const char* word_of(scene::Shape::Kind kind) {
  constexpr const char* words[] = {"box",  "cylinder", "sphere", "capsule", "tube",
                                   "cone", "wheel",    "line",   "mesh"};
  return words[static_cast<std::size_t>(kind)];
}

const char* word_of(scene::Link::Kind kind) {
  constexpr const char* words[] = {"spring",   "damper", "spring and damper", "rod", "cable",
                                   "actuator", "bushing"};
  return words[static_cast<std::size_t>(kind)];
}

std::string shapes_in_words(const scene::Body& b) {
  std::vector<std::string> words;
  for (const scene::Shape& s : b.shapes) {
    const std::string word = word_of(s.kind);
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  const std::string text = words.empty() ? "nothing" : join(words, ", ");
  return b.automatic && !words.empty() ? text + " (automatic)" : text;
}

// An axis in the world.
std::string axes_in_words(const scene::Scene& scene, const scene::Joint& j) {
  std::vector<std::string> words;
  const Mat3 R = scene.bodies[static_cast<std::size_t>(j.inboard.body)].pose.R * j.inboard.frame.R;
  for (const scene::Joint::Axis& a : j.axes)
    words.push_back((a.turns ? "turns about " : "slides along ") + place(R * a.direction));
  if (words.size() > 2) {
    int turns = 0;
    for (const scene::Joint::Axis& a : j.axes) turns += a.turns ? 1 : 0;
    const int slides = static_cast<int>(words.size()) - turns;
    return (turns == 0 ? "" : fmt::format("turns about {} axes", turns)) +
           (turns == 0 || slides == 0 ? "" : ", ") +
           (slides == 0 ? "" : fmt::format("slides along {}", slides));
  }
  return words.empty() ? "fixed" : join(words, ", ");
}

// The command that draws what is listed.
std::string draw_it(const ShowWords& w, const std::string& name) {
  std::string command = "takt show " + shell_word(w.model);
  for (const std::string& s : w.set) command += " --set " + shell_word(s);
  if (w.assemble) command += " --assemble";
  return command + " -o " + shell_word(name + ".svg");
}

void print_list(const scene::Scene& scene, const Model& model, const ShowWords& w,
                const io::Style& style) {
  const auto name = [&](int body) { return scene.bodies[static_cast<std::size_t>(body)].name; };
  std::string text = style.strong(model.name) + "\n\n";
  io::Table bodies({"body", "mass", "centre of mass", "shape"});
  for (std::size_t b = 1; b < scene.bodies.size(); ++b) {
    const scene::Body& body = scene.bodies[b];
    bodies.add({body.name, fmt::format("{:.4g} kg", model.bodies[b].mass), place(body.pose.p),
                shapes_in_words(body)});
  }
  text += bodies.text(style, "  ") + "\n";
  if (!scene.joints.empty()) {
    io::Table joints({"joint", "type", "between", "axes at the start", ""});
    for (const scene::Joint& j : scene.joints)
      joints.add({j.name, j.type, name(j.inboard.body) + ", " + name(j.outboard.body),
                  axes_in_words(scene, j),
                  j.cut      ? "cut"
                  : j.driven ? "driven"
                             : ""});
    text += joints.text(style, "  ") + "\n";
  }
  if (!scene.links.empty()) {
    io::Table links({"link", "kind", "between", "length"});
    for (const scene::Link& l : scene.links) {
      const auto at = [&](int body, const Vec3& p) {
        return scene.bodies[static_cast<std::size_t>(body)].pose * p;
      };
      links.add({l.name, word_of(l.kind), name(l.body_a) + ", " + name(l.body_b),
                 fmt::format("{:.4g} m", (at(l.body_b, l.b) - at(l.body_a, l.a)).norm())});
    }
    text += links.text(style, "  ") + "\n";
  }
  text += "  Draw it: " + draw_it(w, model.name) + "\n";
  std::fputs(text.c_str(), stdout);
}

enum class Picture { none, svg, page };

Picture picture_of(const std::string& file) {
  if (file.empty()) return Picture::none;
  if (file.ends_with(".svg")) return Picture::svg;
  if (file.ends_with(".html")) return Picture::page;
  throw Error("'" + file + "' does not end in .svg or .html", "output",
              "write -o model.svg for a drawing, -o model.html for a page to turn it around",
              Fault::usage);
}

void show(const ShowWords& w, const Context& context) {
  const Picture picture = picture_of(w.out);
  if (picture == Picture::page) require_show_page(w.out);
  const io::OpenModel open = io::open_model(w.model, w.set, {}, w.assemble);
  if (open.mechanism == nullptr)
    throw Error("'" + open.name + "' is a problem written by hand: it has no bodies, so no picture",
                "model", "give a model file or one of the mechanisms of `takt list models`");
  const Model& model = open.mechanism->model();
  scene::Scene scene = scene::describe(*open.mechanism, open.start);
  scene::add_surfaces(scene, model);
  if (picture == Picture::none) return print_list(scene, model, w, context.style);
  if (picture == Picture::page) return write_show_page(w.out, scene, model, w.set, context.command);
  io::LineFile file(w.out);
  file.add(scene::to_svg(scene, {model.name, model.description, model.gravity}));
  file.close();
}

void add_show(CLI::App& app, Context& context) {
  auto w = std::make_shared<ShowWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped mechanism (takt list models)")
      ->required();
  add_word(
      app, "-o,--out", "FILE", w->out,
      "a drawing FILE.svg, or a page FILE.html to turn the mechanism around; without it a list "
      "of what would be drawn");
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, or q.<name> at the start");
  app.add_flag("--assemble", w->assemble,
               "close the loops, even if the model says assemble: false");
  app.callback([w, &context] { show(*w, context); });
}

}  // namespace

Command show_command() {
  return {"show", "a drawing of a mechanism at its start, without a run", add_show};
}

}  // namespace takt::app
