// The rows that keep a part rigid: constant lengths of its vectors, distances of its points, and
// scalar products. A pair of entities gets one row even if several parts carry it, and none if both
// are constant. Also lists the carriers that rows and forces need.
#include <algorithm>
#include <set>

#include "takt/mechanism/natural/equation_sources.hpp"

namespace takt::mechanism::natural {
namespace {

using Key = std::array<int, 3>;

class Rigid {
 public:
  Rigid(const Model& model, const Parts& parts) : model_(model), parts_(parts) {}

  List<RowSource> collect() {
    for (const Part& part : parts_.all)
      if (part.moves()) add(part);
    return std::move(out_);
  }

 private:
  void add(const Part& part) {
    const int n = part.slots.count(), base = part.base();
    for (int a = 0; a < n; ++a) {
      if (!slot(part, a).point) {
        row(part, {a, -1}, {a, -1}, slot(part, a).name);
        for (int b = a + 1; b < n; ++b)
          if (!slot(part, b).point)
            row(part, {a, -1}, {b, -1}, slot(part, a).name + "." + slot(part, b).name);
        continue;
      }
      for (int b = a + 1; b < n; ++b)
        if (slot(part, b).point)
          row(part, {b, a}, {b, a}, slot(part, a).name + "-" + slot(part, b).name);
      for (int b = 0; b < n && a != base; ++b)
        if (!slot(part, b).point)
          row(part, {a, base}, {b, -1},
              slot(part, base).name + "-" + slot(part, a).name + "." + slot(part, b).name);
    }
  }

  struct Side {  // slot `of`, minus slot `less` unless that is -1
    int of, less;
  };
  static const Slot& slot(const Part& p, int a) { return p.slots[a]; }
  const Entity& entity(const Part& p, int a) const { return parts_.entities[slot(p, a).entity]; }

  void row(const Part& part, Side A, Side B, const std::string& name) {
    List<int> slots{A.of, B.of};
    for (int s : {A.less, B.less})
      if (s >= 0) slots.push_back(s);
    if (std::all_of(slots.begin(), slots.end(), [&](int s) { return entity(part, s).constant; }))
      return;
    List<int> key;
    for (int s : slots) key.push_back(slot(part, s).entity);
    std::sort(key.begin(), key.end());
    if (!written_.insert(key).second) return;
    RowSource r;
    auto sum = [&](Side s) {
      CarrierSum c{{1, {part.root, slot(part, s.of).point, Vec3::Zero(), s.of}}};
      if (s.less >= 0) c.push_back({-1, {part.root, true, Vec3::Zero(), s.less}});
      return c;
    };
    auto local = [&](Side s) -> Vec3 {
      return slot(part, s.of).local - (s.less >= 0 ? slot(part, s.less).local : Vec3::Zero());
    };
    r.names = {model_.bodies[part.root].name + "." + name};
    r.A = sum(A);
    r.B = sum(B);
    r.target = local(A).dot(local(B));
    if (A.of == B.of) r.scale = 1 / (2 * local(A).norm());  // a length; the same scale as for rods
    out_.push_back(std::move(r));
  }

  const Model& model_;
  const Parts& parts_;
  std::set<std::vector<int>> written_;
  List<RowSource> out_;
};

}  // namespace

List<RowSource> rigid_rows(const Model& model, const Parts& parts) {
  return Rigid(model, parts).collect();
}

List<Carrier> carriers_in(const Model& model, const Sources& sources) {
  List<Carrier> out;
  auto use = [&](const UseSource& u) {
    const element::Measure& m = u.measure;
    const element::Carriers carriers = element::carriers_of(m.kind, m.i, m.j);
    for (int k = 0; k < carriers.count; ++k) {
      const element::Carrier& c = carriers.is[k];
      const Attachment& on = c.on_b ? m.b : m.a;
      out.push_back(c.point ? origin_of(on) : axis_of(on, c.axis));
    }
  };
  auto frame = [&](const Attachment& a) {
    out.push_back(origin_of(a));
    out.push_back(axis_of(a, 0));
    out.push_back(axis_of(a, 1));
  };
  for (const RowSource& r : sources.rows) {
    for (const SignedCarrier& c : r.A) out.push_back(c.carrier);
    for (const SignedCarrier& c : r.B) out.push_back(c.carrier);
    for (const UseSource& u : r.uses) use(u);
    if (r.kind == RowSource::Kind::rolling) frame(r.wheel);
  }
  for (const ForceSource& f : sources.forces) {
    for (const UseSource& u : f.uses) use(u);
    const Force& force = model.forces[f.force];
    if (force.body_force) frame(force.on);
    if (force.between_bodies()) frame(force.from);
  }
  return out;
}

}  // namespace takt::mechanism::natural
