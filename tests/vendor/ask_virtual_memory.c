/* Asks two CUDA driver libraries the same questions about virtual memory management, and prints
 * where their answers differ. Each question has a process of its own, as some answers are errors
 * that stay.
 *
 *      ask_virtual_memory OURS [VENDOR]     OURS and VENDOR: files of libcuda.so.1
 *      ask_virtual_memory OURS -            prints the answers of one
 *
 * Without VENDOR: the file that GPUINTEROP_VENDOR_LIBCUDA names, or the system's.
 * Exit: 0 all answers are the same, 1 some differ, 77 there is no vendor's library. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>

#define MIB ((size_t)1 << 20)
#define STEP (2 * MIB)
#define FD_TYPE CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

enum { ANSWER_BYTES = 4096, PATIENCE_S = 60 };

/* Nothing of multicast objects stands here: the vendor's library must not be asked about them. */
#define CALLS(X) \
    X(cuCtxSetCurrent) \
    X(cuCtxSynchronize) \
    X(cuDeviceGet) \
    X(cuDeviceGetAttribute) \
    X(cuDevicePrimaryCtxRetain) \
    X(cuInit) \
    X(cuIpcGetMemHandle) \
    X(cuMemAddressFree) \
    X(cuMemAddressReserve) \
    X(cuMemAlloc) \
    X(cuMemCreate) \
    X(cuMemExportToShareableHandle) \
    X(cuMemFree) \
    X(cuMemGetAccess) \
    X(cuMemGetAddressRange) \
    X(cuMemGetAllocationGranularity) \
    X(cuMemGetAllocationPropertiesFromHandle) \
    X(cuMemImportFromShareableHandle) \
    X(cuMemMap) \
    X(cuMemRelease) \
    X(cuMemRetainAllocationHandle) \
    X(cuMemSetAccess) \
    X(cuMemUnmap) \
    X(cuMemcpyDtoD) \
    X(cuMemcpyDtoH) \
    X(cuMemsetD8) \
    X(cuMemsetD8Async) \
    X(cuPointerGetAttribute) \
    X(cuStreamCreate) \
    X(cuStreamQuery) \
    X(cuStreamSynchronize)

#define NAME_OF(name) #name
#define SYMBOL(name) NAME_OF(name)       /* with what the header makes of the name */
#define DECLARE(name) __typeof__(name) *(name##_);

static struct {
    CALLS(DECLARE)
} cu;

static char answer[ANSWER_BYTES];

/* Adds words to the answer. */
__attribute__((format(printf, 1, 2)))
static void say(const char *format, ...)
{
    size_t used = strlen(answer);
    va_list values;

    va_start(values, format);
    vsnprintf(answer + used, sizeof answer - used, format, values);
    va_end(values);
}

static void say_code(const char *what, CUresult code)
{
    say("%s%s %d", answer[0] != '\0' ? ", " : "", what, (int)code);
}

/* ---- scenery -------------------------------------------------------------------------------- */

static CUmemAllocationProp properties(int handle_type)
{
    return (CUmemAllocationProp){
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = (CUmemAllocationHandleType)handle_type,
        .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }
    };
}

static CUmemAccessDesc access_of(int flags)
{
    return (CUmemAccessDesc){ .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                              .flags = (CUmemAccess_flags)flags };
}

static CUmemGenericAllocationHandle create(size_t size, int handle_type)
{
    const CUmemAllocationProp prop = properties(handle_type);
    CUmemGenericAllocationHandle handle = 0;
    CUresult code = cu.cuMemCreate_(&handle, size, &prop, 0);

    if (code != CUDA_SUCCESS)
        say_code("scenery: create", code);
    return handle;
}

static CUdeviceptr reserve(size_t size)
{
    CUdeviceptr base = 0;
    CUresult code = cu.cuMemAddressReserve_(&base, size, 0, 0, 0);

    if (code != CUDA_SUCCESS)
        say_code("scenery: reserve", code);
    return base;
}

