/** Calls by HIP's names that have to go well, in tests that are programs of HIP. */
#ifndef AMDGPU_HIP_WORKS_H
#define AMDGPU_HIP_WORKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hip/hip_runtime_api.h>

#include "../../include/gpuinterop.h"

/** Fails the case, with the call and the library's sentence, unless a call succeeds. */
#define WORKS(call) hip_works((call), #call)

static inline void hip_works(hipError_t error, const char *call)
{
    if (error != hipSuccess)
        fail_msg("%s: %s: %s", call, hipGetErrorName(error), gpuinterop_last_error_detail());
}

#endif
