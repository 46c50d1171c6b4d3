/** Reads timelines (docs/trace.md): one event a line. Other lines are damaged, and are counted. */
#ifndef GI_EVENT_READER_H
#define GI_EVENT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Longer lines are damaged. */
enum { GI_EVENT_LINE_BYTES = 16384, GI_EVENT_TEXT_BYTES = 160 };

/** An event. Texts are as the file has them, without quotes, and cut if they are too long. */
struct gi_event_line {
    char phase;
    uint64_t process, track;
    int64_t begin_ns, length_ns;
    char name[GI_EVENT_TEXT_BYTES], category[32];
    char semaphore[64], route[32];       /* of args; "": none, as are the next two */
    char semaphore_name[64];
    char named[GI_EVENT_TEXT_BYTES];     /* the name that args give to a process or a track */
    bool has_point;                      /* value is a point of the stream */
    uint64_t point_of_stream, value, bytes;
};

struct gi_event_reader {
    FILE *file;
    const char *path;
    uint64_t lines, damaged;
    uint64_t first_damaged;              /* the number of that line */
    char line[GI_EVENT_LINE_BYTES + 2];  /* the last event's, with the end of the line */
};

/** Opens a file; false after a sentence on standard error. */
bool gi_event_reader_open(struct gi_event_reader *reader, const char *path);

/** Reads the next event; false at the end of the file. */
bool gi_event_reader_next(struct gi_event_reader *reader, struct gi_event_line *out_event);

/** Closes the file. False after a sentence, if lines were damaged or could not be read. */
bool gi_event_reader_close(struct gi_event_reader *reader);

#endif
