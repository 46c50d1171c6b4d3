/* When pipelines are made, by whom, and what is kept of them. The Vulkan calls are this file's. */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/clock.h"
#include "base/process.h"
#include "vulkan/device/device.h"

enum { HEADER_BYTES = sizeof(VkPipelineCacheHeaderVersionOne), MOST_PIPELINES = 16 };

/* ---- a driver -------------------------------------------------------------------------------- */

/* A cache of pipelines: what they were made of. */
struct caches {
    size_t count;
    const uint32_t *codes[MOST_PIPELINES];
};

/* What the driver has done since the test began. */
static struct {
    pthread_mutex_t lock;
    int made, compiled, alive;           /* pipelines; compiled: those that no cache had */
    int caches_made, modules_alive;
    int fail_module, fail_pipeline, fail_cache;      /* that many calls, from now on */
    bool has_no_data;                    /* caches give their header alone */
    long takes_ns;                       /* to make a pipeline */
} driver = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct givk_facts facts;
static struct givk_plan plan;
static char folder[64];

static int seen(const int *counter)
{
    int value;

    pthread_mutex_lock(&driver.lock);
    value = *counter;
    pthread_mutex_unlock(&driver.lock);
    return value;
}

static bool fails(int *counter)
{
    bool does;

    pthread_mutex_lock(&driver.lock);
    does = *counter > 0;
    *counter -= does;
    pthread_mutex_unlock(&driver.lock);
    return does;
}

