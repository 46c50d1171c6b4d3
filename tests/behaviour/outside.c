/* Questions about copies that leave the allocation that their pointer is in, that run into memory
 * that is registered, and whose memory was freed. */
#include "behaviour.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PITCH 256u
#define ROWS 16u
#define SLICE (PITCH * ROWS)
#define SPACE (SLICE * 16u)

/* Where a box begins: bytes from the memory's first one on, and a position; and how large it is. */
struct spot {
    const char *name;
    long base;
    size_t y, z, width, height, depth;
};

static const struct spot spots[] = {
    {"inside", 0, 0, 15, PITCH, ROWS, 1},
    {"byte_behind", 0, 0, 0, SPACE + 1, 1, 1},
    {"row_behind", 0, 0, 0, PITCH, 257, 1},
    {"slice_behind", 0, 0, 0, PITCH, ROWS, 17},
    {"z_behind", 0, 0, 16, PITCH, ROWS, 1},
    {"z_half_behind", 0, 0, 15, PITCH, ROWS, 2},
    {"z_far_behind", 0, 0, 400, PITCH, ROWS, 1},
    {"y_behind", 0, 256, 0, PITCH, 1, 1},
    {"byte_before", -1, 0, 0, 16, 1, 1},
    {"row_before", -256, 0, 0, PITCH, 2, 1},
    {"slice_before", -4096, 0, 0, PITCH, ROWS, 2},
    {"y_in_it_row_before", -256, 1, 0, PITCH, 1, 1},
    {"z_in_it_slice_before", -4096, 0, 1, PITCH, ROWS, 1},
};

static cudaError_t copy_line(const struct spot *spot, unsigned char *to, const unsigned char *from,
                             enum cudaMemcpyKind kind, bool async)
{
    return async ? cudaMemcpyAsync(to, from, spot->width, kind, NULL)
                 : cudaMemcpy(to, from, spot->width, kind);
}

static cudaError_t copy_rows(const struct spot *spot, unsigned char *to, const unsigned char *from,
                             enum cudaMemcpyKind kind, bool async)
{
    return async ? cudaMemcpy2DAsync(to, PITCH, from, PITCH, spot->width, spot->height, kind, NULL)
                 : cudaMemcpy2D(to, PITCH, from, PITCH, spot->width, spot->height, kind);
}

/* The position is the side's that is asked about. */
static cudaError_t copy_volume(const struct spot *spot, unsigned char *to, unsigned char *from,
                               bool is_to, enum cudaMemcpyKind kind, bool async)
{
    size_t pitch = spot->width > PITCH ? spot->width : PITCH;
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof(copy));
    copy.dstPtr.ptr = to;
    copy.srcPtr.ptr = from;
    copy.dstPtr.pitch = copy.srcPtr.pitch = pitch;
    copy.dstPtr.xsize = copy.srcPtr.xsize = pitch;
    copy.dstPtr.ysize = copy.srcPtr.ysize = ROWS;
    copy.extent.width = spot->width;
    copy.extent.height = spot->height;
    copy.extent.depth = spot->depth;
    copy.kind = kind;
    if (is_to) {
        copy.dstPos.y = spot->y;
        copy.dstPos.z = spot->z;
    } else {
        copy.srcPos.y = spot->y;
        copy.srcPos.z = spot->z;
    }
    return async ? cudaMemcpy3DAsync(&copy, NULL) : cudaMemcpy3D(&copy);
}

static void ask_spot(const struct spot *spot, unsigned char *memory, unsigned char *other,
                     bool is_to, enum cudaMemcpyKind kind, bool async)
{
    unsigned char *to = is_to ? memory + spot->base : other;
    unsigned char *from = is_to ? other : memory + spot->base;
    const char *end = async ? "_async" : "";
    if (spot->y == 0 && spot->z == 0 && spot->height == 1)
        answer(label("line_%s_%s%s", is_to ? "to" : "from", spot->name, end),
               copy_line(spot, to, from, kind, async));
    if (spot->y == 0 && spot->z == 0 && spot->depth == 1 && spot->width <= PITCH)
        answer(label("rows_%s_%s%s", is_to ? "to" : "from", spot->name, end),
               copy_rows(spot, to, from, kind, async));
    answer(label("volume_%s_%s%s", is_to ? "to" : "from", spot->name, end),
           copy_volume(spot, to, from, is_to, kind, async));
}

/* The argument is the kind. Where it says nothing, only what begins in the memory is asked: the
 * rest is the program's own memory to the vendor's library, and ends the process. */
