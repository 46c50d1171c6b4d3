/** Copies that only one of the interfaces has: HIP's by structs that name types of memory, and
 *  CUDA's of volumes between devices. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

/** A volume in pitched memory, of which a box is copied. */
enum { PITCH = 53, ROWS = 6, SLICES = 4, VOLUME = PITCH * ROWS * SLICES };
enum { WIDTH = 31, HEIGHT = 3, DEPTH = 2 };

struct at {
    size_t x, y, z;
};

static const struct at to_at = { 5, 2, 1 };
static const struct at from_at = { 11, 1, 2 };

static size_t place(struct at at)
{
    return at.x + PITCH * (at.y + ROWS * at.z);
}

/** What is expected where a box of from was copied into bytes of 0xee. */
static void expect_box(uint8_t *expected, const uint8_t *from, size_t depth)
{
    memset(expected, 0xee, VOLUME);
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < HEIGHT; y++)
            memcpy(expected + place((struct at){ to_at.x, to_at.y + y, to_at.z + z }),
                   from + place((struct at){ from_at.x, from_at.y + y, from_at.z + z }), WIDTH);
}

/** A place to copy from or to: of the host, pinned, or of the device. */
struct area {
    uint8_t *bytes;
    bool is_device;
};

static void put(const struct area *area, const uint8_t *bytes)
{
    OK(gpuMemcpy(area->bytes, bytes, VOLUME, gpuMemcpyDefault));
    OK(gpuDeviceSynchronize());
}

static void check(const struct area *area, const uint8_t *expected)
{
    static uint8_t back[VOLUME];

    OK(gpuMemcpy(back, area->bytes, VOLUME, gpuMemcpyDefault));
    assert_memory_equal(back, expected, VOLUME);
}

enum { AREAS = 3 };

/** Makes pageable, pinned and device memory, for either side. */
static void make_areas(struct area areas[2][AREAS])
{
    static uint8_t pageable[2][VOLUME];

    for (int side = 0; side < 2; side++) {
        areas[side][0] = (struct area){ pageable[side], false };
        areas[side][1] = (struct area){ NULL, false };
        areas[side][2] = (struct area){ NULL, true };
        OK(gpuHostAlloc((void **)&areas[side][1].bytes, VOLUME, 0));
        OK(gpuMalloc((void **)&areas[side][2].bytes, VOLUME));
    }
}

static void free_areas(struct area areas[2][AREAS])
{
    for (int side = 0; side < 2; side++) {
        OK(gpuFreeHost(areas[side][1].bytes));
        OK(gpuFree(areas[side][2].bytes));
    }
}

#if API_IS_CUDA

static struct cudaMemcpy3DPeerParms peer_volume(const struct area *to, const struct area *from)
{
    return (struct cudaMemcpy3DPeerParms){
        .dstPtr = { to->bytes, PITCH, PITCH, ROWS }, .dstPos = { to_at.x, to_at.y, to_at.z },
        .srcPtr = { from->bytes, PITCH, PITCH, ROWS },
        .srcPos = { from_at.x, from_at.y, from_at.z }, .extent = { WIDTH, HEIGHT, DEPTH },
    };
}

