/* Buffers: memory files that are their own dma-bufs, and user memory. */
#include "gem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fence.h"
#include "real.h"
#include "rules.h"

#define OFFSET_SHIFT 38                  /* GEM_MMAP's offsets: the handle above, bytes below */
#define GARBAGE_WHOLE_BYTES (UINT64_C(16) << 20)
#define GARBAGE_END_BYTES (UINT64_C(4) << 20)

static pthread_mutex_t buffers_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gicard_buffer *buffers;

/* ---- life --------------------------------------------------------------------------------- */

struct gicard_buffer *gicard_buffer_get(struct gicard_buffer *buffer)
{
    atomic_fetch_add(&buffer->references, 1);
    return buffer;
}

static _Atomic uint64_t *used_bytes(const struct gicard_buffer *buffer)
{
    struct gicard_card_state *state = &gicard_arena->cards[buffer->card];

    return buffer->domains & AMDGPU_GEM_DOMAIN_VRAM ? &state->vram_used : &state->gtt_used;
}

/** One process fewer has the buffer. An exported one may still be in a descriptor somewhere. */
static void release_record(const struct gicard_buffer *buffer)
{
    struct gicard_record *record = &gicard_arena->records[buffer->record];

    gicard_arena_lock();
    if (--record->users == 0) {
        atomic_fetch_sub(used_bytes(buffer), buffer->size_bytes);
        if (!record->exported)
            gicard_pool_give(&gicard_arena->record_pool, gicard_arena->records, sizeof(*record),
                             buffer->record);
    }
    gicard_arena_unlock();
}

void gicard_buffer_put(struct gicard_buffer *buffer)
{
    if (buffer == NULL)
        return;
    pthread_mutex_lock(&buffers_lock);
    if (atomic_fetch_sub(&buffer->references, 1) != 1) {
        pthread_mutex_unlock(&buffers_lock);
        return;
    }
    for (struct gicard_buffer **at = &buffers; *at != NULL; at = &(*at)->next) {
        if (*at == buffer) {
            *at = buffer->next;
            break;
        }
    }
    pthread_mutex_unlock(&buffers_lock);
    if (buffer->record != 0)
        release_record(buffer);
    if (buffer->fd >= 0) {
        munmap(buffer->bytes, buffer->size_bytes);
        close(buffer->fd);
    }
    free(buffer);
}

static void list_buffer(struct gicard_buffer *buffer)
{
    buffer->next = buffers;
    buffers = buffer;
}

struct gicard_buffer *gicard_buffer_of(struct gicard_file *file, uint32_t handle)
{
    pthread_mutex_lock(&file->lock);
    struct gicard_buffer *buffer = gicard_handles_get(&file->buffers, handle);
    if (buffer != NULL)
        gicard_buffer_get(buffer);
    pthread_mutex_unlock(&file->lock);
    return buffer;
}

void gicard_buffers_before_fork(void)
{
    pthread_mutex_lock(&buffers_lock);
}

void gicard_buffers_after_fork(bool in_child)
{
    if (in_child)
        buffers = NULL;
    pthread_mutex_unlock(&buffers_lock);
}

/* ---- memory ------------------------------------------------------------------------------- */

static void fill_garbage(uint8_t *bytes, uint64_t size_bytes)
{
    static _Atomic uint64_t seed = 0x9e3779b97f4a7c15;
    uint64_t state = atomic_fetch_add(&seed, 0x9e3779b97f4a7c15) | 1;

    for (uint64_t i = 0; i + 8 <= size_bytes; i += 8) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        memcpy(bytes + i, &state, 8);
    }
}

/** What was in VRAM before stays in it. Of large buffers both ends are enough. */
static void soil(struct gicard_buffer *buffer)
{
    if (gicard_config.no_garbage)
        return;
    if (buffer->size_bytes <= GARBAGE_WHOLE_BYTES) {
        fill_garbage(buffer->bytes, buffer->size_bytes);
        return;
    }
    fill_garbage(buffer->bytes, GARBAGE_END_BYTES);
    fill_garbage(buffer->bytes + buffer->size_bytes - GARBAGE_END_BYTES, GARBAGE_END_BYTES);
}

