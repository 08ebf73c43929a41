#include "takt/problem/catalogue.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/problem/car_axle.hpp"
#include "takt/problem/circular_track.hpp"
#include "takt/problem/cubic_bead.hpp"
#include "takt/problem/flying_chain.hpp"
#include "takt/problem/free_top.hpp"
#include "takt/problem/heavy_top.hpp"
#include "takt/problem/light_crank.hpp"
#include "takt/problem/linear_oscillator.hpp"
#include "takt/problem/pendulum_cartesian.hpp"
#include "takt/problem/pendulum_chain.hpp"
#include "takt/problem/rolling_disc.hpp"
#include "takt/problem/spherical_pendulum.hpp"
#include "takt/problem/squeezer.hpp"
#include "takt/problem/two_link.hpp"

namespace takt::problem {
namespace {

template <class Problem> std::shared_ptr<const EquationsOfMotion> make(const Parameters& p) {
  if constexpr (requires { Problem::make(p); })
    return Problem::make(p);
  else
    return std::make_shared<const Problem>(p);
}

template <class Problem>
constexpr ProblemEntry entry(std::string_view name, std::string_view source,
                             std::string_view summary, double until) {
  return {name, source, summary, Problem::parameters, make<Problem>, until};
}

constexpr std::array entries{
    entry<LinearOscillator>("linear-oscillator", "000 sec. 2",
                            "A mass on a spring and a damper: the test equation of stability.", 10),
    entry<CircularTrack>("circular-track", "000 sec. 4.1",
                         "A mass on a circular track with a controller that holds its speed.", 10),
    entry<CarAxle>("car-axle", "IVP test set; 000 sec. 4.2",
                   "An axle on two stiff springs, one wheel driven by a bumpy road.", 3),
    entry<TwoLinkParabola>("two-link-parabola", "004 Ex. 2 case I",
                           "A planar arm of two rods whose end slides along a parabola.", 10),
    entry<TwoLinkSine>("two-link-sine", "004 Ex. 2 case II",
                       "A planar arm of two rods whose end has a height prescribed in time.", 10),
    entry<Squeezer>("squeezer", "IVP test set; 004 Ex. 3",
                    "Andrews' squeezing mechanism: seven bodies and three loops in the plane.",
                    0.03),
    entry<PendulumCartesian>("pendulum-cartesian", "LIM benchmark A01",
                             "A point mass on a massless rod, in Cartesian coordinates.", 10),
    entry<FreeTop>("free-top", "Euler's equations",
                   "A rigid body turning freely, on unit quaternions.", 1),
    entry<HeavyTop>("heavy-top", "Lie group benchmark (Bruls, Cardona)",
                    "A fast top held at its tip by constraints, on unit quaternions.", 1),
    entry<RollingDisc>("rolling-disc", "004 sec. 4",
                       "A disc rolling on a plane: constraints that start at velocity level.", 2),
    entry<SphericalPendulum>("spherical-pendulum", "001 sec. 5.1",
                             "Two particles on a massless rod swinging in space.", 5),
    entry<SphericalPendulumEnd>(
        "spherical-pendulum-end", "001 (3), (4)",
        "The same pendulum described by its end point only, with one constraint.", 5),
    entry<CubicBead>("cubic-bead", "001 (11)",
                     "A bead on a space curve: with constraint gradients at the midpoint, energy "
                     "is not conserved.",
                     5),
    entry<LightCrank>("light-crank", "ours, after 004 sec. 2",
                      "A heavy slider on a light crank that a motor turns past its dead centres.",
                      20),
    entry<FlyingChain>("flying-chain", "ours, after 004 sec. 3.2",
                       "A heavy and two light masses on rods that fly freely and turn.", 20),
    entry<PendulumChain>("pendulum-chain", "002 sec. 4.2.1",
                         "A hanging chain of pendulums whose support is shaken.", 200),
};

}  // namespace

int value_of_word(const Parameter& p, std::string_view word) {
  int value = 0;
  for (std::string_view rest = p.words; !rest.empty(); ++value) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    if (rest.substr(0, end) == word) return value;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return -1;
}

std::string word_of_value(const Parameter& p, double value) {
  std::string_view rest = p.words;
  for (int k = 0; k < static_cast<int>(value); ++k)
    rest.remove_prefix(std::min(rest.find('|') + 1, rest.size()));
  return std::string(rest.substr(0, rest.find('|')));
}

std::span<const ProblemEntry> problems() noexcept { return entries; }

const ProblemEntry* find_problem(std::string_view name) noexcept {
  for (const ProblemEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

const ProblemEntry& problem_of(std::string_view name) {
  if (const ProblemEntry* problem = find_problem(name)) return *problem;
  const std::vector<std::string> known = names_of(problems());
  throw Error("unknown model '" + std::string(name) + "'", "",
              did_you_mean(name, known, "the models are " + join(known, ", ")), Fault::model);
}

std::shared_ptr<const EquationsOfMotion> make_problem(std::string_view name,
                                                      const std::map<std::string, double>& set) {
  const ProblemEntry& problem = problem_of(name);
  const std::vector<std::string> known = names_of(problem.parameters);
  for (const auto& [key, value] : set) {
    const Parameter* parameter = nullptr;
    for (const Parameter& p : problem.parameters)
      if (p.name == key) parameter = &p;
    if (parameter == nullptr) {
      std::string hint = did_you_mean(key, known);
      if (!hint.empty()) hint += " ";
      hint += "the parameters are " + join(known, ", ");
      throw Error("model '" + std::string(name) + "' has no parameter '" + key + "'", "", hint,
                  Fault::model);
    }
    if (!(value > parameter->above && value < parameter->below)) {
      std::string range;
      if (std::isfinite(parameter->above)) range = "above " + number(parameter->above);
      if (std::isfinite(parameter->below))
        range += (range.empty() ? "below " : " and below ") + number(parameter->below);
      throw Error("parameter '" + key + "' of model '" + std::string(name) + "', the " +
                      std::string(parameter->meaning) + ", cannot be " + number(value) +
                      (parameter->unit.empty() ? "" : " " + std::string(parameter->unit)),
                  "", "give a value " + range, Fault::model);
    }
  }
  return problem.make(Parameters(problem.parameters, set));
}

}  // namespace takt::problem
