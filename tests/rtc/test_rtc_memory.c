/** Host memory that ends at each request of a compilation in turn. A call then says so, or its
 *  result is whole. The compiler is a script.
 *
 *  The library is linked into the test, and the linker sends its requests here. */
#include "rtc.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include <gpuinterop.h>

/* ---- memory ---------------------------------------------------------------------------------- */

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
char *__real_strndup(const char *text, size_t count);
char *__wrap_strndup(const char *text, size_t count);
int __real_vasprintf(char **out_text, const char *format, va_list values);
int __wrap_vasprintf(char **out_text, const char *format, va_list values);

static long left = -1;                  /* requests before the one that fails; -1: none fails */
static bool has_failed;

static bool fails(void)
{
    bool now = left == 0;

    has_failed |= now;
    left -= left >= 0;
    if (now)
        errno = ENOMEM;
    return now;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __real_realloc(old, bytes);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t count)
{
    return fails() ? NULL : __real_strndup(text, count);
}

int __wrap_vasprintf(char **out_text, const char *format, va_list values)
{
    return fails() ? -1 : __real_vasprintf(out_text, format, values);
}

static void fail_at(long request)
{
    left = request;
    has_failed = false;
}

/* ---- compilations ---------------------------------------------------------------------------- */

static const char *const header = "1";
static const char *const header_name = "h.h";

static rtc_program make_whole(const char *text)
{
    rtc_program program = NULL;

    CHECK(RTC(CreateProgram)(&program, text, "k.cu", 1, &header, &header_name) == CODE(SUCCESS));
    CHECK(RTC(AddNameExpression)(program, "name") == CODE(SUCCESS));
    return program;
}

static void check_whole(rtc_program program)
{
    const char *lowered = NULL;
    char *ptx = ptx_of(program);

    CHECK(strstr(ptx, "managed source") != NULL && strstr(ptx, ".attribute(.managed)") != NULL);
    CHECK(strcmp(log_of(program), "noise\nnoise\n") == 0);  /* it ran twice */
    CHECK(RTC(GetLoweredName)(program, "name", &lowered) == CODE(SUCCESS));
    CHECK(strcmp(lowered, "name_in_code") == 0);
    free(ptx);
}

/* Compiles while one request fails. False if there were fewer requests. */
static bool compile_with(rtc_program program, long request, int *out_result)
{
    const char *const options[] = { "-DA", "-I/tmp", "-std=c++20" };

    fail_at(request);
    *out_result = compile(program, 3, options);
    left = -1;
    if (*out_result == CODE(SUCCESS)) {
        check_whole(program);
    } else {
        CHECK(*out_result == CODE(ERROR_OUT_OF_MEMORY));
        CHECK(*gpuinterop_last_error_detail() != 0);
    }
    return has_failed;
}

/* Each source of a kind is new. Whatever was kept of it sees a change of the file that was read. */
static void check_new(const char *kind)
{
    char text[64];
    bool has_more = true;
    int result, runs;

    for (long request = 0; has_more; request++) {
        rtc_program program;

        write_read_file("a header");
        snprintf(text, sizeof text, "managed source %s%ld", kind, request);
        program = make_whole(text);
        has_more = compile_with(program, request, &result);
        if (result == CODE(SUCCESS)) {
            write_read_file("a changed header");
            runs = runs_of_compiler();
            CHECK(!compile_with(program, -1, &result) && result == CODE(SUCCESS));
            CHECK(runs_of_compiler() > runs);
        }
        destroy(program);
    }
}

/* The results of one source are kept. */
static void check_kept_one(void)
{
    rtc_program program = make_whole("managed source");
    bool has_more = true;
    int result;

    CHECK(!compile_with(program, -1, &result) && result == CODE(SUCCESS));
    for (long request = 0; has_more; request++)
        has_more = compile_with(program, request, &result);
    CHECK(result == CODE(SUCCESS));
    destroy(program);
}

static void check_programs(void)
{
    bool has_more = true;

    for (long request = 0; has_more; request++) {
        rtc_program program = NULL;
        int result;

        fail_at(request);
        result = (int)RTC(CreateProgram)(&program, "", "k.cu", 1, &header, &header_name);
        if (result == CODE(SUCCESS))
            result = (int)RTC(AddNameExpression)(program, "name");
        left = -1;
        has_more = has_failed;
        CHECK(result == (has_more ? CODE(ERROR_OUT_OF_MEMORY) : CODE(SUCCESS)));
        if (program != NULL)
            destroy(program);
    }
}

/* Each variable of the environment is a request. */
static void clear_environment(void)
{
    char *headers = strdup(getenv("GPUINTEROP_HEADERS")), *path = strdup(getenv("PATH"));

    CHECK(clearenv() == 0);
    CHECK(setenv("GPUINTEROP_HEADERS", headers, 1) == 0 && setenv("PATH", path, 1) == 0);
    free(headers);
    free(path);
}

int main(void)
{
    char cache[64];

    clear_environment();
    CHECK(mkdtemp(folder) != NULL);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    CHECK(setenv("TMPDIR", folder, 1) == 0 && setenv("GPUINTEROP_CACHE_DIR", cache, 1) == 0);
    use_compiler(copying_compiler);
    check_programs();
    check_kept_one();
    check_new("");
    check_new("late");
    use_clang();
    CHECK(entries_of(folder) == 3);         /* itself, the one above, the cache */
    CHECK(system("rm -r \"$TMPDIR\"") == 0);
    return 0;
}
