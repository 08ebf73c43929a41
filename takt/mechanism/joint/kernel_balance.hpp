// What wrenches on the nodes do to the columns, with the inertia forces or without them: one pass up.
// Included by kernels.hpp only.
namespace takt::mechanism::kernel::TAKT_KERNEL {

// f += S' (wrench - F), F of own_inertia or zero; afterwards F is that of all a node carries.
inline void project(const PackTree& t, const double* wrench, bool inertia, double* f,
                    void* memory) {
  const PackMemory m = memory_of(t, memory);
  const LVec none = no_vector();
  for (int i = 0; i < t.packs; ++i) {
    const Pack& p = t.pack[i];
    LForce& F = m.node[i + 1].F;
    if (!inertia) F = {none, none};
    if (!p.felt) continue;
    Lanes* to = reinterpret_cast<Lanes*>(&F);
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k) to[k] -= gather(wrench + k, p.wrench);
  }
  for (int i = t.packs - 1; i >= 0; --i) {
    const Pack& p = t.pack[i];
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
