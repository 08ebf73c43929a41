// Compiles a model to natural coordinates: the constructor of NaturalMechanism, the names of
// coordinates and rows, and the scaling of rows.
#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/mechanism/natural/natural_mechanism.hpp"

namespace takt::mechanism::natural {
namespace {

constexpr char xyz[] = {'x', 'y', 'z'};

// The slot of an entity on the first part that carries it.
const Slot& slot_of(const Parts& parts, const Entity& e) {
  const auto& [part, slot] = e.carried_by.front();
  return parts.all[part].slots[slot];
}

}  // namespace

NaturalMechanism::NaturalMechanism(std::shared_ptr<const Model> model)
    : Mechanism(std::move(model)) {
  const Topology topology = find_topology(*model_);
  parts_ = weld(*model_, topology);
  const int states = static_cast<int>(shape_.nz);
  shared_ = share(*model_, parts_);
  sources_ = sources_of(*model_, topology, parts_, shared_);
  complete(parts_, carriers_in(*model_, sources_));
  List<RowSource> rigid = rigid_rows(*model_, parts_);
  sources_.rows.insert(sources_.rows.begin(), std::make_move_iterator(rigid.begin()),
                       std::make_move_iterator(rigid.end()));

  auto lay = [&](const Space& space) {
    return lay_out(*model_, parts_, sources_, space, first_state_, states);
  };
  shape_.coordinates = "natural";
  shape_.nq = shape_.nv = 3 * parts_.places;
  if (lacks_inertia(parts_)) shape_.mass_rank = linear::Rank::deficient;
  const Space space = whole_space(parts_);
  const List<double> scales = equilibrated(lay(space));
  for (int k = 0; k < sources_.rows.count(); ++k) {
    sources_.rows[k].balance = scales[k];
    sources_.rows[k].scale *= scales[k];
  }
  whole_ = lay(space);
  torn_ = lay(torn_space(*model_, parts_));
  full_ = linear::PatternedSum({whole_.K, whole_.K_lambda});

  shape_.ng = whole_.rows;
  shape_.constant_mass = true;
  shape_.conservative = true;
  shape_.quadratic_constraints = whole_.sums.empty() && whole_.rolling.empty();
  shape_.analytic = all_terms;
  // G of driven angles depends on their signal, so lambda_t is not zero: it comes by differences.
  if (std::any_of(whole_.uses.begin(), whole_.uses.end(), [](const Use& u) { return u.turning; }))
    shape_.analytic.bits &= ~Need(Term::lambda_t).bits;
  shape_.M = whole_.M;
  shape_.G = shape_.Gv_q = whole_.G;
  thin_ = {whole_.K, values_in_K()};
  shape_.K = shape_.C = thin_.pattern();
  shape_.K_lambda = whole_.K_lambda;
  shape_.K_full = full_.pattern();
  shape_.f_lambda = linear::empty_pattern(shape_.nv, shape_.ng);
  shape_.f_z = whole_.f_z;
  shape_.e_q = shape_.e_v = whole_.e_q;
  shape_.e_z = whole_.e_z;
  name_coordinates();
  name_rows();
  find_row_forces(topology);
  find_poses();
  find_handings();
}

// The values of K of all forces that belong to forces in K and C.
List<bool> NaturalMechanism::values_in_K() const {
  List<bool> used(static_cast<std::size_t>(whole_.K->size()), false);
  const auto mark = [&](const auto& forces) {
    for (const auto& f : forces) {
      if (f.explicit_only) continue;
      for (int k = 0; k < f.entities * f.entities; ++k)
        for (const int column : whole_.places[f.at + k])
          for (int row = 0; row < 3 && column >= 0; ++row) used[column + row] = true;
    }
  };
  mark(whole_.laws);
  mark(whole_.frame_forces);
  mark(whole_.pair_forces);
  return used;
}

// Scale factors for the rows, so that rows of very light entities do not dominate G M^-1 G'.
// Otherwise the regularisation of redundant rows (linear/saddle.hpp) would be too large for the
// other rows. If M is singular, M + r G'G is used instead of M, and rows of unit size are balanced.
List<double> NaturalMechanism::equilibrated(const Equations& e) const {
  List<double> mass(e.entities, 0);
  for (const Mass& m : e.masses)
    if (m.e == m.f) mass[m.e] = m.m;
  List<Motion> poses(model_->bodies.size());
  for (int b = 0; b < poses.count(); ++b) {
    poses[b].R = model_->bodies[b].design.R;
    poses[b].p = model_->bodies[b].design.p;
  }
  Vector x(3 * e.entities);
  List<const Entity*> at_place(e.entities);
  for (const Entity& entity : parts_.entities) {
    if (entity.place < 0) continue;
    at_place[entity.place] = &entity;
    const Slot& s = slot_of(parts_, entity);
    const Part& part = parts_.all[entity.carried_by.front().first];
    const Motion& m = poses[part.root];
    x.segment<3>(3 * entity.place) = m.R * s.local + (s.point ? m.p : Vec3::Zero());
  }
  List<double> out(sources_.rows.size(), 1);
  int next = 0;
  for (int k = 0; k < sources_.rows.count(); ++k) {
    if (sources_.rows[k].kind != RowSource::Kind::bilinear) continue;
    const Bilinear& r = e.bilinear[next++];
    Vec3 A = r.A0, B = r.B0;
    for (int t = r.first; t < r.first + r.count; ++t) {
      const BilinearTerm& term = e.terms[t];
      A += term.a * x.segment<3>(3 * term.entity);
      B += term.b * x.segment<3>(3 * term.entity);
    }
    double S = 0, size = 0, heaviest = 0;
    for (int t = r.first; t < r.first + r.count; ++t) {
      const BilinearTerm& term = e.terms[t];
      const Vec3 d =
          r.component >= 0 ? Vec3(term.a * Vec3::UnitX()) : Vec3(term.a * B + term.b * A);
      size += (r.scale * d).squaredNorm();
      S += (r.scale * d).squaredNorm() / mass[term.entity];
      for (const auto& [part, slot] : at_place[term.entity]->carried_by)
        heaviest = std::max(heaviest, parts_.all[part].mass);
    }
    const bool even = shape_.mass_rank == linear::Rank::deficient;
    out[k] = 1 / std::sqrt(even ? std::max(size, 1e-300) : std::max(1.0, S * heaviest));
  }
  return out;
}

void NaturalMechanism::name_coordinates() {
  names_.q.resize(shape_.nq);
  names_.q_units.resize(names_.q.size());
  names_.v_units.resize(names_.q.size());
  for (const Entity& e : parts_.entities) {
    if (e.place < 0) continue;
    // A shared entity is named after the first body that carries it.
    auto first = e.carried_by.front();
    for (const auto& by : e.carried_by)
      if (by.first < first.first) first = by;
    const Part& part = parts_.all[first.first];
    const std::string name =
        model_->bodies[part.root].name + "." + part.slots[first.second].name + ".";
    for (int c = 0; c < 3; ++c) {
      const int k = 3 * e.place + c;
      names_.q[k] = name + xyz[c];
      names_.q_units[k] = e.point ? "m" : "1";
      names_.v_units[k] = e.point ? "m/s" : "1/s";
    }
  }
  names_.v = names_.q;
}

void NaturalMechanism::name_rows() {
  int row = 0;
  for (const RowSource& r : sources_.rows) {
    for (int n = 0; n < r.names.count(); ++n) {
      const bool slip = r.kind == RowSource::Kind::rolling && n > 0;
      names_.rows.push_back(r.names[n]);
      shape_.row_level.push_back(slip || r.velocity_level ? RowLevel::velocity
                                                          : RowLevel::position);
    }
    for (const Transmitted& t : r.transmitted)
      row_reactions_.push_back({row, r.balance, r.measure, t});
    row += r.names.count();
  }
}

// Lists the rows whose force is an output: the tension of rods, and the forces that drive joints.
// The row of a rod is scale (d.d - l^2), whose derivative along the rod is 2 scale |d|; the rows of
// driven joints have the derivative `scale` by the coordinate.
void NaturalMechanism::find_row_forces(const Topology& topology) {
  int row = 0;
  for (const RowSource& r : sources_.rows) {
    const double slope = 2 * r.scale;
    if (r.rod >= 0)
      row_forces_.push_back(
          {RowForce::Of::constraint, r.rod, row, slope, true, r.measure.a, r.measure.b});
    for (const Topology::Rod& rod : topology.rods)
      if (r.link >= 0 && rod.body == r.link && rod.straight)
        row_forces_.push_back(
            {RowForce::Of::body, r.link, row, slope, true, r.measure.a, r.measure.b});
    if (r.drives >= 0)
      row_forces_.push_back({RowForce::Of::joint, r.drives, row, -r.scale, false, {}, {}});
    row += r.names.count();
  }
  find_row_outputs();
}

}  // namespace takt::mechanism::natural

namespace takt::mechanism {

std::shared_ptr<const Mechanism> compile_natural(std::shared_ptr<const Model> model) {
  for (const Joint& j : model->joints) {
    if (j.motion)
      throw Error("joint '" + j.name + "' of type " + std::string(j.type->name) +
                      " moves along functions of its own coordinates, which natural ones lack",
                  j.where, "leave natural: out, joint coordinates are the default");
    if (j.type->joint_coordinates_only)
      throw Error("joint '" + j.name + "' of type " + std::string(j.type->name) +
                      " has coordinates that natural ones do not: yaw, roll and pitch, in which "
                      "the forces of vehicles are written",
                  j.where, "leave natural: out, joint coordinates are the default");
  }
  return std::make_shared<const natural::NaturalMechanism>(std::move(model));
}

}  // namespace takt::mechanism
