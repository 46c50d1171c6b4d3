#include "at_once.h"

#include "base/clock.h"
#include "gate.h"
#include "scheduler.h"

gi_status gi_at_once_may_copy(struct gi_stream *stream, const struct gi_operation_copy *copy,
                              bool *out_may)
{
    gi_status status;

    *out_may = false;
    if (copy->dst.host == NULL || copy->src.host == NULL)
        return GI_OK;
    status = gi_stream_poll(stream, gi_stream_newest(stream));
    *out_may = status == GI_OK;
    return status == GI_NOT_READY ? GI_OK : status;
}

size_t gi_at_once_count_signals(const struct gi_stream *stream, const struct gi_signal *signals,
                                size_t count)
{
    size_t i = 0;

    while (stream->head == NULL && i < count &&
           (signals[i].semaphore->caps & GI_SEMAPHORE_HOST_SIGNAL) != 0)
        i++;
    return i;
}

void gi_at_once_signal(struct gi_stream *stream, const struct gi_signal *signals, size_t count)
{
    /* A value that does not grow changes nothing and, as for the vendors, is no error. */
    for (size_t i = 0; i < count; i++) {
        (void)!gi_semaphore_object_signal(signals[i].semaphore, signals[i].value);
        gi_binary_waits_host_has_signalled(stream->device, signals[i].semaphore);
    }
}

bool gi_at_once_passes_point(const struct gi_stream *stream, struct gi_stream *other, uint64_t seq)
{
    uint64_t unused;

    return other == stream || gi_points_are_done(&other->points, seq) ||
           gi_points_state(&other->points, seq, &unused) == GI_POINT_DONE;
}

bool gi_at_once_take_time(struct gi_stream *stream, struct gi_time *time)
{
    if (!gi_device_is_calibrated(stream->device) || !gi_stream_is_idle(stream))
        return false;
    time->host_ns = gi_now_ns();
    return true;
}

bool gi_at_once_may_record(struct gi_stream *stream, const struct gi_host_event *event,
                           uint64_t number)
{
    return gi_stream_is_idle(stream) && stream->head == NULL &&
           gi_host_event_room(event, number) == GI_HOST_EVENT_FREE;
}

bool gi_at_once_passes_record(const struct gi_host_event *event, uint64_t number)
{
    return gi_host_event_state(event, number) == GI_HOST_EVENT_DONE;
}
