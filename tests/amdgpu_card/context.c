/* Contexts: queues of jobs, and what resets have done to them. */
#include "context.h"

#include <errno.h>
#include <stdlib.h>

#include "fence.h"
#include "worker.h"

struct gicard_context *gicard_context_get(struct gicard_file *file, uint32_t handle)
{
    pthread_mutex_lock(&file->lock);
    struct gicard_context *context = gicard_handles_get(&file->contexts, handle);
    if (context != NULL)
        atomic_fetch_add(&context->references, 1);
    pthread_mutex_unlock(&file->lock);
    return context;
}

void gicard_context_put(struct gicard_context *context)
{
    if (atomic_fetch_sub(&context->references, 1) == 1)
        free(context);
}

struct gicard_entity *gicard_entity_get(struct gicard_file *file, struct gicard_context *context,
                                        uint32_t ip, uint32_t instance, uint32_t ring,
                                        int *out_error)
{
    *out_error = -EINVAL;
    if (ip >= AMDGPU_HW_IP_NUM || instance != 0 || ring >= GICARD_RINGS_OF_IP
        || !(gicard_rings_of(ip) >> ring & 1))
        return NULL;
    struct gicard_entity **slot = &context->entities[ip][ring];
    *out_error = 0;
    if (*slot != NULL)
        return *slot;
    *out_error = -ENOMEM;
    struct gicard_ring *worker = gicard_ring_get(file, ip, ring);
    struct gicard_entity *entity = worker != NULL ? calloc(1, sizeof(*entity)) : NULL;
    if (entity == NULL)
        return NULL;
    gicard_arena_lock();
    entity->timeline = gicard_timeline_take();
    gicard_arena_unlock();
    if (entity->timeline.timeline == 0) {
        free(entity);
        return NULL;
    }
    entity->context = context;
    atomic_fetch_add(&context->references, 1);
    gicard_ring_add(worker, entity);
    *out_error = 0;
    return *slot = entity;
}

void gicard_context_release(struct gicard_file *file, uint32_t handle)
{
    struct gicard_context *context = gicard_handles_remove(&file->contexts, handle);

    for (uint32_t ip = 0; ip < AMDGPU_HW_IP_NUM; ip++) {
        for (uint32_t i = 0; i < GICARD_RINGS_OF_IP; i++) {
            struct gicard_entity *entity = context->entities[ip][i];
            context->entities[ip][i] = NULL;
            if (entity != NULL)
                gicard_ring_close(file->rings[ip][i], entity);
        }
    }
    gicard_context_put(context);
}

static int allocate(struct gicard_file *file, union drm_amdgpu_ctx *arg)
{
    const struct gicard_card_state *state = gicard_state_of(file);
    int32_t priority = arg->in.priority;

    if (priority != AMDGPU_CTX_PRIORITY_UNSET && priority != AMDGPU_CTX_PRIORITY_VERY_LOW
        && priority != AMDGPU_CTX_PRIORITY_LOW && priority != AMDGPU_CTX_PRIORITY_NORMAL
        && priority != AMDGPU_CTX_PRIORITY_HIGH && priority != AMDGPU_CTX_PRIORITY_VERY_HIGH)
        priority = AMDGPU_CTX_PRIORITY_NORMAL;   /* as the kernel takes unknown ones */
    if (priority > AMDGPU_CTX_PRIORITY_NORMAL)
        return -EACCES;                          /* nobody is privileged here */
    struct gicard_context *context = calloc(1, sizeof(*context));
    if (context == NULL)
        return -ENOMEM;
    atomic_init(&context->references, 1);
    context->resets = atomic_load(&state->resets);
    context->vram_losses = atomic_load(&state->vram_losses);
    pthread_mutex_lock(&file->lock);
    uint32_t handle = gicard_handles_add(&file->contexts, context);
    pthread_mutex_unlock(&file->lock);
    if (handle == 0) {
        free(context);
        return -ENOMEM;
    }
    arg->out.alloc.ctx_id = handle;
    return 0;
}

static int query(struct gicard_file *file, union drm_amdgpu_ctx *arg)
{
    const struct gicard_card_state *state = gicard_state_of(file);
    bool flags_only = arg->in.op == AMDGPU_CTX_OP_QUERY_STATE2;
    struct gicard_context *context = gicard_context_get(file, arg->in.ctx_id);

    if (context == NULL)
        return -EINVAL;
    bool guilty = atomic_load(&context->guilty);
    bool reset = context->resets != atomic_load(&state->resets);
    bool lost = context->vram_losses != atomic_load(&state->vram_losses);
    arg->out.state.flags = 0;
    arg->out.state.hangs = 0;
    arg->out.state.reset_status = AMDGPU_CTX_NO_RESET;
    if (flags_only) {
        arg->out.state.flags = (reset ? AMDGPU_CTX_QUERY2_FLAGS_RESET : 0)
                               | (lost ? AMDGPU_CTX_QUERY2_FLAGS_VRAMLOST : 0)
                               | (guilty ? AMDGPU_CTX_QUERY2_FLAGS_GUILTY : 0);
    } else if (reset) {
        arg->out.state.reset_status = guilty ? AMDGPU_CTX_GUILTY_RESET : AMDGPU_CTX_UNKNOWN_RESET;
    }
    gicard_context_put(context);
    return 0;
}

static int stable_pstate(struct gicard_file *file, union drm_amdgpu_ctx *arg)
{
    struct gicard_context *context = gicard_context_get(file, arg->in.ctx_id);
    bool set = arg->in.op == AMDGPU_CTX_OP_SET_STABLE_PSTATE;
    uint32_t wanted = arg->in.flags & AMDGPU_CTX_STABLE_PSTATE_FLAGS_MASK;
    int code = 0;

    if (context == NULL)
        return -EINVAL;
    if (set ? wanted != arg->in.flags || wanted > AMDGPU_CTX_STABLE_PSTATE_PEAK
            : arg->in.flags != 0)
        code = -EINVAL;
    else if (set)
        atomic_store(&context->stable_pstate, wanted);
    else
        arg->out.pstate.flags = atomic_load(&context->stable_pstate);
    gicard_context_put(context);
    return code;
}

int gicard_context_ioctl(struct gicard_file *file, void *data)
{
    union drm_amdgpu_ctx *arg = data;
    uint32_t handle = arg->in.ctx_id;

    switch (arg->in.op) {
    case AMDGPU_CTX_OP_ALLOC_CTX:
        return arg->in.flags != 0 ? -EINVAL : allocate(file, arg);
    case AMDGPU_CTX_OP_FREE_CTX: {
        pthread_mutex_lock(&file->lock);
        bool known = gicard_handles_get(&file->contexts, handle) != NULL;
        if (known)
            gicard_context_release(file, handle);
        pthread_mutex_unlock(&file->lock);
        return known ? 0 : -EINVAL;
    }
    case AMDGPU_CTX_OP_QUERY_STATE:
    case AMDGPU_CTX_OP_QUERY_STATE2:
        return query(file, arg);
    case AMDGPU_CTX_OP_GET_STABLE_PSTATE:
    case AMDGPU_CTX_OP_SET_STABLE_PSTATE:
        return stable_pstate(file, arg);
    default:
        return -EINVAL;
    }
}
