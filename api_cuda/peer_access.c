#include "cuda_runtime_api.h"

#include <string.h>

#include "front.h"
#include "hints/peer_access.h"

/** Kernels cannot run yet, so no atomic operation has a capability. */
static cudaError_t check_operations(const char *caller, const unsigned int *capabilities,
                                    const enum cudaAtomicOperation *operations, unsigned int count)
{
    FRONT_REQUIRE(capabilities != NULL, "%s: capabilities is NULL", caller);
    FRONT_REQUIRE(operations != NULL, "%s: operations is NULL", caller);
    FRONT_REQUIRE(count > 0, "%s: count is 0", caller);
    for (unsigned int i = 0; i < count; i++)
        FRONT_REQUIRE((int)operations[i] >= cudaAtomicOperationIntegerAdd &&
                           (int)operations[i] <= cudaAtomicOperationFloatMax,
                      "%s: operation %u is %d, not one of the enum's", caller, i,
                      (int)operations[i]);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities,
                                                const enum cudaAtomicOperation *operations,
                                                unsigned int count, int device)
{
    cudaError_t error = check_operations(__func__, capabilities, operations, count);
    int ordinal;

    if (error != cudaSuccess)
        return error;
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    memset(capabilities, 0, count * sizeof *capabilities);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                               const enum cudaAtomicOperation *operations,
                                               unsigned int count, int source, int destination)
{
    cudaError_t error = check_operations(__func__, capabilities, operations, count);

    if (error != cudaSuccess)
        return error;
    FRONT_TRY(gi_peer_access_pair(&front_interface, source, destination));
    memset(capabilities, 0, count * sizeof *capabilities);
    return cudaSuccess;
}
