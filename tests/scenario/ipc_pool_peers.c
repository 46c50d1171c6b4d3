/** Pools of other processes whose data were damaged, and of processes that reset their device,
 *  free, destroy or die meanwhile. */
#include "ipc_peer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fd_message.h"
#include "test_cases.h"

#define VARIABLE "SCENARIO_POOL_PEER"

enum { SIZE = 70000, SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

static const gpuMemPoolProps shareable = {
    .allocType = gpuMemAllocationTypePinned,
    .handleTypes = gpuMemHandleTypePosixFileDescriptor,
    .location = { .type = gpuMemLocationTypeDevice },
};

static gpuError_t export_pool(gpuMemPool_t pool, int *out_fd)
{
    return gpuMemPoolExportToShareableHandle(out_fd, pool, gpuMemHandleTypePosixFileDescriptor, 0);
}

static gpuError_t import_pool(gpuMemPool_t *pool, int fd)
{
    return gpuMemPoolImportFromShareableHandle(pool, (void *)(intptr_t)fd,
                                               gpuMemHandleTypePosixFileDescriptor, 0);
}

/** A pool with memory that is filled with a byte, and what it is shared by. */
struct shared {
    gpuMemPool_t pool;
    void *memory;
    int fd;
    gpuMemPoolPtrExportData data;
};

static gpuError_t share(struct shared *out, int byte)
{
    gpuError_t code = gpuMemPoolCreate(&out->pool, &shareable);

    if (code == gpuSuccess)
        code = gpuMallocFromPoolAsync(&out->memory, SIZE, out->pool, NULL);
    if (code == gpuSuccess)
        code = gpuMemset(out->memory, byte, SIZE);
    if (code == gpuSuccess)
        code = gpuStreamSynchronize(NULL);
    if (code == gpuSuccess)
        code = export_pool(out->pool, &out->fd);
    if (code == gpuSuccess)
        code = gpuMemPoolExportPointer(&out->data, out->memory);
    return code;
}

static void begin(struct shared *out, int byte)
{
    gpuError_t code = share(out, byte);

    if (code == gpuErrorNotSupported)
        skip();
    OK(code);
}

static void end(struct shared *shared)
{
    close(shared->fd);
    OK(gpuFreeAsync(shared->memory, NULL));
    OK(gpuMemPoolDestroy(shared->pool));
}

static void expect_bytes(const void *memory, int byte)
{
    static uint8_t seen[SIZE];

    OK(gpuMemcpy(seen, memory, SIZE, gpuMemcpyDeviceToHost));
    assert_int_equal(seen[0], byte);
    assert_int_equal(seen[SIZE - 1], byte);
}

/* ---- damaged data ---------------------------------------------------------------------------- */

static bool is_for_messages_only(size_t at)
{
    return at >= offsetof(struct gi_ipc_words, process)
        && at < offsetof(struct gi_ipc_words, process) + sizeof(uint32_t);
}

/** Every bit of a pointer's data counts, but for the number that sentences have. */
TEST_CASE(each_bit_of_a_pointers_data_counts)
{
    struct shared shared;
    gpuMemPool_t imported;
    void *pointer = &shared;
    int before;

    begin(&shared, 7);
    OK(import_pool(&imported, shared.fd));
    before = open_fds();
    for (size_t bit = 0; bit < 8 * sizeof(struct gi_ipc_words); bit++) {
        gpuMemPoolPtrExportData data = shared.data;
        gpuError_t code;

        if (is_for_messages_only(bit / 8))
            continue;
        data.reserved[bit / 8] ^= (unsigned char)(1 << bit % 8);
        code = gpuMemPoolImportPointer(&pointer, imported, &data);
        if (code != gpuErrorInvalidValue && code != gpuErrorInvalidHandle)
            fail_msg("bit %zu: %s", bit, gpuGetErrorName(code));
        assert_ptr_equal(pointer, LEFT_BY_ALLOCATION(&shared));
    }
    assert_true(no_more_fds(before));
    OK(gpuMemPoolImportPointer(&pointer, imported, &shared.data));
    expect_bytes(pointer, 7);
    OK(gpuFree(pointer));
    OK(gpuMemPoolDestroy(imported));
    end(&shared);
}

static int make_file(const uint8_t *bytes, size_t size_bytes, int seals)
{
    int fd = memfd_create("scenario", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size_bytes), size_bytes);
    assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
    return fd;
}

/** An fd whose content is another one than the exporter's opens nothing: it is refused, or the
 *  pointer is. */
