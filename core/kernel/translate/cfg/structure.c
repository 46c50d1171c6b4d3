#include "kernel/translate/cfg/structure.h"

#include "kernel/translate/cfg/jumps.h"

#include <string.h>

/* The dominator tree in statements. A node that several edges reach becomes the end of a SCOPE
 * around the node that dominates it; one that is left to from a loop goes behind the LOOP; all
 * others stand where the one jump to them stands. */

enum {
    DEEP = 32,                              /* IFs within IFs; deeper ones become SCOPEs */
    STATE = GI_CFG_MOST_BLOCKS * 64       /* the state variable, until flags are counted */
};

enum work_kind { WORK_NODE, WORK_BRANCH, WORK_SWITCH };

/* The surroundings of a list that statements are added to. */
struct place {
    struct gi_statement_list *list;
    uint32_t fall;                          /* the label that its end falls to */
    uint32_t depth;                         /* of IFs */
    struct gi_jump_loop loop;
};

/* Something begun, on the stack that stands for recursion. */
struct work {
    enum work_kind kind;
    uint32_t rank;
    uint32_t step;
    uint32_t from;                          /* jumps open before it */
    struct place place;                     /* where it goes */
    struct gi_cfg_statement *construct, *before;  /* a SWITCH; a LOOP's later */
    struct gi_statement_list *lists;        /* a NODE's one, a BRANCH's two, one for each case */
    uint32_t jumps[2];                      /* a BRANCH: that its lists end in */
    uint32_t *targets;                      /* a SWITCH: ranks */
    bool behind;                            /* a NODE: its LOOP is closed */
};

struct build {
    struct gi_arena *arena;
    const struct gi_flow *flow;
    const struct gi_flow_shape *shape;
    struct gi_jumps jumps;
    uint32_t *within, *after, *following;   /* [rank]: first SCOPE end inside, first behind its
                                               LOOP; the one that follows it */
    bool *labelled;                         /* [rank]: is the end of a SCOPE */
    bool *reached;                          /* [rank]: some jump or fall leads there */
    uint32_t *size;                         /* [rank]: nodes that it dominates */
    uint32_t *case_of;                      /* [rank]: its case in the SWITCH that is made, plus 1;
                                               0 else */
    struct work *stack;
    uint32_t depth, room;
};

static gi_status push(struct build *build, const struct work *work)
{
    void *stack = build->stack;
    gi_status status = gi_arena_reserve(build->arena, &stack, build->depth, &build->room,
                                        build->depth + 1, sizeof(*build->stack));

    if (status != GI_OK)
        return status;
    build->stack = stack;
    build->stack[build->depth++] = *work;
    return GI_OK;
}

static const struct gi_flow_node *node_of(const struct build *build, uint32_t rank)
{
    return &build->flow->nodes[build->shape->order[rank]];
}

/* ---- where each node goes ----------------------------------------------------------------- */

/* Several edges of one node count as one. */
static bool is_merge(const struct gi_flow_shape *shape, uint32_t rank)
{
    const struct gi_lists *from = &shape->predecessors;
    uint32_t first = GI_CFG_NONE;

    for (uint32_t e = from->start[rank]; e < from->start[rank + 1]; e++) {
        if (from->items[e] >= rank)
            continue;
        if (first != GI_CFG_NONE && from->items[e] != first)
            return true;
        first = from->items[e];
    }
    return false;
}

static void place_nodes(struct build *build)
{
    const struct gi_flow_shape *shape = build->shape;

    for (uint32_t rank = shape->count; rank-- > 1;) {
        uint32_t above = shape->dominator[rank];
        uint32_t around = shape->is_header[rank] ? shape->loop_outer[rank] : shape->loop[rank];
        uint32_t *first = NULL;

        build->size[rank]++;
        build->size[above] += build->size[rank];
        if (shape->loop[above] != around) {
            uint32_t depth = around == GI_CFG_NONE ? 0 : shape->loop_depth[around];

            first = &build->after[gi_flow_loop_at_depth(shape, shape->loop[above], depth + 1)];
        } else if (is_merge(shape, rank)) {
            first = &build->within[above];
        }
        build->labelled[rank] = first;
        if (first) {                        /* downwards, so that lists rise */
            build->following[rank] = *first;
            *first = rank;
        }
    }
}

