#include "kept_launch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "function.h"
#include "queue/device_state.h"

/* Such programs are old and few: one lock serves all functions. */
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static const struct gi_kept_launch nothing_set = { .block = { 1, 1, 1 } };

static bool has_block(const struct gi_device_info *info, const int block[3])
{
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (block[i] <= 0 || (uint32_t)block[i] > info->max_group_size[i])
            return false;
        threads *= (uint32_t)block[i];
    }
    return threads <= info->max_group_threads;
}

static gi_status check_change(const struct gi_function *function,
                              const struct gi_kept_change *change)
{
    const struct gi_device_info *info = gi_function_info(function);

    switch (change->what) {
    case GI_KEPT_BLOCK:
        if (!has_block(info, change->block))
            return gi_fail(GI_INVALID_VALUE, "a block of %d x %d x %d threads; the device has up "
                           "to %u x %u x %u, %u in all", change->block[0], change->block[1],
                           change->block[2], info->max_group_size[0], info->max_group_size[1],
                           info->max_group_size[2], info->max_group_threads);
        break;
    case GI_KEPT_SIZE:
        if (change->bytes > GI_KEPT_BYTES)
            return gi_fail(GI_INVALID_VALUE, "%u bytes of arguments; a kernel has at most %d",
                           change->bytes, GI_KEPT_BYTES);
        break;
    case GI_KEPT_ARGUMENT:
        if (change->offset < 0 || change->offset > GI_KEPT_BYTES
            || change->bytes > GI_KEPT_BYTES - change->offset)
            return gi_fail(GI_INVALID_VALUE, "an argument of %u bytes at offset %lld; a kernel has "
                           "at most %d", change->bytes, (long long)change->offset, GI_KEPT_BYTES);
        if (change->argument == NULL && change->bytes > 0)
            return gi_fail(GI_INVALID_VALUE, "the argument is NULL");
        break;
    case GI_KEPT_SHARED:
        break;
    }
    return GI_OK;
}

static void apply_change(struct gi_kept_launch *kept, const struct gi_kept_change *change)
{
    switch (change->what) {
    case GI_KEPT_BLOCK:
        for (int i = 0; i < 3; i++)
            kept->block[i] = (uint32_t)change->block[i];
        break;
    case GI_KEPT_SHARED:
        kept->shared_bytes = change->bytes;
        break;
    case GI_KEPT_SIZE:
        break;
    case GI_KEPT_ARGUMENT:
        if (change->bytes > 0)
            memcpy(kept->arguments + change->offset, change->argument, change->bytes);
        break;
    }
}

gi_status gi_kept_launch_change(struct gi_function *function, const struct gi_kept_change *change)
{
    gi_status status = check_change(function, change);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&kept_lock);
    if (function->kept == NULL) {
        function->kept = calloc(1, sizeof *function->kept);
        if (function->kept != NULL)
            *function->kept = nothing_set;
    }
    if (function->kept != NULL)
        apply_change(function->kept, change);
    else
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for the arguments of a kernel");
    pthread_mutex_unlock(&kept_lock);
    return status;
}

void gi_kept_launch_read(struct gi_function *function, struct gi_kept_launch *out_kept)
{
    pthread_mutex_lock(&kept_lock);
    *out_kept = function->kept != NULL ? *function->kept : nothing_set;
    pthread_mutex_unlock(&kept_lock);
}
