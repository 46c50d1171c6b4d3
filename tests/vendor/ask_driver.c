/** Prints what a driver library of CUDA answers where the manual is silent: states of contexts,
 *  attributes of pointers and devices, entry points, copies of every shape.
 *
 *      ask_driver LIBRARY GROUP...
 *
 *  GROUP is one of: init errors devices contexts pointers copies lost sync sync_ends streams small
 *  waits ptx textures stacks4, matrix3, matrix4 or once4 with PART PARTS, entries with NAMES,
 *  libraries
 *  with the LIBRARY of the runtime, runtime with that, PART and PARTS.
 *
 *  NAMES is a file with a function's name at the begin of each line; functions of multicast are
 *  left out. ask_driver.sh asks all, and compare_driver.py compares two outputs.
 *  Exit status: 77 if there is no library or no device. */
#include "ask_driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct driver driver;

void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

void *driver_find(const char *name)
{
    void *symbol = dlsym(driver.library, name);

    if (symbol == NULL) {
        fprintf(stderr, "the library has no %s\n", name);
        exit(1);
    }
    return symbol;
}

void *need_context(void)
{
    void *context = NULL;

    if (driver.cuInit_(0) != 0 || driver.cuCtxCreate_v2_(&context, 0, 0) != 0) {
        fprintf(stderr, "no device, or no context\n");
        exit(77);
    }
    return context;
}