TEST_CASE(each_bit_of_a_pools_fd_counts)
{
    uint8_t ticket[256], changed[sizeof ticket];
    struct shared shared;
    gpuMemPool_t imported;
    void *pointer;
    ssize_t length;
    int before;

    begin(&shared, 8);
    length = pread(shared.fd, ticket, sizeof ticket, 0);
    assert_in_range(length, sizeof(struct gi_ipc_words), sizeof ticket);
    before = open_fds();
    for (size_t bit = 0; bit < 8 * (size_t)length; bit++) {
        int fd;

        if (is_for_messages_only(bit / 8))
            continue;
        memcpy(changed, ticket, sizeof ticket);
        changed[bit / 8] ^= (uint8_t)(1 << bit % 8);
        fd = make_file(changed, (size_t)length, SEALS);
        if (import_pool(&imported, fd) == gpuSuccess) {
            if (gpuMemPoolImportPointer(&pointer, imported, &shared.data) == gpuSuccess)
                fail_msg("bit %zu: the pointer is opened", bit);
            OK(gpuMemPoolDestroy(imported));
        }
        close(fd);
    }
    for (size_t i = 0; i < 2; i++) {             /* what can change, and what has another length */
        int fd = make_file(ticket, (size_t)length - i, i == 0 ? SEALS & ~F_SEAL_WRITE : SEALS);

        EXPECT(import_pool(&imported, fd), gpuErrorUnknown, "is no memory pool's");
        close(fd);
    }
    assert_true(no_more_fds(before));
    end(&shared);
}

/* ---- peers ----------------------------------------------------------------------------------- */

/** What the exporting process is asked to do. */
enum order { SHARE = 's', FREE = 'f', DESTROY = 'd', RESET = 'r', END = 'e' };

/** Another process that shares a pool. */
struct peer {
    pid_t process;
    int channel;
};

static gpuError_t obey(enum order order, struct shared *shared)
{
    switch (order) {
    case SHARE: return share(shared, 9);
    case FREE: return gpuFree(shared->memory);
    case DESTROY: return gpuMemPoolDestroy(shared->pool);
    case RESET: return gpuDeviceReset();
    case END: break;
    }
    return gpuErrorUnknown;
}

struct report {
    gpuError_t code;
    gpuMemPoolPtrExportData data;
};

int child_that_shares_a_pool(void)
{
    int channel = atoi(getenv(VARIABLE));
    struct shared shared = { .fd = -1 };
    char order;

    while (read(channel, &order, 1) == 1 && order != END) {
        struct report report = { .code = obey((enum order)order, &shared) };
        bool has_fd = order == SHARE && report.code == gpuSuccess;

        report.data = shared.data;
        if (!fd_message_send(channel, &report, sizeof report, &shared.fd, has_fd))
            return 1;
    }
    return 0;
}

