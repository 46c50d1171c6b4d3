#include "link.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"

struct link {
    struct gi_object object;
    pthread_mutex_t lock;                /* guards the rest */
    char *text;                          /* ends with a zero */
    size_t byte_count;                   /* without the zero */
};

static void finish(struct gi_object *object)
{
    struct link *link = (struct link *)object;

    pthread_mutex_destroy(&link->lock);
    free(link->text);
    free(link);
}

gi_status gi_link_begin(gi_handle *out_link)
{
    struct link *link = calloc(1, sizeof *link);
    gi_status status;

    if (link == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory");
    pthread_mutex_init(&link->lock, NULL);
    status = gi_handle_create(&link->object, GI_OBJECT_LINK, finish, out_link);
    if (status != GI_OK)
        finish(&link->object);
    return status;
}

/* ---- adding ---------------------------------------------------------------------------------- */

static bool is_head(const char *line, size_t bytes)
{
    static const char *const heads[] = { ".version", ".target", ".address_size" };

    while (bytes > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        bytes--;
    }
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (bytes >= strlen(heads[i]) && memcmp(line, heads[i], strlen(heads[i])) == 0)
            return true;
    }
    return false;
}

/* Replaces the lines that only the first text may have by empty ones, so that lines keep their
 * numbers. */
static void blank_heads(char *text, size_t byte_count)
{
    char *line = text, *end = text + byte_count;

    while (line < end) {
        char *next = memchr(line, '\n', (size_t)(end - line));
        size_t bytes = (size_t)((next != NULL ? next : end) - line);

        if (is_head(line, bytes))
            memset(line, ' ', bytes);
        line += bytes + 1;
    }
}

/* The lock is held. */
static gi_status append(struct link *link, const struct gi_container_text *added)
{
    size_t bytes = strnlen(added->text, added->byte_count);
    char *text = realloc(link->text, link->byte_count + bytes + 2);

    if (text == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory for %zu bytes", bytes);
    link->text = text;
    memcpy(text + link->byte_count, added->text, bytes);
    if (link->byte_count != 0)
        blank_heads(text + link->byte_count, bytes);
    link->byte_count += bytes;
    text[link->byte_count++] = '\n';
    text[link->byte_count] = '\0';
    return GI_OK;
}

gi_status gi_link_add(gi_handle handle, const void *image, size_t size_bytes)
{
    struct gi_container_text added;
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_LINK, &object);

    if (status != GI_OK)
        return status;
    status = gi_code_choose(image, size_bytes, &added);
    if (status == GI_OK) {
        struct link *link = (struct link *)object;

        pthread_mutex_lock(&link->lock);
        status = append(link, &added);
        pthread_mutex_unlock(&link->lock);
        gi_container_text_finish(&added);
    }
    gi_object_unref(object);
    return status;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The lock is held. */
static gi_status complete(struct link *link, const char **out_text, size_t *out_size_bytes)
{
    struct gi_code *code;
    gi_status status;

    if (link->text == NULL)
        return gi_fail(GI_INVALID_VALUE, "link: nothing was added");
    status = gi_code_read(link->text, link->byte_count + 1, &code);
    if (status != GI_OK)
        return status;
    gi_code_unref(code);
    *out_text = link->text;
    *out_size_bytes = link->byte_count + 1;
    return GI_OK;
}

gi_status gi_link_complete(gi_handle handle, const char **out_text, size_t *out_size_bytes)
{
    struct gi_object *object;
    struct link *link;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_LINK, &object);

    if (status != GI_OK)
        return status;
    link = (struct link *)object;
    pthread_mutex_lock(&link->lock);
    status = complete(link, out_text, out_size_bytes);
    pthread_mutex_unlock(&link->lock);
    gi_object_unref(object);
    return status;
}

gi_status gi_link_end(gi_handle link)
{
    return gi_handle_retire(link, GI_OBJECT_LINK, NULL);
}
