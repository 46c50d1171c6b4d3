#include "failed_context.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "current.h"

struct failed {
    struct failed *next;
    gi_handle context;
    int ordinal;
    gi_status status;
    char why[200];
};

atomic_uint gi_failed_contexts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct failed *first;

/* The link to a context's failure, or the last link. The lock is held. */
static struct failed **find_failed(gi_handle context, int ordinal)
{
    struct failed **at = &first;

    while (*at != NULL && ((*at)->context != context || (*at)->ordinal != ordinal))
        at = &(*at)->next;
    return at;
}

bool gi_failed_context_set(gi_handle context, int ordinal, gi_status status, const char *why)
{
    struct failed *made = calloc(1, sizeof *made), **at;

    if (made == NULL)
        return false;
    *made = (struct failed){ .context = context, .ordinal = ordinal, .status = status };
    strncpy(made->why, why, sizeof made->why - 1);
    pthread_mutex_lock(&lock);
    at = find_failed(context, ordinal);
    if (*at == NULL) {
        *at = made;
        made = NULL;
        atomic_fetch_add(&gi_failed_contexts, 1);
    }
    pthread_mutex_unlock(&lock);
    free(made);
    return true;
}

bool gi_failed_context_clear(gi_handle context, int ordinal)
{
    struct failed **at, *found;

    pthread_mutex_lock(&lock);
    at = find_failed(context, ordinal);
    found = *at;
    if (found != NULL) {
        *at = found->next;
        atomic_fetch_sub(&gi_failed_contexts, 1);
    }
    pthread_mutex_unlock(&lock);
    free(found);
    return found != NULL;
}

gi_status gi_failed_context_look(gi_handle context, int ordinal)
{
    const struct failed *found;
    gi_status status = GI_OK;
    char why[sizeof first->why];

    pthread_mutex_lock(&lock);
    found = *find_failed(context, ordinal);
    if (found != NULL) {
        status = found->status;
        memcpy(why, found->why, sizeof why);
    }
    pthread_mutex_unlock(&lock);
    if (status == GI_OK)
        return GI_OK;
    return gi_fail(status, "%s of device %d has ended with a failed kernel (%s); %s",
                   context == 0 ? "the primary context" : "a context", ordinal, why,
                   context == 0 ? "reset the device" : "destroy it");
}

gi_status gi_failed_context_look_current(void)
{
    struct gi_current top;

    return gi_current_top(&top) ? gi_failed_context_look(top.context, top.ordinal) : GI_OK;
}
