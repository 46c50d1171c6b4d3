#include "handle.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "counters.h"
#include "current.h"
#include "process.h"

/* A handle is a tag (8 bits), a generation (32) and a slot index (24). A slot's word is a
 * generation (32), a live bit (1) and a reference count (31). One compare-and-swap on the word
 * checks that a handle is live and takes a reference. Slots are never freed, so a stale handle can
 * always be checked. The slot of an internal object is never live, so no handle value finds it. */
#define TAG UINT64_C(0x47)
#define INDEX_BITS 24
#define CHUNK_SLOTS 1024u
#define CHUNK_COUNT ((1u << INDEX_BITS) / CHUNK_SLOTS)
#define LIVE (UINT64_C(1) << 31)
#define REFS_MASK (LIVE - 1)
#define LAST_GENERATION UINT32_MAX

struct gi_slot {
    _Atomic uint64_t word;
    struct gi_object *object;
    uint32_t index;
    _Atomic(enum gi_object_kind) kind;   /* of the object; changes with the generation */
    struct gi_slot *next;                /* free, or with the same owner */
    struct gi_slot *previous;            /* with the same owner */
    struct gi_slot *owner;               /* the context that lists it; NULL: none does */
    struct gi_slot *first_owned;         /* of a context */
};

static struct {
    pthread_mutex_t lock;        /* guards free, chunk_count, live and the lists of slots */
    struct gi_slot *free;
    uint32_t chunk_count;
    size_t live[GI_OBJECT_KIND_COUNT];
    _Atomic(struct gi_slot *) chunks[CHUNK_COUNT];       /* last, as most entries stay empty */
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

static uint32_t word_generation(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

const char *gi_object_kind_name(enum gi_object_kind kind)
{
    switch (kind) {
    case GI_OBJECT_STREAM: return "stream";
    case GI_OBJECT_EVENT: return "event";
    case GI_OBJECT_EXTERNAL_MEMORY: return "external memory";
    case GI_OBJECT_EXTERNAL_SEMAPHORE: return "external semaphore";
    case GI_OBJECT_POOL: return "memory pool";
    case GI_OBJECT_LOG_LISTENER: return "log callback";
    case GI_OBJECT_NOTIFICATION: return "asynchronous notification";
    case GI_OBJECT_ARRAY: return "array";
    case GI_OBJECT_MIPMAPPED_ARRAY: return "mipmapped array";
    case GI_OBJECT_TEXTURE: return "texture";
    case GI_OBJECT_SURFACE: return "surface";
    case GI_OBJECT_MODULE: return "module";
    case GI_OBJECT_FUNCTION: return "kernel";
    case GI_OBJECT_LIBRARY: return "library";
    case GI_OBJECT_KERNEL: return "kernel of a library";
    case GI_OBJECT_LINK: return "link";
    case GI_OBJECT_CONTEXT: return "context";
    case GI_OBJECT_PAGES: return "handle of memory pages";
    case GI_OBJECT_GRAPH: return "graph";
    case GI_OBJECT_GRAPH_NODE: return "graph's node";
    case GI_OBJECT_GRAPH_EXEC: return "executable graph";
    case GI_OBJECT_USER_OBJECT: return "user object";
    case GI_OBJECT_GRAPHICS_RESOURCE: return "graphics resource";
    case GI_OBJECT_PROGRAM: return "program of a compiler";
    case GI_OBJECT_KIND_COUNT: break;
    }
    return "object";
}

/* Adds a chunk of free slots. The table's lock is held. */
static bool add_chunk(void)
{
    struct gi_slot *chunk;
    uint32_t first = table.chunk_count * CHUNK_SLOTS;

    if (table.chunk_count == CHUNK_COUNT)
        return false;
    chunk = calloc(CHUNK_SLOTS, sizeof *chunk);
    if (chunk == NULL)
        return false;
    for (uint32_t i = CHUNK_SLOTS; i-- > 0;) {
        atomic_init(&chunk[i].word, UINT64_C(1) << 32);
        chunk[i].index = first + i;
        chunk[i].next = table.free;
        table.free = &chunk[i];
    }
    atomic_store_explicit(&table.chunks[table.chunk_count++], chunk, memory_order_release);
    return true;
}

static void free_slot(struct gi_slot *slot)
{
    slot->next = table.free;
    table.free = slot;
}

static struct gi_slot *take_slot(enum gi_object_kind kind)
{
    struct gi_slot *slot = NULL;

    pthread_mutex_lock(&table.lock);
    if (table.free != NULL || add_chunk()) {
        slot = table.free;
        table.free = slot->next;
        table.live[kind]++;
    }
    pthread_mutex_unlock(&table.lock);
    return slot;
}

static gi_handle handle_of(const struct gi_slot *slot, uint32_t generation)
{
    return TAG << 56 | (uint64_t)generation << INDEX_BITS | slot->index;
}

static struct gi_slot *slot_at(gi_handle handle)
{
    uint32_t index = (uint32_t)(handle & ((1u << INDEX_BITS) - 1));
    struct gi_slot *chunk;

    if (handle >> 56 != TAG)
        return NULL;
    chunk = atomic_load_explicit(&table.chunks[index / CHUNK_SLOTS], memory_order_acquire);
    return chunk != NULL ? &chunk[index % CHUNK_SLOTS] : NULL;
}

/* ---- owners --------------------------------------------------------------------------------- */

/* Memory of pools outlives contexts, so pools do. Libraries and their kernels belong to no
 * context, nor do pages of virtual memory and graphs. */
static bool ends_with_context(enum gi_object_kind kind)
{
    switch (kind) {
    case GI_OBJECT_POOL:
    case GI_OBJECT_LOG_LISTENER:
    case GI_OBJECT_NOTIFICATION:
    case GI_OBJECT_LIBRARY:
    case GI_OBJECT_KERNEL:
    case GI_OBJECT_PAGES:
    case GI_OBJECT_CONTEXT:
    case GI_OBJECT_GRAPH:
    case GI_OBJECT_GRAPH_NODE:
    case GI_OBJECT_GRAPH_EXEC:
    case GI_OBJECT_USER_OBJECT:
    case GI_OBJECT_PROGRAM:
        return false;
    case GI_OBJECT_STREAM:
    case GI_OBJECT_EVENT:
    case GI_OBJECT_EXTERNAL_MEMORY:
    case GI_OBJECT_EXTERNAL_SEMAPHORE:
    case GI_OBJECT_ARRAY:
    case GI_OBJECT_MIPMAPPED_ARRAY:
    case GI_OBJECT_TEXTURE:
    case GI_OBJECT_SURFACE:
    case GI_OBJECT_GRAPHICS_RESOURCE:
    case GI_OBJECT_MODULE:
    case GI_OBJECT_FUNCTION:
    case GI_OBJECT_LINK:
    case GI_OBJECT_KIND_COUNT:
        break;
    }
    return true;
}

/* The table's lock is held for the next two. */
static void disown(struct gi_slot *slot)
{
    if (slot->owner == NULL)
        return;
    if (slot->next != NULL)
        slot->next->previous = slot->previous;
    if (slot->previous != NULL)
        slot->previous->next = slot->next;
    else
        slot->owner->first_owned = slot->next;
    slot->owner = NULL;
}

static void own(struct gi_slot *owner, struct gi_slot *slot)
{
    slot->owner = owner;
    slot->previous = NULL;
    slot->next = owner->first_owned;
    if (slot->next != NULL)
        slot->next->previous = slot;
    owner->first_owned = slot;
}

/* Makes the handle of a filled slot live, and lists it with its owner. Both happen under the lock,
 * so the end of the owner finds it. False if the owner has ended. */
static bool begin_owned(struct gi_slot *slot, uint64_t word, gi_handle owner)
{
    bool is_live;

    pthread_mutex_lock(&table.lock);
    is_live = gi_handle_is_live(owner);
    if (is_live) {
        own(slot_at(owner), slot);
        atomic_store_explicit(&slot->word, word, memory_order_release);
    } else {
        slot->object = NULL;
        table.live[slot->kind]--;
        free_slot(slot);
    }
    pthread_mutex_unlock(&table.lock);
    return is_live;
}

/* ---- making and finding --------------------------------------------------------------------- */

gi_status gi_handle_create_owned(struct gi_object *object, enum gi_object_kind kind,
                                 gi_handle owner, void (*finish)(struct gi_object *object),
                                 gi_handle *out_handle)
{
    struct gi_slot *slot = take_slot(kind);
    uint64_t live = out_handle != NULL ? LIVE : 0;
    uint64_t word;

    if (out_handle != NULL)
        *out_handle = 0;
    if (slot == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no room for another %s handle",
                       gi_object_kind_name(kind));
    object->slot = slot;
    object->kind = kind;
    object->finish = finish;
    object->context = ends_with_context(kind) ? owner : 0;
    slot->object = object;
    atomic_store_explicit(&slot->kind, kind, memory_order_relaxed);
    word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    word = (uint64_t)word_generation(word) << 32 | live | 1;
    if (out_handle != NULL)
        *out_handle = handle_of(slot, word_generation(word));
    if (owner == 0 || out_handle == NULL || !ends_with_context(kind)) {
        atomic_store_explicit(&slot->word, word, memory_order_release);
        return GI_OK;            /* a reset may have ended the object by now */
    }
    if (begin_owned(slot, word, owner))
        return GI_OK;
    *out_handle = 0;
    return gi_fail(GI_CONTEXT_DESTROYED, "a new %s: its context 0x%llx was destroyed",
                   gi_object_kind_name(kind), (unsigned long long)owner);
}

gi_status gi_handle_create(struct gi_object *object, enum gi_object_kind kind,
                           void (*finish)(struct gi_object *object), gi_handle *out_handle)
{
    return gi_handle_create_owned(object, kind, gi_current_context(), finish, out_handle);
}

gi_handle gi_handle_of(const struct gi_object *object)
{
    uint64_t word = atomic_load_explicit(&object->slot->word, memory_order_relaxed);

    return handle_of(object->slot, word_generation(word));
}

/* The error for a handle that names no live object of the kind. */
static gi_status failure_of(gi_handle handle, enum gi_object_kind kind)
{
    switch (kind) {
    case GI_OBJECT_STREAM:
    case GI_OBJECT_EVENT:
    case GI_OBJECT_ARRAY:
    case GI_OBJECT_MIPMAPPED_ARRAY:
        return handle != 0 ? GI_STALE_HANDLE : GI_INVALID_HANDLE;
    case GI_OBJECT_PAGES:
    case GI_OBJECT_GRAPH:
    case GI_OBJECT_GRAPH_NODE:
    case GI_OBJECT_GRAPH_EXEC:
    case GI_OBJECT_USER_OBJECT:
        return GI_INVALID_VALUE;
    case GI_OBJECT_EXTERNAL_MEMORY:
    case GI_OBJECT_EXTERNAL_SEMAPHORE:
    case GI_OBJECT_POOL:
    case GI_OBJECT_LOG_LISTENER:
    case GI_OBJECT_NOTIFICATION:
    case GI_OBJECT_TEXTURE:
    case GI_OBJECT_SURFACE:
    case GI_OBJECT_GRAPHICS_RESOURCE:
    case GI_OBJECT_MODULE:
    case GI_OBJECT_FUNCTION:
    case GI_OBJECT_LIBRARY:
    case GI_OBJECT_KERNEL:
    case GI_OBJECT_LINK:
    case GI_OBJECT_CONTEXT:
    case GI_OBJECT_PROGRAM:
    case GI_OBJECT_KIND_COUNT:
        break;
    }
    return GI_INVALID_HANDLE;
}

static gi_status not_a_handle(gi_handle handle, enum gi_object_kind kind)
{
    return gi_fail(failure_of(handle, kind), "%s handle 0x%llx is not a handle of this library",
                   gi_object_kind_name(kind), (unsigned long long)handle);
}

static gi_status stale_handle(gi_handle handle, enum gi_object_kind kind)
{
    return gi_fail(failure_of(handle, kind), "%s handle 0x%llx was destroyed before",
                   gi_object_kind_name(kind), (unsigned long long)handle);
}

static gi_status wrong_kind(gi_handle handle, enum gi_object_kind kind, enum gi_object_kind found)
{
    return gi_fail(failure_of(handle, kind), "handle 0x%llx is of kind %s, not %s",
                   (unsigned long long)handle, gi_object_kind_name(found),
                   gi_object_kind_name(kind));
}

/* Takes a reference if the slot's word still has this generation and is live. */
static bool ref_if_live(struct gi_slot *slot, uint32_t generation)
{
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed);

    do {
        if (word_generation(word) != generation || (word & LIVE) == 0)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&slot->word, &word, word + 1,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

bool gi_handle_is_live(gi_handle handle)
{
    const struct gi_slot *slot = slot_at(handle);
    uint64_t word = slot != NULL ? atomic_load_explicit(&slot->word, memory_order_acquire) : 0;

    return (word & LIVE) != 0 && word_generation(word) == (uint32_t)(handle >> INDEX_BITS);
}

gi_status gi_handle_check_current(void)
{
    gi_handle context = gi_current_context();

    if (context == 0 || gi_handle_is_live(context))
        return GI_OK;
    return gi_fail(GI_CONTEXT_DESTROYED, "the calling thread's current context 0x%llx was "
                   "destroyed", (unsigned long long)context);
}

gi_status gi_handle_acquire(gi_handle handle, enum gi_object_kind kind,
                            struct gi_object **out_object)
{
    struct gi_slot *slot = slot_at(handle);
    uint32_t generation = (uint32_t)(handle >> INDEX_BITS);
    gi_status status = gi_process_check();

    *out_object = NULL;
    if (status != GI_OK)
        return status;
    if (slot == NULL)
        return not_a_handle(handle, kind);
    if (!ref_if_live(slot, generation))
        return stale_handle(handle, kind);
    if (slot->object->kind != kind) {
        enum gi_object_kind found = slot->object->kind;

        gi_object_unref(slot->object);
        return wrong_kind(handle, kind, found);
    }
    *out_object = slot->object;
    return GI_OK;
}

gi_handle gi_handle_owner(gi_handle handle)
{
    struct gi_slot *slot = slot_at(handle);
    gi_handle owner = 0;

    if (slot != NULL && ref_if_live(slot, (uint32_t)(handle >> INDEX_BITS))) {
        owner = slot->object->context;
        gi_object_unref(slot->object);
    }
    return owner;
}

bool gi_handle_end(struct gi_object *object)
{
    uint64_t word = atomic_load_explicit(&object->slot->word, memory_order_acquire);

    do {
        if ((word & LIVE) == 0)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&object->slot->word, &word, word & ~LIVE,
                                                    memory_order_acq_rel, memory_order_acquire));
    gi_object_unref(object);
    return true;
}

gi_status gi_handle_retire(gi_handle handle, enum gi_object_kind kind,
                           struct gi_object **out_object)
{
    struct gi_slot *slot = slot_at(handle);
    uint32_t generation = (uint32_t)(handle >> INDEX_BITS);
    gi_status status = gi_process_check();
    enum gi_object_kind found;
    uint64_t word;

    if (out_object != NULL)
        *out_object = NULL;
    if (status != GI_OK)
        return status;
    if (slot == NULL)
        return not_a_handle(handle, kind);
    word = atomic_load_explicit(&slot->word, memory_order_acquire);
    do {
        found = atomic_load_explicit(&slot->kind, memory_order_relaxed);
        if (word_generation(word) != generation || (word & LIVE) == 0)
            return stale_handle(handle, kind);
        if (found != kind)
            return wrong_kind(handle, kind, found);
    } while (!atomic_compare_exchange_weak_explicit(&slot->word, &word, word & ~LIVE,
                                                    memory_order_acq_rel, memory_order_acquire));
    if (out_object != NULL)
        *out_object = slot->object;      /* with the handle's reference */
    else
        gi_object_unref(slot->object);
    return GI_OK;
}

/* ---- ending many ---------------------------------------------------------------------------- */

/* Ends the handle of an object, which the caller has a reference to. Another thread may retire the
 * same handle first, and then does the rest. Drops the reference. */
static void retire_one(struct gi_object *object, void (*begin_end)(struct gi_object *object))
{
    struct gi_object *retired;

    if (gi_handle_retire(gi_handle_of(object), object->kind, &retired) == GI_OK) {
        begin_end(retired);
        gi_object_unref(retired);
    }
    gi_object_unref(object);
}

/* Returns the object of a slot with a reference, if it is live and belongs to the device and to no
 * created context. */
static struct gi_object *ref_of_device(struct gi_slot *slot, const struct gi_device *device)
{
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_acquire);

    if ((word & LIVE) == 0 || !ref_if_live(slot, word_generation(word)))
        return NULL;
    if (slot->object->device == device && slot->object->context == 0)
        return slot->object;
    gi_object_unref(slot->object);
    return NULL;
}

void gi_handle_retire_all(const struct gi_device *device,
                          void (*begin_end)(struct gi_object *object))
{
    for (uint32_t i = 0; i < CHUNK_COUNT; i++) {
        struct gi_slot *chunk = atomic_load_explicit(&table.chunks[i], memory_order_acquire);

        if (chunk == NULL)
            break;
        for (uint32_t j = 0; j < CHUNK_SLOTS; j++) {
            struct gi_object *object = ref_of_device(&chunk[j], device);

            if (object != NULL)
                retire_one(object, begin_end);
        }
    }
}

/* Takes one live object off a context's list, with a reference; NULL if there is none left. */
static struct gi_object *take_owned(struct gi_slot *owner)
{
    struct gi_object *object = NULL;
    uint64_t looked_at = 0;

