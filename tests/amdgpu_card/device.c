/* Opens of a card's nodes, and where their ioctls go. */
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "context.h"
#include "cs.h"
#include "gem.h"
#include "info.h"
#include "prime.h"
#include "real.h"
#include "rules.h"
#include "syncobj.h"
#include "worker.h"

static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gicard_file *files;

struct gicard_card_state *gicard_state_of(const struct gicard_file *file)
{
    return &gicard_arena->cards[file->card];
}

/* ---- life --------------------------------------------------------------------------------- */

int gicard_file_open(unsigned card, bool render, int flags)
{
    uint64_t inode;

    gicard_files_reap(false);
    if (atomic_load(&gicard_arena->cards[card].unplugged)) {
        errno = ENODEV;
        return -1;
    }
    if (render && (gicard_settings_get().closed_cards >> card & 1) != 0) {
        errno = EACCES;
        return -1;
    }
    struct gicard_file *file = calloc(1, sizeof(*file));
    struct gicard_vm *vm = gicard_vm_create();
    int high = gicard_memory_file("gpuinterop-card-node", 0, &inode);
    int fd = high < 0 ? -1 : fcntl(high, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
    if (high >= 0)
        close(high);
    if (file == NULL || vm == NULL || fd < 0) {
        free(file);
        gicard_vm_put(vm);
        if (fd >= 0)
            close(fd);
        errno = fd < 0 ? EMFILE : ENOMEM;
        return -1;
    }
    atomic_init(&file->references, 1);
    file->inode = inode;
    file->card = card;
    file->render = render;
    file->vm = vm;
    pthread_mutex_init(&file->lock, NULL);
    pthread_mutex_lock(&files_lock);
    file->next = files;
    files = file;
    pthread_mutex_unlock(&files_lock);
    return fd;
}

struct gicard_file *gicard_file_find(int fd)
{
    struct stat status;

    if (gicard_real.fstat(fd, &status) != 0 || !gicard_is_memory_file(&status))
        return NULL;
    pthread_mutex_lock(&files_lock);
    struct gicard_file *file = files;
    while (file != NULL && file->inode != status.st_ino)
        file = file->next;
    if (file != NULL)
        atomic_fetch_add(&file->references, 1);
    pthread_mutex_unlock(&files_lock);
    return file;
}

void gicard_file_put(struct gicard_file *file)
{
    atomic_fetch_sub(&file->references, 1);
}

/** Tells what is still open, as its program should have closed it. */
static void report_leaks(const struct gicard_file *file)
{
    uint32_t mappings = file->vm->count;
    uint32_t buffers = file->buffers.used, contexts = file->contexts.used;
    uint32_t syncobjs = file->syncobjs.used, lists = file->lists.used;
    uint64_t sum = (uint64_t)mappings + buffers + contexts + syncobjs + lists;

    if (sum == 0 || gicard_config.no_leaks)
        return;
    fprintf(stderr, "gpuinterop-card: leak: card %u was closed with %u buffers, %u mappings, %u"
            " contexts, %u syncobjs, %u lists\n", file->card, buffers, mappings, contexts,
            syncobjs, lists);
    gicard_count_leaks(sum);
}

static void destroy(struct gicard_file *file)
{
    gicard_rings_stop(file, false);
    report_leaks(file);
    pthread_mutex_lock(&file->lock);
    for (uint32_t i = 1; i < file->contexts.size; i++)
        if (file->contexts.slots[i] != NULL)
            gicard_context_put(file->contexts.slots[i]);
    for (uint32_t i = 1; i < file->buffers.size; i++)
        if (file->buffers.slots[i] != NULL)
            gicard_gem_release(file, i);
    for (uint32_t i = 1; i < file->syncobjs.size; i++)
        if (file->syncobjs.slots[i] != NULL)
            gicard_syncobj_put((uint32_t)(uintptr_t)file->syncobjs.slots[i]);
    for (uint32_t i = 1; i < file->lists.size; i++)
        free(file->lists.slots[i]);
    gicard_handles_finish(&file->contexts);
    gicard_handles_finish(&file->buffers);
    gicard_handles_finish(&file->syncobjs);
    gicard_handles_finish(&file->lists);
    gicard_vm_put(file->vm);
    pthread_mutex_unlock(&file->lock);
    pthread_mutex_destroy(&file->lock);
    free(file);
}

/* ---- closing ------------------------------------------------------------------------------ */

/** Marks files that some descriptor of this process names. Nobody tells of a close. */
static void mark_open(const struct gicard_file **open, unsigned *count, unsigned room)
{
    DIR *folder = gicard_real.opendir("/proc/self/fd");
    const struct dirent *entry;
    struct stat status;

    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (gicard_real.fstat(atoi(entry->d_name), &status) != 0
            || !gicard_is_memory_file(&status))
            continue;
        for (const struct gicard_file *file = files; file != NULL; file = file->next)
            if (file->inode == status.st_ino && *count < room)
                open[(*count)++] = file;
    }
    if (folder != NULL)
        closedir(folder);
}

static bool is_in(const struct gicard_file *file, const struct gicard_file **list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == file)
            return true;
    return false;
}

