/** The text of a picture of a graph, while it is written.
 *
 *  No text of a program can end a label or be a word of graphviz's language: gi_picture_text writes
 *  all that comes from outside. If memory is short, is_short says so, and later calls do nothing.
 *  Threads: any. */
#ifndef GI_PICTURE_TEXT_H
#define GI_PICTURE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A text that grows. */
struct gi_picture_string {
    char *text;                          /* ends with '\0', or is NULL */
    size_t length, capacity;
};

/** The picture of one node while it is drawn. */
struct gi_picture {
    uint32_t flags;
    bool is_record;                      /* the node is a table */
    bool is_short;                       /* memory was short: the picture is nothing */
    struct gi_picture_string out;
    struct gi_picture_string names, values;      /* the columns of a table */
};

/** Adds words of the language, the second as printf writes them, up to 255 bytes. */
void gi_picture_add(struct gi_picture *picture, const char *text);
void gi_picture_addf(struct gi_picture *picture, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Adds a text, of which nothing is taken for the language. */
void gi_picture_text(struct gi_picture_string *string, const char *text, bool *is_short);

/** Adds a line to a node that is no table. */
void gi_picture_line(struct gi_picture *picture, const char *text);

/** Adds a name with its value: a row of a table, else a line. */
void gi_picture_row(struct gi_picture *picture, const char *name, const char *value);

/** As gi_picture_row, with a value of up to 127 bytes, as printf writes it. */
void gi_picture_rowf(struct gi_picture *picture, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
