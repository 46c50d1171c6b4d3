/** The version of the driver interface. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_VERSION_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_VERSION_H

/** 1000 for each major and 10 for each minor version. */
#define CUDA_VERSION 13000

#endif
