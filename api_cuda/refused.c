/** Functions for EGL's streams and fences and for VDPAU. Programs that call them start, and each
 *  call says that it is not supported. */
#include "front.h"

/* The arguments are of no use, so each function is defined without. */
#define REFUSE(name, why) \
    cudaError_t name(void); \
    cudaError_t name(void) \
    { \
        FRONT_TRY(front_begin()); \
        return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: %s", __func__, why)); \
    }

#define REFUSE_STREAM(name) \
    REFUSE(name, "there are no EGL streams here; memory of another interface is imported by " \
                 "cudaImportExternalMemory")
#define REFUSE_FENCE(name) \
    REFUSE(name, "fences of EGL cannot be used here; a map of a resource waits for OpenGL")
#define REFUSE_VDPAU(name) REFUSE(name, "VDPAU's surfaces cannot be used here")

REFUSE_STREAM(cudaEGLStreamConsumerAcquireFrame)
REFUSE_STREAM(cudaEGLStreamConsumerConnect)
REFUSE_STREAM(cudaEGLStreamConsumerConnectWithFlags)
REFUSE_STREAM(cudaEGLStreamConsumerDisconnect)
REFUSE_STREAM(cudaEGLStreamConsumerReleaseFrame)
REFUSE_STREAM(cudaEGLStreamProducerConnect)
REFUSE_STREAM(cudaEGLStreamProducerDisconnect)
REFUSE_STREAM(cudaEGLStreamProducerPresentFrame)
REFUSE_STREAM(cudaEGLStreamProducerReturnFrame)
REFUSE_FENCE(cudaEventCreateFromEGLSync)
REFUSE_VDPAU(cudaGraphicsVDPAURegisterOutputSurface)
REFUSE_VDPAU(cudaGraphicsVDPAURegisterVideoSurface)
REFUSE_VDPAU(cudaVDPAUGetDevice)
REFUSE_VDPAU(cudaVDPAUSetVDPAUDevice)