static CUresult set_access(CUdeviceptr address, size_t size, int flags)
{
    const CUmemAccessDesc access = access_of(flags);

    return cu.cuMemSetAccess_(address, size, &access, 1);
}

/* count handles of STEP each, side by side, with access; 2 more steps of addresses behind. */
static CUdeviceptr mapped(int count, CUmemGenericAllocationHandle *out_handles)
{
    CUdeviceptr base = reserve((size_t)(count + 2) * STEP);

    for (int i = 0; i < count; i++) {
        out_handles[i] = create(STEP, FD_TYPE);
        if (cu.cuMemMap_(base + (size_t)i * STEP, STEP, 0, out_handles[i], 0) != CUDA_SUCCESS)
            say("scenery: map");
    }
    if (set_access(base, (size_t)count * STEP, 3) != CUDA_SUCCESS)
        say("scenery: access");
    return base;
}

static int first_byte(CUdeviceptr address)
{
    unsigned char byte = 0xee;

    return cu.cuMemcpyDtoH_(&byte, address, 1) == CUDA_SUCCESS ? byte : -1;
}

/* ---- questions ------------------------------------------------------------------------------ */

static void ask_attributes(void)
{
    static const int attributes[] = { 102, 103, 104, 105, 110, 112, 121, 128, 132, 141, 145 };

    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        int value = -1;
        CUresult code = cu.cuDeviceGetAttribute_(&value, (CUdevice_attribute)attributes[i], 0);

        say("%d: %d (%d) ", attributes[i], value, (int)code);
    }
}

static void ask_granularities(void)
{
    static const int handle_types[] = { 0, 1, 2, 8, 32 }, locations[] = { 0, 1, 2, 3, 4, 9 };

    for (size_t i = 0; i < sizeof locations / sizeof locations[0]; i++) {
        for (size_t k = 0; k < sizeof handle_types / sizeof handle_types[0]; k++) {
            CUmemAllocationProp prop = properties(handle_types[k]);
            size_t least = 0, best = 0;
            CUresult code;

            prop.location.type = (CUmemLocationType)locations[i];
            code = cu.cuMemGetAllocationGranularity_(&least, &prop,
                                                     CU_MEM_ALLOC_GRANULARITY_MINIMUM);
            (void)cu.cuMemGetAllocationGranularity_(&best, &prop,
                                                    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
            say("location %d type %d: %zu %zu (%d); ", locations[i], handle_types[k], least, best,
                (int)code);
        }
    }
}

static void ask_create(void)
{
    static const size_t sizes[] = { 0, 1, 4096, 65536, MIB, STEP, 3 * MIB, 1 << 24 };
    static const int handle_types[] = { 0, 1, 2, 3, 4, 8, 32 };
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = properties(0);

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        say("%zu bytes %d, ", sizes[i], (int)cu.cuMemCreate_(&handle, sizes[i], &prop, 0));
    for (size_t i = 0; i < sizeof handle_types / sizeof handle_types[0]; i++) {
        prop = properties(handle_types[i]);
        say("type %d %d, ", handle_types[i], (int)cu.cuMemCreate_(&handle, STEP, &prop, 0));
    }
    prop = properties(0);
    say("flags %d, ", (int)cu.cuMemCreate_(&handle, STEP, &prop, 1));
    prop.type = (CUmemAllocationType)0;
    say("not pinned %d, ", (int)cu.cuMemCreate_(&handle, STEP, &prop, 0));
    prop = properties(0);
    prop.location.id = 99;
    say("device 99 %d", (int)cu.cuMemCreate_(&handle, STEP, &prop, 0));
}

static void ask_reserve(void)
{
    static const size_t sizes[] = { 0, 1, 4096, 65536, MIB, STEP, 3 * MIB, (size_t)1 << 38,
                                    (size_t)1 << 60 };
    static const size_t alignments[] = { 1, 3, 4096, 65536, STEP, 4 * STEP, (size_t)1 << 30 };
    CUdeviceptr base, at;

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        say("%zu bytes %d, ", sizes[i],
            (int)cu.cuMemAddressReserve_(&base, sizes[i], 0, 0, 0));
    for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
        CUresult code = cu.cuMemAddressReserve_(&base, STEP, alignments[i], 0, 0);

        say("alignment %zu %d %s, ", alignments[i], (int)code,
            code == CUDA_SUCCESS && base % alignments[i] == 0 ? "kept" : "not kept");
    }
    say("flags %d, ", (int)cu.cuMemAddressReserve_(&base, STEP, 0, 0, 1));
    base = reserve(64 * STEP);
    (void)cu.cuMemAddressFree_(base, 64 * STEP);
    say("address wanted again %d, ", (int)cu.cuMemAddressReserve_(&at, STEP, 0, base, 0));
    say("odd address wanted %d", (int)cu.cuMemAddressReserve_(&at, STEP, 0, 12345, 0));
}

