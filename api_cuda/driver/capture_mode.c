#include "driver.h"

#include "stream/stream_attributes.h"

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    int wanted;

    CU_TRY(gicu_ready());
    CU_NOT_NULL(mode);
    wanted = (int)*mode;
    CU_TRY(gi_stream_exchange_capture_mode(&wanted));
    *mode = (CUstreamCaptureMode)wanted;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context)
{
    (void)stream;
    CU_TRY(gicu_begin());
    CU_NOT_NULL(context);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: no context here has a part of the processors",
                              __func__));
}
