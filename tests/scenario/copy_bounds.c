/** Copies that leave the memory that their pointer is in, or whose memory is not what it is said to
 *  be: each call of either interface, each kind, at either side, refused with nothing written. */
#include "scenario.h"

#include <string.h>

#include "gpuinterop.h"
#include "test_cases.h"

/** The memory that is left: 16 slices of 15 rows of 60 bytes. Others of the same size lie beside
 *  it; the size is no multiple of any alignment, so its end is not where the next one begins. */
enum { PITCH = 60, ROWS = 15, SLICE = PITCH * ROWS, SPACE = SLICE * 16, NEIGHBOURS = 9 };

enum { MARK = 0x5a };

/** Where a box begins, from the memory's first byte on and by a position, and what it reaches. */
struct spot {
    const char *name;
    ptrdiff_t base;
    size_t x, y, z;
    size_t width, height, depth;
};

static const struct spot outside[] = {
    { "a byte before", -1, 0, 0, 0, 16, 1, 1 },
    { "a row before", -PITCH, 0, 0, 0, PITCH, 2, 1 },
    { "a slice before", -SLICE, 0, 0, 0, PITCH, ROWS, 2 },
    { "a byte past", 0, 0, 0, 0, SPACE + 1, 1, 1 },
    { "a last byte past", 1, 0, 0, 0, PITCH, ROWS * 16, 1 },
    { "a row past", 0, 0, 0, 0, PITCH, ROWS * 16 + 1, 1 },
    { "a slice past", 0, 0, 0, 0, PITCH, ROWS, 17 },
    { "from the end on", SPACE, 0, 0, 0, 1, 1, 1 },
    { "a position a slice past", 0, 0, 0, 16, PITCH, ROWS, 1 },
    { "a position half past", 0, 0, 0, 15, PITCH, ROWS, 2 },
    { "a position a row past", 0, 0, ROWS * 16, 0, PITCH, 1, 1 },
    { "a position with a byte past", 1, 0, 0, 15, PITCH, ROWS, 1 },
    { "a position far past", 0, 0, 0, 1u << 24, PITCH, ROWS, 1 },
    { "a position into a neighbour", 0, 3, 2, 17, 8, 2, 2 },
    { "a position in it, from a slice before on", -SLICE, 0, 0, 1, PITCH, ROWS, 1 },
    { "a position in it, from a row before on", -PITCH, 0, 1, 0, PITCH, 1, 1 },
    { "a position in it, from a byte before on", -1, 1, 0, 0, 8, 1, 1 },
};

static const struct spot inside[] = {
    { "all of it", 0, 0, 0, 0, SPACE, 1, 1 },
    { "all rows", 0, 0, 0, 0, PITCH, ROWS * 16, 1 },
    { "all slices", 0, 0, 0, 0, PITCH, ROWS, 16 },
    { "the last row", 0, 0, ROWS * 16 - 1, 0, PITCH, 1, 1 },
    { "the last slice", 0, 0, 0, 15, PITCH, ROWS, 1 },
    { "the last byte", 0, PITCH - 1, ROWS - 1, 15, 1, 1, 1 },
};

/** One copy, as every call is asked for it. */
struct ask {
    const struct spot *spot;
    uint8_t *dst, *src;          /* the pointers, without positions */
    bool is_dst;                 /* the spot is dst's, else src's */
    gpuMemcpyKind kind;
    gpuStream_t stream;
};

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

/* ---- calls ---------------------------------------------------------------------------------- */

static gpuMemcpy3DParms volume_of(const struct ask *ask)
{
    const struct spot *spot = ask->spot;
    size_t pitch = spot->width > PITCH ? spot->width : PITCH;
    gpuMemcpy3DParms volume = {
        .dstPtr = { ask->dst, pitch, pitch, ROWS }, .srcPtr = { ask->src, pitch, pitch, ROWS },
        .extent = { spot->width, spot->height, spot->depth }, .kind = ask->kind,
    };

    if (ask->is_dst)
        volume.dstPos = (gpuPos){ spot->x, spot->y, spot->z };
    else
        volume.srcPos = (gpuPos){ spot->x, spot->y, spot->z };
    return volume;
}

