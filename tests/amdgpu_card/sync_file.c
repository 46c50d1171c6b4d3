/* sync_files: a fence in a file of its own, that can be polled and merged. */
#include "sync_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fence.h"
#include "real.h"

#define GLANCE_NS 1000000

int gicard_sync_file_create(const struct gicard_fence_set *set)
{
    uint64_t inode;
    int high = gicard_memory_file("sync_file", 0, &inode);

    if (high < 0)
        return -errno;
    int fd = fcntl(high, F_DUPFD_CLOEXEC, 0);
    int code = fd < 0 ? -errno : fd;
    if (fd >= 0 && pwrite(high, set, sizeof(*set), 0) != (ssize_t)sizeof(*set)) {
        code = -EIO;
        close(fd);
    }
    close(high);
    if (code >= 0) {
        gicard_arena_lock();
        gicard_inode_add(inode, GICARD_SYNC_FILE, 0, 0);
        gicard_arena_unlock();
    }
    return code;
}

int gicard_sync_file_read(int fd, struct gicard_fence_set *out)
{
    struct gicard_inode inode = gicard_inode_find(fd);

    if (inode.kind != GICARD_SYNC_FILE || pread(fd, out, sizeof(*out), 0) != (ssize_t)sizeof(*out))
        return -EINVAL;
    return 0;
}

/* ---- ioctls ------------------------------------------------------------------------------- */

static int merge(int fd, struct sync_merge_data *arg)
{
    struct gicard_fence_set first, second;

    if (arg->flags != 0 || arg->pad != 0)
        return -EINVAL;
    if (gicard_sync_file_read(fd, &first) != 0)
        return -ENOTTY;
    if (gicard_sync_file_read(arg->fd2, &second) != 0)
        return -ENOENT;
    if (!gicard_set_merge(&first, &second))
        return -ENOMEM;
    int merged = gicard_sync_file_create(&first);
    if (merged < 0)
        return merged;
    arg->fence = merged;
    return 0;
}

static int describe(int fd, struct sync_file_info *arg)
{
    struct gicard_fence_set set;
    uint32_t room = arg->num_fences;

    if (arg->flags != 0 || arg->pad != 0)
        return -EINVAL;
    if (gicard_sync_file_read(fd, &set) != 0)
        return -ENOTTY;
    bool done = gicard_set_done(&set);
    arg->status = !done ? 0 : set.error != 0 ? set.error : 1;
    arg->num_fences = 1;
    snprintf(arg->name, sizeof(arg->name), "amdgpu");
    if (room >= 1) {
        struct sync_fence_info one = { .status = arg->status };
        snprintf(one.obj_name, sizeof(one.obj_name), "sdma");
        snprintf(one.driver_name, sizeof(one.driver_name), "amdgpu");
        memcpy((void *)(uintptr_t)arg->sync_fence_info, &one, sizeof(one));
    }
    return 0;
}

int gicard_sync_file_ioctl(int fd, unsigned number, void *arg)
{
    switch (number) {
    case 3:
        return merge(fd, arg);
    case 4:
        return describe(fd, arg);
    default:
        return -ENOTTY;
    }
}

/* ---- poll --------------------------------------------------------------------------------- */

/** What the sync_files of a list have to say; `hidden` is the list without them. */
static int ask(const struct gicard_fence_set *sets, const bool *is_sync_file, struct pollfd *fds,
               nfds_t count)
{
    int ready = 0;

    for (nfds_t i = 0; i < count; i++) {
        struct gicard_fence_set set;
        if (!is_sync_file[i])
            continue;
        set = sets[i];
        fds[i].revents = gicard_set_done(&set) ? fds[i].events & POLLIN : 0;
        ready += fds[i].revents != 0;
    }
    return ready;
}

static int poll_loop(struct pollfd *fds, struct pollfd *hidden, const bool *is_sync_file,
                     const struct gicard_fence_set *sets, nfds_t count, int64_t abs_ns)
{
    bool others = false;

    for (nfds_t i = 0; i < count; i++) {
        hidden[i] = fds[i];
        if (is_sync_file[i])
            hidden[i].fd = -1;
        others = others || hidden[i].fd >= 0;
    }
    for (;;) {
        uint32_t seen = atomic_load(&gicard_arena->changes);
        int ready = others ? gicard_real.poll(hidden, count, 0) : 0;
        if (ready < 0)
            return ready;
        for (nfds_t i = 0; i < count; i++)
            fds[i].revents = others ? hidden[i].revents : 0;
        ready += ask(sets, is_sync_file, fds, count);
        int64_t now = gicard_now_ns();
        if (ready > 0 || now >= abs_ns)
            return ready;
        gicard_sleep(seen, others && abs_ns - now > GLANCE_NS ? now + GLANCE_NS : abs_ns, true);
    }
}

bool gicard_sync_file_poll(struct pollfd *fds, nfds_t count, int64_t timeout_ns, int *out_result)
{
    bool any = false;

    if (count == 0 || count > 4096 || gicard_arena == NULL)
        return false;
    bool *is_sync_file = calloc(count, sizeof(*is_sync_file));
    struct gicard_fence_set *sets = calloc(count, sizeof(*sets));
    struct pollfd *hidden = calloc(count, sizeof(*hidden));
    if (is_sync_file == NULL || sets == NULL || hidden == NULL)
        goto done;
    for (nfds_t i = 0; i < count; i++) {
        is_sync_file[i] = fds[i].fd >= 0 && gicard_sync_file_read(fds[i].fd, &sets[i]) == 0;
        any = any || is_sync_file[i];
    }
    if (any) {
        int64_t abs_ns = timeout_ns < 0 ? INT64_MAX : gicard_now_ns() + timeout_ns;
        *out_result = poll_loop(fds, hidden, is_sync_file, sets, count, abs_ns);
    }
done:
    free(hidden);
    free(sets);
    free(is_sync_file);
    return any;
}
