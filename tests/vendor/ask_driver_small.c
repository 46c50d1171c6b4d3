/* What small calls answer: flags of contexts, calls without a current context, results of failed
 * calls, handles that are NULL, reserved fields, waits for words that wrap around. Questions that
 * may end the process are asked in processes of their own. */
#include "ask_driver.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HUGE_BYTES ((size_t)1 << 50)
#define UNSET ((CUdeviceptr)77)

#define ASK(name, function, ...) \
    say("small.%s: %d", name, DRIVER_CALL(function, __VA_ARGS__))

/* In a process of its own, which may crash. */
static void ask_apart(const char *name, void (*ask)(void))
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    child = fork();

    if (child == 0) {
        (void)driver.cuInit_(0);
        if (strncmp(name, "null_", 5) == 0)
            (void)need_context();
        ask();
        _exit(0);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status != 0)
        say("small.%s_ends: %d", name, status);
}

/* ---- flags of contexts ----------------------------------------------------------------------- */

static void ask_primary_flags(void)
{
    CUcontext primary;
    unsigned int flags = 77;
    int active = 77, code;

    code = driver.cuDevicePrimaryCtxGetState_(0, &flags, &active);
    say("small.primary_flags.first: %d 0x%x %d", code, flags, active);
    for (unsigned int wanted = 0; wanted < 0x400; wanted = wanted < 16 ? wanted + 1 : wanted * 2) {
        code = driver.cuDevicePrimaryCtxSetFlags_v2_(0, wanted);
        (void)driver.cuDevicePrimaryCtxGetState_(0, &flags, &active);
        say("small.primary_flags.set_0x%x: %d 0x%x %d", wanted, code, flags, active);
    }
    (void)driver.cuDevicePrimaryCtxSetFlags_v2_(0, 4);
    (void)DRIVER_CALL(cuDevicePrimaryCtxRetain, &primary, 0);
    (void)driver.cuCtxSetCurrent_(primary);
    code = driver.cuCtxGetFlags_(&flags);
    say("small.primary_flags.current: %d 0x%x", code, flags);
    for (unsigned int wanted = 0; wanted < 0x400; wanted = wanted < 16 ? wanted + 1 : wanted * 2) {
        int set = DRIVER_CALL(cuCtxSetFlags, wanted);

        code = driver.cuCtxGetFlags_(&flags);
        say("small.primary_flags.context_set_0x%x: %d %d 0x%x", wanted, set, code, flags);
        (void)driver.cuDevicePrimaryCtxGetState_(0, &flags, &active);
        say("small.primary_flags.context_state_0x%x: 0x%x %d", wanted, flags, active);
    }
}

static void ask_created_flags(void)
{
    for (unsigned int wanted = 0; wanted < 0x400; wanted = wanted < 16 ? wanted + 1 : wanted * 2) {
        unsigned int flags = 77;
        void *context = NULL;
        int code = driver.cuCtxCreate_v2_(&context, wanted, 0), set;

        (void)driver.cuCtxGetFlags_(&flags);
        set = code == 0 ? (int)DRIVER_CALL(cuCtxSetFlags, 0) : -1;
        say("small.created_flags.0x%x: %d 0x%x %d", wanted, code, code == 0 ? flags : 0, set);
        (void)driver.cuCtxGetFlags_(&flags);
        if (code == 0) {
            say("small.created_flags.0x%x_cleared: 0x%x", wanted, flags);
            set = DRIVER_CALL(cuCtxSetFlags, 8);
            (void)driver.cuCtxGetFlags_(&flags);
            say("small.created_flags.0x%x_mapped: %d 0x%x", wanted, set, flags);
            (void)driver.cuCtxDestroy_v2_(context);
        }
    }
}

/* ---- without a context ----------------------------------------------------------------------- */

