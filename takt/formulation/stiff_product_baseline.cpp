// Products of stiff states for every x86-64 machine.
#define TAKT_KERNEL baseline
#include "takt/formulation/stiff_product_kernel.hpp"

const takt::stiff_product::Kernels takt::stiff_product::baseline::kernels{add_product<2>,
                                                                          add_product<4>};
