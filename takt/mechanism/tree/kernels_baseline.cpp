// The kernels of the tree that run on every machine.
#define TAKT_KERNEL baseline
#include "takt/mechanism/tree/kernels.hpp"
