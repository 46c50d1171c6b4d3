/* Pictures of graphs without a device: their structure, hostile texts, and files that cannot be
 * written. */
#include "graph/exec/node_kinds.h"
#include "graph/picture.h"
#include "graph/plan_picture.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_cases.h"
#include "dot_reader.h"

static char folder[] = "/tmp/gpuinterop-test-XXXXXX";
static char path[64];

static int begin(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/graph.dot", folder);
    return 0;
}

static gi_handle add(gi_handle graph, const gi_handle *before, size_t count,
                     const struct gi_node_kind *kind, gi_handle child)
{
    struct gi_asked *asked;
    gi_handle node;

    assert_int_equal(gi_ask_nothing(kind, &asked), GI_OK);
    assert_int_equal(gi_graph_add(graph, before, NULL, count, asked, child, &node), GI_OK);
    return node;
}

/** Reads the file and compares the counts. The caller frees the text. */
static char *read_back(size_t nodes, size_t edges, size_t clusters)
{
    char *text = dot_load(path);
    struct dot_counts counts;

    assert_non_null(text);
    counts = dot_read(text);
    if (counts.wrong != NULL)
        fail_msg("not sound: %.300s", counts.wrong);
    assert_int_equal(counts.nodes, nodes);
    assert_int_equal(counts.edges, edges);
    assert_int_equal(counts.clusters, clusters);
    assert_true(dot_is_drawn(path));
    return text;
}

static char *draw(gi_handle graph, uint32_t flags, size_t nodes, size_t edges, size_t clusters)
{
    assert_int_equal(gi_graph_draw(graph, path, flags), GI_OK);
    return read_back(nodes, edges, clusters);
}

/* ---- structure ------------------------------------------------------------------------------- */

TEST_CASE(graphs_within_are_clusters)
{
    gi_handle graph, inner, innermost, nodes[3];
    char *text;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&inner), GI_OK);
    assert_int_equal(gi_graph_create(&innermost), GI_OK);
    nodes[0] = add(inner, NULL, 0, &gi_node_empty, 0);
    (void)add(inner, nodes, 1, &gi_node_child_graph, innermost);     /* of nothing */
    nodes[0] = add(graph, NULL, 0, &gi_node_empty, 0);
    nodes[1] = add(graph, nodes, 1, &gi_node_child_graph, inner);
    nodes[2] = add(graph, nodes, 2, &gi_node_child_graph, inner);
    (void)add(graph, nodes, 3, &gi_node_empty, 0);
    text = draw(graph, 0, 8, 8, 5);
    assert_non_null(strstr(text, "subgraph cluster_1 {\nlabel=\"graph_1\" "
                                 "graph[style=\"dashed\"];\n\"graph_1_node_0\""
                                 "[style=\"solid\" shape=\"rectangle\" "
                                 "label=\"0\nEMPTY\n\"];\n\n"));
    assert_non_null(strstr(text, "label=\"1\ngraph_2\n\"];"));
    assert_non_null(strstr(text, "label=\"2\ngraph_3\n\"];"));
    assert_non_null(strstr(text, "\"graph_1_node_0\" -> \"graph_1_node_1\";\n"));
    assert_non_null(strstr(text, "\"graph_1_node_1\" -> \"graph_1_node_2\";\n"));
    assert_non_null(strstr(text, "\"graph_1_node_2\" -> \"graph_1_node_3\";\n"));
    assert_non_null(strstr(text, "\"graph_3_node_0\" -> \"graph_3_node_1\";\n"));
    assert_non_null(strstr(text, "subgraph cluster_5 {"));
    assert_null(strstr(text, "handle"));
    free(text);
    text = draw(graph, GI_PICTURE_HANDLES, 8, 8, 5);
    assert_non_null(strstr(text, "EMPTY\nnode handle: 0x"));
    assert_null(strstr(text, "topoId"));
    free(text);
    text = draw(graph, GI_PICTURE_VERBOSE, 8, 8, 5);
    assert_non_null(strstr(text, "label=\"0 (topoId: 0)\nEMPTY\nnode handle: 0x"));
    assert_non_null(strstr(text, "\"graph_1_node_2\" -> \"graph_1_node_3\" [headlabel=2];\n"));
    free(text);
    assert_int_equal(gi_graph_destroy(innermost), GI_OK);
    assert_int_equal(gi_graph_destroy(inner), GI_OK);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

