/* What the contract promises of a batch, checked before the queue takes it. */
#include <inttypes.h>
#include <stdlib.h>

#include "contract/command.h"
#include "internal.h"

/* ---- sides -------------------------------------------------------------------------------- */

static struct gifake_side memory_side(const struct gi_place *place)
{
    return (struct gifake_side){ .memory = place->memory, .place = place };
}

static struct gifake_side image_side(const struct gi_image_place *place)
{
    return (struct gifake_side){ .memory = place->image->memory, .image = place };
}

void gifake_sides(const struct gi_command *command, struct gifake_side *out_dst,
                  struct gifake_side *out_src)
{
    const struct gi_command_traits *traits = gi_command_traits_of(command);

    *out_dst = *out_src = (struct gifake_side){ .memory = NULL };
    if (traits->writes != GI_SIDE_NONE)
        *out_dst = traits->writes == GI_SIDE_IMAGE ? image_side(&command->dst_image)
                                                   : memory_side(&command->dst);
    if (traits->reads != GI_SIDE_NONE)
        *out_src = traits->reads == GI_SIDE_IMAGE ? image_side(&command->src_image)
                                                  : memory_side(&command->src);
}

uint64_t gifake_side_row(const struct gifake_side *side, uint64_t y, uint64_t z)
{
    return side->image != NULL
               ? gifake_image_row(side->image, y, z)
               : side->place->offset_bytes + gi_box_offset(&side->place->strides, 0, y, z);
}

/* ---- commands ----------------------------------------------------------------------------- */

gi_status gifake_check_place(const struct gi_device_base *device, size_t i, const char *which,
                             const struct gi_place *place, const struct gi_box *box)
{
    const struct gi_memory *mem = place->memory;
    uint64_t size_bytes;

    if (mem == NULL)
        return gifake_violation("submit: command %zu has no %s", i, which);
    if (mem->device != device)
        return gifake_violation("submit: %s of command %zu is of another device", which, i);
    if (gi_box_check(box, &place->strides, which, &size_bytes) != GI_OK)
        return gifake_violation("submit: command %zu: %s", i, gi_last_error_detail());
    if (size_bytes > mem->size_bytes || place->offset_bytes > mem->size_bytes - size_bytes)
        return gifake_violation("submit: %s of command %zu is %" PRIu64 " + %" PRIu64
                                " bytes in an object of %" PRIu64, which, i, place->offset_bytes,
                                size_bytes, mem->size_bytes);
    return GI_OK;
}

/** Whether each row of an operand has its bytes. */
static gi_status check_rows(const struct gifake_side *side, const struct gi_box *box, bool writes)
{
    size_t rows = side->memory != NULL && side->place != NULL
                      ? (size_t)(box->height * box->depth) : 0;
    gi_status status = GI_OK;

    for (size_t i = 0; i < rows && status == GI_OK; i++) {
        uint64_t begin = gifake_side_row(side, i % box->height, i / box->height);

        status = gifake_range_check(side->memory, begin, begin + box->width_bytes, writes);
    }
    return status;
}

gi_status gifake_check_sides(const struct gi_command *command)
{
    struct gifake_side dst, src;
    gi_status status;

    gifake_sides(command, &dst, &src);
    status = check_rows(&dst, &command->box, true);
    return status == GI_OK ? check_rows(&src, &command->box, false) : status;
}

/** A side in an image and one in memory. */
static gi_status check_with_image(struct gifake_queue *queue, size_t i,
                                  const struct gi_image_place *texels, const char *texels_are,
                                  const struct gi_place *memory, const char *memory_is,
                                  const struct gi_box *box)
{
    gi_status status = gifake_check_image_place(queue, i, texels_are, texels, box);

    if (status == GI_OK)
        status = gifake_check_place(queue->base.device, i, memory_is, memory, box);
    return status == GI_OK ? gifake_check_image_memory(i, texels->image, memory, box) : status;
}

