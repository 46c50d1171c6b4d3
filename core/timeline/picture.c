#include "picture.h"

#include <stdlib.h>
#include <string.h>

/* In pixels. */
enum {
    LEFT = 210, WIDTH = 1180, TOP = 30, ROW = 24, BAR = 16, HEAD = 24, BOTTOM = 26, LETTER = 6,
    MOST_LETTERS = 46, MOST_TICKS = 10
};

#define NS_PER_MS 1e6
#define THIN 1.5          /* pixels; no slice is drawn thinner */

/* ---- gathering ------------------------------------------------------------------------------ */

static void keep_name(struct gi_picture *picture, const struct gi_event_line *event)
{
    bool is_process = strcmp(event->name, "process_name") == 0;
    struct gi_picture_name *name;

    if ((!is_process && strcmp(event->name, "thread_name") != 0) ||
        picture->name_count == GI_PICTURE_NAMES)
        return;
    name = &picture->names[picture->name_count++];
    *name = (struct gi_picture_name){ .process = event->process, .is_process = is_process,
                                      .track = is_process ? 0 : event->track };
    (void)snprintf(name->name, sizeof name->name, "%.*s", (int)sizeof name->name - 1,
                   event->named);
}

bool gi_picture_add(struct gi_picture *picture, const struct gi_event_line *event)
{
    struct gi_picture_slice *slice;

    if (event->phase == 'M')
        keep_name(picture, event);
    if (event->phase != 'X')
        return true;
    if (picture->count == picture->capacity) {
        size_t larger = picture->capacity == 0 ? 1024 : picture->capacity * 2;

        slice = larger > GI_PICTURE_SLICES ? NULL
                                           : realloc(picture->slices, larger * sizeof *slice);
        if (slice == NULL)
            return false;
        picture->slices = slice;
        picture->capacity = larger;
    }
    slice = &picture->slices[picture->count++];
    *slice = (struct gi_picture_slice){ .process = event->process, .track = event->track,
        .begin_ns = event->begin_ns, .end_ns = event->begin_ns + event->length_ns };
    (void)snprintf(slice->name, sizeof slice->name, "%.*s", (int)sizeof slice->name - 1,
                   event->name);
    (void)snprintf(slice->category, sizeof slice->category, "%.*s",
                   (int)sizeof slice->category - 1, event->category);
    return true;
}

void gi_picture_finish(struct gi_picture *picture)
{
    free(picture->slices);
    *picture = (struct gi_picture){ 0 };
}

/* ---- the part ------------------------------------------------------------------------------- */

static bool joins_processes(const struct gi_arrows *arrows, const struct gi_arrow_end *wait)
{
    return wait->signal != SIZE_MAX && arrows->signals[wait->signal].process != wait->process;
}

static int by_end(const void *first, const void *second)
{
    const int64_t *a = first, *b = second;

    return *a < *b ? -1 : *a > *b;
}

/* The ends of the waits that have arrows, sorted; of those between processes alone if any. */
static int64_t *arrow_times(const struct gi_arrows *arrows, size_t *out_count)
{
    int64_t *times = malloc((arrows->wait_count + 1) * sizeof *times);
    bool joined = false;
    size_t count = 0;

    for (size_t i = 0; i < arrows->wait_count; i++)
        joined |= joins_processes(arrows, &arrows->waits[i]);
    for (size_t i = 0; times != NULL && i < arrows->wait_count; i++) {
        const struct gi_arrow_end *wait = &arrows->waits[i];

        if (joined ? joins_processes(arrows, wait) : wait->signal != SIZE_MAX)
            times[count++] = wait->end_ns;
    }
    if (count > 0)
        qsort(times, count, sizeof *times, by_end);
    *out_count = count;
    return times;
}

struct gi_picture_part gi_picture_choose(const struct gi_picture *picture,
                                         const struct gi_arrows *arrows, size_t count)
{
    struct gi_picture_part part = { 0 };
    size_t known, first, last;
    int64_t *times = arrow_times(arrows, &known);

    if (known > 1) {
        first = known > count ? (known - count) / 2 : 0;
        last = known > count ? first + count - 1 : known - 1;
        part.begin_ns = times[first];
        part.end_ns = times[last];
    }
    free(times);
    for (size_t i = 0; known <= 1 && i < picture->count; i++) {
        const struct gi_picture_slice *slice = &picture->slices[i];

        if (i == 0 || slice->begin_ns < part.begin_ns)
            part.begin_ns = slice->begin_ns;
        if (i == 0 || slice->end_ns > part.end_ns)
            part.end_ns = slice->end_ns;
    }
    part.begin_ns -= (part.end_ns - part.begin_ns) / 20;
    part.end_ns += (part.end_ns - part.begin_ns) / 20 + 1;
    return part;
}

/* ---- drawing -------------------------------------------------------------------------------- */

struct row {
    uint64_t process, track;
    int y;
    bool begins_process;
    double drawn_to;             /* thin slices before that place are not drawn once more */
};

