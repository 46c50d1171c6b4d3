/* The calls of the syncobj program: plain ioctls, with nothing between it and a kernel. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "oracle.h"

int oracle_node = -1;

bool oracle_open(void)
{
    char path[64];

    for (unsigned minor = 128; minor < 144; minor++) {
        struct drm_get_cap cap = { .capability = DRM_CAP_SYNCOBJ_TIMELINE };
        snprintf(path, sizeof(path), "/dev/dri/renderD%u", minor);
        oracle_node = open(path, O_RDWR | O_CLOEXEC);
        if (oracle_node < 0)
            continue;
        if (ioctl(oracle_node, DRM_IOCTL_GET_CAP, &cap) == 0 && cap.value != 0)
            return true;
        close(oracle_node);
    }
    return false;
}

int oracle_call(unsigned long request, void *argument)
{
    int result;

    do {
        result = ioctl(oracle_node, request, argument);
    } while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

void oracle_row(const char *action, int result)
{
    const struct { int code; const char *name; } names[] = {
        { 0, "0" }, { EINVAL, "EINVAL" }, { ENOENT, "ENOENT" }, { ETIME, "ETIME" },
        { EFAULT, "EFAULT" }, { EBADF, "EBADF" }, { ENOMEM, "ENOMEM" },
        { EOPNOTSUPP, "EOPNOTSUPP" }, { ENOTTY, "ENOTTY" },
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].code == result) {
            printf("%s: %s\n", action, names[i].name);
            return;
        }
    }
    printf("%s: errno %d\n", action, result);
}

void oracle_number(const char *action, uint64_t number)
{
    printf("%s: %" PRIu64 "\n", action, number);
}

int64_t oracle_in_ns(int64_t ns)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + ns;
}

uint32_t oracle_create(uint32_t flags)
{
    struct drm_syncobj_create create = { .flags = flags };

    oracle_call(DRM_IOCTL_SYNCOBJ_CREATE, &create);
    return create.handle;
}

int oracle_destroy(uint32_t handle)
{
    struct drm_syncobj_destroy destroy = { .handle = handle };

    return oracle_call(DRM_IOCTL_SYNCOBJ_DESTROY, &destroy);
}

int oracle_reset(uint32_t handle)
{
    struct drm_syncobj_array array = { .handles = (uintptr_t)&handle, .count_handles = 1 };

    return oracle_call(DRM_IOCTL_SYNCOBJ_RESET, &array);
}

int oracle_signal(uint32_t handle)
{
    struct drm_syncobj_array array = { .handles = (uintptr_t)&handle, .count_handles = 1 };

    return oracle_call(DRM_IOCTL_SYNCOBJ_SIGNAL, &array);
}

int oracle_signal_point(uint32_t handle, uint64_t point)
{
    struct drm_syncobj_timeline_array array = {
        .handles = (uintptr_t)&handle, .points = (uintptr_t)&point, .count_handles = 1 };

    return oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array);
}

int oracle_query(uint32_t handle, uint32_t flags, uint64_t *out_point)
{
    struct drm_syncobj_timeline_array array = {
        .handles = (uintptr_t)&handle, .points = (uintptr_t)out_point, .count_handles = 1,
        .flags = flags };

    return oracle_call(DRM_IOCTL_SYNCOBJ_QUERY, &array);
}

int oracle_wait(uint32_t handle, int64_t until, uint32_t flags)
{
    struct drm_syncobj_wait wait = { .handles = (uintptr_t)&handle, .count_handles = 1,
                                     .timeout_nsec = until, .flags = flags };

    return oracle_call(DRM_IOCTL_SYNCOBJ_WAIT, &wait);
}

int oracle_wait_point(uint32_t handle, uint64_t point, int64_t until, uint32_t flags)
{
    struct drm_syncobj_timeline_wait wait = {
        .handles = (uintptr_t)&handle, .points = (uintptr_t)&point, .count_handles = 1,
        .timeout_nsec = until, .flags = flags };

    return oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait);
}

int oracle_wait_many(const uint32_t *handles, uint32_t count, uint32_t flags, uint32_t *out_first)
{
    struct drm_syncobj_wait wait = { .handles = (uintptr_t)handles, .count_handles = count,
                                     .flags = flags, .first_signaled = *out_first };
    int code = oracle_call(DRM_IOCTL_SYNCOBJ_WAIT, &wait);

    *out_first = wait.first_signaled;
    return code;
}

int oracle_transfer(uint32_t to, uint64_t to_point, uint32_t from, uint64_t from_point,
                    uint32_t flags)
{
    struct drm_syncobj_transfer transfer = { .src_handle = from, .src_point = from_point,
                                             .dst_handle = to, .dst_point = to_point,
                                             .flags = flags };

    return oracle_call(DRM_IOCTL_SYNCOBJ_TRANSFER, &transfer);
}

int oracle_export(uint32_t handle, uint32_t flags, int *out_fd)
{
    struct drm_syncobj_handle arg = { .handle = handle, .flags = flags, .fd = -1 };
    int code = oracle_call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &arg);

    *out_fd = arg.fd;
    return code;
}

int oracle_import(int fd, uint32_t *out_handle)
{
    struct drm_syncobj_handle arg = { .fd = fd };
    int code = oracle_call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &arg);

    *out_handle = arg.handle;
    return code;
}

int oracle_import_fence(uint32_t handle, int fd)
{
    struct drm_syncobj_handle arg = {
        .handle = handle, .fd = fd, .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE };

    return oracle_call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &arg);
}
