/** Finds functions of the driver interface by name. */
#include "cuda_runtime_api.h"

#include "driver/driver.h"
#include "front.h"
#include "per_thread.h"

/** The flags of both default streams together are accepted, as by the vendor. */
#define HIGHEST_FLAGS (cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream)

static cudaError_t find_entry_point(const char *caller, const char *symbol, void **function,
                                    int version, unsigned long long flags, bool per_thread,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    enum cudaDriverEntryPointQueryResult answer = cudaDriverEntryPointSuccess;
    int since;

    FRONT_REQUIRE(symbol != NULL, "%s: symbol is NULL", caller);
    FRONT_REQUIRE(function != NULL, "%s: function is NULL", caller);
    FRONT_REQUIRE(flags <= HIGHEST_FLAGS, "%s: flags is %llu, not one of 0 to %u", caller, flags,
                  HIGHEST_FLAGS);
    FRONT_TRY(front_begin_look());
    if (flags != cudaEnableDefault)
        per_thread = (flags & cudaEnablePerThreadDefaultStream) != 0;
    *function = gicu_find(symbol, version, per_thread, &since);
    if (*function == NULL)
        answer = since > version ? cudaDriverEntryPointVersionNotSufficent
                                 : cudaDriverEntryPointSymbolNotFound;
    if (result != NULL)
        *result = answer;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    return find_entry_point(__func__, symbol, function, CUDART_VERSION, flags, false, result);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    int asked = version > CUDART_VERSION ? CUDART_VERSION : (int)version;

    return find_entry_point(__func__, symbol, function, asked, flags, false, result);
}

/* The symbols of programs whose default stream is the calling thread's own. */

cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *result)
{
    return find_entry_point(__func__, symbol, function, CUDART_VERSION, flags, true, result);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function,
                                                  unsigned int version, unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *result)
{
    int asked = version > CUDART_VERSION ? CUDART_VERSION : (int)version;

    return find_entry_point(__func__, symbol, function, asked, flags, true, result);
}

cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id)
{
    FRONT_NOT_NULL(table);
    FRONT_NOT_NULL(id);
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: this library has no private tables",
                               __func__));
}
