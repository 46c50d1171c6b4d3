/* What programs of HIP are told when a card cannot be used, and when a descriptor is not what they
 * take it for: prints a line for each call, "CALL: ERROR: SENTENCE". bad_input.py judges them.
 *
 *     bad_input without-card | imports TIMES | later
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

#include "../../include/gpuinterop.h"
#include "on_card.h"

static void tell(const char *call, hipError_t error)
{
    printf("%s: %s: %s\n", call, hipGetErrorName(error),
           error == hipSuccess ? "" : gpuinterop_last_error_detail());
}

static hipError_t import_memory(int fd)
{
    hipExternalMemoryHandleDesc desc = { .type = hipExternalMemoryHandleTypeOpaqueFd,
                                         .handle.fd = fd, .size = 4096 };
    hipExternalMemory_t memory = NULL;
    hipError_t error = hipImportExternalMemory(&memory, &desc);

    if (error == hipSuccess && hipDestroyExternalMemory(memory) != hipSuccess)
        abort();
    return error;
}

static hipError_t import_semaphore(int fd, bool timeline)
{
    hipExternalSemaphoreHandleDesc desc = {
        .type = timeline ? hipExternalSemaphoreHandleTypeTimelineSemaphoreFd :
                           hipExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = fd };
    hipExternalSemaphore_t semaphore = NULL;
    hipError_t error = hipImportExternalSemaphore(&semaphore, &desc);

    if (error == hipSuccess && hipDestroyExternalSemaphore(semaphore) != hipSuccess)
        abort();
    return error;
}

/** Where there is no card that can be used. */
static void without_card(void)
{
    int count = -1, file = memfd_create("bad", MFD_CLOEXEC), fds = conf_open_fds();
    void *pointer = NULL;
    hipStream_t stream = NULL;

    tell("count", hipGetDeviceCount(&count));
    tell("set", hipSetDevice(0));
    tell("malloc", hipMalloc(&pointer, 4096));
    tell("stream", hipStreamCreate(&stream));
    tell("memory", import_memory(file));
    tell("binary", import_semaphore(file, false));
    tell("timeline", import_semaphore(file, true));
    printf("left: %d fds, file %s\n", conf_open_fds() - fds,
           fcntl(file, F_GETFD) >= 0 ? "open" : "closed");
}

/** A descriptor of each sort; the import of each as memory, as a binary semaphore, as a timeline.
 *  A successful import takes its descriptor, so each gets one of its own. */
static void imports(int times)
{
    struct conf_rig rig;
    struct gi_os_handle memory, syncobj, file = { GI_OS_HANDLE_SYNC_FILE_FD, -1 };
    size_t devices = 0;
    void *pointer;

    conf_driver = &giamd_driver;
    CONF_OK(conf_driver->enumerate(conf_driver, &conf_info, 1, &devices));
    conf_open(&rig);
    struct gi_memory *shared = conf_memory_shared(rig.base, 4096, &memory);
    struct gi_semaphore *sem = conf_semaphore(rig.base, GI_SEMAPHORE_BINARY, 1);
    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_OPAQUE_FD, &syncobj));
    CONF_OK(sem->ops->export(sem, GI_OS_HANDLE_SYNC_FILE_FD, &file));
    struct { const char *name; int fd; } sorts[] = {
        { "dma-buf", memory.fd }, { "syncobj", syncobj.fd }, { "sync-file", file.fd },
        { "render-node", open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC) },
        { "primary-node", open("/dev/dri/card0", O_RDWR | O_CLOEXEC) },
        { "memfd", memfd_create("bad", MFD_CLOEXEC) },
        { "null", open("/dev/null", O_RDWR | O_CLOEXEC) },
        { "folder", open("/", O_RDONLY | O_CLOEXEC) },
    };
    tell("malloc", hipMalloc(&pointer, 4096));   /* what a device needs is there from now on */
    int fds = conf_open_fds();
    for (int time = 0; time < times; time++) {
        for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
            for (int as = 0; as < 3; as++) {
                static const char *const names[] = { "memory", "binary", "timeline" };
                int fd = fcntl(sorts[i].fd, F_DUPFD_CLOEXEC, 0);
                char call[64];
                hipError_t error = as == 0 ? import_memory(fd) : import_semaphore(fd, as == 2);

                snprintf(call, sizeof call, "%s as %s", sorts[i].name, names[as]);
                if (time == 0)
                    tell(call, error);
                CONF_THAT((fcntl(fd, F_GETFD) >= 0) == (error != hipSuccess),
                          "%s: the descriptor's owner", call);
                if (error != hipSuccess)
                    close(fd);
            }
        }
    }
    printf("left: %d fds\n", conf_open_fds() - fds);
    tell("free", hipFree(pointer));
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        close(sorts[i].fd);
    conf_semaphore_free(sem);
    conf_memory_free(shared);
    conf_close(&rig);
}

/** The card is listed, and may not be opened when it is used; then it may. */
static void later(void)
{
    int count = 0, fds;
    void *pointer = NULL;

    tell("count", hipGetDeviceCount(&count));
    fds = conf_open_fds();
    card_configure("closed=1");
    tell("malloc", hipMalloc(&pointer, 4096));
    tell("again", hipMalloc(&pointer, 4096));
    printf("left: %d fds\n", conf_open_fds() - fds);
    card_configure("closed=0");
    tell("then", hipMalloc(&pointer, 4096));
    tell("free", hipFree(pointer));
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "without-card") == 0)
        without_card();
    else if (argc == 3 && strcmp(argv[1], "imports") == 0)
        imports(atoi(argv[2]));
    else if (argc == 2 && strcmp(argv[1], "later") == 0)
        later();
    else
        return 2;
    return 0;
}
