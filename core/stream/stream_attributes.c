#include "stream_attributes.h"

#include <string.h>

#include "base/log.h"
#include "capture.h"
#include "stream_state.h"

static gi_status check_attributes(const struct gi_stream_attributes *wanted)
{
    if (!(wanted->window_ratio >= 0 && wanted->window_ratio <= 1))
        return gi_fail(GI_INVALID_VALUE, "stream: hitRatio is %g, it must be 0 to 1",
                       (double)wanted->window_ratio);
    if (wanted->window_bytes > UINT64_MAX - wanted->window_base)
        return gi_fail(GI_INVALID_VALUE, "stream: num_bytes is %llu from 0x%llx on, which is past "
                       "all memory", (unsigned long long)wanted->window_bytes,
                       (unsigned long long)wanted->window_base);
    if (wanted->window_miss < GI_ACCESS_NORMAL || wanted->window_miss > GI_ACCESS_STREAMING)
        return gi_fail(GI_INVALID_VALUE, "stream: missProp is %d, it must be 0 (normal) or 1 "
                       "(streaming)", wanted->window_miss);
    if (wanted->sync_policy != GI_SYNC_UNSET &&
        (wanted->sync_policy < GI_SYNC_AUTO || wanted->sync_policy > GI_SYNC_BLOCKING))
        return gi_fail(GI_INVALID_VALUE, "stream: the synchronization policy is %d, 1 to 4 exist",
                       wanted->sync_policy);
    if (wanted->domain_default >= GI_SYNC_DOMAINS || wanted->domain_remote >= GI_SYNC_DOMAINS)
        return gi_fail(GI_INVALID_VALUE, "stream: the map of domains is %u and %u, each must be "
                       "below %u", wanted->domain_default, wanted->domain_remote, GI_SYNC_DOMAINS);
    if (wanted->domain != 0 && wanted->domain != 1)
        return gi_fail(GI_INVALID_VALUE, "stream: the domain is %d, 0 and 1 exist",
                       wanted->domain);
    return GI_OK;
}

gi_status gi_stream_get_attributes(gi_handle handle, struct gi_stream_attributes *out_attributes)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_attributes = gi_stream_default_attributes;
    if (status != GI_OK)
        return status;
    status = gi_capture_check_legacy(stream, "a question for the attributes of a stream");
    pthread_mutex_lock(&stream->lock);
    *out_attributes = stream->attributes;
    pthread_mutex_unlock(&stream->lock);
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_set_attributes(gi_handle handle, const struct gi_stream_attributes *attributes)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = check_attributes(attributes);
    if (status == GI_OK)
        status = gi_capture_check_legacy(stream, "a change of the attributes of a stream");
    if (status == GI_OK) {
        pthread_mutex_lock(&stream->lock);
        stream->attributes = *attributes;
        pthread_mutex_unlock(&stream->lock);
    }
    gi_stream_release(stream);
    return status;
}

gi_status gi_stream_set_priority(gi_handle handle, int priority)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    atomic_store(&stream->priority,
                 gi_priority_clamp(priority, GI_PRIORITY_GREATEST, GI_PRIORITY_LEAST));
    gi_stream_release(stream);
    return GI_OK;
}

gi_status gi_stream_copy_attributes(gi_handle destination_handle, gi_handle source_handle)
{
    struct gi_stream_attributes attributes;
    struct gi_stream *destination, *source;
    gi_status status = gi_stream_acquire(destination_handle, &destination);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire(source_handle, &source);
    if (status != GI_OK)
        goto release_destination;
    status = gi_capture_check_legacy(destination, "a change of the attributes of a stream");
    if (status == GI_OK && destination->device != source->device)
        status = gi_fail(GI_INVALID_VALUE, "stream: attributes of a stream of device %d cannot be "
                         "those of one of device %d", source->device->ordinal,
                         destination->device->ordinal);
    if (status == GI_OK) {
        pthread_mutex_lock(&source->lock);
        attributes = source->attributes;
        pthread_mutex_unlock(&source->lock);
        pthread_mutex_lock(&destination->lock);
        destination->attributes = attributes;
        pthread_mutex_unlock(&destination->lock);
        atomic_store(&destination->priority, atomic_load(&source->priority));
    }
    gi_stream_release(source);
release_destination:
    gi_stream_release(destination);
    return status;
}

gi_status gi_stream_get_id(gi_handle handle, uint64_t *out_id)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    *out_id = 0;
    if (status != GI_OK)
        return status;
    status = gi_capture_check(stream, "a question for the number of a stream");
    *out_id = stream->id;
    gi_stream_release(stream);
    return status;
}

/* ---- compute units -------------------------------------------------------------------------- */

/* The number of words for a bit of each unit of the device: at least one. */
static uint32_t unit_words(const struct gi_stream *stream)
{
    uint32_t words = (stream->device->base->info.compute_units + 31) / 32;

    if (words == 0)
        return 1;
    return words < GI_UNIT_MASK_WORDS ? words : GI_UNIT_MASK_WORDS;
}

gi_status gi_stream_set_unit_mask(gi_handle handle, const uint32_t *words, uint32_t count)
{
    struct gi_stream *stream;
    uint32_t used;
    gi_status status;

    if (words == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "stream: the mask of compute units has no words");
    status = gi_stream_acquire(handle, &stream);
    if (status != GI_OK)
        return status;
    used = unit_words(stream) < count ? unit_words(stream) : count;
    pthread_mutex_lock(&stream->lock);
    memset(stream->unit_mask, 0, sizeof stream->unit_mask);
    memcpy(stream->unit_mask, words, used * sizeof *words);
    stream->has_unit_mask = true;
    pthread_mutex_unlock(&stream->lock);
    gi_log(GI_LOG_INFO, "stream %llu: its work runs on all compute units, whatever the mask",
           (unsigned long long)stream->id);
    gi_stream_release(stream);
    return status;
}

/* Sets the bits of all units of the device. */
static void fill_unit_mask(const struct gi_stream *stream, uint32_t *out_words)
{
    uint32_t units = stream->device->base->info.compute_units;

    for (uint32_t i = 0; i < units && i < 32 * GI_UNIT_MASK_WORDS; i++)
        out_words[i / 32] |= UINT32_C(1) << i % 32;
    if (units == 0)
        out_words[0] = 1;
}

gi_status gi_stream_get_unit_mask(gi_handle handle, uint32_t *out_words, uint32_t count)
{
    struct gi_stream *stream;
    gi_status status;

    if (out_words == NULL)
        return gi_fail(GI_INVALID_VALUE, "stream: there is no room for the mask of compute units");
    status = gi_stream_acquire(handle, &stream);
    if (status != GI_OK)
        return status;
    if (count < unit_words(stream)) {
        status = gi_fail(GI_INVALID_VALUE, "stream: the mask of compute units takes %u words, not "
                         "%u", unit_words(stream), count);
    } else {
        memset(out_words, 0, count * sizeof *out_words);
        pthread_mutex_lock(&stream->lock);
        if (stream->has_unit_mask)
            memcpy(out_words, stream->unit_mask, unit_words(stream) * sizeof *out_words);
        else
            fill_unit_mask(stream, out_words);
        pthread_mutex_unlock(&stream->lock);
    }
    gi_stream_release(stream);
    return status;
}
