/** How many bytes a query writes for each attribute: as many as the vendor, no byte behind them,
 *  and none where the call fails. Most of these queries write to a void pointer or a union. */
#include "scenario.h"

#include <string.h>

#include "gpuinterop.h"
#include "test_cases.h"

enum { ROOM = 128 };

/** One question: a call, what it is asked about, and for which attribute. */
struct question {
    gpuError_t (*ask)(const struct question *question, void *room);
    const void *about;
    int attribute;
    size_t size;                 /* of the room, where the call is told */
};

/** The bytes from the room's begin to the last one that the call wrote. It is asked twice, so that
 *  a byte that is what it was before is seen too. */
static size_t written(const struct question *question, gpuError_t *out_code)
{
    uint8_t rooms[2][ROOM];
    size_t end = 0;

    memset(rooms[0], 0xa5, ROOM);
    memset(rooms[1], 0x5a, ROOM);
    *out_code = question->ask(question, rooms[0]);
    assert_int_equal(question->ask(question, rooms[1]), *out_code);
    (void)gpuGetLastError();
    for (size_t i = 0; i < ROOM; i++)
        if (rooms[0][i] != 0xa5 || rooms[1][i] != 0x5a)
            end = i + 1;
    return end;
}

/** The call succeeds and writes bytes; 0: it fails and writes none. */
static void expect_width(const struct question *question, size_t bytes)
{
    gpuError_t code;
    size_t end = written(question, &code);

    if (end != bytes || (code == gpuSuccess) != (bytes != 0))
        fail_msg("attribute %d: %s (%s), %zu bytes written, %zu expected", question->attribute,
                 gpuGetErrorName(code), gpuinterop_last_error_detail(), end, bytes);
}

/* ---- devices -------------------------------------------------------------------------------- */

static gpuError_t ask_device(const struct question *question, void *room)
{
    return gpuDeviceGetAttribute(room, (gpuDeviceAttribute)question->attribute, 0);
}

static gpuError_t ask_limit(const struct question *question, void *room)
{
    return gpuDeviceGetLimit(room, (gpuLimit)question->attribute);
}

static gpuError_t ask_way(const struct question *question, void *room)
{
    return gpuDeviceGetP2PAttribute(room, (gpuDeviceP2PAttr)question->attribute, 0, 0);
}

/** Room for a number that is the same type for all; those that there are not leave it alone. */
TEST_CASE(attributes_of_devices)
{
    enum { LAST_DEVICE = 11000, LAST_LIMIT = 10 };

    for (int i = -1; i <= LAST_DEVICE; i++) {
        struct question device = { ask_device, NULL, i, 0 };
        struct question limit = { ask_limit, NULL, i, 0 };
        struct question way = { ask_way, NULL, i, 0 };
        gpuError_t code;
        size_t bytes = written(&device, &code);

        assert_int_equal(bytes, code == gpuSuccess ? sizeof(int) : 0);
        if (i > LAST_LIMIT)
            continue;
        bytes = written(&limit, &code);
        assert_int_equal(bytes, code == gpuSuccess ? sizeof(size_t) : 0);
        expect_width(&way, 0);                   /* a device has no way to itself */
    }
}

/* ---- pools ---------------------------------------------------------------------------------- */

static gpuError_t ask_pool(const struct question *question, void *room)
{
    return gpuMemPoolGetAttribute((gpuMemPool_t)(uintptr_t)question->about,
                                  (gpuMemPoolAttr)question->attribute, room);
}

TEST_CASE(attributes_of_pools)
{
    static const size_t widths[] = { 0, 4, 4, 4, 8, 8, 8, 8, 8, 0, 0 };
    gpuMemPool_t pool;

    OK(gpuDeviceGetDefaultMemPool(&pool, 0));
    for (int i = 0; i < (int)(sizeof widths / sizeof *widths); i++)
        expect_width(&(struct question){ ask_pool, pool, i, 0 }, widths[i]);
}

/* ---- ranges of managed memory ---------------------------------------------------------------- */

static gpuError_t ask_range(const struct question *question, void *room)
{
    return gpuMemRangeGetAttribute(room, question->size, (gpuMemRangeAttribute)question->attribute,
                                   question->about, 4096);
}

static gpuError_t ask_ranges(const struct question *question, void *room)
{
    gpuMemRangeAttribute attribute = (gpuMemRangeAttribute)question->attribute;
    size_t size = question->size;

    return gpuMemRangeGetAttributes(&room, &size, &attribute, 1, question->about, 4096);
}

