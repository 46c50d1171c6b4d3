/* Fences of vgem, a driver without a device: one is attached to a buffer, and signalled by hand. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <drm_mode.h>

#include "oracle.h"

/* vgem's own calls, for which there is no header here. */
struct fence_attach { uint32_t handle, flags, out_fence, pad; };
struct fence_signal { uint32_t fence, flags; };
#define FENCE_ATTACH DRM_IOWR(DRM_COMMAND_BASE + 1, struct fence_attach)
#define FENCE_SIGNAL DRM_IOW(DRM_COMMAND_BASE + 2, struct fence_signal)
#define FENCE_WRITE 1u

static int vgem = -1;
static uint32_t buffer, attached;

/** Whether an open node is vgem's. */
static bool is_vgem(int fd)
{
    char name[16] = "";
    struct drm_version version = { .name_len = sizeof(name) - 1, .name = name };

    return ioctl(fd, DRM_IOCTL_VERSION, &version) == 0 && strcmp(name, "vgem") == 0;
}

static bool find(void)
{
    char path[32];

    for (unsigned minor = 0; minor < 16 && vgem < 0; minor++) {
        snprintf(path, sizeof(path), "/dev/dri/card%u", minor);
        vgem = open(path, O_RDWR | O_CLOEXEC);
        if (vgem >= 0 && !is_vgem(vgem)) {
            close(vgem);
            vgem = -1;
        }
    }
    return vgem >= 0;
}

int pending_fence(void)
{
    struct drm_mode_create_dumb create = { .width = 64, .height = 64, .bpp = 32 };
    struct dma_buf_export_sync_file snapshot = { .flags = DMA_BUF_SYNC_RW, .fd = -1 };

    if (vgem < 0 && !find())
        return -1;
    if (ioctl(vgem, DRM_IOCTL_MODE_CREATE_DUMB, &create) != 0)
        return -1;
    buffer = create.handle;
    struct fence_attach attach = { .handle = buffer, .flags = FENCE_WRITE };
    struct drm_prime_handle prime = { .handle = buffer, .flags = O_CLOEXEC, .fd = -1 };
    if (ioctl(vgem, FENCE_ATTACH, &attach) != 0
        || ioctl(vgem, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime) != 0)
        return -1;
    attached = attach.out_fence;
    int code = ioctl(prime.fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &snapshot);
    close(prime.fd);
    return code == 0 ? snapshot.fd : -1;
}

void pending_signal(void)
{
    struct fence_signal done = { .fence = attached };
    struct drm_mode_destroy_dumb destroy = { .handle = buffer };

    ioctl(vgem, FENCE_SIGNAL, &done);
    ioctl(vgem, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
}
