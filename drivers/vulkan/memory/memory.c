#include "memory.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/log.h"
#include "foreign_pages.h"
#include "image_make.h"
#include "image_memory.h"
#include "import_handle.h"
#include "range.h"
#include "sparse.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/fd.h"
#include "vulkan/loader/result.h"

struct givk_memory *givk_memory_from(struct gi_memory *base)
{
    assert(base->ops == &givk_memory_ops);
    return (struct givk_memory *)base;
}

VkBuffer givk_memory_buffer(struct gi_memory *base, uint64_t *in_out_offset)
{
    const struct givk_memory *mem = givk_memory_from(base);
    uint64_t window = *in_out_offset / GIVK_WINDOW_STEP;

    if (!mem->is_range) {
        *in_out_offset += mem->skip_bytes;
        return mem->buffer;
    }
    *in_out_offset -= window * GIVK_WINDOW_STEP;
    return mem->windows[window].buffer;
}

VkResult givk_memory_create_buffer(struct givk_device *dev, uint64_t size_bytes,
                                   VkExternalMemoryHandleTypeFlags handle_types, VkBuffer *out)
{
    return givk_memory_create_buffer_as(dev, 0, size_bytes, handle_types, out);
}

VkResult givk_memory_create_buffer_as(struct givk_device *dev, VkBufferCreateFlags flags,
                                      uint64_t size_bytes,
                                      VkExternalMemoryHandleTypeFlags handle_types, VkBuffer *out)
{
    uint32_t families[GIVK_MAX_FAMILIES];
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = handle_types,
    };
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = handle_types != 0 ? &external : NULL,
        .flags = flags,
        .size = size_bytes,
        .usage = GIVK_BUFFER_USAGE,
    };

    if (flags == 0 && handle_types == 0)         /* choices of recordings have such memory */
        info.usage |= VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    info.sharingMode = givk_plan_sharing(dev->plan, families, &info.queueFamilyIndexCount);
    info.pQueueFamilyIndices = families;
    return dev->vk.CreateBuffer(dev->handle, &info, NULL, out);
}

static VkResult givk_bind(struct givk_device *dev, struct givk_memory *mem, bool map)
{
    VkBufferDeviceAddressInfo where = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = mem->buffer,
    };
    VkResult result = dev->vk.BindBufferMemory(dev->handle, mem->buffer, mem->handle, 0);

    if (result != VK_SUCCESS)
        return result;
    mem->base.device_address = dev->vk.GetBufferDeviceAddress(dev->handle, &where);
    mem->address = mem->base.device_address;
    if (map)
        result = dev->vk.MapMemory(dev->handle, mem->handle, 0, VK_WHOLE_SIZE, 0,
                                   &mem->base.host_address);
    return result;
}

static void givk_release(struct givk_device *dev, struct givk_memory *mem)
{
    dev->vk.DestroyBuffer(dev->handle, mem->buffer, NULL);
    if (givk_memory_file_mend(&dev->handles.memory_file, mem->base.host_address, mem->file_bytes))
        dev->vk.FreeMemory(dev->handle, mem->handle, NULL);
    if (mem->counted_bytes != 0)
        atomic_fetch_sub(&dev->allocated_bytes, mem->counted_bytes);
    givk_sparse_forget(dev, mem);
    mem->buffer = VK_NULL_HANDLE;
    mem->handle = VK_NULL_HANDLE;
    mem->counted_bytes = 0;
    mem->file_bytes = 0;
    mem->base.host_address = NULL;
    mem->base.device_address = 0;
}

/** Returns a mask of memory types for an import: those that images support too, if any. */
static uint32_t givk_types_of_import(struct givk_device *dev, const struct givk_import *import,
                                     uint32_t types_of_buffer)
{
    uint32_t types = types_of_buffer & import->allowed_mask;
    uint32_t shared = types & givk_image_memory_types(dev, import->type);

    return givk_sparse_types(dev, shared != 0 ? shared : types);
}

/** Notes in the log which call of several has failed. */
static VkResult givk_note(const char *call, uint64_t size_bytes, uint32_t type, VkResult result)
{
    if (result != VK_SUCCESS)
        gi_log(GI_LOG_DEBUG, "memory of %" PRIu64 " bytes, type %u: %s returned %s", size_bytes,
               type, call, givk_result_name(result));
    return result;
}