TEST_CASE(volumes_are_copied_between_devices)
{
    static uint8_t from[VOLUME], blank[VOLUME], expected[VOLUME];
    struct area areas[2][AREAS];
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    make_areas(areas);
    fill_pattern(from, VOLUME, 5);
    memset(blank, 0xee, VOLUME);
    expect_box(expected, from, DEPTH);
    for (int way = 0; way < AREAS * AREAS; way++) {
        const struct area *to = &areas[0][way / AREAS];
        const struct area *source = &areas[1][way % AREAS];
        struct cudaMemcpy3DPeerParms copy = peer_volume(to, source);

        if (to == &areas[0][0] || source == &areas[1][0]) {      /* pageable: of no device */
            BAD_VALUE(cudaMemcpy3DPeer(&copy), "");
            BAD_VALUE(cudaMemcpy3DPeerAsync(&copy, stream), "");
            continue;
        }
        put(source, from);
        put(to, blank);
        OK(cudaMemcpy3DPeer(&copy));
        check(to, expected);
        put(to, blank);
        OK(cudaMemcpy3DPeerAsync(&copy, stream));
        OK(gpuStreamSynchronize(stream));
        check(to, expected);
    }
    free_areas(areas);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(bad_volumes_between_devices_are_refused)
{
    struct area areas[2][AREAS];
    struct cudaMemcpy3DPeerParms good, bad;
    int count;

    OK(gpuGetDeviceCount(&count));
    make_areas(areas);
    good = peer_volume(&areas[0][2], &areas[1][2]);
    OK(cudaMemcpy3DPeer(&good));
    BAD_VALUE(cudaMemcpy3DPeer(NULL), "parameters");
    BAD_VALUE(cudaMemcpy3DPeerAsync(NULL, NULL), "parameters");
    bad = good;
    bad.dstDevice = count;
    EXPECT(cudaMemcpy3DPeer(&bad), gpuErrorInvalidDevice, "device");
    EXPECT(cudaMemcpy3DPeerAsync(&bad, NULL), gpuErrorInvalidDevice, "device");
    bad = good;
    bad.srcDevice = -1;
    EXPECT(cudaMemcpy3DPeer(&bad), gpuErrorInvalidDevice, "device");
    bad = good;
    bad.dstPtr.pitch = WIDTH - 1;
    EXPECT(cudaMemcpy3DPeer(&bad), gpuErrorInvalidPitch, "dstPtr");
    bad = good;
    bad.extent.depth = SLICES;
    BAD_VALUE(cudaMemcpy3DPeer(&bad), "");
    bad = good;
    bad.srcPtr.ptr = NULL;
    BAD_VALUE(cudaMemcpy3DPeer(&bad), "");
    STALE_HANDLE(cudaMemcpy3DPeerAsync(&good, AS_STREAM(0x77777)));
    free_areas(areas);
}

#else

static HIP_MEMCPY3D drv_volume(const struct area *to, const struct area *from)
{
    return (HIP_MEMCPY3D){
        .dstXInBytes = to_at.x, .dstY = to_at.y, .dstZ = to_at.z, .dstPitch = PITCH,
        .dstHeight = ROWS, .dstMemoryType = to->is_device ? hipMemoryTypeDevice : hipMemoryTypeHost,
        .dstHost = to->is_device ? NULL : to->bytes, .dstDevice = to->is_device ? to->bytes : NULL,
        .srcXInBytes = from_at.x, .srcY = from_at.y, .srcZ = from_at.z, .srcPitch = PITCH,
        .srcHeight = ROWS,
        .srcMemoryType = from->is_device ? hipMemoryTypeDevice : hipMemoryTypeHost,
        .srcHost = from->is_device ? NULL : from->bytes,
        .srcDevice = from->is_device ? from->bytes : NULL,
        .WidthInBytes = WIDTH, .Height = HEIGHT, .Depth = DEPTH,
    };
}

/** The rows of the same place in the slice where the volume's copy begins. */
static hip_Memcpy2D param_rows(const struct area *to, const struct area *from)
{
    struct area to_slice = { to->bytes + PITCH * ROWS * to_at.z, to->is_device };
    struct area from_slice = { from->bytes + PITCH * ROWS * from_at.z, from->is_device };
    HIP_MEMCPY3D same = drv_volume(&to_slice, &from_slice);

    return (hip_Memcpy2D){
        .dstXInBytes = to_at.x, .dstY = to_at.y, .dstPitch = PITCH,
        .dstMemoryType = same.dstMemoryType, .dstHost = same.dstHost, .dstDevice = same.dstDevice,
        .srcXInBytes = from_at.x, .srcY = from_at.y, .srcPitch = PITCH,
        .srcMemoryType = same.srcMemoryType, .srcHost = same.srcHost, .srcDevice = same.srcDevice,
        .WidthInBytes = WIDTH, .Height = HEIGHT,
    };
}

enum { WAYS = 5 };

static void copy_in_way(int way, const struct area *to, const struct area *from, hipStream_t stream)
{
    HIP_MEMCPY3D volume = drv_volume(to, from);
    hip_Memcpy2D rows = param_rows(to, from);

    switch (way) {
    case 0: OK(hipDrvMemcpy3D(&volume)); break;
    case 1: OK(hipDrvMemcpy3DAsync(&volume, stream)); break;
    case 2: OK(hipMemcpyParam2D(&rows)); break;
    case 3: OK(hipMemcpyParam2DAsync(&rows, stream)); break;
    default: OK(hipDrvMemcpy2DUnaligned(&rows)); break;
    }
    OK(hipStreamSynchronize(stream));
}

TEST_CASE(boxes_are_copied_by_structs)
{
    static uint8_t from[VOLUME], blank[VOLUME], expected[VOLUME];
    struct area areas[2][AREAS];
    hipStream_t stream;

    OK(hipStreamCreate(&stream));
    make_areas(areas);
    fill_pattern(from, VOLUME, 6);
    memset(blank, 0xee, VOLUME);
    for (int i = 0; i < AREAS * AREAS * WAYS; i++) {
        const struct area *to = &areas[0][i / WAYS / AREAS];
        const struct area *source = &areas[1][i / WAYS % AREAS];

        put(source, from);
        put(to, blank);
        copy_in_way(i % WAYS, to, source, stream);
        expect_box(expected, from, i % WAYS < 2 ? DEPTH : 1);
        check(to, expected);
    }
    free_areas(areas);
    OK(hipStreamDestroy(stream));
}

/** Without a pitch the rows are packed; "unified" means the device's member. */
TEST_CASE(what_is_left_out_is_taken_for_packed)
{
    static uint8_t from[64], to[64];
    uint8_t *device;
    hip_Memcpy2D rows = {
        .srcMemoryType = hipMemoryTypeHost, .srcHost = from, .dstMemoryType = hipMemoryTypeUnified,
        .WidthInBytes = 8, .Height = 8,
    };
    HIP_MEMCPY3D volume = {
        .srcMemoryType = hipMemoryTypeUnified, .dstMemoryType = hipMemoryTypeHost, .dstHost = to,
        .WidthInBytes = 8, .Height = 4, .Depth = 2,
    };

    OK(hipMalloc((void **)&device, sizeof from));
    fill_pattern(from, sizeof from, 7);
    rows.dstDevice = volume.srcDevice = device;
    OK(hipMemcpyParam2D(&rows));
    OK(hipDrvMemcpy3D(&volume));
    assert_memory_equal(to, from, sizeof from);
    volume.Depth = 0;
    memset(to, 0, sizeof to);
    OK(hipDrvMemcpy3D(&volume));
    assert_int_equal(to[1], 0);
    OK(hipFree(device));
}

TEST_CASE(bad_structs_are_refused)
{
    struct area areas[2][AREAS];
    HIP_MEMCPY3D good, bad;
    hip_Memcpy2D good_rows, bad_rows;

    make_areas(areas);
    good = drv_volume(&areas[0][2], &areas[1][0]);
    good_rows = param_rows(&areas[0][2], &areas[1][0]);
    BAD_VALUE(hipDrvMemcpy3D(NULL), "parameters");
    BAD_VALUE(hipDrvMemcpy3DAsync(NULL, NULL), "parameters");
    BAD_VALUE(hipMemcpyParam2D(NULL), "parameters");
    BAD_VALUE(hipMemcpyParam2DAsync(NULL, NULL), "parameters");
    BAD_VALUE(hipDrvMemcpy2DUnaligned(NULL), "parameters");
    STALE_HANDLE(hipDrvMemcpy3DAsync(&good, AS_STREAM(0x77777)));
    STALE_HANDLE(hipMemcpyParam2DAsync(&good_rows, AS_STREAM(0x77777)));
    bad = good;
    bad.dstMemoryType = (hipMemoryType)77;
    BAD_VALUE(hipDrvMemcpy3D(&bad), "dstMemoryType");
    bad = good;
    bad.srcMemoryType = hipMemoryTypeDevice;     /* and srcDevice is NULL */
    BAD_VALUE(hipDrvMemcpy3D(&bad), "");
    bad = good;
    bad.dstHeight = 1;
    BAD_VALUE(hipDrvMemcpy3D(&bad), "rows");
    bad = good;
    bad.Depth = SLICES;
    BAD_VALUE(hipDrvMemcpy3D(&bad), "");
    bad = good;
    bad.dstZ = SIZE_MAX;
    BAD_VALUE(hipDrvMemcpy3D(&bad), "");
    bad_rows = good_rows;
    bad_rows.dstPitch = WIDTH;                   /* the row would leave it */
    BAD_VALUE(hipMemcpyParam2D(&bad_rows), "dst");
    bad_rows.dstPitch = WIDTH - 1;
    BAD_VALUE(hipMemcpyParam2D(&bad_rows), "dst");
    bad_rows = good_rows;
    bad_rows.Height = ROWS * SLICES;
    BAD_VALUE(hipMemcpyParam2D(&bad_rows), "");
    BAD_VALUE(hipDrvMemcpy2DUnaligned(&bad_rows), "");
    bad_rows = good_rows;
    bad_rows.srcMemoryType = (hipMemoryType)-1;
    BAD_VALUE(hipMemcpyParam2DAsync(&bad_rows, NULL), "srcMemoryType");
    free_areas(areas);
}

#endif

int run_own_copies(void)
{
    return run_test_cases(NULL);
}
