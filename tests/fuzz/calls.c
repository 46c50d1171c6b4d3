/* Random calls of both interfaces: see fuzz.h, and usage below. */
#include "fuzz.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gpuinterop.h>

#include "../stress/stress.h"
#include "base/clock.h"
#include "base/handle.h"
#include "base/status.h"
#include "context/context.h"
#include "places.h"

enum {
    SKIPPED = 77,
    /* A call that takes longer never ends: with frees that wait, under a sanitizer, on a busy
     * machine, the slowest takes some seconds. */
    HANG_SECONDS = 120,
    CALLS_PER_CHECK = 500, CALLS_PER_RESET = 700,
    DRAWS_PER_TURN = 4,          /* one call in four goes to the function whose turn it is */
    /* What threads of the library may still have to drop. */
    PATIENCE_SECONDS = 20
};

/* Of the fake driver, where it is linked: see fake.h. */
void gifake_fail_slot(const char *slot, gi_status status) __attribute__((weak));

/* What may fail without the device being lost, which the fake's then is for good. */
static const char *const slots[] = {
    "memory.allocate", "memory.allocate_exportable", "memory.import", "memory.export",
    "memory.wrap_host", "image.init", "image.bind", "queue.submit", "semaphore.create",
    "semaphore.import", "semaphore.export", "texture.init"
};
#define SLOTS (sizeof slots / sizeof slots[0])

struct fuzz_options fuzz_options = { .seed = 1, .calls = 10000, .threads = 1 };

static struct fuzz *all[FUZZ_MAX_THREADS];
static atomic_bool is_over;

/* Of each function, over all threads. */
struct tally {
    atomic_uint_least64_t calls, successes;
};

static const struct {
    const struct fuzz_function *functions;
    const size_t *count;
} tables[] = {
    { fuzz_cuda, &fuzz_cuda_count },
    { fuzz_cuda_per_thread, &fuzz_cuda_per_thread_count },
    { fuzz_hip, &fuzz_hip_count },
    { fuzz_driver, &fuzz_driver_count },
    { fuzz_graphs, &fuzz_graphs_count },
    { fuzz_cu, &fuzz_cu_count },
    { fuzz_cu_per_thread, &fuzz_cu_per_thread_count },
};
#define TABLES (sizeof tables / sizeof tables[0])

enum { MOST_FUNCTIONS = 2000 };
static const struct fuzz_function *functions[MOST_FUNCTIONS];
static uint64_t weights[MOST_FUNCTIONS];
static struct tally tallies[MOST_FUNCTIONS];
static size_t function_count;

/* ---- telling what happened ------------------------------------------------------------------- */

static void print(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void print(const char *format, ...)
{
    char line[512];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0 && write(2, line, (size_t)length) < 0)
        return;
}

static void print_end(const char *what, const struct fuzz_box_end *end)
{
    print("        %s 0x%llx array 0x%llx, pitch %zu, row %zu, rows %zu, at %zu, %zu, %zu%s\n",
          what, (unsigned long long)end->pointer, (unsigned long long)end->array, end->pitch,
          end->row_bytes, end->rows, end->x, end->y, end->z, end->is_host ? ", host" : "");
}

static void print_call(const struct fuzz_call_record *record)
{
    print("    %s(", record->name);
    for (unsigned i = 0; i < record->count && i < FUZZ_LOGGED_ARGUMENTS; i++)
        print("%s0x%llx", i == 0 ? "" : ", ", (unsigned long long)record->arguments[i]);
    if (record->is_done)
        print(") = %d\n", record->result);
    else
        print(") has not returned\n");
    if (!record->has_box)
        return;
    print("        %zu x %zu x %zu, kind %d\n", record->box.width, record->box.height,
          record->box.depth, record->box.kind);
    print_end("to", &record->box.dst);
    print_end("from", &record->box.src);
}

