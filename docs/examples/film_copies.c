/* The film strip by copies and fills. */
#include "film.h"

#include <stddef.h>
#include <stdio.h>

#include "hip_start.h"
#include "stage.h"

static struct film_work work;

static void copy(char *to, const char *from, size_t size_bytes, hipStream_t stream)
{
    check(hipMemcpyAsync(to, from, size_bytes, hipMemcpyDeviceToDevice, stream), "copying");
    work.copies++;
}

static void fill(char *pixels, int value, size_t size_bytes, hipStream_t stream)
{
    check(hipMemsetAsync(pixels, value, size_bytes, stream), "filling");
    work.fills++;
}

void film_start(void)
{
    printf("  %-16s draws by copies: clang, which compiles kernels, was not there\n", stage_name);
}

void film_cut(char *piece, const char *corner, hipStream_t stream)
{
    for (int row = 0; row < PIECE_HEIGHT; row++)
        copy(piece + row * PIECE_ROW_BYTES, corner + row * ROW_BYTES, PIECE_ROW_BYTES, stream);
}

/** The strip: black, with rows of holes above and below that run with the frames. */
static void lay_strip(char *pixels, uint32_t frame, hipStream_t stream)
{
    fill(pixels + STRIP * ROW_BYTES, 0x08, (HEIGHT - STRIP) * ROW_BYTES, stream);
    for (int left = 6 - (int)(frame % HOLE_STEP) + HOLE_STEP; left + HOLE_WIDTH < WIDTH;
         left += HOLE_STEP)
        for (int row = 0; row < HOLE_HEIGHT; row++) {
            fill(pixels + (STRIP + 3 + row) * ROW_BYTES + left * 4, 0xe8, HOLE_WIDTH * 4, stream);
            fill(pixels + (HEIGHT - 4 - row) * ROW_BYTES + left * 4, 0xe8, HOLE_WIDTH * 4, stream);
        }
}

void film_lay(char *pixels, const char *pieces, uint32_t frame, hipStream_t stream)
{
    lay_strip(pixels, frame, stream);
    for (int piece = 0; piece < PIECES; piece++)
        for (int row = 0; row < PIECE_HEIGHT; row++)
            copy(pixels + (PIECE_TOP + row) * ROW_BYTES + (GAP + piece * (PIECE_WIDTH + GAP)) * 4,
                 pieces + piece * PIECE_BYTES + row * PIECE_ROW_BYTES, PIECE_ROW_BYTES, stream);
}

struct film_work film_work(void)
{
    return work;
}
