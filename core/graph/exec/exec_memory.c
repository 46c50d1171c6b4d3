#include "exec_memory.h"

#include <stdlib.h>

#include "base/vector.h"
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

static bool has_node(const struct gi_exec_memory *memory, const struct gi_asked_memory *node)
{
    bool has = false;

    for (size_t i = 0; i < memory->node_count && !has; i++)
        has = memory->nodes[i] == node;
    return has;
}

/* Notes that an executable has a node. */
static gi_status take_node(struct gi_exec_memory *memory, const struct gi_flat_node *node)
{
    struct gi_asked_memory *asked = (struct gi_asked_memory *)node->asked;

    if (atomic_exchange(&asked->has_exec, true))
        return gi_fail(GI_NOT_SUPPORTED, "%s node 0x%llx is in another executable; a graph with "
                       "nodes of memory has one at a time", node->asked->kind->name,
                       (unsigned long long)node->node);
    memory->nodes[memory->node_count++] = asked;
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

static void drop_lists(struct gi_exec_memory *memory)
{
    for (size_t i = 0; i < memory->node_count; i++)
        atomic_store(&memory->nodes[i]->has_exec, false);
    free(memory->nodes);
    free(memory->uses);
    memory->nodes = NULL;
    memory->uses = NULL;
    memory->node_count = memory->use_count = 0;
}

static void list_uses(struct gi_exec_memory *memory)
{
    qsort(memory->nodes, memory->node_count, sizeof *memory->nodes, by_block);
    for (size_t begin = 0, end; begin < memory->node_count; begin = end) {
        for (end = begin + 1; end < memory->node_count; end++) {
            if (memory->nodes[end]->block != memory->nodes[begin]->block)
                break;
        }
        add_use(memory, begin, end);
    }
}

/* On failure there is nothing in the lists. */
static gi_status make_lists(struct gi_exec_memory *memory, const struct gi_flat *flat)
{
    size_t count = count_nodes(flat);
    gi_status status = GI_OK;

    if (count == 0)
        return GI_OK;
    memory->nodes = calloc(count, sizeof *memory->nodes);
    memory->uses = calloc(count, sizeof *memory->uses);
    if (memory->nodes == NULL || memory->uses == NULL)
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu nodes of memory", count);
    for (size_t i = 0; i < flat->count && status == GI_OK; i++) {
        if (gi_is_memory_node(flat->nodes[i].asked))
            status = take_node(memory, &flat->nodes[i]);
    }
    if (status == GI_OK)
        list_uses(memory);
    else
        drop_lists(memory);
    return status;
}

gi_status gi_exec_memory_make(struct gi_exec *exec)
{
    return make_lists(&exec->memory, &exec->flat);
}

void gi_exec_memory_drop(struct gi_exec *exec)
{
    drop_lists(&exec->memory);
    free(exec->memory.others);
    free(exec->memory.waits.items);
}

/* ---- another graph --------------------------------------------------------------------------- */

/* A graph has all its nodes of memory in one executable. */
static bool has_nodes_of(const struct gi_exec_memory *memory, const struct gi_flat *flat)
{
    for (size_t i = 0; i < flat->count; i++) {
        if (gi_is_memory_node(flat->nodes[i].asked))
            return has_node(memory, (const struct gi_asked_memory *)flat->nodes[i].asked);
    }
    return true;
}

gi_status gi_exec_memory_plan(const struct gi_exec *exec, const struct gi_flat *flat,
                              struct gi_exec_memory *out_next)
{
    *out_next = (struct gi_exec_memory){ 0 };
    return has_nodes_of(&exec->memory, flat) ? GI_OK : make_lists(out_next, flat);
}

void gi_exec_memory_forget(struct gi_exec_memory *next)
{
    drop_lists(next);
}

bool gi_exec_memory_change(struct gi_exec *exec, struct gi_exec_memory *next)
{
    struct gi_exec_memory *memory = &exec->memory;

    if (next->node_count == 0)
        return false;
    drop_lists(memory);
    memory->nodes = next->nodes;
    memory->uses = next->uses;
    memory->node_count = next->node_count;
    memory->use_count = next->use_count;
    return true;
}

/* ---- memory of other graphs ------------------------------------------------------------------ */

static const struct gi_graph_use *block_use(const struct gi_exec_memory *memory,
                                            const struct gi_graph_block *block)
{
    size_t begin = 0, end = memory->use_count;

    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;

        if (memory->uses[middle].block == block)
            return &memory->uses[middle];
        if (memory->uses[middle].block < block)
            begin = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

static bool is_other(const struct gi_exec *exec, const struct gi_graph_block *block)
{
    const struct gi_graph_use *use = block_use(&exec->memory, block);

    return use == NULL || use->effect == GI_GRAPH_FREES;
}

static bool names_other(const struct gi_exec *exec, const struct gi_operand *operand)
{
    const struct gi_graph_block *block;

    if (operand->allocation == NULL)
        return false;
    block = gi_graph_block_of(operand->allocation);
    return block != NULL && gi_graph_block_is_mapped_at_times(block) && is_other(exec, block);
}

static bool run_names_other(const struct gi_exec *exec, const struct gi_node_run *run)
{
    const struct gi_node_kind *kind = run->asked->kind;
    const struct gi_operation_words *words = &run->operation.words;
    bool names = false;

    if (run->operation.kind == NULL)
        return false;
    if (kind == &gi_node_copy)
        return names_other(exec, &run->operation.copy.dst) ||
               names_other(exec, &run->operation.copy.src);
    if (kind == &gi_node_fill)
        return names_other(exec, &run->operation.fill.dst);
    for (size_t i = 0; kind == &gi_node_words && i < words->count && !names; i++)
        names = names_other(exec, &words->items[i].operand);
    return names;
}

void gi_exec_memory_note(struct gi_exec *exec, size_t number, const struct gi_node_run *run)
{
    exec->nodes[number].names_other = run_names_other(exec, run);
    exec->memory.names_others |= exec->nodes[number].names_other;
}

/* Keeps the block of an address for the launch, if it is another graph's. */
static gi_status check_address(struct gi_exec *exec, uint64_t pointer)
{
    struct gi_exec_memory *memory = &exec->memory;
    struct gi_graph_block *block;
    gi_status status = gi_graph_block_name(pointer, &block);

    if (status != GI_OK || block == NULL)
        return status;
    if (!is_other(exec, block)) {
        gi_graph_block_unref(block);
    } else if (gi_grow((void **)&memory->others, &memory->other_capacity, memory->other_count + 1,
                       sizeof(struct gi_graph_block *))) {
        memory->others[memory->other_count++] = block;
    } else {
        gi_graph_block_unref(block);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for what a graph names");
    }
    return GI_OK;
}

static gi_status check_asked(struct gi_exec *exec, const struct gi_asked *asked)
{
    gi_status status = GI_OK;

    if (asked->kind == &gi_node_copy) {
        const struct gi_copy *copy = &((const struct gi_asked_copy *)asked)->copy;

        status = check_address(exec, copy->dst.pointer);
        if (status == GI_OK)
            status = check_address(exec, copy->src.pointer);
    } else if (asked->kind == &gi_node_fill) {
        status = check_address(exec, ((const struct gi_asked_fill *)asked)->pointer);
    } else if (asked->kind == &gi_node_words) {
        const struct gi_asked_words *words = (const struct gi_asked_words *)asked;

        for (size_t i = 0; i < words->count && status == GI_OK; i++)
            status = check_address(exec, words->ops[i].pointer);
    }
    return status;
}

gi_status gi_exec_memory_check(struct gi_exec *exec)
{
    gi_status status = GI_OK;

    if (!exec->memory.names_others)
        return GI_OK;
    if (!exec->memory.has_turn)          /* this launch has found it out */
        gi_graph_turn_begin();
    exec->memory.has_turn = true;
    for (size_t i = 0; i < exec->flat.count && status == GI_OK; i++) {
        const struct gi_flat_node *node = &exec->flat.nodes[i];

        if (!exec->nodes[i].names_other || exec->nodes[i].is_disabled)
            continue;
        status = check_asked(exec, node->asked);
        if (status != GI_OK)
            status = gi_fail(status, "launch: %s node 0x%llx: %s", node->asked->kind->name,
                             (unsigned long long)node->node, gi_last_error_detail());
    }
    return status;
}

/* ---- a launch -------------------------------------------------------------------------------- */

static void drop_waits(struct gi_graph_waits *waits)
{
    while (waits->count > 0)
        gi_stream_release(waits->items[--waits->count].stream);
}

static bool has_memory(const struct gi_exec *exec)
{
    return exec->memory.use_count > 0 || exec->memory.names_others;
}

gi_status gi_exec_memory_begin(struct gi_exec *exec, struct gi_stream *stream)
{
    struct gi_exec_memory *memory = &exec->memory;
    gi_status status;

    memory->has_turn = has_memory(exec);
    if (!memory->has_turn)
        return GI_OK;
    gi_graph_turn_begin();
    status = gi_graph_blocks_map(memory->uses, memory->use_count, stream, &memory->waits);
    if (status == GI_OK)
        status = gi_graph_blocks_use(memory->uses, memory->use_count,
                                     (exec->flags & GI_EXEC_AUTO_FREE) != 0);
    if (status == GI_OK)
        return GI_OK;
    drop_waits(&memory->waits);
    gi_graph_turn_end();
    memory->has_turn = false;
    return status;
}

static gi_status order_behind(struct gi_stream *stream, struct gi_stream *other, uint64_t seq)
{
    if (other == stream || gi_stream_point_failure(other, seq) != GI_OK)
        return GI_OK;
    return gi_append_point(stream, other, seq);
}

gi_status gi_exec_memory_order(struct gi_exec *exec, struct gi_stream *stream)
{
    const struct gi_graph_waits *waits = &exec->memory.waits;
    gi_status status = GI_OK;

    for (size_t i = 0; i < exec->memory.use_count && status == GI_OK; i++) {
        const struct gi_graph_use *use = &exec->memory.uses[i];

        if (use->freed_in != NULL)
            status = order_behind(stream, use->freed_in, use->freed_at);
    }
    for (size_t i = 0; i < waits->count && status == GI_OK; i++)
        status = order_behind(stream, waits->items[i].stream, waits->items[i].seq);
    return status;
}

/* Also where a launch has failed, a part of it may be under way. */
static void note_uses(struct gi_exec_memory *memory, struct gi_stream *stream)
{
    uint64_t seq = gi_stream_newest(stream);

    for (size_t i = 0; i < memory->use_count; i++)
        gi_graph_block_note(memory->uses[i].block, stream, seq);
    while (memory->other_count > 0) {
        struct gi_graph_block *block = memory->others[--memory->other_count];

        gi_graph_block_note(block, stream, seq);
        gi_graph_block_unref(block);
    }
}

void gi_exec_memory_end(struct gi_exec *exec, struct gi_stream *stream, bool was_enqueued)
{
    struct gi_exec_memory *memory = &exec->memory;

    if (!memory->has_turn)
        return;
    note_uses(memory, stream);
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
    drop_waits(&memory->waits);
    gi_graph_turn_end();
    memory->has_turn = false;
}

gi_status gi_exec_memory_upload(struct gi_exec *exec, struct gi_stream *stream)
{
    struct gi_exec_memory *memory = &exec->memory;
    gi_status status;

    if (memory->use_count == 0)
        return GI_OK;
    gi_graph_turn_begin();
    status = gi_graph_blocks_map(memory->uses, memory->use_count, stream, &memory->waits);
    gi_graph_turn_end();
    drop_waits(&memory->waits);
    return status;
}