static void ask_pages(void)
{
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } }, told;
    CUmemAccessDesc access = { .location = prop.location,
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle handle = 0, imported = 0;
    unsigned long long now = 0;
    CUdeviceptr address = UNSET;
    size_t size = 2u << 20;
    int fd = -1, flags;

    ASK("pages.granularity", cuMemGetAllocationGranularity, &size, &prop, 0);
    size = 2u << 20;
    ASK("pages.reserve", cuMemAddressReserve, &address, size, 0, 0, 0);
    ASK("pages.create", cuMemCreate, &handle, size, &prop, 0);
    ASK("pages.export", cuMemExportToShareableHandle, &fd, handle,
        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
    flags = fcntl(fd, F_GETFD);
    say("small.pages.close_on_exec: %d", flags < 0 ? -1 : (flags & FD_CLOEXEC) != 0);
    ASK("pages.import", cuMemImportFromShareableHandle, &imported, (void *)(uintptr_t)fd,
        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    ASK("pages.properties", cuMemGetAllocationPropertiesFromHandle, &told, handle);
    ASK("pages.map", cuMemMap, address, size, 0, handle, 0);
    ASK("pages.set_access", cuMemSetAccess, address, size, &access, 1);
    ASK("pages.get_access", cuMemGetAccess, &now, &prop.location, address);
    ASK("pages.retain", cuMemRetainAllocationHandle, &handle, (void *)address);
    ASK("pages.unmap", cuMemUnmap, address, size);
    ASK("pages.free", cuMemAddressFree, address, size);
    ASK("pages.release", cuMemRelease, imported);
}

static void ask_reserved_fields(void)
{
    static const char *const names[] = { "plain", "metadata", "usage", "reserved", "compression",
                                         "compression_2", "rdma", "rdma_2" };

    for (int i = 0; i < 8; i++) {
        CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                     .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } };
        CUmemGenericAllocationHandle handle = 0;
        char question[64];
        size_t size = 2u << 20;

        prop.win32HandleMetaData = i == 1 ? &prop : NULL;
        prop.allocFlags.usage = i == 2 ? 0x80 : 0;
        prop.allocFlags.reserved[1] = i == 3;
        prop.allocFlags.compressionType = (unsigned char)(i == 4 ? 1 : i == 5 ? 2 : 0);
        prop.allocFlags.gpuDirectRDMACapable = (unsigned char)(i == 6 ? 1 : i == 7 ? 2 : 0);
        snprintf(question, sizeof question, "reserved.%s", names[i]);
        ASK(question, cuMemCreate, &handle, size, &prop, 0);
        snprintf(question, sizeof question, "reserved.%s_granularity", names[i]);
        ASK(question, cuMemGetAllocationGranularity, &size, &prop, 0);
        if (handle != 0)
            (void)DRIVER_CALL(cuMemRelease, handle);
    }
}

/* ---- pointers -------------------------------------------------------------------------------- */

static void ask_strangers(const char *state)
{
    static int own;
    const CUdeviceptr pointers[] = { 0, (uintptr_t)&own, 0x1000, UINT64_MAX };
    static const char *const names[] = { "null", "own", "low", "high" };

    for (size_t p = 0; p < 4; p++) {
        for (int attribute = 0; attribute <= 22; attribute++) {
            CUpointer_attribute one = (CUpointer_attribute)attribute;
            unsigned char value[64];
            void *place = value;
            int code, single;

            memset(value, 0x77, sizeof value);
            code = DRIVER_CALL(cuPointerGetAttributes, 1, &one, &place, pointers[p]);
            single = attribute == 0 ? -1
                     : (int)DRIVER_CALL(cuPointerGetAttribute, &(unsigned char[64]){ 0 }, one,
                                   pointers[p]);
            say("small.strangers.%s.%s.%d: %d %02x%02x%02x%02x%02x%02x%02x%02x %d", state, names[p],
                attribute, code, value[0], value[1], value[2], value[3], value[4], value[5],
                value[6], value[7], single);
        }
    }
    say("small.strangers.%s.none: %d", state,
        DRIVER_CALL(cuPointerGetAttributes, 0, NULL, NULL, pointers[1]));
}

#define TRY(name, function, ...) \
    do { \
        CUdeviceptr made = UNSET; \
        int code = DRIVER_CALL(function, &made, __VA_ARGS__); \
        say("small.%s.%s: %d %s", state, name, code, made == UNSET ? "unset" \
            : made == 0 ? "0" : "made"); \
        if (code == 0 && made != 0) \
            (void)driver.cuMemFree_v2_(made); \
    } while (0)

#define TRY_HOST(name, function, ...) \
    do { \
        void *made = (void *)UNSET; \
        int code = DRIVER_CALL(function, &made, __VA_ARGS__); \
        say("small.%s.%s: %d %s", state, name, code, made == (void *)UNSET ? "unset" \
            : made == NULL ? "NULL" : "made"); \
        if (code == 0 && made != NULL) \
            (void)driver.cuMemFreeHost_(made); \
    } while (0)

