#include "image_trip.h"

#include <stdio.h>
#include <string.h>

/* ---- a cell --------------------------------------------------------------------------------- */

static bool copy_out_and_in(struct trip *trip, const struct trip_array *array)
{
    return trip_each_level(trip, array, trip_read_level) && trip_settle(trip)
        && trip_each_level(trip, array, trip_write_level);
}

/* Between the wait and the signal. */
static bool work(struct trip *trip, gpuMipmappedArray_t mipmapped)
{
    const struct trip_array array = { .mipmapped = mipmapped };
    struct grid *grid = trip->grid;
    gpuWaitParams wait;
    gpuSignalParams signal;

    memset(&wait, 0, sizeof wait);
    memset(&signal, 0, sizeof signal);
    wait.params.fence.value = grid->value;
    TRY(trip->answer, gpuWaitExternalSemaphoresAsync(&grid->imported, &wait, 1, trip->stream));
    if (!(grid->shade != NULL ? grid->shade : copy_out_and_in)(trip, &array))
        return false;
    signal.params.fence.value = grid->value + 1;
    TRY(trip->answer, gpuSignalExternalSemaphoresAsync(&grid->imported, &signal, 1, trip->stream));
    grid->value++;
    return trip_settle(trip);
}

static bool map(const struct grid_cell *cell, const struct peer_image *image, int fd,
                struct grid_answer *answer, gpuMipmappedArray_t *out_array)
{
    gpuMemoryDesc handle;
    gpuArrayDesc descriptor;
    gpuExternalMemory_t memory;
    gpuError_t code;

    memset(&handle, 0, sizeof handle);
    handle.type = gpuExternalMemoryHandleTypeOpaqueFd;
    handle.handle.fd = fd;
    handle.size = image->allocated_bytes;
    handle.flags = cell->home == PEER_IMAGE_DEDICATED ? gpuExternalMemoryDedicated : 0;
    TRY(answer, gpuImportExternalMemory(&memory, &handle));
    grid_describe(cell, image, &descriptor);
    code = gpuExternalMemoryGetMappedMipmappedArray(out_array, memory, &descriptor);
    if (code != gpuSuccess)
        (void)grid_refuse(answer, code, "GetMappedMipmappedArray");
    if (gpuDestroyExternalMemory(memory) != gpuSuccess && code == gpuSuccess)
        return grid_refuse(answer, gpuGetLastError(), "DestroyExternalMemory");
    return code == gpuSuccess;
}

static void check_at_exporter(struct trip *trip, struct peer_image *image)
{
    image_exporter_read(&trip->grid->exporter, image, trip->host, trip->grid->value);
    if (memcmp(trip->host, trip->expected, image->texel_bytes) == 0)
        return;
    for (uint64_t at = 0; at < image->texel_bytes; at++) {
        if (trip->host[at] == trip->expected[at])
            continue;
        trip->answer->result = GRID_WRONG;
        snprintf(trip->answer->what, sizeof trip->answer->what,
                 "the exporter sees at byte %llu of %llu 0x%02x for 0x%02x", (unsigned long long)at,
                 (unsigned long long)image->texel_bytes, trip->host[at], trip->expected[at]);
        return;
    }
}

void grid_try(struct grid *grid, const struct grid_cell *cell, struct grid_answer *out_answer)
{
    static uint8_t expected[GRID_BYTES];
    struct peer_image_shape shape;
    struct peer_image image;
    struct trip trip;
    gpuMipmappedArray_t array;
    int fd;

    *out_answer = (struct grid_answer){ .result = GRID_GOOD };
    grid_shape(cell, &shape);
    if (!peer_image_can(&shape, cell->home)) {
        out_answer->result = GRID_NOT_IN_VULKAN;
        return;
    }
    trip = grid_trip(grid, cell, &shape, out_answer, expected);
    image_exporter_create(&grid->exporter, &shape, cell->home, &image, &fd);
    trip_texels(&trip, expected, image.texel_bytes);
    image_exporter_write(&grid->exporter, &image, expected, ++grid->value);
    if (map(cell, &image, fd, out_answer, &array)) {
        if (work(&trip, array))
            check_at_exporter(&trip, &image);
        if (gpuFreeMipmappedArray(array) != gpuSuccess && out_answer->result == GRID_GOOD)
            (void)grid_refuse(out_answer, gpuGetLastError(), "FreeMipmappedArray");
    }
    if (out_answer->result != GRID_GOOD) {       /* whatever of it came about */
        (void)gpuStreamSynchronize(trip.stream);
        grid->value = image_exporter_value(&grid->exporter);
    }
    image_exporter_destroy(&grid->exporter, &image);
}

bool grid_open(struct grid *grid, bool elsewhere, struct grid_answer *out_answer)
{
    gpuSemaphoreDesc handle;
    void *pointer;

    memset(grid, 0, sizeof *grid);
    *out_answer = (struct grid_answer){ .result = GRID_GOOD };
    image_exporter_start(&grid->exporter, elsewhere);
    memset(&handle, 0, sizeof handle);
    handle.type = gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    handle.handle.fd = image_exporter_timeline(&grid->exporter);
    TRY(out_answer, gpuImportExternalSemaphore(&grid->imported, &handle));
    TRY(out_answer, gpuStreamCreateWithFlags(&grid->stream, gpuStreamNonBlocking));
    TRY(out_answer, gpuMalloc(&pointer, GRID_BYTES));
    grid->device = pointer;
    TRY(out_answer, gpuMallocHost(&pointer, GRID_BYTES));
    grid->pinned = pointer;
    return true;
}

bool grid_close(struct grid *grid)
{
    (void)gpuFreeHost(grid->pinned);
    (void)gpuFree(grid->device);
    (void)gpuStreamDestroy(grid->stream);
    (void)gpuDestroyExternalSemaphore(grid->imported);
    return image_exporter_stop(&grid->exporter);
}
