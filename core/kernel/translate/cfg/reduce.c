#include "kernel/translate/cfg/reduce.h"

#include <string.h>

enum {
    MOST_COPIED_BLOCKS = 8,     /* at once */
    MOST_COPIED_COST = 64,
    MOST_COPIES = 64,           /* in a function */
    MOST_TRIED_ENTRIES = 4,
    WORK_PER_NODE = 16, WORK_AT_LEAST = 1 << 16
};

/* Nodes whose cycles are looked for. Edges into them come from heads alone, and from each other. */
struct region {
    struct region *next;
    uint32_t *nodes, *heads;
    uint32_t node_count, head_count;
};

struct reduction {
    struct gi_flow *flow;
    struct gi_arena *arena;
    struct region *regions;     /* to be looked at */
    uint64_t work, most_work;
    uint32_t copies, stamp;
    uint32_t room;              /* of the arrays below, which are by node */
    uint32_t *region;           /* the stamp of the region a node is in */
    uint32_t *cycle;            /* the strongly connected component, numbered in its region */
    uint32_t *number, *low;     /* of the search for components */
    uint32_t *next;
    uint32_t *stack, *path;
    uint32_t *place;            /* of a dispatch's target in it; GI_CFG_NONE while none is made */
    bool *entry;                /* is entered from outside of its component */
};

static gi_status push_region(struct reduction *reduction, const uint32_t *nodes, uint32_t count,
                             uint32_t without, const uint32_t *heads, uint32_t head_count)
{
    struct region *region = gi_arena_alloc(reduction->arena, 1, sizeof(*region));

    if (!region)
        return GI_OUT_OF_MEMORY;
    region->nodes = gi_arena_alloc(reduction->arena, count, sizeof(*region->nodes));
    region->heads = gi_arena_alloc(reduction->arena, head_count, sizeof(*region->heads));
    if (!region->nodes || !region->heads)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i] != without)
            region->nodes[region->node_count++] = nodes[i];
    for (uint32_t i = 0; i < head_count; i++)
        region->heads[region->head_count++] = heads[i];
    region->next = reduction->regions;
    reduction->regions = region;
    reduction->work += count;
    return GI_OK;
}

/* Strongly connected components of a region, by Tarjan; their nodes side by side in out_sorted.
 * The depth-first walk keeps its way in path. */
static void find_cycles(struct reduction *reduction, const struct region *region,
                        uint32_t *out_sorted)
{
    uint32_t *number = reduction->number, *low = reduction->low, *next = reduction->next;
    uint32_t numbered = 0, held = 0, sorted = 0, cycles = 0;

    for (uint32_t i = 0; i < region->node_count; i++) {
        uint32_t depth = 0;

        if (number[region->nodes[i]] != 0)
            continue;
        reduction->path[depth++] = region->nodes[i];
        while (depth > 0) {
            uint32_t node = reduction->path[depth - 1], to;
            const struct gi_flow_node *from = &reduction->flow->nodes[node];

            if (number[node] == 0) {
                number[node] = low[node] = ++numbered;
                reduction->stack[held++] = node;
            }
            if (next[node] < from->successor_count) {
                to = from->successors[next[node]++];
                reduction->work++;
                if (reduction->region[to] != reduction->stamp || reduction->cycle[to] != 0)
                    continue;
                if (number[to] == 0)
                    reduction->path[depth++] = to;
                else if (number[to] < low[node])
                    low[node] = number[to];
                continue;
            }
            depth--;
            if (depth > 0 && low[node] < low[reduction->path[depth - 1]])
                low[reduction->path[depth - 1]] = low[node];
            if (low[node] != number[node])
                continue;
            cycles++;
            do {
                to = reduction->stack[--held];
                reduction->cycle[to] = cycles;
                out_sorted[sorted++] = to;
            } while (to != node);
        }
    }
}

/* Marks the nodes of a region that are entered from outside of their component. */
static void find_entries(struct reduction *reduction, const struct region *region)
{
    const struct gi_flow *flow = reduction->flow;

    for (uint32_t i = 0; i < region->node_count; i++) {
        const struct gi_flow_node *from = &flow->nodes[region->nodes[i]];

        for (uint32_t j = 0; j < from->successor_count; j++) {
            uint32_t to = from->successors[j];

            if (reduction->region[to] == reduction->stamp
                && reduction->cycle[to] != reduction->cycle[region->nodes[i]])
                reduction->entry[to] = true;
        }
    }
    for (uint32_t i = 0; i < region->head_count; i++) {
        const struct gi_flow_node *from = &flow->nodes[region->heads[i]];

        for (uint32_t j = 0; j < from->successor_count; j++)
            if (reduction->region[from->successors[j]] == reduction->stamp)
                reduction->entry[from->successors[j]] = true;
        reduction->work += from->successor_count;
    }
    if (reduction->region[flow->entry] == reduction->stamp)
        reduction->entry[flow->entry] = true;
}

