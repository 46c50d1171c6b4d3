/** What a test does to one image of the grid: each level copied out and in, whole and in part, by
 *  the forms that the interface has. */
#ifndef SCENARIO_IMAGE_TRIP_H
#define SCENARIO_IMAGE_TRIP_H

#include "image_grid.h"

/** Calls CALL and leaves the function with what failed. */
#define TRY(answer, call) \
    do { \
        gpuError_t code_ = (call); \
        if (code_ != gpuSuccess) \
            return grid_refuse((answer), code_, #call); \
    } while (0)

/** Fills the answer in for a call that failed; false. */
bool grid_refuse(struct grid_answer *answer, gpuError_t code, const char *call);

/** A box of blocks in a level. */
struct place {
    uint32_t x, y, z, width, height, depth;
};

/** A copy out of a level that has been enqueued; it is looked at once all of them are done. */
struct trip_read {
    struct place place;
    uint32_t level;
    size_t at, pitch;            /* of the rows in host memory */
};

enum { TRIP_READS = 32 };

/** The arrays that a trip copies from and to: levels of one, or one by itself. */
struct trip_array {
    gpuMipmappedArray_t mipmapped;
    gpuArray_t array;            /* NULL where there are levels */
};

/** The trip of one image. */
struct trip {
    struct grid *grid;
    const struct grid_cell *cell;
    const struct peer_image_shape *shape;
    struct grid_answer *answer;
    gpuArray_t level;            /* the one that is copied to or from */
    uint32_t number;             /* its number */
    gpuStream_t stream;          /* NULL with the calls that wait */
    uint8_t *expected;           /* every texel, packed */
    uint8_t *host;               /* what goes through memory, GRID_BYTES of it; pinned if the calls
                                    do not wait */
    size_t used;                 /* of them by copies under way */
    struct trip_read reads[TRIP_READS];
    unsigned read_count;
};

/** A trip by the calls that the cell wants; everything else of it is the caller's to fill in. */
struct trip grid_trip(struct grid *grid, const struct grid_cell *cell,
                      const struct peer_image_shape *shape, struct grid_answer *answer,
                      uint8_t *expected);

/** New texels of the grid's, such as the trip has use for. */
void trip_texels(const struct trip *trip, uint8_t *texels, uint64_t size_bytes);

/** Makes the trip's level the one of that number. */
bool trip_go_to_level(struct trip *trip, const struct trip_array *array, uint32_t number);

/** Visits each level. */
bool trip_each_level(struct trip *trip, const struct trip_array *array,
                     bool (*visit)(struct trip *trip));

/** All of the trip's level, and a box that begins and ends somewhere within. */
void trip_places(const struct trip *trip, struct place *out_all, struct place *out_part);

/** Where a row of a box is among the expected texels. */
uint8_t *trip_expected_row(const struct trip *trip, const struct place *place, uint32_t y,
                           uint32_t z);

/** Copies by the call that the cell wants. */
gpuError_t trip_copy_3d(const struct trip *trip, const gpuMemcpy3DParms *parms);

/** A copy of the box, from where to where the caller says. */
gpuMemcpy3DParms trip_parms(const struct place *place);

/** Reads all of the level and parts of it; trip_settle says if they were right. */
bool trip_read_level(struct trip *trip);

/** New texels for all of the level and then for parts of it, which are expected from then on. */
bool trip_write_level(struct trip *trip);

/** Waits until all copies are done; everything that was read since the last time is what was and
 *  still is expected, and nothing beside it was touched. */
bool trip_settle(struct trip *trip);

#endif