static void ask_map(void)
{
    CUmemGenericAllocationHandle handle = create(2 * STEP, 0);
    CUdeviceptr base = reserve(8 * STEP);
    size_t size = 0;

    say_code("with an offset", cu.cuMemMap_(base, STEP, STEP, handle, 0));
    say_code("half of it", cu.cuMemMap_(base + 2 * STEP, STEP, 0, handle, 0));
    say_code("all", cu.cuMemMap_(base + 4 * STEP, 2 * STEP, 0, handle, 0));
    say_code("twice", cu.cuMemMap_(base + 6 * STEP, 2 * STEP, 0, handle, 0));
    say_code("over a mapping", cu.cuMemMap_(base + 5 * STEP, 2 * STEP, 0, handle, 0));
    say_code("too large", cu.cuMemMap_(base, 4 * STEP, 0, handle, 0));
    say_code("of 1 byte", cu.cuMemMap_(base, 1, 0, handle, 0));
    say_code("of 64 KiB", cu.cuMemMap_(base, 65536, 0, handle, 0));
    say_code("of nothing", cu.cuMemMap_(base, 0, 0, handle, 0));
    say_code("odd address", cu.cuMemMap_(base + 65536, 2 * STEP, 0, handle, 0));
    say_code("flags", cu.cuMemMap_(base, 2 * STEP, 0, handle, 1));
    say_code("no handle", cu.cuMemMap_(base, 2 * STEP, 0, 0, 0));
    say_code("beyond", cu.cuMemMap_(base + 7 * STEP, 2 * STEP, 0, handle, 0));
    say_code("not reserved", cu.cuMemMap_(STEP, 2 * STEP, 0, handle, 0));
    (void)cu.cuMemAlloc_(&base, 4 * STEP);
    base = (base + STEP - 1) / STEP * STEP;
    say_code("in cuMemAlloc's memory", cu.cuMemMap_(base, 2 * STEP, 0, handle, 0));
    say_code("its range", cu.cuMemGetAddressRange_(&base, &size, base));
}

static void ask_before_access(void)
{
    CUmemGenericAllocationHandle handle = create(STEP, 0);
    CUmemLocation location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };
    CUdeviceptr base = reserve(2 * STEP), other;
    unsigned long long flags = 77;

    say_code("map", cu.cuMemMap_(base, STEP, 0, handle, 0));
    say_code("get access", cu.cuMemGetAccess_(&flags, &location, base));
    say(": %llu", flags);
    say_code("memset", cu.cuMemsetD8_(base, 1, STEP));
    say_code("synchronise", cu.cuCtxSynchronize_());
    say_code("memset of what is not mapped", cu.cuMemsetD8_(base + STEP, 1, 16));
    say_code("synchronise", cu.cuCtxSynchronize_());
    (void)cu.cuMemAlloc_(&other, STEP);
    say_code("memset elsewhere", cu.cuMemsetD8_(other, 1, STEP));
}

