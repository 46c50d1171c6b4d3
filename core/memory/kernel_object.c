#include "kernel_object.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "contract/calls.h"
#include "trace/span.h"

struct object {
    atomic_uint refs;
    struct gi_kernel_label label;        /* its name is owned */
    _Alignas(max_align_t) struct gi_kernel kernel;       /* last: the driver's struct continues
                                                            it */
};

static struct object *object_of(struct gi_kernel *kernel)
{
    return (struct object *)((char *)kernel - offsetof(struct object, kernel));
}

static void free_object(struct object *object)
{
    free((char *)object->label.name);
    free(object);
}

static struct object *new_object(const struct gi_kernel_ops *ops,
                                 const struct gi_kernel_label *label)
{
    struct object *object = calloc(1, offsetof(struct object, kernel) + ops->size);

    if (object == NULL)
        return NULL;
    object->label = *label;
    object->label.name = strdup(label->name);
    if (object->label.name != NULL)
        return object;
    free(object);
    return NULL;
}

gi_status gi_kernel_object_make(struct gi_device_base *base, const struct gi_kernel_code *code,
                                const struct gi_kernel_label *label, struct gi_kernel **out_kernel)
{
    const struct gi_kernel_ops *ops = base->driver->kernel;
    struct object *object = new_object(ops, label);
    gi_status status;

    if (object == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
    atomic_init(&object->refs, 1);
    object->kernel.device = base;
    object->kernel.ops = ops;
    GI_SPANNED(status, GI_TRACE_COMPILE, label->name, 0,
               gi_call_kernel_init(&object->kernel, code));
    if (status != GI_OK) {
        free_object(object);
        return status;
    }
    *out_kernel = &object->kernel;
    return GI_OK;
}

const struct gi_kernel_label *gi_kernel_object_label(const struct gi_kernel *kernel)
{
    const char *object = (const char *)kernel - offsetof(struct object, kernel);

    return &((const struct object *)object)->label;
}

void gi_kernel_object_ref(struct gi_kernel *kernel)
{
    atomic_fetch_add_explicit(&object_of(kernel)->refs, 1, memory_order_relaxed);
}

void gi_kernel_object_unref(struct gi_kernel *kernel)
{
    struct object *object = object_of(kernel);

    if (atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) == 1 &&
        gi_call_kernel_finish(kernel))
        free_object(object);
}
