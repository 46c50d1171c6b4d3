/* Imports of whatever a file descriptor can be. What imports is used: mapped, filled, read, freed.
 *
 *      fuzz_fds [--seed N] [--rounds N] [--seconds N] [--without KIND]...
 *
 *  Kinds that can be left out: forged (a memory file whose head lies) and unsealed (one that its
 *  owner can cut off later). */
#include "small.h"

#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cuda_runtime.h>
#include <hip/hip_runtime.h>

#include "../behaviour/exporter.h"
#include "queue/host_semaphore.h"

enum { SAMPLES = 3, HEAD_BYTES = 4096 };

#define SAMPLE_BYTES (UINT64_C(64) << 10)

/* Honest things, of which false ones are made. */
static struct {
    int memories[SAMPLES];
    uint64_t sizes[SAMPLES];
    struct gi_host_semaphore timeline, binary;
    int pool;                            /* -1: the device shares none */
} honest;

/* An fd and what it is. */
struct thing {
    int fd;
    uint64_t size_bytes;                 /* what an honest importer would say */
    const char *what;
};

/* ---- making fds ------------------------------------------------------------------------------ */

static int duplicate(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static struct thing one_of_two(struct small *s, int ends[2], const char *what)
{
    size_t kept = (size_t)small_below(s, 2);

    close(ends[1 - kept]);
    return (struct thing){ ends[kept], 4096, what };
}

static struct thing plain_thing(struct small *s)
{
    int ends[2] = { -1, -1 };

    switch (small_below(s, 9)) {
    case 0:
        if (pipe2(ends, O_CLOEXEC) != 0)
            break;
        return one_of_two(s, ends, "a pipe");
    case 1:
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
            break;
        return one_of_two(s, ends, "a socket");
    case 2: return (struct thing){ open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0, "a folder" };
    case 3: return (struct thing){ open("/dev/zero", O_RDWR | O_CLOEXEC), 65536, "/dev/zero" };
    case 4: return (struct thing){ open("/", O_PATH | O_CLOEXEC), 1, "a path" };
    case 5: return (struct thing){ eventfd(1, EFD_CLOEXEC), 8, "an eventfd" };
    case 6: return (struct thing){ 1000000, 4096, "a closed number" };
    case 7: return (struct thing){ -(int)small_below(s, 4), 4096, "no number" };
    default: return (struct thing){ open("/proc/self/maps", O_RDONLY | O_CLOEXEC), 1, "a file" };
    }
    return (struct thing){ -1, 1, "nothing" };
}

/* A memory file of the bytes of another one, cut off or longer, and sealed somehow. */
static int copy_of(struct small *s, int fd, uint64_t size_bytes, unsigned seals, size_t *out_head)
{
    uint8_t head[HEAD_BYTES];
    ssize_t length = pread(fd, head, sizeof head, 0);
    int copy = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    *out_head = length < 0 ? 0 : (size_t)length;
    if (copy < 0 || ftruncate(copy, (off_t)size_bytes) != 0)
        return copy;
    if (*out_head > size_bytes)
        *out_head = (size_t)size_bytes;
    for (uint64_t i = small_below(s, 5); i > 0 && *out_head >= 64; i--) {
        size_t at = 8 * (size_t)small_below(s, 8);
        uint64_t word = small_number(s, size_bytes);

        memcpy(head + at, &word, sizeof word);
    }
    if (pwrite(copy, head, *out_head, 0) < 0)
        *out_head = 0;
    (void)fcntl(copy, F_ADD_SEALS, (int)seals);
    return copy;
}

static unsigned some_seals(struct small *s)
{
    static const unsigned shrink = F_SEAL_SHRINK, as_driver = F_SEAL_SEAL | F_SEAL_SHRINK |
                                                              F_SEAL_GROW;
    uint64_t chance = small_below(s, 10);

    if (chance < 7)
        return as_driver;
    if (chance < 8)
        return shrink | (unsigned)small_below(s, 16);
    return small_may("unsealed") ? (unsigned)small_below(s, 32) : as_driver;
}

static struct thing forged_memory(struct small *s)
{
    size_t i = (size_t)small_below(s, SAMPLES), head;
    struct stat status;
    uint64_t size_bytes = honest.sizes[i];

    if (fstat(honest.memories[i], &status) == 0)
        size_bytes = (uint64_t)status.st_size;
    if (small_below(s, 2) == 0)
        size_bytes = small_number(s, size_bytes) % (UINT64_C(1) << 40);
    return (struct thing){ copy_of(s, honest.memories[i], size_bytes, some_seals(s), &head),
                           small_below(s, 2) ? honest.sizes[i] : size_bytes, "forged memory" };
}

static struct thing forged_page(struct small *s)
{
    bool timeline = small_below(s, 2) != 0;
    uint64_t size_bytes = small_below(s, 4) != 0 ? 4096 : small_below(s, 9000);
    int fd, copy;
    size_t head;

    if (gi_host_semaphore_export(timeline ? &honest.timeline : &honest.binary, &fd) != 0)
        return (struct thing){ -1, 1, "nothing" };
    copy = copy_of(s, fd, size_bytes, some_seals(s), &head);
    close(fd);
    return (struct thing){ copy, size_bytes, "a forged semaphore" };
}

static struct thing honest_thing(struct small *s)
{
    size_t i = (size_t)small_below(s, SAMPLES);
    int fd = -1;

    switch (small_below(s, 4)) {
    case 0: case 1:
        return (struct thing){ duplicate(honest.memories[i]), honest.sizes[i], "memory" };
    case 2:
        if (gi_host_semaphore_export(small_below(s, 2) ? &honest.timeline : &honest.binary, &fd)
            == 0)
            return (struct thing){ fd, 4096, "a semaphore" };
        break;
    default:
        return (struct thing){ duplicate(honest.pool), 4096, "a pool" };
    }
    return (struct thing){ -1, 1, "nothing" };
}

static struct thing empty_memory(struct small *s)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    uint64_t size_bytes = small_number(s, SAMPLE_BYTES) % (UINT64_C(1) << 40);

    if (fd >= 0 && ftruncate(fd, (off_t)size_bytes) == 0)
        (void)fcntl(fd, F_ADD_SEALS, (int)some_seals(s));
    return (struct thing){ fd, size_bytes, "an empty memory file" };
}

