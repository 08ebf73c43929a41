// The mass matrix by composite bodies (Featherstone, table 6.2), in ground axes: M_kl = S_l' F_k
// with F_k = I_c S_k for every column l above or in the link of k. Included by kernels.hpp only.
//
// Composite inertias stay in the axes of their link. Columns and forces F refer to the origin of the
// tree's first link, so that a mechanism far from the ground's origin loses no digits.
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
      x = X.ct * old + X.st * y;
      y = X.ct * y - X.st * old;
    }
    if (parent) o.r = r + L.p.x * x + L.p.y * y + L.p.z * z;
    const Vec t = L.ca * y + L.sa * z;
    z = L.ca * z - L.sa * y;
    y = c * t - s * x;
    x = c * x + s * t;
    o.R = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  } else {
    GeneralLink& g = m.general[X.general];
    place_general(L, X, q, m.cosine[i], m.sine[i], g);
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

// The columns of a link, and the forces that belong to them.
TAKT_INLINE void mass_columns(const LinkData& L, const GeneralLink* g, const MassLink& o,
                              const Memory& m) {
  const Composite& C = o.composite;
  const Mat& R = o.R;
  if (!g) {
    const Vec f{R.xy * C.h.x - R.xx * C.h.y, R.yy * C.h.x - R.yx * C.h.y,
                R.zy * C.h.x - R.zx * C.h.y};
    set_column(m, L.column, o.r, {R.xz, R.yz, R.zz}, {0, 0, 0}, R * Vec{C.I.xz, C.I.yz, C.I.zz}, f);
    return;
  }
  for (int k = 0; k < dof_of(L.kind); ++k) {
    const Vec s{g->S[k][0], g->S[k][1], g->S[k][2]}, t{g->S[k][3], g->S[k][4], g->S[k][5]};
    set_column(m, L.column + k, o.r, R * s, R * t, R * (C.I * s + cross(C.h, t)),
               R * (C.m * t + cross(s, C.h)));
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

TAKT_INLINE Lanes at(const double* x) { return *reinterpret_cast<const Lanes*>(x); }
TAKT_INLINE void put(double* to, Lanes x) { *reinterpret_cast<Lanes*>(to) = x; }

// A force against the first `count` columns of the path.
TAKT_INLINE void mass_row(const Path& S, const Force& F, int count, double* out) {
  const Vec n = F.n, f = F.f;
  for (int l = 0; l < count; l += TAKT_LANES) {
    if (l + TAKT_LANES > count) {
      if (count < TAKT_LANES) break;
      l = count - TAKT_LANES;  // some twice, rather than one by one
    }
    put(out + l, (n.x * at(S.nx + l) + n.y * at(S.ny + l) + n.z * at(S.nz + l)) +
                     (f.x * at(S.fx + l) + f.y * at(S.fy + l) + f.z * at(S.fz + l)));
  }
  if (count >= TAKT_LANES) return;
  for (int l = 0; l < count; ++l)
    out[l] = (n.x * S.nx[l] + n.y * S.ny[l] + n.z * S.nz[l]) +
             (f.x * S.fx[l] + f.y * S.fy[l] + f.z * S.fz[l]);
}

// x[i] = (row[0][i], row[1][i], ...)
TAKT_INLINE void transpose(const Lanes* row, Lanes* x) {
#if TAKT_LANES == 4
  const Lanes a = __builtin_shufflevector(row[0], row[1], 0, 4, 2, 6);
  const Lanes b = __builtin_shufflevector(row[0], row[1], 1, 5, 3, 7);
  const Lanes c = __builtin_shufflevector(row[2], row[3], 0, 4, 2, 6);
  const Lanes d = __builtin_shufflevector(row[2], row[3], 1, 5, 3, 7);
  x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  x[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#else
  x[0] = __builtin_shufflevector(row[0], row[1], 0, 2);
  x[1] = __builtin_shufflevector(row[0], row[1], 1, 3);
#endif
}

// The other triangle for columns k .. k + count - 1, each above the next; `count` at most the lanes.
TAKT_INLINE void mass_mirror(const MassPlaces& to, const long* below, int k, int count,
                             double* values) {
  const int depth = to.depth[k];
  const double* row[TAKT_LANES];
  for (int j = 0; j < count; ++j) row[j] = values + to.column[k + j];
  int d = 0;
  if (count == TAKT_LANES)
    for (; d + TAKT_LANES <= depth; d += TAKT_LANES) {
      Lanes from[TAKT_LANES], x[TAKT_LANES];
      for (int j = 0; j < TAKT_LANES; ++j) from[j] = at(row[j] + d);
      transpose(from, x);
      for (int j = 0; j < TAKT_LANES; ++j) put(values + below[d + j] + k, x[j]);
    }
  for (; d < depth + count; ++d)
    for (int j = d < depth ? 0 : d - depth + 1; j < count; ++j)
      values[below[d] + k + j] = row[j][d];
}

// The row of k where velocities are not in visiting order.
inline void mass_store(long nv, const MassPlaces& to, int k, const double* row, double* values) {
  for (int l = k; l >= 0; l = to.above[l]) {
    const int d = to.depth[l];
    if (to.upper)
      values[to.upper[to.entry[k] + d]] = values[to.lower[to.entry[k] + d]] = row[d];
    else
      values[nv * to.v[k] + to.v[l]] = values[nv * to.v[l] + to.v[k]] = row[d];
  }
}

// A run of columns above one another enters the path, which it overwrites from where it parts from
// the one before (subtrees are contiguous), long before its rows read that in lanes.
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
      const int begin = k, count = k + TAKT_LANES < end ? TAKT_LANES : end - k;
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
