/* Kernels that are compiled in the background before their first launch. The fake compiles nothing;
 * it counts, and stops a thread in the driver. */
#include "harness.h"

#include <string.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/background.h"
#include "base/process.h"
#include "code/code.h"
#include "module/function.h"
#include "code/kept_launches.h"
#include "module/launch.h"
#include "module/library.h"
#include "module/lookup.h"
#include "module/module.h"
#include "module/registered.h"

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define KERNEL(name, bounds) ".visible .entry " name "()\n" bounds "\n{\nret;\n}\n"
#define FLAT ".visible .entry flat()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, %tid.y;\nret;\n}\n"

/* As many threads as a machine with several processors has, on each machine. */
static void begin_on(const char *threads)
{
    setenv("GPUINTEROP_COMPILE_AHEAD", threads, 1);
    sched_begin_plain();
}

static void begin(const char *threads)
{
    setenv("GPUINTEROP_CACHE_DIR", "", 1);
    begin_on(threads);
}

static struct gi_device *device(void)
{
    struct gi_device *current;

    OK(gi_device_current(&current));
    return current;
}

static gi_handle load(const char *text)
{
    struct gi_code *code;
    gi_handle module;

    OK(gi_code_read(text, strlen(text) + 1, &code));
    OK(gi_module_load(code, device(), &module));
    gi_code_unref(code);
    return module;
}

static gi_status launch(gi_handle module, const char *name, uint32_t x, uint32_t y)
{
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { x, y, 1 } };
    gi_handle function;

    OK(gi_module_function(module, name, &function));
    return gi_launch(function, &launch);
}

static unsigned kernels(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.kernels;
}

static uint64_t made_ahead(void)
{
    return gi_counter_value(GI_COUNT_AHEAD);
}

/* How many kernels launches have compiled themselves. */
static unsigned made_by_launches(void)
{
    gi_background_wait();
    return kernels() - (unsigned)made_ahead();
}

/* Whether a launch finds what it takes. Its size may begin a pass over the other kernels. */
static bool is_there(gi_handle module, const char *name, uint32_t x, uint32_t y)
{
    unsigned before = made_by_launches();

    OK(launch(module, name, x, y));
    return made_by_launches() == before;
}

/* ---- what is compiled ------------------------------------------------------------------------ */

SCHED_CASE(a_launch_takes_what_was_made)
{
    gi_handle module;

    begin("2");
    module = load(HEAD KERNEL("plain", "") KERNEL("needs", ".reqntid 32, 4") FLAT
                  KERNEL("bound", ".maxntid 96"));
    gi_background_wait();
    REQUIRE(kernels() == 4 && made_ahead() == 4, "%u kernels were made", kernels());
    REQUIRE(is_there(module, "plain", 256, 1), "plain was compiled by its launch");
    REQUIRE(is_there(module, "needs", 32, 4), "needs was compiled by its launch");
    REQUIRE(is_there(module, "flat", 16, 16), "flat was compiled by its launch");
    REQUIRE(is_there(module, "bound", 96, 1), "bound was compiled by its launch");
    REQUIRE(!is_there(module, "plain", 64, 1), "a size that nobody could know was there");
    OK(gi_device_synchronize());
    OK(gi_module_unload(module));
    gi_background_wait();
    sched_expect_nothing_left();
}

SCHED_CASE(other_kernels_get_the_size_of_a_launch)
{
    gi_handle module;

    begin("1");
    module = load(HEAD KERNEL("a", "") KERNEL("b", "") FLAT KERNEL("c", ".maxntid 64"));
    gi_background_wait();
    REQUIRE(!is_there(module, "a", 128, 1), "128 threads were there");
    gi_background_wait();
    REQUIRE(is_there(module, "b", 128, 1), "b was compiled by its launch");
    REQUIRE(is_there(module, "flat", 16, 16) && is_there(module, "c", 64, 1),
            "what has other bounds was compiled by its launch");
    REQUIRE(kernels() == 6, "%u kernels were made", kernels());  /* a and b: 256, 128 */
}

SCHED_CASE(registered_code_is_compiled_when_the_device_opens)
{
    static const char stub, unused;
    struct gi_registered *image = gi_registered_image(HEAD KERNEL("first", "")),
                         *empty = gi_registered_image(HEAD KERNEL("second", ""));
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 256, 1, 1 } };
    struct gi_function *function;

    gi_registered_add_kernel(image, &stub, "first");
    gi_registered_add_variable(empty, &unused, "none");
    begin("2");
    REQUIRE(device() != NULL, "no device");
    gi_background_wait();
    REQUIRE(kernels() == 1, "%u kernels were made", kernels());
    REQUIRE(gi_handle_live_count(GI_OBJECT_MODULE) == 0, "a module was loaded");
    OK(gi_lookup_function(&stub, &function));
    OK(gi_launch_function(function, &launch));
    gi_object_unref(&function->object);
    gi_background_wait();
    REQUIRE(kernels() == 1, "the launch compiled");
    OK(gi_device_synchronize());
    gi_registered_end(image);
    gi_registered_end(empty);
    sched_expect_nothing_left();
}

