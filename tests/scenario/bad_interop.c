/** Wrong arguments to the eight interop functions: the code, the sentence, the fd still open and
 *  nothing left behind. */
#include "scenario.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 65536u

struct fds {
    int null, pipe[2], sockets[2], plain_memfd, semaphore, memory;
};

static struct peer_buffer buffer;
static struct peer_semaphore timeline;

static void open_all(struct fds *fds)
{
    fds->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    fds->plain_memfd = memfd_create("plain", MFD_CLOEXEC);
    fds->semaphore = peer_semaphore_export(&timeline);
    fds->memory = peer_buffer_export(&buffer);
    assert_true(fds->null >= 0 && fds->plain_memfd >= 0);
    assert_int_equal(pipe2(fds->pipe, O_CLOEXEC), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds->sockets), 0);
}

static void close_all(const struct fds *fds)
{
    const int list[] = { fds->null, fds->pipe[0], fds->pipe[1], fds->sockets[0], fds->sockets[1],
                         fds->plain_memfd, fds->semaphore, fds->memory };

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        assert_int_equal(close(list[i]), 0);     /* each was still open */
}

static int start(void **state)
{
    (void)state;
    peer_buffer_create(&buffer, SIZE, false);
    peer_semaphore_create(&timeline, true);
    return 0;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE_LAST(the_peer_ends)
{
    peer_semaphore_destroy(&timeline);
    peer_buffer_destroy(&buffer);
}

/** What an import answers to a type, all else being good. */
struct type_row {
    int type;
    gpuError_t code;
};

#define NONE gpuErrorInvalidValue
#define ABSENT gpuErrorNotSupported

static const struct type_row memory_types[] = {
    { -1, NONE }, { 0, NONE }, { 2, ABSENT }, { 3, ABSENT },
    { 4, ABSENT }, { 5, NONE }, { 6, NONE }, { 7, NONE },
    { 8, ABSENT }, { 9, NONE }, { 10, NONE }, { 0x7fffffff, NONE },
};

static const struct type_row semaphore_types[] = {
    { -1, NONE }, { 0, NONE }, { 2, ABSENT }, { 3, ABSENT },
    { 4, ABSENT }, { 5, ABSENT }, { 6, ABSENT }, { 7, ABSENT },
    { 8, ABSENT }, { 10, ABSENT }, { 11, NONE }, { 99, NONE },
};

TEST_CASE(memory_import)
{
    gpuMemoryDesc good = { .type = gpuExternalMemoryHandleTypeOpaqueFd, .size = SIZE };
    gpuMemoryDesc bad;
    gpuExternalMemory_t memory = AS_MEMORY(0x77);
    struct fds fds;

    open_all(&fds);
    good.handle.fd = fds.memory;
    BAD_VALUE(gpuImportExternalMemory(NULL, &good), "memory");
    BAD_VALUE(gpuImportExternalMemory(&memory, NULL), "descriptor");
    bad = good;
    bad.size = 0;
    BAD_VALUE(gpuImportExternalMemory(&memory, &bad), "size");
    for (unsigned int bit = 1; bit < 32; bit++) {
        bad = good;
        bad.flags = 1u << bit;
        BAD_VALUE(gpuImportExternalMemory(&memory, &bad), "flags");
    }
    for (size_t i = 0; i < sizeof memory_types / sizeof memory_types[0]; i++) {
        bad = good;
        bad.type = (gpuMemoryHandleType)memory_types[i].type;
        EXPECT(gpuImportExternalMemory(&memory, &bad), memory_types[i].code, "type");
        assert_true(memory == AS_MEMORY(0x77));
    }
    close_all(&fds);
}

/** Whether two fds are of the same special file: one driver's fds of every kind are, and nothing
 *  but an import that breaks its device could tell them apart. docs/nvidia.md says more. */
static bool cannot_be_told_apart(int fd, int other)
{
    struct stat facts, other_facts;

    return fstat(fd, &facts) == 0 && fstat(other, &other_facts) == 0 &&
           S_ISCHR(facts.st_mode) && facts.st_rdev == other_facts.st_rdev;
}

TEST_CASE(memory_fds)
{
    gpuMemoryDesc descriptor = { .type = gpuExternalMemoryHandleTypeOpaqueFd, .size = SIZE };
    gpuExternalMemory_t memory;
    struct fds fds;

    open_all(&fds);
    {
        const int wrong[] = { -1, INT32_MIN, 1000000, fds.null, fds.pipe[0], fds.sockets[0],
                              fds.plain_memfd, fds.semaphore };

        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            descriptor.handle.fd = wrong[i];
            if (cannot_be_told_apart(wrong[i], fds.memory))
                continue;
            EXPECT(gpuImportExternalMemory(&memory, &descriptor), gpuErrorUnknown, "");
        }
    }
    close_all(&fds);
}