static void ask_access(void)
{
    CUmemGenericAllocationHandle handles[3];
    CUdeviceptr base = mapped(3, handles);
    CUmemAccessDesc both[2] = { access_of(3), access_of(1) };
    CUmemLocation location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };
    unsigned long long flags = 77;

    say_code("half a mapping", set_access(base, MIB, 3));
    say_code("64 KiB", set_access(base, 65536, 3));
    say_code("over three", set_access(base, 3 * STEP, 3));
    say_code("over a hole", set_access(base, 4 * STEP, 3));
    say_code("flags 2", set_access(base, STEP, 2));
    say_code("flags 4", set_access(base, STEP, 4));
    say_code("nobody", cu.cuMemSetAccess_(base, STEP, both, 0));
    say_code("one device twice", cu.cuMemSetAccess_(base, STEP, both, 2));
    (void)cu.cuMemGetAccess_(&flags, &location, base);
    say(": %llu", flags);
    both[0].location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_HOST, 0 };
    say_code("host", cu.cuMemSetAccess_(base, STEP, both, 1));
    both[0].location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_DEVICE, 99 };
    say_code("device 99", cu.cuMemSetAccess_(base, STEP, both, 1));
    location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_HOST, 0 };
    flags = 77;
    say_code("get host's", cu.cuMemGetAccess_(&flags, &location, base));
    say(": %llu", flags);
}

static void ask_read_only(void)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr base = mapped(2, handles);

    (void)cu.cuMemsetD8_(base, 9, 2 * STEP);
    say_code("set", set_access(base, STEP, 1));
    say(" read %d", first_byte(base));
    say_code("copy from it", cu.cuMemcpyDtoD_(base + STEP, base, 100));
    say_code("memset", cu.cuMemsetD8_(base, 1, 100));
    say_code("synchronise", cu.cuCtxSynchronize_());
    say_code("memset of the other", cu.cuMemsetD8_(base + STEP, 1, 100));
    say_code("synchronise", cu.cuCtxSynchronize_());
}

static void ask_no_access(void)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr base = mapped(2, handles);
    unsigned char bytes[16];

    (void)cu.cuMemsetD8_(base, 9, 2 * STEP);
    say_code("none", set_access(base, STEP, 0));
    say_code("copy to the host", cu.cuMemcpyDtoH_(bytes, base, 16));
    say_code("synchronise", cu.cuCtxSynchronize_());
    say_code("copy of the other", cu.cuMemcpyDtoH_(bytes, base + STEP, 16));
    say_code("access again", set_access(base, STEP, 3));
    say(" read %d", first_byte(base));
}

static void ask_unmap(void)
{
    CUmemGenericAllocationHandle handles[6];
    CUdeviceptr base = mapped(6, handles);

    say_code("half of one", cu.cuMemUnmap_(base, MIB));
    say_code("one and a half", cu.cuMemUnmap_(base, STEP + MIB));
    say_code("odd", cu.cuMemUnmap_(base + 1, STEP));
    say_code("nothing", cu.cuMemUnmap_(base, 0));
    say_code("one", cu.cuMemUnmap_(base, STEP));
    say_code("again", cu.cuMemUnmap_(base, STEP));
    say_code("two", cu.cuMemUnmap_(base + STEP, 2 * STEP));
    say_code("over a hole", cu.cuMemUnmap_(base, 4 * STEP));
    say(" read %d", first_byte(base + 3 * STEP));
    say_code("free while mapped", cu.cuMemAddressFree_(base, 8 * STEP));
    say_code("the rest", cu.cuMemUnmap_(base + 3 * STEP, 3 * STEP));
    say_code("free a part", cu.cuMemAddressFree_(base, STEP));
    say_code("free from within", cu.cuMemAddressFree_(base + STEP, 7 * STEP));
    say_code("free", cu.cuMemAddressFree_(base, 8 * STEP));
    say_code("free again", cu.cuMemAddressFree_(base, 8 * STEP));
}