SCHED_CASE(no_thread_compiles_nothing)
{
    gi_handle module;

    begin("0");
    module = load(HEAD KERNEL("a", ""));
    OK(launch(module, "a", 32, 1));
    gi_background_wait();
    REQUIRE(kernels() == 1 && made_ahead() == 0, "%u kernels were made", kernels());
}

SCHED_CASE(large_code_is_left_out)
{
    static char text[65 * 64];
    size_t length = (size_t)snprintf(text, sizeof text, HEAD);
    gi_handle module;

    begin("2");
    for (int i = 0; i < 65; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, KERNEL("k%d", ""), i);
    module = load(text);
    gi_background_wait();
    REQUIRE(kernels() == 0, "%u kernels were made", kernels());
    OK(launch(module, "k64", 32, 1));
}

SCHED_CASE(a_kernel_that_is_wrong_is_told_by_its_launch)
{
    gi_handle module;

    begin("2");
    module = load(HEAD KERNEL("right", "") ".visible .entry wrong()\n{\nnonsense;\nret;\n}\n");
    gi_background_wait();
    STATUS(GI_NO_BINARY, launch(module, "wrong", 256, 1));
    REQUIRE(strstr(gi_last_error_detail(), "nonsense") != NULL, "\"%s\"", gi_last_error_detail());
    REQUIRE(is_there(module, "right", 256, 1), "right was compiled by its launch");
}

SCHED_CASE(a_launch_tries_again)
{
    gi_handle module;

    begin("1");
    REQUIRE(device() != NULL, "no device");
    gifake_fail_slot("kernel.init", GI_OUT_OF_MEMORY);
    module = load(HEAD KERNEL("a", ""));
    gi_background_wait();
    REQUIRE(gifake_failed_slot() != NULL && kernels() == 0, "nothing failed");
    OK(launch(module, "a", 256, 1));
    REQUIRE(kernels() == 1, "%u kernels were made", kernels());
}

/* ---- launches of earlier processes ----------------------------------------------------------- */

static char folder[] = "/tmp/gi-ahead-XXXXXX";

static void remove_folder(void)
{
    char command[sizeof folder + 16];

    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    (void)!system(command);
}

static void begin_with_files(void)
{
    REQUIRE(mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "no folder");
    setenv("GPUINTEROP_CACHE_DIR", folder, 1);
    begin_on("2");
}

#define KEPT HEAD KERNEL("a", "") KERNEL("b", "") \
    ".extern .shared .align 16 .b8 room[];\n" \
    ".visible .entry c()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, room;\nst.shared.u32 [%r1], %r1;\n" \
    "ret;\n}\n.visible .func helper()\n{\nret;\n}\n"

SCHED_CASE(what_was_launched_is_kept)
{
    const struct gi_launch with_room = { .grid = { 1, 1, 1 }, .block = { 32, 2, 1 },
                                         .shared_bytes = 64 };
    gi_handle module, function;

    begin_with_files();
    module = load(KEPT);
    OK(launch(module, "b", 96, 1));
    OK(gi_module_function(module, "c", &function));
    OK(gi_launch(function, &with_room));
    OK(gi_device_synchronize());
    gi_background_wait();
    OK(gi_module_unload(module));
    REQUIRE(kernels() == 0, "%u kernels are left", kernels());
    module = load(KEPT);         /* as another process does */
    gi_background_wait();
    REQUIRE(kernels() == 2, "%u kernels were made", kernels());
    REQUIRE(is_there(module, "b", 96, 1), "b was compiled by its launch");
    OK(gi_module_function(module, "c", &function));
    OK(gi_launch(function, &with_room));
    gi_background_wait();
    REQUIRE(kernels() == 2, "%u kernels were made", kernels());
}

