/* The statements of random graphs as SPIR-V: spirv-val takes each as structured control flow. */
#include "graph_cases.h"

#include "kernel/translate/spirv/spirv.h"

#include <stddef.h>

#include "test_cases.h"
#include "../skip_case.h"
#include "spirv_tools.h"

enum { MODULES = 3, FUNCTIONS = 300, MOST_VARIABLES = 256 };

/* The labels of the constructs around, innermost first. */
struct labels {
    const struct labels *outer;
    const struct gi_cfg_statement *construct;
    gi_id behind, again;
};

struct emit {
    struct gi_spirv *spirv;
    gi_type u32, boolean;
    gi_id way, variables[MOST_VARIABLES];
};

static void emit_list(struct emit *emit, const struct gi_cfg_statement *list,
                      const struct labels *labels);

/* Goes on at a label, if anything comes to the end of what was written. */
static void fall(struct emit *emit, gi_id label)
{
    if (gi_spirv_block(emit->spirv).n)
        gi_spirv_branch(emit->spirv, label);
}

static gi_id read_decider(struct emit *emit, const struct gi_cfg_statement *statement)
{
    gi_id from = statement->block == GI_CFG_NONE ? emit->variables[statement->variable]
                                                 : emit->way;

    return gi_spirv_value1(emit->spirv, GiOpLoad, emit->u32, from);
}

static void emit_if(struct emit *emit, const struct gi_cfg_statement *statement,
                    const struct labels *labels)
{
    gi_id ways[2] = { gi_spirv_new_label(emit->spirv), gi_spirv_new_label(emit->spirv) };
    gi_id behind = gi_spirv_new_label(emit->spirv), value = read_decider(emit, statement);
    gi_id one = gi_spirv_constant_u32(emit->spirv, 1);
    gi_id yes = gi_spirv_value2(emit->spirv, GiOpIEqual, emit->boolean, value, one);

    gi_spirv_selection_merge(emit->spirv, behind, GiSelectionControlNone);
    gi_spirv_branch_if(emit->spirv, yes, ways[statement->negated], ways[!statement->negated]);
    gi_spirv_label(emit->spirv, ways[0]);
    emit_list(emit, statement->body, labels);
    fall(emit, behind);
    gi_spirv_label(emit->spirv, ways[1]);
    emit_list(emit, statement->otherwise, labels);
    fall(emit, behind);
    gi_spirv_label(emit->spirv, behind);
}

static void emit_switch(struct emit *emit, const struct gi_cfg_statement *statement,
                        const struct labels *labels)
{
    uint32_t words[64], count = 2;
    gi_id first = GI_NO_ID, behind = gi_spirv_new_label(emit->spirv);
    const struct labels inside = { labels, statement, behind, GI_NO_ID };

    words[0] = read_decider(emit, statement).n;
    for (uint32_t i = 0; i < statement->case_count; i++) {
        gi_id label = gi_spirv_new_label(emit->spirv);

        first = i == 0 ? label : first;
        words[1] = label.n;
        for (uint32_t j = 0; j < statement->cases[i].value_count; j++) {
            assert_true(count + 2 <= 64);
            words[count++] = statement->cases[i].values[j];
            words[count++] = label.n;
        }
    }
    gi_spirv_selection_merge(emit->spirv, behind, GiSelectionControlNone);
    gi_spirv_op(emit->spirv, GI_SPIRV_BODY, GiOpSwitch, words, count);
    for (uint32_t i = 0; i < statement->case_count; i++) {
        gi_spirv_label(emit->spirv, (gi_id){ first.n + i, GI_KIND_LABEL });
        emit_list(emit, statement->cases[i].body, &inside);
        fall(emit, behind);
    }
    gi_spirv_label(emit->spirv, behind);
}

static void emit_loop(struct emit *emit, const struct gi_cfg_statement *statement,
                      const struct labels *labels)
{
    gi_id header = gi_spirv_new_label(emit->spirv), body = gi_spirv_new_label(emit->spirv);
    const struct labels inside = { labels, statement, gi_spirv_new_label(emit->spirv),
                                   gi_spirv_new_label(emit->spirv) };

    gi_spirv_branch(emit->spirv, header);
    gi_spirv_label(emit->spirv, header);
    gi_spirv_loop_merge(emit->spirv, inside.behind, inside.again, GiLoopControlNone);
    gi_spirv_branch(emit->spirv, body);
    gi_spirv_label(emit->spirv, body);
    emit_list(emit, statement->body, &inside);
    fall(emit, inside.again);
    gi_spirv_label(emit->spirv, inside.again);
    gi_spirv_branch(emit->spirv, header);
    gi_spirv_label(emit->spirv, inside.behind);
}

