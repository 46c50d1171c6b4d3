/* Ten thousand of what is the library's own: streams, events, allocations. */
#include "stress.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 64, FEW = 8, SHUFFLE = 7919 };    /* SHUFFLE: a prime, for an order that is none */

/* The n-th of count things in an order that is neither up nor down. */
static size_t shuffled(size_t n, size_t count)
{
    return count % SHUFFLE == 0 ? n : n * SHUFFLE % count;
}

static void expect_pieces(const uint8_t *device, size_t count, size_t piece_bytes)
{
    uint8_t *host = stress_new(count, piece_bytes);

    OK(cudaMemcpy(host, device, count * piece_bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count * piece_bytes; i++)
        REQUIRE(host[i] == (uint8_t)(i / piece_bytes * 3 + 1), "piece %zu holds 0x%02x",
                i / piece_bytes, host[i]);
    free(host);
}

/* ---- streams ------------------------------------------------------------------------------- */

/* Each fills its own piece; every other one waits for the one before it, which is busy. */
void stress_streams(size_t count)
{
    cudaStream_t *streams = stress_new(count, sizeof *streams);
    cudaEvent_t event;
    uint8_t *memory;

    OK(cudaMalloc((void **)&memory, count * PIECE));
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (size_t i = 0; i < count; i++)
        OK(cudaStreamCreateWithFlags(&streams[i], i % 3 == 0 ? cudaStreamDefault
                                                             : cudaStreamNonBlocking));
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < count; i++) {
            OK(cudaMemsetAsync(memory + i * PIECE, 0xaa, PIECE, streams[i]));
            if (i % 2 == 1) {
                OK(cudaEventRecord(event, streams[i - 1]));
                OK(cudaStreamWaitEvent(streams[i], event, 0));
            }
            OK(cudaMemsetAsync(memory + i * PIECE, (int)(i * 3 + 1), PIECE, streams[i]));
        }
        for (size_t i = 0; i < count; i += count / FEW + 1)
            OK(cudaStreamSynchronize(streams[i]));
        OK(cudaDeviceSynchronize());
        for (size_t i = 0; i < count; i++)
            OK(cudaStreamQuery(streams[i]));
        expect_pieces(memory, count, PIECE);
    }
    for (size_t i = 0; i < count; i++)
        OK(cudaStreamDestroy(streams[shuffled(i, count)]));
    for (size_t i = 0; i < count; i += count / FEW + 1)
        EXPECT(cudaErrorInvalidResourceHandle, cudaStreamQuery(streams[i]));
    OK(cudaEventDestroy(event));
    OK(cudaFree(memory));
    free(streams);
}

/* ---- events -------------------------------------------------------------------------------- */

static void expect_times(const cudaEvent_t *events, size_t count)
{
    float first_ms, ms;

    OK(cudaEventElapsedTime(&first_ms, events[0], events[0]));
    REQUIRE(first_ms == 0, "%f ms pass from an event to itself", (double)first_ms);
    for (size_t i = FEW; i < count; i += FEW)    /* of one stream, all with times */
        OK(cudaEventElapsedTime(&ms, events[0], events[i]));
    REQUIRE(count <= FEW || ms >= 0, "the last event is %f ms before the first", (double)-ms);
}

/* Each stands for a fill; one stream waits for all of them and copies what was filled. */
void stress_events(size_t count)
{
    cudaEvent_t *events = stress_new(count, sizeof *events);
    cudaStream_t streams[FEW], last;
    uint8_t *memory, *copy;

    OK(cudaMalloc((void **)&memory, count * PIECE));
    OK(cudaMalloc((void **)&copy, count * PIECE));
    OK(cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking));
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++)
        OK(cudaEventCreateWithFlags(&events[i], i % 4 == 0 ? cudaEventDefault
                                                           : cudaEventDisableTiming));
    for (size_t i = 0; i < count; i++) {
        OK(cudaMemsetAsync(memory + i * PIECE, (int)(i * 3 + 1), PIECE, streams[i % FEW]));
        OK(cudaEventRecord(events[i], streams[i % FEW]));
    }
    for (size_t i = 0; i < count; i++) {
        OK(cudaStreamWaitEvent(last, events[i], 0));
        OK(cudaMemcpyAsync(copy + i * PIECE, memory + i * PIECE, PIECE, cudaMemcpyDeviceToDevice,
                           last));
    }
    OK(cudaStreamSynchronize(last));
    for (size_t i = 0; i < count; i++) {
        OK(cudaEventQuery(events[i]));
        OK(cudaEventSynchronize(events[i]));
    }
    expect_pieces(copy, count, PIECE);
    expect_times(events, count);
    for (size_t i = 0; i < count; i++)
        OK(cudaEventDestroy(events[shuffled(i, count)]));
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamDestroy(streams[i]));
    OK(cudaStreamDestroy(last));
    OK(cudaFree(copy));
    OK(cudaFree(memory));
    free(events);
}

