/** The fields of a device's struct that only this interface has, and the struct of HIP 5. */
#include "runtime/properties.h"

#include <stddef.h>
#include <string.h>

#include "old_properties.h"

/** The instruction set's name: gfx000, which does not exist, because compiled device code is not
 *  loaded. */
#define ARCHITECTURE "gfx000"

/** Ticks of wall_clock64 in kHz: nanoseconds. */
#define CLOCK_RATE 1000000

/* Abilities of kernels. An atomic operation that the device lacks is made of others, but for those
 * on 8 bytes. */
static hipDeviceArch_t arch_of(const struct gi_device_info *info)
{
    const struct gi_translate_target *kernels = &info->kernels;

    if (!info->launches)
        return (hipDeviceArch_t){ 0 };
    return (hipDeviceArch_t){
        .hasGlobalInt32Atomics = 1, .hasGlobalFloatAtomicExch = 1,
        .hasSharedInt32Atomics = 1, .hasSharedFloatAtomicExch = 1, .hasFloatAtomicAdd = 1,
        .hasGlobalInt64Atomics = kernels->int64_atomics,
        .hasSharedInt64Atomics = kernels->int64_atomics,
        .hasDoubles = kernels->float64,
        .hasWarpVote = 1, .hasWarpBallot = 1, .hasWarpShuffle = 1,
        .hasThreadFenceSystem = 1, .has3dGrid = 1,
        .hasSurfaceFuncs = info->images && info->max_textures != 0,
    };
}

void front_fill_own_properties(const struct gi_device_info *info, struct hipDeviceProp_tR0600 *out)
{
    memcpy(out->gcnArchName, ARCHITECTURE, sizeof ARCHITECTURE);
    out->maxSharedMemoryPerMultiProcessor = info->max_shared_bytes;
    out->maxTexture1DLinear = out->maxTexture1D;
    out->deviceOverlap = 1;
    out->isLargeBar = info->host_visible_device_memory;
    out->arch = arch_of(info);
    out->clockRate = (int)gi_device_clock_khz(info);
    if (out->clockRate == 0 && info->launches)
        out->clockRate = CLOCK_RATE;
}

/** A member of both layouts: destination, source, and bytes. */
struct row {
    uint16_t to, from, bytes;
};

#define SAME(member) \
    { offsetof(struct hipDeviceProp_tR0000, member), \
      offsetof(struct hipDeviceProp_tR0600, member), \
      sizeof ((struct hipDeviceProp_tR0000 *)0)->member }

static const struct row rows[] = {
    SAME(name), SAME(totalGlobalMem), SAME(sharedMemPerBlock), SAME(regsPerBlock), SAME(warpSize),
    SAME(maxThreadsPerBlock), SAME(maxThreadsDim), SAME(maxGridSize), SAME(clockRate),
    SAME(memoryClockRate), SAME(memoryBusWidth), SAME(totalConstMem), SAME(major), SAME(minor),
    SAME(multiProcessorCount), SAME(l2CacheSize), SAME(maxThreadsPerMultiProcessor),
    SAME(computeMode), SAME(clockInstructionRate), SAME(arch), SAME(concurrentKernels),
    SAME(pciDomainID), SAME(pciBusID), SAME(pciDeviceID), SAME(maxSharedMemoryPerMultiProcessor),
    SAME(isMultiGpuBoard), SAME(canMapHostMemory), SAME(gcnArchName), SAME(integrated),
    SAME(cooperativeLaunch), SAME(cooperativeMultiDeviceLaunch), SAME(maxTexture1DLinear),
    SAME(maxTexture1D), SAME(maxTexture2D), SAME(maxTexture3D), SAME(hdpMemFlushCntl),
    SAME(hdpRegFlushCntl), SAME(memPitch), SAME(textureAlignment), SAME(texturePitchAlignment),
    SAME(kernelExecTimeoutEnabled), SAME(ECCEnabled), SAME(tccDriver),
    SAME(cooperativeMultiDeviceUnmatchedFunc), SAME(cooperativeMultiDeviceUnmatchedGridDim),
    SAME(cooperativeMultiDeviceUnmatchedBlockDim), SAME(cooperativeMultiDeviceUnmatchedSharedMem),
    SAME(isLargeBar), SAME(asicRevision), SAME(managedMemory),
    SAME(directManagedMemAccessFromHost), SAME(concurrentManagedAccess),
    SAME(pageableMemoryAccess), SAME(pageableMemoryAccessUsesHostPageTables),
};

gi_status front_device_properties_old(int ordinal, struct hipDeviceProp_tR0000 *out)
{
    struct hipDeviceProp_tR0600 now;
    gi_status st;

    memset(out, 0, sizeof *out);
    st = front_device_properties(ordinal, &now);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && st == GI_OK; i++)
        memcpy((char *)out + rows[i].to, (const char *)&now + rows[i].from, rows[i].bytes);
    return st;
}
