/* How a layer stands between the program and the next layer: the loader's links, the list of what
 * it has made, and its entry points. All layers of this project use it.
 * Threads: any. */
#ifndef GILAYER_CHAIN_H
#define GILAYER_CHAIN_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

/** Finds a struct in a pNext chain; NULL if it is not there.
 *  Owner:   the program's struct, which is read-only. */
const void *gilayer_find_struct(const void *chain, VkStructureType type);

/** Finds the loader's link for this layer; NULL if it is not there. The loader owns the struct and
 *  expects writes to it. */
VkLayerInstanceCreateInfo *gilayer_instance_link(const VkInstanceCreateInfo *info);
VkLayerDeviceCreateInfo *gilayer_device_link(const VkDeviceCreateInfo *info);

/** An instance or a device of a list. It is the first member of its struct. */
struct gilayer_listed {
    struct gilayer_listed *next;
    void *key;                  /* the dispatch pointer */
};

struct gilayer_list {
    pthread_rwlock_t lock;
    struct gilayer_listed *first;
};

#define GILAYER_LIST { PTHREAD_RWLOCK_INITIALIZER, NULL }

/** Adds the owner of a dispatchable handle.
 *  Owner:   the caller's, who removes it before freeing it. */
void gilayer_list_add(struct gilayer_list *list, struct gilayer_listed *listed,
                      const void *dispatchable);
void gilayer_list_remove(struct gilayer_list *list, const struct gilayer_listed *listed);

/** Finds the owner of a handle by its dispatch pointer, which handles of its children have, too. */
struct gilayer_listed *gilayer_list_find(struct gilayer_list *list, const void *dispatchable);

/** A command that a layer intercepts. */
struct gilayer_entry {
    const char *name;
    PFN_vkVoidFunction function;
    bool added;                 /* intercepted even if the driver lacks it */
};

const struct gilayer_entry *gilayer_entry_find(const struct gilayer_entry *entries, size_t count,
                                               const char *name);

/** Gets the next layer's function, under its later name if the device uses that one. */
PFN_vkVoidFunction gilayer_next_function(PFN_vkGetDeviceProcAddr get, VkDevice device,
                                         const char *name, const char *alias);

/** Answers the loader's first question. */
VkResult gilayer_negotiate(VkNegotiateLayerInterface *negotiate,
                           PFN_vkGetInstanceProcAddr get_instance_proc,
                           PFN_vkGetDeviceProcAddr get_device_proc);

#endif