struct canvas {
    FILE *out;
    const struct gi_picture *picture;
    struct gi_picture_part part;
    struct row rows[GI_PICTURE_ROWS];
    size_t row_count;
    int height;
    bool is_whole;
};

static const char style[] =
    "<style>text{font:11px sans-serif;fill:#222}.head{font-weight:bold}.axis{fill:#777}"
    "rect{stroke:#fff;stroke-width:.5}.band{fill:#f4f4f4}.work{fill:#4c9f70}.graph{fill:#3a7ca5}"
    ".wait{fill:#f2c14e}.signal{fill:#c1403d}.other{fill:#b8b8c8}"
    ".arrow{fill:none;stroke:#c1403d;stroke-width:1.3}.line{stroke:#ddd}</style>\n";

static double x_of(const struct canvas *canvas, int64_t ns)
{
    double share = (double)(ns - canvas->part.begin_ns) /
                   (double)(canvas->part.end_ns - canvas->part.begin_ns);

    return LEFT + (share < 0 ? 0 : share > 1 ? 1 : share) * (WIDTH - LEFT);
}

static bool shows(const struct canvas *canvas, int64_t begin_ns, int64_t end_ns)
{
    return end_ns >= canvas->part.begin_ns && begin_ns <= canvas->part.end_ns;
}

/* Names come from programs: what SVG would read as its own is replaced, as are halves of letters
 * that a cut has left. */
static void put_name(FILE *out, const char *name, int letters)
{
    for (int i = 0; i < letters && name[i] != '\0'; i++) {
        if (name[i] == '<')
            fputs("&lt;", out);
        else if (name[i] == '&')
            fputs("&amp;", out);
        else
            fputc(name[i] >= ' ' && name[i] <= '~' ? name[i] : '?', out);
    }
}

static const char *find_shown_name(const struct gi_picture *picture, uint64_t process,
                                   uint64_t track, bool is_process)
{
    const char *found = is_process ? "process" : "track";

    for (size_t i = 0; i < picture->name_count; i++) {
        const struct gi_picture_name *name = &picture->names[i];

        if (name->process == process && name->track == track && name->is_process == is_process)
            found = name->name;
    }
    return found;
}

static struct row *find_row(struct canvas *canvas, uint64_t process, uint64_t track)
{
    for (size_t i = 0; i < canvas->row_count; i++) {
        if (canvas->rows[i].process == process && canvas->rows[i].track == track)
            return &canvas->rows[i];
    }
    return NULL;
}

static int by_process(const void *first, const void *second)
{
    const struct row *a = first, *b = second;

    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
    return a->track < b->track ? -1 : a->track > b->track;
}

/* A row for each track that has a slice in the part. */
static void lay_out(struct canvas *canvas)
{
    canvas->height = TOP;
    for (size_t i = 0; i < canvas->picture->count; i++) {
        const struct gi_picture_slice *slice = &canvas->picture->slices[i];

        if (!shows(canvas, slice->begin_ns, slice->end_ns) ||
            find_row(canvas, slice->process, slice->track) != NULL)
            continue;
        if (canvas->row_count == GI_PICTURE_ROWS)
            canvas->is_whole = false;
        else
            canvas->rows[canvas->row_count++] =
                (struct row){ .process = slice->process, .track = slice->track };
    }
    qsort(canvas->rows, canvas->row_count, sizeof *canvas->rows, by_process);
    for (size_t i = 0; i < canvas->row_count; i++) {
        struct row *row = &canvas->rows[i];

        row->begins_process = i == 0 || row[-1].process != row->process;
        canvas->height += row->begins_process ? HEAD : 0;
        row->y = canvas->height;
        canvas->height += ROW;
    }
    canvas->height += BOTTOM;
}

static void put_rows(const struct canvas *canvas)
{
    for (size_t i = 0; i < canvas->row_count; i++) {
        const struct row *row = &canvas->rows[i];

        if (row->begins_process) {
            fprintf(canvas->out, "<text class=\"head\" x=\"6\" y=\"%d\">", row->y - 7);
            put_name(canvas->out, find_shown_name(canvas->picture, row->process, 0, true),
                     MOST_LETTERS);
            fprintf(canvas->out, " (%llu)</text>\n", (unsigned long long)row->process);
        }
        fprintf(canvas->out, "<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                "<text x=\"14\" y=\"%d\">", LEFT, row->y, WIDTH - LEFT, BAR, row->y + 12);
        put_name(canvas->out, find_shown_name(canvas->picture, row->process, row->track, false),
                 (LEFT - 20) / LETTER);
        fputs("</text>\n", canvas->out);
    }
}

