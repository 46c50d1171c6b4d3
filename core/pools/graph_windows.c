#include "graph_windows.h"

#include <stdlib.h>

#include "base/vector.h"
#include "memory/memory_object.h"
#include "stream/stream.h"
#include "stream/stream_state.h"

pthread_mutex_t gi_graph_lock = PTHREAD_MUTEX_INITIALIZER;

/* Programs see amounts in steps of this size, as with the vendor's library. */
#define CHUNK_BYTES (UINT64_C(32) << 20)

/* A small window has addresses for so many times what its first block needs, so that later blocks
 * lie behind it without a gap. Windows of more chunks are as large as they must be. */
#define WINDOW_ROOM 4u
#define MOST_CHUNKS 32u

/* A window has room for so many points from the beginning: as a rule, a note needs no memory. */
#define FIRST_POINTS 16u

void gi_graph_windows_init(struct gi_graph_store *store, struct gi_device *device)
{
    uint64_t step = device->base->info.range_granularity_bytes;

    store->device = device;
    store->most_bytes = device->base->info.memory_bytes;
    if (step != 0)
        store->chunk_bytes = (CHUNK_BYTES + step - 1) / step * step;
}

/* ---- uses ------------------------------------------------------------------------------------ */

static bool is_over(const struct gi_graph_point *point)
{
    uint64_t value;
    enum gi_point_state state;

    if (gi_points_are_done(&point->stream->points, point->seq))
        return true;
    state = gi_points_state(&point->stream->points, point->seq, &value);
    return state == GI_POINT_DONE || state == GI_POINT_FAILED;
}

/* Drops points that are over; *in_out_count of their streams are the caller's then. */
static void drop_over(struct gi_graph_window *window, struct gi_stream **streams, size_t room,
                      size_t *in_out_count)
{
    for (size_t i = window->point_count; i-- > 0 && *in_out_count < room;) {
        if (!is_over(&window->points[i]))
            continue;
        streams[(*in_out_count)++] = window->points[i].stream;
        window->points[i] = window->points[--window->point_count];
    }
}

static struct gi_graph_point *find_point(struct gi_graph_window *window,
                                         const struct gi_stream *stream)
{
    size_t i = 0;

    while (i < window->point_count && window->points[i].stream != stream)
        i++;
    return i < window->point_count ? &window->points[i] : NULL;
}

size_t gi_graph_window_note_locked(struct gi_graph_window *window, struct gi_stream *stream,
                                   uint64_t seq, struct gi_stream *out_streams[GI_GRAPH_NOTED])
{
    struct gi_graph_point *point = find_point(window, stream);
    size_t count = 0;

    if (point != NULL) {
        point->seq = seq > point->seq ? seq : point->seq;
        out_streams[count++] = stream;
        return count;
    }
    drop_over(window, out_streams, GI_GRAPH_NOTED - 1, &count);
    if (!gi_grow((void **)&window->points, &window->point_capacity, window->point_count + 1,
                 sizeof *window->points)) {
        window->has_lost_points = true;
        out_streams[count++] = stream;
        return count;
    }
    window->points[window->point_count++] = (struct gi_graph_point){ stream, seq };
    return count;
}

void gi_graph_window_note(struct gi_graph_window *window, struct gi_stream *stream, uint64_t seq)
{
    struct gi_stream *released[GI_GRAPH_NOTED];
    size_t count;

    gi_object_ref(&stream->object);
    gi_raise(&stream->recorded, seq);            /* no later wait of the stream is part of it */
    pthread_mutex_lock(&gi_graph_lock);
    count = gi_graph_window_note_locked(window, stream, seq, released);
    pthread_mutex_unlock(&gi_graph_lock);
    for (size_t i = 0; i < count; i++)
        gi_stream_release(released[i]);
}

bool gi_graph_window_is_elsewhere(const struct gi_graph_window *window,
                                  const struct gi_stream *stream)
{
    for (size_t i = 0; i < window->point_count; i++) {
        if (window->points[i].stream != stream && !is_over(&window->points[i]))
            return true;
    }
    return window->has_lost_points;
}

/* Beside the map and the owners, only calls and work refer to a block. The map has dropped it
 * with a reset. A block without owners ends with the work that uses it. */
static bool is_used(const struct gi_graph_block *block)
{
    return atomic_load(&block->owners) == 0 ||
           atomic_load(&block->rest.allocation->refs) > (block->is_gone ? 1u : 2u);
}

