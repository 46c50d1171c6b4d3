/* What calls have made: handles, and ranges of memory. The two interfaces have one core, so either
 * destroys what the other made. */
#include "fuzz.h"

#include <pthread.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "base/handle.h"
#include "context/context.h"
#include "memory/allocation.h"
#include "module/library.h"
#include "code/link.h"
#include "module/module.h"
#include "ranges/multicast.h"
#include "ranges/pages.h"
#include "places.h"

enum {
    SLOTS = 24, RANGES = 48, KEPT = 5, KEPT_HOST = 0, KEPT_MANAGED = 1, KEPT_BYTES = 65536,
    CANARY_BYTE = 0x3c
};

/* The first one that the library makes; what has it may be an object of its own. */
#define FIRST_HANDLE UINT64_C(0x4700000001000000)

struct slot {
    uint64_t handle;
    bool is_live;
};

struct range {
    uint64_t base, size_bytes;
    bool is_live, may_touch, is_kept;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot slots[FUZZ_OBJECT_KINDS][SLOTS];
static struct range ranges[RANGES];
static uint64_t canaries[FUZZ_CANARIES];

/* ---- handles --------------------------------------------------------------------------------- */

static void destroy_by_kind(enum fuzz_object_kind kind, uint64_t handle)
{
    void *object = (void *)(uintptr_t)handle;
    gi_status result = GI_OK;

    switch (kind) {
    case FUZZ_STREAM: (void)cudaStreamDestroy(object); return;
    case FUZZ_EVENT: (void)cudaEventDestroy(object); return;
    case FUZZ_MEMORY: (void)cudaDestroyExternalMemory(object); return;
    case FUZZ_SEMAPHORE: (void)cudaDestroyExternalSemaphore(object); return;
    case FUZZ_ARRAY: (void)cudaFreeArray(object); return;
    case FUZZ_MIPMAPPED: (void)cudaFreeMipmappedArray(object); return;
    case FUZZ_POOL: (void)cudaMemPoolDestroy(object); return;
    case FUZZ_TEXTURE: (void)cudaDestroyTextureObject(handle); return;
    case FUZZ_SURFACE: (void)cudaDestroySurfaceObject(handle); return;
    case FUZZ_NOTIFICATION: (void)cudaDeviceUnregisterAsyncNotification(0, object); return;
    case FUZZ_LOG_CALLBACK: (void)cudaLogsUnregisterCallback(object); return;
    case FUZZ_MODULE: result = gi_module_unload(handle); break;
    case FUZZ_LIBRARY: result = gi_library_unload(handle); break;
    case FUZZ_LINK: result = gi_link_end(handle); break;
    case FUZZ_PHYSICAL: result = gi_pages_release(handle); break;
    case FUZZ_CONTEXT: result = gi_context_destroy(handle); break;
    /* Another thread may have destroyed the current context, which these do not need. */
    case FUZZ_GRAPH: (void)cuGraphDestroy(object); return;
    case FUZZ_NODE: (void)cuGraphDestroyNode(object); return;
    case FUZZ_EXEC: (void)cuGraphExecDestroy(object); return;
    case FUZZ_RESOURCE:
        (void)cuGraphicsUnmapResources(1, (CUgraphicsResource *)&object, NULL);
        (void)cuGraphicsUnregisterResource(object);
        return;
    case FUZZ_FUNCTION:          /* these end with their module and library */
    case FUZZ_KERNEL:
    case FUZZ_GRAPH_MEMORY:      /* ends with its graph, or by a free */
    case FUZZ_OBJECT_KINDS: break;
    }
    (void)result;
}

/* Captures, also those of other threads, refuse most of these calls to a thread that is not
 * relaxed. */
static void destroy(enum fuzz_object_kind kind, uint64_t handle)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;

    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    destroy_by_kind(kind, handle);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
}