static gi_status check_images(struct gifake_queue *queue, size_t i,
                              const struct gi_command *command)
{
    gi_status status = gifake_check_image_place(queue, i, "dst", &command->dst_image,
                                                &command->box);

    if (status == GI_OK)
        status = gifake_check_image_place(queue, i, "src", &command->src_image, &command->box);
    if (status != GI_OK)
        return status;
    if (gi_format_info(command->dst_image.image->shape.format)->block_bytes !=
        gi_format_info(command->src_image.image->shape.format)->block_bytes)
        return gifake_violation("submit: the images of command %zu have elements of two sizes", i);
    return GI_OK;
}

static gi_status check_pattern(size_t i, const struct gi_command *command)
{
    uint32_t pattern_bytes = command->pattern_bytes;

    if (pattern_bytes != 1 && pattern_bytes != 2 && pattern_bytes != 4)
        return gifake_violation("submit: command %zu has pattern_bytes %u", i, pattern_bytes);
    if (command->dst.offset_bytes % pattern_bytes != 0
        || command->box.width_bytes % pattern_bytes != 0
        || (command->box.height > 1 && command->dst.strides.row_bytes % pattern_bytes != 0)
        || (command->box.depth > 1 && command->dst.strides.slice_bytes % pattern_bytes != 0))
        return gifake_violation("submit: fill %zu is no multiple of its %u pattern bytes", i,
                                pattern_bytes);
    return GI_OK;
}

static gi_status check_timestamp(const struct gifake_queue *queue, size_t i,
                                 const struct gi_command *command)
{
    if (queue->base.device->info.timestamp_period_fs == 0)
        return gifake_violation("submit: timestamp %zu on a device without a clock", i);
    if (command->box.width_bytes != 8 || command->dst.offset_bytes % 8 != 0)
        return gifake_violation("submit: timestamp %zu has %" PRIu64 " bytes at %" PRIu64, i,
                                command->box.width_bytes, command->dst.offset_bytes);
    return GI_OK;
}

/** Both sides in memory, or one and no other. */
static gi_status check_memory(const struct gifake_queue *queue, size_t i,
                              const struct gi_command *command)
{
    gi_status status;

    if (command->box.depth > 1 && command->box.height == 1)
        return gifake_violation("submit: command %zu has slices of one row", i);
    status = gifake_check_place(queue->base.device, i, "dst", &command->dst, &command->box);
    if (status == GI_OK && gi_command_src(command) != NULL)
        status = gifake_check_place(queue->base.device, i, "src", &command->src, &command->box);
    return status;
}

static gi_status check_constants(const struct gifake_queue *queue, size_t i,
                                 const struct gi_kernel_launch *launch)
{
    const struct gi_memory *memory = launch->constants;

    if ((memory != NULL) != gifake_kernel_from(launch->kernel)->binds_constants)
        return gifake_violation("submit: launch %zu has constants that its kernel does not bind, "
                                "or none", i);
    if (memory == NULL)
        return GI_OK;
    if (memory->device != queue->base.device)
        return gifake_violation("submit: the constants of launch %zu are of another device", i);
    if (launch->constants_offset_bytes % 256 != 0 || launch->constants_bytes == 0 ||
        launch->constants_bytes > queue->base.device->info.kernels.constant_bytes ||
        launch->constants_offset_bytes > memory->size_bytes ||
        launch->constants_bytes > memory->size_bytes - launch->constants_offset_bytes)
        return gifake_violation("submit: launch %zu has %u bytes of constants at %llu", i,
                                launch->constants_bytes,
                                (unsigned long long)launch->constants_offset_bytes);
    return GI_OK;
}

static gi_status check_launch(const struct gifake_queue *queue, size_t i,
                              const struct gi_batch *batch, const struct gi_command *command)
{
    const struct gi_kernel_launch *launch;

    if (!queue->base.device->info.launches)
        return gifake_violation("submit: launch %zu on a device without kernels", i);
    if (command->launch >= batch->launch_count)
        return gifake_violation("submit: launch %zu is number %zu of %zu", i, command->launch,
                                batch->launch_count);
    launch = &batch->launches[command->launch];
    if (launch->kernel == NULL || launch->kernel->device != queue->base.device)
        return gifake_violation("submit: the kernel of launch %zu is of another device", i);
    if (launch->push_bytes != gifake_kernel_from(launch->kernel)->push_bytes)
        return gifake_violation("submit: launch %zu pushes %u bytes", i, launch->push_bytes);
    if (launch->groups[0] == 0 || launch->groups[1] == 0 || launch->groups[2] == 0)
        return gifake_violation("submit: launch %zu has no groups", i);
    return check_constants(queue, i, launch);
}

