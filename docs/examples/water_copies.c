/* The water by copies and fills: mirrors the sky, row by row, with waves. */
#include "water.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "cuda_start.h"
#include "scene.h"
#include "stage.h"

static struct water_work work;

const char *water_start(cudaStream_t stream)
{
    (void)stream;
    printf("  %-16s draws by copies: clang, which compiles kernels, was not there\n", stage_name);
    return "CUDA MIRRORS THE SKY";
}

static void copy(char *to, const char *from, size_t size_bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(to, from, size_bytes, cudaMemcpyDeviceToDevice, stream), "copying");
    work.copies++;
}

/** One row of water: the sky's row, moved sideways by a wave, its end repeated to fill the gap. */
static void mirror_row(char *pixels, int row, uint32_t frame, cudaStream_t stream)
{
    char *water = pixels + (HORIZON + row) * ROW_BYTES;
    const char *sky = pixels + (HORIZON - 1 - 2 * row) * ROW_BYTES;
    int shift = 4 * (int)lround((1 + row * 0.06) * sin(row * 0.9 - frame * 0.35));

    if (shift >= 0) {
        copy(water, sky + shift, (size_t)(ROW_BYTES - shift), stream);
        if (shift > 0)
            copy(water + ROW_BYTES - shift, sky + ROW_BYTES - shift, (size_t)shift, stream);
    } else {
        copy(water - shift, sky, (size_t)(ROW_BYTES + shift), stream);
        copy(water, sky, (size_t)-shift, stream);
    }
}

/** A glint on the water that moves with the frames. */
static void glint(char *pixels, int number, uint32_t frame, cudaStream_t stream)
{
    int row = HORIZON + 6 + number * 11 % (STRIP - HORIZON - 10);
    int left = (number * 173 + (int)frame * (1 + number % 3)) % (WIDTH - 40);

    check(cudaMemsetAsync(pixels + row * ROW_BYTES + left * 4, 0xd8,
                          (size_t)(10 + number % 4 * 7) * 4, stream), "filling");
    work.fills++;
}

void water_draw(char *pixels, uint32_t frame, cudaStream_t stream)
{
    for (int row = 0; row < STRIP - HORIZON; row++)
        mirror_row(pixels, row, frame, stream);
    for (int i = 0; i < 14; i++)
        glint(pixels, i, frame, stream);
}

struct water_work water_end(void)
{
    return work;
}
