/** The comparison with the vendor's library: one piece of code measures both through a table of
 *  calls, round about round, and nothing of one runs while the other is timed. */
#ifndef BENCH_VENDOR_H
#define BENCH_VENDOR_H

#include <stddef.h>

#include "bench.h"
#include "cuda_calls.h"
#include "vulkan.h"

#define BENCH_SMALL_BYTES 4096
#define BENCH_LARGEST_BURST 10000
#define BENCH_CHAIN_PAIRS 512        /* of all streams together */

/** One library with what its rounds work on. */
struct bench_side {
    const struct cuda_calls *calls;
    int device;
    cudaStream_t stream, other;
    cudaEvent_t event;
    unsigned char *source, *destination;         /* device memory of device_bytes each */
    unsigned char *pinned, *pageable;            /* host memory of host_bytes each */
    uint64_t device_bytes, host_bytes, large_bytes;
    const struct bench_vulkan_buffer *exported;
    VkSemaphore timeline;                        /* Vulkan's, if it can export one */
    cudaExternalSemaphore_t imported;
    cudaArray_t arrays[2];                       /* while arrays are compared */
};

/** A box of a copy or fill in rows and slices. */
struct bench_box {
    size_t width, height, depth;                 /* bytes, rows, slices */
    size_t source_pitch, destination_pitch;      /* bytes from row to row */
};

struct shape;

/** One row of the table: a round of one library gives one number. */
struct bench_comparison {
    const char *what;
    enum bench_unit unit;
    double (*round)(const struct bench_side *side, const struct bench_comparison *how);
    double least_speed;                          /* of the vendor's; 0: no such target */
    double most;                                 /* of our number; 0: no such target */
    double (*by_hand)(const struct bench_comparison *how);       /* the same in Vulkan; or NULL */
    /* What the round is told; each uses some. */
    void (*enqueue)(const struct bench_side *side, size_t i);
    size_t count;
    bool until_done;
    struct bench_box box;
    void *(*where)(const struct bench_side *side);
    enum cudaMemcpyKind kind;
    const struct shape *shape;                   /* of arrays; vendor_arrays.c's */
};

/** Ends the program if a call of a side fails. */
#define BENCH_SIDE(side, call) \
    bench_check_side((side), (side)->calls->call, #call, __FILE__, __LINE__)
void bench_check_side(const struct bench_side *side, cudaError_t error, const char *call,
                      const char *file, int line);

/** By hand in Vulkan; each round gives the number of a comparison. */
double bench_hand_fill(const struct bench_comparison *how);
double bench_hand_timed_fill(const struct bench_comparison *how);
double bench_hand_large_fill(const struct bench_comparison *how);
double bench_hand_large_fill_exportable(const struct bench_comparison *how);
double bench_hand_two_fills(const struct bench_comparison *how);
double bench_hand_chain(const struct bench_comparison *how);
double bench_hand_late_signal(const struct bench_comparison *how);
double bench_hand_binary_hop(const struct bench_comparison *how);
double bench_hand_many_streams(const struct bench_comparison *how);

/** Measures both sides in turn, and the same by hand where there is that, and adds the rows. */
void bench_compare(const struct bench_side sides[2], const struct bench_comparison *comparison);

/** The rates of large copies and fills, and what calls cost. */
void bench_compare_rates(struct bench_side sides[2]);
void bench_compare_calls(struct bench_side sides[2]);

/** Many streams, host functions, and semaphores that are not yet signalled. */
void bench_compare_streams(struct bench_side sides[2]);

/** The rates of copies with arrays; makes them and frees them. */
void bench_compare_arrays(struct bench_side sides[2]);

/** Virtual memory management. */
void bench_compare_ranges(struct bench_side sides[2]);

/** The same of every size of texels, for choosing between ways of copying. */
void bench_compare_more_arrays(struct bench_side sides[2]);

#endif
