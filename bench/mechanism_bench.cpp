// Benchmarks the recursive algorithms beside other engines, on the same trees and random states.
//
//   chain-N   N revolute links, each with its own random frame, mass and inertia
//   floating  36 dof: a free base; two legs of 6 and a trunk of 3 on it; two arms of 7 and a neck of
//             1 on the trunk; all revolute
//
// Results are compared to 1e-6 before anything is timed. In one row all engines run in turns, and
// the smallest time of a batch counts (<engine>_us), because the machine may be shared. /<engine>
// is our time divided by that of the engine; Time is our mean.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>

#include "bench/counted.hpp"
#include "bench/footnote.hpp"
#include "bench/peers/peer.hpp"
#include "takt/mechanism/tree/recursions.hpp"

namespace takt::bench {

std::vector<MakePeer>& peers() {
  static std::vector<MakePeer> list;
  return list;
}

namespace {

using mechanism::Link;
using mechanism::LinkKind;
using mechanism::Recursions;
using mechanism::Tree;

constexpr int sample_count = 16;
const Vec3 gravity(0, 0, -9.81);

class Maker {
 public:
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  Vec3 vec() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  rotation::Quaternion quaternion() {
    return rotation::Quaternion(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
        .normalized();
  }
  int add(Tree& t, int parent, LinkKind kind) {
    Link l;
    l.parent = parent;
    l.kind = kind;
    if (kind == LinkKind::Rz) l.place = {rotation::matrix_of(quaternion()), 0.3 * vec()};
    l.q = t.nq, l.v = t.nv;
    t.nq += mechanism::nq_of(l), t.nv += mechanism::nv_of(l);
    const Vec3 c = 0.1 * vec();
    const Mat3 R = rotation::matrix_of(quaternion());
    const Vec3 d(uniform(0.02, 0.03), uniform(0.02, 0.03), uniform(0.02, 0.03));
    l.inertia.m = uniform(0.5, 2);
    l.inertia.h = l.inertia.m * c;
    l.inertia.I = R * d.asDiagonal() * R.transpose() +
                  l.inertia.m * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
    t.links.push_back(l);
    return static_cast<int>(t.links.size()) - 1;
  }
  int limb(Tree& t, int parent, int n) {
    while (n-- > 0) parent = add(t, parent, LinkKind::Rz);
    return parent;
  }
  Vector vector(int n, double size) {
    Vector x(n);
    for (double& e : x) e = uniform(-size, size);
    return x;
  }
  Sample sample(const Tree& t) {
    Sample s{vector(t.nq, 3), vector(t.nv, 1), vector(t.nv, 5), vector(t.nv, 5)};
    if (t.links[0].kind == LinkKind::Free) s.q.segment<4>(3) = quaternion();
    // Limits the velocities of all links: the ends of long chains would move too fast.
    s.v /= std::sqrt(static_cast<double>(t.nv));
    return s;
  }

 private:
  std::mt19937 rng_{1};
};

Tree make_tree(Maker& make, int links) {  // links 0: the floating tree
  Tree t;
  if (links > 0) {
    make.limb(t, -1, links);
  } else {
    const int base = make.add(t, -1, LinkKind::Free);
    make.limb(t, base, 6);
    make.limb(t, base, 6);
    const int trunk = make.limb(t, base, 3);
    make.limb(t, trunk, 7);
    make.limb(t, trunk, 7);
    make.limb(t, trunk, 1);
  }
  return t;
}

Bodies bodies_of(const Tree& t) {
  Bodies out{{}, t.nq, t.nv};
  for (const Link& l : t.links) {
    const Vec3 c = l.inertia.h / l.inertia.m;
    const Mat3 I =
        l.inertia.I - l.inertia.m * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
    out.body.push_back({l.parent, l.kind == LinkKind::Free, l.place, l.inertia.m, c, I});
  }
  return out;
}

class Takt final : public Peer {
 public:
  Takt(const Tree& t, const std::vector<Sample>& samples, bool mass)
      : recursions_(t), work_(recursions_.make_workspace()), samples_(samples), out_(t.nv) {
    if (mass) M_ = linear::Patterned(mechanism::mass_pattern(t));
  }
  std::string name() const override { return "takt"; }
  void forward(int s) override {
    const Sample& x = samples_[s];
    if (!recursions_.forward_dynamics(x.q.data(), x.v.data(), x.tau.data(), nullptr, gravity,
                                      out_.data(), *work_))
      std::abort();
  }
  void inverse(int s) override {
    const Sample& x = samples_[s];
    recursions_.inverse_dynamics(x.q.data(), x.v.data(), x.a.data(), nullptr, gravity, out_.data(),
                                 *work_);
  }
  void mass(int s) override { recursions_.mass_matrix(samples_[s].q.data(), M_, *work_); }
  Vector acceleration(int) override { return out_; }
  Vector effort(int) override { return out_; }
  Matrix mass_matrix(int) override { return M_.to_matrix(); }