void fuzz_print_last(void)
{
    static atomic_flag is_printed = ATOMIC_FLAG_INIT;

    if (atomic_flag_test_and_set(&is_printed))
        return;
    print("fuzz: --seed 0x%llx --threads %d%s; the last calls, oldest first:\n",
          (unsigned long long)fuzz_options.seed, fuzz_options.threads,
          fuzz_options.resets ? " --resets" : fuzz_options.faults ? " --faults" : "");
    if (fuzz_options.graphs || fuzz_options.gl)
        print("    with%s%s\n", fuzz_options.graphs ? " --graphs" : "",
              fuzz_options.gl ? " --gl" : "");
    for (int i = 0; i < fuzz_options.threads; i++) {
        const struct fuzz *f = all[i];
        uint64_t first;

        if (f == NULL)
            continue;
        print("  thread %d, %llu calls:\n", i, (unsigned long long)f->call_count);
        first = f->call_count < FUZZ_LAST_CALLS ? 0 : f->call_count - FUZZ_LAST_CALLS;
        for (uint64_t k = first; k < f->call_count; k++)
            print_call(&f->last[k % FUZZ_LAST_CALLS]);
    }
}

void fuzz_fail(const char *format, ...)
{
    char line[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    print("fuzz: %s\n", line);
    fuzz_print_last();
    _exit(1);
}

static void on_signal(int number)
{
    print("fuzz: signal %d\n", number);
    fuzz_print_last();
    signal(number, SIG_DFL);
    raise(number);
}

/* The sanitizers' own, where one is linked. */
void __sanitizer_set_death_callback(void (*called)(void)) __attribute__((weak));
void __tsan_acquire(void *address) __attribute__((weak));

/* Calls copy between the same bytes at once, as wrong programs do: these races are theirs. */
const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return "race:gi_box_move\nrace:gi_host_copy_out\nrace:gi_copy_workers_copy\n"
           "race:run_rows\nrace:gi_value_wait_holds\n";
}

static void listen_to_deaths(void)
{
    static const int numbers[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM };
    bool sanitized = __sanitizer_set_death_callback != NULL;
    struct sigaction action = { .sa_handler = on_signal };

    /* ThreadSanitizer would look at what the callback does, and wait for itself. */
    if (sanitized && __tsan_acquire == NULL)
        __sanitizer_set_death_callback(fuzz_print_last);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!sanitized || numbers[i] == SIGABRT || numbers[i] == SIGTERM)
            (void)sigaction(numbers[i], &action, NULL);
    }
}

/* ---- one call -------------------------------------------------------------------------------- */

void fuzz_host_function(void *data)
{
    static _Thread_local bool is_inside;

    (void)data;
    if (is_inside)
        return;
    is_inside = true;
    (void)cudaStreamQuery(NULL);
    (void)cudaFree(NULL);
    is_inside = false;
}

void fuzz_call_begin(struct fuzz *f, const char *name, unsigned count, const uint64_t *arguments)
{
    struct fuzz_call_record *record = &f->last[f->call_count % FUZZ_LAST_CALLS];

    *record = f->next;
    record->name = name;
    record->count = count;
    f->next.has_box = false;
    for (unsigned i = 0; i < count && i < FUZZ_LOGGED_ARGUMENTS; i++)
        record->arguments[i] = arguments[i];
    if (fuzz_options.gl)
        fuzz_gl_enter(f, name);
    f->call_count++;
    f->call_since_ns = gi_now_ns();
}

void fuzz_call_end(struct fuzz *f, int result)
{
    struct fuzz_call_record *record = &f->last[(f->call_count - 1) % FUZZ_LAST_CALLS];

    f->call_since_ns = 0;
    record->result = result;
    record->is_done = true;
    if (fuzz_options.gl)
        fuzz_gl_leave(f, record->name);
    if (f->lent_fd >= 0)
        close(f->lent_fd);
    f->lent_fd = -1;
    fuzz_cells_check(f, record->name);
}

