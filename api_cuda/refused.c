/** Functions for EGL and VDPAU. Programs that call them start, and each call says that it is not
 *  supported. */
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
#define REFUSE_EGL(name) \
    REFUSE(name, "images and fences of EGL cannot be used here; buffers of OpenGL can " \
                 "(cudaGraphicsGLRegisterBuffer), and dma-bufs (cudaImportExternalMemory)")
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
REFUSE_EGL(cudaEventCreateFromEGLSync)
REFUSE_EGL(cudaGraphicsEGLRegisterImage)
REFUSE_EGL(cudaGraphicsResourceGetMappedEglFrame)
REFUSE_VDPAU(cudaGraphicsVDPAURegisterOutputSurface)
REFUSE_VDPAU(cudaGraphicsVDPAURegisterVideoSurface)
REFUSE_VDPAU(cudaVDPAUGetDevice)
REFUSE_VDPAU(cudaVDPAUSetVDPAUDevice)
