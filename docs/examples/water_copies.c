/* The water by copies and fills: mirrors the sky, row by row, with waves. */
#include "water.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "cuda_start.h"
#include "scene.h"
#include "stage.h"

enum { ROWS = STRIP - HORIZON, GLINTS = 14 };

static struct nodes {
    cudaGraphNode_t copies[ROWS][2], glints[GLINTS];
} water[FRAMES_IN_FLIGHT];

static struct water_work work;

const char *water_start(cudaStream_t stream)
{
    (void)stream;
    printf("  %-16s draws by copies: clang, which compiles kernels, was not there\n", stage_name);
    return "CUDA MIRRORS THE SKY";
}

/** A row is a copy of the sky's row, moved sideways by a wave. A second copy fills the gap, and
 *  does no harm where there is none. */
struct copies {
    char *to[2];
    const char *from[2];
    size_t size_bytes[2];
};

static struct copies row_of(char *pixels, int row, uint32_t frame)
{
    char *water = pixels + (HORIZON + row) * ROW_BYTES;
    const char *sky = pixels + (HORIZON - 1 - 2 * row) * ROW_BYTES;
    int shift = 4 * (int)lround((1 + row * 0.06) * sin(row * 0.9 - frame * 0.35));
    int gap = shift > 0 ? shift : shift < 0 ? -shift : 4;
    size_t rest = (size_t)(ROW_BYTES - (shift == 0 ? 0 : gap));

    if (shift < 0)
        return (struct copies){ { water + gap, water }, { sky, sky }, { rest, (size_t)gap } };
    return (struct copies){ { water, water + ROW_BYTES - gap },
                            { sky + shift, sky + ROW_BYTES - gap }, { rest, (size_t)gap } };
}

/** A glint on the water that moves with the frames. */
static struct cudaMemsetParams glint_of(char *pixels, int number, uint32_t frame)
{
    int row = HORIZON + 6 + number * 11 % (STRIP - HORIZON - 10);
    int left = (number * 173 + (int)frame * (1 + number % 3)) % (WIDTH - 40);

    return (struct cudaMemsetParams){
        .dst = pixels + row * ROW_BYTES + left * 4, .value = 0xd8, .elementSize = 1,
        .width = (size_t)(10 + number % 4 * 7) * 4, .height = 1,
    };
}

cudaGraphNode_t water_add(cudaGraph_t graph, cudaGraphNode_t before, int place, char *pixels)
{
    cudaGraphNode_t ends[ROWS], joined, last;
    struct nodes *nodes = &water[place];

    for (int row = 0; row < ROWS; row++) {
        struct copies copies = row_of(pixels, row, 1);
        cudaGraphNode_t behind = before;

        for (int i = 0; i < 2; i++) {
            check(cudaGraphAddMemcpyNode1D(&nodes->copies[row][i], graph, &behind, 1, copies.to[i],
                                           copies.from[i], copies.size_bytes[i],
                                           cudaMemcpyDeviceToDevice), "adding a copy");
            behind = nodes->copies[row][i];
        }
        ends[row] = behind;
    }
    check(cudaGraphAddEmptyNode(&joined, graph, ends, ROWS), "adding a node");
    for (int i = 0; i < GLINTS; i++) {
        struct cudaMemsetParams glint = glint_of(pixels, i, 1);

        check(cudaGraphAddMemsetNode(&nodes->glints[i], graph, &joined, 1, &glint),
              "adding a fill");
    }
    check(cudaGraphAddEmptyNode(&last, graph, nodes->glints, GLINTS), "adding a node");
    return last;
}

void water_set(cudaGraphExec_t exec, int place, char *pixels, uint32_t frame)
{
    struct nodes *nodes = &water[place];

    for (int row = 0; row < ROWS; row++) {
        struct copies copies = row_of(pixels, row, frame);

        for (int i = 0; i < 2; i++)
            check(cudaGraphExecMemcpyNodeSetParams1D(exec, nodes->copies[row][i], copies.to[i],
                                                     copies.from[i], copies.size_bytes[i],
                                                     cudaMemcpyDeviceToDevice), "setting a copy");
    }
    for (int i = 0; i < GLINTS; i++) {
        struct cudaMemsetParams glint = glint_of(pixels, i, frame);

        check(cudaGraphExecMemsetNodeSetParams(exec, nodes->glints[i], &glint), "setting a fill");
    }
    work.copies += 2 * ROWS;
    work.fills += GLINTS;
}

struct water_work water_end(void)
{
    return work;
}
