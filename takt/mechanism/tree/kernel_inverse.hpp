// Inverse dynamics by Newton and Euler (Featherstone, table 5.1; Luh, Walker and Paul 1980).
// Included by kernels.hpp only.
//
//   down  w, dw, a;  n = I dw + w x I w + h x a,  f = m a + dw x h + w x (w x h)
//   up    tau = S' (n, f);  (n + p x f, f) to the parent
//
// Terms used: down is the pass from ground to the leaves, up the pass back to ground.
namespace takt::mechanism::kernel::TAKT_KERNEL {

TAKT_INLINE void inverse_motion_rz(const LinkData& L, const LinkExtra& X, double c, double s,
                                   double dq, double ddq, const InverseLink& parent,
                                   InverseLink& o) {
  Vec wp = parent.w, dwp = parent.dw, ap = parent.a;
  if (L.turned) {
    wp = back_z(X.ct, X.st, wp);
    dwp = back_z(X.ct, X.st, dwp);
    ap = back_z(X.ct, X.st, ap);
  }
  const Vec w = back_z(c, s, back_x(L.ca, L.sa, wp));
  const Vec dw = back_z(c, s, back_x(L.ca, L.sa, dwp));
  o.a = back_z(c, s, back_x(L.ca, L.sa, ap + cross(dwp, L.p) + cross(wp, cross(wp, L.p))));
  o.w = {w.x, w.y, w.z + dq};
  o.dw = {mad(w.y, dq, dw.x), nmad(w.x, dq, dw.y), dw.z + ddq};
}

inline void inverse_motion_general(const LinkData& L, const LinkExtra& X, const Inputs& in,
                                   double c, double s, const double* points,
                                   const InverseLink& parent, InverseLink& o, GeneralLink& g) {
  place_general(L, X, in.q, c, s, points, g);
  o.w = move_general(L, X, in.v, parent.w, points, g);
  Vec angular, linear;
  apply(g, L.columns, in.x + L.v, angular, linear);
  o.dw = transposed(g.E, parent.dw) + g.c_angular + angular;
  o.a = transposed(g.E, parent.a + cross(parent.dw, g.rho)) + g.c_linear + linear;
}

TAKT_INLINE void inverse_motions(const Tree& tree, const Inputs& in, const Memory& m) {
  const InverseLink ground{{0, 0, 0}, {0, 0, 0}, {-in.gx, -in.gy, -in.gz}, {0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < tree.n; ++i) {
    const LinkData& L = tree.link[i];
    const LinkExtra& X = tree.extra[i];
    InverseLink& o = m.inverse[i];
    const InverseLink& parent = L.parent < 0 ? ground : m.inverse[L.parent];
    if (L.kind == rz)
      inverse_motion_rz(L, X, m.cosine[i], m.sine[i], in.v[L.v], in.x[L.v], parent, o);
    else
      inverse_motion_general(L, X, in, m.cosine[i], m.sine[i], m.points, parent, o,
                             m.general[X.general]);
    o.n = cross(o.w, L.I * o.w) + L.I * o.dw + cross(L.h, o.a);
    o.f = mad(L.m, o.a, cross(o.dw, L.h)) + cross(o.w, cross(o.w, L.h));
    if (in.external) subtract_external(X, in.external + 6 * i, o.n, o.f);
  }
}

inline void inverse(const Tree& tree, const Inputs& in, double* out, const Memory& m) {
  angles(tree, in.q, m);
  inverse_motions(tree, in, m);
  for (int i = tree.n - 1; i >= 0; --i) {
    const LinkData& L = tree.link[i];
    const LinkExtra& X = tree.extra[i];
    const InverseLink& o = m.inverse[i];
    Vec n, f;
    if (L.kind == rz) {
      out[L.v] = o.n.z;
      if (L.parent < 0) continue;
      f = turn_x(L.ca, L.sa, turn_z(m.cosine[i], m.sine[i], o.f));
      n = turn_x(L.ca, L.sa, turn_z(m.cosine[i], m.sine[i], o.n)) + cross(L.p, f);
      if (L.turned) {
        n = turn_z(X.ct, X.st, n);
        f = turn_z(X.ct, X.st, f);
      }
    } else {
      const GeneralLink& g = m.general[X.general];
      for (int k = 0; k < L.columns; ++k) {
        const double* S = g.S[k];
        out[L.v + k] = dot({S[0], S[1], S[2]}, o.n) + dot({S[3], S[4], S[5]}, o.f);
      }
      if (L.parent < 0) continue;
      f = g.E * o.f;
      n = g.E * o.n + cross(g.rho, f);
    }
    InverseLink& parent = m.inverse[L.parent];
    parent.n = parent.n + n;
    parent.f = parent.f + f;
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
