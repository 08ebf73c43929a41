// The recursions for every machine.
#define TAKT_KERNEL baseline
#include "takt/mechanism/joint/kernels.hpp"
