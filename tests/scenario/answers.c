/** What calls answer and leave behind, where both interfaces follow their vendors to the letter:
 *  out arguments of failed calls, the texts of errors, images that are too large. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

#define MARK 0xab

/** Whether all bytes have a value. */
static bool is_filled(const void *bytes, size_t size, unsigned char value)
{
    const unsigned char *at = bytes;

    while (size > 0 && at[size - 1] == value)
        size--;
    return size == 0;
}

/** Calls with an out argument of a type, which holds marks; the call has to fail and leave them. */
#define LEAVES(type, call) \
    do { \
        type held, *out = &held; \
        memset(out, MARK, sizeof *out); \
        assert_int_not_equal((call), gpuSuccess); \
        if (!is_filled(out, sizeof *out, MARK)) \
            fail_msg("line %d: %s wrote to its out argument", __LINE__, #call); \
    } while (0)

/** The same of a call that allocates: CUDA's gives NULL, HIP's leaves the marks. */
#define GIVES_UP(type, call) \
    do { \
        type held, *out = &held; \
        memset(out, MARK, sizeof *out); \
        assert_int_not_equal((call), gpuSuccess); \
        if (!is_filled(out, sizeof *out, API_IS_CUDA ? 0 : MARK)) \
            fail_msg("line %d: %s left something else", __LINE__, #call); \
    } while (0)

static const gpuChannelFormatDesc rgba8 = { 8, 8, 8, 8, gpuChannelFormatKindUnsigned };
static const gpuExtent small = { 8, 8, 0 };
/** More than any device has. */
#define TOO_MUCH (SIZE_MAX / 4)

TEST_CASE(what_cannot_be_allocated)
{
    const gpuChannelFormatDesc none = { 7, 0, 0, 0, gpuChannelFormatKindUnsigned };
    int local;

    GIVES_UP(void *, gpuMalloc(out, TOO_MUCH));
    GIVES_UP(void *, gpuMallocHost(out, TOO_MUCH));
    GIVES_UP(void *, gpuHostAlloc(out, TOO_MUCH, 0));
    GIVES_UP(void *, gpuHostAlloc(out, 64, 0x80));
    GIVES_UP(void *, gpuMallocManaged(out, 64, 8));
    GIVES_UP(void *, gpuMallocManaged(out, TOO_MUCH, gpuMemAttachGlobal));
    GIVES_UP(void *, gpuMallocAsync(out, TOO_MUCH, NULL));
    GIVES_UP(void *, gpuMallocAsync(out, 64, AS_STREAM(0x77777)));
    GIVES_UP(void *, gpuMallocFromPoolAsync(out, 64, NULL, NULL));
    GIVES_UP(void *, gpuHostGetDevicePointer(out, &local, 0));
    GIVES_UP(gpuArray_t, gpuMallocArray(out, &none, 8, 8, 0));
    GIVES_UP(gpuArray_t, gpuMallocArray(out, &rgba8, 0, 8, 0));
    GIVES_UP(gpuArray_t, gpuMallocArray(out, &rgba8, TOO_MUCH, 8, 0));
    GIVES_UP(gpuArray_t, gpuMalloc3DArray(out, &rgba8, small, 0x1000));
    GIVES_UP(gpuMipmappedArray_t, gpuMallocMipmappedArray(out, &none, small, 1, 0));
    LEAVES(gpuArray_t, gpuMallocArray(out, NULL, 8, 8, 0));
    LEAVES(gpuArray_t, gpuMalloc3DArray(out, NULL, small, 0));
    LEAVES(gpuMipmappedArray_t, gpuMallocMipmappedArray(out, NULL, small, 1, 0));
    LEAVES(void *, gpuMallocPitch(out, NULL, 64, 4));
    LEAVES(void *, gpuHostGetDevicePointer(out, NULL, 0));
    LEAVES(size_t, gpuMallocPitch(NULL, out, 64, 4));
}

TEST_CASE(rows_that_cannot_be_allocated)
{
    const gpuExtent huge = { 64, TOO_MUCH, 1 };
    gpuPitchedPtr volume = { .ptr = &volume, .pitch = 77, .xsize = 78, .ysize = 79 };
    void *pointer = &pointer;
    size_t pitch = 77;

    NO_MEMORY(gpuMallocPitch(&pointer, &pitch, 64, TOO_MUCH));
    assert_ptr_equal(pointer, LEFT_BY_ALLOCATION(&pointer));
    assert_int_equal(pitch, API_IS_CUDA ? 512 : 77);     /* CUDA's tells it in any case */
    NO_MEMORY(gpuMalloc3D(&volume, huge));
    assert_ptr_equal(volume.ptr, LEFT_BY_ALLOCATION(&volume));
    assert_int_equal(volume.pitch, API_IS_CUDA ? 512 : 77);
    assert_int_equal(volume.xsize, 78);
    assert_int_equal(volume.ysize, 79);
}

TEST_CASE(what_cannot_be_created)
{
    gpuMemPoolProps nothing = { .maxSize = 0 };
    gpuResourceDesc resource = { .resType = 99 };
    gpuTextureDesc sampling = { .readMode = 0 };
    gpuMipmappedArray_t chain;
    gpuEvent_t event;

    LEAVES(gpuStream_t, gpuStreamCreateWithFlags(out, 0x80));
    LEAVES(gpuStream_t, gpuStreamCreateWithPriority(out, 0x80, 0));
    LEAVES(gpuEvent_t, gpuEventCreateWithFlags(out, 0x1000));
    LEAVES(gpuEvent_t, gpuEventCreateWithFlags(out, gpuEventInterprocess));
    LEAVES(gpuMemPool_t, gpuMemPoolCreate(out, &nothing));
    LEAVES(gpuMemPool_t, gpuMemPoolCreate(out, NULL));
    LEAVES(gpuMemPool_t, gpuDeviceGetDefaultMemPool(out, 1000));
    LEAVES(gpuMemPool_t, gpuDeviceGetMemPool(out, 1000));
    LEAVES(gpuTextureObject_t, gpuCreateTextureObject(out, &resource, &sampling, NULL));
    LEAVES(gpuTextureObject_t, gpuCreateTextureObject(out, NULL, &sampling, NULL));
    LEAVES(gpuTextureObject_t, gpuCreateTextureObject(out, &resource, NULL, NULL));
    LEAVES(gpuSurfaceObject_t, gpuCreateSurfaceObject(out, &resource));
    LEAVES(gpuSurfaceObject_t, gpuCreateSurfaceObject(out, NULL));
    LEAVES(gpuArray_t, gpuGetMipmappedArrayLevel(out, NULL, 0));
    LEAVES(gpuArray_t, gpuGetMipmappedArrayLevel(out, AS_MIPMAPPED(0x5000), 0));
    OK(gpuEventCreate(&event));
    LEAVES(float, gpuEventElapsedTime(out, event, event));
    LEAVES(float, gpuEventElapsedTime(out, NULL, event));
    OK(gpuEventDestroy(event));
    if (gpuMallocMipmappedArray(&chain, &rgba8, small, 2, 0) == gpuSuccess) {
        LEAVES(gpuArray_t, gpuGetMipmappedArrayLevel(out, chain, 99));
        OK(gpuFreeMipmappedArray(chain));
    }
}

TEST_CASE(what_cannot_be_shared)
{
    gpuMemoryDesc memory = { .type = gpuExternalMemoryHandleTypeOpaqueFd, .size = 4096 };
    gpuSemaphoreDesc semaphore = { .type = gpuExternalSemaphoreHandleTypeOpaqueFd };
    gpuIpcMemHandle_t sent_memory;
    gpuIpcEventHandle_t sent_event;
    gpuBufferDesc buffer = { .size = 64 };
    gpuArrayDesc image = { .numLevels = 1 };
    gpuEvent_t event;
    int local;

    memory.handle.fd = semaphore.handle.fd = -1;
    memset(&sent_memory, 0, sizeof sent_memory);
    memset(&sent_event, 0, sizeof sent_event);
    LEAVES(gpuExternalMemory_t, gpuImportExternalMemory(out, &memory));
    LEAVES(gpuExternalMemory_t, gpuImportExternalMemory(out, NULL));
    LEAVES(gpuExternalSemaphore_t, gpuImportExternalSemaphore(out, &semaphore));
    LEAVES(gpuExternalSemaphore_t, gpuImportExternalSemaphore(out, NULL));
    LEAVES(void *, gpuExternalMemoryGetMappedBuffer(out, AS_MEMORY(0x5000), &buffer));
    LEAVES(void *, gpuExternalMemoryGetMappedBuffer(out, NULL, &buffer));
    LEAVES(gpuMipmappedArray_t,
           gpuExternalMemoryGetMappedMipmappedArray(out, AS_MEMORY(0x5000), &image));
    LEAVES(void *, gpuIpcOpenMemHandle(out, sent_memory, gpuIpcMemLazyEnablePeerAccess));
    LEAVES(void *, gpuIpcOpenMemHandle(out, sent_memory, 0x80));
    LEAVES(gpuEvent_t, gpuIpcOpenEventHandle(out, sent_event));
    LEAVES(gpuIpcMemHandle_t, gpuIpcGetMemHandle(out, &local));
    LEAVES(gpuIpcMemHandle_t, gpuIpcGetMemHandle(out, NULL));
    OK(gpuEventCreate(&event));
    LEAVES(gpuIpcEventHandle_t, gpuIpcGetEventHandle(out, event));
    OK(gpuEventDestroy(event));
    LEAVES(gpuMemPool_t, gpuMemPoolImportFromShareableHandle(
               out, (void *)(intptr_t)-1, gpuMemHandleTypePosixFileDescriptor, 0));
    LEAVES(gpuMemPoolPtrExportData, gpuMemPoolExportPointer(out, NULL));
}

TEST_CASE(what_cannot_be_told)
{
    gpuMemPool_t pool;
    int local;

    LEAVES(unsigned int, gpuHostGetFlags(out, &local));
    LEAVES(int, gpuDeviceGetAttribute(out, gpuAttributeWarpSize, 1000));
    LEAVES(int, gpuDeviceGetAttribute(out, (gpuDeviceAttribute)99999, 0));
    LEAVES(size_t, gpuDeviceGetLimit(out, (gpuLimit)99));
    LEAVES(int, gpuDeviceGetByPCIBusId(out, "nonsense"));
    LEAVES(gpuDeviceProp, gpuGetDeviceProperties(out, 1000));
    LEAVES(int, gpuDeviceCanAccessPeer(out, 0, 1000));
    LEAVES(gpuChannelFormatDesc, gpuGetChannelDesc(out, NULL));
    LEAVES(gpuExtent, gpuArrayGetInfo(NULL, out, NULL, NULL));
    LEAVES(unsigned int, gpuArrayGetInfo(NULL, NULL, out, AS_ARRAY(0x5000)));
    LEAVES(unsigned int, gpuStreamGetFlags(AS_STREAM(0x77777), out));
    LEAVES(int, gpuStreamGetPriority(AS_STREAM(0x77777), out));
    LEAVES(gpuResourceDesc, gpuGetTextureObjectResourceDesc(out, 0));
    OK(gpuDeviceGetDefaultMemPool(&pool, 0));
    LEAVES(uint64_t, gpuMemPoolGetAttribute(pool, (gpuMemPoolAttr)99, out));
}

/** CUDA's gives NULL for no bytes, whatever is asked besides; HIP's calls that an error. */
TEST_CASE(managed_memory_of_no_bytes)
{
    void *pointer = &pointer;

    if (API_IS_CUDA) {
        OK(gpuMallocManaged(&pointer, 0, gpuMemAttachGlobal));
        assert_null(pointer);
        pointer = &pointer;
        OK(gpuMallocManaged(&pointer, 0, 8));
        assert_null(pointer);
        BAD_VALUE(gpuMallocManaged(NULL, 0, gpuMemAttachGlobal), "pointer");
        return;
    }
    BAD_VALUE(gpuMallocManaged(&pointer, 0, gpuMemAttachGlobal), "size");
    assert_ptr_equal(pointer, &pointer);
}

/** Within every limit of its extent, and more memory than the device gives to an image. */
TEST_CASE(an_image_can_be_too_large)
{
    const gpuChannelFormatDesc texel = { 32, 32, 32, 32, gpuChannelFormatKindFloat };
    gpuDeviceProp properties;
    gpuExtent extent;
    gpuArray_t array;
    size_t available, total;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuMemGetInfo(&available, &total));
    extent = (gpuExtent){ (size_t)properties.maxTexture3D[0], (size_t)properties.maxTexture3D[1],
                          (size_t)properties.maxTexture3D[2] };
    if (extent.width * extent.height * extent.depth / 2 < total / 16)
        skip();
    NO_MEMORY(gpuMalloc3DArray(&array, &texel, extent, 0));
}

TEST_CASE(texts_are_those_that_people_look_for)
{
    static const struct {
        int code;
        const char *cuda, *hip;
    } texts[] = {
        { 0, "no error", "no error" },
        { 1, "invalid argument", "invalid argument" },
        { 2, "out of memory", "out of memory" },
        { 3, "initialization error", "initialization error" },
        { 4, "driver shutting down", "driver shutting down" },
        { 21, "invalid copy direction for memcpy", "invalid copy direction for memcpy" },
        { 35, "CUDA driver version is insufficient for CUDA runtime version",
          "driver version is insufficient for runtime version" },
        { 100, "no CUDA-capable device is detected", "no ROCm-capable device is detected" },
        { 101, "invalid device ordinal", "invalid device ordinal" },
        { 201, "invalid device context", "invalid device context" },
        { 304, "OS call failed or operation not supported on this OS",
          "OS call failed or operation not supported on this OS" },
        { 400, "invalid resource handle", "invalid resource handle" },
        { 600, "device not ready", "device not ready" },
        { 700, "an illegal memory access was encountered",
          "an illegal memory access was encountered" },
        { 709, "context is destroyed", "context is destroyed" },
        { 719, "unspecified launch failure", "unspecified launch failure" },
        { 801, "operation not supported", "operation not supported" },
        { 999, "unknown error", "unknown error" },
        { 12345, "unrecognized error code", "unknown error" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(gpuGetErrorString((gpuError_t)texts[i].code),
                            API_IS_CUDA ? texts[i].cuda : texts[i].hip);
}

int run_answers(void)
{
    return run_test_cases(NULL);
}
