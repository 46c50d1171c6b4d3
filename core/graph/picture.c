#include "picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/uncancelled.h"
#include "condition.h"

/* ---- nodes and edges ------------------------------------------------------------------------- */

/* Where the nodes of one graph stand in a list. */
struct cluster {
    const struct gi_flat *flat;
    size_t first, last;
    size_t *numbers;                     /* of each entry: the node's number in its graph */
    size_t *ranks;                       /* of each entry: its place in an order of the list */
};

struct drawing {
    struct gi_picture *picture;
    struct cluster *clusters;            /* of graph n + 1 */
    size_t count;
    size_t *room;                        /* for numbers, ranks and orders of lists */
};

/* The entry behind a node, and behind the graph within it. */
static size_t next_of(const struct gi_flat *flat, size_t entry)
{
    return (flat->nodes[entry].end != 0 ? flat->nodes[entry].end : entry) + 1;
}

static struct gi_node_look look_of(const struct gi_node_kind *kind)
{
    if (kind->look != NULL)
        return *kind->look;
    return (struct gi_node_look){ .title = kind->name, .shape = "rectangle", .style = "solid" };
}

/* A table, whatever the flags. child: the first of its graphs. */
static void draw_condition(const struct gi_flat_node *node, struct gi_picture *picture,
                           const char *head, size_t child)
{
    static const char *const types[] = {
        [GI_CONDITION_IF] = "IF", [GI_CONDITION_WHILE] = "WHILE", [GI_CONDITION_SWITCH] = "SWITCH"
    };
    const struct gi_asked_condition *asked = (const struct gi_asked_condition *)node->asked;

    gi_picture_addf(picture, "{\nCONDITIONAL\n| {ID | %s}\n", head);
    if ((picture->flags & GI_PICTURE_HANDLES) != 0)
        gi_picture_addf(picture, "| {node handle| 0x%016llX}\n| {Conditional Handle|0x%llX}\n",
                        (unsigned long long)node->node,
                        (unsigned long long)asked->condition->address);
    gi_picture_addf(picture, "| {Conditional Type| %s}\n", types[asked->type]);
    for (size_t i = 0; i < node->body_count; i++) {
        if (asked->type == GI_CONDITION_SWITCH)
            gi_picture_addf(picture, "| {Case %zu|graph_%zu}\n", i, child + i);
        else
            gi_picture_addf(picture, "| {%s|graph_%zu}\n",
                            asked->type == GI_CONDITION_WHILE ? "Body" : i == 0 ? "True" : "False",
                            child + i);
    }
    gi_picture_add(picture, "}\n");
}

static void draw_label(const struct drawing *drawing, const struct cluster *cluster, size_t entry,
                       const char *head, size_t child)
{
    const struct gi_flat_node *node = &cluster->flat->nodes[entry];
    const struct gi_node_look look = look_of(node->asked->kind);
    struct gi_picture *picture = drawing->picture;

    if (node->asked->kind->type == GI_NODE_CONDITION) {
        draw_condition(node, picture, head, child);
        return;
    }
    if (picture->is_record) {
        picture->names.length = picture->values.length = 0;
        gi_picture_row(picture, "ID", head);
    } else {
        gi_picture_addf(picture, "%s\n", head);
        if (child != 0)
            gi_picture_addf(picture, "graph_%zu\n", child);
        else if (!look.names_itself)
            gi_picture_addf(picture, "%s\n", look.title);
    }
    if ((picture->flags & GI_PICTURE_HANDLES) != 0)
        gi_picture_rowf(picture, "node handle", "0x%016llX", (unsigned long long)node->node);
    if (look.describe != NULL)
        look.describe(node->asked, picture);
    if (picture->is_record && !picture->is_short) {
        gi_picture_addf(picture, "{%s\n| {{", look.title);
        gi_picture_add(picture, picture->names.text);
        gi_picture_add(picture, "} | {");
        gi_picture_add(picture, picture->values.text);
        gi_picture_add(picture, "}}\n}");
    }
}