/* A node's successors as an array of its own; NULL without memory. */
static uint32_t *own_successors(struct gi_flow *flow, uint32_t node)
{
    struct gi_flow_node *from = &flow->nodes[node];
    uint32_t *own = gi_arena_alloc(flow->arena, from->successor_count, sizeof(*own));

    if (own && from->successor_count)
        memcpy(own, from->successors, from->successor_count * sizeof(*own));
    if (own)
        from->successors = own;
    return own;
}

/* Leads the edges of a node that go to one of a dispatch's targets over it; place[target] is the
 * target's value. */
static gi_status lead_over(struct gi_flow *flow, uint32_t node, uint32_t dispatch,
                           const uint32_t *place, uint32_t place_room)
{
    uint32_t *own = NULL;

    for (uint32_t i = 0; i < flow->nodes[node].successor_count; i++) {
        uint32_t to = flow->nodes[node].successors[i], *way;
        struct gi_flow_node set = { .kind = GI_FLOW_SET, .block = GI_CFG_NONE,
                                    .successor_count = 1 };
        gi_status status;

        if (to >= place_room || place[to] == GI_CFG_NONE)
            continue;
        way = gi_arena_alloc(flow->arena, 1, sizeof(*way));
        own = own ? own : own_successors(flow, node);
        if (!way || !own)
            return GI_OUT_OF_MEMORY;
        *way = dispatch;
        set.successors = way;
        set.value = place[to];
        status = gi_flow_add(flow, &set, &own[i]);
        if (status != GI_OK)
            return status;
    }
    return GI_OK;
}

/* A dispatch with these targets. The flow's entry, if it is one of them, is led over it. */
static gi_status add_dispatch(struct gi_flow *flow, uint32_t *targets, uint32_t count,
                              uint32_t *place, uint32_t *out_dispatch)
{
    struct gi_flow_node node = { .kind = GI_FLOW_DISPATCH, .block = GI_CFG_NONE,
                                 .successor_count = count, .successors = targets };
    struct gi_flow_node set = { .kind = GI_FLOW_SET, .block = GI_CFG_NONE, .successor_count = 1 };
    gi_status status = gi_flow_add(flow, &node, out_dispatch);
    uint32_t *way = gi_arena_alloc(flow->arena, 1, sizeof(*way));

    if (status != GI_OK || !way)
        return status != GI_OK ? status : GI_OUT_OF_MEMORY;
    flow->dispatched = true;
    for (uint32_t i = 0; i < count; i++)
        place[targets[i]] = i;
    *way = *out_dispatch;
    set.successors = way;
    set.value = place[flow->entry];
    return set.value == GI_CFG_NONE ? GI_OK : gi_flow_add(flow, &set, &flow->entry);
}

static gi_status dispatch(struct reduction *reduction, const struct region *region,
                          const uint32_t *cycle, uint32_t count)
{
    uint32_t *targets = gi_arena_alloc(reduction->arena, count, sizeof(*targets));
    uint32_t *place = reduction->place, many = 0, node;
    gi_status status;

    if (!targets)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        if (reduction->entry[cycle[i]])
            targets[many++] = cycle[i];
    status = add_dispatch(reduction->flow, targets, many, place, &node);
    for (uint32_t i = 0; i < region->node_count && status == GI_OK; i++)
        status = lead_over(reduction->flow, region->nodes[i], node, place, reduction->room);
    for (uint32_t i = 0; i < region->head_count && status == GI_OK; i++)
        status = lead_over(reduction->flow, region->heads[i], node, place, reduction->room);
    reduction->work += region->node_count + region->head_count;
    for (uint32_t i = 0; i < many; i++)
        place[targets[i]] = GI_CFG_NONE;
    return status == GI_OK ? push_region(reduction, cycle, count, GI_CFG_NONE, &node, 1) : status;
}

/* Whether a node belongs to the component of another one. */
static bool in_cycle_of(const struct reduction *reduction, uint32_t node, uint32_t other)
{
    return node < reduction->room && reduction->region[node] == reduction->stamp
           && reduction->cycle[node] == reduction->cycle[other];
}

/* Finds the nodes of a component that can be reached from its entries but `header`, without passing
 * that. Returns their count, or MOST_COPIED_BLOCKS + 1 if they are too many to copy. */
