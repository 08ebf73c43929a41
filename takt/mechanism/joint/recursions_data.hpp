// What the kernels of the recursions read and write: plain numbers in visiting order, no Eigen and
// no templates, because the kernels are compiled more than once, for several instruction sets.
//
// Axes. A link that turns about z is described in axes turned by a constant angle about that z, so
// that the rotation from the link to its parent is Rx(alpha) Rz(q + theta): two screws. One child
// of each link can be served so; the others turn once more, about their parent's z (`turned`).
#pragma once

#include "takt/mechanism/joint/packs_data.hpp"

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
// (n, f) = [A B; B' D] (angular, linear acceleration) + (n, f) of the rest
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

enum Kind : int { rz, tz, hz, t3, quaternion, free };

struct alignas(64) LinkData {
  Vec p;          // origin of the inboard frame in the parent
  double ca, sa;  // cos and sin of alpha
  double caca, casa, sasa;
  double m;
  Vec h;
  Sym I;
  int kind, parent, q, v;
  int column;             // where its velocities would begin in visiting order
  int slot, parent_slot;  // where articulated inertias are gathered
  bool has_child;
  bool first_in_slot;  // the first to write to its parent's
  bool turned;
};

struct LinkExtra {  // what few links need
  double ct, st;    // the turn about the parent's z
  double cg, sg;    // from the axes used here to those of the link: Rz(-gamma)
  Mat R0;           // the inboard frame in the parent, kinds other than rz
  double pitch;
  int general;  // place in the memory of such kinds
};

// Work of one link in forward dynamics. `n, f` is first the velocity's force, then the column
// U = I S; then (dw, a) of the link's frame.
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
  Mat E;              // link to parent
  Vec rho;            // origin in the parent
  Vec c_angular, c_linear;
  double S[6][6];  // columns of the joint, link axes
  double U[6][6], inverse[6], u[6];
};

struct Tree {
  int n, nv;
  const LinkData* link;
  const LinkExtra* extra;
  const int* angle;     // the coordinate that is an angle of rz and hz, or any
  const double* theta;  // to be added to it
};

struct MassLink {
  Mat R;                // to ground axes
  Vec r;                // from the origin of the tree's first link, in ground axes
  Composite composite;  // of the link and all it carries, in its axes
};
// Columns of joints, one array a component; and the force that belongs to one.
struct Path {
  double *nx, *ny, *nz, *fx, *fy, *fz;
};
struct Force {
  Vec n, f;
};

// Where the entries of the mass matrix are. Columns in visiting order.
struct MassPlaces {
  const int* above;  // the column above a column, -1: none
  const int* depth;  // how many columns are above
  const int* end;    // behind the columns that follow this one, each just above the next
  // Velocities in visiting order: entry (l, k) with l above k is values[column[k] + depth[l]], and
  // (k, l) is values[below[l] + k]. Null otherwise: then v says which velocity, and unless the
  // matrix is full, upper and lower[entry[k] + depth[l]] where.
  const long *column, *below;
  const int* v;
  const int *entry, *upper, *lower;
};

struct Memory {
  double *cosine, *sine;  // of the rz links
  ForwardLink* forward;
  InverseLink* inverse;
  GeneralLink* general;
  Articulated* slot;
  MassLink* mass;
  Path columns;  // all of them
  Force* forces;
  Path path;    // those from the ground to a link
  long* below;  // and MassPlaces::below
  double* row;
};

struct Inputs {
  const double *q, *v, *x;  // x: tau or a
  const double* external;   // six a link, or null
  double gx, gy, gz;
};

struct Kernels {
  bool (*forward)(const Tree&, const Inputs&, double* a, const Memory&);
  void (*inverse)(const Tree&, const Inputs&, double* tau, const Memory&);
  void (*mass)(const Tree&, const double* q, const MassPlaces&, double* values, const Memory&);
  int lanes;                             // of a pack
  long (*pack_memory)(const PackTree&);  // bytes, to lie at a multiple of 64
  void (*motions)(const PackTree&, const MotionInputs&, const Motion&, void*);
  void (*own_inertia)(const PackTree&, const MotionInputs&, const InertiaWanted&, void*);
  void (*put_load)(const PackTree&, int slot, int lane, const Load*, void*);
  void (*inertia)(const PackTree&, const InertiaWanted&, void*);
  void (*ways)(const PackTree&, const WayList&, const WayWanted&, void*);  // after motions
  void (*project)(const PackTree&, const double* wrench, bool inertia, double* f, void*);
};
// The best the machine has; TAKT_ISA=baseline for the same bits on every machine.
const Kernels& best_kernels() noexcept;

namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::mechanism::kernel