static bool load(const char *path)
{
    driver.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (driver.library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
#define DRIVER_FIND(result, name, arguments) \
    { \
        void *symbol = dlsym(driver.library, #name); \
        memcpy(&driver.name##_, &symbol, sizeof symbol); \
        if (symbol == NULL) { \
            fprintf(stderr, "%s has no " #name "\n", path); \
            return false; \
        } \
    }
    DRIVER_CALLS(DRIVER_FIND)
    return true;
}

/* ---- short groups ---------------------------------------------------------------------------- */

void ask_before_init(void)
{
    unsigned int flags;
    uint64_t pointer;
    const char *text;
    void *handle;
    int number;

    say("init.version: %d", driver.cuDriverGetVersion_(&number));
    say("init.error_name: %d", driver.cuGetErrorName_(1, &text));
    say("init.count: %d", driver.cuDeviceGetCount_(&number));
    say("init.get: %d", driver.cuDeviceGet_(&number, 0));
    say("init.count_null: %d", driver.cuDeviceGetCount_(NULL));
    say("init.attribute: %d", driver.cuDeviceGetAttribute_(&number, 1, 0));
    say("init.create: %d", driver.cuCtxCreate_v2_(&handle, 0, 0));
    say("init.create_null: %d", driver.cuCtxCreate_v2_(NULL, 0, 0));
    say("init.get_current: %d", driver.cuCtxGetCurrent_(&handle));
    say("init.get_current_null: %d", driver.cuCtxGetCurrent_(NULL));
    say("init.set_current: %d", driver.cuCtxSetCurrent_(NULL));
    say("init.pop: %d", driver.cuCtxPopCurrent_v2_(&handle));
    say("init.synchronize: %d", driver.cuCtxSynchronize_());
    say("init.alloc: %d", driver.cuMemAlloc_v2_(&pointer, 16));
    say("init.free: %d", driver.cuMemFree_v2_(0));
    say("init.retain: %d", driver.cuDevicePrimaryCtxRetain_(&handle, 0));
    say("init.state: %d", driver.cuDevicePrimaryCtxGetState_(0, &flags, &number));
    say("init.stream: %d", driver.cuStreamCreate_(&handle, 0));
    say("init.event: %d", driver.cuEventCreate_(&handle, 0));
    say("init.query: %d", driver.cuStreamQuery_(NULL));
    say("init.find: %d", driver.cuGetProcAddress_v2_("cuInit", &handle, 13000, 0, &number));
    say("init.init_flags: %d", driver.cuInit_(1));
    say("init.init: %d", driver.cuInit_(0));
    say("init.again: %d", driver.cuInit_(0));
    say("init.get_current_none: %d %d", driver.cuCtxGetCurrent_(&handle), handle == NULL);
    say("init.alloc_none: %d", driver.cuMemAlloc_v2_(&pointer, 16));
    say("init.alloc_null_none: %d", driver.cuMemAlloc_v2_(NULL, 16));
    say("init.pop_none: %d", driver.cuCtxPopCurrent_v2_(&handle));
    say("init.device_none: %d", driver.cuCtxGetDevice_(&number));
    say("init.device_null_none: %d", driver.cuCtxGetDevice_(NULL));
    say("init.flags_null_none: %d", driver.cuCtxGetFlags_(NULL));
    say("init.flags_none: %d", driver.cuCtxGetFlags_(&flags));
    say("init.priority_none: %d", driver.cuCtxGetStreamPriorityRange_(NULL, NULL));
    say("init.limit_null_none: %d", driver.cuCtxGetLimit_(NULL, 0));
    say("init.attach_none: %d", driver.cuCtxAttach_(&handle, 0));
    say("init.attach_null_none: %d", driver.cuCtxAttach_(NULL, 0));
    say("init.event_null_none: %d", driver.cuEventCreate_(NULL, 0));
    say("init.stream_null_none: %d", driver.cuStreamCreate_(NULL, 0));
    say("init.stream_flags_none: %d", driver.cuStreamCreate_(&handle, 77));
    say("init.query_none: %d", driver.cuStreamQuery_(NULL));
    say("init.api_version_none: %d", driver.cuCtxGetApiVersion_(NULL, &flags));
    say("init.api_version_null_none: %d", driver.cuCtxGetApiVersion_(NULL, NULL));
    say("init.id_none: %d", driver.cuCtxGetId_(NULL, (unsigned long long *)&pointer));
    say("init.set_garbage: %d", driver.cuCtxSetCurrent_(NULL));
    say("init.release_unretained: %d", driver.cuDevicePrimaryCtxRelease_v2_(0));
    say("init.reset: %d", driver.cuDevicePrimaryCtxReset_v2_(0));
}

void ask_errors(void)
{
    for (int code = -1; code <= 1000; code++) {
        const char *name = "unset", *text = "unset";
        int named = driver.cuGetErrorName_(code, &name);
        int told = driver.cuGetErrorString_(code, &text);

        if (named == 0 || told == 0 || code < 3)
            say("errors.%d: %d %s %d", code, named, name != NULL ? name : "NULL", told);
    }
    say("errors.null: %d %d", driver.cuGetErrorName_(1, NULL), driver.cuGetErrorString_(1, NULL));
}

void ask_device_attributes(void)
{
    int value;

    (void)driver.cuInit_(0);
    for (int attribute = -1; attribute <= 152; attribute++) {
        int code;

        value = -77;
        code = driver.cuDeviceGetAttribute_(&value, attribute, 0);
        say("devices.attribute_%d: %d %d", attribute, code, value);
    }
    say("devices.null: %d", driver.cuDeviceGetAttribute_(NULL, 1, 0));
    say("devices.minus: %d", driver.cuDeviceGetAttribute_(&value, 1, -1));
    say("devices.far: %d", driver.cuDeviceGetAttribute_(&value, 1, 1000));
    say("devices.get_minus: %d", driver.cuDeviceGet_(&value, -1));
    say("devices.get_far: %d", driver.cuDeviceGet_(&value, 1000));
    say("devices.get_null: %d", driver.cuDeviceGet_(NULL, 0));
}

/* ---- entry points ---------------------------------------------------------------------------- */

static const int versions[] = {
    1000, 2000, 2010, 3000, 3010, 3020, 4000, 4010, 4020, 5000, 5050, 6000, 6050, 7000, 7050, 8000,
    9000, 9010, 9020, 10000, 10010, 10020, 11000, 11010, 11020, 11030, 11040, 11050, 11060, 11070,
    11080, 12000, 12010, 12020, 12030, 12040, 12050, 12060, 12070, 12080, 12090, 13000, 13010, 14000
};
#define VERSIONS (sizeof versions / sizeof versions[0])

/* The end of the symbol that an address is, behind the name. */
static const char *end_of(const char *name, const void *address)
{
    static const char *const ends[] = {
        "", "_v2", "_v3", "_v4", "_ptsz", "_ptds", "_v2_ptsz", "_v2_ptds", "_v3_ptsz"
    };

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char symbol[200];

        snprintf(symbol, sizeof symbol, "%s%s", name, ends[i]);
        if (dlsym(driver.library, symbol) == address)
            return ends[i];
    }
    return "?";
}

static void ask_name(const char *name)
{
    for (uint64_t flags = 0; flags < 3; flags++) {
        char before[64] = "", line[4096];
        int used = snprintf(line, sizeof line, "entries.%s.%d:", name, (int)flags);

        for (size_t i = 0; i < VERSIONS; i++) {
            void *address = (void *)&versions;
            char now[64];
            int status = -1;
            int code = driver.cuGetProcAddress_v2_(name, &address, versions[i], flags, &status);

            snprintf(now, sizeof now, "%d/%d/%s", code, status,
                     address == NULL ? "NULL" : address == (void *)&versions ? "unset"
                     : end_of(name, address));
            if (strcmp(now, before) != 0)
                used += snprintf(line + used, sizeof line - (size_t)used, " %d=%s", versions[i],
                                 now);
            strcpy(before, now);
        }
        say("%s", line);
    }
}

void ask_entry_points(const char *names_file)
{
    FILE *names = fopen(names_file, "r");
    char line[512], before[512] = "";

    if (names == NULL) {
        perror(names_file);
        exit(2);
    }
    (void)driver.cuInit_(0);
    while (fgets(line, sizeof line, names) != NULL) {
        line[strcspn(line, " \n")] = '\0';
        if (strncmp(line, "cu", 2) != 0 || strstr(line, "ulticast") != NULL ||
            strcmp(line, before) == 0)
            continue;
        strcpy(before, line);
        ask_name(line);
    }
    fclose(names);
    ask_name("");
    ask_name("cuNothing");
}

static bool ask(int *i, int argc, char **argv)
{
    const char *group = argv[*i];

    if (strcmp(group, "init") == 0)
        ask_before_init();
    else if (strcmp(group, "errors") == 0)
        ask_errors();
    else if (strcmp(group, "devices") == 0)
        ask_device_attributes();
    else if (strcmp(group, "contexts") == 0)
        ask_contexts();
    else if (strcmp(group, "pointers") == 0)
        ask_pointers();
    else if (strcmp(group, "copies") == 0)
        ask_copies();
    else if (strcmp(group, "lost") == 0)
        ask_lost();
    else if (strcmp(group, "sync") == 0)
        ask_sync_values();
    else if (strcmp(group, "sync_ends") == 0)
        ask_sync_ends();
    else if (strcmp(group, "streams") == 0)
        ask_streams();
    else if (strcmp(group, "small") == 0)
        ask_small();
    else if (strcmp(group, "waits") == 0)
        ask_word_waits();
    else if (strcmp(group, "ptx") == 0)
        ask_ptx();
    else if (strcmp(group, "textures") == 0)
        ask_textures();
    else if (strncmp(group, "stacks", 6) == 0)
        ask_stacks(atoi(group + 6));
    else if (strcmp(group, "entries") == 0 && *i + 1 < argc)
        ask_entry_points(argv[++*i]);
    else if (strncmp(group, "matrix", 6) == 0 && *i + 2 < argc) {
        ask_matrix(atoi(group + 6), atoi(argv[*i + 1]), atoi(argv[*i + 2]));
        *i += 2;
    } else if (strcmp(group, "libraries") == 0 && *i + 1 < argc) {
        ask_runtime_libraries(argv[++*i]);
    } else if (strcmp(group, "runtime") == 0 && *i + 3 < argc) {
        ask_runtime(argv[*i + 1], atoi(argv[*i + 2]), atoi(argv[*i + 3]));
        *i += 3;
    } else if (strncmp(group, "once", 4) == 0 && *i + 2 < argc) {
        ask_once(atoi(group + 4), atoi(argv[*i + 1]), atoi(argv[*i + 2]));
        *i += 2;
    } else {
        return false;
    }
    return true;
}

/* These begin the interface themselves, the last two in other processes. */
static bool begins_later(const char *group)
{
    return strcmp(group, "init") == 0 || strcmp(group, "contexts") == 0 ||
           strcmp(group, "small") == 0 || strcmp(group, "waits") == 0 ||
           strcmp(group, "runtime") == 0 || strncmp(group, "matrix", 6) == 0 ||
           strncmp(group, "once", 4) == 0;
}

int main(int argc, char **argv)
{
    int devices = 0;

    if (argc < 3 || !load(argv[1]))
        return argc < 3 ? 2 : 77;
    if (!begins_later(argv[2]) &&
        (driver.cuInit_(0) != 0 || driver.cuDeviceGetCount_(&devices) != 0 || devices == 0)) {
        fprintf(stderr, "%s finds no device\n", argv[1]);
        return 77;
    }
    for (int i = 2; i < argc; i++) {
        if (!ask(&i, argc, argv)) {
            fprintf(stderr, "%s is no group\n", argv[i]);
            return 2;
        }
    }
    return 0;
}