static void draw_node(const struct drawing *drawing, size_t graph, size_t entry, size_t child)
{
    const struct cluster *cluster = &drawing->clusters[graph - 1];
    const struct gi_node_look look = look_of(cluster->flat->nodes[entry].asked->kind);
    struct gi_picture *picture = drawing->picture;
    char head[64];
    int length = snprintf(head, sizeof head, "%zu", cluster->numbers[entry]);

    if ((picture->flags & GI_PICTURE_ORDER) != 0)
        (void)snprintf(head + length, sizeof head - (size_t)length, " (topoId: %zu)",
                       cluster->ranks[entry]);
    picture->is_record = (picture->flags & look.tables) != 0;
    gi_picture_addf(picture, "\"graph_%zu_node_%zu\"[style=\"%s\" shape=\"%s\" label=\"", graph,
                    cluster->numbers[entry], look.style,
                    picture->is_record ? "record" : look.shape);
    draw_label(drawing, cluster, entry, head, child);
    gi_picture_add(picture, "\"];\n\n");
}

static void draw_edges(const struct drawing *drawing, size_t graph, size_t entry,
                       const struct cluster *cluster)
{
    const struct gi_flat *flat = cluster->flat;
    struct gi_picture *picture = drawing->picture;

    for (size_t i = flat->first[entry]; i < flat->first[entry + 1]; i++) {
        const struct gi_edge_data *data = &flat->data[i];
        size_t from = flat->before[i];

        if (from < cluster->first)
            continue;                    /* the node around this graph */
        gi_picture_addf(picture, "\"graph_%zu_node_%zu\" -> \"graph_%zu_node_%zu\"", graph,
                        cluster->numbers[from], graph, cluster->numbers[entry]);
        if ((picture->flags & GI_PICTURE_ORDER) != 0)
            gi_picture_addf(picture, " [headlabel=%zu]", i - flat->first[entry]);
        if ((picture->flags & GI_PICTURE_ORDER) != 0 && data->type != 0)
            gi_picture_addf(picture, " [label=\"port %u type %u\"]", data->from_port, data->type);
        gi_picture_add(picture, ";\n");
    }
}

/* A place for each node of a list in an order; in a circle of edges the nodes have 0. */
static gi_status rank(const struct gi_flat *flat, size_t *order, size_t *ranks)
{
    const struct gi_topology topology = gi_flat_topology(flat);
    size_t circle;
    gi_status status = gi_topology_order(&topology, order, &circle);

    for (size_t i = 0; status == GI_OK && circle == topology.count && i < topology.count; i++)
        ranks[order[i]] = i;
    return status;
}

/* The cluster of a whole list. */
static gi_status add_list(struct drawing *drawing, const struct gi_flat *flat)
{
    size_t *room = drawing->room;

    drawing->room += 3 * flat->count;
    drawing->clusters[drawing->count++] = (struct cluster){ flat, 0, flat->count, room,
                                                            room + flat->count };
    return rank(flat, room + 2 * flat->count, room + flat->count);
}

/* The clusters of the graphs that a node has. */
static gi_status add_within(struct drawing *drawing, const struct cluster *cluster, size_t entry)
{
    const struct gi_flat_node *node = &cluster->flat->nodes[entry];
    gi_status status = GI_OK;

    if (node->end != 0) {
        cluster->numbers[node->end] = cluster->numbers[entry];
        drawing->clusters[drawing->count++] = (struct cluster){
            cluster->flat, entry + 1, node->end, cluster->numbers, cluster->ranks
        };
    }
    for (size_t i = 0; i < node->body_count && status == GI_OK; i++)
        status = add_list(drawing, &node->bodies[i]);
    return status;
}

