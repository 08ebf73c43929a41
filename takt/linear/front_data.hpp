// What the kernels of the elimination read and write: plain numbers, no Eigen and no templates,
// because the kernels are compiled more than once, for several instruction sets.
//
// A front is a run of unknowns eliminated together: a diagonal block D (width x width), below it L
// (below x width) and, transposed, right of it U (below x width). All blocks are column-major; the
// columns of L and U are padded with zeros to whole vectors.
#pragma once

namespace takt::linear::front {

constexpr int widest = 8;   // unknowns of a front: as many vectors stay in registers
constexpr int padding = 4;  // rows of L and U come in multiples of it: the widest vector
constexpr int slack = 8;    // numbers behind the last that kernels may touch without changing them

struct Front {
  int first, width, below, padded;
  int D, L, U;          // places in the values
  int rows;             // place in Plan::rows of the unknowns below
  int update, updates;  // its updates
};

struct Update {  // C -= A B', depth columns in A and B
  int C, A, B, c_stride, a_stride, b_stride;
  int rows, cols, depth;
};

struct Plan {
  int fronts;
  const Front* front;
  const Update* update;
  const int* rows;
  double* values;
  double* x;       // in the order of elimination
  double* window;  // of x: the unknowns below a front
};

struct Kernels {
  bool (*factorise)(const Plan&);  // false: a pivot was zero or not finite
  void (*solve)(const Plan&);
  void (*update)(const Update&, double* C, const double* A, const double* B);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::linear::front
