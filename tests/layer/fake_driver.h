/* A driver below the layer that executes nothing and records everything: two queues, so that
 * what lavapipe's single one cannot show is seen, and sparse binds, device groups and presents,
 * which it does not have. Work is done the moment it is submitted. */
#ifndef LAYER_FAKE_DRIVER_H
#define LAYER_FAKE_DRIVER_H

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

enum fake_kind { FAKE_SUBMIT, FAKE_SUBMIT2, FAKE_BIND, FAKE_PRESENT };

/** One batch as it reached the driver; lists are cut to four. */
struct fake_record {
    enum fake_kind kind;
    VkQueue queue;
    uint32_t wait_count, signal_count, value_count, group_count, command_count;
    VkSemaphore waits[4], signals[4];
    VkPipelineStageFlags stages[4];
    uint64_t wait_values[4];
    uint32_t wait_devices[4];
    uint64_t bind_offset;
    bool protected_submit, unknown_struct;
};

extern bool fake_has_opaque_fd;

/** Opens the layer over this driver. */
void fake_open(VkInstance *out_instance, VkPhysicalDevice *out_physical);
VkResult fake_open_device(VkPhysicalDevice physical, VkDevice *out_device, VkQueue out_queues[2]);
void fake_close(VkInstance instance, VkDevice device);

/** Looks a device command up as a program does. */
PFN_vkVoidFunction fake_get(VkDevice device, const char *name);

/** Waits until the driver got that many batches, and gives the last of them. Empty submits that
 *  only carry a fence do not count. */
struct fake_record fake_wait_record(int number);
int fake_record_count(void);

/** The driver's own vkQueueSubmit. */
PFN_vkVoidFunction fake_driver_submit(void);

/** What the driver was asked to enable. */
extern uint32_t fake_enabled_extensions;

#endif
