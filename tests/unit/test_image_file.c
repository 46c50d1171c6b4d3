/* Files of device code: pipes, devices and enormous files are refused at once. */
#include "code/image_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_cases.h"
#include "kernel/container/container.h"

static char folder[] = "/tmp/gi-image-file-XXXXXX", path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(path, sizeof path, "%s/image", folder);
    return 0;
}

static void write_file(const char *text, off_t size_bytes)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(truncate(path, size_bytes), 0);
}

static void refused(const char *name, gi_status expected, const char *words)
{
    size_t size_bytes;
    void *bytes;

    assert_int_equal(gi_image_file_read(name, &bytes, &size_bytes), expected);
    assert_non_null(strstr(gi_last_error_detail(), words));
}

TEST_CASE(a_file_is_read_with_a_zero_behind_it)
{
    static const char text[] = ".version 7.0\n";
    size_t size_bytes;
    void *bytes;

    write_file(text, sizeof text - 1);
    assert_int_equal(gi_image_file_read(path, &bytes, &size_bytes), GI_OK);
    assert_int_equal(size_bytes, sizeof text - 1);
    assert_string_equal(bytes, text);
    free(bytes);
    write_file("", 0);
    assert_int_equal(gi_image_file_read(path, &bytes, &size_bytes), GI_OK);
    assert_int_equal(size_bytes, 0);
    assert_string_equal(bytes, "");
    free(bytes);
    assert_int_equal(unlink(path), 0);
    refused(path, GI_NO_FILE, "cannot be opened");
}

/* A call that opened the pipe as files are opened would never return. */
TEST_CASE(only_regular_files_are_read)
{
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(path, GI_NO_FILE, "no regular file");
    assert_int_equal(unlink(path), 0);
    refused("/dev/zero", GI_NO_FILE, "no regular file");
    refused(folder, GI_NO_FILE, "no regular file");
}

TEST_CASE(a_file_that_is_too_large_is_not_read)
{
    write_file(".version 7.0\n", GI_CONTAINER_MOST_BYTES + 1);
    refused(path, GI_INVALID_IMAGE, "more than device code");
    write_file(".version 7.0\n", (off_t)1 << 40);
    refused(path, GI_INVALID_IMAGE, "more than device code");
    write_file("\x50\xed\x55\xba", GI_CONTAINER_MOST_FILE_BYTES + 1);
    refused(path, GI_INVALID_IMAGE, "more than device code");
    assert_int_equal(unlink(path), 0);
}

/* Images with several entries may be larger than a text. */
TEST_CASE(the_beginning_says_how_large_a_file_may_be)
{
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__and more";

    assert_int_equal(gi_container_most_bytes("\x50\xed\x55\xba", 4),
                     GI_CONTAINER_MOST_FILE_BYTES);
    assert_int_equal(gi_container_most_bytes(bundle, sizeof bundle - 1),
                     GI_CONTAINER_MOST_FILE_BYTES);
    assert_int_equal(gi_container_most_bytes(bundle, 23), GI_CONTAINER_MOST_BYTES);
    assert_int_equal(gi_container_most_bytes(".version", 8), GI_CONTAINER_MOST_BYTES);
    assert_int_equal(gi_container_most_bytes("", 0), GI_CONTAINER_MOST_BYTES);
}

TEST_CASE(nothing_is_left)
{
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    return run_test_cases(make_folder);
}