static gi_status build_init(struct build *build, const struct gi_flow *flow,
                            const struct gi_flow_shape *shape)
{
    size_t count = shape->count;
    uint32_t **arrays[] = { &build->within, &build->after, &build->following, &build->size,
                            &build->case_of };
    uint32_t *room = gi_arena_alloc(flow->arena, count * 5, sizeof(*room));
    gi_status status;

    *build = (struct build){ .arena = flow->arena, .flow = flow, .shape = shape };
    if (!room)
        return GI_OUT_OF_MEMORY;
    for (size_t i = 0; i < 5; i++)
        *arrays[i] = room + i * count;
    memset(room, 0xff, count * 3 * sizeof(*room));
    build->labelled = gi_arena_alloc(flow->arena, count, sizeof(*build->labelled));
    build->reached = gi_arena_alloc(flow->arena, count, sizeof(*build->reached));
    if (!build->labelled || !build->reached)
        return GI_OUT_OF_MEMORY;
    status = gi_jumps_init(&build->jumps, flow->arena, shape->count);
    if (status == GI_OK)
        place_nodes(build);
    return status;
}

/* ---- statements --------------------------------------------------------------------------- */

/* The instructions of a node, and its return. */
static gi_status add_block(struct build *build, struct gi_statement_list *list, uint32_t rank)
{
    const struct gi_flow_node *node = node_of(build, rank);
    struct gi_cfg_statement *statement;

    if (node->kind == GI_FLOW_DISPATCH)
        return GI_OK;
    statement = gi_statement_add(build->arena, list,
                                 node->kind == GI_FLOW_SET ? GI_CFG_SET : GI_CFG_BLOCK);
    if (!statement)
        return GI_OUT_OF_MEMORY;
    statement->block = node->block;
    if (node->kind == GI_FLOW_SET) {
        statement->variable = STATE;
        statement->value = node->value;
    }
    if (node->successor_count == 0
        && !gi_statement_add(build->arena, list, GI_CFG_RETURN))
        return GI_OUT_OF_MEMORY;
    return GI_OK;
}

/* The way from one node to another: nothing where control falls there anyway, a jump, or the other
 * node itself. */
static gi_status go(struct build *build, const struct place *place, uint32_t from, uint32_t to)
{
    const struct gi_flow_node *target = node_of(build, to);
    struct work work = { .kind = WORK_NODE, .rank = to, .place = *place };

    if (to <= from)
        return place->fall == (to | GI_JUMP_AGAIN)
               ? GI_OK : gi_jump_add(&build->jumps, place->list, to | GI_JUMP_AGAIN);
    if (!build->labelled[to])
        return push(build, &work);
    if (place->fall != to && target->successor_count == 0 && target->cost == 0
        && target->kind == GI_FLOW_BLOCK)
        return add_block(build, place->list, to);
    build->reached[to] = true;
    return place->fall == to ? GI_OK : gi_jump_add(&build->jumps, place->list, to);
}

/* ---- branches ----------------------------------------------------------------------------- */

static uint32_t weight(const struct build *build, uint32_t from, uint32_t to)
{
    return to > from && !build->labelled[to] ? build->size[to] : 0;
}

/* The first of the two ways that more nodes are behind. */
static uint32_t heavy_way(const struct build *build, uint32_t rank)
{
    const uint32_t *to = build->shape->successors.items + build->shape->successors.start[rank];

    return weight(build, rank, to[0]) > weight(build, rank, to[1]) ? 0 : 1;
}

/* Starts way number `way` of a branch into its own list. */
static gi_status begin_way(struct build *build, const struct work *branch, uint32_t way)
{
    const uint32_t *to = build->shape->successors.items
                         + build->shape->successors.start[branch->rank];
    uint32_t heavy = heavy_way(build, branch->rank), light = to[1 - heavy];
    bool light_returns = weight(build, branch->rank, light) > 0
                         && node_of(build, light)->successor_count == 0;
    struct place place = branch->place;

    place.list = &branch->lists[way];
    if (way != heavy || (place.depth <= DEEP && !light_returns))
        place.depth++;
    return go(build, &place, branch->rank, to[way]);
}

