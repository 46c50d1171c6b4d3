#include "device_settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/current.h"
#include "cards/device_list.h"
#include "base/process.h"
#include "memory/allocation.h"
#include "memory/kernel_heap.h"
#include "queue/context_state.h"
#include "queue/device_state.h"

#define WAYS_TO_WAIT (GI_DEVICE_SPIN | GI_DEVICE_YIELD | GI_DEVICE_SLEEP)
#define HIGHEST_STACK_BYTES UINT64_C(524288)
#define STACK_STEP_BYTES UINT64_C(16)
#define HIGHEST_L2_FETCH_BYTES UINT64_C(128)

struct gi_settings {
    uint64_t limits[GI_LIMIT_COUNT];
    uint64_t stack_room_bytes;   /* the room for stacks that setters have made; 0 before */
    int preferred_cache;
};

/* The values of a device without settings, as the vendor's library returns them. */
static const struct gi_settings untouched = {
    .limits = {
        [GI_LIMIT_STACK] = 1024,
        [GI_LIMIT_PRINTF_BUFFER] = 8650752,
        [GI_LIMIT_MALLOC_HEAP] = 8388608,
        [GI_LIMIT_PENDING_LAUNCHES] = 2048,
        [GI_LIMIT_L2_FETCH_GRANULARITY] = 64,
    },
};

/* The range to which a value is clamped, for limits that refuse no value. */
static const struct {
    uint64_t lowest, highest;    /* 0, 0: the limit has its own rule */
} ranges[GI_LIMIT_COUNT] = {
    [GI_LIMIT_PRINTF_BUFFER] = { UINT64_C(1) << 20, UINT64_C(1) << 32 },
    [GI_LIMIT_MALLOC_HEAP] = { UINT64_C(1) << 22, UINT64_C(1) << 40 },
    [GI_LIMIT_PENDING_LAUNCHES] = { 32, 65536 },
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards those of contexts, too */
static struct gi_settings *all;     /* by ordinal; NULL until something is set on any device */
static _Atomic(atomic_uint *) flags_of_all;      /* by ordinal, 0 for a device without; NULL until a
                                                    program sets flags; read without the lock */

/* The settings of a device, for a change. The lock is held. NULL if memory is short. */
static struct gi_settings *writable(int ordinal)
{
    int count = gi_device_list_count();

    if (all == NULL) {
        all = calloc((size_t)count, sizeof *all);
        for (int i = 0; all != NULL && i < count; i++)
            all[i] = untouched;
    }
    return all != NULL ? &all[ordinal] : NULL;
}

static void read_settings(int ordinal, struct gi_settings *out)
{
    pthread_mutex_lock(&lock);
    *out = all != NULL ? all[ordinal] : untouched;
    pthread_mutex_unlock(&lock);
}

static gi_status no_setting_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to note a setting of a device");
}

/* ---- of the current context ----------------------------------------------------------------- */

/* The settings of the current context while they are changed. */
struct change {
    struct gi_context *context;          /* referenced; NULL: a primary one */
    struct gi_settings *settings;
};

/* The settings of a created context, for a change. The lock is held. NULL if memory is short. */
static struct gi_settings *writable_of(struct gi_context *context)
{
    if (context->settings == NULL)
        context->settings = malloc(sizeof *context->settings);
    else
        return context->settings;
    if (context->settings != NULL)
        *context->settings = untouched;
    return context->settings;
}

static gi_status acquire_current(struct gi_context **out_context)
{
    *out_context = NULL;
    return gi_current_context() != 0 ? gi_context_acquire(gi_current_context(), out_context)
                                     : GI_OK;
}

static void end_change(const struct change *change)
{
    pthread_mutex_unlock(&lock);
    if (change->context != NULL)
        gi_object_unref(&change->context->object);
}

/* Takes the lock, which end_change releases. */
static gi_status begin_change(struct change *change)
{
    gi_status status = acquire_current(&change->context);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    change->settings = change->context != NULL ? writable_of(change->context)
                                               : writable(gi_device_current_ordinal());
    if (change->settings != NULL)
        return GI_OK;
    end_change(change);
    return no_setting_memory();
}

static gi_status read_current(struct gi_settings *out)
{
    struct gi_context *context;
    gi_status status = acquire_current(&context);

    *out = untouched;
    if (status != GI_OK)
        return status;
    if (context == NULL) {
        read_settings(gi_device_current_ordinal(), out);
        return GI_OK;
    }
    pthread_mutex_lock(&lock);
    if (context->settings != NULL)
        *out = *context->settings;
    pthread_mutex_unlock(&lock);
    gi_object_unref(&context->object);
    return GI_OK;
}

