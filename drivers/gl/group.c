#include "group.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/secret.h"

enum { MARK_BYTES = 16, CHAINS = 64 };

struct gigl_group {
    struct gigl_group *next;     /* of the list; stays when it has ended */
    struct gigl_group *next_ended;
    size_t members;              /* references of buffers */
    bool has_ended;              /* it is out of the list */
    struct gigl_shadow *left;    /* to be deleted */
    struct gigl_shadow *made[CHAINS];    /* all there are, by their names */
    gigl_name marker;
    unsigned char mark[MARK_BYTES];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gigl_group *first;         /* the list */
static struct gigl_group *first_ended;   /* kept while a thread walks */
static size_t walks;                     /* how many threads do */

/* Readers ask OpenGL for markers, in several calls. Writers delete one. */
static pthread_rwlock_t marker_lock = PTHREAD_RWLOCK_INITIALIZER;

/* ---- the list ------------------------------------------------------------------------------- */

static void begin_walk(void)
{
    pthread_mutex_lock(&lock);
    walks++;
    pthread_mutex_unlock(&lock);
}

static void end_walk(void)
{
    struct gigl_group *group = NULL, *next;

    pthread_mutex_lock(&lock);
    if (--walks == 0) {
        group = first_ended;
        first_ended = NULL;
    }
    pthread_mutex_unlock(&lock);
    for (; group != NULL; group = next) {
        next = group->next_ended;
        free(group);
    }
}

/* The group behind one of the list, or the first one. */
static struct gigl_group *step(const struct gigl_group *before)
{
    struct gigl_group *next;

    pthread_mutex_lock(&lock);
    next = before == NULL ? first : before->next;
    while (next != NULL && next->has_ended)
        next = next->next;
    pthread_mutex_unlock(&lock);
    return next;
}

/* The lock is held, and a walk goes on. */
static void unlink_group(struct gigl_group *group)
{
    struct gigl_group **link = &first;

    while (*link != group)
        link = &(*link)->next;
    *link = group->next;
    group->has_ended = true;
    group->next_ended = first_ended;
    first_ended = group;
}

/* The context's group, or NULL. It stays until the walk of the caller ends. */
static struct gigl_group *find(const struct gigl_context *context)
{
    struct gigl_group *group = step(NULL);

