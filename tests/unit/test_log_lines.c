/* What is printed to standard error: levels, wrong values of the environment, lines that repeat.
 * Each case is a child, since the environment is read once. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/disk/disk_cache.h"
#include "base/log.h"
#include "stream/watchdog.h"

/* What run writes to standard error in a child, in which a variable of the environment has the
 * value; NULL: it is not set. */
static const char *said_in_child(const char *variable, const char *value, void (*run)(void))
{
    static char text[16384];
    size_t length = 0;
    ssize_t got;
    int ends[2], ending;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        if (value != NULL)
            setenv(variable, value, 1);
        else
            unsetenv(variable);
        run();
        fflush(NULL);
        _exit(0);
    }
    close(ends[1]);
    while ((got = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    return text;
}

static int count(const char *text, const char *what)
{
    int found = 0;

    for (; (text = strstr(text, what)) != NULL; text += strlen(what))
        found++;
    return found;
}

/* ---- levels --------------------------------------------------------------------------------- */

static void log_everything(void)
{
    char longest[2000];
    gi_status status;

    gi_log(GI_LOG_ERROR, "an %s", "error");
    gi_log(GI_LOG_INFO, "some info");
    gi_log(GI_LOG_DEBUG, "a detail");
    status = gi_fail(GI_INVALID_VALUE, "handled");
    status = gi_fail(GI_INVALID_VALUE, "wrong");
    (void)status;
    gi_report_failure();
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    gi_log(GI_LOG_DEBUG, "%s", longest);
}

TEST_CASE(levels_are_as_the_environment_says)
{
    static const struct {
        const char *level;
        bool error, info, debug, is_wrong;
    } rows[] = {
        { NULL, false, false, false, false },   { "", false, false, false, false },
        { "error", true, false, false, false }, { "info", true, true, false, false },
        { "debug", true, true, true, false },   { "verbose", false, false, false, true },
        { "INFO", false, false, false, true },  { "2", false, false, false, true },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = said_in_child("GPUINTEROP_LOG", rows[i].level, log_everything);
        char complaint[200];

        assert_int_equal(count(text, "gpuinterop: an error\n"), rows[i].error);
        assert_int_equal(count(text, "gpuinterop: GI_INVALID_VALUE: wrong\n"), rows[i].error);
        assert_int_equal(count(text, "gpuinterop: some info\n"), rows[i].info);
        assert_int_equal(count(text, "gpuinterop: a detail\n"), rows[i].debug);
        assert_int_equal(count(text, "GI_INVALID_VALUE: handled\n"), rows[i].debug);
        if (rows[i].debug)                       /* a line too long is cut, and is one line */
            assert_string_equal(text + strlen(text) - 3, "xx\n");
        snprintf(complaint, sizeof complaint, "gpuinterop: GPUINTEROP_LOG is \"%s\"; right would "
                 "be error, info or debug\n", rows[i].is_wrong ? rows[i].level : "");
        if (!rows[i].error)
            assert_string_equal(text, rows[i].is_wrong ? complaint : "");
    }
}

/* ---- the watchdog's time -------------------------------------------------------------------- */

static void begin_watchdog_twice(void)
{
    gi_watchdog_begin();
    gi_watchdog_begin();
    fprintf(stderr, "%s", gi_watchdog_next(0) == INT64_MAX ? "off" : "on");
}

TEST_CASE(a_wrong_time_is_told_of)
{
    static const char *const silent[] = { NULL, "", "0", "0.0", "600", "0.5", "1e3" };
    static const char *const wrong[] = { "-1", "1s", "yes", "1e6", "inf", "nan", "0,5", " " };
    const char *text;

    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++) {
        text = said_in_child("GPUINTEROP_WATCHDOG", silent[i], begin_watchdog_twice);
        assert_string_equal(text, i < 4 ? "off" : "on");
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char complaint[200];

        snprintf(complaint, sizeof complaint, "gpuinterop: GPUINTEROP_WATCHDOG is \"%s\"; right "
                 "would be a number of seconds below 1000000, as in 5 or 0.5, or 0 for none\noff",
                 wrong[i]);
        text = said_in_child("GPUINTEROP_WATCHDOG", wrong[i], begin_watchdog_twice);
        assert_string_equal(text, complaint);
    }
}

/* ---- the folder of the cache ---------------------------------------------------------------- */

static void choose_folder_twice(void)
{
    struct gi_disk_cache cache;

    for (int i = 0; i < 2; i++) {
        gi_disk_cache_init(&cache);
        fprintf(stderr, "%s.", cache.folder != NULL ? cache.folder : "off");
        gi_disk_cache_finish(&cache);
    }
}

TEST_CASE(a_wrong_cache_folder_is_told_of)
{
    const char *text;

    text = said_in_child("GPUINTEROP_CACHE_DIR", "/some/folder", choose_folder_twice);
    assert_string_equal(text, "/some/folder./some/folder.");
    text = said_in_child("GPUINTEROP_CACHE_DIR", "", choose_folder_twice);
    assert_string_equal(text, "off.off.");
    text = said_in_child("GPUINTEROP_CACHE_DIR", "some/folder", choose_folder_twice);
    assert_string_equal(text, "gpuinterop: GPUINTEROP_CACHE_DIR is \"some/folder\"; right would be "
                        "the absolute path of a folder, or nothing for no cache\noff.off.");
}

/* ---- lines that repeat ---------------------------------------------------------------------- */

static void repeat(void)
{
    for (int i = 0; i < 1000; i++)
        gi_log(GI_LOG_INFO, "stream %d: slow", 7);
    gi_log(GI_LOG_INFO, "stream %d: slow", 8);
    for (int i = 0; i < 3; i++)
        gi_log(GI_LOG_ERROR, "an error");
}

TEST_CASE(a_line_that_repeats_is_counted)
{
    const char *text = said_in_child("GPUINTEROP_LOG", "info", repeat);

    assert_int_equal(count(text, "gpuinterop: stream 7: slow\n"), 1);
    assert_int_equal(count(text, "gpuinterop: stream 7: slow (2 times so far)\n"), 1);
    assert_int_equal(count(text, "gpuinterop: stream 7: slow (512 times so far)\n"), 1);
    assert_int_equal(count(text, "stream 7"), 10);           /* 1, 2, 4, ... 512 */
    assert_int_equal(count(text, "gpuinterop: stream 8: slow\n"), 1);
    assert_int_equal(count(text, "gpuinterop: an error\n"), 3);
}
