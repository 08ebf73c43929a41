// Data of the kernels of the recursions: plain numbers in visiting order, no Eigen and no
// templates, because the kernels are compiled once for each instruction set.
//
// Axes: a link that turns about z is described in axes that are turned by a constant angle about
// this z, chosen so that the rotation from a child to the link is Rx(alpha) Rz(q + theta): two
// screws. This is possible for one child of each link; the other children need one more rotation,
// about their parent's z (`turned`).
#pragma once

#include "takt/mechanism/tree/batched_tree_data.hpp"

namespace takt::mechanism::kernel {

struct Vec {
  double x, y, z;
};
struct Mat {
  double xx, xy, xz, yx, yy, yz, zx, zy, zz;
};
struct Sym {
  double xx, xy, xz, yy, yz, zz;
};
// An articulated body: its force is [A B; B' D] (angular, linear acceleration) + (n, f)
struct Articulated {
  Sym A;
  Mat B;
  Sym D;
  Vec n, f;
};
struct Composite {
  double m;
  Vec h;
  Sym I;
};

enum Kind : int { rz, tz, hz, t3, quaternion, free, general };

struct alignas(64) LinkData {
  Vec p;          // origin of the inboard frame in the parent
  double ca, sa;  // cos and sin of alpha
  double caca, casa, sasa;
  double m;
  Vec h;
  Sym I;
  int kind, parent, q, v;
  int columns;            // number of its velocities
  int column;             // index of its first velocity in visiting order
  int slot, parent_slot;  // where the articulated inertias of children are summed up
  bool has_child;
  bool first_in_slot;  // the first link to write to its parent's slot
  bool turned;
  bool driven;  // its acceleration is given, in the place of tau
};

struct LinkExtra {  // data that only few links need
  double ct, st;    // cos and sin of the additional rotation about the parent's z (`turned`)
  double cg, sg;    // rotation between the axes used here and those of the link: Rz(-gamma)
  Mat R0;           // axes of the inboard frame in the parent, for kinds other than rz
  double pitch;
  int general;  // index in Memory::general, for kinds other than rz
  int point;    // of kind general: index of the first number of its MotionPoint
};

// Workspace of one link in forward dynamics. `n, f` holds in turn the force due to velocities, the
// column U = I S, and (dw, a) of the link's frame.
struct ForwardLink {
  Vec w;
  Vec k;  // w x (w x p) of the parent
  Vec n, f;
  double cx, cy;   // w x z dq
  double inverse;  // 1 / (S' I S)
  double u;
};
struct InverseLink {
  Vec w, dw, a;
  Vec n, f;
};
struct GeneralLink {  // kinds other than rz
  Mat E;              // rotation from link to parent
  Vec rho;            // origin of the link in the parent
  Vec c_angular, c_linear;
  double S[6][6];  // columns of the joint, in link axes
  double U[6][6], inverse[6], u[6];
};

struct Tree {
  int n, nv;
  const LinkData* link;
  const LinkExtra* extra;
  const int* angle;     // by link: index in q of the angle (rz, hz); unused for other kinds
  const double* theta;  // by link: constant added to the angle
};

struct MassLink {
  Mat R;                // rotation to ground axes
  Vec r;                // position relative to the origin of the tree's root link, in ground axes
  Composite composite;  // of the link and all it carries, in its axes
};
// Columns of joints, one array for each component; and the force of one column.
struct Path {
  double *nx, *ny, *nz, *fx, *fy, *fz;
};
struct Force {
  Vec n, f;
};

// The places of the entries of the mass matrix. Columns are in visiting order.
struct MassPlaces {
  const int* above;  // the column above each column; -1: none
  const int* depth;  // how many columns are above
  const int* end;    // end of the run of columns that starts here, each just above the next
  // If velocities are in visiting order: entry (l, k) with l above k is
  // values[column[k] + depth[l]], and (k, l) is values[below[l] + k]. Otherwise both are null, and
  // v gives the velocity of each column. Then, unless the matrix is full, the places are
  // upper[entry[k] + depth[l]] and lower[entry[k] + depth[l]].
  const long *column, *below;
  const int* v;
  const int *entry, *upper, *lower;
};

struct Memory {
  double *cosine, *sine;  // of the angle of each link
  ForwardLink* forward;
  InverseLink* inverse;
  GeneralLink* general;
  Articulated* slot;
  MassLink* mass;
  Path columns;  // all columns
  Force* forces;
  Path path;    // the columns from ground to a link
  long* below;  // MassPlaces::below of these columns
  double* row;
  const double* points;  // of general motions (PointValue)
};

struct Inputs {
  const double *q, *v, *x;  // x: tau or a
  const double* external;   // six values for each link, or null
  double gx, gy, gz;
};

struct Kernels {
  bool (*forward)(const Tree&, const Inputs&, double* a, const Memory&);
  void (*inverse)(const Tree&, const Inputs&, double* tau, const Memory&);
  void (*mass)(const Tree&, const double* q, const MassPlaces&, double* values, const Memory&);
  int lanes;                                  // in a batch
  long (*batch_memory)(const BatchedNodes&);  // bytes; align the memory to 64
  void (*motions)(const BatchedNodes&, const MotionInputs&, const Motion&, void*);
  void (*own_inertia)(const BatchedNodes&, const MotionInputs&, const InertiaWanted&, void*);
  void (*put_load)(const BatchedNodes&, int slot, int lane, const Load*, void*);
  void (*inertia)(const BatchedNodes&, const InertiaWanted&, void*);
  void (*offset_rows)(const BatchedNodes&, const OffsetList&, const OffsetRowsWanted&,
                      void*);  // after motions
  void (*project)(const BatchedNodes&, const double* wrench, bool inertia, double* f, void*);
};
// The fastest kernels for this machine. TAKT_ISA=baseline gives the same bits on every machine.
const Kernels& best_kernels() noexcept;

namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::mechanism::kernel
