/* Graphs without a device: nodes, edges, clones, handles; the order of nodes; and plans, of random
 * graphs, too. */
#include "graph/exec/node_kinds.h"
#include "graph/flat.h"
#include "graph/graph.h"
#include "graph/pairing.h"
#include "graph/plan.h"
#include "graph/topology.h"
#include "graph/user_object.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

static gi_handle add(gi_handle graph, const gi_handle *before, size_t count)
{
    struct gi_asked *asked;
    gi_handle node;

    assert_int_equal(gi_ask_nothing(&gi_node_empty, &asked), GI_OK);
    assert_int_equal(gi_graph_add(graph, before, NULL, count, asked, 0, &node), GI_OK);
    return node;
}

static gi_status try_add(gi_handle graph, const gi_handle *before, size_t count)
{
    struct gi_asked *asked;
    gi_handle node;

    assert_int_equal(gi_ask_nothing(&gi_node_empty, &asked), GI_OK);
    return gi_graph_add(graph, before, NULL, count, asked, 0, &node);
}

static gi_handle add_child(gi_handle graph, gi_handle child)
{
    struct gi_asked *asked;
    gi_handle node;

    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    assert_int_equal(gi_graph_add(graph, NULL, NULL, 0, asked, child, &node), GI_OK);
    return node;
}

static gi_status connect_one(gi_handle graph, gi_handle from, gi_handle to)
{
    return gi_graph_connect(graph, &(struct gi_edges){ &from, &to, NULL, 1 });
}

static gi_status disconnect_one(gi_handle graph, gi_handle from, gi_handle to)
{
    return gi_graph_disconnect(graph, &(struct gi_edges){ &from, &to, NULL, 1 });
}

static void expect_nodes(gi_handle graph, enum gi_graph_what what, const gi_handle *nodes,
                         size_t count)
{
    struct gi_graph_list list;

    assert_int_equal(gi_graph_list(graph, what, &list), GI_OK);
    assert_int_equal(list.count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(list.nodes[i] == nodes[i]);
    gi_graph_list_free(&list);
}

static void expect_side(gi_handle node, enum gi_node_side side, const gi_handle *nodes,
                        size_t count)
{
    struct gi_graph_list list;

    assert_int_equal(gi_node_list(node, side, &list), GI_OK);
    assert_int_equal(list.count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(list.nodes[i] == nodes[i]);
    gi_graph_list_free(&list);
}

static void expect_nothing_left(void)
{
    assert_int_equal(gi_handle_live_count(GI_OBJECT_GRAPH), 0);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_GRAPH_NODE), 0);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_USER_OBJECT), 0);
}

/* ---- nodes and edges ------------------------------------------------------------------------- */

TEST_CASE(lists_are_in_the_order_of_creation)
{
    gi_handle graph, nodes[4];
    struct gi_graph_list list;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    nodes[0] = add(graph, NULL, 0);
    nodes[1] = add(graph, nodes, 1);
    nodes[2] = add(graph, NULL, 0);
    nodes[3] = add(graph, (gi_handle[]){ nodes[2], nodes[1] }, 2);
    assert_int_equal(connect_one(graph, nodes[3], nodes[0]), GI_OK);
    expect_nodes(graph, GI_GRAPH_NODES, nodes, 4);
    expect_nodes(graph, GI_GRAPH_ROOTS, &nodes[2], 1);
    expect_nodes(graph, GI_GRAPH_EDGES, (gi_handle[]){ nodes[0], nodes[1], nodes[2], nodes[3] }, 4);
    expect_side(nodes[3], GI_NODE_BEFORE, (gi_handle[]){ nodes[2], nodes[1] }, 2);
    expect_side(nodes[3], GI_NODE_AFTER, nodes, 1);
    assert_int_equal(gi_graph_list(graph, GI_GRAPH_EDGES, &list), GI_OK);
    assert_true(list.to[3] == nodes[0]);
    gi_graph_list_free(&list);
    assert_int_equal(gi_graph_remove(nodes[2]), GI_OK);
    expect_nodes(graph, GI_GRAPH_NODES, (gi_handle[]){ nodes[0], nodes[1], nodes[3] }, 3);
    expect_side(nodes[3], GI_NODE_BEFORE, &nodes[1], 1);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    expect_nothing_left();
}

