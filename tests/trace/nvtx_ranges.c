/* A program with the part of NVTX 3 that finds the library of NVTX_INJECTION64_PATH, and some
 * ranges and marks. tests/trace/check_trace.py reads what was recorded. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

typedef void (*function)(void);

struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};

enum { CORE = 16, DOMAINS = 16 };

static function core[CORE], domains[DOMAINS];
static function *core_places[CORE], *domain_places[DOMAINS];

static int get_module(int module, function ***out_functions, unsigned *out_count)
{
    *out_functions = module == 1 ? core_places : module == 5 ? domain_places : NULL;
    *out_count = CORE;
    return *out_functions != NULL;
}

static const struct callbacks {
    size_t size;
    int (*get_module)(int module, function ***out_functions, unsigned *out_count);
} callbacks = { sizeof callbacks, get_module };

static const void *get_table(uint32_t number)
{
    return number == 1 ? &callbacks : NULL;
}

static void fail(const char *why)
{
    fprintf(stderr, "nvtx_ranges: %s\n", why);
    exit(1);
}

static struct attributes say(int32_t type, const void *message)
{
    return (struct attributes){ .version = 3, .size = sizeof(struct attributes),
                                .message_type = type, .message = message };
}

#define CALL(table, number, type) ((type)(table)[number])

static void use_core(void)
{
    const struct attributes named = say(1, "by attributes");
    uint64_t first, second;

    CALL(core, 2, void (*)(const char *))("a mark");
    CALL(core, 3, void (*)(const wchar_t *))(L"a w\u00efde mark");
    if (CALL(core, 9, int (*)(const char *))("outer") != 0)
        fail("the depth of the first range");
    if (CALL(core, 8, int (*)(const struct attributes *))(&named) != 1)
        fail("the depth of the second range");
    if (CALL(core, 11, int (*)(void))() != 1 || CALL(core, 11, int (*)(void))() != 0)
        fail("the depth of an end");
    if (CALL(core, 11, int (*)(void))() >= 0)
        fail("an end of nothing");
    first = CALL(core, 5, uint64_t (*)(const char *))("crossing 1");
    second = CALL(core, 5, uint64_t (*)(const char *))("crossing 2");
    if (first == second)
        fail("two ranges have one number");
    CALL(core, 7, void (*)(uint64_t))(first);
    CALL(core, 7, void (*)(uint64_t))(second);
    CALL(core, 7, void (*)(uint64_t))(12345);
    for (int i = 0; i < 200; i++)
        CALL(core, 9, int (*)(const char *))("deep");
    for (int i = 0; i < 200; i++)
        CALL(core, 11, int (*)(void))();
}

static void use_domains(void)
{
    const void *domain = CALL(domains, 12, const void *(*)(const char *))("renderer");
    const void *text =
        CALL(domains, 10, const void *(*)(const void *, const char *))(domain, "kept");
    const struct attributes named = say(3, text);

    CALL(domains, 4, int (*)(const void *, const struct attributes *))(domain, &named);
    CALL(core, 9, int (*)(const char *))("inside");
    CALL(core, 11, int (*)(void))();
    CALL(domains, 5, int (*)(const void *))(domain);
}

static void nothing(void)
{
}

int main(void)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;
    int (*initialize)(const void *(*)(uint32_t)) = NULL;

    if (library == NULL)
        fail(path != NULL ? dlerror() : "no NVTX_INJECTION64_PATH");
    *(void **)&initialize = dlsym(library, "InitializeInjectionNvtx2");
    if (initialize == NULL)
        fail("the library has no InitializeInjectionNvtx2");
    for (int i = 0; i < CORE; i++) {
        core[i] = domains[i] = nothing;
        core_places[i] = &core[i];
        domain_places[i] = &domains[i];
    }
    if (initialize(get_table) != 1)
        fail("it refuses");
    use_core();
    use_domains();
    return 0;
}