/* An IF whose body is one of the two lists; the other stands behind it. */
static gi_status add_one_way(struct build *build, const struct work *branch, uint32_t way)
{
    struct gi_statement_list *list = branch->place.list;
    struct gi_cfg_statement *statement = gi_statement_add(build->arena, list, GI_CFG_IF);

    if (!statement)
        return GI_OUT_OF_MEMORY;
    statement->block = node_of(build, branch->rank)->block;
    statement->negated = way == 1;
    statement->body = branch->lists[way].first;
    if (branch->jumps[way] != GI_CFG_NONE)
        gi_jump_in_branch(&build->jumps, branch->jumps[way], statement, list);
    gi_statement_move(list, &branch->lists[1 - way]);
    return GI_OK;
}

static gi_status end_branch(struct build *build, struct work *branch)
{
    uint32_t heavy = heavy_way(build, branch->rank), light = 1 - heavy;
    struct gi_statement_list *lists = branch->lists;
    gi_status status = GI_OK;

    /* Deep down the light way ends in a jump, so that the heavy one need not be deeper. */
    if (branch->place.depth > DEEP && lists[heavy].first && gi_statement_falls(&lists[light])
        && branch->place.fall != GI_CFG_NONE) {
        status = gi_jump_add(&build->jumps, &lists[light], branch->place.fall);
        branch->jumps[light] = build->jumps.open_count - 1;
    }
    if (status != GI_OK)
        return status;
    if (!gi_statement_falls(&lists[light]))
        return add_one_way(build, branch, light);
    if (!gi_statement_falls(&lists[heavy]))
        return add_one_way(build, branch, heavy);
    if (lists[0].first && lists[1].first) {
        struct gi_cfg_statement *statement = gi_statement_add(build->arena, branch->place.list,
                                                                GI_CFG_IF);

        if (!statement)
            return GI_OUT_OF_MEMORY;
        statement->block = node_of(build, branch->rank)->block;
        statement->body = lists[0].first;
        statement->otherwise = lists[1].first;
        return GI_OK;
    }
    if (lists[0].first || lists[1].first)
        return add_one_way(build, branch, lists[0].first ? 0 : 1);
    return GI_OK;
}

static gi_status step_branch(struct build *build)
{
    struct work *top = &build->stack[build->depth - 1], branch;

    if (top->step > 0)
        top->jumps[top->step - 1] = gi_jump_last(&build->jumps, &top->lists[top->step - 1]);
    top->step++;
    branch = *top;
    if (branch.step <= 2)
        return begin_way(build, &branch, branch.step - 1);
    build->depth--;
    return end_branch(build, &branch);
}

static gi_status begin_branch(struct build *build, const struct place *place, uint32_t rank)
{
    struct work work = { .kind = WORK_BRANCH, .rank = rank, .place = *place };

    work.lists = gi_arena_alloc(build->arena, 2, sizeof(*work.lists));
    return work.lists ? push(build, &work) : GI_OUT_OF_MEMORY;
}

/* ---- switches ----------------------------------------------------------------------------- */

/* The selectors of each target together; the ranks of the targets in out_targets. */
static gi_status make_cases(struct build *build, uint32_t rank,
                            struct gi_cfg_statement *statement, uint32_t *out_targets)
{
    const struct gi_lists *lists = &build->shape->successors;
    const uint32_t *to = lists->items + lists->start[rank];
    uint32_t count = lists->start[rank + 1] - lists->start[rank], cases = 0;
    uint32_t *values = gi_arena_alloc(build->arena, count, sizeof(*values));
    struct gi_cfg_case *at;

    statement->cases = gi_arena_alloc(build->arena, count, sizeof(*statement->cases));
    if (!values || !statement->cases)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (build->case_of[to[i]] == 0) {
            out_targets[cases++] = to[i];
            build->case_of[to[i]] = cases;
        }
        statement->cases[build->case_of[to[i]] - 1].value_count++;
    }
    for (uint32_t i = 0; i < cases; i++) {
        statement->cases[i].values = values;
        values += statement->cases[i].value_count;
        statement->cases[i].value_count = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        at = &statement->cases[build->case_of[to[i]] - 1];
        at->values[at->value_count++] = i;
    }
    for (uint32_t i = 0; i < cases; i++)
        build->case_of[out_targets[i]] = 0;
    statement->case_count = cases;
    return GI_OK;
}

