/* Syncobjs: one pointer to a fence, which may be none, binary, or a chain of points. Every node's
 * set holds what the nodes before it wait for, so that a point ends only after all before it. */
#include "syncobj.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fence.h"
#include "sync_file.h"

#define SUBMIT_WAIT_NS INT64_C(5000000000)
#define MAX_WAITED 65536u
#define WAIT_DEADLINE (1u << 3)          /* a hint for clocks; libdrm 2.4.114 does not name it */

static struct gicard_syncobj *syncobj_at(uint32_t index)
{
    return &gicard_arena->syncobjs[index];
}

static struct gicard_node *node_at(uint32_t index)
{
    return &gicard_arena->nodes[index];
}

/* ---- chains, under the arena's lock ------------------------------------------------------- */

static void free_nodes(uint32_t index)
{
    while (index != 0) {
        uint32_t previous = node_at(index)->previous;
        gicard_pool_give(&gicard_arena->node_pool, gicard_arena->nodes,
                         sizeof(struct gicard_node), index);
        index = previous;
    }
}

/** The node before, as long as it has not ended; one that has is forgotten, with all before it. */
static uint32_t pending_before(uint32_t index)
{
    struct gicard_node *node = node_at(index);

    if (node->previous != 0 && gicard_set_done(&node_at(node->previous)->set)) {
        free_nodes(node->previous);
        node->previous = 0;
    }
    return node->previous;
}

/** Puts a node with the fences in front; `out` gets its index. */
static int push_node(struct gicard_syncobj *syncobj, const struct gicard_fence_set *set)
{
    uint32_t index = gicard_pool_take(&gicard_arena->node_pool, gicard_arena->nodes, GICARD_NODES,
                                      sizeof(struct gicard_node));
    if (index == 0)
        return -ENOMEM;
    *node_at(index) = (struct gicard_node){ .previous = syncobj->head, .set = *set };
    syncobj->head = index;
    return 0;
}

/** Replaces the fence: by none when the set is NULL. */
static int replace_fence(struct gicard_syncobj *syncobj, const struct gicard_fence_set *set)
{
    uint32_t old = syncobj->head;

    syncobj->head = 0;
    if (set != NULL && push_node(syncobj, set) != 0) {
        syncobj->head = old;
        return -ENOMEM;
    }
    free_nodes(old);
    return 0;
}

static int add_point(struct gicard_syncobj *syncobj, uint64_t point,
                     const struct gicard_fence_set *set)
{
    struct gicard_fence_set all = *set;
    const struct gicard_node *before = syncobj->head != 0 ? node_at(syncobj->head) : NULL;

    if (before != NULL && !gicard_set_merge(&all, &before->set))
        return -ENOMEM;
    if (push_node(syncobj, &all) != 0)
        return -ENOMEM;
    struct gicard_node *node = node_at(syncobj->head);
    bool chain = before != NULL && before->context != 0;
    node->seqno = point;
    if (chain && point > before->seqno) {
        node->context = before->context;
        node->previous_seqno = before->seqno;
    } else {
        node->context = ++gicard_arena->contexts;
        if (chain && before->seqno > point)
            node->seqno = before->seqno;
    }
    pending_before(syncobj->head);
    return 0;
}

int gicard_syncobj_add(uint32_t syncobj, uint64_t point, const struct gicard_fence_set *set)
{
    if (point == 0)
        return replace_fence(syncobj_at(syncobj), set);
    return add_point(syncobj_at(syncobj), point, set);
}

/** What must end for a point; -EINVAL when there is no such fence yet. */
static int find_point(const struct gicard_syncobj *syncobj, uint64_t point,
                      struct gicard_fence_set *out)
{
    uint32_t index = syncobj->head;

    *out = (struct gicard_fence_set){ .count = 0 };
    if (index == 0)
        return -EINVAL;
    const struct gicard_node *head = node_at(index);
    if (point == 0) {
        *out = head->set;
        return 0;
    }
    if (head->context == 0 || head->seqno < point)
        return -EINVAL;
    for (; index != 0; index = pending_before(index)) {
        const struct gicard_node *node = node_at(index);
        if (node->context != head->context || node->previous_seqno < point) {
            *out = node->set;
            return 0;
        }
    }
    return 0;
}

