/* Syncobjs: one pointer to a fence, which may be none, binary, or a chain of points (chain.c). */
#include "syncobj.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chain.h"
#include "fence.h"
#include "sync_file.h"

#define SUBMIT_WAIT_NS INT64_C(5000000000)
#define MAX_WAITED 65536u
#define WAIT_DEADLINE (1u << 3)          /* a hint for clocks; libdrm 2.4.114 does not name it */

static struct gicard_syncobj *syncobj_at(uint32_t index)
{
    return &gicard_arena->syncobjs[index];
}

/* ---- fences, under the arena's lock ------------------------------------------------------- */

/** Puts a node in the place of the one there is; its hold goes over to the syncobj. */
static void put_head(struct gicard_syncobj *syncobj, uint32_t node)
{
    uint32_t old = syncobj->head;

    syncobj->head = node;
    gicard_chain_drop(old);
}

static int replace_fence(struct gicard_syncobj *syncobj, const struct gicard_fence_set *set)
{
    uint32_t node = gicard_chain_binary(set);

    if (node == 0)
        return -ENOMEM;
    put_head(syncobj, node);
    return 0;
}

static int add_point(struct gicard_syncobj *syncobj, uint64_t point,
                     const struct gicard_fence_set *set)
{
    uint32_t node = gicard_chain_point(syncobj->head, point, set);

    if (node == 0)
        return -ENOMEM;
    syncobj->head = node;
    return 0;
}

int gicard_syncobj_add(uint32_t syncobj, uint64_t point, const struct gicard_fence_set *set)
{
    if (point == 0)
        return replace_fence(syncobj_at(syncobj), set);
    return add_point(syncobj_at(syncobj), point, set);
}

/* ---- handles ------------------------------------------------------------------------------ */

/** Handles hold indices, kept as pointers in the table. */
static void *as_pointer(uint32_t index)
{
    return (void *)(uintptr_t)index;
}

uint32_t gicard_syncobj_get(struct gicard_file *file, uint32_t handle)
{
    pthread_mutex_lock(&file->lock);
    uint32_t index = (uint32_t)(uintptr_t)gicard_handles_get(&file->syncobjs, handle);
    if (index != 0) {
        gicard_arena_lock();
        syncobj_at(index)->handles++;
        gicard_arena_unlock();
    }
    pthread_mutex_unlock(&file->lock);
    return index;
}

void gicard_syncobj_put(uint32_t index)
{
    struct gicard_syncobj *syncobj = syncobj_at(index);

    if (index == 0)
        return;
    gicard_arena_lock();
    if (--syncobj->handles == 0 && !syncobj->exported) {
        put_head(syncobj, 0);
        gicard_pool_give(&gicard_arena->syncobj_pool, gicard_arena->syncobjs, sizeof(*syncobj),
                         index);
    }
    gicard_arena_unlock();
}

/** Gives a syncobj, whose handles count it already, a handle in the file. */
static int publish(struct gicard_file *file, uint32_t index, uint32_t *out_handle)
{
    pthread_mutex_lock(&file->lock);
    *out_handle = gicard_handles_add(&file->syncobjs, as_pointer(index));
    pthread_mutex_unlock(&file->lock);
    if (*out_handle != 0)
        return 0;
    gicard_syncobj_put(index);
    return -ENOMEM;
}

/** One that nobody uses; one that was exported and has no handle left when all are taken. */
static uint32_t take_syncobj(void)
{
    uint32_t index = gicard_pool_take(&gicard_arena->syncobj_pool, gicard_arena->syncobjs,
                                      GICARD_SYNCOBJS, sizeof(struct gicard_syncobj));

    for (uint32_t i = 1; index == 0 && i < GICARD_SYNCOBJS; i++) {
        if (syncobj_at(i)->handles == 0) {
            put_head(syncobj_at(i), 0);
            index = i;
        }
    }
    return index;
}

int gicard_syncobj_create(struct gicard_file *file, const struct gicard_fence_set *set,
                          uint32_t *out_handle)
{
    gicard_arena_lock();
    uint32_t index = take_syncobj();
    if (index != 0)
        *syncobj_at(index) = (struct gicard_syncobj){
            .generation = syncobj_at(index)->generation + 1, .handles = 1 };
    int code = index == 0 ? -ENOMEM : set != NULL ? replace_fence(syncobj_at(index), set) : 0;
    gicard_arena_unlock();
    if (index == 0)
        return code;
    if (code != 0) {
        gicard_syncobj_put(index);
        return code;
    }
    return publish(file, index, out_handle);
}

static int create(struct gicard_file *file, struct drm_syncobj_create *arg)
{
    struct gicard_fence_set done = { .count = 0 };

    if ((arg->flags & ~(uint32_t)DRM_SYNCOBJ_CREATE_SIGNALED) != 0)
        return -EINVAL;
    return gicard_syncobj_create(file, arg->flags != 0 ? &done : NULL, &arg->handle);
}

