// Data of the kernels that compute a tree's motions, inertia terms and offset rows. Nodes of equal
// kind are processed side by side in SIMD lanes, so that four equal suspensions cost as much as
// one. No Eigen and no templates here, because the kernels are compiled once for each instruction
// set.
//
// Terms used: a node is a group of columns moved together (world_motion.hpp). A batch is up to
// `lanes` nodes of one kind whose subtrees have the same structure, one lane for each node. Unused
// lanes repeat the first lane, without its mass. If only one lane is in use, all lanes hold the
// same values, so that child batches with several lanes can read them directly.
#pragma once

namespace takt::mechanism::kernel {

inline constexpr int most_lanes = 4;

struct Batch {
  int kind, columns;
  int parent;       // 0: ground; batch i has index i + 1
  int count;        // lanes in use
  int first;        // index of its first column
  bool spread;      // several lanes whose parent is a single node
  bool heavy;       // a node of it has inertia
  bool floating;    // its position is the origin o
  bool wide;        // a single node with three columns, which are processed in three lanes
  bool plain;       // translations from ground: psi, phi and chi of the columns are zero
  int slot, slots;  // the first slot for loads of its nodes; the most loads of one lane
  bool loaded;      // it has slots, or a batch below it has
  bool first_load;  // the first batch to pass its loads to the parent
  bool has_wrench;  // elements act on a node of it with a wrench
  int q[most_lanes], v[most_lanes];
  int pose[most_lanes], group[most_lanes];  // indices for the output; pose -1: no output
  int wrench[most_lanes];                   // index of its wrench; unused lanes read zeros
  // Of a general motion: index in BatchMemory::bend of columns^2 values S_k,j and, for each column, the
  // part of phi that they add.
  int bend;
  int point[most_lanes];       // index of the first number of its MotionPoint
  int shown_bend[most_lanes];  // index of its first S_k,j in WorldMotion::bend
};

// The numbers of a MotionPoint (element/joint/motion.hpp): R column by column, p, S by coordinate, S_i,j
// and S_i,jk, six for each; the strides are those of the most coordinates a motion has.
inline constexpr int most_coordinates = 3;
enum PointValue : int { m_R = 0, m_p = 9, m_S = 12, m_dS = 30, m_ddS = 84 };
inline constexpr int point_count = 246;

// Constants of a batch: `constant_count` values, each for all lanes.
enum Constant : int { c_R = 0, c_p = 9, c_m = 12, c_h = 13, c_E = 16, c_pitch = 22 };
inline constexpr int constant_count = 23;

struct BatchedNodes {
  int batches, columns, slots;
  const Batch* batch;
  const double* constants;  // at the start of a cache line
  int bends;
};

struct Motion {     // arrays for the results; null: not wanted
  const double* o;  // origin, in world axes
  double* pose;     // by link: R column by column, p from o
  double* column;   // by column: S, psi; then `bend` is filled too
  double* bend;
  double* group;  // by group: V, A
};

struct MotionInputs {
  const double *q, *v, *a;         // q null: poses have not changed; a null: zero
  bool rates;                      // compute A and psi as well
  bool psi = true;                 // false: compute A without storing psi
  const double* points = nullptr;  // of general motions
};

// Offset rows (offset_rows.hpp). A batch has up to `lanes` pairs of ends that have the same number
// of rows and columns.
struct OffsetEnd {  // by lane: the index of a batch or a column, and the lane in it
  int index[most_lanes], lane[most_lanes];
  bool together;  // all lanes are the same lanes of one batch
};
struct OffsetColumn {
  OffsetEnd of;
  bool against;              // it moves the first end, so its sign is negative
  int place[3][most_lanes];  // indices of the values in G, by row
};
struct OffsetBatch {
  int rows, columns, count;  // count: lanes in use
  OffsetEnd end[2];
  int row[3][most_lanes];
};
// Constants of a batch of offset rows: the points on both ends, the axes on the first, the offsets.
enum OffsetConstant : int { w_point = 0, w_axis = 6, w_offset = 15 };
inline constexpr int offset_constant_count = 18;

struct OffsetList {
  int batches;
  const OffsetBatch* batch;
  const OffsetColumn* column;  // batch by batch
  const double* constants;     // at the start of a cache line
};
struct OffsetRowsWanted {  // null: not wanted
  double *g, *gI, *gamma, *G;
};

// A body force at a point r of its node, r from o: its wrench at that point and the derivatives of
// the wrench, as in BodyForceOut. Null derivatives: not wanted.
struct Load {
  const double *wrench, *r, *w, *v;
  const double *by_place, *by_twist;
};
enum LoadValue : int { l_wrench = 0, l_r = 6, l_w = 9, l_v = 12, l_place = 15, l_twist = 51 };
inline constexpr int load_count = 87;

struct InertiaWanted {  // null: not wanted
  double *M, *f, *K, *C;
  const int *M_place, *K_place;
  bool together;  // M, K and C are all wanted and have the same places
  double gx, gy, gz;
};

}  // namespace takt::mechanism::kernel
