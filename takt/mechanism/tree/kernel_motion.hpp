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
};
TAKT_INLINE BatchMemory memory_of(const BatchedNodes& t, void* memory) {
  Node* node = static_cast<Node*>(memory);
  Column* column = reinterpret_cast<Column*>(node + t.batches + 1);
  return {node, column, reinterpret_cast<Slot*>(column + t.columns)};
}
inline long batch_memory(const BatchedNodes& t) {
  return static_cast<long>(sizeof(Node)) * (t.batches + 1) +
         static_cast<long>(sizeof(Column)) * t.columns + static_cast<long>(sizeof(Slot)) * t.slots;
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

// Computes R, p and the columns S of a batch.
inline void place_batch(const Batch& p, const Lanes* c, const double* q, const Node& parent,
                        Node& o, Column* column) {
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
    if (in.q) place_batch(p, c, in.q, parent, o, column);
    if (out.pose && p.pose[0] >= 0)
      show(reinterpret_cast<const Lanes*>(&o.R), p.count, p.pose, out.pose);
    if (moves) {
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
    for (int k = 0; k < p.columns; ++k)
      show(reinterpret_cast<const Lanes*>(&column[k].S), p.count, p.v, out.column + 12 * k);
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
