#include "link.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "link_files.h"
#include "link_names.h"

struct link {
    struct gi_object object;
    pthread_mutex_t lock;                /* guards the rest */
    struct gi_link_part *parts;          /* the texts that were added */
    size_t part_count;
    unsigned long files;                 /* the largest number of a source file in them */
    char *text;                          /* of all, when the link is complete; ends with a zero */
    size_t byte_count;                   /* without the zero */
    unsigned char note[GI_LINK_NOTE_BYTES];      /* the caller's; never changes */
};

static void free_texts(struct link *link)
{
    for (size_t i = 0; i < link->part_count; i++)
        free(link->parts[i].text);
    free(link->parts);
    free(link->text);
}

static void finish_link(struct gi_object *object)
{
    struct link *link = (struct link *)object;

    pthread_mutex_destroy(&link->lock);
    free_texts(link);
    free(link);
}

gi_status gi_link_begin(const void *note, size_t note_bytes, gi_handle *out_link)
{
    struct link *link = calloc(1, sizeof *link);
    gi_status status;

    if (link == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory");
    pthread_mutex_init(&link->lock, NULL);
    memcpy(link->note, note, note_bytes < sizeof link->note ? note_bytes : sizeof link->note);
    status = gi_handle_create(&link->object, GI_OBJECT_LINK, finish_link, out_link);
    if (status != GI_OK)
        finish_link(&link->object);
    return status;
}

gi_status gi_link_note(gi_handle handle, void *out_note, size_t note_bytes)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_LINK, &object);

    memset(out_note, 0, note_bytes);
    if (status != GI_OK)
        return status;
    memcpy(out_note, ((struct link *)object)->note,
           note_bytes < GI_LINK_NOTE_BYTES ? note_bytes : GI_LINK_NOTE_BYTES);
    gi_object_unref(object);
    return GI_OK;
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

/* The lock is held, as for join_texts, if other threads know the link. */
static gi_status add_part(struct link *link, const struct gi_container_text *added)
{
    size_t bytes = strnlen(added->text, added->byte_count);
    struct gi_link_part *parts = realloc(link->parts, (link->part_count + 1) * sizeof *parts);
    struct gi_link_part *part;
    gi_status status;

    if (parts == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory for %zu texts", link->part_count);
    link->parts = parts;
    part = &parts[link->part_count];
    status = gi_link_copy(added->text, bytes, &link->files, &part->text, &part->byte_count);
    link->part_count += status == GI_OK;
    return status;
}

/* Whether a text is right but for what the others have. */
static gi_status examine(const struct gi_container_text *added)
{
    struct gi_code *code = NULL;
    gi_status status = gi_code_read_whole(added->text, added->byte_count, false, &code);

    gi_code_unref(code);
    return status;
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

        status = examine(&added);
        pthread_mutex_lock(&link->lock);
        if (status == GI_OK)
            status = add_part(link, &added);
        pthread_mutex_unlock(&link->lock);
        gi_container_text_finish(&added);
    }
    gi_object_unref(object);
    return status;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Puts the texts behind each other. The lock is held. */
static gi_status join_texts(struct link *link)
{
    size_t all = 1, used = 0;
    char *text;

    for (size_t i = 0; i < link->part_count; i++)
        all += link->parts[i].byte_count + 1;
    text = realloc(link->text, all);
    if (text == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory for %zu bytes", all);
    for (size_t i = 0; i < link->part_count; i++) {
        memcpy(text + used, link->parts[i].text, link->parts[i].byte_count);
        if (i != 0)
            blank_heads(text + used, link->parts[i].byte_count);
        used += link->parts[i].byte_count;
        text[used++] = '\n';
    }
    text[used] = '\0';
    link->text = text;
    link->byte_count = used;
    return GI_OK;
}

/* The lock is held. */
static gi_status complete(struct link *link, const char **out_text, size_t *out_size_bytes)
{
    struct gi_code *code;
    gi_status status;

    if (link->part_count == 0)
        return gi_fail(GI_INVALID_VALUE, "link: nothing was added");
    status = gi_link_part_names(link->parts, link->part_count);
    if (status == GI_OK)
        status = join_texts(link);
    if (status == GI_OK)
        status = gi_code_read(link->text, link->byte_count + 1, &code);
    if (status != GI_OK)
        return status;
    if (code->ptx != NULL)
        status = gi_link_check_names(code->ptx);
    gi_code_unref(code);
    if (status != GI_OK)
        return status;
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

gi_status gi_link_images(const void *const *images, const void *const *end,
                         struct gi_code **out_code)
{
    struct link link = { 0 };
    gi_status status = GI_OK;

    for (; images != end && *images != NULL && status == GI_OK; images++) {
        bool is_last = images + 1 == end || images[1] == NULL;
        struct gi_container_text added;

        status = gi_code_choose(*images, GI_CONTAINER_ENDLESS, &added);
        if (status == GI_OK) {
            status = add_part(&link, &added);
            gi_container_text_finish(&added);
        } else if (status == GI_NO_BINARY && (link.part_count != 0 || !is_last)) {
            status = GI_OK;              /* the others may do without it */
        }
    }
    if (status == GI_OK)
        status = gi_link_part_names(link.parts, link.part_count);
    if (status == GI_OK)
        status = join_texts(&link);
    if (status == GI_OK)
        status = gi_code_read(link.text, link.byte_count + 1, out_code);
    free_texts(&link);
    return status;
}

gi_status gi_link_end(gi_handle link)
{
    return gi_handle_retire(link, GI_OBJECT_LINK, NULL);
}