/* ---- one thread ------------------------------------------------------------------------------ */

void fuzz_begin(struct fuzz *f, int number)
{
    memset(f, 0, sizeof *f);
    f->random.state = fuzz_options.seed + (uint64_t)number;
    f->number = number;
    f->gl.context = -1;
    f->turn = function_count / (size_t)fuzz_options.threads * (size_t)number;
    f->lent_fd = f->pool_fds[0] = f->pool_fds[1] = -1;
    fuzz_arena_begin(&f->arena);
}

void fuzz_end(struct fuzz *f)
{
    for (int i = 0; i < 2; i++) {
        if (f->pool_fds[i] >= 0)
            close(f->pool_fds[i]);
    }
    fuzz_arena_check(&f->arena);
    fuzz_arena_end(&f->arena);
}

static cudaError_t reset_all_devices(void)
{
    cudaError_t result = cudaSuccess;
    int count = 0;

    fuzz_end_contexts();
    (void)cudaGetDeviceCount(&count);
    while (count-- > 0) {
        (void)cudaSetDevice(count);              /* the first one is the current one in the end */
        if (cudaDeviceReset() != cudaSuccess)
            result = cudaErrorUnknown;
    }
    return result;
}

static void end_faults(void)
{
    if (fuzz_options.faults)
        gifake_fail_slot(NULL, GI_OK);
}

/* With other threads inside calls nothing is known afterwards but that all ends well. */
static void reset(struct fuzz *f)
{
    bool alone = fuzz_options.threads == 1;
    cudaError_t result;

    end_faults();
    if (alone && !fuzz_options.faults && fuzz_options.graphs && fuzz_chance(f, 50))
        fuzz_captures_end(f);            /* else the reset does */
    if (alone && !fuzz_options.faults && f->captures[0].stream == 0)
        fuzz_keep_check("before a reset");
    fuzz_call_begin(f, "cudaDeviceReset", 0, NULL);
    result = reset_all_devices();
    fuzz_call_end(f, result);
    fuzz_forget_all();
    if (alone) {
        bool ends_graphs = !fuzz_options.graphs || fuzz_chance(f, 50);

        if (fuzz_options.graphs && ends_graphs)
            fuzz_end_graphs();
        fuzz_keep_begin(ends_graphs);
    } else {
        (void)fuzz_words_register();     /* another thread may reset again */
    }
}

static int newest_result(const struct fuzz *f)
{
    return f->last[(f->call_count - 1) % FUZZ_LAST_CALLS].result;
}