static void add(struct caches *cache, const uint32_t *code)
{
    for (size_t i = 0; i < cache->count; i++)
        if (cache->codes[i] == code)
            return;
    assert_true(cache->count < MOST_PIPELINES);
    cache->codes[cache->count++] = code;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_cache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo *info,
                                                   const VkAllocationCallbacks *callbacks,
                                                   VkPipelineCache *out)
{
    struct caches *cache = calloc(1, sizeof(*cache));

    (void)device;
    (void)callbacks;
    assert_non_null(cache);
    assert_true(info->initialDataSize == 0 ||
                givk_pipeline_file_fits(&facts, info->pInitialData, info->initialDataSize));
    if (fails(&driver.fail_cache)) {
        free(cache);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (info->initialDataSize != 0) {
        cache->count = (info->initialDataSize - HEADER_BYTES) / sizeof(cache->codes[0]);
        memcpy(cache->codes, (const char *)info->pInitialData + HEADER_BYTES,
               cache->count * sizeof(cache->codes[0]));
    }
    pthread_mutex_lock(&driver.lock);
    driver.caches_made++;
    pthread_mutex_unlock(&driver.lock);
    *out = (VkPipelineCache)cache;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_cache(VkDevice device, VkPipelineCache cache,
                                                const VkAllocationCallbacks *callbacks)
{
    (void)device;
    (void)callbacks;
    free((struct caches *)cache);
}

static VKAPI_ATTR VkResult VKAPI_CALL get_data(VkDevice device, VkPipelineCache handle,
                                               size_t *size_bytes, void *data)
{
    const struct caches *cache = (const struct caches *)handle;
    VkPipelineCacheHeaderVersionOne header = {
        .headerSize = HEADER_BYTES,
        .headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE,
        .vendorID = facts.info.vendor_id,
        .deviceID = facts.info.device_id,
    };
    VkResult result = VK_SUCCESS;
    size_t all;

    (void)device;
    memcpy(header.pipelineCacheUUID, facts.pipeline_cache_uuid, VK_UUID_SIZE);
    pthread_mutex_lock(&driver.lock);
    all = HEADER_BYTES + (driver.has_no_data ? 0 : cache->count * sizeof(cache->codes[0]));
    if (data != NULL && *size_bytes < all) {
        result = VK_INCOMPLETE;
    } else if (data != NULL) {
        memcpy(data, &header, HEADER_BYTES);
        memcpy((char *)data + HEADER_BYTES, cache->codes, all - HEADER_BYTES);
    }
    pthread_mutex_unlock(&driver.lock);
    *size_bytes = result == VK_SUCCESS ? all : 0;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkShaderModule *out)
{
    (void)device;
    (void)callbacks;
    if (fails(&driver.fail_module))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&driver.lock);
    driver.modules_alive++;
    pthread_mutex_unlock(&driver.lock);
    *out = (VkShaderModule)info->pCode;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_module(VkDevice device, VkShaderModule module,
                                                 const VkAllocationCallbacks *callbacks)
{
    (void)device;
    (void)module;
    (void)callbacks;
    pthread_mutex_lock(&driver.lock);
    driver.modules_alive--;
    pthread_mutex_unlock(&driver.lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache handle,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkPipeline *out)
{
    struct caches *cache = (struct caches *)handle;
    const uint32_t *code = (const uint32_t *)infos->stage.module;
    const struct timespec time = { 0, driver.takes_ns };
    size_t before;

    (void)device;
    (void)callbacks;
    assert_int_equal(count, 1);
    nanosleep(&time, NULL);
    *out = VK_NULL_HANDLE;
    if (fails(&driver.fail_pipeline))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    pthread_mutex_lock(&driver.lock);
    driver.made++;
    driver.alive++;
    before = cache != NULL ? cache->count : 0;
    if (cache != NULL)
        add(cache, code);
    driver.compiled += cache == NULL || cache->count != before;
    *out = (VkPipeline)(uintptr_t)driver.made;
    pthread_mutex_unlock(&driver.lock);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_pipeline(VkDevice device, VkPipeline pipeline,
                                                   const VkAllocationCallbacks *callbacks)
{
    (void)device;
    (void)callbacks;
    pthread_mutex_lock(&driver.lock);
    driver.alive -= pipeline != VK_NULL_HANDLE;
    pthread_mutex_unlock(&driver.lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_layout(VkDevice device,
                                                    const VkPipelineLayoutCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkPipelineLayout *out)
{
    (void)device;
    (void)info;
    (void)callbacks;
    *out = (VkPipelineLayout)(uintptr_t)1;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_layout(VkDevice device, VkPipelineLayout layout,
                                                 const VkAllocationCallbacks *callbacks)
{
    (void)device;
    (void)layout;
    (void)callbacks;
}

/* ---- a device -------------------------------------------------------------------------------- */

static struct givk_device *open_device(void)
{
    struct givk_device *dev = calloc(1, sizeof(*dev));

    assert_non_null(dev);
    dev->facts = &facts;
    dev->plan = &plan;
    dev->vk.CreatePipelineCache = create_cache;
    dev->vk.DestroyPipelineCache = destroy_cache;
    dev->vk.GetPipelineCacheData = get_data;
    dev->vk.CreateShaderModule = create_module;
    dev->vk.DestroyShaderModule = destroy_module;
    dev->vk.CreateComputePipelines = create_pipelines;
    dev->vk.DestroyPipeline = destroy_pipeline;
    dev->vk.CreatePipelineLayout = create_layout;
    dev->vk.DestroyPipelineLayout = destroy_layout;
    givk_pipeline_cache_init(dev);
    givk_pipeline_worker_init(dev);
    assert_int_equal(givk_pipelines_init(dev), GI_OK);
    return dev;
}

static void close_device(struct givk_device *dev)
{
    givk_pipeline_worker_finish(dev);
    givk_pipelines_finish(dev);
    givk_pipeline_cache_finish(dev);
    free(dev);
    assert_int_equal(driver.alive, 0);
    assert_int_equal(driver.modules_alive, 0);
}

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gi-pipelines-XXXXXX");
    assert_non_null(mkdtemp(folder));
    setenv("GPUINTEROP_CACHE_DIR", folder, 1);
    memset(&facts, 0, sizeof(facts));
    facts.info.vendor_id = 0x1234;
    facts.pipeline_cache_uuid[3] = 7;
    plan = (struct givk_plan){ .shaders = true, .box_shaders = true, .group_threads = 64,
                               .shaders_ahead = 1u << GIVK_COPY_16 | 1u << GIVK_FILL_16 };
    memset((char *)&driver + sizeof(driver.lock), 0, sizeof(driver) - sizeof(driver.lock));
    return 0;
}

static int end(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static void file_path(char out_path[static 256])
{
    char name[GIVK_PIPELINE_FILE_NAME];

    givk_pipeline_file_name(&facts, name);
    snprintf(out_path, 256, "%s/%s", folder, name);
}

/* The number of the file's inode, 0 if there is no file; each write makes another. */
static ino_t file_of(off_t *out_bytes)
{
    struct stat status;
    char path[256];

    file_path(path);
    *out_bytes = 0;
    if (stat(path, &status) != 0)
        return 0;
    *out_bytes = status.st_size;
    return status.st_ino;
}

static int count_files(void)
{
    DIR *dir = opendir(folder);
    int count = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void pause_ms(long ms)
{
    const struct timespec time = { 0, ms * 1000000 };

    nanosleep(&time, NULL);
}

/* Waits for a counter of the driver. */
static void await(const int *counter, int value)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));

    while (seen(counter) != value && gi_now_ns() < deadline)
        pause_ms(1);
    assert_int_equal(seen(counter), value);
}

/* ---- when ------------------------------------------------------------------------------------ */

TEST_CASE_WITH(none_is_made_when_the_device_opens, begin, end)
{
    struct givk_device *dev = open_device();

    assert_int_equal(driver.made, 0);
    assert_int_equal(driver.caches_made, 0);
    assert_false(dev->pipeline_worker.has_started);
    close_device(dev);
    assert_int_equal(driver.made, 0);
    assert_int_equal(count_files(), 0);
}

TEST_CASE_WITH(a_device_without_shaders_has_no_thread, begin, end)
{
    struct givk_device *dev;

    plan.shaders = false;
    plan.shaders_ahead = 0;
    dev = open_device();
    givk_pipelines_make_ahead(dev);
    assert_false(dev->pipeline_worker.has_started);
    assert_false(givk_pipeline_cache_is_kept(dev));
    close_device(dev);
}

TEST_CASE_WITH(those_of_the_plan_are_made_ahead, begin, end)
{
    struct givk_device *dev = open_device();

    for (int i = 0; i < 3; i++)
        givk_pipelines_make_ahead(dev);
    await(&driver.made, 2);
    for (int i = 0; i < GIVK_SHADER_COUNT; i++) {
        assert_int_equal(givk_pipelines_need(dev, (enum givk_shader)i), VK_SUCCESS);
        assert_non_null(givk_pipeline_handle(&dev->pipelines.pipelines[i]));
    }
    assert_int_equal(driver.made, GIVK_SHADER_COUNT);
    close_device(dev);
}

TEST_CASE_WITH(a_device_that_closes_waits_for_one_at_most, begin, end)
{
    struct givk_device *dev;

    plan.shaders_ahead = (1u << GIVK_SHADER_COUNT) - 1;
    driver.takes_ns = 50000000;
    dev = open_device();
    givk_pipelines_make_ahead(dev);
    close_device(dev);
    assert_in_range(driver.made, 0, 1);
}

static void *need_all(void *argument)
{
    struct givk_device *dev = argument;

    for (int i = 0; i < GIVK_SHADER_COUNT; i++)
        if (givk_pipelines_need(dev, (enum givk_shader)i) != VK_SUCCESS)
            return dev;
    return NULL;
}

TEST_CASE_WITH(each_is_made_once, begin, end)
{
    enum { THREADS = 8, TIMES = 20 };
    pthread_t threads[THREADS];
    void *failed;

    driver.takes_ns = 300000;
    for (int time = 0; time < TIMES; time++) {
        struct givk_device *dev = open_device();

        driver.made = 0;
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, need_all, dev), 0);
        givk_pipelines_make_ahead(dev);
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], &failed), 0);
            assert_null(failed);
        }
        assert_int_equal(seen(&driver.made), GIVK_SHADER_COUNT);
        close_device(dev);
        assert_int_equal(driver.made, GIVK_SHADER_COUNT);
    }
}