static gpuError_t linear(const struct ask *ask)
{
    return gpuMemcpy(ask->dst, ask->src, ask->spot->width, ask->kind);
}

static gpuError_t linear_async(const struct ask *ask)
{
    return gpuMemcpyAsync(ask->dst, ask->src, ask->spot->width, ask->kind, ask->stream);
}

static gpuError_t peer(const struct ask *ask)
{
    return gpuMemcpyPeer(ask->dst, 0, ask->src, 0, ask->spot->width);
}

static gpuError_t peer_async(const struct ask *ask)
{
    return gpuMemcpyPeerAsync(ask->dst, 0, ask->src, 0, ask->spot->width, ask->stream);
}

static gpuError_t rows(const struct ask *ask)
{
    return gpuMemcpy2D(ask->dst, PITCH, ask->src, PITCH, ask->spot->width, ask->spot->height,
                       ask->kind);
}

static gpuError_t rows_async(const struct ask *ask)
{
    return gpuMemcpy2DAsync(ask->dst, PITCH, ask->src, PITCH, ask->spot->width, ask->spot->height,
                            ask->kind, ask->stream);
}

static gpuError_t volume(const struct ask *ask)
{
    const gpuMemcpy3DParms parameters = volume_of(ask);

    return gpuMemcpy3D(&parameters);
}

static gpuError_t volume_async(const struct ask *ask)
{
    const gpuMemcpy3DParms parameters = volume_of(ask);

    return gpuMemcpy3DAsync(&parameters, ask->stream);
}

#if API_IS_CUDA

static struct cudaMemcpy3DPeerParms peer_volume_of(const struct ask *ask)
{
    const gpuMemcpy3DParms volume = volume_of(ask);

    return (struct cudaMemcpy3DPeerParms){
        .dstPtr = volume.dstPtr, .dstPos = volume.dstPos, .srcPtr = volume.srcPtr,
        .srcPos = volume.srcPos, .extent = volume.extent,
    };
}

static gpuError_t peer_volume(const struct ask *ask)
{
    const struct cudaMemcpy3DPeerParms parameters = peer_volume_of(ask);

    return cudaMemcpy3DPeer(&parameters);
}

static gpuError_t peer_volume_async(const struct ask *ask)
{
    const struct cudaMemcpy3DPeerParms parameters = peer_volume_of(ask);

    return cudaMemcpy3DPeerAsync(&parameters, ask->stream);
}

/** The second of two copies: the first must not be done either. */
static gpuError_t batch(const struct ask *ask)
{
    struct cudaMemcpyAttributes attributes = { .srcAccessOrder = cudaMemcpySrcAccessOrderStream };
    static uint8_t to[4];
    void *const destinations[] = { to, ask->dst };
    const void *const sources[] = { "abc", ask->src };
    const size_t sizes[] = { 4, ask->spot->width };
    size_t start = 0;

    memset(to, 0, sizeof to);
    if (cudaMemcpyBatchAsync(destinations, sources, sizes, 2, &attributes, &start, 1,
                             ask->stream) == cudaSuccess)
        return cudaSuccess;
    assert_int_equal(to[0], 0);
    return cudaErrorInvalidValue;
}

static gpuError_t volume_batch(const struct ask *ask)
{
    const struct spot *spot = ask->spot;
    size_t pitch = spot->width > PITCH ? spot->width : PITCH;
    size_t height = spot->height > ROWS ? spot->height : ROWS;
    struct cudaMemcpy3DBatchOp operation = {
        .dst = { .type = cudaMemcpyOperandTypePointer,
                 .op.ptr = { .ptr = ask->dst, .rowLength = pitch, .layerHeight = height } },
        .src = { .type = cudaMemcpyOperandTypePointer,
                 .op.ptr = { .ptr = ask->src, .rowLength = pitch, .layerHeight = height } },
        .extent = { spot->width, spot->height, spot->depth },
        .srcAccessOrder = cudaMemcpySrcAccessOrderStream,
    };

    return cudaMemcpy3DBatchAsync(1, &operation, 0, ask->stream);
}

