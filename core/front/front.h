/** What every file of a front end uses: how a call begins, and how it answers.
 *
 *  The files beside this one are what all interfaces have. They are written in neutral names
 *  (gpuMalloc) and compiled once for each interface. The interface's folder has front_names.h: it
 *  gives each neutral name the interface's own, and says by FRONT_ names how the interface differs.
 *  What one interface alone has is written in its folder, with the functions and macros below. */
#ifndef GI_FRONT_H
#define GI_FRONT_H

#include "front_names.h"

#include "base/interface.h"
#include "base/status.h"
#include "stream/stream_attributes.h"
#include "cards/visible.h"

/** This interface, as the core knows it. */
extern const struct gi_interface front_interface;

/** The error code that a status is in this interface.
 *  Threads: any. */
gpuError_t front_error_of(gi_status status);

/** Translates a status and, if it is a failure, makes it the calling thread's last error.
 *  Threads: any. */
gpuError_t front_error(gi_status status);

/** Makes error, which no status stands for, the calling thread's last one and gives it back. */
gpuError_t front_record(gpuError_t error);

/** Answers a call whose flags are legal in stream capture alone. */
gpuError_t front_outside_capture(const char *caller);

/** The core's device at a location of memory.
 *  Errors: GI_INVALID_VALUE if it is no device's. */
GI_MUST_CHECK gi_status front_location_device(const char *caller, const gpuMemLocation *location,
                                              int *out_ordinal);

/** Answers a call that asks whether stream records into a graph, which no stream does yet. */
gpuError_t front_not_capturing(const char *caller, gpuStream_t stream,
                               gpuStreamCaptureStatus *out_status);

/** An error code, its name and its text. Each interface has a table of all, by ascending code. */
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

/** Whether any error has the code. */
bool front_error_is_known(int code);

/** What every call begins with that needs a device.
 *  Threads: any.
 *  Errors:  as gi_visible_begin. */
GI_MUST_CHECK static inline gi_status front_begin(void)
{
    return gi_visible_begin(&front_interface);
}

/** Fills what a device is and can do, from the facts that the core has; the device exists. */
GI_MUST_CHECK gi_status front_device_properties(int ordinal, gpuDeviceProp *out);

/** True if all words are zero. */
static inline bool front_is_zero(const unsigned int *words, size_t count)
{
    unsigned int any = 0;

    for (size_t i = 0; i < count; i++)
        any |= words[i];
    return any == 0;
}

/** The nearest priority that this interface has, for a stream that another one made. */
static inline int front_priority(int priority)
{
    return gi_priority_clamp(priority, FRONT_PRIORITY_GREATEST, FRONT_PRIORITY_LEAST);
}

/* Out arguments are written on success only. One vendor's calls that allocate memory and arrays,
 * or that give another address of memory, set theirs to NULL first. They do so after front_begin:
 * where there is no device they write nothing. */

/** Sets the pointer or handle at out to NULL where the vendor's call does that first. */
#define FRONT_CLEAR(out) \
    do { \
        if (FRONT_CLEARS_OUT) \
            *(out) = NULL; \
    } while (0)

/* These return from the entry point they stand in; the sentence begins with its name. */

/** Answers the call if status is not GI_OK. */
#define FRONT_TRY(status) \
    do { \
        gi_status front_status_ = (status); \
        if (front_status_ != GI_OK) \
            return front_error(front_status_); \
    } while (0)

/** Answers "invalid value" if condition does not hold; the rest is the sentence and its values. */
#define FRONT_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) \
            return front_error(gi_fail(GI_INVALID_VALUE, __VA_ARGS__)); \
    } while (0)

#define FRONT_NOT_NULL(argument) \
    FRONT_REQUIRE((argument) != NULL, "%s: " #argument " is NULL", __func__)

#endif
