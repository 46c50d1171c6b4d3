/* The water by kernels: a simulation of waves over a field of heights, which lies in memory of this
 * program, and a picture of it in the renderer's memory. A cell of the field is two pixels wide, so
 * rings on the water look flat. */
#include <cuda_runtime.h>

extern "C" {
#include "cuda_start.h"
#include "scene.h"
#include "water.h"
}

enum {
    COLUMNS = WIDTH / 2, ROWS = STRIP - HORIZON, CELLS = COLUMNS * ROWS,
    STEPS = 4,                   /* of the simulation in a frame */
    DROP_EVERY = 12, DROP_RADIUS = 5
};

static const dim3 block(32, 4);
static const dim3 field_blocks((COLUMNS + 31) / 32, (ROWS + 3) / 4);
static const dim3 picture_blocks((WIDTH + 31) / 32, (ROWS + 3) / 4);

static struct {
    float *now, *past;           /* the heights after the last step and the one before */
    cudaGraphNode_t first[FRAMES_IN_FLIGHT];     /* the first step, of each place */
    bool dropped[FRAMES_IN_FLIGHT];              /* the place's last frame had a drop */
    water_work work;
} water;

/** The swell at the beginning, which runs to the viewer. */
__global__ void start(float *now, float *past)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= COLUMNS || z >= ROWS)
        return;
    float far = 0.07f * x - 0.45f * z, near = 0.05f * x + 0.30f * z;
    now[z * COLUMNS + x] = 0.25f * sinf(far) + 0.15f * sinf(near);
    past[z * COLUMNS + x] = 0.25f * sinf(far - 0.2f) + 0.15f * sinf(near + 0.15f);
}

/** One step of the wave equation; a cell's next height replaces its past one. */
__global__ void step(const float *now, float *past, int drop_x, int drop_z)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= COLUMNS || z >= ROWS)
        return;
    const float *row = now + z * COLUMNS;
    float here = row[x];
    float around = row[max(x - 1, 0)] + row[min(x + 1, COLUMNS - 1)]
        + now[max(z - 1, 0) * COLUMNS + x] + now[min(z + 1, ROWS - 1) * COLUMNS + x];
    float next = here + 0.997f * (here - past[z * COLUMNS + x]) + 0.2f * (around - 4 * here);
    int apart = (x - drop_x) * (x - drop_x) + (z - drop_z) * (z - drop_z);

    if (apart < DROP_RADIUS * DROP_RADIUS)
        next -= 3.0f * (1 - apart / (float)(DROP_RADIUS * DROP_RADIUS));
    past[z * COLUMNS + x] = next;
}

/** The height at a pixel, between two cells or on one. */
__device__ float height_at(const float *heights, int x, int z)
{
    const float *row = heights + min(max(z, 0), ROWS - 1) * COLUMNS;

    return (row[min(max(x, 0), WIDTH - 1) / 2] + row[min(max(x + 1, 0), WIDTH - 1) / 2]) / 2;
}

__device__ unsigned char shade(unsigned char sky, float light, float tint)
{
    return (unsigned char)fminf(fmaxf(sky * light + tint, 0.0f), 255.0f);
}

/** A pixel of water: the pixel of the sky that the slope there mirrors, in a light by the slope. */
__global__ void draw(const float *heights, uchar4 *pixels)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= WIDTH || z >= ROWS)
        return;
    float across = height_at(heights, x + 2, z) - height_at(heights, x - 2, z);
    float along = height_at(heights, x, z + 1) - height_at(heights, x, z - 1);
    float depth = 0.3f + 0.7f * z / ROWS;
    int sky_x = x + (int)rintf(across * 20 * depth);
    int sky_y = HORIZON - 1 - 2 * z + (int)rintf(along * 16 * depth);
    uchar4 sky = pixels[min(max(sky_y, 0), HORIZON - 1) * WIDTH + min(max(sky_x, 0), WIDTH - 1)];
    float light = 0.80f + 0.35f * fminf(fmaxf(along - 0.5f * across, -0.6f), 0.6f);

    pixels[(HORIZON + z) * WIDTH + x] = make_uchar4(shade(sky.x, light, 2), shade(sky.y, light, 10),
                                                    shade(sky.z, light, 14), 255);
}

extern "C" const char *water_start(cudaStream_t stream)
{
    check(cudaMalloc(&water.now, CELLS * sizeof(float)), "allocating the heights");
    check(cudaMalloc(&water.past, CELLS * sizeof(float)), "allocating the heights");
    start<<<field_blocks, block, 0, stream>>>(water.now, water.past);
    check(cudaGetLastError(), "launching a kernel");
    water.work.launches++;
    return "CUDA MAKES THE WAVES";
}

static cudaKernelNodeParams step_of(void **arguments)
{
    cudaKernelNodeParams params = {};

    params.func = (void *)step;
    params.gridDim = field_blocks;
    params.blockDim = block;
    params.kernelParams = arguments;
    return params;
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t before,
                                  const cudaKernelNodeParams *params)
{
    cudaGraphNode_t node;

    check(cudaGraphAddKernelNode(&node, graph, &before, 1, params), "adding a kernel");
    return node;
}

/* The steps come in pairs, so each frame begins with the same field of heights. */
extern "C" cudaGraphNode_t water_add(cudaGraph_t graph, cudaGraphNode_t before, int place,
                                     char *pixels)
{
    static_assert(STEPS % 2 == 0, "the fields change places");
    int drop_x = -COLUMNS, drop_z = 0;

    for (int i = 0; i < STEPS; i++) {
        float **now = i % 2 == 0 ? &water.now : &water.past;
        float **past = i % 2 == 0 ? &water.past : &water.now;
        void *arguments[] = { now, past, &drop_x, &drop_z };
        cudaKernelNodeParams params = step_of(arguments);

        before = add_kernel(graph, before, &params);
        if (i == 0)
            water.first[place] = before;
    }
    void *arguments[] = { &water.now, &pixels };
    cudaKernelNodeParams params = {};
    params.func = (void *)draw;
    params.gridDim = picture_blocks;
    params.blockDim = block;
    params.kernelParams = arguments;
    return add_kernel(graph, before, &params);
}

extern "C" void water_set(cudaGraphExec_t exec, int place, char *pixels, uint32_t frame)
{
    bool drops = frame % DROP_EVERY == 1;
    int drop_x = drops ? (int)(frame * 37 % COLUMNS) : -COLUMNS;
    int drop_z = 8 + (int)(frame * 13 % (ROWS - 16));
    void *arguments[] = { &water.now, &water.past, &drop_x, &drop_z };
    cudaKernelNodeParams params = step_of(arguments);

    (void)pixels;
    if (drops || water.dropped[place])
        check(cudaGraphExecKernelNodeSetParams(exec, water.first[place], &params),
              "setting a kernel's arguments");
    water.dropped[place] = drops;
    water.work.launches += STEPS + 1;
}

extern "C" water_work water_end(void)
{
    check(cudaFree(water.now), "freeing the heights");
    check(cudaFree(water.past), "freeing the heights");
    return water.work;
}
