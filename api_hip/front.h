/** What every file of this front end uses: how a call begins, and how it answers. */
#ifndef GIHIP_FRONT_H
#define GIHIP_FRONT_H

#include "hip/hip_deprecated.h"
#include "hip/hip_runtime_api.h"

#include "status.h"
#include "stream_attributes.h"
#include "visible.h"

/** The error code that a status is in this interface.
 *  Threads: any. */
hipError_t gihip_error_of(gi_status status);

/** Translates a status and, if it is a failure, makes it the calling thread's last error.
 *  Threads: any. */
hipError_t gihip_error(gi_status status);

/** Makes error, which no status stands for, the calling thread's last one and gives it back. */
hipError_t gihip_record(hipError_t error);

/** The calling thread has no last error any more, not even that of a lost device, which is being
 *  reset. */
void gihip_forget_errors(void);

/** Answers a call whose flags are legal in stream capture alone. */
hipError_t gihip_outside_capture(const char *caller);

/** The name and the text of an error code; never NULL.
 *  Owner: the library's, for ever. */
const char *gihip_error_name(int code);
const char *gihip_error_text(int code);

/** Whether any error has the code. */
bool gihip_error_is_known(int code);

/** The devices as HIP_VISIBLE_DEVICES numbers them. */
extern struct gi_visible gihip_visible;

/** What every call begins with that needs a device.
 *  Threads: any.
 *  Errors:  as gi_visible_begin. */
GI_MUST_CHECK static inline gi_status gihip_begin(void)
{
    return gi_visible_begin(&gihip_visible);
}

/** Fills what a device is and can do, from the facts that the core has; the device exists. */
GI_MUST_CHECK gi_status gihip_device_properties(int ordinal, struct hipDeviceProp_tR0600 *out);

/** The same in the layout of HIP 5, for old binaries. */
GI_MUST_CHECK gi_status gihip_device_properties_old(int ordinal, struct hipDeviceProp_tR0000 *out);

/** True if all words are zero. */
static inline bool gihip_is_zero(const unsigned int *words, size_t count)
{
    unsigned int any = 0;

    for (size_t i = 0; i < count; i++)
        any |= words[i];
    return any == 0;
}

/** The priorities that this interface has. Of a stream that the other one made it tells the nearest
 *  of them. */
#define GIHIP_PRIORITY_LEAST 1
#define GIHIP_PRIORITY_GREATEST (-1)

static inline int gihip_priority(int priority)
{
    return gi_priority_clamp(priority, GIHIP_PRIORITY_GREATEST, GIHIP_PRIORITY_LEAST);
}

/* Out arguments are written on success only. */

/* These return from the entry point they stand in; the sentence begins with its name. */

/** Answers the call if status is not GI_OK. */
#define GIHIP_TRY(status) \
    do { \
        gi_status gihip_status_ = (status); \
        if (gihip_status_ != GI_OK) \
            return gihip_error(gihip_status_); \
    } while (0)

/** Answers "invalid value" if condition does not hold; the rest is the sentence and its values. */
#define GIHIP_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) \
            return gihip_error(gi_fail(GI_INVALID_VALUE, __VA_ARGS__)); \
    } while (0)

#define GIHIP_NOT_NULL(argument) \
    GIHIP_REQUIRE((argument) != NULL, "%s: " #argument " is NULL", __func__)

#endif