static gi_status draw_cluster(struct drawing *drawing, size_t graph)
{
    const struct cluster cluster = drawing->clusters[graph - 1];
    gi_status status = GI_OK;
    size_t number = 0;

    gi_picture_addf(drawing->picture, "subgraph cluster_%zu {\nlabel=\"graph_%zu\" "
                    "graph[style=\"dashed\"];\n", graph, graph);
    for (size_t entry = cluster.first; entry < cluster.last && status == GI_OK;
         entry = next_of(cluster.flat, entry)) {
        size_t before = drawing->count;

        cluster.numbers[entry] = number++;
        status = add_within(drawing, &cluster, entry);
        draw_node(drawing, graph, entry, drawing->count > before ? before + 1 : 0);
    }
    for (size_t entry = cluster.first; entry < cluster.last; entry = next_of(cluster.flat, entry))
        draw_edges(drawing, graph, entry, &cluster);
    gi_picture_add(drawing->picture, "}\n");
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static gi_status draw(struct drawing *drawing, const struct gi_flat *flat)
{
    gi_status status = add_list(drawing, flat);

    gi_picture_add(drawing->picture, "digraph dot {\n");
    for (size_t graph = 1; graph <= drawing->count && status == GI_OK; graph++)
        status = draw_cluster(drawing, graph);
    gi_picture_add(drawing->picture, "}\n");
    if (status == GI_OK && drawing->picture->is_short)
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for the picture of a graph");
    return status;
}

/* The entries of a list and of those within it, and how many lists there are. */
static size_t count_entries(const struct gi_flat *flat, size_t *lists)
{
    size_t count = flat->count;

    ++*lists;
    for (size_t i = 0; i < flat->count; i++) {
        for (size_t k = 0; k < flat->nodes[i].body_count; k++)
            count += count_entries(&flat->nodes[i].bodies[k], lists);
    }
    return count;
}

gi_status gi_picture_make(const struct gi_flat *flat, uint32_t flags, char **out_text,
                          size_t *out_length)
{
    size_t lists = 0, entries = count_entries(flat, &lists);
    size_t *room = calloc(3 * entries + 1, sizeof *room);
    struct cluster *clusters = calloc(entries + lists, sizeof *clusters);
    struct gi_picture picture = { .flags = (flags & GI_PICTURE_VERBOSE) != 0 ? UINT32_MAX : flags };
    struct drawing drawing = { .picture = &picture, .clusters = clusters, .room = room };
    gi_status status = GI_OK;

    *out_text = NULL;
    if (room == NULL || clusters == NULL)
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for the picture of a graph");
    if (status == GI_OK)
        status = draw(&drawing, flat);
    free(clusters);
    free(room);
    free(picture.names.text);
    free(picture.values.text);
    if (status == GI_OK) {
        *out_text = picture.out.text;
        *out_length = picture.out.length;
    } else {
        free(picture.out.text);
    }
    return status;
}

/* Without O_NONBLOCK the open would block on a pipe. */
gi_status gi_picture_write(const char *path, const char *text, size_t length)
{
    GI_UNCANCELLED;
    int fd = gi_file_open(AT_FDCWD, path,
                          O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    struct stat facts;
    gi_status status = GI_OK;

    if (fd < 0)
        return gi_fail(GI_OS_ERROR, "picture of a graph: path \"%.200s\" cannot be opened: %s",
                       path, strerror(errno));
    if (fstat(fd, &facts) != 0 || (!S_ISREG(facts.st_mode) && !S_ISCHR(facts.st_mode)))
        status = gi_fail(GI_OS_ERROR, "picture of a graph: path \"%.200s\" is a pipe or the like; "
                         "it must be a file", path);
    else if (!gi_file_write(fd, text, length))
        status = gi_fail(GI_OS_ERROR, "picture of a graph: path \"%.200s\" cannot be written: %s",
                         path, strerror(errno));
    close(fd);
    return status;
}

gi_status gi_graph_draw(gi_handle graph, const char *path, uint32_t flags)
{
    struct gi_flat flat;
    char *text;
    size_t length;
    gi_status status = gi_flat_make(graph, &flat);

    if (status != GI_OK)
        return status;
    status = gi_picture_make(&flat, flags, &text, &length);
    gi_flat_drop(&flat);
    if (status != GI_OK)
        return status;
    status = gi_picture_write(path, text, length);
    free(text);
    return status;
}
