// Joint and natural coordinates give the same motion and the same reactions, for all shipped
// mechanisms and for random trees and loops.
#include "tests/support/mechanisms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "takt/analyse/inspect.hpp"
#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"
#include "tests/support/random_models.hpp"

namespace takt::test {
namespace {

using mechanism::Mechanism;
using Motions = std::vector<Motion>;

Motions motions_of(const Mechanism& m, const State& s) {
  Evaluator eval(m);
  eval.place(Slot::start, s);
  Motions out(m.model().bodies.size());
  m.motions(eval.point(Slot::start), out, eval.scratch());
  return out;
}

std::vector<Vec6> reactions_of(const Mechanism& m, const State& s) {
  Evaluator eval(m);
  eval.place(Slot::start, s);
  std::vector<Vec6> out(m.model().joints.size());
  std::vector<Vec6> of_constraints(m.model().constraints.size());
  m.reactions(eval.point(Slot::start), out, of_constraints, eval.scratch());
  return out;
}

double largest(const Vec3& x) { return x.cwiseAbs().maxCoeff(); }

struct Difference {  // poses absolute; the others relative to the largest value plus 1
  double pose = 0, velocity = 0, acceleration = 0;
};

Difference difference(const Motions& a, const Motions& b) {
  Difference d;
  double velocity = 1, acceleration = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    d.pose = std::max({d.pose, (a[i].R - b[i].R).cwiseAbs().maxCoeff(), largest(a[i].p - b[i].p)});
    d.velocity = std::max({d.velocity, largest(a[i].w - b[i].w), largest(a[i].v - b[i].v)});
    d.acceleration =
        std::max({d.acceleration, largest(a[i].dw - b[i].dw), largest(a[i].dv - b[i].dv)});
    velocity = std::max({velocity, largest(a[i].w), largest(a[i].v)});
    acceleration = std::max({acceleration, largest(a[i].dw), largest(a[i].dv)});
  }
  d.velocity /= velocity;
  d.acceleration /= acceleration;
  return d;
}

// The sum of the joint reactions on every body, about its origin, in world axes.
std::vector<Vec6> sums_on_bodies(const Model& model, const Motions& bodies,
                                 const std::vector<Vec6>& reactions) {
  std::vector<Vec6> sums(model.bodies.size(), Vec6::Zero());
  const auto body = [](int b) { return static_cast<std::size_t>(b); };
  for (std::size_t k = 0; k < reactions.size(); ++k) {
    const Joint& j = model.joints[k];
    const Mat3 R = bodies[body(j.inboard.body)].of(j.inboard.frame).R;
    const Vec3 M = R * reactions[k].head<3>(), F = R * reactions[k].tail<3>();
    const Vec3 at = bodies[body(j.outboard.body)].of(j.outboard.frame).p;
    for (int side : {-1, 1}) {
      const std::size_t b = body(side < 0 ? j.inboard.body : j.outboard.body);
      if (b == 0) continue;  // reactions of the ground need not be unique
      sums[b].head<3>() += side * (M + rotation::cross(at - bodies[b].p, F));
      sums[b].tail<3>() += side * F;
    }
  }
  return sums;
}

// Relative to the largest value, and at least 1 N or 1 N m: free joints transmit nothing.
double relative_difference(const std::vector<Vec6>& a, const std::vector<Vec6>& b) {
  double most = 0, size = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, (a[i] - b[i]).cwiseAbs().maxCoeff());
    size = std::max(size, a[i].cwiseAbs().maxCoeff());
  }
  return most / size;
}

// Reactions of the joints or, if they are not unique, their sums on the bodies.
struct Reactions {
  bool unique = true;
  std::vector<Vec6> joint, natural;
  double difference = 0;
};

