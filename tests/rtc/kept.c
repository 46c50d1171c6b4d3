/** Results on disk. The compiler is a script, which counts its runs. */
#include "rtc.h"

#include <dirent.h>
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

/* The folder holds so many files at most, as their names are of a set. */
static void check_files(void)
{
    DIR *all = opendir(getenv("GPUINTEROP_CACHE_DIR"));
    int number, end;

    CHECK(all != NULL);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (strncmp(entry->d_name, "rtc", 3) != 0)
            continue;
        end = 0;
        CHECK(sscanf(entry->d_name, "rtc-%3d%n", &number, &end) == 1);
        CHECK(number >= 0 && number < 256 && entry->d_name[end] == 0);
    }
    closedir(all);
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
    snprintf(other, sizeof other, "%s# another one\n", "");
    use_compiler(copying_compiler);
    write_read_file("a header");
    expect_new(&rows[0]);
}

void check_kept_keys(void)
{
    use_compiler(copying_compiler);
    write_read_file("a header");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_new(&rows[i]);
    check_surroundings();
    check_files();
    use_clang();
}
