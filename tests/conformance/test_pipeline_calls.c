/* Boxes that shaders copy and fill, with each kind of folder for the cache of pipelines: what the
 * driver is called for, and what it is given of the cache. It is run with a plan that has shaders.
 * The caches of some drivers hold nothing, so each is given some bytes more here. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/clock.h"
#include "base/process.h"
#include "base/thread.h"
#include "pools/memory.h"
#include "queue/waiter.h"
#include "vulkan/device/driver_state.h"
#include "vulkan/plan/pipeline_file.h"

enum { EXIT_SKIPPED = 77, MORE_BYTES = 64, MEMORY_BYTES = 1 << 16, ROW_BYTES = 256, ROWS = 64,
       WIDTH_BYTES = 200 };

/* The calls below Vulkan's. */
static struct {
    PFN_vkGetInstanceProcAddr get;
    PFN_vkGetDeviceProcAddr get_device;
    PFN_vkCreatePipelineCache create_cache;
    PFN_vkGetPipelineCacheData get_data;
    PFN_vkCreateComputePipelines create_pipelines;
    atomic_int pipelines_made;
    atomic_size_t given_bytes;           /* of what was kept, to the last cache that was made */
} below;

/* The next pipeline that this thread makes cannot be made. */
static _Thread_local bool fails_next;

static char folder[64], file[192];

/* Threads of the library that were started, and how often this thread has slept. The linker sends
 * these calls to the test. */
static atomic_int pipeline_threads, watchers;
static _Thread_local int sleeps;

gi_status __real_gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *),
                                 void *argument);
gi_status __wrap_gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *),
                                 void *argument);
gi_status __wrap_gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *),
                                 void *argument)
{
    pipeline_threads += strcmp(name, "gi-pipelines") == 0;
    watchers += strcmp(name, "gi-watch") == 0;
    return __real_gi_thread_start(out_thread, name, run, argument);
}

