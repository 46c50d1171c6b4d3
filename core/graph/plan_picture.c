#include "plan_picture.h"

#include <stdlib.h>

#include "picture.h"

#define NONE SIZE_MAX

/* How an entry of the list is named: by its number in its graph, behind the name of the node around
 * that graph. */
struct name {
    size_t around;                       /* NONE: no node */
    size_t number;
    bool is_end;                         /* the second entry of a node with a graph */
};

struct drawing {
    const struct gi_plan_look *look;
    struct gi_picture picture;
    struct name *names;                  /* of each entry */
    size_t *tracks;                      /* of each entry */
    bool *is_drawn;                      /* of each entry */
    size_t clusters;
};

static void name_graph(struct drawing *drawing, size_t first, size_t last, size_t around)
{
    const struct gi_flat *flat = drawing->look->flat;
    size_t number = 0;

    for (size_t entry = first; entry < last; entry++) {
        size_t end = flat->nodes[entry].end;

        drawing->names[entry] = (struct name){ around, number++, false };
        if (end == 0)
            continue;
        name_graph(drawing, entry + 1, end, entry);
        drawing->names[end] = (struct name){ around, number - 1, true };
        entry = end;
    }
}

static void add_name(struct drawing *drawing, size_t entry)
{
    const struct name *name = &drawing->names[entry];

    if (name->around != NONE) {
        add_name(drawing, name->around);
        gi_picture_add(&drawing->picture, ".");
    }
    gi_picture_addf(&drawing->picture, "%zu", name->number);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void describe(struct drawing *drawing, size_t entry)
{
    const struct gi_flat_node *node = &drawing->look->flat->nodes[entry];
    const struct gi_node_look *look = node->asked->kind->look;
    struct gi_picture *picture = &drawing->picture;

    if (node->end != 0 || drawing->names[entry].is_end) {
        gi_picture_line(picture, node->end != 0 ? "its graph begins" : "its graph has ended");
        return;
    }
    if (look == NULL || !look->names_itself)
        gi_picture_line(picture, look != NULL ? look->title : node->asked->kind->name);
    if (look != NULL && look->describe != NULL)
        look->describe(node->asked, picture);
}

/* level: in its recording; NONE: the node is not recorded. */
static void draw_node(struct drawing *drawing, size_t entry, size_t level)
{
    struct gi_picture *picture = &drawing->picture;
    bool is_disabled = drawing->look->disabled != NULL && drawing->look->disabled[entry];

    drawing->is_drawn[entry] = true;
    gi_picture_addf(picture, "\"entry_%zu\"[style=\"%s\" shape=\"rectangle\" label=\"", entry,
                    is_disabled ? "dotted" : "solid");
    add_name(drawing, entry);
    gi_picture_add(picture, "\n");
    describe(drawing, entry);
    if (level != NONE)
        gi_picture_addf(picture, "level %zu\n", level);
    if (is_disabled)
        gi_picture_add(picture, "disabled\n");
    gi_picture_add(picture, "\"];\n\n");
}

/* ---- clusters -------------------------------------------------------------------------------- */

static void begin_cluster(struct drawing *drawing)
{
    gi_picture_addf(&drawing->picture, "subgraph cluster_%zu {\nlabel=\"", ++drawing->clusters);
}

static void end_label(struct drawing *drawing, const char *style)
{
    gi_picture_addf(&drawing->picture, "\" graph[style=\"%s\"];\n", style);
}

static void draw_recording(struct drawing *drawing, size_t number)
{
    const struct gi_steps *steps = drawing->look->steps;
    const struct gi_chunk *chunk = &steps->chunks[number];
    size_t level = 0;

    begin_cluster(drawing);
    gi_picture_addf(&drawing->picture, "recording %zu: %zu commands", number, chunk->count);
    end_label(drawing, "filled");
    for (size_t i = chunk->first; i < chunk->first + chunk->count; i++) {
        level += i > chunk->first && steps->begins_level[i];
        draw_node(drawing, steps->nodes[i], level);
    }
    gi_picture_add(&drawing->picture, "}\n");
}

static void draw_step(struct drawing *drawing, size_t number)
{
    const struct gi_steps *steps = drawing->look->steps;
    const struct gi_step *step = &steps->steps[number];

    for (size_t i = 0; i < step->chunk_count; i++)
        draw_recording(drawing, step->first_chunk + i);
    for (size_t i = 0; step->chunk_count == 0 && i < step->count; i++)
        draw_node(drawing, steps->nodes[step->first + i], NONE);
}

static void draw_island(struct drawing *drawing, size_t number)
{
    const struct gi_plan_look *look = drawing->look;
    const struct gi_island *island = &look->plan->islands[number];

    begin_cluster(drawing);
    gi_picture_addf(&drawing->picture, "submission %zu", number);
    end_label(drawing, "solid");
    for (size_t i = look->steps->first_steps[number]; i < look->steps->first_steps[number + 1];
         i++)
        draw_step(drawing, i);
    for (size_t i = 0; i < island->count; i++) {
        size_t entry = look->plan->nodes[island->first + i];

        if (!drawing->is_drawn[entry])
            draw_node(drawing, entry, NONE);
    }
    gi_picture_add(&drawing->picture, "}\n");
}

static void draw_track(struct drawing *drawing, size_t number)
{
    const struct gi_plan *plan = drawing->look->plan;
    const struct gi_plan_stream *stream = &drawing->look->streams[number];

    if (plan->track_ends[number] == NONE)
        return;
    begin_cluster(drawing);
    gi_picture_addf(&drawing->picture, "stream %zu%s, device %u", number,
                    stream->is_launching ? ", which launches" : "",
                    (unsigned)plan->track_places[number]);
    if (stream->has_queue)
        gi_picture_addf(&drawing->picture, ", queue %zu", stream->queue);
    end_label(drawing, "dashed");
    for (size_t i = 0; i < plan->island_count; i++) {
        if (plan->islands[i].track == number)
            draw_island(drawing, i);
    }
    gi_picture_add(&drawing->picture, "}\n");
}

/* An edge between two streams is a wait of one for the other. */
static void draw_edges(struct drawing *drawing)
{
    const struct gi_flat *flat = drawing->look->flat;

    for (size_t entry = 0; entry < flat->count; entry++) {
        for (size_t i = flat->first[entry]; i < flat->first[entry + 1]; i++) {
            size_t from = flat->before[i];

            gi_picture_addf(&drawing->picture, "\"entry_%zu\" -> \"entry_%zu\"%s;\n", from, entry,
                            drawing->tracks[from] != drawing->tracks[entry]
                                ? " [style=\"bold\" label=\"waits\"]" : "");
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void note_tracks(struct drawing *drawing)
{
    const struct gi_plan *plan = drawing->look->plan;

    for (size_t i = 0; i < plan->island_count; i++) {
        for (size_t j = 0; j < plan->islands[i].count; j++)
            drawing->tracks[plan->nodes[plan->islands[i].first + j]] = plan->islands[i].track;
    }
}

static void draw(struct drawing *drawing)
{
    name_graph(drawing, 0, drawing->look->flat->count, NONE);
    note_tracks(drawing);
    gi_picture_add(&drawing->picture, "digraph dot {\n");
    for (size_t i = 0; i < drawing->look->plan->track_count; i++)
        draw_track(drawing, i);
    draw_edges(drawing);
    gi_picture_add(&drawing->picture, "}\n");
}

gi_status gi_plan_picture_make(const struct gi_plan_look *look, char **out_text,
                               size_t *out_length)
{
    size_t count = look->flat->count + 1;
    struct drawing drawing = {
        .look = look, .names = calloc(count, sizeof *drawing.names),
        .tracks = calloc(count, sizeof *drawing.tracks),
        .is_drawn = calloc(count, sizeof *drawing.is_drawn),
    };
    bool has_room = drawing.names != NULL && drawing.tracks != NULL && drawing.is_drawn != NULL;

    *out_text = NULL;
    if (has_room)
        draw(&drawing);
    free(drawing.names);
    free(drawing.tracks);
    free(drawing.is_drawn);
    if (has_room && !drawing.picture.is_short) {
        *out_text = drawing.picture.out.text;
        *out_length = drawing.picture.out.length;
        return GI_OK;
    }
    free(drawing.picture.out.text);
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the picture of a plan");
}
