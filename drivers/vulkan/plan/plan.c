#include "plan.h"

/* Memory types with these properties are special in ways that a plain buffer never needs. */
#define GIVK_ODD_PROPERTIES \
    (VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT | \
     VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD | \
     VK_MEMORY_PROPERTY_RDMA_CAPABLE_BIT_NV)

#define GIVK_SHARED_HOST \
    (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
#define GIVK_CACHED_HOST (GIVK_SHARED_HOST | VK_MEMORY_PROPERTY_HOST_CACHED_BIT)

bool givk_can_store_images(const struct givk_facts *facts)
{
    return facts->push_descriptors && facts->formatless_stores && facts->byte_storage;
}

void givk_plan_add_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t family,
                          uint32_t count)
{
    uint32_t has = facts->families[family].queueCount;
    uint32_t room = GIVK_MAX_QUEUES - plan->queue_count;

    if (count > has)
        count = has;
    if (count > room)
        count = room;
    if (count == 0 || plan->family_count == GIVK_MAX_FAMILIES)
        return;
    plan->families[plan->family_count++] = (struct givk_planned_family){ family, count };
    plan->queue_count += count;
}

void givk_plan_one_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t count)
{
    uint32_t family = plan->families[0].family;

    plan->family_count = 0;
    plan->queue_count = 0;
    givk_plan_add_family(facts, plan, family, count);
}

bool givk_plan_runs_kernels(const struct givk_facts *facts, const struct givk_plan *plan)
{
    for (uint32_t i = 0; i < plan->family_count; i++) {
        const VkQueueFamilyProperties *family = &facts->families[plan->families[i].family];
        if ((family->queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
            return false;
    }
    return givk_kernel_features_suffice(&facts->kernels);
}

void givk_plan_queue(const struct givk_plan *plan, uint32_t index, uint32_t *out_family,
                     uint32_t *out_number)
{
    uint32_t at = 0;

    while (at + 1 < plan->family_count && index >= plan->families[at].queue_count)
        index -= plan->families[at++].queue_count;
    *out_family = plan->families[at].family;
    *out_number = index;
}

/* Returns the number of unwanted properties of a type; the type with the fewest is the best. */
static unsigned givk_surplus(VkMemoryPropertyFlags has, VkMemoryPropertyFlags unwanted)
{
    return (unsigned)__builtin_popcount(has & unwanted);
}

static bool givk_is_better(const VkPhysicalDeviceMemoryProperties *memory,
                           const VkMemoryType *type, const VkMemoryType *best,
                           VkMemoryPropertyFlags unwanted)
{
    unsigned surplus = givk_surplus(type->propertyFlags, unwanted);
    unsigned best_surplus = givk_surplus(best->propertyFlags, unwanted);

    return surplus < best_surplus ||
           (surplus == best_surplus && memory->memoryHeaps[type->heapIndex].size >
                                       memory->memoryHeaps[best->heapIndex].size);
}

/** Chooses the type that has all wanted properties and the fewest unwanted ones. Of equal types it
 *  takes the one with the larger heap, then the first. */
static bool givk_pick(const struct givk_facts *facts, uint32_t allowed_mask,
                      VkMemoryPropertyFlags wanted, VkMemoryPropertyFlags unwanted,
                      uint32_t *out_index)
{
    const VkPhysicalDeviceMemoryProperties *memory = &facts->memory;
    const VkMemoryType *best = NULL;

    for (uint32_t i = 0; i < memory->memoryTypeCount; i++) {
        const VkMemoryType *type = &memory->memoryTypes[i];

        if ((allowed_mask >> i & 1u) == 0 || (type->propertyFlags & wanted) != wanted ||
            (type->propertyFlags & GIVK_ODD_PROPERTIES) != 0)
            continue;
        if (best == NULL || givk_is_better(memory, type, best, unwanted)) {
            *out_index = i;
            best = type;
        }
    }
    return best != NULL;
}

/* The wishes for a use, the most specific first. The last row accepts any type. */
struct givk_wish {
    VkMemoryPropertyFlags wanted, unwanted;
};

static const struct givk_wish givk_device_wishes[] = {
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT },
    { 0, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT },
};

static const struct givk_wish givk_mapped_device_wishes[] = {
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | GIVK_CACHED_HOST, 0 },
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0 },
    { 0, 0 },
};

