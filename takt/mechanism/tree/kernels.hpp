// All kernels of the tree for one instruction set. Each kernels_<instruction set>.cpp includes this
// file once.
#include "takt/mechanism/tree/kernel_math.hpp"
//
#include "takt/mechanism/tree/kernel_angles.hpp"
#include "takt/mechanism/tree/kernel_joint.hpp"
//
#include "takt/mechanism/tree/kernel_forward.hpp"
#include "takt/mechanism/tree/kernel_inverse.hpp"
#include "takt/mechanism/tree/kernel_mass.hpp"
//
#include "takt/mechanism/tree/kernel_lanes.hpp"
//
#include "takt/mechanism/tree/kernel_motion.hpp"
//
#include "takt/mechanism/tree/kernel_inertia.hpp"
//
#include "takt/mechanism/tree/kernel_balance.hpp"
#include "takt/mechanism/tree/kernel_offset_rows.hpp"

namespace takt::mechanism::kernel::TAKT_KERNEL {
const Kernels kernels{forward,  // NOLINT(misc-definitions-in-headers): a source includes it once
                      inverse,     mass,     TAKT_LANES, batch_memory, motions,
                      own_inertia, put_load, inertia,    offset_rows,  project};
}