TEST_CASE(semaphore_import)
{
    gpuSemaphoreDesc good = { .type = gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd };
    gpuSemaphoreDesc bad;
    gpuExternalSemaphore_t semaphore = AS_SEMAPHORE(0x77);
    struct fds fds;

    open_all(&fds);
    good.handle.fd = fds.semaphore;
    BAD_VALUE(gpuImportExternalSemaphore(NULL, &good), "semaphore");
    BAD_VALUE(gpuImportExternalSemaphore(&semaphore, NULL), "descriptor");
    for (unsigned int bit = 0; bit < 32; bit++) {
        bad = good;
        bad.flags = 1u << bit;
        BAD_VALUE(gpuImportExternalSemaphore(&semaphore, &bad), "flags");
    }
    for (size_t i = 0; i < sizeof semaphore_types / sizeof semaphore_types[0]; i++) {
        bad = good;
        bad.type = (gpuSemaphoreHandleType)semaphore_types[i].type;
        EXPECT(gpuImportExternalSemaphore(&semaphore, &bad), semaphore_types[i].code, "type");
        assert_true(semaphore == AS_SEMAPHORE(0x77));
    }
    close_all(&fds);
}

TEST_CASE(semaphore_fds)
{
    gpuSemaphoreDesc descriptor = { .type = gpuExternalSemaphoreHandleTypeOpaqueFd };
    gpuExternalSemaphore_t semaphore;
    struct fds fds;

    open_all(&fds);
    {
        const int wrong[] = { 1000000, fds.null, fds.pipe[0], fds.sockets[0], fds.plain_memfd };

        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            descriptor.handle.fd = wrong[i];
            descriptor.type = gpuExternalSemaphoreHandleTypeOpaqueFd;
            EXPECT(gpuImportExternalSemaphore(&semaphore, &descriptor), gpuErrorUnknown, "");
            descriptor.type = gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd;
            EXPECT(gpuImportExternalSemaphore(&semaphore, &descriptor), gpuErrorUnknown, "");
        }
    }
    descriptor.handle.fd = -1;
    BAD_VALUE(gpuImportExternalSemaphore(&semaphore, &descriptor), "fd");
    descriptor.type = gpuExternalSemaphoreHandleTypeOpaqueFd;
    EXPECT(gpuImportExternalSemaphore(&semaphore, &descriptor), gpuErrorUnknown, "");
    close_all(&fds);
}

