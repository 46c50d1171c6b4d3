/** Functions of the driver interface that the shared sources of core/front/ call. */
#include "driver.h"
#include "driver/module_launch.h"

#include "base/log_listen.h"
#include "handles.h"
#include "module/lookup.h"

/* The shared sources examine some arguments before they begin a call. A call that cannot begin says
 * so first. */
CUresult gicu_shared_error(gi_status status)
{
    gi_status begun = status == GI_INVALID_VALUE ? gicu_begin() : GI_OK;

    return gicu_error(begun == GI_OK ? status : begun);
}

CUresult gicu_ready_error(gi_status status)
{
    gi_status begun = status == GI_INVALID_VALUE ? gicu_ready() : GI_OK;

    return gicu_error(begun == GI_OK ? status : begun);
}

CUresult front_outside_capture(const char *caller)
{
    gi_status told = gi_fail(GI_NOT_PERMITTED, "%s: flags is 1 (external), which is for streams "
                             "that are captured", caller);

    (void)told;
    gi_log_failed_call();
    return CUDA_ERROR_ILLEGAL_STATE;
}

/* There is no last error. */
CUresult front_record(CUresult error)
{
    gi_log_failed_call();
    return error;
}

/* A kernel of a library or of the program's own code is as good as a function. */
gi_status front_find_function(CUfunction function, struct gi_function **out_function)
{
    return gi_lookup_function(function, out_function);
}
