/** The beginning and the return of a call, for every file of CUDA's driver interface. The interface
 *  has no last error.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_H
#define GICUDA_DRIVER_H

#include "cuda.h"

#include "base/interface.h"
#include "base/status.h"
#include "cards/visible.h"
#include "context/context.h"
#include "stream/unsafe_call.h"

/** It has the runtime interface's number, so both show the same devices. */
extern const struct gi_interface gicu_interface;

/** Flags of contexts. */
#define GICU_CONTEXT_FLAGS \
    ((unsigned int)(CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | \
                    CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE | CU_CTX_SYNC_MEMOPS))

/** Translates a status. */
CUresult gicu_error_of(gi_status status);

/** Translates the status of a call that ends, and publishes its sentence. */
CUresult gicu_error(gi_status status);

/** As gicu_error, for calls that examine arguments first and need no current context. A call that
 *  cannot begin says so, whatever its arguments are. */
CUresult gicu_ready_error(gi_status status);

/** Begins a call that needs a current context.
 *  Errors: GI_NOT_INITIALIZED, GI_INVALID_CONTEXT, GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK static inline gi_status gicu_begin(void)
{
    return gi_visible_begin(&gicu_interface);
}

/** Begins a call on an object, which has a context of its own.
 *  Errors: GI_NOT_INITIALIZED, GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK static inline gi_status gicu_begin_object(void)
{
    return gi_visible_begin_object(&gicu_interface);
}

/** Begins a call on an object that a failed context leaves as it is.
 *  Errors: as gicu_begin_object. */
GI_MUST_CHECK static inline gi_status gicu_begin_lasting(void)
{
    return gi_visible_begin_lasting(&gicu_interface);
}

/** Begins a call that needs none.
 *  Errors: GI_NOT_INITIALIZED. */
GI_MUST_CHECK static inline gi_status gicu_ready(void)
{
    return gi_visible_check(&gicu_interface);
}

/** The entry point of a name for a program of this version. NULL if there is none; *out_since is
 *  the oldest version of the name, 0 if the name is unknown. */
void *gicu_find(const char *name, int version, bool per_thread, int *out_since);

/* The next macros return from the entry point that uses them. */

#define CU_TRY(status) \
    do { \
        gi_status cu_status_ = (status); \
        if (cu_status_ != GI_OK) \
            return gicu_error(cu_status_); \
    } while (0)

/* A call that is unsafe while a stream captures. */
#define CU_UNSAFE() CU_TRY(gi_capture_forbids(__func__))

#define CU_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) \
            return gicu_error(gi_fail(GI_INVALID_VALUE, __VA_ARGS__)); \
    } while (0)

#define CU_NOT_NULL(argument) \
    CU_REQUIRE((argument) != NULL, "%s: " #argument " is NULL", __func__)

/* Handles and pointers. */

static inline gi_handle gicu_handle(const void *handle)
{
    return (gi_handle)(uintptr_t)handle;
}

static inline void *gicu_pointer(uint64_t number)
{
    return (void *)(uintptr_t)number;
}

#endif
