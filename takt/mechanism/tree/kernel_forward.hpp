// Forward dynamics by articulated bodies (Featherstone, table 7.1). Included by kernels.hpp only.
//
//   down  w, velocity forces          up  I, p -> U = I S, 1/d, u;  I - U U'/d, p + I c + U u/d
//   down  a' = X a_p + c;  dv = (u - U a') / d;  a = a' + S dv
//
// Terms used: down is the pass from ground to the leaves, up the pass back to ground.
// The acceleration of a driven link is given: its column adds S dv to c and is not projected
// (Featherstone, section 9.2: hybrid dynamics). Driven links are never rz.
// For rz links the projected inertia has a zero row: A has only xx, xy and yy, and the row z of B
// is zero. The code below uses this.
namespace takt::mechanism::kernel::TAKT_KERNEL {

// A relative pivot below this is round-off, not inertia.
constexpr double smallest_pivot = 1e-14;

TAKT_INLINE void forward_velocity_rz(const LinkData& L, const LinkExtra& X, double c, double s,
                                     double dq, Vec wp, ForwardLink& o) {
  if (L.turned) wp = back_z(X.ct, X.st, wp);
  o.k = cross(wp, cross(wp, L.p));
  const Vec w = back_z(c, s, back_x(L.ca, L.sa, wp));
  o.cx = w.y * dq;
  o.cy = -w.x * dq;
  o.w = {w.x, w.y, w.z + dq};
}

TAKT_INLINE void forward_velocities(const Tree& tree, const Inputs& in, const Memory& m) {
  for (int i = 0; i < tree.n; ++i) {
    const LinkData& L = tree.link[i];
    const LinkExtra& X = tree.extra[i];
    ForwardLink& o = m.forward[i];
    const Vec wp = L.parent < 0 ? Vec{0, 0, 0} : m.forward[L.parent].w;
    if (L.kind == rz) {
      forward_velocity_rz(L, X, m.cosine[i], m.sine[i], in.v[L.v], wp, o);
    } else {
      GeneralLink& g = m.general[X.general];
      place_general(L, X, in.q, m.cosine[i], m.sine[i], m.points, g);
      o.w = move_general(L, X, in.v, wp, m.points, g);
    }
    velocity_force(L, o.w, o.n, o.f);
    if (in.external) subtract_external(X, in.external + 6 * i, o.n, o.f);
  }
}

TAKT_INLINE Articulated gathered(const LinkData& L, const ForwardLink& o, const Articulated* slot) {
  Articulated a{L.I,
                {0, -L.h.z, L.h.y, L.h.z, 0, -L.h.x, -L.h.y, L.h.x, 0},
                {L.m, 0, 0, L.m, 0, L.m},
                o.n,
                o.f};
  if (L.has_child) {
    const Articulated& c = slot[L.slot];
    a = {a.A + c.A, a.B + c.B, a.D + c.D, a.n + c.n, a.f + c.f};
  }
  return a;
}

TAKT_INLINE void hand_up(const LinkData& L, const Articulated& a, Articulated* slot) {
  Articulated& c = slot[L.parent_slot];
  if (L.first_in_slot)
    c = a;
  else
    c = {a.A + c.A, a.B + c.B, a.D + c.D, a.n + c.n, a.f + c.f};
}

// D - x y' if x y' is symmetric
TAKT_INLINE Sym less_square(const Sym& D, Vec x, Vec y) {
  return {nmad(x.x, y.x, D.xx), nmad(x.x, y.y, D.xy), nmad(x.x, y.z, D.xz),
          nmad(x.y, y.y, D.yy), nmad(x.y, y.z, D.yz), nmad(x.z, y.z, D.zz)};
}

// I - U U'/d and p + I c + U u/d of an rz link, in the axes of its parent.
TAKT_INLINE Articulated projected_rz(const LinkData& L, double c, double s, double tau,
                                     const Articulated& a, const ForwardLink& o) {
  const double x = o.n.x * o.inverse, y = o.n.y * o.inverse;
  const Vec l = o.inverse * o.f;
  const double axx = nmad(o.n.x, x, a.A.xx), axy = nmad(o.n.x, y, a.A.xy);
  const double ayy = nmad(o.n.y, y, a.A.yy);
  const Vec bx = nmad(x, o.f, Vec{a.B.xx, a.B.xy, a.B.xz});
  const Vec by = nmad(y, o.f, Vec{a.B.yx, a.B.yy, a.B.yz});
  const Sym D = less_square(a.D, l, o.f);
  const Vec n{mad(x, o.u, mad(axy, o.cy, mad(axx, o.cx, a.n.x))),
              mad(y, o.u, mad(ayy, o.cy, mad(axy, o.cx, a.n.y))), tau};
  const Vec f = mad(o.u, l, mad(o.cy, by, mad(o.cx, bx, a.f)));
  // turn about z by q
  const double cc = c * c, cs = c * s, ss = s * s;
  const double Axx = mad(ss, ayy, difference(cc, axx, cs, axy + axy)), Ayy = axx + ayy - Axx;
  const double Axy = sum_of(cs, axx - ayy, cc - ss, axy);
  const double Bxx = mad(ss, by.y, difference(cc, bx.x, cs, bx.y + by.x)), Byy = bx.x + by.y - Bxx;
  const double Bxy = nmad(ss, by.x, sum_of(cs, bx.x - by.y, cc, bx.y)), Byx = Bxy - bx.y + by.x;
  const double Bxz = difference(c, bx.z, s, by.z), Byz = sum_of(s, bx.z, c, by.z);
  // turn about x by alpha
  const double yy = difference(L.caca, Byy, L.casa, Byz), yz = sum_of(L.casa, Byy, L.caca, Byz);
  return {{Axx, L.ca * Axy, L.sa * Axy, L.caca * Ayy, L.casa * Ayy, L.sasa * Ayy},
          {Bxx, difference(L.ca, Bxy, L.sa, Bxz), sum_of(L.sa, Bxy, L.ca, Bxz), L.ca * Byx, yy, yz,
           L.sa * Byx, yz - Byz, Byy - yy},
          turn_x(L, turn_z(c, s, D)),
          turn_x(L.ca, L.sa, turn_z(c, s, n)),
          turn_x(L.ca, L.sa, turn_z(c, s, f))};
}

TAKT_INLINE bool forward_inertia_rz(const LinkData& L, const LinkExtra& X, double c, double s,
                                    double tau, ForwardLink& o, Articulated* slot) {
  const Articulated a = gathered(L, o, slot);
  const double d = a.A.zz;
  o.n = {a.A.xz, a.A.yz, d};
  o.f = {a.B.zx, a.B.zy, a.B.zz};
  o.inverse = 1 / d;
  o.u = tau - a.n.z;
  if (L.parent >= 0) {
    Articulated b = projected_rz(L, c, s, tau, a, o);
    b.n = b.n + b.B * o.k;
    b.f = b.f + b.D * o.k;
    shift(L.p, b);
    if (L.turned)
      b = {turn_z(X.ct, X.st, b.A), turn_z(X.ct, X.st, b.B), turn_z(X.ct, X.st, b.D),
           turn_z(X.ct, X.st, b.n), turn_z(X.ct, X.st, b.f)};
    hand_up(L, b, slot);
  }
  return d > smallest_pivot * (a.A.xx + a.A.yy);
}

// The columns of one joint are eliminated one after the other.
inline bool forward_inertia_general(const LinkData& L, const double* tau, const ForwardLink& o,
                                    GeneralLink& g, Articulated* slot) {
  Articulated a = gathered(L, o, slot);
  const double angular = a.A.xx + a.A.yy + a.A.zz, linear = a.D.xx + a.D.yy + a.D.zz;
  bool regular = true;
  if (L.driven) {
    Vec angular, linear_part;
    apply(g, L.columns, tau + L.v, angular, linear_part);
    g.c_angular = g.c_angular + angular;
    g.c_linear = g.c_linear + linear_part;
  }
  for (int k = 0; k < (L.driven ? 0 : L.columns); ++k) {
    const Vec sn{g.S[k][0], g.S[k][1], g.S[k][2]}, sf{g.S[k][3], g.S[k][4], g.S[k][5]};
    const Vec n = a.A * sn + a.B * sf, f = transposed(a.B, sn) + a.D * sf;
    const double d = dot(sn, n) + dot(sf, f), inverse = 1 / d;
    const double u = tau[L.v + k] - dot(sn, a.n) - dot(sf, a.f);
    if (!(d > smallest_pivot * sum_of(dot(sn, sn), angular, dot(sf, sf), linear))) regular = false;
    const Vec x = inverse * n, y = inverse * f;
    a.A = less_square(a.A, x, n);
    a.B = {nmad(x.x, f.x, a.B.xx), nmad(x.x, f.y, a.B.xy), nmad(x.x, f.z, a.B.xz),
           nmad(x.y, f.x, a.B.yx), nmad(x.y, f.y, a.B.yy), nmad(x.y, f.z, a.B.yz),
           nmad(x.z, f.x, a.B.zx), nmad(x.z, f.y, a.B.zy), nmad(x.z, f.z, a.B.zz)};
    a.D = less_square(a.D, y, f);
    a.n = mad(u, x, a.n);
    a.f = mad(u, y, a.f);
    const double column[6] = {n.x, n.y, n.z, f.x, f.y, f.z};
    for (int j = 0; j < 6; ++j) g.U[k][j] = column[j];
    g.inverse[k] = inverse;
    g.u[k] = u;
  }
  if (L.parent >= 0) {
    a.n = a.n + a.A * g.c_angular + a.B * g.c_linear;
    a.f = a.f + transposed(a.B, g.c_angular) + a.D * g.c_linear;
    Articulated b{turn(g.E, a.A), turn(g.E, a.B), turn(g.E, a.D), g.E * a.n, g.E * a.f};
    shift(g.rho, b);
    hand_up(L, b, slot);
  }
  return regular;
}

TAKT_INLINE double forward_acceleration_rz(const LinkData& L, const LinkExtra& X, double c,
                                           double s, Vec dwp, Vec ap, ForwardLink& o) {
  if (L.turned) {
    dwp = back_z(X.ct, X.st, dwp);
    ap = back_z(X.ct, X.st, ap);
  }
  Vec dw = back_z(c, s, back_x(L.ca, L.sa, dwp));
  dw.x += o.cx;
  dw.y += o.cy;
  const Vec a = back_z(c, s, back_x(L.ca, L.sa, ap + o.k + cross(dwp, L.p)));
  const double ddq = (o.u - dot(o.n, dw) - dot(o.f, a)) * o.inverse;
  dw.z += ddq;
  o.n = dw;
  o.f = a;
  return ddq;
}

inline void forward_acceleration_general(const LinkData& L, const double* tau, Vec dwp, Vec ap,
                                         GeneralLink& g, ForwardLink& o, double* out) {
  Vec dw = transposed(g.E, dwp) + g.c_angular;
  Vec a = transposed(g.E, ap + cross(dwp, g.rho)) + g.c_linear;
  for (int k = 0; k < (L.driven ? L.columns : 0); ++k) out[L.v + k] = tau[L.v + k];
  for (int k = L.driven ? -1 : L.columns - 1; k >= 0; --k) {
    const double *U = g.U[k], *S = g.S[k];
    const double x =
        (g.u[k] - dot({U[0], U[1], U[2]}, dw) - dot({U[3], U[4], U[5]}, a)) * g.inverse[k];
    dw = mad(x, Vec{S[0], S[1], S[2]}, dw);
    a = mad(x, Vec{S[3], S[4], S[5]}, a);
    out[L.v + k] = x;
  }
  o.n = dw;
  o.f = a;
}

inline bool forward(const Tree& tree, const Inputs& in, double* out, const Memory& m) {
  angles(tree, in.q, m);
  forward_velocities(tree, in, m);
  bool regular = true;
  for (int i = tree.n - 1; i >= 0; --i) {
    const LinkData& L = tree.link[i];
    ForwardLink& o = m.forward[i];
    if (L.kind == rz)
      regular &= forward_inertia_rz(L, tree.extra[i], m.cosine[i], m.sine[i], in.x[L.v], o, m.slot);
    else
      regular &= forward_inertia_general(L, in.x, o, m.general[tree.extra[i].general], m.slot);
  }
  for (int i = 0; i < tree.n; ++i) {
    const LinkData& L = tree.link[i];
    ForwardLink& o = m.forward[i];
    const bool root = L.parent < 0;
    const Vec dw = root ? Vec{0, 0, 0} : m.forward[L.parent].n;
    const Vec a = root ? Vec{-in.gx, -in.gy, -in.gz} : m.forward[L.parent].f;
    if (L.kind == rz)
      out[L.v] = forward_acceleration_rz(L, tree.extra[i], m.cosine[i], m.sine[i], dw, a, o);
    else
      forward_acceleration_general(L, in.x, dw, a, m.general[tree.extra[i].general], o, out);
  }
  return regular;
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