/** How memory is allocated: structures that point to each other. */
struct givk_memory_chain {
    VkMemoryAllocateFlagsInfo flags;     /* the first */
    VkImportMemoryFdInfoKHR import_fd;
    VkImportMemoryHostPointerInfoEXT import_host;
    VkExportMemoryAllocateInfo export;
    VkMemoryDedicatedAllocateInfo alone;
};

/** A request for new memory, or for an import if import is set. */
struct givk_request {
    uint64_t size_bytes;
    enum givk_memory_use use;
    VkExternalMemoryHandleTypeFlags handle_types;
    const struct givk_import *import;
    int duplicate;               /* the fd that an import takes over */
    bool for_image;              /* exportable memory where an image lies */
};

/** Whether exportable memory is made for its buffer alone. */
static bool givk_exports_alone(const struct givk_device *dev, const struct givk_request *request)
{
    return dev->plan->dedicated_exports && request->use == GIVK_USE_IMPORT &&
           request->import == NULL && request->handle_types != 0 && !request->for_image;
}

/** Fills the chain, and changes needs to what the request leaves of them. */
static void givk_chain_memory(struct givk_device *dev, const struct givk_request *request,
                              VkBuffer buffer, VkMemoryRequirements *needs,
                              struct givk_memory_chain *out)
{
    const struct givk_import *import = request->import;

    *out = (struct givk_memory_chain){
        .flags = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                   .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT },
        .import_fd = { .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                       .fd = request->duplicate },
        .import_host = {
            .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
            .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
        },
        .export = { .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                    .handleTypes = request->handle_types },
        .alone = { .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = buffer },
    };
    if (import != NULL && import->host != NULL) {
        needs->memoryTypeBits &= import->allowed_mask;
        out->import_host.pHostPointer = import->host;
        out->flags.pNext = &out->import_host;
        needs->size = request->size_bytes;       /* exactly what the program gave */
    } else if (import != NULL) {
        needs->memoryTypeBits = givk_types_of_import(dev, import, needs->memoryTypeBits);
        out->import_fd.handleType = import->type;
        out->import_fd.pNext = import->dedicated ? &out->alone : NULL;
        out->flags.pNext = &out->import_fd;
    } else if (request->handle_types != 0) {
        needs->memoryTypeBits = givk_sparse_types(dev, needs->memoryTypeBits);
        if (givk_exports_alone(dev, request))
            out->export.pNext = &out->alone;
        out->flags.pNext = &out->export;
    }
    if (request->use == GIVK_USE_PAGES)
        needs->memoryTypeBits &= dev->sparse.types;
}

/** Creates the buffer and the memory of an object, and binds them. The object must be all zero; on
 *  failure it is so again. */
static VkResult givk_make(struct givk_device *dev, struct givk_memory *mem,
                          const struct givk_request *request)
{
    struct givk_memory_chain chain;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &chain.flags,
    };
    VkMemoryRequirements needs;
    VkResult result = givk_memory_create_buffer(dev, request->size_bytes, request->handle_types,
                                                &mem->buffer);

    if (result != VK_SUCCESS)
        return givk_note("vkCreateBuffer", request->size_bytes, 0, result);
    dev->vk.GetBufferMemoryRequirements(dev->handle, mem->buffer, &needs);
    givk_chain_memory(dev, request, mem->buffer, &needs, &chain);
    info.allocationSize = needs.size;
    result = VK_ERROR_FEATURE_NOT_PRESENT;
    if (givk_plan_memory_type(dev->facts, dev->plan, request->use, needs.memoryTypeBits,
                              &info.memoryTypeIndex))
        result = dev->vk.AllocateMemory(dev->handle, &info, NULL, &mem->handle);
    if (result != VK_SUCCESS) {
        mem->handle = VK_NULL_HANDLE;
        givk_release(dev, mem);
        return givk_note("vkAllocateMemory", info.allocationSize, info.memoryTypeIndex, result);
    }
    if (request->import == NULL) {
        mem->counted_bytes = needs.size;
        atomic_fetch_add(&dev->allocated_bytes, needs.size);
    }
    mem->type_index = info.memoryTypeIndex;
    mem->base.size_bytes = request->size_bytes;
    mem->base.dedicated = givk_exports_alone(dev, request);
    result = givk_bind(dev, mem, givk_plan_maps(dev->facts, dev->plan, request->use,
                                                info.memoryTypeIndex));
    givk_note("vkBindBufferMemory or vkMapMemory", request->size_bytes, info.memoryTypeIndex,
              result);
    if (result == VK_SUCCESS && givk_plan_places(dev->plan, request->use))
        result = givk_placed_map(dev, mem, info.allocationSize);
    return result;
}