static struct thing some_thing(struct small *s)
{
    switch (small_below(s, 8)) {
    case 0: case 1: return plain_thing(s);
    case 2: return empty_memory(s);
    case 3: case 4: return honest_thing(s);
    case 5: return forged_page(s);
    default: return small_may("forged") ? forged_memory(s) : honest_thing(s);
    }
}

/* ---- using what was imported ----------------------------------------------------------------- */

/* What lies behind a mapped pointer has to be there: each page is touched, at most so many. */
static void use_bytes(void *pointer, uint64_t size_bytes)
{
    static uint8_t seen[65536];
    size_t some = size_bytes < sizeof seen ? (size_t)size_bytes : sizeof seen;
    uint8_t *end = (uint8_t *)pointer + (size_bytes - some);

    small_says("using %llu bytes at %p", (unsigned long long)size_bytes, pointer);
    (void)cudaMemset(pointer, 0x5a, some);
    (void)cudaMemset(end, 0x5b, some);
    (void)cudaMemcpy(seen, end, some, cudaMemcpyDeviceToHost);
    (void)hipMemcpyDtoH(seen, pointer, some);
    (void)cudaDeviceSynchronize();
}

static void use_memory(struct small *s, cudaExternalMemory_t memory, uint64_t size_bytes)
{
    struct cudaExternalMemoryBufferDesc part = { .size = size_bytes };
    void *pointer;

    if (small_below(s, 2) == 0) {
        part.offset = small_number(s, size_bytes);
        part.size = small_number(s, size_bytes);
    }
    if (cudaExternalMemoryGetMappedBuffer(&pointer, memory, &part) == cudaSuccess) {
        use_bytes(pointer, part.size);
        if (small_below(s, 2) == 0)
            (void)cudaFree(pointer);
    }
    if (cudaDestroyExternalMemory(memory) != cudaSuccess)
        small_fail("what was imported is not destroyed");
}

/* A timeline is at a value, or beyond, once that was signalled. */
static void use_semaphore(struct small *s, cudaExternalSemaphore_t semaphore)
{
    uint64_t value = small_number(s, 1000);
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = value };
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = value };

    small_says("signalling %llu and waiting for it", (unsigned long long)value);
    if (cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, NULL) == cudaSuccess)
        (void)cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, NULL);
    (void)cudaStreamSynchronize(NULL);
    if (cudaDestroyExternalSemaphore(semaphore) != cudaSuccess)
        small_fail("what was imported is not destroyed");
}

/* ---- importing ------------------------------------------------------------------------------- */

