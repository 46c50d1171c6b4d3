/** What the fuzzers share: random numbers and arguments, the objects that calls have made, memory
 *  that calls may write, and the record of the last calls.
 *
 *  A run is its seed: thread n draws from seed + n, so one thread makes the same calls again. What
 *  a wrong program does to itself on any CUDA is never drawn: the host side of a copy is always
 *  mapped, and every wait is for a value that a thread of the fuzzer signals. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../unit/random.h"

enum { FUZZ_MAX_THREADS = 8, FUZZ_MOST_WITHOUT = 16 };

struct fuzz_options {
    uint64_t seed;
    uint64_t calls;                      /* of each thread */
    uint64_t each;                       /* the run fails if a function was called less often */
    int64_t seconds;                     /* not 0: end then, whatever was called */
    int threads;
    bool resets;                         /* the device is reset meanwhile */
    bool faults;                         /* the fake driver's calls fail at times */
    bool graphs;                         /* also captures, and nodes of every kind */
    bool gl;                             /* resources of a fake OpenGL; in fuzz_calls_fake alone */
    bool verbose;
    const char *only;                    /* not NULL: functions whose names contain it */
    const char *without[FUZZ_MOST_WITHOUT];      /* but not those */
    int without_count;
};
extern struct fuzz_options fuzz_options;

/** Whether something is not left out by --without; see fuzz_calls --help. */
bool fuzz_may(const char *name);

/* ---- one thread ------------------------------------------------------------------------------ */

/** One end of a copy of a box. */
struct fuzz_box_end {
    uint64_t array, pointer;             /* array 0: memory */
    size_t pitch, row_bytes, rows;
    size_t x, y, z;
    bool is_host;                        /* may be followed by the processor */
};

struct fuzz_box {
    struct fuzz_box_end dst, src;
    size_t width, height, depth;
    int kind;
};

enum {
    FUZZ_CAPTURES = 3, FUZZ_CELLS = 16, FUZZ_CELL_BYTES = 4096, FUZZ_LAST_CALLS = 24,
    FUZZ_LOGGED_ARGUMENTS = 9
};

struct fuzz_call_record {
    const char *name;
    unsigned count;
    uint64_t arguments[FUZZ_LOGGED_ARGUMENTS];
    int result;
    bool is_done, has_box;
    struct fuzz_box box;
};

struct fuzz_arena {
    uint8_t *source, *target;            /* FUZZ_SLOTS slots each, strips between them */
    uint8_t *pages;                      /* to be registered */
    uint8_t *cells;                      /* out arguments */
    size_t cell_bytes[FUZZ_CELLS];       /* that this call may write */
    unsigned cells_used;
};

/** A capture that a thread of the fuzzer began. */
struct fuzz_capture {
    uint64_t stream, context;            /* 0: none */
};

struct fuzz {
    struct test_random random;
    int number;
    struct fuzz_arena arena;
    struct fuzz_call_record last[FUZZ_LAST_CALLS], next;
    uint64_t call_count, draws;
    uint64_t taken_base, taken_bytes;    /* a reservation that a call is to free; 0: none */
    size_t turn;                         /* the function that is called whatever its weight is */
    _Atomic int64_t call_since_ns;       /* 0: in no call */
    uint8_t ipc_handles[4][64];
    int pool_fds[2];
    int lent_fd;                         /* given to the call that runs; -1 */
    uint64_t references[2][32];          /* HIP's texture references */
    struct fuzz_capture captures[FUZZ_CAPTURES];         /* that the thread began */
    uint64_t captures_until;             /* they end after so many calls */
    struct {
        int context;                     /* the current one of the fake OpenGL; -1 */
        unsigned int error;              /* its flag before the call */
        bool is_inside;                  /* the call may call OpenGL */
    } gl;
};

/** Begins a thread's state; number is its own. */
void fuzz_begin(struct fuzz *f, int number);
void fuzz_end(struct fuzz *f);

/** Ends the program as failed: says why, prints the seed and each thread's last calls.
 *  Threads: any. */
__attribute__((format(printf, 1, 2))) _Noreturn void fuzz_fail(const char *format, ...);

/** Prints the seed and each thread's last calls, by write alone; for handlers of signals. */
void fuzz_print_last(void);

/* ---- random arguments ------------------------------------------------------------------------ */

uint64_t fuzz_below(struct fuzz *f, uint64_t limit);
bool fuzz_chance(struct fuzz *f, unsigned percent);

/** Any bits, mostly small or at a boundary. */
uint64_t fuzz_number(struct fuzz *f);

/** A size in bytes: never between 4 MiB and 256 TiB, so that memory lasts. */
size_t fuzz_size(struct fuzz *f);

/** A small extent, sometimes 0 or impossible. */
size_t fuzz_extent(struct fuzz *f);
uint32_t fuzz_flags(struct fuzz *f);
int fuzz_int(struct fuzz *f);
float fuzz_float(struct fuzz *f);
int fuzz_enum(struct fuzz *f, const int *values, size_t count);
const char *fuzz_text(struct fuzz *f);