/* ---- own memory ---------------------------------------------------------------------------- */

/** Returns the most bytes of one object. maxMemoryAllocationSize is no limit: it is the size that
 *  always works, and some drivers allow far more. */
static uint64_t givk_most_bytes(const struct givk_facts *facts)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < facts->memory.memoryHeapCount; i++) {
        if (facts->memory.memoryHeaps[i].size > most)
            most = facts->memory.memoryHeaps[i].size;
    }
    return most < facts->max_buffer_bytes ? most : facts->max_buffer_bytes;
}

static gi_status givk_allocate_as(struct gi_memory *base, uint64_t size_bytes,
                                  enum givk_memory_use use,
                                  VkExternalMemoryHandleTypeFlags handle_types)
{
    struct givk_memory *mem = givk_memory_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    const char *noun = use == GIVK_USE_HOST ? "host" : "device";
    uint64_t most = use == GIVK_USE_HOST ? givk_most_bytes(dev->facts) :
                    dev->facts->info.memory_bytes;
    VkResult result;

    if (most > givk_most_bytes(dev->facts))
        most = givk_most_bytes(dev->facts);
    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "%s memory: the size is 0", noun);
    if (size_bytes > most)
        return gi_fail(GI_OUT_OF_MEMORY, "%s memory: %" PRIu64 " bytes are asked for, %s gives at "
                       "most %" PRIu64 " at once", noun, size_bytes, dev->facts->info.name, most);
    result = givk_make(dev, mem, &(struct givk_request){ size_bytes, use, handle_types, NULL, -1,
                                                         base->for_image });
    if (result != VK_SUCCESS) {
        givk_release(dev, mem);
        return gi_fail(givk_status(result), "%s memory: %" PRIu64 " bytes on %s: the driver "
                       "returned %s", noun, size_bytes, dev->facts->info.name,
                       givk_result_name(result));
    }
    base->size_is_known = true;
    return GI_OK;
}

static void givk_finish(struct gi_memory *base);

/** Allocates memory for images whose texels shaders access by address. The core gets no address. */
static gi_status givk_allocate_texels(struct gi_memory *base, uint64_t size_bytes)
{
    gi_status st = givk_allocate_as(base, size_bytes, GIVK_USE_DEVICE, 0);

    givk_memory_from(base)->for_images = true;
    base->device_address = 0;
    base->host_address = NULL;
    return st;
}

/** Fills new pages with zeros, as drivers may return memory that this process had before. */
static gi_status givk_clear(struct givk_memory *mem)
{
    struct givk_device *dev = givk_device_from(mem->base.device);
    VkResult result = VK_SUCCESS;

    if (!dev->plan->new_memory_is_zero)
        result = givk_binder_clear(dev, mem->buffer, mem->base.size_bytes & ~UINT64_C(3));
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "pages: clearing them");
}

/** Allocates GI_MEMORY_PAGES for sparse buffers. The core gets no address. */
static gi_status givk_allocate_pages(struct gi_memory *base, uint64_t size_bytes)
{
    const struct givk_plan *plan = givk_device_from(base->device)->plan;
    gi_status st = givk_allocate_as(base, size_bytes, GIVK_USE_PAGES,
                                    plan->exportable_pages && plan->sparse.shares ?
                                    VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT : 0);

    if (st != GI_OK)
        return st;
    base->device_address = 0;
    st = givk_clear(givk_memory_from(base));
    if (st != GI_OK)
        givk_release(givk_device_from(base->device), givk_memory_from(base));
    return st;
}

gi_status givk_memory_make_table(struct givk_device *dev, struct givk_memory *mem,
                                 uint64_t size_bytes)
{
    gi_status st;

    mem->base.device = &dev->base;
    mem->base.ops = &givk_memory_ops;
    st = givk_allocate_as(&mem->base, size_bytes, GIVK_USE_TABLE, 0);
    if (st != GI_OK)
        memset(mem, 0, sizeof(*mem));
    return st;
}

static gi_status givk_allocate(struct gi_memory *base, uint64_t size_bytes,
                               enum gi_memory_kind kind)
{
    struct givk_device *dev = givk_device_from(base->device);
    enum givk_memory_use use = kind == GI_MEMORY_HOST ? GIVK_USE_HOST : GIVK_USE_DEVICE;
    gi_status st;