void gicard_buffers_lose(unsigned card)
{
    pthread_mutex_lock(&buffers_lock);
    for (struct gicard_buffer *buffer = buffers; buffer != NULL; buffer = buffer->next)
        if (buffer->card == card && (buffer->domains & AMDGPU_GEM_DOMAIN_VRAM)
            && buffer->fd >= 0)
            soil(buffer);
    pthread_mutex_unlock(&buffers_lock);
}

static bool open_bytes(struct gicard_buffer *buffer)
{
    buffer->bytes = gicard_real.mmap(NULL, buffer->size_bytes, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_NORESERVE, buffer->fd, 0);
    return buffer->bytes != MAP_FAILED;
}

/** A record that nobody uses; one of an exported buffer that was freed when all are taken. */
static uint32_t take_record(void)
{
    uint32_t index = gicard_pool_take(&gicard_arena->record_pool, gicard_arena->records,
                                      GICARD_RECORDS, sizeof(struct gicard_record));

    for (uint32_t i = 1; index == 0 && i < GICARD_RECORDS; i++)
        if (gicard_arena->records[i].users == 0)
            index = i;
    return index;
}

static bool make_record(struct gicard_buffer *buffer)
{
    gicard_arena_lock();
    uint32_t index = take_record();
    if (index != 0) {
        struct gicard_record *record = &gicard_arena->records[index];
        *record = (struct gicard_record){
            .generation = record->generation + 1, .users = 1, .inode = buffer->inode,
            .size_bytes = buffer->size_bytes, .alignment = buffer->alignment,
            .domains = buffer->domains, .flags = buffer->flags, .card = buffer->card,
            .pid = getpid(), .fd = buffer->fd,
        };
        gicard_inode_add(buffer->inode, GICARD_BUFFER, index, record->generation);
        atomic_fetch_add(used_bytes(buffer), buffer->size_bytes);
    }
    gicard_arena_unlock();
    buffer->record = index;
    return index != 0;
}

/** Gives the buffer a handle; on failure its reference is dropped. */
static int publish(struct gicard_file *file, struct gicard_buffer *buffer, uint32_t *out_handle)
{
    pthread_mutex_lock(&file->lock);
    *out_handle = gicard_handles_add(&file->buffers, buffer);
    pthread_mutex_unlock(&file->lock);
    if (*out_handle != 0)
        return 0;
    gicard_buffer_put(buffer);
    return -ENOMEM;
}

/* ---- create, close, map ------------------------------------------------------------------- */

/** Memory that the card compresses by itself: GFX12's, since 3.58. */
static uint64_t compressed_flag(const struct gicard_file *file)
{
    bool is_12 = gicard_config.chip[file->card]->family == GICARD_FAMILY_GC_12_0_0;

    return is_12 && gicard_config.drm_minor >= 58 ? GICARD_GEM_CREATE_GFX12_DCC : 0;
}

static int check_create(const struct gicard_file *file, const struct drm_amdgpu_gem_create_in *in)
{
    const uint64_t known = AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED | AMDGPU_GEM_CREATE_NO_CPU_ACCESS
                           | AMDGPU_GEM_CREATE_CPU_GTT_USWC | AMDGPU_GEM_CREATE_VRAM_CLEARED
                           | AMDGPU_GEM_CREATE_VM_ALWAYS_VALID | AMDGPU_GEM_CREATE_EXPLICIT_SYNC
                           | GICARD_GEM_CREATE_DISCARDABLE | compressed_flag(file);
    const struct gicard_card_state *state = &gicard_arena->cards[file->card];
    bool vram = (in->domains & AMDGPU_GEM_DOMAIN_VRAM) != 0;
    uint64_t used = vram ? atomic_load(&state->vram_used) : atomic_load(&state->gtt_used);
    uint64_t whole = vram ? gicard_config.vram_bytes : gicard_config.gtt_bytes;

    if ((in->domain_flags & ~known) != 0)
        return gicard_violation(GICARD_RULE_GEM_FLAGS, -EINVAL, "flags 0x%" PRIx64 " of a buffer",
                                (uint64_t)in->domain_flags);
    if ((in->domains & ~(uint64_t)AMDGPU_GEM_DOMAIN_MASK) != 0)
        return gicard_violation(GICARD_RULE_GEM_FLAGS, -EINVAL, "domains 0x%" PRIx64
                                " of a buffer", (uint64_t)in->domains);
    if (in->bo_size == 0)
        return -EINVAL;
    if (in->bo_size > whole || used > whole - in->bo_size)
        return -ENOMEM;
    if (gicard_settings_count_down(&gicard_config.settings.fail_allocation))
        return -ENOMEM;
    return 0;
}

