/* Built as if by a compiler with a device side, which brings these words along. */
#include <cuda_runtime_api.h>
#include <hip/hip_runtime_api.h>

#if defined(__host__) || defined(__device__) || defined(__global__) || defined(__shared__) || \
    defined(__constant__) || defined(__managed__) || defined(__launch_bounds__) || \
    defined(__forceinline__) || defined(__noinline__)
#error "a header defines what the compiler does"
#endif

int main(void)
{
    return 0;
}
