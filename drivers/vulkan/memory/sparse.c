#include "sparse.h"

#include <inttypes.h>

#include "base/log.h"
#include "base/scratch.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

enum { GIVK_LOCAL_BINDS = 64 };

/* ---- making -------------------------------------------------------------------------------- */

static VkResult givk_create_sparse(struct givk_device *dev, uint64_t size_bytes, VkBuffer *out)
{
    VkExternalMemoryHandleTypeFlags types =
        dev->plan->sparse.shares ? VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT : 0;
    VkBufferCreateFlags flags = GIVK_SPARSE_FLAGS;

    if (dev->plan->sparse.not_aliased)
        flags &= ~(VkBufferCreateFlags)VK_BUFFER_CREATE_SPARSE_ALIASED_BIT;
    return givk_memory_create_buffer_as(dev, flags, size_bytes, types, out);
}

void givk_sparse_learn(struct givk_device *dev)
{
    VkMemoryRequirements needs;
    VkBuffer sample;

    if (dev->plan->ranges != GIVK_RANGES_SPARSE ||
        givk_create_sparse(dev, dev->plan->range_step_bytes, &sample) != VK_SUCCESS)
        return;
    dev->vk.GetBufferMemoryRequirements(dev->handle, sample, &needs);
    dev->vk.DestroyBuffer(dev->handle, sample, NULL);
    dev->sparse.alignment_bytes = needs.alignment;
    dev->sparse.types = needs.memoryTypeBits;
}

uint32_t givk_sparse_types(const struct givk_device *dev, uint32_t types)
{
    uint32_t shared = types & dev->sparse.types;

    return shared != 0 ? shared : types;
}

/** Refuses ranges that the driver has no addresses for. */
static gi_status givk_check_sparse(const struct givk_device *dev, uint64_t size_bytes)
{
    const struct givk_facts *facts = dev->facts;
    uint64_t reserved = atomic_load(&dev->sparse.reserved_bytes);

    if (dev->sparse.alignment_bytes == 0)
        return gi_fail(GI_NOT_SUPPORTED, "reserving: %s cannot make sparse buffers",
                       facts->info.name);
    if (dev->plan->range_step_bytes % dev->sparse.alignment_bytes != 0)
        return gi_fail(GI_NOT_SUPPORTED, "reserving: %s binds multiples of %" PRIu64 " bytes, and "
                       "the granularity here is %" PRIu64, facts->info.name,
                       dev->sparse.alignment_bytes, dev->plan->range_step_bytes);
    switch (givk_range_limit(facts, size_bytes, reserved)) {
    case GIVK_RANGE_FITS:
        break;
    case GIVK_RANGE_BEYOND_BUFFERS:
        return gi_fail(GI_OUT_OF_MEMORY, "reserving: %" PRIu64 " addresses are asked for; a buffer "
                       "of %s has at most %" PRIu64, size_bytes, facts->info.name,
                       facts->max_buffer_bytes);
    case GIVK_RANGE_BEYOND_ADDRESSES:
        return gi_fail(GI_OUT_OF_MEMORY, "reserving: %" PRIu64 " addresses are asked for; all "
                       "reservations of %s together have at most %" PRIu64 ", and %" PRIu64
                       " are taken", size_bytes, facts->info.name, facts->sparse.most_bytes,
                       reserved);
    }
    return GI_OK;
}

/** Takes addresses of the device's sum, which Vulkan does not let a program pass. */
static bool givk_take_addresses(struct givk_device *dev, uint64_t size_bytes)
{
    uint64_t before = atomic_fetch_add(&dev->sparse.reserved_bytes, size_bytes);

    if (givk_range_limit(dev->facts, size_bytes, before) == GIVK_RANGE_FITS)
        return true;
    atomic_fetch_sub(&dev->sparse.reserved_bytes, size_bytes);
    return false;
}

void givk_sparse_forget(struct givk_device *dev, struct givk_memory *mem)
{
    if (mem->sparse_bytes != 0)
        atomic_fetch_sub(&dev->sparse.reserved_bytes, mem->sparse_bytes);
    mem->sparse_bytes = 0;
}

/** Destroys a range's buffer. */
static void givk_unmake(struct givk_device *dev, struct givk_memory *range)
{
    dev->vk.DestroyBuffer(dev->handle, range->buffer, NULL);
    range->buffer = VK_NULL_HANDLE;
    givk_sparse_forget(dev, range);
}

static uint64_t givk_address(struct givk_device *dev, VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo where = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = buffer,
    };

    return dev->vk.GetBufferDeviceAddress(dev->handle, &where);
}

