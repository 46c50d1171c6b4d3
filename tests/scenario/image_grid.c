#include "image_trip.h"

#include <stdio.h>
#include <string.h>

/* ---- a cell --------------------------------------------------------------------------------- */

static bool each_level(struct trip *trip, gpuMipmappedArray_t array,
                       bool (*visit)(struct trip *trip))
{
    for (trip->number = 0; trip->number < trip->shape->levels; trip->number++) {
        TRY(trip->answer, gpuGetMipmappedArrayLevel(&trip->level, array, trip->number));
        if (!visit(trip))
            return false;
    }
    return true;
}

/* Between the wait and the signal. */
static bool work(struct trip *trip, gpuMipmappedArray_t array)
{
    struct grid *grid = trip->grid;
    gpuWaitParams wait;
    gpuSignalParams signal;

    memset(&wait, 0, sizeof wait);
    memset(&signal, 0, sizeof signal);
    wait.params.fence.value = grid->value;
    TRY(trip->answer, gpuWaitExternalSemaphoresAsync(&grid->imported, &wait, 1, trip->stream));
    if (!each_level(trip, array, trip_read_level) || !each_level(trip, array, trip_write_level))
        return false;
    signal.params.fence.value = grid->value + 1;
    TRY(trip->answer, gpuSignalExternalSemaphoresAsync(&grid->imported, &signal, 1, trip->stream));
    TRY(trip->answer, gpuStreamSynchronize(trip->stream));
    grid->value++;
    return true;
}

static bool map(const struct grid_cell *cell, const struct peer_image *image,
                struct grid_answer *answer, gpuMipmappedArray_t *out_array)
{
    gpuMemoryDesc handle;
    gpuArrayDesc descriptor;
    gpuExternalMemory_t memory;
    gpuError_t code;

    memset(&handle, 0, sizeof handle);
    handle.type = gpuExternalMemoryHandleTypeOpaqueFd;
    handle.handle.fd = peer_image_export(image);
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
    struct peer_order order = { .wait = &trip->grid->semaphore, .wait_value = trip->grid->value };

    peer_image_read(image, trip->host, &order);
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
    static uint8_t expected[GRID_BYTES], host[GRID_BYTES];
    struct peer_image_shape shape;
    struct peer_image image;
    struct peer_order order = { .signal = &grid->semaphore };
    struct trip trip = { .grid = grid, .cell = cell, .shape = &shape, .answer = out_answer,
                         .stream = cell->synchronous ? NULL : grid->stream,
                         .expected = expected, .host = host };
    gpuMipmappedArray_t array;

    *out_answer = (struct grid_answer){ .result = GRID_GOOD };
    grid->value = peer_semaphore_value(&grid->semaphore);
    order.signal_value = grid->value + 1;
    grid_shape(cell, &shape);
    if (!peer_image_can(&shape, cell->home)) {
        out_answer->result = GRID_NOT_IN_VULKAN;
        return;
    }
    peer_image_create(&image, &shape, cell->home);
    peer_need(image.texel_bytes < GRID_BYTES / 2, "an image that is small enough");
    grid_texels(cell->format, expected, image.texel_bytes, ++grid->seed);
    peer_image_write(&image, expected, &order);
    grid->value++;
    if (map(cell, &image, out_answer, &array)) {
        if (work(&trip, array))
            check_at_exporter(&trip, &image);
        if (gpuFreeMipmappedArray(array) != gpuSuccess && out_answer->result == GRID_GOOD)
            (void)grid_refuse(out_answer, gpuGetLastError(), "FreeMipmappedArray");
    }
    peer_image_destroy(&image);
}

bool grid_open(struct grid *grid, struct grid_answer *out_answer)
{
    gpuSemaphoreDesc handle;
    void *pointer;

    memset(grid, 0, sizeof *grid);
    *out_answer = (struct grid_answer){ .result = GRID_GOOD };
    peer_semaphore_create(&grid->semaphore, true);
    memset(&handle, 0, sizeof handle);
    handle.type = gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    handle.handle.fd = peer_semaphore_export(&grid->semaphore);
    TRY(out_answer, gpuImportExternalSemaphore(&grid->imported, &handle));
    TRY(out_answer, gpuStreamCreateWithFlags(&grid->stream, gpuStreamNonBlocking));
    TRY(out_answer, gpuMalloc(&pointer, GRID_BYTES));
    grid->device = pointer;
    return true;
}

void grid_close(struct grid *grid)
{
    (void)gpuFree(grid->device);
    (void)gpuStreamDestroy(grid->stream);
    (void)gpuDestroyExternalSemaphore(grid->imported);
    peer_semaphore_destroy(&grid->semaphore);
}
