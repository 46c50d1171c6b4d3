#include "graph_cases.h"

#include <stdarg.h>
#include <string.h>

/* ---- random graphs ------------------------------------------------------------------------ */

static void add_successor(struct graph_case *made, uint32_t block, uint32_t to)
{
    if (made->blocks[block].successor_count < CASE_SUCCESSORS)
        made->successors[block][made->blocks[block].successor_count++] = to;
}

static uint32_t some_target(struct test_random *random, uint32_t block, uint32_t count, bool near)
{
    static const int steps[] = { 1, 1, 1, 2, 2, 3, -1, -2, 0 };
    int to;

    if (!near)
        return (uint32_t)test_random_below(random, count);
    to = (int)block + steps[test_random_below(random, sizeof(steps) / sizeof(*steps))];
    return to < 0 ? 0 : to >= (int)count ? count - 1 : (uint32_t)to;
}

static void random_edges(struct graph_case *made, struct test_random *random, bool near)
{
    uint32_t count = made->graph.block_count = 1 + (uint32_t)test_random_below(random, 16);

    for (uint32_t b = 0; b < count; b++) {
        uint64_t kind = test_random_below(random, 100);
        uint32_t ways = b + 1 == count || kind > 95 ? 0 : kind > 75 ? 1 : kind > 12 ? 2
                        : 3 + (uint32_t)test_random_below(random, 4);

        while (ways-- > 0)
            add_successor(made, b, some_target(random, b, count, near));
    }
}

/* What structured code is made of, in the order of its text: whose ways out, later blocks, are on a
 * short list. */
struct nest {
    struct graph_case *made;
    struct test_random *random;
    uint32_t outs[24], out_count;       /* blocks that what is around would jump to */
};

static uint32_t new_block(struct nest *nest)
{
    return nest->made->graph.block_count++;
}

static bool is_room(const struct nest *nest)
{
    return nest->made->graph.block_count + 8 < CASE_BLOCKS;
}

static uint32_t nested(struct nest *nest, uint32_t at, int depth);

/* A branch around code, code in both ways, or away to something around. */
static uint32_t nested_branch(struct nest *nest, uint32_t at, int depth)
{
    uint32_t then = new_block(nest), join = new_block(nest);

    add_successor(nest->made, at, then);
    if (test_random_below(nest->random, 4) == 0 && nest->out_count > 0) {
        add_successor(nest->made, at, nest->outs[test_random_below(nest->random, nest->out_count)]);
    } else if (test_random_below(nest->random, 2)) {
        uint32_t other = new_block(nest);

        add_successor(nest->made, at, other);
        add_successor(nest->made, nested(nest, other, depth - 1), join);
    } else {
        add_successor(nest->made, at, join);
    }
    add_successor(nest->made, nested(nest, then, depth - 1), join);
    return join;
}

static uint32_t nested_loop(struct nest *nest, uint32_t at, int depth)
{
    uint32_t header = new_block(nest), inside = new_block(nest), behind = new_block(nest);
    bool at_end = test_random_below(nest->random, 2);
    uint32_t end;

    add_successor(nest->made, at, header);
    add_successor(nest->made, header, inside);
    if (!at_end)
        add_successor(nest->made, header, behind);
    if (nest->out_count + 2 <= 24) {
        nest->outs[nest->out_count++] = header;
        nest->outs[nest->out_count++] = behind;
        end = nested(nest, inside, depth - 1);
        nest->out_count -= 2;
    } else {
        end = inside;
    }
    add_successor(nest->made, end, header);
    if (at_end)
        add_successor(nest->made, end, behind);
    return behind;
}

static uint32_t nested_switch(struct nest *nest, uint32_t at, int depth)
{
    uint32_t cases[4], count = 3 + (uint32_t)test_random_below(nest->random, 2), join;

    for (uint32_t i = 0; i < count; i++)
        add_successor(nest->made, at, cases[i] = new_block(nest));
    join = new_block(nest);
    nest->outs[nest->out_count++] = join;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = nested(nest, cases[i], depth - 1);
        bool through = i + 1 < count && test_random_below(nest->random, 3) == 0;

        add_successor(nest->made, end, through ? cases[i + 1] : join);
    }
    nest->out_count--;
    return join;
}

/* Adds code behind a block without successors; the block that it ends in. */
static uint32_t nested(struct nest *nest, uint32_t at, int depth)
{
    uint32_t pieces = (uint32_t)test_random_below(nest->random, 3);

    if (depth <= 0)
        return at;
    while (pieces-- > 0 && is_room(nest) && nest->out_count < 22)
        switch (test_random_below(nest->random, 7)) {
        case 0: case 1: at = nested_loop(nest, at, depth); break;
        case 2: at = nested_switch(nest, at, depth); break;
        default: at = nested_branch(nest, at, depth); break;
        }
    return at;
}

