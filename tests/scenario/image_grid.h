/** One cell of the grid: an image of the other program, of one format and shape, mapped as a
 *  mipmapped array; every texel of every level and layer compared both ways. Pure of any test
 *  framework, so that programs that count can use it too. */
#ifndef SCENARIO_IMAGE_GRID_H
#define SCENARIO_IMAGE_GRID_H

#include "image_exporter.h"
#include "image_names.h"

/** How a Vulkan format is described by channels. */
struct grid_format {
    const char *name;            /* Vulkan's, and what it is read as where that is another */
    VkFormat vulkan;
    int bits[4], kind;           /* of the channels */
    uint32_t block_bytes, block_width, block_height;
    bool no_promise;             /* no channels describe it: right by luck, told and not judged */
};

extern const struct grid_format grid_formats[];
extern const size_t grid_format_count;

enum grid_kind {
    GRID_1D, GRID_2D, GRID_3D, GRID_1D_LAYERED, GRID_2D_LAYERED, GRID_CUBEMAP,
    GRID_CUBEMAP_LAYERED, GRID_KINDS
};

extern const char *const grid_kind_names[GRID_KINDS];

struct grid_cell {
    const struct grid_format *format;
    enum grid_kind kind;
    bool all_levels;             /* else one */
    enum peer_image_home home;   /* of the exporter's */
    bool surface;                /* it can be stored to by shaders, on both sides */
    bool synchronous;            /* the calls that wait, else those in a stream */
    bool small;                  /* fewer texels, for those who do more with each */
    bool plain;                  /* the exporter's image has no flags that it could do without */
};

/** Every format and kind is tried in so many ways, each another of these; surfaces where there are
 *  any. */
#define GRID_VARIANTS 4u
struct grid_cell grid_variant(const struct grid_format *format, enum grid_kind kind, size_t number);

enum grid_result {
    GRID_GOOD,
    GRID_NOT_IN_VULKAN,          /* no program can have such an image on this device */
    GRID_REFUSED,                /* a call failed */
    GRID_WRONG                   /* texels are */
};

struct grid_answer {
    enum grid_result result;
    gpuError_t code;             /* of a call that failed */
    char what[192];              /* the call that failed or the first texel that is wrong */
};

struct trip;
struct trip_array;

/** What is done to an image that has the expected texels, instead of copies; all texels are numbers
 *  then. They are the expected ones afterwards. */
typedef bool image_shade(struct trip *trip, const struct trip_array *array);

/** What all cells share; made once. */
struct grid {
    struct image_exporter exporter;
    uint64_t value;              /* that its timeline has reached */
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;
    uint8_t *device, *pinned;    /* memory of the device and of the host */
    unsigned seed;
    image_shade *shade;          /* NULL: copies are done */
};

/** Bytes of the copies of any image of the grid, with room for pitches. */
#define GRID_BYTES ((size_t)512 << 10)

/** Begins, with the exporter in this process or in another one. Answers false, and why in
 *  out_answer, if a call fails. */
bool grid_open(struct grid *grid, bool elsewhere, struct grid_answer *out_answer);

/** Answers false if the other process did not end well. */
bool grid_close(struct grid *grid);

/** The exporter's image for a cell, and what the importer says of it. */
void grid_shape(const struct grid_cell *cell, struct peer_image_shape *out_shape);
void grid_describe(const struct grid_cell *cell, const struct peer_image *image,
                   gpuArrayDesc *out_descriptor);

/** The grid's texels: any bytes that the format can keep. */
void grid_texels(const struct grid_format *format, uint8_t *texels, uint64_t size_bytes,
                 unsigned seed);

/** Leaves no floats in texels that are none, or so small that devices may take them for 0. */
void grid_make_numbers(const struct grid_format *format, uint8_t *texels, uint64_t size_bytes);

/** Exporter to importer and back. */
void grid_try(struct grid *grid, const struct grid_cell *cell, struct grid_answer *out_answer);

/** The same shape as an array of the library's own: in, out, and on to another one. */
void grid_try_own(struct grid *grid, const struct grid_cell *cell, struct grid_answer *out_answer);

#endif