/* Mostly by weight. But each function has its turn, so that none is left out. */
static size_t choose(struct fuzz *f)
{
    uint64_t at = fuzz_below(f, weights[function_count - 1]);
    size_t low = 0, high = function_count - 1;

    if (++f->draws % DRAWS_PER_TURN == 0)
        return f->turn++ % function_count;
    while (low < high) {
        size_t middle = (low + high) / 2;

        if (at < weights[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void call_one(struct fuzz *f)
{
    size_t chosen = choose(f);

    if (fuzz_options.faults && fuzz_chance(f, 5))
        gifake_fail_slot(slots[fuzz_below(f, SLOTS)], GI_OK);
    functions[chosen]->call(f);
    atomic_fetch_add(&tallies[chosen].calls, 1);
    atomic_fetch_add(&tallies[chosen].successes, newest_result(f) == 0);
}

static void *run(void *data)
{
    struct fuzz *f = data;
    int64_t end_ns = fuzz_options.seconds == 0
        ? GI_FOREVER : gi_now_ns() + fuzz_options.seconds * INT64_C(1000000000);

    while (f->call_count < fuzz_options.calls && gi_now_ns() < end_ns) {
        call_one(f);
        fuzz_captures_look(f);
        if (fuzz_options.resets && fuzz_below(f, CALLS_PER_RESET) == 0)
            reset(f);
        if (f->call_count % CALLS_PER_CHECK != 0)
            continue;
        fuzz_captures_end(f);
        fuzz_arena_check(&f->arena);
        if (!fuzz_options.faults && (!fuzz_options.resets || fuzz_options.threads == 1))
            fuzz_keep_check("meanwhile");
    }
    fuzz_captures_end(f);
    return NULL;
}

static void *watch(void *unused)
{
    struct timespec pause = { .tv_nsec = 200000000 };

    (void)unused;
    while (!is_over) {
        for (int i = 0; i < fuzz_options.threads; i++) {
            int64_t since = all[i] == NULL ? 0 : all[i]->call_since_ns;

            if (since != 0 && gi_now_ns() - since > HANG_SECONDS * INT64_C(1000000000)) {
                fuzz_print_last();
                raise(SIGABRT);                  /* a core shows where */
            }
        }
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* ---- what there is --------------------------------------------------------------------------- */

struct census {
    size_t objects[GI_OBJECT_KIND_COUNT];
    int fds;
};

static struct census take_census(void)
{
    struct census census = { .fds = stress_open_fds() };

    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        census.objects[i] = gi_handle_live_count((enum gi_object_kind)i);
    return census;
}

static bool has_more_objects(const struct census *now, const struct census *before)
{
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++) {
        if (now->objects[i] > before->objects[i])
            return true;
    }
    return false;
}

static bool has_more(const struct census *now, const struct census *before)
{
    return has_more_objects(now, before) || now->fds > before->fds;
}

static void print_fds(void)
{
    char path[64], what[128];

    for (int fd = 3; fd < 256; fd++) {
        ssize_t length;

        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        length = readlink(path, what, sizeof what - 1);
        if (length > 0)
            print("fuzz: fd %d is %.*s\n", fd, (int)length, what);
    }
}

static void expect_no_more(const struct census *before)
{
    int64_t deadline = gi_deadline_ns((uint64_t)PATIENCE_SECONDS * 1000000000);
    struct census now = take_census();

    while (has_more(&now, before) && gi_now_ns() < deadline) {
        sched_yield();
        now = take_census();
    }
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++) {
        if (now.objects[i] > before->objects[i])
            print("fuzz: %zu instead of %zu are left: %s\n", now.objects[i], before->objects[i],
                  gi_object_kind_name((enum gi_object_kind)i));
    }
    if (has_more_objects(&now, before))
        fuzz_fail("objects are left");
    if (now.fds > before->fds) {
        print_fds();
        fuzz_fail("%d instead of %d fds are open", now.fds, before->fds);
    }
}

/* Starts whatever starts when it is first needed and stays. */
static void warm_up_device(void)
{
    cudaIpcMemHandle_t handle;
    cudaIpcEventHandle_t event_handle;
    cudaEvent_t event;
    cudaArray_t array;
    struct cudaChannelFormatDesc format = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    void *pointer, *managed;

    if (cudaMalloc(&pointer, 4096) != cudaSuccess || cudaMemset(pointer, 0, 4096) != cudaSuccess ||
        cudaEventCreate(&event) != cudaSuccess || cudaEventRecord(event, NULL) != cudaSuccess ||
        cudaMallocManaged(&managed, 4096, cudaMemAttachGlobal) != cudaSuccess)
        fuzz_fail("the device does not work: %s", gpuinterop_last_error_detail());
    if (gi_context_record(gi_context_current(), (uintptr_t)event) != GI_OK ||
        gi_context_wait(gi_context_current(), (uintptr_t)event) != GI_OK)
        fuzz_fail("the context does not work: %s", gpuinterop_last_error_detail());
    (void)cudaIpcGetMemHandle(&handle, pointer);
    if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess) ==
        cudaSuccess)
        (void)cudaIpcGetEventHandle(&event_handle, event);
    (void)cudaMallocAsync(&pointer, 4096, cudaStreamPerThread);
    (void)cudaMallocArray(&array, &format, 16, 16, 0);
}

static void warm_up(void)
{
    int count = 0;

    (void)cudaGetDeviceCount(&count);
    while (count-- > 0) {
        (void)cudaSetDevice(count);
        (void)gi_context_current();              /* makes the primary context's handle */
        warm_up_device();
    }
    if (reset_all_devices() != cudaSuccess)
        fuzz_fail("the device is not reset: %s", gpuinterop_last_error_detail());
}

/* ---- the program ----------------------------------------------------------------------------- */

bool fuzz_may(const char *name)
{
    for (int i = 0; i < fuzz_options.without_count; i++) {
        if (strstr(name, fuzz_options.without[i]) != NULL)
            return false;
    }
    return true;
}

static bool is_wanted(const char *name)
{
    return fuzz_may(name) &&
           (fuzz_options.only == NULL || strstr(name, fuzz_options.only) != NULL);
}

/* Calls of --graphs: most others are refused during a capture. */
static bool is_of_graphs(const struct fuzz_function *function)
{
    return strstr(function->name, "BeginCapture") != NULL ||
           strstr(function->name, "EndCapture") != NULL ||
           strstr(function->name, "UpdateCaptureDependencies") != NULL ||
           (function >= fuzz_graphs && function < fuzz_graphs + fuzz_graphs_count);
}

static void list_table(const struct fuzz_function *table, size_t count)
{
    uint64_t sum = function_count == 0 ? 0 : weights[function_count - 1];

    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(table[i].name) || (!fuzz_options.graphs && is_of_graphs(&table[i])))
            continue;
        if (function_count == MOST_FUNCTIONS)
            fuzz_fail("there are more functions than %d", MOST_FUNCTIONS);
        sum += table[i].weight;
        weights[function_count] = sum;
        functions[function_count++] = &table[i];
    }
}

