/* Imports of pages that this library did not export, on a driver whose sparse buffers are wrong for
 * some of them: a warning, once; a refusal only if GPUINTEROP_FOREIGN_PAGES asks for it.
 *
 *      test-foreign-pages warn | refuse | allow */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"
#include "device/device.h"
#include "memory/memory_object.h"
#include "queue/device_state.h"
#include "ranges/pages.h"

static const char *mode;
static char said[4096];

static int new_fd(void)
{
    const struct gi_pages_properties properties = {
        .type = 1, .handle_types = GI_PAGES_FD, .location_type = GI_LOCATION_DEVICE
    };
    gi_handle pages;
    uint64_t step;
    int fd;

    assert_int_equal(gi_pages_granularity(&properties, &step), GI_OK);
    assert_int_equal(gi_pages_create(&properties, 4 * step, &pages), GI_OK);
    assert_int_equal(gi_pages_export(pages, GI_PAGES_FD, &fd), GI_OK);
    assert_int_equal(gi_pages_release(pages), GI_OK);
    return fd;
}

/* Imports, and keeps what is written on standard error meanwhile. */
static gi_status import(int fd)
{
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    gi_handle pages;
    gi_status status;

    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    status = gi_pages_import(GI_PAGES_FD, fd, &pages);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    if (status == GI_OK)
        assert_int_equal(gi_pages_release(pages), GI_OK);
    return status;
}

/* Also of another process: the mark is one of the file. */
TEST_CASE(own_pages_are_taken_in_silence)
{
    int fd = new_fd(), copy = dup(fd);

    close(fd);
    assert_int_equal(import(copy), GI_OK);
    assert_string_equal(said, "");
    close(copy);
}

/* An fd of a Vulkan program has no mark. */
TEST_CASE(others_are_taken_with_a_warning)
{
    bool is_refused = strcmp(mode, "refuse") == 0, is_warned = strcmp(mode, "warn") == 0;
    int fd = new_fd();

    assert_int_equal(fcntl(fd, F_SETSIG, 0), 0);
    assert_int_equal(import(fd), is_refused ? GI_NOT_SUPPORTED : GI_OK);
    if (is_refused)
        assert_non_null(strstr(gi_last_error_detail(), "GPUINTEROP_FOREIGN_PAGES=refuse"));
    if (is_warned)
        assert_non_null(strstr(said, "was not exported by this library"));
    else
        assert_string_equal(said, "");
    assert_int_equal(import(fd), is_refused ? GI_NOT_SUPPORTED : GI_OK);
    assert_string_equal(said, "");       /* once */
    close(fd);
}

/* Whether memory is for its one buffer, and its fd has a mark. */
static void expect_kind(struct gi_memory *memory, bool is_for_buffer)
{
    struct gi_os_handle handle;

    assert_int_equal(memory->dedicated, is_for_buffer);
    assert_int_equal(gi_memory_object_export(memory, &handle), GI_OK);
    assert_int_equal(fcntl(handle.fd, F_GETSIG) != 0, is_for_buffer);
    close(handle.fd);
    gi_memory_object_unref(memory);
}

TEST_CASE(memory_of_images_is_not_for_a_buffer)
{
    struct gi_device *device;
    struct gi_memory *memory;

    assert_int_equal(gi_device_current(&device), GI_OK);
    assert_int_equal(gi_memory_object_allocate_exportable(device->base, 70000, &memory), GI_OK);
    expect_kind(memory, true);
    assert_int_equal(gi_memory_object_allocate_for_image(device->base, 70000, &memory), GI_OK);
    expect_kind(memory, false);
}

int main(int argc, char **argv)
{
    mode = argc > 1 ? argv[1] : "warn";
    setenv("GPUINTEROP_FOREIGN_PAGES", mode, 1);
    return run_test_cases(NULL);
}
