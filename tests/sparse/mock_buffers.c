/* Sparse buffers, their memory and their binds. */
#include "mock_internal.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#define WINDOW_STEP (UINT64_C(1) << 30)
#define LARGE (UINT64_C(2) << 20)

/* A part of a sparse buffer that the driver below has as a buffer. Drivers refuse 4 GiB. */
struct window {
    VkBuffer buffer;
    VkDeviceMemory memory;
};

/* A sparse buffer; the handle is its address. */
struct sparse_buffer {
    struct sparse_buffer *next;
    char *reserved, *base;
    uint64_t size_bytes, reserved_bytes;
    bool is_shared;              /* takes exportable and imported memory */
    bool has_address;
    struct window *windows;
    uint32_t window_count;
};

/* Memory of the driver below. */
struct memory {
    struct memory *next;
    VkDeviceMemory handle;
    uint64_t size_bytes;
    bool is_shared;              /* the program exports or imported it */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sparse_buffer *buffers;
static uint64_t all_bytes;       /* of them */
static struct memory *memories;

static struct sparse_buffer *find(VkBuffer handle)
{
    struct sparse_buffer *at;

    pthread_mutex_lock(&lock);
    at = buffers;
    while (at != NULL && (VkBuffer)(uintptr_t)at != handle)
        at = at->next;
    pthread_mutex_unlock(&lock);
    return at;
}

/* ---- buffers -------------------------------------------------------------------------------- */

static void *map_nothing(void *at, uint64_t size_bytes, int flags)
{
    return mmap(at, size_bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

static void make_window(VkDevice device, struct sparse_buffer *sparse, struct window *window,
                        uint64_t offset, VkBufferCreateInfo info)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT };
    const VkImportMemoryHostPointerInfoEXT import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
        .pHostPointer = sparse->base + offset };
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .pNext = &import,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    VkMemoryAllocateInfo memory = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = &flags };

    info.pNext = &external;
    info.flags = 0;
    info.size = sparse->size_bytes - offset;
    if (info.size > 2 * WINDOW_STEP)
        info.size = 2 * WINDOW_STEP;
    memory.allocationSize = info.size;
    MOCK_MUST(mock_below.CreateBuffer(device, &info, NULL, &window->buffer) == VK_SUCCESS &&
              mock_below.AllocateMemory(device, &memory, NULL, &window->memory) == VK_SUCCESS &&
              mock_below.BindBufferMemory(device, window->buffer, window->memory, 0) == VK_SUCCESS,
              "the driver below imports no addresses");
}