static uint32_t find_copied(const struct reduction *reduction, const uint32_t *entries,
                            uint32_t entry_count, uint32_t header, uint32_t *out_copied)
{
    const struct gi_flow *flow = reduction->flow;
    uint32_t count = 0, cost = 0;

    for (uint32_t i = 0; i < entry_count; i++)
        if (entries[i] != header)
            out_copied[count++] = entries[i];
    for (uint32_t i = 0; i < count; i++) {
        const struct gi_flow_node *node = &flow->nodes[out_copied[i]];

        cost += node->cost < MOST_COPIED_COST ? node->cost : MOST_COPIED_COST + 1;
        if (cost > MOST_COPIED_COST || node->successor_count > MOST_COPIED_COST)
            return MOST_COPIED_BLOCKS + 1;
        for (uint32_t j = 0; j < node->successor_count; j++) {
            uint32_t to = node->successors[j];
            bool known = to == header || !in_cycle_of(reduction, to, header);

            for (uint32_t k = 0; k < count && !known; k++)
                known = out_copied[k] == to;
            if (known)
                continue;
            if (count == MOST_COPIED_BLOCKS)
                return MOST_COPIED_BLOCKS + 1;
            out_copied[count++] = to;
        }
    }
    return count;
}

/* The copy of a node, or the node. */
static uint32_t copy_of(uint32_t node, const uint32_t *copied, uint32_t count, uint32_t first_copy)
{
    for (uint32_t i = 0; i < count; i++)
        if (copied[i] == node)
            return first_copy + i;
    return node;
}

/* Leads a node's edges into what was copied to the copies; *out_changed if there were any. */
static gi_status lead_to_copies(struct gi_flow *flow, uint32_t node, const uint32_t *copied,
                                uint32_t count, uint32_t first_copy, bool *out_changed)
{
    uint32_t *own = NULL;

    *out_changed = false;
    for (uint32_t i = 0; i < flow->nodes[node].successor_count; i++) {
        uint32_t to = flow->nodes[node].successors[i];
        uint32_t copy = copy_of(to, copied, count, first_copy);

        if (copy == to)
            continue;
        own = own ? own : own_successors(flow, node);
        if (!own)
            return GI_OUT_OF_MEMORY;
        own[i] = copy;
        *out_changed = true;
    }
    return GI_OK;
}

/* Copies for those who enter a component elsewhere than at `header`, its
 * one entry then. */
static gi_status copy(struct reduction *reduction, const struct region *region,
                      const uint32_t *cycle, uint32_t cycle_count, uint32_t header,
                      const uint32_t *copied, uint32_t count)
{
    struct gi_flow *flow = reduction->flow;
    uint32_t first = flow->node_count, copies[MOST_COPIED_BLOCKS], heads = 0;
    uint32_t *changed = gi_arena_alloc(reduction->arena,
                                       (size_t)region->node_count + region->head_count,
                                       sizeof(*changed));
    gi_status status = changed ? GI_OK : GI_OUT_OF_MEMORY;
    bool any;

    for (uint32_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_flow_node node = flow->nodes[copied[i]];

        status = gi_flow_add(flow, &node, &copies[i]);
    }
    for (uint32_t i = 0; i < count && status == GI_OK; i++)
        status = lead_to_copies(flow, copies[i], copied, count, first, &any);
    for (uint32_t i = 0; i < region->node_count && status == GI_OK; i++)
        if (reduction->cycle[region->nodes[i]] != reduction->cycle[header]) {
            status = lead_to_copies(flow, region->nodes[i], copied, count, first, &any);
            if (any)
                changed[heads++] = region->nodes[i];
        }
    for (uint32_t i = 0; i < region->head_count && status == GI_OK; i++) {
        status = lead_to_copies(flow, region->heads[i], copied, count, first, &any);
        if (any)
            changed[heads++] = region->heads[i];
    }
    if (status != GI_OK)
        return status;
    flow->entry = copy_of(flow->entry, copied, count, first);
    reduction->copies += count;
    reduction->work += region->node_count + region->head_count;
    status = push_region(reduction, cycle, cycle_count, header, &header, 1);
    return status == GI_OK ? push_region(reduction, copies, count, GI_CFG_NONE, changed, heads)
                           : status;
}

/* One strongly connected component of a region. The components that it has edges to come before it,
 * so a copy has the edges that its original has in the end. */