TEST_CASE(mapping)
{
    static const unsigned long long ranges[][2] = {
        { 0, 0 }, { 8, 0 }, { 0, SIZE + 1 }, { 1, SIZE }, { SIZE, 1 }, { SIZE - 1, 2 },
        { UINT64_MAX, 1 }, { UINT64_MAX, UINT64_MAX }, { 2, UINT64_MAX }, { 1, UINT64_MAX },
        { UINT64_MAX - 3, 8 }, { 0, UINT64_MAX }, { 1ull << 63, 1ull << 63 },
    };
    gpuBufferDesc descriptor = { .size = SIZE };
    gpuArrayDesc nothing = { .numLevels = 1 }, image = nothing;
    gpuMipmappedArray_t array;
    gpuExternalMemory_t memory;
    gpuStream_t stream;
    void *pointer = &pointer;

    image.formatDesc = (gpuChannelFormatDesc){ 32, 0, 0, 0, gpuChannelFormatKindUnsigned };
    image.extent = (gpuExtent){ 8, 8, 0 };
    memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    OK(gpuStreamCreate(&stream));
    BAD_VALUE(gpuExternalMemoryGetMappedBuffer(NULL, memory, &descriptor), "pointer");
    BAD_VALUE(gpuExternalMemoryGetMappedBuffer(&pointer, memory, NULL), "descriptor");
    BAD_VALUE(gpuExternalMemoryGetMappedBuffer(&pointer, NULL, &descriptor), "memory");
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        descriptor.offset = ranges[i][0];
        descriptor.size = ranges[i][1];
        if (!library_is_ours() && ranges[i][0] > 0 && ranges[i][1] == UINT64_MAX)
            continue;                            /* NVIDIA's answers that there is no memory */
        BAD_VALUE(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &descriptor), "size");
        assert_ptr_equal(pointer, &pointer);
    }
    descriptor.offset = 0;
    descriptor.size = 16;
    descriptor.flags = 1;
    BAD_VALUE(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &descriptor), "flags");
    descriptor.flags = 0;
    BAD_HANDLE(gpuExternalMemoryGetMappedBuffer(&pointer, AS_MEMORY(stream), &descriptor));
    BAD_HANDLE(gpuExternalMemoryGetMappedBuffer(&pointer, AS_MEMORY(1), &descriptor));
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(NULL, memory, &image), "array");
    if (library_is_ours())               /* which of two mistakes comes first is each one's own */
        BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(NULL, memory, &nothing), "array");
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(&array, NULL, &image), "memory");
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(&array, memory, NULL), "descriptor");
    BAD_HANDLE(gpuExternalMemoryGetMappedMipmappedArray(&array, AS_MEMORY(stream), &image));
    STALE_HANDLE(gpuFreeMipmappedArray((gpuMipmappedArray_t)(uintptr_t)0x5000));
    BAD_VALUE(gpuDestroyExternalMemory(NULL), "memory");
    BAD_HANDLE(gpuDestroyExternalMemory(AS_MEMORY(stream)));
    STALE_HANDLE(gpuStreamDestroy(AS_STREAM(memory)));
    OK(gpuDestroyExternalMemory(memory));
    BAD_HANDLE(gpuDestroyExternalMemory(memory));
    BAD_HANDLE(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &descriptor));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(signalling_and_waiting)
{
    gpuExternalSemaphore_t semaphore = import_semaphore(peer_semaphore_export(&timeline), true);
    gpuExternalSemaphore_t wrong = AS_SEMAPHORE(0x55555);
    uint64_t before = peer_semaphore_value(&timeline);
    gpuSignalParams signal = { .params.fence.value = before + 100 };
    gpuWaitParams wait = { .params.fence.value = before };

    BAD_VALUE(gpuSignalExternalSemaphoresAsync(NULL, &signal, 1, NULL), "semaphores");
    BAD_VALUE(gpuSignalExternalSemaphoresAsync(&semaphore, NULL, 1, NULL), "parameters");
    BAD_VALUE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 0, NULL), "count");
    BAD_VALUE(gpuSignalExternalSemaphoresAsync(NULL, NULL, 0, NULL), "");
    BAD_VALUE(gpuWaitExternalSemaphoresAsync(NULL, &wait, 1, NULL), "semaphores");
    BAD_VALUE(gpuWaitExternalSemaphoresAsync(&semaphore, NULL, 1, NULL), "parameters");
    BAD_VALUE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 0, NULL), "count");
    for (unsigned int bit = 0; bit < 32; bit++) {
        signal.flags = wait.flags = 1u << bit;
        BAD_VALUE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, NULL), "flags");
        BAD_VALUE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL), "flags");
    }
    signal.flags = wait.flags = 0;
    signal.reserved[15] = wait.reserved[0] = 1;
    BAD_VALUE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, NULL), "reserved");
    BAD_VALUE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL), "reserved");
    signal.reserved[15] = wait.reserved[0] = 0;
    signal.params.reserved[11] = wait.params.reserved[9] = 1;
    BAD_VALUE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, NULL), "reserved");
    BAD_VALUE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL), "reserved");
    signal.params.reserved[11] = wait.params.reserved[9] = 0;
    BAD_SEMAPHORE(gpuSignalExternalSemaphoresAsync(&wrong, &signal, 1, NULL));
    BAD_SEMAPHORE(gpuWaitExternalSemaphoresAsync(&wrong, &wait, 1, NULL));
    wrong = NULL;
    BAD_SEMAPHORE(gpuSignalExternalSemaphoresAsync(&wrong, &signal, 1, NULL));
    BAD_SEMAPHORE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, AS_STREAM(semaphore)));
    BAD_SEMAPHORE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, AS_STREAM(0x77777)));
    BAD_VALUE(gpuDestroyExternalSemaphore(NULL), "semaphore");
    BAD_HANDLE(gpuDestroyExternalMemory(AS_MEMORY(semaphore)));
    OK(gpuDeviceSynchronize());
    assert_int_equal(peer_semaphore_value(&timeline), before);   /* none of it signalled */
    OK(gpuDestroyExternalSemaphore(semaphore));
    BAD_SEMAPHORE(gpuDestroyExternalSemaphore(semaphore));
    BAD_SEMAPHORE(gpuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, NULL));
    BAD_SEMAPHORE(gpuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL));
}