/* A live one of the kind, or one that was; 0: there is none. */
static uint64_t draw_slot(struct fuzz *f, enum fuzz_object_kind kind, bool live)
{
    uint64_t first = fuzz_below(f, SLOTS), handle = 0;

    pthread_mutex_lock(&lock);
    for (uint64_t i = 0; i < SLOTS && handle == 0; i++) {
        const struct slot *slot = &slots[kind][(first + i) % SLOTS];

        if (slot->handle != 0 && slot->is_live == live)
            handle = slot->handle;
    }
    pthread_mutex_unlock(&lock);
    return handle;
}

uint64_t fuzz_handle(struct fuzz *f, enum fuzz_object_kind kind)
{
    uint64_t drawn = fuzz_options.gl ? FUZZ_OBJECT_KINDS : FUZZ_RESOURCE;
    uint64_t chance = fuzz_below(f, 100);
    enum fuzz_object_kind other = (enum fuzz_object_kind)fuzz_below(f, drawn);
    unsigned bit = (unsigned)fuzz_below(f, 64);
    uint64_t live = draw_slot(f, kind, chance < 90);

    if (chance == 99 && fuzz_may("internal"))
        return FIRST_HANDLE + fuzz_below(f, 6);
    if (kind == FUZZ_STREAM && chance >= 16 && chance < 50 && f->captures[0].stream != 0)
        return f->captures[0].stream;
    if (kind == FUZZ_STREAM && chance < 16)
        return chance % 4;                       /* none and the three of the program's */
    if (chance < 91)
        return live;
    if (chance < 95)
        return draw_slot(f, other, fuzz_chance(f, 70));
    if (chance < 97)
        return live ^ UINT64_C(1) << bit;
    return chance < 98 ? 0 : fuzz_number(f);
}

void fuzz_made(enum fuzz_object_kind kind, uint64_t handle)
{
    struct slot *into = NULL;
    bool is_known = false;

    if (handle == 0)
        return;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[kind][i];

        if (slot->handle == handle || (into == NULL && !slot->is_live))
            into = slot;
        if (slot->handle == handle)
            break;
    }
    /* An import may give a handle that is there, which then has to be released twice. */
    is_known = into != NULL && into->handle == handle && into->is_live && kind == FUZZ_PHYSICAL;
    if (into != NULL)
        *into = (struct slot){ handle, true };
    pthread_mutex_unlock(&lock);
    if (into == NULL || is_known)
        destroy(kind, handle);
}

void fuzz_multicast_made(uint64_t handle)
{
    if (gi_multicast_add_device(handle, 0) == GI_OK)
        fuzz_made(FUZZ_PHYSICAL, handle);
    else
        destroy(FUZZ_PHYSICAL, handle);
}

void fuzz_gone(enum fuzz_object_kind kind, uint64_t handle)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SLOTS; i++) {
        if (slots[kind][i].handle == handle)
            slots[kind][i].is_live = false;
    }
    pthread_mutex_unlock(&lock);
}

