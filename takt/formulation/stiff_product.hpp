// The interface of the kernels that add the products of stiff states to a matrix. Plain numbers
// without Eigen or templates, because the kernels are compiled once for each instruction set.
#pragma once

namespace takt::stiff_product {

constexpr int most = 4;  // largest number of states in one product

struct Run {  // entries first .. end of f_z that are contiguous in a column of A
  int first, end;
  int shift;  // offset from the index in f_z to the index in A
  bool last;  // last run of its column
};

struct Product {
  const double* f_z[most];  // f_z of each state over the columns
  const double* NE;         // column by column
  const Run *runs, *end;    // column by column
};

struct Kernels {  // A += c f_z N E, for two or four states
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