bool gi_graph_window_is_idle(const struct gi_graph_window *window)
{
    const struct gi_graph_block *block = window->blocks;

    if (gi_graph_window_is_elsewhere(window, NULL))
        return false;
    while (block != NULL && (block->is_live || !is_used(block)))
        block = block->next_in_window;
    return block == NULL;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static struct gi_graph_window **window_list_of(struct gi_graph_store *store, gi_handle graph)
{
    return &store->windows[graph % GI_GRAPH_BUCKETS];
}

static uint64_t round_up(uint64_t bytes, uint64_t step)
{
    return (bytes + step - 1) / step * step;
}

static void put_block(struct gi_graph_window *window, struct gi_graph_block *block)
{
    block->window = window;
    block->offset_bytes = window->used_bytes;
    window->used_bytes += round_up(block->size_bytes, GI_HEAP_ALIGNMENT);
    block->next_in_window = window->blocks;
    block->link_in_window = &window->blocks;
    if (window->blocks != NULL)
        window->blocks->link_in_window = &block->next_in_window;
    window->blocks = block;
}

static void list_window(struct gi_graph_window *window, gi_handle graph)
{
    struct gi_graph_window **bucket = window_list_of(window->store, graph);

    window->graph = graph;
    window->next = *bucket;
    *bucket = window;
}

/* A spare window of at least this size, and of no more than a new one would have. */
static struct gi_graph_window *take_spare(struct gi_graph_store *store, uint64_t size_bytes)
{
    struct gi_graph_window **link = &store->spare_windows, *window;

    while (*link != NULL && ((*link)->size_bytes < size_bytes ||
                             (*link)->size_bytes / WINDOW_ROOM > size_bytes))
        link = &(*link)->next;
    window = *link;
    if (window != NULL)
        *link = window->next;
    return window;
}

/* Puts the block into a window that is there. *out_bytes: of all windows of the graph. */
static bool take_present(struct gi_graph_store *store, struct gi_graph_block *block,
                         uint64_t *out_bytes)
{
    struct gi_graph_window *window;
    uint64_t room;

    *out_bytes = 0;
    for (window = *window_list_of(store, block->graph); window != NULL; window = window->next) {
        if (window->graph != block->graph)
            continue;
        room = window->size_bytes - window->used_bytes;
        *out_bytes += window->size_bytes;
        if (block->size_bytes <= room)
            break;
    }
    if (window == NULL) {
        window = take_spare(store, round_up(block->size_bytes, store->chunk_bytes));
        if (window != NULL)
            list_window(window, block->graph);
    }
    if (window != NULL)
        put_block(window, block);
    return window != NULL;
}

static gi_status make_window(struct gi_graph_store *store, struct gi_device_base *base,
                             uint64_t size_bytes, struct gi_graph_window **out_window)
{
    size_t count = size_bytes / store->chunk_bytes;
    struct gi_graph_window *window = calloc(1, sizeof *window + count * sizeof *window->slots);
    gi_status status;

    *out_window = NULL;
    if (window == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the addresses of a graph's memory");
    if (gi_grow((void **)&window->points, &window->point_capacity, FIRST_POINTS,
                sizeof *window->points))
        status = gi_memory_object_reserve(base, size_bytes, base->info.range_granularity_bytes, 0,
                                          &window->memory);
    else
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for the uses of a graph's memory");
    if (status != GI_OK) {
        free(window->points);
        free(window);
        return status;
    }
    window->store = store;
    window->size_bytes = size_bytes;
    window->slot_count = count;
    for (size_t i = 0; i < count; i++)
        window->slots[i].window = window;
    *out_window = window;
    return GI_OK;
}

/* present: of all windows that the graph has. So a graph that grows has few. */
static uint64_t window_bytes(const struct gi_graph_store *store, uint64_t wanted, uint64_t present)
{
    uint64_t most = MOST_CHUNKS * store->chunk_bytes, bytes = wanted > present ? wanted : present;

    if (bytes <= most / WINDOW_ROOM)
        return WINDOW_ROOM * bytes;
    if (bytes <= most)
        return bytes;
    return wanted > most ? wanted : most;
}

gi_status gi_graph_window_take(struct gi_graph_store *store, struct gi_device_base *base,
                               struct gi_graph_block *block)
{
    struct gi_graph_window *window;
    uint64_t present, wanted;
    bool is_there;
    gi_status status;

    if (store->chunk_bytes == 0 || block->size_bytes > store->most_bytes)
        return GI_NOT_SUPPORTED;
    pthread_mutex_lock(&gi_graph_lock);
    is_there = take_present(store, block, &present);
    pthread_mutex_unlock(&gi_graph_lock);
    if (is_there)
        return GI_OK;
    wanted = round_up(block->size_bytes, store->chunk_bytes);
    status = make_window(store, base, window_bytes(store, wanted, present), &window);
    if (status != GI_OK)
        status = make_window(store, base, wanted, &window);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_graph_lock);
    list_window(window, block->graph);
    put_block(window, block);
    pthread_mutex_unlock(&gi_graph_lock);
    return GI_OK;
}

/* The last block of the window has ended, so no work uses the window, whatever its points say.
 * Returns how many streams are the caller's. */
static size_t make_spare(struct gi_graph_window *window, struct gi_stream **streams, size_t room)
{
    struct gi_graph_window **link = window_list_of(window->store, window->graph);
    size_t count = 0;

    while (*link != window)
        link = &(*link)->next;
    *link = window->next;
    window->graph = 0;
    window->used_bytes = 0;
    window->next = window->store->spare_windows;
    window->store->spare_windows = window;
    while (count < room && window->point_count > 0)
        streams[count++] = window->points[--window->point_count].stream;
    window->has_lost_points = false;
    return count;
}

void gi_graph_window_give(struct gi_graph_block *block)
{
    struct gi_graph_window *window = block->window;
    uint64_t end = block->offset_bytes + round_up(block->size_bytes, GI_HEAP_ALIGNMENT);
    struct gi_stream *released[FIRST_POINTS];
    size_t count = 0;

    pthread_mutex_lock(&gi_graph_lock);
    *block->link_in_window = block->next_in_window;
    if (block->next_in_window != NULL)
        block->next_in_window->link_in_window = block->link_in_window;
    if (end == window->used_bytes)
        window->used_bytes = block->offset_bytes;
    if (window->blocks == NULL)
        count = make_spare(window, released, FIRST_POINTS);
    pthread_mutex_unlock(&gi_graph_lock);
    for (size_t i = 0; i < count; i++)
        gi_stream_release(released[i]);
}

void gi_graph_window_end(struct gi_graph_window *window)
{
    for (size_t i = 0; i < window->point_count; i++)
        gi_stream_release(window->points[i].stream);
    gi_memory_object_unref(window->memory);
    free(window->points);
    free(window);
}
