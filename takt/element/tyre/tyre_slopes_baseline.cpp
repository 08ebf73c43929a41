// Derivatives of a tyre for every processor.
#define TAKT_KERNEL baseline
#include "takt/element/tyre/tyre_slopes_kernel.hpp"

const takt::element::tyre_slopes::Kernels takt::element::tyre_slopes::baseline::kernels{slopes};