static void list_functions(void)
{
    for (size_t t = 0; t < TABLES; t++)
        list_table(tables[t].functions, *tables[t].count);
    if (fuzz_options.gl)
        list_table(fuzz_gl, fuzz_gl_count);
    if (function_count == 0)
        fuzz_fail("no function has such a name");
}

static void expect_each(void)
{
    for (size_t i = 0; i < function_count; i++) {
        if (tallies[i].calls < fuzz_options.each)
            fuzz_fail("%s was called %llu times, not %llu", functions[i]->name,
                      (unsigned long long)tallies[i].calls, (unsigned long long)fuzz_options.each);
    }
}

static void report(void)
{
    uint64_t calls = 0, successes = 0;
    size_t succeeded = 0;

    for (size_t i = 0; i < function_count; i++) {
        calls += tallies[i].calls;
        successes += tallies[i].successes;
        succeeded += tallies[i].successes != 0;
        if (fuzz_options.verbose)
            printf("%8llu of %8llu  %s\n", (unsigned long long)tallies[i].successes,
                   (unsigned long long)tallies[i].calls, functions[i]->name);
    }
    printf("%llu calls, %llu succeeded; %zu of %zu functions did at least once\n",
           (unsigned long long)calls, (unsigned long long)successes, succeeded, function_count);
}

