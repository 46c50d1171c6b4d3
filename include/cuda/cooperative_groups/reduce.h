/** The reductions of groups are in the header of groups. */
#ifndef GPUINTEROP_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define GPUINTEROP_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#endif
