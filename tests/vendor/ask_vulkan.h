/** A Vulkan device with sparse buffers, for the program that asks about them. A call that must not
 *  fail ends the program. */
#ifndef ASK_VULKAN_H
#define ASK_VULKAN_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

#define MIB ((VkDeviceSize)1 << 20)
#define GIB ((VkDeviceSize)1 << 30)
#define FLAGS \
    (VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | \
     VK_BUFFER_CREATE_SPARSE_ALIASED_BIT)
#define USAGE \
    (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | \
     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT)

enum { MOST_FAMILIES = 16 };

struct ask_vulkan {
    VkPhysicalDevice physical;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[MOST_FAMILIES];
    uint32_t family_count;
    VkDevice device;
    VkQueue queues[MOST_FAMILIES];       /* the first of each family */
    VkFence fence;
    VkBuffer host_buffer;                /* mapped, 4 MiB */
    uint8_t *host;
    bool shares;                         /* sparse buffers take exportable memory */
    PFN_vkGetMemoryFdKHR get_fd;
    uint32_t sparse_types;
};

extern struct ask_vulkan vk;

double now_us(void);
double median(const double *values, size_t count);
void must(VkResult result, const char *what);

/** Finds the device, and prints what it says of itself. Ends the program where it has no sparse
 *  buffers. */
void find_device(void);
void print_facts(void);

/** The families that bind, as a mask; and one that computes, without graphics if there is one. */
uint32_t binding_families(void);
uint32_t compute_family(uint32_t mask);

/** Makes a device with the first queue of each family of a mask. */
VkResult make_device(uint32_t families, bool sparse, VkDevice *out);
void open_device(void);

VkResult make_buffer(VkDeviceSize size, bool sparse, bool shared, VkBuffer *out);
VkDeviceAddress address_of(VkBuffer buffer);
uint32_t pick_type(uint32_t mask, VkMemoryPropertyFlags wanted, VkMemoryPropertyFlags no);

/** fd -1: new memory, exportable if shared; else an import, which takes the fd. */
VkResult make_memory(VkDeviceSize size, bool shared, int fd, VkDeviceMemory *out);
void make_host_memory(void);

VkResult await_fence(void);
VkResult bind_parts(uint32_t family, VkBuffer buffer, const VkSparseMemoryBind *binds,
                    uint32_t count);

/** Binds, and waits until it is done. */
VkResult bind_one(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size,
                  VkDeviceMemory memory);

struct recorder {
    VkCommandPool pool;
    VkCommandBuffer commands;
};

struct recorder begin_commands(uint32_t family);
void end_commands(const struct recorder *r);
void submit(uint32_t family, const struct recorder *r, VkFence fence);

/** Ends the commands, runs them, and waits. */
void run(uint32_t family, struct recorder *r);
void fill(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size, uint8_t byte);

/** The first and last bytes of a part; -1 if they differ from one another. */
int read_back(uint32_t family, VkBuffer buffer, VkDeviceSize at, VkDeviceSize size);

#endif
