/** Results on disk. The compiler is a script, which counts its runs. */
#include "rtc.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Compiles, and checks what there is then, and whether the compiler has run for it. */
static void compile_and_see(rtc_program program, int count, const char *const *options, int runs)
{
    int before = runs_of_compiler();
    char *ptx;

    CHECK(compile(program, count, options) == CODE(SUCCESS));
    CHECK(runs_of_compiler() - before == runs);
    CHECK(strcmp(log_of(program), "noise\n") == 0);
    ptx = ptx_of(program);
    CHECK(strstr(ptx, "the source") != NULL);
    free(ptx);
}

void check_kept(void)
{
    const char *const uncached[] = { "--no-cache" };
    const char *lowered = NULL;
    rtc_program program = make("the source", "kept.cu");

    use_compiler(copying_compiler);
    write_read_file("a header");
    CHECK(RTC(AddNameExpression)(program, "name") == CODE(SUCCESS));
    compile_and_see(program, 0, NULL, 1);
    compile_and_see(program, 0, NULL, 0);
    CHECK(RTC(GetLoweredName)(program, "name", &lowered) == CODE(SUCCESS));
    CHECK(strcmp(lowered, "name_in_code") == 0);
    compile_and_see(program, 1, uncached, 1);
    compile_and_see(program, 0, NULL, 0);
    write_read_file("a changed header");
    compile_and_see(program, 0, NULL, 1);
    write_read_file("the other header");        /* as large */
    compile_and_see(program, 0, NULL, 1);
    compile_and_see(program, 0, NULL, 0);
    destroy(program);
    use_clang();
}

/* ---- what a result depends on ---------------------------------------------------------------- */

struct row {
    const char *text, *name, *header, *header_name, *expression, *options[2];
};

static rtc_program make_row(const struct row *row)
{
    rtc_program program = NULL;

    CHECK(RTC(CreateProgram)(&program, row->text, row->name, 1, (RTC_TEXTS)&row->header,
                             (RTC_TEXTS)&row->header_name) == CODE(SUCCESS));
    if (row->expression != NULL)
        CHECK(RTC(AddNameExpression)(program, row->expression) == CODE(SUCCESS));
    return program;
}

/* The compiler runs for the row, and does not run for it a second time. */
static void expect_new(const struct row *row)
{
    int count = (row->options[0] != NULL) + (row->options[1] != NULL);

    for (int runs = 1; runs >= 0; runs--) {
        rtc_program program = make_row(row);

        compile_and_see(program, count, row->options, runs);
        destroy(program);
    }
}

enum { MOST_FILES = 256, WAYS = 4 };

/* Which files there are. The folder holds so many at most, as their names are numbers. */
static void find_files(bool out_are_there[static MOST_FILES])
{
    DIR *all = opendir(getenv("GPUINTEROP_CACHE_DIR"));
    int number, end;

    memset(out_are_there, 0, MOST_FILES * sizeof *out_are_there);
    CHECK(all != NULL);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (strncmp(entry->d_name, "rtc", 3) != 0)
            continue;
        end = 0;
        CHECK(sscanf(entry->d_name, "rtc-%3d%n", &number, &end) == 1);
        CHECK(number >= 0 && number < MOST_FILES && entry->d_name[end] == 0);
        out_are_there[number] = true;
    }
    closedir(all);
}

static bool is_full(const bool are_there[static MOST_FILES], int set)
{
    const bool *all = are_there + set * WAYS;

    return all[0] && all[1] && all[2] && all[3];
}

/* The number of the file that is there since then; -1: none, as another one's place was taken. That
 * happens in a full set alone. */
static int new_file(const bool before[static MOST_FILES])
{
    bool after[MOST_FILES], has_full = false;

    find_files(after);
    for (int i = 0; i < MOST_FILES; i++) {
        if (after[i] && !before[i])
            return i;
        has_full |= is_full(after, i / WAYS);
    }
    CHECK(has_full);
    return -1;
}

static void see_numbered(int number, int runs)
{
    char text[32];
    rtc_program program;

    snprintf(text, sizeof text, "the source %d", number);
    program = make(text, "set.cu");
    compile_and_see(program, 0, NULL, runs);
    destroy(program);
}

/* Results stay beside each other while their set has places. */
void check_kept_sets(void)
{
    enum { BESIDE = 3 };
    int sources[MOST_FILES / WAYS][BESIDE], counts[MOST_FILES / WAYS] = { 0 }, set = -1;

    use_compiler(copying_compiler);
    write_read_file("a header");
    for (int number = 0; set < 0 || counts[set] < BESIDE; number++) {
        bool before[MOST_FILES];
        int file;

        find_files(before);
        see_numbered(number, 1);
        file = new_file(before);
        set = file >= 0 ? file / WAYS : -1;
        if (set >= 0)
            sources[set][counts[set]++] = number;
    }
    for (int i = 0; i < BESIDE; i++)
        see_numbered(sources[set][i], 0);
    use_clang();
}

static const struct row rows[] = {
    { "the source", "k.cu", "1", "h.h", NULL, { NULL } },
    { "the source, changed", "k.cu", "1", "h.h", NULL, { NULL } },
    { "the source", "other.cu", "1", "h.h", NULL, { NULL } },
    { "the source", "k.cu", "2", "h.h", NULL, { NULL } },
    { "the source", "k.cu", "1", "other.h", NULL, { NULL } },
    { "the source", "k.cu", "1", "h.h", "name", { NULL } },
    { "the source", "k.cu", "1", "h.h", "other_name", { NULL } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-DX" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-UX" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-I.", "-I/tmp" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-I/tmp", "-I." } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-std=c++20" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-default-device" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-use_fast_math" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-include", "h.h" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-rdc=true" } },
    { "the source", "k.cu", "1", "h.h", NULL, { "-w" } },
#ifndef TEST_HIP
    { "the source", "k.cu", "1", "h.h", NULL, { "-arch=sm_61" } },
#endif
};

/* The folder that the program runs in, another folder of headers, and another compiler. */
static void check_surroundings(void)
{
    const char *headers = getenv("GPUINTEROP_HEADERS");
    char before[4096], other[256];

    CHECK(getcwd(before, sizeof before) != NULL && chdir(folder) == 0);
    expect_new(&rows[0]);
    CHECK(chdir(before) == 0);
    if (headers != NULL) {
        char *copy = strdup(headers);

        snprintf(other, sizeof other, "%s/headers", folder);
        CHECK(symlink(copy, other) == 0 && setenv("GPUINTEROP_HEADERS", other, 1) == 0);
        expect_new(&rows[0]);
        CHECK(unlink(other) == 0 && setenv("GPUINTEROP_HEADERS", copy, 1) == 0);
        free(copy);
    }
    use_compiler(copying_compiler);             /* a new file */
    expect_new(&rows[0]);
}

void check_kept_keys(void)
{
    use_compiler(copying_compiler);
    write_read_file("a header");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_new(&rows[i]);
    check_surroundings();
    use_clang();
}

/* A result of clang, whose list of files has many lines. */
void check_kept_of_clang(void)
{
    rtc_program program = make("__global__ void k() {}", "clang.cu");

    use_compiler("#!/bin/sh\necho run >>\"$0.runs\"\nexec clang \"$@\"\n");
    for (int i = 0; i < 2; i++) {
        CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
        CHECK(runs_of_compiler() == 1);
    }
    destroy(program);
    use_clang();
}
