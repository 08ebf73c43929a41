// Dense block kernels that run on every machine.
#define TAKT_KERNEL baseline
#include "takt/linear/block_kernels.hpp"

const takt::linear::block::Kernels takt::linear::block::baseline::kernels{
    factorise, solve, subtract, subtract_column, row_scales};
