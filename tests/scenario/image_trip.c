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

/* Pitches that end with the row, a block later, and anywhere. */
static size_t pitch_of(const struct trip *trip, const struct place *place)
{
    static const size_t odd[] = { 0, 1, 7 };
    size_t row = (size_t)place->width * trip->shape->block_bytes;
    size_t more = odd[trip->number % 3];

    return row + (more == 1 ? trip->shape->block_bytes : more);
}

uint8_t *trip_expected_row(const struct trip *trip, const struct place *place, uint32_t y,
                           uint32_t z)
{
    struct peer_level level = peer_image_level(trip->shape, trip->number);
    uint64_t row = ((uint64_t)(place->z + z) * level.height + place->y + y) * level.width;

    return trip->expected + level.offset_bytes + (row + place->x) * trip->shape->block_bytes;
}

/* Rows of memory are the expected ones, and what lies between them was not touched. */
static bool rows_are_right(const struct trip *trip, const struct place *place, size_t pitch)
{
    size_t row = (size_t)place->width * trip->shape->block_bytes;

    for (uint32_t z = 0; z < place->depth; z++)
        for (uint32_t y = 0; y < place->height; y++) {
            const uint8_t *seen = trip->host + ((size_t)z * place->height + y) * pitch;
            const uint8_t *expected = trip_expected_row(trip, place, y, z);
            size_t at = 0;

            while (at < pitch && (at < row ? seen[at] == expected[at] : seen[at] == UNTOUCHED))
                at++;
            if (at == pitch)
                continue;
            trip->answer->result = GRID_WRONG;
            snprintf(trip->answer->what, sizeof trip->answer->what,
                     "level %u, row %u of slice %u, byte %zu: 0x%02x for 0x%02x%s", trip->number,
                     place->y + y, place->z + z, at, seen[at], at < row ? expected[at] : UNTOUCHED,
                     at < row ? "" : " behind the row");
            return false;
        }
    return true;
}

gpuMemcpy3DParms trip_parms(const struct place *place)
{
    gpuMemcpy3DParms parms;

    memset(&parms, 0, sizeof parms);
    parms.extent.width = place->width;
    parms.extent.height = place->height;
    parms.extent.depth = place->depth;
    return parms;
}

gpuError_t trip_copy_3d(const struct trip *trip, const gpuMemcpy3DParms *parms)
{
    return trip->cell->synchronous ? gpuMemcpy3D(parms) : gpuMemcpy3DAsync(parms, trip->stream);
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

static bool read_3d(const struct trip *trip, const struct place *place, bool by_device)
{
    size_t pitch = pitch_of(trip, place);
    size_t bytes = pitch * place->height * place->depth;
    gpuMemcpy3DParms parms = trip_parms(place);

    memset(trip->host, UNTOUCHED, bytes);
    parms.srcArray = trip->level;
    parms.srcPos = (gpuPos){ place->x, place->y, place->z };
    parms.dstPtr = pitched(place, by_device ? trip->grid->device : trip->host, pitch);
    parms.kind = by_device ? gpuMemcpyDeviceToDevice : gpuMemcpyDeviceToHost;
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(trip->grid->device, trip->host, bytes,
                                         gpuMemcpyHostToDevice, trip->stream));
    TRY(trip->answer, trip_copy_3d(trip, &parms));
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(trip->host, trip->grid->device, bytes,
                                         gpuMemcpyDeviceToHost, trip->stream));
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
    return rows_are_right(trip, place, pitch);
}

static bool read_2d(const struct trip *trip, const struct place *place)
{
    size_t block = trip->shape->block_bytes;
    size_t pitch = pitch_of(trip, place);

    memset(trip->host, UNTOUCHED, pitch * place->height);
    if (trip->cell->synchronous)
        TRY(trip->answer, gpuMemcpy2DFromArray(trip->host, pitch, trip->level, place->x * block,
                                               place->y, place->width * block, place->height,
                                               gpuMemcpyDeviceToHost));
    else
        TRY(trip->answer, gpuMemcpy2DFromArrayAsync(trip->host, pitch, trip->level,
                                                    place->x * block, place->y,
                                                    place->width * block, place->height,
                                                    gpuMemcpyDeviceToHost, trip->stream));
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
    return rows_are_right(trip, place, pitch);
}

/* New texels for a box, among the expected ones and in rows of memory. */
static void new_rows(struct trip *trip, const struct place *place, size_t pitch)
{
    static uint8_t fresh[GRID_BYTES];
    size_t row = (size_t)place->width * trip->shape->block_bytes;
    size_t number = 0;

    grid_texels(trip->cell->format, fresh, row * place->height * place->depth,
                ++trip->grid->seed);
    memset(trip->host, UNTOUCHED, pitch * place->height * place->depth);
    for (uint32_t z = 0; z < place->depth; z++)
        for (uint32_t y = 0; y < place->height; y++, number++) {
            memcpy(trip->host + number * pitch, fresh + number * row, row);
            memcpy(trip_expected_row(trip, place, y, z), fresh + number * row, row);
        }
}

static bool write_3d(struct trip *trip, const struct place *place, bool by_device)
{
    size_t pitch = pitch_of(trip, place);
    gpuMemcpy3DParms parms = trip_parms(place);

    new_rows(trip, place, pitch);
    parms.dstArray = trip->level;
    parms.dstPos = (gpuPos){ place->x, place->y, place->z };
    parms.srcPtr = pitched(place, by_device ? trip->grid->device : trip->host, pitch);
    parms.kind = by_device ? gpuMemcpyDeviceToDevice : gpuMemcpyHostToDevice;
    if (by_device)
        TRY(trip->answer, gpuMemcpyAsync(trip->grid->device, trip->host,
                                         pitch * place->height * place->depth,
                                         gpuMemcpyHostToDevice, trip->stream));
    TRY(trip->answer, trip_copy_3d(trip, &parms));
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
    return true;
}

static bool write_2d(struct trip *trip, const struct place *place)
{
    size_t block = trip->shape->block_bytes;
    size_t pitch = pitch_of(trip, place);

    new_rows(trip, place, pitch);
    if (trip->cell->synchronous)
        TRY(trip->answer, gpuMemcpy2DToArray(trip->level, place->x * block, place->y, trip->host,
                                             pitch, place->width * block, place->height,
                                             gpuMemcpyHostToDevice));
    else
        TRY(trip->answer, gpuMemcpy2DToArrayAsync(trip->level, place->x * block, place->y,
                                                  trip->host, pitch, place->width * block,
                                                  place->height, gpuMemcpyHostToDevice,
                                                  trip->stream));
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
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
