#include "cuda_runtime_api.h"

#include <string.h>

#include "front.h"
#include "peer_access.h"

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    bool can;

    GICUDA_TRY(gi_peer_access_can(&gicuda_visible, device, peer, &can));
    GICUDA_NOT_NULL(can_access);
    *can_access = can;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    return gicuda_error(gi_peer_access_enable(&gicuda_visible, peer, flags));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return gicuda_error(gi_peer_access_disable(&gicuda_visible, peer));
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source,
                                      int destination)
{
    int is;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gi_peer_access_attribute(&gicuda_visible, (int)attribute,
                                        cudaDevP2PAttrOnlyPartialNativeAtomicSupported, source,
                                        destination, &is));
    *value = is;
    return cudaSuccess;
}

/** No program's code runs here yet that could do an atomic operation: none has a capability. */
static cudaError_t check_operations(const char *caller, const unsigned int *capabilities,
                                    const enum cudaAtomicOperation *operations, unsigned int count)
{
    GICUDA_REQUIRE(capabilities != NULL, "%s: capabilities is NULL", caller);
    GICUDA_REQUIRE(operations != NULL, "%s: operations is NULL", caller);
    GICUDA_REQUIRE(count > 0, "%s: count is 0", caller);
    for (unsigned int i = 0; i < count; i++)
        GICUDA_REQUIRE((int)operations[i] >= cudaAtomicOperationIntegerAdd &&
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
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
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
    GICUDA_TRY(gi_peer_access_pair(&gicuda_visible, source, destination));
    memset(capabilities, 0, count * sizeof *capabilities);
    return cudaSuccess;
}