static void ask_retain(void)
{
    CUmemGenericAllocationHandle handles[2], kept = 5;
    CUdeviceptr base = mapped(2, handles), plain;

    say_code("retain", cu.cuMemRetainAllocationHandle_(&kept, (void *)(uintptr_t)(base + STEP)));
    say(kept == handles[1] ? " same" : " other");
    say_code("within", cu.cuMemRetainAllocationHandle_(&kept, (void *)(uintptr_t)(base + 5)));
    say(kept == handles[0] ? " same" : " other");
    for (int i = 0; i < 3; i++)
        say_code("release", cu.cuMemRelease_(handles[0]));
    say_code("map a released one", cu.cuMemMap_(base + 2 * STEP, STEP, 0, handles[0], 0));
    say_code("retain that", cu.cuMemRetainAllocationHandle_(&kept, (void *)(uintptr_t)base));
    say(kept == handles[0] ? " same" : " other");
    say_code("not mapped", cu.cuMemRetainAllocationHandle_(
        &kept, (void *)(uintptr_t)(base + 2 * STEP)));
    (void)cu.cuMemAlloc_(&plain, STEP);
    say_code("cuMemAlloc's", cu.cuMemRetainAllocationHandle_(&kept, (void *)(uintptr_t)plain));
    say_code("NULL", cu.cuMemRetainAllocationHandle_(&kept, NULL));
    say_code("release 0", cu.cuMemRelease_(0));
}

static void say_properties(CUmemGenericAllocationHandle handle)
{
    CUmemAllocationProp prop;

    memset(&prop, 0xee, sizeof prop);
    say_code("properties", cu.cuMemGetAllocationPropertiesFromHandle_(&prop, handle));
    say(": type %d handles %d location %d %d compression %d rdma %d usage %d", (int)prop.type,
        (int)prop.requestedHandleTypes, (int)prop.location.type, prop.location.id,
        prop.allocFlags.compressionType, prop.allocFlags.gpuDirectRDMACapable,
        prop.allocFlags.usage);
}

static void ask_sharing(void)
{
    CUmemGenericAllocationHandle handle = create(3 * STEP, FD_TYPE), again = 0;
    CUmemGenericAllocationHandle own = create(STEP, 0);
    CUdeviceptr base = reserve(8 * STEP);
    int fd = -1, second = -1;

    say_code("export", cu.cuMemExportToShareableHandle_(&fd, handle, FD_TYPE, 0));
    say_code("with flags", cu.cuMemExportToShareableHandle_(&second, handle, FD_TYPE, 1));
    say_code("not created for it", cu.cuMemExportToShareableHandle_(&second, own, FD_TYPE, 0));
    say_code("as fabric", cu.cuMemExportToShareableHandle_(
        &second, handle, (CUmemAllocationHandleType)8, 0));
    say_code("import", cu.cuMemImportFromShareableHandle_(&again, (void *)(intptr_t)fd, FD_TYPE));
    say(again == handle ? " same handle" : " other handle");
    say(fcntl(fd, F_GETFD) >= 0 ? " fd open " : " fd closed ");
    say_properties(again);
    say_code("export it", cu.cuMemExportToShareableHandle_(&second, again, FD_TYPE, 0));
    say_code("map more than it has", cu.cuMemMap_(base, 4 * STEP, 0, again, 0));
    say_code("map a part", cu.cuMemMap_(base, STEP, 0, again, 0));
    say_code("map", cu.cuMemMap_(base + 4 * STEP, 3 * STEP, 0, again, 0));
    say_code("access", set_access(base + 4 * STEP, 3 * STEP, 3));
    say_code("memset", cu.cuMemsetD8_(base + 4 * STEP, 3, 3 * STEP));
    say_code("release", cu.cuMemRelease_(handle));
    say_code("release import", cu.cuMemRelease_(again));
    say(" read %d", first_byte(base + 7 * STEP - 1));
}

