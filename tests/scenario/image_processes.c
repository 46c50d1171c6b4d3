/** The exporter is another process, which has its own Vulkan and nothing of the library: it sends
 *  the fds of an image and of a timeline, and then the timeline's values alone keep the order. */
#include "images.h"

#include "fd_message.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"

#define ROUNDS 4u

enum fate { FATE_LIVES, FATE_DIES_WITH_TEXELS, FATE_DIES_WITHOUT };

/* What the child is to do. */
struct request {
    size_t format;
    enum grid_kind kind;
    enum peer_image_home home;
    enum fate fate;
};

/* What it answers, with the fds of the memory and of the timeline. */
struct offer {
    uint64_t allocated_bytes, offset_bytes;
};

enum { FD_MEMORY, FD_TIMELINE, FDS };

/* ---- the child ------------------------------------------------------------------------------ */

static struct grid_cell cell_of(const struct request *request)
{
    return (struct grid_cell){ .format = &grid_formats[request->format], .kind = request->kind,
                               .all_levels = true, .home = request->home };
}

/* The texels that a side writes in a round. */
static unsigned seed_of(unsigned round, bool importer)
{
    return 2 * round + (importer ? 1 : 0) + 7000;
}

/* Texels out and back in each round; how many rounds were wrong. */
static int child_rounds(const struct request *request, struct peer_image *image,
                        struct peer_semaphore *timeline)
{
    static uint8_t mine[GRID_BYTES], theirs[GRID_BYTES], seen[GRID_BYTES];
    const struct grid_format *format = &grid_formats[request->format];
    int wrong = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        struct peer_order forth = { .signal = timeline, .signal_value = 2 * round + 1 };
        struct peer_order back = { .wait = timeline, .wait_value = 2 * round + 2 };

        if (request->fate == FATE_DIES_WITHOUT)
            raise(SIGKILL);
        grid_texels(format, mine, image->texel_bytes, seed_of(round, false));
        peer_image_write(image, mine, &forth);
        if (request->fate == FATE_DIES_WITH_TEXELS)
            raise(SIGKILL);
        peer_image_read(image, seen, &back);
        grid_texels(format, theirs, image->texel_bytes, seed_of(round, true));
        wrong += memcmp(seen, theirs, image->texel_bytes) != 0;
    }
    return wrong;
}

int child_that_exports_images(const char *argument)
{
    int socket = atoi(argument);
    struct request request;
    struct peer_image_shape shape;
    struct grid_cell cell;
    struct peer_image image;
    struct peer_semaphore timeline;
    struct offer offer;
    int fds[FDS];
    int wrong;
    const char *why;

    if (!fd_message_receive(socket, &request, sizeof request, NULL, 0) || !peer_start(&why))
        return 1;
    cell = cell_of(&request);
    grid_shape(&cell, &shape);
    peer_image_create(&image, &shape, cell.home);
    peer_semaphore_create(&timeline, true);
    fds[FD_MEMORY] = peer_image_export(&image);
    fds[FD_TIMELINE] = peer_semaphore_export(&timeline);
    offer = (struct offer){ image.allocated_bytes, image.offset_bytes };
    if (!fd_message_send(socket, &offer, sizeof offer, fds, FDS))
        return 2;
    close(fds[FD_MEMORY]);
    close(fds[FD_TIMELINE]);
    wrong = child_rounds(&request, &image, &timeline);
    peer_semaphore_destroy(&timeline);
    peer_image_destroy(&image);
    peer_image_stop();
    peer_stop();
    return wrong == 0 ? 0 : 3;
}

/* ---- the parent ----------------------------------------------------------------------------- */

/* A child and what was imported from it. */
struct other {
    pid_t pid;
    struct grid_cell cell;
    struct peer_image_shape shape;
    uint64_t texel_bytes;
    gpuMipmappedArray_t array;
    gpuExternalSemaphore_t timeline;
    int timeline_fd;             /* one more of it */
    gpuStream_t stream;
};

static pid_t start_child(int ours, int theirs)
{
    char number[16];
    pid_t pid;

    snprintf(number, sizeof number, "%d", theirs);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ours);
        execl("/proc/self/exe", "scenario", "--image-exporter", number, (char *)NULL);
        _exit(127);
    }
    close(theirs);
    return pid;
}

static void begin_other(struct other *other, const struct request *request)
{
    struct peer_image elsewhere = { .offset_bytes = 0 };
    struct offer offer;
    int sockets[2], fds[FDS];

    memset(other, 0, sizeof *other);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets), 0);
    other->pid = start_child(sockets[0], sockets[1]);
    assert_true(fd_message_send(sockets[0], request, sizeof *request, NULL, 0));
    assert_true(fd_message_receive(sockets[0], &offer, sizeof offer, fds, FDS));
    close(sockets[0]);
    other->cell = cell_of(request);
    grid_shape(&other->cell, &other->shape);
    other->texel_bytes =
        peer_image_level(&other->shape, other->shape.levels).offset_bytes;
    elsewhere.shape = other->shape;
    elsewhere.offset_bytes = offer.offset_bytes;
    {
        gpuExternalMemory_t memory = import_memory(fds[FD_MEMORY], offer.allocated_bytes,
                                                   request->home == PEER_IMAGE_DEDICATED);
        gpuArrayDesc descriptor;

        grid_describe(&other->cell, &elsewhere, &descriptor);
        OK(gpuExternalMemoryGetMappedMipmappedArray(&other->array, memory, &descriptor));
        OK(gpuDestroyExternalMemory(memory));
    }
    other->timeline_fd = dup(fds[FD_TIMELINE]);
    other->timeline = import_semaphore(fds[FD_TIMELINE], true);
    OK(gpuStreamCreateWithFlags(&other->stream, gpuStreamNonBlocking));
}