static gi_status begin_switch(struct build *build, const struct place *place, uint32_t rank)
{
    const struct gi_lists *lists = &build->shape->successors;
    uint32_t count = lists->start[rank + 1] - lists->start[rank];
    struct work work = { .kind = WORK_SWITCH, .rank = rank, .place = *place,
                         .from = build->jumps.open_count };
    bool dispatch = node_of(build, rank)->kind == GI_FLOW_DISPATCH;
    gi_status status;

    work.construct = gi_construct_add(build->arena, place->list, GI_CFG_SWITCH, &work.before);
    work.targets = gi_arena_alloc(build->arena, count, sizeof(*work.targets));
    work.lists = gi_arena_alloc(build->arena, count, sizeof(*work.lists));
    if (!work.construct || !work.targets || !work.lists)
        return GI_OUT_OF_MEMORY;
    work.construct->block = dispatch ? GI_CFG_NONE : node_of(build, rank)->block;
    work.construct->variable = dispatch ? STATE : GI_CFG_NONE;
    status = make_cases(build, rank, work.construct, work.targets);
    return status == GI_OK ? push(build, &work) : status;
}

static gi_status step_switch(struct build *build)
{
    struct work *top = &build->stack[build->depth - 1], work;
    struct gi_closing closing;
    bool empty = true;

    top->step++;
    work = *top;
    if (work.step <= work.construct->case_count) {
        struct place place = work.place;

        place.list = &work.lists[work.step - 1];
        place.depth++;
        return go(build, &place, work.rank, work.targets[work.step - 1]);
    }
    build->depth--;
    for (uint32_t i = 0; i < work.construct->case_count; i++) {
        work.construct->cases[i].body = work.lists[i].first;
        empty = empty && !work.lists[i].first;
    }
    if (empty) {
        work.construct->kind = GI_CFG_SET;
        work.construct->variable = GI_STATEMENT_DROPPED;
    }
    closing = (struct gi_closing){
        .list = work.place.list, .construct = work.construct, .before = work.before,
        .label = work.place.fall, .from = work.from, .loop = &work.place.loop
    };
    return gi_jump_close(&build->jumps, &closing);
}

/* ---- nodes -------------------------------------------------------------------------------- */

static uint32_t first_of(uint32_t follower, uint32_t otherwise)
{
    return follower != GI_CFG_NONE ? follower : otherwise;
}

/* The place inside the node's LOOP, if it has one: its own list, and the label that the list falls
 * to. */
static struct place inside_of(const struct build *build, const struct work *work)
{
    struct place place = work->place;
    uint32_t behind = first_of(build->after[work->rank], work->place.fall);

    place.list = work->lists;
    place.fall = behind;
    if (build->shape->is_header[work->rank]) {
        place.loop = (struct gi_jump_loop){ .again = work->rank | GI_JUMP_AGAIN, .behind = behind };
        place.fall = place.loop.again;
        place.depth = 0;
    }
    return place;
}

/* The node itself and how it ends. */
static gi_status begin_node(struct build *build, const struct place *place, uint32_t rank)
{
    const struct gi_lists *lists = &build->shape->successors;
    const uint32_t *to = lists->items + lists->start[rank];
    uint32_t count = lists->start[rank + 1] - lists->start[rank];
    bool dispatch = node_of(build, rank)->kind == GI_FLOW_DISPATCH;
    gi_status status = add_block(build, place->list, rank);

    if (status != GI_OK || count == 0)
        return status;
    if (count > 2 || dispatch)
        return begin_switch(build, place, rank);
    if (count == 2 && to[0] != to[1])
        return begin_branch(build, place, rank);
    return go(build, place, rank, to[0]);
}

static gi_status close_loop(struct build *build, struct work *work)
{
    struct place inside = inside_of(build, work);
    struct gi_statement_list *list = gi_arena_alloc(build->arena, 1, sizeof(*list));
    struct gi_closing closing = {
        .list = list, .label = inside.loop.behind, .from = work->from, .loop = &work->place.loop,
        .inside = &inside.loop
    };

    if (!list)
        return GI_OUT_OF_MEMORY;
    closing.construct = gi_construct_add(build->arena, list, GI_CFG_LOOP, &closing.before);
    if (!closing.construct)
        return GI_OUT_OF_MEMORY;
    closing.construct->body = work->lists->first;
    work->lists = list;
    return gi_jump_close(&build->jumps, &closing);
}

