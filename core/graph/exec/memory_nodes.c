#include "memory_nodes.h"

#include <stdlib.h>

#include "graph/picture.h"
#include "queue/device_state.h"

static struct gi_asked_alloc *alloc_of(struct gi_asked *asked)
{
    return (struct gi_asked_alloc *)asked;
}

static struct gi_asked_memory *memory_of(struct gi_asked *asked)
{
    return (struct gi_asked_memory *)asked;
}

/* ---- allocations ----------------------------------------------------------------------------- */

static void finish_alloc(struct gi_asked *asked)
{
    struct gi_asked_alloc *alloc = alloc_of(asked);

    if (alloc->memory.block != NULL)
        gi_graph_block_unref(alloc->memory.block);
    free(alloc->properties);
    free(alloc->accesses);
    free(alloc);
}

static gi_status join_alloc(struct gi_asked *asked, gi_handle graph, const gi_handle *before,
                            size_t count)
{
    struct gi_asked_alloc *alloc = alloc_of(asked);
    struct gi_graph_taken taken;
    struct gi_device *device;
    gi_status status = gi_device_at(alloc->ordinal, &device);

    if (status == GI_OK)
        status = gi_graph_block_take(device, graph, before, count, alloc->size_bytes, &taken);
    if (status != GI_OK)
        return status;
    alloc->memory.graph = graph;
    alloc->memory.block = taken.block;
    alloc->memory.pointer = gi_graph_block_address(taken.block);
    alloc->former_free = taken.former_free;
    return GI_OK;
}

/* A node that was not added may be added again. */
static void joined_alloc(struct gi_asked *asked, gi_handle node)
{
    struct gi_asked_alloc *alloc = alloc_of(asked);
    const struct gi_graph_taken taken = { alloc->memory.block, alloc->former_free };

    if (node != 0)
        return;
    alloc->memory.block = NULL;
    gi_graph_block_put_back(&taken, alloc->memory.graph);
}

static gi_status keeps_what_it_asks(const struct gi_asked *from, const struct gi_asked *to)
{
    if (from == to)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "%s node: its parameters cannot be changed", from->kind->name);
}

const struct gi_node_kind gi_node_alloc = {
    .look = &gi_node_look_alloc,
    .type = GI_NODE_ALLOC, .name = "alloc", .is_fixed = true, .finish = finish_alloc,
    .join = join_alloc, .joined = joined_alloc, .check_update = keeps_what_it_asks,
};

enum { PINNED = 1, MANAGED = 2, LOCATED_ON_DEVICE = 1, LAST_LOCATION = 4 };
enum { HANDLE_NONE = 0, HANDLE_FD = 1, HANDLE_FABRIC = 8 };

static gi_status check_properties(const struct gi_alloc_request *request)
{
    if (request->allocation_type != PINNED)
        return gi_fail(request->allocation_type == MANAGED ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "alloc node: allocation type is %d; 1 (pinned) is what there is",
                       request->allocation_type);
    if (request->location_type != LOCATED_ON_DEVICE)
        return gi_fail(request->location_type > LOCATED_ON_DEVICE &&
                               request->location_type <= LAST_LOCATION
                           ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "alloc node: location type is %d; 1 (a device) is what there is",
                       request->location_type);
    if (request->handle_type != HANDLE_NONE)
        return gi_fail((request->handle_type & ~(HANDLE_FD | HANDLE_FABRIC)) == 0
                           ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "alloc node: handle type is %d; memory of graphs is not shared with other "
                       "processes (0)", request->handle_type);
    if (request->size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "alloc node: the size is 0");
    return GI_OK;
}