static bool import_memory(struct small *s, const struct thing *thing)
{
    struct cudaExternalMemoryHandleDesc request = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd, .handle.fd = thing->fd,
        .size = thing->size_bytes
    };
    cudaExternalMemory_t memory;

    if (small_below(s, 4) == 0)
        request.size = small_number(s, thing->size_bytes);
    if (small_below(s, 8) == 0)
        request.type = (enum cudaExternalMemoryHandleType)small_below(s, 12);
    if (small_below(s, 8) == 0)
        request.flags = (unsigned)small_below(s, 3);
    small_says("importing %s, fd %d, as memory of type %d, %llu bytes", thing->what, thing->fd,
               (int)request.type, (unsigned long long)request.size);
    if (cudaImportExternalMemory(&memory, &request) != cudaSuccess)
        return false;
    use_memory(s, memory, request.size);
    return true;
}

static bool import_semaphore(struct small *s, const struct thing *thing)
{
    struct hipExternalSemaphoreHandleDesc_st request = {
        .type = small_below(s, 2) ? hipExternalSemaphoreHandleTypeOpaqueFd
                                  : hipExternalSemaphoreHandleTypeTimelineSemaphoreFd,
        .handle.fd = thing->fd
    };
    hipExternalSemaphore_t semaphore;

    if (small_below(s, 8) == 0)
        request.type = (hipExternalSemaphoreHandleType)small_below(s, 12);
    small_says("importing %s, fd %d, as semaphore of type %d", thing->what, thing->fd,
               (int)request.type);
    if (hipImportExternalSemaphore(&semaphore, &request) != hipSuccess)
        return false;
    use_semaphore(s, (cudaExternalSemaphore_t)semaphore);
    return true;
}

/* A pool leaves the fd with its caller. */
static void import_pool(const struct thing *thing)
{
    cudaMemPool_t pool;

    small_says("importing %s, fd %d, as a pool", thing->what, thing->fd);
    if (cudaMemPoolImportFromShareableHandle(&pool, (void *)(uintptr_t)(unsigned)thing->fd,
                                             cudaMemHandleTypePosixFileDescriptor, 0)
        == cudaSuccess)
        (void)cudaMemPoolDestroy(pool);
}

static void round_of(struct small *s)
{
    struct thing thing = some_thing(s);
    bool is_taken = false;

    switch (small_below(s, 8)) {
    case 0: case 1: is_taken = import_semaphore(s, &thing); break;
    case 2: import_pool(&thing); break;
    default: is_taken = import_memory(s, &thing); break;
    }
    if (!is_taken && thing.fd > 2 && thing.fd < 1000000 && close(thing.fd) != 0)
        small_fail("an import has failed and taken the fd of %s", thing.what);
    small_canaries_check();
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool begin_honest(void)
{
    struct cudaMemPoolProps props = {
        .allocType = cudaMemAllocationTypePinned, .location.type = cudaMemLocationTypeDevice,
        .handleTypes = cudaMemHandleTypePosixFileDescriptor
    };
    cudaMemPool_t pool;
    int count;

    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
        return false;
    for (size_t i = 0; i < SAMPLES; i++) {
        honest.sizes[i] = SAMPLE_BYTES << 2 * i;
        honest.memories[i] = exporter_memory(honest.sizes[i], NULL);
        if (honest.memories[i] < 0)
            return false;
        small_canary_add();
    }
    honest.pool = -1;
    if (cudaMemPoolCreate(&pool, &props) == cudaSuccess)
        (void)cudaMemPoolExportToShareableHandle(&honest.pool, pool,
                                                 cudaMemHandleTypePosixFileDescriptor, 0);
    return gi_host_semaphore_create(&honest.timeline, true, 0) == 0 &&
           gi_host_semaphore_create(&honest.binary, false, 0) == 0;
}

int main(int argc, char **argv)
{
    struct small s;
    int code = small_begin(&s, argc, argv);

    if (code != 0)
        return code;
    if (!begin_honest()) {
        printf("skipped: nothing here exports memory\n");
        return SMALL_SKIPPED;
    }
    (void)cudaDeviceSynchronize();
    small_count_fds(&s);
    while (small_goes_on(&s)) {
        if (s.done % 50 == 0)
            small_canary_add();
        round_of(&s);
    }
    small_says("ending");
    small_check_fds(&s);
    printf("%llu imports\n", (unsigned long long)s.done - 1);
    return 0;
}