int gicard_gem_create(struct gicard_file *file, void *data)
{
    union drm_amdgpu_gem_create *arg = data;
    uint32_t handle;

    int code = check_create(file, &arg->in);
    if (code != 0)
        return code;
    struct gicard_buffer *buffer = calloc(1, sizeof(*buffer));
    if (buffer == NULL)
        return -ENOMEM;
    atomic_init(&buffer->references, 1);
    buffer->card = file->card;
    buffer->domains = arg->in.domains;
    buffer->flags = arg->in.domain_flags;
    buffer->alignment = arg->in.alignment;
    buffer->size_bytes = (arg->in.bo_size + GICARD_PAGE_BYTES - 1) & ~(GICARD_PAGE_BYTES - 1ull);
    buffer->fd = gicard_memory_file("dmabuf", buffer->size_bytes, &buffer->inode);
    if (buffer->fd < 0)
        goto free_buffer;
    if (!open_bytes(buffer))
        goto close_fd;
    if (!make_record(buffer))
        goto unmap_bytes;
    if ((buffer->domains & AMDGPU_GEM_DOMAIN_VRAM)
        && !(buffer->flags & AMDGPU_GEM_CREATE_VRAM_CLEARED))
        soil(buffer);
    pthread_mutex_lock(&buffers_lock);
    list_buffer(buffer);
    pthread_mutex_unlock(&buffers_lock);
    code = publish(file, buffer, &handle);
    if (code == 0)
        arg->out.handle = handle;
    return code;

unmap_bytes:
    munmap(buffer->bytes, buffer->size_bytes);
close_fd:
    close(buffer->fd);
free_buffer:
    free(buffer);
    return -ENOMEM;
}

void gicard_gem_release(struct gicard_file *file, uint32_t handle)
{
    struct gicard_buffer *buffer = gicard_handles_remove(&file->buffers, handle);

    gicard_vm_forget(file, buffer);
    gicard_buffer_put(buffer);
}

int gicard_gem_close(struct gicard_file *file, void *data)
{
    const struct drm_gem_close *arg = data;

    pthread_mutex_lock(&file->lock);
    bool known = gicard_handles_get(&file->buffers, arg->handle) != NULL;
    if (known)
        gicard_gem_release(file, arg->handle);
    pthread_mutex_unlock(&file->lock);
    return known ? 0 : -EINVAL;
}

int gicard_gem_mmap(struct gicard_file *file, void *data)
{
    union drm_amdgpu_gem_mmap *arg = data;
    uint32_t handle = arg->in.handle;
    struct gicard_buffer *buffer = gicard_buffer_of(file, handle);

    if (buffer == NULL)
        return -ENOENT;
    bool allowed = buffer->fd >= 0 && !(buffer->flags & AMDGPU_GEM_CREATE_NO_CPU_ACCESS);
    gicard_buffer_put(buffer);
    if (!allowed)
        return gicard_violation(GICARD_RULE_GEM_MAP, -EPERM,
                                "buffer %u is user memory or has NO_CPU_ACCESS", handle);
    arg->out.addr_ptr = (uint64_t)handle << OFFSET_SHIFT;
    return 0;
}

void *gicard_gem_map(struct gicard_file *file, void *at, size_t size, int protection, int flags,
                     uint64_t offset)
{
    uint64_t within = offset & ((UINT64_C(1) << OFFSET_SHIFT) - 1);
    struct gicard_buffer *buffer = gicard_buffer_of(file, (uint32_t)(offset >> OFFSET_SHIFT));
    void *bytes = MAP_FAILED;

    if (buffer == NULL || buffer->fd < 0 || size > buffer->size_bytes
        || within > buffer->size_bytes - size)
        errno = EINVAL;
    else
        bytes = gicard_real.mmap(at, size, protection, flags, buffer->fd, (off_t)within);
    gicard_buffer_put(buffer);
    return bytes;
}

/* ---- import ------------------------------------------------------------------------------- */