TEST_CASE_WITH(what_fails_is_tried_again, begin, end)
{
    struct givk_device *dev = open_device();

    driver.fail_module = 1;
    assert_int_equal(givk_pipelines_need(dev, GIVK_COPY_16), VK_ERROR_OUT_OF_HOST_MEMORY);
    driver.fail_pipeline = 1;
    assert_int_equal(givk_pipelines_need(dev, GIVK_COPY_16), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(givk_pipelines_need(dev, GIVK_COPY_16), VK_SUCCESS);
    assert_int_equal(driver.made, 1);
    driver.fail_pipeline = 1;                    /* ahead: FILL_16, which nobody hears of */
    givk_pipelines_make_ahead(dev);
    await(&driver.fail_pipeline, 0);
    assert_int_equal(givk_pipelines_need(dev, GIVK_FILL_16), VK_SUCCESS);
    assert_int_equal(seen(&driver.made), 2);
    close_device(dev);
}

TEST_CASE_WITH(a_cache_that_cannot_be_made_is_done_without, begin, end)
{
    struct givk_device *dev = open_device();

    driver.fail_cache = 1;
    assert_int_equal(givk_pipelines_need(dev, GIVK_COPY_16), VK_SUCCESS);
    close_device(dev);
    assert_int_equal(driver.caches_made, 0);
    assert_int_equal(count_files(), 0);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* A process's use of a device. */
static void use(int shaders)
{
    struct givk_device *dev = open_device();

    driver.compiled = 0;
    driver.made = 0;
    for (int i = 0; i < shaders; i++)
        assert_int_equal(givk_pipelines_need(dev, (enum givk_shader)i), VK_SUCCESS);
    close_device(dev);
    assert_int_equal(driver.made, shaders);
}

TEST_CASE_WITH(what_one_process_compiled_the_next_finds, begin, end)
{
    ino_t first, second;
    off_t bytes, more_bytes;

    use(2);
    assert_int_equal(driver.compiled, 2);
    first = file_of(&bytes);
    assert_true(first != 0);
    use(2);
    assert_int_equal(driver.compiled, 0);
    assert_true(file_of(&more_bytes) == first);  /* nothing new: not written again */
    use(3);
    assert_int_equal(driver.compiled, 1);
    second = file_of(&more_bytes);
    assert_true(second != 0 && more_bytes > bytes);
    use(3);
    assert_int_equal(driver.compiled, 0);
    assert_int_equal(count_files(), 1);
}

TEST_CASE_WITH(a_file_is_written_while_the_device_is_open, begin, end)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));
    struct givk_device *dev = open_device();
    off_t bytes;

    assert_int_equal(givk_pipelines_need(dev, GIVK_COPY_4), VK_SUCCESS);
    while (file_of(&bytes) == 0 && gi_now_ns() < deadline)
        pause_ms(10);
    assert_true(file_of(&bytes) != 0);
    close_device(dev);
}