void graph_random(struct graph_case *made, struct test_random *random, enum random_shape shape,
                  bool free_returns)
{
    memset(made, 0, sizeof(*made));
    made->graph.blocks = made->blocks;
    for (uint32_t b = 0; b < CASE_BLOCKS; b++) {
        made->blocks[b].successors = made->successors[b];
        made->blocks[b].cost = 1;
        if (free_returns || test_random_below(random, 3) == 0)
            made->blocks[b].cost = (uint32_t)test_random_below(random, 50);
        if (!free_returns && made->blocks[b].cost == 0)
            made->blocks[b].cost = 1;
        if (free_returns && test_random_below(random, 2))
            made->blocks[b].cost = 0;
    }
    if (shape == SHAPE_NESTED) {
        struct nest nest = { .made = made, .random = random };

        (void)new_block(&nest);
        (void)new_block(&nest);
        nest.outs[nest.out_count++] = 1;                 /* a common return */
        add_successor(made, nested(&nest, 0, 6), 1);
    } else {
        random_edges(made, random, shape == SHAPE_NEAR);
    }
}

/* ---- runs --------------------------------------------------------------------------------- */

static uint32_t way_of(const struct gi_cfg_block *block, uint64_t seed, uint32_t step)
{
    struct test_random random = { seed * 1000003 + step };

    return block->successor_count == 0
           ? 0 : (uint32_t)test_random_below(&random, block->successor_count);
}

void graph_run(const struct gi_cfg *graph, uint64_t seed, struct graph_trace *out_trace)
{
    uint32_t block = 0;

    out_trace->count = 0;
    out_trace->returned = false;
    while (out_trace->count < CASE_STEPS) {
        const struct gi_cfg_block *at = &graph->blocks[block];
        uint32_t way = way_of(at, seed, out_trace->count);

        out_trace->blocks[out_trace->count++] = block;
        if (at->successor_count == 0) {
            out_trace->returned = true;
            return;
        }
        block = at->successors[way];
    }
}

enum leave { FELL, BROKE, CONTINUED, RETURNED, STOPPED };

struct run {
    const struct gi_cfg *graph;
    uint64_t seed;
    struct graph_trace *trace;
    uint32_t way;                                   /* of the block that ran last */
    uint32_t variables[256];
    uint32_t idle;                                  /* statements since a block ran */
    const char *wrong;
    const struct gi_cfg_statement *target;
};

static enum leave run_list(struct run *run, const struct gi_cfg_statement *list);

static enum leave stop(struct run *run, const char *wrong)
{
    run->wrong = wrong;
    return STOPPED;
}

static bool is_last(const struct run *run, uint32_t block)
{
    return run->trace->count > 0 && run->trace->blocks[run->trace->count - 1] == block;
}

static enum leave run_if(struct run *run, const struct gi_cfg_statement *statement)
{
    bool yes;

    if (statement->block == GI_CFG_NONE) {
        yes = run->variables[statement->variable] == 1;
    } else {
        if (!is_last(run, statement->block))
            return stop(run, "an IF by a block that is not the last that ran");
        yes = run->way == 0;
    }
    return run_list(run, yes != statement->negated ? statement->body : statement->otherwise);
}

static enum leave run_switch(struct run *run, const struct gi_cfg_statement *statement)
{
    uint32_t value = run->way;

    if (statement->block == GI_CFG_NONE)
        value = run->variables[statement->variable];
    else if (!is_last(run, statement->block))
        return stop(run, "a SWITCH by a block that is not the last that ran");
    for (uint32_t i = 0; i < statement->case_count; i++)
        for (uint32_t j = 0; j < statement->cases[i].value_count; j++)
            if (statement->cases[i].values[j] == value)
                return run_list(run, statement->cases[i].body);
    return stop(run, "a SWITCH without the case");
}

static enum leave run_one(struct run *run, const struct gi_cfg_statement *statement)
{
    enum leave left = FELL;

