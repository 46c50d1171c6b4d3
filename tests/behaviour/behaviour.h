/* What the topic files of the behaviour probe share: printing an answer, and their entries. */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Functions that a library under question may lack yet: "not in this version" is then their answer,
 * and they do nothing. */
#define NOT_IN_THIS_VERSION ((cudaError_t)-7)

#define OPTIONAL(function, ...) \
    (function != NULL ? function(__VA_ARGS__) : NOT_IN_THIS_VERSION)

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) __attribute__((weak));
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
    __attribute__((weak));
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) __attribute__((weak));
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) __attribute__((weak));
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) __attribute__((weak));

#endif
