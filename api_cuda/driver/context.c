/** Contexts: functions that CUDA's driver interface alone has; the others are in
 *  core/front/driver/context.c. */
#include "driver.h"
#include "versions.h"

#include "base/current.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "front.h"

/* ---- created contexts ----------------------------------------------------------------------- */

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
    return cuCtxCreate_v2(context, flags, device);
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *parameters, int count,
                        unsigned int flags, CUdevice device)
{
    (void)parameters;
    CU_TRY(gicu_ready());
    if (count != 0)
        return gicu_error(refuse_more(__func__));
    return cuCtxCreate_v2(context, flags, device);
}

/* ---- users, and events of a whole context ---------------------------------------------------- */

CUresult cuCtxAttach(CUcontext *context, unsigned int flags)
{
    gi_handle handle;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(context);
    CU_REQUIRE(flags == 0, "%s: flags is 0x%x; none exist", __func__, flags);
    CU_TRY(gi_context_attach(&handle));
    *context = gicu_pointer(handle);
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

/* ---- what is known -------------------------------------------------------------------------- */

/* A program of an older version that picks the newest symbol by itself gives the new argument no
 * value. A value that is no context then stands for the current one. NVIDIA's library crashes. */
static gi_status query_any(CUcontext context, struct gi_context_info *out_info)
{
    gi_status status = gi_context_query(gicu_handle(context), out_info);

    return status == GI_INVALID_CONTEXT ? gi_context_query(0, out_info) : status;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context)
{
    struct gi_context_info info;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(device);
    CU_TRY(query_any(context, &info));
    *device = gi_visible_from_core(&gicu_interface, info.ordinal);
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_context_set_flags(flags, GICU_CONTEXT_FLAGS));
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

CUresult cuCtxSynchronize_v2(CUcontext context)
{
    struct gi_current before;
    gi_status status;

    CU_TRY(gicu_ready());
    if (context == NULL)
        return cuCtxSynchronize();
    status = gi_context_push(gicu_handle(context));
    if (status == GI_INVALID_CONTEXT)    /* as in query_any */
        return cuCtxSynchronize();
    CU_TRY(status);
    status = gi_device_synchronize();
    gi_current_pop(&before);
    return gicu_error(status);
}

/* ---- settings ------------------------------------------------------------------------------- */

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    CU_TRY(gicu_begin());
    CU_UNSAFE();
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

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CU_TRY(gicu_begin());
    if (least != NULL)
        *least = FRONT_PRIORITY_LEAST;
    if (greatest != NULL)
        *greatest = FRONT_PRIORITY_GREATEST;
    return CUDA_SUCCESS;
}
