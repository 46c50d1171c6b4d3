/** The scans of groups are in the header of groups. */
#ifndef GPUINTEROP_CUDA_COOPERATIVE_GROUPS_SCAN_H
#define GPUINTEROP_CUDA_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#endif
