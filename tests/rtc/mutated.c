/* Programs, headers, options and name expressions that chance has changed. Each ends with a code of
 * the interface, and leaves no file, no process and no descriptor. Some are for clang, and most for
 * a script in its place, which takes all that comes to it.
 *     test-rtc-mutated; GPUINTEROP_TEST_SEED and GPUINTEROP_TEST_ROUNDS change what is done. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/random.h"
#include "rtc.h"

enum { ROUNDS = 240, ROUNDS_OF_CLANG = 12, MOST_OPTIONS = 6, ROOM = 512 };

static const char *const programs[] = {
    "#include \"a.h\"\nextern \"C\" __global__ void k(int *x)\n"
    "{\n    x[threadIdx.x] = add(x[0], COUNT);\n}\n",
    "template <class T> __global__ void k(T *x)\n"
    "{ extern __shared__ alignas(16) T line[]; x[0] = line[1]; }\n",
    "struct flag { int v; __device__ ~flag() { v = 0; } };\n"
    "__global__ void k(int *x) { __shared__ flag f; f.v = x[0]; x[1] = f.v; }\n",
    "__managed__ int one; __constant__ float two[4];\n"
    "__global__ void k() { one = (int)two[1]; }\n",
    "__device__ int (*table[2])(int);\nint here it is wrong;\n#error managed late\n",
};

static const char *const headers[] = {
    "#pragma once\n__device__ inline int add(int a, int b) { return a + b; }\n",
    "#include \"a.h\"\n", "",
};

static const char *const names[] = { "a.h", "b/c.h", "vector", "../a.h", "/a.h", "a\nb.h" };

static const char *const options[] = {
    "-DCOUNT=3", "-D", "COUNT", "-I/tmp", "-std=c++17", "--std", "c++20", "-arch=sm_75",
    "--gpu-architecture=compute_50", "-default-device", "-rdc=true", "-lineinfo",
    "--pre-include=a.h", "-w", "-use_fast_math", "--no-cache", "-Wp,-MD,file", "@file", "-o", "-",
    "--device-c", "-maxrregcount=32", "-fplugin=a.so",
};

static const char *const expressions[] = {
    "k", "k<int>", "&one", "two", "k<", "a b", ");int x(", "",
};

#define ONE_OF(random, texts) texts[test_random_below(random, sizeof texts / sizeof *texts)]

/* A copy of a text with a few bytes changed, left out, or taken from another place. */
static char *changed(const char *text, struct test_random *random)
{
    size_t count = strlen(text);
    char *copy = malloc(ROOM);

    CHECK(copy != NULL && count < ROOM);
    memcpy(copy, text, count + 1);
    for (uint64_t left = test_random_below(random, 4); left > 0 && count > 0; left--) {
        size_t at = (size_t)test_random_below(random, count);
        size_t from = (size_t)test_random_below(random, count);

        switch (test_random_below(random, 4)) {
        case 0:
            copy[at] ^= (char)(1 << test_random_below(random, 8));
            break;
        case 1:
            copy[at] = copy[from];
            break;
        case 2:
            copy[at] = "\n\"\\<>(){};#%$`'&|"[test_random_below(random, 17)];
            break;
        default:
            memmove(copy + at, copy + at + 1, count - at);
            break;
        }
        count = strlen(copy);
    }
    return copy;
}

static void add_expression(rtc_program program, struct test_random *random)
{
    char *expression = changed(ONE_OF(random, expressions), random);

    (void)RTC(AddNameExpression)(program, expression);
    free(expression);
}

/* The result is there if and only if the code says so, and the log is there always. */
static void check_result(rtc_program program, int result)
{
    size_t bytes = 0;

    CHECK(strlen(log_of(program)) < 1 << 20);
    if (result == CODE(SUCCESS)) {
        free(ptx_of(program));
        return;
    }
    CHECK(result == CODE(ERROR_COMPILATION) || result == CODE(ERROR_INVALID_OPTION)
          || result == CODE(ERROR_BUILTIN_OPERATION_FAILURE));
    CHECK(nvrtcGetPTXSize(program, &bytes) != NVRTC_SUCCESS || bytes <= 1);
}

static void compile_changed(rtc_program program, struct test_random *random)
{
    int count = (int)test_random_below(random, MOST_OPTIONS);
    const char *words[MOST_OPTIONS];
    char *copies[MOST_OPTIONS];

    for (uint64_t left = test_random_below(random, 3); left > 0; left--)
        add_expression(program, random);
    for (int i = 0; i < count; i++)
        words[i] = copies[i] = changed(ONE_OF(random, options), random);
    check_result(program, compile(program, count, words));
    for (int i = 0; i < count; i++)
        free(copies[i]);
}

static void make_changed(struct test_random *random)
{
    char *text = changed(ONE_OF(random, programs), random);
    char *header = changed(ONE_OF(random, headers), random);
    char *name = changed(ONE_OF(random, names), random);
    const char *const all_headers[] = { header, headers[0] };
    const char *const all_names[] = { name, names[0] };
    rtc_program program = NULL;
    int result = (int)RTC(CreateProgram)(&program, text, test_random_below(random, 4) ? name : NULL,
                                         2, all_headers, all_names);

    if (result == CODE(SUCCESS)) {
        compile_changed(program, random);
        destroy(program);
    } else {
        CHECK(result == CODE(ERROR_INVALID_INPUT) && program == NULL);
    }
    free(text);
    free(header);
    free(name);
}

int main(void)
{
    const char *wanted = getenv("GPUINTEROP_TEST_ROUNDS");
    long rounds = wanted != NULL ? atol(wanted) : ROUNDS;
    struct test_random random;
    char cache[64];
    int fds;

    test_random_begin(&random, "test-rtc-mutated");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    CHECK(setenv("TMPDIR", folder, 1) == 0 && setenv("GPUINTEROP_CACHE_DIR", cache, 1) == 0);
    CHECK(chdir(folder) == 0);
    make_changed(&random);                  /* opens what stays open */
    fds = entries_of("/proc/self/fd");
    for (long round = 0; round < rounds; round++) {
        bool is_clang = round % (ROUNDS / ROUNDS_OF_CLANG) == 0;

        if (!is_clang)
            use_compiler(copying_compiler);
        make_changed(&random);
        if (!is_clang)
            use_clang();
        CHECK(entries_of("/proc/self/fd") == fds);
        CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
        CHECK(entries_of(folder) <= 3);     /* itself, the one above, the cache */
    }
    CHECK(system("rm -r \"$TMPDIR\"") == 0);
    return 0;
}