TEST_CASE(wrong_nodes_and_edges_are_refused)
{
    gi_handle graph, other, a, b, foreign;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&other), GI_OK);
    a = add(graph, NULL, 0);
    b = add(graph, &a, 1);
    foreign = add(other, NULL, 0);
    assert_int_equal(try_add(graph, &foreign, 1), GI_INVALID_VALUE);
    assert_int_equal(try_add(graph, (gi_handle[]){ a, a }, 2), GI_INVALID_VALUE);
    assert_int_equal(try_add(graph, &graph, 1), GI_INVALID_VALUE);
    assert_int_equal(try_add(a, NULL, 0), GI_INVALID_VALUE);
    assert_int_equal(connect_one(graph, a, b), GI_INVALID_VALUE);
    assert_int_equal(connect_one(graph, a, a), GI_INVALID_VALUE);
    assert_int_equal(connect_one(graph, a, foreign), GI_INVALID_VALUE);
    assert_int_equal(disconnect_one(graph, b, a), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_remove(foreign), GI_OK);
    assert_int_equal(gi_graph_remove(foreign), GI_INVALID_VALUE);
    assert_int_equal(connect_one(other, a, b), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_destroy(other), GI_OK);
    assert_int_equal(gi_graph_destroy(other), GI_INVALID_VALUE);
    assert_int_equal(try_add(other, NULL, 0), GI_INVALID_VALUE);
    expect_nodes(graph, GI_GRAPH_NODES, (gi_handle[]){ a, b }, 2);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    assert_int_equal(gi_graph_remove(a), GI_INVALID_VALUE);
    expect_nothing_left();
}