/* Closes the SCOPE that ends at a node, and starts that node behind it. */
static gi_status follow(struct build *build, struct work *work, uint32_t rank)
{
    struct place place = inside_of(build, work);
    struct work next = { .kind = WORK_NODE, .rank = rank };
    gi_status status;

    if (work->behind) {
        place.loop = work->place.loop;
        place.fall = work->place.fall;
        place.depth = work->place.depth;
    }
    place.fall = first_of(build->following[rank], place.fall);
    if (!build->reached[rank])              /* its jumps became returns */
        return GI_OK;
    status = gi_jump_close_scope(&build->jumps, work->lists, rank, work->from, &place.loop);
    next.place = place;
    return status == GI_OK ? push(build, &next) : status;
}

static gi_status start_node(struct build *build)
{
    struct work *top = &build->stack[build->depth - 1], work;
    bool plain = build->within[top->rank] == GI_CFG_NONE && !build->shape->is_header[top->rank];
    struct place place;

    if (plain) {                            /* nothing is to be done behind it */
        work = build->stack[--build->depth];
        return begin_node(build, &work.place, work.rank);
    }
    top->lists = gi_arena_alloc(build->arena, 1, sizeof(*top->lists));
    if (!top->lists)
        return GI_OUT_OF_MEMORY;
    top->from = build->jumps.open_count;
    top->step = build->within[top->rank];
    top->construct = NULL;
    place = inside_of(build, top);
    place.fall = first_of(top->step, place.fall);
    return begin_node(build, &place, top->rank);
}

/* `step` is the follower that comes next. */
static gi_status step_node(struct build *build)
{
    struct work *top = &build->stack[build->depth - 1], work;
    gi_status status = GI_OK;

    if (!top->lists)
        return start_node(build);
    if (top->step == GI_CFG_NONE && !top->behind && build->shape->is_header[top->rank]) {
        status = close_loop(build, top);
        top->step = build->after[top->rank];
        top->behind = true;
        return status;
    }
    work = *top;
    if (work.step == GI_CFG_NONE) {
        gi_statement_move(work.place.list, work.lists);
        build->depth--;
        return GI_OK;
    }
    top->step = build->following[work.step];
    return follow(build, &work, work.step);
}

/* ---- the finished tree -------------------------------------------------------------------- */

struct list_at {
    struct gi_cfg_statement **link;
    const struct gi_cfg_statement *ends;  /* the construct whose end this list's is, or NULL */
    uint32_t depth;
};

struct finish {
    struct gi_arena *arena;
    struct gi_cfg_tree *tree;
    struct list_at *stack;
    uint32_t count, room;
};

static gi_status push_list(struct finish *finish, struct gi_cfg_statement **link,
                           const struct gi_cfg_statement *ends, uint32_t depth)
{
    void *stack = finish->stack;
    gi_status status = gi_arena_reserve(finish->arena, &stack, finish->count, &finish->room,
                                        finish->count + 1, sizeof(*finish->stack));

    if (status != GI_OK)
        return status;
    finish->stack = stack;
    if (*link)
        finish->stack[finish->count++] = (struct list_at){ .link = link, .ends = ends,
                                                           .depth = depth };
    return GI_OK;
}

/* Whether a statement jumps to where control falls from the end of a list. */
static bool is_fall(const struct gi_cfg_statement *statement,
                    const struct gi_cfg_statement *ends)
{
    return ends && statement && statement->construct == ends
           && statement->kind == (ends->kind == GI_CFG_LOOP ? GI_CFG_CONTINUE : GI_CFG_BREAK);
}

/* Whether a statement does nothing where it stands; `ends` is NULL if others follow it. */
static bool is_useless(struct gi_cfg_statement *statement, const struct gi_cfg_statement *ends)
{
    if (statement->kind == GI_CFG_SET)
        return statement->variable == GI_STATEMENT_DROPPED;
    if (statement->kind != GI_CFG_IF)
        return is_fall(statement, ends);
    if (is_fall(statement->body, ends)) {
        statement->body = statement->otherwise;
        statement->otherwise = NULL;
        statement->negated = !statement->negated;
    }
    return !statement->body;
}