/* A kind whose nodes show hostile_text. */
static const char *hostile_text;

static void describe_hostile(const struct gi_asked *asked, struct gi_picture *picture)
{
    (void)asked;
    if (!picture->is_record)
        gi_picture_line(picture, hostile_text);
    gi_picture_row(picture, hostile_text, hostile_text);
}

static void finish(struct gi_asked *asked)
{
    free(asked);
}

static const struct gi_node_look hostile_look = {
    .title = "KERNEL", .shape = "octagon", .style = "bold", .names_itself = true,
    .tables = GI_PICTURE_KERNEL_ATTRIBUTES, .describe = describe_hostile,
};
static const struct gi_node_kind bare_kind = {
    .type = GI_NODE_KERNEL, .name = "bare", .finish = finish,
};
static const struct gi_node_kind hostile_kind = {
    .look = &hostile_look, .type = GI_NODE_KERNEL, .name = "hostile", .finish = finish,
};

TEST_CASE(a_circle_and_an_empty_graph_are_drawn)
{
    gi_handle graph, first, second;
    char *text;

    hostile_text = "name";
    assert_int_equal(gi_graph_create(&graph), GI_OK);
    free(draw(graph, GI_PICTURE_VERBOSE, 0, 0, 1));
    first = add(graph, NULL, 0, &hostile_kind, 0);
    second = add(graph, &first, 1, &hostile_kind, 0);
    (void)add(graph, NULL, 0, &bare_kind, 0);
    assert_int_equal(gi_graph_connect(graph, &(struct gi_edges){ &second, &first,
                     &(struct gi_edge_data){ .from_port = 1, .type = 1 }, 1 }), GI_OK);
    text = draw(graph, GI_PICTURE_VERBOSE, 3, 2, 1);
    assert_non_null(strstr(text, "\nbare\n"));
    assert_non_null(strstr(text, " [headlabel=0] [label=\"port 1 type 1\"];\n"));
    free(text);
    free(draw(graph, 0, 3, 2, 1));
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

TEST_CASE(a_shorter_picture_takes_the_place_of_a_longer_one)
{
    gi_handle graph, nodes[40];

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    for (size_t i = 0; i < 40; i++)
        nodes[i] = add(graph, NULL, 0, &gi_node_empty, 0);
    free(draw(graph, 0, 40, 0, 1));
    for (size_t i = 1; i < 40; i++)
        assert_int_equal(gi_graph_remove(nodes[i]), GI_OK);
    free(draw(graph, 0, 1, 0, 1));
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static char *draw_plan(const struct gi_plan_look *look, size_t edges, size_t clusters)
{
    size_t length;
    char *text;

    assert_int_equal(gi_plan_picture_make(look, &text, &length), GI_OK);
    assert_int_equal(length, strlen(text));
    assert_int_equal(gi_picture_write(path, text, length), GI_OK);
    free(text);
    return read_back(look->flat->count, edges, clusters);
}

/* Makes plan and steps, draws them, and drops them. parts: of each entry a letter, e for enqueued,
 * which may wait, r for recorded, and n. */
static char *draw_steps(const struct gi_flat *flat, const char *parts, const bool *disabled,
                        size_t edges, size_t clusters)
{
    static const uint32_t places[16];
    static const struct gi_plan_stream streams[16] = {
        { .is_launching = true, .has_queue = true, .queue = 3 }
    };
    const struct gi_topology topology = gi_flat_topology(flat);
    enum gi_node_part of_nodes[16];
    bool breaks[16];
    size_t order[16], circle;
    const struct gi_plan_facts facts = { &topology, order, breaks, places, 0 };
    struct gi_plan plan;
    struct gi_steps steps;
    const struct gi_steps_facts asked = { .topology = &topology, .plan = &plan, .parts = of_nodes,
                                          .chunk_commands = 2 };
    const struct gi_plan_look look = { flat, &plan, &steps, streams, disabled };
    char *text;

    assert_int_equal(strlen(parts), flat->count);
    for (size_t i = 0; i < flat->count; i++) {
        of_nodes[i] = parts[i] == 'r' ? GI_PART_RECORDED
                      : parts[i] == 'e' ? GI_PART_ENQUEUED : GI_PART_NOTHING;
        breaks[i] = parts[i] == 'e';
    }
    assert_int_equal(gi_topology_order(&topology, order, &circle), GI_OK);
    assert_int_equal(gi_plan_make(&facts, &plan), GI_OK);
    assert_int_equal(gi_steps_make(&asked, &steps), GI_OK);
    text = draw_plan(&look, edges, clusters);
    gi_steps_drop(&steps);
    gi_plan_drop(&plan);
    return text;
}

/* Two branches that wait, of which one has a graph within and two recordings. */
TEST_CASE(a_plan_is_drawn_by_streams_and_recordings)
{
    const bool disabled[9] = { [6] = true };
    gi_handle graph, inner, waits, node, other, both[2];
    struct gi_flat flat;
    char *text;

    hostile_text = "\"];\n";
    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&inner), GI_OK);
    (void)add(inner, NULL, 0, &gi_node_empty, 0);
    waits = add(graph, NULL, 0, &hostile_kind, 0);                   /* 0 */
    node = add(graph, &waits, 1, &gi_node_child_graph, inner);       /* 1, 1.0 */
    node = add(graph, &node, 1, &gi_node_empty, 0);                  /* 2 */
    node = add(graph, &node, 1, &gi_node_empty, 0);                  /* 3 */
    other = add(graph, NULL, 0, &gi_node_empty, 0);                  /* 4 */
    both[0] = node;
    both[1] = other;
    (void)add(graph, both, 2, &gi_node_empty, 0);                    /* 5 */
    assert_int_equal(gi_flat_make(graph, &flat), GI_OK);
    text = draw_steps(&flat, "enrnrrer", disabled, 7, 8);
    assert_non_null(strstr(text, "label=\"stream 0, which launches, device 0, queue 3\" "
                                 "graph[style=\"dashed\"];\n"));
    assert_non_null(strstr(text, "label=\"stream 1, device 0\" graph"));
    assert_non_null(strstr(text, "label=\"submission 1\" graph"));
    assert_non_null(strstr(text, "label=\"recording 0: 2 commands\" graph[style=\"filled\"];\n"
                                 "\"entry_2\"[style=\"solid\" shape=\"rectangle\" "
                                 "label=\"1.0\nEMPTY\nlevel 0\n\"];\n\n"
                                 "\"entry_4\"[style=\"solid\" shape=\"rectangle\" "
                                 "label=\"2\nEMPTY\nlevel 1\n\"];\n\n}\n"));
    assert_non_null(strstr(text, "label=\"recording 1: 1 commands\""));
    assert_non_null(strstr(text, "\"entry_6\"[style=\"dotted\" shape=\"rectangle\" "
                                 "label=\"4\nEMPTY\ndisabled\n\"];\n"));
    assert_non_null(strstr(text, "label=\"1\nits graph begins\n\"];\n"));
    assert_non_null(strstr(text, "label=\"1\nits graph has ended\n\"];\n"));
    assert_non_null(strstr(text, "\"entry_4\" -> \"entry_5\";\n"));
    assert_non_null(strstr(text, "\"entry_6\" -> \"entry_7\" [style=\"bold\" "
                                 "label=\"waits\"];\n"));
    free(text);
    gi_flat_drop(&flat);
    assert_int_equal(gi_graph_destroy(inner), GI_OK);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

TEST_CASE(a_plan_of_nothing_is_drawn)
{
    struct gi_flat flat;
    gi_handle graph;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_flat_make(graph, &flat), GI_OK);
    free(draw_steps(&flat, "", NULL, 0, 0));
    gi_flat_drop(&flat);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

/* ---- hostile texts --------------------------------------------------------------------------- */

TEST_CASE(hostile_texts_stay_in_their_labels)
{
    static const char *const texts[] = {
        "", "\"", "\\", "\\\"", "\\\\\"", "\"];\n\"x\" -> \"y\";\n\"z\"[label=\"", "\n", "\r\n\t",
        "a\\nb\\N\\G", "<b>bold</b>", "<<TABLE><TR><TD>x</TD></TR></TABLE>>", "{|}", "}|{", "}}}}",
        "|||", "&quot;", "&#34;&lt;&", "\x01\x1b[31m\x7f", "\xff\xfe\xc3\x28",
        ("gr\xc3\xb6\xc3\x9f" "e"), "%s%n%99999d", "$(id) `id` 'id'", "/* // #", "]",
        "a;b", "\\", "end\\",
    };
    gi_handle graph, node;
    char longest[3000];

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    node = add(graph, NULL, 0, &hostile_kind, 0);
    (void)add(graph, &node, 1, &gi_node_empty, 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hostile_text = texts[i];
        free(draw(graph, 0, 2, 1, 1));
        free(draw(graph, GI_PICTURE_VERBOSE, 2, 1, 1));
    }
    memset(longest, '"', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    hostile_text = longest;
    free(draw(graph, 0, 2, 1, 1));
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

TEST_CASE(each_byte_is_shown)
{
    struct gi_picture_string string = { 0 };
    char text[256];
    bool is_short = false;

    for (int i = 0; i < 255; i++)
        text[i] = (char)(i + 1);
    text[255] = '\0';
    gi_picture_text(&string, text, &is_short);
    assert_false(is_short);
    assert_non_null(strstr(string.text, "\\\\x01"));
    assert_non_null(strstr(string.text, "\\\\x0A"));
    assert_non_null(strstr(string.text, " !\\\"#$%&amp;'"));
    assert_non_null(strstr(string.text, "\\<=\\>?"));
    assert_non_null(strstr(string.text, "[\\\\]"));
    assert_non_null(strstr(string.text, "\\{\\|\\}~\\\\x7F\\\\x80"));
    assert_non_null(strstr(string.text, "\\\\xFF"));
    free(string.text);
}

/* ---- files ----------------------------------------------------------------------------------- */

TEST_CASE(files_that_cannot_be_written_are_told)
{
    char pipe_path[64];
    gi_handle graph, gone;
    struct stat facts;
    int reader;

    assert_int_equal(gi_graph_create(&graph), GI_OK);
    assert_int_equal(gi_graph_create(&gone), GI_OK);
    assert_int_equal(gi_graph_destroy(gone), GI_OK);
    (void)unlink(path);
    assert_int_equal(gi_graph_draw(gone, path, 0), GI_INVALID_VALUE);
    assert_int_equal(stat(path, &facts), -1);
    assert_int_equal(gi_graph_draw(graph, "", 0), GI_OS_ERROR);
    assert_int_equal(gi_graph_draw(graph, folder, 0), GI_OS_ERROR);
    assert_int_equal(gi_graph_draw(graph, "/nowhere/at/all.dot", 0), GI_OS_ERROR);
    assert_non_null(strstr(gi_last_error_detail(), "/nowhere/at/all.dot"));
    assert_int_equal(gi_graph_draw(graph, "/dev/full", 0), GI_OS_ERROR);
    assert_int_equal(gi_graph_draw(graph, "/dev/null", UINT32_MAX), GI_OK);
    (void)snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_int_equal(gi_graph_draw(graph, pipe_path, 0), GI_OS_ERROR);      /* nobody reads */
    reader = open(pipe_path, O_RDONLY | O_NONBLOCK);
    assert_int_equal(gi_graph_draw(graph, pipe_path, 0), GI_OS_ERROR);
    assert_non_null(strstr(gi_last_error_detail(), "pipe"));
    close(reader);
    assert_int_equal(unlink(pipe_path), 0);
    assert_int_equal(gi_graph_destroy(graph), GI_OK);
}

TEST_CASE(the_folder_is_removed)
{
    (void)unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    return run_test_cases(begin);
}