SCHED_CASE(a_wrong_file_makes_nothing)
{
    static const struct gi_kept_launches wrong = {
        .count = 9,
        .items = { { 7, { 32, 1, 1 }, 0 }, { UINT32_MAX, { 32, 1, 1 }, 0 }, { 0, { 0, 1, 1 }, 0 },
                   { 0, { UINT32_MAX, UINT32_MAX, UINT32_MAX }, 0 }, { 0, { 1, 1, UINT32_MAX }, 0 },
                   { 0, { 65536, 65536, 1 }, 0 }, { 0, { 32, 1, 1 }, UINT32_MAX },
                   { 0, { 32, 1, 1 }, 1 << 30 }, { 3, { 32, 1, 1 }, 0 } }
    };
    struct gi_code *code;
    gi_handle module;

    begin_with_files();
    OK(gi_code_read(KEPT, sizeof KEPT, &code));
    gi_kept_launches_write(code, &wrong);
    OK(gi_module_load(code, device(), &module));
    gi_code_unref(code);
    gi_background_wait();
    REQUIRE(kernels() == 0, "%u kernels were made", kernels());
    OK(launch(module, "a", 32, 1));
}

/* ---- while a thread compiles ----------------------------------------------------------------- */

struct caller {
    pthread_t thread;
    atomic_int number;                   /* of the thread, right before its call */
    gi_handle module;
    gi_status status;
};

static void *call(void *argument)
{
    struct caller *caller = argument;

    atomic_store(&caller->number, (int)syscall(SYS_gettid));
    caller->status = launch(caller->module, "a", 256, 1);
    return NULL;
}

static gi_handle load_and_stop(const char *text)
{
    gi_handle module;

    REQUIRE(device() != NULL, "no device");
    gifake_stop_in("kernel.init", 1);
    module = load(text);
    REQUIRE(gifake_wait_stopped(), "nothing was compiled in the background");
    return module;
}

SCHED_CASE(a_launch_waits_for_its_variant_alone)
{
    struct caller caller = { .status = GI_OK };

    begin("1");
    caller.module = load_and_stop(HEAD KERNEL("a", ""));
    OK(launch(caller.module, "a", 32, 1));       /* while the thread is in the driver */
    REQUIRE(kernels() == 1, "%u kernels were made", kernels());
    REQUIRE(pthread_create(&caller.thread, NULL, call, &caller) == 0, "no thread");
    while (atomic_load(&caller.number) == 0 || !sched_sleeps(atomic_load(&caller.number)))
        sched_yield();
    REQUIRE(kernels() == 1, "the launch compiled what another thread does");
    gifake_go_on();
    pthread_join(caller.thread, NULL);
    OK(caller.status);
    gi_background_wait();
    REQUIRE(kernels() == 2, "%u kernels were made for two sizes", kernels());
}

/* The kernels that are left get the new size at once, and not the old one. */
SCHED_CASE(a_new_size_comes_first)
{
    gi_handle module;

    begin("1");
    module = load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", ""));
    OK(launch(module, "a", 128, 1));
    gifake_go_on();
    gi_background_wait();
    REQUIRE(kernels() == 4 && made_ahead() == 3, "%u kernels were made", kernels());
    REQUIRE(is_there(module, "b", 128, 1) && is_there(module, "c", 128, 1),
            "they were compiled by their launches");
}

SCHED_CASE(unloading_ends_it)
{
    gi_handle module;

    begin("1");
    module = load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", ""));
    OK(gi_module_unload(module));
    gifake_go_on();
    gi_background_wait();
    REQUIRE(made_ahead() == 1, "%u more kernels were made", (unsigned)made_ahead() - 1);
    sched_expect_nothing_left();
}

SCHED_CASE(a_reset_ends_it)
{
    begin("1");
    (void)load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", ""));
    OK(gi_device_reset());
    gifake_go_on();
    gi_background_wait();
    REQUIRE(made_ahead() == 1, "%u more kernels were made", (unsigned)made_ahead() - 1);
    sched_expect_nothing_left();
}

SCHED_CASE(a_lost_device_ends_it)
{
    gi_handle module;

    begin("1");
    module = load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", ""));
    sched_pause_all();
    OK(launch(module, "b", 32, 1));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_device_synchronize());
    gifake_go_on();
    gi_background_wait();
    REQUIRE(made_ahead() == 0, "%u kernels were made", (unsigned)made_ahead());
}

/* A library that is closed takes its image away, here before the only thread comes to it. */
SCHED_CASE(an_image_may_go_before_it_is_read)
{
    static const char text[] = HEAD KERNEL("a", "") KERNEL("b", "");
    static const char stub;
    void *page = mmap(NULL, sizeof text, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                      0);
    struct gi_registered *image;

    begin("1");
    (void)load_and_stop(HEAD KERNEL("busy", ""));
    REQUIRE(page != MAP_FAILED, "no memory");
    memcpy(page, text, sizeof text);
    image = gi_registered_image(page);
    gi_registered_add_kernel(image, &stub, "a");
    OK(gi_device_set_current(1));
    REQUIRE(device()->ordinal == 1, "another device");
    gi_registered_end(image);
    munmap(page, sizeof text);
    gifake_go_on();
    gi_background_wait();
    REQUIRE(made_ahead() == 1, "%u kernels were made", (unsigned)made_ahead());
}

