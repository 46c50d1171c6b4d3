#include "current.h"

#include <pthread.h>
#include <stdlib.h>

/* The top lies apart, so programs with one context allocate nothing. */
static _Thread_local struct stack {
    struct gi_current_thread thread;
    uint32_t room;               /* entries in below */
    struct gi_current *below;
} current;

/* Finds the calling thread's memory once: the compiler would do so again after each call. */
__attribute__((noinline)) static struct stack *own_stack(void)
{
    return &current;
}

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;        /* its value is the memory of a thread's stack */
static bool has_key;

/* A destructor of the program may still call the library in this thread. */
static void drop_stack(void *below)
{
    free(below);
    current.below = NULL;
    current.room = 0;
    current.thread.depth = current.thread.depth > 0 ? 1 : 0;
}

static void make_stack_key(void)
{
    has_key = pthread_key_create(&key, drop_stack) == 0;
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

/* Makes room for one more entry below the top. */
GI_COLD static gi_status grow_stack(struct stack *mine)
{
    uint32_t room = mine->room == 0 ? 8 : 2 * mine->room;
    struct gi_current *below;

    pthread_once(&key_once, make_stack_key);
    below = realloc(mine->below, room * sizeof *below);
    if (below == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a stack of %u contexts",
                       mine->thread.depth + 1);
    if (has_key)
        pthread_setspecific(key, below);
    mine->below = below;
    mine->room = room;
    return GI_OK;
}

gi_status gi_current_push(struct gi_current top)
{
    struct stack *mine = own_stack();
    uint32_t depth = mine->thread.depth;
    gi_status status = depth > mine->room ? grow_stack(mine) : GI_OK;

    if (status != GI_OK)
        return status;
    if (depth > 0)
        mine->below[depth - 1] = mine->thread.top;
    mine->thread.top = top;
    mine->thread.depth = depth + 1;
    return GI_OK;
}

bool gi_current_pop(struct gi_current *out_top)
{
    struct stack *mine = own_stack();
    uint32_t depth = mine->thread.depth;

    *out_top = mine->thread.top;
    if (depth == 0)
        return false;
    mine->thread.depth = depth - 1;
    mine->thread.top = depth > 1 ? mine->below[depth - 2] : (struct gi_current){ 0 };
    return true;
}