static const struct givk_wish givk_host_wishes[] = {
    { GIVK_CACHED_HOST, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
    { GIVK_SHARED_HOST, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
};

/* Device memory if the host can access all of it, else host memory. */
static const struct givk_wish givk_managed_wishes[] = {
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | GIVK_CACHED_HOST, 0 },
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | GIVK_SHARED_HOST, 0 },
    { GIVK_CACHED_HOST, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
    { GIVK_SHARED_HOST, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
};

/* Small, written once, and read by each texture access. */
static const struct givk_wish givk_table_wishes[] = {
    { VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | GIVK_SHARED_HOST, 0 },
    { GIVK_SHARED_HOST, 0 },
};

static const struct givk_wish givk_wrap_wishes[] = {
    { GIVK_CACHED_HOST, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
    { 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
};

#define GIVK_WISHES(list) (struct givk_wishes){ list, sizeof(list) / sizeof((list)[0]) }

struct givk_wishes {
    const struct givk_wish *list;
    size_t count;
};

static struct givk_wishes givk_wishes_for(const struct givk_plan *plan, enum givk_memory_use use)
{
    switch (use) {
    case GIVK_USE_WRAP:
        return GIVK_WISHES(givk_wrap_wishes);
    case GIVK_USE_HOST:
        return GIVK_WISHES(givk_host_wishes);
    case GIVK_USE_TABLE:
        return GIVK_WISHES(givk_table_wishes);
    case GIVK_USE_MANAGED:
        return GIVK_WISHES(givk_managed_wishes);
    case GIVK_USE_IMAGE:
    case GIVK_USE_PAGES:
        return GIVK_WISHES(givk_device_wishes);
    case GIVK_USE_DEVICE:
    case GIVK_USE_IMPORT:
        break;
    }
    return plan->map_device_memory ? GIVK_WISHES(givk_mapped_device_wishes) :
                                     GIVK_WISHES(givk_device_wishes);
}

/** Tells whether a type is a small host-visible window to device memory, which the driver's own
 *  small buffers need. */
static bool givk_is_window(const struct givk_facts *facts, uint32_t type)
{
    const VkMemoryType *is = &facts->memory.memoryTypes[type];
    const VkMemoryHeap *heaps = facts->memory.memoryHeaps;

    return (is->propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0 &&
           heaps[is->heapIndex].size < heaps[givk_facts_device_heap(facts)].size / 2;
}

bool givk_plan_memory_type(const struct givk_facts *facts, const struct givk_plan *plan,
                           enum givk_memory_use use, uint32_t allowed_mask, uint32_t *out_index)
{
    struct givk_wishes wishes = givk_wishes_for(plan, use);

    *out_index = 0;
    for (size_t i = 0; i < wishes.count; i++) {
        if (givk_pick(facts, allowed_mask, wishes.list[i].wanted, wishes.list[i].unwanted,
                      out_index) &&
            (use != GIVK_USE_MANAGED || !givk_is_window(facts, *out_index)))
            return true;
    }
    return false;
}

VkSharingMode givk_plan_sharing(const struct givk_plan *plan,
                                uint32_t out_families[GIVK_MAX_FAMILIES], uint32_t *out_count)
{
    *out_count = plan->family_count > 1 ? plan->family_count : 0;
    for (uint32_t i = 0; i < *out_count; i++)
        out_families[i] = plan->families[i].family;
    return *out_count > 0 ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE;
}

bool givk_plan_kernels_see_host(const struct givk_facts *facts, const struct givk_plan *plan)
{
    uint32_t type;

    return !plan->caches_host_memory ||
           (plan->place_host &&
            givk_plan_memory_type(facts, plan, GIVK_USE_MANAGED, UINT32_MAX, &type) &&
            (facts->memory.memoryTypes[type].propertyFlags &
             VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0);
}

bool givk_plan_places(const struct givk_plan *plan, enum givk_memory_use use)
{
    return plan->place_host && (use == GIVK_USE_HOST || use == GIVK_USE_MANAGED);
}

bool givk_plan_maps(const struct givk_facts *facts, const struct givk_plan *plan,
                    enum givk_memory_use use, uint32_t type_index)
{
    VkMemoryPropertyFlags has = facts->memory.memoryTypes[type_index].propertyFlags;

    if (givk_plan_places(plan, use))
        return false;            /* placed.c maps it */
    if (use == GIVK_USE_HOST || use == GIVK_USE_TABLE)
        return true;
    if (use == GIVK_USE_WRAP || use == GIVK_USE_MANAGED || use == GIVK_USE_IMAGE ||
        use == GIVK_USE_PAGES)
        return false;            /* wrapped memory is mapped already; images and pages never */
    return plan->map_device_memory && (has & GIVK_CACHED_HOST) == GIVK_CACHED_HOST;
}

/** Splits a range that starts at address into edges and a body of whole units. */
static struct givk_split givk_split_at(uint64_t address, uint64_t size_bytes, uint32_t unit_bytes)
{
    struct givk_split split = { .unit_bytes = unit_bytes };

    split.head_bytes = (0 - address) & (unit_bytes - 1);
    if (split.head_bytes >= size_bytes)
        return (struct givk_split){ .head_bytes = size_bytes };
    split.tail_bytes = (size_bytes - split.head_bytes) & (unit_bytes - 1);
    split.body_bytes = size_bytes - split.head_bytes - split.tail_bytes;
    return split.body_bytes != 0 ? split : (struct givk_split){ .head_bytes = size_bytes };
}

struct givk_split givk_plan_copy(const struct givk_plan *plan, uint64_t dst_address,
                                 uint64_t src_address, uint64_t size_bytes, bool plain,
                                 size_t independent)
{
    uint64_t least = plan->shader_copy_min_bytes;
    uint64_t skew = dst_address ^ src_address;

    if (plan->crowd_commands != 0 && independent >= plan->crowd_commands)
        least = plan->crowd_min_bytes;
    if (!plan->shaders || plain || size_bytes < least || (skew & 3) != 0)
        return (struct givk_split){ .head_bytes = size_bytes };
    return givk_split_at(dst_address, size_bytes, (skew & 15) == 0 ? 16 : 4);
}

struct givk_fill_split givk_plan_fill(const struct givk_plan *plan, uint64_t dst_address,
                                      uint64_t size_bytes, bool plain)
{
    struct givk_fill_split fill = { 0 };
    uint64_t head = (0 - dst_address) & 3;
    uint64_t words;

    fill.head_bytes = (uint32_t)(head < size_bytes ? head : size_bytes);
    fill.tail_bytes = (uint32_t)((size_bytes - fill.head_bytes) & 3);
    words = size_bytes - fill.head_bytes - fill.tail_bytes;
    if (!plan->shaders || plain || words < plan->shader_fill_min_bytes)
        fill.words.head_bytes = words;
    else
        fill.words = givk_split_at(dst_address + fill.head_bytes, words, 16);
    return fill;
}

bool givk_plan_box(const struct givk_plan *plan, const struct gi_box *box, bool plain)
{
    return plan->box_shaders && box->height > 1 &&
           (!plain || box->width_bytes < plan->box_row_bytes);
}

uint64_t givk_plan_row_groups(uint64_t address, const struct gi_strides *strides,
                              const struct gi_box *box)
{
    bool all_alike = (strides->row_bytes & 15) == 0 &&
                     (box->depth == 1 || (strides->slice_bytes & 15) == 0);
    uint64_t skew = all_alike ? address & 15 : 15;

    return (box->width_bytes - 1) / 16 + (skew + (box->width_bytes - 1) % 16) / 16 + 1;
}

bool givk_plan_grid(const struct givk_plan *plan, uint64_t row_groups, uint64_t height,
                    uint64_t depth, struct givk_grid *out_grid)
{
    const uint64_t most = UINT64_C(1) << 31, most_beside = 65535;  /* every device supports these */
    uint32_t shift = 0;
    uint64_t rows, across;

    if (row_groups > most || height > most || depth > most)
        return false;
    while ((UINT64_C(2) << shift) <= plan->group_threads && (UINT64_C(1) << shift) < row_groups)
        shift++;
    rows = plan->group_threads >> shift;
    across = (row_groups + (UINT64_C(1) << shift) - 1) >> shift;
    rows = (height + rows - 1) / rows;
    *out_grid = (struct givk_grid){
        .row_shift = shift,
        .groups = { (uint32_t)(rows < plan->max_groups ? rows : plan->max_groups),
                    (uint32_t)(depth < most_beside ? depth : most_beside),
                    (uint32_t)(across < most_beside ? across : most_beside) },
    };
    return true;
}