static void ask_kind(int kind)
{
    enum place place = kind == cudaMemcpyDeviceToDevice ? DEVICE : PINNED;
    start_device();
    unsigned char *memory = obtain(DEVICE, SPACE);
    unsigned char *other = obtain(place, 2 * SPACE);
    for (int i = 0; i < 4; i++) {
        bool is_to = i / 2 == 0;
        if ((is_to && kind == cudaMemcpyDeviceToHost) ||
            (!is_to && kind == cudaMemcpyHostToDevice))
            continue;
        for (size_t k = 0; k < sizeof(spots) / sizeof(spots[0]); k++)
            if (spots[k].base == 0 || kind != cudaMemcpyDefault)
                ask_spot(&spots[k], memory, other, is_to, (enum cudaMemcpyKind)kind, i % 2 == 1);
    }
    answer("synchronize", cudaDeviceSynchronize());
}

/* Host memory of which the second of three parts is registered. */
static void ask_registered(int arg)
{
    (void)arg;
    static const struct { const char *name; size_t at, size; } ranges[] = {
        {"from_before_into", SPACE - 4096, 8192}, {"byte_before", SPACE - 1, 2},
        {"over_all", SPACE / 2, 2 * SPACE}, {"inside", SPACE, SPACE},
        {"from_in_to_behind", 2 * SPACE - 4096, 8192}, {"byte_behind", 2 * SPACE - 1, 2},
    };
    start_device();
    unsigned char *device = obtain(DEVICE, 2 * SPACE);
    unsigned char *host = mmap(NULL, 3 * SPACE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    answer("register", cudaHostRegister(host + SPACE, SPACE, 0));
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        unsigned char *at = host + ranges[i].at;
        size_t size = ranges[i].size;
        answer(label("to_%s", ranges[i].name),
               cudaMemcpy(at, device, size, cudaMemcpyDeviceToHost));
        answer(label("to_%s_async", ranges[i].name),
               cudaMemcpyAsync(at, device, size, cudaMemcpyDefault, NULL));
        answer(label("from_%s", ranges[i].name),
               cudaMemcpy(device, at, size, cudaMemcpyDefault));
        answer(label("from_%s_async", ranges[i].name),
               cudaMemcpyAsync(device, at, size, cudaMemcpyHostToDevice, NULL));
    }
    answer("synchronize", cudaDeviceSynchronize());
}

/* Memory that was freed beside memory that was not. */
static unsigned char *obtain_freed(enum place place)
{
    (void)obtain(place, SPACE);
    unsigned char *memory = obtain(place, SPACE);
    answer("free", place == PINNED ? cudaFreeHost(memory) : cudaFree(memory));
    return memory;
}

/* The argument is where it was. */
static void ask_freed(int place)
{
    start_device();
    unsigned char *host = malloc(SPACE);
    unsigned char *memory = obtain_freed((enum place)place);
    answer("from", cudaMemcpy(host, memory, 4096, cudaMemcpyDeviceToHost));
    answer("to", cudaMemcpy(memory, host, 4096, cudaMemcpyHostToDevice));
    answer("rows_from", cudaMemcpy2D(host, PITCH, memory, PITCH, 16, 4, cudaMemcpyDeviceToHost));
    answer("rows_to", cudaMemcpy2D(memory, PITCH, host, PITCH, 16, 4, cudaMemcpyHostToDevice));
    free(host);
}

static void ask_freed_default(int place)
{
    start_device();
    unsigned char *host = malloc(SPACE);
    unsigned char *memory = obtain_freed((enum place)place);
    answer("from", cudaMemcpy(host, memory, 4096, cudaMemcpyDefault));
    free(host);
}

const struct question outside_questions[] = {
    {"outside.kind_1", ask_kind, cudaMemcpyHostToDevice},
    {"outside.kind_2", ask_kind, cudaMemcpyDeviceToHost},
    {"outside.kind_3", ask_kind, cudaMemcpyDeviceToDevice},
    {"outside.kind_4", ask_kind, cudaMemcpyDefault},
    {"outside.registered", ask_registered, 0},
    {"outside.freed_device", ask_freed, DEVICE},
    {"outside.freed_pinned", ask_freed, PINNED},
    {"outside.freed_device_default", ask_freed_default, DEVICE},
    {"outside.freed_pinned_default", ask_freed_default, PINNED},
    {NULL, NULL, 0},
};
