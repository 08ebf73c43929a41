#include "takt/formulation/residual_structure.hpp"

#include "takt/linear/entries.hpp"

namespace takt {
namespace {

using linear::each_entry;
using linear::Pattern;
using linear::SharedPattern;

// For a matrix that is stored full: its structure, if one is given.
SharedPattern what_counts(const linear::Patterned& stored, const SharedPattern& structure) {
  return stored.pattern().full && structure ? structure : stored.shared_pattern();
}

Entries entries_of(const Pattern& p) {
  Entries out;
  each_entry(p, [&](int i, int j, int) { out.emplace_back(i, j); });
  return out;
}

Entries operator+(Entries a, const Entries& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Entries transposed(Entries e) {
  for (auto& [i, j] : e) std::swap(i, j);
  return e;
}

template <class Keep> Entries filtered(Entries e, Keep keep) {
  std::erase_if(e, [&](const auto& ij) { return !keep(ij.first, ij.second); });
  return e;
}

Entries product(const Entries& A, const Entries& B, Index inner) {
  List<List<int>> rows(inner);  // of B, by its row
  for (const auto& [i, j] : B) rows[i].push_back(j);
  Entries out;
  for (const auto& [i, k] : A)
    for (int j : rows[k]) out.emplace_back(i, j);
  return out;
}

struct Collected {
  Entries all;
  void add(const Entries& block, int first_row, int first_col) {
    for (const auto& [i, j] : block) all.emplace_back(first_row + i, first_col + j);
  }
  void add_diagonal(Index n, int first_row, int first_col) {
    for (int i = 0; i < n; ++i) all.emplace_back(first_row + i, first_col + i);
  }
};

}  // namespace

ResidualLayout::ResidualLayout(const Shape& s, const ResidualOptions& o)
    : nv(s.nv), nz(s.nz), ng(s.ng), has_lambda(o.closed_at != ClosedAt::nowhere),
      has_eta(o.positions), has_mu(o.velocities) {
  int next = 0;
  const auto block = [&](bool there, Index n) {
    const int first = next;
    if (there) next += static_cast<int>(n);
    return first;
  };
  q = block(true, nv);
  v = block(true, nv);
  z = block(true, nz);
  lambda = block(has_lambda, ng);
  eta = block(has_eta, ng);
  mu = block(has_mu, ng);
  size = next;
}

TermStructures::TermStructures(const Shape& s) {
  const Terms t = make_terms(s);
  M = what_counts(t.M, s.structure);
  K_full = what_counts(t.K_full, s.structure);
  C = what_counts(t.C, s.structure);
  G = what_counts(t.G, s.G_structure);
  // A position row depends only on the coordinates in its gradient; a row at velocity level may
  // depend on others, too.
  Gv_q = s.has_velocity_rows() ? t.Gv_q.shared_pattern() : what_counts(t.Gv_q, s.G_structure);
  f_lambda = t.f_lambda.shared_pattern();
  f_z = t.f_z.shared_pattern();
  e_q = t.e_q.shared_pattern();
  e_v = t.e_v.shared_pattern();
  e_z = t.e_z.shared_pattern();
}

ResidualStructure::ResidualStructure(const Shape& shape, const ResidualOptions& o,
                                     const TermStructures& t, const MassBlocks& mass,
                                     const IndependentRows& rows) {
  const ResidualLayout at(shape, o);
  const Index nv = shape.nv;
  const auto kept = [&](int i, int) { return rows.kept(i); };
  const auto on_position = [&](int i, int) {
    return rows.kept(i) && shape.row_level[i] == RowLevel::position;
  };
  const Entries M = entries_of(*t.M), K = entries_of(*t.K_full), C = entries_of(*t.C);
  const Entries G = filtered(entries_of(*t.G), kept), G_t = transposed(G);
  const Entries Gv_q = filtered(entries_of(*t.Gv_q), kept);
  const Entries reaction =
      G_t + filtered(entries_of(*t.f_lambda), [&](int, int j) { return rows.kept(j); });
  const bool is_explicit = o.formalism == Formalism::explicit_;

  Collected lead, rest;
  if (o.mass_metric && !is_explicit) {
    lead.add(M, at.q, at.q);
    rest.add(M, at.q, at.v);
  } else {
    lead.add_diagonal(nv, at.q, at.q);
    rest.add_diagonal(nv, at.q, at.v);
  }
  if (at.has_eta) {
    const Entries eta = transposed(filtered(G, on_position));
    rest.add(o.mass_metric && is_explicit ? mass.close(eta) : eta, at.q, at.eta);
  }

  const auto balance = [&](const Entries& e, int first_col) {
    rest.add(is_explicit ? mass.close(e) : e, at.v, first_col);
  };
  if (is_explicit)
    lead.add_diagonal(nv, at.v, at.v);
  else
    lead.add(M, at.v, at.v);
  balance(K, at.q);
  balance(C, at.v);
  balance(entries_of(*t.f_z), at.z);
  if (at.has_lambda) balance(reaction, at.lambda);
  if (at.has_mu) rest.add(is_explicit ? G_t : product(M, G_t, nv), at.v, at.mu);

  lead.add_diagonal(shape.nz, at.z, at.z);
  rest.add(entries_of(*t.e_q), at.z, at.q);
  rest.add(entries_of(*t.e_v), at.z, at.v);
  rest.add(entries_of(*t.e_z), at.z, at.z);

  const auto rows_of_velocity = [&](int first_row) {
    rest.add(Gv_q, first_row, at.q);
    rest.add(G, first_row, at.v);
  };
  if (o.closed_at == ClosedAt::velocity) {
    rows_of_velocity(at.lambda);
    if (o.baumgarte_position != 0) rest.add(filtered(G, on_position), at.lambda, at.q);
  } else if (o.closed_at == ClosedAt::acceleration) {
    // gamma depends on the coordinates that G v + gI depends on, and on their velocities.
    rest.add(G + Gv_q, at.lambda, at.q);
    rest.add(G + Gv_q, at.lambda, at.v);
    lead.add(G, at.lambda, at.v);
    if (at.has_mu) rest.add(product(G, G_t, nv), at.lambda, at.mu);
  }
  if (at.has_eta) rest.add(filtered(G, on_position), at.eta, at.q);
  if (at.has_mu) rows_of_velocity(at.mu);
  for (int i = 0; i < shape.ng; ++i) {
    if (at.has_lambda && !rows.kept(i)) rest.all.emplace_back(at.lambda + i, at.lambda + i);
    if (at.has_eta && !on_position(i, 0)) rest.all.emplace_back(at.eta + i, at.eta + i);
    if (at.has_mu && !rows.kept(i)) rest.all.emplace_back(at.mu + i, at.mu + i);
  }
  leading = linear::pattern_of(at.size, at.size, lead.all);
  whole = linear::pattern_of(at.size, at.size, rest.all + lead.all);
}

BlockCopy::BlockCopy(const Pattern& block, const Pattern& J, int first_row, int first_col,
                     bool transpose) {
  each_entry(block, [&](int i, int j, int k) {
    const int place =
        linear::place_of(J, first_row + (transpose ? j : i), first_col + (transpose ? i : j));
    if (place < 0) return;
    from_.push_back(k);
    to_.push_back(place);
  });
}

BlockCopy::BlockCopy(const Pattern& block, const Pattern& J, int first_row, int first_col,
                     const List<RowLevel>& level) {
  each_entry(block, [&](int i, int j, int k) {
    const int place = linear::place_of(J, first_row + i, first_col + j);
    if (place < 0 || level[i] != RowLevel::position) return;
    from_.push_back(k);
    to_.push_back(place);
  });
}

}  // namespace takt
