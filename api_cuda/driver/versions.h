/** Functions of versions that cuda.h does not name.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_VERSIONS_H
#define GICUDA_DRIVER_VERSIONS_H

#include "driver.h"

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *parameters, int count,
                        unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);

#endif
