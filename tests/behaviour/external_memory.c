/* Questions about the import and destruction of external memory. */
#include "behaviour.h"
#include "exporter.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define OBJECT_BYTES (1u << 20)

static struct cudaExternalMemoryHandleDesc fd_desc(int fd, unsigned long long size_bytes)
{
    struct cudaExternalMemoryHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = fd;
    desc.size = size_bytes;
    return desc;
}

/* Imports by the descriptor, prints code, out pointer and fd state, and tidies up. */
static void try_import(const char *name, const struct cudaExternalMemoryHandleDesc *desc)
{
    int fd = desc->handle.fd;
    cudaExternalMemory_t memory = OUT_MARKER;
    cudaError_t code = cudaImportExternalMemory(&memory, desc);
    answer_with(name, code, "out=%s fd=%s", out_state(memory), fd_state(fd));
    if (code == cudaSuccess)
        answer("then_destroy", cudaDestroyExternalMemory(memory));
}

static void ask_pointers(int arg)
{
    (void)arg;
    int fd = exporter_memory(OBJECT_BYTES, NULL);
    start_device();
    struct cudaExternalMemoryHandleDesc desc = fd_desc(fd, OBJECT_BYTES);
    cudaExternalMemory_t memory = OUT_MARKER;
    answer_with("null_out", cudaImportExternalMemory(NULL, &desc), "fd=%s", fd_state(fd));
    cudaError_t code = cudaImportExternalMemory(&memory, NULL);
    answer_with("null_desc", code, "out=%s", out_state(memory));
    try_import("good", &desc);
}

static void ask_type(int type)
{
    struct cudaExternalMemoryHandleDesc desc = fd_desc(exporter_memory(OBJECT_BYTES, NULL),
                                                       OBJECT_BYTES);
    start_device();
    desc.type = (enum cudaExternalMemoryHandleType)type;
    try_import("import", &desc);
}

static void ask_fields(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {1, 2, 0xff, 0x80000000u};
    char name[32];
    struct cudaExternalMemoryHandleDesc desc;
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        desc = fd_desc(exporter_memory(OBJECT_BYTES, NULL), OBJECT_BYTES);
        desc.flags = flags[i];
        snprintf(name, sizeof(name), "flags_%#x", flags[i]);
        try_import(name, &desc);
    }
    for (unsigned int i = 0; i < 16; i += 15) {
        desc = fd_desc(exporter_memory(OBJECT_BYTES, NULL), OBJECT_BYTES);
        desc.reserved[i] = 1;
        snprintf(name, sizeof(name), "reserved_%u", i);
        try_import(name, &desc);
    }
}

static void ask_sizes(int arg)
{
    (void)arg;
    uint64_t real = 0;
    static const unsigned long long sizes[] = {
        0, 1, OBJECT_BYTES / 2, OBJECT_BYTES + 1, OBJECT_BYTES * 2ull, 4ull << 20, 1ull << 30,
        1ull << 40, UINT64_MAX};
    char name[48];
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct cudaExternalMemoryHandleDesc desc =
            fd_desc(exporter_memory(OBJECT_BYTES, &real), sizes[i]);
        snprintf(name, sizeof(name), "object_%llu_said_%llu", (unsigned long long)real, sizes[i]);
        try_import(name, &desc);
    }
}

static int wrong_fd(int which)
{
    int pair[2] = {-1, -1};
    switch (which) {
    case 0:
        return -1;
    case 1:
        return 987;
    case 2:
        return open("/dev/null", O_RDWR);
    case 3:
        return pipe(pair) == 0 ? pair[0] : -1;
    case 4:
        return memfd_create("probe", MFD_CLOEXEC);
    case 5:
        return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 ? pair[0] : -1;
    case 6:
        return exporter_semaphore(false);
    case 7:
        return exporter_semaphore(true);
    case 8:
        return open("/dev/nvidiactl", O_RDWR);
    case 9:
        return open("/dev/nvidia0", O_RDWR);
    default:
        return -2147483647;
    }
}

static void ask_wrong_fd(int which)
{
    static const char *const names[] = {"minus_1", "closed", "dev_null", "pipe", "memfd",
                                        "socket", "binary_semaphore", "timeline_semaphore",
                                        "nvidiactl", "nvidia0", "very_negative"};
    int fd = wrong_fd(which);
    struct cudaExternalMemoryHandleDesc desc = fd_desc(fd, OBJECT_BYTES);
    start_device();
    if (which == 4 && ftruncate(fd, OBJECT_BYTES) != 0)
        note("memfd", "cannot be sized");
    try_import(names[which], &desc);
    /* Does a good import still work after a bad one? */
    desc.handle.fd = exporter_memory(OBJECT_BYTES, NULL);
    try_import("good_afterwards", &desc);
}