TEST_CASE(attributes_of_ranges)
{
    static const size_t sizes[] = { 0, 1, 2, 3, 4, 5, 8, 12, 16, 17 };
    const int last = API_IS_CUDA ? 8 : 4;
    void *managed;

    if (gpuMallocManaged(&managed, 4096, gpuMemAttachGlobal) != gpuSuccess)
        skip();
    for (int i = 0; i <= last + 1; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            bool is_list = i == (int)gpuMemRangeAttributeAccessedBy;
            bool fits = is_list ? sizes[k] > 0 && sizes[k] % 4 == 0 : sizes[k] == 4;
            size_t bytes = i >= 1 && i <= last && fits ? sizes[k] : 0;

            expect_width(&(struct question){ ask_range, managed, i, sizes[k] }, bytes);
            expect_width(&(struct question){ ask_ranges, managed, i, sizes[k] }, bytes);
        }
    OK(gpuFree(managed));
}

#if API_IS_CUDA

/* ---- streams -------------------------------------------------------------------------------- */

static cudaError_t ask_stream(const struct question *question, void *room)
{
    return cudaStreamGetAttribute((cudaStream_t)(uintptr_t)question->about,
                                  (cudaLaunchAttributeID)question->attribute, room);
}

/** The window is a struct that ends in 4 bytes of nothing, which are written or not. */
TEST_CASE(attributes_of_streams)
{
    static const size_t widths[] = { 0, 0, 0, 4, 0, 0, 0, 0, 4, 2, 4, 0 };
    struct question window = { ask_stream, NULL, cudaStreamAttributeAccessPolicyWindow, 0 };
    cudaStream_t stream;
    cudaError_t code;
    size_t bytes;

    OK(cudaStreamCreate(&stream));
    for (int i = 0; i < (int)(sizeof widths / sizeof *widths); i++)
        if (i != cudaStreamAttributeAccessPolicyWindow)
            expect_width(&(struct question){ ask_stream, stream, i, 0 }, widths[i]);
    window.about = stream;
    bytes = written(&window, &code);
    assert_int_equal(code, cudaSuccess);
    assert_in_range(bytes, 28, sizeof(struct cudaAccessPolicyWindow));
    OK(cudaStreamDestroy(stream));
}

#else

/* ---- pointers ------------------------------------------------------------------------------- */

static hipError_t ask_pointer(const struct question *question, void *room)
{
    return hipPointerGetAttribute(room, (hipPointer_attribute)question->attribute,
                                  (hipDeviceptr_t)(uintptr_t)question->about);
}

static hipError_t ask_pointers(const struct question *question, void *room)
{
    hipPointer_attribute attribute = (hipPointer_attribute)question->attribute;

    return hipDrvPointerGetAttributes(1, &attribute, &room,
                                      (hipDeviceptr_t)(uintptr_t)question->about);
}

/** By number: 1 is the context, 5 are tokens; neither is there. */
static const size_t pointer_widths[] = { 0, 0, 4, 8, 8, 0, 1, 4, 1, 4, 4, 8, 4, 1, 8, 4, 4, 8, 0 };

TEST_CASE(attributes_of_pointers)
{
    void *device, *pinned, *managed = NULL;
    char pageable;

    OK(hipMalloc(&device, 100));
    OK(hipHostAlloc(&pinned, 100, 0));
    (void)hipMallocManaged(&managed, 100, hipMemAttachGlobal);
    for (int i = 0; i < (int)(sizeof pointer_widths / sizeof *pointer_widths); i++) {
        const void *const known[] = { device, pinned, managed };

        for (size_t k = 0; k < 3; k++) {
            if (known[k] == NULL)
                continue;
            expect_width(&(struct question){ ask_pointer, known[k], i, 0 }, pointer_widths[i]);
            expect_width(&(struct question){ ask_pointers, known[k], i, 0 }, pointer_widths[i]);
        }
        expect_width(&(struct question){ ask_pointer, &pageable, i, 0 }, 0);
        expect_width(&(struct question){ ask_pointers, &pageable, i, 0 }, pointer_widths[i]);
    }
    OK(hipFree(device));
    OK(hipHostFree(pinned));
    if (managed != NULL)
        OK(hipFree(managed));
}

TEST_CASE(narrow_attributes_have_their_values)
{
    bool is = true;
    uint32_t bytes;
    void *managed;
    void *device;

    OK(hipMalloc(&device, 100));
    OK(hipPointerGetAttribute(&is, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
    assert_false(is);
    OK(hipPointerGetAttribute(&is, HIP_POINTER_ATTRIBUTE_MAPPED, device));
    assert_true(is);
    OK(hipPointerGetAttribute(&is, HIP_POINTER_ATTRIBUTE_IS_MANAGED, device));
    assert_false(is);
    OK(hipPointerGetAttribute(&bytes, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, device));
    assert_int_equal(bytes, 100);
    if (hipMallocManaged(&managed, 100, hipMemAttachGlobal) == hipSuccess) {
        OK(hipPointerGetAttribute(&is, HIP_POINTER_ATTRIBUTE_IS_MANAGED, managed));
        assert_true(is);
        OK(hipFree(managed));
    }
    OK(hipFree(device));
}

#endif

int run_attribute_widths(void)
{
    return run_test_cases(NULL);
}