void gicard_files_reap(bool at_exit)
{
    const struct gicard_file *open[256];
    struct gicard_file *closed = NULL;
    unsigned count = 0;

    pthread_mutex_lock(&files_lock);
    if (files != NULL && !at_exit)
        mark_open(open, &count, sizeof(open) / sizeof(open[0]));
    for (struct gicard_file **at = &files; *at != NULL;) {
        struct gicard_file *file = *at;
        if (is_in(file, open, count) || (!at_exit && atomic_load(&file->references) != 1)) {
            at = &file->next;
            continue;
        }
        *at = file->next;
        file->next = closed;
        closed = file;
    }
    pthread_mutex_unlock(&files_lock);
    while (closed != NULL) {
        struct gicard_file *file = closed;
        closed = file->next;
        if (atomic_load(&file->references) == 1) {
            destroy(file);
        } else {                             /* at exit: another thread is in a call, and stays */
            gicard_rings_stop(file, true);
            report_leaks(file);
        }
    }
}

void gicard_files_before_fork(void)
{
    pthread_mutex_lock(&files_lock);
}

void gicard_files_after_fork(bool in_child)
{
    if (in_child)
        files = NULL;
    pthread_mutex_unlock(&files_lock);
}

void gicard_unplug(unsigned card)
{
    atomic_store(&gicard_arena->cards[card].unplugged, 1);
    gicard_notify();
}

/* ---- ioctls ------------------------------------------------------------------------------- */

static int driver_ioctl(struct gicard_file *file, unsigned number, void *arg)
{
    switch (number - DRM_COMMAND_BASE) {
    case DRM_AMDGPU_GEM_CREATE:
        return gicard_gem_create(file, arg);
    case DRM_AMDGPU_GEM_MMAP:
        return gicard_gem_mmap(file, arg);
    case DRM_AMDGPU_CTX:
        return gicard_context_ioctl(file, arg);
    case DRM_AMDGPU_BO_LIST:
        return gicard_bo_list_ioctl(file, arg);
    case DRM_AMDGPU_CS:
        return gicard_cs_ioctl(file, arg);
    case DRM_AMDGPU_INFO:
        return gicard_info_ioctl(file, arg);
    case DRM_AMDGPU_GEM_METADATA:
        return gicard_gem_metadata(file, arg);
    case DRM_AMDGPU_GEM_WAIT_IDLE:
        return gicard_gem_wait_idle(file, arg);
    case DRM_AMDGPU_GEM_VA:
        return gicard_vm_ioctl(file, arg);
    case DRM_AMDGPU_WAIT_CS:
        return gicard_wait_cs_ioctl(file, arg);
    case DRM_AMDGPU_GEM_OP:
        return gicard_gem_op(file, arg);
    case DRM_AMDGPU_GEM_USERPTR:
        return gicard_gem_userptr(file, arg);
    case DRM_AMDGPU_WAIT_FENCES:
        return gicard_wait_fences_ioctl(file, arg);
    case DRM_AMDGPU_VM:
        return 0;                            /* reserving an address space's number */
    case DRM_AMDGPU_FENCE_TO_HANDLE:
        return gicard_fence_to_handle_ioctl(file, arg);
    case DRM_AMDGPU_SCHED:
        return -EACCES;                      /* for the master alone */
    default:
        return gicard_violation(GICARD_RULE_IOCTL_UNKNOWN, -EINVAL, "number 0x%02x", number);
    }
}

static int client_ioctl(void *data)
{
    struct drm_client *arg = data;

    if (arg->idx != 0)
        return -EINVAL;
    arg->auth = 1;
    arg->pid = (unsigned long)getpid();
    arg->uid = (unsigned long)getuid();
    arg->magic = arg->iocs = 0;
    return 0;
}

int gicard_device_ioctl(struct gicard_file *file, unsigned number, void *arg)
{
    gicard_count_ioctl(number);
    if (atomic_load(&gicard_state_of(file)->unplugged))
        return -ENODEV;
    if (number >= DRM_COMMAND_BASE && number < DRM_COMMAND_END)
        return driver_ioctl(file, number, arg);
    if (number >= 0xbf && number <= 0xcd && !(number >= 0xc6 && number <= 0xc9))
        return gicard_syncobj_ioctl(file, number, arg);
    if (number >= 0xa0 && number <= 0xce)
        return -EOPNOTSUPP;                  /* there is no display */
    switch (number) {
    case 0x00:
        return gicard_version_ioctl(arg);
    case 0x11:
        return -EACCES;                      /* AUTH_MAGIC is for the master, whom nobody is */
    case 0x05:
        return file->render ? -EACCES : client_ioctl(arg);
    case 0x09:
        return gicard_gem_close(file, arg);
    case 0x0a:
        return file->render ? -EACCES : gicard_prime_flink(file, arg);
    case 0x0b:
        return file->render ? -EACCES : gicard_prime_open_name(file, arg);
    case 0x0c:
        return gicard_cap_ioctl(arg);
    case 0x2d:
        return gicard_prime_export(file, arg);
    case 0x2e:
        return gicard_prime_import(file, arg);
    default:
        return gicard_violation(GICARD_RULE_IOCTL_UNKNOWN, -EINVAL, "number 0x%02x", number);
    }
}
