/* What the topic files of the behaviour probe share: printing an answer, and their entries. */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef AS_HIP
#include "as_hip.h"
#else
#include <cuda_runtime_api.h>
#endif

/** One question group: it runs in a process of its own, so it may crash or hang. */
struct question {
    const char *name;
    void (*ask)(int arg);
    int arg;
};

/** Each topic file lists its questions here; a row without a name ends a list. */
extern const struct question external_memory_questions[];
extern const struct question mapping_questions[];
extern const struct question semaphore_questions[];
extern const struct question stream_questions[];
extern const struct question event_questions[];
extern const struct question memory_questions[];
extern const struct question copy_questions[];
extern const struct question device_questions[];
extern const struct question order_questions[];
extern const struct question device_state_questions[];
extern const struct question reset_questions[];
extern const struct question attribute_questions[];
extern const struct question error_questions[];
extern const struct question stream_state_questions[];
extern const struct question default_stream_questions[];
extern const struct question waiting_questions[];
extern const struct question freeing_questions[];
extern const struct question elapsed_questions[];
extern const struct question pitch_questions[];
extern const struct question host_register_questions[];
extern const struct question managed_questions[];
extern const struct question copy_2d_questions[];
extern const struct question copy_3d_questions[];
extern const struct question peer_questions[];
extern const struct question batch_questions[];
extern const struct question async_memory_questions[];
extern const struct question pool_questions[];
extern const struct question ipc_questions[];
extern const struct question other_questions[];
extern const struct question outside_questions[];

/** The questions about images, whose answers have a table of their own. */
extern const struct question array_questions[];
extern const struct question array_box_questions[];
extern const struct question array_copy_questions[];
extern const struct question external_image_questions[];
extern const struct question mipmapped_questions[];
extern const struct question surface_questions[];
extern const struct question texture_questions[];

/** Prints "question.name: CODE last=CODE" and clears the last error. */
void answer(const char *name, cudaError_t code);

/** The same with more facts behind it, written by the format. */
void answer_with(const char *name, cudaError_t code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Prints "question.name: text" and leaves the last error alone. */
void note(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Says "open" or "closed" of an fd number. */
const char *fd_state(int fd);

/** Says "null", "unchanged" (still the marker) or "set" of an out pointer. */
const char *out_state(const void *pointer);

/** The value that out pointers hold before a call. */
#define OUT_MARKER ((void *)(uintptr_t)0xabcdabcd)

/** Starts the device and a context, so that no later answer contains the cost or error of it. */
void start_device(void);

/** Waits up to the given time until the function says true; false if it never did. */
bool eventually(bool (*is_true)(void *), void *context, int timeout_ms);

/** Writes a name by the format into one of a few buffers that are used in turn. */
const char *label(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The special streams by number: 0 null, 1 legacy, 2 per thread; others are garbage. */
cudaStream_t numbered_stream(unsigned int number);

/** A handle or pointer that was never one. */
#define GARBAGE ((void *)(uintptr_t)0x1230)

/** Where memory lies that a question is about. */
enum place { PAGEABLE, PINNED, DEVICE, PLACE_COUNT };
extern const char *const place_names[PLACE_COUNT];

/** Allocates bytes at a place; prints an answer of its own and gives NULL where that fails. */
unsigned char *obtain(enum place place, size_t size);

/** Writes bytes of a repeated value, or of a pattern that never repeats within 251 bytes, without
 *  the call under question being trusted. */
void put_value(enum place place, unsigned char *to, size_t size, int value);
void put_pattern(enum place place, unsigned char *to, size_t size);

/** A hash of the bytes at a place, once the device has done its work. */
unsigned int hash_of(enum place place, const unsigned char *from, size_t size);

/** Whether all the bytes at a place have a value. */
bool holds_value(enum place place, const unsigned char *from, size_t size, int value);

/** A stream that is held by a host function until it is let go. */
struct hold {
    _Atomic bool entered, open;
    cudaStream_t stream;
};

/** Holds the stream; false if the host function was not called. */
bool hold_stream(struct hold *hold, cudaStream_t stream);

/** The same, without waiting until the host function has begun; hold->stream is set. */
bool hold_stream_later(struct hold *hold);
void let_go(struct hold *hold);

/** How long a call may take that is said not to wait. */
int patience_ms(void);

/** Whether a function gives a value back in time; it runs in a thread of its own. */
struct attempt {
    cudaError_t (*call)(void *context);
    void *context;
    cudaError_t code;
    _Atomic bool returned;
    unsigned long thread;
};
bool returns_in_time(struct attempt *attempt);
void finish_attempt(struct attempt *attempt);

#ifndef AS_HIP
#include "optional.h"
#endif

#endif
