#include "takt/mechanism/natural/layout.hpp"

#include <algorithm>

#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/natural/placing.hpp"

namespace takt::mechanism::natural {
namespace {

class Layout {
 public:
  Layout(const Model& model, const Space& space, int states) : model_(model), space_(space) {
    e_.entities = space.entities;
    e_.states = states;
    e_.e_z_places.assign(element::law_states * states, -1);
  }

  void add(const RowSource& r) {
    switch (r.kind) {
      case RowSource::Kind::bilinear: bilinear(r); break;
      case RowSource::Kind::sum: sum(r); break;
      case RowSource::Kind::rolling: rolling(r); break;
    }
    e_.rows += r.names.count();
  }

  void add(const ForceSource& s, int state) {
    const Force& f = model_.forces[s.force];
    if (f.between_bodies())
      pair_force(f, state);
    else if (f.body_force)
      frame_force(f, state);
    else
      law(f, s, state);
  }

  Equations finish() {
    if (space_.patterns) {
      placing_.resolve(e_);
      for (LawForce& l : e_.laws) find_runs(l);
    }
    return std::move(e_);
  }

 private:
  // Request places for blocks, rows and columns of values; -1 if the space has no matrices.
  void ask_row(Matrix3 m, int row, int entity) {  // three values in one row
    e_.places.push_back({-1, -1, -1});
    for (int c = 0; c < 3 && space_.patterns; ++c)
      placing_.ask(m, row, 3 * entity + c, Placing::Into::places, e_.places.count() - 1, c);
  }
  void ask_column(Matrix3 m, int entity, int col) {
    e_.places.push_back({-1, -1, -1});
    for (int c = 0; c < 3 && space_.patterns; ++c)
      placing_.ask(m, 3 * entity + c, col, Placing::Into::places, e_.places.count() - 1, c);
  }
  void ask_block(Matrix3 m, int e, int f) {
    e_.places.push_back({-1, -1, -1});
    if (!space_.patterns) return;
    for (int c = 0; c < 3; ++c)
      for (int r = 2; r >= 0; --r)  // first row last, because its place is the one that is kept
        placing_.ask(m, 3 * e + r, 3 * f + c, Placing::Into::places, e_.places.count() - 1, c);
  }

  void bilinear(const RowSource& s) {
    Bilinear r;
    r.row = e_.rows;
    r.first = e_.terms.count();
    r.component = s.component;
    r.scale = s.scale;
    r.target = s.target;
    r.drive = s.drive;
    r.signal = s.signal;
    r.length = s.length;
    auto gather = [&](const CarrierSum& sum, Vec3& constant, double BilinearTerm::*part) {
      for (const SignedCarrier& c : sum) {
        const Weighted w = space_.weights(c.carrier);
        constant += c.sign * w.constant;
        for (int k = 0; k < w.count; ++k) {
          const int entity = w.entity[k];
          auto t = std::find_if(e_.terms.begin() + r.first, e_.terms.end(),
                                [&](const BilinearTerm& x) { return x.entity == entity; });
          if (t == e_.terms.end()) {
            e_.terms.push_back({entity, 0, 0, {-1, -1, -1}});
            t = e_.terms.end() - 1;
          }
          (*t).*part += c.sign * w.c[k];
        }
      }
    };
    gather(s.A, r.A0, &BilinearTerm::a);
    gather(s.B, r.B0, &BilinearTerm::b);
    r.count = e_.terms.count() - r.first;
    if (space_.patterns) {
      for (int k = r.first; k < r.first + r.count; ++k)
        for (int c = 0; c < 3; ++c) {
          const bool linear = r.component >= 0;
          if (linear && c > 0) continue;
          placing_.ask(Matrix3::G, r.row, 3 * e_.terms[k].entity + (linear ? r.component : c),
                       Placing::Into::terms, k, c);
        }
      for (int k = r.first; k < r.first + r.count; ++k)
        for (int l = r.first; l < r.first + r.count; ++l) {
          const BilinearTerm &x = e_.terms[k], &y = e_.terms[l];
          const double h = r.scale * (x.a * y.b + x.b * y.a);
          if (r.component >= 0 || h == 0) continue;
          e_.curvature.push_back({r.row, h, {-1, -1, -1}});
          for (int c = 0; c < 3; ++c)
            placing_.ask(Matrix3::K_lambda, 3 * x.entity + c, 3 * y.entity + c,
                         Placing::Into::curvature, e_.curvature.count() - 1, c);
        }
    }
    e_.bilinear.push_back(r);
  }

