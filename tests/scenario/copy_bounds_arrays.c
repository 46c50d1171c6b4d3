/** Copies between an array and memory that they leave, or that is not what it is said to be: the
 *  memory's side is judged as in copies without arrays. */
#include "scenario.h"

#include <string.h>

#include "gpuinterop.h"
#include "test_cases.h"

/** The array has 15 rows of 60 texels of a byte; so has the memory, whose end is amid a page. */
enum { WIDTH = 60, ROWS = 15, SPACE = WIDTH * ROWS, NEIGHBOURS = 5, MARK = 0x3c };

static gpuArray_t array;
static gpuStream_t stream;

/** One copy of rows of the array, to or from memory. */
struct ask {
    uint8_t *memory;
    size_t y;                    /* of the volume in the memory */
    size_t width, height;
    gpuMemcpyKind kind;
    bool to_memory;
};

static gpuMemcpy3DParms volume_of(const struct ask *ask)
{
    gpuMemcpy3DParms volume = { .extent = { ask->width, ask->height, 1 }, .kind = ask->kind };
    gpuPitchedPtr memory = { ask->memory, WIDTH, WIDTH, ROWS };

    if (ask->to_memory) {
        volume.dstPtr = memory;
        volume.dstPos.y = ask->y;
        volume.srcArray = array;
    } else {
        volume.srcPtr = memory;
        volume.srcPos.y = ask->y;
        volume.dstArray = array;
    }
    return volume;
}

static gpuError_t rows(const struct ask *ask)
{
    return ask->to_memory
        ? gpuMemcpy2DFromArray(ask->memory, WIDTH, array, 0, 0, ask->width, ask->height, ask->kind)
        : gpuMemcpy2DToArray(array, 0, 0, ask->memory, WIDTH, ask->width, ask->height, ask->kind);
}

static gpuError_t rows_async(const struct ask *ask)
{
    return ask->to_memory
        ? gpuMemcpy2DFromArrayAsync(ask->memory, WIDTH, array, 0, 0, ask->width, ask->height,
                                    ask->kind, stream)
        : gpuMemcpy2DToArrayAsync(array, 0, 0, ask->memory, WIDTH, ask->width, ask->height,
                                  ask->kind, stream);
}

/** All of the rows as one run of bytes. */
static gpuError_t run(const struct ask *ask)
{
    size_t bytes = ask->width * ask->height;

    return ask->to_memory ? gpuMemcpyFromArray(ask->memory, array, 0, 0, bytes, ask->kind)
                          : gpuMemcpyToArray(array, 0, 0, ask->memory, bytes, ask->kind);
}

static gpuError_t volume(const struct ask *ask)
{
    const gpuMemcpy3DParms parameters = volume_of(ask);

    return gpuMemcpy3D(&parameters);
}

static gpuError_t volume_async(const struct ask *ask)
{
    const gpuMemcpy3DParms parameters = volume_of(ask);

    return gpuMemcpy3DAsync(&parameters, stream);
}

#if API_IS_CUDA

static gpuError_t own(const struct ask *ask)
{
    const gpuMemcpy3DParms same = volume_of(ask);
    const struct cudaMemcpy3DPeerParms parameters = {
        .dstPtr = same.dstPtr, .dstPos = same.dstPos, .dstArray = same.dstArray,
        .srcPtr = same.srcPtr, .srcPos = same.srcPos, .srcArray = same.srcArray,
        .extent = same.extent,
    };

    return cudaMemcpy3DPeer(&parameters);
}

#else

static gpuError_t own(const struct ask *ask)
{
    const gpuMemcpy3DParms same = volume_of(ask);
    bool is_unified = ask->kind == hipMemcpyDefault;
    hipMemoryType type = is_unified ? hipMemoryTypeUnified : hipMemoryTypeDevice;
    const HIP_MEMCPY3D parameters = {
        .dstMemoryType = ask->to_memory ? type : hipMemoryTypeArray, .dstDevice = same.dstPtr.ptr,
        .dstPitch = WIDTH, .dstY = same.dstPos.y, .dstArray = same.dstArray,
        .srcMemoryType = ask->to_memory ? hipMemoryTypeArray : type, .srcDevice = same.srcPtr.ptr,
        .srcPitch = WIDTH, .srcY = same.srcPos.y, .srcArray = same.srcArray,
        .WidthInBytes = ask->width, .Height = ask->height, .Depth = 1,
    };

    return hipDrvMemcpy3D(&parameters);
}

#endif

static const struct {
    gpuError_t (*call)(const struct ask *ask);
    bool has_positions;
} calls[] = {
    { rows, false }, { rows_async, false }, { run, false }, { volume, true },
    { volume_async, true }, { own, true },
};

