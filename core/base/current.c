#include "current.h"

#include <pthread.h>
#include <stdlib.h>

/* The top lies apart, so programs with one context allocate nothing. */
static _Thread_local struct stack {
    struct gi_current top;
    uint32_t depth;              /* with the top */
    uint32_t room;               /* entries in below */
    struct gi_current *below;
} stack;

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;        /* its value is the memory of a thread's stack */
static bool has_key;

/* A destructor of the program may still call the library in this thread. */
static void drop(void *below)
{
    free(below);
    stack.below = NULL;
    stack.room = 0;
    stack.depth = stack.depth > 0 ? 1 : 0;
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, drop) == 0;
}

bool gi_current_top(struct gi_current *out_top)
{
    *out_top = stack.top;
    return stack.depth > 0;
}

int gi_current_ordinal(void)
{
    return stack.top.ordinal;
}

gi_handle gi_current_context(void)
{
    return stack.top.context;
}

void gi_current_replace(struct gi_current top)
{
    stack.top = top;
    if (stack.depth == 0)
        stack.depth = 1;
}

/* Makes room for the top among the entries below. */
static bool grow(void)
{
    uint32_t room = stack.room == 0 ? 8 : 2 * stack.room;
    struct gi_current *below;

    if (stack.depth <= stack.room)
        return true;
    pthread_once(&key_once, make_key);
    below = realloc(stack.below, room * sizeof *below);
    if (below == NULL)
        return false;
    if (has_key)
        pthread_setspecific(key, below);
    stack.below = below;
    stack.room = room;
    return true;
}

gi_status gi_current_push(struct gi_current top)
{
    if (stack.depth > 0) {
        if (!grow())
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stack of %u contexts",
                           stack.depth + 1);
        stack.below[stack.depth - 1] = stack.top;
    }
    stack.top = top;
    stack.depth++;
    return GI_OK;
}

bool gi_current_pop(struct gi_current *out_top)
{
    *out_top = stack.top;
    if (stack.depth == 0)
        return false;
    stack.depth--;
    stack.top = stack.depth > 0 ? stack.below[stack.depth - 1] : (struct gi_current){ 0 };
    return true;
}

gi_status gi_current_check(void)
{
    if (stack.top.context == 0 || gi_handle_is_live(stack.top.context))
        return GI_OK;
    return gi_fail(GI_CONTEXT_DESTROYED, "the calling thread's current context 0x%llx was "
                   "destroyed", (unsigned long long)stack.top.context);
}
