// Poses, twists and accelerations of all nodes of a tree, from ground to the leaves.
// world_motion.hpp defines the symbols. Included by kernels.hpp only.
namespace takt::mechanism::kernel::TAKT_KERNEL {

struct Column {
  LMotion S, psi, phi, chi;
};

struct Node {
  LMat R;
  LVec p;  // from o
  LMotion V, A;
  // Composites: the sums over the node and all nodes it carries.
  LRigid rigid;
  LMomentum momentum;
  LForce F;
  Lanes Q[36], T[36];  // derivatives of loads
};

struct Slot {
  Lanes x[load_count];  // LoadValue
};

struct BatchMemory {
  Node* node;  // the first is ground
  Column* column;
  Slot* slot;
  LMotion* bend;
};
TAKT_INLINE BatchMemory memory_of(const BatchedNodes& t, void* memory) {
  Node* node = static_cast<Node*>(memory);
  Column* column = reinterpret_cast<Column*>(node + t.batches + 1);
  Slot* slot = reinterpret_cast<Slot*>(column + t.columns);
  return {node, column, slot, reinterpret_cast<LMotion*>(slot + t.slots)};
}
inline long batch_memory(const BatchedNodes& t) {
  return static_cast<long>(sizeof(Node)) * (t.batches + 1) +
         static_cast<long>(sizeof(Column)) * t.columns + static_cast<long>(sizeof(Slot)) * t.slots +
         static_cast<long>(sizeof(LMotion)) * t.bends;
}

TAKT_INLINE LMotion about(const LVec& axis, const LVec& through) {
  return {axis, cross(through, axis)};
}

TAKT_INLINE void turn_about_z(Lanes angle, LMat& R) {
  Lanes s, c;
  bool large = false;
  for (int l = 0; l < TAKT_LANES; ++l) large |= !(magnitude(angle[l]) <= largest_angle);
  if (large) {
    double x[2];
    for (int l = 0; l < TAKT_LANES; ++l) {
      sincos(angle[l], &x[0], &x[1]);
      s[l] = x[0], c[l] = x[1];
    }
  } else {
    sine_cosine(angle, s, c);
  }
  const LVec x = R.x;
  R.x = mad(s, R.y, c * x);
  R.y = nmad(s, x, c * R.y);
}

TAKT_INLINE LMat turned_by(const LMat& R, const Lanes* a) {
  return {R * LVec{a[0], a[1], a[2]}, R * LVec{a[3], a[4], a[5]}, R * LVec{a[6], a[7], a[8]}};
}

TAKT_INLINE LVec vector_of(const double* x, const int* lane) {
  return {gather(x, lane), gather(x + 1, lane), gather(x + 2, lane)};
}
// Six numbers of a MotionPoint, which are in the axes of the node.
TAKT_INLINE LMotion in_world(const double* x, const int* lane, const Node& o) {
  const LVec w = o.R * vector_of(x, lane);
  return {w, o.R * vector_of(x + 3, lane) + cross(o.p, w)};
}

// R, p, S and S_k,j of a general motion. R and p of its inboard frame are given.
inline void place_general(const Batch& p, const double* points, const LMat& R, const LVec& at,
                          Node& o, Column* column, LMotion* bend) {
  Lanes turn[9];
  for (int k = 0; k < 9; ++k) turn[k] = gather(points + m_R + k, p.point);
  o.R = turned_by(R, turn);
  o.p = at + R * vector_of(points + m_p, p.point);
  const double* dS = points + m_dS;
  for (int k = 0; k < p.columns; ++k, dS += 6 * most_coordinates) {
    column[k].S = in_world(points + m_S + 6 * k, p.point, o);
    for (int j = 0; j < p.columns; ++j) *bend++ = in_world(dS + 6 * j, p.point, o);
  }
}

// V and, with rates, A and psi of a general motion, and what S_k,j and S_k,jl add to phi.
inline void move_general(const Batch& p, const MotionInputs& in, const Node& parent, Node& o,
                         Column* column, LMotion* bend) {
  const LVec none = no_vector();
  const int n = p.columns;
  Lanes v[most_coordinates], a[most_coordinates];
  o.V = parent.V;
  o.A = parent.A;
  for (int k = 0; k < n; ++k) {
    v[k] = gather(in.v + k, p.v);
    a[k] = in.a ? gather(in.a + k, p.v) : Lanes{};
    o.V = mad(v[k], column[k].S, o.V);
  }
  for (int k = 0; k < n && in.rates; ++k) {
    LMotion w{none, none}, added{none, none}, curved{none, none};
    for (int i = 0; i < n; ++i) {
      w = mad(v[i], bend[i * n + k], w);
      added = mad(a[i], bend[i * n + k], added);
      const double* ddS = in.points + m_ddS + 6 * most_coordinates * most_coordinates * i + 6 * k;
      for (int j = 0; j < n; ++j)
        curved = mad(v[i] * v[j], in_world(ddS + 6 * most_coordinates * j, p.point, o), curved);
    }
    column[k].psi = cross(parent.V, column[k].S) + w;
    o.A = mad(v[k], column[k].psi, o.A);
    if (in.a) o.A = mad(a[k], column[k].S, o.A);
    bend[n * n + k] = cross(o.V, w) + added + curved;
  }
}

// Copies S_k,j to the WorldMotion.
inline void show_bends(const Batch& p, const LMotion* bend, double* to) {
  for (int k = 0; k < p.columns * p.columns; ++k) {
    const Lanes* x = reinterpret_cast<const Lanes*>(bend + k);
    for (int l = 0; l < p.count; ++l)
      for (int i = 0; i < 6; ++i) to[6 * (p.shown_bend[l] + k) + i] = x[i][l];
  }
}

// Computes R, p and the columns S of a batch.
inline void place_batch(const Batch& p, const Lanes* c, const double* q, const double* points,
                        const Node& parent, Node& o, Column* column, LMotion* bend) {
  LMat R = turned_by(parent.R, c + c_R);
  LVec at = parent.p + parent.R * LVec{c[c_p], c[c_p + 1], c[c_p + 2]};
  switch (p.kind) {
    case rz:
      turn_about_z(gather(q, p.q), R);
      column[0].S = about(R.z, at);
      break;
    case tz:
      at = mad(gather(q, p.q), R.z, at);
      column[0].S = {no_vector(), R.z};
      break;
    case hz: {
      const Lanes angle = gather(q, p.q);
      turn_about_z(angle, R);
      at = mad(c[c_pitch] * angle, R.z, at);
      column[0].S = about(R.z, at);
      column[0].S.v = mad(c[c_pitch], R.z, column[0].S.v);
      break;
    }
    case t3:
      at = p.floating ? no_vector()
                      : at + R * LVec{gather(q, p.q), gather(q + 1, p.q), gather(q + 2, p.q)};
      column[0].S = {no_vector(), R.x};
      column[1].S = {no_vector(), R.y};
      column[2].S = {no_vector(), R.z};
      break;
    case general: place_general(p, points, R, at, o, column, bend); return;
    default: {
      const Lanes w = gather(q, p.q), x = gather(q + 1, p.q), y = gather(q + 2, p.q),
                  z = gather(q + 3, p.q);
      const Lanes turn[9] = {nmad(2.0, sum_of(y, y, z, z), 1.0), 2.0 * sum_of(x, y, w, z),
                             2.0 * difference(x, z, w, y),       2.0 * difference(x, y, w, z),
                             nmad(2.0, sum_of(x, x, z, z), 1.0), 2.0 * sum_of(y, z, w, x),
                             2.0 * sum_of(x, z, w, y),           2.0 * difference(y, z, w, x),
                             nmad(2.0, sum_of(x, x, y, y), 1.0)};
      R = turned_by(R, turn);
      column[0].S = about(R.x, at);
      column[1].S = about(R.y, at);
      column[2].S = about(R.z, at);
    }
  }
  o.R = R;
  o.p = at;
}

inline void motions(const BatchedNodes& t, const MotionInputs& in, const Motion& out,
                    void* memory) {
  const BatchMemory m = memory_of(t, memory);
  const LVec none = no_vector();
  const bool moves = in.rates || out.group;
  Node& ground = m.node[0];
  ground.R = {{all(1), Lanes{}, Lanes{}}, {Lanes{}, all(1), Lanes{}}, {Lanes{}, Lanes{}, all(1)}};
  ground.p = {all(-out.o[0]), all(-out.o[1]), all(-out.o[2])};
  ground.V = ground.A = {none, none};
  for (int i = 0; i < t.batches; ++i) {
    const Batch& p = t.batch[i];
    const Node& parent = m.node[p.parent];
    Node& o = m.node[i + 1];
    Column* column = m.column + p.first;
    const Lanes* c = reinterpret_cast<const Lanes*>(t.constants) + i * constant_count;
    if (in.q) place_batch(p, c, in.q, in.points, parent, o, column, m.bend + p.bend);
    if (out.pose && p.pose[0] >= 0)
      show(reinterpret_cast<const Lanes*>(&o.R), p.count, p.pose, out.pose);
    if (moves && p.kind == general) {
      move_general(p, in, parent, o, column, m.bend + p.bend);
      if (out.group) show(reinterpret_cast<const Lanes*>(&o.V), p.count, p.group, out.group);
    } else if (moves) {
      LMotion V = parent.V, A = parent.A, own{none, none};
      for (int k = 0; k < p.columns; ++k) {
        const Lanes v = gather(in.v + k, p.v);
        V = mad(v, column[k].S, V);
        if (!in.rates) continue;
        if (in.psi) {
          column[k].psi = cross(parent.V, column[k].S);
          A = mad(v, column[k].psi, A);
        } else if (!p.plain) {
          own = mad(v, column[k].S, own);
        }
        if (in.a) A = mad(gather(in.a + k, p.v), column[k].S, A);
      }
      if (in.rates && !in.psi && !p.plain) A = A + cross(parent.V, own);
      o.V = V;
      o.A = A;
      if (out.group) show(reinterpret_cast<const Lanes*>(&o.V), p.count, p.group, out.group);
    }
    if (!out.column) continue;
    if (p.kind == general) show_bends(p, m.bend + p.bend, out.bend);
    for (int k = 0; k < p.columns; ++k)
      show(reinterpret_cast<const Lanes*>(&column[k].S), p.count, p.v, out.column + 12 * k);
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
