/* The driver: libdrm's calls, and the list of cards, read once. */
#include "driver_state.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device.h"
#include "image.h"
#include "base/log.h"
#include "memory.h"
#include "queue.h"
#include "semaphore.h"
#include "wait.h"

#define GIAMD_NODES "/dev/dri"

enum { GIAMD_VENDOR = 0x1002 };

/* Filled by the first enumerate that succeeds, and never taken down: at exit other threads may
 * still be inside a call. */
static struct {
    pthread_mutex_t mutex;
    bool ready;
    struct giamd_drm_calls drm;
    struct giamd_calls calls;
    struct giamd_listed *listed;
    uint32_t count;
    struct gi_unfit_device *unfit;
    uint32_t unfit_count;
} giamd_state = { .mutex = PTHREAD_MUTEX_INITIALIZER };

const struct giamd_listed *giamd_driver_listed(uint32_t index,
                                               const struct giamd_drm_calls **out_drm,
                                               const struct giamd_calls **out_calls)
{
    *out_drm = &giamd_state.drm;
    *out_calls = &giamd_state.calls;
    return index < giamd_state.count ? &giamd_state.listed[index] : NULL;
}

/** Whether it is a card of the vendor's; then it is copied, with an empty path if it has no render
 *  node. */
static bool giamd_is_ours(const struct _drmDevice *found, struct giamd_node *out_node)
{
    if (found->bustype != DRM_BUS_PCI || found->deviceinfo.pci->vendor_id != GIAMD_VENDOR)
        return false;
    *out_node = (struct giamd_node){
        .vendor_id = found->deviceinfo.pci->vendor_id,
        .device_id = found->deviceinfo.pci->device_id,
        .pci_domain = found->businfo.pci->domain,
        .pci_bus = found->businfo.pci->bus,
        .pci_device = found->businfo.pci->dev,
        .pci_function = found->businfo.pci->func,
    };
    return (found->available_nodes & 1 << DRM_NODE_RENDER) == 0 ||
           snprintf(out_node->path, sizeof(out_node->path), "%s",
                    found->nodes[DRM_NODE_RENDER]) < (int)sizeof(out_node->path);
}

/** By PCI address, so that devices have the same numbers in every process. */
static int giamd_compare_nodes(const void *left, const void *right)
{
    const struct giamd_node *one = left, *other = right;
    const uint32_t ones[] = { one->pci_domain, one->pci_bus, one->pci_device, one->pci_function };
    const uint32_t others[] = { other->pci_domain, other->pci_bus, other->pci_device,
                                other->pci_function };

    for (size_t i = 0; i < sizeof(ones) / sizeof(ones[0]); i++) {
        if (ones[i] != others[i])
            return ones[i] < others[i] ? -1 : 1;
    }
    return 0;
}

/** The nodes of all cards of the vendor's; none where the system has no such devices. */
static gi_status giamd_find_nodes(struct giamd_node **out_nodes, uint32_t *out_count)
{
    int found = giamd_state.drm.GetDevices2(0, NULL, 0);
    drmDevicePtr *devices;

    *out_nodes = NULL;
    *out_count = 0;
    if (found <= 0)
        return GI_OK;
    devices = calloc((size_t)found, sizeof(drmDevicePtr));
    *out_nodes = calloc((size_t)found, sizeof(**out_nodes));
    if (devices == NULL || *out_nodes == NULL) {
        free(devices);
        free(*out_nodes);
        *out_nodes = NULL;
        return gi_fail(GI_OUT_OF_MEMORY, "amdgpu: no memory for a list of %d devices", found);
    }
    found = giamd_state.drm.GetDevices2(0, devices, found);
    for (int i = 0; i < found; i++) {
        if (giamd_is_ours(devices[i], &(*out_nodes)[*out_count]))
            ++*out_count;
    }
    if (found > 0)
        giamd_state.drm.FreeDevices(devices, found);
    free(devices);
    qsort(*out_nodes, *out_count, sizeof(**out_nodes), giamd_compare_nodes);
    return GI_OK;
}

/** What is known of a card that cannot be driven. */
static void giamd_describe_unfit(const struct giamd_node *node, const char *why,
                                 struct gi_unfit_device *out_unfit)
{
    struct giamd_facts facts = {
        .vendor_id = node->vendor_id,
        .device_id = node->device_id,
        .pci_domain = node->pci_domain,
        .pci_bus = node->pci_bus,
        .pci_device = node->pci_device,
        .pci_function = node->pci_function,
    };