static VkResult create_sparse(VkDevice device, const VkBufferCreateInfo *info, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo *external =
        mock_in_chain(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    struct sparse_buffer *sparse = calloc(1, sizeof *sparse);

    MOCK_MUST(sparse != NULL && (info->flags & MOCK_SPARSE) == MOCK_SPARSE, "flags 0x%x",
              info->flags);
    if (info->size > sparse_mock.most_buffer_bytes) {
        free(sparse);
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    sparse->size_bytes = info->size;
    sparse->is_shared = external != NULL && external->handleTypes != 0;
    sparse->reserved_bytes = info->size + 2 * LARGE;
    sparse->reserved = map_nothing(NULL, sparse->reserved_bytes, 0);
    MOCK_MUST(sparse->reserved != MAP_FAILED, "no addresses");
    sparse->base = sparse->reserved + (-(uintptr_t)sparse->reserved & (LARGE - 1)) +
                   sparse_mock.skew_bytes;
    sparse->window_count = (uint32_t)((info->size - 1) / WINDOW_STEP + 1);
    sparse->windows = calloc(sparse->window_count, sizeof *sparse->windows);
    MOCK_MUST(sparse->windows != NULL, "no memory");
    for (uint32_t i = 0; i < sparse->window_count; i++)
        make_window(device, sparse, &sparse->windows[i], i * WINDOW_STEP, *info);
    pthread_mutex_lock(&lock);
    all_bytes += sparse->size_bytes;
    MOCK_MUST(all_bytes <= sparse_mock.address_bytes, "%llu bytes in all sparse buffers",
              (unsigned long long)all_bytes);
    sparse->has_address = all_bytes <= sparse_mock.good_bytes;
    sparse->next = buffers;
    buffers = sparse;
    pthread_mutex_unlock(&lock);
    *out = (VkBuffer)(uintptr_t)sparse;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkBuffer *out)
{
    if (info->flags != 0)
        return create_sparse(device, info, out);
    return mock_below.CreateBuffer(device, info, callbacks, out);
}

static VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice device, VkBuffer buffer,
                                                 const VkAllocationCallbacks *callbacks)
{
    struct sparse_buffer *sparse = find(buffer), **at = &buffers;

    if (sparse == NULL) {
        mock_below.DestroyBuffer(device, buffer, callbacks);
        return;
    }
    pthread_mutex_lock(&lock);
    while (*at != sparse)
        at = &(*at)->next;
    *at = sparse->next;
    all_bytes -= sparse->size_bytes;
    pthread_mutex_unlock(&lock);
    for (uint32_t i = 0; i < sparse->window_count; i++) {
        mock_below.DestroyBuffer(device, sparse->windows[i].buffer, NULL);
        mock_below.FreeMemory(device, sparse->windows[i].memory, NULL);
    }
    munmap(sparse->reserved, sparse->reserved_bytes);
    free(sparse->windows);
    free(sparse);
}

static VKAPI_ATTR void VKAPI_CALL buffer_needs(VkDevice device, VkBuffer buffer,
                                               VkMemoryRequirements *out)
{
    struct sparse_buffer *sparse = find(buffer);

    mock_below.GetBufferMemoryRequirements(
        device, sparse != NULL ? sparse->windows[0].buffer : buffer, out);
    if (sparse != NULL) {
        out->alignment = sparse_mock.alignment_bytes;
        out->size = sparse->size_bytes;
    }
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL buffer_address(VkDevice device,
                                                            const VkBufferDeviceAddressInfo *info)
{
    struct sparse_buffer *sparse = find(info->buffer);

    if (sparse == NULL)
        return mock_below.GetBufferDeviceAddress(device, info);
    return sparse->has_address ? (uintptr_t)sparse->base : 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_buffer(VkDevice device, VkBuffer buffer,
                                                  VkDeviceMemory memory, VkDeviceSize offset)
{
    MOCK_MUST(find(buffer) == NULL, "vkBindBufferMemory of a sparse buffer");
    return mock_below.BindBufferMemory(device, buffer, memory, offset);
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool takes_failure(atomic_int *failures)
{
    int left = atomic_load(failures);

    while (left > 0 && !atomic_compare_exchange_weak(failures, &left, left - 1))
        continue;
    return left > 0;
}

static _Atomic VkDevice broken_device;

/** All memory is exportable below, so that it is a shared mapping. */
static VKAPI_ATTR VkResult VKAPI_CALL allocate_memory(VkDevice device,
                                                      const VkMemoryAllocateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkDeviceMemory *out)
{
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .pNext = info->pNext,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    bool is_host = mock_in_chain(
        info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT) != NULL;
    bool is_shared =
        mock_in_chain(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR) != NULL ||
        mock_in_chain(info->pNext, VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO) != NULL;
    VkMemoryAllocateInfo shared = *info;
    bool is_import =
        mock_in_chain(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR) != NULL;
    struct memory *memory;
    VkResult result;

    if (sparse_mock.breaks && !is_host && !is_import &&
        (atomic_load(&broken_device) == device ||
         (sparse_mock.breaks_all && atomic_load(&broken_device) != VK_NULL_HANDLE)))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (is_import && takes_failure(&sparse_mock.fail_imports))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (!is_host && !is_shared)
        shared.pNext = &export;
    result = mock_below.AllocateMemory(device, &shared, callbacks, out);
    if (result != VK_SUCCESS && is_import && sparse_mock.breaks &&
        (!sparse_mock.breaks_all || buffers != NULL))    /* after what is tried at opening */
        atomic_store(&broken_device, device);
    if (result != VK_SUCCESS || is_host)
        return result;
    memory = calloc(1, sizeof *memory);
    MOCK_MUST(memory != NULL, "no memory");
    memory->handle = *out;
    memory->size_bytes = info->allocationSize;
    memory->is_shared = is_shared;
    pthread_mutex_lock(&lock);
    memory->next = memories;
    memories = memory;
    pthread_mutex_unlock(&lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory handle,
                                              const VkAllocationCallbacks *callbacks)
{
    struct memory **at = &memories, *found;

    pthread_mutex_lock(&lock);
    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->next;
    found = *at;
    if (found != NULL)
        *at = found->next;
    pthread_mutex_unlock(&lock);
    free(found);
    mock_below.FreeMemory(device, handle, callbacks);
}

static struct memory *find_memory(VkDeviceMemory handle)
{
    struct memory *at;

    pthread_mutex_lock(&lock);
    at = memories;
    while (at != NULL && at->handle != handle)
        at = at->next;
    pthread_mutex_unlock(&lock);
    return at;
}

/* ---- binds ---------------------------------------------------------------------------------- */

/** The device whose queue was asked for last: vkMapMemory of a CPU driver reads only the memory. */
static VkDevice bound_device;

static void bind_part(const struct sparse_buffer *sparse, const VkSparseMemoryBind *part)
{
    const uint64_t step = sparse_mock.alignment_bytes;
    char *at = sparse->base + part->resourceOffset;
    struct memory *memory;
    void *pages = NULL;

    MOCK_MUST(part->resourceOffset % step == 0 && part->memoryOffset % step == 0 &&
              part->size != 0 && part->size % step == 0 && part->flags == 0 &&
              part->resourceOffset < sparse->size_bytes &&
              part->size <= sparse->size_bytes - part->resourceOffset,
              "a bind of %llu bytes at %llu from %llu", (unsigned long long)part->size,
              (unsigned long long)part->resourceOffset, (unsigned long long)part->memoryOffset);
    if (part->memory == VK_NULL_HANDLE) {
        MOCK_MUST(map_nothing(at, part->size, MAP_FIXED) != MAP_FAILED, "an unbind");
        return;
    }
    memory = find_memory(part->memory);
    MOCK_MUST(memory != NULL && part->memoryOffset < memory->size_bytes &&
              part->size <= memory->size_bytes - part->memoryOffset, "a bind beyond its memory");
    MOCK_MUST(!memory->is_shared || sparse->is_shared,
              "a bind of exportable memory to a buffer that does not take it");
    MOCK_MUST(mock_below.MapMemory(bound_device, part->memory, 0, VK_WHOLE_SIZE, 0, &pages) ==
              VK_SUCCESS && mremap((char *)pages + part->memoryOffset, 0, part->size,
                                   MREMAP_MAYMOVE | MREMAP_FIXED, at) != MAP_FAILED, "a bind");
}

/** The queue that only binds has no queue below: the first signals the fences of its binds. So two
 *  threads may use one queue below at once. Else nobody may: the driver below has one queue. */
static VkQueue first_queue;
static pthread_mutex_t submitting = PTHREAD_MUTEX_INITIALIZER;

static void begin_submit(void)
{
    if (sparse_mock.binds_alone)
        pthread_mutex_lock(&submitting);
    else
        MOCK_MUST(pthread_mutex_trylock(&submitting) == 0, "two threads in one queue");
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *infos, VkFence fence)
{
    VkResult result;

    begin_submit();
    result = mock_below.QueueSubmit(queue, count, infos, fence);
    pthread_mutex_unlock(&submitting);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_sparse(VkQueue queue, uint32_t count,
                                                  const VkBindSparseInfo *infos, VkFence fence)
{
    if (takes_failure(&sparse_mock.fail_binds))
        return atomic_load(&sparse_mock.failure);
    for (uint32_t i = 0; i < count; i++) {
        MOCK_MUST(infos[i].waitSemaphoreCount == 0 && infos[i].signalSemaphoreCount == 0 &&
                  infos[i].imageBindCount == 0 && infos[i].imageOpaqueBindCount == 0,
                  "binds of this kind");
        for (uint32_t b = 0; b < infos[i].bufferBindCount; b++) {
            const VkSparseBufferMemoryBindInfo *bind = &infos[i].pBufferBinds[b];
            const struct sparse_buffer *sparse = find(bind->buffer);

            MOCK_MUST(sparse != NULL && bind->bindCount != 0, "a bind of no sparse buffer");
            for (uint32_t p = 0; p < bind->bindCount; p++)
                bind_part(sparse, &bind->pBinds[p]);
            atomic_fetch_add(&sparse_mock.parts, bind->bindCount);
        }
        atomic_fetch_add(&sparse_mock.binds, 1);
    }
    return submit(sparse_mock.binds_alone ? first_queue : queue, 0, NULL, fence);
}

static VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice device, uint32_t family, uint32_t number,
                                            VkQueue *out)
{
    bound_device = device;
    if (family == 0)
        mock_below.GetDeviceQueue(device, family, number, out);
    else
        mock_below.GetDeviceQueue(device, 0, 0, &first_queue);
    if (family != 0)
        *out = first_queue;
}

/* ---- commands: a sparse buffer is replaced by its window ------------------------------------ */

static VkBuffer buffer_below(VkBuffer buffer, VkDeviceSize *in_out_offset)
{
    const struct sparse_buffer *sparse = find(buffer);
    uint64_t window = *in_out_offset / WINDOW_STEP;

    if (sparse == NULL)
        return buffer;
    MOCK_MUST(window < sparse->window_count, "a command beyond a sparse buffer");
    *in_out_offset -= window * WINDOW_STEP;
    return sparse->windows[window].buffer;
}

static VKAPI_ATTR void VKAPI_CALL copy_buffer(VkCommandBuffer commands, VkBuffer src, VkBuffer dst,
                                              uint32_t count, const VkBufferCopy *regions)
{
    for (uint32_t i = 0; i < count; i++) {
        VkBufferCopy region = regions[i];
        VkBuffer from = buffer_below(src, &region.srcOffset);
        VkBuffer to = buffer_below(dst, &region.dstOffset);

        mock_below.CmdCopyBuffer(commands, from, to, 1, &region);
    }
}

static VKAPI_ATTR void VKAPI_CALL fill_buffer(VkCommandBuffer commands, VkBuffer buffer,
                                              VkDeviceSize offset, VkDeviceSize size, uint32_t word)
{
    VkBuffer to = buffer_below(buffer, &offset);

    mock_below.CmdFillBuffer(commands, to, offset, size, word);
}

static VKAPI_ATTR void VKAPI_CALL copy_to_image(VkCommandBuffer commands, VkBuffer src,
                                                VkImage image, VkImageLayout layout,
                                                uint32_t count, const VkBufferImageCopy *regions)
{
    for (uint32_t i = 0; i < count; i++) {
        VkBufferImageCopy region = regions[i];
        VkBuffer from = buffer_below(src, &region.bufferOffset);

        mock_below.CmdCopyBufferToImage(commands, from, image, layout, 1, &region);
    }
}

static VKAPI_ATTR void VKAPI_CALL copy_from_image(VkCommandBuffer commands, VkImage image,
                                                  VkImageLayout layout, VkBuffer dst,
                                                  uint32_t count,
                                                  const VkBufferImageCopy *regions)
{
    for (uint32_t i = 0; i < count; i++) {
        VkBufferImageCopy region = regions[i];
        VkBuffer to = buffer_below(dst, &region.bufferOffset);

        mock_below.CmdCopyImageToBuffer(commands, image, layout, to, 1, &region);
    }
}

static VKAPI_ATTR void VKAPI_CALL copy_results(VkCommandBuffer commands, VkQueryPool pool,
                                               uint32_t first, uint32_t count, VkBuffer dst,
                                               VkDeviceSize offset, VkDeviceSize stride,
                                               VkQueryResultFlags flags)
{
    VkBuffer to = buffer_below(dst, &offset);

    mock_below.CmdCopyQueryPoolResults(commands, pool, first, count, to, offset, stride, flags);
}

/* ---- by name -------------------------------------------------------------------------------- */

PFN_vkVoidFunction mock_device_call(const char *name)
{
    const struct {
        const char *name;
        PFN_vkVoidFunction call;
    } calls[] = {
        { "vkAllocateMemory", (PFN_vkVoidFunction)allocate_memory },
        { "vkBindBufferMemory", (PFN_vkVoidFunction)bind_buffer },
        { "vkCmdCopyBuffer", (PFN_vkVoidFunction)copy_buffer },
        { "vkCmdCopyBufferToImage", (PFN_vkVoidFunction)copy_to_image },
        { "vkCmdCopyImageToBuffer", (PFN_vkVoidFunction)copy_from_image },
        { "vkCmdCopyQueryPoolResults", (PFN_vkVoidFunction)copy_results },
        { "vkCmdFillBuffer", (PFN_vkVoidFunction)fill_buffer },
        { "vkCreateBuffer", (PFN_vkVoidFunction)create_buffer },
        { "vkDestroyBuffer", (PFN_vkVoidFunction)destroy_buffer },
        { "vkFreeMemory", (PFN_vkVoidFunction)free_memory },
        { "vkGetBufferDeviceAddress", (PFN_vkVoidFunction)buffer_address },
        { "vkGetBufferMemoryRequirements", (PFN_vkVoidFunction)buffer_needs },
        { "vkGetDeviceQueue", (PFN_vkVoidFunction)get_queue },
        { "vkQueueBindSparse", (PFN_vkVoidFunction)bind_sparse },
        { "vkQueueSubmit", (PFN_vkVoidFunction)submit },
    };

    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(name, calls[i].name) == 0)
            return calls[i].call;
    }
    return NULL;
}
