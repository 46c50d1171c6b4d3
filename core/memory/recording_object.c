#include "recording_object.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "allocation.h"
#include "contract/calls.h"
#include "kernel_object.h"

struct object {
    atomic_uint refs;
    size_t commands, launch_count, kept_count;
    struct gi_recorded_launch *launches;
    struct gi_allocation **kept;
    _Alignas(max_align_t) struct gi_recording recording;         /* last: the driver's struct
                                                                    continues it */
};

static struct object *object_of(struct gi_recording *recording)
{
    return (struct object *)((char *)recording - offsetof(struct object, recording));
}

static const struct object *const_object_of(const struct gi_recording *recording)
{
    return (const struct object *)((const char *)recording - offsetof(struct object, recording));
}

static void free_object(struct object *object)
{
    for (size_t i = 0; i < object->launch_count; i++)
        gi_kernel_object_unref(object->launches[i].kernel);
    for (size_t i = 0; i < object->kept_count; i++)
        gi_allocation_unref(object->kept[i]);
    free(object->launches);
    free(object->kept);
    free(object);
}

/* NULL: no host memory. */
static struct object *new_object(const struct gi_recording_ops *ops,
                                 const struct gi_recorded *recorded,
                                 struct gi_allocation *const *kept, size_t kept_count)
{
    struct object *object = calloc(1, offsetof(struct object, recording) + ops->size);

    if (object == NULL)
        return NULL;
    atomic_init(&object->refs, 1);
    object->commands = recorded->command_count;
    object->launches = malloc((recorded->launch_count + 1) * sizeof *object->launches);
    object->kept = malloc((kept_count + 1) * sizeof(struct gi_allocation *));
    if (object->launches == NULL || object->kept == NULL) {
        free_object(object);
        return NULL;
    }
    for (size_t i = 0; i < recorded->launch_count; i++) {
        struct gi_recorded_launch *launch = &object->launches[object->launch_count++];

        launch->kernel = recorded->launches[i].kernel;
        memcpy(launch->groups, recorded->launches[i].groups, sizeof launch->groups);
        gi_kernel_object_ref(launch->kernel);
    }
    for (size_t i = 0; i < kept_count; i++) {
        gi_allocation_ref(kept[i]);
        object->kept[object->kept_count++] = kept[i];
    }
    return object;
}

gi_status gi_recording_object_make(struct gi_device_base *base, const struct gi_recorded *recorded,
                                   struct gi_allocation *const *kept, size_t kept_count,
                                   struct gi_recording **out_recording)
{
    const struct gi_recording_ops *ops = base->driver->recording;
    struct object *object = new_object(ops, recorded, kept, kept_count);
    gi_status status;

    *out_recording = NULL;
    if (object == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "recording: no host memory for %zu commands",
                       recorded->command_count);
    object->recording.device = base;
    object->recording.ops = ops;
    status = gi_call_recording_init(&object->recording, recorded);
    if (status == GI_OK)
        *out_recording = &object->recording;
    else
        free_object(object);
    return status;
}

void gi_recording_object_ref(struct gi_recording *recording)
{
    atomic_fetch_add_explicit(&object_of(recording)->refs, 1, memory_order_relaxed);
}

void gi_recording_object_unref(struct gi_recording *recording)
{
    struct object *object = object_of(recording);

    if (atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) == 1 &&
        gi_call_recording_finish(recording))
        free_object(object);
}

size_t gi_recording_object_commands(const struct gi_recording *recording)
{
    return const_object_of(recording)->commands;
}

size_t gi_recording_object_launches(const struct gi_recording *recording)
{
    return const_object_of(recording)->launch_count;
}

const struct gi_recorded_launch *gi_recording_object_launch(const struct gi_recording *recording,
                                                            size_t i)
{
    return &const_object_of(recording)->launches[i];
}
