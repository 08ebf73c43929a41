// The mass matrix by composite bodies (Featherstone, table 6.2), in ground axes: M_kl = S_l' F_k
// with F_k = I_c S_k for every column l above or in the link of k. Included by kernels.hpp only.
//
// Composite inertias stay in the axes of their link. Columns and forces F refer to the origin of
// the tree's root link, so that a mechanism far from the ground's origin loses no digits.
namespace takt::mechanism::kernel::TAKT_KERNEL {

TAKT_INLINE void mass_place(const LinkData& L, const LinkExtra& X, const double* q, const Memory& m,
                            int i, const MassLink* parent, MassLink& o) {
  const Mat R = parent ? parent->R : Mat{1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Vec r = parent ? parent->r : Vec{0, 0, 0};
  if (L.kind == rz) {
    const double c = m.cosine[i], s = m.sine[i];
    Vec x{R.xx, R.yx, R.zx}, y{R.xy, R.yy, R.zy}, z{R.xz, R.yz, R.zz};
    if (L.turned) {
      const Vec old = x;
      x = mad(X.st, y, X.ct * old);
      y = nmad(X.st, old, X.ct * y);
    }
    if (parent) o.r = mad(L.p.z, z, mad(L.p.y, y, mad(L.p.x, x, r)));
    const Vec t = mad(L.sa, z, L.ca * y);
    z = nmad(L.sa, y, L.ca * z);
    y = nmad(s, x, c * t);
    x = mad(s, t, c * x);
    o.R = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  } else {
    GeneralLink& g = m.general[X.general];
    place_general(L, X, q, m.cosine[i], m.sine[i], m.points, g);
    if (parent) o.r = r + R * g.rho;
    o.R = R * g.E;
  }
  if (!parent) o.r = {0, 0, 0};
}

TAKT_INLINE Composite in_parent(const LinkData& L, const LinkExtra& X, double c, double s,
                                const GeneralLink* g, Composite b) {
  if (g) {
    b = {b.m, g->E * b.h, turn(g->E, b.I)};
    shift(g->rho, b);
    return b;
  }
  b = {b.m, turn_x(L.ca, L.sa, turn_z(c, s, b.h)), turn_x(L, turn_z(c, s, b.I))};
  shift(L.p, b);
  if (L.turned) b = {b.m, turn_z(X.ct, X.st, b.h), turn_z(X.ct, X.st, b.I)};
  return b;
}

TAKT_INLINE void set_column(const Memory& m, int k, Vec r, Vec s, Vec t, Vec n, Vec f) {
  const Path& S = m.columns;
  t = t + cross(r, s);
  S.nx[k] = s.x, S.ny[k] = s.y, S.nz[k] = s.z;
  S.fx[k] = t.x, S.fy[k] = t.y, S.fz[k] = t.z;
  m.forces[k] = {n + cross(r, f), f};
}

// Computes the columns S_k of a link and their forces F_k = I_c S_k.
TAKT_INLINE void mass_columns(const LinkData& L, const GeneralLink* g, const MassLink& o,
                              const Memory& m) {
  const Composite& C = o.composite;
  const Mat& R = o.R;
  if (!g) {
    const Vec f{difference(R.xy, C.h.x, R.xx, C.h.y), difference(R.yy, C.h.x, R.yx, C.h.y),
                difference(R.zy, C.h.x, R.zx, C.h.y)};
    set_column(m, L.column, o.r, {R.xz, R.yz, R.zz}, {0, 0, 0}, R * Vec{C.I.xz, C.I.yz, C.I.zz}, f);
    return;
  }
  for (int k = 0; k < L.columns; ++k) {
    const Vec s{g->S[k][0], g->S[k][1], g->S[k][2]}, t{g->S[k][3], g->S[k][4], g->S[k][5]};
    set_column(m, L.column + k, o.r, R * s, R * t, R * (C.I * s + cross(C.h, t)),
               R * mad(C.m, t, cross(s, C.h)));
  }
}

inline void mass_links(const Tree& tree, const double* q, const Memory& m) {
  for (int i = 0; i < tree.n; ++i) {
    const LinkData& L = tree.link[i];
    MassLink& o = m.mass[i];
    mass_place(L, tree.extra[i], q, m, i, L.parent < 0 ? nullptr : &m.mass[L.parent], o);
    o.composite = {L.m, L.h, L.I};
  }
  for (int i = tree.n - 1; i >= 0; --i) {
    const LinkData& L = tree.link[i];
    const LinkExtra& X = tree.extra[i];
    const GeneralLink* g = L.kind == rz ? nullptr : &m.general[X.general];
    mass_columns(L, g, m.mass[i], m);
    if (L.parent < 0) continue;
    const Composite c = in_parent(L, X, m.cosine[i], m.sine[i], g, m.mass[i].composite);
    Composite& p = m.mass[L.parent].composite;
    p = {p.m + c.m, p.h + c.h, p.I + c.I};
  }
}

// The products of a force with the first `count` columns of the path.
TAKT_INLINE void mass_row(const Path& S, const Force& F, int count, double* out) {
  const Vec n = F.n, f = F.f;
  for (int l = 0; l < count; l += lanes) {
    if (l + lanes > count) {
      if (count < lanes) break;
      l = count - lanes;  // computes some entries twice, which is faster than one by one
    }
    store(out + l, sum_of(n.x, load(S.nx + l), n.y, load(S.ny + l), n.z, load(S.nz + l)) +
                       sum_of(f.x, load(S.fx + l), f.y, load(S.fy + l), f.z, load(S.fz + l)));
  }
  if (count >= lanes) return;
  for (int l = 0; l < count; ++l)
    out[l] = sum_of(n.x, S.nx[l], n.y, S.ny[l], n.z, S.nz[l]) +
             sum_of(f.x, S.fx[l], f.y, S.fy[l], f.z, S.fz[l]);
}

// Fills the other triangle for columns k .. k + count - 1, each above the next; count <= lanes.
TAKT_INLINE void mass_mirror(const MassPlaces& to, const long* below, int k, int count,
                             double* values) {
  const int depth = to.depth[k];
  const double* row[lanes];
  for (int j = 0; j < count; ++j) row[j] = values + to.column[k + j];
  int d = 0;
  if (count == lanes)
    for (; d + lanes <= depth; d += lanes) {
      Lanes from[lanes], x[lanes];
      for (int j = 0; j < lanes; ++j) from[j] = load(row[j] + d);
      transpose(from, x);
      for (int j = 0; j < lanes; ++j) store(values + below[d + j] + k, x[j]);
    }
  for (; d < depth + count; ++d)
    for (int j = d < depth ? 0 : d - depth + 1; j < count; ++j)
      values[below[d] + k + j] = row[j][d];
}

// Stores the row of k if the velocities are not in visiting order.
inline void mass_store(long nv, const MassPlaces& to, int k, const double* row, double* values) {
  for (int l = k; l >= 0; l = to.above[l]) {
    const int d = to.depth[l];
    if (to.upper)
      values[to.upper[to.entry[k] + d]] = values[to.lower[to.entry[k] + d]] = row[d];
    else
      values[nv * to.v[k] + to.v[l]] = values[nv * to.v[l] + to.v[k]] = row[d];
  }
}

// Copies a run of columns, each above the next, to the path. It overwrites the path from the point
// where the new branch leaves the one before (subtrees are contiguous). The whole run is copied
// before its rows are computed, so that vector loads do not follow closely on scalar stores.
TAKT_INLINE void enter_path(const MassPlaces& to, const Memory& m, int first, int end) {
  const int d = to.depth[first], count = end - first;
  double* const into[6] = {m.path.nx, m.path.ny, m.path.nz, m.path.fx, m.path.fy, m.path.fz};
  const double* const from[6] = {m.columns.nx, m.columns.ny, m.columns.nz,
                                 m.columns.fx, m.columns.fy, m.columns.fz};
  for (int c = 0; c < 6; ++c)
    for (int j = 0; j < count; ++j) into[c][d + j] = from[c][first + j];
  if (to.below)
    for (int j = 0; j < count; ++j) m.below[d + j] = to.below[first + j];
}

inline void mass(const Tree& tree, const double* q, const MassPlaces& to, double* values,
                 const Memory& m) {
  angles(tree, q, m);
  mass_links(tree, q, m);
  for (int first = 0; first < tree.nv; first = to.end[first]) {
    const int end = to.end[first];
    enter_path(to, m, first, end);
    for (int k = first; k < end;) {
      const int begin = k, count = k + lanes < end ? lanes : end - k;
      for (; k < begin + count; ++k) {
        double* row = to.column ? values + to.column[k] : m.row;
        mass_row(m.path, m.forces[k], to.depth[k] + 1, row);
        if (!to.column) mass_store(tree.nv, to, k, row, values);
      }
      if (to.column) mass_mirror(to, m.below, begin, count, values);
    }
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
