/** Contexts. These calls work without a current one. */
#define FRONT_WITHOUT_CONTEXT
#include "context/context.h"

#include "base/current.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "front.h"
#include "front_driver_names.h"
#include "hints/peer_access.h"

static gi_handle from_context(gpuCtx_t context)
{
    return (gi_handle)(uintptr_t)context;
}

static gpuCtx_t to_context(gi_handle handle)
{
    return (gpuCtx_t)(uintptr_t)handle;
}

/** Begins a call that works without a current context. An interface whose calls make a context
 *  current if there is none does so here. */
static gi_status begin_by_default(void)
{
    return FRONT_HAS_DEFAULT_CONTEXT ? front_begin_any() : front_ready();
}

/** One vendor calls NULL a wrong value instead of a wrong context. */
static gi_status check_context(const char *caller, gpuCtx_t context)
{
    if (context != NULL || FRONT_NULL_IS_CONTEXT)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: context is NULL", caller);
}

/* ---- created contexts ----------------------------------------------------------------------- */

gpuError_t gpuCtxCreate(gpuCtx_t *context, unsigned int flags, gpuDevice_t device)
{
    gi_handle handle;
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_NOT_NULL(context);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(gi_device_check_flags(flags, FRONT_DEVICE_FLAGS));
    FRONT_TRY(gi_context_create(ordinal, front_created_flags(flags), &handle));
    *context = to_context(handle);
    return gpuSuccess;
}

gpuError_t gpuCtxDestroy(gpuCtx_t context)
{
    FRONT_TRY(front_ready());
    FRONT_TRY(check_context(__func__, context));
    return front_error(gi_context_destroy(from_context(context)));
}

/* ---- the stack ------------------------------------------------------------------------------ */

gpuError_t gpuCtxPushCurrent(gpuCtx_t context)
{
    FRONT_TRY(front_ready());
    FRONT_TRY(check_context(__func__, context));
    return front_error(gi_context_push(from_context(context)));
}

gpuError_t gpuCtxPopCurrent(gpuCtx_t *context)
{
    gi_handle popped;

    FRONT_TRY(front_ready());
    FRONT_TRY(gi_context_pop(&popped));
    if (context != NULL)
        *context = to_context(popped);
    return gpuSuccess;
}

gpuError_t gpuCtxSetCurrent(gpuCtx_t context)
{
    FRONT_TRY(front_ready());
    return front_error(gi_context_set_current(from_context(context)));
}

gpuError_t gpuCtxGetCurrent(gpuCtx_t *context)
{
    gi_handle now;

    FRONT_TRY(front_ready());
    FRONT_NOT_NULL(context);
    now = gi_context_current();
    if (now == 0) {
        FRONT_TRY(begin_by_default());
        now = gi_context_current();
    }
    *context = to_context(now);
    return gpuSuccess;
}

/* ---- facts ---------------------------------------------------------------------------------- */

gpuError_t gpuCtxGetDevice(gpuDevice_t *device)
{
    FRONT_TRY(begin_by_default());
    FRONT_NOT_NULL(device);
    FRONT_TRY(front_begin_any());
    *device = gi_visible_from_core(&front_interface, gi_current_ordinal());
    return gpuSuccess;
}

gpuError_t gpuCtxGetFlags(unsigned int *flags)
{
    uint32_t now;

    FRONT_TRY(begin_by_default());
    FRONT_NOT_NULL(flags);
    FRONT_TRY(front_begin_any());
    FRONT_TRY(gi_context_get_flags(&now));
    *flags = now;
    return gpuSuccess;
}

gpuError_t gpuCtxGetApiVersion(gpuCtx_t context, gpuCtxVersion_t *version)
{
    struct gi_context_info info;

    FRONT_TRY(context != NULL ? front_ready() : front_begin());
    FRONT_NOT_NULL(version);
    FRONT_TRY(gi_context_query(from_context(context), &info));
    *version = FRONT_CONTEXT_VERSION;
    return gpuSuccess;
}

gpuError_t gpuCtxSynchronize(void)
{
    FRONT_TRY(front_begin());
    return front_error(gi_device_synchronize());
}

/* ---- settings ------------------------------------------------------------------------------- */

gpuError_t gpuCtxSetCacheConfig(gpuFuncCache_t config)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_device_prefer_cache((int)config));
}

gpuError_t gpuCtxGetCacheConfig(gpuFuncCache_t *config)
{
    int now;

    FRONT_TRY(front_begin());
    FRONT_NOT_NULL(config);
    FRONT_TRY(gi_device_preferred_cache(&now));
    *config = (gpuFuncCache_t)now;
    return gpuSuccess;
}

gpuError_t gpuCtxSetSharedMemConfig(gpuSharedMemConfig config)
{
    FRONT_TRY(front_begin());
    return front_error(gi_device_prefer_bank_size((int)config));
}

gpuError_t gpuCtxGetSharedMemConfig(gpuSharedMemConfig *config)
{
    int now;

    FRONT_TRY(front_begin());
    FRONT_NOT_NULL(config);
    FRONT_TRY(gi_device_bank_size(&now));
    *config = (gpuSharedMemConfig)now;
    return gpuSuccess;
}

static gpuError_t change_peer(gpuCtx_t context, bool enable, unsigned int flags)
{
    struct gi_context_info info;
    int device;

    FRONT_TRY(front_begin());
    FRONT_TRY(context != NULL ? GI_OK : gi_fail(FRONT_NULL_CONTEXT, "peer context is NULL"));
    FRONT_TRY(gi_context_query(from_context(context), &info));
    device = gi_visible_from_core(&front_interface, info.ordinal);
    return front_error(enable ? gi_peer_access_enable(&front_interface, device, flags)
                              : gi_peer_access_disable(&front_interface, device));
}

gpuError_t gpuCtxEnablePeerAccess(gpuCtx_t context, unsigned int flags)
{
    return change_peer(context, true, flags);
}

gpuError_t gpuCtxDisablePeerAccess(gpuCtx_t context)
{
    return change_peer(context, false, 0);
}

/* ---- primary contexts ----------------------------------------------------------------------- */

gpuError_t gpuDevicePrimaryCtxRetain(gpuCtx_t *context, gpuDevice_t device)
{
    gi_handle handle;
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_NOT_NULL(context);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(gi_context_retain_primary(ordinal, &handle));
    *context = to_context(handle);
    return gpuSuccess;
}

gpuError_t gpuDevicePrimaryCtxRelease(gpuDevice_t device)
{
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_context_release_primary(ordinal));
}

gpuError_t gpuDevicePrimaryCtxReset(gpuDevice_t device)
{
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_device_reset_at(ordinal));
}

gpuError_t gpuDevicePrimaryCtxSetFlags(gpuDevice_t device, unsigned int flags)
{
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_device_set_flags(ordinal, flags, FRONT_PRIMARY_FLAGS));
}

gpuError_t gpuDevicePrimaryCtxGetState(gpuDevice_t device, unsigned int *flags, int *active)
{
    uint32_t now;
    bool is_active;
    int ordinal;

    FRONT_TRY(front_ready());
    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(active);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(front_primary_flags_of(ordinal, &now));
    FRONT_TRY(gi_context_primary_is_active(ordinal, &is_active));
    *flags = now;
    *active = is_active;
    return gpuSuccess;
}
