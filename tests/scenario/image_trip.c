#include "image_trip.h"

#include <stdio.h>
#include <string.h>

#ifndef SCENARIO_BESIDE
#include "gpuinterop.h"
#endif

/** Bytes of memory that no copy may touch. */
#define UNTOUCHED 0xee

bool grid_refuse(struct grid_answer *answer, gpuError_t code, const char *call)
{
    const char *detail = "";

#ifndef SCENARIO_BESIDE
    detail = gpuinterop_last_error_detail();
#endif
    answer->result = GRID_REFUSED;
    answer->code = code;
    snprintf(answer->what, sizeof answer->what, "%.*s: %s (%s)", (int)strcspn(call, "("), call,
             gpuGetErrorName(code), detail);
    (void)gpuGetLastError();
    return false;
}

struct trip grid_trip(struct grid *grid, const struct grid_cell *cell,
                      const struct peer_image_shape *shape, struct grid_answer *answer,
                      uint8_t *expected)
{
    static uint8_t pageable[GRID_BYTES];

    return (struct trip){ .grid = grid, .cell = cell, .shape = shape, .answer = answer,
                          .stream = cell->synchronous ? NULL : grid->stream,
                          .expected = expected,
                          .host = cell->synchronous ? pageable : grid->pinned };
}

void trip_texels(const struct trip *trip, uint8_t *texels, uint64_t size_bytes)
{
    grid_texels(trip->cell->format, texels, size_bytes, ++trip->grid->seed);
    if (trip->grid->shade != NULL)
        grid_make_numbers(trip->cell->format, texels, size_bytes);
}

/* ---- levels --------------------------------------------------------------------------------- */

bool trip_go_to_level(struct trip *trip, const struct trip_array *array, uint32_t number)
{
    trip->number = number;
    trip->level = array->array;
    if (array->array == NULL)
        TRY(trip->answer, gpuGetMipmappedArrayLevel(&trip->level, array->mipmapped, number));
    return true;
}