static void ask_failed_allocations(const char *state)
{
    CUmemoryPool pool = NULL;
    size_t pitch = 77;

    TRY("none", cuMemAlloc, 0);
    TRY("huge", cuMemAlloc, HUGE_BYTES);
    TRY("pitch_none", cuMemAllocPitch, &pitch, 0, 4, 4);
    say("small.%s.pitch_of_none: %zu", state, pitch);
    TRY("pitch_huge", cuMemAllocPitch, &pitch, 1u << 20, HUGE_BYTES >> 16, 4);
    TRY("pitch_element", cuMemAllocPitch, &pitch, 64, 4, 3);
    TRY("managed_none", cuMemAllocManaged, 0, 1);
    TRY("managed_flags", cuMemAllocManaged, 64, 0);
    TRY("managed_flags_7", cuMemAllocManaged, 64, 7);
    TRY("managed_huge", cuMemAllocManaged, HUGE_BYTES, 1);
    TRY("async_none", cuMemAllocAsync, 0, NULL);
    TRY("async_huge", cuMemAllocAsync, HUGE_BYTES, NULL);
    if (DRIVER_CALL(cuDeviceGetDefaultMemPool, &pool, 0) == 0) {
        TRY("pool_none", cuMemAllocFromPoolAsync, 0, pool, NULL);
        TRY("pool_huge", cuMemAllocFromPoolAsync, HUGE_BYTES, pool, NULL);
    }
    TRY("no_pool", cuMemAllocFromPoolAsync, 64, NULL, NULL);
    TRY("reserve_none", cuMemAddressReserve, 0, 0, 0, 0);
    TRY("reserve_odd", cuMemAddressReserve, 4097, 0, 0, 0);
    TRY_HOST("host_none", cuMemHostAlloc, 0, 0);
    TRY_HOST("host_flags", cuMemHostAlloc, 64, 0x80);
    TRY_HOST("host_huge", cuMemHostAlloc, HUGE_BYTES, 0);
    TRY_HOST("host_none_flags", cuMemHostAlloc, 0, 0x80);
    TRY_HOST("old_host_none", cuMemAllocHost, 0);
    TRY_HOST("old_host_huge", cuMemAllocHost, HUGE_BYTES);
}

/* ---- words ----------------------------------------------------------------------------------- */

static uint64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void ask_wait(CUstream stream, CUdeviceptr word, bool is_wide, uint64_t value,
                     uint64_t content)
{
    uint64_t until;
    int code, state = 600;

    (void)driver.cuMemcpyHtoD_v2_(word, &content, 8);
    code = is_wide ? DRIVER_CALL(cuStreamWaitValue64, stream, word, value, CU_STREAM_WAIT_VALUE_GEQ)
           : DRIVER_CALL(cuStreamWaitValue32, stream, word, (cuuint32_t)value,
                         CU_STREAM_WAIT_VALUE_GEQ);
    for (until = now_ms() + 100; state == 600 && now_ms() < until;)
        state = driver.cuStreamQuery_(stream);
    say("waits.%d_%llx_for_%llx: %d %s", is_wide ? 64 : 32, (unsigned long long)content,
        (unsigned long long)value, code, state == 0 ? "passes" : "waits");
    (void)driver.cuMemcpyHtoD_v2_(word, &value, 8);
    (void)DRIVER_CALL(cuStreamSynchronize, stream);
}

/* Looks at the clock: not for a test. */
static void ask_waits(void)
{
    static const uint64_t pairs[][2] = {         /* value, content */
        { 5, 4 }, { 5, 5 }, { 5, 6 }, { 5, UINT32_MAX }, { UINT32_MAX, 3 },
        { UINT32_MAX, 0x7fffffff }, { UINT32_MAX, 0x7ffffffe }, { 0, 0x7fffffff },
        { 0, 0x80000000 }, { 0, UINT32_MAX }, { 0x80000000, 0 }, { 0x80000001, 0 },
        { 0x7fffffff, 0 },
    };
    static const uint64_t wide[][2] = {
        { 5, 4 }, { 5, UINT64_MAX }, { UINT64_MAX, 3 }, { 0, INT64_MAX },
        { 0, 1ull << 63 }, { 1ull << 63, 0 }, { UINT32_MAX, 3 }, { 5, UINT32_MAX },
    };
    CUdeviceptr word = 0;
    CUstream stream = NULL;

    (void)need_context();
    (void)DRIVER_CALL(cuMemAlloc, &word, 4096);
    (void)DRIVER_CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        ask_wait(stream, word, false, pairs[i][0], pairs[i][1]);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        ask_wait(stream, word, true, wide[i][0], wide[i][1]);
}

