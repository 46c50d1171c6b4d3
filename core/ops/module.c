#include "module.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "memory.h"

/* A managed variable; freed with its module. */
struct managed {
    uint64_t pointer;
    struct managed *next;
};

struct gi_module {
    const void *image;
    struct managed *managed;
    struct gi_module *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gi_module *modules;                /* the list and its modules are guarded by lock */
static bool told_of_kernels;

struct gi_module *gi_module_register(const void *image)
{
    struct gi_module *module = calloc(1, sizeof *module);

    if (module == NULL) {
        gi_log(GI_LOG_ERROR, "no host memory to keep track of device code");
        return NULL;
    }
    module->image = image;
    pthread_mutex_lock(&lock);
    module->next = modules;
    modules = module;
    pthread_mutex_unlock(&lock);
    gi_log(GI_LOG_DEBUG, "device code at %p was registered", image);
    return module;
}

/* Finds the link to the module, or the last link. The lock is held. */
static struct gi_module **find(const struct gi_module *module)
{
    struct gi_module **at = &modules;

    while (*at != NULL && *at != module)
        at = &(*at)->next;
    return at;
}

/* Frees a variable; a reset of the device may have freed it already. */
static void give_back(struct managed *managed)
{
    struct gi_pointer_info info;
    gi_status status = gi_pointer_query(managed->pointer, &info);

    if (status == GI_OK && info.kind == GI_POINTER_MANAGED)
        status = gi_memory_free(managed->pointer);
    (void)status;
    free(managed);
}

void gi_module_unregister(struct gi_module *module)
{
    struct gi_module **at;
    bool is_known;

    if (module == NULL)
        return;
    pthread_mutex_lock(&lock);
    at = find(module);
    is_known = *at != NULL;
    if (is_known)
        *at = module->next;
    pthread_mutex_unlock(&lock);
    if (!is_known) {
        gi_log(GI_LOG_ERROR, "device code: %p was never registered", (void *)module);
        return;
    }
    while (module->managed != NULL) {
        struct managed *managed = module->managed;

        module->managed = managed->next;
        give_back(managed);
    }
    free(module);
}

void gi_module_add_kernel(struct gi_module *module, const char *name)
{
    bool is_first;

    pthread_mutex_lock(&lock);
    is_first = *find(module) != NULL && !told_of_kernels;
    told_of_kernels |= is_first;
    pthread_mutex_unlock(&lock);
    if (is_first)
        gi_log(GI_LOG_INFO, "the program has kernels (%s is the first), which this version of the "
               "library does not run", name != NULL ? name : "one without a name");
}

/* Adds a variable to the module; false if the module has ended. */
static bool keep(struct gi_module *module, struct managed *managed)
{
    bool is_known;

    pthread_mutex_lock(&lock);
    is_known = *find(module) != NULL;
    if (is_known) {
        managed->next = module->managed;
        module->managed = managed;
    }
    pthread_mutex_unlock(&lock);
    return is_known;
}

gi_status gi_module_add_managed(struct gi_module *module, const char *name, const void *initial,
                                size_t size_bytes, uint64_t *out_pointer)
{
    struct managed *managed = calloc(1, sizeof *managed);
    uint64_t pointer;
    gi_status status;

    if (managed == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a managed variable");
    status = gi_memory_managed_alloc(size_bytes, GI_MANAGED_GLOBAL, &pointer);
    if (status != GI_OK) {
        free(managed);
        return status;
    }
    managed->pointer = pointer;
    if (size_bytes != 0)
        memcpy((void *)(uintptr_t)pointer, initial, size_bytes);
    if (!keep(module, managed)) {
        give_back(managed);
        return gi_fail(GI_INVALID_VALUE, "managed variable %s: %p is no registered device code",
                       name, (void *)module);
    }
    *out_pointer = pointer;
    return GI_OK;
}