static void ask_ownership(int arg)
{
    (void)arg;
    int fd = exporter_memory(OBJECT_BYTES, NULL);
    int second = dup(fd);
    start_device();
    struct cudaExternalMemoryHandleDesc desc = fd_desc(fd, OBJECT_BYTES);
    cudaExternalMemory_t one = NULL;
    cudaExternalMemory_t two = NULL;
    cudaError_t code = cudaImportExternalMemory(&one, &desc);
    answer_with("success", code, "fd=%s", fd_state(fd));
    desc.handle.fd = second;
    code = cudaImportExternalMemory(&two, &desc);
    answer_with("same_object_again_by_dup", code, "fd=%s same_handle=%s", fd_state(second),
                one == two ? "yes" : "no");
    answer("destroy_first", cudaDestroyExternalMemory(one));
    answer("destroy_second", cudaDestroyExternalMemory(two));
    note("fds_after_destroy", "%s %s", fd_state(fd), fd_state(second));
    fd = exporter_memory(OBJECT_BYTES, NULL);
    dup2(fd, 0);
    desc.handle.fd = 0;
    try_import("fd_0", &desc);
    note("fd_0_after", "%s", fd_state(0));
}

enum { DESTROY_TWICE, DESTROY_NULL, DESTROY_GARBAGE, DESTROY_SEMAPHORE, DESTROY_HOST };

static void ask_destroy(int how)
{
    static long host[64];
    start_device();
    struct cudaExternalMemoryHandleDesc desc = fd_desc(exporter_memory(OBJECT_BYTES, NULL),
                                                       OBJECT_BYTES);
    cudaExternalMemory_t memory = NULL;
    if (how == DESTROY_TWICE) {
        answer("import", cudaImportExternalMemory(&memory, &desc));
        answer("first", cudaDestroyExternalMemory(memory));
    } else if (how == DESTROY_GARBAGE) {
        memory = (cudaExternalMemory_t)(uintptr_t)0x1230;
    } else if (how == DESTROY_HOST) {
        memory = (cudaExternalMemory_t)(void *)host;
    } else if (how == DESTROY_SEMAPHORE) {
        struct cudaExternalSemaphoreHandleDesc other;
        memset(&other, 0, sizeof(other));
        other.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
        other.handle.fd = exporter_semaphore(true);
        cudaExternalSemaphore_t semaphore = NULL;
        answer("import_semaphore", cudaImportExternalSemaphore(&semaphore, &other));
        memory = (cudaExternalMemory_t)(void *)semaphore;
    }
    answer("destroy", cudaDestroyExternalMemory(memory));
}

const struct question external_memory_questions[] = {
    {"external_memory.pointers", ask_pointers, 0},
    {"external_memory.type_0", ask_type, 0},
    {"external_memory.type_2", ask_type, 2},
    {"external_memory.type_3", ask_type, 3},
    {"external_memory.type_4", ask_type, 4},
    {"external_memory.type_5", ask_type, 5},
    {"external_memory.type_6", ask_type, 6},
    {"external_memory.type_7", ask_type, 7},
    {"external_memory.type_8", ask_type, 8},
    {"external_memory.type_9", ask_type, 9},
    {"external_memory.type_99", ask_type, 99},
    {"external_memory.type_minus_1", ask_type, -1},
    {"external_memory.fields", ask_fields, 0},
    {"external_memory.sizes", ask_sizes, 0},
    {"external_memory.fd_minus_1", ask_wrong_fd, 0},
    {"external_memory.fd_closed", ask_wrong_fd, 1},
    {"external_memory.fd_dev_null", ask_wrong_fd, 2},
    {"external_memory.fd_pipe", ask_wrong_fd, 3},
    {"external_memory.fd_memfd", ask_wrong_fd, 4},
    {"external_memory.fd_socket", ask_wrong_fd, 5},
    {"external_memory.fd_binary_semaphore", ask_wrong_fd, 6},
    {"external_memory.fd_timeline_semaphore", ask_wrong_fd, 7},
    {"external_memory.fd_nvidiactl", ask_wrong_fd, 8},
    {"external_memory.fd_nvidia0", ask_wrong_fd, 9},
    {"external_memory.fd_very_negative", ask_wrong_fd, 10},
    {"external_memory.ownership", ask_ownership, 0},
    {"external_memory.destroy_twice", ask_destroy, DESTROY_TWICE},
    {"external_memory.destroy_null", ask_destroy, DESTROY_NULL},
    {"external_memory.destroy_garbage", ask_destroy, DESTROY_GARBAGE},
    {"external_memory.destroy_host_pointer", ask_destroy, DESTROY_HOST},
    {"external_memory.destroy_a_semaphore", ask_destroy, DESTROY_SEMAPHORE},
    {NULL, NULL, 0},
};
