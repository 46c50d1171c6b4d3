#include "driver.h"
#include "versions.h"

#include "base/current.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "front.h"
#include "hints/peer_access.h"

#define KNOWN_FLAGS \
    ((unsigned int)(CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | \
                    CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE | CU_CTX_SYNC_MEMOPS))

static CUcontext to_context(gi_handle handle)
{
    return gicu_pointer(handle);
}

/* ---- created contexts ----------------------------------------------------------------------- */

static CUresult create(const char *caller, CUcontext *context, unsigned int flags, CUdevice device)
{
    gi_handle handle;
    int ordinal;

    CU_TRY(gicu_ready());
    CU_REQUIRE(context != NULL, "%s: context is NULL", caller);
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    CU_TRY(gi_device_check_flags(flags, KNOWN_FLAGS));
    CU_TRY(gi_context_create(ordinal, flags, &handle));
    *context = to_context(handle);
    return CUDA_SUCCESS;
}

static gi_status refuse_more(const char *caller)
{
    return gi_fail(GI_NOT_SUPPORTED, "%s: contexts with a part of the processors, or inside "
                   "another graphics interface, do not exist here", caller);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                        CUdevice device)
{
    CU_TRY(gicu_ready());
    if (parameters != NULL && (parameters->numExecAffinityParams != 0 ||
                               parameters->cigParams != NULL))
        return gicu_error(refuse_more(__func__));
    return create(__func__, context, flags, device);
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *parameters, int count,
                        unsigned int flags, CUdevice device)
{
    (void)parameters;
    CU_TRY(gicu_ready());
    if (count != 0)
        return gicu_error(refuse_more(__func__));
    return create(__func__, context, flags, device);
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
    return create(__func__, context, flags, device);
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_destroy(gicu_handle(context)));
}

/* ---- users, and events of a whole context ---------------------------------------------------- */

CUresult cuCtxAttach(CUcontext *context, unsigned int flags)
{
    gi_handle handle;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(context);
    CU_REQUIRE(flags == 0, "%s: flags is 0x%x; none exist", __func__, flags);
    CU_TRY(gi_context_attach(&handle));
    *context = to_context(handle);
    return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext context)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_detach(gicu_handle(context)));
}

CUresult cuCtxRecordEvent(CUcontext context, CUevent event)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_record(gicu_handle(context), gicu_handle(event)));
}

CUresult cuCtxWaitEvent(CUcontext context, CUevent event)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_wait(gicu_handle(context), gicu_handle(event)));
}

/* ---- the stack ------------------------------------------------------------------------------ */

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_push(gicu_handle(context)));
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    gi_handle popped;

    CU_TRY(gicu_ready());
    CU_TRY(gi_context_pop(&popped));
    if (context != NULL)
        *context = to_context(popped);
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_context_set_current(gicu_handle(context)));
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    CU_TRY(gicu_ready());
    CU_NOT_NULL(context);
    *context = to_context(gi_context_current());
    return CUDA_SUCCESS;
}

/* ---- what is known -------------------------------------------------------------------------- */

CUresult cuCtxGetDevice(CUdevice *device)
{
    CU_TRY(gicu_ready());
    CU_NOT_NULL(device);
    CU_TRY(gicu_begin());
    *device = gi_visible_from_core(&gicu_interface, gi_current_ordinal());
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context)
{
    struct gi_context_info info;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(device);
    CU_TRY(gi_context_query(gicu_handle(context), &info));
    *device = gi_visible_from_core(&gicu_interface, info.ordinal);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    struct gi_context_info info;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(flags);
    CU_TRY(gi_context_query(0, &info));
    *flags = info.flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_context_set_flags(flags, KNOWN_FLAGS));
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id)
{
    struct gi_context_info info;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(id);
    CU_TRY(gi_context_query(gicu_handle(context), &info));
    *id = info.id;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
    struct gi_context_info info;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(version);
    CU_TRY(gi_context_query(gicu_handle(context), &info));
    *version = GI_CONTEXT_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_device_synchronize());
}

CUresult cuCtxSynchronize_v2(CUcontext context)
{
    struct gi_current before;
    gi_status status;

    CU_TRY(gicu_ready());
    if (context == NULL)
        return cuCtxSynchronize();
    CU_TRY(gi_context_push(gicu_handle(context)));
    status = gi_device_synchronize();
    gi_current_pop(&before);
    return gicu_error(status);
}

/* ---- settings ------------------------------------------------------------------------------- */

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_device_set_limit((int)limit, value));
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
    uint64_t now;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(value);
    CU_TRY(gi_device_get_limit((int)limit, &now));
    *value = (size_t)now;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_device_prefer_cache((int)config));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
    int now;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(config);
    CU_TRY(gi_device_preferred_cache(&now));
    *config = (CUfunc_cache)now;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_device_prefer_bank_size((int)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    int now;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(config);
    CU_TRY(gi_device_bank_size(&now));
    *config = (CUsharedconfig)now;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CU_TRY(gicu_begin());
    if (least != NULL)
        *least = FRONT_PRIORITY_LEAST;
    if (greatest != NULL)
        *greatest = FRONT_PRIORITY_GREATEST;
    return CUDA_SUCCESS;
}

static CUresult change_peer(CUcontext context, bool enable, unsigned int flags)
{
    struct gi_context_info info;
    int device;

    CU_TRY(gicu_begin());
    CU_TRY(gi_context_query(gicu_handle(context), &info));
    device = gi_visible_from_core(&gicu_interface, info.ordinal);
    return gicu_error(enable ? gi_peer_access_enable(&gicu_interface, device, flags)
                             : gi_peer_access_disable(&gicu_interface, device));
}

CUresult cuCtxEnablePeerAccess(CUcontext context, unsigned int flags)
{
    return change_peer(context, true, flags);
}

CUresult cuCtxDisablePeerAccess(CUcontext context)
{
    return change_peer(context, false, 0);
}

/* ---- primary contexts ----------------------------------------------------------------------- */

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    gi_handle handle;
    int ordinal;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(context);
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    CU_TRY(gi_context_retain_primary(ordinal, &handle));
    *context = to_context(handle);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(gi_context_release_primary(ordinal));
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(gi_device_reset_at(ordinal));
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags)
{
    int ordinal;

    CU_TRY(gicu_ready());
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    return gicu_error(gi_device_set_flags(ordinal, flags, KNOWN_FLAGS));
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    uint32_t now;
    bool is_active;
    int ordinal;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(flags);
    CU_NOT_NULL(active);
    CU_TRY(gi_visible_to_core(&gicu_interface, device, &ordinal));
    CU_TRY(gi_device_get_flags(ordinal, &now));
    CU_TRY(gi_context_primary_is_active(ordinal, &is_active));
    *flags = now;
    *active = is_active;
    return CUDA_SUCCESS;
}
