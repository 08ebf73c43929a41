// What the kernels of the elimination read and write: plain numbers, no Eigen and no templates,
// because the kernels are compiled more than once, for several instruction sets.
//
// A front is a run of unknowns eliminated together: a diagonal block D (width x width), below it L
// (below x width) and right of it U (width x below). All blocks are column-major. The columns of L
// are padded with zeros to whole vectors, and so are the rows of U, which the factors keep
// transposed: there L and U look the same.
#pragma once

namespace takt::linear::front {

constexpr int widest = 8;   // unknowns of a front: as many vectors stay in registers
constexpr int padding = 4;  // rows of L and U come in multiples of it: the widest vector
constexpr int slack = 8;    // numbers behind the last that kernels may touch

struct Front {
  int first, width, below, padded;
  int D, L, U;          // places in the values
  int rows;             // place in Plan::rows of the unknowns below
  int update, updates;  // its updates
};

struct Update {  // C -= A B', depth columns in A and B
  int C, A, B, c_stride, stride;
  int rows, cols, depth;
};

struct Plan {
  int fronts, lower;  // lower: how many values are of D and L; those of U follow
  const Front* front;
  const Update* update;
  const int* rows;
  double* values;
  double* x;       // in the order of elimination
  double* window;  // of x: the unknowns below a front
};

// Numbers that go from one array to another: as many as follow each other, up to four. Lists of
// their own, because loops over runs of any length wait for mispredicted branches.
struct Move {
  int from, to;
};
struct Moves {
  const Move *fours, *threes, *twos, *ones;
  int four, three, two, one;
};
struct Product {  // to[to ..] += left[left ..] right[right]
  int left, right, to;
};
struct Products {  // threes are among the fours, with a zero on the left
  const Product *fours, *twos, *ones;
  int four, two, one;
};

struct Kernels {
  // T + S, where S is symmetric and only its D and L are there, or null. False: a pivot was zero or
  // not finite.
  bool (*factorise)(const Plan&, const double* T, const double* S);
  void (*solve)(const Plan&);
  void (*set_zero)(double* x, int n);
  void (*add)(const Moves&, double c, const double* from, double* to);  // to += c from
  void (*add_products)(const Products&, const double* left, const double* right, double* to);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::linear::front
