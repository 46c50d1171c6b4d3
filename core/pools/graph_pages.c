#include "graph_pages.h"

#include <stdlib.h>

#include "base/process.h"
#include "base/vector.h"
#include "contract/calls.h"
#include "graph_shares.h"
#include "graph_windows.h"
#include "memory/memory_object.h"
#include "stream/settle.h"
#include "stream/stream.h"
#include "stream/stream_state.h"

pthread_mutex_t gi_graph_turn = PTHREAD_MUTEX_INITIALIZER;

/* The plan of a launch, or of a trim, for one device. */
struct plan {
    struct gi_graph_store *store;
    struct gi_stream *stream;            /* of the launch */
    struct gi_graph_slot **slots;        /* that it uses */
    size_t count, capacity;
    struct gi_graph_window **changed;    /* with slots that are cleared or placed */
    size_t changed_count, changed_capacity;
    struct gi_graph_chunk **chunks;      /* of the device, and what is known of each */
    struct gi_share_chunk *facts;
    size_t chunk_count;
    struct gi_graph_waits *waits;
};

static gi_status no_plan_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to plan the memory of a graph");
}

uint64_t gi_graph_pages_bytes(const struct gi_graph_store *store)
{
    return store->chunk_count * store->chunk_bytes;
}

/* ---- slots and chunks ------------------------------------------------------------------------ */

static gi_status note_changed(struct plan *plan, struct gi_graph_window *window)
{
    if (window->is_changed)
        return GI_OK;
    if (!gi_grow((void **)&plan->changed, &plan->changed_capacity, plan->changed_count + 1,
                 sizeof(struct gi_graph_window *)))
        return no_plan_memory();
    plan->changed[plan->changed_count++] = window;
    window->is_changed = true;
    return GI_OK;
}

static void detach(struct gi_graph_slot *slot)
{
    struct gi_graph_slot **link;

    if (slot->chunk == NULL)
        return;
    for (link = &slot->chunk->slots; *link != slot; link = &(*link)->next)
        ;
    *link = slot->next;
    slot->chunk = NULL;
}

static gi_status clear(struct plan *plan, struct gi_graph_slot *slot)
{
    gi_status status = note_changed(plan, slot->window);

    if (status != GI_OK)
        return status;
    detach(slot);
    slot->is_cleared = true;
    return GI_OK;
}

/* Clears the slots of a chunk but one, which may be NULL. */
static gi_status evict(struct plan *plan, struct gi_graph_chunk *chunk,
                       const struct gi_graph_slot *but)
{
    struct gi_graph_slot *slot = chunk->slots, *next;
    gi_status status = GI_OK;

    for (; slot != NULL && status == GI_OK; slot = next) {
        next = slot->next;
        if (slot != but)
            status = clear(plan, slot);
    }
    return status;
}

static gi_status attach(struct plan *plan, struct gi_graph_slot *slot,
                        struct gi_graph_chunk *chunk)
{
    gi_status status = slot->chunk != NULL ? clear(plan, slot)
                                           : note_changed(plan, slot->window);

    if (status != GI_OK)
        return status;
    slot->chunk = chunk;
    slot->next = chunk->slots;
    chunk->slots = slot;
    chunk->is_taken = true;
    slot->is_placed = true;
    return GI_OK;
}

/* ---- the driver's part ----------------------------------------------------------------------- */

enum { PLACES = 32 };                    /* in one call of the driver */

static gi_status place_some(const struct gi_graph_window *window,
                            const struct gi_range_place *places, size_t count)
{
    if (count == 0 || gi_process_is_leaving())
        return GI_OK;
    return gi_call_place(window->memory, places, count);
}

/* Has the driver take chunks away from a window's slots, or give them some. On failure some may
 * have theirs. */
