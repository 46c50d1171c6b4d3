#include "group.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/secret.h"
#include "kernels.h"

enum { MARK_BYTES = 16, CHAINS = 64 };

struct gigl_group {
    struct gigl_group *next;     /* of the list */
    size_t members;              /* references of buffers */
    struct gigl_shadow *left;    /* to be deleted */
    struct gigl_shadow *made[CHAINS];    /* all there are, by their names */
    gigl_name programs[GIGL_KERNEL_WAYS * GIGL_KERNEL_KINDS];
    gigl_name marker;
    unsigned char mark[MARK_BYTES];
};

/* Guards all that is here, and is held while OpenGL is called about it. No other lock is taken
 * meanwhile. Readers ask; writers make and delete. */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct gigl_group *first;

void gigl_group_hold(void)
{
    pthread_rwlock_rdlock(&lock);
}

void gigl_group_release(void)
{
    pthread_rwlock_unlock(&lock);
}

void gigl_group_begin_make(void)
{
    pthread_rwlock_wrlock(&lock);
}

void gigl_group_end_make(void)
{
    pthread_rwlock_unlock(&lock);
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

    gigl_group_hold();
    has = has_marker(group, context);
    gigl_group_release();
    return has;
}

/* Where the list has the context's group, or where it ends. */
static struct gigl_group **find_group(const struct gigl_context *context)
{
    struct gigl_group **link = &first;

    while (*link != NULL && !has_marker(*link, context))
        link = &(*link)->next;
    return link;
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
    if (!has_marker(group, context)) {
        context->gl.DeleteBuffers(1, &group->marker);
        free(group);
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: the current context is lost, or has "
                       "no memory for 16 bytes");
    }
    group->next = first;
    first = group;
    *out_group = group;
    return GI_OK;
}

gi_status gigl_group_join(const struct gigl_context *context, struct gigl_group **out_group)
{
    gi_status status = GI_OK;

    gigl_group_begin_make();
    *out_group = *find_group(context);
    if (*out_group == NULL)
        status = make(context, out_group);
    if (status == GI_OK)
        (*out_group)->members++;
    gigl_group_end_make();
    return status;
}

void gigl_group_leave(struct gigl_group *group, struct gigl_shadow *shadow)
{
    gigl_group_begin_make();
    if (shadow != NULL) {
        shadow->next = group->left;
        group->left = shadow;
    }
    group->members--;
    gigl_group_end_make();
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

    shadow->next_made = *chain;
    *chain = shadow;
}

void gigl_group_remove(struct gigl_group *group, const struct gigl_shadow *shadow)
{
    struct gigl_shadow **link = chain_of(group, name_of(shadow));

    while (*link != shadow)
        link = &(*link)->next_made;
    *link = shadow->next_made;
}

bool gigl_group_made(struct gigl_group *group, bool is_texture, gigl_name name)
{
    const struct gigl_shadow *shadow = *chain_of(group, name);

    while (shadow != NULL && (is_texture ? shadow->texture : shadow->buffer) != name)
        shadow = shadow->next_made;
    return shadow != NULL || (!is_texture && name == group->marker);
}

gigl_name *gigl_group_program(struct gigl_group *group, int kind, enum gigl_kernel_way way)
{
    return &group->programs[GIGL_KERNEL_WAYS * kind + (int)way];
}

/* ---- deleting ------------------------------------------------------------------------------- */

static void delete_shadow(const struct gigl_context *context, struct gigl_group *group,
                          struct gigl_shadow *shadow)
{
    const struct gigl_calls *gl = &context->gl;

    if (shadow->back != NULL && context->fences)
        gl->DeleteSync(shadow->back);
    gl->DeleteBuffers(1, &shadow->buffer);
    gl->DeleteTextures(1, &shadow->texture);
    if (shadow->memory != 0)
        gl->DeleteMemoryObjectsEXT(1, &shadow->memory);
    gigl_group_remove(group, shadow);
    free(shadow);
}

static void delete_left(const struct gigl_context *context, struct gigl_group *group)
{
    struct gigl_shadow *shadow;

    while ((shadow = group->left) != NULL) {
        group->left = shadow->next;
        delete_shadow(context, group, shadow);
    }
}

static void delete_programs(const struct gigl_context *context, struct gigl_group *group)
{
    for (int i = 0; i < GIGL_KERNEL_WAYS * GIGL_KERNEL_KINDS; i++)
        if (group->programs[i] != 0 && gigl_kernel_is_own(context, group->programs[i]))
            context->gl.DeleteProgram(group->programs[i]);
}

void gigl_group_clean(const struct gigl_context *context)
{
    struct gigl_group **link, *group;

    gigl_group_begin_make();
    link = find_group(context);
    group = *link;
    if (group != NULL)
        delete_left(context, group);
    if (group != NULL && group->members == 0) {
        context->gl.DeleteBuffers(1, &group->marker);
        delete_programs(context, group);
        *link = group->next;
        free(group);
    }
    gigl_group_end_make();
}
