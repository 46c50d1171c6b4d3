#include "current.h"

#include <pthread.h>
#include <stdlib.h>

/* The top lies apart, so programs with one context allocate nothing. */
static _Thread_local struct stack {
    struct gi_current_thread thread;
    uint32_t room;               /* entries in below */
    struct gi_current *below;
} current;

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;        /* its value is the memory of a thread's stack */
static bool has_key;

/* A destructor of the program may still call the library in this thread. */
static void drop(void *below)
{
    free(below);
    current.below = NULL;
    current.room = 0;
    current.thread.depth = current.thread.depth > 0 ? 1 : 0;
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, drop) == 0;
}

struct gi_current_thread *gi_current_thread(void)
{
    return &current.thread;
}

bool gi_current_top(struct gi_current *out_top)
{
    *out_top = current.thread.top;
    return current.thread.depth > 0;
}

int gi_current_ordinal(void)
{
    return current.thread.top.ordinal;
}

gi_handle gi_current_context(void)
{
    return current.thread.top.context;
}

void gi_current_replace(struct gi_current top)
{
    current.thread.top = top;
    if (current.thread.depth == 0)
        current.thread.depth = 1;
}

/* Makes room for the top among the entries below. */
static bool grow(void)
{
    uint32_t room = current.room == 0 ? 8 : 2 * current.room;
    struct gi_current *below;

    if (current.thread.depth <= current.room)
        return true;
    pthread_once(&key_once, make_key);
    below = realloc(current.below, room * sizeof *below);
    if (below == NULL)
        return false;
    if (has_key)
        pthread_setspecific(key, below);
    current.below = below;
    current.room = room;
    return true;
}

gi_status gi_current_push(struct gi_current top)
{
    if (current.thread.depth > 0) {
        if (!grow())
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stack of %u contexts",
                           current.thread.depth + 1);
        current.below[current.thread.depth - 1] = current.thread.top;
    }
    current.thread.top = top;
    current.thread.depth++;
    return GI_OK;
}

bool gi_current_pop(struct gi_current *out_top)
{
    struct gi_current_thread *thread = &current.thread;

    *out_top = thread->top;
    if (thread->depth == 0)
        return false;
    thread->depth--;
    thread->top = thread->depth > 0 ? current.below[thread->depth - 1] : (struct gi_current){ 0 };
    return true;
}

gi_status gi_current_check(void)
{
    gi_handle context = current.thread.top.context;

    if (context == 0 || gi_handle_is_live(context))
        return GI_OK;
    return gi_fail(GI_CONTEXT_DESTROYED, "the calling thread's current context 0x%llx was "
                   "destroyed", (unsigned long long)context);
}
