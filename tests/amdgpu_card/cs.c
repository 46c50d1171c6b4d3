/* Submissions: chunks are read and checked, waits taken as they are at this moment, and the job
 * goes to its ring together with what it signals. */
#include "cs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fence.h"
#include "gem.h"
#include "rules.h"
#include "sync_file.h"
#include "syncobj.h"
#include "worker.h"

#define MAX_CHUNKS 128u
#define MAX_BUFFERS 65536u
#define MAX_SIGNALS 1024u
#define IB_MAX_DWORDS 0xfffffu

/** One submission while it is read. */
struct submission {
    struct gicard_file *file;
    struct gicard_context *context;
    struct gicard_job *job;
    bool has_buffers, has_ring;
    uint32_t signal_chunk;               /* the kind of the first, or 0 */
    uint32_t signal_count;
    struct { uint32_t syncobj; uint64_t point; } *signals;
};

/* ---- buffers ------------------------------------------------------------------------------ */

static int add_buffers(struct submission *submission,
                       const struct drm_amdgpu_bo_list_entry *entries, uint32_t count,
                       uint32_t stride)
{
    struct gicard_job *job = submission->job;

    if (submission->has_buffers)
        return -EINVAL;
    submission->has_buffers = true;
    if (count > MAX_BUFFERS || stride < sizeof(*entries))
        return -EINVAL;
    job->buffers = calloc(count != 0 ? count : 1, sizeof(*job->buffers));
    if (job->buffers == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
        const struct drm_amdgpu_bo_list_entry *entry =
            (const void *)((const char *)entries + (size_t)i * stride);
        struct gicard_buffer *buffer = gicard_buffer_of(submission->file, entry->bo_handle);
        if (buffer == NULL)
            return -ENOENT;
        job->buffers[job->buffer_count++] = buffer;
    }
    return 0;
}

/** A list that the BO_LIST ioctl made. */
static int add_list(struct submission *submission, uint32_t handle)
{
    int code = -EINVAL;

    pthread_mutex_lock(&submission->file->lock);
    const struct gicard_buffer_list *list = gicard_handles_get(&submission->file->lists, handle);
    uint32_t count = list != NULL ? list->count : 0;
    struct drm_amdgpu_bo_list_entry *entries = calloc(count + 1, sizeof(*entries));
    for (uint32_t i = 0; i < count && entries != NULL; i++)
        entries[i].bo_handle = list->handles[i];
    pthread_mutex_unlock(&submission->file->lock);
    if (list != NULL && entries != NULL)
        code = add_buffers(submission, entries, count, sizeof(*entries));
    free(entries);
    return code;
}

int gicard_bo_list_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_bo_list *arg = data;
    const char *entries = (const char *)(uintptr_t)arg->in.bo_info_ptr;
    struct gicard_buffer_list *list = NULL;
    int code = 0;

    if (arg->in.operation > AMDGPU_BO_LIST_OP_UPDATE)
        return -EINVAL;
    if (arg->in.operation != AMDGPU_BO_LIST_OP_DESTROY) {
        if (arg->in.bo_number > MAX_BUFFERS
            || arg->in.bo_info_size < sizeof(struct drm_amdgpu_bo_list_entry))
            return -EINVAL;
        list = calloc(1, sizeof(*list) + arg->in.bo_number * sizeof(list->handles[0]));
        if (list == NULL)
            return -ENOMEM;
        list->count = arg->in.bo_number;
        for (uint32_t i = 0; i < list->count; i++)
            memcpy(&list->handles[i], entries + (size_t)i * arg->in.bo_info_size, 4);
    }
    pthread_mutex_lock(&file->lock);
    for (uint32_t i = 0; list != NULL && i < list->count && code == 0; i++)
        if (gicard_handles_get(&file->buffers, list->handles[i]) == NULL)
            code = -ENOENT;
    if (code == 0 && arg->in.operation == AMDGPU_BO_LIST_OP_CREATE) {
        uint32_t handle = gicard_handles_add(&file->lists, list);
        code = handle == 0 ? -ENOMEM : 0;
        arg->out.list_handle = handle;
    } else if (code == 0) {
        struct gicard_buffer_list *old = gicard_handles_get(&file->lists, arg->in.list_handle);
        if (old == NULL)
            code = -ENOENT;
        else if (list == NULL)
            gicard_handles_remove(&file->lists, arg->in.list_handle);
        else
            file->lists.slots[arg->in.list_handle] = list;
        free(old);
    }
    pthread_mutex_unlock(&file->lock);
    if (code != 0)
        free(list);
    return code;
}