static void run_threads(void)
{
    static struct fuzz states[FUZZ_MAX_THREADS];
    pthread_t threads[FUZZ_MAX_THREADS], watcher;

    for (int i = 0; i < fuzz_options.threads; i++) {
        fuzz_begin(&states[i], i);
        all[i] = &states[i];
    }
    if (pthread_create(&watcher, NULL, watch, NULL) != 0)
        fuzz_fail("no thread");
    for (int i = 0; i < fuzz_options.threads; i++) {
        if (pthread_create(&threads[i], NULL, run, &states[i]) != 0)
            fuzz_fail("no thread");
    }
    for (int i = 0; i < fuzz_options.threads; i++)
        pthread_join(threads[i], NULL);
    end_faults();
    (void)cudaDeviceSynchronize();
    if (!fuzz_options.faults && (!fuzz_options.resets || fuzz_options.threads == 1))
        fuzz_keep_check("in the end");
    for (int i = 0; i < fuzz_options.threads; i++)
        fuzz_range_put_back(&states[i]);
    fuzz_ranges_end();
    if (fuzz_options.gl)
        fuzz_gl_end_some();
    fuzz_destroy_all();
    (void)reset_all_devices();
    if (fuzz_options.gl) {
        fuzz_gl_end();
        (void)reset_all_devices();
    }
    is_over = true;
    pthread_join(watcher, NULL);
    for (int i = 0; i < fuzz_options.threads; i++)
        fuzz_end(&states[i]);
}

static int usage(void)
{
    fprintf(stderr, "usage: fuzz_calls [--seed N] [--calls N] [--seconds N] [--threads 1..%d]\n"
                    "                  [--each LEAST_CALLS] [--resets] [--faults] [--graphs]\n"
                    "                  [--gl, with the fake driver]\n"
                    "                  [--only PART_OF_A_NAME] [--without PART_OF_A_NAME]...\n"
                    "                  [--verbose]\n"
                    "--without internal: no handles of the library's own\n",
            FUZZ_MAX_THREADS);
    return 2;
}

static bool parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";

        if (strcmp(argv[i], "--resets") == 0) {
            fuzz_options.resets = true;
            continue;
        }
        if (strcmp(argv[i], "--faults") == 0) {
            fuzz_options.faults = true;
            continue;
        }
        if (strcmp(argv[i], "--graphs") == 0) {
            fuzz_options.graphs = true;
            continue;
        }
        if (strcmp(argv[i], "--gl") == 0) {
            fuzz_options.gl = true;
            continue;
        }
        if (strcmp(argv[i], "--verbose") == 0) {
            fuzz_options.verbose = true;
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0)
            fuzz_options.seed = strtoull(value, NULL, 0);
        else if (strcmp(argv[i], "--calls") == 0)
            fuzz_options.calls = strtoull(value, NULL, 0);
        else if (strcmp(argv[i], "--each") == 0)
            fuzz_options.each = strtoull(value, NULL, 0);
        else if (strcmp(argv[i], "--seconds") == 0)
            fuzz_options.seconds = strtoll(value, NULL, 0);
        else if (strcmp(argv[i], "--threads") == 0)
            fuzz_options.threads = atoi(value);
        else if (strcmp(argv[i], "--only") == 0)
            fuzz_options.only = value;
        else if (strcmp(argv[i], "--without") == 0 &&
                 fuzz_options.without_count < FUZZ_MOST_WITHOUT)
            fuzz_options.without[fuzz_options.without_count++] = value;
        else
            return false;
        i++;
    }
    return fuzz_options.threads >= 1 && fuzz_options.threads <= FUZZ_MAX_THREADS &&
           (!fuzz_options.faults || gifake_fail_slot != NULL) &&
           (!fuzz_options.gl || fuzz_gl_begin != NULL);
}

int main(int argc, char **argv)
{
    struct census before;

    if (!parse(argc, argv))
        return usage();
    if (fuzz_options.seconds != 0)
        fuzz_options.calls = UINT64_MAX;
    stress_world_exports = fuzz_options.gl;
    if (!stress_world_begin())
        return SKIPPED;
    printf("seed 0x%llx\n", (unsigned long long)fuzz_options.seed);
    fflush(stdout);
    listen_to_deaths();
    list_functions();
    warm_up();
    fuzz_world_begin();
    if (fuzz_options.gl)
        fuzz_gl_begin();
    before = take_census();
    fuzz_keep_begin(true);
    run_threads();
    expect_no_more(&before);
    fuzz_world_end();
    report();
    expect_each();
    return 0;
}
