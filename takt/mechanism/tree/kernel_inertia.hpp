// Mass matrix, inertia forces and their derivatives from composite bodies, in world axes about o,
// with the loads of body forces. Included by kernels.hpp only.
//
// I, B, F, Q, T are the composite inertia, momentum, force and load derivatives of the deeper node
// of a pair of columns j, k:
//   M_jk        = S_j . I S_k
//   dtau_j/dq_k = S_j . (S_k x* F_k + I phi_k + (B + T) psi_k + Q S_k)    k below j
//   dtau_j/dq_k = S_j . (I phi_k + (B + T) psi_k + Q S_k)                 k above j or in its node
//   dtau_j/dv_k = S_j . ((B + T) S_k + I chi_k)
//   phi_k = A_p x S_k + V_p x psi_k (gravity in A),   chi_k = (V_p + V) x S_k
// and what the changing columns of a general motion add (world_motion.hpp).
//                                                     Singh, Russell, Wensing 2022
namespace takt::mechanism::kernel::TAKT_KERNEL {

// The inertia about o of the nodes of a batch, without the nodes they carry.
TAKT_INLINE LRigid rigid_of(const Lanes* c, const Node& o) {
  const LVec h = o.R * LVec{c[c_h], c[c_h + 1], c[c_h + 2]}, &r = o.p;
  const Lanes* e = c + c_E;
  const LVec x = o.R * LVec{e[0], e[1], e[2]}, y = o.R * LVec{e[1], e[3], e[4]},
             z = o.R * LVec{e[2], e[4], e[5]};
  const LMat& R = o.R;
  const LVec H = mad(c[c_m], r, h);
  const LSym E{mad(h.x, r.x, mad(r.x, H.x, sum_of(x.x, R.x.x, y.x, R.y.x, z.x, R.z.x))),
               mad(h.x, r.y, mad(r.x, H.y, sum_of(x.x, R.x.y, y.x, R.y.y, z.x, R.z.y))),
               mad(h.x, r.z, mad(r.x, H.z, sum_of(x.x, R.x.z, y.x, R.y.z, z.x, R.z.z))),
               mad(h.y, r.y, mad(r.y, H.y, sum_of(x.y, R.x.y, y.y, R.y.y, z.y, R.z.y))),
               mad(h.y, r.z, mad(r.y, H.z, sum_of(x.y, R.x.z, y.y, R.y.z, z.y, R.z.z))),
               mad(h.z, r.z, mad(r.z, H.z, sum_of(x.z, R.x.z, y.z, R.y.z, z.z, R.z.z)))};
  return {c[c_m], H, E};
}

TAKT_INLINE LMomentum momentum_of(const LRigid& I, const LMotion& V) {
  const LSym& E = I.E;
  return {{mad(I.h.x, V.v, cross(V.w, {E.xx, E.xy, E.xz})),
           mad(I.h.y, V.v, cross(V.w, {E.xy, E.yy, E.yz})),
           mad(I.h.z, V.v, cross(V.w, {E.xz, E.yz, E.zz}))},
          mad(I.m, V.v, cross(V.w, I.h))};
}

// Computes the inertia of each single node, and phi and chi; `inertia` sums up the composites.
inline void own_inertia(const BatchedNodes& t, const MotionInputs& in, const InertiaWanted& want,
                        void* memory) {
  const BatchMemory m = memory_of(t, memory);
  const bool derivatives = want.K || want.C, forces = want.f || derivatives;
  const bool matrices = want.M || derivatives;
  const LVec up{all(-want.gx), all(-want.gy), all(-want.gz)}, none = no_vector();
  for (int i = 0; i < t.batches; ++i) {
    const Batch& p = t.batch[i];
    const Node& parent = m.node[p.parent];
    Node& o = m.node[i + 1];
    if (p.heavy) {
      const Lanes* c = reinterpret_cast<const Lanes*>(t.constants) + i * constant_count;
      o.rigid = rigid_of(c, o);
      if (derivatives) o.momentum = momentum_of(o.rigid, o.V);
      if (forces) {
        const LForce a = o.rigid * LMotion{o.A.w, o.A.v + up};
        o.F = a + cross(o.V, o.rigid * o.V);
      }
    } else {
      if (matrices)
        o.rigid = {Lanes{}, none, {Lanes{}, Lanes{}, Lanes{}, Lanes{}, Lanes{}, Lanes{}}};
      if (derivatives) o.momentum = {{none, none, none}, none};
      if (forces) o.F = {none, none};
    }
    if (!derivatives) continue;
    if (p.plain) continue;  // phi and chi are zero, as the memory was at the start
    Column* column = m.column + p.first;
    const LMotion A{parent.A.w, parent.A.v + up};
    for (int k = 0; k < p.columns; ++k) {
      Column& x = column[k];
      x.phi = cross(A, x.S) + cross(parent.V, x.psi);
      x.chi = x.psi + x.psi;
    }
    for (int k = 0; p.kind == general && k < p.columns; ++k)
      column[k].phi = column[k].phi + m.bend[p.bend + p.columns * p.columns + k];
    if (p.kind != quaternion) continue;  // chi = 2 psi in all other kinds
    LMotion own{none, none};
    for (int k = 0; k < p.columns; ++k) own = mad(gather(in.v + k, p.v), column[k].S, own);
    for (int k = 0; k < p.columns; ++k) column[k].chi = column[k].chi + cross(own, column[k].S);
  }
}

// Lane -1 means all lanes. A null load writes zeros.
inline void put_load(const BatchedNodes& t, int slot, int lane, const Load* load, void* memory) {
  double* to = reinterpret_cast<double*>(memory_of(t, memory).slot + slot);
  const int first = lane < 0 ? 0 : lane, end = lane < 0 ? TAKT_LANES : lane + 1;
  for (int l = first; l < end; ++l) {
    double* x = to + l;
    if (!load) {
      for (int k = 0; k < load_count; ++k) x[TAKT_LANES * k] = 0;
      continue;
    }
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k) x[TAKT_LANES * (l_wrench + k)] = load->wrench[k];
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      x[TAKT_LANES * (l_r + k)] = load->r[k];
      x[TAKT_LANES * (l_w + k)] = load->w[k];
      x[TAKT_LANES * (l_v + k)] = load->v[k];
    }
    if (!load->by_place) continue;
#pragma GCC unroll 12
    for (int k = 0; k < 36; ++k) {
      x[TAKT_LANES * (l_place + k)] = load->by_place[k];
      x[TAKT_LANES * (l_twist + k)] = load->by_twist[k];
    }
  }
}

