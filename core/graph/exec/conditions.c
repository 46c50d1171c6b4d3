#include "conditions.h"

#include "stream/append.h"
#include "stream/scheduler.h"

/* Held while a launch with conditions is enqueued: it comes behind the locks of executables, and
 * before those of streams. */
static pthread_mutex_t launches_lock = PTHREAD_MUTEX_INITIALIZER;

static bool has_conditions(const struct gi_exec *exec)
{
    return exec->conditional_count > 0 && !exec->is_body;
}

void gi_conditions_enter(const struct gi_exec *exec)
{
    if (has_conditions(exec))
        pthread_mutex_lock(&launches_lock);
}

void gi_conditions_leave(const struct gi_exec *exec)
{
    if (has_conditions(exec))
        pthread_mutex_unlock(&launches_lock);
}

typedef gi_status (*visit_fn)(struct gi_condition *condition, struct gi_stream *stream);

/* The conditions of an executable and of its bodies. */
static gi_status visit_all(const struct gi_exec *exec, struct gi_stream *stream, visit_fn visit)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < exec->conditional_count && status == GI_OK; i++) {
        size_t number = exec->conditional[i];
        const struct gi_branches *branches = exec->branches[number];
        const struct gi_asked_condition *asked =
            (const struct gi_asked_condition *)exec->flat.nodes[number].asked;

        status = visit(asked->condition, stream);
        for (size_t k = 0; k < branches->count && status == GI_OK; k++)
            status = visit_all(branches->bodies[k], stream, visit);
    }
    return status;
}

static gi_status order(struct gi_condition *condition, struct gi_stream *stream)
{
    if (condition->last == NULL || condition->last == stream ||
        gi_stream_point_failure(condition->last, condition->last_seq) != GI_OK)
        return GI_OK;
    return gi_append_point(stream, condition->last, condition->last_seq);
}

static void begin_by_host(void *argument, gi_status status)
{
    struct gi_condition *condition = argument;

    if (status == GI_OK)
        gi_condition_write(condition, condition->value);
    gi_condition_unref(condition);
}

/* A stream of another device does not reach the word. */
static gi_status append_write_by_host(struct gi_condition *condition, struct gi_stream *stream)
{
    gi_status status;

    gi_condition_ref(condition);
    status = gi_append_host_call(stream, &(struct gi_operation_host_call){
        .fn = begin_by_host, .argument = condition, .always = true });
    if (status != GI_OK)
        gi_condition_unref(condition);
    return status;
}

static gi_status set(struct gi_condition *condition, struct gi_stream *stream)
{
    const struct gi_command command = {
        .kind = GI_COMMAND_FILL,
        .dst = { .memory = condition->word->memory,
                 .offset_bytes = condition->word->offset_bytes },
        .box = gi_box_linear(sizeof(uint32_t)),
        .pattern = condition->value,
        .pattern_bytes = sizeof(uint32_t),
    };

    if (!condition->has_value)
        return GI_OK;
    if (condition->device != stream->device)
        return append_write_by_host(condition, stream);
    return gi_append_command(stream, &command, condition->word, NULL);
}

gi_status gi_conditions_begin(const struct gi_exec *exec, struct gi_stream *stream)
{
    gi_status status;

    if (!has_conditions(exec))
        return GI_OK;
    status = visit_all(exec, stream, order);
    return status == GI_OK ? visit_all(exec, stream, set) : status;
}

static gi_status note_last_user(struct gi_condition *condition, struct gi_stream *stream)
{
    gi_object_ref(&stream->object);
    if (condition->last != NULL)
        gi_stream_release(condition->last);
    condition->last = stream;
    condition->last_seq = gi_stream_newest(stream);
    gi_raise(&stream->recorded, condition->last_seq);    /* no later wait becomes part of that */
    return GI_OK;
}

void gi_conditions_end(const struct gi_exec *exec, struct gi_stream *stream)
{
    if (has_conditions(exec))
        (void)!visit_all(exec, stream, note_last_user);
}
