/** A picture of a part of a timeline, in SVG: a row for each track, and the arrows. */
#ifndef GI_PICTURE_H
#define GI_PICTURE_H

#include "arrows.h"

/** Slices beyond these are left out, which the program says. */
#define GI_PICTURE_SLICES ((size_t)1 << 21)

enum { GI_PICTURE_ROWS = 64, GI_PICTURE_NAMES = 1024 };

struct gi_picture_slice {
    uint64_t process, track;
    int64_t begin_ns, end_ns;
    char name[48], category[20];
};

/** The name of a process (track is 0 and is_process) or of a track. */
struct gi_picture_name {
    uint64_t process, track;
    bool is_process;
    char name[64];
};

struct gi_picture {
    struct gi_picture_slice *slices;
    size_t count, capacity;
    struct gi_picture_name names[GI_PICTURE_NAMES];
    size_t name_count;
};

/** The part to show. */
struct gi_picture_part {
    int64_t begin_ns, end_ns;
};

/** Keeps a slice or a name. False if there is no memory, or if there are too many slices. */
bool gi_picture_add(struct gi_picture *picture, const struct gi_event_line *event);

/** The part around the middle one of the arrows between processes, with `arrows` of them; without
 *  them that of all arrows, and without any the whole timeline. The arrows are matched. */
struct gi_picture_part gi_picture_choose(const struct gi_picture *picture,
                                         const struct gi_arrows *arrows, size_t count);

/** Writes the picture. Rows beyond GI_PICTURE_ROWS are left out: false then. */
bool gi_picture_draw(const struct gi_picture *picture, const struct gi_arrows *arrows,
                     struct gi_picture_part part, FILE *out);
void gi_picture_finish(struct gi_picture *picture);

#endif
