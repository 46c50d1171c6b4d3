/** Finding this library's own functions by name, version and default stream. */
#include "hip/hip_runtime_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"

#define PER_THREAD_STREAM 2u
#define LONGEST_NAME 120

/** The exported functions of this library, sorted by name, with their version nodes. */
static const struct symbol {
    const char *name, *node;
} symbols[] = {
#include "hip_symbols.h"
};

/** A version node as a number: 100 for each major version, 1 for each minor one. A function that
 *  the vendor does not export has the newest version. */
static int version_of(const char *node)
{
    int major, minor;

    return sscanf(node, "hip_%d.%d", &major, &minor) == 2 ? 100 * major + minor : 604;
}

/** Accepts both forms of a version: 604, and HIP_VERSION's 60443484. */
static int short_version(int version)
{
    return version >= 10000000 ? version / 10000000 * 100 + version / 100000 % 100 : version;
}

/** Opens this library itself, even if the program did not load it by name. */
static void *open_self(void)
{
    Dl_info self;

    if (dladdr((void *)(uintptr_t)hipInit, &self) == 0)
        return NULL;
    return dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

static int compare_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct symbol *)row)->name);
}

/** Finds a symbol and its first version; NULL if there is none. */
static void *find_entry(void *self, const char *name, int *out_version)
{
    const struct symbol *row = bsearch(name, symbols, sizeof symbols / sizeof symbols[0],
                                       sizeof symbols[0], compare_name);

    if (row == NULL)
        return NULL;
    *out_version = version_of(row->node);
    return dlsym(self, name);
}

/** Finds the function that the name means for a program of this version. */
static void *find_entry_point(void *self, const char *symbol, int version, uint64_t flags,
                              int *out_version)
{
    bool has_new_form = strcmp(symbol, "hipGetDeviceProperties") == 0 ||
                        strcmp(symbol, "hipChooseDevice") == 0;
    char name[LONGEST_NAME + 16];
    void *function = NULL;

    if (flags == PER_THREAD_STREAM) {
        snprintf(name, sizeof name, "%s_spt", symbol);
        function = find_entry(self, name, out_version);
    }
    if (function == NULL && has_new_form && version >= 600) {
        snprintf(name, sizeof name, "%sR0600", symbol);
        function = find_entry(self, name, out_version);
    }
    return function != NULL ? function : find_entry(self, symbol, out_version);
}

hipError_t hipGetProcAddress(const char *symbol, void **function, int version, uint64_t flags,
                             hipDriverProcAddressQueryResult *result)
{
    hipDriverProcAddressQueryResult unused;
    int since = 0;
    void *self;

    FRONT_NOT_NULL(symbol);
    FRONT_NOT_NULL(function);
    FRONT_REQUIRE(flags <= PER_THREAD_STREAM, "%s: flags is %llu, not one of 0 to 2", __func__,
                  (unsigned long long)flags);
    FRONT_TRY(front_begin());
    result = result != NULL ? result : &unused;
    *function = NULL;            /* a function that does not exist is an answer, too */
    *result = HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    self = strlen(symbol) <= LONGEST_NAME ? open_self() : NULL;
    if (self != NULL) {
        *function = find_entry_point(self, symbol, short_version(version), flags, &since);
        dlclose(self);
    }
    FRONT_REQUIRE(*function != NULL, "%s: no function is called %.60s", __func__, symbol);
    if (since > short_version(version)) {
        *function = NULL;
        *result = HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        return front_error(gi_fail(GI_INVALID_VALUE, "%s: %.60s came with version %d, not yet in "
                                   "%d", __func__, symbol, since, version));
    }
    *result = HIP_GET_PROC_ADDRESS_SUCCESS;
    return hipSuccess;
}

const char *hipApiName(uint32_t id)
{
    (void)id;                    /* the ids are a tracer's, which cannot attach here */
    return "unknown";
}

void __hipGetPCH(const char **header, unsigned int *size)
{
    if (header != NULL)
        *header = NULL;
    if (size != NULL)
        *size = 0;
}