static int destroy(struct gicard_file *file, const struct drm_syncobj_destroy *arg)
{
    if (arg->pad != 0)
        return -EINVAL;
    pthread_mutex_lock(&file->lock);
    uint32_t index = (uint32_t)(uintptr_t)gicard_handles_remove(&file->syncobjs, arg->handle);
    pthread_mutex_unlock(&file->lock);
    if (index == 0)
        return -EINVAL;
    gicard_syncobj_put(index);
    return 0;
}

/* ---- finding ------------------------------------------------------------------------------- */

struct find_wait {
    uint32_t syncobj, node;
    uint64_t point;
};

static bool point_is_there(void *context)
{
    struct find_wait *find = context;

    gicard_arena_lock();
    int code = gicard_chain_find(syncobj_at(find->syncobj)->head, find->point, &find->node);
    if (code == 0)
        gicard_chain_hold(find->node);
    gicard_arena_unlock();
    return code == 0;
}

/** The node of a point, with a hold, or 0 when it has ended. */
static int find_node(struct gicard_file *file, uint32_t handle, uint64_t point, uint32_t flags,
                     uint32_t *out_node)
{
    struct find_wait find = { .syncobj = gicard_syncobj_get(file, handle), .point = point };

    if (find.syncobj == 0)
        return -ENOENT;
    int code = 0;
    if (!point_is_there(&find))
        code = flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
                   ? gicard_wait(point_is_there, &find, gicard_now_ns() + SUBMIT_WAIT_NS)
                   : -EINVAL;
    *out_node = code == 0 ? find.node : 0;
    gicard_syncobj_put(find.syncobj);
    return code;
}

int gicard_syncobj_find(struct gicard_file *file, uint32_t handle, uint64_t point, uint32_t flags,
                        struct gicard_fence_set *out)
{
    uint32_t node;
    int code = find_node(file, handle, point, flags, &node);

    gicard_arena_lock();
    *out = gicard_chain_set(node);
    gicard_chain_drop(node);
    gicard_arena_unlock();
    return code;
}

/* ---- files -------------------------------------------------------------------------------- */

int gicard_syncobj_export(struct gicard_file *file, uint32_t handle, int *out_fd)
{
    uint32_t index = gicard_syncobj_get(file, handle);
    uint64_t inode;

    if (index == 0)
        return -EINVAL;
    int high = gicard_memory_file("syncobj_file", 0, &inode);
    *out_fd = high < 0 ? -1 : fcntl(high, F_DUPFD_CLOEXEC, 0);
    int code = *out_fd < 0 ? -errno : 0;
    if (high >= 0)
        close(high);
    if (code == 0) {
        gicard_arena_lock();
        syncobj_at(index)->exported = 1;
        gicard_inode_add(inode, GICARD_SYNCOBJ_FILE, index, syncobj_at(index)->generation);
        gicard_arena_unlock();
    }
    gicard_syncobj_put(index);
    return code;
}

/** A sync_file that holds the fence and, after it, the chain that it may be the end of. */
static int export_sync_file(struct gicard_file *file, struct drm_syncobj_handle *arg)
{
    uint32_t node;
    int code = find_node(file, arg->handle, 0, 0, &node);

    if (code != 0)
        return code;
    gicard_arena_lock();
    struct gicard_fence_set set = gicard_chain_set(node);
    gicard_arena_unlock();
    int fd = gicard_sync_file_create(&set);
    gicard_arena_lock();
    code = fd < 0 ? fd : gicard_chain_write(node, fd, sizeof(set));
    gicard_chain_drop(node);
    gicard_arena_unlock();
    if (code == 0)
        arg->fd = fd;
    else if (fd >= 0)
        close(fd);
    return code;
}

static int handle_to_fd(struct gicard_file *file, struct drm_syncobj_handle *arg)
{
    if (arg->pad != 0
        || (arg->flags & ~(uint32_t)DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) != 0)
        return -EINVAL;
    if (arg->flags == 0)
        return gicard_syncobj_export(file, arg->handle, &arg->fd);
    return export_sync_file(file, arg);
}

static int import_sync_file(struct gicard_file *file, const struct drm_syncobj_handle *arg)
{
    struct gicard_fence_set set;

    int code = gicard_sync_file_read(arg->fd, &set);
    if (code != 0)
        return code;
    uint32_t index = gicard_syncobj_get(file, arg->handle);
    if (index == 0)
        return -ENOENT;
    uint32_t chain;
    gicard_arena_lock();
    code = gicard_chain_read(arg->fd, sizeof(set), &chain);
    if (code == 0 && chain != 0)
        put_head(syncobj_at(index), chain);
    else if (code == 0)
        code = replace_fence(syncobj_at(index), &set);
    gicard_arena_unlock();
    gicard_syncobj_put(index);
    gicard_notify();
    return code;
}

