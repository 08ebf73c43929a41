// Offset rows (formulas in offset_rows.hpp), computed from the nodes and columns that
// kernel_motion.hpp left in the workspace. Included by kernels.hpp only.
namespace takt::mechanism::kernel::TAKT_KERNEL {

// Reads the values first .. first + N - 1 of a node or column, each lane from its own node or
// column.
template <int N>
TAKT_INLINE void fetch(const Lanes* all_values, int size, const OffsetEnd& e, int first,
                       Lanes* out) {
  if (e.together) {
    const Lanes* from = all_values + e.index[0] * size + first;
#pragma GCC unroll 12
    for (int k = 0; k < N; ++k) out[k] = from[k];
    return;
  }
  const double* from[TAKT_LANES];
  for (int l = 0; l < TAKT_LANES; ++l)
    from[l] = reinterpret_cast<const double*>(all_values + e.index[l] * size + first) + e.lane[l];
#pragma GCC unroll 12
  for (int k = 0; k < N; ++k) {
    const int i = k * TAKT_LANES;
#if TAKT_LANES == 4
    out[k] = Lanes{from[0][i], from[1][i], from[2][i], from[3][i]};
#else
    out[k] = Lanes{from[0][i], from[1][i]};
#endif
  }
}
constexpr int node_size = sizeof(Node) / sizeof(Lanes),
              column_size = sizeof(Column) / sizeof(Lanes);
constexpr int node_pose = 0, node_twist = 12;  // R, p; V, A

TAKT_INLINE LVec vector_at(const Lanes* x) { return {x[0], x[1], x[2]}; }
TAKT_INLINE LVec at_point(const Lanes* motion, const LVec& y) {
  return vector_at(motion + 3) + cross(vector_at(motion), y);
}

// The part of d'' that does not depend on q'', seen from the first end.
TAKT_INLINE LVec offset_acceleration(const Lanes* nodes, const OffsetBatch& p, const LVec* y) {
  LVec dy[2], a[2], turn{}, dturn{};
#pragma GCC unroll 2
  for (int side = 1; side >= 0; --side) {  // first end last: `turn` must be its angular velocity
    Lanes x[12];
    fetch<12>(nodes, node_size, p.end[side], node_twist, x);
    turn = vector_at(x), dturn = vector_at(x + 6);
    dy[side] = at_point(x, y[side]);
    a[side] = at_point(x + 6, y[side]) + cross(turn, dy[side]);
  }
  const LVec d = y[1] - y[0], dd = dy[1] - dy[0];
  return a[1] - a[0] + cross(dd + dd + cross(d, turn), turn) + cross(d, dturn);
}

inline void offset_rows(const BatchedNodes& t, const OffsetList& list, const OffsetRowsWanted& want,
                        void* memory) {
  static_assert(__builtin_offsetof(Node, R) == 0 &&
                __builtin_offsetof(Node, V) == node_twist * sizeof(Lanes));
  const BatchMemory m = memory_of(t, memory);
  const Lanes *nodes = reinterpret_cast<const Lanes*>(m.node),
              *columns = reinterpret_cast<const Lanes*>(m.column);
  const Lanes* c = reinterpret_cast<const Lanes*>(list.constants);
  const OffsetColumn* k = list.column;
  for (const OffsetBatch *p = list.batch, *last = p + list.batches; p != last;
       ++p, c += offset_constant_count) {
    LVec y[2], axis[3];
#pragma GCC unroll 2
    for (int side = 1; side >= 0; --side) {
      Lanes x[12];
      fetch<12>(nodes, node_size, p->end[side], node_pose, x);
      const LMat R{vector_at(x), vector_at(x + 3), vector_at(x + 6)};
      y[side] = vector_at(x + 9) + R * vector_at(c + w_point + 3 * side);
      if (side > 0) continue;
      for (int i = 0; i < p->rows; ++i) axis[i] = R * vector_at(c + w_axis + 3 * i);
    }
    if (want.g) {
      const LVec d = y[1] - y[0];
      for (int i = 0; i < p->rows; ++i)
        scatter(dot(axis[i], d) - c[w_offset + i], p->count, p->row[i], want.g);
    }
    if (want.gI)
      for (int i = 0; i < p->rows; ++i) scatter(Lanes{}, p->count, p->row[i], want.gI);
    if (want.gamma) {
      const LVec a = offset_acceleration(nodes, *p, y);
      for (int i = 0; i < p->rows; ++i) scatter(dot(axis[i], a), p->count, p->row[i], want.gamma);
    }
    if (want.G)
      for (int j = 0; j < p->columns; ++j) {
        Lanes S[6];
        fetch<6>(columns, column_size, k[j].of, 0, S);
        const LVec by = at_point(S, y[1]);
        const Lanes sign = all(k[j].against ? -1 : 1);
        for (int i = 0; i < p->rows; ++i)
          scatter(sign * dot(axis[i], by), p->count, k[j].place[i], want.G);
      }
    k += p->columns;
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
