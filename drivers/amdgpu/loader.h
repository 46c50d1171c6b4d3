/** libdrm and the calls taken from it: the only part that opens the libraries. */
#ifndef GIAMD_LOADER_H
#define GIAMD_LOADER_H

#include <amdgpu.h>
#include <amdgpu_drm.h>
#include <xf86drm.h>

#include "base/status.h"

/* What every driver of the kernel has, from libdrm.so.2. */
#define GIAMD_DRM_CALLS(CALL) \
    CALL(drm, GetDevices2) \
    CALL(drm, FreeDevices) \
    CALL(drm, GetVersion) \
    CALL(drm, FreeVersion) \
    CALL(drm, GetCap)

/* From libdrm_amdgpu.so.1. */
#define GIAMD_AMDGPU_CALLS(CALL) \
    CALL(amdgpu_, device_initialize) \
    CALL(amdgpu_, device_deinitialize) \
    CALL(amdgpu_, get_marketing_name) \
    CALL(amdgpu_, query_gpu_info) \
    CALL(amdgpu_, query_hw_ip_info) \
    CALL(amdgpu_, query_info) \
    CALL(amdgpu_, bo_alloc) \
    CALL(amdgpu_, bo_free) \
    CALL(amdgpu_, bo_import) \
    CALL(amdgpu_, bo_export) \
    CALL(amdgpu_, bo_query_info) \
    CALL(amdgpu_, bo_cpu_map) \
    CALL(amdgpu_, bo_cpu_unmap) \
    CALL(amdgpu_, bo_va_op_raw) \
    CALL(amdgpu_, create_bo_from_user_mem) \
    CALL(amdgpu_, va_range_alloc) \
    CALL(amdgpu_, va_range_free) \
    CALL(amdgpu_, cs_ctx_create2) \
    CALL(amdgpu_, cs_ctx_free) \
    CALL(amdgpu_, cs_query_reset_state2) \
    CALL(amdgpu_, cs_submit_raw2) \
    CALL(amdgpu_, cs_create_syncobj2) \
    CALL(amdgpu_, cs_destroy_syncobj) \
    CALL(amdgpu_, cs_export_syncobj) \
    CALL(amdgpu_, cs_import_syncobj) \
    CALL(amdgpu_, cs_syncobj_export_sync_file) \
    CALL(amdgpu_, cs_syncobj_import_sync_file) \
    CALL(amdgpu_, cs_syncobj_reset) \
    CALL(amdgpu_, cs_syncobj_signal) \
    CALL(amdgpu_, cs_syncobj_timeline_signal) \
    CALL(amdgpu_, cs_syncobj_timeline_wait) \
    CALL(amdgpu_, cs_syncobj_query2) \
    CALL(amdgpu_, cs_syncobj_transfer)

#define GIAMD_DECLARE_CALL(prefix, name) __typeof__(prefix##name) *name;

struct giamd_drm_calls {
    GIAMD_DRM_CALLS(GIAMD_DECLARE_CALL)
};

struct giamd_calls {
    GIAMD_AMDGPU_CALLS(GIAMD_DECLARE_CALL)
};

#undef GIAMD_DECLARE_CALL

/** Answers the function of that name, NULL if there is none. */
typedef void (*giamd_function)(void);
typedef giamd_function (*giamd_resolve)(const char *name);

/** For tests: from now on calls are found by resolve instead of in the system's libraries, so that
 *  any of them can be recorded or made to fail; NULL goes back to the system's.
 *  Threads: one, before the driver is first used. */
void giamd_loader_replace(giamd_resolve resolve);

/** Opens libdrm.so.2, which stays open until the process ends, and fills its calls.
 *  Errors: GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status giamd_loader_open_drm(struct giamd_drm_calls *out_calls);

/** The same of libdrm_amdgpu.so.1, once a card is there.
 *  Errors: GI_NO_DRIVER, with what is missing. */
GI_MUST_CHECK gi_status giamd_loader_open(struct giamd_calls *out_calls);

/** The errno behind what a call answered: some answer it negated, others -1 and set errno. */
int giamd_error(int answer);

/** The same of the few that only ever answer it negated, and may mean EPERM by -1. */
static inline int giamd_plain_error(int answer)
{
    return -answer;
}

/** Fails with the status that belongs to an errno. what was attempted begins the sentence, as in
 *  "memory import". */
GI_COLD gi_status giamd_fail(int error, const char *what);

/** The status alone. */
gi_status giamd_status(int error);

#endif