    memset(out_unfit, 0, sizeof(*out_unfit));
    giamd_plan_identity(&facts, &out_unfit->info);
    snprintf(out_unfit->why, sizeof(out_unfit->why), "%s", why);
}

/** Reads a card's facts; false if it cannot be driven, with the reason.
 *  Owner: writes why, which has GIAMD_WHY_BYTES bytes. */
static bool giamd_look_at(const struct giamd_node *node, struct giamd_listed *out_listed,
                          char why[static GIAMD_WHY_BYTES])
{
    amdgpu_device_handle device;

    memset(out_listed, 0, sizeof(*out_listed));
    out_listed->node = *node;
    if (node->path[0] == '\0') {
        snprintf(why, GIAMD_WHY_BYTES, "it has no render node in %s", GIAMD_NODES);
        return false;
    }
    if (giamd_node_open(&giamd_state.drm, &giamd_state.calls, node, &device,
                        &out_listed->facts) != GI_OK) {
        snprintf(why, GIAMD_WHY_BYTES, "%s", gi_last_error_detail());
        return false;
    }
    giamd_state.calls.device_deinitialize(device);
    if (!giamd_plan_make(&out_listed->facts, &out_listed->plan, why))
        return false;
    giamd_plan_info(&out_listed->facts, &out_listed->plan, &out_listed->info);
    gi_log(GI_LOG_INFO, "amdgpu: %s at %s, %s", out_listed->info.name, node->path,
           out_listed->info.driver_version);
    return true;
}

/** Sorts the cards into those that can be driven and the others. */
static gi_status giamd_sort_nodes(const struct giamd_node *nodes, uint32_t count)
{
    char why[GIAMD_WHY_BYTES];

    giamd_state.listed = calloc(count, sizeof(*giamd_state.listed));
    giamd_state.unfit = calloc(count, sizeof(*giamd_state.unfit));
    if (giamd_state.listed == NULL || giamd_state.unfit == NULL) {
        free(giamd_state.listed);
        free(giamd_state.unfit);
        return gi_fail(GI_OUT_OF_MEMORY, "amdgpu: no memory for the facts of %u cards", count);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct giamd_listed *listed = &giamd_state.listed[giamd_state.count];
        if (giamd_look_at(&nodes[i], listed, why))
            listed->info.index = giamd_state.count++;
        else
            giamd_describe_unfit(&nodes[i], why, &giamd_state.unfit[giamd_state.unfit_count++]);
    }
    return GI_OK;
}

static gi_status giamd_list(void)
{
    struct giamd_node *nodes;
    uint32_t count;
    gi_status st;

    if (access(GIAMD_NODES, F_OK) != 0)          /* most machines: nothing is opened */
        return gi_fail(GI_NO_DEVICE, "amdgpu: there is no %s, where the kernel's cards are",
                       GIAMD_NODES);
    st = giamd_loader_open_drm(&giamd_state.drm);
    if (st != GI_OK)
        return st;
    st = giamd_find_nodes(&nodes, &count);
    if (st != GI_OK)
        return st;
    if (count != 0)
        st = giamd_loader_open(&giamd_state.calls);
    if (st == GI_OK && count != 0)
        st = giamd_sort_nodes(nodes, count);
    free(nodes);
    return st;
}

static gi_status giamd_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                                 size_t capacity, size_t *out_count)
{
    gi_status st = GI_OK;

    (void)driver;
    *out_count = 0;
    pthread_mutex_lock(&giamd_state.mutex);
    if (!giamd_state.ready)
        st = giamd_list();
    if (st == GI_OK) {
        giamd_state.ready = true;
        *out_count = giamd_state.count;
        for (size_t i = 0; i < giamd_state.count && i < capacity; i++)
            out_infos[i] = giamd_state.listed[i].info;
    }
    pthread_mutex_unlock(&giamd_state.mutex);
    return st;
}

static void giamd_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                             size_t capacity, size_t *out_count)
{
    (void)driver;
    *out_count = giamd_state.unfit_count;
    for (size_t i = 0; i < giamd_state.unfit_count && i < capacity; i++)
        out_devices[i] = giamd_state.unfit[i];
}

const struct gi_driver giamd_driver = {
    .name = "amdgpu",
    .enumerate = giamd_enumerate,
    .list_unfit = giamd_list_unfit,
    .device = &giamd_device_ops,
    .waiter = &giamd_waiter_ops,
    .memory = &giamd_memory_ops,
    .image = &giamd_image_ops,
    .semaphore = &giamd_semaphore_ops,
    .queue = &giamd_queue_ops,
};