void fuzz_handles_look(enum fuzz_object_kind kind)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SLOTS; i++) {
        if (!gi_handle_is_live(slots[kind][i].handle))
            slots[kind][i].is_live = false;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static void allocate_kept(struct range *range, size_t i)
{
    void *pointer = NULL;
    cudaError_t result;

    if (i == KEPT_HOST)
        result = cudaMallocHost(&pointer, KEPT_BYTES);
    else if (i == KEPT_MANAGED)
        result = cudaMallocManaged(&pointer, KEPT_BYTES, cudaMemAttachGlobal);
    else
        result = cudaMalloc(&pointer, KEPT_BYTES);
    if (result != cudaSuccess)
        fuzz_fail("no memory of kind %zu to keep: %s", i, cudaGetErrorName(result));
    *range = (struct range){ (uint64_t)(uintptr_t)pointer, KEPT_BYTES, true, true, true };
}

void fuzz_keep_begin(bool with_canaries)
{
    (void)cudaSetDevice(0);
    for (size_t i = 0; i < FUZZ_CANARIES && with_canaries; i++) {
        void *pointer;

        if (cudaMalloc(&pointer, FUZZ_CANARY_BYTES) != cudaSuccess ||
            cudaMemset(pointer, CANARY_BYTE, FUZZ_CANARY_BYTES) != cudaSuccess)
            fuzz_fail("no memory for canary %zu", i);
        canaries[i] = (uint64_t)(uintptr_t)pointer;
    }
    for (size_t i = 0; i < KEPT; i++)
        allocate_kept(&ranges[i], i);
    if (!fuzz_words_register())
        fuzz_fail("the words to wait for cannot be registered");
    if (cudaDeviceSynchronize() != cudaSuccess)
        fuzz_fail("the canaries are not filled");
}

/* Another thread's capture refuses what is unsafe. */
static bool is_refused_by_capture(cudaError_t result)
{
    return fuzz_options.threads > 1 && (result == cudaErrorStreamCaptureUnsupported ||
                                        result == cudaErrorStreamCaptureImplicit);
}

void fuzz_keep_check(const char *when)
{
    static uint8_t seen[FUZZ_CANARY_BYTES];

    (void)cudaSetDevice(0);      /* another thread may have ended this one's context */
    for (size_t i = 0; i < FUZZ_CANARIES; i++) {
        const void *canary = (const void *)(uintptr_t)canaries[i];
        cudaError_t result = canary == NULL
            ? cudaSuccess : cudaMemcpy(seen, canary, sizeof seen, cudaMemcpyDeviceToHost);

        if (canary == NULL || is_refused_by_capture(result))
            continue;
        if (result != cudaSuccess)
            fuzz_fail("%s: canary %zu cannot be read: %s", when, i, cudaGetErrorName(result));
        for (size_t k = 0; k < sizeof seen; k++) {
            if (seen[k] != CANARY_BYTE)
                fuzz_fail("%s: byte %zu of canary %zu was written", when, k, i);
        }
    }
}

/* A reset in another thread may end the canaries meanwhile. */
static bool is_in_canary(uint64_t pointer)
{
    bool is_in = false;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < FUZZ_CANARIES; i++)
        is_in |= pointer >= canaries[i] && pointer < canaries[i] + FUZZ_CANARY_BYTES;
    pthread_mutex_unlock(&lock);
    return is_in;
}

bool fuzz_canary_within(uint64_t pointer, size_t size_bytes)
{
    bool is_within = false;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < FUZZ_CANARIES; i++)
        is_within |= canaries[i] != 0 && canaries[i] - pointer < size_bytes;
    pthread_mutex_unlock(&lock);
    return is_within;
}

void fuzz_memory_made(uint64_t base, bool may_touch)
{
    struct gi_allocation *allocation = base == 0 ? NULL : gi_allocation_at(base);
    struct range *into = NULL;
    uint64_t size_bytes;

    if (allocation == NULL)
        return;
    size_bytes = allocation->size_bytes - (base - allocation->device_address);
    gi_allocation_unref(allocation);
    pthread_mutex_lock(&lock);
    for (size_t i = KEPT; i < RANGES; i++) {
        if (ranges[i].base == base || (into == NULL && !ranges[i].is_live))
            into = &ranges[i];
        if (ranges[i].base == base)
            break;
    }
    if (into != NULL)
        *into = (struct range){ base, size_bytes, true, may_touch, false };
    pthread_mutex_unlock(&lock);
    if (into == NULL)
        (void)cudaFree((void *)(uintptr_t)base);
}

void fuzz_memory_gone(uint64_t base)
{
    pthread_mutex_lock(&lock);
    for (size_t i = KEPT; i < RANGES; i++) {
        if (ranges[i].base == base)
            ranges[i].is_live = false;
    }
    pthread_mutex_unlock(&lock);
}

/* The lock is held. */
static void look_at_ranges(void)
{
    for (size_t i = 0; i < RANGES; i++) {
        struct gi_allocation *allocation =
            ranges[i].is_live ? gi_allocation_at(ranges[i].base) : NULL;

        ranges[i].is_live = allocation != NULL;
        if (allocation != NULL)
            gi_allocation_unref(allocation);
    }
}