static int status_of(const struct other *other)
{
    int status = -1;

    assert_int_equal(waitpid(other->pid, &status, 0), other->pid);
    return status;
}

static void end_other(struct other *other)
{
    OK(gpuStreamSynchronize(other->stream));
    OK(gpuFreeMipmappedArray(other->array));
    OK(gpuDestroyExternalSemaphore(other->timeline));
    OK(gpuStreamDestroy(other->stream));
    if (other->timeline_fd >= 0)
        close(other->timeline_fd);
}

static void read_and_compare(const struct other *other, unsigned round)
{
    static uint8_t seen[GRID_BYTES], theirs[GRID_BYTES];

    for (uint32_t level = 0; level < other->shape.levels; level++)
        read_texels(other->array, &other->shape, level, seen, other->stream);
    OK(gpuStreamSynchronize(other->stream));
    grid_texels(other->cell.format, theirs, other->texel_bytes, seed_of(round, false));
    assert_memory_equal(seen, theirs, other->texel_bytes);
}

static void write_ours(const struct other *other, unsigned round)
{
    static uint8_t mine[GRID_BYTES];

    grid_texels(other->cell.format, mine, other->texel_bytes, seed_of(round, true));
    for (uint32_t level = 0; level < other->shape.levels; level++)
        write_texels(other->array, &other->shape, level, mine, other->stream);
}

static size_t number_of(const char *name)
{
    return (size_t)(format_named(name) - grid_formats);
}

TEST_CASE(texels_cross_to_another_process)
{
    const struct request requests[] = {
        { number_of("R8G8B8A8_UINT"), GRID_2D, PEER_IMAGE_DEDICATED, FATE_LIVES },
        { number_of("R16_SFLOAT"), GRID_2D_LAYERED, PEER_IMAGE_BEHIND_OTHERS, FATE_LIVES },
        { number_of("R32G32B32A32_SFLOAT"), GRID_3D, PEER_IMAGE_ALONE, FATE_LIVES },
        { number_of("R16G16B16A16_SINT"), GRID_CUBEMAP_LAYERED, PEER_IMAGE_DEDICATED, FATE_LIVES },
        { number_of("B8G8R8A8_UNORM as uchar4"), GRID_CUBEMAP, PEER_IMAGE_ALONE, FATE_LIVES },
    };

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct other other;

        begin_other(&other, &requests[i]);
        for (unsigned round = 0; round < ROUNDS; round++) {
            OK(wait_one(other.timeline, 2 * round + 1, other.stream));
            read_and_compare(&other, round);
            write_ours(&other, round);
            OK(signal_one(other.timeline, 2 * round + 2, other.stream));
        }
        assert_int_equal(status_of(&other), 0);
        end_other(&other);
    }
}

/* It had handed the image over; the texels are still there, and can be changed. */
TEST_CASE(texels_outlive_their_process)
{
    const struct request request = { number_of("R8G8B8A8_UINT"), GRID_2D, PEER_IMAGE_DEDICATED,
                                     FATE_DIES_WITH_TEXELS };
    static uint8_t seen[GRID_BYTES], mine[GRID_BYTES];
    struct other other;

    begin_other(&other, &request);
    OK(wait_one(other.timeline, 1, other.stream));
    assert_true(WIFSIGNALED(status_of(&other)));
    read_and_compare(&other, 0);
    write_ours(&other, 0);
    OK(signal_one(other.timeline, 2, other.stream));
    for (uint32_t level = 0; level < other.shape.levels; level++)
        read_texels(other.array, &other.shape, level, seen, other.stream);
    OK(gpuStreamSynchronize(other.stream));
    grid_texels(other.cell.format, mine, other.texel_bytes, seed_of(0, true));
    assert_memory_equal(seen, mine, other.texel_bytes);
    end_other(&other);
}

/* Nothing comes any more: the stream waits until somebody else signals, and goes on. */
TEST_CASE(a_dead_process_never_hands_over)
{
    const struct request request = { number_of("R8G8B8A8_UINT"), GRID_2D, PEER_IMAGE_ALONE,
                                     FATE_DIES_WITHOUT };
    gpuExternalSemaphore_t again;
    gpuStream_t second;
    struct other other;

    begin_other(&other, &request);
    OK(wait_one(other.timeline, 1, other.stream));
    write_ours(&other, 0);
    assert_true(WIFSIGNALED(status_of(&other)));
    assert_int_equal(gpuStreamQuery(other.stream), gpuErrorNotReady);
    OK(gpuStreamCreateWithFlags(&second, gpuStreamNonBlocking));
    again = import_semaphore(other.timeline_fd, true);
    other.timeline_fd = -1;
    OK(signal_one(again, 1, second));
    OK(gpuStreamSynchronize(second));
    end_other(&other);
    OK(gpuDestroyExternalSemaphore(again));
    OK(gpuStreamDestroy(second));
}

TEST_CASE(dead_processes_leave_no_fds)
{
    int fds = open_fds();

    texels_outlive_their_process(state);
    a_dead_process_never_hands_over(state);
    assert_true(open_fds() <= fds);
}

int run_image_processes(void)
{
    return run_test_cases(NULL);
}