static void ask_bad_fds(void)
{
    CUmemGenericAllocationHandle handle = 5;
    int ends[2], fds[5], gone = dup(2), count = 0;

    close(gone);
    if (pipe(ends) != 0)
        return;
    fds[count++] = open("/dev/null", O_RDWR);
    fds[count++] = ends[0];
    fds[count++] = memfd_create("empty", MFD_CLOEXEC);
    fds[count++] = open("/proc/self/exe", O_RDONLY);
    fds[count++] = gone;
    for (int i = 0; i < count; i++) {
        say_code("import", cu.cuMemImportFromShareableHandle_(&handle, (void *)(intptr_t)fds[i],
                                                              FD_TYPE));
        say(fcntl(fds[i], F_GETFD) >= 0 ? " open" : " closed");
    }
    say_code("fd -1", cu.cuMemImportFromShareableHandle_(&handle, (void *)(intptr_t)-1, FD_TYPE));
    say_code("type 0", cu.cuMemImportFromShareableHandle_(&handle, (void *)(intptr_t)fds[0],
                                                          (CUmemAllocationHandleType)0));
}

static void say_range(const char *what, CUdeviceptr from, CUdeviceptr address)
{
    CUdeviceptr base = from;
    size_t size = 0;
    CUresult code = cu.cuMemGetAddressRange_(&base, &size, address);

    say_code(what, code);
    if (code == CUDA_SUCCESS)
        say(": %lld + %zu", (long long)(base - from), size);
}

static void ask_ranges(void)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr base = mapped(2, handles);
    size_t size = 0;

    say_range("first", base, base + 5);
    say_range("second", base, base + STEP);
    say_range("hole", base, base + 2 * STEP);
    say_code("only the size", cu.cuMemGetAddressRange_(NULL, &size, base));
    say(" %zu", size);
}

static void say_pointer(CUdeviceptr from, CUdeviceptr address)
{
    static const int attributes[] = { 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 };

    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        unsigned long long value = 0;
        CUresult code = cu.cuPointerGetAttribute_(&value, (CUpointer_attribute)attributes[i],
                                                  address);

        if (attributes[i] == 1)          /* a context is any number */
            value = value != 0;
        else if (value >= from && value < from + 64 * STEP)
            value -= from;
        say("%d: %llu (%d) ", attributes[i], value, (int)code);
    }
}

static void ask_pointers(void)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr base = mapped(2, handles);

    say_pointer(base, base + STEP + 9);
}

static void ask_pointers_without_access(void)
{
    CUmemGenericAllocationHandle handle = create(STEP, 0);
    CUdeviceptr base = reserve(2 * STEP);

    (void)cu.cuMemMap_(base, STEP, 0, handle, 0);
    say_pointer(base, base + 9);
}

static void ask_pointers_of_holes(void)
{
    CUdeviceptr base = reserve(2 * STEP);

    say_pointer(base, base + 9);
}

static void ask_others(void)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr base = mapped(2, handles);
    CUipcMemHandle ipc;

    say_code("cuMemFree", cu.cuMemFree_(base));
    say_code("cuIpcGetMemHandle", cu.cuIpcGetMemHandle_(&ipc, base));
    (void)cu.cuMemsetD8_(base, 6, STEP);
    say(" read %d", first_byte(base));
}

static void ask_copies(void)
{
    CUmemGenericAllocationHandle handles[4];
    CUdeviceptr base = mapped(4, handles), plain;
    static unsigned char bytes[2 * STEP];

    (void)cu.cuMemAlloc_(&plain, 4 * STEP);
    say_code("memset over four", cu.cuMemsetD8_(base, 5, 4 * STEP));
    say_code("copy within, over borders", cu.cuMemcpyDtoD_(base, base + 2 * STEP, 2 * STEP));
    say_code("to plain memory", cu.cuMemcpyDtoD_(plain, base + MIB, 3 * STEP));
    say_code("to the host", cu.cuMemcpyDtoH_(bytes, base + MIB, 2 * STEP));
    say(" read %d %d", bytes[0], bytes[2 * STEP - 1]);
    say_code("synchronise", cu.cuCtxSynchronize_());
    say_code("past the end", cu.cuMemcpyDtoD_(plain, base + 3 * STEP, STEP + 1));
    say_code("synchronise", cu.cuCtxSynchronize_());
    say_code("memset", cu.cuMemsetD8_(plain, 1, 16));
}

