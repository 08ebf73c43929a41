// What the kernels of a tree's motions and of all its inertia terms read and write: nodes of equal
// kind side by side, so that four like suspensions cost as much as one. No Eigen and no templates
// here, because the kernels are compiled more than once, for several instruction sets.
//
// Terms used: a node is a group of columns moved together (world.hpp); a pack is up to `lanes` nodes
// of one kind whose subtrees are alike, lane by lane. Lanes that are not in use repeat the first,
// without its mass; where one lane is in use all hold the same, so that packs of many lanes below
// read it as it is.
#pragma once

namespace takt::mechanism::kernel {

inline constexpr int most_lanes = 4;

struct Pack {
  int kind, columns;
  int parent;       // 0: ground; pack i is node i + 1
  int count;        // lanes in use
  int first;        // of its columns
  bool spread;      // several lanes below one node
  bool heavy;       // some lane has inertia of its own
  bool floating;    // its place is o
  bool wide;        // one node, whose three columns are taken side by side
  bool plain;       // translations from ground: neither V nor A turns their columns
  int slot, slots;  // where loads of its nodes are put; how many one lane may have
  bool loaded;      // it has slots, or a pack below it
  bool first_load;  // the first to hand its loads to the parent
  bool felt;        // elements push a node of it
  int q[most_lanes], v[most_lanes];
  int pose[most_lanes], group[most_lanes];  // where to show it; -1: nowhere
  int wrench[most_lanes];                   // where it is, by lane; of lanes not in use: zeros
};

// Constants of a pack: `constant_count` values, each for all lanes.
enum Constant : int { c_R = 0, c_p = 9, c_m = 12, c_h = 13, c_E = 16, c_pitch = 22 };
inline constexpr int constant_count = 23;

struct PackTree {
  int packs, columns, slots;
  const Pack* pack;
  const double* constants;  // at the start of a cache line
};

struct Motion {     // where to show what was found: by link, by column, by group; null: nowhere
  const double* o;  // of the world
  double* pose;     // R column by column, p from o
  double* column;   // S, psi
  double* group;    // V, A
};

struct MotionInputs {
  const double *q, *v, *a;  // q null: all is where it was; a null: zero
  bool rates;               // A and psi as well
  bool psi = true;          // false: A without them
};

// Rows of ways.hpp, up to `lanes` pairs of ends with as many rows and columns side by side.
struct WayEnd {  // by lane: a node or a column, and its lane there
  int index[most_lanes], lane[most_lanes];
  bool together;  // all of one pack, lane by lane
};
struct WayColumn {
  WayEnd of;
  bool against;              // it moves the first end
  int place[3][most_lanes];  // of G, row by row
};
struct WayPack {
  int rows, columns, count;  // count: lanes in use
  WayEnd end[2];
  int row[3][most_lanes];
};
// Constants of a pack of ways: points on the two ends, axes on the first, and offsets.
enum WayConstant : int { w_point = 0, w_axis = 6, w_offset = 15 };
inline constexpr int way_constant_count = 18;

struct WayList {
  int packs;
  const WayPack* pack;
  const WayColumn* column;  // pack by pack
  const double* constants;  // at the start of a cache line
};
struct WayWanted {  // null: not wanted
  double *g, *gI, *gamma, *G;
};

// A body force at a point r of its node, from o: its wrench there, and the derivatives of that as
// BodyForceOut has them. Null derivatives: none are wanted.
struct Load {
  const double *wrench, *r, *w, *v;
  const double *by_place, *by_twist;
};
enum LoadValue : int { l_wrench = 0, l_r = 6, l_w = 9, l_v = 12, l_place = 15, l_twist = 51 };
inline constexpr int load_count = 87;

struct InertiaWanted {  // null: not wanted
  double *M, *f, *K, *C;
  const int *M_place, *K_place;
  bool together;  // M, K and C, all at the same places
  double gx, gy, gz;
};

}  // namespace takt::mechanism::kernel
