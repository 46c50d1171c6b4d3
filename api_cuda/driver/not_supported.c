/** Functions that always answer "not supported". Loaders look for each of the first two kinds and
 *  call none: those of CUDA 2, which has device addresses of 32 bits, and those for OpenGL, EGL and
 *  VDPAU. The rest is what this library does not have. */

/* The arguments are of no use, so each function is defined without. The header that declares some
 * of them with arguments is left out. */
#define GPUINTEROP_CUDAINTEROP_DRIVER_NOT_SUPPORTED_API_H
#include "driver.h"

static CUresult refuse(const char *name, gi_status begun, const char *why)
{
    CU_TRY(begun);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: %s", name, why));
}

#define REFUSE(name, begun, why) \
    CUresult name(void); \
    CUresult name(void) \
    { \
        return refuse(#name, begun, why); \
    }

/* ---- what loaders look for ------------------------------------------------------------------ */

#define REFUSE_32_BITS(name) \
    REFUSE(name, gicu_begin(), "this is CUDA 2's, with addresses of 32 bits; today's name ends " \
           "with _v2")
#define REFUSE_GRAPHICS(name) \
    REFUSE(name, gicu_begin(), "OpenGL shares buffers and images here " \
           "(cuGraphicsGLRegisterBuffer), and EGL its images (cuGraphicsEGLRegisterImage); " \
           "EGL's streams and fences and VDPAU share nothing")

#undef cuArray3DCreate
#undef cuArray3DGetDescriptor
#undef cuArrayCreate
#undef cuArrayGetDescriptor
#undef cuDeviceTotalMem
#undef cuGraphicsResourceGetMappedPointer
#undef cuMemAlloc
#undef cuMemAllocHost
#undef cuMemAllocPitch
#undef cuMemFree
#undef cuMemGetAddressRange
#undef cuMemGetInfo
#undef cuMemHostGetDevicePointer
#undef cuMemcpy2D
#undef cuMemcpy2DAsync
#undef cuMemcpy2DUnaligned
#undef cuMemcpy3D
#undef cuMemcpy3DAsync
#undef cuMemcpyAtoA
#undef cuMemcpyAtoD
#undef cuMemcpyAtoH
#undef cuMemcpyAtoHAsync
#undef cuMemcpyDtoA
#undef cuMemcpyDtoD
#undef cuMemcpyDtoDAsync
#undef cuMemcpyDtoH
#undef cuMemcpyDtoHAsync
#undef cuMemcpyHtoA
#undef cuMemcpyHtoAAsync
#undef cuMemcpyHtoD
#undef cuMemcpyHtoDAsync
#undef cuMemsetD16
#undef cuMemsetD2D16
#undef cuMemsetD2D32
#undef cuMemsetD2D8
#undef cuMemsetD32
#undef cuMemsetD8
#undef cuModuleGetGlobal
#undef cuTexRefGetAddress
#undef cuTexRefSetAddress
#undef cuTexRefSetAddress2D

REFUSE_32_BITS(cuArray3DCreate)
REFUSE_32_BITS(cuArray3DGetDescriptor)
REFUSE_32_BITS(cuArrayCreate)
REFUSE_32_BITS(cuArrayGetDescriptor)
REFUSE_32_BITS(cuDeviceTotalMem)
REFUSE_32_BITS(cuGLMapBufferObject)
REFUSE_32_BITS(cuGLMapBufferObjectAsync)
REFUSE_32_BITS(cuGraphicsResourceGetMappedPointer)
REFUSE_32_BITS(cuMemAlloc)
REFUSE_32_BITS(cuMemAllocHost)
REFUSE_32_BITS(cuMemAllocPitch)
REFUSE_32_BITS(cuMemFree)
REFUSE_32_BITS(cuMemGetAddressRange)
REFUSE_32_BITS(cuMemGetInfo)
REFUSE_32_BITS(cuMemHostGetDevicePointer)
REFUSE_32_BITS(cuMemcpy2D)
REFUSE_32_BITS(cuMemcpy2DAsync)
REFUSE_32_BITS(cuMemcpy2DUnaligned)
REFUSE_32_BITS(cuMemcpy3D)
REFUSE_32_BITS(cuMemcpy3DAsync)
REFUSE_32_BITS(cuMemcpyAtoA)
REFUSE_32_BITS(cuMemcpyAtoD)
REFUSE_32_BITS(cuMemcpyAtoH)
REFUSE_32_BITS(cuMemcpyAtoHAsync)
REFUSE_32_BITS(cuMemcpyDtoA)
REFUSE_32_BITS(cuMemcpyDtoD)
REFUSE_32_BITS(cuMemcpyDtoDAsync)
REFUSE_32_BITS(cuMemcpyDtoH)
REFUSE_32_BITS(cuMemcpyDtoHAsync)
REFUSE_32_BITS(cuMemcpyHtoA)
REFUSE_32_BITS(cuMemcpyHtoAAsync)
REFUSE_32_BITS(cuMemcpyHtoD)
REFUSE_32_BITS(cuMemcpyHtoDAsync)
REFUSE_32_BITS(cuMemsetD16)
REFUSE_32_BITS(cuMemsetD2D16)
REFUSE_32_BITS(cuMemsetD2D32)
REFUSE_32_BITS(cuMemsetD2D8)
REFUSE_32_BITS(cuMemsetD32)
REFUSE_32_BITS(cuMemsetD8)
REFUSE_32_BITS(cuModuleGetGlobal)
REFUSE_32_BITS(cuTexRefGetAddress)
REFUSE_32_BITS(cuTexRefSetAddress)
REFUSE_32_BITS(cuTexRefSetAddress2D)

REFUSE_GRAPHICS(cuEGLStreamConsumerAcquireFrame)
REFUSE_GRAPHICS(cuEGLStreamConsumerConnect)
REFUSE_GRAPHICS(cuEGLStreamConsumerConnectWithFlags)
REFUSE_GRAPHICS(cuEGLStreamConsumerDisconnect)
REFUSE_GRAPHICS(cuEGLStreamConsumerReleaseFrame)
REFUSE_GRAPHICS(cuEGLStreamProducerConnect)
REFUSE_GRAPHICS(cuEGLStreamProducerDisconnect)
REFUSE_GRAPHICS(cuEGLStreamProducerPresentFrame)
REFUSE_GRAPHICS(cuEGLStreamProducerReturnFrame)
REFUSE_GRAPHICS(cuEventCreateFromEGLSync)
REFUSE_GRAPHICS(cuGraphicsVDPAURegisterOutputSurface)
REFUSE_GRAPHICS(cuGraphicsVDPAURegisterVideoSurface)
REFUSE_GRAPHICS(cuVDPAUCtxCreate_v2)
REFUSE_GRAPHICS(cuVDPAUGetDevice)

/* ---- what this library does not have -------------------------------------------------------- */

#define REFUSE_PART(name, begun) \
    REFUSE(name, begun, "there are no contexts with a part of the processors here")
#define REFUSE_DUMP(name, begun) REFUSE(name, begun, "there are no dumps here")
#define REFUSE_CHECKPOINT(name) \
    REFUSE(name, gicu_ready(), "there are no checkpoints of processes here")
#define REFUSE_TENSOR(name) \
    REFUSE(name, gicu_ready(), "there is no device code that reads tensors here")

REFUSE_PART(cuGreenCtxCreate, gicu_begin())
REFUSE_PART(cuGreenCtxDestroy, gicu_begin())
REFUSE_PART(cuGreenCtxGetDevResource, gicu_begin())
REFUSE_PART(cuGreenCtxGetId, gicu_begin())
REFUSE_PART(cuGreenCtxRecordEvent, gicu_begin())
REFUSE_PART(cuGreenCtxStreamCreate, gicu_begin())
REFUSE_PART(cuGreenCtxWaitEvent, gicu_begin())
REFUSE_PART(cuCtxFromGreenCtx, gicu_begin())
REFUSE_PART(cuCtxGetDevResource, gicu_begin())
REFUSE_PART(cuCtxGetExecAffinity, gicu_begin())
REFUSE_PART(cuDeviceGetDevResource, gicu_ready())
REFUSE_PART(cuDevResourceGenerateDesc, gicu_ready())
REFUSE_PART(cuDevSmResourceSplitByCount, gicu_ready())

REFUSE_DUMP(cuCoredumpGetAttribute, gicu_begin())
REFUSE_DUMP(cuCoredumpGetAttributeGlobal, gicu_ready())
REFUSE_DUMP(cuCoredumpSetAttribute, gicu_begin())
REFUSE_DUMP(cuCoredumpSetAttributeGlobal, gicu_ready())

REFUSE_CHECKPOINT(cuCheckpointProcessCheckpoint)
REFUSE_CHECKPOINT(cuCheckpointProcessGetRestoreThreadId)
REFUSE_CHECKPOINT(cuCheckpointProcessGetState)
REFUSE_CHECKPOINT(cuCheckpointProcessLock)
REFUSE_CHECKPOINT(cuCheckpointProcessRestore)
REFUSE_CHECKPOINT(cuCheckpointProcessUnlock)

REFUSE_TENSOR(cuTensorMapEncodeTiled)
REFUSE_TENSOR(cuTensorMapEncodeIm2col)
REFUSE_TENSOR(cuTensorMapEncodeIm2colWide)
REFUSE_TENSOR(cuTensorMapReplaceAddress)

REFUSE(cuDeviceGetNvSciSyncAttributes, gicu_ready(), "there are no attributes of NvSciSync here")