  // Makes a Use. Its carriers are appended unless they exist already from `base` on; their entities
  // are in the list that begins at `first`.
  Use use(const UseSource& s, int base, int first) {
    Use u;
    const element::Measure& m = s.measure;
    u.kind = m.kind;
    u.turning = s.turning;
    u.i = m.i;
    u.L = m.L;
    u.factor = s.factor;
    u.first = first;
    const element::Carriers carriers = element::carriers_of(m.kind, m.i, m.j);
    Gathered difference;
    for (int k = 0; k < carriers.count; ++k) {
      const element::Carrier& c = carriers.is[k];
      const Attachment& on = c.on_b ? m.b : m.a;
      const Weighted w = space_.weights(c.point ? origin_of(on) : axis_of(on, c.axis));
      Gathered alone;
      (c.point ? difference : alone).add(c.point && !c.on_b ? -1 : 1, w);
      if (c.point && !c.on_b) {
        u.origin = k;
        continue;
      }
      u.argument[u.carriers] = k;
      u.carrier[u.carriers++] = carrier(c.point ? difference : alone, base, first);
    }
    u.count = e_.listed.count() - first;
    return u;
  }
  // A sum of carriers, with each entity once.
  struct Gathered {
    Vec3 constant = Vec3::Zero();
    List<std::pair<int, double>> terms;
    void add(double sign, const Weighted& w) {
      constant += sign * w.constant;
      for (int n = 0; n < w.count; ++n) {
        const int entity = w.entity[n];
        const double c = sign * w.c[n];
        const auto t = std::find_if(terms.begin(), terms.end(),
                                    [&](const auto& x) { return x.first == entity; });
        if (t == terms.end())
          terms.emplace_back(entity, c);
        else
          t->second += c;
      }
    }
  };
  int carrier(const Gathered& g, int base, int first) {
    for (int k = base; k < e_.carriers.count(); ++k) {
      const Combination& c = e_.carriers[k];
      const Weight* w = e_.weights.data() + c.first;
      if (c.constant == g.constant && std::equal(w, w + c.count, g.terms.begin(), g.terms.end(),
                                                 [](const Weight& a, const auto& b) {
                                                   return a.entity == b.first && a.c == b.second;
                                                 }))
        return k;
    }
    Combination c;
    c.constant = g.constant;
    c.first = e_.weights.count();
    c.count = g.terms.count();
    for (const auto& [entity, weight] : g.terms)
      e_.weights.push_back({entity, listed(first, entity), weight});
    e_.carriers.push_back(c);
    return e_.carriers.count() - 1;
  }
  // The index of an entity in the last list, which begins at `first`. Appends it if it is new.
  int listed(int first, int entity) {
    const auto begin = e_.listed.begin() + first;
    const auto it = std::find(begin, e_.listed.end(), entity);
    const int at = static_cast<int>(it - begin);
    if (it == e_.listed.end()) e_.listed.push_back(entity);
    return at;
  }
  int entity(int first, int i) const { return e_.listed[first + i]; }

  void sum(const RowSource& s) {
    Sum r;
    r.row = e_.rows;
    r.first = e_.uses.count();
    r.count = s.uses.count();
    r.target = s.target;
    r.period = s.period;
    r.signal = s.signal;
    r.velocity_level = s.velocity_level;
    for (const UseSource& source : s.uses) {
      Use u = use(source, e_.carriers.count(), e_.listed.count());
      u.at_G = e_.places.count();
      for (int i = 0; i < u.count; ++i) ask_row(Matrix3::G, r.row, entity(u.first, i));
      u.at_curvature = e_.places.count();
      for (int i = 0; i < u.count; ++i)
        for (int j = 0; j < u.count; ++j)
          ask_block(Matrix3::K_lambda, entity(u.first, i), entity(u.first, j));
      e_.uses.push_back(u);
    }
    e_.sums.push_back(r);
  }

  // The origin and the axes x, y of a frame, with one common list of entities.
  template <class T> void frame(const Attachment& a, T& to) {
    to.first = e_.listed.count();
    const Carrier carriers[3] = {origin_of(a), axis_of(a, 0), axis_of(a, 1)};
    for (int k = 0; k < 3; ++k) {
      const Weighted w = space_.weights(carriers[k]);
      to.constant[k] = w.constant;
      for (int n = 0; n < w.count; ++n) to.c[k][listed(to.first, w.entity[n])] = w.c[n];
    }
    to.count = e_.listed.count() - to.first;
  }

  void rolling(const RowSource& s) {
    Rolling r;
    r.row = e_.rows;
    r.radius = s.length;
    r.height = s.target;
    frame(s.wheel, r);
    r.at_G = e_.places.count();
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < r.count; ++i) ask_row(Matrix3::G, r.row + k, entity(r.first, i));
    r.at_curvature = e_.places.count();
    for (int i = 0; i < r.count; ++i)
      for (int j = 0; j < r.count; ++j)
        ask_block(Matrix3::K_lambda, entity(r.first, i), entity(r.first, j));
    e_.rolling.push_back(r);
  }

