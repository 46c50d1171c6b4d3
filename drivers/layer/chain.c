#include "chain.h"

#include <string.h>

/* ---- structs of the loader ---- */

const void *gilayer_find_struct(const void *chain, VkStructureType type)
{
    const VkBaseInStructure *at = chain;

    while (at != NULL && at->sType != type)
        at = at->pNext;
    return at;
}

VkLayerInstanceCreateInfo *gilayer_instance_link(const VkInstanceCreateInfo *info)
{
    VkLayerInstanceCreateInfo *at = (VkLayerInstanceCreateInfo *)info->pNext;

    while (at != NULL && (at->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                          at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerInstanceCreateInfo *)at->pNext;
    return at != NULL && at->u.pLayerInfo != NULL ? at : NULL;
}

VkLayerDeviceCreateInfo *gilayer_device_link(const VkDeviceCreateInfo *info)
{
    VkLayerDeviceCreateInfo *at = (VkLayerDeviceCreateInfo *)info->pNext;

    while (at != NULL && (at->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
                          at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerDeviceCreateInfo *)at->pNext;
    return at != NULL && at->u.pLayerInfo != NULL ? at : NULL;
}

/* ---- lists ---- */

void gilayer_list_add(struct gilayer_list *list, struct gilayer_listed *listed,
                      const void *dispatchable)
{
    pthread_rwlock_wrlock(&list->lock);
    listed->key = *(void *const *)dispatchable;
    listed->next = list->first;
    list->first = listed;
    pthread_rwlock_unlock(&list->lock);
}

void gilayer_list_remove(struct gilayer_list *list, const struct gilayer_listed *listed)
{
    pthread_rwlock_wrlock(&list->lock);
    struct gilayer_listed **at = &list->first;
    while (*at != listed)
        at = &(*at)->next;
    *at = listed->next;
    pthread_rwlock_unlock(&list->lock);
}

struct gilayer_listed *gilayer_list_find(struct gilayer_list *list, const void *dispatchable)
{
    const void *key = *(void *const *)dispatchable;

    pthread_rwlock_rdlock(&list->lock);
    struct gilayer_listed *at = list->first;
    while (at != NULL && at->key != key)
        at = at->next;
    pthread_rwlock_unlock(&list->lock);
    return at;
}

/* ---- entry points ---- */

const struct gilayer_entry *gilayer_entry_find(const struct gilayer_entry *entries, size_t count,
                                               const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    }
    return NULL;
}

PFN_vkVoidFunction gilayer_next_function(PFN_vkGetDeviceProcAddr get, VkDevice device,
                                         const char *name, const char *alias)
{
    PFN_vkVoidFunction function = get(device, name);

    return function != NULL ? function : get(device, alias);
}

VkResult gilayer_negotiate(VkNegotiateLayerInterface *negotiate,
                           PFN_vkGetInstanceProcAddr get_instance_proc,
                           PFN_vkGetDeviceProcAddr get_device_proc)
{
    if (negotiate->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        negotiate->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    negotiate->loaderLayerInterfaceVersion = 2;
    negotiate->pfnGetInstanceProcAddr = get_instance_proc;
    negotiate->pfnGetDeviceProcAddr = get_device_proc;
    negotiate->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
