// The products of stiff states with a matrix: plain numbers, no Eigen and no templates, because the
// kernel is compiled more than once, for several instruction sets.
#pragma once

namespace takt::stiff_product {

constexpr int most = 4;  // states of one product

struct Run {  // entries first .. end of f_z, which follow each other in a column of A
  int first, end;
  int shift;  // from where they are in f_z to where they are in A
  bool last;  // of the column
};

struct Product {
  const double* f_z[most];  // of a state over the columns
  const double* NE;         // column by column
  const Run *runs, *end;    // column by column
};

struct Kernels {  // A += c f_z N E, of two states or of four
  void (*add_two)(const Product&, double c, double* A);
  void (*add_four)(const Product&, double c, double* A);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::stiff_product