/* ---- chunks ------------------------------------------------------------------------------- */

static int read_ib(struct submission *submission, const struct drm_amdgpu_cs_chunk_ib *ib)
{
    struct gicard_job *job = submission->job;

    if (ib->ip_type >= AMDGPU_HW_IP_NUM || ib->ip_instance != 0 || ib->ring >= GICARD_RINGS_OF_IP
        || !(gicard_rings_of(ib->ip_type) >> ib->ring & 1))
        return gicard_violation(GICARD_RULE_IB_RING, -EINVAL, "engine %u instance %u ring %u",
                                ib->ip_type, ib->ip_instance, ib->ring);
    if (submission->has_ring && (job->ip != ib->ip_type || job->ring != ib->ring))
        return gicard_violation(GICARD_RULE_IB_RING, -EINVAL, "IBs for two rings at once");
    uint32_t alignment = ib->ip_type == AMDGPU_HW_IP_DMA ? 256 : 4;
    if (ib->va_start % alignment != 0)
        return gicard_violation(GICARD_RULE_IB_ALIGNMENT, -EINVAL, "an IB at 0x%" PRIx64
                                ", no multiple of %u", (uint64_t)ib->va_start, alignment);
    if (ib->ib_bytes % 4 != 0 || ib->ib_bytes == 0 || ib->ib_bytes / 4 > IB_MAX_DWORDS)
        return gicard_violation(GICARD_RULE_IB_SIZE, -EINVAL, "an IB of %u bytes", ib->ib_bytes);
    if (job->ib_count == GICARD_MAX_IBS)
        return -EINVAL;
    submission->has_ring = true;
    job->ip = ib->ip_type;
    job->ring = ib->ring;
    job->ibs[job->ib_count++] = (struct gicard_ib){
        .address = ib->va_start, .size_bytes = ib->ib_bytes, .flags = ib->flags };
    return 0;
}

static int read_user_fence(struct submission *submission,
                           const struct drm_amdgpu_cs_chunk_fence *fence)
{
    struct gicard_buffer *buffer = gicard_buffer_of(submission->file, fence->handle);

    if (buffer == NULL)
        return -EINVAL;
    if (buffer->size_bytes != GICARD_PAGE_BYTES || buffer->fd < 0
        || fence->offset > GICARD_PAGE_BYTES - 8 || submission->job->user_fence != NULL) {
        gicard_buffer_put(buffer);
        return gicard_violation(GICARD_RULE_USER_FENCE, -EINVAL, "buffer %u, offset %u: one page"
                                " that is no user memory, once", fence->handle, fence->offset);
    }
    submission->job->user_fence = buffer;
    submission->job->user_fence_offset = fence->offset;
    return 0;
}

/** What an earlier submission's place stands for: nothing any more, or a fence.
 *  Errors: -EINVAL for a place that was not given out. */
static int find_submission(struct gicard_file *file, uint32_t ctx, uint32_t ip, uint32_t instance,
                           uint32_t ring, uint64_t seq, struct gicard_fence *out)
{
    struct gicard_context *context = gicard_context_get(file, ctx);
    int code = 0;

    *out = (struct gicard_fence){ .timeline = 0 };
    if (context == NULL)
        return -EINVAL;
    pthread_mutex_lock(&file->lock);
    struct gicard_entity *entity = gicard_entity_get(file, context, ip, instance, ring, &code);
    if (entity != NULL) {
        if (seq == ~UINT64_C(0))
            seq = entity->timeline.seq;
        if (seq > entity->timeline.seq) {
            code = -EINVAL;
        } else if (seq != 0) {
            *out = entity->timeline;
            out->seq = seq;
        }
    }
    pthread_mutex_unlock(&file->lock);
    gicard_context_put(context);
    return code;
}

static int read_dependencies(struct submission *submission,
                             const struct drm_amdgpu_cs_chunk_dep *deps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct gicard_fence fence;
        int code = find_submission(submission->file, deps[i].ctx_id, deps[i].ip_type,
                                   deps[i].ip_instance, deps[i].ring, deps[i].handle, &fence);
        if (code != 0)
            return code;
        if (fence.timeline != 0 && !gicard_set_add(&submission->job->waits, &fence))
            return -ENOMEM;
    }
    return 0;
}

