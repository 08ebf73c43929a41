// Interface of the kernels of the sparse elimination (elimination.hpp). It uses plain numbers, no
// Eigen and no templates, because the kernels are compiled once for each instruction set.
//
// A front is a group of consecutive unknowns eliminated together: a diagonal block D
// (width x width), below it L (below x width) and right of it U (width x below). All blocks are
// column-major. The columns of L and the rows of U are padded with zeros to whole vectors. The
// factors store U transposed, so that L and U have the same layout.
#pragma once

namespace takt::linear::front {

constexpr int widest = 8;   // most unknowns of a front: so many vectors fit into registers
constexpr int padding = 4;  // L and U' have a multiple of this many rows: the widest vector
constexpr int slack = 8;    // kernels may read and write so many numbers after the end of an array

struct Front {
  int first, width, below, padded;
  int D, L, U;          // indices in Plan::values
  int rows;             // index in Plan::rows of the first unknown below
  int update, updates;  // first index in Plan::update, and how many
};

struct Update {  // C -= A B'; A and B have `depth` columns
  int C, A, B, c_stride, stride;
  int rows, cols, depth;
};

struct Plan {
  int fronts, lower;  // lower: number of values in all D and L; the values of U follow them
  const Front* front;
  const Update* update;
  const int* rows;
  double* values;
  double* x;       // in the order of elimination
  double* window;  // work space for the unknowns below a front
};

// Copies from one array to another, of up to four consecutive numbers each. There is one list for
// each length, because loops of varying length cause mispredicted branches.
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
struct Products {  // a product of length three is among the fours: its fourth left factor is zero
  const Product *fours, *twos, *ones;
  int four, two, one;
};

struct Kernels {
  // Factorises T + S. S is symmetric and holds its D and L only; it may be null. Returns false if a
  // pivot was zero or not finite.
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