/** Makes a buffer. Some drivers succeed although they have no address for it. */
static VkResult givk_make_at(struct givk_device *dev, struct givk_memory *range,
                             uint64_t size_bytes)
{
    VkResult result;

    if (!givk_take_addresses(dev, size_bytes))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    range->sparse_bytes = size_bytes;
    result = givk_create_sparse(dev, size_bytes, &range->buffer);
    if (result != VK_SUCCESS) {
        range->buffer = VK_NULL_HANDLE;
        givk_sparse_forget(dev, range);
        return result;
    }
    range->address = givk_address(dev, range->buffer);
    if (range->address != 0)
        return VK_SUCCESS;
    givk_unmake(dev, range);
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

/** Makes a buffer that has size_bytes from an aligned address on. It has room in front, as drivers
 *  choose addresses that are multiples of what they bind. If there is no room, the buffer may be
 *  aligned by chance. */
static VkResult givk_make_sparse(struct givk_device *dev, struct givk_memory *range,
                                 uint64_t size_bytes, uint64_t alignment_bytes)
{
    uint64_t room = alignment_bytes > dev->sparse.alignment_bytes
                        ? alignment_bytes - dev->sparse.alignment_bytes : 0;
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    uint64_t more;

    if (room != 0 && !__builtin_add_overflow(size_bytes, room, &more))
        result = givk_make_at(dev, range, more);
    if (result == VK_SUCCESS) {
        range->skip_bytes = (0 - range->address) & (alignment_bytes - 1);
        return VK_SUCCESS;
    }
    result = givk_make_at(dev, range, size_bytes);
    if (result != VK_SUCCESS || (range->address & (alignment_bytes - 1)) == 0)
        return result;
    givk_unmake(dev, range);
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

gi_status givk_sparse_reserve(struct givk_device *dev, struct givk_memory *range,
                              uint64_t size_bytes, uint64_t alignment_bytes)
{
    gi_status st = givk_check_sparse(dev, size_bytes);
    VkResult result;

    if (st != GI_OK)
        return st;
    result = givk_make_sparse(dev, range, size_bytes, alignment_bytes);
    if (result != VK_SUCCESS)
        return gi_fail(givk_status(result), "reserving: %" PRIu64 " addresses on %s, aligned to %"
                       PRIu64 ": the driver has none (%s)", size_bytes, dev->facts->info.name,
                       alignment_bytes, givk_result_name(result));
    range->base.device_address = range->address + range->skip_bytes;
    if (dev->plan->host_addresses)       /* a CPU device in a test: the host has these addresses */
        range->base.host_address = (void *)(uintptr_t)range->base.device_address;
    range->base.size_bytes = size_bytes;
    range->base.size_is_known = true;
    return GI_OK;
}

/* ---- placing ------------------------------------------------------------------------------- */

static VkSparseMemoryBind givk_bind_of(const struct givk_memory *range,
                                       const struct gi_range_place *place)
{
    VkSparseMemoryBind bind = {
        .resourceOffset = range->skip_bytes + place->offset_bytes,
        .size = place->size_bytes,
    };

    if (place->pages != NULL) {
        bind.memory = givk_memory_from(place->pages)->handle;
        bind.memoryOffset = place->pages_offset_bytes;
    }
    return bind;
}

/** Returns whether a bind begins where another ends. */
static bool givk_continues(const VkSparseMemoryBind *first, const VkSparseMemoryBind *next)
{
    return first->memory == next->memory &&
           first->resourceOffset + first->size == next->resourceOffset &&
           (first->memory == VK_NULL_HANDLE ||
            first->memoryOffset + first->size == next->memoryOffset);
}

static VkResult givk_bind_places(struct givk_device *dev, const struct givk_memory *range,
                                 const struct gi_range_place *places, size_t count, bool away)
{
    VkSparseMemoryBind local[GIVK_LOCAL_BINDS] = { 0 };
    VkSparseMemoryBind *binds = gi_scratch(local, sizeof(local), count, sizeof(*binds));
    uint32_t used = 0;
    VkResult result;

    if (binds == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < count; i++) {
        binds[used] = givk_bind_of(range, &places[i]);
        if (away) {
            binds[used].memory = VK_NULL_HANDLE;
            binds[used].memoryOffset = 0;
        }
        if (used != 0 && givk_continues(&binds[used - 1], &binds[used]))
            binds[used - 1].size += binds[used].size;
        else
            used++;
    }
    result = givk_binder_bind(dev, range->buffer, binds, used);
    gi_scratch_free(binds, local);
    return result;
}

/** Takes pages away, which cannot fail. If the driver cannot, the part keeps what it has, and a
 *  later bind replaces that; nobody has access. */
static void givk_unbind(struct givk_device *dev, const struct givk_memory *range,
                        const struct gi_range_place *places, size_t count)
{
    VkResult result = VK_SUCCESS, one;

    if (givk_bind_places(dev, range, places, count, true) == VK_SUCCESS)
        return;
    for (size_t i = 0; i < count; i++) {         /* which needs less memory */
        one = givk_bind_places(dev, range, &places[i], 1, true);
        if (one != VK_SUCCESS)
            result = one;
    }
    if (result != VK_SUCCESS)
        gi_log(GI_LOG_ERROR, "0x%" PRIx64 ": pages cannot be taken away: the driver returned %s",
               range->base.device_address, givk_result_name(result));
}

static gi_status givk_check_pages(const struct givk_device *dev, const struct givk_memory *pages)
{
    if ((dev->sparse.types >> pages->type_index & 1) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "mapping: the pages have memory type %u, which %s does "
                       "not bind to sparse buffers", pages->type_index, dev->facts->info.name);
    return GI_OK;
}

gi_status givk_sparse_place(struct givk_device *dev, struct givk_memory *range,
                            const struct gi_range_place *places, size_t count)
{
    VkResult result = VK_SUCCESS;
    bool has_pages = false;
    gi_status st = GI_OK;

    for (size_t i = 0; i < count && st == GI_OK; i++) {
        if (places[i].pages != NULL) {
            has_pages = true;
            st = givk_check_pages(dev, givk_memory_from(places[i].pages));
        }
    }
    if (st == GI_OK && has_pages)
        result = givk_bind_places(dev, range, places, count, false);
    if (st == GI_OK && result != VK_SUCCESS)
        st = gi_fail(givk_status(result), "mapping: binding %zu parts on %s: the driver returned "
                     "%s", count, dev->facts->info.name, givk_result_name(result));
    if (st != GI_OK || !has_pages)
        givk_unbind(dev, range, places, count);
    return st;
}