/* ---- flags, of a device --------------------------------------------------------------------- */

gi_status gi_device_check_flags(uint32_t flags, uint32_t known_flags)
{
    uint32_t wait = flags & WAYS_TO_WAIT;

    if ((flags & ~known_flags) != 0)
        return gi_fail(GI_INVALID_VALUE, "device flags are 0x%x; only the bits 0x%x exist", flags,
                       known_flags);
    if ((wait & (wait - 1)) != 0)
        return gi_fail(GI_INVALID_VALUE, "device flags are 0x%x; of 1 (spin), 2 (yield) and 4 "
                       "(sleep) at most one may be set", flags);
    return GI_OK;
}

/* The flags of all devices, for a change. The lock is held. NULL if memory is short. */
static atomic_uint *writable_flags(void)
{
    atomic_uint *flags = atomic_load_explicit(&flags_of_all, memory_order_relaxed);

    if (flags == NULL) {
        flags = calloc((size_t)gi_device_list_count(), sizeof *flags);
        atomic_store_explicit(&flags_of_all, flags, memory_order_release);
    }
    return flags;
}

gi_status gi_device_set_flags(int ordinal, uint32_t flags, uint32_t known_flags)
{
    atomic_uint *all_flags;
    gi_status status = gi_device_check(ordinal);

    if (status == GI_OK)
        status = gi_device_check_flags(flags, known_flags);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&lock);
    all_flags = writable_flags();
    if (all_flags != NULL)
        all_flags[ordinal] = flags & ~(uint32_t)GI_DEVICE_MAP_HOST;
    if ((flags & GI_DEVICE_SYNCHRONOUS_MEMORY) != 0)
        atomic_store(&gi_some_end_calls, true);
    pthread_mutex_unlock(&lock);
    return all_flags != NULL ? GI_OK : no_setting_memory();
}

gi_status gi_device_flags_as_set(int ordinal, uint32_t *out_flags)
{
    const atomic_uint *all_flags = atomic_load_explicit(&flags_of_all, memory_order_acquire);
    gi_status status = gi_device_check(ordinal);

    *out_flags = status == GI_OK && all_flags != NULL
                     ? atomic_load_explicit(&all_flags[ordinal], memory_order_relaxed) : 0;
    return status;
}

gi_status gi_device_get_flags(int ordinal, uint32_t *out_flags)
{
    gi_status status = gi_device_flags_as_set(ordinal, out_flags);

    if (status == GI_OK)
        *out_flags = (*out_flags & GI_DEVICE_FLAGS_TOLD) | GI_DEVICE_MAP_HOST;
    return status;
}

/* ---- limits and preferences, of a context ---------------------------------------------------- */

static gi_status check_limit(int limit)
{
    gi_status status = gi_device_check(gi_device_current_ordinal());

    if (status != GI_OK)
        return status;
    if (limit < 0 || limit >= GI_LIMIT_COUNT)
        return gi_fail(GI_INVALID_VALUE, "device limit %d is not one of 0 to %d", limit,
                       GI_LIMIT_COUNT - 1);
    if (limit == GI_LIMIT_SYNC_DEPTH)
        return gi_fail(GI_LIMIT_UNSUPPORTED, "device limit %d: the device starts no work by "
                       "itself", limit);
    if (limit == GI_LIMIT_PERSISTING_L2)
        return gi_fail(GI_LIMIT_UNSUPPORTED, "device limit %d: the device has no persisting part "
                       "of its cache", limit);
    return GI_OK;
}

/* Refuses read-only limits, and values that no device accepts. */
static gi_status check_value(int limit, uint64_t value)
{
    uint64_t highest = limit == GI_LIMIT_STACK ? HIGHEST_STACK_BYTES
                     : limit == GI_LIMIT_L2_FETCH_GRANULARITY ? HIGHEST_L2_FETCH_BYTES
                     : UINT64_MAX;

    if (limit == GI_LIMIT_GRAPHICS_SHARED)
        return gi_fail(GI_NOT_PERMITTED, "device limit %d: it can only be read", limit);
    if (value > highest)
        return gi_fail(GI_INVALID_VALUE, "device limit %d: %llu bytes are more than %llu", limit,
                       (unsigned long long)value, (unsigned long long)highest);
    return GI_OK;
}

