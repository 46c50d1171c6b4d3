/** What every file of this front end uses: how a call begins, and how it answers. */
#ifndef GICUDA_FRONT_H
#define GICUDA_FRONT_H

#include "cuda_runtime_api.h"

#include "status.h"

/** The error code that a status is in this interface.
 *  Threads: any. */
cudaError_t gicuda_error_of(gi_status status);

/** Translates a status and, if it is a failure, makes it the calling thread's last error.
 *  Threads: any. */
cudaError_t gicuda_error(gi_status status);

/** Makes error, which no status stands for, the calling thread's last one and gives it back. */
cudaError_t gicuda_record(cudaError_t error);

/** Answers a call whose flags are legal in stream capture alone. */
cudaError_t gicuda_outside_capture(const char *caller);

/** The name and the text of an error code; never NULL.
 *  Owner: the library's, for ever. */
const char *gicuda_error_name(int code);
const char *gicuda_error_text(int code);

/** Finds out which devices the program may use, and gives the calling thread its first current
 *  one; cheap after the first call. Every call that needs a device begins with it.
 *  Threads: any.
 *  Errors:  GI_NO_DEVICE if CUDA_VISIBLE_DEVICES leaves none, GI_NOT_PERMITTED in a host function,
 *           and those of gi_device_count. */
GI_MUST_CHECK gi_status gicuda_begin(void);

/** How many devices the program may use; also in a host function of a stream.
 *  Errors: as gicuda_begin. */
GI_MUST_CHECK gi_status gicuda_device_count(int *out_count);

/** Says whether the calling thread runs a host function of a stream, in which the vendor permits no
 *  call that could wait for the stream; gicuda_begin refuses then. */
void gicuda_set_in_host_function(bool inside);

/** The core's ordinal of one of the program's devices.
 *  Errors: GI_INVALID_DEVICE, and those of gicuda_begin. */
GI_MUST_CHECK gi_status gicuda_device_to_core(int device, int *out_ordinal);

/** The program's number for a device of the core, -1 if the program may not use it; gicuda_begin
 *  was called. */
int gicuda_device_from_core(int ordinal);

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
