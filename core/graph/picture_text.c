#include "picture_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"

static void add_bytes(struct gi_picture_string *string, const char *bytes, size_t count,
                      bool *is_short)
{
    if (*is_short || !gi_grow((void **)&string->text, &string->capacity,
                              string->length + count + 1, 1)) {
        *is_short = true;
        return;
    }
    memcpy(string->text + string->length, bytes, count);
    string->length += count;
    string->text[string->length] = '\0';
}

void gi_picture_add(struct gi_picture *picture, const char *text)
{
    add_bytes(&picture->out, text, strlen(text), &picture->is_short);
}

void gi_picture_addf(struct gi_picture *picture, const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gi_picture_add(picture, text);
}

/* In a label a backslash takes the meaning of these characters, in a table also the separators'.
 * An entity of HTML is read in each label, so its first character becomes one. Bytes that are not
 * printed are shown by their numbers, also those of UTF-8, which may be broken. */
void gi_picture_text(struct gi_picture_string *string, const char *text, bool *is_short)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != 0; at++) {
        char one[8];

        if (*at == '&')
            (void)snprintf(one, sizeof one, "&amp;");
        else if (*at < 0x20 || *at >= 0x7f)
            (void)snprintf(one, sizeof one, "\\\\x%02X", *at);
        else if (strchr("\"\\{}|<>", *at) != NULL)
            (void)snprintf(one, sizeof one, "\\%c", *at);
        else
            (void)snprintf(one, sizeof one, "%c", *at);
        add_bytes(string, one, strlen(one), is_short);
    }
}

void gi_picture_line(struct gi_picture *picture, const char *text)
{
    gi_picture_text(&picture->out, text, &picture->is_short);
    gi_picture_add(picture, "\n");
}

static void add_cell(struct gi_picture_string *column, const char *text, bool *is_short)
{
    if (column->length > 0)
        add_bytes(column, " | ", 3, is_short);
    gi_picture_text(column, text, is_short);
}

void gi_picture_row(struct gi_picture *picture, const char *name, const char *value)
{
    if (picture->is_record) {
        add_cell(&picture->names, name, &picture->is_short);
        add_cell(&picture->values, value, &picture->is_short);
        return;
    }
    gi_picture_text(&picture->out, name, &picture->is_short);
    gi_picture_add(picture, ": ");
    gi_picture_line(picture, value);
}

void gi_picture_rowf(struct gi_picture *picture, const char *name, const char *format, ...)
{
    char value[128];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    gi_picture_row(picture, name, value);
}