static gi_status place_chunks(const struct gi_graph_window *window, bool away)
{
    struct gi_range_place places[PLACES];
    uint64_t bytes = window->store->chunk_bytes;
    gi_status status = GI_OK;
    size_t count = 0;

    for (size_t i = 0; i < window->slot_count && status == GI_OK; i++) {
        const struct gi_graph_slot *slot = &window->slots[i];

        if (away ? !slot->is_cleared : !slot->is_placed)
            continue;
        places[count++] = (struct gi_range_place){
            .offset_bytes = i * bytes, .size_bytes = bytes,
            .pages = away ? NULL : slot->chunk->memory,
        };
        if (count == PLACES) {
            status = place_some(window, places, count);
            count = 0;
        }
    }
    return status == GI_OK ? place_some(window, places, count) : status;
}

/* The driver could not place the chunks of all slots: none gets one. */
static void take_back(struct gi_graph_window *window)
{
    for (size_t i = 0; i < window->slot_count; i++) {
        struct gi_graph_slot *slot = &window->slots[i];

        if (slot->is_placed)
            detach(slot);
        slot->is_cleared = slot->is_placed;
        slot->is_placed = false;
    }
    (void)!place_chunks(window, true);   /* taking away cannot fail */
}

/* Two addresses of one chunk: commands on both are kept in order. */
static void note_places(const struct gi_graph_slot *slot)
{
    const struct gi_graph_slot *other;

    if (slot->chunk->slots->next == NULL)
        return;
    for (other = slot->chunk->slots; other != NULL; other = other->next) {
        if (!gi_memory_object_may_repeat(other->window->memory))
            gi_memory_object_note_places(other->window->memory);
    }
}

static void end_changes(struct gi_graph_window *window)
{
    for (size_t i = 0; i < window->slot_count; i++) {
        struct gi_graph_slot *slot = &window->slots[i];

        if (slot->is_placed)
            note_places(slot);
        slot->is_cleared = slot->is_placed = false;
    }
    window->is_changed = false;
}

/* Where status is an error, slots are only cleared. */
static gi_status apply(struct plan *plan, gi_status status)
{
    for (size_t i = 0; i < plan->changed_count; i++)
        (void)!place_chunks(plan->changed[i], true);
    for (size_t i = 0; i < plan->changed_count; i++) {
        if (status == GI_OK)
            status = place_chunks(plan->changed[i], false);
        if (status != GI_OK)
            take_back(plan->changed[i]);
        end_changes(plan->changed[i]);
    }
    plan->changed_count = 0;
    return status;
}

/* ---- trims ----------------------------------------------------------------------------------- */

static bool can_end(const struct gi_graph_chunk *chunk)
{
    const struct gi_graph_slot *slot = chunk->slots;

    while (slot != NULL && slot->live == 0 && gi_graph_window_is_idle(slot->window))
        slot = slot->next;
    return slot == NULL && !chunk->is_taken;
}

/* Takes the chunks that nothing uses out of the list. */
static struct gi_graph_chunk *unlist_idle(struct plan *plan)
{
    struct gi_graph_chunk **link = &plan->store->chunks, *idle = NULL;

    pthread_mutex_lock(&gi_graph_lock);
    while (*link != NULL) {
        struct gi_graph_chunk *chunk = *link;

        if (!can_end(chunk) || evict(plan, chunk, NULL) != GI_OK) {
            link = &chunk->next;
            continue;
        }
        *link = chunk->next;
        chunk->next = idle;
        idle = chunk;
        plan->store->chunk_count--;
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return idle;
}

static bool has_chunks(const struct gi_graph_window *window)
{
    size_t i = 0;

    while (i < window->slot_count && window->slots[i].chunk == NULL)
        i++;
    return i < window->slot_count;
}

static struct gi_graph_window *unlist_spare(struct gi_graph_store *store)
{
    struct gi_graph_window **link = &store->spare_windows, *ended = NULL;