  // Requests the places of a force for its entities: blocks of K and C, then f_z, then e_q and e_v.
  template <class T> void ask_force(T& f, int states) {
    const int first = f.first_entity, entities = f.entities;
    f.at = e_.places.count();
    for (int i = 0; i < entities; ++i)
      for (int j = 0; j < entities; ++j) ask_block(Matrix3::K, entity(first, i), entity(first, j));
    f.at_z = e_.places.count();
    for (int n = 0; n < states; ++n)
      for (int i = 0; i < entities; ++i) ask_column(Matrix3::f_z, entity(first, i), f.state + n);
    for (int n = 0; n < states; ++n)
      for (int i = 0; i < entities; ++i) ask_row(Matrix3::e_q, f.state + n, entity(first, i));
    for (int n = 0; n < states && space_.patterns; ++n)
      for (int k = 0, pair = n / 2 * 2; k < std::min(2, states - pair); ++k)
        placing_.ask(Matrix3::e_z, f.state + n, f.state + pair + k, Placing::Into::e_z,
                     element::law_states * (f.state + n) + k, 0);
  }
  template <class T> void describe(const Force& f, T& to) const {
    to.signals = std::min(f.signals.count(), static_cast<int>(to.signal.size()));
    for (int k = 0; k < to.signals; ++k) to.signal[k] = f.signals[k];
  }

  void law(const Force& f, const ForceSource& s, int state) {
    LawForce l;
    l.law = f.law.get();
    l.has_potential = element::has_potential(*f.law);
    l.state = state;
    l.states = f.law->states();
    l.explicit_only = f.explicit_only;
    describe(f, l);
    l.first = e_.uses.count();
    l.count = s.uses.count();
    l.first_carrier = e_.carriers.count();
    l.first_entity = e_.listed.count();
    for (const UseSource& source : s.uses)
      e_.uses.push_back(use(source, l.first_carrier, l.first_entity));
    l.carriers = e_.carriers.count() - l.first_carrier;
    l.entities = e_.listed.count() - l.first_entity;
    ascend(l);
    ask_force(l, l.states);
    e_.laws.push_back(l);
  }

  // Sorts the entities of a law by their coordinates, so that runs become long.
  void ascend(const LawForce& l) {
    const auto begin = e_.listed.begin() + l.first_entity;
    std::sort(begin, e_.listed.end());
    for (int k = l.first_carrier; k < e_.carriers.count(); ++k) {
      const Combination& c = e_.carriers[k];
      for (int w = c.first; w < c.first + c.count; ++w) {
        Weight& weight = e_.weights[w];
        weight.listed =
            static_cast<int>(std::lower_bound(begin, e_.listed.end(), weight.entity) - begin);
      }
    }
  }

  void find_runs(LawForce& l) {
    l.columns = e_.columns.count();
    for (int j = 0; j < l.entities; ++j) {
      auto place = [&](int i) -> const Places& { return e_.places[l.at + i * l.entities + j]; };
      RunsOfColumn column{e_.runs.count(), 0, place(0)[1] - place(0)[0]};
      for (int i = 0; i < l.entities; ++i) {
        if (i == 0 || place(i)[0] != place(i - 1)[0] + 3) e_.runs.push_back({place(i)[0], i, 0});
        ++e_.runs.back().count;
      }
      column.count = e_.runs.count() - column.first;
      e_.columns.push_back(column);
    }
  }

  void frame_force(const Force& f, int state) {
    FrameForce l;
    l.force = f.body_force.get();
    l.has_potential = element::has_potential(*f.body_force);
    l.state = state;
    l.states = f.body_force->states();
    l.explicit_only = f.explicit_only;
    describe(f, l);
    place_on(l, {f.on});
    e_.frame_forces.push_back(l);
  }

  void pair_force(const Force& f, int state) {
    PairForce l;
    l.force = f.body_force.get();
    l.state = state;
    l.states = f.body_force->states();
    l.explicit_only = f.explicit_only;
    describe(f, l);
    place_on(l, {f.on, f.from});
    e_.pair_forces.push_back(l);
  }

  // The carriers of the frames on which a body force acts, and its places.
  template <class T> void place_on(T& l, std::initializer_list<Attachment> frames) {
    l.first_carrier = e_.carriers.count();
    l.first_entity = e_.listed.count();
    for (const Attachment& on : frames)
      for (const Carrier& c : {origin_of(on), axis_of(on, 0), axis_of(on, 1)}) {
        Gathered g;
        g.add(1, space_.weights(c));
        carrier(g, e_.carriers.count(), l.first_entity);
      }
    l.entities = e_.listed.count() - l.first_entity;
    ask_force(l, l.states);
  }

  const Model& model_;
  const Space& space_;
  Equations e_;
  Placing placing_;
};

}  // namespace

Equations lay_out(const Model& model, const Parts& parts, const Sources& sources,
                  const Space& space, const List<int>& first_state, int states) {
  Layout layout(model, space, states);
  for (const RowSource& r : sources.rows) layout.add(r);
  for (const ForceSource& f : sources.forces) layout.add(f, first_state[f.force]);
  Equations e = layout.finish();
  add_masses(model, parts, !space.patterns, e);
  return e;
}

}  // namespace takt::mechanism::natural
