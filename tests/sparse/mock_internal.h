/** What the mock's two files share. */
#ifndef SPARSE_MOCK_INTERNAL_H
#define SPARSE_MOCK_INTERNAL_H

#include <stdio.h>
#include <stdlib.h>

#include "mock.h"

/** Calls of the driver below. */
#define MOCK_CALLS(X) \
    X(AllocateMemory) \
    X(BindBufferMemory) \
    X(CmdCopyBuffer) \
    X(CmdCopyBufferToImage) \
    X(CmdCopyImageToBuffer) \
    X(CmdCopyQueryPoolResults) \
    X(CmdFillBuffer) \
    X(CreateBuffer) \
    X(DestroyBuffer) \
    X(DestroyDevice) \
    X(FreeMemory) \
    X(GetBufferDeviceAddress) \
    X(GetBufferMemoryRequirements) \
    X(GetDeviceQueue) \
    X(GetMemoryHostPointerPropertiesEXT) \
    X(MapMemory) \
    X(QueueSubmit)

#define MOCK_DECLARE(name) PFN_vk##name name;

struct mock_below {
    PFN_vkGetInstanceProcAddr get;
    PFN_vkGetDeviceProcAddr get_device;
    MOCK_CALLS(MOCK_DECLARE)
};

extern struct mock_below mock_below;

#define MOCK_MUST(condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "sparse mock: " __VA_ARGS__); \
            fputc('\n', stderr); \
            abort(); \
        } \
    } while (0)

#define MOCK_SPARSE \
    (VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | \
     VK_BUFFER_CREATE_SPARSE_ALIASED_BIT)

/** A function of a device that is not the driver's own; NULL: it is. */
PFN_vkVoidFunction mock_device_call(const char *name);

/** Finds a struct in a chain. */
const void *mock_in_chain(const void *chain, VkStructureType type);

#endif