    pthread_mutex_lock(&gi_graph_lock);
    while (*link != NULL) {
        struct gi_graph_window *window = *link;

        if (has_chunks(window) || !gi_graph_window_is_idle(window)) {
            link = &window->next;
            continue;
        }
        *link = window->next;
        window->next = ended;
        ended = window;
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return ended;
}

void gi_graph_pages_trim(struct gi_graph_store *store)
{
    struct plan plan = { .store = store };
    struct gi_graph_chunk *chunk = unlist_idle(&plan), *next;
    struct gi_graph_window *window, *after;

    (void)!apply(&plan, GI_OK);
    free(plan.changed);
    for (; chunk != NULL; chunk = next) {
        next = chunk->next;
        gi_memory_object_unref(chunk->memory);
        free(chunk);
    }
    for (window = unlist_spare(store); window != NULL; window = after) {
        after = window->next;
        gi_graph_window_end(window);
    }
}

void gi_graph_pages_give_back(struct gi_graph_store *store)
{
    if (pthread_mutex_trylock(&gi_graph_turn) != 0)
        return;
    gi_graph_pages_trim(store);
    pthread_mutex_unlock(&gi_graph_turn);
}

/* ---- new chunks ------------------------------------------------------------------------------ */

static void raise_to(uint64_t *high, uint64_t bytes)
{
    *high = bytes > *high ? bytes : *high;
}

static gi_status make_chunk(struct gi_graph_store *store, struct gi_device_base *base,
                            struct gi_graph_chunk **out_chunk)
{
    struct gi_graph_chunk *chunk = calloc(1, sizeof *chunk);
    gi_status status;

    *out_chunk = NULL;
    if (chunk == NULL)
        return no_plan_memory();
    status = gi_memory_object_allocate(base, store->chunk_bytes, GI_MEMORY_PAGES, &chunk->memory);
    if (status != GI_OK) {
        free(chunk);
        return status;
    }
    pthread_mutex_lock(&gi_graph_lock);
    chunk->next = store->chunks;
    store->chunks = chunk;
    store->chunk_count++;
    raise_to(&store->chunk_high_bytes, gi_graph_pages_bytes(store));
    raise_to(&store->chunk_reserved_high_bytes, gi_graph_pages_bytes(store));
    pthread_mutex_unlock(&gi_graph_lock);
    *out_chunk = chunk;
    return GI_OK;
}

static gi_status give_new(struct plan *plan, struct gi_graph_slot *slot)
{
    struct gi_device_base *base = slot->window->memory->device;
    struct gi_graph_chunk *chunk;
    gi_status status = make_chunk(plan->store, base, &chunk);

    if (status == GI_OUT_OF_MEMORY) {
        plan->store->device->reclaim(plan->store->device);
        status = make_chunk(plan->store, base, &chunk);
    }
    return status == GI_OK ? attach(plan, slot, chunk) : status;
}

/* ---- choices --------------------------------------------------------------------------------- */

/* A chunk as all slots make it but one, which may be NULL. The lock is held. */
static struct gi_share_chunk facts_of(const struct gi_graph_chunk *chunk,
                                      const struct gi_graph_slot *but,
                                      const struct gi_stream *stream)
{
    struct gi_share_chunk facts = { .is_taken = chunk->is_taken };

    for (const struct gi_graph_slot *slot = chunk->slots; slot != NULL; slot = slot->next) {
        if (slot == but)
            continue;
        facts.has_slots = true;
        facts.is_live |= slot->live > 0;
        facts.is_alone |= slot->is_alone;
        facts.is_elsewhere |= gi_graph_window_is_elsewhere(slot->window, stream);
        facts.is_used |= !gi_graph_window_is_idle(slot->window);
    }
    return facts;
}

static enum gi_share_way way_of(const struct plan *plan, const struct gi_graph_slot *slot)
{
    struct gi_share_slot facts = { .is_alone = slot->wants_alone };