Reactions compare_reactions(const Mechanism& mj, const State& sj, const Mechanism& mn,
                            const State& sn) {
  Reactions r;
  r.unique = inspect(mj, sj).redundant.empty() && inspect(mn, sn).redundant.empty();
  r.joint = reactions_of(mj, sj);
  r.natural = reactions_of(mn, sn);
  if (!r.unique) {
    const Motions bodies = motions_of(mj, sj);
    r.joint = sums_on_bodies(mj.model(), bodies, r.joint);
    r.natural = sums_on_bodies(mj.model(), bodies, r.natural);
  }
  const std::vector<bool> fixed = welded_to_ground(mj.model());
  for (std::size_t i = 0; i < r.joint.size(); ++i) {
    const auto in = [&](int b) { return fixed[static_cast<std::size_t>(b)]; };
    const Joint* j = r.unique ? &mj.model().joints[i] : nullptr;
    if (j != nullptr ? in(j->inboard.body) && in(j->outboard.body) : fixed[i])
      r.joint[i] = r.natural[i] = Vec6::Zero();
  }
  r.difference = relative_difference(r.joint, r.natural);
  return r;
}

void print(const Reactions& r, const Model& model) {
  const auto text = [](const Vec6& w) {
    return testing::PrintToString(std::vector<double>(w.data(), w.data() + 6));
  };
  for (std::size_t i = 0; i < r.joint.size(); ++i)
    std::printf("  %s\n    joint   %s\n    natural %s\n",
                (r.unique ? model.joints[i].name : model.bodies[i].name).c_str(),
                text(r.joint[i]).c_str(), text(r.natural[i]).c_str());
}

struct Trial {
  std::vector<std::string> set;
  double until = 0.2, step = 1e-3;
};

Trial trial_of(std::string_view name) {
  if (name == "n-four-bar" || name == "chain" || name == "tree") return {{"N=3"}};
  if (name == "flyball-governor") return {{}, 0.02, 2e-5};
  if (name == "squeezer-mechanism") return {{}, 0.005, 5e-6};
  if (name == "stewart-platform" || name == "double-wishbone-corner" || name == "sedan")
    return {{}, 0.1, 1e-4};
  if (name == "iltis" || name == "truck-trailer") return {{}, 0.1, 2e-4};
  return {};
}

State moved(const std::shared_ptr<const Mechanism>& m, const State& start, const Trial& trial) {
  const bool constrained = m->shape().ng > 0;
  Method method = parse_method(constrained ? "index1+rk4+s_both2" : "ode+rk4");
  method.step = trial.step;
  Engine s(m, method, start, {trial.until});
  while (!s.done()) {
    const StepReport r = s.step();
    EXPECT_EQ(r.status, Status::ok) << m->shape().coordinates << " at " << s.state().t << " s";
    if (r.status != Status::ok) break;
  }
  return s.state();
}

class Mechanisms : public testing::TestWithParam<std::string> {};

TEST_P(Mechanisms, JointAndNaturalCoordinatesMoveAlike) {
  const Trial trial = trial_of(GetParam());
  const io::OpenModel joint = io::open_model(GetParam(), trial.set, "joint:");
  const io::OpenModel natural = io::open_model(GetParam(), trial.set, "natural:");
  const Mechanism &mj = *joint.mechanism, &mn = *natural.mechanism;

  // The same start: each set of coordinates finds its own, and one is converted to the other.
  const Motions drawn = motions_of(mj, joint.start);
  const Difference own = difference(drawn, motions_of(mn, natural.start));
  State start = mn.state_of(drawn, joint.start.t);
  start.z = joint.start.z;
  const Difference given = difference(drawn, motions_of(mn, start));
  EXPECT_LT(given.pose, 1e-12);
  EXPECT_LT(given.velocity, 1e-12);

  // The same motion.
  State at_j = moved(joint.mechanism, joint.start, trial);
  const State at_n = moved(natural.mechanism, start, trial);
  const Motions bodies = motions_of(mj, at_j);
  const Difference end = difference(bodies, motions_of(mn, at_n));
  EXPECT_LT(end.pose, 2e-9);
  EXPECT_LT(end.velocity, 5e-8);

  // The same reactions, at the same state.
  State same = mn.state_of(bodies, at_j.t);
  same.z = at_j.z;
  complete(mj, at_j);
  complete(mn, same);
  const Difference there = difference(motions_of(mj, at_j), motions_of(mn, same));
  EXPECT_LT(there.acceleration, 2e-9);
  const Reactions r = compare_reactions(mj, at_j, mn, same);
  EXPECT_LT(r.difference, 1e-6) << (r.unique ? "joint by joint" : "sums on bodies");
  if (!(r.difference < 1e-6)) print(r, mj.model());
  std::printf("  own start %.1e %.1e, end %.1e %.1e, acceleration %.1e, %s %.1e\n", own.pose,
              own.velocity, end.pose, end.velocity, there.acceleration,
              r.unique ? "reactions" : "sums of reactions", r.difference);
}

