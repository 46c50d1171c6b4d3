/* The cells of the grid with arrays of the library's own: written, read, and copied from one array
 * to another. */
#include <string.h>

#include "image_trip.h"

/* An array of the cell's shape: one level, or all in a mipmapped one. */
static bool make(const struct trip *trip, struct trip_array *out_own)
{
    struct peer_image nowhere = { .shape = *trip->shape };
    gpuArrayDesc like;

    memset(out_own, 0, sizeof *out_own);
    grid_describe(trip->cell, &nowhere, &like);
    if (trip->cell->all_levels)
        TRY(trip->answer, gpuMallocMipmappedArray(&out_own->mipmapped, &like.formatDesc,
                                                  like.extent, like.numLevels, like.flags));
    else if (trip->cell->kind == GRID_1D || trip->cell->kind == GRID_2D)
        TRY(trip->answer, gpuMallocArray(&out_own->array, &like.formatDesc, like.extent.width,
                                         like.extent.height, like.flags));
    else
        TRY(trip->answer, gpuMalloc3DArray(&out_own->array, &like.formatDesc, like.extent,
                                           like.flags));
    return true;
}

static bool drop(const struct trip *trip, const struct trip_array *own)
{
    if (own->array != NULL)
        TRY(trip->answer, gpuFreeArray(own->array));
    if (own->mipmapped != NULL)
        TRY(trip->answer, gpuFreeMipmappedArray(own->mipmapped));
    return true;
}

/* The box of one array's level goes to the start of another's. */
static bool move_box(const struct trip *trip, gpuArray_t to, const struct place *place)
{
    size_t block = trip->shape->block_bytes;
    gpuMemcpy3DParms parms = trip_parms(place);

    if (trip->cell->kind == GRID_2D && trip->cell->synchronous) {
        TRY(trip->answer, gpuMemcpy2DArrayToArray(to, 0, 0, trip->level, place->x * block,
                                                  place->y, place->width * block, place->height,
                                                  gpuMemcpyDeviceToDevice));
        return true;
    }
    parms.srcArray = trip->level;
    parms.srcPos = (gpuPos){ place->x, place->y, place->z };
    parms.dstArray = to;
    parms.kind = gpuMemcpyDeviceToDevice;
    TRY(trip->answer, trip_copy_3d(trip, &parms));
    return true;
}

/* What move_box does, to the texels that are expected in the other array. */
static void model_box(const struct trip *trip, uint8_t *moved, const struct place *place)
{
    size_t row = (size_t)place->width * trip->shape->block_bytes;
    struct place start = { 0, 0, 0, place->width, place->height, place->depth };

    for (uint32_t z = 0; z < place->depth; z++)
        for (uint32_t y = 0; y < place->height; y++)
            memcpy(moved + (trip_expected_row(trip, &start, y, z) - trip->expected),
                   trip_expected_row(trip, place, y, z), row);
}

/* All of each level, and then the part within to the corner, copied into a second array. */
static bool copy_on(struct trip *trip, const struct trip_array *from, uint64_t texel_bytes)
{
    static uint8_t moved[GRID_BYTES];
    struct trip second = *trip;
    struct trip_array to;
    bool good = make(trip, &to);

    memcpy(moved, trip->expected, texel_bytes);
    second.expected = moved;
    for (uint32_t number = 0; good && number < trip->shape->levels; number++) {
        struct place all, part;

        good = trip_go_to_level(trip, from, number) && trip_go_to_level(&second, &to, number);
        if (!good)
            break;
        trip_places(trip, &all, &part);
        model_box(trip, moved, &part);
        good = move_box(trip, second.level, &all) && move_box(trip, second.level, &part)
            && trip_read_level(&second);
    }
    good = good && trip_settle(&second);
    return drop(trip, &to) && good;
}

static bool copy_in_out_and_on(struct trip *trip, const struct trip_array *own,
                               uint64_t texel_bytes)
{
    return trip_each_level(trip, own, trip_read_level) && trip_settle(trip)
        && copy_on(trip, own, texel_bytes);
}

void grid_try_own(struct grid *grid, const struct grid_cell *cell, struct grid_answer *out_answer)
{
    static uint8_t expected[GRID_BYTES];
    struct peer_image_shape shape;
    struct trip trip;
    struct trip_array own;
    bool good;

    *out_answer = (struct grid_answer){ .result = GRID_GOOD };
    grid_shape(cell, &shape);
    if (!peer_image_can(&shape, PEER_IMAGE_ALONE)) {
        out_answer->result = GRID_NOT_IN_VULKAN;
        return;
    }
    trip = grid_trip(grid, cell, &shape, out_answer, expected);
    good = make(&trip, &own) && trip_each_level(&trip, &own, trip_write_level)
        && trip_settle(&trip);
    if (good && grid->shade != NULL)
        good = grid->shade(&trip, &own) && trip_settle(&trip);
    else if (good)
        good = copy_in_out_and_on(&trip, &own, peer_image_level(&shape, shape.levels).offset_bytes);
    (void)(drop(&trip, &own) && good);
}