static gi_status reduce_cycle(struct reduction *reduction, const struct region *region,
                              const uint32_t *cycle, uint32_t count)
{
    uint32_t entries[MOST_TRIED_ENTRIES], many = 0, fewest = MOST_COPIED_BLOCKS + 1, header = 0;
    uint32_t tried[MOST_COPIED_BLOCKS + MOST_TRIED_ENTRIES];

    for (uint32_t i = 0; i < count; i++)
        if (reduction->entry[cycle[i]]) {
            if (many < MOST_TRIED_ENTRIES)
                entries[many] = cycle[i];
            many++;
        }
    if (many == 1)
        return push_region(reduction, cycle, count, entries[0], entries, 1);
    for (uint32_t i = 0; i < many && many <= MOST_TRIED_ENTRIES; i++) {
        uint32_t copied = find_copied(reduction, entries, many, entries[i], tried);

        if (copied < fewest) {
            fewest = copied;
            header = entries[i];
        }
    }
    if (fewest > MOST_COPIED_BLOCKS || reduction->copies + fewest > MOST_COPIES)
        return dispatch(reduction, region, cycle, count);
    (void)find_copied(reduction, entries, many, header, tried);
    return copy(reduction, region, cycle, count, header, tried, fewest);
}

/* The arrays by node, for as many nodes as there are. */
static gi_status make_room(struct reduction *reduction)
{
    uint32_t **arrays[] = { &reduction->region, &reduction->cycle, &reduction->number,
                            &reduction->low, &reduction->next, &reduction->stack,
                            &reduction->path, &reduction->place };
    size_t many = sizeof(arrays) / sizeof(*arrays), nodes = reduction->flow->node_count;

    if (nodes <= reduction->room)
        return GI_OK;
    nodes *= 2;
    for (size_t i = 0; i < many; i++) {
        *arrays[i] = gi_arena_alloc(reduction->arena, nodes, sizeof(**arrays[i]));
        if (!*arrays[i])
            return GI_OUT_OF_MEMORY;
    }
    reduction->entry = gi_arena_alloc(reduction->arena, nodes, sizeof(*reduction->entry));
    memset(reduction->place, 0xff, nodes * sizeof(*reduction->place));
    reduction->room = (uint32_t)nodes;
    reduction->stamp = 0;
    return reduction->entry ? GI_OK : GI_OUT_OF_MEMORY;
}

static gi_status reduce_region(struct reduction *reduction, const struct region *region)
{
    uint32_t *sorted = gi_arena_alloc(reduction->arena, region->node_count, sizeof(*sorted));
    gi_status status = make_room(reduction);

    if (!sorted || status != GI_OK)
        return GI_OUT_OF_MEMORY;
    reduction->stamp++;
    for (uint32_t i = 0; i < region->node_count; i++) {
        uint32_t node = region->nodes[i];

        reduction->region[node] = reduction->stamp;
        reduction->cycle[node] = reduction->number[node] = reduction->next[node] = 0;
        reduction->entry[node] = false;
    }
    find_cycles(reduction, region, sorted);
    find_entries(reduction, region);
    for (uint32_t i = 0, end; i < region->node_count && status == GI_OK
         && reduction->work <= reduction->most_work; i = end) {
        for (end = i + 1; end < region->node_count; end++)
            if (reduction->cycle[sorted[end]] != reduction->cycle[sorted[i]])
                break;
        if (end - i > 1)
            status = reduce_cycle(reduction, region, sorted + i, end - i);
    }
    return status;
}

gi_status gi_flow_reduce(struct gi_flow *flow, const struct gi_cfg *graph)
{
    struct reduction reduction = { .flow = flow, .arena = flow->arena };
    struct gi_flow_shape shape;
    gi_status status = gi_flow_find_shape(flow, &shape);

    if (status != GI_OK || shape.reducible)
        return status;
    reduction.most_work = (uint64_t)shape.count + shape.successors.start[shape.count];
    reduction.most_work = WORK_AT_LEAST + WORK_PER_NODE * reduction.most_work;
    status = push_region(&reduction, shape.order, shape.count, GI_CFG_NONE, NULL, 0);
    while (reduction.regions && status == GI_OK) {
        struct region *region = reduction.regions;

        reduction.regions = region->next;
        status = reduce_region(&reduction, region);
        if (reduction.work > reduction.most_work)
            return gi_flow_flatten(flow, graph);
    }
    return status;
}

gi_status gi_flow_flatten(struct gi_flow *flow, const struct gi_cfg *graph)
{
    struct gi_flow_shape shape;
    uint32_t *place, node, blocks;
    gi_status status = gi_flow_init(flow, flow->arena, graph);

    if (status == GI_OK)
        status = gi_flow_find_shape(flow, &shape);
    if (status != GI_OK)
        return status;
    blocks = flow->node_count;
    place = gi_arena_alloc(flow->arena, blocks, sizeof(*place));
    if (!place)
        return GI_OUT_OF_MEMORY;
    memset(place, 0xff, blocks * sizeof(*place));
    status = add_dispatch(flow, shape.order, shape.count, place, &node);
    for (uint32_t i = 0; i < shape.count && status == GI_OK; i++)
        status = lead_over(flow, shape.order[i], node, place, blocks);
    return status;
}