bool has_natural_coordinates(const Model& m) {
  return std::none_of(m.joints.begin(), m.joints.end(),
                      [](const Joint& j) { return j.type->joint_coordinates_only; });
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const io::ShippedModel& m : io::shipped_models())
    if (has_natural_coordinates(*io::read_any_model(m.name))) names.emplace_back(m.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Shipped, Mechanisms, testing::ValuesIn(shipped_names()),
                         [](const auto& i) {
                           std::string name = i.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// --- random mechanisms ---

enum class Outcome { agrees, differs, skipped };

struct Verdict {
  Outcome outcome = Outcome::agrees;
  std::string why;
  double error = 0;
};

std::string brief(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", x);
  return text;
}

std::string to_string(const RandomModel& o) {
  return "seed " + std::to_string(o.seed) + ", " + std::to_string(o.bodies) + " bodies, " +
         std::to_string(o.loops) + " loops" + (o.cardan ? ", Cardan angles" : "");
}

// A consistent state near the design pose.
State random_state(const Mechanism& m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto fill = [&](Vector& x, double size) {
    for (Index i = 0; i < x.size(); ++i) x[i] = size * unit(random);
  };
  State s = m.initial();
  Vector dq(m.shape().nv), q = s.q;
  fill(dq, 0.2);
  m.retract(s.q, dq, q);
  s.q = q;
  fill(s.v, 1);
  fill(s.z, 1);
  const std::vector<bool> free(static_cast<std::size_t>(m.shape().nv), false);
  return close_loops(m, s, free, free);
}

// G a + gamma, relative.
double missed_rows(const Mechanism& m, const State& s) {
  if (m.shape().ng == 0) return 0;
  Evaluator eval(m);
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::G | Term::gamma);
  return max_norm(t.G.to_matrix() * s.a + t.gamma) / (1 + max_norm(t.gamma));
}

// Why a state is degenerate: the rank of the constraints is not certain, or they allow velocities
// with which they cannot move.
std::string degenerate(const Mechanism& m, const State& s) {
  if (m.shape().ng == 0) return "";
  if (missed_rows(m, s) > 1e-7) return "no acceleration fits";
  Evaluator eval(m);
  eval.place(Slot::start, s);
  const Matrix G = eval.at(Slot::start, Term::G).G.to_matrix();
  const Index certain = RowSpace(G, 1e-4).rank();
  return RowSpace(G, 1e-10).rank() == certain ? "" : "the rank is not certain";
}

enum class What { accelerations, reactions };

Verdict compare(const RandomModel& options, What what) {
  const std::shared_ptr<Model> model = random_model(options);
  const auto joint = mechanism::compile_tree(model);
  const auto natural = mechanism::compile_natural(model);
  State s;
  try {
    s = random_state(*joint, options.seed);
  } catch (const Error& e) {
    return {Outcome::skipped, e.what()};
  }
  complete(*joint, s);
  if (std::string why = degenerate(*joint, s); !why.empty()) return {Outcome::skipped, why};
  const Motions bodies = motions_of(*joint, s);
  State n = natural->state_of(bodies, s.t);
  n.z = s.z;
  complete_exactly(*natural, n);
  const Motions theirs = motions_of(*natural, n);
  const Difference d = difference(bodies, theirs);
  Verdict v;
  v.error = std::max({d.pose, d.velocity, d.acceleration});
  v.why = "pose " + brief(d.pose) + ", velocity " + brief(d.velocity) + ", acceleration " +
          brief(d.acceleration) + ", rows missed " + brief(missed_rows(*joint, s)) + " and " +
          brief(missed_rows(*natural, n));
  if (what == What::reactions) {
    if (!(v.error < 1e-8)) return {Outcome::skipped, "accelerations differ"};
    const Reactions r = compare_reactions(*joint, s, *natural, n);
    v.error = r.difference;
    v.why = (r.unique ? "reactions " : "sums of reactions ") + brief(r.difference);
  }
  if (!(v.error < (what == What::reactions ? 1e-6 : 1e-8))) v.outcome = Outcome::differs;
  return v;
}

// The smallest model with the same seed that fails.
RandomModel shrink(const RandomModel& failing, What what) {
  for (int bodies = 1; bodies <= failing.bodies; ++bodies)
    for (int loops = 0; loops <= failing.loops; ++loops)
      for (bool forces : {false, true}) {
        const RandomModel smaller{failing.seed, bodies, loops, forces, failing.cardan};
        if (compare(smaller, what).outcome == Outcome::differs) return smaller;
      }
  return failing;
}

struct Tally {
  int agreed = 0, skipped = 0;
  double worst = 0;
  std::map<std::string, int> reasons;
};

void expect_agreement(const RandomModel& options, What what, Tally& tally) {
  const Verdict v = compare(options, what);
  switch (v.outcome) {
    case Outcome::agrees: ++tally.agreed; break;
    case Outcome::skipped:
      ++tally.skipped;
      ++tally.reasons[v.why.substr(0, v.why.find('\n'))];
      return;
    case Outcome::differs: {
      const RandomModel least = shrink(options, what);
      ADD_FAILURE() << to_string(options) << ": " << v.why
                    << "\nsmallest that fails: " << to_string(least)
                    << (least.forces ? "" : ", no forces") << ": " << compare(least, what).why;
    }
  }
  tally.worst = std::max(tally.worst, v.error);
}

void print(const Tally& t) {
  std::printf("  %d models agree, worst %.1e; %d skipped\n", t.agreed, t.worst, t.skipped);
  for (const auto& [why, count] : t.reasons) std::printf("    %d: %s\n", count, why.c_str());
}

void expect_trees_agree(What what) {
  Tally tally;
  for (unsigned seed = 1; seed <= 50; ++seed)
    expect_agreement({seed, 1 + static_cast<int>(seed % 8), 0, true, seed % 3 == 0}, what, tally);
  print(tally);
  EXPECT_EQ(tally.skipped, 0);
}

void expect_loops_agree(What what) {
  Tally tally;
  for (unsigned seed = 101; seed <= 200; ++seed) {
    const int bodies = 3 + static_cast<int>(seed % 5), loops = 1 + static_cast<int>(seed % 3);
    expect_agreement({seed, bodies, loops, true, seed % 4 == 0}, what, tally);
  }
  print(tally);
  EXPECT_LE(tally.skipped, 20);
}

TEST(RandomMechanisms, TreesAccelerateAlike) { expect_trees_agree(What::accelerations); }
TEST(RandomMechanisms, LoopsAccelerateAlike) { expect_loops_agree(What::accelerations); }
TEST(RandomMechanisms, TreesReactAlike) { expect_trees_agree(What::reactions); }
TEST(RandomMechanisms, LoopsReactAlike) { expect_loops_agree(What::reactions); }

}  // namespace
}  // namespace takt::test
