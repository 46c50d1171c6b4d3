/* dma-bufs: buffers leave a file and come into another, by descriptor or by name. */
#include "prime.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdio.h>
#include <unistd.h>

#include "gem.h"
#include "real.h"
#include "rules.h"

/** Marks the buffer as one that may be in any process from now on. */
static int set_exported(struct gicard_buffer *buffer, uint32_t handle)
{
    if (buffer->fd < 0 || (buffer->flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID))
        return gicard_violation(GICARD_RULE_GEM_EXPORT, -EPERM,
                                "buffer %u is user memory or VM_ALWAYS_VALID", handle);
    gicard_arena_lock();
    gicard_arena->records[buffer->record].exported = 1;
    gicard_arena_unlock();
    return 0;
}

int gicard_prime_export(struct gicard_file *file, void *data)
{
    struct drm_prime_handle *arg = data;
    struct gicard_buffer *buffer = gicard_buffer_of(file, arg->handle);

    if ((arg->flags & ~(uint32_t)(DRM_CLOEXEC | DRM_RDWR)) != 0) {
        gicard_buffer_put(buffer);
        return -EINVAL;
    }
    if (buffer == NULL)
        return -ENOENT;
    int code = set_exported(buffer, arg->handle);
    if (code == 0) {
        arg->fd = fcntl(buffer->fd, arg->flags & DRM_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
        code = arg->fd < 0 ? -errno : 0;
    }
    gicard_buffer_put(buffer);
    return code;
}

/** The handle of an open buffer, made when the file has none; takes the reference over. */
static int handle_of(struct gicard_file *file, struct gicard_buffer *buffer, uint32_t *out_handle)
{
    pthread_mutex_lock(&file->lock);
    *out_handle = gicard_handles_find(&file->buffers, buffer);
    bool had = *out_handle != 0;
    if (!had)
        *out_handle = gicard_handles_add(&file->buffers, buffer);
    pthread_mutex_unlock(&file->lock);
    if (had || *out_handle == 0)
        gicard_buffer_put(buffer);
    return *out_handle != 0 ? 0 : -ENOMEM;
}

int gicard_prime_import(struct gicard_file *file, void *data)
{
    struct drm_prime_handle *arg = data;
    struct gicard_inode inode = gicard_inode_find(arg->fd);
    int code = -EINVAL;

    if (fcntl(arg->fd, F_GETFD) < 0)
        return -EBADF;
    if (inode.kind != GICARD_BUFFER)
        return -EINVAL;
    struct gicard_buffer *buffer = gicard_buffer_open(arg->fd, &inode, &code);
    return buffer == NULL ? code : handle_of(file, buffer, &arg->handle);
}

int gicard_prime_flink(struct gicard_file *file, void *data)
{
    struct drm_gem_flink *arg = data;
    struct gicard_buffer *buffer = gicard_buffer_of(file, arg->handle);

    if (buffer == NULL)
        return -ENOENT;
    int code = set_exported(buffer, arg->handle);
    if (code == 0)
        arg->name = buffer->record;
    gicard_buffer_put(buffer);
    return code;
}

/** A name is the buffer's record; its bytes are reached through the process that made it. */
int gicard_prime_open_name(struct gicard_file *file, void *data)
{
    struct drm_gem_open *arg = data;
    char path[64];
    int code = -ENOENT;

    if (arg->name == 0 || arg->name >= GICARD_RECORDS)
        return -ENOENT;
    gicard_arena_lock();
    struct gicard_record *record = &gicard_arena->records[arg->name];
    bool known = record->exported && record->users != 0;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)record->pid, (int)record->fd);
    arg->size = record->size_bytes;
    gicard_arena_unlock();
    int fd = known ? gicard_real.open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return -ENOENT;
    struct gicard_inode inode = gicard_inode_find(fd);
    struct gicard_buffer *buffer = NULL;
    if (inode.kind == GICARD_BUFFER && inode.index == arg->name)
        buffer = gicard_buffer_open(fd, &inode, &code);
    close(fd);
    return buffer == NULL ? code : handle_of(file, buffer, &arg->handle);
}

int gicard_prime_ioctl(int fd, unsigned number, void *data)
{
    const struct dma_buf_sync *arg = data;

    if (gicard_inode_find(fd).kind != GICARD_BUFFER || number != 0)
        return -ENOTTY;
    return (arg->flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK) != 0 ? -EINVAL : 0;
}
