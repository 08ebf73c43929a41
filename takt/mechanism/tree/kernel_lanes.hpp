// Vectors, motions, forces and inertias of several nodes, one SIMD lane for each node. Included by
// kernels.hpp only.
//
// Terms used: a motion (w, v) and a force (n, f) about o; LRigid holds mass, first moment h and
// second moments E = integral of r r' about o, so that J = tr E - E.
namespace takt::mechanism::kernel::TAKT_KERNEL {

struct LVec {
  Lanes x, y, z;
};
struct LMotion {
  LVec w, v;
};
struct LForce {
  LVec n, f;
};
struct LSym {
  Lanes xx, xy, xz, yy, yz, zz;
};
struct LMat {  // column by column
  LVec x, y, z;
};

TAKT_INLINE LVec no_vector() { return {Lanes{}, Lanes{}, Lanes{}}; }
TAKT_INLINE LVec operator+(const LVec& a, const LVec& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
TAKT_INLINE LVec operator-(const LVec& a, const LVec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
TAKT_INLINE LVec operator*(Lanes s, const LVec& a) { return {s * a.x, s * a.y, s * a.z}; }
// s a + b, s a - b and b - s a
TAKT_INLINE LVec mad(Lanes s, const LVec& a, const LVec& b) {
  return {mad(s, a.x, b.x), mad(s, a.y, b.y), mad(s, a.z, b.z)};
}
TAKT_INLINE LVec msub(Lanes s, const LVec& a, const LVec& b) {
  return {msub(s, a.x, b.x), msub(s, a.y, b.y), msub(s, a.z, b.z)};
}
TAKT_INLINE LVec nmad(Lanes s, const LVec& a, const LVec& b) {
  return {nmad(s, a.x, b.x), nmad(s, a.y, b.y), nmad(s, a.z, b.z)};
}
TAKT_INLINE Lanes dot(const LVec& a, const LVec& b) { return sum_of(a.x, b.x, a.y, b.y, a.z, b.z); }
TAKT_INLINE LVec cross(const LVec& a, const LVec& b) {
  return {difference(a.y, b.z, a.z, b.y), difference(a.z, b.x, a.x, b.z),
          difference(a.x, b.y, a.y, b.x)};
}
TAKT_INLINE LVec operator*(const LMat& A, const LVec& b) {
  return mad(b.z, A.z, mad(b.y, A.y, b.x * A.x));
}
TAKT_INLINE LVec transposed(const LMat& A, const LVec& b) {
  return {dot(A.x, b), dot(A.y, b), dot(A.z, b)};
}
TAKT_INLINE LVec operator*(const LSym& S, const LVec& a) {
  return {sum_of(S.xx, a.x, S.xy, a.y, S.xz, a.z), sum_of(S.xy, a.x, S.yy, a.y, S.yz, a.z),
          sum_of(S.xz, a.x, S.yz, a.y, S.zz, a.z)};
}

TAKT_INLINE LMotion operator+(const LMotion& a, const LMotion& b) { return {a.w + b.w, a.v + b.v}; }
TAKT_INLINE LMotion mad(Lanes s, const LMotion& a, const LMotion& b) {
  return {mad(s, a.w, b.w), mad(s, a.v, b.v)};
}
TAKT_INLINE LMotion cross(const LMotion& a, const LMotion& b) {
  return {cross(a.w, b.w), cross(a.v, b.w) + cross(a.w, b.v)};
}
TAKT_INLINE LForce operator+(const LForce& a, const LForce& b) { return {a.n + b.n, a.f + b.f}; }
TAKT_INLINE LForce cross(const LMotion& a, const LForce& b) {  // x*
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}
TAKT_INLINE Lanes dot(const LMotion& a, const LForce& b) { return dot(a.w, b.n) + dot(a.v, b.f); }

struct LRigid {
  Lanes m;
  LVec h;
  LSym E;
};

// J x
TAKT_INLINE LVec turned(const LSym& E, const LVec& x) { return msub(E.xx + E.yy + E.zz, x, E * x); }
TAKT_INLINE LForce operator*(const LRigid& I, const LMotion& a) {
  return {turned(I.E, a.w) + cross(I.h, a.v), mad(I.m, a.v, cross(a.w, I.h))};
}

// The derivative of an inertia force by the twist: B psi = (2 (tr N - N) w, 2 w x f), where w is
// the angular part of psi, N the integral of u r' and f that of u; u is the velocity at r.
struct LMomentum {
  LMat N;
  LVec f;
};
TAKT_INLINE LForce operator*(const LMomentum& B, const LVec& w) {
  const LVec Nw = B.N * w, wf = cross(w, B.f);
  const Lanes trace = B.N.x.x + B.N.y.y + B.N.z.z;
  const LVec n = msub(trace, w, Nw);
  return {n + n, wf + wf};
}
TAKT_INLINE LVec transposed(const LMomentum& B, const LMotion& s) {
  const Lanes trace = B.N.x.x + B.N.y.y + B.N.z.z;
  const LVec n = msub(trace, s.w, transposed(B.N, s.w)) + cross(B.f, s.v);
  return n + n;
}

// A 6 x 6 matrix, column by column, that maps motions to forces. The loops are written so that the
// compiler unrolls them and reads each entry from memory once.
TAKT_INLINE LForce times(const Lanes* A, const LMotion& s) {
  const Lanes x[6] = {s.w.x, s.w.y, s.w.z, s.v.x, s.v.y, s.v.z};
  Lanes y[6] = {A[0] * x[0], A[1] * x[0], A[2] * x[0], A[3] * x[0], A[4] * x[0], A[5] * x[0]};
#pragma GCC unroll 5
  for (int j = 1; j < 6; ++j)
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) y[i] = mad(A[6 * j + i], x[j], y[i]);
  return {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}
TAKT_INLINE Lanes dot(const Lanes* a, const LMotion& s) {
  return mad(a[5], s.v.z,
             mad(a[4], s.v.y, mad(a[3], s.v.x, sum_of(a[0], s.w.x, a[1], s.w.y, a[2], s.w.z))));
}
TAKT_INLINE LForce transposed_times(const Lanes* A, const LMotion& s) {
  return {{dot(A, s), dot(A + 6, s), dot(A + 12, s)},
          {dot(A + 18, s), dot(A + 24, s), dot(A + 30, s)}};
}

// Stores twelve values of every lane; each lane has its own destination.
TAKT_INLINE void show(const Lanes* from, int count, const int* index, double* to) {
  double* lane[TAKT_LANES];
  for (int l = 0; l < TAKT_LANES; ++l) lane[l] = to + 12 * index[l];
#pragma GCC unroll 6
  for (int i = 0; i < 12; i += TAKT_LANES) {
    Lanes x[TAKT_LANES];
    transpose(from + i, x);
    store(lane[0] + i, x[0]);
    if (count == 1) continue;
    store(lane[1] + i, x[1]);  // unused lanes store the values of the first again
#if TAKT_LANES == 4
    store(lane[2] + i, x[2]);
    store(lane[3] + i, x[3]);
#endif
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
