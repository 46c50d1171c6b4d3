/** What every file of this front end uses: how a call begins, and how it answers. */
#ifndef GICUDA_FRONT_H
#define GICUDA_FRONT_H

#include "cuda_runtime_api.h"

#include "status.h"
#include "stream_attributes.h"
#include "visible.h"

/** The error code that a status is in this interface.
 *  Threads: any. */
cudaError_t gicuda_error_of(gi_status status);

/** Translates a status and, if it is a failure, makes it the calling thread's last error.
 *  Threads: any. */
cudaError_t gicuda_error(gi_status status);

/** Makes error, which no status stands for, the calling thread's last one and gives it back. */
cudaError_t gicuda_record(cudaError_t error);

/** The calling thread has no last error any more, not even that of a lost device, which is being
 *  reset. */
void gicuda_forget_errors(void);

/** Answers a call whose flags are legal in stream capture alone. */
cudaError_t gicuda_outside_capture(const char *caller);

/** The name and the text of an error code; never NULL.
 *  Owner: the library's, for ever. */
const char *gicuda_error_name(int code);
const char *gicuda_error_text(int code);

/** The devices as CUDA_VISIBLE_DEVICES numbers them. */
extern struct gi_visible gicuda_visible;

/** What every call begins with that needs a device.
 *  Threads: any.
 *  Errors:  as gi_visible_begin. */
GI_MUST_CHECK static inline gi_status gicuda_begin(void)
{
    return gi_visible_begin(&gicuda_visible);
}

/** Fills what a device is and can do, from the facts that the core has; the device exists. */
GI_MUST_CHECK gi_status gicuda_device_properties(int ordinal, struct cudaDeviceProp *out);

/** True if all words are zero. */
static inline bool gicuda_is_zero(const unsigned int *words, size_t count)
{
    unsigned int any = 0;

    for (size_t i = 0; i < count; i++)
        any |= words[i];
    return any == 0;
}

/** The priorities that this interface has. Of a stream that the other one made it tells the nearest
 *  of them. */
#define GICUDA_PRIORITY_LEAST 0
#define GICUDA_PRIORITY_GREATEST (-5)

static inline int gicuda_priority(int priority)
{
    return gi_priority_clamp(priority, GICUDA_PRIORITY_GREATEST, GICUDA_PRIORITY_LEAST);
}

/* Out arguments are written on success only. The calls that allocate memory and arrays, and those
 * that give another address of memory, set theirs to NULL first, as the vendor's do: behind
 * gicuda_begin, since the vendor's write nothing where there is no device. */

/* These return from the entry point they stand in; the sentence begins with its name. */

/** Answers the call if status is not GI_OK. */
#define GICUDA_TRY(status) \
    do { \
        gi_status gicuda_status_ = (status); \
        if (gicuda_status_ != GI_OK) \
            return gicuda_error(gicuda_status_); \
    } while (0)

/** Answers "invalid value" if condition does not hold; the rest is the sentence and its values. */
#define GICUDA_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) \
            return gicuda_error(gi_fail(GI_INVALID_VALUE, __VA_ARGS__)); \
    } while (0)

#define GICUDA_NOT_NULL(argument) \
    GICUDA_REQUIRE((argument) != NULL, "%s: " #argument " is NULL", __func__)

#endif