/* A stack size is rounded up only if it needs more room, as the vendor's library does. */
static void set_stack(struct gi_settings *settings, uint64_t value)
{
    if (value > settings->stack_room_bytes || value == 0) {
        value = (value + STACK_STEP_BYTES - 1) / STACK_STEP_BYTES * STACK_STEP_BYTES;
        settings->stack_room_bytes = value;
    }
    settings->limits[GI_LIMIT_STACK] = value;
}

static void set_limit(struct gi_settings *settings, int limit, uint64_t value)
{
    if (limit == GI_LIMIT_STACK) {
        set_stack(settings, value);
        return;
    }
    if (ranges[limit].highest != 0 && value < ranges[limit].lowest)
        value = ranges[limit].lowest;
    if (ranges[limit].highest != 0 && value > ranges[limit].highest)
        value = ranges[limit].highest;
    settings->limits[limit] = value;
}

/* A heap that is there keeps its size. */
static gi_status check_heap(void)
{
    struct gi_device *device = gi_device_if_open(gi_device_current_ordinal());
    struct gi_context *context;
    gi_status status = acquire_current(&context);

    if (status != GI_OK || device == NULL)
        goto done;
    if (gi_kernel_heap_find(device, context == NULL ? 0 :
                            gi_context_owner(context, gi_current_context()), NULL))
        status = gi_fail(GI_INVALID_VALUE, "device limit %d: a kernel that calls malloc or free "
                         "was launched, so the heap has its size", GI_LIMIT_MALLOC_HEAP);
done:
    if (context != NULL)
        gi_object_unref(&context->object);
    return status;
}

gi_status gi_device_set_limit(int limit, uint64_t value)
{
    struct change change;
    gi_status status = check_limit(limit);

    if (status == GI_OK)
        status = check_value(limit, value);
    if (status == GI_OK && limit == GI_LIMIT_MALLOC_HEAP)
        status = check_heap();
    if (status == GI_OK)
        status = begin_change(&change);
    if (status != GI_OK)
        return status;
    set_limit(change.settings, limit, value);
    end_change(&change);
    return GI_OK;
}

gi_status gi_device_limit_at(int ordinal, enum gi_device_limit limit, uint64_t *out_value)
{
    struct gi_settings now;
    gi_status status = GI_OK;

    if (gi_device_current_ordinal() == ordinal)
        status = read_current(&now);
    else
        read_settings(ordinal, &now);
    *out_value = status == GI_OK ? now.limits[limit] : 0;
    return status;
}

gi_status gi_device_get_limit(int limit, uint64_t *out_value)
{
    struct gi_settings now;
    gi_status status = check_limit(limit);

    *out_value = 0;
    if (status == GI_OK)
        status = read_current(&now);
    if (status == GI_OK)
        *out_value = now.limits[limit];
    return status;
}

static gi_status check_preference(const char *which, int value, int highest)
{
    gi_status status = gi_device_check(gi_device_current_ordinal());

    if (status == GI_OK && (value < 0 || value > highest))
        status = gi_fail(GI_INVALID_VALUE, "device: the preferred %s is %d, not one of 0 to %d",
                         which, value, highest);
    return status;
}

gi_status gi_device_prefer_cache(int value)
{
    struct change change;
    gi_status status = check_preference("cache", value, GI_CACHE_HIGHEST);

    if (status == GI_OK)
        status = begin_change(&change);
    if (status != GI_OK)
        return status;
    change.settings->preferred_cache = value;
    end_change(&change);
    return GI_OK;
}

gi_status gi_device_preferred_cache(int *out_value)
{
    struct gi_settings now;
    gi_status status = gi_device_check(gi_device_current_ordinal());

    *out_value = 0;
    if (status == GI_OK)
        status = read_current(&now);
    if (status == GI_OK)
        *out_value = now.preferred_cache;
    return status;
}

gi_status gi_device_prefer_bank_size(int value)
{
    return check_preference("bank size", value, GI_BANK_SIZE_HIGHEST);
}

gi_status gi_device_bank_size(int *out_value)
{
    gi_status status = gi_device_check(gi_device_current_ordinal());

    *out_value = status == GI_OK ? GI_BANK_SIZE_FOUR_BYTES : 0;
    return status;
}

void gi_device_settings_reset(int ordinal)
{
    atomic_uint *all_flags;

    pthread_mutex_lock(&lock);
    all_flags = atomic_load_explicit(&flags_of_all, memory_order_relaxed);
    if (all_flags != NULL)
        all_flags[ordinal] = 0;
    if (all != NULL)
        all[ordinal] = untouched;
    pthread_mutex_unlock(&lock);
}
