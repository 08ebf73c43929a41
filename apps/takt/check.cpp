// takt check MODEL: topology and degrees of freedom of a mechanism without a simulation; its
// equilibrium, modes and suspension.
#include <cstdio>
#include <memory>

#include "command.hpp"
#include "complaint.hpp"
#include "notes.hpp"
#include "takt/analyse/check_json.hpp"
#include "takt/analyse/check_text.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/io/units/quantity.hpp"

namespace takt::app {
namespace {

struct CheckWords {  // options as typed
  std::string model, from = "-100mm", to = "80mm", out, steer, steer_to = "50mm";
  std::vector<std::string> set, wheels;
  int points = 19, steer_points = 9;
  bool equilibrium = false, modes = false, travel = false, json = false;
};

constexpr io::Dimension length{1, 0, 0};

// Even values from -`to` to `to`.
std::vector<double> steers_of(const CheckWords& w) {
  const double to = io::parse_quantity(w.steer_to, "steer-to", length, "a length");
  if (!(to > 0) || w.steer_points < 2 || w.steer_points > 1000)
    throw Error("--steer-to must be positive, --steer-points between 2 and 1000", "steer-points",
                "write --steer-to 50mm --steer-points 9, for example", Fault::usage);
  std::vector<double> at;
  for (int k = 0; k < w.steer_points; ++k) at.push_back(to * (2.0 * k / (w.steer_points - 1) - 1));
  return at;
}

std::vector<double> heights_of(const CheckWords& w) {
  const double from = io::parse_quantity(w.from, "from", length, "a length");
  const double to = io::parse_quantity(w.to, "to", length, "a length");
  if (w.points < 2 || w.points > 10000)
    throw Error("--points must be between 2 and 10000", "points", "write --points 19, for example",
                Fault::usage);
  if (!(from < to))
    throw Error("--from must be below --to", "from", "write --from -100mm --to 80mm, for example",
                Fault::usage);
  std::vector<double> heights;
  for (int k = 0; k < w.points; ++k) heights.push_back(from + (to - from) * k / (w.points - 1));
  return heights;
}

analyse::CheckOptions options_of(const CheckWords& w) {
  if (!w.out.empty() && !w.travel)
    throw Error("--out holds the table of --travel", "output", "add --travel", Fault::usage);
  if (!w.out.empty() && !w.out.ends_with(".csv"))
    throw Error("'" + w.out + "' does not end in .csv", "output", "write --out travel.csv",
                Fault::usage);
  analyse::CheckOptions options;
  options.equilibrium = w.equilibrium;
  options.modes = w.modes;
  options.travel = w.travel;
  for (const std::string& name : w.wheels)
    if (!name.empty()) options.wheels.push_back(name);
  if (w.travel) options.heights = heights_of(w);
  options.steer = w.steer;
  if (!w.steer.empty()) options.steers = steers_of(w);
  return options;
}

void check(const CheckWords& w, const io::Style& style) {
  const analyse::CheckOptions options = options_of(w);
  const analyse::Checked c = analyse::check(w.model, w.set, options);
  if (c.mechanism != nullptr) print_notes(c.mechanism->model(), io::method_for(c.open, 0));
  if (!w.out.empty()) {
    io::LineFile file(w.out);
    for (const std::string& line : analyse::travel_csv(c.mechanism->model(), c.travels))
      file.add(line + "\n");
    file.close();
  }
  const std::string text =
      w.json ? analyse::to_json(c).dump(2) + "\n" : analyse::check_text(c, style);
  std::fputs(text.c_str(), stdout);
}

void add_check(CLI::App& app, Context& context) {
  auto w = std::make_shared<CheckWords>();
  add_word(app, "MODEL", "", w->model, "a model file, or a shipped model (takt list models)")
      ->required();
  add_repeated(app, "--set", "PATH=VALUE", w->set,
               "path=value: a parameter, q., v., z.<name> at the start, or u.<name> of an input");
  add_inputs(app, w->set);
  app.add_flag("--equilibrium", w->equilibrium,
               "find the equilibrium (for a model with a speed: the steady motion) and print "
               "coordinates, outputs and forces");
  app.add_flag("--modes", w->modes,
               "eigenvalues at the equilibrium, or at the initial state without --equilibrium");
  CLI::Option* travel =
      app.add_option("--travel", w->wheels,
                     "a wheel (tyre, body or joint) moved up and down; alone: every tyre")
          ->type_name("WHEEL")
          ->expected(0, 1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_word(app, "--from", "LENGTH", w->from, "lowest travel (-100mm)")->needs(travel);
  add_word(app, "--to", "LENGTH", w->to, "highest travel (80mm)")->needs(travel);
  add_word(app, "--points", "NUMBER", w->points, "of the table (19)")->needs(travel);
  add_word(app, "--steer", "JOINT", w->steer, "a driven joint that is moved to both sides as well")
      ->needs(travel);
  add_word(app, "--steer-to", "LENGTH", w->steer_to, "largest displacement of --steer (50mm)")
      ->needs(travel);
  add_word(app, "--steer-points", "NUMBER", w->steer_points, "of the displacements (9)")
      ->needs(travel);
  add_word(app, "--out", "FILE", w->out,
           "write the travel to FILE.csv, also as the table of a kinematics_table joint");
  app.add_flag("--json", w->json, "as one JSON object");
  app.callback([w, travel, &context] {
    w->travel = travel->count() > 0;
    check(*w, context.style);
  });
}

}  // namespace

Command check_command() {
  return {"check", "a model's topology, degrees of freedom, equilibrium, modes, suspension",
          add_check};
}

}  // namespace takt::app