TEST_CASE_WITH(a_driver_that_gives_nothing_gets_no_file, begin, end)
{
    driver.has_no_data = true;
    use(5);
    assert_int_equal(driver.compiled, 5);
    assert_int_equal(count_files(), 0);
}

TEST_CASE_WITH(an_empty_variable_switches_it_off, begin, end)
{
    setenv("GPUINTEROP_CACHE_DIR", "", 1);
    use(5);
    assert_int_equal(driver.caches_made, 0);
    assert_int_equal(count_files(), 0);
}

static void put_file(const void *contents, size_t size_bytes)
{
    const struct gi_disk_cache disk = { .folder = folder };
    char name[GIVK_PIPELINE_FILE_NAME];

    givk_pipeline_file_name(&facts, name);
    assert_true(gi_disk_cache_write(&disk, name, contents, size_bytes));
}

/* create_cache fails the test if the driver is given what is not for the device. */
TEST_CASE_WITH(a_file_of_another_device_is_replaced, begin, end)
{
    unsigned char contents[200] = { HEADER_BYTES, 0, 0, 0, 1, 0, 0, 0, 0x34, 0x12 };
    char path[256];

    put_file(contents, sizeof(contents));        /* of another uuid */
    use(2);
    assert_int_equal(driver.compiled, 2);
    use(2);
    assert_int_equal(driver.compiled, 0);
    put_file("short", 5);
    use(2);
    assert_int_equal(driver.compiled, 2);
    file_path(path);
    assert_int_equal(truncate(path, 70), 0);
    use(2);
    assert_int_equal(driver.compiled, 2);
    use(2);
    assert_int_equal(driver.compiled, 0);
}

/* ---- the end of the process ------------------------------------------------------------------ */

static void await_child(pid_t child)
{
    int ending;

    assert_true(child > 0);
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    assert_int_equal(WEXITSTATUS(ending), 0);
}

/* What a child leaves open when it exits. */
static struct givk_device *left_open;

TEST_CASE_WITH(a_process_that_exits_leaves_a_file, begin, end)
{
    off_t bytes;
    pid_t child = fork();

    if (child == 0) {
        left_open = open_device();
        exit(givk_pipelines_need(left_open, GIVK_COPY_4) != VK_SUCCESS);
    }
    await_child(child);
    assert_true(file_of(&bytes) != 0);
}

TEST_CASE_WITH(a_forked_child_is_not_held_up, begin, end)
{
    pid_t child = fork(), grandchild;
    int ending = 1;

    if (child == 0) {
        left_open = open_device();
        gi_process_begin();
        plan.shaders_ahead = (1u << GIVK_SHADER_COUNT) - 1;
        driver.takes_ns = 20000000;
        givk_pipelines_make_ahead(left_open);
        grandchild = fork();
        if (grandchild == 0)
            exit(0);
        waitpid(grandchild, &ending, 0);
        exit(ending);
    }
    await_child(child);
}
