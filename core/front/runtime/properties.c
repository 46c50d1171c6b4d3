/** The properties of a device in the vendor's struct, from the core's facts. */
#include "properties.h"

#include <limits.h>
#include <string.h>

#include "module/occupancy.h"

/** Bytes; the alignment of linear memory and texture rows. */
#define TEXTURE_ALIGNMENT 512
#define TEXTURE_PITCH_ALIGNMENT 32
#define CONSTANT_BYTES 65536

static int to_int(uint64_t value)
{
    return value > INT_MAX ? INT_MAX : (int)value;
}

static void fill_identity(const struct gi_device_info *info, gpuDeviceProp *out)
{
    memcpy(out->name, info->name, sizeof out->name);
    out->name[sizeof out->name - 1] = '\0';
    memcpy(out->uuid.bytes, info->uuid, sizeof out->uuid.bytes);
    if (info->has_luid) {
        memcpy(out->luid, info->luid, sizeof out->luid);
        out->luidDeviceNodeMask = info->luid_node_mask;
    }
    if (info->has_pci) {
        out->pciDomainID = to_int(info->pci_domain);
        out->pciBusID = to_int(info->pci_bus);
        out->pciDeviceID = to_int(info->pci_device);
    }
    out->integrated = info->kind == GI_DEVICE_INTEGRATED || info->kind == GI_DEVICE_CPU;
}

static void fill_limits(const struct gi_device_info *info, gpuDeviceProp *out)
{
    out->major = FRONT_CAPABILITY_MAJOR;
    out->minor = FRONT_CAPABILITY_MINOR;
    out->totalGlobalMem = (size_t)info->memory_bytes;
    out->totalConstMem = CONSTANT_BYTES;
    out->sharedMemPerBlock = info->max_shared_bytes;
    out->sharedMemPerBlockOptin = info->max_shared_bytes;
    out->sharedMemPerMultiprocessor = info->max_shared_bytes;
    out->warpSize = to_int(info->launches ? GI_WARP_THREADS : info->subgroup_size);
    if (out->warpSize == 0)
        out->warpSize = 1;
    out->multiProcessorCount = to_int(info->compute_units ? info->compute_units : 1);
    out->maxThreadsPerBlock = to_int(info->max_group_threads);
    out->maxThreadsPerMultiProcessor = to_int(info->max_group_threads);
    out->maxBlocksPerMultiProcessor = to_int(gi_occupancy_device(info).blocks);
    for (int i = 0; i < 3; i++) {
        out->maxThreadsDim[i] = to_int(info->max_group_size[i]);
        out->maxGridSize[i] = to_int(info->launches ? gi_grid_most(i) : info->max_group_count[i]);
    }
    out->memPitch = INT_MAX;
    out->textureAlignment = TEXTURE_ALIGNMENT;
    out->texturePitchAlignment = TEXTURE_PITCH_ALIGNMENT;
    out->surfaceAlignment = TEXTURE_ALIGNMENT;
}

static void fill_images(const struct gi_device_info *info, gpuDeviceProp *out)
{
    int w1 = to_int(info->max_image_1d);
    int w2 = to_int(info->max_image_2d);
    int w3 = to_int(info->max_image_3d);
    int cube = to_int(info->max_image_cube);
    int layers = to_int(info->max_image_layers);

    out->maxTexture1D = out->maxTexture1DMipmap = out->maxSurface1D = w1;
    out->maxTexture1DLayered[0] = out->maxSurface1DLayered[0] = w1;
    out->maxTexture1DLayered[1] = out->maxSurface1DLayered[1] = layers;
    for (int i = 0; i < 2; i++) {
        out->maxTexture2D[i] = out->maxTexture2DMipmap[i] = out->maxTexture2DLinear[i] = w2;
        out->maxTexture2DGather[i] = out->maxTexture2DLayered[i] = w2;
        out->maxSurface2D[i] = out->maxSurface2DLayered[i] = w2;
    }
    out->maxTexture2DLinear[2] = INT_MAX;                          /* distance of rows in bytes */
    out->maxTexture2DLayered[2] = out->maxSurface2DLayered[2] = layers;
    for (int i = 0; i < 3; i++)
        out->maxTexture3D[i] = out->maxTexture3DAlt[i] = out->maxSurface3D[i] = w3;
    out->maxTextureCubemap = out->maxSurfaceCubemap = cube;
    out->maxTextureCubemapLayered[0] = out->maxSurfaceCubemapLayered[0] = cube;
    out->maxTextureCubemapLayered[1] = out->maxSurfaceCubemapLayered[1] = layers;
}

static void fill_abilities(const struct gi_device_info *info, gpuDeviceProp *out)
{
    out->canMapHostMemory = 1;
    out->hostRegisterSupported = info->wrap_alignment_bytes != 0;
    out->hostRegisterReadOnlySupported = info->wrap_alignment_bytes != 0;
    out->memoryPoolsSupported = 1;
    if (info->memory_exports)
        out->memoryPoolSupportedHandleTypes = gpuMemHandleTypePosixFileDescriptor;
    out->canUseHostPointerForRegisteredMem =
        info->wrap_alignment_bytes != 0 && info->wrapped_keeps_address;
    out->managedMemory = info->managed_memory;
    out->concurrentManagedAccess = info->managed_memory && info->host_atomics;
    out->hostNativeAtomicSupported = info->host_atomics;
    out->unifiedAddressing = info->host_memory_keeps_address;
    out->concurrentKernels = 1;
    out->streamPrioritiesSupported = 1;
    out->cooperativeLaunch = info->launches;
    out->asyncEngineCount = to_int(info->queue_count > 1 ? 2 : 1);
    out->timelineSemaphoreInteropSupported = 1;
}

gi_status front_device_properties(int ordinal, gpuDeviceProp *out)
{
    const struct gi_device_info *info;
    gi_status st;

    memset(out, 0, sizeof *out);
    st = gi_device_info(ordinal, &info);
    if (st != GI_OK)
        return st;
    fill_identity(info, out);
    fill_limits(info, out);
    fill_images(info, out);
    fill_abilities(info, out);
    front_fill_own_properties(info, out);
    return GI_OK;
}