#else

/** What a kind says of a side, and what the structs say where a kind says nothing. */
static hipMemoryType type_of(gpuMemcpyKind kind, bool is_dst)
{
    if (kind == hipMemcpyDefault)
        return hipMemoryTypeUnified;
    if (kind == hipMemcpyDeviceToDevice)
        return hipMemoryTypeDevice;
    if (kind == (is_dst ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost))
        return hipMemoryTypeDevice;
    return hipMemoryTypeHost;
}

static HIP_MEMCPY3D struct_of(const struct ask *ask)
{
    const gpuMemcpy3DParms from = volume_of(ask);
    HIP_MEMCPY3D volume = {
        .dstXInBytes = from.dstPos.x, .dstY = from.dstPos.y, .dstZ = from.dstPos.z,
        .dstPitch = from.dstPtr.pitch, .dstHeight = ROWS,
        .dstMemoryType = type_of(ask->kind, true),
        .srcXInBytes = from.srcPos.x, .srcY = from.srcPos.y, .srcZ = from.srcPos.z,
        .srcPitch = from.srcPtr.pitch, .srcHeight = ROWS,
        .srcMemoryType = type_of(ask->kind, false),
        .WidthInBytes = from.extent.width, .Height = from.extent.height,
        .Depth = from.extent.depth,
    };

    if (volume.dstMemoryType == hipMemoryTypeHost)
        volume.dstHost = ask->dst;
    else
        volume.dstDevice = ask->dst;
    if (volume.srcMemoryType == hipMemoryTypeHost)
        volume.srcHost = ask->src;
    else
        volume.srcDevice = ask->src;
    return volume;
}

static hip_Memcpy2D rows_struct_of(const struct ask *ask)
{
    const HIP_MEMCPY3D same = struct_of(ask);

    return (hip_Memcpy2D){
        .dstXInBytes = same.dstXInBytes, .dstY = same.dstY, .dstPitch = same.dstPitch,
        .dstMemoryType = same.dstMemoryType, .dstHost = same.dstHost, .dstDevice = same.dstDevice,
        .srcXInBytes = same.srcXInBytes, .srcY = same.srcY, .srcPitch = same.srcPitch,
        .srcMemoryType = same.srcMemoryType, .srcHost = same.srcHost, .srcDevice = same.srcDevice,
        .WidthInBytes = same.WidthInBytes, .Height = same.Height,
    };
}

static gpuError_t volume_struct(const struct ask *ask)
{
    const HIP_MEMCPY3D parameters = struct_of(ask);

    return hipDrvMemcpy3D(&parameters);
}

static gpuError_t volume_struct_async(const struct ask *ask)
{
    const HIP_MEMCPY3D parameters = struct_of(ask);

    return hipDrvMemcpy3DAsync(&parameters, ask->stream);
}

static gpuError_t rows_struct(const struct ask *ask)
{
    const hip_Memcpy2D parameters = rows_struct_of(ask);

    return hipMemcpyParam2D(&parameters);
}

static gpuError_t rows_struct_async(const struct ask *ask)
{
    const hip_Memcpy2D parameters = rows_struct_of(ask);

    return hipMemcpyParam2DAsync(&parameters, ask->stream);
}

static gpuError_t rows_struct_unaligned(const struct ask *ask)
{
    const hip_Memcpy2D parameters = rows_struct_of(ask);

    return hipDrvMemcpy2DUnaligned(&parameters);
}

#endif

enum { LINEAR, WITH_ROWS, WITH_SLICES };         /* what a call has */

