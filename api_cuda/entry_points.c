/** Finds functions by name. There is no driver interface yet, so its functions are not found. */
#include "cuda_runtime_api.h"

#include "front.h"
#include "per_thread.h"

/** The flags of both default streams together are accepted, as by the vendor. */
#define HIGHEST_FLAGS (cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream)

static cudaError_t find(const char *caller, const char *symbol, void **function,
                        unsigned long long flags, enum cudaDriverEntryPointQueryResult *result)
{
    FRONT_REQUIRE(symbol != NULL, "%s: symbol is NULL", caller);
    FRONT_REQUIRE(function != NULL, "%s: function is NULL", caller);
    FRONT_REQUIRE(flags <= HIGHEST_FLAGS, "%s: flags is %llu, not one of 0 to %u", caller, flags,
                  HIGHEST_FLAGS);
    FRONT_TRY(front_begin());
    *function = NULL;
    if (result != NULL)
        *result = cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    return find(__func__, symbol, function, flags, result);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    (void)version;               /* a missing function is missing in every version */
    return find(__func__, symbol, function, flags, result);
}

/* The flags of the default stream do not matter for functions that are not found. */

cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *result)
{
    return cudaGetDriverEntryPoint(symbol, function, flags, result);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function,
                                                  unsigned int version, unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *result)
{
    return cudaGetDriverEntryPointByVersion(symbol, function, version, flags, result);
}

cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id)
{
    FRONT_NOT_NULL(table);
    FRONT_NOT_NULL(id);
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: this library has no private tables",
                               __func__));
}
