/** Launches that fail: each with its error, a sentence, and nothing enqueued. */
#include "kernels.h"

#include <string.h>

#include "test_cases.h"

static uint32_t *words;
static uint32_t first = 1;

#define ONE GRID(1, 1, 1)
#define ARGUMENTS (void *[]){ &words, &first }

TEST_CASE(grids_and_blocks_are_checked)
{
    EXPECT(launch(STUB_FILL, GRID(0, 1, 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorEmptyLaunch, "grid");
    EXPECT(launch(STUB_FILL, GRID(1, 0, 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorEmptyLaunch, "grid");
    EXPECT(launch(STUB_FILL, GRID(1, 1, 65536), ONE, ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "65535");
    EXPECT(launch(STUB_FILL, GRID(0x80000000u, 1, 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "grid");
    EXPECT(launch(STUB_FILL, ONE, GRID(0, 1, 1), ARGUMENTS, 0, NULL),
           gpuErrorEmptyLaunch, "block");
    EXPECT(launch(STUB_FILL, ONE, GRID(1, 1, 0), ARGUMENTS, 0, NULL),
           gpuErrorEmptyLaunch, "block");
    EXPECT(launch(STUB_FILL, ONE, GRID(1 << 20, 1, 1), ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "block");
    EXPECT(launch(STUB_FILL, ONE, GRID(65536, 65536, 1), ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "block");
}

TEST_CASE(the_properties_say_the_largest_grid)
{
    gpuDeviceProp properties;
    uint32_t most[3];

    OK(gpuGetDeviceProperties(&properties, 0));
    for (int i = 0; i < 3; i++)
        most[i] = (uint32_t)properties.maxGridSize[i];
    assert_int_equal(most[0], INT32_MAX);
    assert_int_equal(most[1], 65535);
    assert_int_equal(most[2], 65535);
    EXPECT(launch(STUB_FILL, GRID(most[0] + 1, 1, 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "2147483647 x 65535 x 65535");
    EXPECT(launch(STUB_FILL, GRID(1, most[1] + 1, 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "grid");
    EXPECT(launch(STUB_FILL, GRID(1, 1, most[2] + 1), ONE, ARGUMENTS, 0, NULL),
           gpuErrorInvalidConfiguration, "grid");
}

TEST_CASE(bounds_of_kernels_are_checked)
{
    OK(launch(STUB_BOUNDED, ONE, GRID(64, 1, 1), NULL, 0, NULL));
    OK(launch(STUB_BOUNDED, ONE, GRID(4, 16, 1), NULL, 0, NULL));
    EXPECT(launch(STUB_BOUNDED, ONE, GRID(65, 1, 1), NULL, 0, NULL), gpuErrorOutOfResources, "64");
    OK(launch(STUB_REQUIRED, ONE, GRID(8, 4, 1), NULL, 0, NULL));
    BAD_VALUE(launch(STUB_REQUIRED, ONE, GRID(4, 8, 1), NULL, 0, NULL), "8 x 4");
}

TEST_CASE(shared_memory_is_checked)
{
    BAD_VALUE(launch(STUB_REVERSE, ONE, ONE, ARGUMENTS, (size_t)1 << 20, NULL), "shared");
    BAD_VALUE(launch(STUB_REVERSE, ONE, ONE, ARGUMENTS, SIZE_MAX, NULL), "shared");
}

TEST_CASE(arguments_are_checked)
{
    void *half[] = { &words, NULL };

    BAD_VALUE(launch(STUB_FILL, ONE, ONE, NULL, 0, NULL), "arguments");
    BAD_VALUE(launch(STUB_FILL, ONE, ONE, half, 0, NULL), "argument 1");
}

TEST_CASE(functions_and_streams_are_checked)
{
    gpuStream_t stream;
    int nothing;

    EXPECT(gpuLaunchKernel(NULL, ONE, ONE, ARGUMENTS, 0, NULL), gpuErrorInvalidDeviceFunction, "");
    EXPECT(gpuLaunchKernel(&nothing, ONE, ONE, ARGUMENTS, 0, NULL), gpuErrorInvalidDeviceFunction,
           "no kernel");
    EXPECT(launch(STUB_MISSING, ONE, ONE, NULL, 0, NULL), gpuErrorInvalidDeviceFunction,
           "missing");
    OK(gpuStreamCreate(&stream));
    OK(gpuStreamDestroy(stream));
    EXPECT(launch(STUB_FILL, ONE, ONE, ARGUMENTS, 0, stream), gpuErrorStaleStream, "");
}

/* A launch of a kernel of an image that cannot be used, twice: the answer stays. */
static void expect_of_image(const void *image, gpuError_t error, const char *sentence)
{
    static const char stub;
    void **module = code_register(image);

    stub_register(module, &stub, "fill");
    for (int i = 0; i < 2; i++)
        EXPECT(gpuLaunchKernel(&stub, ONE, ONE, ARGUMENTS, 0, NULL), error, sentence);
    code_end(module);
}

/* A fat binary that has one ELF file, and one whose size is wrong. */
struct fat {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
    struct {
        uint16_t kind, unknown;
        uint32_t header_bytes;
        uint64_t bytes;
        uint32_t compressed_bytes, unknown_2;
        uint16_t minor, major;
        uint32_t capability;
        uint64_t name, flags, unknown_3, raw_bytes;
    } part;
    uint8_t elf[64];
};

TEST_CASE(images_are_checked)
{
    static struct fat fat = {
        .magic = 0xba55ed50, .version = 1, .header_bytes = 16, .bytes = sizeof fat - 16,
        .part = { .kind = 2, .unknown = 0x101, .header_bytes = 64, .bytes = 64, .capability = 75,
                  .flags = 0x11 },
        .elf = { 0x7f, 'E', 'L', 'F' }
    };
    static struct fat cut;

    expect_of_image(&fat, gpuErrorNoBinary, "PTX");
    cut = fat;
    cut.part.bytes = UINT64_MAX / 2;
    expect_of_image(&cut, gpuErrorBadImage, "");
    expect_of_image("what no compiler writes", gpuErrorBadImage, "");
    expect_of_image(NULL, gpuErrorBadImage, "");
    expect_of_image(code_broken, gpuErrorBadPtx, "line");
    expect_of_image(code_unknown, gpuErrorNoBinary, "frobnicate");
}

TEST_CASE(nothing_ran)
{
    uint32_t got = 0;

    OK(gpuDeviceSynchronize());
    OK(gpuMemcpy(&got, words, sizeof got, gpuMemcpyDeviceToHost));
    assert_int_equal(got, 0x77777777);
}

static int set_up(void **state)
{
    void *memory;

    *state = code_main_register();
    OK(gpuMalloc(&memory, 4096));
    OK(gpuMemset(memory, 0x77, 4096));
    words = memory;
    return 0;
}

TEST_CASE(everything_ends)
{
    OK(gpuFree(words));
    code_end(*state);
}

int run_bad_launches(void)
{
    return run_test_cases(set_up);
}