int __real_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until)
{
    sleeps++;
    return __real_pthread_cond_timedwait(condition, lock, until);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL create_cache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo *info,
                                                   const VkAllocationCallbacks *callbacks,
                                                   VkPipelineCache *out)
{
    VkPipelineCacheCreateInfo less = *info;
    const unsigned char *bytes = info->pInitialData;

    below.given_bytes = info->initialDataSize;
    if (info->initialDataSize != 0) {
        assert_true(info->initialDataSize > MORE_BYTES);
        less.initialDataSize -= MORE_BYTES;
        for (size_t i = less.initialDataSize; i < info->initialDataSize; i++)
            assert_int_equal(bytes[i], 0xab);
    }
    return below.create_cache(device, &less, callbacks, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_data(VkDevice device, VkPipelineCache cache,
                                               size_t *size_bytes, void *data)
{
    size_t room = *size_bytes, more = below.pipelines_made != 0 ? MORE_BYTES : 0;
    VkResult result;

    if (data != NULL && room < more)
        return VK_INCOMPLETE;
    *size_bytes = data != NULL ? room - more : 0;
    result = below.get_data(device, cache, size_bytes, data);
    if (data != NULL)
        memset((char *)data + *size_bytes, 0xab, more);
    *size_bytes += more;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkPipeline *out)
{
    *out = VK_NULL_HANDLE;
    if (fails_next) {
        fails_next = false;
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    below.pipelines_made++;
    return below.create_pipelines(device, cache, count, infos, callbacks, out);
}

#define REPLACE(call, field)                                                                      \
    do {                                                                                          \
        if (strcmp(name, "vk" #call) == 0) {                                                      \
            below.field = (PFN_vk##call)below.get_device(device, name);                           \
            return (PFN_vkVoidFunction)field;                                                     \
        }                                                                                         \
    } while (0)

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name)
{
    REPLACE(CreatePipelineCache, create_cache);
    REPLACE(GetPipelineCacheData, get_data);
    REPLACE(CreateComputePipelines, create_pipelines);
    return below.get_device(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        below.get_device = (PFN_vkGetDeviceProcAddr)below.get(instance, name);
        return (PFN_vkVoidFunction)get_device;
    }
    return below.get(instance, name);
}

/* ---- work ------------------------------------------------------------------------------------ */

static struct gi_memory *memory_make(struct gi_device_base *device, enum gi_memory_kind kind)
{
    struct gi_memory *mem = calloc(1, givk_driver.memory->size);

    assert_non_null(mem);
    mem->device = device;
    mem->ops = givk_driver.memory;
    assert_int_equal(mem->ops->allocate(mem, MEMORY_BYTES, kind), GI_OK);
    return mem;
}

static void memory_free(struct gi_memory *mem)
{
    mem->ops->finish(mem);
    free(mem);
}

/** Fills a box of dst, and copies it below itself. The first pipeline that this needs, which no
 *  thread makes ahead, can be made to fail before. */
static void run_boxes(struct gi_device_base *device, struct gi_queue *queue, struct gi_memory *dst,
                      bool with_failure)
{
    const struct gi_strides strides = { ROW_BYTES, ROW_BYTES * ROWS };
    const struct gi_box box = { WIDTH_BYTES, ROWS, 1 };
    const struct gi_command commands[2] = {
        { .kind = GI_COMMAND_FILL, .dst = { .memory = dst, .strides = strides }, .box = box,
          .pattern = 0x5c, .pattern_bytes = 1 },
        { .kind = GI_COMMAND_COPY, .barrier_before = true, .box = box,
          .dst = { .memory = dst, .offset_bytes = ROW_BYTES * ROWS, .strides = strides },
          .src = { .memory = dst, .strides = strides } },
    };
    const struct gi_batch batch = { .commands = commands, .command_count = 2, .value = 1 };
    const struct gi_wait wait = { .queue = queue, .value = 1 };
    struct gi_waiter *waiter;

    memset(dst->host_address, 0, MEMORY_BYTES);
    fails_next = with_failure;
    if (with_failure)
        assert_int_equal(givk_driver.queue->submit(queue, &batch), GI_OUT_OF_MEMORY);
    assert_false(fails_next);
    assert_int_equal(givk_driver.queue->submit(queue, &batch), GI_OK);
    assert_int_equal(gi_waiter_create(device, GI_WAITER_CALLERS, &waiter), GI_OK);
    assert_int_equal(waiter->ops->wait(waiter, &wait, 1, GI_FOREVER), GI_OK);
    gi_waiter_destroy(waiter);
    for (size_t i = 0; i < MEMORY_BYTES; i++) {
        bool is_in_box = i % ROW_BYTES < WIDTH_BYTES && i < ROW_BYTES * ROWS * 2;
        assert_int_equal(((const uint8_t *)dst->host_address)[i], is_in_box ? 0x5c : 0);
    }
}

static bool waits_in_vain;

/** Waits for two values of a queue that nobody signals meanwhile, until it has slept. Before that
 *  the driver polls. */
static void wait_in_vain(struct gi_device_base *device, struct gi_queue *queue)
{
    const struct gi_wait waits[2] = { { .queue = queue, .value = 1 },
                                      { .queue = queue, .value = 2 } };
    struct gi_waiter *waiter;

    assert_int_equal(gi_waiter_create(device, GI_WAITER_CALLERS, &waiter), GI_OK);
    sleeps = 0;
    for (uint64_t limit_ns = 4000000; sleeps == 0; limit_ns *= 2)
        assert_int_equal(waiter->ops->wait(waiter, waits, 2, gi_deadline_ns(limit_ns)), GI_TIMEOUT);
    gi_waiter_destroy(waiter);
}

/** A device from its opening to its end, in the way of a process that works on it. */
static void work_with(bool failure)
{
    static struct gi_device_info info;
    struct gi_device_base *device = calloc(1, givk_driver.device->size);
    struct gi_queue *queue = calloc(1, givk_driver.queue->size);
    struct gi_memory *dst;
    size_t count = 0;

    assert_non_null(device);
    assert_non_null(queue);
    if (givk_driver.enumerate(&givk_driver, &info, 1, &count) != GI_OK || count == 0)
        exit(EXIT_SKIPPED);
    device->driver = &givk_driver;
    device->info = info;
    below.pipelines_made = 0;
    below.given_bytes = 0;
    assert_int_equal(givk_driver.device->open(device), GI_OK);
    queue->device = device;
    assert_int_equal(givk_driver.queue->open(queue), GI_OK);
    dst = memory_make(device, GI_MEMORY_HOST);
    assert_int_equal(below.pipelines_made, 0);
    if (waits_in_vain)
        wait_in_vain(device, queue);
    run_boxes(device, queue, dst, failure);
    assert_true(below.pipelines_made >= 2);      /* and some that are made ahead */
    givk_driver.queue->close(queue);
    memory_free(dst);
    givk_driver.device->close(device);
    free(queue);
    free(device);
}

static void work(void)
{
    work_with(false);
}

/** Names the file of the device that work() uses. */
static void find_file(void)
{
    char name[GIVK_PIPELINE_FILE_NAME];
    const struct givk_instance_calls *calls;
    const struct givk_listed *listed = givk_driver_listed(0, &calls);

    assert_non_null(listed);
    givk_pipeline_file_name(&listed->facts, name);
    snprintf(file, sizeof(file), "%s/%s", folder, name);
}

static bool exists(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0;
}

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gi-pipelines-XXXXXX");
    assert_non_null(mkdtemp(folder));
    setenv("GPUINTEROP_CACHE_DIR", folder, 1);
    return 0;
}

static int end(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static int work_in_child(bool is_ending)
{
    pid_t child = fork();
    int ending;

    assert_true(child >= 0);
    if (child == 0) {
        alarm(200);
        waits_in_vain = true;
        if (is_ending)
            gi_process_stop_threads();
        work();
        _exit((pipeline_threads == !is_ending) + 2 * (watchers == !is_ending));
    }
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    return WEXITSTATUS(ending);
}

/** Work in an exit handler does without the threads that have not started by then. A child of a
 *  process that has used Vulkan may not use it, so this case and the next come first. */
TEST_CASE_WITH(no_thread_starts_at_the_end, begin, end)
{
    int ending = work_in_child(false);

    if (ending == EXIT_SKIPPED)
        exit(EXIT_SKIPPED);
    assert_int_equal(ending, 3);
    assert_int_equal(work_in_child(true), 3);
}

TEST_CASE_WITH(two_processes_at_once_share_a_file, begin, end)
{
    enum { PROCESSES = 2 };
    pid_t children[PROCESSES];
    int ending;

    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            for (int k = 0; k < 3; k++)
                work();
            exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        assert_int_equal(waitpid(children[i], &ending, 0), children[i]);
        assert_true(WIFEXITED(ending));
        if (WEXITSTATUS(ending) == EXIT_SKIPPED)
            exit(EXIT_SKIPPED);
        assert_int_equal(WEXITSTATUS(ending), 0);
    }
    work();
    find_file();
    assert_true(exists(file));
    assert_true(below.given_bytes > MORE_BYTES);
}

TEST_CASE_WITH(what_is_kept_is_given_back, begin, end)
{
    work();
    assert_int_equal(below.given_bytes, 0);
    find_file();
    assert_true(exists(file));
    work();
    assert_true(below.given_bytes > MORE_BYTES);
}

TEST_CASE_WITH(work_is_refused_while_a_pipeline_cannot_be_made, begin, end)
{
    work_with(true);
}

TEST_CASE_WITH(a_missing_folder_is_made, begin, end)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/missing", folder);
    setenv("GPUINTEROP_CACHE_DIR", path, 1);
    work();
    assert_true(exists(path));
    work();
    assert_true(below.given_bytes > MORE_BYTES);
}

TEST_CASE_WITH(a_folder_that_cannot_be_written_is_done_without, begin, end)
{
    setenv("GPUINTEROP_CACHE_DIR", "/proc/self/none", 1);
    work();
    assert_int_equal(below.given_bytes, 0);
}

TEST_CASE_WITH(a_link_is_not_followed, begin, end)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/link", folder);
    assert_int_equal(symlink(folder, path), 0);
    setenv("GPUINTEROP_CACHE_DIR", path, 1);
    work();
    find_file();
    assert_false(exists(file));
    setenv("GPUINTEROP_CACHE_DIR", folder, 1);
    assert_int_equal(symlink("/dev/zero", file), 0);
    work();
    assert_int_equal(below.given_bytes, 0);
    work();
    assert_true(below.given_bytes > MORE_BYTES);
}

TEST_CASE_WITH(garbage_is_replaced, begin, end)
{
    static const char garbage[5000] = "garbage";
    FILE *stream;

    find_file();
    stream = fopen(file, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(garbage, 1, sizeof(garbage), stream), sizeof(garbage));
    assert_int_equal(fclose(stream), 0);
    work();
    assert_int_equal(below.given_bytes, 0);
    work();
    assert_true(below.given_bytes > MORE_BYTES);
    assert_int_equal(truncate(file, 50), 0);
    work();
    assert_int_equal(below.given_bytes, 0);
}

TEST_CASE_WITH(no_folder_is_no_cache, begin, end)
{
    setenv("GPUINTEROP_CACHE_DIR", "", 1);
    work();
    assert_int_equal(below.given_bytes, 0);
    setenv("GPUINTEROP_CACHE_DIR", "not/absolute", 1);
    work();
    assert_int_equal(below.given_bytes, 0);
    assert_false(exists("not"));
}

int main(void)
{
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW);
    void *symbol = loader != NULL ? dlsym(loader, "vkGetInstanceProcAddr") : NULL;

    if (symbol == NULL)
        return EXIT_SKIPPED;
    memcpy(&below.get, &symbol, sizeof(below.get));
    givk_loader_replace(get);
    return run_test_cases(NULL);
}