static void ask_zeros(void)
{
    static unsigned char bytes[32 * MIB];
    int dirty = 0;

    for (int i = 0; i < 8; i++) {
        CUmemGenericAllocationHandle handle = create(32 * MIB, 0);
        CUdeviceptr base = reserve(32 * MIB);

        (void)cu.cuMemMap_(base, 32 * MIB, 0, handle, 0);
        (void)set_access(base, 32 * MIB, 3);
        (void)cu.cuMemcpyDtoH_(bytes, base, sizeof bytes);
        for (size_t k = 0; k < sizeof bytes; k++) {
            if (bytes[k] != 0) {
                dirty++;
                break;
            }
        }
        (void)cu.cuMemsetD8_(base, 0xab, 32 * MIB);
        (void)cu.cuCtxSynchronize_();
        (void)cu.cuMemUnmap_(base, 32 * MIB);
        (void)cu.cuMemRelease_(handle);
        (void)cu.cuMemAddressFree_(base, 32 * MIB);
    }
    say("not zero: %s", dirty == 0 ? "never" : dirty == 8 ? "always" : "sometimes");
}

static void ask_aliases(void)
{
    CUmemGenericAllocationHandle handles[1];
    CUdeviceptr base = mapped(1, handles);

    say_code("map", cu.cuMemMap_(base + STEP, STEP, 0, handles[0], 0));
    say_code("access", set_access(base + STEP, STEP, 3));
    (void)cu.cuMemsetD8_(base, 4, STEP);
    say(" read %d", first_byte(base + STEP));
    (void)cu.cuMemsetD8_(base + STEP, 8, STEP);
    say(" %d", first_byte(base));
    say_code("unmap the first", cu.cuMemUnmap_(base, STEP));
    say(" read %d", first_byte(base + STEP));
}

/* Whether unmapping waits for work that uses another part, and for work that uses the part. */
static void ask_pending_work(void)
{
    CUmemGenericAllocationHandle handles[2], large = create(64 * MIB, 0);
    CUdeviceptr base = mapped(2, handles), other = reserve(64 * MIB);
    CUstream stream;

    (void)cu.cuMemMap_(other, 64 * MIB, 0, large, 0);
    (void)set_access(other, 64 * MIB, 3);
    (void)cu.cuStreamCreate_(&stream, CU_STREAM_NON_BLOCKING);
    for (int i = 0; i < 40; i++)
        (void)cu.cuMemsetD8Async_(other, (unsigned char)i, 64 * MIB, stream);
    say_code("unmap of another part", cu.cuMemUnmap_(base, STEP));
    say_code("stream then", cu.cuStreamQuery_(stream));
    say_code("unmap of the part", cu.cuMemUnmap_(other, 64 * MIB));
    say_code("stream then", cu.cuStreamQuery_(stream));
    say_code("synchronise", cu.cuStreamSynchronize_(stream));
    say_code("memset", cu.cuMemsetD8_(base + STEP, 1, 16));
}

static const struct {
    const char *name;
    void (*ask)(void);
} questions[] = {
    { "attributes", ask_attributes },
    { "granularities", ask_granularities },
    { "creating", ask_create },
    { "reserving", ask_reserve },
    { "mapping", ask_map },
    { "before access is set", ask_before_access },
    { "setting access", ask_access },
    { "read only", ask_read_only },
    { "access none", ask_no_access },
    { "unmapping and freeing", ask_unmap },
    { "retaining", ask_retain },
    { "sharing", ask_sharing },
    { "bad fds", ask_bad_fds },
    { "address ranges", ask_ranges },
    { "pointer attributes", ask_pointers },
    { "pointer attributes without access", ask_pointers_without_access },
    { "pointer attributes of a hole", ask_pointers_of_holes },
    { "cuMemFree, IPC", ask_others },
    { "copies", ask_copies },
    { "new pages", ask_zeros },
    { "one page at two addresses", ask_aliases },
    { "pending work", ask_pending_work },
};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

/* ---- asking --------------------------------------------------------------------------------- */

/* Opens a library in this process; false, and why as the answer. */
static bool open_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CUcontext context;
    CUresult code;

    if (library == NULL) {
        say("%s", dlerror());
        return false;
    }