static int read_wait(struct submission *submission, uint32_t handle, uint64_t point,
                     uint32_t flags)
{
    struct gicard_fence_set set;

    if ((flags & ~(uint32_t)DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0)
        return gicard_violation(GICARD_RULE_CHUNK, -EINVAL, "a wait with flags 0x%x", flags);
    int code = gicard_syncobj_find(submission->file, handle, point, flags, &set);
    if (code == -EINVAL)
        return gicard_violation(GICARD_RULE_WAIT_EMPTY, code,
                                "syncobj %u has no fence for point %" PRIu64, handle, point);
    if (code != 0)
        return code;
    return gicard_set_merge(&submission->job->waits, &set) ? 0 : -ENOMEM;
}

/** One kind of chunk that signals, once. */
static int begin_signals(struct submission *submission, uint32_t kind, uint32_t count)
{
    if (submission->signal_chunk != 0)
        return gicard_violation(GICARD_RULE_TWO_SIGNALS, -EINVAL,
                                "chunks of kinds %u and %u both signal", submission->signal_chunk,
                                kind);
    submission->signal_chunk = kind;
    if (count > MAX_SIGNALS)
        return -EINVAL;
    submission->signals = calloc(count != 0 ? count : 1, sizeof(*submission->signals));
    return submission->signals != NULL ? 0 : -ENOMEM;
}

static int add_signal(struct submission *submission, uint32_t handle, uint64_t point)
{
    uint32_t syncobj = gicard_syncobj_get(submission->file, handle);

    if (syncobj == 0)
        return -EINVAL;
    submission->signals[submission->signal_count].syncobj = syncobj;
    submission->signals[submission->signal_count++].point = point;
    return 0;
}

static int read_syncobjs(struct submission *submission, uint32_t kind, const uint32_t *handles,
                         uint32_t count)
{
    int code = kind == AMDGPU_CHUNK_ID_SYNCOBJ_OUT ? begin_signals(submission, kind, count) : 0;

    for (uint32_t i = 0; i < count && code == 0; i++)
        code = kind == AMDGPU_CHUNK_ID_SYNCOBJ_OUT ? add_signal(submission, handles[i], 0)
                                                   : read_wait(submission, handles[i], 0, 0);
    return code;
}

static int read_points(struct submission *submission, uint32_t kind,
                       const struct drm_amdgpu_cs_chunk_syncobj *points, uint32_t count)
{
    bool signals = kind == AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL;
    int code = signals ? begin_signals(submission, kind, count) : 0;

    if (gicard_config.no_timeline)
        return -EINVAL;
    for (uint32_t i = 0; i < count && code == 0; i++)
        code = signals ? add_signal(submission, points[i].handle, points[i].point)
                       : read_wait(submission, points[i].handle, points[i].point,
                                   points[i].flags);
    return code;
}

static int read_chunk(struct submission *submission, const struct drm_amdgpu_cs_chunk *chunk)
{
    const void *data = (const void *)(uintptr_t)chunk->chunk_data;
    uint32_t bytes = chunk->length_dw * 4;

    switch (chunk->chunk_id) {
    case AMDGPU_CHUNK_ID_IB:
        if (bytes < sizeof(struct drm_amdgpu_cs_chunk_ib))
            return -EINVAL;
        return read_ib(submission, data);
    case AMDGPU_CHUNK_ID_FENCE:
        if (bytes < sizeof(struct drm_amdgpu_cs_chunk_fence))
            return -EINVAL;
        return read_user_fence(submission, data);
    case AMDGPU_CHUNK_ID_BO_HANDLES: {
        const struct drm_amdgpu_bo_list_in *list = data;
        if (bytes < sizeof(*list))
            return -EINVAL;
        return add_buffers(submission, (const void *)(uintptr_t)list->bo_info_ptr,
                           list->bo_number, list->bo_info_size);
    }
    case AMDGPU_CHUNK_ID_DEPENDENCIES:
    case AMDGPU_CHUNK_ID_SCHEDULED_DEPENDENCIES:
        return read_dependencies(submission, data,
                                 bytes / (uint32_t)sizeof(struct drm_amdgpu_cs_chunk_dep));
    case AMDGPU_CHUNK_ID_SYNCOBJ_IN:
    case AMDGPU_CHUNK_ID_SYNCOBJ_OUT:
        return read_syncobjs(submission, chunk->chunk_id, data, bytes / 4);
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT:
    case AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL:
        return read_points(submission, chunk->chunk_id, data,
                           bytes / (uint32_t)sizeof(struct drm_amdgpu_cs_chunk_syncobj));
    default:
        return gicard_violation(GICARD_RULE_CHUNK, -EINVAL, "a chunk of kind %u",
                                chunk->chunk_id);
    }
}

static int read_chunks(struct submission *submission, const struct drm_amdgpu_cs_in *in)
{
    const uint64_t *chunks = (const uint64_t *)(uintptr_t)in->chunks;
    int code = 0;

    if (in->num_chunks == 0 || in->num_chunks > MAX_CHUNKS || chunks == NULL)
        return gicard_violation(GICARD_RULE_IB_MISSING, -EINVAL, "%u chunks", in->num_chunks);
    if (in->bo_list_handle != 0)
        code = add_list(submission, in->bo_list_handle);
    for (uint32_t i = 0; i < in->num_chunks && code == 0; i++)
        code = read_chunk(submission, (const void *)(uintptr_t)chunks[i]);
    if (code == 0 && submission->job->ib_count == 0)
        return gicard_violation(GICARD_RULE_IB_MISSING, -EINVAL, "a submission without an IB");
    return code;
}

/* ---- submitting --------------------------------------------------------------------------- */

/** Signals come to be with the job, in the order of its ring. Buffers are busy until it has ended.
 * */
static int attach(struct submission *submission)
{
    struct gicard_job *job = submission->job;
    struct gicard_fence_set set = { .count = 1, .fences = { job->fence } };
    int code = 0;

    gicard_arena_lock();
    for (uint32_t i = 0; i < submission->signal_count && code == 0; i++)
        code = gicard_syncobj_add(submission->signals[i].syncobj, submission->signals[i].point,
                                  &set);
    for (uint32_t i = 0; i < job->buffer_count && code == 0; i++) {
        uint32_t record = job->buffers[i]->record;
        if (record != 0)
            gicard_set_add(&gicard_arena->records[record].busy, &job->fence);
    }
    gicard_arena_unlock();
    return code;
}

/** What the settings want of this job, by its number among those that were taken. */
static void choose_fate(struct gicard_job *job)
{
    static _Atomic uint32_t dice = 12345;
    struct gicard_settings settings = gicard_settings_get();

    job->delay_ns = settings.delay_ns;
    if (settings.jitter_ns != 0)
        job->delay_ns += (uint64_t)(atomic_fetch_add(&dice, 2654435761u) * 747796405u)
                         % settings.jitter_ns;
    job->hang = gicard_settings_count_down(&gicard_config.settings.hang_job);
    job->fault = gicard_settings_count_down(&gicard_config.settings.fault_job);
}

static int push(struct submission *submission, uint64_t *out_seq)
{
    struct gicard_file *file = submission->file;
    struct gicard_job *job = submission->job;
    int code;

    pthread_mutex_lock(&file->lock);
    struct gicard_entity *entity = gicard_entity_get(file, submission->context, job->ip, 0,
                                                     job->ring, &code);
    if (entity != NULL) {
        job->file = file;
        job->entity = entity;
        job->vm = gicard_vm_get(file->vm);
        job->fence = entity->timeline;
        job->fence.seq = entity->timeline.seq + 1;
        code = attach(submission);
    }
    if (code == 0) {
        choose_fate(job);
        *out_seq = ++entity->timeline.seq;
        gicard_worker_push(job);
        submission->job = NULL;
    }
    pthread_mutex_unlock(&file->lock);
    if (code == 0)
        gicard_notify();
    return code;
}

int gicard_cs_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_cs *arg = data;
    struct submission submission = { .file = file };
    const struct gicard_card_state *state = gicard_state_of(file);

    if (gicard_settings_count_down(&gicard_config.settings.unplug_job)) {
        gicard_unplug(file->card);
        return -ENODEV;
    }
    submission.context = gicard_context_get(file, arg->in.ctx_id);
    if (submission.context == NULL)
        return -EINVAL;
    submission.job = calloc(1, sizeof(*submission.job));
    int code = submission.job == NULL ? -ENOMEM : 0;
    if (code == 0 && (atomic_load(&submission.context->guilty)
                      || submission.context->vram_losses != atomic_load(&state->vram_losses)))
        code = -ECANCELED;
    if (code == 0)
        code = read_chunks(&submission, &arg->in);
    if (code == 0) {
        uint64_t seq = 0;
        code = push(&submission, &seq);
        if (code == 0)
            arg->out.handle = seq;
    }
    if (submission.job != NULL)
        gicard_job_free(submission.job);
    for (uint32_t i = 0; i < submission.signal_count; i++)
        gicard_syncobj_put(submission.signals[i].syncobj);
    free(submission.signals);
    gicard_context_put(submission.context);
    return code;
}

