/** What this library does not have: contexts with a part of the processors, dumps, checkpoints and
 *  descriptions of tensors. Programs that look for a function do not find these. */
#include "driver.h"

static CUresult refuse(const char *caller, gi_status begun, const char *what)
{
    CU_TRY(begun);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: there %s here", caller, what));
}

CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc description, CUdevice device,
                          unsigned int flags)
{
    (void)context, (void)description, (void)device, (void)flags;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxDestroy(CUgreenCtx context)
{
    (void)context;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource,
                                  CUdevResourceType type)
{
    (void)context, (void)resource, (void)type;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxGetId(CUgreenCtx context, unsigned long long *id)
{
    (void)context, (void)id;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event)
{
    (void)context, (void)event;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned int flags,
                                int priority)
{
    (void)stream, (void)context, (void)flags, (void)priority;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event)
{
    (void)context, (void)event;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green_context)
{
    (void)context, (void)green_context;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type)
{
    (void)context, (void)resource, (void)type;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *part, CUexecAffinityType type)
{
    (void)part, (void)type;
    return refuse(__func__, gicu_begin(), "are no contexts with a part of the processors");
}

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
    (void)device, (void)resource, (void)type;
    return refuse(__func__, gicu_ready(), "are no contexts with a part of the processors");
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *description, CUdevResource *resources,
                                   unsigned int count)
{
    (void)description, (void)resources, (void)count;
    return refuse(__func__, gicu_ready(), "are no contexts with a part of the processors");
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *parts, unsigned int *count,
                                     const CUdevResource *whole, CUdevResource *rest,
                                     unsigned int flags, unsigned int least)
{
    (void)parts, (void)count, (void)whole, (void)rest, (void)flags, (void)least;
    return refuse(__func__, gicu_ready(), "are no contexts with a part of the processors");
}

CUresult cuCoredumpGetAttribute(CUcoredumpSettings setting, void *value, size_t *size)
{
    (void)setting, (void)value, (void)size;
    return refuse(__func__, gicu_begin(), "are no dumps");
}

CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size)
{
    (void)setting, (void)value, (void)size;
    return refuse(__func__, gicu_ready(), "are no dumps");
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings setting, void *value, size_t *size)
{
    (void)setting, (void)value, (void)size;
    return refuse(__func__, gicu_begin(), "are no dumps");
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size)
{
    (void)setting, (void)value, (void)size;
    return refuse(__func__, gicu_ready(), "are no dumps");
}

CUresult cuCheckpointProcessCheckpoint(int process, CUcheckpointCheckpointArgs *arguments)
{
    (void)process, (void)arguments;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuCheckpointProcessGetRestoreThreadId(int process, int *thread)
{
    (void)process, (void)thread;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuCheckpointProcessGetState(int process, CUprocessState *state)
{
    (void)process, (void)state;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuCheckpointProcessLock(int process, CUcheckpointLockArgs *arguments)
{
    (void)process, (void)arguments;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuCheckpointProcessRestore(int process, CUcheckpointRestoreArgs *arguments)
{
    (void)process, (void)arguments;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuCheckpointProcessUnlock(int process, CUcheckpointUnlockArgs *arguments)
{
    (void)process, (void)arguments;
    return refuse(__func__, gicu_ready(), "are no checkpoints of processes");
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                const cuuint32_t *box, const cuuint32_t *steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    (void)map, (void)type, (void)rank, (void)address, (void)sizes, (void)strides, (void)box,
    (void)steps, (void)interleave, (void)swizzle, (void)promotion, (void)fill;
    return refuse(__func__, gicu_ready(), "is no device code that reads tensors");
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                 void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                 const int *lower_corner, const int *upper_corner,
                                 cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    (void)map, (void)type, (void)rank, (void)address, (void)sizes, (void)strides,
    (void)lower_corner, (void)upper_corner, (void)channels, (void)pixels, (void)steps,
    (void)interleave, (void)swizzle, (void)promotion, (void)fill;
    return refuse(__func__, gicu_ready(), "is no device code that reads tensors");
}

CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                     void *address, const cuuint64_t *sizes,
                                     const cuuint64_t *strides, int lower_width, int upper_width,
                                     cuuint32_t channels, cuuint32_t pixels,
                                     const cuuint32_t *steps, CUtensorMapInterleave interleave,
                                     CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    (void)map, (void)type, (void)rank, (void)address, (void)sizes, (void)strides, (void)lower_width,
    (void)upper_width, (void)channels, (void)pixels, (void)steps, (void)interleave, (void)mode,
    (void)swizzle, (void)promotion, (void)fill;
    return refuse(__func__, gicu_ready(), "is no device code that reads tensors");
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address)
{
    (void)map, (void)address;
    return refuse(__func__, gicu_ready(), "is no device code that reads tensors");
}

CUresult cuDeviceGetNvSciSyncAttributes(void *attributes, CUdevice device, int flags)
{
    (void)attributes, (void)device, (void)flags;
    return refuse(__func__, gicu_ready(), "are no attributes of NvSciSync");
}
