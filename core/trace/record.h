/** The data of a trace: records of one size, which threads write and the writer makes lines of. */
#ifndef GI_RECORD_H
#define GI_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/** Names are cut behind so many bytes. */
enum { GI_TRACE_NAME_BYTES = 128 };

enum gi_trace_kind {
    GI_TRACE_OTHER,
    GI_TRACE_LAUNCH,
    GI_TRACE_COPY,
    GI_TRACE_FILL,
    GI_TRACE_SIGNAL,             /* something waits for it, as for the next */
    GI_TRACE_RECORD,
    GI_TRACE_WAIT,
    GI_TRACE_WAIT_RECORD,
    GI_TRACE_HOST_CALL,
    GI_TRACE_REPLAY,             /* commands of a graph that the driver keeps */
    GI_TRACE_TRANSLATE,          /* of a kernel, to SPIR-V; the driver's is the next */
    GI_TRACE_COMPILE,
    GI_TRACE_IMPORT,
    GI_TRACE_ALLOCATE,
    GI_TRACE_HELD,               /* a wait of a stream that the host holds */
    GI_TRACE_RANGE               /* that the program has marked */
};

/** How a semaphore is told from others. */
enum gi_trace_identity_kind {
    GI_TRACE_NO_IDENTITY,
    GI_TRACE_INODE,              /* device and inode of its fd: all processes agree on it */
    GI_TRACE_LOCAL,              /* a number in this process: its fd has no inode of its own */
    GI_TRACE_POINT               /* a stream of this process */
};

struct gi_trace_identity {
    enum gi_trace_identity_kind kind;
    uint64_t first, second;      /* an inode's device, and the inode; or a number */
    const char *name;            /* the program's, a text that stays; NULL: it gave none */
};

/** The work that an operation asks for, or a part of it. */
struct gi_trace_what {
    enum gi_trace_kind kind;
    uint32_t grid[3], block[3];  /* of a launch */
    uint64_t bytes;              /* of a copy, a fill, an import or an allocation; of a replay: how
                                    many commands */
    const char *route;           /* of a copy: a constant text; else NULL */
    struct gi_trace_identity identity;   /* of a signal, a wait or a record */
    uint64_t value;
    bool is_binary;              /* value counts the signals, or the waits, of this process */
    char name[GI_TRACE_NAME_BYTES];
};

enum gi_trace_record_kind {
    GI_TRACE_CALL,               /* of the thread that writes the record */
    GI_TRACE_WORK,               /* of a stream */
    GI_TRACE_TRACK               /* of a track that the record names */
};

struct gi_trace_record {
    enum gi_trace_record_kind kind;
    bool by_device;              /* the device has taken the times of work */
    uint32_t device, queue;      /* queue: its number and one; 0: none */
    uint64_t stream;             /* 0: none */
    const char *track_name;      /* of the track that the record names: a text that stays */
    uint32_t track;              /* its number, below 2^28 */
    uint64_t operation;          /* its number in the process; 0: none */
    uint64_t launch;             /* the number of the graph's launch that it is of; 0: none */
    int64_t enqueued_ns, submitted_ns;   /* 0: not known */
    int64_t begin_ns, end_ns;    /* on the monotonic clock */
    struct gi_trace_what what;
};

#endif
