#include "known_functions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/ptx/ptx.h"

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

static bool needs(const struct gi_ptx_module *ptx, const struct known *known)
{
    const struct gi_ptx_text name = { known->name, (uint32_t)strlen(known->name) };
    const struct gi_ptx_function *function = gi_ptx_find_function(ptx, name);

    return function != NULL && !function->has_body && !function->is_entry;
}

gi_status gi_known_functions_for(const struct gi_ptx_module *ptx, char **out_text)
{
    const struct known *known = atomic_load(&first);

    *out_text = NULL;
    for (; known != NULL; known = known->next) {
        char *text = *out_text;

        if (!needs(ptx, known))
            continue;
        if (asprintf(out_text, "%s\n%s", text != NULL ? text : "", known->definition) < 0)
            *out_text = NULL;
        free(text);
        if (*out_text == NULL)
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for functions of device code");
    }
    return GI_OK;
}
