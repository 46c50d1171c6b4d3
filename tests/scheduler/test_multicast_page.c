/* Multicast objects whose page another process has damaged. A hostile page makes calls fail; it
 * never crashes this process, nor touches what is not of the object. */
#include "harness.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../unit/random.h"
#include "ranges/multicast_bind.h"
#include "ranges/range.h"
#include "queue/team_page.h"

#define STEP GI_MULTICAST_STEP

#ifdef __SANITIZE_THREAD__
enum { ROUNDS = 6 };             /* it looks at each byte of 2 MiB, ten times as slowly */
#else
enum { ROUNDS = 60 };
#endif

static const struct gi_multicast_properties shared = { .device_count = 2, .visible_count = 2,
                                                       .size_bytes = 2 * STEP, .handle_types = 1 };

static gi_handle make_pages(void)
{
    const struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                                    .handle_types = 1 };
    gi_handle pages;

    OK(gi_pages_create(&properties, STEP, &pages));
    return pages;
}

/* The page of an object, as another process maps it. */
static uint8_t *open_page(gi_handle object, int *out_fd, size_t *out_size)
{
    struct stat st;
    uint8_t *page;

    OK(gi_pages_export(object, 1, out_fd));
    REQUIRE(fstat(*out_fd, &st) == 0, "no fd");
    *out_size = (size_t)st.st_size;
    page = mmap(NULL, *out_size, PROT_READ | PROT_WRITE, MAP_SHARED, *out_fd, 0);
    REQUIRE(page != MAP_FAILED, "no page");
    return page;
}

/* ---- damage under a live object -------------------------------------------------------------- */

static void damage(struct test_random *random, uint8_t *page, size_t size)
{
    uint64_t begin = test_random_below(random, size), count = 1 + test_random_below(random, 3000);

    if (test_random_below(random, 4) == 0)
        begin = test_random_below(random, 400);
    for (uint64_t i = begin; i < size && i < begin + count; i++)
        page[i] = test_random_below(random, 3) == 0 ? 2 : (uint8_t)test_random_below(random, 256);
}

/* Whether a status is one of those that calls on a damaged object may return. */
static void expect_answer(gi_status status)
{
    REQUIRE(status == GI_OK || status == GI_INVALID_VALUE || status == GI_NOT_SUPPORTED ||
            status == GI_OUT_OF_MEMORY, "%s: %s", gi_status_name(status), gi_last_error_detail());
}

static void use(gi_handle object, gi_handle pages, uint64_t all, uint64_t own)
{
    expect_answer(gi_fill_now(all, 1, 1, 100));
    expect_answer(gi_multicast_bind_pages(object, -1, STEP, pages, 0, STEP));
    expect_answer(gi_fill_now(all, 2, 1, 2 * STEP));
    expect_answer(gi_multicast_unbind(object, 0, STEP, STEP));
    OK(gi_fill_now(own, 3, 1, STEP));            /* other memory works on */
    OK(gi_device_synchronize());
    sched_expect_bytes(own, STEP, 3);
}

SCHED_CASE(a_damaged_page)
{
    struct gi_range_location location = { .type = 1, .access = GI_ACCESS_READ_WRITE };
    struct test_random random = { .state = 5 };

    sched_begin_plain();
    for (int round = 0; round < ROUNDS; round++) {
        gi_handle object, pages = make_pages(), more = make_pages();
        uint64_t all, own = sched_memory(STEP);
        uint8_t *page;
        size_t size;
        int fd;

        OK(gi_multicast_create(&shared, &object));
        OK(gi_multicast_add_device(object, 0));
        OK(gi_multicast_add_device(object, 1));
        OK(gi_multicast_bind_pages(object, -1, 0, pages, 0, STEP));
        OK(gi_range_reserve(2 * STEP, 0, 0, &all));
        OK(gi_range_map(all, 2 * STEP, 0, object));
        OK(gi_range_set_access(all, 2 * STEP, &location, 1));
        page = open_page(object, &fd, &size);
        for (int i = 0; i < 4; i++) {
            damage(&random, page, size);
            use(object, more, all, own);
        }
        munmap(page, size);
        close(fd);
        OK(gi_range_unmap(all, 2 * STEP));
        OK(gi_range_free(all, 2 * STEP));
        OK(gi_pages_release(object));
        OK(gi_pages_release(pages));
        OK(gi_pages_release(more));
        OK(gi_memory_free(own));
    }
    sched_expect_nothing_left();
}

/* ---- hostile fds ----------------------------------------------------------------------------- */

static int make_file(size_t size, unsigned int seals, const uint8_t *content, size_t count)
{
    int fd = memfd_create("hostile", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    REQUIRE(fd >= 0 && ftruncate(fd, (off_t)size) == 0, "no file");
    REQUIRE(write(fd, content, count) == (ssize_t)count, "no content");
    REQUIRE(fcntl(fd, F_ADD_SEALS, seals) == 0, "no seals");
    return fd;
}

static void expect_refused(int fd)
{
    gi_handle object = 5;
    gi_status status = gi_multicast_import(1, fd, &object);

    REQUIRE(status == GI_INVALID_VALUE && object == 0 && gi_last_error_detail()[0] != '\0',
            "%s: %s", gi_status_name(status), gi_last_error_detail());
    REQUIRE(fcntl(fd, F_GETFD) >= 0, "the import took the fd");
}

SCHED_CASE(refused_files)
{
    enum { ALL = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };
    uint8_t header[32];
    gi_handle object;
    size_t size;
    uint8_t *page;
    int fds[6], ends[2], fd;

    sched_begin_plain();
    OK(gi_multicast_create(&shared, &object));
    page = open_page(object, &fd, &size);
    memcpy(header, page, sizeof header);
    munmap(page, size);
    close(fd);
    fds[0] = make_file(size, F_SEAL_SEAL, header, sizeof header);        /* it could shrink */
    fds[1] = make_file(size / 2, ALL, header, sizeof header);
    header[8] = 0;                                                       /* the number of devices */
    fds[2] = make_file(size, ALL, header, sizeof header);
    header[8] = 65;
    fds[3] = make_file(size, ALL, header, sizeof header);
    header[8] = 2;
    header[16] = 1;                                                      /* the size */
    fds[4] = make_file(size, ALL, header, sizeof header);
    header[16] = 0;
    header[12] = 0;                                                      /* the handle types */
    fds[5] = make_file(size, ALL, header, sizeof header);
    /* The fake takes any file as memory, so files that are no pages become pages. */
    for (int i = 0; i < 6; i++) {
        if (i < 4)
            REQUIRE(gi_team_page_import(fds[i], &(struct gi_team_page){ 0 }) != 0, "file %d", i);
        else
            expect_refused(fds[i]);
        close(fds[i]);
    }
    REQUIRE(pipe(ends) == 0, "no pipe");
    expect_refused(ends[0]);
    expect_refused(ends[1]);
    STATUS(GI_INVALID_VALUE, gi_multicast_import(1, -1, &object));
    STATUS(GI_NOT_SUPPORTED, gi_multicast_import(8, ends[0], &object));
    close(ends[0]);
    close(ends[1]);
}