static const struct {
    const char *name;
    gpuError_t (*call)(const struct ask *ask);
    int has;
    bool has_positions, is_of_devices, infers;   /* the latter two: takes no kind */
} calls[] = {
    { "Memcpy", linear, LINEAR, false, false, false },
    { "MemcpyAsync", linear_async, LINEAR, false, false, false },
    { "MemcpyPeer", peer, LINEAR, false, true, false },
    { "MemcpyPeerAsync", peer_async, LINEAR, false, true, false },
    { "Memcpy2D", rows, WITH_ROWS, false, false, false },
    { "Memcpy2DAsync", rows_async, WITH_ROWS, false, false, false },
    { "Memcpy3D", volume, WITH_SLICES, true, false, false },
    { "Memcpy3DAsync", volume_async, WITH_SLICES, true, false, false },
#if API_IS_CUDA
    { "Memcpy3DPeer", peer_volume, WITH_SLICES, true, true, false },
    { "Memcpy3DPeerAsync", peer_volume_async, WITH_SLICES, true, true, false },
    { "MemcpyBatchAsync", batch, LINEAR, false, false, true },
    { "Memcpy3DBatchAsync", volume_batch, WITH_SLICES, false, false, true },
#else
    { "DrvMemcpy3D", volume_struct, WITH_SLICES, true, false, false },
    { "DrvMemcpy3DAsync", volume_struct_async, WITH_SLICES, true, false, false },
    { "MemcpyParam2D", rows_struct, WITH_ROWS, true, false, false },
    { "MemcpyParam2DAsync", rows_struct_async, WITH_ROWS, true, false, false },
    { "DrvMemcpy2DUnaligned", rows_struct_unaligned, WITH_ROWS, true, false, false },
#endif
};

static const gpuMemcpyKind kinds[] = {
    gpuMemcpyHostToHost, gpuMemcpyHostToDevice, gpuMemcpyDeviceToHost, gpuMemcpyDeviceToDevice,
    gpuMemcpyDefault,
};

/** Whether a call can ask for the spot, with the kind. */
static bool can_say(size_t call, const struct spot *spot, gpuMemcpyKind kind)
{
    int needs = spot->depth > 1 || spot->z > 0 ? WITH_SLICES
              : spot->height > 1 || spot->y > 0 ? WITH_ROWS : LINEAR;
    bool has_position = spot->x > 0 || spot->y > 0 || spot->z > 0;

    if (calls[call].is_of_devices && kind != gpuMemcpyDeviceToDevice)
        return false;
    if (calls[call].infers && kind != gpuMemcpyDefault)
        return false;
    if (calls[call].has == WITH_ROWS && spot->width > PITCH)
        return false;
    return calls[call].has >= needs && (calls[call].has_positions || !has_position);
}

/* ---- memory --------------------------------------------------------------------------------- */

enum memory { DEVICE, PINNED, MANAGED, POOLED, MEMORIES };

static gpuError_t make(enum memory memory, uint8_t **out)
{
    switch (memory) {
    case DEVICE:   return gpuMalloc((void **)out, SPACE);
    case PINNED:   return gpuHostAlloc((void **)out, SPACE, 0);
    case MANAGED:  return gpuMallocManaged((void **)out, SPACE, gpuMemAttachGlobal);
    case POOLED:   return gpuMallocAsync((void **)out, SPACE, NULL);
    case MEMORIES: break;
    }
    return gpuErrorInvalidValue;
}

static void drop(enum memory memory, uint8_t *bytes)
{
    OK(memory == PINNED ? gpuFreeHost(bytes) : gpuFree(bytes));
}

/** The other side, of the device, which all spots fit in. */
static uint8_t *other_side;
static gpuStream_t stream;

enum { OTHER = SPACE * 2 };

/** A call that has to be refused, with nothing left in the stream. */
static void refuse(size_t call, const struct ask *ask, const char *memory)
{
    gpuError_t code = calls[call].call(ask);

    if (code != gpuErrorInvalidValue)
        fail_msg("%s of kind %d, %s is %s of %s memory: %s", calls[call].name, (int)ask->kind,
                 ask->is_dst ? "dst" : "src", ask->spot->name, memory, gpuGetErrorName(code));
    (void)gpuGetLastError();
    OK(gpuStreamSynchronize(stream));
}