    if (run->idle++ > 10000)
        return stop(run, "statements without end");
    switch (statement->kind) {
    case GI_CFG_BLOCK:
        if (run->trace->count == CASE_STEPS)
            return STOPPED;
        run->idle = 0;
        run->way = way_of(&run->graph->blocks[statement->block], run->seed, run->trace->count);
        run->trace->blocks[run->trace->count++] = statement->block;
        return FELL;
    case GI_CFG_IF:
        return run_if(run, statement);
    case GI_CFG_SWITCH:
        left = run_switch(run, statement);
        break;
    case GI_CFG_LOOP:
        do
            left = run_list(run, statement->body);
        while (left == FELL || (left == CONTINUED && run->target == statement));
        break;
    case GI_CFG_SCOPE:
        left = run_list(run, statement->body);
        break;
    case GI_CFG_BREAK:
        run->target = statement->construct;
        return BROKE;
    case GI_CFG_CONTINUE:
        run->target = statement->construct;
        return CONTINUED;
    case GI_CFG_SET:
        run->variables[statement->variable] = statement->value;
        return FELL;
    case GI_CFG_RETURN:
        if (run->trace->count == 0
            || run->graph->blocks[run->trace->blocks[run->trace->count - 1]].successor_count != 0)
            return stop(run, "a RETURN behind a block that does not return");
        return RETURNED;
    }
    return left == BROKE && run->target == statement ? FELL : left;
}

static enum leave run_list(struct run *run, const struct gi_cfg_statement *list)
{
    enum leave left = FELL;

    for (; list && left == FELL; list = list->next)
        left = run_one(run, list);
    return left;
}

const char *tree_run(const struct gi_cfg *graph, const struct gi_cfg_tree *tree, uint64_t seed,
                     struct graph_trace *out_trace)
{
    struct run run = { .graph = graph, .seed = seed, .trace = out_trace };
    enum leave left;

    if (tree->variable_count > 256)
        return "too many variables for this test";
    out_trace->count = 0;
    left = run_list(&run, tree->first);
    out_trace->returned = left == RETURNED;
    if (run.wrong)
        return run.wrong;
    if (left == FELL)
        return "the end of the function is reached without a RETURN";
    return left == BROKE || left == CONTINUED ? "a jump out of the function" : NULL;
}

/* ---- checks ------------------------------------------------------------------------------- */

struct around {
    const struct gi_cfg_statement *loop;          /* innermost */
    const struct gi_cfg_statement *construct;     /* innermost LOOP, SCOPE or SWITCH */
    const struct gi_cfg_statement *falls_from;    /* whose end this list's end is, or NULL */
    uint32_t loops, depth;
};

struct check {
    const struct gi_cfg *graph;
    const struct gi_cfg_tree *tree;
    struct tree_counts *counts;
    const char *wrong;
};

static void check_list(struct check *check, const struct gi_cfg_statement *list,
                       struct around around);

static void check_jump(struct check *check, const struct gi_cfg_statement *jump,
                       const struct around *around)
{
    bool again = jump->kind == GI_CFG_CONTINUE;

    if (jump->next)
        check->wrong = "a jump is not the last of its list";
    if (jump->kind == GI_CFG_RETURN)
        return;
    if (!jump->construct || (jump->construct != around->loop
                             && (again || jump->construct != around->construct)))
        check->wrong = "a jump over several constructs";
    if (jump->construct == around->falls_from
        && again == (jump->construct && jump->construct->kind == GI_CFG_LOOP))
        check->counts->useless++;
}

static void check_variables(struct check *check, const struct gi_cfg_statement *statement)
{
    bool state = statement->variable == check->tree->state_variable;
    bool is_switch = statement->kind == GI_CFG_SWITCH;

    if (statement->variable >= check->tree->variable_count)
        check->wrong = "a variable that is none";
    if (statement->kind == GI_CFG_SET ? !state && statement->value > 1 : state != is_switch)
        check->wrong = "a variable that is not of this kind";
}

static void count_statement(struct check *check, const struct gi_cfg_statement *statement,
                            const struct around *around)
{
    struct tree_counts *counts = check->counts;
    uint32_t *places[] = {
        [GI_CFG_BLOCK] = &counts->blocks, [GI_CFG_IF] = &counts->ifs,
        [GI_CFG_SWITCH] = &counts->switches, [GI_CFG_LOOP] = &counts->loops,
        [GI_CFG_SCOPE] = &counts->scopes, [GI_CFG_BREAK] = &counts->breaks,
        [GI_CFG_CONTINUE] = &counts->continues, [GI_CFG_SET] = &counts->sets,
        [GI_CFG_RETURN] = &counts->returns
    };

    counts->statements++;
    ++*places[statement->kind];
    if (statement->kind == GI_CFG_BLOCK) {
        counts->seen[statement->block]++;
        counts->loops_around[statement->block] = around->loops;
    }
}