static void start(struct peer *peer)
{
    char number[16];
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    snprintf(number, sizeof number, "%d", ends[1]);
    peer->process = fork();
    assert_true(peer->process >= 0);
    if (peer->process == 0) {
        setenv(VARIABLE, number, 1);
        execl("/proc/self/exe", "scenario", "--share-pool", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    peer->channel = ends[0];
}

static gpuError_t tell(struct peer *peer, enum order order)
{
    char byte = (char)order;
    struct report report;

    assert_int_equal(write(peer->channel, &byte, 1), 1);
    assert_true(fd_message_receive(peer->channel, &report, sizeof report, NULL, 0));
    return report.code;
}

/** Has the peer share a pool. Returns its fd. */
static int receive_pool(struct peer *peer, gpuMemPoolPtrExportData *out_data)
{
    char byte = SHARE;
    struct report report;
    int fd = -1;

    assert_int_equal(write(peer->channel, &byte, 1), 1);
    assert_true(fd_message_receive(peer->channel, &report, sizeof report, &fd, 1));
    OK(report.code);
    *out_data = report.data;
    return fd;
}

static void import_from(struct peer *peer, gpuMemPool_t *out_pool,
                        gpuMemPoolPtrExportData *out_data)
{
    int fd = receive_pool(peer, out_data);

    OK(import_pool(out_pool, fd));
    close(fd);
}

static void end_peer(struct peer *peer, int with_signal)
{
    int ending;

    if (with_signal != 0)
        assert_int_equal(kill(peer->process, with_signal), 0);
    close(peer->channel);
    assert_int_equal(waitpid(peer->process, &ending, 0), peer->process);
    if (with_signal == 0)
        assert_true(WIFEXITED(ending) && WEXITSTATUS(ending) == 0);
}

static bool can_share(void)
{
    struct shared shared;
    gpuError_t code = share(&shared, 1);

    if (code == gpuErrorNotSupported)
        return false;
    OK(code);
    end(&shared);
    return true;
}

/** Whatever the exporter does, opened memory stays; what it has freed cannot be opened again. */
TEST_CASE(the_exporter_takes_its_pool_away)
{
    static const enum order orders[] = { FREE, DESTROY, RESET };
    gpuMemPoolPtrExportData data;
    gpuMemPool_t imported;
    struct peer peer;
    void *opened, *again = NULL;
    int before;

    if (!can_share())
        skip();
    before = open_fds();
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        start(&peer);
        import_from(&peer, &imported, &data);
        OK(gpuMemPoolImportPointer(&opened, imported, &data));
        OK(tell(&peer, orders[i]));
        expect_bytes(opened, 9);
        if (orders[i] == DESTROY) {      /* the memory is not freed, so it is still the pool's */
            OK(gpuMemPoolImportPointer(&again, imported, &data));
            expect_bytes(again, 9);
            OK(gpuFreeAsync(again, NULL));
        } else {
            EXPECT(gpuMemPoolImportPointer(&again, imported, &data), gpuErrorInvalidHandle,
                   "not there any more");
        }
        OK(gpuMemPoolDestroy(imported));
        end_peer(&peer, 0);
        expect_bytes(opened, 9);
        OK(gpuMemset(opened, 3, SIZE));
        OK(gpuFree(opened));
        BAD_VALUE(gpuFree(opened), "");
        assert_true(no_more_fds(before));
    }
}

TEST_CASE(the_exporter_dies)
{
    gpuMemPoolPtrExportData data;
    gpuMemPool_t imported;
    struct peer peer;
    void *opened, *again = &data;
    int before;

    if (!can_share())
        skip();
    before = open_fds();
    start(&peer);
    import_from(&peer, &imported, &data);
    OK(gpuMemPoolImportPointer(&opened, imported, &data));
    end_peer(&peer, SIGKILL);
    EXPECT(gpuMemPoolImportPointer(&again, imported, &data), gpuErrorInvalidHandle, "has ended");
    assert_ptr_equal(again, LEFT_BY_ALLOCATION(&data));
    expect_bytes(opened, 9);
    OK(gpuFreeAsync(opened, NULL));
    OK(gpuMemPoolDestroy(imported));
    assert_true(no_more_fds(before));
}

/** A stopped one costs who asks some time. */
TEST_CASE(the_exporter_stops)
{
    gpuMemPoolPtrExportData data;
    gpuMemPool_t imported;
    struct peer peer;
    void *opened = NULL;
    int ending;

    if (!can_share())
        skip();
    start(&peer);
    import_from(&peer, &imported, &data);
    assert_int_equal(kill(peer.process, SIGSTOP), 0);
    assert_int_equal(waitpid(peer.process, &ending, WUNTRACED), peer.process);
    EXPECT(gpuMemPoolImportPointer(&opened, imported, &data), gpuErrorInvalidHandle,
           "does not answer");
    assert_int_equal(kill(peer.process, SIGCONT), 0);
    OK(gpuMemPoolImportPointer(&opened, imported, &data));
    OK(gpuFree(opened));
    OK(gpuMemPoolDestroy(imported));
    end_peer(&peer, 0);
}

/** A reset of the importer ends its pools and mappings; the fd opens the pool again. */
TEST_CASE(the_importer_resets)
{
    gpuMemPoolPtrExportData data;
    gpuMemPool_t imported;
    struct peer peer;
    void *opened, *again;
    int before, fd;

    if (!can_share())
        skip();
    OK(gpuDeviceReset());
    start(&peer);
    before = open_fds();
    fd = receive_pool(&peer, &data);
    OK(import_pool(&imported, fd));
    OK(gpuMemPoolImportPointer(&opened, imported, &data));
    OK(gpuDeviceReset());
    BAD_VALUE(gpuFree(opened), "");
    BAD_VALUE(gpuMemPoolImportPointer(&again, imported, &data), "no pool");
    BAD_VALUE(gpuMemPoolDestroy(imported), "no pool");
    OK(import_pool(&imported, fd));
    OK(gpuMemPoolImportPointer(&again, imported, &data));
    expect_bytes(again, 9);
    close(fd);
    OK(gpuFree(again));
    OK(gpuMemPoolDestroy(imported));
    OK(gpuDeviceReset());
    assert_true(no_more_fds(before));
    end_peer(&peer, 0);
}

/* ---- what an imported pool is ---------------------------------------------------------------- */

TEST_CASE(an_imported_pool_only_opens)
{
    gpuMemAccessDesc access = { .location = { .type = gpuMemLocationTypeDevice },
                                .flags = gpuMemAccessFlagsProtReadWrite };
    gpuMemAccessFlags flags = 0;
    struct shared shared;
    gpuMemPool_t imported, current;
    uint64_t threshold = 1 << 20, got = 1;
    void *pointer;
    int fd = -1;

    begin(&shared, 4);
    OK(import_pool(&imported, shared.fd));
    BAD_VALUE(gpuMallocFromPoolAsync(&pointer, 64, imported, NULL), "another process's");
    BAD_VALUE(gpuDeviceSetMemPool(0, imported), "another process's");
    BAD_VALUE(export_pool(imported, &fd), "shared");
    OK(gpuDeviceGetMemPool(&current, 0));
    assert_ptr_not_equal(current, imported);
    OK(gpuMemPoolTrimTo(imported, 0));           /* it has nothing to give back */
    OK(gpuMemPoolSetAttribute(imported, gpuMemPoolAttrReleaseThreshold, &threshold));
    OK(gpuMemPoolGetAttribute(imported, gpuMemPoolAttrUsedMemCurrent, &got));
    assert_int_equal(got, 0);
    OK(gpuMemPoolSetAccess(imported, &access, 1));
    OK(gpuMemPoolGetAccess(&flags, imported, &access.location));
    assert_int_equal(flags, gpuMemAccessFlagsProtReadWrite);
    OK(gpuMemPoolDestroy(imported));
    end(&shared);
}

int run_ipc_pool_peers(void)
{
    return run_test_cases(NULL);
}
