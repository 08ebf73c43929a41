#include "takt/stabilise/catalogue.hpp"

namespace takt {
namespace {

using Kind = Option::Kind;

constexpr Option relax_option{"relax", Kind::positive, "1", "0 < relax < 2",
                              "alpha of 004 (5.4): the part of the correction that is applied"};

constexpr Option projection_options[] = {
    {"levels", Kind::word, "qv", "q|v|qv|va|qva", "what is corrected"},
    {"metric", Kind::word, "identity", "identity|mass|penalised|tangent",
     "W = G'(GG')^-1 (004 (5.6)), M^-1G'(GM^-1G')^-1 (000 (12), 004 (5.5)), (M+G'alphaG)^-1G'alpha "
     "(003 (3), (4)), or T^-1G'alpha with the tangent of the step (001 (3), (4))"},
    {"at", Kind::word, "end", "end|start",
     "where W of the position level is taken; velocities always at the newest q"},
    {"newton", Kind::count, "1", "1, 2, ...", "passes"},
    {"sequential", Kind::flag, "false", "true|false", "v after q, at the corrected q"},
    {"curvature", Kind::word, "none", "none|full|block",
     "full: H'(HH')^-1 with H = [G 0; (Gv)_q G]; block: 004 (4.6)"},
    relax_option,
    {"alpha", Kind::positive, "the formulation's", "", "penalty of the metric penalised"},
    {"nearest", Kind::word, "none", "none|identity|mass",
     "iterates q to the nearest point of the constraints in this metric, 000 (7), then corrects v "
     "in the same metric; not bounded"},
    {"tolerance", Kind::positive, "1e-10", "",
     "of nearest: largest |g|, and last change of q, that is accepted"},
};

constexpr Option penalised_options[] = {
    {"alpha", Kind::positive, "the formulation's", "",
     "penalty; 1e6 where the formulation has none"},
    {"newton", Kind::count, "3", "1, 2, ...", "passes for the positions"},
};

constexpr Option preset_options[] = {relax_option};

constexpr Option second_options[] = {
    {"second", Kind::word, "auto", "auto|G|frozen|stage6",
     "second correction: G' re-evaluated, (GG') kept (ERRATA 004.3); W kept wholly; W of dopri5's "
     "stage 6 both times; auto: stage6 with dopri5, else G",
     true},
    {"metric", Kind::word, "identity", "identity|mass", "004 (5.6) or (5.5)"},
    relax_option,
};

constexpr Option tolerance_options[] = {
    {"tolerance", Kind::positive, "1e-10", "|g| to reach",
     "largest |g|, and last change of q, that is accepted", true},
    {"metric", Kind::word, "mass", "identity|mass", "norm that the correction of q minimises"},
};

constexpr Option srm_options[] = {
    {"epsilon", Kind::positive, "automatic", "",
     "what a multiplier needs to grow by one, in 1/mass; automatic: by row, from the step and "
     "G M^-1 G' at the start, so that a pass leaves a thousandth"},
    {"alpha", Kind::positive, "automatic", "in 1/s",
     "coefficient of the position residual; automatic: 1/h"},
    {"passes", Kind::count, "2", "1, 2, ...", "solutions in a step, with one factorisation"},
};

Metric metric_of(const Settings& s) {
  const std::string& m = s.text("metric");
  return m == "mass"        ? Metric::mass
         : m == "penalised" ? Metric::penalised
         : m == "tangent"   ? Metric::tangent
                            : Metric::identity;
}

Projection none(const Settings&, bool) {
  Projection p;
  p.levels = {false, false};
  return p;
}

Projection preset(const Settings& s, Levels levels, Curvature curvature) {
  Projection p;
  p.levels = levels;
  p.curvature = curvature;
  p.relax = s.number("relax");
  return p;
}

Projection s_full(const Settings& s, bool) { return preset(s, {true, true}, Curvature::full); }
Projection s_both(const Settings& s, bool) { return preset(s, {true, true}, Curvature::none); }
Projection s_vel(const Settings& s, bool) { return preset(s, {false, true}, Curvature::none); }
Projection s_pos(const Settings& s, bool) { return preset(s, {true, false}, Curvature::none); }

Projection s_both2(const Settings& s, bool has_stage6) {
  Projection p = preset(s, {true, true}, Curvature::none);
  p.metric = metric_of(s);
  const std::string& second = s.text("second");
  p.second = second == "G"        ? Second::G
             : second == "frozen" ? Second::frozen
             : second == "stage6" ? Second::stage6
             : has_stage6         ? Second::stage6
                                  : Second::G;
  return p;
}

ValuesInForce second_in_force(const Settings& s, bool has_stage6) {
  if (s.text("second") != "auto") return {};
  return {{.option = "second",
           .word = s_both2(s, has_stage6).second == Second::stage6 ? "stage6" : "G"}};
}

Projection one_step(const Settings& s, bool) {
  Projection p = preset(s, {true, true}, Curvature::none);
  p.metric = Metric::mass;
  p.at = Where::start;
  p.sequential = true;
  return p;
}

Projection to_tolerance(const Settings& s, bool) {
  Projection p;
  p.metric = metric_of(s);
  p.sequential = true;
  p.tolerance = s.number("tolerance");
  return p;
}

Projection srm(const Settings& s, bool) {
  Projection p;
  p.levels = {false, false};
  p.regularisation.passes = s.count("passes");
  if (s.given("epsilon")) p.regularisation.epsilon = s.number("epsilon");
  if (s.given("alpha")) p.regularisation.alpha = s.number("alpha");
  return p;
}

Projection tangent(const Settings& s, bool) {
  Projection p = preset(s, {false, true, true}, Curvature::none);
  p.metric = Metric::tangent;
  p.sequential = true;
  return p;
}

Projection penalised(const Settings& s, bool) {
  Projection p;
  p.metric = Metric::penalised;
  p.sequential = true;
  p.newton = s.count("newton");
  if (s.given("alpha")) p.alpha = s.number("alpha");
  return p;
}

Projection projection(const Settings& s, bool) {
  Projection p;
  const std::string& levels = s.text("levels");
  p.levels.q = levels.find('q') != std::string::npos;
  p.levels.v = levels.find('v') != std::string::npos;
  p.levels.a = levels.find('a') != std::string::npos;
  p.metric = metric_of(s);
  p.at = s.text("at") == "start" ? Where::start : Where::end;
  p.newton = s.count("newton");
  if (s.given("alpha")) p.alpha = s.number("alpha");
  p.sequential = s.flag("sequential");
  const std::string& c = s.text("curvature");
  p.curvature = c == "full" ? Curvature::full : c == "block" ? Curvature::block : Curvature::none;
  p.relax = s.number("relax");
  if (const std::string& nearest = s.text("nearest"); nearest != "none") {
    p.metric = nearest == "mass" ? Metric::mass : Metric::identity;
    p.sequential = true;
    p.tolerance = s.number("tolerance");
  }
  return p;
}

ValuesInForce projection_in_force(const Settings& s, bool) {
  const std::string& nearest = s.text("nearest");
  if (nearest == "none") return {};
  return {{.option = "metric", .word = nearest},
          {.option = "newton", .word = "as many as it takes"},
          {.option = "sequential", .word = "true"}};
}

constexpr StabilisationEntry entries[] = {
    {"none", "", "nothing is corrected", {}, none},
    {"projection", "000 (7), (8), 3.4; 004 sec. 5",
     "general projection x <- x - W violation with all options", projection_options, projection,
     true, projection_in_force},
    {"s_full", "004 (4.4), D = H'", "q and v together, curvature kept", preset_options, s_full},
    {"s_both", "004 (5.4), (5.6)", "q and v at once, each by G'(GG')^-1", preset_options, s_both},
    {"s_both2", "004 sec. 5; ERRATA 004.3", "s_both twice with one factorisation", second_options,
     s_both2, false, second_in_force},
    {"s_vel", "004 (5.6)", "velocities only", preset_options, s_vel},
    {"s_pos", "004 (5.6)", "positions only", preset_options, s_pos},
    {"one_step", "000 (11), (12)",
     "one Newton step for q with M and G of t_n, then v exactly: drift of order h^3, bounded if "
     "the velocities are bounded",
     preset_options, one_step},
    {"tangent", "001 (3), (4); 003 sec. 2",
     "v then a with the tangent the step has factorised: two back substitutions", preset_options,
     tangent},
    {"penalised", "003 (3), (4)", "q (three passes) then v by (M+G'alphaG)^-1G'alpha",
     penalised_options, penalised},
    {"to_tolerance", "000 (7), (8)",
     "q moved to the nearest point of the constraints, to a tolerance, then v (not bounded)",
     tolerance_options, to_tolerance},
    {"srm", "000 3.4, 4.3, our reading of Ascher and Lin 1997",
     "sequential regularisation: lambda += (G v + alpha g)/epsilon in a few passes with the matrix "
     "A + h G'G/epsilon, in place of a saddle; redundant rows pass",
     srm_options, srm},
};

}  // namespace

std::span<const StabilisationEntry> stabilisations() noexcept { return entries; }

const StabilisationEntry* find_stabilisation(std::string_view name) noexcept {
  for (const StabilisationEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace takt