static void emit_scope(struct emit *emit, const struct gi_cfg_statement *statement,
                       const struct labels *labels)
{
    gi_id body = gi_spirv_new_label(emit->spirv), zero = gi_spirv_constant_u32(emit->spirv, 0);
    const struct labels inside = { labels, statement, gi_spirv_new_label(emit->spirv), GI_NO_ID };

    gi_spirv_selection_merge(emit->spirv, inside.behind, GiSelectionControlNone);
    gi_spirv_op(emit->spirv, GI_SPIRV_BODY, GiOpSwitch, GI_SPIRV_WORDS(zero.n, body.n));
    gi_spirv_label(emit->spirv, body);
    emit_list(emit, statement->body, &inside);
    fall(emit, inside.behind);
    gi_spirv_label(emit->spirv, inside.behind);
}

static void emit_list(struct emit *emit, const struct gi_cfg_statement *list,
                      const struct labels *labels)
{
    for (; list; list = list->next) {
        const struct labels *to = labels;

        while (list->construct && to->construct != list->construct)
            to = to->outer;
        switch (list->kind) {
        case GI_CFG_BLOCK:
            gi_spirv_store(emit->spirv, emit->way, gi_spirv_constant_u32(emit->spirv, list->block));
            break;
        case GI_CFG_IF: emit_if(emit, list, labels); break;
        case GI_CFG_SWITCH: emit_switch(emit, list, labels); break;
        case GI_CFG_LOOP: emit_loop(emit, list, labels); break;
        case GI_CFG_SCOPE: emit_scope(emit, list, labels); break;
        case GI_CFG_BREAK: gi_spirv_branch(emit->spirv, to->behind); break;
        case GI_CFG_CONTINUE: gi_spirv_branch(emit->spirv, to->again); break;
        case GI_CFG_SET:
            gi_spirv_store(emit->spirv, emit->variables[list->variable],
                           gi_spirv_constant_u32(emit->spirv, list->value));
            break;
        case GI_CFG_RETURN: gi_spirv_return(emit->spirv); break;
        }
    }
}

static void emit_function(struct gi_spirv *spirv, const struct gi_cfg *graph, gi_id *out_id)
{
    gi_type nothing = gi_spirv_type_void(spirv), pointer;
    gi_type type = gi_spirv_type_function(spirv, nothing, NULL, 0);
    struct emit emit = { .spirv = spirv };
    struct gi_cfg_tree tree;
    struct gi_arena arena;

    emit.u32 = gi_spirv_type_int(spirv, 32, false);
    emit.boolean = gi_spirv_type_bool(spirv);
    pointer = gi_spirv_type_pointer(spirv, GiStorageClassFunction, emit.u32);
    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(gi_cfg_structure(&arena, graph, &tree), GI_OK);
    assert_true(tree.variable_count <= MOST_VARIABLES);
    *out_id = gi_spirv_function_begin(spirv, GI_NO_ID, nothing, type, 0);
    gi_spirv_label(spirv, GI_NO_ID);
    emit.way = gi_spirv_local(spirv, pointer, GI_NO_ID);
    for (uint32_t i = 0; i < tree.variable_count; i++)
        emit.variables[i] = gi_spirv_local(spirv, pointer, gi_spirv_constant_u32(spirv, 0));
    emit_list(&emit, tree.first, NULL);
    if (gi_spirv_block(spirv).n)
        gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
    gi_arena_finish(&arena);
}

TEST_CASE(trees_are_structured_control_flow)
{
    struct test_random random = { 21 };

    if (!spirv_tools_installed())
        SKIP_CASE("SPIRV-Tools are not installed");
    for (int i = 0; i < MODULES * SHAPE_COUNT; i++) {
        struct gi_arena arena;
        struct gi_spirv spirv;
        uint32_t *words, count;
        gi_id entry = GI_NO_ID;

        gi_arena_init(&arena, 256 << 20);
        gi_spirv_init(&spirv, &arena, GI_SPIRV_1_5);
        for (int j = 0; j < FUNCTIONS; j++) {
            static struct graph_case made;

            graph_random(&made, &random, (enum random_shape)(i % SHAPE_COUNT), j % 2);
            emit_function(&spirv, &made.graph, &entry);
        }
        gi_spirv_entry_point(&spirv, entry, "main", NULL, 0);
        gi_spirv_execution_mode(&spirv, entry, GiExecutionModeLocalSize, GI_SPIRV_WORDS(1, 1, 1));
        assert_int_equal(gi_spirv_finish(&spirv, &words, &count), GI_OK);
        assert_true(spirv_is_valid(words, count));
        gi_arena_finish(&arena);
    }
}