gi_status gi_ask_alloc(const struct gi_alloc_request *request, struct gi_asked **out_asked)
{
    struct gi_asked_alloc *alloc;
    gi_status status = check_properties(request);

    *out_asked = NULL;
    if (status == GI_OK)
        status = gi_asked_make(&gi_node_alloc, sizeof *alloc, &alloc);
    if (status != GI_OK)
        return status;
    alloc->ordinal = request->ordinal;
    alloc->size_bytes = request->size_bytes;
    alloc->access_count = request->access_count;
    alloc->properties = gi_asked_list(request->properties, 1, request->property_bytes);
    alloc->accesses = gi_asked_list(request->accesses, request->access_count,
                                    request->access_bytes);
    if (alloc->properties != NULL && alloc->accesses != NULL) {
        *out_asked = &alloc->memory.base;
        return GI_OK;
    }
    finish_alloc(&alloc->memory.base);
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an alloc node");
}

/* ---- frees ----------------------------------------------------------------------------------- */

static void finish_free(struct gi_asked *asked)
{
    struct gi_asked_memory *memory = memory_of(asked);

    if (memory->block != NULL)
        gi_graph_block_end_free(memory->block, memory->graph);
    free(memory);
}

static gi_status join_free(struct gi_asked *asked, gi_handle graph, const gi_handle *before,
                           size_t count)
{
    struct gi_asked_memory *memory = memory_of(asked);

    (void)before, (void)count;           /* the order behind the allocation is the program's */
    memory->graph = graph;
    return gi_graph_block_find(memory->pointer, graph, &memory->block);
}

static void joined_free(struct gi_asked *asked, gi_handle node)
{
    struct gi_asked_memory *memory = memory_of(asked);

    gi_graph_block_freed_by(memory->block, memory->graph, node);
}

const struct gi_node_kind gi_node_free = {
    .look = &gi_node_look_free,
    .type = GI_NODE_FREE, .name = "free", .is_fixed = true, .finish = finish_free,
    .join = join_free, .joined = joined_free, .check_update = keeps_what_it_asks,
};

gi_status gi_ask_free(uint64_t pointer, struct gi_asked **out_asked)
{
    struct gi_asked_free *asked;
    gi_status status = gi_asked_make(&gi_node_free, sizeof *asked, &asked);

    *out_asked = NULL;
    if (status != GI_OK)
        return status;
    asked->memory.pointer = pointer;
    *out_asked = &asked->memory.base;
    return GI_OK;
}

/* ---- adding ---------------------------------------------------------------------------------- */

gi_status gi_memory_node_reclaim(const struct gi_asked *asked, gi_status status)
{
    struct gi_device *device;

    if (status != GI_OUT_OF_MEMORY || asked->kind != &gi_node_alloc)
        return status;
    status = gi_device_at(((const struct gi_asked_alloc *)asked)->ordinal, &device);
    if (status == GI_OK)
        device->reclaim(device);
    return status;
}

gi_status gi_node_add(gi_handle graph, const gi_handle *before, const struct gi_edge_data *data,
                      size_t count, struct gi_asked *asked, gi_handle child, gi_handle *out_node)
{
    gi_status status;

    gi_asked_ref(asked);
    status = gi_graph_add(graph, before, data, count, asked, child, out_node);
    if (status == GI_OK || gi_memory_node_reclaim(asked, status) != GI_OK) {
        gi_asked_unref(asked);
        return status;
    }
    return gi_graph_add(graph, before, data, count, asked, child, out_node);
}

/* ---- looks ----------------------------------------------------------------------------------- */

static void describe_memory(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_memory *memory = (const struct gi_asked_memory *)asked;

    if (!picture->is_record)
        return;
    gi_picture_rowf(picture, "dptr", "0x%016llX", (unsigned long long)memory->pointer);
    if (asked->kind == &gi_node_alloc)
        gi_picture_rowf(picture, "bytesize", "%llu",
                        (unsigned long long)((const struct gi_asked_alloc *)asked)->size_bytes);
}

const struct gi_node_look gi_node_look_alloc = {
    .title = "MEM_ALLOC", .shape = "rectangle", .style = "solid", .tables = GI_PICTURE_ALLOCATIONS,
    .describe = describe_memory,
};

const struct gi_node_look gi_node_look_free = {
    .title = "MEM_FREE", .shape = "rectangle", .style = "solid", .tables = GI_PICTURE_FREES,
    .describe = describe_memory,
};
