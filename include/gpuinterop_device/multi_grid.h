/** The group of all grids of a launch on several devices, as far as one device goes: it is the grid
 *  of the own device. */
#ifndef GPUINTEROP_DEVICE_MULTI_GRID_H
#define GPUINTEROP_DEVICE_MULTI_GRID_H

#include "groups.h"

namespace cooperative_groups {

class multi_grid_group : public grid_group {
public:
    static GPUINTEROP_GROUP_FN unsigned int num_grids() { return 1; }
    static GPUINTEROP_GROUP_FN unsigned int grid_rank() { return 0; }
};

GPUINTEROP_GROUP_FN multi_grid_group this_multi_grid() { return multi_grid_group(); }

} // namespace cooperative_groups

#endif
