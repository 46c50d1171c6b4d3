"""Sources with a shared variable that clang refuses, and with ones whose alignas it refuses."""
REFUSED_VARIABLE = """struct flag { int value; __device__ ~flag() { value = 0; } };
template <class T> __global__ void k(int *x)
{
    __shared__ T name;  // k.cu: error: and warning: are words of messages
    x[0] = name.value + name.value;
}
template __global__ void k<flag>(int *);
"""
LATE_ALIGNAS = """struct alignas(double) pair { char one, two; };
template <class T> __global__ void k(float *x)
{
    extern __shared__ alignas(16) float line[];
    __shared__ alignas(T) unsigned char bytes[sizeof(T)];
    __shared__ alignas(8) alignas(32) int wide;
    x[0] = line[threadIdx.x] + bytes[threadIdx.x] + *(volatile int *)&wide;
}
template __global__ void k<pair>(float *);
static_assert(alignof(pair) == alignof(double) && sizeof(pair) == alignof(double), "");
"""