/* ---- waiting ------------------------------------------------------------------------------ */

static int64_t deadline(uint64_t timeout_ns)
{
    return timeout_ns > INT64_MAX ? INT64_MAX : (int64_t)timeout_ns;
}

int gicard_wait_cs_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_wait_cs *arg = data;
    struct gicard_fence_set set = { .count = 0 };
    struct gicard_fence fence;
    int64_t abs_ns = deadline(arg->in.timeout);

    int code = find_submission(file, arg->in.ctx_id, arg->in.ip_type, arg->in.ip_instance,
                               arg->in.ring, arg->in.handle, &fence);
    if (code != 0)
        return code;
    if (fence.timeline != 0)
        gicard_set_add(&set, &fence);
    arg->out.status = gicard_set_wait(&set, abs_ns) != 0;
    return arg->out.status == 0 ? set.error : 0;
}

struct fences_wait {
    uint32_t count;
    bool all;
    uint32_t first;
    int error;
    struct gicard_fence *fences;
};

static bool fences_done(void *context)
{
    struct fences_wait *wait = context;
    uint32_t done = 0;

    for (uint32_t i = 0; i < wait->count; i++) {
        int error = 0;
        if (wait->fences[i].timeline != 0 && !gicard_fence_done(&wait->fences[i], &error))
            continue;
        if (done++ == 0)
            wait->first = i;
        if (error != 0)
            wait->error = error;
    }
    return wait->all ? done == wait->count : done > 0;
}

