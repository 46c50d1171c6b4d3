/** A program of HIP 6. */
#include "hip/hip_deprecated.h"
#include "hip/hip_runtime_api.h"

#define NAME(name) hip##name
#define TYPE(name) hip##name
#define STREAM hipStream_t
#define MEMORY hipExternalMemory_t
#define SEMAPHORE hipExternalSemaphore_t
#define hipPointerAttributes hipPointerAttribute_t

#include "device_code.h"
#include "job.h"

/* The symbols of HIP 5, by whose layout these fill. */
hipError_t old_properties(struct hipDeviceProp_tR0000 *properties, int device)
    __asm__("hipGetDeviceProperties");
hipError_t named_old_properties(struct hipDeviceProp_tR0000 *properties, int device)
    __asm__("hipGetDevicePropertiesR0000");
hipError_t old_choose(int *device, const struct hipDeviceProp_tR0000 *wanted)
    __asm__("hipChooseDevice");
hipError_t named_old_choose(int *device, const struct hipDeviceProp_tR0000 *wanted)
    __asm__("hipChooseDeviceR0000");

static int ask_for_properties(void)
{
    hipDeviceProp_t *now = NEW(hipDeviceProp_t);
    struct hipDeviceProp_tR0000 *old = NEW(struct hipDeviceProp_tR0000);
    struct hipDeviceProp_tR0000 *named = NEW(struct hipDeviceProp_tR0000);
    int device = -1;

    DONE(hipGetDeviceProperties(now, 0));
    memset(old, 0x5a, sizeof *old);
    memset(named, 0xa5, sizeof *named);
    DONE(old_properties(old, 0));
    DONE(named_old_properties(named, 0));
    REQUIRE(strcmp(old->name, now->name) == 0 && strcmp(named->name, now->name) == 0);
    REQUIRE(old->name[0] != '\0' && strcmp(old->gcnArchName, now->gcnArchName) == 0);
    REQUIRE(old->totalGlobalMem == now->totalGlobalMem && old->totalGlobalMem > 0);
    REQUIRE(old->maxThreadsDim[2] == now->maxThreadsDim[2]);
    REQUIRE(old->multiProcessorCount == now->multiProcessorCount);
    REQUIRE(old->managedMemory == now->managedMemory);
    REQUIRE(old->concurrentManagedAccess == now->concurrentManagedAccess);
    REQUIRE(old->pageableMemoryAccessUsesHostPageTables ==
            now->pageableMemoryAccessUsesHostPageTables);
    REQUIRE(named->pageableMemoryAccess == now->pageableMemoryAccess);
    DONE(hipChooseDevice(&device, now));
    REQUIRE(device >= 0);
    device = -1;
    DONE(old_choose(&device, old));
    REQUIRE(device >= 0);
    device = -1;
    DONE(named_old_choose(&device, old));
    REQUIRE(device >= 0);
    return 0;
}

int main(int argc, char **argv)
{
    struct job job = { .frame = NULL };
    int result;

    REQUIRE(argc == 2);
    REQUIRE(device_code_is_registered());
    REQUIRE(tell_library(argv[1], "hipImportExternalMemory",
                         (void *)(uintptr_t)hipImportExternalMemory) == 0);
    if (ask_for_properties() != 0)
        return 1;
    result = do_job(&job);
    return result != 0 ? result : end_job(&job);
}