/** Two buffers are mapped from one object: a copy lies in one of them, not in both, nor between. */
TEST_CASE(copies_stay_in_a_mapped_buffer)
{
    static const struct { ptrdiff_t base; size_t y, height; bool is_inside; } rows[] = {
        { 0, 0, 8, true }, { 0, 7, 1, true }, { 0, 0, 9, false }, { 0, 8, 1, false },
        { 0, 16, 1, false }, { -64, 1, 1, false }, { 512, 0, 1, false }, { 1024, 0, 8, true },
        { 1024, 8, 1, false }, { 1024 - 64, 1, 1, false },
    };
    gpuExternalMemory_t memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    uint8_t *one = map_buffer(memory, 512, 512);
    uint8_t *two = map_buffer(memory, 1536, 512);
    gpuMemcpy3DParms copy = { .extent = { 64, 1, 1 } };
    uint8_t *other;

    assert_ptr_equal(two, one + 1024);
    OK(gpuMalloc((void **)&other, 4096));
    for (size_t i = 0; i < 4 * sizeof rows / sizeof *rows; i++) {
        gpuPitchedPtr pitched = { one + rows[i / 4].base, 64, 64, 64 };

        copy.kind = i % 2 == 0 ? gpuMemcpyDefault : gpuMemcpyDeviceToDevice;
        copy.dstPtr = i % 4 < 2 ? pitched : (gpuPitchedPtr){ other, 64, 64, 64 };
        copy.srcPtr = i % 4 < 2 ? (gpuPitchedPtr){ other, 64, 64, 64 } : pitched;
        copy.dstPos = (gpuPos){ 0, i % 4 < 2 ? rows[i / 4].y : 0, 0 };
        copy.srcPos = (gpuPos){ 0, i % 4 < 2 ? 0 : rows[i / 4].y, 0 };
        copy.extent.height = rows[i / 4].height;
        if (rows[i / 4].is_inside)
            OK(gpuMemcpy3D(&copy));
        else
            BAD_VALUE(gpuMemcpy3D(&copy), "copy");
    }
    OK(gpuDeviceSynchronize());
    OK(gpuFree(other));
    OK(gpuFree(one));
    OK(gpuFree(two));
    OK(gpuDestroyExternalMemory(memory));
}

int run_bad_interop(void)
{
    return run_test_cases(start);
}