static int fd_to_handle(struct gicard_file *file, struct drm_syncobj_handle *arg)
{
    if (arg->pad != 0
        || (arg->flags & ~(uint32_t)DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE) != 0)
        return -EINVAL;
    if (arg->flags != 0)
        return import_sync_file(file, arg);
    struct gicard_inode inode = gicard_inode_find(arg->fd);
    if (inode.kind != GICARD_SYNCOBJ_FILE)
        return -EINVAL;
    gicard_arena_lock();
    bool known = syncobj_at(inode.index)->generation == inode.generation;
    if (known)
        syncobj_at(inode.index)->handles++;
    gicard_arena_unlock();
    return known ? publish(file, inode.index, &arg->handle) : -EINVAL;
}

/* ---- waiting ------------------------------------------------------------------------------ */

/** One ioctl's wait for several points. */
struct many_wait {
    uint32_t count, flags, first;
    struct {
        uint32_t syncobj;
        uint64_t point;
        bool found;                      /* its fence is there and was taken */
        struct gicard_fence_set set;
    } *points;
};

/** Takes a fence that is there now, once. */
static void look(struct many_wait *wait, uint32_t i)
{
    uint32_t node;

    if (wait->points[i].found
        || gicard_chain_find(syncobj_at(wait->points[i].syncobj)->head, wait->points[i].point,
                             &node) != 0)
        return;
    wait->points[i].found = true;
    wait->points[i].set = gicard_chain_set(node);
}

/** Whether enough has signalled, with the first of it. */
static bool many_done(void *context)
{
    struct many_wait *wait = context;
    uint32_t signalled = 0;

    gicard_arena_lock();
    for (uint32_t i = 0; i < wait->count; i++) {
        look(wait, i);
        if (wait->points[i].found && ((wait->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE)
                                      || gicard_set_done(&wait->points[i].set))) {
            if (signalled == 0)
                wait->first = i;
            signalled++;
        }
    }
    gicard_arena_unlock();
    if (wait->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL)
        return signalled == wait->count;
    return signalled > 0;
}

/** Without a flag that says otherwise every fence must be there when the wait begins. */
static int many_begin(struct gicard_file *file, struct many_wait *wait, const uint32_t *handles,
                      const uint64_t *points)
{
    const uint32_t patient = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
                             | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
    int code = 0;

    for (uint32_t i = 0; i < wait->count; i++) {
        wait->points[i].syncobj = gicard_syncobj_get(file, handles[i]);
        wait->points[i].point = points != NULL ? points[i] : 0;
        if (wait->points[i].syncobj == 0)
            return -ENOENT;
    }
    gicard_arena_lock();
    for (uint32_t i = 0; i < wait->count && code == 0; i++) {
        look(wait, i);
        if (!wait->points[i].found && !(wait->flags & patient))
            code = -EINVAL;
    }
    gicard_arena_unlock();
    return code;
}

static int wait_many(struct gicard_file *file, uint64_t handles, uint64_t points, uint32_t count,
                     uint32_t flags, int64_t timeout_ns, uint32_t *out_first)
{
    struct many_wait wait = { .count = count, .flags = flags };

    if (count == 0)
        return 0;
    if (handles == 0)
        return -EFAULT;
    if (count > MAX_WAITED)
        return -ENOMEM;
    wait.points = calloc(count, sizeof(*wait.points));
    if (wait.points == NULL)
        return -ENOMEM;
    int code = many_begin(file, &wait, (const uint32_t *)(uintptr_t)handles,
                          (const uint64_t *)(uintptr_t)points);
    if (code == 0)
        code = gicard_wait(many_done, &wait, timeout_ns < 0 ? 0 : timeout_ns);
    if (code == 0)
        *out_first = wait.first;
    for (uint32_t i = 0; i < count; i++)
        gicard_syncobj_put(wait.points[i].syncobj);
    free(wait.points);
    return code;
}

static int wait_binary(struct gicard_file *file, struct drm_syncobj_wait *arg)
{
    const uint32_t known = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
                           | WAIT_DEADLINE;

    if ((arg->flags & ~known) != 0)
        return -EINVAL;
    return wait_many(file, arg->handles, 0, arg->count_handles, arg->flags, arg->timeout_nsec,
                     &arg->first_signaled);
}

static int wait_timeline(struct gicard_file *file, struct drm_syncobj_timeline_wait *arg)
{
    const uint32_t known = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
                           | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE | WAIT_DEADLINE;

    if ((arg->flags & ~known) != 0)
        return -EINVAL;
    return wait_many(file, arg->handles, arg->points, arg->count_handles, arg->flags,
                     arg->timeout_nsec, &arg->first_signaled);
}