bool trip_each_level(struct trip *trip, const struct trip_array *array,
                     bool (*visit)(struct trip *trip))
{
    for (uint32_t number = 0; number < trip->shape->levels; number++)
        if (!trip_go_to_level(trip, array, number) || !visit(trip))
            return false;
    return true;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Pitches that end with the row, a block later, and anywhere. */
static size_t pitch_of(const struct trip *trip, const struct place *place)
{
    static const size_t odd[] = { 0, 1, 7 };
    size_t row = (size_t)place->width * trip->shape->block_bytes;
    size_t more = odd[trip->number % 3];

    return row + (more == 1 ? trip->shape->block_bytes : more);
}

/* Takes memory for the rows of a box; no copy touches it until it has been looked at. */
static size_t take_room(struct trip *trip, const struct place *place, size_t pitch)
{
    size_t at = trip->used, bytes = pitch * place->height * place->depth;

    trip->used = (at + bytes + 255) / 256 * 256;
    peer_need(trip->used <= GRID_BYTES, "an image that is small enough");
    memset(trip->host + at, UNTOUCHED, bytes);
    return at;
}

static bool add_read(struct trip *trip, const struct place *place, size_t at, size_t pitch)
{
    peer_need(trip->read_count < TRIP_READS, "so many copies at once");
    trip->reads[trip->read_count++] = (struct trip_read){ *place, trip->number, at, pitch };
    return true;
}

uint8_t *trip_expected_row(const struct trip *trip, const struct place *place, uint32_t y,
                           uint32_t z)
{
    struct peer_level level = peer_image_level(trip->shape, trip->number);
    uint64_t row = ((uint64_t)(place->z + z) * level.height + place->y + y) * level.width;

    return trip->expected + level.offset_bytes + (row + place->x) * trip->shape->block_bytes;
}

/* A row of memory is the expected one, and what lies behind it was not touched. */
static bool row_is_right(const struct trip *trip, const struct trip_read *read, uint32_t y,
                         uint32_t z)
{
    const struct place *place = &read->place;
    size_t row = (size_t)place->width * trip->shape->block_bytes, at = 0;
    const uint8_t *seen = trip->host + read->at
        + ((size_t)z * place->height + y) * read->pitch;
    const uint8_t *expected = trip_expected_row(trip, place, y, z);

    if (memcmp(seen, expected, row) == 0)
        at = row;
    while (at < read->pitch && (at < row ? seen[at] == expected[at] : seen[at] == UNTOUCHED))
        at++;
    if (at == read->pitch)
        return true;
    trip->answer->result = GRID_WRONG;
    snprintf(trip->answer->what, sizeof trip->answer->what,
             "level %u, row %u of slice %u, byte %zu: 0x%02x for 0x%02x%s", trip->number,
             place->y + y, place->z + z, at, seen[at], at < row ? expected[at] : UNTOUCHED,
             at < row ? "" : " behind the row");
    return false;
}

bool trip_settle(struct trip *trip)
{
    unsigned count = trip->read_count;

    trip->read_count = 0;
    trip->used = 0;
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
    for (unsigned i = 0; i < count; i++) {
        const struct trip_read *read = &trip->reads[i];

        trip->number = read->level;
        for (uint32_t z = 0; z < read->place.depth; z++)
            for (uint32_t y = 0; y < read->place.height; y++)
                if (!row_is_right(trip, read, y, z))
                    return false;
    }
    return true;
}

/* ---- copies --------------------------------------------------------------------------------- */

gpuMemcpy3DParms trip_parms(const struct place *place)
{
    gpuMemcpy3DParms parms;

    memset(&parms, 0, sizeof parms);
    parms.extent.width = place->width;
    parms.extent.height = place->height;
    parms.extent.depth = place->depth;
    return parms;
}

/* So many blocks from a place on, in the texels that a level has. */
static size_t texels_of(size_t blocks, size_t begin, uint32_t block, uint32_t size, uint32_t level)
{
    size_t texels = size >> level != 0 ? size >> level : 1;

    return (begin + blocks) * block > texels ? texels - begin * block : blocks * block;
}

/* Places in arrays are those of texels, of compressed ones too. */
static gpuPos texel_at(const struct trip *trip, gpuArray_t array, gpuPos at)
{
    if (array == NULL)
        return at;
    at.x *= trip->shape->block_width;
    at.y *= trip->shape->block_height;
    return at;
}

gpuError_t trip_copy_3d(const struct trip *trip, const gpuMemcpy3DParms *blocks)
{
    const struct peer_image_shape *shape = trip->shape;
    gpuPos at = blocks->srcArray != NULL ? blocks->srcPos : blocks->dstPos;
    gpuMemcpy3DParms parms = *blocks;

    parms.extent.width = texels_of(parms.extent.width, at.x, shape->block_width, shape->width,
                                   trip->number);
    parms.extent.height = texels_of(parms.extent.height, at.y, shape->block_height, shape->height,
                                    trip->number);
    parms.srcPos = texel_at(trip, parms.srcArray, parms.srcPos);
    parms.dstPos = texel_at(trip, parms.dstArray, parms.dstPos);
    return trip->cell->synchronous ? gpuMemcpy3D(&parms) : gpuMemcpy3DAsync(&parms, trip->stream);
}

static gpuPitchedPtr pitched(const struct place *place, void *memory, size_t pitch)
{
    gpuPitchedPtr at;

    memset(&at, 0, sizeof at);
    at.ptr = memory;
    at.pitch = pitch;
    at.xsize = pitch;
    at.ysize = place->height;
    return at;
}

static bool read_3d(struct trip *trip, const struct place *place, bool by_device)
{
    size_t pitch = pitch_of(trip, place), at = take_room(trip, place, pitch);
    size_t bytes = trip->used - at;
    uint8_t *device = trip->grid->device + at;
    gpuMemcpy3DParms parms = trip_parms(place);

    parms.srcArray = trip->level;
    parms.srcPos = (gpuPos){ place->x, place->y, place->z };
    parms.dstPtr = pitched(place, by_device ? device : trip->host + at, pitch);
    parms.kind = by_device ? gpuMemcpyDeviceToDevice : gpuMemcpyDeviceToHost;
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(device, trip->host + at, bytes, gpuMemcpyHostToDevice,
                                         trip->stream));
    TRY(trip->answer, trip_copy_3d(trip, &parms));
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(trip->host + at, device, bytes, gpuMemcpyDeviceToHost,
                                         trip->stream));
    return add_read(trip, place, at, pitch);
}