void fuzz_memory_look(void)
{
    pthread_mutex_lock(&lock);
    look_at_ranges();
    pthread_mutex_unlock(&lock);
}

static bool suits(const struct range *range, bool live, bool touchable, bool kept)
{
    return range->base != 0 && range->is_live == live && (!touchable || range->may_touch) &&
           (kept || !range->is_kept);
}

static struct range draw_range(struct fuzz *f, bool live, bool touchable, bool kept)
{
    uint64_t first = fuzz_below(f, RANGES);
    struct range range = { .base = 0 };

    /* Another thread may free whatever it is not told to keep, or all of it. */
    pthread_mutex_lock(&lock);
    for (uint64_t i = 0; i < RANGES && range.base == 0; i++) {
        const struct range *one = &ranges[(first + i) % RANGES];

        if (suits(one, live, touchable, kept) &&
            (!touchable || fuzz_options.threads == 1 || one->is_kept))
            range = *one;
    }
    pthread_mutex_unlock(&lock);
    return range;
}

uint64_t fuzz_live_range(struct fuzz *f, bool touchable, size_t *out_room)
{
    struct range range = draw_range(f, true, touchable, true);
    uint64_t offset = 0;

    if (range.base != 0 && range.size_bytes > 1 && fuzz_chance(f, 60))
        offset = fuzz_below(f, range.size_bytes);
    if (fuzz_chance(f, 70))
        offset &= ~UINT64_C(15);
    *out_room = range.size_bytes - offset;
    return range.base + offset;
}

void *fuzz_touchable(struct fuzz *f, bool is_target, bool takes_ranges, size_t *out_room,
                     bool *out_strict)
{
    size_t offset = fuzz_chance(f, 50) ? 0 : fuzz_below(f, FUZZ_SLOT_BYTES);
    uint8_t *slots_of = is_target ? f->arena.target : f->arena.source;
    uint64_t pointer;

    *out_strict = true;
    if (fuzz_chance(f, 3)) {
        *out_room = FUZZ_SLOT_BYTES;
        return NULL;
    }
    if (takes_ranges && fuzz_chance(f, 45) && !(fuzz_options.resets && fuzz_options.threads > 1)) {
        pointer = fuzz_live_range(f, true, out_room);
        *out_strict = fuzz_options.threads > 1;
        if (pointer != 0)
            return (void *)(uintptr_t)pointer;
    }
    *out_strict = true;
    *out_room = FUZZ_SLOT_BYTES - offset;
    return slots_of + fuzz_below(f, FUZZ_SLOTS) * FUZZ_SLOT_STEP + offset;
}

static uint64_t draw_pointer(struct fuzz *f)
{
    uint64_t chance = fuzz_below(f, 100);
    size_t room;
    struct range range = draw_range(f, chance < 80, false, true);

    if (chance < 60)
        return fuzz_live_range(f, false, &room);
    if (chance < 70 || (chance >= 80 && chance < 88))
        return range.base;
    if (chance < 74)
        return range.base + range.size_bytes;
    if (chance < 76)
        return range.base - 1;
    if (chance < 80)
        return range.base + range.size_bytes + (uint64_t)fuzz_size(f);
    if (chance < 92)
        return (uint64_t)(uintptr_t)f->arena.target + fuzz_below(f, FUZZ_SLOT_BYTES);
    return chance < 94 ? 0 : fuzz_number(f);
}

uint64_t fuzz_pointer(struct fuzz *f)
{
    uint64_t pointer = draw_pointer(f);

    return is_in_canary(pointer) ? 0 : pointer;
}

uint64_t fuzz_managed(struct fuzz *f, size_t *out_size_bytes)
{
    uint64_t base = ranges[KEPT_MANAGED].base, page = 4096;
    uint64_t first = fuzz_below(f, KEPT_BYTES / page);

    *out_size_bytes = fuzz_chance(f, 80) ? KEPT_BYTES - first * page : fuzz_size(f);
    return fuzz_chance(f, 75) ? base + first * page : fuzz_pointer(f);
}