static void ask_batches(void)
{
    CUstreamBatchMemOpParams operations[300];

    (void)need_context();
    memset(operations, 0, sizeof operations);
    ASK("batches.none", cuStreamBatchMemOp, NULL, 0, operations, 0);
    ASK("batches.none_null", cuStreamBatchMemOp, NULL, 0, NULL, 0);
    ASK("batches.none_flags", cuStreamBatchMemOp, NULL, 0, operations, 1);
    ASK("batches.one_flags", cuStreamBatchMemOp, NULL, 1, operations, 1);
    ASK("batches.one_kind", cuStreamBatchMemOp, NULL, 1, operations, 0);
    ASK("batches.many", cuStreamBatchMemOp, NULL, 257, operations, 0);
}

/* ---- NULL ------------------------------------------------------------------------------------ */

static void null_array(void) { ASK("null.array", cuArrayDestroy, NULL); }
static void null_levels(void) { ASK("null.levels", cuMipmappedArrayDestroy, NULL); }
static void null_launch(void)
{
    ASK("null.launch", cuLaunchKernel, NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
}
static void null_cooperative(void)
{
    ASK("null.cooperative", cuLaunchCooperativeKernel, NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL);
}
static void null_unload(void) { ASK("null.unload", cuModuleUnload, NULL); }
static void null_function(void)
{
    CUfunction function;

    ASK("null.function", cuModuleGetFunction, &function, NULL, "name");
}
static void null_function_attribute(void)
{
    int value;

    ASK("null.function_attribute", cuFuncGetAttribute, &value, 0, NULL);
}
static void null_stream(void) { ASK("null.stream", cuStreamDestroy, NULL); }
static void null_event(void) { ASK("null.event", cuEventDestroy, NULL); }
static void null_texture(void) { ASK("null.texture", cuTexObjectDestroy, 0); }
static void null_surface(void) { ASK("null.surface", cuSurfObjectDestroy, 0); }
static void null_memory(void) { ASK("null.memory", cuMemFree, 0); }
static void null_host(void) { ASK("null.host", cuMemFreeHost, NULL); }
static void null_context(void) { ASK("null.context", cuCtxDestroy, NULL); }
static void null_pool(void) { ASK("null.pool", cuMemPoolDestroy, NULL); }
static void null_link(void) { ASK("null.link", cuLinkDestroy, NULL); }
static void null_library(void) { ASK("null.library", cuLibraryUnload, NULL); }
static void null_external(void) { ASK("null.external", cuDestroyExternalMemory, NULL); }
static void null_semaphore(void) { ASK("null.semaphore", cuDestroyExternalSemaphore, NULL); }
static void null_release(void) { ASK("null.release", cuMemRelease, 0); }
static void null_descriptor(void)
{
    CUDA_ARRAY_DESCRIPTOR descriptor;

    ASK("null.descriptor", cuArrayGetDescriptor, &descriptor, NULL);
}
static void null_level(void)
{
    CUarray level;

    ASK("null.level", cuMipmappedArrayGetLevel, &level, NULL, 0);
}
static void null_copy(void)
{
    static char bytes[64];
    CUDA_MEMCPY2D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes, .srcPitch = 8,
                           .dstMemoryType = CU_MEMORYTYPE_ARRAY, .WidthInBytes = 8, .Height = 8 };
    CUDA_MEMCPY3D volume = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes, .srcPitch = 8,
                             .srcHeight = 8, .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                             .WidthInBytes = 8, .Height = 8, .Depth = 1 };

    ASK("null.copy_2d", cuMemcpy2D, &copy);
    ASK("null.copy_2d_unaligned", cuMemcpy2DUnaligned, &copy);
    ASK("null.copy_2d_async", cuMemcpy2DAsync, &copy, NULL);
    ASK("null.copy_3d", cuMemcpy3D, &volume);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = bytes, copy.dstPitch = 8;
    ASK("null.copy_2d_from", cuMemcpy2D, &copy);
}
static void null_copy_linear(void)
{
    static char bytes[64];

    ASK("null.copy_htoa", cuMemcpyHtoA, NULL, 0, bytes, 8);
    ASK("null.copy_atoh", cuMemcpyAtoH, bytes, NULL, 0, 8);
    ASK("null.copy_dtoa", cuMemcpyDtoA, NULL, 0, 4096, 8);
}