 private:
  Recursions recursions_;
  std::unique_ptr<Recursions::Workspace> work_;
  const std::vector<Sample>& samples_;
  Vector out_;
  linear::Patterned M_;
};

struct Contest {  // one tree and all engines; the first engine is ours
  Tree tree;
  Bodies bodies;
  std::vector<Sample> samples;
  std::vector<std::unique_ptr<Peer>> engines;
};

void check(double difference, const Peer& p, const char* what, const Contest& c) {
  if (difference <= 1e-6) return;
  std::fprintf(stderr, "bench: %s and takt differ by %g in %s of a tree of %zu links\n",
               p.name().c_str(), difference, what, c.tree.links.size());
  std::exit(1);
}

double relative(const Matrix& x, const Matrix& y) {
  return (x - y).cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff());
}

void cross_check(Contest& c, bool mass) {
  Peer& ours = *c.engines[0];
  for (std::size_t e = 1; e < c.engines.size(); ++e)
    for (int s = 0; s < sample_count; ++s) {
      Peer& p = *c.engines[e];
      ours.forward(s), p.forward(s);
      check(relative(p.acceleration(s), ours.acceleration(s)), p, "forward dynamics", c);
      ours.inverse(s), p.inverse(s);
      check(relative(p.effort(s), ours.effort(s)), p, "inverse dynamics", c);
      if (!mass) continue;
      ours.mass(s), p.mass(s);
      check(relative(p.mass_matrix(s), ours.mass_matrix(s)), p, "the mass matrix", c);
    }
}

// Created when it is first used, because MuJoCo takes seconds for 1000 links.
Contest& contest(int links) {
  static std::map<int, std::unique_ptr<Contest>> made;
  std::unique_ptr<Contest>& c = made[links];
  if (!c) {
    Maker make;
    c = std::make_unique<Contest>();
    c->tree = make_tree(make, links);
    c->bodies = bodies_of(c->tree);
    for (int s = 0; s < sample_count; ++s) c->samples.push_back(make.sample(c->tree));
    const bool small = links <= 1000;
    c->engines.push_back(std::make_unique<Takt>(c->tree, c->samples, small));
    if (small) {
      for (const MakePeer p : peers()) c->engines.push_back(p(c->bodies, gravity, c->samples));
      cross_check(*c, small);
    }
  }
  return *c;
}

// `sample` continues where the last batch ended: an engine might remember the last state.
double batch_us(Peer& p, void (Peer::*what)(int), int count, int& sample) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < count; ++k) (p.*what)(sample = (sample + 1) % sample_count);
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
             .count() /
         count;
}

void row(benchmark::State& state, int links, void (Peer::*what)(int)) {
  Contest& c = contest(links);
  any_peer_row = true;
  std::vector<int> count, sample(c.engines.size(), 0);
  std::vector<double> best(c.engines.size(), 1e300);
  for (std::size_t e = 0; e < c.engines.size(); ++e) {
    batch_us(*c.engines[e], what, 1, sample[e]);
    const double us = batch_us(*c.engines[e], what, 2, sample[e]);
    count.push_back(counting() ? sample_count : std::clamp(static_cast<int>(300 / us), 1, 5000));
  }
  for (auto _ : counted(state))
    for (std::size_t e = 0; e < c.engines.size(); ++e) {
      const double us = batch_us(*c.engines[e], what, count[e], sample[e]);
      best[e] = std::min(best[e], us);
      if (e == 0) state.SetIterationTime(us * 1e-6);
    }
  for (std::size_t e = 0; e < c.engines.size(); ++e) {
    std::string ratio = "/";
    state.counters[c.engines[e]->name() + "_us"] = best[e];
    if (e > 0) state.counters[ratio += c.engines[e]->name()] = best[0] / best[e];
  }
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const char* what, int links, void (Peer::*f)(int)) {
    const std::string tree = links > 0 ? "chain-" + std::to_string(links) : "floating";
    benchmark::RegisterBenchmark(("mechanism/" + std::string(what) + "/" + tree).c_str(),
                                 [=](benchmark::State& s) { row(s, links, f); })
        ->UseManualTime()
        ->Iterations(counting()      ? 1
                     : links >= 1000 ? 15
                                     : 200)
        ->Unit(benchmark::kMicrosecond);
  };
  for (const int n : {7, 32, 100, 1000, 10000, 0}) add("forward", n, &Peer::forward);
  for (const int n : {7, 32, 100, 1000, 10000, 0}) add("inverse", n, &Peer::inverse);
  for (const int n : {7, 32, 100, 1000, 0}) add("mass", n, &Peer::mass);
  return true;
}();

}  // namespace
}  // namespace takt::bench