static void refuse(struct ask ask, bool default_too)
{
    for (size_t i = 0; i < 2 * sizeof calls / sizeof *calls; i++) {
        gpuError_t code;

        ask.kind = i % 2 == 0 ? gpuMemcpyDeviceToDevice : gpuMemcpyDefault;
        if ((ask.kind == gpuMemcpyDefault && !default_too) ||
            (ask.y > 0 && !calls[i / 2].has_positions))
            continue;
        code = calls[i / 2].call(&ask);
        if (code != gpuErrorInvalidValue)
            fail_msg("call %zu of kind %d: %s", i / 2, (int)ask.kind, gpuGetErrorName(code));
        (void)gpuGetLastError();
        OK(gpuStreamSynchronize(stream));
    }
}

TEST_CASE(memory_that_is_left_is_refused)
{
    static const struct { ptrdiff_t base; size_t y, width, height; } rows[] = {
        { 0, 1, WIDTH, ROWS }, { 0, ROWS, WIDTH, 1 }, { 0, 1u << 24, WIDTH, 1 },
        { 1, 0, WIDTH, ROWS }, { -1, 0, WIDTH, ROWS }, { -WIDTH, 0, WIDTH, 2 },
        { SPACE, 0, 1, 1 },
    };
    uint8_t *all[NEIGHBOURS], bytes[SPACE];

    for (size_t i = 0; i < NEIGHBOURS; i++) {
        OK(gpuMalloc((void **)&all[i], SPACE));
        OK(gpuMemset(all[i], MARK, SPACE));
    }
    OK(gpuDeviceSynchronize());
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++)
        refuse((struct ask){ .memory = all[NEIGHBOURS / 2] + rows[i / 2].base, .y = rows[i / 2].y,
                             .width = rows[i / 2].width, .height = rows[i / 2].height,
                             .to_memory = i % 2 == 1 }, true);
    for (size_t i = 0; i < NEIGHBOURS; i++) {
        OK(gpuMemcpy(bytes, all[i], SPACE, gpuMemcpyDeviceToHost));
        for (size_t k = 0; k < SPACE; k++)
            assert_int_equal(bytes[k], MARK);
        OK(gpuFree(all[i]));
    }
}

TEST_CASE(memory_that_is_none_of_the_device_is_refused)
{
    static uint8_t pageable[SPACE];
    uint8_t *kept, *freed;

    OK(gpuMalloc((void **)&kept, SPACE));
    OK(gpuMalloc((void **)&freed, SPACE));
    OK(gpuFree(freed));
    for (int to_memory = 0; to_memory < 2; to_memory++) {
        struct ask ask = { .memory = (uint8_t *)(uintptr_t)0x123456789000, .width = WIDTH,
                           .height = 2, .to_memory = to_memory };

        refuse(ask, false);
        ask.memory = pageable;
        refuse(ask, false);
        ask.memory = freed;
        refuse(ask, true);
    }
    OK(gpuFree(kept));
}

#if !API_IS_CUDA

/** Arrays of one row, and linear copies whose names say what the pointers are. */
TEST_CASE(calls_that_name_the_device_are_of_the_device)
{
    hipDeviceptr_t made_up = (hipDeviceptr_t)(uintptr_t)0x123456789000;
    hipChannelFormatDesc bytes = hipCreateChannelDesc(8, 0, 0, 0, hipChannelFormatKindUnsigned);
    uint8_t host[16];
    hipArray_t row;

    OK(hipMallocArray(&row, &bytes, 16, 0, 0));
    BAD_VALUE(hipMemcpyDtoA(row, 0, made_up, 16), "device memory");
    BAD_VALUE(hipMemcpyAtoD(made_up, row, 0, 16), "device memory");
    BAD_VALUE(hipMemcpyDtoA(row, 0, host, 16), "device memory");
    BAD_VALUE(hipMemcpyHtoD(made_up, host, 16), "device memory");
    BAD_VALUE(hipMemcpyDtoH(host, made_up, 16), "device memory");
    BAD_VALUE(hipMemcpyDtoD(made_up, made_up, 16), "device memory");
    BAD_VALUE(hipMemcpyHtoDAsync(made_up, host, 16, stream), "device memory");
    BAD_VALUE(hipMemcpyDtoHAsync(host, made_up, 16, stream), "device memory");
    BAD_VALUE(hipMemcpyDtoDAsync(made_up, made_up, 16, stream), "device memory");
    BAD_VALUE(hipMemcpyWithStream(made_up, host, 16, hipMemcpyHostToDevice, stream), "device");
    OK(hipFreeArray(row));
}

#endif

static int start(void **state)
{
    gpuChannelFormatDesc bytes = gpuCreateChannelDesc(8, 0, 0, 0, gpuChannelFormatKindUnsigned);

    (void)state;
    OK(gpuMallocArray(&array, &bytes, WIDTH, ROWS, 0));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    return 0;
}

TEST_CASE(the_rest_is_given_back)
{
    OK(gpuStreamDestroy(stream));
    OK(gpuFreeArray(array));
}

int run_copy_bounds_arrays(void)
{
    return run_test_cases(start);
}
