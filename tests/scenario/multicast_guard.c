#include "multicast_guard.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {
    "cuMulticastCreate", "cuMulticastAddDevice", "cuMulticastBindMem", "cuMulticastBindAddr",
    "cuMulticastUnbind", "cuMulticastGetGranularity"
};

/* Whether a library of this project has it: those alone need the core, which has this function. */
static bool is_ours(const char *name)
{
    void *function = dlsym(RTLD_DEFAULT, name), *library, *kind = NULL;
    Dl_info info;

    if (function == NULL || dladdr(function, &info) == 0) {
        printf("skipped: no library of the process has %s\n", name);
        return false;
    }
    library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    if (library != NULL) {
        kind = dlsym(library, "gpuinterop_multicast_kind");
        dlclose(library);
    }
    if (kind == NULL)
        printf("skipped: %s is of %s, which is no library of this project\n", name, info.dli_fname);
    return kind != NULL;
}

void multicast_guard(void)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!is_ours(names[i]))
            exit(77);
    }
}
