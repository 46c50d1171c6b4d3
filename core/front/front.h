/** Common functions of all files of a front end: the begin and the return of a call.
 *
 *  The files beside this one are common to all interfaces. They are written in neutral names
 *  (gpuMalloc) and compiled once for each interface. The interface's folder has front_names.h.
 *  It maps each neutral name to the interface's own, and describes the interface's differences
 *  by FRONT_ names. Functions of only one interface stand in its folder, and use the functions
 *  and macros below.
 *
 *  Threads: any. */
#ifndef GI_FRONT_H
#define GI_FRONT_H

#include "front_names.h"

#include <string.h>

#include "base/interface.h"
#include "base/status.h"
#include "stream/stream.h"
#include "stream/stream_attributes.h"
#include "stream/unsafe_call.h"
#include "cards/visible.h"

/** The number of this interface in the core. */
extern const struct gi_interface front_interface;

/** Translates a status to the interface's error code. */
gpuError_t front_error_of(gi_status status);

/** Translates a status; makes a failure the calling thread's last error. */
gpuError_t front_error(gi_status status);

/** Makes error, which no status translates to, the calling thread's last error, and returns it. */
gpuError_t front_record(gpuError_t error);

/** Answers a call whose flags are valid only in stream capture. */
gpuError_t front_outside_capture(const char *caller);

/** Translates a location of memory to the core's device.
 *  Errors: GI_INVALID_VALUE if it is no device. */
GI_MUST_CHECK gi_status front_location_device(const char *caller, const gpuMemLocation *location,
                                              int *out_ordinal);

/** An error code, its name and its text. Each interface has a table, sorted by code. */
struct front_error_row {
    gpuError_t code;
    const char *name;
    const char *text;
};
extern const struct front_error_row front_error_rows[];
extern const size_t front_error_row_count;

/** The name and the text of an error code; never NULL.
 *  Owner: the library's, for ever. */
const char *front_error_name(int code);
const char *front_error_text(int code);

/** Whether an error has this code. */
bool front_error_is_known(int code);

/** Begins every call that needs a device.
 *  Errors: as gi_visible_begin. */
GI_MUST_CHECK static inline gi_status front_begin(void)
{
    return gi_visible_begin(&front_interface);
}

/** As front_begin, for a call that also answers when the current context has failed.
 *  Errors: as gi_visible_begin_any. */
GI_MUST_CHECK static inline gi_status front_begin_any(void)
{
    return gi_visible_begin_any(&front_interface);
}

/** As front_begin_any, for a call that leaves the thread's contexts alone.
 *  Errors: as gi_visible_begin_look. */
GI_MUST_CHECK static inline gi_status front_begin_look(void)
{
    return gi_visible_begin_look(&front_interface);
}

/** Begins a call on an object, which has a context of its own.
 *  Errors: as gi_visible_begin_object. */
GI_MUST_CHECK static inline gi_status front_begin_object(void)
{
    return gi_visible_begin_object(&front_interface);
}

/** Whether a stream is one of the default streams. */
static inline bool front_is_default_stream(gpuStream_t stream)
{
    return (gi_handle)(uintptr_t)stream <= GI_STREAM_PER_THREAD;
}

/** Begins a call in a stream. A default stream is the current context's, every other has its own
 *  context.
 *  Errors: as gi_visible_begin. */
GI_MUST_CHECK static inline gi_status front_begin_in(gpuStream_t stream)
{
    return front_is_default_stream(stream) ? front_begin() : front_begin_object();
}

/** Begins a call that needs no context.
 *  Errors: as gi_visible_check. */
GI_MUST_CHECK static inline gi_status front_ready(void)
{
    return gi_visible_check(&front_interface);
}

/** Initialises an interface whose programs need not do so, for a call that goes no further. A
 *  failure to do so is not the call's. */
static inline void front_start(void)
{
    if (!front_interface.is_explicit && gi_visible_begin_look(&front_interface) != GI_OK)
        return;
}

/** Whether all words of an array of at most FRONT_RESERVED_WORDS are zero. */
enum { FRONT_RESERVED_WORDS = 16 };
static inline bool front_is_zero(const unsigned int *words, size_t count)
{
    static const unsigned int zeros[FRONT_RESERVED_WORDS];

    /* A compiler that knows the count calls no function. */
    return memcmp(words, zeros, count * sizeof *words) == 0;
}

/** Clamps the priority of a stream, which another interface may have made, to this interface's
 *  range. */
static inline int front_priority(int priority)
{
    return gi_priority_clamp(priority, FRONT_PRIORITY_GREATEST, FRONT_PRIORITY_LEAST);
}

/* Out arguments are written on success only, with two exceptions. One vendor's calls that allocate
 * memory or arrays, or return another address of memory, first set theirs to NULL. Its runtime's
 * calls do so after front_begin, so without a device they write nothing. The calls of its driver
 * interface do so before. */

/** Sets the pointer or handle at out to NULL if the vendor's call does that first. */
#define FRONT_CLEAR(out) \
    do { \
        if (FRONT_CLEARS_OUT == 1) \
            *(out) = 0; \
    } while (0)

/** As FRONT_CLEAR, for an interface whose calls clear the argument before they begin. */
#define FRONT_CLEAR_FIRST(out) \
    do { \
        if (FRONT_CLEARS_OUT == 2) \
            *(out) = 0; \
    } while (0)

/* The next two return from the entry point that uses them. The error sentence begins with its
 * name. */

/** Returns from the call if status is not GI_OK. */
#define FRONT_TRY(status) \
    do { \
        gi_status front_status_ = (status); \
        if (front_status_ != GI_OK) \
            return front_error(front_status_); \
    } while (0)

/** Returns "invalid value" if condition is false; the other arguments are the sentence and its
 *  values. */
#define FRONT_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) { \
            front_start(); \
            return front_error(gi_fail(GI_INVALID_VALUE, __VA_ARGS__)); \
        } \
    } while (0)

/** Returns from a call that is unsafe while a stream captures, where a capture forbids it. A table
 *  says which calls are: tests/rules/capture_behaviour.txt. */
#define FRONT_UNSAFE() FRONT_TRY(gi_capture_forbids(__func__))

#define FRONT_NOT_NULL(argument) \
    FRONT_REQUIRE((argument) != NULL, "%s: " #argument " is NULL", __func__)

#endif