static bool read_2d(struct trip *trip, const struct place *place)
{
    size_t block = trip->shape->block_bytes;
    size_t pitch = pitch_of(trip, place), at = take_room(trip, place, pitch);

    if (trip->cell->synchronous)
        TRY(trip->answer, gpuMemcpy2DFromArray(trip->host + at, pitch, trip->level,
                                               place->x * block, place->y, place->width * block,
                                               place->height, gpuMemcpyDeviceToHost));
    else
        TRY(trip->answer, gpuMemcpy2DFromArrayAsync(trip->host + at, pitch, trip->level,
                                                    place->x * block, place->y,
                                                    place->width * block, place->height,
                                                    gpuMemcpyDeviceToHost, trip->stream));
    return add_read(trip, place, at, pitch);
}

/* New texels for a box, among the expected ones and in rows of memory; where those begin. */
static size_t new_rows(struct trip *trip, const struct place *place, size_t pitch)
{
    static uint8_t fresh[GRID_BYTES];
    size_t row = (size_t)place->width * trip->shape->block_bytes;
    size_t number = 0, at = take_room(trip, place, pitch);

    trip_texels(trip, fresh, row * place->height * place->depth);
    for (uint32_t z = 0; z < place->depth; z++)
        for (uint32_t y = 0; y < place->height; y++, number++) {
            memcpy(trip->host + at + number * pitch, fresh + number * row, row);
            memcpy(trip_expected_row(trip, place, y, z), fresh + number * row, row);
        }
    return at;
}

static bool write_3d(struct trip *trip, const struct place *place, bool by_device)
{
    size_t pitch = pitch_of(trip, place), at = new_rows(trip, place, pitch);
    uint8_t *device = trip->grid->device + at;
    gpuMemcpy3DParms parms = trip_parms(place);

    parms.dstArray = trip->level;
    parms.dstPos = (gpuPos){ place->x, place->y, place->z };
    parms.srcPtr = pitched(place, by_device ? device : trip->host + at, pitch);
    parms.kind = by_device ? gpuMemcpyDeviceToDevice : gpuMemcpyHostToDevice;
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(device, trip->host + at, trip->used - at,
                                         gpuMemcpyHostToDevice, trip->stream));
    TRY(trip->answer, trip_copy_3d(trip, &parms));
    return true;
}

static bool write_2d(struct trip *trip, const struct place *place)
{
    size_t block = trip->shape->block_bytes;
    size_t pitch = pitch_of(trip, place), at = new_rows(trip, place, pitch);

    if (trip->cell->synchronous)
        TRY(trip->answer, gpuMemcpy2DToArray(trip->level, place->x * block, place->y,
                                             trip->host + at, pitch, place->width * block,
                                             place->height, gpuMemcpyHostToDevice));
    else
        TRY(trip->answer, gpuMemcpy2DToArrayAsync(trip->level, place->x * block, place->y,
                                                  trip->host + at, pitch, place->width * block,
                                                  place->height, gpuMemcpyHostToDevice,
                                                  trip->stream));
    return true;
}

void trip_places(const struct trip *trip, struct place *out_all, struct place *out_part)
{
    struct peer_level level = peer_image_level(trip->shape, trip->number);

    *out_all = (struct place){ 0, 0, 0, level.width, level.height, level.depth };
    *out_part = (struct place){
        level.width / 3, level.height / 3, level.depth / 3,
        level.width - level.width / 3 - level.width / 4,
        level.height - level.height / 3 - level.height / 4,
        level.depth - level.depth / 3 - level.depth / 4,
    };
}

static bool has_rows_alone(const struct trip *trip)
{
    return trip->cell->kind == GRID_1D || trip->cell->kind == GRID_2D;
}

bool trip_read_level(struct trip *trip)
{
    struct place all, part;

    trip_places(trip, &all, &part);
    if (!read_3d(trip, &all, false) || !read_3d(trip, &part, true))
        return false;
    return !has_rows_alone(trip) || (read_2d(trip, &all) && read_2d(trip, &part));
}

bool trip_write_level(struct trip *trip)
{
    struct place all, part;

    trip_places(trip, &all, &part);
    if (has_rows_alone(trip) && trip->number % 2 == 1)
        return write_3d(trip, &all, true) && write_2d(trip, &part);
    return write_3d(trip, &all, trip->number % 2 == 0) && write_3d(trip, &part, false);
}
