#include "node_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "device/device.h"
#include "memory/unlaunched.h"
#include "module/function.h"
#include "ops/copy_later.h"
#include "carry/copy_route.h"
#include "carry/transfer.h"
#include "ops/enqueue.h"
#include "ops/event.h"
#include "ops/stream_memory.h"
#include "carry/kinds.h"

gi_status gi_asked_make(const struct gi_node_kind *kind, size_t bytes, void *out_asked)
{
    struct gi_asked *asked = calloc(1, bytes);

    memcpy(out_asked, &asked, sizeof asked);
    if (asked == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a %s node", kind->name);
    gi_asked_begin(asked, kind);
    return GI_OK;
}

static void finish_plain(struct gi_asked *asked)
{
    free(asked);
}

/* Lists behind a struct in one piece of memory begin at multiples of this. */
enum { LIST_ALIGNMENT = 16 };

static size_t round_up(size_t bytes)
{
    return (bytes + LIST_ALIGNMENT - 1) / LIST_ALIGNMENT * LIST_ALIGNMENT;
}

void *gi_asked_list(const void *items, size_t count, size_t item_bytes)
{
    void *copy = calloc(count + 1, item_bytes + 1);

    if (copy != NULL && count > 0)
        memcpy(copy, items, count * item_bytes);
    return copy;
}

/* ---- prepared operations --------------------------------------------------------------------- */

static gi_status enqueue(struct gi_node_run *run, struct gi_stream *stream)
{
    return run->operation.kind != NULL ? gi_stream_enqueue(stream, &run->operation) : GI_OK;
}

static void drop_operation(struct gi_node_run *run)
{
    if (run->operation.kind != NULL)
        gi_operation_drop(&run->operation);
}

static void drop_held(struct gi_node_run *run)
{
    gi_object_unref(run->held);
}

static void drop_nothing(struct gi_node_run *run)
{
    (void)run;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static void finish_kernel(struct gi_asked *asked)
{
    struct gi_asked_kernel *kernel = (struct gi_asked_kernel *)asked;

    free((void *)kernel->launch.arguments);
    free(kernel->attributes);
    free(kernel->bytes);
    free(kernel);
}

static gi_status prepare_kernel(struct gi_asked *asked, struct gi_node_run *run)
{
    const struct gi_asked_kernel *kernel = (const struct gi_asked_kernel *)asked;
    struct gi_function *function;
    gi_status status = gi_function_acquire(kernel->function, &function);

    if (status != GI_OK)
        return status;
    run->held = &function->object;
    run->device = function->module->device;
    status = gi_launch_prepare(function, &kernel->launch, &run->operation);
    if (status != GI_OK)
        drop_held(run);
    return status;
}

static int place_of_kernel(const struct gi_asked *asked)
{
    return ((const struct gi_asked_kernel *)asked)->ordinal;
}

static bool can_record_kernel(const struct gi_node_run *run)
{
    return gi_launch_can_be_recorded(&run->operation);
}

static gi_status make_kernel(struct gi_node_run *run, struct gi_made_command *out_made)
{
    return gi_launch_make(&run->operation, out_made);
}

static bool is_same_kernel(const struct gi_asked *a, const struct gi_asked *b)
{
    const struct gi_asked_kernel *one = (const struct gi_asked_kernel *)a;
    const struct gi_asked_kernel *other = (const struct gi_asked_kernel *)b;

    return one->function == other->function && one->byte_count == other->byte_count &&
           memcmp(one->bytes, other->bytes, one->byte_count) == 0 &&
           memcmp(one->launch.grid, other->launch.grid, sizeof one->launch.grid) == 0 &&
           memcmp(one->launch.block, other->launch.block, sizeof one->launch.block) == 0 &&
           one->launch.shared_bytes == other->launch.shared_bytes &&
           one->launch.is_cooperative == other->launch.is_cooperative;
}

static gi_status check_kernel_update(const struct gi_asked *from, const struct gi_asked *to)
{
    const struct gi_asked_kernel *old = (const struct gi_asked_kernel *)from;
    const struct gi_asked_kernel *new = (const struct gi_asked_kernel *)to;

    if (old->launch.is_cooperative == new->launch.is_cooperative)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "kernel node: an executable keeps whether a launch is "
                   "cooperative");
}

const struct gi_node_kind gi_node_kernel = {
    .look = &gi_node_look_kernel,
    .type = GI_NODE_KERNEL, .name = "kernel", .can_be_disabled = true,
    .is_for_bodies = true, .finish = finish_kernel,
    .prepare = prepare_kernel, .place = place_of_kernel, .enqueue = enqueue, .drop = drop_held,
    .can_be_recorded = can_record_kernel, .make = make_kernel, .is_same = is_same_kernel,
    .check_update = check_kernel_update,
};

/* Copies the arguments, each to its place in the parameters. */
static gi_status copy_arguments(const struct gi_translate_kernel *described,
                                const struct gi_launch *launch, struct gi_asked_kernel *kernel)
{
    size_t count = described->parameter_count;
    void **pointers = calloc(count + 1, sizeof *pointers);

    kernel->bytes = calloc(1, described->parameter_bytes + 1);
    kernel->byte_count = described->parameter_bytes;
    kernel->launch.arguments = pointers;
    kernel->launch.packed = NULL;
    if (pointers == NULL || kernel->bytes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the arguments of a kernel node");
    if (count > 0 && launch->arguments == NULL)
        memcpy(kernel->bytes, launch->packed, described->parameter_bytes);
    for (size_t i = 0; i < count; i++) {
        pointers[i] = kernel->bytes + described->parameters[i].offset_bytes;
        if (launch->arguments == NULL)
            continue;
        if (launch->arguments[i] == NULL)
            return gi_fail(GI_INVALID_VALUE, "kernel node: argument %zu is NULL", i);
        memcpy(pointers[i], launch->arguments[i], described->parameters[i].bytes);
    }
    return GI_OK;
}

gi_status gi_ask_kernel(struct gi_function *function, uint64_t name,
                        const struct gi_launch *launch,
                        const struct gi_node_attribute *attributes, size_t count,
                        struct gi_asked **out_asked)
{
    struct gi_operation operation;
    struct gi_asked_kernel *kernel;
    gi_status status = gi_launch_prepare(function, launch, &operation);

    *out_asked = NULL;
    if (status == GI_OK)
        status = gi_asked_make(&gi_node_kernel, sizeof *kernel, &kernel);
    if (status != GI_OK)
        return status;
    kernel->function = gi_handle_of(&function->object);
    kernel->ordinal = function->module->device->ordinal;
    kernel->name = name;
    kernel->launch = *launch;
    kernel->attributes = gi_asked_list(attributes, count, sizeof *attributes);
    kernel->attribute_count = count;
    status = copy_arguments(function->kernel, launch, kernel);
    if (status == GI_OK && kernel->attributes == NULL)
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for the attributes of a node");
    if (status == GI_OK)
        *out_asked = &kernel->base;
    else
        finish_kernel(&kernel->base);
    return status;
}

/* ---- copies and fills ------------------------------------------------------------------------ */

/* Registered memory is the program's, and stays when it is unregistered. */
static bool is_library_memory(const struct gi_operand *operand)
{
    return operand->allocation != NULL && operand->allocation->kind != GI_POINTER_REGISTERED;
}

static gi_status is_gone(const char *side, uint64_t pointer)
{
    return gi_fail(GI_INVALID_VALUE, "copy node: %s 0x%llx was in memory of this library, which "
                   "was freed", side, (unsigned long long)pointer);
}

/* The address of memory that was freed is no pageable memory. */
static gi_status expect_sides(struct gi_asked_copy *asked, const struct gi_operation_copy *now)
{
    if (!asked->is_asked) {
        asked->has_own_dst = is_library_memory(&now->dst);
        asked->has_own_src = is_library_memory(&now->src);
        asked->is_asked = true;
    }
    if (asked->has_own_dst && now->dst.allocation == NULL)
        return is_gone("dst", asked->copy.dst.pointer);
    if (asked->has_own_src && now->src.allocation == NULL)
        return is_gone("src", asked->copy.src.pointer);
    return GI_OK;
}

static gi_status prepare_copy(struct gi_asked *asked, struct gi_node_run *run)
{
    struct gi_asked_copy *copy = (struct gi_asked_copy *)asked;
    struct gi_device *device;
    gi_status status = gi_device_at(copy->ordinal, &device);

    if (status == GI_OK)
        status = gi_copy_prepare(&copy->copy, &run->operation);
    if (status != GI_OK || run->operation.kind == NULL)
        return status;
    status = expect_sides(copy, &run->operation.copy);
    if (status != GI_OK) {
        gi_operation_drop(&run->operation);
        return status;
    }
    run->device = run->operation.kind->home(&run->operation, device);
    run->waits = gi_copy_is_for_host(&run->operation.copy);
    return GI_OK;
}

static gi_status enqueue_copy(struct gi_node_run *run, struct gi_stream *stream)
{
    return run->waits ? gi_copy_later(stream, &run->operation) : enqueue(run, stream);
}

static bool can_record_copy(const struct gi_node_run *run)
{
    return run->operation.kind != NULL && !run->waits &&
           gi_transfer_copy_can_be_recorded(&run->operation.copy);
}

static gi_status make_copy(struct gi_node_run *run, struct gi_made_command *out_made)
{
    gi_transfer_make_copy(&run->operation.copy, out_made);
    return GI_OK;
}

static bool is_same_side(const struct gi_copy_side *a, const struct gi_copy_side *b)
{
    return a->declared == b->declared && a->array == b->array && a->x == b->x && a->y == b->y &&
           a->z == b->z && a->pointer == b->pointer && a->pitch == b->pitch && a->rows == b->rows;
}

static bool is_same(const struct gi_copy *a, const struct gi_copy *b)
{
    return a->measure == b->measure && is_same_side(&a->dst, &b->dst) &&
           is_same_side(&a->src, &b->src) && a->width == b->width && a->height == b->height &&
           a->depth == b->depth;
}

static bool is_same_copy(const struct gi_asked *a, const struct gi_asked *b)
{
    const struct gi_asked_copy *one = (const struct gi_asked_copy *)a;
    const struct gi_asked_copy *other = (const struct gi_asked_copy *)b;

    return one->ordinal == other->ordinal && one->copy.kind == other->copy.kind &&
           is_same(&one->copy, &other->copy);
}

static gi_status check_copy_update(const struct gi_asked *from, const struct gi_asked *to)
{
    const struct gi_asked_copy *old = (const struct gi_asked_copy *)from;
    const struct gi_asked_copy *new = (const struct gi_asked_copy *)to;

    if ((!old->is_line || !new->is_line) && !is_same(&old->copy, &new->copy))
        return gi_fail(GI_INVALID_VALUE, "copy node: an executable keeps a copy that is not one "
                       "row of memory");
    if (old->copy.dst.declared != new->copy.dst.declared ||
        old->copy.src.declared != new->copy.src.declared)
        return gi_fail(GI_INVALID_VALUE, "copy node: an executable keeps the types of memory");
    if (old->copy.kind != new->copy.kind)
        return gi_fail(GI_INVALID_VALUE, "copy node: kind is %d; an executable keeps the kind, "
                       "which is %d", new->copy.kind, old->copy.kind);
    return GI_OK;
}

const struct gi_node_kind gi_node_copy = {
    .look = &gi_node_look_copy,
    .type = GI_NODE_COPY, .name = "copy", .can_be_disabled = true,
    .is_for_bodies = true, .finish = finish_plain,
    .prepare = prepare_copy, .enqueue = enqueue_copy, .drop = drop_operation,
    .can_be_recorded = can_record_copy, .make = make_copy, .is_same = is_same_copy,
    .check_update = check_copy_update,
};

/* Whether what was asked for can be prepared now, and is something. */
static gi_status try_prepare(struct gi_asked *asked)
{
    struct gi_node_run run = { .asked = asked };
    bool is_nothing;
    gi_status status;

    gi_naming_begin();
    status = asked->kind->prepare(asked, &run);
    gi_naming_end();
    is_nothing = status == GI_OK && run.operation.kind == NULL;

    if (status == GI_OK)
        asked->kind->drop(&run);
    return is_nothing ? gi_fail(GI_INVALID_VALUE, "%s node: an extent is 0", asked->kind->name)
                      : status;
}

static gi_status try_or_unref(struct gi_asked *asked, struct gi_asked **out_asked)
{
    gi_status status = try_prepare(asked);

    if (status == GI_OK)
        *out_asked = asked;
    else
        gi_asked_unref(asked);
    return status;
}

gi_status gi_ask_copy_on(const struct gi_asked_copy *like, struct gi_asked **out_asked)
{
    struct gi_asked_copy *copy;
    gi_status status;

    *out_asked = NULL;
    status = gi_asked_make(&gi_node_copy, sizeof *copy, &copy);
    if (status != GI_OK)
        return status;
    copy->copy = like->copy;
    copy->is_line = like->is_line;
    copy->ordinal = like->ordinal;
    return try_or_unref(&copy->base, out_asked);
}

gi_status gi_ask_copy(const struct gi_asked_copy *like, struct gi_asked **out_asked)
{
    struct gi_asked_copy copy = *like;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_asked = NULL;
    if (status != GI_OK)
        return status;
    copy.ordinal = device->ordinal;
    return gi_ask_copy_on(&copy, out_asked);
}

static gi_status prepare_fill(struct gi_asked *asked, struct gi_node_run *run)
{
    const struct gi_asked_fill *fill = (const struct gi_asked_fill *)asked;
    struct gi_fill form = {
        .dst = { .pointer = fill->pointer, .pitch = fill->pitch },
        .box = { 0, fill->height, 1 },
        .pattern = fill->element_bytes < 4
                       ? fill->value & ((1u << 8 * fill->element_bytes) - 1) : fill->value,
        .pattern_bytes = fill->element_bytes,
    };
    gi_status status;

    if (__builtin_mul_overflow(fill->width, fill->element_bytes, &form.box.width_bytes))
        return gi_fail(GI_INVALID_VALUE, "fill node: %llu elements of %u bytes overflow",
                       (unsigned long long)fill->width, fill->element_bytes);
    status = gi_fill_prepare(&form, &run->operation);
    if (status != GI_OK || run->operation.kind == NULL)
        return status;
    run->device = run->operation.kind->home(&run->operation, NULL);
    return GI_OK;
}

static bool can_record_fill(const struct gi_node_run *run)
{
    return run->operation.kind != NULL && gi_transfer_fill_can_be_recorded(&run->operation.fill);
}

static gi_status make_fill(struct gi_node_run *run, struct gi_made_command *out_made)
{
    gi_transfer_make_fill(&run->operation.fill, out_made);
    return GI_OK;
}

static bool is_same_fill(const struct gi_asked *a, const struct gi_asked *b)
{
    const struct gi_asked_fill *one = (const struct gi_asked_fill *)a;
    const struct gi_asked_fill *other = (const struct gi_asked_fill *)b;

    return one->pointer == other->pointer && one->pitch == other->pitch &&
           one->width == other->width && one->height == other->height &&
           one->value == other->value && one->element_bytes == other->element_bytes;
}

static gi_status check_fill_update(const struct gi_asked *from, const struct gi_asked *to)
{
    const struct gi_asked_fill *old = (const struct gi_asked_fill *)from;
    const struct gi_asked_fill *new = (const struct gi_asked_fill *)to;

    if (old->height == 1 && new->height == 1)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "fill node: height is %llu, and was %llu; an executable keeps "
                   "fills of several rows", (unsigned long long)new->height,
                   (unsigned long long)old->height);
}

const struct gi_node_kind gi_node_fill = {
    .look = &gi_node_look_fill,
    .type = GI_NODE_FILL, .name = "fill", .can_be_disabled = true,
    .is_for_bodies = true, .finish = finish_plain,
    .prepare = prepare_fill, .enqueue = enqueue, .drop = drop_operation,
    .can_be_recorded = can_record_fill, .make = make_fill, .is_same = is_same_fill,
    .check_update = check_fill_update,
};

gi_status gi_ask_fill(const struct gi_asked_fill *like, struct gi_asked **out_asked)
{
    struct gi_asked_fill *fill;
    gi_status status = gi_asked_make(&gi_node_fill, sizeof *fill, &fill);

    *out_asked = NULL;
    if (status != GI_OK)
        return status;
    fill->pointer = like->pointer;
    fill->pitch = like->pitch;
    fill->width = like->width;
    fill->height = like->height;
    fill->value = like->value;
    fill->element_bytes = like->element_bytes;
    return try_or_unref(&fill->base, out_asked);
}

/* ---- host functions -------------------------------------------------------------------------- */

/* Each call has a reference to what was asked for, so it is always made. */
static void call_host(void *argument, gi_status status)
{
    struct gi_asked_host *host = argument;

    if (status == GI_OK)
        host->fn(host->argument);
    gi_asked_unref(&host->base);
}

static gi_status prepare_host(struct gi_asked *asked, struct gi_node_run *run)
{
    run->operation.kind = &gi_kind_host_call;
    run->operation.host_call = (struct gi_operation_host_call){ .fn = call_host, .argument = asked,
                                                                .always = true };
    return GI_OK;
}

static gi_status enqueue_host(struct gi_node_run *run, struct gi_stream *stream)
{
    gi_status status;

    gi_asked_ref(run->asked);
    status = enqueue(run, stream);
    if (status != GI_OK)
        gi_asked_unref(run->asked);
    return status;
}

const struct gi_node_kind gi_node_host = {
    .look = &gi_node_look_host,
    .type = GI_NODE_HOST, .name = "host function", .is_break = true, .finish = finish_plain,
    .prepare = prepare_host, .enqueue = enqueue_host, .drop = drop_nothing,
};

gi_status gi_ask_host(void (*fn)(void *argument), void *argument, struct gi_asked **out_asked)
{
    struct gi_asked_host *host;
    gi_status status;

    *out_asked = NULL;
    if (fn == NULL)
        return gi_fail(GI_INVALID_VALUE, "host node: fn is NULL");
    status = gi_asked_make(&gi_node_host, sizeof *host, &host);
    if (status != GI_OK)
        return status;
    host->fn = fn;
    host->argument = argument;
    *out_asked = &host->base;
    return GI_OK;
}

/* ---- child and empty nodes ------------------------------------------------------------------- */

const struct gi_node_kind gi_node_child_graph = {
    .look = &gi_node_look_child_graph,
    .type = GI_NODE_CHILD, .name = "child graph", .is_for_bodies = true, .finish = finish_plain,
};

const struct gi_node_kind gi_node_empty = {
    .look = &gi_node_look_empty,
    .type = GI_NODE_EMPTY, .name = "empty", .is_for_bodies = true, .finish = finish_plain,
};

gi_status gi_ask_nothing(const struct gi_node_kind *kind, struct gi_asked **out_asked)
{
    *out_asked = NULL;
    return gi_asked_make(kind, sizeof **out_asked, out_asked);
}

/* ---- events ---------------------------------------------------------------------------------- */

static gi_status find_event(struct gi_asked *asked, struct gi_node_run *run,
                            struct gi_device **out_device)
{
    return gi_event_acquire(((struct gi_asked_event *)asked)->event, &run->held, out_device);
}

static gi_status prepare_record(struct gi_asked *asked, struct gi_node_run *run)
{
    return find_event(asked, run, &run->device);
}

static gi_status enqueue_record(struct gi_node_run *run, struct gi_stream *stream)
{
    return gi_event_record_in(run->held, stream);
}

const struct gi_node_kind gi_node_event_record = {
    .look = &gi_node_look_event_record,
    .type = GI_NODE_EVENT_RECORD, .name = "event record", .finish = finish_plain,
    .prepare = prepare_record, .enqueue = enqueue_record, .drop = drop_held,
};

static gi_status prepare_event_wait(struct gi_asked *asked, struct gi_node_run *run)
{
    struct gi_device *device;

    return find_event(asked, run, &device);
}

static gi_status enqueue_event_wait(struct gi_node_run *run, struct gi_stream *stream)
{
    return gi_event_wait_in(run->held, stream, &run->of);
}

const struct gi_node_kind gi_node_event_wait = {
    .look = &gi_node_look_event_wait,
    .type = GI_NODE_EVENT_WAIT, .name = "event wait", .is_break = true, .finish = finish_plain,
    .prepare = prepare_event_wait, .enqueue = enqueue_event_wait, .drop = drop_held,
};

gi_status gi_ask_event(const struct gi_node_kind *kind, gi_handle event,
                       struct gi_asked **out_asked)
{
    struct gi_asked_event *asked;
    struct gi_object *object;
    struct gi_device *device;
    gi_status status;

    *out_asked = NULL;
    if (event == 0)
        return gi_fail(GI_INVALID_VALUE, "%s node: event is NULL", kind->name);
    status = gi_event_acquire(event, &object, &device);
    if (status != GI_OK)
        return status;
    gi_object_unref(object);
    status = gi_asked_make(kind, sizeof *asked, &asked);
    if (status != GI_OK)
        return status;
    asked->event = event;
    *out_asked = &asked->base;
    return GI_OK;
}

/* ---- semaphores of other programs ------------------------------------------------------------ */

static gi_status prepare_semaphores(struct gi_asked *asked, struct gi_node_run *run)
{
    const struct gi_asked_semaphores *semaphores = (const struct gi_asked_semaphores *)asked;

    if (semaphores->count == 0)
        return GI_OK;
    return gi_external_semaphores_prepare(semaphores->items, semaphores->count,
                                          asked->kind->type == GI_NODE_SEMAPHORE_SIGNAL,
                                          &run->operation, &run->device);
}

static gi_status enqueue_semaphore_waits(struct gi_node_run *run, struct gi_stream *stream)
{
    run->operation.semaphores.of = &run->of;
    return enqueue(run, stream);
}

static int place_of_semaphores(const struct gi_asked *asked)
{
    return ((const struct gi_asked_semaphores *)asked)->ordinal;
}

static gi_status check_semaphores_update(const struct gi_asked *from, const struct gi_asked *to)
{
    size_t old = ((const struct gi_asked_semaphores *)from)->count;
    size_t new = ((const struct gi_asked_semaphores *)to)->count;

    return old == new ? GI_OK : gi_fail(GI_INVALID_VALUE, "semaphore node: %zu semaphores; an "
                                        "executable keeps the number, which is %zu", new, old);
}

const struct gi_node_kind gi_node_semaphore_signal = {
    .look = &gi_node_look_semaphore_signal,
    .type = GI_NODE_SEMAPHORE_SIGNAL, .name = "semaphore signal", .finish = finish_plain,
    .prepare = prepare_semaphores, .place = place_of_semaphores, .enqueue = enqueue,
    .drop = drop_operation, .check_update = check_semaphores_update,
};

const struct gi_node_kind gi_node_semaphore_wait = {
    .look = &gi_node_look_semaphore_wait,
    .type = GI_NODE_SEMAPHORE_WAIT, .name = "semaphore wait", .is_break = true,
    .finish = finish_plain, .prepare = prepare_semaphores, .place = place_of_semaphores,
    .enqueue = enqueue_semaphore_waits, .drop = drop_operation,
    .check_update = check_semaphores_update,
};

/* Copies a list to *at, which moves on to where the next list can begin. */
static void *lay_list(uint8_t **at, const void *items, size_t bytes)
{
    void *list = *at;

    if (bytes > 0)
        memcpy(list, items, bytes);
    *at += round_up(bytes);
    return list;
}

/* The struct and its three lists are one piece of memory: a frame's values come and go with each
 * launch. */
static gi_status make_semaphores(const struct gi_node_kind *kind, size_t item_bytes, size_t count,
                                 struct gi_asked_semaphores **out)
{
    size_t bytes;

    *out = NULL;
    if (__builtin_mul_overflow(count, item_bytes, &bytes) ||
        __builtin_add_overflow(bytes, sizeof **out + (size_t)4 * LIST_ALIGNMENT, &bytes))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu semaphores of a node", count);
    return gi_asked_make(kind, bytes, out);
}

gi_status gi_ask_semaphores(const struct gi_node_kind *kind,
                            const struct gi_external_semaphore_item *items,
                            const void *handles, size_t handle_bytes, const void *parameters,
                            size_t parameter_bytes, size_t count, struct gi_asked **out_asked)
{
    struct gi_asked_semaphores *semaphores;
    struct gi_node_run run = { .asked = NULL };
    gi_status status = make_semaphores(kind, sizeof *items + handle_bytes + parameter_bytes, count,
                                       &semaphores);
    uint8_t *at;

    *out_asked = NULL;
    if (status != GI_OK)
        return status;
    at = (uint8_t *)semaphores + round_up(sizeof *semaphores);
    semaphores->count = count;
    semaphores->items = lay_list(&at, items, count * sizeof *items);
    semaphores->handles = lay_list(&at, handles, count * handle_bytes);
    semaphores->parameters = lay_list(&at, parameters, count * parameter_bytes);
    status = prepare_semaphores(&semaphores->base, &run);
    semaphores->ordinal = status == GI_OK && run.device != NULL ? run.device->ordinal : -1;
    if (status == GI_OK) {
        drop_operation(&run);
        *out_asked = &semaphores->base;
    } else {
        finish_plain(&semaphores->base);
    }
    return status;
}

/* ---- words of memory ------------------------------------------------------------------------- */

static void finish_words(struct gi_asked *asked)
{
    struct gi_asked_words *words = (struct gi_asked_words *)asked;

    free(words->ops);
    free(words->parameters);
    free(words);
}

static gi_status prepare_words(struct gi_asked *asked, struct gi_node_run *run)
{
    const struct gi_asked_words *words = (const struct gi_asked_words *)asked;
    const struct gi_word_list list = { .ops = words->ops, .count = words->count };
    gi_status status = gi_device_at(words->ordinal, &run->device);

    if (status == GI_OK && words->count > 0)
        status = gi_words_prepare(run->device, &list, &run->operation);
    for (size_t i = 0; i < words->count && status == GI_OK; i++)
        run->waits |= words->ops[i].kind == GI_VALUE_OP_WAIT;
    return status;
}

static gi_status enqueue_words(struct gi_node_run *run, struct gi_stream *stream)
{
    run->operation.words.of = &run->of;
    return enqueue(run, stream);
}

static gi_status check_words_update(const struct gi_asked *from, const struct gi_asked *to)
{
    const struct gi_asked_words *old = (const struct gi_asked_words *)from;
    const struct gi_asked_words *new = (const struct gi_asked_words *)to;

    if (old->count != new->count)
        return gi_fail(GI_INVALID_VALUE, "words node: %zu operations; an executable keeps the "
                       "number, which is %zu", new->count, old->count);
    for (size_t i = 0; i < old->count; i++) {
        if (old->ops[i].kind != new->ops[i].kind ||
            old->ops[i].size_bytes != new->ops[i].size_bytes)
            return gi_fail(GI_INVALID_VALUE, "words node: operation %zu is of another type; an "
                           "executable keeps the types", i);
    }
    return GI_OK;
}

const struct gi_node_kind gi_node_words = {
    .type = GI_NODE_WORDS, .name = "words", .finish = finish_words, .prepare = prepare_words,
    .enqueue = enqueue_words, .drop = drop_operation, .check_update = check_words_update,
};

gi_status gi_ask_words(int ordinal, gi_handle context, const struct gi_word_list *list,
                       struct gi_asked **out_asked)
{
    struct gi_asked_words *words;
    gi_status status = gi_words_check(list);

    *out_asked = NULL;
    if (status == GI_OK)
        status = gi_asked_make(&gi_node_words, sizeof *words, &words);
    if (status != GI_OK)
        return status;
    words->context = context;
    words->ordinal = ordinal;
    words->count = list->count;
    words->ops = gi_asked_list(list->ops, list->count, sizeof *list->ops);
    words->parameters = gi_asked_list(list->parameters, list->parameters != NULL ? list->count : 0,
                                  list->parameter_bytes);
    if (words->ops == NULL || words->parameters == NULL) {
        finish_words(&words->base);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu operations of a node",
                       list->count);
    }
    *out_asked = &words->base;
    return GI_OK;
}
