// Projects wrenches on the nodes, with or without the inertia forces, onto the columns: one pass
// from the leaves to ground. Included by kernels.hpp only.
namespace takt::mechanism::kernel::TAKT_KERNEL {

// f += S' (wrench - F), summed over each subtree; F from own_inertia, or zero. Afterwards the F of
// a node is F - wrench summed over its subtree.
inline void project(const BatchedNodes& t, const double* wrench, bool inertia, double* f,
                    void* memory) {
  const BatchMemory m = memory_of(t, memory);
  const LVec none = no_vector();
  for (int i = 0; i < t.batches; ++i) {
    const Batch& p = t.batch[i];
    LForce& F = m.node[i + 1].F;
    if (!inertia) F = {none, none};
    if (!p.has_wrench) continue;
    Lanes* to = reinterpret_cast<Lanes*>(&F);
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k) to[k] -= gather(wrench + k, p.wrench);
  }
  for (int i = t.batches - 1; i >= 0; --i) {
    const Batch& p = t.batch[i];
    const Node& o = m.node[i + 1];
    const Column* column = m.column + p.first;
    for (int k = 0; k < p.columns; ++k) {
      const Lanes x = dot(column[k].S, o.F);
      for (int l = 0; l < p.count; ++l) f[p.v[l] + k] -= x[l];
    }
    if (p.parent > 0) hand_up(&o.F, sizeof o.F, p.spread, &m.node[p.parent].F);
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