static void ask_nulls(void)
{
    static void (*const asked[])(void) = {
        null_array, null_levels, null_launch, null_cooperative, null_unload, null_function,
        null_function_attribute, null_stream, null_event, null_texture, null_surface, null_memory,
        null_host, null_context, null_pool, null_link, null_library, null_external, null_semaphore,
        null_release, null_descriptor, null_level, null_copy, null_copy_linear,
    };

    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        char name[32];

        snprintf(name, sizeof name, "null_%zu", i);
        ask_apart(name, asked[i]);
    }
}

/* ---- others ---------------------------------------------------------------------------------- */

static void ask_external(void)
{
    static const unsigned int types[] = { 0, 1, 9, 10, 77 };

    (void)need_context();
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC wanted = {
            .type = (CUexternalMemoryHandleType)types[i],
            .handle.fd = memfd_create("asked", MFD_CLOEXEC), .size = 1u << 20 };
        CUexternalMemory memory = NULL;
        char name[32];

        (void)ftruncate(wanted.handle.fd, 1u << 20);
        snprintf(name, sizeof name, "external.type_%u", types[i]);
        ASK(name, cuImportExternalMemory, &memory, &wanted);
    }
}

static void ask_context_device(void)
{
    static long nothing[64];
    CUdevice device = 77;
    int code;

    code = DRIVER_CALL(cuCtxGetDevice, &device);
    say("small.context_device.none: %d", code);
    (void)need_context();
    code = DRIVER_CALL(cuCtxGetDevice, &device);
    say("small.context_device.old: %d %d", code, device);
    code = ((int (*)(CUdevice *, void *))driver_find("cuCtxGetDevice_v2"))(&device, NULL);
    say("small.context_device.new_null: %d %d", code, device);
    code = ((int (*)(void *))driver_find("cuCtxSynchronize_v2"))(NULL);
    say("small.context_device.synchronize_null: %d", code);
    code = ((int (*)(CUdevice *, void *))driver_find("cuCtxGetDevice_v2"))(&device, nothing);
    say("small.context_device.new_nothing: %d %d", code, device);
    code = ((int (*)(CUdevice *, void *))driver_find("cuCtxGetDevice_v2"))(&device, (void *)77);
    say("small.context_device.new_77: %d %d", code, device);
}

static void ask_attributes(void)
{
    static const int asked[] = { 44, 92, 93, 94, 122, 123, 124 };

    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        int value = 77, code = driver.cuDeviceGetAttribute_(&value, asked[i], 0);

        say("small.attribute_%d: %d %d", asked[i], code, value);
    }
}

static void ask_pages_without(void)
{
    ask_pages();
    ask_reserved_fields();
}

static void ask_pages_with(void)
{
    (void)need_context();
    ask_reserved_fields();
}

static void ask_strangers_without(void) { ask_strangers("without"); }
static void ask_strangers_with(void) { (void)need_context(), ask_strangers("with"); }
static void ask_failed_without(void) { ask_failed_allocations("failed_without"); }
static void ask_failed_with(void) { (void)need_context(), ask_failed_allocations("failed"); }

void ask_small(void)
{
    ask_apart("primary_flags", ask_primary_flags);
    ask_apart("created_flags", ask_created_flags);
    ask_apart("pages", ask_pages_without);
    ask_apart("reserved", ask_pages_with);
    ask_apart("strangers_without", ask_strangers_without);
    ask_apart("strangers", ask_strangers_with);
    ask_apart("failed_without", ask_failed_without);
    ask_apart("failed", ask_failed_with);
    ask_apart("batches", ask_batches);
    ask_nulls();
    ask_apart("external", ask_external);
    ask_apart("attributes", ask_attributes);
    ask_apart("context_device", ask_context_device);
}

void ask_word_waits(void)
{
    ask_apart("waits", ask_waits);
}