    pthread_mutex_lock(&table.lock);
    while (object == NULL && owner->first_owned != NULL) {
        struct gi_slot *slot = owner->first_owned;
        uint64_t word = atomic_load_explicit(&slot->word, memory_order_acquire);

        disown(slot);
        looked_at++;
        if (ref_if_live(slot, word_generation(word)))
            object = slot->object;
    }
    pthread_mutex_unlock(&table.lock);
    gi_count(GI_COUNT_ENDED_WITH_CONTEXT, looked_at);
    return object;
}

void gi_handle_retire_context(const struct gi_object *context,
                              void (*begin_end)(struct gi_object *object))
{
    struct gi_object *object;

    while ((object = take_owned(context->slot)) != NULL)
        retire_one(object, begin_end);
}

/* ---- references ----------------------------------------------------------------------------- */

void gi_object_ref(struct gi_object *object)
{
    atomic_fetch_add_explicit(&object->slot->word, 1, memory_order_relaxed);
}

void gi_object_unref(struct gi_object *object)
{
    struct gi_slot *slot = object->slot;
    enum gi_object_kind kind = object->kind;     /* read before the reference is gone */
    uint64_t old = atomic_fetch_sub_explicit(&slot->word, 1, memory_order_acq_rel);
    uint32_t generation = word_generation(old);

    if ((old & REFS_MASK) != 1)
        return;
    object->finish(object);
    slot->object = NULL;
    if (generation != LAST_GENERATION)
        atomic_store_explicit(&slot->word, (uint64_t)(generation + 1) << 32, memory_order_release);
    pthread_mutex_lock(&table.lock);
    table.live[kind]--;
    disown(slot);
    if (generation != LAST_GENERATION)       /* a slot with the last generation is never used again:
                                                a repeated generation could match an old handle */
        free_slot(slot);
    pthread_mutex_unlock(&table.lock);
}

size_t gi_handle_live_count(enum gi_object_kind kind)
{
    size_t count;

    pthread_mutex_lock(&table.lock);
    count = table.live[kind];
    pthread_mutex_unlock(&table.lock);
    return count;
}