/** Asks for a spot by all calls and kinds, at both sides; do_ask says what has to come of it. */
static void ask_all(const struct spot *spot, uint8_t *memory,
                    void (*do_ask)(size_t, const struct ask *, const char *), const char *name)
{
    for (size_t i = 0; i < COUNT(calls) * COUNT(kinds) * 2; i++) {
        size_t call = i / 2 / COUNT(kinds);
        struct ask ask = { .spot = spot, .is_dst = i % 2 == 1, .kind = kinds[i / 2 % COUNT(kinds)],
                           .stream = stream };

        if (!can_say(call, spot, ask.kind))
            continue;
        ask.dst = ask.is_dst ? memory + spot->base : other_side;
        ask.src = ask.is_dst ? other_side : memory + spot->base;
        do_ask(call, &ask, name);
    }
}

static const char *const memory_names[] = { "device", "pinned", "managed", "pooled" };

static void check_marks(uint8_t *memory)
{
    static uint8_t bytes[SPACE];

    OK(gpuMemcpy(bytes, memory, SPACE, gpuMemcpyDefault));
    for (size_t i = 0; i < SPACE; i++)
        assert_int_equal(bytes[i], MARK);
}

/** Asks in the midst of neighbours, and sees that none of them is changed. */
TEST_CASE(what_leaves_is_refused)
{
    for (int kind = 0; kind < MEMORIES; kind++) {
        uint8_t *all[NEIGHBOURS];

        if (make(kind, &all[0]) != gpuSuccess)   /* not every device has managed memory */
            continue;
        for (size_t i = 1; i < NEIGHBOURS; i++)
            OK(make(kind, &all[i]));
        for (size_t i = 0; i < NEIGHBOURS; i++)
            OK(gpuMemset(all[i], MARK, SPACE));
        OK(gpuDeviceSynchronize());
        for (size_t i = 0; i < COUNT(outside); i++)
            ask_all(&outside[i], all[NEIGHBOURS / 2], refuse, memory_names[kind]);
        for (size_t i = 0; i < NEIGHBOURS; i++)
            check_marks(all[i]);
        for (size_t i = 0; i < NEIGHBOURS; i++)
            drop(kind, all[i]);
    }
    (void)gpuGetLastError();
}

static void accept(size_t call, const struct ask *ask, const char *memory)
{
    gpuError_t code = calls[call].call(ask);

    if (code != gpuSuccess)
        fail_msg("%s of kind %d, %s is %s of %s memory: %s (%s)", calls[call].name, (int)ask->kind,
                 ask->is_dst ? "dst" : "src", ask->spot->name, memory, gpuGetErrorName(code),
                 gpuinterop_last_error_detail());
    OK(gpuStreamSynchronize(stream));
}

TEST_CASE(what_ends_with_it_is_copied)
{
    for (int kind = 0; kind < MEMORIES; kind++) {
        uint8_t *memory;

        if (make(kind, &memory) != gpuSuccess)
            continue;
        for (size_t i = 0; i < COUNT(inside); i++)
            ask_all(&inside[i], memory, accept, memory_names[kind]);
        OK(gpuDeviceSynchronize());
        drop(kind, memory);
    }
    (void)gpuGetLastError();
}

/* ---- what is no memory of the library's ------------------------------------------------------ */

static const struct spot small[] = {
    { "a few bytes", 0, 0, 0, 0, 16, 1, 1 },
    { "a few rows", 0, 0, 0, 0, 16, 4, 1 },
    { "a few slices", 0, 0, 0, 0, 16, 4, 2 },
    { "a few slices from a position on", 0, 3, 2, 1, 16, 4, 2 },
};

/** Only where the call says that it is device memory; where it does not, the program says that it
 *  may be read and written. */
static void refuse_device(size_t call, const struct ask *ask, const char *memory)
{
    gpuMemcpyKind up_or_down = ask->is_dst ? gpuMemcpyHostToDevice : gpuMemcpyDeviceToHost;

    if (ask->kind == gpuMemcpyDeviceToDevice || ask->kind == up_or_down)
        refuse(call, ask, memory);
}

