// Slopes of a tyre for every machine.
#define TAKT_KERNEL baseline
#include "takt/element/force/tyre_slopes_kernel.hpp"

const takt::element::tyre_slopes::Kernels takt::element::tyre_slopes::baseline::kernels{slopes};