    while (group != NULL && !gigl_group_has(group, context))
        group = step(group);
    return group;
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool has_marker(const struct gigl_group *group, const struct gigl_context *context)
{
    unsigned char mark[MARK_BYTES] = { 0 };

    if (!context->gl.IsBuffer(group->marker) ||
        gigl_buffer_size(context, group->marker) != MARK_BYTES ||
        gigl_buffer_number(context, group->marker, GIGL_BUFFER_MAPPED) != 0)
        return false;
    gigl_buffer_read(context, group->marker, MARK_BYTES, mark);
    return memcmp(mark, group->mark, MARK_BYTES) == 0;
}

bool gigl_group_has(const struct gigl_group *group, const struct gigl_context *context)
{
    bool has;

    pthread_rwlock_rdlock(&marker_lock);
    has = has_marker(group, context);
    pthread_rwlock_unlock(&marker_lock);
    return has;
}

static gi_status make(const struct gigl_context *context, struct gigl_group **out_group)
{
    struct gigl_group *group = calloc(1, sizeof *group);

    if (group == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "OpenGL: no memory for the marker of a context");
    if (!gi_random_bytes(group->mark, MARK_BYTES)) {
        free(group);
        return gi_fail(GI_OS_ERROR, "OpenGL: the system gives no random bytes");
    }
    group->marker = gigl_buffer_make(context, MARK_BYTES, group->mark);
    if (!gigl_group_has(group, context)) {
        context->gl.DeleteBuffers(1, &group->marker);
        free(group);
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: the current context is lost, or has "
                       "no memory for 16 bytes");
    }
    group->members = 1;
    pthread_mutex_lock(&lock);
    group->next = first;
    first = group;
    pthread_mutex_unlock(&lock);
    *out_group = group;
    return GI_OK;
}

static gi_status find_or_make(const struct gigl_context *context, struct gigl_group **out_group)
{
    struct gigl_group *group;
    bool joined = false;

    begin_walk();
    group = find(context);
    if (group != NULL) {
        pthread_mutex_lock(&lock);
        joined = !group->has_ended;
        group->members += joined;
        pthread_mutex_unlock(&lock);
        *out_group = group;
    }
    end_walk();
    return joined ? GI_OK : make(context, out_group);
}

/* One thread at a time, so that contexts which share objects have one group. */
gi_status gigl_group_join(const struct gigl_context *context, struct gigl_group **out_group)
{
    static pthread_mutex_t join_lock = PTHREAD_MUTEX_INITIALIZER;
    gi_status status;

    pthread_mutex_lock(&join_lock);
    status = find_or_make(context, out_group);
    pthread_mutex_unlock(&join_lock);
    return status;
}

void gigl_group_leave(struct gigl_group *group, struct gigl_shadow *shadow)
{
    pthread_mutex_lock(&lock);
    if (shadow != NULL) {
        shadow->next = group->left;
        group->left = shadow;
    }
    group->members--;
    pthread_mutex_unlock(&lock);
}

/* ---- what is the library's own -------------------------------------------------------------- */

static struct gigl_shadow **chain_of(struct gigl_group *group, gigl_name name)
{
    return &group->made[name % CHAINS];
}

static gigl_name name_of(const struct gigl_shadow *shadow)
{
    return shadow->texture != 0 ? shadow->texture : shadow->buffer;
}

void gigl_group_add(struct gigl_group *group, struct gigl_shadow *shadow)
{
    struct gigl_shadow **chain = chain_of(group, name_of(shadow));

    pthread_mutex_lock(&lock);
    shadow->next_made = *chain;
    *chain = shadow;
    pthread_mutex_unlock(&lock);
}

static void forget(struct gigl_group *group, const struct gigl_shadow *shadow)
{
    struct gigl_shadow **link = chain_of(group, name_of(shadow));

    pthread_mutex_lock(&lock);
    while (*link != shadow)
        link = &(*link)->next_made;
    *link = shadow->next_made;
    pthread_mutex_unlock(&lock);
}

bool gigl_group_made(struct gigl_group *group, bool is_texture, gigl_name name)
{
    const struct gigl_shadow *shadow;

    pthread_mutex_lock(&lock);
    shadow = *chain_of(group, name);
    while (shadow != NULL && (is_texture ? shadow->texture : shadow->buffer) != name)
        shadow = shadow->next_made;
    pthread_mutex_unlock(&lock);
    return shadow != NULL || (!is_texture && name == group->marker);
}

/* ---- deleting ------------------------------------------------------------------------------- */

/* Deletes what is in a shadow, and the struct. */
static void delete_shadow(const struct gigl_context *context, struct gigl_shadow *shadow)
{
    const struct gigl_calls *gl = &context->gl;

    if (shadow->back != NULL && context->fences)
        gl->DeleteSync(shadow->back);
    gl->DeleteBuffers(1, &shadow->buffer);
    gl->DeleteTextures(1, &shadow->texture);
    gl->DeleteMemoryObjectsEXT(1, &shadow->memory);
    free(shadow);
}

/* Takes what is to be deleted of a group, and ends it if nobody needs it. */
static struct gigl_shadow *take_left(struct gigl_group *group, bool *out_ends)
{
    struct gigl_shadow *left;

    pthread_mutex_lock(&lock);
    left = group->left;
    group->left = NULL;
    *out_ends = group->members == 0 && !group->has_ended;
    if (*out_ends)
        unlink_group(group);
    pthread_mutex_unlock(&lock);
    return left;
}

static void delete_marker(const struct gigl_group *group, const struct gigl_context *context)
{
    pthread_rwlock_wrlock(&marker_lock);
    context->gl.DeleteBuffers(1, &group->marker);
    pthread_rwlock_unlock(&marker_lock);
}

void gigl_group_clean(const struct gigl_context *context)
{
    struct gigl_group *group;
    struct gigl_shadow *left, *next;
    bool ends;

    begin_walk();
    group = find(context);
    if (group != NULL) {
        for (left = take_left(group, &ends); left != NULL; left = next) {
            next = left->next;
            forget(group, left);
            delete_shadow(context, left);
        }
        if (ends)
            delete_marker(group, context);
    }
    end_walk();
}