// left += right * (r x), where both are three columns of six values
TAKT_INLINE void add_times_skew(const Lanes* right, const LVec& r, Lanes* left) {
#pragma GCC unroll 6
  for (int i = 0; i < 6; ++i) {
    left[i] += difference(r.z, right[6 + i], r.y, right[12 + i]);
    left[6 + i] += difference(r.x, right[12 + i], r.z, right[i]);
    left[12 + i] += difference(r.y, right[i], r.x, right[6 + i]);
  }
}

// Transforms a matrix from (s, dp) and torques about the point r to (s, t) and torques about o.
TAKT_INLINE void to_origin(const LVec& r, Lanes* A) {
  const LVec back{-r.x, -r.y, -r.z};
  add_times_skew(A + 18, back, A);
#pragma GCC unroll 6
  for (int j = 0; j < 36; j += 6) {
    A[j] += difference(r.y, A[j + 5], r.z, A[j + 4]);
    A[j + 1] += difference(r.z, A[j + 3], r.x, A[j + 5]);
    A[j + 2] += difference(r.x, A[j + 4], r.y, A[j + 3]);
  }
}

TAKT_INLINE void subtract_skew(const LVec& x, Lanes* A) {  // A -= (x x), A in columns of six
  A[1] -= x.z, A[2] += x.y;
  A[6] += x.z, A[8] -= x.x;
  A[12] -= x.y, A[13] += x.x;
}

// If a node is moved by S, the wrench on it, in body axes, changes by -Q S - T psi; with v it
// changes by -T S. At the point r, with displacements (s, dp) and dp = t + s x r,
//   Q = -by_place + by_twist [w x, 0; v x, 0] - [n x, 0; f x, 0],   T = -by_twist.
inline void take_loads(const Batch& p, const Slot* slot, bool derivatives, Node& o) {
  for (int i = 0; i < p.slots; ++i) {
    const Lanes* x = slot[p.slot + i].x;
    const LVec n{x[0], x[1], x[2]}, f{x[3], x[4], x[5]}, r{x[l_r], x[l_r + 1], x[l_r + 2]};
    o.F.n = o.F.n - n - cross(r, f);
    o.F.f = o.F.f - f;
    if (!derivatives) continue;
    Lanes Q[36], T[36];
#pragma GCC unroll 6
    for (int k = 0; k < 36; ++k) Q[k] = -x[l_place + k], T[k] = -x[l_twist + k];
    add_times_skew(x + l_twist, {x[l_w], x[l_w + 1], x[l_w + 2]}, Q);
    add_times_skew(x + l_twist + 18, {x[l_v], x[l_v + 1], x[l_v + 2]}, Q);
    subtract_skew(n, Q);
    subtract_skew(f, Q + 3);
    to_origin(r, Q);
    to_origin(r, T);
    for (int k = 0; k < 36; ++k) {
      o.Q[k] = i == 0 ? Q[k] : o.Q[k] + Q[k];
      o.T[k] = i == 0 ? T[k] : o.T[k] + T[k];
    }
  }
}

