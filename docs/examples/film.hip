/* The film strip by kernels: pieces are cut out as old films look, brown and darker at the edges,
 * and the whole strip is laid by one launch. */
#include <hip/hip_runtime.h>

extern "C" {
#include "film.h"
#include "hip_start.h"
}

enum { STRIP_HEIGHT = HEIGHT - STRIP };

static unsigned long launches;

/** A pixel of a piece. */
__global__ void cut(uchar4 *piece, const uchar4 *corner)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= PIECE_WIDTH || y >= PIECE_HEIGHT)
        return;
    uchar4 pixel = corner[y * WIDTH + x];
    int grey = (77 * pixel.x + 150 * pixel.y + 29 * pixel.z) / 256;
    int from_edge = min(min(x, PIECE_WIDTH - 1 - x), min(y, PIECE_HEIGHT - 1 - y));
    int light = grey * min(16 + from_edge, 24) / 24;

    piece[y * PIECE_WIDTH + x] = make_uchar4(light, light * 7 / 8, light * 5 / 8, 255);
}

/** Whether a pixel of the strip lies in a hole. The holes run with the frames. */
__device__ bool in_hole(int x, int y, int frame)
{
    int from_first = x - (6 - frame % HOLE_STEP + HOLE_STEP);
    int left = x - from_first % HOLE_STEP;

    if (from_first < 0 || from_first % HOLE_STEP >= HOLE_WIDTH || left + HOLE_WIDTH >= WIDTH)
        return false;
    return (y >= 3 && y < 3 + HOLE_HEIGHT)
        || (y < STRIP_HEIGHT - 3 && y >= STRIP_HEIGHT - 3 - HOLE_HEIGHT);
}

/** A pixel of the strip: of a piece, of a hole, or black. */
__global__ void lay(uchar4 *strip, const uchar4 *pieces, int frame)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= WIDTH || y >= STRIP_HEIGHT)
        return;
    int piece = (x - GAP) / (PIECE_WIDTH + GAP), column = (x - GAP) % (PIECE_WIDTH + GAP);
    int row = y - (PIECE_TOP - STRIP);
    unsigned char plain = in_hole(x, y, frame) ? 0xe8 : 0x08;
    uchar4 pixel = make_uchar4(plain, plain, plain, plain);

    if (x >= GAP && piece < PIECES && column < PIECE_WIDTH && row >= 0 && row < PIECE_HEIGHT)
        pixel = pieces[(piece * PIECE_HEIGHT + row) * PIECE_WIDTH + column];
    strip[y * WIDTH + x] = pixel;
}

static void launched()
{
    check(hipGetLastError(), "launching a kernel");
    launches++;
}

extern "C" void film_start()
{
}

extern "C" void film_cut(char *piece, const char *corner, hipStream_t stream)
{
    const dim3 block(32, 4), grid((PIECE_WIDTH + 31) / 32, (PIECE_HEIGHT + 3) / 4);

    cut<<<grid, block, 0, stream>>>((uchar4 *)piece, (const uchar4 *)corner);
    launched();
}

extern "C" void film_lay(char *pixels, const char *pieces, uint32_t frame, hipStream_t stream)
{
    const dim3 block(32, 4), grid((WIDTH + 31) / 32, (STRIP_HEIGHT + 3) / 4);

    lay<<<grid, block, 0, stream>>>((uchar4 *)(pixels + STRIP * ROW_BYTES),
                                    (const uchar4 *)pieces, (int)frame);
    launched();
}

extern "C" struct film_work film_work()
{
    struct film_work work = { launches, 0, 0 };

    return work;
}