    if (kind == GI_MEMORY_IMAGE && dev->plan->textures == GIVK_TEXTURES_IN_MEMORY)
        return givk_allocate_texels(base, size_bytes);
    if (kind == GI_MEMORY_PAGES && dev->plan->ranges == GIVK_RANGES_SPARSE)
        return givk_allocate_pages(base, size_bytes);
    if (kind == GI_MEMORY_PAGES)
        return givk_range_allocate_pages(dev, givk_memory_from(base), size_bytes);
    if (kind == GI_MEMORY_IMAGE)
        return givk_memory_allocate_for_images(dev, givk_memory_from(base), size_bytes);
    if (kind == GI_MEMORY_MANAGED && dev->plan->place_host)
        use = GIVK_USE_MANAGED;
    st = givk_allocate_as(base, size_bytes, use, 0);
    if (st != GI_OK || kind != GI_MEMORY_MANAGED || use == GIVK_USE_MANAGED ||
        (uint64_t)(uintptr_t)base->host_address == base->device_address)
        return st;
    givk_finish(base);
    return gi_fail(GI_NOT_SUPPORTED, "managed memory: %s sees its memory at other addresses than "
                   "the host", dev->facts->info.name);
}

/* ---- handles ------------------------------------------------------------------------------- */

static gi_status givk_allocate_exportable(struct gi_memory *base, uint64_t size_bytes,
                                          enum gi_os_handle_kind kind)
{
    struct givk_device *dev = givk_device_from(base->device);
    VkExternalMemoryHandleTypeFlagBits type;
    const char *why_not;
    struct givk_external can = givk_handle_support(dev->facts, kind, &type, &why_not);
    gi_status st;

    if (!can.export)
        return gi_fail(GI_NOT_SUPPORTED, "exportable memory: %s cannot export this kind of handle",
                       dev->facts->info.name);
    st = givk_allocate_as(base, size_bytes, GIVK_USE_IMPORT, type);
    if (st != GI_OK)
        return st;
    st = givk_memory_file_detach(&dev->handles.memory_file, base->host_address);
    if (st == GI_OK && dev->plan->ranges == GIVK_RANGES_SPARSE)
        st = givk_clear(givk_memory_from(base));         /* it may become pages */
    if (st != GI_OK)
        givk_release(dev, givk_memory_from(base));
    else
        givk_memory_from(base)->handle_type = type;      /* external images may lie there */
    return st;
}

static gi_status givk_export(struct gi_memory *base, enum gi_os_handle_kind kind,
                             struct gi_os_handle *out_owned)
{
    struct givk_memory *mem = givk_memory_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = mem->handle,
    };
    const char *why_not;
    struct givk_external can = givk_handle_support(dev->facts, kind, &info.handleType, &why_not);
    VkResult result;

    *out_owned = (struct gi_os_handle){ .kind = kind, .fd = -1 };
    if (!can.export || dev->vk.GetMemoryFdKHR == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "memory export: %s cannot export this kind of handle",
                       dev->facts->info.name);
    result = dev->vk.GetMemoryFdKHR(dev->handle, &info, &out_owned->fd);
    if (result != VK_SUCCESS) {
        out_owned->fd = -1;
        return givk_fail(result, "memory export: vkGetMemoryFdKHR");
    }
    /* Imported memory is as its exporter made it, and that of an image is no memory of pages. */
    if (mem->counted_bytes != 0 && !base->for_image)
        givk_foreign_pages_mark(dev, out_owned->fd);
    return GI_OK;
}

/* ---- imports ------------------------------------------------------------------------------- */

/* An import at one size. */
struct givk_sized_import {
    struct givk_device *dev;
    struct givk_memory *mem;
    const struct givk_import *import;
    uint64_t size_bytes;
};

static VkResult givk_take_import(void *of, int owned_fd, bool *out_is_taken)
{
    struct givk_sized_import *sized = of;
    const struct givk_request request = {
        sized->size_bytes, GIVK_USE_IMPORT, sized->import->type, sized->import, owned_fd, false
    };
    VkResult result = givk_make(sized->dev, sized->mem, &request);

    *out_is_taken = sized->mem->handle != VK_NULL_HANDLE ||
                    givk_handles_refusal_closed(&sized->dev->handles, result);
    if (result == VK_SUCCESS)
        sized->mem->file_bytes = sized->import->file_bytes;
    else if (sized->mem->handle != VK_NULL_HANDLE)
        givk_release(sized->dev, sized->mem);    /* binding failed */
    return result;
}

