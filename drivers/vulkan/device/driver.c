/* The driver: its instance and its list of devices. The first use creates the instance, which lives
 * until the process ends. */
#include "driver_state.h"

#include <stdio.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "remedy.h"
#include "vulkan/kernel/prelude.h"
#include "vulkan/loader/result.h"

/* The first enumerate that succeeds fills this. Nothing destroys it, because at exit other threads
 * may still be inside a call. */
static struct {
    pthread_mutex_t mutex;
    bool ready;
    struct givk_global_calls global;
    struct givk_instance_calls calls;
    VkInstance instance;
    struct givk_listed *listed;
    uint32_t count;
    struct gi_unfit_device *unfit;
    uint32_t unfit_count;
} givk_state = { .mutex = PTHREAD_MUTEX_INITIALIZER };

const struct givk_listed *givk_driver_listed(uint32_t index,
                                             const struct givk_instance_calls **out_calls)
{
    *out_calls = &givk_state.calls;
    return index < givk_state.count ? &givk_state.listed[index] : NULL;
}

static gi_status givk_make_instance(void)
{
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "gpuinterop",
        .pEngineName = "gpuinterop",
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    uint32_t version = 0;
    VkResult result = givk_state.global.EnumerateInstanceVersion(&version);

    if (result != VK_SUCCESS)
        return givk_fail(result, "vkEnumerateInstanceVersion");
    if (version < VK_API_VERSION_1_2)
        return gi_fail(GI_NO_DRIVER, "vulkan: the loader supports Vulkan %u.%u, but 1.2 is needed",
                       VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
    result = givk_state.global.CreateInstance(&info, NULL, &givk_state.instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return gi_fail(GI_NO_DRIVER, "vulkan: the loader finds no driver "
                       "(VK_ERROR_INCOMPATIBLE_DRIVER); install one, such as mesa-vulkan-drivers, "
                       "or check VK_DRIVER_FILES and VK_ICD_FILENAMES");
    if (result != VK_SUCCESS)
        return gi_fail(GI_NO_DRIVER, "vulkan: vkCreateInstance returned %s (%d)",
                       givk_result_name(result), (int)result);
    return GI_OK;
}

static gi_status givk_list_physical(VkPhysicalDevice **out_list, uint32_t *out_count)
{
    VkResult result;

    *out_list = NULL;
    do {
        result = givk_state.calls.EnumeratePhysicalDevices(givk_state.instance, out_count, NULL);
        if (result != VK_SUCCESS)
            break;
        free(*out_list);
        *out_list = calloc(*out_count + 1u, sizeof(**out_list));
        if (*out_list == NULL)
            return gi_fail(GI_OUT_OF_MEMORY, "vulkan: no memory for a list of %u devices",
                           *out_count);
        result = givk_state.calls.EnumeratePhysicalDevices(givk_state.instance, out_count,
                                                           *out_list);
    } while (result == VK_INCOMPLETE);
    if (result == VK_SUCCESS)
        return GI_OK;
    free(*out_list);
    *out_list = NULL;
    return gi_fail(GI_NO_DRIVER, "vulkan: vkEnumeratePhysicalDevices returned %s (%d)",
                   givk_result_name(result), (int)result);
}

static void givk_list_ranges(const struct givk_plan *plan, struct gi_device_info *info)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

    switch (plan->ranges) {
    case GIVK_RANGES_NONE:
        snprintf(info->why_no_ranges, sizeof(info->why_no_ranges), "%s", plan->why_no_ranges);
        break;
    case GIVK_RANGES_HOST:
        info->range_granularity_bytes =
            info->wrap_alignment_bytes > page ? info->wrap_alignment_bytes : page;
        info->ranges_at_host_address = true;
        info->tells_import_size = true;
        break;
    case GIVK_RANGES_SPARSE:
        info->range_granularity_bytes = plan->range_step_bytes;
        info->tells_import_size = plan->sparse.shares;
        break;
    }
}

static void givk_finish_listing(struct givk_listed *entry)
{
    struct gi_device_info *info = &entry->facts.info;

    givk_plan_make(&entry->facts, secure_getenv("GPUINTEROP_VULKAN_PLAN"), &entry->plan);
    info->queue_count = entry->plan.queue_count;
    info->host_visible_device_memory = entry->plan.map_device_memory;
    info->wraps_read_only = entry->plan.wraps_read_only;
    info->wrapped_keeps_address = entry->plan.host_addresses;
    givk_list_ranges(&entry->plan, info);
    info->kernels.prelude = givk_prelude(entry->plan.textures, false);
    /* processors, which read texels from memory, compile large lean kernels slowly */
    if (entry->plan.textures == GIVK_TEXTURES_BINDLESS)
        info->lean_prelude = givk_prelude(entry->plan.textures, true);
    info->launches = givk_plan_runs_kernels(&entry->facts, &entry->plan);
    info->own_shared_bytes = entry->plan.shared_bytes;
    info->recordings = true;
    info->choices = info->launches && !entry->plan.host_decides;
    info->kernels.private_bytes = entry->plan.private_bytes;
    info->kernels.constant_bytes = entry->plan.constant_bytes;
    info->kernels.constants_take_turns = entry->plan.constants_take_turns;
    info->kernels.host_stores_unseen = !givk_plan_kernels_see_host(&entry->facts, &entry->plan);
    if (!info->launches || entry->plan.matrices_by_lanes)
        info->matrices = 0;
    info->may_count_warps = info->launches && entry->plan.tests_barriers;
    info->most_local_bytes = entry->plan.most_local_bytes;
    info->images = true;
    info->max_textures = entry->plan.texture_slots;
    if (info->max_textures == 0)
        snprintf(info->why_no_textures, sizeof(info->why_no_textures),
                 "the driver has no descriptor indexing");
    if (!info->binary_opaque_fd || !info->timeline_opaque_fd)
        givk_remedy_write(info->semaphore_remedy, sizeof(info->semaphore_remedy));
    info->host_memory_keeps_address = entry->plan.host_addresses || entry->plan.place_host;
    info->managed_memory = info->host_memory_keeps_address;
    info->host_atomics = entry->plan.host_addresses;     /* shaders run on the host's processor */
    gi_log(GI_LOG_INFO, "vulkan: %s (%s %s), plan %s, %u queues", info->name, info->driver_name,
           info->driver_version, entry->plan.name, entry->plan.queue_count);
}

/** The result of the listing. */
struct givk_sorted {
    struct givk_listed *usable;          /* by rank, then in the loader's order */
    uint32_t count;
    struct gi_unfit_device *unfit;
    uint32_t unfit_count;
};

static gi_status givk_sort_device(VkPhysicalDevice physical, struct givk_sorted *sorted)
{
    struct givk_listed one = { .physical = physical };
    uint32_t place = sorted->count;
    const char *why;
    gi_status st = givk_facts_read(&givk_state.calls, physical, &one.facts);

    if (st != GI_OK)
        return st;
    why = givk_facts_unusable(&one.facts);
    if (why != NULL) {
        struct gi_unfit_device *unfit = &sorted->unfit[sorted->unfit_count++];
        unfit->info = one.facts.info;
        snprintf(unfit->why, sizeof(unfit->why), "%s", why);
        return GI_OK;
    }
    while (place > 0 &&
           givk_facts_rank(&sorted->usable[place - 1].facts) > givk_facts_rank(&one.facts))
        place--;
    memmove(&sorted->usable[place + 1], &sorted->usable[place],
            (sorted->count - place) * sizeof(*sorted->usable));
    sorted->usable[place] = one;
    sorted->count++;
    return GI_OK;
}

/** Reads the facts of all devices and keeps them. */
static gi_status givk_list_devices(void)
{
    struct givk_sorted sorted = { 0 };
    VkPhysicalDevice *physical;
    uint32_t count = 0;
    gi_status st = givk_list_physical(&physical, &count);

    if (st != GI_OK)
        return st;
    sorted.usable = calloc(count + 1u, sizeof(*sorted.usable));
    sorted.unfit = calloc(count + 1u, sizeof(*sorted.unfit));
    if (sorted.usable == NULL || sorted.unfit == NULL)
        st = gi_fail(GI_OUT_OF_MEMORY, "vulkan: no memory for the facts of %u devices", count);
    for (uint32_t i = 0; i < count && st == GI_OK; i++)
        st = givk_sort_device(physical[i], &sorted);
    free(physical);
    if (st != GI_OK)
        goto free_sorted;
    for (uint32_t i = 0; i < sorted.count; i++) {
        sorted.usable[i].facts.info.index = i;
        givk_finish_listing(&sorted.usable[i]);
    }
    givk_state.listed = sorted.usable;
    givk_state.count = sorted.count;
    givk_state.unfit = sorted.unfit;
    givk_state.unfit_count = sorted.unfit_count;
    return GI_OK;

free_sorted:
    free(sorted.usable);
    free(sorted.unfit);
    return st;
}

static gi_status givk_start(void)
{
    gi_status st = givk_loader_open(&givk_state.global);

    if (st != GI_OK)
        return st;
    st = givk_make_instance();
    if (st != GI_OK)
        return st;
    st = givk_loader_fill_instance(&givk_state.global, givk_state.instance, &givk_state.calls);
    if (st != GI_OK)
        return st;
    st = givk_list_devices();
    if (st != GI_OK)
        givk_state.calls.DestroyInstance(givk_state.instance, NULL);
    return st;
}

gi_status givk_driver_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                                size_t capacity, size_t *out_count)
{
    gi_status st = GI_OK;

    (void)driver;
    *out_count = 0;
    pthread_mutex_lock(&givk_state.mutex);
    if (!givk_state.ready)
        st = givk_start();
    if (st == GI_OK) {
        givk_state.ready = true;
        *out_count = givk_state.count;
        for (size_t i = 0; i < givk_state.count && i < capacity; i++)
            out_infos[i] = givk_state.listed[i].facts.info;
    }
    pthread_mutex_unlock(&givk_state.mutex);
    return st;
}

void givk_driver_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                            size_t capacity, size_t *out_count)
{
    (void)driver;
    *out_count = givk_state.unfit_count;
    for (size_t i = 0; i < givk_state.unfit_count && i < capacity; i++)
        out_devices[i] = givk_state.unfit[i];
}
