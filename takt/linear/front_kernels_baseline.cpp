// Elimination front by front, kernels that run on every machine.
#define TAKT_KERNEL baseline
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::baseline::kernels{
    factorise, solve, set_zero, add, add_products};
