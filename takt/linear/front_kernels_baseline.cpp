// The elimination of fronts for every machine.
#define TAKT_KERNEL baseline
#define TAKT_LANES 2
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::baseline::kernels{factorise, solve, update};
