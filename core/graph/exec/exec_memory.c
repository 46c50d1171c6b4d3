#include "exec_memory.h"

#include <stdlib.h>

#include "memory_nodes.h"
#include "stream/append.h"
#include "stream/scheduler.h"

/* ---- which nodes there are ------------------------------------------------------------------- */

static size_t count_nodes(const struct gi_flat *flat)
{
    size_t count = 0;

    for (size_t i = 0; i < flat->count; i++)
        count += gi_is_memory_node(flat->nodes[i].asked);
    return count;
}

/* Notes that the executable has a node. */
static gi_status take_node(struct gi_exec *exec, struct gi_flat_node *node)
{
    struct gi_asked_memory *memory = (struct gi_asked_memory *)node->asked;

    if (atomic_exchange(&memory->has_exec, true))
        return gi_fail(GI_NOT_SUPPORTED, "instantiate: %s node 0x%llx is in another executable; a "
                       "graph with nodes of memory has one at a time", node->asked->kind->name,
                       (unsigned long long)node->node);
    exec->memory.nodes[exec->memory.node_count++] = memory;
    return GI_OK;
}

static int by_block(const void *a, const void *b)
{
    struct gi_asked_memory *const *first = a, *const *second = b;

    return ((*first)->block > (*second)->block) - ((*first)->block < (*second)->block);
}

/* Adds the joint effect of the nodes of one block. In a graph each allocation but the last has its
 * free. */
static void add_use(struct gi_exec_memory *memory, size_t begin, size_t end)
{
    struct gi_graph_use *use = &memory->uses[memory->use_count++];
    size_t allocs = 0;

    for (size_t i = begin; i < end; i++)
        allocs += memory->nodes[i]->base.kind == &gi_node_alloc;
    *use = (struct gi_graph_use){ .block = memory->nodes[begin]->block };
    if (allocs > end - begin - allocs)
        use->effect = GI_GRAPH_KEEPS;
    else
        use->effect = allocs == 0 ? GI_GRAPH_FREES : GI_GRAPH_USES;
}

gi_status gi_exec_memory_make(struct gi_exec *exec)
{
    struct gi_exec_memory *memory = &exec->memory;
    size_t count = count_nodes(&exec->flat);
    gi_status status = GI_OK;

    if (count == 0)
        return GI_OK;
    memory->nodes = calloc(count, sizeof *memory->nodes);
    memory->uses = calloc(count, sizeof *memory->uses);
    if (memory->nodes == NULL || memory->uses == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu nodes of memory", count);
    for (size_t i = 0; i < exec->flat.count && status == GI_OK; i++) {
        if (gi_is_memory_node(exec->flat.nodes[i].asked))
            status = take_node(exec, &exec->flat.nodes[i]);
    }
    if (status != GI_OK)
        return status;
    qsort(memory->nodes, count, sizeof *memory->nodes, by_block);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count; end++) {
            if (memory->nodes[end]->block != memory->nodes[begin]->block)
                break;
        }
        add_use(memory, begin, end);
    }
    return GI_OK;
}

void gi_exec_memory_drop(struct gi_exec *exec)
{
    for (size_t i = 0; i < exec->memory.node_count; i++)
        atomic_store(&exec->memory.nodes[i]->has_exec, false);
    free(exec->memory.nodes);
    free(exec->memory.uses);
}

/* ---- a launch -------------------------------------------------------------------------------- */

gi_status gi_exec_memory_begin(struct gi_exec *exec)
{
    return gi_graph_blocks_use(exec->memory.uses, exec->memory.use_count,
                               (exec->flags & GI_EXEC_AUTO_FREE) != 0);
}

gi_status gi_exec_memory_order(struct gi_exec *exec, struct gi_stream *stream)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < exec->memory.use_count && status == GI_OK; i++) {
        const struct gi_graph_use *use = &exec->memory.uses[i];

        if (use->freed_in != NULL && use->freed_in != stream &&
            gi_stream_point_failure(use->freed_in, use->freed_at) == GI_OK)
            status = gi_append_point(stream, use->freed_in, use->freed_at);
    }
    return status;
}

void gi_exec_memory_end(struct gi_exec *exec, struct gi_stream *stream, bool was_enqueued)
{
    struct gi_exec_memory *memory = &exec->memory;

    if (memory->use_count == 0)
        return;
    if (was_enqueued)
        gi_graph_blocks_freed(memory->uses, memory->use_count, stream,
                              gi_stream_newest(stream));
    else
        gi_graph_blocks_undo(memory->uses, memory->use_count);
    for (size_t i = 0; i < memory->use_count; i++) {
        if (memory->uses[i].freed_in != NULL)
            gi_stream_release(memory->uses[i].freed_in);
        memory->uses[i].freed_in = NULL;
    }
}