/** Bytes for a call to write, with strips around them that it must not; sometimes NULL.
 *  Owner: valid until the next call begins. */
void *fuzz_out(struct fuzz *f, size_t size_bytes);

/** The same, never NULL. */
void *fuzz_cell(struct fuzz *f, size_t size_bytes);

/** A part of a struct. */
struct fuzz_field {
    uint16_t offset, size;
    uint8_t what;                        /* enum fuzz_object_kind, or one of these */
};
enum { FUZZ_FIELD_NUMBER = 100, FUZZ_FIELD_POINTER };

/** Changes some fields of a struct, often none. */
void fuzz_mutate(struct fuzz *f, void *object, const struct fuzz_field *fields, size_t count);

/* ---- objects --------------------------------------------------------------------------------- */

enum fuzz_object_kind {
    FUZZ_STREAM, FUZZ_EVENT, FUZZ_MEMORY, FUZZ_SEMAPHORE, FUZZ_ARRAY, FUZZ_MIPMAPPED, FUZZ_POOL,
    FUZZ_TEXTURE, FUZZ_SURFACE, FUZZ_NOTIFICATION, FUZZ_LOG_CALLBACK, FUZZ_MODULE, FUZZ_FUNCTION,
    FUZZ_LIBRARY, FUZZ_KERNEL, FUZZ_LINK, FUZZ_PHYSICAL, FUZZ_CONTEXT, FUZZ_GRAPH, FUZZ_NODE,
    FUZZ_EXEC, FUZZ_GRAPH_MEMORY, FUZZ_RESOURCE,
    FUZZ_OBJECT_KINDS
};

/** What calls get as a resource: without --gl none is ever registered. */
#define FUZZ_REGISTERED (fuzz_options.gl ? FUZZ_RESOURCE : FUZZ_ARRAY)

/** A handle of the kind: mostly a live one, else a stale or foreign or false one. */
uint64_t fuzz_handle(struct fuzz *f, enum fuzz_object_kind kind);

/** Takes note of what a call has made or ended. What there are too many of is destroyed. */
void fuzz_made(enum fuzz_object_kind kind, uint64_t handle);
void fuzz_gone(enum fuzz_object_kind kind, uint64_t handle);

/** Looks which handles of the kind are gone: they belonged to a resource. */
void fuzz_handles_look(enum fuzz_object_kind kind);

/** The same for a multicast object of one device, which is added first: else calls would wait for
 *  it. */
void fuzz_multicast_made(uint64_t handle);

/** A context has ended: its ranges are gone. */
void fuzz_memory_look(void);

/** Ends all created contexts, which resets leave. */
void fuzz_end_contexts(void);

/** Destroys all graphs and executables. Threads: one alone. */
void fuzz_end_graphs(void);

/** The devices were reset: forgets what that has ended. */
void fuzz_forget_all(void);

/** Destroys what is left. */
void fuzz_destroy_all(void);

/* ---- ranges of memory ------------------------------------------------------------------------ */

enum { FUZZ_CANARIES = 6, FUZZ_CANARY_BYTES = 4096 };

/** Allocates what is there all the time: ranges that no call frees, and canaries, which no call is
 *  given at all. A graph may name memory that a reset has freed, where canaries then lie: they are
 *  left out while there are graphs. */
void fuzz_keep_begin(bool with_canaries);

/** Ends the program unless all canaries are whole. */
void fuzz_keep_check(const char *when);

/** Takes note of memory; may_touch: the processor may, for as long as it is not freed. */
void fuzz_memory_made(uint64_t base, bool may_touch);
void fuzz_memory_gone(uint64_t base);

/** A pointer that the processor does not follow: live, stale, at an end, made up. */
uint64_t fuzz_pointer(struct fuzz *f);

/** Whether a canary begins at the pointer or up to so many bytes behind it. */
bool fuzz_canary_within(uint64_t pointer, size_t size_bytes);

/** Mostly pages of managed memory. */
uint64_t fuzz_managed(struct fuzz *f, size_t *out_size_bytes);

/** One that may be freed. */
uint64_t fuzz_victim(struct fuzz *f);

/** A reservation, and a part of one of some steps; sometimes a wrong one. */
uint64_t fuzz_range(struct fuzz *f, uint64_t *out_size_bytes);
uint64_t fuzz_range_part(struct fuzz *f, uint64_t *out_size_bytes);

/** Takes note of reservations. At the end all are unmapped and freed. One that the thread is about
 *  to free is not noted any more: its addresses may soon be those of another one. It is noted again
 *  unless it is gone before the thread's next one, or its end. */
void fuzz_range_made(uint64_t base, uint64_t size_bytes);
uint64_t fuzz_range_taken(struct fuzz *f, uint64_t *out_size_bytes);
void fuzz_range_gone(struct fuzz *f);
void fuzz_range_put_back(struct fuzz *f);

/** Ends one use of pages, which another thread may have ended. The interfaces' own call would fail
 *  where another thread has destroyed the current context. */
void fuzz_release_pages(uint64_t pages);
void fuzz_ranges_end(void);