static bool is_in_kept(uint64_t pointer)
{
    for (size_t i = 0; i < KEPT; i++) {
        if (pointer - ranges[i].base < ranges[i].size_bytes)
            return true;
    }
    return false;
}

uint64_t fuzz_victim(struct fuzz *f)
{
    uint64_t pointer = draw_range(f, fuzz_chance(f, 85), false, false).base;

    if (fuzz_chance(f, 15))
        pointer = fuzz_pointer(f);
    else if (fuzz_chance(f, 10))
        pointer = fuzz_handle(f, FUZZ_GRAPH_MEMORY);
    return is_in_canary(pointer) || is_in_kept(pointer) ? 0 : pointer;
}

void *fuzz_pages(struct fuzz *f, size_t *out_size_bytes)
{
    size_t first = fuzz_below(f, FUZZ_PAGES), count = 1 + fuzz_below(f, FUZZ_PAGES - first);
    size_t odd = fuzz_chance(f, 85) ? 0 : fuzz_below(f, FUZZ_PAGE_BYTES);

    *out_size_bytes = count * FUZZ_PAGE_BYTES - odd;
    if (fuzz_chance(f, 4))
        *out_size_bytes = 0;
    if (fuzz_chance(f, 4))
        return NULL;
    return f->arena.pages + first * FUZZ_PAGE_BYTES + odd;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* A reset leaves it, or may do so. */
static bool outlives_resets(enum fuzz_object_kind kind)
{
    return kind == FUZZ_POOL || kind == FUZZ_LOG_CALLBACK || kind == FUZZ_LIBRARY ||
           kind == FUZZ_KERNEL || kind == FUZZ_LINK || kind == FUZZ_PHYSICAL ||
           kind == FUZZ_CONTEXT || kind == FUZZ_GRAPH || kind == FUZZ_NODE || kind == FUZZ_EXEC;
}

void fuzz_end_contexts(void)
{
    uint64_t ended[SLOTS];

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[FUZZ_CONTEXT][i];

        ended[i] = slot->is_live ? slot->handle : 0;
        slot->is_live = false;
    }
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < SLOTS; i++) {
        if (ended[i] != 0)
            destroy(FUZZ_CONTEXT, ended[i]);
    }
}

void fuzz_end_graphs(void)
{
    static const enum fuzz_object_kind kinds[] = { FUZZ_EXEC, FUZZ_GRAPH };

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (size_t i = 0; i < SLOTS; i++) {
            struct slot *slot = &slots[kinds[k]][i];

            if (slot->is_live)
                destroy(kinds[k], slot->handle);
            slot->is_live = false;
        }
    }
}

void fuzz_forget_all(void)
{
    pthread_mutex_lock(&lock);
    for (size_t kind = 0; kind < FUZZ_OBJECT_KINDS; kind++) {
        for (size_t i = 0; i < SLOTS; i++)
            slots[kind][i].is_live &= outlives_resets((enum fuzz_object_kind)kind);
    }
    look_at_ranges();
    memset(canaries, 0, sizeof canaries);
    pthread_mutex_unlock(&lock);
}

void fuzz_destroy_all(void)
{
    for (size_t kind = 0; kind < FUZZ_OBJECT_KINDS; kind++) {
        for (size_t i = 0; i < SLOTS; i++) {
            if (slots[kind][i].is_live)
                destroy((enum fuzz_object_kind)kind, slots[kind][i].handle);
        }
    }
    for (size_t i = 0; i < RANGES; i++) {
        void *base = (void *)(uintptr_t)ranges[i].base;

        if (ranges[i].is_live && cudaFree(base) != cudaSuccess &&
            cudaFreeHost(base) != cudaSuccess)
            (void)cudaHostUnregister(base);
    }
    for (size_t i = 0; i < FUZZ_CANARIES; i++)
        (void)cudaFree((void *)(uintptr_t)canaries[i]);
    fuzz_words_unregister();
    fuzz_forget_all();
}