/** Tries to import at one size. A failure changes nothing and leaves the borrowed fd open. */
static gi_status givk_try_import(struct givk_device *dev, struct givk_memory *mem,
                                 const struct givk_import *import, uint64_t size_bytes,
                                 VkResult *out_result)
{
    struct givk_sized_import sized = { dev, mem, import, size_bytes };

    return givk_memory_file_give(import->fd, import->file_bytes != 0, givk_take_import, &sized,
                                 "memory import", out_result);
}

/** Imports at the largest size below too_large that the driver accepts, in steps of the plan. It
 *  starts at one step and at most doubles, because a driver can take seconds to refuse a huge size.
 *  *out_result says why even one step failed. */
static gi_status givk_import_largest(struct givk_device *dev, struct givk_memory *mem,
                                     const struct givk_import *import, uint64_t too_large,
                                     VkResult *out_result)
{
    uint64_t step = dev->plan->import_step_bytes;
    uint64_t works = 0, fails = (too_large + step - 1) / step;
    uint64_t next = 1;                   /* the first attempt tells a bad fd from a large size */
    gi_status st = GI_OK;

    while (works + 1 < fails || works == 0) {
        st = givk_try_import(dev, mem, import, next * step, out_result);
        if (st != GI_OK || (works == 0 && *out_result != VK_SUCCESS))
            return st;
        if (*out_result == VK_SUCCESS) {
            works = next;
            if (works + 1 >= fails)
                return GI_OK;
            givk_release(dev, mem);
        } else {
            fails = next;
        }
        next = works + (fails - works) / 2;
        if (next > 2 * works)
            next = 2 * works;
    }
    return givk_try_import(dev, mem, import, works * step, out_result);
}

/** Imports at the size that the handle reports, else at the size asked for. If that fails, it
 *  imports at the largest size that the driver accepts. */
static gi_status givk_import_sized(struct givk_device *dev, struct givk_memory *mem,
                                   const struct givk_import *import, uint64_t asked_bytes,
                                   VkResult *out_result)
{
    uint64_t most = givk_most_bytes(dev->facts);
    uint64_t file_bytes = import->is.size_bytes;
    bool known = file_bytes != 0 && import->is.is_dma_buf;
    uint64_t size = known ? file_bytes : asked_bytes;
    struct givk_fd_kind is;
    gi_status st = GI_OK;

    if (file_bytes != 0 && file_bytes < most)
        most = file_bytes;
    if (size <= most) {
        st = givk_try_import(dev, mem, import, size, out_result);
        mem->base.size_is_known = known;
    } else {
        *out_result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
        size = most + 1;
    }
    if (st == GI_OK && *out_result == VK_ERROR_OUT_OF_DEVICE_MEMORY) {
        givk_fd_kind_of(import->fd, &is);        /* the first read may have skipped the size */
        if (is.size_bytes != 0 && is.size_bytes < size)
            size = is.size_bytes + 1;
        st = givk_import_largest(dev, mem, import, size, out_result);
        mem->base.size_is_known = true;
    }
    if (st == GI_OK && *out_result == VK_SUCCESS && mem->base.size_bytes < asked_bytes)
        gi_log(GI_LOG_INFO, "memory import: fd %d holds %" PRIu64 " bytes, less than the %" PRIu64
               " asked for", import->fd, mem->base.size_bytes, asked_bytes);
    return st;
}

/** Imports one granule of a handle that does not tell its size. */
static gi_status givk_import_unsized(struct givk_device *dev, struct givk_memory *mem,
                                     const struct givk_import *import, VkResult *out_result)
{
    uint64_t size_bytes = dev->facts->info.range_granularity_bytes;
    gi_status st = givk_prober_try(dev, import->fd, size_bytes, out_result);

    if (st == GI_OK && *out_result == VK_SUCCESS)
        st = givk_try_import(dev, mem, import, size_bytes, out_result);
    return st;
}

/** Pages are mapped as whole ones. */
static void givk_round_size(const struct givk_device *dev, struct givk_memory *mem)
{
    uint64_t step = dev->facts->info.range_granularity_bytes;

    mem->base.size_bytes = (mem->base.size_bytes + step - 1) & ~(step - 1);
    mem->base.size_is_known = true;
}