static struct gi_registered *at_exit_image;

/* Exit handlers run newest first, so this one runs behind the library's. */
static void go_on_at_exit(void)
{
    gifake_go_on();
    gi_registered_end(at_exit_image);
}

static void *go_on_soon(void *unused)
{
    gifake_go_on();
    return unused;
}

static void *stop_threads(void *number)
{
    atomic_store((atomic_int *)number, (int)syscall(SYS_gettid));
    gi_process_stop_threads();
    return NULL;
}

/* What the exit does first waits for the thread in the driver, which makes no other kernel. */
SCHED_CASE(no_kernel_begins_at_exit)
{
    atomic_int number = 0;
    pthread_t thread;

    begin("1");
    (void)load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", ""));
    REQUIRE(pthread_create(&thread, NULL, stop_threads, &number) == 0, "no thread");
    while (atomic_load(&number) == 0 || !sched_sleeps(atomic_load(&number)))
        sched_yield();
    gifake_go_on();
    pthread_join(thread, NULL);
    REQUIRE(made_ahead() == 1, "%u kernels were made", (unsigned)made_ahead());
    _exit(0);
}

SCHED_CASE(the_process_ends)
{
    pthread_t thread;

    begin("2");
    (void)load_and_stop(HEAD KERNEL("a", "") KERNEL("b", "") KERNEL("c", "") KERNEL("d", ""));
    REQUIRE(pthread_create(&thread, NULL, go_on_soon, NULL) == 0, "no thread");
    pthread_detach(thread);
    exit(0);
}

/* Nobody lets the thread go on, and the process ends all the same. */
SCHED_CASE(the_process_ends_with_a_stuck_thread)
{
    REQUIRE(atexit(go_on_at_exit) == 0, "no function at exit");
    begin("1");
    (void)load_and_stop(HEAD KERNEL("a", ""));
    exit(0);
}

SCHED_CASE(a_forked_child_compiles_nothing)
{
    gi_handle module;
    pid_t child;
    int status;

    begin("1");
    module = load_and_stop(HEAD KERNEL("a", "") KERNEL("b", ""));
    child = fork();
    if (child == 0) {
        gi_handle function;

        status = gi_module_function(module, "b", &function) == GI_NOT_INITIALIZED ? 0 : 1;
#ifdef __SANITIZE_ADDRESS__
        _exit(status);           /* what a thread of the parent holds looks lost */
#else
        exit(status);
#endif
    }
    REQUIRE(waitpid(child, &status, 0) == child && status == 0, "the child ended with %d", status);
    gifake_go_on();
    gi_background_wait();
    REQUIRE(kernels() == 2, "%u kernels were made", kernels());
}

/* ---- several --------------------------------------------------------------------------------- */

SCHED_CASE(each_device_compiles_for_itself)
{
    static const char stub;
    struct gi_registered *image = gi_registered_image(HEAD KERNEL("a", ""));
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 256, 1, 1 } };

    gi_registered_add_kernel(image, &stub, "a");
    begin("3");
    for (int ordinal = 0; ordinal < 2; ordinal++) {
        struct gi_function *function;

        OK(gi_device_set_current(ordinal));
        REQUIRE(device()->ordinal == ordinal, "another device");
        gi_background_wait();
        REQUIRE(kernels() == (unsigned)ordinal + 1, "%u kernels were made", kernels());
        OK(gi_lookup_function(&stub, &function));
        OK(gi_launch_function(function, &launch));
        gi_object_unref(&function->object);
        OK(gi_device_synchronize());
    }
    gi_background_wait();
    REQUIRE(kernels() == 2, "%u kernels were made", kernels());
}

enum { THREADS = 4, ROUNDS = 50 };

static void *load_and_launch(void *unused)
{
    for (uint32_t i = 0; i < ROUNDS; i++) {
        gi_handle module = load(HEAD KERNEL("a", "") KERNEL("b", "") FLAT);

        OK(launch(module, i % 2 == 0 ? "a" : "b", 64 + i % 3 * 64, 1));
        OK(launch(module, "flat", 16, 16));
        OK(gi_module_unload(module));
    }
    return unused;
}

SCHED_CASE(many_threads_load_and_unload)
{
    pthread_t threads[THREADS];

    begin("3");
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, load_and_launch, NULL) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    gi_background_wait();
    OK(gi_device_synchronize());
    sched_expect_nothing_left();
}