static gi_status check_command(struct gifake_queue *queue, size_t i, const struct gi_batch *batch)
{
    const struct gi_command *command = &batch->commands[i];
    const struct gi_image_place *dst, *src;
    const struct gi_command_traits *traits;
    gi_status status;

    if ((unsigned int)command->kind >= GI_COMMAND_KINDS)
        return gifake_violation("submit: command %zu is of kind %d", i, (int)command->kind);
    traits = gi_command_traits_of(command);
    dst = gi_command_dst_image(command);
    src = gi_command_src_image(command);
    if (traits->touches_anything)
        return check_launch(queue, i, batch, command);
    if (!traits->has_box)
        return gifake_check_begin(queue, i, batch->value, dst);
    if (gi_box_is_empty(&command->box))
        return gifake_violation("submit: command %zu has size 0", i);
    if (dst != NULL && src != NULL)
        return check_images(queue, i, command);
    if (dst != NULL)
        return check_with_image(queue, i, dst, "dst", &command->src, "src", &command->box);
    if (src != NULL)
        return check_with_image(queue, i, src, "src", &command->dst, "dst", &command->box);
    status = check_memory(queue, i, command);
    if (status == GI_OK && traits->has_pattern)
        status = check_pattern(i, command);
    if (status == GI_OK && traits->bounds_time)
        status = check_timestamp(queue, i, command);
    return status;
}

/* ---- hazards ------------------------------------------------------------------------------ */

/** Bytes that a command touches. */
struct touch {
    const struct gi_memory *memory;
    uint64_t begin, end;
    bool writes;
    bool is_in_range;            /* so one copy may read and write the bytes, by two addresses */
    size_t command;
};