static struct gicard_buffer *find_open(uint64_t inode)
{
    for (struct gicard_buffer *buffer = buffers; buffer != NULL; buffer = buffer->next)
        if (buffer->inode == inode)
            return gicard_buffer_get(buffer);
    return NULL;
}

/** Takes over what the arena knows of the inode. */
static bool join_record(struct gicard_buffer *buffer, const struct gicard_inode *inode)
{
    struct gicard_record *record = &gicard_arena->records[inode->index];

    gicard_arena_lock();
    bool known = record->generation == inode->generation && record->inode == inode->inode;
    if (known) {
        buffer->inode = inode->inode;
        buffer->record = inode->index;
        buffer->size_bytes = record->size_bytes;
        buffer->alignment = record->alignment;
        buffer->domains = record->domains;
        buffer->flags = record->flags;
        buffer->card = record->card;
        if (record->users++ == 0)
            atomic_fetch_add(used_bytes(buffer), buffer->size_bytes);
    }
    gicard_arena_unlock();
    return known;
}

struct gicard_buffer *gicard_buffer_open(int fd, const struct gicard_inode *inode, int *out_error)
{
    pthread_mutex_lock(&buffers_lock);
    struct gicard_buffer *buffer = find_open(inode->inode);
    if (buffer != NULL)
        goto unlock;
    *out_error = -ENOMEM;
    buffer = calloc(1, sizeof(*buffer));
    if (buffer == NULL)
        goto unlock;
    atomic_init(&buffer->references, 1);
    buffer->fd = gicard_move_up(fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (buffer->fd < 0 || !join_record(buffer, inode)) {
        *out_error = buffer->fd < 0 ? -errno : -EINVAL;
        if (buffer->fd >= 0)
            close(buffer->fd);
        free(buffer);
        buffer = NULL;
    } else if (!open_bytes(buffer)) {
        release_record(buffer);
        close(buffer->fd);
        free(buffer);
        buffer = NULL;
    } else {
        list_buffer(buffer);
    }
unlock:
    pthread_mutex_unlock(&buffers_lock);
    return buffer;
}

/* ---- user memory -------------------------------------------------------------------------- */

/** Whether all of [start, end) is mapped, and none of it from a file. */
static int check_pages(uint64_t start, uint64_t end)
{
    char line[512];
    uint64_t from, to, inode, reached = start;
    int code = 0;
    FILE *maps = gicard_real.fopen("/proc/self/maps", "re");

    if (maps == NULL)
        return -EFAULT;
    while (reached < end && code == 0 && fgets(line, sizeof(line), maps) != NULL) {
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %" SCNu64, &from, &to, &inode) != 3
            || to <= reached)
            continue;
        if (from > reached)
            break;
        if (inode != 0)
            code = -EPERM;
        reached = to;
    }
    fclose(maps);
    return code != 0 ? code : reached >= end ? 0 : -EFAULT;
}

int gicard_gem_userptr(struct gicard_file *file, void *data)
{
    struct drm_amdgpu_gem_userptr *arg = data;
    const uint32_t known = AMDGPU_GEM_USERPTR_READONLY | AMDGPU_GEM_USERPTR_ANONONLY
                           | AMDGPU_GEM_USERPTR_VALIDATE | AMDGPU_GEM_USERPTR_REGISTER;
    uint32_t handle;

    if (arg->addr % GICARD_PAGE_BYTES != 0 || arg->size % GICARD_PAGE_BYTES != 0)
        return gicard_violation(GICARD_RULE_USERPTR, -EINVAL, "0x%" PRIx64 " + 0x%" PRIx64
                                " are not whole pages", (uint64_t)arg->addr, (uint64_t)arg->size);
    if ((arg->flags & ~known) != 0 || arg->size == 0 || arg->addr + arg->size < arg->addr)
        return -EINVAL;
    if (!(arg->flags & (AMDGPU_GEM_USERPTR_READONLY | AMDGPU_GEM_USERPTR_REGISTER)))
        return -EACCES;
    int code = check_pages(arg->addr, arg->addr + arg->size);
    if (code == -EPERM && !(arg->flags & AMDGPU_GEM_USERPTR_ANONONLY))
        code = 0;
    if (code == 0 && gicard_settings_count_down(&gicard_config.settings.fail_allocation))
        code = -ENOMEM;
    if (code != 0)
        return code;
    struct gicard_buffer *buffer = calloc(1, sizeof(*buffer));
    if (buffer == NULL)
        return -ENOMEM;
    atomic_init(&buffer->references, 1);
    buffer->fd = -1;
    buffer->bytes = (uint8_t *)(uintptr_t)arg->addr;
    buffer->size_bytes = arg->size;
    buffer->card = file->card;
    buffer->domains = AMDGPU_GEM_DOMAIN_GTT;
    code = publish(file, buffer, &handle);
    if (code == 0)
        arg->handle = handle;
    return code;
}