TEST_CASE(what_is_no_device_memory_is_not_copied_as_such)
{
    static uint8_t pageable[SPACE];

    memset(pageable, MARK, SPACE);
    for (size_t i = 0; i < COUNT(small); i++) {
        ask_all(&small[i], (uint8_t *)(uintptr_t)0x123456789000, refuse_device, "made-up");
        ask_all(&small[i], (uint8_t *)(uintptr_t)0x7fff00000000, refuse_device, "made-up");
        ask_all(&small[i], (uint8_t *)(uintptr_t)0xffff123456789000, refuse_device, "made-up");
        ask_all(&small[i], pageable, refuse_device, "pageable");
    }
    for (size_t i = 0; i < SPACE; i++)
        assert_int_equal(pageable[i], MARK);
}

/** Whatever a call says that they are. */
TEST_CASE(addresses_that_no_process_has_are_refused)
{
    static const uint64_t addresses[] = { 8, 65535, UINT64_C(1) << 56,
                                          UINT64_C(0x674b22bcba093030), UINT64_MAX - SPACE };
    static uint8_t pageable[SPACE];

    for (size_t i = 0; i < COUNT(addresses); i++) {
        void *nowhere = (void *)(uintptr_t)addresses[i];

        for (int kind = gpuMemcpyHostToHost; kind <= gpuMemcpyDefault; kind++) {
            BAD_VALUE(gpuMemcpy(nowhere, pageable, 8, (gpuMemcpyKind)kind), "");
            BAD_VALUE(gpuMemcpy(pageable, nowhere, 8, (gpuMemcpyKind)kind), "");
        }
    }
}

/** The block that the memory lay in is the library's as long as another allocation keeps it. */
TEST_CASE(what_was_freed_is_refused)
{
    for (int kind = 0; kind < MEMORIES; kind++) {
        uint8_t *kept, *memory;

        if (make(kind, &kept) != gpuSuccess)
            continue;
        OK(make(kind, &memory));
        OK(gpuMemset(kept, MARK, SPACE));
        OK(gpuDeviceSynchronize());
        drop(kind, memory);
        for (size_t i = 0; i < COUNT(small); i++)
            ask_all(&small[i], memory, refuse, memory_names[kind]);
        check_marks(kept);
        drop(kind, kept);
    }
    (void)gpuGetLastError();
}

/** Host memory of which a part is registered is all the program's own. */
TEST_CASE(registered_parts_of_host_memory_are_no_bound)
{
    enum { PAGE = 4096 };
    static _Alignas(4096) uint8_t pages[3 * PAGE];
    static uint8_t from[3 * PAGE];
    gpuMemcpy3DParms copy = {
        .srcPtr = { other_side, PAGE, PAGE, 1 }, .dstPtr = { pages, PAGE, PAGE, 1 },
        .dstPos = { 0, 0, 1 }, .extent = { PAGE, 1, 1 }, .kind = gpuMemcpyDefault,
    };

    fill_pattern(from, sizeof from, 3);
    OK(gpuMemcpy(other_side, from, sizeof from, gpuMemcpyDefault));
    OK(gpuHostRegister(pages + PAGE, PAGE, gpuHostRegisterDefault));
    OK(gpuMemcpy3D(&copy));
    assert_memory_equal(pages + PAGE, from, PAGE);
    copy.dstPos.z = 2;
    OK(gpuMemcpy3D(&copy));
    assert_memory_equal(pages + 2 * PAGE, from, PAGE);
    BAD_VALUE(gpuMemcpy(pages + PAGE, other_side, PAGE + 1, gpuMemcpyDeviceToHost), "ends");
    OK(gpuHostUnregister(pages + PAGE));
}

/* ---- all of them ---------------------------------------------------------------------------- */

static int start(void **state)
{
    (void)state;
    OK(gpuMalloc((void **)&other_side, OTHER));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    return 0;
}

TEST_CASE(the_rest_is_given_back)
{
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(other_side));
}

int run_copy_bounds(void)
{
    return run_test_cases(start);
}
