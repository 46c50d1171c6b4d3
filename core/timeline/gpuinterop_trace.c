/* gpuinterop-trace: lays timelines over each other, and says who waited for whom. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arrows.h"
#include "picture.h"
#include "track_sums.h"

/* Exit statuses. */
enum { DONE = 0, PARTLY = 1, WRONG = 2 };

static const char usage[] =
    "gpuinterop-trace merge FILE... -o FILE   lays timelines over each other, with the arrows\n"
    "                                         between their processes\n"
    "gpuinterop-trace report FILE...          prints who waited how long for whom\n"
    "gpuinterop-trace draw FILE... -o FILE    draws some frames in SVG, around the middle one of\n"
    "                                         the waits for another process\n";

/* Waits with arrows between processes in a picture. */
enum { DRAWN_ARROWS = 6 };

/* Where a line goes: one of the three is there. */
struct target {
    FILE *out;
    bool has_lines;              /* some were written */
    struct gi_track_sums *sums;
    struct gi_picture *picture;
    struct gi_arrows arrows;
    struct gi_frame_ends frames;
    bool is_whole;
};

static struct gi_event_reader reader;

static bool fail(const char *path, const char *why)
{
    fprintf(stderr, "gpuinterop-trace: %s: %s\n", path, why);
    return false;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Ends the line before, which is not known to be the last one until then. */
static void begin_line(struct target *target)
{
    if (target->has_lines)
        fputs(",\n", target->out);
    target->has_lines = true;
}

/* Arrows are made anew, as one may lead from one file to another. */
static void copy_line(struct target *target, const struct gi_event_line *event)
{
    size_t length = strlen(reader.line) - 1;     /* without the end of the line */

    if (event->phase == 's' || event->phase == 'f')
        return;
    if (length > 0 && reader.line[length - 1] == ',')
        length--;
    begin_line(target);
    fprintf(target->out, "%.*s", (int)length, reader.line);
}

static bool read_file(struct target *target, const char *path)
{
    struct gi_event_line event;
    bool has_room = true;

    if (!gi_event_reader_open(&reader, path))
        return false;
    while (has_room && gi_event_reader_next(&reader, &event)) {
        has_room = gi_arrows_add(&target->arrows, &event) &&
                   gi_frame_ends_add(&target->frames, &event);
        if (target->out != NULL)
            copy_line(target, &event);
        else if (target->sums != NULL)
            gi_track_sums_add(target->sums, &event);
        else
            has_room = has_room && gi_picture_add(target->picture, &event);
    }
    if (!has_room)
        (void)fail(path, "it has more than there is room for; the rest of the file is left out");
    return gi_event_reader_close(&reader) && has_room;
}

static void read_all(struct target *target, char **paths, int count)
{
    for (int i = 0; i < count; i++)
        target->is_whole &= read_file(target, paths[i]);
    gi_arrows_match(&target->arrows);
}

/* ---- merging -------------------------------------------------------------------------------- */

static void print_end(struct target *target, const char *phase, const struct gi_arrow_end *end,
                      int64_t ns, size_t number, bool is_guessed)
{
    begin_line(target);
    fprintf(target->out, "{\"ph\":\"%s\",\"pid\":%llu,\"tid\":%llu,\"ts\":%lld.%03d%s,"
            "\"cat\":\"signal\",\"name\":\"%s\",\"id\":\"0x%zx\"}", phase,
            (unsigned long long)end->process, (unsigned long long)end->track,
            (long long)(ns / 1000), (int)(ns % 1000), phase[0] == 'f' ? ",\"bp\":\"e\"" : "",
            is_guessed ? "signal (guessed)" : "signal", number);
}

/* Viewers drop an arrow that ends before it begins. The host may have seen a signal later than the
 * wait's end. Then the arrow leads from the work before the signal, on its track. */
static void print_arrows(struct target *target)
{
    const struct gi_arrows *arrows = &target->arrows;

    for (size_t i = 0; i < arrows->wait_count; i++) {
        const struct gi_arrow_end *wait = &arrows->waits[i], *signal;
        int64_t last = wait->end_ns > wait->begin_ns ? wait->end_ns - 1 : wait->begin_ns;

        if (wait->signal == SIZE_MAX)
            continue;
        signal = &arrows->signals[wait->signal];
        print_end(target, "s", signal, signal->begin_ns < last ? signal->begin_ns : last, i + 1,
                  wait->is_guessed);
        print_end(target, "f", wait, last, i + 1, wait->is_guessed);
    }
}

/* Whether the output is one of the inputs: it would be emptied before it is read. */
static bool is_input(const char *out, char **paths, int count)
{
    struct stat facts, other;

    if (stat(out, &facts) != 0)
        return false;
    for (int i = 0; i < count; i++) {
        if (S_ISREG(facts.st_mode) && stat(paths[i], &other) == 0 &&
            facts.st_dev == other.st_dev && facts.st_ino == other.st_ino)
            return true;
    }
    return false;
}

static FILE *open_output(char **paths, int count, const char *path, int *out_status)
{
    FILE *out = NULL;

    *out_status = WRONG;
    if (is_input(path, paths, count)) {
        (void)fail(path, "it is also one of the files to read");
        return NULL;
    }
    *out_status = PARTLY;
    out = fopen(path, "we");
    if (out == NULL)
        (void)fail(path, strerror(errno));
    return out;
}

static bool close_output(FILE *out, const char *path)
{
    bool is_written = !ferror(out);

    return (fclose(out) == 0 && is_written) || fail(path, "it cannot be written to its end");
}

/* The form of an object says that times are in nanoseconds. The importer of chrome://tracing else
 * takes a slice that ends within the same microsecond as the one before for a part of that, and
 * drops arrows to it. */
static int merge(char **paths, int count, const char *path)
{
    struct target target = { .is_whole = true };
    int status;

    target.out = open_output(paths, count, path, &status);
    if (target.out == NULL)
        return status;
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", target.out);
    read_all(&target, paths, count);
    print_arrows(&target);
    fputs("\n]}\n", target.out);
    gi_arrows_finish(&target.arrows);
    gi_frame_ends_finish(&target.frames);
    target.is_whole &= close_output(target.out, path);
    return target.is_whole ? DONE : PARTLY;
}

static int draw(char **paths, int count, const char *path)
{
    struct target target = { .is_whole = true, .picture = calloc(1, sizeof *target.picture) };
    struct gi_picture_part part;
    int status;
    FILE *out = open_output(paths, count, path, &status);

    if (out == NULL || target.picture == NULL) {
        if (out != NULL)
            (void)fail(path, "there is no memory to draw it");
        free(target.picture);
        return out != NULL ? (fclose(out), PARTLY) : status;
    }
    read_all(&target, paths, count);
    part = gi_picture_choose(target.picture, &target.arrows, DRAWN_ARROWS);
    if (!gi_picture_draw(target.picture, &target.arrows, part, out))
        target.is_whole = fail(path, "it has more tracks than the picture has rows");
    gi_picture_finish(target.picture);
    free(target.picture);
    gi_arrows_finish(&target.arrows);
    gi_frame_ends_finish(&target.frames);
    target.is_whole &= close_output(out, path);
    return target.is_whole ? DONE : PARTLY;
}

static int report(char **paths, int count)
{
    struct target target = { .is_whole = true, .sums = calloc(1, sizeof *target.sums) };
    struct gi_frame_path path;

    if (target.sums == NULL) {
        (void)fail(paths[0], "there is no memory to read it");
        return PARTLY;
    }
    read_all(&target, paths, count);
    gi_frame_path_find(&path, &target.frames, &target.arrows);
    gi_track_sums_report(target.sums, &target.arrows, &path);
    gi_frame_ends_finish(&target.frames);
    gi_arrows_finish(&target.arrows);
    free(target.sums);
    if (fflush(stdout) != 0)
        target.is_whole = fail("standard output", strerror(errno));
    return target.is_whole ? DONE : PARTLY;
}

int main(int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return DONE;
    }
    if (argc >= 5 && strcmp(argv[1], "merge") == 0 && strcmp(argv[argc - 2], "-o") == 0)
        return merge(&argv[2], argc - 4, argv[argc - 1]);
    if (argc >= 5 && strcmp(argv[1], "draw") == 0 && strcmp(argv[argc - 2], "-o") == 0)
        return draw(&argv[2], argc - 4, argv[argc - 1]);
    if (argc >= 3 && strcmp(argv[1], "report") == 0)
        return report(&argv[2], argc - 2);
    fputs(usage, stderr);
    return WRONG;
}
