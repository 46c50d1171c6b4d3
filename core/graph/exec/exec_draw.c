#include "exec_draw.h"

#include <stdlib.h>

#include "../include/gpuinterop.h"
#include "base/log_listen.h"
#include "exec_state.h"
#include "graph/picture.h"
#include "graph/plan_picture.h"
#include "queue/device_state.h"
#include "stream/stream_state.h"

/* The facts of a track's stream. The program's stream is that of the last launch. */
static struct gi_plan_stream stream_of(const struct gi_exec *exec, size_t track)
{
    const struct gi_stream *stream = exec->tracks[track];
    struct gi_plan_stream found = { .is_launching = track == 0 && stream == NULL };

    if (found.is_launching)
        stream = exec->last;
    if (stream != NULL && stream->lane != NULL) {
        found.has_queue = true;
        found.queue = (size_t)(stream->lane - stream->device->lanes);
    }
    return found;
}

/* The lock is held. */
static gi_status make_picture(const struct gi_exec *exec, char **out_text, size_t *out_length)
{
    struct gi_plan_stream *streams = malloc(exec->plan.track_count * sizeof *streams);
    bool *disabled = malloc(exec->flat.count + 1);
    const struct gi_plan_look look = { &exec->flat, &exec->plan, &exec->recorded.steps, streams,
                                       disabled };
    gi_status status;

    if (streams == NULL || disabled == NULL) {
        free(streams);
        free(disabled);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the picture of a plan");
    }
    for (size_t i = 0; i < exec->plan.track_count; i++)
        streams[i] = stream_of(exec, i);
    for (size_t i = 0; i < exec->flat.count; i++)
        disabled[i] = exec->nodes[i].is_disabled;
    status = gi_plan_picture_make(&look, out_text, out_length);
    free(streams);
    free(disabled);
    return status;
}

gi_status gi_exec_draw(gi_handle handle, const char *path)
{
    struct gi_exec *exec;
    char *text = NULL;
    size_t length = 0;
    gi_status status = gi_exec_acquire(handle, &exec);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&exec->lock);
    status = make_picture(exec, &text, &length);
    pthread_mutex_unlock(&exec->lock);
    gi_object_unref(&exec->object);
    if (status != GI_OK)
        return status;
    status = gi_picture_write(path, text, length);
    free(text);
    return status;
}

int gpuinterop_draw_graph_plan(const void *exec, const char *path)
{
    gi_status status = path != NULL ? gi_exec_draw((gi_handle)(uintptr_t)exec, path)
                                    : gi_fail(GI_INVALID_VALUE, "picture of a plan: path is NULL");

    if (status == GI_OK)
        return 0;
    gi_log_failed_call();
    return -1;
}