static void check_list(struct check *check, const struct gi_cfg_statement *list,
                       struct around around)
{
    around.depth++;
    if (list && around.depth > check->counts->depth)
        check->counts->depth = around.depth;
    for (; list && !check->wrong; list = list->next) {
        struct around inner = around;
        bool scope = list->kind == GI_CFG_SCOPE || list->kind == GI_CFG_SWITCH;

        count_statement(check, list, &around);
        if (list->kind == GI_CFG_BREAK || list->kind == GI_CFG_CONTINUE
            || list->kind == GI_CFG_RETURN)
            check_jump(check, list, &around);
        if (list->kind == GI_CFG_SET
            || ((list->kind == GI_CFG_IF || list->kind == GI_CFG_SWITCH)
                && list->block == GI_CFG_NONE))
            check_variables(check, list);
        if (list->kind == GI_CFG_IF && !list->body)
            check->wrong = "an IF with an empty body";
        if (list->next)
            inner.falls_from = NULL;
        if (list->kind == GI_CFG_LOOP) {
            inner.loop = inner.construct = inner.falls_from = list;
            inner.loops++;
        } else if (scope) {
            inner.construct = inner.falls_from = list;
        }
        check_list(check, list->body, inner);
        check_list(check, list->otherwise, inner);
        for (uint32_t i = 0; i < list->case_count; i++)
            check_list(check, list->cases[i].body, inner);
    }
}

const char *tree_check(const struct gi_cfg *graph, const struct gi_cfg_tree *tree,
                       struct tree_counts *out_counts)
{
    struct check check = { .graph = graph, .tree = tree, .counts = out_counts };
    uint32_t *seen = out_counts->seen, *loops_around = out_counts->loops_around;

    memset(seen, 0, graph->block_count * sizeof(*seen));
    *out_counts = (struct tree_counts){ .seen = seen, .loops_around = loops_around };
    check_list(&check, tree->first, (struct around){ 0 });
    if (!check.wrong && out_counts->depth != tree->depth)
        return "the depth is wrong";
    if (!check.wrong && tree->depth > GI_CFG_MOST_DEPTH)
        return "the tree is too deep";
    return check.wrong;
}

/* ---- text --------------------------------------------------------------------------------- */

struct text {
    char *at;
    size_t room;
};

static void put(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->at, text->room, format, arguments);
    va_end(arguments);
    length = (size_t)length < text->room ? length : (int)text->room;
    text->at += length;
    text->room -= (size_t)length;
}

static void put_list(struct text *text, const struct gi_cfg_statement *list,
                     const struct gi_cfg_statement *construct);

static void put_decided(struct text *text, const char *word, const struct gi_cfg_statement *by)
{
    put(text, "%s%s", word, by->negated ? "!" : "");
    if (by->block == GI_CFG_NONE)
        put(text, "v%u{", by->variable);
    else
        put(text, "%u{", by->block);
}

static void put_switch(struct text *text, const struct gi_cfg_statement *statement)
{
    put_decided(text, "switch", statement);
    for (uint32_t i = 0; i < statement->case_count; i++) {
        for (uint32_t j = 0; j < statement->cases[i].value_count; j++)
            put(text, "%s%u", j ? "," : i ? "|" : "", statement->cases[i].values[j]);
        put(text, ":");
        put_list(text, statement->cases[i].body, statement);
    }
    put(text, "}");
}

static void put_statement(struct text *text, const struct gi_cfg_statement *statement,
                          const struct gi_cfg_statement *construct)
{
    switch (statement->kind) {
    case GI_CFG_BLOCK:
        put(text, "%u", statement->block);
        break;
    case GI_CFG_IF:
        put_decided(text, "if", statement);
        put_list(text, statement->body, construct);
        put(text, "}");
        if (statement->otherwise) {
            put(text, "else{");
            put_list(text, statement->otherwise, construct);
            put(text, "}");
        }
        break;
    case GI_CFG_SWITCH:
        put_switch(text, statement);
        break;
    case GI_CFG_LOOP:
    case GI_CFG_SCOPE:
        put(text, statement->kind == GI_CFG_LOOP ? "loop{" : "scope{");
        put_list(text, statement->body, statement);
        put(text, "}");
        break;
    case GI_CFG_BREAK:
        put(text, statement->construct == construct ? "break" : "break-loop");
        break;
    case GI_CFG_CONTINUE:
        put(text, "continue");
        break;
    case GI_CFG_SET:
        put(text, "v%u=%u", statement->variable, statement->value);
        break;
    case GI_CFG_RETURN:
        put(text, "return");
        break;
    }
}

static void put_list(struct text *text, const struct gi_cfg_statement *list,
                     const struct gi_cfg_statement *construct)
{
    for (const struct gi_cfg_statement *at = list; at; at = at->next) {
        put(text, "%s", at == list ? "" : " ");
        put_statement(text, at, construct);
    }
}

const char *tree_text(const struct gi_cfg_tree *tree, char *text, size_t room)
{
    struct text at = { text, room - 1 };

    memset(text, 0, room);
    put_list(&at, tree->first, NULL);
    return text;
}