#define FIND(name) \
    { \
        void *symbol = dlsym(library, SYMBOL(name)); \
        memcpy(&cu.name##_, &symbol, sizeof symbol); \
        if (symbol == NULL) { \
            say("no " SYMBOL(name)); \
            return false; \
        } \
    }
    CALLS(FIND)
    code = cu.cuInit_(0);
    if (code == CUDA_SUCCESS)
        code = cu.cuDevicePrimaryCtxRetain_(&context, 0);
    if (code == CUDA_SUCCESS)
        code = cu.cuCtxSetCurrent_(context);
    if (code != CUDA_SUCCESS)
        say_code("no device", code);
    return code == CUDA_SUCCESS;
}

/* The answer of a library in a process of its own. */
static void ask(const char *path, int question, char out[ANSWER_BYTES])
{
    size_t got = 0;
    ssize_t more;
    int ends[2], ending;
    pid_t child;

    out[0] = '\0';
    if (pipe(ends) != 0)
        return;
    child = fork();
    if (child == 0) {
        alarm(PATIENCE_S);
        if (open_library(path))
            questions[question].ask();
        _exit(write(ends[1], answer, strlen(answer)) < 0);
    }
    close(ends[1]);
    while (got < ANSWER_BYTES - 64 &&
           (more = read(ends[0], out + got, ANSWER_BYTES - 64 - got)) > 0)
        got += (size_t)more;
    close(ends[0]);
    out[got] = '\0';
    if (waitpid(child, &ending, 0) == child && WIFSIGNALED(ending))
        snprintf(out + got, 64, " (ended by signal %d)", WTERMSIG(ending));
}

/* Whether a file is a CUDA driver library that is not this project's. A child looks. */
static bool is_vendors(const char *path)
{
    int ending;
    pid_t child = fork();

    if (child == 0) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

        _exit(library == NULL || dlsym(library, "cuMemCreate") == NULL ||
              dlsym(library, "gpuinterop_last_error_detail") != NULL);
    }
    return waitpid(child, &ending, 0) == child && WIFEXITED(ending) && WEXITSTATUS(ending) == 0;
}

static const char *find_vendors(void)
{
    const char *named = getenv("GPUINTEROP_VENDOR_LIBCUDA");
    static const char *const usual[] = {
        "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1",
        "/usr/local/nvidia/lib64/libcuda.so.1", "/lib/x86_64-linux-gnu/libcuda.so.1",
    };

    if (named != NULL && named[0] != '\0')
        return named;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (is_vendors(usual[i]))
            return usual[i];
    }
    return NULL;
}

/* Prints the answers of one library; compare_virtual_memory.py reads them. */
static int print_answers(const char *path)
{
    static char text[ANSWER_BYTES];

    for (int i = 0; i < QUESTIONS; i++) {
        ask(path, i, text);
        printf("%s: %s\n", questions[i].name, text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char ours[ANSWER_BYTES], theirs[ANSWER_BYTES];
    const char *vendor = argc > 2 ? argv[2] : find_vendors();
    int differ = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2) {
        fprintf(stderr, "usage: ask_virtual_memory OURS [VENDOR]\n");
        return 2;
    }
    if (vendor != NULL && strcmp(vendor, "-") == 0)
        return print_answers(argv[1]);
    if (vendor == NULL) {
        printf("skipped: there is no libcuda.so.1 of the vendor\n");
        return 77;
    }
    printf("ours: %s\nvendor: %s\n", argv[1], vendor);
    for (int i = 0; i < QUESTIONS; i++) {
        ask(argv[1], i, ours);
        ask(vendor, i, theirs);
        if (strcmp(ours, theirs) == 0) {
            printf("same: %s: %s\n", questions[i].name, ours);
            continue;
        }
        differ++;
        printf("DIFFERENT: %s\n  ours:   %s\n  vendor: %s\n", questions[i].name, ours, theirs);
    }
    printf("%d of %d answers differ\n", differ, QUESTIONS);
    return differ != 0;
}
