/** The size of a grid or a block, for the host code of both interfaces. */
#ifndef GPUINTEROP_DEVICE_DIM3_H
#define GPUINTEROP_DEVICE_DIM3_H

/** In C++ an omitted dimension is 1. */
struct dim3 {
    unsigned int x;
    unsigned int y;
    unsigned int z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x_size = 1, unsigned int y_size = 1, unsigned int z_size = 1)
        : x(x_size), y(y_size), z(z_size)
    {
    }
#endif
};
typedef struct dim3 dim3;

#endif
