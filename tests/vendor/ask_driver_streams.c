/* What questions and work in a stream answer without a current context and with one: for the
 * default streams, for a created one, and where the answer has no place to go. */
#include "ask_driver.h"

#include <stdio.h>

static const char *state, *stream_name;

#define ASK(function, ...) \
    say("streams.%s.%s.%s: %d", state, stream_name, DRIVER_STRING(function), \
        DRIVER_CALL(function, __VA_ARGS__))

static CUdeviceptr memory;
static CUevent event;

static void CUDA_CB in_order(void *unused)
{
    (void)unused;
}

static void ask_questions(CUstream stream)
{
    CUstreamCaptureStatus capture;
    unsigned long long id;
    unsigned int flags;
    CUcontext context;
    CUdevice device;
    int priority;

    ASK(cuStreamGetPriority, stream, &priority);
    ASK(cuStreamGetId, stream, &id);
    ASK(cuStreamGetDevice, stream, &device);
    ASK(cuStreamGetFlags, stream, &flags);
    ASK(cuStreamGetCtx, stream, &context);
    ASK(cuStreamIsCapturing, stream, &capture);
    ASK(cuStreamQuery, stream);
    ASK(cuStreamSynchronize, stream);
}

static void ask_work(CUstream stream)
{
    CUdeviceptr made = 0;

    ASK(cuEventRecord, event, stream);
    ASK(cuStreamWaitEvent, stream, event, 0);
    ASK(cuLaunchHostFunc, stream, in_order, NULL);
    ASK(cuMemsetD8Async, memory, 1, 64, stream);
    ASK(cuMemcpyDtoDAsync, memory, memory + 64, 64, stream);
    ASK(cuStreamWriteValue32, stream, memory, 1, 0);
    ASK(cuMemAllocAsync, &made, 64, stream);
    if (made != 0)
        ASK(cuMemFreeAsync, made, stream);
    (void)DRIVER_CALL(cuStreamSynchronize, stream);
}

/* Each may end the process where a library does not check, so they come last. */
static void ask_no_place(CUstream stream)
{
    ASK(cuStreamGetPriority, stream, NULL);
    ASK(cuStreamGetId, stream, NULL);
    ASK(cuStreamGetDevice, stream, NULL);
    ASK(cuStreamGetFlags, stream, NULL);
    ASK(cuStreamGetCtx, stream, NULL);
    ASK(cuStreamIsCapturing, stream, NULL);
}

void ask_streams(void)
{
    static const char *const names[] = { "null", "legacy", "per_thread", "made" };
    CUstream streams[] = { NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, NULL };
    void *context = need_context(), *popped;

    if (DRIVER_CALL(cuStreamCreate, &streams[3], CU_STREAM_NON_BLOCKING) != 0 ||
        DRIVER_CALL(cuEventCreate, &event, CU_EVENT_DISABLE_TIMING) != 0 ||
        DRIVER_CALL(cuMemAlloc, &memory, 4096) != 0)
        return;
    for (int round = 0; round < 4; round++) {
        bool without = round % 2 == 0;

        state = without ? "no_context" : "context";
        if (without)
            (void)driver.cuCtxPopCurrent_v2_(&popped);
        for (int i = 0; i < 4; i++) {
            stream_name = names[i];
            if (round < 2) {
                ask_questions(streams[i]);
                ask_work(streams[i]);
            } else {
                state = without ? "no_context_no_place" : "context_no_place";
                ask_no_place(streams[i]);
            }
        }
        if (without)
            (void)driver.cuCtxPushCurrent_v2_(popped);
    }
    (void)driver.cuCtxDestroy_v2_(context);
}
