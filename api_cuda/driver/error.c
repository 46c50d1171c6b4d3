#include "driver.h"

#include "base/log_listen.h"
#include "base/process.h"
#include "front.h"

static const struct {
    CUresult code;
    const char *name;
} names[] = {
#include "error_names.inc"
};

const struct gi_interface gicu_interface = {
    .number = FRONT_INTERFACE,
    .visible_variable = FRONT_VISIBLE_VARIABLE,
    .is_explicit = true,
    .range_step_bytes = UINT64_C(2) << 20,       /* NVIDIA's driver has it on every device */
    .unmaps_over_holes = true,
};

CUresult gicu_error_of(gi_status status)
{
    switch (gi_process_answer(status)) {
    case GI_OK:                     return CUDA_SUCCESS;
    case GI_NOT_READY:              return CUDA_ERROR_NOT_READY;
    case GI_TIMEOUT:                return CUDA_ERROR_TIMEOUT;
    case GI_INVALID_FUNCTION:
    case GI_INVALID_HANDLE:
    case GI_STALE_HANDLE:           return CUDA_ERROR_INVALID_HANDLE;
    case GI_INVALID_DEVICE:         return CUDA_ERROR_INVALID_DEVICE;
    case GI_INVALID_VALUE:
    case GI_INVALID_PITCH:
    case GI_INVALID_CHANNELS:
    case GI_INVALID_FILTER:
    case GI_INVALID_NORM:
    case GI_INVALID_COPY_DIRECTION:
    case GI_NO_LAUNCH:
    case GI_INVALID_CONFIGURATION:
    case GI_INVALID_SYMBOL:         return CUDA_ERROR_INVALID_VALUE;
    case GI_OUT_OF_MEMORY:          return CUDA_ERROR_OUT_OF_MEMORY;
    case GI_NOT_INITIALIZED:        return CUDA_ERROR_NOT_INITIALIZED;
    case GI_INVALID_CONTEXT:
    case GI_WRONG_PROCESS:          return CUDA_ERROR_INVALID_CONTEXT;
    case GI_CONTEXT_DESTROYED:      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    case GI_PRIMARY_ACTIVE:         return CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE;
    case GI_NO_DRIVER:
    case GI_NO_DEVICE:              return CUDA_ERROR_NO_DEVICE;
    case GI_MAP_FAILED:             return CUDA_ERROR_MAP_FAILED;
    case GI_OS_ERROR:               return CUDA_ERROR_OPERATING_SYSTEM;
    case GI_NOT_SUPPORTED:          return CUDA_ERROR_NOT_SUPPORTED;
    case GI_NOT_PERMITTED:          return CUDA_ERROR_NOT_PERMITTED;
    case GI_ALREADY_REGISTERED:     return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    case GI_ENDING:                 return CUDA_ERROR_DEINITIALIZED;
    case GI_NOT_REGISTERED:         return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    case GI_LIMIT_UNSUPPORTED:      return CUDA_ERROR_UNSUPPORTED_LIMIT;
    case GI_PEER_UNSUPPORTED:       return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    case GI_PEER_NOT_ENABLED:       return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    case GI_NOT_FOUND:              return CUDA_ERROR_NOT_FOUND;
    case GI_OUT_OF_RESOURCES:       return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    case GI_TOO_LARGE_COOPERATIVE:  return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    case GI_INVALID_PTX:            return CUDA_ERROR_INVALID_PTX;
    case GI_INVALID_SOURCE:         return CUDA_ERROR_INVALID_SOURCE;
    case GI_NO_FILE:                return CUDA_ERROR_FILE_NOT_FOUND;
    case GI_LAUNCH_ASSERTED:        return CUDA_ERROR_ASSERT;
    case GI_DEVICE_FAULTED:
    case GI_ILLEGAL_ADDRESS:        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case GI_LAUNCH_TIMEOUT:         return CUDA_ERROR_LAUNCH_TIMEOUT;
    case GI_INVALID_IMAGE:          return CUDA_ERROR_INVALID_IMAGE;
    case GI_NO_BINARY:              return CUDA_ERROR_NO_BINARY_FOR_GPU;
    case GI_LAUNCH_TRAPPED:
    case GI_DEVICE_LOST:
    case GI_AWAITED_FAILED:         return CUDA_ERROR_LAUNCH_FAILED;
    case GI_CAPTURE_STATE:          return CUDA_ERROR_ILLEGAL_STATE;
    case GI_CAPTURE_UNSUPPORTED:    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    case GI_CAPTURE_INVALIDATED:    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    case GI_CAPTURE_MERGE:          return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    case GI_CAPTURE_UNMATCHED:      return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    case GI_CAPTURE_UNJOINED:       return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    case GI_CAPTURE_ISOLATION:      return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    case GI_CAPTURE_IMPLICIT:       return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    case GI_CAPTURED_EVENT:         return CUDA_ERROR_CAPTURED_EVENT;
    case GI_CAPTURE_WRONG_THREAD:   return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    case GI_LOSSY_QUERY:            return CUDA_ERROR_LOSSY_QUERY;
    case GI_IMPORT_FAILED:
    case GI_INTERNAL:               return CUDA_ERROR_UNKNOWN;
    }
    return CUDA_ERROR_UNKNOWN;
}

CUresult gicu_error(gi_status status)
{
    if (status != GI_OK && status != GI_NOT_READY)
        gi_log_failed_call();
    return gicu_error_of(status);
}

static const char *name_of(CUresult error)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == error)
            return names[i].name;
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    CU_NOT_NULL(name);
    *name = name_of(error);
    CU_REQUIRE(*name != NULL, "%s: no error has the number %d", __func__, (int)error);
    return CUDA_SUCCESS;
}

/* The runtime interface has the same numbers, and a text for nearly all. */
CUresult cuGetErrorString(CUresult error, const char **text)
{
    CU_NOT_NULL(text);
    *text = name_of(error);
    CU_REQUIRE(*text != NULL, "%s: no error has the number %d", __func__, (int)error);
    if (front_error_is_known((int)error))
        *text = front_error_text((int)error);
    return CUDA_SUCCESS;
}