    pthread_mutex_lock(&gi_graph_lock);
    facts.is_used = slot->live > 0 || !gi_graph_window_is_idle(slot->window);
    facts.others = facts_of(slot->chunk, slot, plan->stream);
    pthread_mutex_unlock(&gi_graph_lock);
    return gi_share_stay(&facts);
}

/* The launch waits for what other streams do with the slot's chunk. */
static gi_status wait_for_chunk(struct plan *plan, const struct gi_graph_slot *slot)
{
    struct gi_graph_waits *waits = plan->waits;
    gi_status status = GI_OK;

    pthread_mutex_lock(&gi_graph_lock);
    for (slot = slot->chunk->slots; slot != NULL && status == GI_OK; slot = slot->next) {
        const struct gi_graph_window *window = slot->window;

        if (!gi_grow((void **)&waits->items, &waits->capacity,
                     waits->count + window->point_count, sizeof *waits->items))
            status = no_plan_memory();
        for (size_t i = 0; i < window->point_count && status == GI_OK; i++) {
            if (window->points[i].stream == plan->stream)
                continue;
            gi_object_ref(&window->points[i].stream->object);
            waits->items[waits->count++] = window->points[i];
        }
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return status;
}

static gi_status leave_blocked(struct plan *plan, const struct gi_graph_slot *slot)
{
    uint64_t address = slot->window->memory->device_address;

    gi_settle(plan->store->device, "launch of a graph with memory at", address);
    if (way_of(plan, slot) != GI_SHARE_BLOCKED)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "launch: memory of the graph at 0x%llx is still in use, and "
                   "other graphs share it", (unsigned long long)address);
}

/* Decides for a slot that has a chunk. *out_leaves: it needs another one. */
static gi_status stay(struct plan *plan, struct gi_graph_slot *slot, bool *out_leaves)
{
    enum gi_share_way way = way_of(plan, slot);
    gi_status status = GI_OK;

    if (way == GI_SHARE_BLOCKED) {
        status = leave_blocked(plan, slot);
        way = status == GI_OK ? way_of(plan, slot) : way;
    }
    *out_leaves = status == GI_OK && way == GI_SHARE_LEAVE;
    if (status != GI_OK || *out_leaves)
        return status;
    slot->chunk->is_taken = true;
    if (way == GI_SHARE_EVICT)
        return evict(plan, slot->chunk, slot);
    return way == GI_SHARE_WAIT ? wait_for_chunk(plan, slot) : GI_OK;
}

static void learn_chunks(struct plan *plan)
{
    pthread_mutex_lock(&gi_graph_lock);
    for (size_t i = 0; i < plan->chunk_count; i++)
        plan->facts[i] = facts_of(plan->chunks[i], NULL, plan->stream);
    pthread_mutex_unlock(&gi_graph_lock);
}

static gi_status find_room(struct plan *plan, struct gi_graph_slot *slot)
{
    size_t found = gi_share_find(plan->facts, plan->chunk_count, slot->wants_alone);
    struct gi_graph_chunk *chunk;
    gi_status status = GI_OK;

    if (found == plan->chunk_count)
        return give_new(plan, slot);
    chunk = plan->chunks[found];
    plan->facts[found].is_taken = true;
    if (slot->wants_alone || plan->facts[found].is_alone)
        status = evict(plan, chunk, NULL);
    return status == GI_OK ? attach(plan, slot, chunk) : status;
}

static gi_status choose(struct plan *plan)
{
    bool *leaves = calloc(plan->count, sizeof *leaves);
    gi_status status = leaves != NULL ? GI_OK : no_plan_memory();

    for (size_t i = 0; i < plan->count && status == GI_OK; i++) {
        if (plan->slots[i]->chunk != NULL)
            status = stay(plan, plan->slots[i], &leaves[i]);
    }
    if (status == GI_OK)
        learn_chunks(plan);
    for (size_t i = 0; i < plan->count && status == GI_OK; i++) {
        if (leaves[i] || plan->slots[i]->chunk == NULL)
            status = find_room(plan, plan->slots[i]);
    }
    free(leaves);
    return status;
}

/* ---- a launch -------------------------------------------------------------------------------- */

/* Whether the slot's chunk is right as it is, as in each launch but the first of a program that
 * launches in one stream. */
static bool chunk_fits(const struct gi_graph_slot *slot, const struct gi_stream *stream)
{
    const struct gi_graph_slot *other;

    if (slot->chunk == NULL)
        return false;
    for (other = slot->chunk->slots; other != NULL; other = other->next) {
        if (other != slot && (slot->wants_alone || other->is_alone || other->is_wanted ||
                              gi_graph_window_is_elsewhere(other->window, stream)))
            return false;
    }
    return true;
}

static bool all_fit(const struct plan *plan)
{
    size_t i = 0;

    pthread_mutex_lock(&gi_graph_lock);
    while (i < plan->count && chunk_fits(plan->slots[i], plan->stream))
        i++;
    pthread_mutex_unlock(&gi_graph_lock);
    return i == plan->count;
}

static gi_status want(struct plan *plan, const struct gi_graph_use *use)
{
    const struct gi_graph_block *block = use->block;
    struct gi_graph_slot *slot = gi_graph_first_slot(block), *last = gi_graph_last_slot(block);

    for (; slot <= last; slot++) {
        slot->wants_alone = (slot->is_wanted && slot->wants_alone) ||
                            use->effect == GI_GRAPH_KEEPS;
        if (slot->is_wanted)
            continue;
        if (!gi_grow((void **)&plan->slots, &plan->capacity, plan->count + 1,
                     sizeof(struct gi_graph_slot *)))
            return no_plan_memory();
        slot->is_wanted = true;
        plan->slots[plan->count++] = slot;
    }
    return GI_OK;
}

static bool needs_slots(const struct gi_graph_use *use, const struct gi_graph_store *store)
{
    return use->block->window != NULL && use->effect != GI_GRAPH_FREES &&
           (store == NULL || use->block->window->store == store);
}

static gi_status list_chunks(struct plan *plan)
{
    size_t count = plan->store->chunk_count, i = 0;

    plan->chunks = calloc(count + 1, sizeof(struct gi_graph_chunk *));
    plan->facts = calloc(count + 1, sizeof *plan->facts);
    if (plan->chunks == NULL || plan->facts == NULL)
        return no_plan_memory();
    for (struct gi_graph_chunk *chunk = plan->store->chunks; chunk != NULL; chunk = chunk->next)
        plan->chunks[i++] = chunk;
    plan->chunk_count = i;
    return GI_OK;
}

static void end_plan(struct plan *plan, gi_status status)
{
    pthread_mutex_lock(&gi_graph_lock);
    for (size_t i = 0; i < plan->count; i++) {
        struct gi_graph_slot *slot = plan->slots[i];

        slot->is_wanted = false;
        if (status == GI_OK)
            slot->is_alone = slot->wants_alone || slot->live > 0;
    }
    pthread_mutex_unlock(&gi_graph_lock);
    for (struct gi_graph_chunk *chunk = plan->store->chunks; chunk != NULL; chunk = chunk->next)
        chunk->is_taken = false;
    free(plan->slots);
    free(plan->changed);
    free(plan->chunks);
    free(plan->facts);
}

/* The uses of one device. */
static gi_status map_on(struct gi_graph_store *store, const struct gi_graph_use *uses,
                        size_t count, struct gi_stream *stream, struct gi_graph_waits *out_waits)
{
    struct plan plan = { .store = store, .stream = stream, .waits = out_waits };
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++) {
        if (needs_slots(&uses[i], store))
            status = want(&plan, &uses[i]);
    }
    if (status == GI_OK && !all_fit(&plan)) {
        status = list_chunks(&plan);
        if (status == GI_OK)
            status = apply(&plan, choose(&plan));
    }
    end_plan(&plan, status);
    return status;
}

/* Whether an earlier use is of the same device. */
static bool was_mapped(const struct gi_graph_use *uses, size_t count,
                       const struct gi_graph_store *store)
{
    size_t i = 0;

    while (i < count && !needs_slots(&uses[i], store))
        i++;
    return i < count;
}

gi_status gi_graph_pages_map(const struct gi_graph_use *uses, size_t count,
                             struct gi_stream *stream, struct gi_graph_waits *out_waits)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_graph_store *store;

        if (!needs_slots(&uses[i], NULL))
            continue;
        store = uses[i].block->window->store;
        if (!was_mapped(uses, i, store))
            status = map_on(store, &uses[i], count - i, stream, out_waits);
    }
    return status;
}

bool gi_graph_pages_are_there(const struct gi_graph_block *block)
{
    const struct gi_graph_slot *slot = gi_graph_first_slot(block);

    while (slot <= gi_graph_last_slot(block) && slot->chunk != NULL)
        slot++;
    return slot > gi_graph_last_slot(block);
}
