// The kernels of the recursions for one instruction set: included once by each of
// kernels_<instruction set>.cpp.
#include "takt/mechanism/joint/kernel_math.hpp"
//
#include "takt/mechanism/joint/kernel_angles.hpp"
#include "takt/mechanism/joint/kernel_joint.hpp"
//
#include "takt/mechanism/joint/kernel_forward.hpp"
#include "takt/mechanism/joint/kernel_inverse.hpp"
#include "takt/mechanism/joint/kernel_mass.hpp"
//
#include "takt/mechanism/joint/kernel_lanes.hpp"
//
#include "takt/mechanism/joint/kernel_motion.hpp"
//
#include "takt/mechanism/joint/kernel_inertia.hpp"
//
#include "takt/mechanism/joint/kernel_balance.hpp"
#include "takt/mechanism/joint/kernel_ways.hpp"

namespace takt::mechanism::kernel::TAKT_KERNEL {
const Kernels kernels{forward,     inverse,  mass,    TAKT_LANES, pack_memory, motions,
                      own_inertia, put_load, inertia, ways,       project};
}