/* ---- what is known of a buffer ------------------------------------------------------------ */

/** Whether the buffer is seen from another card than its own: as plain memory. */
static bool is_foreign(const struct gicard_file *file, const struct gicard_buffer *buffer)
{
    return buffer->card != file->card;
}

int gicard_gem_metadata(struct gicard_file *file, void *data)
{
    struct drm_amdgpu_gem_metadata *arg = data;
    struct gicard_buffer *buffer = gicard_buffer_of(file, arg->handle);
    int code = 0;

    if (buffer == NULL)
        return -ENOENT;
    struct gicard_record *record = &gicard_arena->records[buffer->record];
    gicard_arena_lock();
    if (arg->op == AMDGPU_GEM_METADATA_OP_GET_METADATA) {
        memset(&arg->data, 0, sizeof(arg->data));
        if (buffer->record != 0 && !is_foreign(file, buffer)) {
            arg->data.tiling_info = record->tiling_info;
            arg->data.data_size_bytes = record->metadata_bytes;
            memcpy(arg->data.data, record->metadata, record->metadata_bytes);
        }
    } else if (arg->op == AMDGPU_GEM_METADATA_OP_SET_METADATA) {
        if (arg->data.data_size_bytes > sizeof(record->metadata) || buffer->record == 0) {
            code = -EINVAL;
        } else {
            record->tiling_info = arg->data.tiling_info;
            record->metadata_bytes = arg->data.data_size_bytes;
            memcpy(record->metadata, arg->data.data, arg->data.data_size_bytes);
        }
    } else {
        code = -EINVAL;
    }
    gicard_arena_unlock();
    gicard_buffer_put(buffer);
    return code;
}

int gicard_gem_op(struct gicard_file *file, void *data)
{
    const struct drm_amdgpu_gem_op *arg = data;
    struct gicard_buffer *buffer = gicard_buffer_of(file, arg->handle);
    int code = 0;

    if (buffer == NULL)
        return -ENOENT;
    if (arg->op == AMDGPU_GEM_OP_GET_GEM_CREATE_INFO) {
        bool foreign = is_foreign(file, buffer);
        struct drm_amdgpu_gem_create_in *out = (void *)(uintptr_t)arg->value;
        *out = (struct drm_amdgpu_gem_create_in){
            .bo_size = buffer->size_bytes, .alignment = buffer->alignment,
            .domains = foreign ? AMDGPU_GEM_DOMAIN_GTT : buffer->domains,
            .domain_flags = foreign ? 0 : buffer->flags,
        };
    } else if (arg->op != AMDGPU_GEM_OP_SET_PLACEMENT) {
        code = -EINVAL;
    } else if (buffer->fd < 0 || is_foreign(file, buffer)) {
        code = -EPERM;
    }
    gicard_buffer_put(buffer);
    return code;
}

int gicard_gem_wait_idle(struct gicard_file *file, void *data)
{
    union drm_amdgpu_gem_wait_idle *arg = data;
    struct gicard_buffer *buffer = gicard_buffer_of(file, arg->in.handle);
    struct gicard_fence_set busy = { .count = 0 };
    int64_t timeout = arg->in.timeout > INT64_MAX ? INT64_MAX : (int64_t)arg->in.timeout;

    if (buffer == NULL)
        return -ENOENT;
    if (buffer->record != 0) {
        gicard_arena_lock();
        busy = gicard_arena->records[buffer->record].busy;
        gicard_arena_unlock();
    }
    arg->out.status = gicard_set_wait(&busy, timeout) != 0;
    arg->out.domain = (uint32_t)buffer->domains;
    gicard_buffer_put(buffer);
    return 0;
}
