#include "known_functions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/heap/heap_names.h"

/* It never ends, and grows in front. */
struct known {
    const char *name, *definition;
    const struct known *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards growing; a leaf */
static _Atomic(const struct known *) first;

static bool is_known(const char *name)
{
    const struct known *known = atomic_load(&first);

    while (known != NULL && strcmp(known->name, name) != 0)
        known = known->next;
    return known != NULL;
}

void gi_known_function_add(const char *name, const char *definition)
{
    struct known *known = malloc(sizeof *known);
    char *own_name = strdup(name), *own_definition = strdup(definition);

    pthread_mutex_lock(&lock);
    if (known != NULL && own_name != NULL && own_definition != NULL && !is_known(name)) {
        *known = (struct known){ own_name, own_definition, atomic_load(&first) };
        atomic_store(&first, known);
        known = NULL;
        own_name = own_definition = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(known);
    free(own_name);
    free(own_definition);
}

static gi_status out_of_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for functions of device code");
}

gi_status gi_known_functions_for(const struct gi_ptx_module *ptx, char **out_text)
{
    const struct known *known = atomic_load(&first);
    const char *heap = gi_heap_text_for(ptx);

    *out_text = NULL;
    if (heap != NULL && asprintf(out_text, "\n%s", heap) < 0) {
        *out_text = NULL;
        return out_of_memory();
    }
    for (; known != NULL; known = known->next) {
        char *text = *out_text;

        if (!gi_heap_lacks(ptx, known->name))
            continue;
        if (asprintf(out_text, "%s\n%s", text != NULL ? text : "", known->definition) < 0)
            *out_text = NULL;
        free(text);
        if (*out_text == NULL)
            return out_of_memory();
    }
    return GI_OK;
}
