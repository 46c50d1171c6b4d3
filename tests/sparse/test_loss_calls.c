/* A driver that says only at a submit that its device is lost, as NVIDIA's does, above the mock of
 * sparse buffers: counters and waits answer as before. The Vulkan driver finds it out, and reads
 * why (VK_EXT_device_fault).
 *
 * The environment asks for NVIDIA's plan. Work without end is a submit that goes no further. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"
#include "mock.h"
#include "vulkan/device/device.h"
#include "vulkan/device/driver_state.h"
#include "vulkan/loader/fault.h"
#include "vulkan/loader/loader.h"

/* ---- the driver ------------------------------------------------------------------------------ */

enum { MOST_ADDRESSES = 4 };

static struct {
    PFN_vkEnumerateDeviceExtensionProperties extensions;
    PFN_vkGetPhysicalDeviceFeatures2 features;
    PFN_vkCreateDevice create_device;
    PFN_vkGetDeviceProcAddr get_device;
    PFN_vkQueueSubmit submit;
    bool has_faults;             /* it has VK_EXT_device_fault */
    atomic_bool swallows;        /* submits go no further, and succeed */
    atomic_bool is_lost;         /* submits say so */
    atomic_int submits_of_nothing;
    VkDeviceFaultAddressInfoEXT addresses[MOST_ADDRESSES];
    uint32_t address_count;
} mock;

static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char *layer,
                                                 uint32_t *count, VkExtensionProperties *out)
{
    uint32_t room = *count;
    VkResult result = mock.extensions(physical, layer, count, out);

    if (!mock.has_faults || result != VK_SUCCESS)
        return result;
    if (out != NULL && *count < room)
        out[*count] = (VkExtensionProperties){ VK_EXT_DEVICE_FAULT_EXTENSION_NAME, 2 };
    if (out == NULL || *count < room)
        ++*count;
    return result;
}

/* The link to the struct of the extension's features; NULL: there is none. */
static VkBaseOutStructure **find_faults(void *chain)
{
    VkBaseOutStructure **link = &((VkBaseOutStructure *)chain)->pNext;

    while (*link != NULL && (*link)->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT)
        link = &(*link)->pNext;
    return *link != NULL ? link : NULL;
}

static VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice physical,
                                           VkPhysicalDeviceFeatures2 *out)
{
    VkBaseOutStructure **faults = find_faults(out);

    mock.features(physical, out);
    if (faults != NULL)
        ((VkPhysicalDeviceFaultFeaturesEXT *)*faults)->deviceFault = mock.has_faults;
}

