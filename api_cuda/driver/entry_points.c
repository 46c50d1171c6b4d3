/** Finds functions by name and version. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#include "entry_table.h"

#define HIGHEST_FLAGS (CU_GET_PROC_ADDRESS_LEGACY_STREAM | \
                       CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)

static int compare_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct gicu_entry *)row)->name);
}

void *gicu_find(const char *name, int version, bool per_thread, int *out_since)
{
    const struct gicu_entry *const end = gicu_entries + gicu_entry_count;
    const struct gicu_entry *row = bsearch(name, gicu_entries, gicu_entry_count, sizeof *row,
                                           compare_name);
    void (*found)(void) = NULL, (*own)(void) = NULL;
    int since[2] = { 0, 0 };             /* of the legacy and the own default stream */
    bool is_own;

    *out_since = 0;
    if (row == NULL)
        return NULL;
    while (row > gicu_entries && strcmp(row[-1].name, name) == 0)
        row--;
    for (; row < end && strcmp(row->name, name) == 0; row++) {
        if (since[row->per_thread] == 0)
            since[row->per_thread] = row->since;
        if (row->since <= version)
            *(row->per_thread ? &own : &found) = row->function;
    }
    /* A function that both have is not found for an older program in its other form. */
    is_own = per_thread && since[true] != 0;
    *out_since = since[is_own];
    if (*out_since == 0)
        return NULL;
    return (void *)(uintptr_t)(is_own ? own : found);
}

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *result)
{
    CUdriverProcAddressQueryResult answer = CU_GET_PROC_ADDRESS_SUCCESS;
    int since;

    CU_NOT_NULL(symbol);
    CU_NOT_NULL(function);
    CU_REQUIRE(version <= CUDA_VERSION, "%s: version is %d, this library has %d", __func__, version,
               CUDA_VERSION);
    CU_REQUIRE(flags <= HIGHEST_FLAGS, "%s: flags is 0x%llx, not one of 0 to %d", __func__,
               (unsigned long long)flags, HIGHEST_FLAGS);
    *function = gicu_find(symbol, version,
                          (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0, &since);
    if (*function == NULL)
        answer = since > version ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                 : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (result != NULL)
        *result = answer;
    return CUDA_SUCCESS;
}

/* The vendor's runtime asks for private tables first, so this is where a program shows that it
 * contains that runtime. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    CU_NOT_NULL(table);
    CU_NOT_NULL(id);
    *table = NULL;
    return gicu_error(gi_fail(GI_NOT_FOUND, "%s: this library has no private tables. A program "
                              "that asks for one contains the vendor's runtime; link it with "
                              "-cudart shared, or its objects with libcudainterop", __func__));
}