/* The edges of a call are changed together, or none is. */
TEST_CASE(calls_change_all_edges_or_none)
{
    gi_handle graph, n[4];
    struct gi_edges edges;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    for (int i = 0; i < 4; i++)
        n[i] = add(graph, NULL, 0);
    const gi_handle from[] = { n[0], n[0], n[1], n[0] }, to[] = { n[1], n[2], n[2], n[1] };
    edges = (struct gi_edges){ from, to, NULL, 4 };
    assert_int_equal(gi_graph_connect(graph, &edges), GI_INVALID_VALUE);     /* one comes twice */
    expect_nodes(graph, GI_GRAPH_EDGES, NULL, 0);
    edges.count = 3;
    assert_int_equal(gi_graph_connect(graph, &edges), GI_OK);
    edges.count = 4;
    assert_int_equal(gi_graph_disconnect(graph, &edges), GI_INVALID_VALUE);
    expect_nodes(graph, GI_GRAPH_EDGES, from, 3);
    expect_side(n[2], GI_NODE_BEFORE, (gi_handle[]){ n[0], n[1] }, 2);
    edges.count = 3;
    assert_int_equal(gi_graph_disconnect(graph, &edges), GI_OK);
    expect_nodes(graph, GI_GRAPH_EDGES, NULL, 0);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

TEST_CASE(data_of_edges_is_checked)
{
    static const struct gi_edge_data wrong[] = {
        { .type = 2 }, { .from_port = 3 }, { .to_port = 1 }, { .reserved = { 0, 0, 0, 0, 1 } },
        { .type = 1 }, { .from_port = 1 },       /* these begin at no kernel */
    };
    gi_handle graph, a, b;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    a = add(graph, NULL, 0);
    b = add(graph, NULL, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(gi_graph_connect(graph, &(struct gi_edges){ &a, &b, &wrong[i], 1 }),
                         GI_INVALID_VALUE);
    assert_int_equal(connect_one(graph, a, b), GI_OK);
    assert_int_equal(gi_graph_disconnect(graph, &(struct gi_edges){ &a, &b, &wrong[4], 1 }),
                     GI_INVALID_VALUE);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

/* ---- clones and graphs within ---------------------------------------------------------------- */

TEST_CASE(clones_have_copies_of_all)
{
    gi_handle graph, clone, inner, nodes[3], copy, child, child_copy, inside, inside_copy, late;
    struct gi_graph_list list;

    assert_int_equal(gi_graph_create(&inner), GI_OK);
    add(inner, NULL, 0);
    assert_int_equal(gi_graph_create(&graph), GI_OK);
    nodes[0] = add(graph, NULL, 0);
    nodes[1] = add_child(graph, inner);
    nodes[2] = add(graph, (gi_handle[]){ nodes[1], nodes[0] }, 2);
    assert_int_equal(gi_graph_destroy(inner), GI_OK);
    assert_int_equal(gi_graph_clone(graph, &clone), GI_OK);
    late = add(graph, NULL, 0);
    assert_int_equal(gi_graph_find_in_clone(nodes[2], clone, &copy), GI_OK);
    assert_int_equal(gi_node_list(copy, GI_NODE_BEFORE, &list), GI_OK);
    assert_int_equal(list.count, 2);
    assert_int_equal(gi_graph_find_in_clone(nodes[1], clone, &copy), GI_OK);
    assert_true(list.nodes[0] == copy);
    gi_graph_list_free(&list);
    assert_int_equal(gi_node_child(nodes[1], &child), GI_OK);
    assert_int_equal(gi_node_child(copy, &child_copy), GI_OK);
    assert_true(child != child_copy);
    assert_int_equal(gi_graph_list(child, GI_GRAPH_NODES, &list), GI_OK);
    inside = list.nodes[0];
    gi_graph_list_free(&list);
    assert_int_equal(gi_graph_find_in_clone(inside, child_copy, &inside_copy), GI_OK);
    assert_int_equal(gi_graph_find_in_clone(late, clone, &copy), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_find_in_clone(nodes[0], graph, &copy), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_destroy(child), GI_INVALID_VALUE);
    assert_int_equal(gi_node_child(nodes[0], &child), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    assert_int_equal(gi_graph_remove(inside_copy), GI_OK);
    assert_int_equal(gi_graph_destroy(clone), GI_OK);
    expect_nothing_left();
}

TEST_CASE(a_graph_cannot_be_within_itself)
{
    struct gi_asked *asked;
    gi_handle graph, outer, child, node;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    assert_int_equal(gi_graph_add(graph, NULL, NULL, 0, asked, graph, &node), GI_INVALID_VALUE);
    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    assert_int_equal(gi_graph_add(graph, NULL, NULL, 0, asked, 0, &node), GI_INVALID_VALUE);
    expect_nodes(graph, GI_GRAPH_NODES, NULL, 0);
    assert_int_equal(gi_graph_create(&outer), GI_OK);      /* nor within a graph within it */
    assert_int_equal(gi_node_child(add_child(outer, graph), &child), GI_OK);
    assert_int_equal(gi_node_child(add_child(child, graph), &child), GI_OK);
    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    assert_int_equal(gi_graph_add(child, NULL, NULL, 0, asked, outer, &node), GI_INVALID_VALUE);
    expect_nodes(child, GI_GRAPH_NODES, NULL, 0);
    assert_int_equal(gi_graph_destroy(outer), GI_OK);
    for (int depth = 1; depth < 200; depth++) {
        gi_status status;

        assert_int_equal(gi_graph_create(&child), GI_OK);
        assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
        status = gi_graph_add(child, NULL, NULL, 0, asked, graph, &node);
        assert_int_equal(status, depth < 128 ? GI_OK : GI_NOT_SUPPORTED);
        assert_int_equal(gi_graph_destroy(graph), GI_OK);
        graph = child;
        if (status != GI_OK)
            break;
    }
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    expect_nothing_left();
}

static gi_status try_move(gi_handle graph, const gi_handle *before, gi_handle child,
                          gi_handle *out_node)
{
    struct gi_asked *asked;

    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    return gi_graph_add_moved(graph, before, NULL, before != NULL, asked, child, out_node);
}

static gi_status try_clone(gi_handle graph, gi_handle child)
{
    struct gi_asked *asked;
    gi_handle node;

    assert_int_equal(gi_ask_nothing(&gi_node_child_graph, &asked), GI_OK);
    return gi_graph_add(graph, NULL, NULL, 0, asked, child, &node);
}

/* The node has the program's graph, with its nodes, and takes it along. */
TEST_CASE(a_moved_graph_is_its_nodes)
{
    gi_handle graph, child, other, node, inner, found, clone;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&other), GI_OK);
    assert_int_equal(gi_graph_create(&child), GI_OK);
    inner = add(child, NULL, 0);
    assert_int_equal(try_move(graph, NULL, child, &node), GI_OK);
    assert_int_equal(gi_node_child(node, &found), GI_OK);
    assert_true(found == child);
    expect_nodes(child, GI_GRAPH_NODES, &inner, 1);
    assert_int_equal(gi_graph_destroy(child), GI_INVALID_VALUE);
    assert_int_equal(try_move(other, NULL, child, &found), GI_NOT_SUPPORTED);
    assert_int_equal(try_move(graph, NULL, child, &found), GI_NOT_SUPPORTED);
    assert_int_equal(try_clone(other, child), GI_NOT_SUPPORTED);
    expect_nodes(other, GI_GRAPH_NODES, NULL, 0);
    add(child, &inner, 1);
    assert_int_equal(gi_graph_clone(graph, &clone), GI_OK);
    assert_int_equal(gi_graph_find_in_clone(node, clone, &found), GI_OK);
    assert_int_equal(gi_node_child(found, &found), GI_OK);
    assert_true(found != child);
    assert_int_equal(gi_graph_destroy(clone), GI_OK);
    assert_int_equal(gi_graph_remove(node), GI_OK);
    assert_int_equal(gi_graph_destroy(child), GI_INVALID_VALUE);
    assert_int_equal(gi_node_type_of(inner, &(enum gi_node_type){ 0 }), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    assert_int_equal(gi_graph_destroy(other), GI_OK);
    expect_nothing_left();
}

TEST_CASE(a_move_that_fails_changes_nothing)
{
    gi_handle graph, child, cloned, foreign, node;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&child), GI_OK);
    foreign = add(child, NULL, 0);
    assert_int_equal(try_move(graph, &foreign, child, &node), GI_INVALID_VALUE);
    assert_int_equal(try_move(graph, NULL, 0, &node), GI_INVALID_VALUE);
    assert_int_equal(try_move(graph, NULL, graph, &node), GI_INVALID_VALUE);
    assert_int_equal(gi_node_child(add_child(graph, child), &cloned), GI_OK);
    assert_int_equal(try_move(cloned, NULL, graph, &node), GI_INVALID_VALUE);
    assert_int_equal(try_move(child, NULL, cloned, &node), GI_NOT_SUPPORTED);
    assert_int_equal(gi_graph_destroy(child), GI_OK);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    expect_nothing_left();
}

/* Depth is counted on both sides of a move. */
TEST_CASE(moved_graphs_stand_at_most_128_deep)
{
    gi_handle graph, child, node;
    gi_status status = GI_OK;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    for (int depth = 1; depth < 200 && status == GI_OK; depth++) {
        assert_int_equal(gi_graph_create(&child), GI_OK);
        status = depth % 2 == 0 ? try_move(child, NULL, graph, &node) : try_clone(child, graph);
        assert_int_equal(status, depth < 128 ? GI_OK : GI_NOT_SUPPORTED);
        if (depth % 2 != 0 || status != GI_OK)
            assert_int_equal(gi_graph_destroy(graph), GI_OK);
        graph = child;
    }
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    expect_nothing_left();
}

/* The graph within stands between two entries of its node, which others follow and precede. */
TEST_CASE(a_flat_list_has_the_graphs_within)
{
    gi_handle graph, inner, first, child, last;
    struct gi_topology topology;
    struct gi_flat flat;
    size_t order[6], circle;

    assert_int_equal(gi_graph_create(&inner), GI_OK);
    first = add(inner, NULL, 0);
    add(inner, NULL, 0);
    assert_int_equal(gi_graph_create(&graph), GI_OK);
    first = add(graph, NULL, 0);
    child = add_child(graph, inner);
    last = add(graph, &child, 1);
    assert_int_equal(connect_one(graph, first, child), GI_OK);
    assert_int_equal(gi_flat_make(graph, &flat), GI_OK);
    topology = gi_flat_topology(&flat);
    assert_int_equal(flat.count, 6);
    assert_true(flat.nodes[1].node == child && flat.nodes[4].node == child);
    assert_true(flat.nodes[5].node == last && flat.nodes[1].end == 4);
    assert_int_equal(flat.first[6], 6);
    assert_int_equal(flat.before[flat.first[2]], 1);
    assert_int_equal(flat.before[flat.first[3]], 1);
    assert_int_equal(flat.first[5] - flat.first[4], 2);
    assert_int_equal(flat.before[flat.first[5]], 4);
    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_int_equal(circle, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(order[i], i);
    gi_flat_drop(&flat);
    assert_int_equal(connect_one(graph, last, first), GI_OK);
    assert_int_equal(gi_flat_make(graph, &flat), GI_OK);
    topology = gi_flat_topology(&flat);
    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_true(circle < 6);
    gi_flat_drop(&flat);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    assert_int_equal(gi_graph_destroy(inner), GI_OK);
    expect_nothing_left();
}

/* ---- user objects ---------------------------------------------------------------------------- */

static void note_end(void *pointer)
{
    ++*(int *)pointer;
}

TEST_CASE(user_objects_end_with_the_last_reference)
{
    gi_handle graph, clone, user;
    int ended = 0;

    assert_int_equal(gi_user_object_create(&ended, note_end, 0, &user), GI_INVALID_VALUE);
    assert_int_equal(gi_user_object_create(&ended, note_end, 1u + INT_MAX, &user),
                     GI_INVALID_VALUE);
    assert_int_equal(gi_user_object_create(&ended, note_end, 2, &user), GI_OK);
    assert_int_equal(gi_user_object_release(user, 3), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_retain_user(graph, user, 3, true), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_retain_user(graph, user, 2, true), GI_OK);
    assert_int_equal(gi_user_object_release(user, 1), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_release_user(graph, user, 3), GI_INVALID_VALUE);
    assert_int_equal(gi_graph_release_user(graph, user, 1), GI_OK);
    assert_int_equal(gi_graph_clone(graph, &clone), GI_OK);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
    assert_int_equal(ended, 0);
    assert_int_equal(gi_graph_destroy(clone), GI_OK);
    assert_int_equal(ended, 1);
    assert_int_equal(gi_user_object_retain(user, 1), GI_INVALID_VALUE);
    expect_nothing_left();
}

/* ---- orders and plans ------------------------------------------------------------------------ */

enum { MOST = 40 };

struct made {
    size_t count, first[MOST + 1], before[MOST * MOST], order[MOST];
    bool breaks[MOST];
    uint32_t places[MOST];
    uint64_t above[MOST];                /* the breaks before each node, itself among them */
};

static struct gi_topology topology_of(const struct made *made)
{
    return (struct gi_topology){ made->count, made->first, made->before };
}

static struct gi_plan plan_of(struct made *made, uint32_t home)
{
    struct gi_topology topology = topology_of(made);
    struct gi_plan_facts facts = { &topology, made->order, made->breaks, made->places, home };
    struct gi_plan plan;
    size_t circle;

    assert_int_equal(gi_topology_order(&topology, made->order, &circle), GI_OK);
    assert_int_equal(circle, made->count);
    assert_int_equal(gi_plan_make(&facts, &plan), GI_OK);
    return plan;
}

TEST_CASE(circles_are_found)
{
    static const size_t first[] = { 0, 0, 2, 3, 4 }, before[] = { 0, 3, 1, 2 };
    const struct gi_topology topology = { 4, first, before };
    size_t order[4], circle;

    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_true(circle >= 1 && circle <= 3);     /* 0 is before the circle */
}

/* Nodes have random numbers, so that edges lead in both directions. */
static void make_random(struct made *made, struct test_random *random)
{
    size_t rank[MOST];
    unsigned edges = 1 + test_random_below(random, 5), waits = 1 + test_random_below(random, 5);

    *made = (struct made){ .count = test_random_below(random, MOST + 1) };
    for (size_t i = 0; i < made->count; i++)
        rank[i] = test_random_below(random, 1000) * MOST + i;
    for (size_t i = 0; i < made->count; i++) {
        made->breaks[i] = test_random_below(random, waits) == 0;
        made->places[i] = test_random_below(random, 4) == 0;
        for (size_t j = 0; j < made->count; j++) {
            if (rank[j] < rank[i] && test_random_below(random, 2 * edges) == 0)
                made->before[made->first[i + 1]++] = j;
        }
        made->first[i + 2 <= MOST ? i + 2 : MOST] = made->first[i + 1];
    }
}

static void find_above(struct made *made)
{
    for (size_t i = 0; i < made->count; i++) {
        size_t node = made->order[i];
        bool is_break = made->breaks[node];

        made->above[node] = 0;
        for (size_t j = made->first[node]; j < made->first[node + 1]; j++) {
            made->above[node] |= made->above[made->before[j]];
            is_break |= made->places[made->before[j]] != made->places[node];
        }
        if (is_break)
            made->above[node] |= UINT64_C(1) << node;
    }
}

/* What each island stands behind: what it waits for, the one before it in its track, and so on. */
static void find_behind(const struct gi_plan *plan, bool behind[MOST][MOST])
{
    for (size_t i = 0; i < plan->island_count; i++) {
        const struct gi_island *island = &plan->islands[i];

        memset(behind[i], 0, MOST);
        for (size_t j = 0; j < i; j++) {
            bool is_direct = plan->islands[j].track == island->track;

            for (size_t k = 0; k < island->wait_count; k++)
                is_direct |= plan->waits[island->first_wait + k] == j;
            for (size_t k = 0; is_direct && k <= j; k++)
                behind[i][k] |= k == j || behind[j][k];
        }
    }
}

static void check_plan(struct made *made, const struct gi_plan *plan)
{
    static bool behind[MOST][MOST];
    size_t island_of[MOST], at[MOST], seen = 0;

    find_behind(plan, behind);
    for (size_t i = 0; i < plan->island_count; i++) {
        const struct gi_island *island = &plan->islands[i];

        assert_int_equal(plan->track_places[island->track], island->place);
        for (size_t j = 0; j < island->count; j++, seen++) {
            size_t node = plan->nodes[island->first + j];

            island_of[node] = i;
            at[node] = j;
            assert_int_equal(made->places[node], island->place);
            assert_true(made->above[node] == made->above[plan->nodes[island->first]]);
        }
        for (size_t j = 0; j < i; j++) {     /* no wait that the graph does not ask for */
            uint64_t others = made->above[plan->nodes[plan->islands[j].first]];

            if (behind[i][j])
                assert_true((others & ~made->above[plan->nodes[island->first]]) == 0);
        }
    }
    assert_int_equal(seen, made->count);
    for (size_t node = 0; node < made->count; node++) {
        for (size_t j = made->first[node]; j < made->first[node + 1]; j++) {
            size_t before = made->before[j];

            assert_true(island_of[before] == island_of[node]
                            ? at[before] < at[node] : behind[island_of[node]][island_of[before]]);
        }
    }
}

TEST_CASE(random_plans_keep_edges_and_wait_for_nothing_else)
{
    struct test_random random;

    test_random_begin(&random, "plans");
    for (int round = 0; round < 3000; round++) {
        struct made made;
        struct gi_plan plan;

        make_random(&made, &random);
        plan = plan_of(&made, 0);
        find_above(&made);
        check_plan(&made, &plan);
        gi_plan_drop(&plan);
    }
}

/* wait 0 - commands 1, 2 - signal 3: one island in the first track. */
TEST_CASE(a_frame_is_one_island)
{
    struct made made = { .count = 4, .first = { 0, 0, 1, 2, 4 }, .before = { 0, 0, 1, 2 },
                         .breaks = { true } };
    struct gi_plan plan = plan_of(&made, 0);

    assert_int_equal(plan.island_count, 1);
    assert_int_equal(plan.track_count, 1);
    assert_int_equal(plan.islands[0].count, 4);
    gi_plan_drop(&plan);
}

/* Two branches with a wait each need two tracks; kernels beside each other need one. */
TEST_CASE(branches_that_wait_have_tracks)
{
    struct made made = { .count = 5, .first = { 0, 0, 0, 1, 2, 4 }, .before = { 0, 1, 2, 3 },
                         .breaks = { true, true } };
    struct gi_plan plan = plan_of(&made, 0);

    assert_int_equal(plan.island_count, 3);
    assert_int_equal(plan.track_count, 2);
    assert_true(plan.islands[1].is_awaited != plan.islands[0].is_awaited);
    gi_plan_drop(&plan);
    made.breaks[0] = made.breaks[1] = false;
    plan = plan_of(&made, 0);
    assert_int_equal(plan.island_count, 1);
    gi_plan_drop(&plan);
}

TEST_CASE(large_graphs_are_planned_in_time)
{
    enum { NODES = 20000 };
    size_t *first = calloc(NODES + 1, sizeof *first), *before = calloc(NODES, sizeof *before);
    size_t *order = calloc(NODES, sizeof *order), circle;
    bool *breaks = calloc(NODES, sizeof *breaks);
    uint32_t *places = calloc(NODES, sizeof *places);
    const struct gi_topology topology = { NODES, first, before };
    const struct gi_plan_facts facts = { &topology, order, breaks, places, 0 };
    struct gi_plan plan;

    for (size_t i = 1; i < NODES; i++) {         /* a chain, in which each 10th node waits */
        first[i + 1] = i;
        before[i - 1] = i - 1;
        breaks[i] = i % 10 == 0;
    }
    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_int_equal(gi_plan_make(&facts, &plan), GI_OK);
    assert_int_equal(plan.island_count, NODES / 10);
    assert_int_equal(plan.track_count, 1);
    gi_plan_drop(&plan);
    free(first);
    free(before);
    free(order);
    free(breaks);
    free(places);
}

/* ---- pairs of nodes -------------------------------------------------------------------------- */

/** A shape of at most 4 nodes, as lists of the nodes before each. */
struct shape {
    size_t count, first[5], before[6];
    struct gi_edge_data data[6];
    int types[4];
};

static struct gi_pairing_result pair(const struct shape *old, const struct shape *new,
                                     size_t *out_first)
{
    const struct gi_topology first = { old->count, old->first, old->before };
    const struct gi_topology second = { new->count, new->first, new->before };
    struct gi_pairing_result result;

    assert_int_equal(gi_pairing_make(&(struct gi_pairing_side){ &first, old->data, old->types },
                                     &(struct gi_pairing_side){ &second, new->data, new->types },
                                     out_first, &result), GI_OK);
    return result;
}

static void expect_fault(const struct shape *old, const struct shape *new,
                         enum gi_pairing_fault fault, size_t node, size_t from)
{
    struct gi_pairing_result result;
    size_t firsts[4];

    result = pair(old, new, firsts);
    assert_int_equal(result.fault, fault);
    assert_int_equal(result.node, node);
    assert_int_equal(result.from, from);
}

TEST_CASE(nodes_are_paired_from_the_last_ones_on)
{
    /* 0 before 1; the same made in the other order; both loose; a circle; three nodes */
    static const struct shape chain = { 2, { 0, 0, 1 }, { 0 }, { { 0 } }, { 0, 0 } };
    static const struct shape back = { 2, { 0, 1, 1 }, { 1 }, { { 0 } }, { 0, 0 } };
    static const struct shape loose = { 2, { 0, 0, 0 }, { 0 }, { { 0 } }, { 0, 0 } };
    static const struct shape circle = { 2, { 0, 1, 2 }, { 1, 0 }, { { 0 } }, { 0, 0 } };
    static const struct shape three = { 3, { 0, 0, 1, 2 }, { 0, 1 }, { { 0 } }, { 0, 0, 0 } };
    static const struct shape typed = { 2, { 0, 0, 1 }, { 0 }, { { 0 } }, { 5, 0 } };
    static const struct shape with_data = { 2, { 0, 0, 1 }, { 0 }, { { .type = 1 } }, { 0, 0 } };
    /* 0 and 1 before 2 and 3, each before one, or crosswise, or both before one */
    static const struct shape pairs = { 4, { 0, 0, 0, 1, 2 }, { 0, 1 }, { { 0 } }, { 0 } };
    static const struct shape crossed = { 4, { 0, 0, 0, 1, 2 }, { 1, 0 }, { { 0 } }, { 0 } };
    static const struct shape shared = { 4, { 0, 0, 0, 1, 2 }, { 1, 1 }, { { 0 } }, { 0 } };
    size_t firsts[4];

    assert_int_equal(pair(&chain, &back, firsts).fault, GI_PAIRED);
    assert_true(firsts[0] == 1 && firsts[1] == 0);
    assert_int_equal(pair(&pairs, &crossed, firsts).fault, GI_PAIRED);
    assert_true(firsts[0] == 1 && firsts[1] == 0 && firsts[2] == 2 && firsts[3] == 3);
    expect_fault(&chain, &three, GI_PAIRING_COUNT, SIZE_MAX, SIZE_MAX);
    expect_fault(&loose, &chain, GI_PAIRING_ENDS, SIZE_MAX, SIZE_MAX);
    expect_fault(&chain, &loose, GI_PAIRING_ENDS, 0, SIZE_MAX);
    expect_fault(&chain, &typed, GI_PAIRING_TYPE, 0, SIZE_MAX);
    expect_fault(&chain, &with_data, GI_PAIRING_EDGES, 1, 0);
    expect_fault(&pairs, &shared, GI_PAIRING_ENDS, 0, SIZE_MAX);
    expect_fault(&chain, &circle, GI_PAIRING_ENDS, SIZE_MAX, SIZE_MAX);
}