/* ---- allocations --------------------------------------------------------------------------- */

struct piece {
    uint8_t *pointer;
    size_t size;
};

static void fill_and_look_up(const struct piece *pieces, size_t count, cudaStream_t stream)
{
    struct cudaPointerAttributes attributes;

    for (size_t i = 0; i < count; i++) {
        OK(cudaMemsetAsync(pieces[i].pointer, (int)(i * 5 + 3), pieces[i].size, stream));
        OK(cudaPointerGetAttributes(&attributes, pieces[i].pointer + pieces[i].size / 2));
        REQUIRE(attributes.type == cudaMemoryTypeDevice, "piece %zu is not device memory", i);
        EXPECT(cudaErrorInvalidValue,
               cudaMemsetAsync(pieces[i].pointer + pieces[i].size / 2, 0, pieces[i].size + 4096,
                               stream));
    }
}

static void expect_piece(const struct piece *piece, size_t number, cudaStream_t stream)
{
    uint8_t ends[2];

    OK(cudaMemcpyAsync(&ends[0], piece->pointer, 1, cudaMemcpyDeviceToHost, stream));
    OK(cudaMemcpyAsync(&ends[1], piece->pointer + piece->size - 1, 1, cudaMemcpyDeviceToHost,
                       stream));
    REQUIRE(ends[0] == (uint8_t)(number * 5 + 3) && ends[1] == ends[0],
            "piece %zu of %zu bytes holds 0x%02x and 0x%02x", number, piece->size, ends[0],
            ends[1]);
}

/* All sizes, from a byte to more than a page; every third is freed and made anew in between. */
void stress_allocations(size_t count)
{
    struct piece *pieces = stress_new(count, sizeof *pieces);
    cudaStream_t stream;

    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++) {
        pieces[i].size = 1 + i * 37 % 8192;
        OK(cudaMalloc((void **)&pieces[i].pointer, pieces[i].size));
    }
    fill_and_look_up(pieces, count, stream);
    OK(cudaStreamSynchronize(stream));
    for (size_t i = 0; i < count; i += 3)
        OK(cudaFree(pieces[i].pointer));
    for (size_t i = 0; i < count; i += 3) {
        pieces[i].size = 1 + i * 53 % 8192;
        OK(cudaMalloc((void **)&pieces[i].pointer, pieces[i].size));
        OK(cudaMemsetAsync(pieces[i].pointer, (int)(i * 5 + 3), pieces[i].size, stream));
    }
    for (size_t i = 0; i < count; i++)
        expect_piece(&pieces[i], i, stream);
    for (size_t i = 0; i < count; i++)
        OK(cudaFree(pieces[shuffled(i, count)].pointer));
    for (size_t i = 0; i < count; i += count / FEW + 1)
        EXPECT(cudaErrorInvalidValue, cudaFree(pieces[i].pointer));
    OK(cudaStreamDestroy(stream));
    free(pieces);
}

/* The same in stream order, by several streams and pools. */
void stress_pools(size_t count)
{
    struct piece *pieces = stress_new(count, sizeof *pieces);
    struct cudaMemPoolProps properties = {
        .allocType = cudaMemAllocationTypePinned,
        .location = { .type = cudaMemLocationTypeDevice, .id = 0 },
    };
    cudaStream_t streams[FEW];
    cudaMemPool_t pool;

    OK(cudaMemPoolCreate(&pool, &properties));
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++) {
        cudaStream_t stream = streams[i % FEW];
        pieces[i].size = 1 + i * 41 % 8192;
        if (i % 2 == 0)
            OK(cudaMallocAsync((void **)&pieces[i].pointer, pieces[i].size, stream));
        else
            OK(cudaMallocFromPoolAsync((void **)&pieces[i].pointer, pieces[i].size, pool, stream));
        OK(cudaMemsetAsync(pieces[i].pointer, (int)(i * 5 + 3), pieces[i].size, stream));
        if (i % 5 == 4) {                        /* and one is given back */
            OK(cudaFreeAsync(pieces[i].pointer, stream));
            pieces[i].pointer = NULL;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].pointer != NULL)
            expect_piece(&pieces[i], i, streams[i % FEW]);
    }
    OK(cudaDeviceSynchronize());
    for (size_t i = 0; i < count; i++) {
        size_t n = shuffled(i, count);
        if (pieces[n].pointer != NULL)
            OK(cudaFreeAsync(pieces[n].pointer, streams[i % FEW]));
    }
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolDestroy(pool));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolTrimTo(pool, 0));
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamDestroy(streams[i]));
    free(pieces);
}