/* Takes useless statements out of a list, from its end on, so that
 * others become the last. */
static struct gi_cfg_statement *without_useless(struct gi_cfg_statement *list,
                                                  const struct gi_cfg_statement *ends)
{
    struct gi_cfg_statement *turned = NULL, *kept = NULL, *statement;

    while ((statement = list) != NULL) {
        list = statement->next;
        statement->next = turned;
        turned = statement;
    }
    while ((statement = turned) != NULL) {
        turned = statement->next;
        statement->next = kept;
        if (!is_useless(statement, kept ? NULL : ends))
            kept = statement;
    }
    return kept;
}

static gi_status finish_statement(struct finish *finish, struct gi_cfg_statement *statement,
                                  const struct list_at *at)
{
    bool encloses = statement->kind == GI_CFG_LOOP || statement->kind == GI_CFG_SCOPE
                    || statement->kind == GI_CFG_SWITCH;
    const struct gi_cfg_statement *ends = encloses ? statement
                                            : statement->next ? NULL : at->ends;
    gi_status status;

    if (statement->kind == GI_CFG_IF)
        statement->value = 0;
    if (statement->variable == STATE)
        statement->variable = finish->tree->state_variable;
    status = push_list(finish, &statement->body, ends, at->depth + 1);
    if (status == GI_OK)
        status = push_list(finish, &statement->otherwise, ends, at->depth + 1);
    for (uint32_t i = 0; i < statement->case_count && status == GI_OK; i++)
        status = push_list(finish, &statement->cases[i].body, ends, at->depth + 1);
    return status;
}

/* Takes out what is not needed, measures the depth, counts blocks, names the state variable. */
static gi_status finish_tree(struct gi_arena *arena, struct gi_cfg_tree *tree,
                             uint32_t *out_blocks)
{
    struct finish finish = { .arena = arena, .tree = tree };
    gi_status status = push_list(&finish, &tree->first, NULL, 1);

    while (finish.count > 0 && status == GI_OK) {
        struct list_at at = finish.stack[--finish.count];

        *at.link = without_useless(*at.link, at.ends);
        if (*at.link && at.depth > tree->depth)
            tree->depth = at.depth;
        while (*at.link && status == GI_OK) {
            struct gi_cfg_statement *statement = *at.link;

            *out_blocks += statement->kind == GI_CFG_BLOCK;
            status = finish_statement(&finish, statement, &at);
            at.link = &statement->next;
        }
    }
    return status;
}

gi_status gi_flow_structure(const struct gi_flow *flow, const struct gi_flow_shape *shape,
                            struct gi_cfg_tree *out_tree, bool *out_too_hard)
{
    struct build build;
    struct gi_statement_list *root = gi_arena_alloc(flow->arena, 1, sizeof(*root));
    struct work work = { .kind = WORK_NODE };
    gi_status status = root ? build_init(&build, flow, shape) : GI_OUT_OF_MEMORY;

    *out_too_hard = false;
    if (status != GI_OK)
        return status;
    work.place = (struct place){ .list = root, .fall = GI_CFG_NONE,
                                 .loop = { GI_CFG_NONE, GI_CFG_NONE } };
    status = push(&build, &work);
    while (build.depth > 0 && status == GI_OK) {
        switch (build.stack[build.depth - 1].kind) {
        case WORK_NODE: status = step_node(&build); break;
        case WORK_BRANCH: status = step_branch(&build); break;
        case WORK_SWITCH: status = step_switch(&build); break;
        }
        *out_too_hard = gi_jumps_too_many(&build.jumps);
        if (*out_too_hard)
            return GI_OK;
    }
    if (status != GI_OK)
        return status;
    *out_tree = (struct gi_cfg_tree){
        .first = root->first, .variable_count = build.jumps.flag_count + flow->dispatched,
        .state_variable = flow->dispatched ? build.jumps.flag_count : GI_CFG_NONE,
        .dispatched = flow->dispatched
    };
    status = finish_tree(flow->arena, out_tree, &out_tree->copies);
    *out_too_hard = out_tree->depth > GI_CFG_MOST_DEPTH;
    return status;
}