// Adds a composite to that of the parent; hand_first instead overwrites the parent's. `spread`: the
// lanes are summed, because they have the same parent. Composites are plain arrays of Lanes.
TAKT_INLINE void hand_up(const void* composite, int bytes, bool spread, void* parents) {
  const Lanes* from = static_cast<const Lanes*>(composite);
  Lanes* to = static_cast<Lanes*>(parents);
  const int count = bytes / static_cast<int>(sizeof(Lanes));
  if (spread) {
#pragma GCC unroll 6
    for (int k = 0; k < count; ++k) to[k] += sum(from[k]);
  } else {
#pragma GCC unroll 6
    for (int k = 0; k < count; ++k) to[k] += from[k];
  }
}
TAKT_INLINE void hand_first(const Lanes* from, bool spread, Lanes* to) {
  if (spread) {
#pragma GCC unroll 6
    for (int k = 0; k < 36; ++k) to[k] = sum(from[k]);
  } else {
#pragma GCC unroll 6
    for (int k = 0; k < 36; ++k) to[k] = from[k];
  }
}

// Stores the first `count` lanes at their places.
TAKT_INLINE void scatter(Lanes x, int count, const int* place, double* values) {
  if (count == TAKT_LANES) {
#pragma GCC unroll 4
    for (int l = 0; l < TAKT_LANES; ++l) values[place[l]] = x[l];
    return;
  }
  values[place[0]] = x[0];
  if (count > 1) values[place[1]] = x[1];
#if TAKT_LANES == 4
  if (count > 2) values[place[2]] = x[2];
#endif
}

struct Entry {
  Lanes M, K, C;
};
TAKT_INLINE void put_entry(const Entry& e, int count, int entry, bool together,
                           const InertiaWanted& want) {
  if (together) {
    const int* place = want.K_place + entry;
    if (count == TAKT_LANES) {
#pragma GCC unroll 4
      for (int l = 0; l < TAKT_LANES; ++l) {
        const long i = place[l];
        want.M[i] = e.M[l], want.K[i] = e.K[l], want.C[i] = e.C[l];
      }
      return;
    }
    for (int l = 0; l < count; ++l) {
      const long i = place[l];
      want.M[i] = e.M[l], want.K[i] = e.K[l], want.C[i] = e.C[l];
    }
    return;
  }
  if (want.M) scatter(e.M, count, want.M_place + entry, want.M);
  if (want.K) scatter(e.K, count, want.K_place + entry, want.K);
  if (want.C) scatter(e.C, count, want.K_place + entry, want.C);
}

struct Deeper {  // products of the deeper column k, used in all its pairs
  LForce IS, inner, outer, by_v;
  LForce S_Q, S_B;  // S' Q, S' (B + T)
};

// The entries (j, k) and (k, j) of column k and a column j above it.
TAKT_INLINE void pair_above(const Deeper& d, const Column& j, const Batch& p, bool plain, int count,
                            int entry, bool together, const InertiaWanted& want) {
  const bool derivatives = together || want.K || want.C;
  Entry jk{Lanes{}, Lanes{}, Lanes{}}, kj = jk;
  if (plain) {  // S.w, psi, phi and chi are zero
    const LVec& S = j.S.v;
    jk.M = kj.M = dot(S, d.IS.f);
    if (derivatives) {
      jk.K = dot(S, d.outer.f);
      jk.C = dot(S, d.by_v.f);
      if (p.loaded) kj.K = dot(S, d.S_Q.f), kj.C = dot(S, d.S_B.f);
    }
  } else {
    jk.M = kj.M = dot(j.S, d.IS);
    if (derivatives) {
      jk.K = dot(j.S, d.outer);
      jk.C = dot(j.S, d.by_v);
      kj.K = dot(j.phi, d.IS) + dot(j.psi.w, d.S_B.n);
      kj.C = dot(j.chi, d.IS) + dot(j.S.w, d.S_B.n);
      if (p.loaded) {
        kj.K += dot(j.psi.v, d.S_B.f) + dot(j.S, d.S_Q);
        kj.C += dot(j.S.v, d.S_B.f);
      }
    }
  }
  put_entry(jk, count, entry, together, want);
  put_entry(kj, count, entry + count, together, want);
}

