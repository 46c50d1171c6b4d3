/** The size of a grid or a block, for the host code of both interfaces. */
#ifndef GPUINTEROP_DEVICE_DIM3_H
#define GPUINTEROP_DEVICE_DIM3_H

#ifdef __cplusplus
extern "C++" {
/* Has a member type for the vector of three that dim3 converts from and to, where an interface has
 * one. */
template <class _Tp> struct gpuinterop_dim3_vector {
};
}
#endif

/** In C++ an omitted dimension is 1. With CUDA's headers it converts from and to uint3. */
struct dim3 {
    unsigned int x;
    unsigned int y;
    unsigned int z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x_size = 1, unsigned int y_size = 1, unsigned int z_size = 1)
        : x(x_size), y(y_size), z(z_size)
    {
    }
    template <class _Tp>
    constexpr dim3(_Tp vector, typename gpuinterop_dim3_vector<_Tp>::type = 0)
        : x(vector.x), y(vector.y), z(vector.z)
    {
    }
    template <class _Tp, class = typename gpuinterop_dim3_vector<_Tp>::type>
    constexpr operator _Tp() const
    {
        return _Tp{ x, y, z };
    }
#endif
};
typedef struct dim3 dim3;

#endif