int gicard_wait_fences_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_wait_fences *arg = data;
    const struct drm_amdgpu_fence *list = (const void *)(uintptr_t)arg->in.fences;
    struct fences_wait wait = { .count = arg->in.fence_count, .all = arg->in.wait_all != 0 };
    int64_t abs_ns = deadline(arg->in.timeout_ns);
    int code = 0;

    if (wait.count == 0 || wait.count > MAX_BUFFERS)
        return -EINVAL;
    wait.fences = calloc(wait.count, sizeof(*wait.fences));
    if (wait.fences == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < wait.count && code == 0; i++)
        code = find_submission(file, list[i].ctx_id, list[i].ip_type, list[i].ip_instance,
                               list[i].ring, list[i].seq_no, &wait.fences[i]);
    if (code == 0) {
        arg->out.status = gicard_wait(fences_done, &wait, abs_ns) == 0;
        arg->out.first_signaled = wait.all ? 0 : wait.first;
        code = arg->out.status ? wait.error : 0;
    }
    free(wait.fences);
    return code;
}

int gicard_fence_to_handle_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_fence_to_handle *arg = data;
    const struct drm_amdgpu_fence in = arg->in.fence;
    struct gicard_fence_set set = { .count = 0 };
    struct gicard_fence fence;
    uint32_t what = arg->in.what, handle;
    int fd;

    int code = find_submission(file, in.ctx_id, in.ip_type, in.ip_instance, in.ring, in.seq_no,
                               &fence);
    if (code != 0 || what > AMDGPU_FENCE_TO_HANDLE_GET_SYNC_FILE_FD)
        return code != 0 ? code : -EINVAL;
    if (fence.timeline != 0)
        gicard_set_add(&set, &fence);
    if (what == AMDGPU_FENCE_TO_HANDLE_GET_SYNC_FILE_FD) {
        fd = gicard_sync_file_create(&set);
        arg->out.handle = (uint32_t)fd;
        return fd < 0 ? fd : 0;
    }
    code = gicard_syncobj_create(file, &set, &handle);
    if (code != 0 || what == AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ) {
        arg->out.handle = handle;
        return code;
    }
    code = gicard_syncobj_export(file, handle, &fd);
    gicard_syncobj_ioctl(file, 0xc0, &(struct drm_syncobj_destroy){ .handle = handle });
    arg->out.handle = (uint32_t)fd;
    return code;
}