static uint64_t query_point(const struct gicard_syncobj *syncobj, bool last_submitted)
{
    uint32_t oldest = syncobj->head;

    if (oldest == 0 || node_at(oldest)->context == 0)
        return 0;
    const struct gicard_node *head = node_at(oldest);
    if (last_submitted)
        return head->seqno;
    for (uint32_t index = oldest; index != 0 && node_at(index)->context == head->context;
         index = pending_before(index))
        oldest = index;
    struct gicard_node *last = node_at(oldest);
    return gicard_set_done(&last->set) ? last->seqno : last->previous_seqno;
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
        free_nodes(syncobj->head);
        syncobj->head = 0;
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
            free_nodes(syncobj_at(i)->head);
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

static int handle_to_fd(struct gicard_file *file, struct drm_syncobj_handle *arg)
{
    struct gicard_fence_set set;

    if (arg->pad != 0
        || (arg->flags & ~(uint32_t)DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) != 0)
        return -EINVAL;
    if (arg->flags == 0)
        return gicard_syncobj_export(file, arg->handle, &arg->fd);
    int code = gicard_syncobj_find(file, arg->handle, 0, 0, &set);
    if (code != 0)
        return code;
    int fd = gicard_sync_file_create(&set);
    if (fd < 0)
        return fd;
    arg->fd = fd;
    return 0;
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
    gicard_arena_lock();
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

struct find_wait {
    uint32_t syncobj;
    uint64_t point;
    struct gicard_fence_set set;
};

static bool point_is_there(void *context)
{
    struct find_wait *find = context;

    gicard_arena_lock();
    int code = find_point(syncobj_at(find->syncobj), find->point, &find->set);
    gicard_arena_unlock();
    return code == 0;
}

int gicard_syncobj_find(struct gicard_file *file, uint32_t handle, uint64_t point, uint32_t flags,
                        struct gicard_fence_set *out)
{
    struct find_wait find = { .syncobj = gicard_syncobj_get(file, handle), .point = point };

    if (find.syncobj == 0)
        return -ENOENT;
    int code = 0;
    if (!point_is_there(&find))
        code = flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
                   ? gicard_wait(point_is_there, &find, gicard_now_ns() + SUBMIT_WAIT_NS)
                   : -EINVAL;
    *out = find.set;
    gicard_syncobj_put(find.syncobj);
    return code;
}

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

/** Whether enough has signalled, with the first of it. */
static bool many_done(void *context)
{
    struct many_wait *wait = context;
    uint32_t signalled = 0;

    gicard_arena_lock();
    for (uint32_t i = 0; i < wait->count; i++) {
        if (!wait->points[i].found)
            wait->points[i].found = find_point(syncobj_at(wait->points[i].syncobj),
                                               wait->points[i].point, &wait->points[i].set) == 0;
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
        wait->points[i].found = find_point(syncobj_at(wait->points[i].syncobj),
                                           wait->points[i].point, &wait->points[i].set) == 0;
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
        return replace_fence(syncobj, NULL);
    case MANY_SIGNAL:
        return replace_fence(syncobj, &done);
    case MANY_SIGNAL_POINT:
        return add_point(syncobj, point != NULL ? *point : 0, &done);
    case MANY_QUERY:
    case MANY_QUERY_LAST:
        if (point == NULL)
            return -EFAULT;
        *point = query_point(syncobj, what == MANY_QUERY_LAST);
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

static int transfer(struct gicard_file *file, const struct drm_syncobj_transfer *arg)
{
    struct gicard_fence_set set;

    if (arg->pad != 0 || (arg->flags & ~(uint32_t)DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0)
        return -EINVAL;
    uint32_t target = gicard_syncobj_get(file, arg->dst_handle);
    if (target == 0)
        return -ENOENT;
    int code = gicard_syncobj_find(file, arg->src_handle, arg->src_point, arg->flags, &set);
    if (code == 0) {
        gicard_arena_lock();
        code = gicard_syncobj_add(target, arg->dst_point, &set);
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