inline Deeper deeper(const Node& o, const Column& k, const Batch& p, bool derivatives) {
  Deeper d;
  d.IS = o.rigid * k.S;
  if (!derivatives) return d;
  d.inner = o.rigid * k.phi + o.momentum * k.psi.w;
  d.by_v = o.rigid * k.chi + o.momentum * k.S.w;
  if (p.loaded) {
    d.inner = d.inner + times(o.T, k.psi) + times(o.Q, k.S);
    d.by_v = d.by_v + times(o.T, k.S);
  }
  if (p.parent == 0) return d;
  d.outer = d.inner + cross(k.S, o.F);
  d.S_B = {transposed(o.momentum, k.S), no_vector()};
  if (p.loaded) {
    d.S_B = d.S_B + transposed_times(o.T, k.S);
    d.S_Q = transposed_times(o.Q, k.S);
  }
  return d;
}

// Puts the three columns of one node into three lanes.
TAKT_INLINE Column side_by_side(const Column* c) {
  Column out;
  Lanes* to = reinterpret_cast<Lanes*>(&out);
  const Lanes *x = reinterpret_cast<const Lanes*>(c), *y = reinterpret_cast<const Lanes*>(c + 1),
              *z = reinterpret_cast<const Lanes*>(c + 2);
#if TAKT_LANES == 4
#pragma GCC unroll 24
  for (int k = 0; k < 24; ++k)
    to[k] =
        __builtin_shufflevector(__builtin_shufflevector(x[k], y[k], 0, 5, 2, 3), z[k], 0, 1, 6, 7);
#else
  for (int k = 0; k < 24; ++k) to[k] = x[k] + 0 * (y[k] + z[k]);  // never used with two lanes
#endif
  return out;
}

// Entries in the order of BatchedTree::entries. `together` is want.together as a constant, so that
// two versions of the loop are compiled.
TAKT_INLINE void gather_inertia(const BatchedNodes& t, const InertiaWanted& want, bool together,
                                void* memory) {
  const BatchMemory m = memory_of(t, memory);
  const bool derivatives = together || want.K || want.C, matrices = derivatives || want.M;
  int entry = 0;
  for (int i = 0; i < t.batches; ++i) take_loads(t.batch[i], m.slot, derivatives, m.node[i + 1]);
  for (int i = t.batches - 1; i >= 0; --i) {
    const Batch& p = t.batch[i];
    Node& o = m.node[i + 1];
    const Column* column = m.column + p.first;
    if (want.f)
      for (int k = 0; k < p.columns; ++k) {
        const Lanes x = -dot(column[k].S, o.F);
        for (int l = 0; l < p.count; ++l) want.f[p.v[l] + k] = x[l];
      }
    const int count = p.wide ? 3 : p.count, steps = !matrices ? 0 : p.wide ? 1 : p.columns;
    for (int k = 0; k < steps; ++k) {
      const Deeper d = p.wide ? deeper(o, side_by_side(column), p, derivatives)
                              : deeper(o, column[k], p, derivatives);
      for (int j = 0; j < p.columns; ++j, entry += count) {
        const LMotion& S = column[j].S;
        Entry e{dot(S, d.IS), Lanes{}, Lanes{}};
        if (derivatives) e.K = dot(S, d.inner), e.C = dot(S, d.by_v);
        if (derivatives && p.kind == general) e.K += dot(m.bend[p.bend + j * p.columns + k], o.F);
        put_entry(e, count, entry, together, want);
      }
      for (int a = p.parent; a > 0; a = t.batch[a - 1].parent) {
        const Batch& above = t.batch[a - 1];
        for (int j = 0; j < above.columns; ++j, entry += 2 * count)
          pair_above(d, m.column[above.first + j], p, above.plain, count, entry, together, want);
      }
    }
    if (p.parent == 0) continue;
    Node& parent = m.node[p.parent];
    if (matrices) hand_up(&o.rigid, sizeof o.rigid, p.spread, &parent.rigid);
    if (derivatives) hand_up(&o.momentum, sizeof o.momentum, p.spread, &parent.momentum);
    if (want.f || derivatives) hand_up(&o.F, sizeof o.F, p.spread, &parent.F);
    if (!derivatives || !p.loaded) continue;
    if (p.first_load) {
      hand_first(o.Q, p.spread, parent.Q);
      hand_first(o.T, p.spread, parent.T);
    } else {
      hand_up(o.Q, sizeof o.Q, p.spread, parent.Q);
      hand_up(o.T, sizeof o.T, p.spread, parent.T);
    }
  }
}

inline void inertia(const BatchedNodes& t, const InertiaWanted& want, void* memory) {
  if (want.together)
    gather_inertia(t, want, true, memory);
  else
    gather_inertia(t, want, false, memory);
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