/* Ticks at a round distance, counted from the begin of the part. */
static void put_axis(const struct canvas *canvas)
{
    static const int rounds[] = { 1, 2, 5 };
    int64_t length = canvas->part.end_ns - canvas->part.begin_ns, step = 1;

    for (size_t i = 1; length / step > MOST_TICKS; i++) {
        int64_t power = 1;

        for (size_t k = 0; k < i / 3; k++)
            power *= 10;
        step = power * rounds[i % 3];
    }
    for (int64_t at = 0; at <= length; at += step) {
        double x = x_of(canvas, canvas->part.begin_ns + at);

        fprintf(canvas->out, "<line class=\"line\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>"
                "<text class=\"axis\" x=\"%.1f\" y=\"%d\">%g ms</text>\n", x, TOP - 6, x,
                canvas->height - BOTTOM, x + 2, TOP - 12, (double)at / NS_PER_MS);
    }
}

static const char *class_of(const char *category)
{
    if (strncmp(category, "wait", 4) == 0)
        return "wait";
    if (strcmp(category, "signal") == 0 || strcmp(category, "record") == 0)
        return "signal";
    if (strcmp(category, "graph") == 0)
        return "graph";
    return strcmp(category, "launch") == 0 || strcmp(category, "copy") == 0 ||
           strcmp(category, "fill") == 0 ? "work" : "other";
}

static void put_slice(const struct canvas *canvas, const struct gi_picture_slice *slice,
                      struct row *row)
{
    double x = x_of(canvas, slice->begin_ns), width = x_of(canvas, slice->end_ns) - x;

    if (width < THIN && x + THIN / 2 < row->drawn_to)
        return;
    width = width < THIN ? THIN : width;
    row->drawn_to = x + width;
    fprintf(canvas->out, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">"
            "<title>", class_of(slice->category), x, row->y, width, BAR);
    put_name(canvas->out, slice->name, (int)sizeof slice->name);
    fprintf(canvas->out, ", %.3f ms</title></rect>\n",
            (double)(slice->end_ns - slice->begin_ns) / NS_PER_MS);
    if (width > 4 * LETTER) {
        fprintf(canvas->out, "<text x=\"%.1f\" y=\"%d\">", x + 3, row->y + 12);
        put_name(canvas->out, slice->name, (int)(width / LETTER) - 1);
        fputs("</text>\n", canvas->out);
    }
}

static void put_slices(struct canvas *canvas)
{
    for (size_t i = 0; i < canvas->picture->count; i++) {
        const struct gi_picture_slice *slice = &canvas->picture->slices[i];
        struct row *row = find_row(canvas, slice->process, slice->track);

        if (row != NULL && shows(canvas, slice->begin_ns, slice->end_ns))
            put_slice(canvas, slice, row);
    }
}

static void put_arrows(struct canvas *canvas, const struct gi_arrows *arrows)
{
    for (size_t i = 0; i < arrows->wait_count; i++) {
        const struct gi_arrow_end *wait = &arrows->waits[i], *signal;
        const struct row *from, *to;

        if (wait->signal == SIZE_MAX)
            continue;
        signal = &arrows->signals[wait->signal];
        from = find_row(canvas, signal->process, signal->track);
        to = find_row(canvas, wait->process, wait->track);
        if (from == NULL || to == NULL || from == to ||
            !shows(canvas, signal->begin_ns, signal->end_ns) ||
            !shows(canvas, wait->end_ns, wait->end_ns))
            continue;
        fprintf(canvas->out, "<path class=\"arrow\" marker-end=\"url(#head)\" d=\"M%.1f,%d "
                "C%.1f,%d %.1f,%d %.1f,%d\"%s/>\n", x_of(canvas, signal->begin_ns),
                from->y + BAR / 2, x_of(canvas, signal->begin_ns) + 20, from->y + BAR / 2,
                x_of(canvas, wait->end_ns) - 20, to->y + BAR / 2,
                x_of(canvas, wait->end_ns), to->y + BAR / 2,
                wait->is_guessed ? " stroke-dasharray=\"4 2\"" : "");
    }
}

static void put_legend(const struct canvas *canvas)
{
    static const char *const kinds[] = { "work", "graph", "wait", "signal", "other" };
    int x = LEFT;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++, x += 80)
        fprintf(canvas->out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>"
                "<text x=\"%d\" y=\"%d\">%s</text>\n", kinds[i], x, canvas->height - 18, x + 16,
                canvas->height - 8, kinds[i]);
}

bool gi_picture_draw(const struct gi_picture *picture, const struct gi_arrows *arrows,
                     struct gi_picture_part part, FILE *out)
{
    struct canvas canvas = { .out = out, .picture = picture, .part = part, .is_whole = true };

    lay_out(&canvas);
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n%s<defs><marker id=\"head\" markerWidth=\"7\" "
            "markerHeight=\"7\" refX=\"6\" refY=\"3.5\" orient=\"auto\"><path d=\"M0,0 L7,3.5 "
            "L0,7 Z\" fill=\"#c1403d\"/></marker></defs>\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#fff\"/>\n", WIDTH + 10, canvas.height, WIDTH + 10, canvas.height, style,
            WIDTH + 10, canvas.height);
    put_rows(&canvas);
    put_axis(&canvas);
    put_slices(&canvas);
    put_arrows(&canvas, arrows);
    put_legend(&canvas);
    fputs("</svg>\n", out);
    return canvas.is_whole;
}
