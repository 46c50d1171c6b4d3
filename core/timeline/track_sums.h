/** Names and sums of the tracks of a timeline, and the report. */
#ifndef GI_TRACK_SUMS_H
#define GI_TRACK_SUMS_H

#include "arrows.h"
#include "frame_path.h"

/** More tracks than these are left out of the report, which says so. */
enum { GI_MOST_TRACKS = 4096 };

struct gi_track_sum {
    uint64_t process, track;
    char name[GI_EVENT_TEXT_BYTES];
    uint64_t slices;
    int64_t busy_ns, waiting_ns;         /* in slices of work, and of waits */
    int64_t first_ns, last_ns;
    uint64_t host_copies, host_bytes;    /* through memory that the device does not reach */
};

struct gi_track_sums {
    struct gi_track_sum tracks[GI_MOST_TRACKS];
    size_t count;
    bool is_full;
    uint64_t dropped;                    /* records that the timelines lack */
};

void gi_track_sums_add(struct gi_track_sums *sums, const struct gi_event_line *event);

/** Prints the tables, and the path. The arrows are matched. */
void gi_track_sums_report(struct gi_track_sums *sums, const struct gi_arrows *arrows,
                          const struct gi_frame_path *path);

#endif