static int compare_touches(const void *left, const void *right)
{
    const struct touch *a = left, *b = right;

    if (a->memory != b->memory)
        return (uintptr_t)a->memory < (uintptr_t)b->memory ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/** Refuses two touches of the same bytes of which one writes, in commands that no barrier parts: an
 *  overlap with any earlier beginning shows against the one of them that ends last. */
static gi_status check_span(struct touch *touches, size_t count)
{
    const struct touch *last = NULL, *last_write = NULL;

    qsort(touches, count, sizeof *touches, compare_touches);
    for (size_t i = 0; i < count; i++) {
        const struct touch *touch = &touches[i];
        if (last != NULL && last->memory != touch->memory)
            last = last_write = NULL;
        const struct touch *rival = touch->writes ? last : last_write;
        bool is_alias = rival != NULL && rival->command == touch->command && touch->is_in_range;
        if (rival != NULL && touch->begin < rival->end && !is_alias)
            return gifake_violation("submit: commands %zu and %zu touch the same bytes without a "
                                    "barrier", rival->command, touch->command);
        if (last == NULL || last->end < touch->end)
            last = touch;
        if (touch->writes && (last_write == NULL || last_write->end < touch->end))
            last_write = touch;
    }
    return GI_OK;
}

/** Adds each row of a box, in a range each part of one; returns how many there are. */
static size_t add_touches(struct touch *touches, size_t command, const struct gifake_side *side,
                          const struct gi_box *box, bool writes)
{
    size_t rows = side->memory != NULL ? (size_t)(box->height * box->depth) : 0, count = 0;

    for (size_t i = 0; i < rows; i++) {
        uint64_t next = gifake_side_row(side, i % box->height, i / box->height);
        uint64_t row_end = next + box->width_bytes;

        while (next < row_end) {
            uint64_t begin = next, end = row_end;
            struct gi_memory *memory = gifake_range_find(side->memory, &begin, &end);

            touches[count++] = (struct touch){ .memory = memory, .begin = begin, .end = end,
                                               .writes = writes, .command = command,
                                               .is_in_range = memory != side->memory };
            next += end - begin;
        }
    }
    return count;
}

static struct touch whole_image(size_t command, const struct gi_image *image)
{
    return (struct touch){ .memory = image->memory, .begin = image->offset_bytes,
                           .end = image->offset_bytes + image->size_bytes, .writes = true,
                           .command = command };
}

/** At most so many touches has each side of all commands: a row may lie in several granules. */
static size_t count_rows(const struct gi_batch *batch)
{
    size_t rows = 0;

    for (size_t i = 0; i < batch->command_count; i++) {
        const struct gi_box *box = &batch->commands[i].box;

        rows += 1 + (size_t)(box->height * box->depth * (box->width_bytes / 4096 + 2));
    }
    return rows;
}

/** Whether a launch is beside another command without a barrier. */
static bool lacks_launch_barrier(const struct gi_batch *batch, size_t i)
{
    const struct gi_command *commands = batch->commands;

    return i > 0 && !commands[i].barrier_before &&
           (gi_command_traits_of(&commands[i])->touches_anything ||
            gi_command_traits_of(&commands[i - 1])->touches_anything);
}

static gi_status check_hazards(const struct gi_batch *batch)
{
    struct touch *touches = malloc((2 * count_rows(batch) + 1) * sizeof *touches);
    size_t count = 0;
    gi_status status = GI_OK;

    if (touches == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "submit: checking %zu commands", batch->command_count);
    for (size_t i = 0; i < batch->command_count && status == GI_OK; i++) {
        const struct gi_command *command = &batch->commands[i];
        struct gifake_side dst, src;
        if (command->barrier_before) {
            status = check_span(touches, count);
            count = 0;
        }
        gifake_sides(command, &dst, &src);
        if (lacks_launch_barrier(batch, i))
            status = gifake_violation("submit: no barrier between command %zu and a launch", i);
        if (gi_command_traits_of(command)->touches_anything)
            continue;
        if (!gi_command_traits_of(command)->has_box) {
            touches[count++] = whole_image(i, command->dst_image.image);
            continue;
        }
        count += add_touches(&touches[count], i, &dst, &command->box, true);
        count += add_touches(&touches[count], i, &src, &command->box, false);
    }
    if (status == GI_OK)
        status = check_span(touches, count);
    free(touches);
    return status;
}

/* ---- external images ---------------------------------------------------------------------- */

static gi_status check_shown_image(const struct gifake_queue *queue, const struct gi_batch *batch,
                                   size_t i)
{
    const struct gi_image *image = batch->images[i];

    if (image->device != queue->base.device || (image->shape.flags & GI_IMAGE_EXTERNAL) == 0)
        return gifake_violation("submit: image %zu is no external one of the device", i);
    for (size_t other = 0; other < i; other++) {
        if (batch->images[other] == image)
            return gifake_violation("submit: images %zu and %zu are the same", other, i);
    }
    return GI_OK;
}

static gi_status check_shown_images(const struct gifake_queue *queue, const struct gi_batch *batch)
{
    gi_status status = GI_OK;

    if (batch->image_count > 0 && !gifake_has_launch(batch))
        return gifake_violation("submit: %zu images to take over, and no launch",
                                batch->image_count);
    for (size_t i = 0; i < batch->image_count && status == GI_OK; i++)
        status = check_shown_image(queue, batch, i);
    return status;
}

/* ---- waits and signals -------------------------------------------------------------------- */

bool gifake_is_submitted(const struct gifake_semaphore *sem, uint64_t value)
{
    if (sem->base.kind == GI_SEMAPHORE_BINARY)
        return sem->payload->balance > 0;
    return sem->payload->submitted_value >= value;
}

static gi_status check_wait(struct gifake_queue *queue, size_t i, const struct gi_wait *wait)
{
    if ((wait->queue != NULL) == (wait->semaphore != NULL))
        return gifake_violation("submit: wait %zu does not name exactly one thing", i);
    if (wait->queue != NULL) {
        const struct gifake_queue *other = gifake_queue_from(wait->queue);
        if (other == queue || other->base.device != queue->base.device)
            return gifake_violation("submit: wait %zu is for %s", i,
                                    other == queue ? "the queue itself" : "another device's queue");
        if (wait->value > other->submitted_value)
            return gifake_violation("submit: wait %zu is for value %" PRIu64 " of a queue that was "
                                    "given %" PRIu64 " at most", i, wait->value,
                                    other->submitted_value);
        return GI_OK;
    }

    const struct gifake_semaphore *sem = gifake_semaphore_from(wait->semaphore);
    if (sem->base.device != queue->base.device)
        return gifake_violation("submit: the semaphore of wait %zu is of another device", i);
    if (!(sem->base.caps & GI_SEMAPHORE_QUEUE_WAIT))
        return gifake_violation("submit: the semaphore of wait %zu has no QUEUE_WAIT", i);
    if (!(sem->base.caps & GI_SEMAPHORE_WAIT_AHEAD) && !gifake_is_submitted(sem, wait->value))
        return gifake_violation("submit: the semaphore of wait %zu has no WAIT_AHEAD and no signal "
                                "for it is submitted", i);
    return GI_OK;
}

static gi_status check_signal(const struct gifake_queue *queue, size_t i,
                              const struct gi_signal *signal)
{
    if (signal->semaphore == NULL)
        return gifake_violation("submit: signal %zu has no semaphore", i);
    const struct gifake_semaphore *sem = gifake_semaphore_from(signal->semaphore);
    if (sem->base.device != queue->base.device)
        return gifake_violation("submit: the semaphore of signal %zu is of another device", i);
    if (!(sem->base.caps & GI_SEMAPHORE_QUEUE_SIGNAL))
        return gifake_violation("submit: the semaphore of signal %zu has no QUEUE_SIGNAL", i);
    return GI_OK;
}

gi_status gifake_check_recorded(struct gi_device_base *base, const struct gi_recorded *recorded)
{
    const struct gi_batch batch = {
        .commands = recorded->commands, .command_count = recorded->command_count,
        .launches = recorded->launches, .launch_count = recorded->launch_count,
    };
    struct gifake_queue any = { .base = { .device = base } };
    gi_status status = GI_OK;

    if (!base->info.recordings)
        return gifake_violation("recording.init: on a device without recordings");
    if (recorded->choice_count > 0 && !base->info.choices)
        return gifake_violation("recording.init: %zu choices", recorded->choice_count);
    if (recorded->is_first && !recorded->begins_behind)
        return gifake_violation("recording.init: the first of a run begins beside others");
    for (size_t i = 0; i < recorded->command_count && status == GI_OK; i++) {
        const struct gi_command *command = &recorded->commands[i];

        if (command->kind != GI_COMMAND_COPY && command->kind != GI_COMMAND_FILL &&
            command->kind != GI_COMMAND_LAUNCH)
            return gifake_violation("recording.init: command %zu is of kind %d", i,
                                    (int)command->kind);
        status = check_command(&any, i, &batch);
    }
    return status;
}

gi_status gifake_check_batch(struct gifake_queue *queue, const struct gi_batch *batch)
{
    gi_status status = GI_OK;

    if (batch->value <= queue->submitted_value)
        return gifake_violation("submit: value %" PRIu64 " comes after %" PRIu64, batch->value,
                                queue->submitted_value);
    for (size_t i = 0; i < batch->command_count && status == GI_OK; i++)
        status = check_command(queue, i, batch);
    for (size_t i = 0; i < batch->command_count && status == GI_OK; i++)
        status = gifake_check_sides(&batch->commands[i]);
    if (status == GI_OK)
        status = gifake_check_recordings(queue, batch);
    if (status == GI_OK)
        status = check_shown_images(queue, batch);
    for (size_t i = 0; i < batch->wait_count && status == GI_OK; i++)
        status = check_wait(queue, i, &batch->waits[i]);
    for (size_t i = 0; i < batch->signal_count && status == GI_OK; i++)
        status = check_signal(queue, i, &batch->signals[i]);
    if (status == GI_OK)
        status = gifake_check_given(queue, batch);
    return status == GI_OK ? check_hazards(batch) : status;
}