/** Whole pages of the thread's own, or a pointer elsewhere, to be registered. */
void *fuzz_pages(struct fuzz *f, size_t *out_size_bytes);

/** Numbers are as in enum cudaMemcpyKind; FUZZ_ANY_KIND draws one. */
enum { FUZZ_ANY_KIND = -1, FUZZ_HTOH, FUZZ_HTOD, FUZZ_DTOH, FUZZ_DTOD, FUZZ_DEFAULT };

/** A copy of rows whose host ends are mapped. */
struct fuzz_copy {
    void *dst, *src;
    size_t dpitch, spitch, width, height;
    int kind;
    bool dst_is_array, src_is_array;     /* set before; the end is then no memory */
};

/** rows: whether there may be more than one. */
void fuzz_copy(struct fuzz *f, struct fuzz_copy *copy, int kind, bool rows);

/** A copy of a box whose host ends are mapped; it is printed with the call. */
void fuzz_box(struct fuzz *f, struct fuzz_box *box, int kind);

/* ---- other programs' things ------------------------------------------------------------------ */

/** Makes memory and semaphores of another program, and starts the thread that signals. */
void fuzz_world_begin(void);
void fuzz_world_end(void);

/** An fd for an import, lent to the call: fuzz_fd_taken says that it was taken, else it is closed
 *  when the call is done. */
int fuzz_memory_fd(struct fuzz *f, uint64_t *out_size_bytes);
int fuzz_semaphore_fd(struct fuzz *f, bool *out_is_timeline);
void fuzz_fd_taken(struct fuzz *f);

/** An fd of a pool; the fuzzer keeps it. */
uint64_t fuzz_pool_fd(struct fuzz *f);
void fuzz_pool_fd_made(struct fuzz *f, int fd);

/** A value that will be signalled, or one to signal. */
uint64_t fuzz_wait_value(struct fuzz *f);
uint64_t fuzz_signal_value(struct fuzz *f);

/** An operation on a word of memory. */
struct fuzz_word {
    uint64_t pointer, value, mask;
    unsigned flags;
};

/** A wait for a word: often one that has not come and will be written, by a call or by the thread
 *  that signals. Else the word is at any pointer, and has come. With comparisons that are cyclic no
 *  value is one that has come, so that wait is an error. */
void fuzz_word_wait(struct fuzz *f, bool is_cyclic, struct fuzz_word *out);

/** A write of a word, which waits may be for. */
void fuzz_word_write(struct fuzz *f, struct fuzz_word *out);

/** Registers the words that waits are for; false if that fails. The device is not reset
 *  meanwhile. */
bool fuzz_words_register(void);
void fuzz_words_unregister(void);

/** A handle of inter-process sharing, made here or false. */
void fuzz_ipc_bytes(struct fuzz *f, void *out_bytes);
void fuzz_ipc_made(struct fuzz *f, const void *bytes);

/* ---- captures ------------------------------------------------------------------------------- */

/** Takes note of a capture that the thread began. After some calls fuzz_captures_look ends those of
 *  the thread, since most calls are refused meanwhile. */
void fuzz_capture_began(struct fuzz *f, uint64_t stream);
void fuzz_captures_look(struct fuzz *f);
void fuzz_captures_end(struct fuzz *f);

/* ---- OpenGL, of the program with the fake driver --------------------------------------------- */

/** Begins the fake OpenGL; the device is there. fuzz_gl_end_some lets the calling thread end what
 *  is registered. When the devices were reset, fuzz_gl_end ends the program unless nothing is
 *  left. */
void fuzz_gl_begin(void) __attribute__((weak));
void fuzz_gl_end_some(void) __attribute__((weak));
void fuzz_gl_end(void) __attribute__((weak));

/** Around each call of that name: the program does not change OpenGL's objects meanwhile, and the
 *  error flag has to stay. */
void fuzz_gl_enter(struct fuzz *f, const char *name) __attribute__((weak));
void fuzz_gl_leave(struct fuzz *f, const char *name) __attribute__((weak));

/* ---- the calls ------------------------------------------------------------------------------- */

/** A function to be called. */
struct fuzz_function {
    const char *name;
    void (*call)(struct fuzz *f);
    unsigned weight;
};

extern const struct fuzz_function fuzz_cuda[], fuzz_cuda_per_thread[], fuzz_hip[];
extern const struct fuzz_function fuzz_driver[], fuzz_cu[], fuzz_cu_per_thread[];
extern const struct fuzz_function fuzz_graphs[];
extern const size_t fuzz_cuda_count, fuzz_cuda_per_thread_count, fuzz_hip_count;
extern const size_t fuzz_driver_count, fuzz_cu_count, fuzz_cu_per_thread_count;
extern const size_t fuzz_graphs_count;
extern const struct fuzz_function fuzz_gl[] __attribute__((weak));
extern const size_t fuzz_gl_count __attribute__((weak));

/** Around each call. */
void fuzz_call_begin(struct fuzz *f, const char *name, unsigned count, const uint64_t *arguments);
void fuzz_call_end(struct fuzz *f, int result);

/** What is handed to the library to be called. */
void fuzz_host_function(void *data);

#endif