/* The driver below does not know the extension. */
static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkDevice *out)
{
    const char *names[64];
    VkDeviceCreateInfo less = *info;
    VkBaseOutStructure **faults = find_faults(&less), *removed = NULL;
    VkResult result;

    less.enabledExtensionCount = 0;
    less.ppEnabledExtensionNames = names;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (strcmp(info->ppEnabledExtensionNames[i], VK_EXT_DEVICE_FAULT_EXTENSION_NAME) != 0)
            names[less.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    assert_int_equal(less.enabledExtensionCount < info->enabledExtensionCount, mock.has_faults);
    assert_int_equal(faults != NULL, mock.has_faults);
    if (faults != NULL) {
        removed = *faults;
        *faults = removed->pNext;
    }
    result = mock.create_device(physical, &less, callbacks, out);
    if (faults != NULL)
        *faults = removed;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *infos, VkFence fence)
{
    atomic_fetch_add(&mock.submits_of_nothing, count == 0);
    if (atomic_load(&mock.is_lost))
        return VK_ERROR_DEVICE_LOST;
    return atomic_load(&mock.swallows) ? VK_SUCCESS : mock.submit(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL tell_fault(VkDevice device, VkDeviceFaultCountsEXT *counts,
                                                 VkDeviceFaultInfoEXT *info)
{
    (void)device;
    assert_true(atomic_load(&mock.is_lost));
    assert_true(info != NULL && counts->addressInfoCount >= mock.address_count);
    counts->addressInfoCount = mock.address_count;
    counts->vendorInfoCount = 0;
    memcpy(info->pAddressInfos, mock.addresses, sizeof mock.addresses);
    return VK_SUCCESS;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name)
{
    if (strcmp(name, "vkQueueSubmit") == 0) {
        mock.submit = (PFN_vkQueueSubmit)mock.get_device(device, name);
        return (PFN_vkVoidFunction)submit;
    }
    if (strcmp(name, "vkGetDeviceFaultInfoEXT") == 0)
        return mock.has_faults ? (PFN_vkVoidFunction)tell_fault : NULL;
    return mock.get_device(device, name);
}

#define REPLACE(call, field, function) \
    if (strcmp(name, "vk" #call) == 0) { \
        mock.field = (PFN_vk##call)sparse_mock_get(instance, name); \
        return (PFN_vkVoidFunction)function; \
    }

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get(VkInstance instance, const char *name)
{
    REPLACE(EnumerateDeviceExtensionProperties, extensions, extensions)
    REPLACE(GetPhysicalDeviceFeatures2, features, features)
    REPLACE(CreateDevice, create_device, create_device)
    REPLACE(GetDeviceProcAddr, get_device, get_device)
    return sparse_mock_get(instance, name);
}

/* ---- a device with a queue ------------------------------------------------------------------- */

static struct {
    struct gi_device_base *device;
    struct gi_queue *queue;
    struct gi_memory *memory;
    uint64_t value;
} rig;

static void *make(size_t size)
{
    void *made = calloc(1, size);

    assert_non_null(made);
    return made;
}

static void submit_work(void)
{
    const struct gi_command fill = { .kind = GI_COMMAND_FILL, .dst = { rig.memory, 0, { 0 } },
                                     .box = { 4096, 1, 1 }, .pattern_bytes = 1 };
    const struct gi_batch batch = { .commands = &fill, .command_count = 1, .value = ++rig.value };

    assert_int_equal(givk_driver.queue->submit(rig.queue, &batch), GI_OK);
}

static int open_rig(void **state)
{
    struct gi_device_info info;
    size_t count;

    (void)state;
    alarm(200);
    assert_int_equal(givk_driver.enumerate(&givk_driver, &info, 1, &count), GI_OK);
    rig.device = make(givk_driver.device->size);
    rig.device->driver = &givk_driver;
    rig.device->info = info;
    assert_int_equal(givk_driver.device->open(rig.device), GI_OK);
    rig.queue = make(givk_driver.queue->size);
    rig.queue->device = rig.device;
    assert_int_equal(givk_driver.queue->open(rig.queue), GI_OK);
    rig.memory = make(givk_driver.memory->size);
    rig.memory->device = rig.device;
    rig.memory->ops = givk_driver.memory;
    assert_int_equal(rig.memory->ops->allocate(rig.memory, 4096, GI_MEMORY_DEVICE), GI_OK);
    assert_true(givk_device_from(rig.device)->plan->submits_tell_loss);
    return 0;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* Whoever asks for the queue's value learns of it, though the counter stands still. */
TEST_CASE(a_silent_loss_is_found)
{
    uint64_t value = 9;
    gi_status status;

    atomic_store(&mock.swallows, true);
    submit_work();
    assert_int_equal(givk_driver.queue->query(rig.queue, &value), GI_OK);
    assert_int_equal(value, 0);
    atomic_store(&mock.is_lost, true);
    do
        status = givk_driver.queue->query(rig.queue, &value);
    while (status == GI_OK);             /* until the driver asks once more */
    assert_int_equal(status, GI_DEVICE_LOST);
    assert_true(atomic_load(&mock.submits_of_nothing) >= 1);
    assert_int_equal(givk_driver.queue->query(rig.queue, &value), GI_DEVICE_LOST);
    assert_int_equal(value, 0);          /* what it had reached then */
}

/* Comes after the loss. */
TEST_CASE(the_fault_is_read)
{
    struct gi_fault fault = { .kind = GI_FAULT_UNKNOWN };

    if (!mock.has_faults) {
        givk_driver.device->tell_fault(rig.device, &fault);
        assert_int_equal(fault.kind, GI_FAULT_UNKNOWN);
        return;
    }
    mock.address_count = 1;
    mock.addresses[0] = (VkDeviceFaultAddressInfoEXT){
        VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT, 0x12345, 0x1000
    };
    givk_driver.device->tell_fault(rig.device, &fault);
    assert_int_equal(fault.kind, GI_FAULT_WRITE);
    assert_int_equal(fault.first_address, 0x12000);
    assert_int_equal(fault.last_address, 0x12fff);
}

/* As NVIDIA's driver 580 answers after a store to an address that is nobody's. */
TEST_CASE(an_instruction_is_enough)
{
    const VkDeviceFaultAddressInfoEXT told[] = {
        { VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_UNKNOWN_EXT, 0xdefdfec720, 0x10 },
        { VK_DEVICE_FAULT_ADDRESS_TYPE_NONE_EXT, 0x1827fc00028000, 1 },
    };

    assert_int_equal(givk_fault_of(told, 2).kind, GI_FAULT_INSTRUCTION);
    assert_int_equal(givk_fault_of(told + 1, 1).kind, GI_FAULT_UNKNOWN);
    assert_int_equal(givk_fault_of(told, 0).kind, GI_FAULT_UNKNOWN);
}

TEST_CASE(an_address_is_better)
{
    const VkDeviceFaultAddressInfoEXT told[] = {
        { VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT, 0x1000, 0x10 },
        { VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT, 0x2004, 1 },
    };

    assert_int_equal(givk_fault_of(told, 2).kind, GI_FAULT_READ);
    assert_int_equal(givk_fault_of(told, 2).first_address, 0x2004);
    assert_int_equal(givk_fault_of(told, 2).last_address, 0x2004);
}

int main(int argc, char **argv)
{
    mock.has_faults = argc > 1 && strcmp(argv[1], "faults") == 0;
    givk_loader_replace(get);
    return run_test_cases(open_rig);
}