static gi_status givk_import(struct gi_memory *base, const struct gi_os_handle *borrowed,
                             uint64_t size_bytes, bool dedicated)
{
    struct givk_memory *mem = givk_memory_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    struct givk_import import = { .fd = borrowed->fd, .allowed_mask = UINT32_MAX };
    enum gi_os_handle_kind kind;
    bool is_unsized = size_bytes == 0, is_open;
    struct givk_external can;
    const char *why_not;
    VkResult result;
    gi_status st;

    if (size_bytes == 0 && !dev->facts->info.tells_import_size)
        return gi_fail(GI_INVALID_VALUE, "memory import: the size is 0");
    givk_handle_look(dev, borrowed, &import);
    kind = givk_handle_true_kind(dev, borrowed, &import.is);
    can = givk_handle_support(dev->facts, kind, &import.type, &why_not);
    if (!can.import)
        return gi_fail(GI_NOT_SUPPORTED, "memory import on %s: %s", dev->facts->info.name, why_not);
    import.dedicated = can.dedicated_only || (dedicated && dev->plan->dedicated_imports);
    if (kind == GI_OS_HANDLE_DMA_BUF_FD)
        st = givk_handle_ask_dma_buf(dev, &import);
    else
        st = givk_handle_check_opaque(dev, &import);
    is_open = is_unsized && dev->plan->open_import_sizes && !import.is.is_dma_buf;
    if (st == GI_OK && is_unsized && !is_open)
        st = givk_handle_find_size(&import, &size_bytes);
    if (st != GI_OK)
        return st;
    if (is_open)
        st = givk_import_unsized(dev, mem, &import, &result);
    else if (base->wants_exactly)
        st = givk_try_import(dev, mem, &import, size_bytes, &result);
    else
        st = givk_import_sized(dev, mem, &import, size_bytes, &result);
    if (st == GI_OK && result != VK_SUCCESS)
        st = givk_handle_refused(dev, borrowed->fd, size_bytes, result);
    if (st != GI_OK)
        return st;
    mem->handle_type = import.type;
    mem->allowed_types = import.allowed_mask;
    if (is_unsized && !is_open)
        givk_round_size(dev, mem);
    if (is_unsized)                      /* only pages are */
        st = givk_foreign_pages_check(dev, borrowed->fd);
    if (st == GI_OK)
        st = givk_memory_keep_handle(dev, mem, borrowed->fd, dedicated);
    if (st != GI_OK)
        givk_release(dev, mem);
    return st;
}

/* ---- the program's own memory --------------------------------------------------------------- */

static gi_status givk_wrap_host(struct gi_memory *base, void *host, uint64_t size_bytes)
{
    struct givk_memory *mem = givk_memory_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    struct givk_import import = {
        .fd = -1,
        .host = host,
        .type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
    };
    VkMemoryHostPointerPropertiesEXT properties = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT,
    };
    VkResult result;

    if (!dev->facts->memory_host.import || dev->vk.GetMemoryHostPointerPropertiesEXT == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "host memory: %s has no "
                       VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME, dev->facts->info.name);
    result = dev->vk.GetMemoryHostPointerPropertiesEXT(dev->handle, import.type, host,
                                                       &properties);
    if (result == VK_SUCCESS) {
        import.allowed_mask = properties.memoryTypeBits;
        result = givk_make(dev, mem, &(struct givk_request){ size_bytes, GIVK_USE_WRAP, import.type,
                                                             &import, -1, false });
    }
    if (result == VK_SUCCESS) {
        base->host_address = host;
        base->size_is_known = true;
        return GI_OK;
    }
    givk_release(dev, mem);
    return gi_fail(result == VK_ERROR_INVALID_EXTERNAL_HANDLE ||
                   result == VK_ERROR_FEATURE_NOT_PRESENT ? GI_INVALID_VALUE : givk_status(result),
                   "host memory: %" PRIu64 " bytes at %p on %s: the driver returned %s", size_bytes,
                   host, dev->facts->info.name, givk_result_name(result));
}

static void givk_finish(struct gi_memory *base)
{
    givk_range_finish(givk_device_from(base->device), givk_memory_from(base));
    givk_memory_drop_handle(givk_memory_from(base));
    givk_release(givk_device_from(base->device), givk_memory_from(base));
}

const struct gi_memory_ops givk_memory_ops = {
    .size = sizeof(struct givk_memory),
    .allocate = givk_allocate,
    .import = givk_import,
    .allocate_exportable = givk_allocate_exportable,
    .export = givk_export,
    .wrap_host = givk_wrap_host,
    .reserve = givk_range_reserve,
    .place = givk_range_place,
    .finish = givk_finish,
};