/* ---- the host's side ---------------------------------------------------------------------- */

enum many { MANY_RESET, MANY_SIGNAL, MANY_SIGNAL_POINT, MANY_QUERY, MANY_QUERY_LAST };

/** Without a place for points they are 0, and none can be told. */
static int apply(enum many what, struct gicard_syncobj *syncobj, uint64_t *point)
{
    struct gicard_fence_set done = { .count = 0 };

    switch (what) {
    case MANY_RESET:
        put_head(syncobj, 0);
        return 0;
    case MANY_SIGNAL:
        return replace_fence(syncobj, &done);
    case MANY_SIGNAL_POINT:
        return add_point(syncobj, point != NULL ? *point : 0, &done);
    case MANY_QUERY:
    case MANY_QUERY_LAST:
        if (point == NULL)
            return -EFAULT;
        *point = gicard_chain_query(syncobj->head, what == MANY_QUERY_LAST);
        return 0;
    }
    return -EINVAL;
}

static int apply_many(struct gicard_file *file, enum many what, uint64_t handles, uint64_t points,
                      uint32_t count)
{
    const uint32_t *list = (const uint32_t *)(uintptr_t)handles;
    uint64_t *values = (uint64_t *)(uintptr_t)points;
    int code = 0;

    if (count == 0 || count > MAX_WAITED)
        return -EINVAL;
    if (handles == 0)
        return -EFAULT;
    uint32_t *held = calloc(count, sizeof(*held));
    if (held == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < count && code == 0; i++) {
        held[i] = gicard_syncobj_get(file, list[i]);
        code = held[i] == 0 ? -ENOENT : 0;
    }
    gicard_arena_lock();
    for (uint32_t i = 0; i < count && code == 0; i++)
        code = apply(what, syncobj_at(held[i]), values != NULL ? &values[i] : NULL);
    gicard_arena_unlock();
    for (uint32_t i = 0; i < count; i++)
        gicard_syncobj_put(held[i]);
    free(held);
    gicard_notify();
    return code;
}

/** To point 0 the fence itself goes over, with the chain that it may be the end of. */
static int transfer(struct gicard_file *file, const struct drm_syncobj_transfer *arg)
{
    uint32_t node;

    if (arg->pad != 0 || (arg->flags & ~(uint32_t)DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0)
        return -EINVAL;
    uint32_t target = gicard_syncobj_get(file, arg->dst_handle);
    if (target == 0)
        return -ENOENT;
    int code = find_node(file, arg->src_handle, arg->src_point, arg->flags, &node);
    if (code == 0) {
        gicard_arena_lock();
        if (arg->dst_point == 0 && node != 0) {
            put_head(syncobj_at(target), node);
        } else {
            struct gicard_fence_set set = gicard_chain_set(node);
            code = gicard_syncobj_add(target, arg->dst_point, &set);
            gicard_chain_drop(node);
        }
        gicard_arena_unlock();
        gicard_notify();
    }
    gicard_syncobj_put(target);
    return code;
}

static int timeline_ioctl(struct gicard_file *file, unsigned number, void *data)
{
    const struct drm_syncobj_timeline_array *array = data;

    if (gicard_config.no_timeline)
        return -EOPNOTSUPP;
    switch (number) {
    case 0xca:
        return wait_timeline(file, data);
    case 0xcb:
        if ((array->flags & ~(uint32_t)DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED) != 0)
            return -EINVAL;
        return apply_many(file, array->flags != 0 ? MANY_QUERY_LAST : MANY_QUERY, array->handles,
                          array->points, array->count_handles);
    case 0xcc:
        return transfer(file, data);
    case 0xcd:
        if (array->flags != 0)
            return -EINVAL;
        return apply_many(file, MANY_SIGNAL_POINT, array->handles, array->points,
                          array->count_handles);
    default:
        return -EINVAL;
    }
}

int gicard_syncobj_ioctl(struct gicard_file *file, unsigned number, void *data)
{
    const struct drm_syncobj_array *array = data;

    if (gicard_config.no_syncobj)
        return -EOPNOTSUPP;
    switch (number) {
    case 0xbf:
        return create(file, data);
    case 0xc0:
        return destroy(file, data);
    case 0xc1:
        return handle_to_fd(file, data);
    case 0xc2:
        return fd_to_handle(file, data);
    case 0xc3:
        return wait_binary(file, data);
    case 0xc4:
    case 0xc5:
        if (array->pad != 0)
            return -EINVAL;
        return apply_many(file, number == 0xc4 ? MANY_RESET : MANY_SIGNAL, array->handles, 0,
                          array->count_handles);
    default:
        return timeline_ioctl(file, number, data);
    }
}
