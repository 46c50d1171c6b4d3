#include "user_object.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "graph_state.h"

struct gi_user_object {
    struct gi_object object;
    void *pointer;
    void (*destroy)(void *pointer);
    uint64_t program, graphs;            /* references; users_lock guards them */
};

/* A leaf, except for the lock of the handles. The graphs' lock may be held. */
static pthread_mutex_t users_lock = PTHREAD_MUTEX_INITIALIZER;

static void finish_user(struct gi_object *object)
{
    free(object);
}

static gi_status check_count(uint32_t count)
{
    if (count > 0 && count <= INT_MAX)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "user object: count is %u; 1 to %d are possible", count,
                   INT_MAX);
}

/* Finds a user object and takes the lock, after a look at the count. */
static gi_status enter(gi_handle handle, uint32_t count, struct gi_user_object **out_user)
{
    struct gi_object *object;
    gi_status status = check_count(count);

    *out_user = NULL;
    if (status == GI_OK)
        status = gi_handle_acquire(handle, GI_OBJECT_USER_OBJECT, &object);
    if (status != GI_OK)
        return status;
    *out_user = (struct gi_user_object *)object;
    pthread_mutex_lock(&users_lock);
    if ((*out_user)->program + (*out_user)->graphs != 0)
        return GI_OK;
    pthread_mutex_unlock(&users_lock);   /* another thread is ending it */
    gi_object_unref(object);
    *out_user = NULL;
    return gi_fail(GI_INVALID_VALUE, "user object handle 0x%llx was destroyed before",
                   (unsigned long long)handle);
}

/* The last reference ends the object. Releases the lock. */
static void leave(struct gi_user_object *user)
{
    bool ends = user->program + user->graphs == 0;

    pthread_mutex_unlock(&users_lock);
    if (ends && gi_handle_end(&user->object))
        user->destroy(user->pointer);
    gi_object_unref(&user->object);
}

static gi_status too_few(uint64_t held, uint32_t count, const char *by)
{
    return gi_fail(GI_INVALID_VALUE, "user object: count is %u, but %s has %llu references", count,
                   by, (unsigned long long)held);
}

gi_status gi_user_object_create(void *pointer, void (*destroy)(void *pointer), uint32_t count,
                                gi_handle *out_user)
{
    struct gi_user_object *user;
    gi_status status = check_count(count);

    *out_user = 0;
    if (status != GI_OK)
        return status;
    user = calloc(1, sizeof *user);
    if (user == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a user object");
    user->pointer = pointer;
    user->destroy = destroy;
    user->program = count;
    status = gi_handle_create(&user->object, GI_OBJECT_USER_OBJECT, finish_user, out_user);
    if (status != GI_OK)
        free(user);
    return status;
}

gi_status gi_user_object_retain(gi_handle handle, uint32_t count)
{
    struct gi_user_object *user;
    gi_status status = enter(handle, count, &user);

    if (status != GI_OK)
        return status;
    user->program += count;
    leave(user);
    return GI_OK;
}

gi_status gi_user_object_release(gi_handle handle, uint32_t count)
{
    struct gi_user_object *user;
    gi_status status = enter(handle, count, &user);

    if (status != GI_OK)
        return status;
    if (count <= user->program)
        user->program -= count;
    else
        status = too_few(user->program, count, "the program");
    leave(user);
    return status;
}

/* ---- references of graphs -------------------------------------------------------------------- */

static struct gi_user_use *use_of(struct gi_user_uses *uses, const struct gi_user_object *user)
{
    for (size_t i = 0; i < uses->count; i++) {
        if (uses->items[i].user == user)
            return &uses->items[i];
    }
    return NULL;
}

/* Both locks are held for the next two. */
static gi_status retain(struct gi_user_uses *uses, struct gi_user_object *user, uint32_t count,
                        bool moves)
{
    struct gi_user_use *use = use_of(uses, user);

    if (moves && count > user->program)
        return too_few(user->program, count, "the program");
    if (use == NULL) {
        if (!gi_grow((void **)&uses->items, &uses->capacity, uses->count + 1,
                     sizeof *uses->items))
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a graph's user object");
        use = &uses->items[uses->count++];
        *use = (struct gi_user_use){ user, 0 };
        gi_object_ref(&user->object);
    }
    use->count += count;
    user->graphs += count;
    if (moves)
        user->program -= count;
    return GI_OK;
}

static gi_status release_user(struct gi_user_uses *uses, struct gi_user_object *user,
                              uint32_t count)
{
    struct gi_user_use *use = use_of(uses, user);

    if (use == NULL || count > use->count)
        return too_few(use != NULL ? use->count : 0, count, "the graph");
    user->graphs -= count;
    use->count -= count;
    if (use->count == 0) {
        *use = uses->items[--uses->count];
        gi_object_unref(&user->object);  /* the caller has one, too */
    }
    return GI_OK;
}

gi_status gi_graph_retain_user(gi_handle graph_handle, gi_handle handle, uint32_t count,
                               bool moves)
{
    struct gi_user_object *user;
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(graph_handle, &graph);

    if (status != GI_OK)
        return status;
    status = enter(handle, count, &user);
    if (status == GI_OK) {
        status = retain(&graph->uses, user, count, moves);
        leave(user);
    }
    gi_graph_leave(graph);
    return status;
}

gi_status gi_graph_release_user(gi_handle graph_handle, gi_handle handle, uint32_t count)
{
    struct gi_user_object *user = NULL;
    struct gi_graph *graph;
    gi_status status = gi_graph_enter(graph_handle, &graph);

    if (status != GI_OK)
        return status;
    status = enter(handle, count, &user);
    if (status == GI_OK) {
        status = release_user(&graph->uses, user, count);
        pthread_mutex_unlock(&users_lock);
    }
    gi_graph_leave(graph);
    if (user != NULL) {                  /* a destructor runs without the graphs' lock */
        pthread_mutex_lock(&users_lock);
        leave(user);
    }
    return status;
}

gi_status gi_user_uses_add(struct gi_user_uses *uses, const struct gi_user_uses *more)
{
    if (!gi_grow((void **)&uses->items, &uses->capacity, uses->count + more->count,
                 sizeof *uses->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a graph's user objects");
    pthread_mutex_lock(&users_lock);
    for (size_t i = 0; i < more->count; i++) {
        uses->items[uses->count++] = more->items[i];
        more->items[i].user->graphs += more->items[i].count;
        gi_object_ref(&more->items[i].user->object);
    }
    pthread_mutex_unlock(&users_lock);
    return GI_OK;
}

void gi_user_uses_drop(struct gi_user_uses *uses)
{
    for (size_t i = 0; i < uses->count; i++) {
        struct gi_user_object *user = uses->items[i].user;

        pthread_mutex_lock(&users_lock);
        user->graphs -= uses->items[i].count;
        leave(user);                     /* gives the reference of the list back */
    }
    free(uses->items);
    *uses = (struct gi_user_uses){ 0 };
}
